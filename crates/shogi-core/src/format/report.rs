//! The types that all readers and writers of game records share.

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

/// A game that was read from a text, and the warnings about the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// The game.
    pub game: Game,
    /// The warnings, in the order of the lines.
    pub warnings: Vec<Warning>,
}

/// A message about an unusual part of a text, or about a repair by a lenient reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The number of the line in the whole text, counted from 1.
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
    /// The number before a move is not the expected move number.
    #[error("move number {found}, expected {expected}")]
    MoveNumber {
        /// The move number in the text.
        found: u64,
        /// The expected move number.
        expected: u32,
    },
    /// The number of moves in a summary differs from the number of moves of the game.
    #[error("the summary counts {found} moves, but the game has {expected}")]
    MoveCount {
        /// The number in the summary.
        found: u64,
        /// The number of moves of the game.
        expected: u32,
    },
    /// The summary and the record disagree about the end of the game or about the winner.
    #[error("the summary disagrees with the end of the game: {0}")]
    Summary(Box<str>),
    /// The end word is unknown. The word is kept.
    #[error("unknown end word {0}")]
    UnknownEnd(Box<str>),
    /// Text after a move or another statement has no meaning and is skipped.
    #[error("skipped: {0}")]
    Trailing(Box<str>),
    /// The starting position has these flaws.
    #[error("the starting position has flaws: {0}")]
    Flaws(Flaws),
    /// The diagram differs from the named starting position. The diagram is used.
    #[error("the diagram differs from the named starting position, using the diagram")]
    Handicap,
    /// A line of moves ends with an illegal move, and the record marks the move as a foul.
    #[error("illegal move, marked as a foul: {0}")]
    IllegalMove(IllegalMoveKind),
    /// The words of a move match several pieces, but only one of the pieces can legally make the
    /// move.
    #[error("the move fits several pieces, but only one of them can legally make the move")]
    Ambiguous,
    /// The words of a move are more than necessary, or unusual.
    #[error("unusual wording of a move")]
    Wording,
    /// The move has no origin square, but only one piece can make the move.
    #[error("the move has no origin square")]
    NoOrigin,
    /// The record names another piece than the piece on the origin square. The piece on the board
    /// moves.
    #[error("the record names another piece than the piece on the origin square, which moves")]
    Piece,
    /// The mark or sign of a move belongs to the side that is not to move. The mark is ignored.
    #[error("the mark of the move belongs to the side that is not to move")]
    Side,
    /// A time is invalid and is skipped.
    #[error("invalid time: {0}")]
    Time(Box<str>),
    /// No line states the side to move at the start.
    #[error("no line states the side to move, black is assumed")]
    NoSide,
    /// No line states the start. Records before version 2 of CSA may omit the even start.
    #[error("no line states the starting position, the even start is assumed")]
    NoBoard,
    /// A variation begins before the first move of the record. Its head is ignored.
    #[error("a variation before the first move is ignored")]
    StrayVariation,
    /// A comment does not belong to a move. It is added to the comments of the starting position.
    #[error("the comment does not belong to a move")]
    LooseComment,
    /// A variation does not branch from the preceding line of moves, because that line is too
    /// short. It branches from an earlier line of moves.
    #[error("the variation branches from an earlier variation or from the main line")]
    Variation,
    /// The text declares an encoding, but another encoding was detected. The detected encoding is
    /// used.
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
    /// A USI line ends with a keyword instead of a move. The keyword is kept as the end of the
    /// game.
    #[error("byte {at}: `{word}` is read as the end of the game")]
    UsiEnd {
        /// The byte offset in the line, counted from 0.
        at: usize,
        /// The keyword, `resign` or `win`.
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
    /// A lenient reader could not read or play a move. The line of moves ends before this move.
    #[error("the rest of the line of moves is skipped, {error}: {text}")]
    Cut {
        /// The reason why the move could not be read or played.
        error: RecordErrorKind,
        /// The move as written.
        text: Box<str>,
    },
}

