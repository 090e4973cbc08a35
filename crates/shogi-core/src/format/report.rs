//! What the readers and writers of game records have in common.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::encoding::{self, Encoding};
use super::sfen::{SfenErrorKind, SfenField};
use super::usi_line::{ParsePositionErrorKind, PositionWarning, Word};
use crate::color::Color;
use crate::game::Game;
use crate::position::{Flaws, IllegalMoveKind};

/// A game that was read, with the oddities of its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// The game.
    pub game: Game,
    /// Oddities and repairs, in the order of the lines.
    pub warnings: Vec<Warning>,
}

/// An oddity of a text, or a repair that a lenient reader made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The line of the whole text, counted from 1.
    pub line: u32,
    /// What it is.
    pub kind: WarningKind,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

/// The kind of a [`Warning`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// The number of a move differs from its place in the line.
    #[error("move number {found}, expected {expected}")]
    MoveNumber {
        /// The number in the text.
        found: u64,
        /// The number that corresponds to the place.
        expected: u32,
    },
    /// The number of moves in a summary differs from the line.
    #[error("the summary counts {found} moves, the line has {expected}")]
    MoveCount {
        /// The number in the text.
        found: u64,
        /// The number of moves.
        expected: u32,
    },
    /// A summary names another end or winner than the line.
    #[error("the summary does not agree with the end of the line: {0}")]
    Summary(Box<str>),
    /// An unknown end word. It is kept.
    #[error("unknown end word {0}")]
    UnknownEnd(Box<str>),
    /// Text after a statement that has no meaning there. It is skipped.
    #[error("left out: {0}")]
    Trailing(Box<str>),
    /// The start has these flaws.
    #[error("the start has flaws: {0}")]
    Flaws(Flaws),
    /// A diagram and the name of the start disagree. The diagram is used.
    #[error("the diagram differs from the named starting position")]
    Handicap,
    /// A move that breaks the rules. The record says so itself, and the line ends with the move.
    #[error("the line ends with an illegal move: {0}")]
    IllegalMove(IllegalMoveKind),
    /// The words of a move fit several pieces, but only one of them can make the move.
    #[error("the move is ambiguous, but only one of the pieces can make it legally")]
    Ambiguous,
    /// The words of a move are more than needed, or used in an unusual way.
    #[error("unusual wording of a move")]
    Wording,
    /// A move without its origin. Only one piece can make it.
    #[error("the move does not say where it comes from")]
    NoOrigin,
    /// The named piece is not on the origin. The piece on the board is used.
    #[error("the record names a different piece on that square; using the one on the board")]
    Piece,
    /// The mark or sign of a move is that of the wrong side. The turn decides.
    #[error("the sign of the move is not that of the side to move")]
    Side,
    /// An invalid time. It is skipped.
    #[error("invalid time: {0}")]
    Time(Box<str>),
    /// No line states whose turn it is at the start.
    #[error("no line states whose turn it is, black is assumed")]
    NoSide,
    /// Comments that belong to no move. They are kept at the start.
    #[error("a comment without a move")]
    LooseComment,
    /// A variation branches from a move of an earlier line, not of the preceding one.
    #[error("the variation branches from an earlier line, not from the preceding one")]
    Variation,
    /// The text declares a wrong encoding. The content decides.
    #[error("the text is in {found}, and declares {declared}")]
    Encoding {
        /// The declared encoding.
        declared: Box<str>,
        /// The actual encoding.
        found: Encoding,
    },
    /// Bytes that are invalid in this encoding. They are replaced by U+FFFD.
    #[error("bytes that are invalid in {0} were replaced")]
    Undecodable(Encoding),
    /// A USI line of moves ends with a keyword. It is kept as the end of the game.
    #[error("byte {at}: `{word}` is taken as the end of the game")]
    UsiEnd {
        /// The byte of the line, counted from 0.
        at: usize,
        /// The word, `resign` or `win`.
        word: Word,
    },
    /// What the lenient reader of a USI line tolerated.
    #[error("{0}")]
    Usi(PositionWarning),
    /// A lenient reader skipped the line.
    #[error("left out, {error}: {text}")]
    Skipped {
        /// Why it could not be read.
        error: RecordErrorKind,
        /// The line.
        text: Box<str>,
    },
    /// A lenient reader ended the line of moves here.
    #[error("the line of moves is cut here, {error}: {text}")]
    Cut {
        /// Why the move could not be read or played.
        error: RecordErrorKind,
        /// The move as written.
        text: Box<str>,
    },
}

