//! The errors of GGF.
use super::super::boardtext::ParseBoardError;
use crate::color::Color;
use crate::moves::IllegalMove;
use core::fmt;

/// The error for a string that is not a list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid ggf, game {game} at byte {at}: {kind}")]
pub struct ParseGgfError {
    /// The byte offset in the text.
    pub at: usize,
    /// The number of the game, counted from 1.
    pub game: usize,
    /// What is wrong at the byte.
    pub kind: ParseGgfErrorKind,
}

/// What is wrong with a game.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseGgfErrorKind {
    /// There is text that is not a game where a game should begin.
    #[error("expected a game, which begins with `(;`")]
    NoGame,
    /// There is text that is not a tag where a tag should be.
    #[error("expected a tag, or `;)` at the end of the game")]
    NoTag,
    /// A tag without a value.
    #[error("expected `[` after the name of the tag")]
    NoValue,
    /// The text ends in the middle of a game.
    #[error("the text ends inside a game: expected `;)`")]
    NoEnd,
    /// The number of games differs from the count before them.
    #[error("the count announces {announced} games, but {found} follow")]
    Count {
        /// The number before the games.
        announced: u64,
        /// The number of games up to the next count or the end.
        found: u64,
    },
    /// There is text after the game, but only one game is expected.
    #[error("unexpected text after the game, expected only one game")]
    TextAfterGame,
    /// A game other than Othello.
    #[error("unsupported game, expected Othello")]
    OtherGame,
    /// A type of games on a board that is not 8x8.
    #[error("board size {size} is not supported, expected 8")]
    Size {
        /// The size.
        size: u32,
    },
    /// The start position is invalid.
    #[error("{}", .0.kind)]
    Board(ParseBoardError),
    /// A game without a start position.
    #[error("no start position, expected a tag `BO`")]
    NoBoard,
    /// Two start positions.
    #[error("unexpected second start position, expected one tag `BO`")]
    SecondBoard,
    /// A move before the start position.
    #[error("unexpected move before the start position, expected a tag `BO`")]
    MoveBeforeBoard,
    /// A move of the wrong side.
    #[error("move of the wrong colour, expected a move of {side}")]
    Color {
        /// The side to move.
        side: Color,
    },
    /// A move that is not a square or a pass.
    #[error("invalid move, expected a square or `PA`")]
    NoMove,
    /// A move that is not legal.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// An evaluation, a time or a komi that is not a finite number.
    #[error("invalid number, expected a finite number")]
    Number,
    /// An invalid result.
    #[error(
        "expected a result: a number, optionally followed by :r (resigned), :t (time-out) or :s \
         (agreed), or `?`"
    )]
    Result,
}

/// The error for a game that GGF cannot represent: the reader would get another game from the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteGgfError {
    /// The name of the tag, such as `PB`. `None` for a tag of [`Game::other`](super::Game::other).
    pub tag: Option<&'static str>,
    /// The number of the move or of the tag of [`Game::other`](super::Game::other), counted from 1.
    /// `None` for the other tags.
    pub number: Option<usize>,
    /// What is wrong.
    pub kind: WriteGgfErrorKind,
}

impl fmt::Display for WriteGgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.tag, self.number) {
            (Some(_), Some(number)) => write!(f, "move {number}: ")?,
            (None, Some(number)) => write!(f, "tag {number}: ")?,
            (Some(tag), None) => write!(f, "tag {tag}: ")?,
            (None, None) => {}
        }
        self.kind.fmt(f)
    }
}

impl core::error::Error for WriteGgfError {}

/// What GGF cannot represent.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteGgfErrorKind {
    /// A value with the character that ends values.
    #[error("`]` at byte {at} of the value ends the value")]
    Bracket {
        /// The byte offset in the value.
        at: usize,
    },
    /// A number that is infinite or not a number.
    #[error("invalid number, expected a finite number")]
    Number,
    /// A name of a tag that is not only letters.
    #[error("invalid name of a tag, expected letters")]
    Name,
    /// A tag of [`Game::other`](super::Game::other) with the name of another field of the game.
    #[error("the name of this tag belongs to another field of the game")]
    Reserved,
    /// The fields of the type of the game differ from its text, or its text has another board size.
    #[error("the fields of the type of the game do not agree with its text")]
    Variant,
    /// A start position with a history.
    #[error("the start position has a history, expected none")]
    History,
    /// An illegal move.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// The final position is not the position after the moves.
    #[error("the moves do not lead to the final position")]
    Position,
}
