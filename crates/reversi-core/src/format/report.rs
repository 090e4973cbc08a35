//! The common types of the readers and writers of games.
use super::ggf::{self, ParseGgfError, WriteGgfError};
use super::pgn::{self, ParsePgnError};
use super::transcript::{ParseTranscriptError, Transcript, WrittenResult};
use super::wthor::{GameRecord, Names, ReadWthorError, ReplayError, WriteWthorError};
use crate::color::Color;
use crate::position::Position;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A game in the representation of its format.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Game {
    /// A transcript.
    Transcript(Transcript),
    /// A record of a WTHOR file.
    Wthor(GameRecord),
    /// A game in GGF.
    Ggf(Box<ggf::Game>),
    /// A game in PGN.
    Pgn(Box<pgn::Game>),
}

impl Game {
    /// Returns the result that the game declares: the score for Black in discs.
    #[must_use]
    pub fn declared_score(&self) -> Option<f64> {
        match self {
            Self::Transcript(game) => {
                game.result.map(|result| f64::from(result.black) - f64::from(result.white))
            }
            Self::Wthor(record) => Some(f64::from(record.score())),
            Self::Ggf(game) => game.result.map(|result| result.score),
            Self::Pgn(game) => game.result.and_then(|result| result.score()).map(f64::from),
        }
    }
}

/// The names and the date of a game, as far as the file has them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct GameInfo {
    /// The player of Black.
    pub black: Option<String>,
    /// The player of White.
    pub white: Option<String>,
    /// The tournament or event.
    pub tournament: Option<String>,
    /// The date: `2003.12.15`, or only the year.
    pub date: Option<String>,
}

impl GameInfo {
    /// Returns the year of the date.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        self.date.as_ref()?.split('.').next()?.parse().ok()
    }
}

/// A game that was read and replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadGame {
    /// The place of the game in the file.
    pub place: Place,
    /// The game.
    pub game: Game,
    /// The names and the date.
    pub info: GameInfo,
    /// The position after the game. Its history has all passes.
    pub position: Position,
}

impl ReadGame {
    /// Returns the score for Black in discs: the score of the board if the game is over, otherwise
    /// the declared score. Returns `None` if there is neither.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        if self.position.is_over() {
            return Some(f64::from(self.position.final_score(Color::Black)));
        }
        self.game.declared_score()
    }

    /// Returns the winner, or `Some(None)` for a draw. Returns `None` if the result is unknown.
    #[must_use]
    pub fn winner(&self) -> Option<Option<Color>> {
        if let (None, Game::Pgn(game)) = (self.score(), &self.game)
            && let Some(pgn::GameResult::Won(color)) = game.result
        {
            return Some(Some(color));
        }
        let score = self.score()?;
        Some(match score {
            _ if score > 0.0 => Some(Color::Black),
            _ if score < 0.0 => Some(Color::White),
            _ => None,
        })
    }
}

/// The place of a game in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Place {
    /// A line of a text, counted from 1.
    Line(usize),
    /// A record of a WTHOR file, counted from 1.
    Record(usize),
    /// A game of a GGF or PGN text, counted from 1.
    Game(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Record(record) => write!(f, "record {record}"),
            Self::Game(game) => write!(f, "game {game}"),
        }
    }
}

/// The error for a file of games that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadRecordError {
    /// The place of the game, or `None` if the error concerns the whole file or if `kind` includes
    /// the place.
    pub place: Option<Place>,
    /// What is wrong.
    pub kind: RecordErrorKind,
}

impl ReadRecordError {
    /// Makes an error without a place.
    pub(super) const fn of_file(kind: RecordErrorKind) -> Self {
        Self { place: None, kind }
    }
}

impl fmt::Display for ReadRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl core::error::Error for ReadRecordError {}

/// What is wrong with a file of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// A line is not a transcript. The byte offset counts from the start of the line.
    #[error("{0}")]
    Transcript(ParseTranscriptError),
    /// The WTHOR file is damaged.
    #[error("{0}")]
    Wthor(ReadWthorError),
    /// A record of a WTHOR file is an illegal game.
    #[error("{0}")]
    Illegal(ReplayError),
    /// The text is not GGF.
    #[error("{0}")]
    Ggf(ParseGgfError),
    /// The text is not PGN.
    #[error("{0}")]
    Pgn(ParsePgnError),
    /// The bytes are not UTF-8.
    #[error("byte {at}: not UTF-8 text")]
    NotText {
        /// The byte offset.
        at: usize,
    },
    /// The text contains no game.
    #[error("no games, expected WTHOR, PGN, GGF or transcripts")]
    Empty,
    /// The format has no games.
    #[error("the format {0} has no games")]
    Format(&'static str),
}

