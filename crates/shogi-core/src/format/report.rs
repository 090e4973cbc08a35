//! The types that the readers and writers of game records share.

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

/// A game that was read, with warnings about its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// The game.
    pub game: Game,
    /// The oddities and repairs, in the order of the lines.
    pub warnings: Vec<Warning>,
}

/// An oddity of a text, or a repair by a lenient reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The line of the whole text, counted from 1.
    pub line: u32,
    /// The kind of the warning.
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
        /// The place of the move in the line.
        expected: u32,
    },
    /// The number of moves in a summary differs from the number of moves in the line.
    #[error("the summary counts {found} moves, the line has {expected}")]
    MoveCount {
        /// The number in the summary.
        found: u64,
        /// The number of moves in the line.
        expected: u32,
    },
    /// The summary names another end or another winner than the line.
    #[error("the summary does not agree with the end of the line: {0}")]
    Summary(Box<str>),
    /// The end word is unknown. The word is kept.
    #[error("unknown end word {0}")]
    UnknownEnd(Box<str>),
    /// Text after a statement has no meaning and is skipped.
    #[error("skipped: {0}")]
    Trailing(Box<str>),
    /// The start has these flaws.
    #[error("the start has flaws: {0}")]
    Flaws(Flaws),
    /// The diagram differs from the named start. The diagram is used.
    #[error("the diagram differs from the named starting position")]
    Handicap,
    /// The line ends with an illegal move, as the record itself says.
    #[error("the line ends with an illegal move: {0}")]
    IllegalMove(IllegalMoveKind),
    /// The words of a move match several pieces, but only one of the pieces can legally make the
    /// move.
    #[error("the move is ambiguous, but only one of the pieces can make it legally")]
    Ambiguous,
    /// The words of a move are more than necessary, or unusual.
    #[error("unusual wording of a move")]
    Wording,
    /// The move has no origin square, but only one piece can make the move.
    #[error("the move has no origin square")]
    NoOrigin,
    /// The record names a different piece than the moving piece. The board decides.
    #[error("the record names a different piece on that square; using the one on the board")]
    Piece,
    /// The mark or sign of a move belongs to the other side. The side to move decides.
    #[error("the sign of the move belongs to the other side")]
    Side,
    /// A time is invalid and is skipped.
    #[error("invalid time: {0}")]
    Time(Box<str>),
    /// No line states the side to move at the start.
    #[error("no line states the side to move, black is assumed")]
    NoSide,
    /// Comments do not belong to a move. They are kept at the start.
    #[error("a comment without a move")]
    LooseComment,
    /// A variation branches from a move that the preceding line does not have, but an earlier line
    /// has.
    #[error("the variation branches from an earlier line, not from the preceding one")]
    Variation,
    /// The text declares another encoding than the detected one. The detected encoding is used.
    #[error("the text is in {found}, but declares {declared}")]
    Encoding {
        /// The declared encoding.
        declared: Box<str>,
        /// The detected encoding.
        found: Encoding,
    },
    /// Bytes that are invalid in this encoding were replaced by U+FFFD.
    #[error("bytes that are invalid in {0} were replaced")]
    Undecodable(Encoding),
    /// A USI line of moves ends with a keyword that is not a move. The keyword is kept as the end
    /// of the game.
    #[error("byte {at}: `{word}` is read as the end of the game")]
    UsiEnd {
        /// The byte of the line, counted from 0.
        at: usize,
        /// The word, `resign` or `win`.
        word: Word,
    },
    /// A lenient reader of a USI line repaired the line.
    #[error("{0}")]
    Usi(PositionWarning),
    /// A lenient reader skipped the line.
    #[error("skipped, {error}: {text}")]
    Skipped {
        /// The reason why the line could not be read.
        error: RecordErrorKind,
        /// The line.
        text: Box<str>,
    },
    /// A lenient reader ended the line of moves here.
    #[error("the line of moves ends here, {error}: {text}")]
    Cut {
        /// The reason why the move could not be read or played.
        error: RecordErrorKind,
        /// The move as written.
        text: Box<str>,
    },
}

/// The error for a record that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadRecordError {
    /// The number of the game in the text, counted from 1.
    pub game: u32,
    /// The line of the whole text, counted from 1.
    pub line: u32,
    /// The character of the line, counted from 1.
    pub column: u32,
    /// The kind of the error.
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

