use super::names::csa_kind;
use crate::color::Color;
use crate::format::report::RecordErrorKind;
use crate::piece::{Piece, PieceKind};
use crate::position::{Flaws, Position};
use crate::setup::Setup;
use crate::square::Square;

type Fault = (usize, RecordErrorKind);

const EXPECTED_PIECE: RecordErrorKind =
    RecordErrorKind::Expected("a square and a piece such as 22KA");

/// The starting position of a game, which is read from the lines that begin with `P`.
#[derive(Debug)]
pub(super) struct Start {
    setup: Setup,
    /// Whether any `P` line was read.
    pub(super) some: bool,
    /// The rows that were read, one bit each.
    rows: u16,
}

impl Start {
    pub(super) fn new() -> Self {
        Self { setup: Setup::empty(), some: false, rows: 0 }
    }

    /// Reads a line that begins with `P`. Returns the byte at fault if the line is invalid.
    pub(super) fn line(&mut self, line: &str) -> Result<(), Fault> {
        let bytes = line.trim_end().as_bytes();
        self.some = true;
        match bytes.get(1) {
            Some(b'I') => self.even(bytes),
            Some(b'+') => self.pieces(bytes, Color::Black),
            Some(b'-') => self.pieces(bytes, Color::White),
            Some(&rank @ b'1'..=b'9') => self.row(bytes, rank - b'0'),
            _ => Err((1, RecordErrorKind::Expected("I, +, - or the number of a row"))),
        }
    }

    fn even(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.setup = Setup { side: self.setup.side, ..Setup::start() };
        for (at, square, kind) in Pieces::new(bytes) {
            let (Some(Some(square)), Some(kind)) = (square, kind) else {
                return Err((at, EXPECTED_PIECE));
            };
            let there = &mut self.setup.board[square.index()];
            if there.map(Piece::kind) != Some(kind) {
                return Err((at, RecordErrorKind::NothingToRemove));
            }
            *there = None;
        }
        Ok(())
    }

    /// Reads nine squares. A row has 27 characters, but some programs collapse or remove blanks.
    fn row(&mut self, bytes: &[u8], rank: u8) -> Result<(), Fault> {
        let mut at = 2;
        for file in (1..=9u8).rev() {
            // Blanks around `*` only pad the square to three characters.
            while bytes.get(at) == Some(&b' ') {
                at += 1;
            }
            let piece = match *bytes.get(at..).unwrap_or_default() {
                [b'*', ..] => None,
                [sign @ (b'+' | b'-'), a, b, ..] => {
                    let color = if sign == b'+' { Color::Black } else { Color::White };
                    let piece = RecordErrorKind::Expected("a piece such as +FU");
                    Some(Piece::new(color, csa_kind([a, b]).ok_or((at, piece))?))
                }
                _ => {
                    let squares = "nine squares, each * or a piece such as +FU";
                    return Err((at, RecordErrorKind::Expected(squares)));
                }
            };
            at += if piece.is_some() { 3 } else { 1 };
            if let Some(square) = Square::new(file, rank) {
                self.setup.board[square.index()] = piece;
            }
        }
        self.rows |= 1 << (rank - 1);
        match bytes[at..].iter().position(|&byte| byte != b' ') {
            Some(more) => Err((at + more, RecordErrorKind::Expected("the end of the row"))),
            None => Ok(()),
        }
    }

    fn pieces(&mut self, bytes: &[u8], color: Color) -> Result<(), Fault> {
        for (at, square, kind) in Pieces::new(bytes) {
            match (square, kind) {
                (Some(Some(square)), Some(kind)) => {
                    let there = &mut self.setup.board[square.index()];
                    if there.is_some() {
                        return Err((at, RecordErrorKind::Expected("an empty square")));
                    }
                    *there = Some(Piece::new(color, kind));
                }
                (Some(None), Some(kind)) if kind.is_hand() => {
                    if !self.setup.hands[color.index()].add(kind) {
                        return Err((at, RecordErrorKind::TooManyPieces));
                    }
                }
                (Some(None), None) if bytes.get(at + 2..at + 4) == Some(b"AL") => self.rest(color),
                _ => return Err((at, EXPECTED_PIECE)),
            }
        }
        Ok(())
    }

    /// Handles `00AL`: adds all remaining pieces of the set to a hand.
    fn rest(&mut self, color: Color) {
        for kind in PieceKind::HAND {
            let board =
                self.setup.board.iter().flatten().filter(|piece| piece.kind().unpromoted() == kind);
            let hands: usize =
                self.setup.hands.iter().map(|hand| usize::from(hand.count(kind))).sum();
            for _ in board.count() + hands..usize::from(kind.set_size()) {
                // All pieces of a set fit into one hand.
                let _ = self.setup.hands[color.index()].add(kind);
            }
        }
    }

    /// Makes the even start, for a record without `P` lines.
    pub(super) fn assume_even(&mut self) {
        self.setup = Setup { side: self.setup.side, ..Setup::start() };
        self.some = true;
    }

    /// Returns the position with this side to move. Every flaw of [`Flaws::ALLOWABLE`] is allowed.
    pub(super) fn position(&self, side: Color) -> Result<Position, RecordErrorKind> {
        if !self.some {
            return Err(RecordErrorKind::Expected(
                "the starting position (PI or P1 to P9) before this line",
            ));
        }
        if !matches!(self.rows, 0 | 0x1ff) {
            return Err(RecordErrorKind::Expected("all rows P1 to P9 before this line"));
        }
        Position::from_setup_allowing(Setup { side, ..self.setup.clone() }, Flaws::ALLOWABLE)
            .map_err(|error| RecordErrorKind::Position(error.flaws))
    }
}

/// Iterates over the groups of four characters after the first two characters of a line. An item
/// has the byte offset, the square (`Some(None)` for 00), and the kind.
struct Pieces<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Pieces<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 2 }
    }
}

impl Iterator for Pieces<'_> {
    type Item = (usize, Option<Option<Square>>, Option<PieceKind>);

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        let group = self.bytes.get(at..).filter(|rest| !rest.is_empty())?;
        self.at += 4;
        let [file, rank, a, b, ..] = *group else { return Some((at, None, None)) };
        let square = match (file, rank) {
            (b'0', b'0') => Some(None),
            (b'1'..=b'9', b'1'..=b'9') => Square::new(file - b'0', rank - b'0').map(Some),
            _ => None,
        };
        Some((at, square, csa_kind([a, b])))
    }
}
