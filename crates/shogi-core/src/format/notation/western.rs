use alloc::string::{String, ToString};
use core::fmt::Write;

use super::japanese::{ParseNameError, board_move, candidates, declines};
use crate::format::lines::column;
use crate::format::report::RecordErrorKind;
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

use super::parsed_name::{Found, ParsedName};

/// Returns the Western name of a move: `P-7f`, `Bx2b+`, `G6i-5h`, `S*5e`, `Sx3c=`.
///
/// `-` means a move, `x` a capture, `*` a drop, `+` a promotion, and `=` a move that could promote
/// but does not. The origin square follows the piece if another piece of the kind also reaches the
/// target square.
#[must_use]
pub fn western(position: &Position, m: Move) -> String {
    let mut name = m.kind().to_string();
    let target = m.target();
    match m.origin() {
        Some(origin) => {
            if candidates(position, m.kind(), target).has_several() {
                let _ = write!(name, "{origin}");
            }
            name.push(if m.is_capture() { 'x' } else { '-' });
        }
        None => name.push('*'),
    }
    let _ = write!(name, "{target}");
    if m.is_promotion() {
        name.push('+');
    } else if declines(position.side(), m) {
        name.push('=');
    }
    name
}

/// Reads a Western name and returns the legal move. A square may be written `7f` or `76`. The
/// characters `=` and `-` may be missing.
///
/// ```
/// use shogi_core::{Position, format::notation::parse_western};
/// let start = Position::start();
/// assert_eq!(parse_western("P-76", &start)?.to_string(), "7g7f");
/// assert_eq!(parse_western("G4i-5h", &start)?.to_string(), "4i5h");
/// assert!(parse_western("G-5h", &start).is_err());
/// # Ok::<(), shogi_core::format::notation::ParseNameError>(())
/// ```
///
/// # Errors
/// Returns the fault of the name, or the reason why the move is illegal.
pub fn parse_western(text: &str, position: &Position) -> Result<Move, ParseNameError> {
    let mut reader = Reader { text, at: 0 };
    let m = reader
        .name(position)
        .map_err(|kind| ParseNameError { column: column(text, reader.at), kind })?;
    let _ = position.clone().play(m).map_err(|illegal| ParseNameError {
        column: 1,
        kind: RecordErrorKind::IllegalMove(illegal.kind),
    })?;
    Ok(m)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn square(&mut self) -> Option<Square> {
        let [file @ b'1'..=b'9', rank, ..] = *self.text.as_bytes().get(self.at..)? else {
            return None;
        };
        let rank = match rank {
            b'1'..=b'9' => rank - b'0',
            b'a'..=b'i' => rank - b'a' + 1,
            _ => return None,
        };
        self.at += 2;
        Square::new(file - b'0', rank)
    }

    fn name(&mut self, position: &Position) -> Result<Move, RecordErrorKind> {
        let promoted = self.take(b'+');
        let kind = self.peek().and_then(|byte| PieceKind::from_letter(char::from(byte)));
        let kind = match kind {
            Some(kind) if promoted => kind.promoted(),
            kind => kind,
        }
        .ok_or(RecordErrorKind::Expected(
            "a piece: P, L, N, S, G, B, R, K, or + and one of these",
        ))?;
        self.at += 1;
        if self.take(b'*') {
            let target = self.square().ok_or(RecordErrorKind::Expected("a square"))?;
            self.finish()?;
            return Move::try_drop(kind, target).ok_or(RecordErrorKind::WrongPiece);
        }
        let first = self.square();
        let _ = self.take(b'-') || self.take(b'x');
        let second = self.square();
        let (origin, target) = match (first, second) {
            (Some(origin), Some(target)) => (Some(origin), target),
            (None, Some(target)) | (Some(target), None) => (None, target),
            (None, None) => return Err(RecordErrorKind::Expected("a square")),
        };
        let promote = self.take(b'+');
        let declined = !promote && self.take(b'=');
        self.finish()?;
        let words = ParsedName {
            target: Some(target),
            kind,
            found: Found::default(),
            promote: (promote || declined).then_some(promote),
            drop: false,
            origin,
        };
        match origin {
            Some(origin) if position.kind_on(origin) != Some(kind) => {
                Err(RecordErrorKind::WrongPiece)
            }
            Some(origin) => board_move(position, &words, origin, target),
            None => {
                let rivals = candidates(position, kind, target);
                match rivals.first() {
                    None => Err(RecordErrorKind::NoPiece),
                    Some(_) if rivals.has_several() => Err(RecordErrorKind::Ambiguous),
                    Some(origin) => board_move(position, &words, origin, target),
                }
            }
        }
    }

    fn finish(&self) -> Result<(), RecordErrorKind> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(RecordErrorKind::Expected("the end of the move")),
        }
    }
}