/// The error when a record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadRecordError {
    /// Which game of the text, counted from 1.
    pub game: u32,
    /// The line of the whole text, counted from 1.
    pub line: u32,
    /// The character of the line, counted from 1.
    pub column: u32,
    /// What is wrong.
    pub kind: RecordErrorKind,
}

impl ReadRecordError {
    /// Makes an error at the beginning of the text.
    pub(super) const fn at_start(kind: RecordErrorKind) -> Self {
        Self { game: 1, line: 1, column: 1, kind }
    }
}

impl fmt::Display for ReadRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid record, ")?;
        if self.game > 1 {
            write!(f, "game {}, ", self.game)?;
        }
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl core::error::Error for ReadRecordError {}

/// What is wrong with a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// Something else was expected.
    #[error("expected {0}")]
    Expected(&'static str),
    /// 同 with no move before it.
    #[error("同 names the square of the move before, and there is none")]
    NoMoveBefore,
    /// The piece named is not the one on the square.
    #[error("the named piece is not on that square")]
    WrongPiece,
    /// No such piece can go there.
    #[error("no such piece can go there")]
    NoPiece,
    /// Several pieces can go there.
    #[error("the move fits several pieces")]
    Ambiguous,
    /// The move belongs to the other side.
    #[error("it is {}'s turn", if *.0 == Color::Black { "black" } else { "white" })]
    WrongSide(Color),
    /// The move is illegal.
    #[error("illegal move, {0}")]
    IllegalMove(IllegalMoveKind),
    /// A move after the end of its line.
    #[error("move after the end of the line")]
    Closed,
    /// A variation branches from a move that no line has.
    #[error("no earlier line has a move {0} for this variation to replace")]
    NoVariation(u64),
    /// The variations jump between lines so often that following them would take too long.
    #[error("the variations jump between lines too often")]
    TooManyJumps,
    /// The start is not a position.
    #[error("invalid starting position: {0}")]
    Position(Flaws),
    /// More pieces of a kind than a hand or the set can have.
    #[error("too many pieces of this kind")]
    TooManyPieces,
    /// The named square has no such piece to remove.
    #[error("no such piece to take away there")]
    NothingToRemove,
    /// No line states whose turn it is.
    #[error("no line states whose turn it is, expected `+` or `-`")]
    NoSide,
    /// A number is too large.
    #[error("the number is too large")]
    Number,
    /// The bytes are not text in any known encoding.
    #[error("the bytes are not text in any known encoding")]
    Encoding,
    /// The bytes are not UTF-8, and the crate was built without its feature `encoding`.
    #[error("the bytes are not UTF-8 (other encodings need the feature `encoding`)")]
    EncodingFeature,
    /// The text is longer than 1 GiB.
    #[error("the text is too long")]
    TooLong,
    /// There is no record in the text.
    #[error("no record here")]
    Empty,
    /// The SFEN of a USI line is wrong.
    #[error("{field} field: {kind}")]
    Sfen {
        /// The field at fault.
        field: SfenField,
        /// What is wrong with it.
        kind: SfenErrorKind,
    },
    /// Another part of a USI line is wrong.
    #[error("{0}")]
    Usi(ParsePositionErrorKind),
    /// The format has no games.
    #[error("the format {0} has no games")]
    Format(&'static str),
    /// The text is JSON but not JKF.
    #[error("not valid JKF")]
    Json,
    /// The text is not JSON.
    #[error("not JSON")]
    JsonSyntax,
    /// The JSON is cut off.
    #[error("the JSON ends early")]
    JsonEnd,
}

/// What a format cannot hold of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LossKind {
    /// Variations.
    #[error("variations")]
    Variation,
    /// Comments.
    #[error("comments")]
    Comment,
    /// Bookmarks.
    #[error("bookmarks")]
    Bookmark,
    /// Remarks.
    #[error("remarks")]
    Remark,
    /// Times.
    #[error("times")]
    Time,
    /// Fractions of a second.
    #[error("fractions of a second")]
    Fraction,
    /// Total times that differ from the sum of the move times.
    #[error("total times that differ from the sum of the move times")]
    Total,
    /// Header fields, or line breaks in them.
    #[error("header fields")]
    Field,
    /// End words.
    #[error("end words")]
    End,
    /// Illegal moves that no reader would accept, with what follows them: an end other than a foul follows,
    /// or the piece is not on the board. Legal moves that are marked as illegal are counted too.
    #[error("illegal moves")]
    IllegalMove,
    /// The move number of the start.
    #[error("the move number of the start")]
    Ply,
    /// The start itself. The record is not correct.
    #[error("the start")]
    Start,
    /// Characters that the encoding lacks. They are written as 〓.
    #[error("characters")]
    Character,
    /// Control characters in texts.
    #[error("control characters")]
    Control,
}

