//! The error for a line that is not a command or an answer.

use crate::format::usi_line::{ParseMoveErrorKind, ParsePositionErrorKind};

/// The error for a line that is not a command or an answer of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid line at byte {at}: {kind}")]
pub struct ParseLineError {
    /// The byte offset of the error in the line, counted from 0.
    pub at: usize,
    /// The kind of the error.
    pub kind: ParseLineErrorKind,
}

/// The kind of an error in a line of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseLineErrorKind {
    /// The line does not start with a known word.
    #[error("unknown word")]
    Unknown,
    /// A word is missing or is not the expected one.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The position is invalid.
    #[error("{0}")]
    Position(ParsePositionErrorKind),
    /// A move is invalid.
    #[error("{0}")]
    Move(ParseMoveErrorKind),
}

impl ParseLineError {
    pub(super) const fn expected(at: usize, what: &'static str) -> Self {
        Self { at, kind: ParseLineErrorKind::Expected(what) }
    }
}