/// The kind of an error in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The reader expected something else.
    #[error("expected {0}")]
    Expected(&'static str),
    /// 同 occurs without a previous move.
    #[error("同 refers to the previous move, but there is none")]
    NoMoveBefore,
    /// The named piece is not on the square.
    #[error("the named piece is not on that square")]
    WrongPiece,
    /// No such piece can move to the square.
    #[error("no such piece can move there")]
    NoPiece,
    /// Several pieces can move to the square.
    #[error("the move fits several pieces")]
    Ambiguous,
    /// The move belongs to the other side.
    #[error("it is {}'s turn", if *.0 == Color::Black { "black" } else { "white" })]
    WrongSide(Color),
    /// The move is illegal.
    #[error("illegal move, {0}")]
    IllegalMove(IllegalMoveKind),
    /// A move comes after the end of its line.
    #[error("move after the end of the line")]
    Closed,
    /// A variation branches from a move that no line has.
    #[error("no earlier line has a move {0} for this variation to replace")]
    NoVariation(u64),
    /// The variations jump between lines so often that replaying the moves would take too long.
    #[error("the variations switch between lines too many times")]
    TooManyJumps,
    /// The start is not a position.
    #[error("invalid starting position: {0}")]
    Position(Flaws),
    /// There are more pieces of a kind than a hand or the set can hold.
    #[error("too many pieces of this kind")]
    TooManyPieces,
    /// The named square does not have the piece to be removed.
    #[error("no such piece to remove from that square")]
    NothingToRemove,
    /// No line states the side to move.
    #[error("the side to move is missing, expected a line `+` or `-`")]
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
    /// The text contains no record.
    #[error("the text contains no record")]
    Empty,
    /// The SFEN of a USI line is invalid.
    #[error("{field} field: {kind}")]
    Sfen {
        /// The field with the error.
        field: SfenField,
        /// The kind of the error in the field.
        kind: SfenErrorKind,
    },
    /// Another part of a USI line is invalid.
    #[error("{0}")]
    Usi(ParsePositionErrorKind),
    /// The format has no games.
    #[error("the format {0} has no games")]
    Format(&'static str),
    /// The JSON does not have the structure of JKF.
    #[error("not valid JKF")]
    Json,
    /// The text is not JSON.
    #[error("not JSON")]
    JsonSyntax,
    /// The JSON is truncated.
    #[error("the JSON ends early")]
    JsonEnd,
}

/// A kind of content that a format cannot hold.
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
    /// Total times that are not the sum of the move times.
    #[error("total times that differ from the sum of the move times")]
    Total,
    /// Header fields, or line breaks in them.
    #[error("header fields")]
    Field,
    /// End words.
    #[error("end words")]
    End,
    /// Illegal moves and the moves after them, if no reader would accept them. The reason is that
    /// the end after them is not a foul, or that the piece is not on the square. Also legal moves
    /// that are marked as illegal.
    #[error("illegal moves")]
    IllegalMove,
    /// The move number of the start.
    #[error("the move number of the start")]
    Ply,
    /// The start position. The format cannot express the start, so the written record has another start.
    #[error("the start")]
    Start,
    /// Characters that the encoding lacks, which are written as 〓.
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

/// The number of lost items of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loss {
    /// The kind of the lost items.
    pub kind: LossKind,
    /// The number of items.
    pub count: u32,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lost {} ({})", self.kind, self.count)
    }
}

/// A game as text in some format, with the content that the format could not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text, with `\n` line ends.
    pub text: String,
    /// The lost content, one item per kind.
    pub losses: Vec<Loss>,
}

impl Written {
    /// Counts one more lost item.
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

    /// Encodes the text. Characters that the encoding cannot hold count as lost.
    ///
    /// # Errors
    /// Fails without the feature `encoding`, except for UTF-8.
    pub fn into_bytes(
        mut self,
        to: Encoding,
    ) -> Result<(Vec<u8>, Vec<Loss>), encoding::EncodingError> {
        self.declare(to);
        let (bytes, lost) = encoding::encode(&self.text, to)?;
        self.lose_many(LossKind::Character, lost);
        Ok((bytes, self.losses))
    }

    /// Changes the declared encoding in the first line, if there is one.
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
            // CSA 3.0 writes encoding names in capitals.
            let name = if first.starts_with('#') { name.into() } else { name.to_ascii_uppercase() };
            self.text.replace_range(at..first.len(), &name);
        }
    }
}