/// The error for games that cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteRecordError {
    /// The index of the game in the list of games. `None` if the error concerns the whole file.
    pub index: Option<usize>,
    /// The place of the game in the input, or `None` if the error concerns the whole file.
    pub place: Option<Place>,
    /// What is wrong.
    pub kind: WriteRecordErrorKind,
}

impl fmt::Display for WriteRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl core::error::Error for WriteRecordError {}

/// The reason why games cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteRecordErrorKind {
    /// A WTHOR file cannot store the games.
    #[error("{0}")]
    Wthor(WriteWthorError),
    /// GGF cannot represent a game.
    #[error("{0}")]
    Ggf(WriteGgfError),
    /// The format has no games.
    #[error("the format {0} has no games")]
    Format(&'static str),
}

/// A kind of data of a game that a format cannot store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LossKind {
    /// Results that differ from the score in the file.
    #[error("results")]
    Result,
    /// Passes after the last disc of a game that is not over.
    #[error("passes at the end")]
    Pass,
    /// Names or numbers of players.
    #[error("players")]
    Player,
    /// Numbers of tournaments.
    #[error("tournaments")]
    Tournament,
    /// Theoretical scores.
    #[error("theoretical scores")]
    TheoreticalScore,
    /// Clocks, and times of moves.
    #[error("times")]
    Time,
    /// Evaluations of moves.
    #[error("evaluations")]
    Evaluation,
    /// Komi.
    #[error("komi")]
    Komi,
    /// Types of games other than the usual type.
    #[error("types of games")]
    Variant,
    /// Other fields.
    #[error("other fields")]
    Field,
    /// The date and the year in the header of a file.
    #[error("file headers")]
    Header,
}

/// The number of values of one kind that a format could not store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loss {
    /// The kind of the lost data.
    pub kind: LossKind,
    /// The number of lost values.
    pub count: u32,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lost {} ({})", self.kind, self.count)
    }
}

/// A warning that the written file does not contain the result of a transcript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The index of the game in the list of games.
    pub index: usize,
    /// The place of the game in the file that was read.
    pub place: Place,
    /// The reason why the result is lost.
    pub kind: WarningKind,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// The reason why the result of a transcript is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// The game is over, and the result on the board is different.
    #[error(
        "the result {}-{} disagrees with the board, whose score is {score:+} for Black",
        .result.black,
        .result.white
    )]
    Mismatch {
        /// The result in the transcript.
        result: WrittenResult,
        /// The score of the board for Black.
        score: i32,
    },
    /// The game is not over, and the format has no field for the result.
    #[error("the result {}-{} is lost because the game is not over", .result.black, .result.white)]
    Lost {
        /// The result in the transcript.
        result: WrittenResult,
    },
    /// The game is not over, so the WTHOR file gets the score of the board instead of the result.
    #[error(
        "the result {}-{} is lost because the game is not over: the WTHOR file stores the score \
         {score:+} for Black",
        .result.black,
        .result.white
    )]
    Replaced {
        /// The result in the transcript.
        result: WrittenResult,
        /// The score of the board for Black.
        score: i32,
    },
}

/// The bytes of a file of games, and a list of the data that the format could not store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The lost data, one entry for each kind.
    pub losses: Vec<Loss>,
    /// The results of transcripts that were lost, in the order of the games.
    pub warnings: Vec<Warning>,
    /// The names that the numbers in a WTHOR file refer to. The files of names are part of the
    /// written game file. They are absent in other formats, and if the numbers of the records that
    /// were read are kept.
    pub names: Names,
}

impl Written {
    pub(super) const fn new() -> Self {
        let names = Names { players: None, tournaments: None };
        Self { bytes: Vec::new(), losses: Vec::new(), warnings: Vec::new(), names }
    }

    /// Adds `count` losses of a kind.
    pub(super) fn lose(&mut self, kind: LossKind, count: usize) {
        if count == 0 {
            return;
        }
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        match self.losses.iter_mut().find(|loss| loss.kind == kind) {
            Some(loss) => loss.count = loss.count.saturating_add(count),
            None => self.losses.push(Loss { kind, count }),
        }
    }
}
