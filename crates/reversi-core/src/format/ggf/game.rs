//! A game in GGF and its parts.
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use alloc::string::String;
use alloc::vec::Vec;

/// A game.
///
/// [`to_text`](Self::to_text) writes the game, or returns an error if the reader would not get the
/// same game from the text. `Display` always writes a text. It changes what GGF cannot represent: in
/// names and other values, `]` is written as `)`. Non-finite numbers are left out. Entries of `other`
/// are left out if their name has characters other than letters or is the name of a tag that the
/// reader interprets. An illegal move is written unchanged, so the reader rejects such a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The name of the player of Black, `PB`; empty if the text has no name.
    pub black: String,
    /// The name of the player of White, `PW`; empty if the text has no name.
    pub white: String,
    /// The type of the game, `TY`.
    pub variant: Variant,
    /// The declared result, `RE`; `None` if the result is missing or unknown.
    pub result: Option<GameResult>,
    /// Komi in discs, `KM`.
    pub komi: Option<f64>,
    /// The clock, `TI`, as in the text, with main time, increment and extension.
    pub time: Option<String>,
    /// The position before the first move, `BO`.
    pub start: Position,
    /// The moves, including passes only where the text has them.
    pub moves: Vec<GameMove>,
    /// The position after the moves. Its history has all passes.
    pub position: Position,
    /// All other tags, in order.
    pub other: Vec<(String, String)>,
}

/// The type of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Whether the game is one of two games with the same start, played at the same time.
    pub synchro: bool,
    /// The number of random discs at the start, such as 20 for `r20`.
    pub random_discs: Option<u32>,
    /// Whether the players bid komi for the choice of colours.
    pub komi: bool,
    /// Whether the side with fewer discs wins.
    pub anti: bool,
    /// The tag as in the text.
    pub text: String,
}

/// A declared result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameResult {
    /// The score for Black in discs, including komi; it may have a fraction.
    pub score: f64,
    /// The reason why the game ended early, or `None` if the game was played to the end.
    pub end: Option<GameEnd>,
}

/// The reason why a game ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// `r`: a player resigned.
    Resigned,
    /// `t`: a player exceeded the time limit.
    Timeout,
    /// `s`: the players agreed on the score.
    Mutual,
}

impl GameEnd {
    /// Returns the letter of the flag.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Resigned => 'r',
            Self::Timeout => 't',
            Self::Mutual => 's',
        }
    }
}

/// A move with the player's evaluation and time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameMove {
    /// The move.
    pub mv: Move,
    /// The player's evaluation in discs.
    pub evaluation: Option<f64>,
    /// The time for the move in seconds.
    pub seconds: Option<f64>,
}

impl Game {
    /// Returns Black's final score in discs on the board, if the game was played to the end.
    #[must_use]
    pub fn replayed_score(&self) -> Option<i32> {
        self.position.is_over().then(|| self.position.final_score(Color::Black))
    }

    /// Returns whether the declared result differs from the board's result. In this case the
    /// board's result is reliable.
    ///
    /// Games with komi and games that ended early cannot be compared; the result is `false`.
    #[must_use]
    pub fn has_result_mismatch(&self) -> bool {
        match (self.replayed_score(), self.result) {
            (Some(score), Some(GameResult { score: declared, end: None })) => {
                !self.variant.komi && self.komi.is_none() && f64::from(score) != declared
            }
            _ => false,
        }
    }
}
