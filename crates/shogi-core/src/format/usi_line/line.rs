//! Position lines: `position startpos moves 7g7f`.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::word::{ParseMoveErrorKind, parse_move};
use crate::format::mode::Mode;
use crate::format::sfen::{ParseSfenError, Parser, SfenErrorKind, SfenField, SfenWarning};
use crate::mv::{BareMove, Move};
use crate::position::{IllegalMoveKind, Position};

/// A position line: a starting position, the moves from it, and the position after the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionLine {
    /// The position before the moves.
    pub start: Position,
    /// The moves. All moves are legal.
    pub moves: Vec<Move>,
    /// The position after the moves.
    pub position: Position,
}

impl PositionLine {
    /// Makes a line without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self { position: start.clone(), start, moves: Vec::new() }
    }
}

/// Writes the USI command: `position startpos moves 7g7f`.
impl fmt::Display for PositionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start == Position::start() {
            f.write_str("position startpos")?;
        } else {
            write!(f, "position sfen {}", self.start)?;
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        for m in &self.moves {
            write!(f, " {m}")?;
        }
        Ok(())
    }
}

/// Reads a position line `[position] (startpos | [sfen] SFEN) [moves MOVE..]`. Also returns
/// warnings about repairs. In strict mode, there are no warnings.
///
/// The words `position` and `sfen` are optional. All moves must be legal.
///
/// In lenient mode, the SFEN is also read in lenient mode
/// ([`sfen::parse`](crate::format::sfen::parse)). The moves end before the first word that is not a
/// legal move.
///
/// ```
/// use shogi_core::format::{record::Mode, usi};
/// let line = "position startpos moves 7g7f resign";
/// let (line, warnings) = usi::parse_position(line, Mode::Lenient)?;
/// assert_eq!(line.moves.len(), 1);
/// assert_eq!(
///     warnings[0].to_string(),
///     "byte 29: ignored the rest of the line: move 2: `resign` is a keyword, expected a move"
/// );
/// # Ok::<(), usi::ParsePositionError>(())
/// ```
///
/// # Errors
/// Returns the first fault and its byte offset in the line.
pub fn parse_position(
    line: &str,
    mode: Mode,
) -> Result<(PositionLine, Vec<PositionWarning>), ParsePositionError> {
    if mode == Mode::Strict {
        return Ok((line.parse()?, Vec::new()));
    }
    let mut warnings = Vec::new();
    let (line, dropped) = parse_line(line, Some(&mut warnings), true)?;
    let mut warnings: Vec<PositionWarning> =
        warnings.into_iter().map(PositionWarning::Sfen).collect();
    warnings.extend(dropped.map(PositionWarning::DroppedMoves));
    Ok((line, warnings))
}

/// Reads a line. In lenient mode, also returns the error at which the moves end. `flawed` is
/// whether the starting position may have flaws. The caller must report the flaws.
pub(crate) fn parse_line(
    line: &str,
    forgiven: Option<&mut Vec<SfenWarning>>,
    flawed: bool,
) -> Result<(PositionLine, Option<ParsePositionError>), ParsePositionError> {
    let lenient = forgiven.is_some();
    let mut words = Words { line, at: 0 };
    words.blanks();
    if words.take("position") {
        words.blanks();
    }
    let start = if words.take("startpos") {
        Position::start()
    } else {
        if words.take("sfen") {
            words.blanks();
        }
        let mut parser = Parser::starting_at(line, words.at, forgiven);
        if flawed {
            parser = parser.allowing_flaws();
        }
        let position = parser.position()?;
        words.at = parser.at;
        position
    };
    let mut read = PositionLine::new(start);
    let mut dropped = None;
    words.blanks();
    if !words.rest().is_empty() {
        if words.take("moves") {
            dropped = moves(&mut words, &mut read).err();
        } else {
            dropped = Some(error(words.at, ParsePositionErrorKind::Expected("`moves`")));
        }
    }
    match dropped {
        Some(error) if !lenient => Err(error),
        dropped => Ok((read, dropped)),
    }
}

impl FromStr for PositionLine {
    type Err = ParsePositionError;

    /// Reads a line as [`parse_position`] does in strict mode.
    fn from_str(line: &str) -> Result<Self, ParsePositionError> {
        parse_line(line, None, false).map(|(line, _)| line)
    }
}

fn moves(words: &mut Words<'_>, line: &mut PositionLine) -> Result<(), ParsePositionError> {
    loop {
        words.blanks();
        if words.rest().is_empty() {
            return Ok(());
        }
        let (at, number) = (words.at, line.moves.len() as u32 + 1);
        let bare = parse_move(words.word())
            .map_err(|e| error(at + e.at, ParsePositionErrorKind::Move { number, kind: e.kind }))?;
        let m = line.position.legal_move(bare).map_err(|illegal| {
            let reason = illegal.kind;
            error(at, ParsePositionErrorKind::IllegalMove { number, mv: bare, reason })
        })?;
        line.position.play_unchecked(m);
        line.moves.push(m);
    }
}

/// Splits a line into words, which are separated by one or more spaces.
struct Words<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_ascii_start().len();
    }

    /// Returns the next word and skips it.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let len = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    /// If the next word is this word, skips it and returns `true`.
    fn take(&mut self, word: &str) -> bool {
        let start = self.at;
        if self.word() == word {
            return true;
        }
        self.at = start;
        false
    }
}

fn error(at: usize, kind: ParsePositionErrorKind) -> ParsePositionError {
    ParsePositionError { at, kind }
}

/// The error for a line that does not describe a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePositionError {
    /// The byte offset of the error in the line, counted from 0.
    pub at: usize,
    /// The kind of the error.
    pub kind: ParsePositionErrorKind,
}

impl core::error::Error for ParsePositionError {}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            // The SFEN error contains its own location.
            ParsePositionErrorKind::Sfen { .. } => self.kind.fmt(f),
            kind => write!(f, "invalid usi line at byte {}: {kind}", self.at),
        }
    }
}

/// The kind of an error in a position line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionErrorKind {
    /// The next word is not the expected word.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The SFEN is invalid.
    #[error("{}", ParseSfenError { field: *field, at: *sfen_at, kind: *kind })]
    Sfen {
        /// The field with the error.
        field: SfenField,
        /// The byte offset of the error in the SFEN, counted from 0.
        sfen_at: usize,
        /// The kind of the error in the field.
        kind: SfenErrorKind,
    },
    /// A word after `moves` is not a move.
    #[error("move {number}: {kind}")]
    Move {
        /// The number of the move in the line, counted from 1.
        number: u32,
        /// The kind of the error in the move.
        kind: ParseMoveErrorKind,
    },
    /// A move cannot be played.
    #[error("move {number}, {mv}: {reason}")]
    IllegalMove {
        /// The number of the move in the line, counted from 1.
        number: u32,
        /// The move.
        mv: BareMove,
        /// The reason why the move is illegal.
        reason: IllegalMoveKind,
    },
}

impl From<ParseSfenError> for ParsePositionError {
    fn from(ParseSfenError { field, at, kind }: ParseSfenError) -> Self {
        Self { at, kind: ParsePositionErrorKind::Sfen { field, sfen_at: at, kind } }
    }
}

/// A warning about a repair by a lenient reader of a position line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionWarning {
    /// A repair in the SFEN.
    #[error("{0}")]
    Sfen(SfenWarning),
    /// A word is not a legal move. This word and the rest of the line are ignored.
    #[error("byte {}: ignored the rest of the line: {}", .0.at, .0.kind)]
    DroppedMoves(ParsePositionError),
}