impl WarningKind {
    /// Whether the warning reports a repair by a lenient reader, which may have skipped or replaced a
    /// part of the record. A strict reader refuses such a record.
    #[must_use]
    pub const fn is_repair(&self) -> bool {
        matches!(
            self,
            Self::Skipped { .. }
                | Self::Cut { .. }
                | Self::Undecodable(_)
                | Self::Usi(_)
                | Self::Piece
                | Self::NoSide
        )
    }
}

/// The error for a record that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadRecordError {
    /// The number of the game in the text, counted from 1.
    pub game: u32,
    /// The number of the line in the whole text, counted from 1.
    pub line: u32,
    /// The number of the character in the line, counted from 1.
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
    /// The text is not what the reader expected.
    #[error("expected {0}")]
    Expected(&'static str),
    /// 同 occurs without a previous move.
    #[error("同 refers to the previous move, but there is none")]
    NoMoveBefore,
    /// The named piece is not on the origin square.
    #[error("the named piece is not on the origin square")]
    WrongPiece,
    /// No piece of the named kind can move to the target square.
    #[error("no piece of this kind can move to the target square")]
    NoPiece,
    /// Several pieces of the named kind can move to the target square.
    #[error("the move fits several pieces")]
    Ambiguous,
    /// The move belongs to the other side.
    #[error("it is {}'s turn", if *.0 == Color::Black { "black" } else { "white" })]
    WrongSide(Color),
    /// The move is illegal.
    #[error("illegal move, {0}")]
    IllegalMove(IllegalMoveKind),
    /// A move follows the end of its line of moves.
    #[error("a move follows the end of the game or of the variation")]
    Closed,
    /// A variation replaces a move that no earlier line of moves has.
    #[error("the variation replaces move {0}, but no earlier line of moves has this move")]
    NoVariation(u64),
    /// The variations switch between lines of moves so often that replaying the moves would take
    /// too long.
    #[error("the variations switch between lines of moves too many times")]
    TooManyJumps,
    /// The starting position is invalid.
    #[error("invalid starting position: {0}")]
    Position(Flaws),
    /// There are more pieces of a kind than a hand can hold.
    #[error("too many pieces of this kind")]
    TooManyPieces,
    /// The piece to remove is not on the named square.
    #[error("the piece to remove is not on the square")]
    NothingToRemove,
    /// No line states the side to move.
    #[error("the side to move is missing, expected a line `+` or `-`")]
    NoSide,
    /// A number is too large.
    #[error("the number is too large")]
    Number,
    /// The bytes are not text in any supported encoding.
    #[error("the bytes are not text in any supported encoding")]
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
    /// The file is not a record. It appears to be something else, such as `an HTML page`.
    #[error("not a record, this appears to be {0}")]
    NotARecord(&'static str),
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
    /// The text is JSON, but does not have the structure of JKF.
    #[error("not valid JKF")]
    Json,
    /// The text is not JSON.
    #[error("not JSON")]
    JsonSyntax,
    /// The JSON is truncated.
    #[error("the JSON is incomplete")]
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
    /// Illegal moves that no reader would accept, and the moves after them. Either the end after
    /// the illegal move is not a foul, or the piece is not on the square. Also legal moves that the
    /// game marks as illegal.
    #[error("illegal moves")]
    IllegalMove,
    /// The move number of the starting position.
    #[error("the move number of the starting position")]
    Ply,
    /// The starting position. The format cannot represent it, so the written record has another
    /// starting position.
    #[error("the starting position")]
    Start,
    /// Characters that the encoding lacks, which are written as 〓.
    #[error("characters")]
    Character,
    /// Control characters in comments and header fields.
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

/// A game as text in a format, and the content that the format could not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text. Lines end with `\n`.
    pub text: String,
    /// The lost content, one item per kind.
    pub losses: Vec<Loss>,
}

impl Written {
    /// Adds a lost item to the counts.
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

    /// Encodes the text. Each character that the encoding lacks is added to the losses.
    ///
    /// # Errors
    /// Fails for UTF-16. Without the feature `encoding`, fails for all encodings except UTF-8.
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