#[cfg(feature = "serde")]
impl LossKind {
    pub(crate) const ALL: [Self; 14] = [
        Self::Variation,
        Self::Comment,
        Self::Bookmark,
        Self::Remark,
        Self::Time,
        Self::Fraction,
        Self::Total,
        Self::Field,
        Self::End,
        Self::IllegalMove,
        Self::Ply,
        Self::Start,
        Self::Character,
        Self::Control,
    ];
}

/// The number of things of a kind that a format could not hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loss {
    /// What was lost.
    pub kind: LossKind,
    /// How many.
    pub count: u32,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lost {} ({})", self.kind, self.count)
    }
}

/// A game as text in some format, with what the format could not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text. Its lines end with `\n`.
    pub text: String,
    /// What was lost, each kind once.
    pub losses: Vec<Loss>,
}

impl Written {
    /// Counts one more loss.
    pub(crate) fn lose(&mut self, kind: LossKind) {
        self.lose_many(kind, 1);
    }

    pub(crate) fn lose_many(&mut self, kind: LossKind, count: u32) {
        if count == 0 {
            return;
        }
        match self.losses.iter_mut().find(|loss| loss.kind == kind) {
            Some(loss) => loss.count = loss.count.saturating_add(count),
            None => self.losses.push(Loss { kind, count }),
        }
    }

    pub(crate) fn new() -> Self {
        Self { text: String::new(), losses: Vec::new() }
    }

    /// Returns the text as bytes of an encoding. Characters that the encoding lacks are counted as lost.
    ///
    /// # Errors
    /// Fails for any encoding except UTF-8 if the feature `encoding` is off.
    pub fn into_bytes(
        mut self,
        to: Encoding,
    ) -> Result<(Vec<u8>, Vec<Loss>), encoding::EncodingError> {
        self.declare(to);
        let (bytes, lost) = encoding::encode(&self.text, to)?;
        self.lose_many(LossKind::Character, lost);
        Ok((bytes, self.losses))
    }

    /// Changes the encoding that the first line declares.
    fn declare(&mut self, to: Encoding) {
        const DECLARED: &str = "encoding=UTF-8";
        let name = match to {
            Encoding::ShiftJis => "Shift_JIS",
            Encoding::EucJp => "EUC-JP",
            _ => return,
        };
        let first = self.text.lines().next().unwrap_or_default();
        if (first.starts_with("#KIF ") || first.starts_with("'CSA ")) && first.ends_with(DECLARED) {
            let at = first.len() - DECLARED.len() + "encoding=".len();
            // CSA 3.0 has its names in capitals.
            let name = if first.starts_with('#') { name.into() } else { name.to_ascii_uppercase() };
            self.text.replace_range(at..first.len(), &name);
        }
    }
}
