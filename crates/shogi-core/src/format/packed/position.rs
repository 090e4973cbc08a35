//! Packs positions into 32 bytes.

use super::bits::{BitReader, BitWriter};
use super::codes::{self, BOX, Codes};
use crate::color::Color;
use crate::hand::Hand;
use crate::piece::{Piece, PieceKind};
use crate::position::{Flaws, Position};
use crate::setup::Setup;
use crate::square::Square;

/// A position in 32 bytes, in Apery's format HuffmanCodedPos.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Hcp([u8; 32]);

/// A position in 32 bytes, in YaneuraOu's format PackedSfen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct PackedSfen([u8; 32]);

macro_rules! packed_form {
    ($name:ident, $codes:expr) => {
        impl $name {
            /// Packs a position.
            ///
            /// # Errors
            /// Fails if the position has more pieces of a kind than a normal set, or no king.
            pub fn encode(position: &Position) -> Result<Self, PackError> {
                let hands = [position.hand(Color::Black), position.hand(Color::White)];
                let kings = [position.king(Color::Black), position.king(Color::White)];
                encode($codes, position.side(), kings, |square| position.piece_on(square), hands)
                    .map(Self)
            }

            /// Returns the side to move, which the first bit states. The rest of the bytes is not
            /// validated.
            #[must_use]
            pub const fn side(&self) -> Color {
                if self.0[0] & 1 == 0 { Color::Black } else { Color::White }
            }

            /// Returns the position. It is valid and has at least one king.
            ///
            /// # Errors
            /// Returns the first fault and its bit offset.
            pub fn decode(&self) -> Result<Position, UnpackError> {
                position(decode($codes, &self.0)?)
            }

            /// Returns the setup, even if it is not a valid position.
            ///
            /// # Errors
            /// Returns the first fault and its bit offset.
            pub fn decode_setup(&self) -> Result<Setup, UnpackError> {
                decode($codes, &self.0)
            }

            /// Wraps these 32 bytes without validating them.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }

            /// Returns the 32 bytes.
            #[must_use]
            pub const fn to_bytes(self) -> [u8; 32] {
                self.0
            }
        }
    };
}

packed_form!(Hcp, &codes::APERY);
packed_form!(PackedSfen, &codes::YANEURAOU);

/// The error for a position without a packed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// The position is invalid, so a reader of training records would refuse the record.
    #[error("cannot pack an invalid position: {0}")]
    Flaws(Flaws),
    /// There are more pieces of a kind than in a normal set.
    #[error("cannot pack a position with more than {} {kind}s", .kind.set_size())]
    TooManyPieces {
        /// The kind.
        kind: PieceKind,
    },
    /// Neither side has a king.
    #[error("cannot pack a position without kings")]
    NoKing,
}

/// The error for 32 bytes that are not a packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid packed position at bit {bit}: {kind}")]
pub struct UnpackError {
    /// The bit offset of the error. Offset 0 is the lowest bit of the first byte.
    pub bit: usize,
    /// The kind of the error.
    pub kind: UnpackErrorKind,
}

/// The kind of an error in a packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnpackErrorKind {
    /// A king is on a square that does not exist.
    #[error("the king is on square {0}, expected 0 to 81")]
    KingSquare(u8),
    /// Both kings are on the same square.
    #[error("both kings are on the same square")]
    SameKingSquare,
    /// Neither side has a king.
    #[error("both kings are missing")]
    NoKing,
    /// The next bits are not the code of a piece.
    #[error("unknown piece code")]
    UnknownCode,
    /// The last piece code does not end exactly at the end of the 32 bytes.
    #[error("the piece codes do not end exactly at the end of byte 32")]
    Overrun,
    /// There are more pieces of a kind than in a set.
    #[error("there are more than {} pieces of the kind {kind}", .kind.set_size())]
    TooManyPieces {
        /// The kind.
        kind: PieceKind,
    },
    /// The position is not valid.
    #[error("invalid position: {0}")]
    Flaws(Flaws),
}

fn position(setup: Setup) -> Result<Position, UnpackError> {
    Position::from_setup_allowing(setup, Flaws::MISSING_KINGS)
        .map_err(|error| UnpackError { bit: 0, kind: UnpackErrorKind::Flaws(error.flaws) })
}

/// Maps the square numbers of the packed formats to the indices of [`Square`]. The table has 128
/// entries, so any 7-bit index is in bounds.
static FROM_APERY: [u8; 128] = {
    let mut table = [0; 128];
    let mut number = 0;
    while number < 81 {
        if let Some(square) = Square::from_apery(number) {
            table[number as usize] = square.index() as u8;
        }
        number += 1;
    }
    table
};

fn encode(
    codes: &Codes,
    side: Color,
    kings: [Option<Square>; 2],
    piece_on: impl Fn(Square) -> Option<Piece>,
    hands: [Hand; 2],
) -> Result<[u8; 32], PackError> {
    if kings == [None, None] {
        return Err(PackError::NoKing);
    }
    let mut bits = BitWriter::new();
    bits.push(u32::from(side == Color::White), 1);
    for king in kings {
        bits.push(king.map_or(NO_KING, |king| u32::from(king.to_apery())), 7);
    }
    let mut rest = codes::SET;
    let king_squares = kings.map(|king| king.map_or(81, Square::index));
    let mut empty = 0;
    for &square in &FROM_APERY[..81] {
        let square = usize::from(square);
        if let Some(piece) = piece_on(Square::from_low(square)) {
            if king_squares.contains(&square) {
                continue;
            }
            bits.push(0, empty);
            empty = 0;
            let (code, len) = codes.board[piece.index() & 31];
            bits.push(u32::from(code), u32::from(len));
            rest[piece.kind().unpromoted().index() & 7] -= 1;
        } else {
            empty += 1;
        }
    }
    bits.push(0, empty);
    for color in Color::ALL {
        let hand = hands[color.index()];
        if hand.is_empty() {
            continue;
        }
        for kind in PieceKind::HAND {
            let (code, len) = codes.hand[color.index()][kind.index()];
            let count = hand.count(kind);
            rest[kind.index()] -= i32::from(count);
            for _ in 0..count {
                bits.push(u32::from(code), u32::from(len));
            }
        }
    }
    for kind in PieceKind::HAND {
        let missing = rest[kind.index()];
        if missing < 0 {
            return Err(PackError::TooManyPieces { kind });
        }
        let (code, len) = codes.hand[BOX][kind.index()];
        for _ in 0..missing {
            bits.push(u32::from(code), u32::from(len));
        }
    }
    if kings.iter().all(Option::is_some) {
        debug_assert_eq!(bits.len(), 256);
        return Ok(bits.to_bytes());
    }
    debug_assert_eq!(bits.len(), 257);
    // The last bit is omitted. If the decoder would not infer the bit correctly, the square number
    // of the missing king stores that the bit is 1.
    let plain = bits.to_bytes();
    let reads_back = decode(codes, &plain).is_ok_and(|setup| {
        setup.hands == hands
            && Square::all().all(|square| setup.board[square.index()] == piece_on(square))
    });
    if !reads_back {
        let color = usize::from(kings[0].is_some());
        bits.or_at(1 + 7 * color, NO_KING ^ NO_KING_LAST_BIT_SET);
    }
    Ok(bits.to_bytes())
}

/// The square number of a missing king in the packed formats.
const NO_KING: u32 = 81;
/// The square number of a missing king if the omitted last bit is 1 and cannot be inferred. This
/// number is an extension of the format by this crate.
const NO_KING_LAST_BIT_SET: u32 = 83;

fn decode(codes: &Codes, bytes: &[u8; 32]) -> Result<Setup, UnpackError> {
    let fail = |bit: usize, kind| Err(UnpackError { bit, kind });
    let mut bits = BitReader::new(bytes);
    let mut setup = Setup::empty();
    setup.side = if bits.take(1) == 0 { Color::Black } else { Color::White };
    let kings = [bits.take(7), bits.take(7)];
    let missing = kings.map(|king| king > 80);
    for (i, color) in Color::ALL.into_iter().enumerate() {
        let king = kings[i] as u8;
        match Square::from_apery(king) {
            Some(square) => {
                if i == 1 && kings[0] == kings[1] {
                    return fail(8, UnpackErrorKind::SameKingSquare);
                }
                setup.board[square.index()] = Some(Piece::new(color, PieceKind::King));
            }
            None if u32::from(king) == NO_KING => {}
            None if u32::from(king) == NO_KING_LAST_BIT_SET => bits.set_last(),
            None => return fail(1 + 7 * i, UnpackErrorKind::KingSquare(king)),
        }
    }
    if missing == [true, true] {
        return fail(8, UnpackErrorKind::NoKing);
    }
    // A position with one king takes one bit more than the 32 bytes hold.
    let capacity = if missing == [false, false] { 256 } else { 257 };
    let mut rest = codes::SET;
    // The stream has no codes for the squares of the kings. `number` counts the other squares in
    // the order of the stream. A run of empty squares is a run of zeros.
    let (first, second) = (kings[0].min(kings[1]), kings[0].max(kings[1]));
    let squares = 81 - missing.iter().filter(|&&missing| !missing).count() as u32;
    let mut number = 0;
    loop {
        let run = bits.zeros().min(squares - number);
        bits.skip(run);
        number += run;
        if number >= squares {
            break;
        }
        let bit = bits.at();
        let (piece, len) = codes.from_board[bits.peek() as usize & 255];
        if len == 1 {
            continue; // the run of zeros is longer than 64 bits
        }
        if bit + usize::from(len) > capacity {
            return fail(bit, UnpackErrorKind::Overrun);
        }
        bits.skip(u32::from(len));
        take(&mut rest, piece, bit)?;
        let square = number + u32::from(number >= first);
        let square = square + u32::from(square >= second);
        setup.board[usize::from(FROM_APERY[square as usize & 127])] = Piece::from_index(piece);
        number += 1;
    }
    if bits.at() > capacity {
        return fail(256, UnpackErrorKind::Overrun);
    }
    let mut last = None;
    while bits.at() < 256 {
        let bit = bits.at();
        let (mut owner, mut kind, len) = codes.from_hand[bits.peek() as usize & 127];
        if len == 0 {
            return fail(bit, UnpackErrorKind::UnknownCode);
        }
        let end = bit + usize::from(len);
        if end > 256 {
            if let Some(known) = last_piece(codes, bits.peek(), 256 - bit, &rest, last) {
                (owner, kind) = known;
            } else if end > capacity {
                return fail(bit, UnpackErrorKind::Overrun);
            }
        }
        bits.skip(u32::from(len));
        take(&mut rest, kind, bit)?;
        last = Some((owner, kind));
        if let (Some(hand), Some(kind)) =
            (setup.hands.get_mut(usize::from(owner)), PieceKind::from_index(kind))
            && !hand.add(kind)
        {
            return fail(bit, UnpackErrorKind::TooManyPieces { kind });
        }
    }
    Ok(setup)
}

/// Subtracts a piece from the remaining pieces. Fails if no piece of the kind is left.
fn take(rest: &mut [i32; 8], piece: u8, bit: usize) -> Result<(), UnpackError> {
    let kind = piece & 7;
    rest[usize::from(kind)] -= 1;
    match PieceKind::from_index(kind) {
        Some(kind) if rest[kind.index()] < 0 => {
            Err(UnpackError { bit, kind: UnpackErrorKind::TooManyPieces { kind } })
        }
        _ => Ok(()),
    }
}

/// Returns the owner and kind of the last piece, if they can be inferred. The last bit of its code
/// is missing.
fn last_piece(
    codes: &Codes,
    window: u64,
    len: usize,
    rest: &[i32; 8],
    last: Option<(u8, u8)>,
) -> Option<(u8, u8)> {
    let mut left = (1..8).filter(|&kind| rest[kind] != 0);
    let (kind, None) = (left.next()?, left.next()) else { return None };
    if rest[kind] != 1 {
        return None;
    }
    let fits = |owner: usize| {
        let (code, whole) = codes.hand[owner][kind];
        usize::from(whole) == len + 1 && (u64::from(code) ^ window) & ((1 << len) - 1) == 0
    };
    if fits(BOX) {
        return Some((BOX as u8, kind as u8));
    }
    let white = Color::White as u8;
    let is_white = last.is_some_and(|(owner, before)| owner == white || before > kind as u8);
    (is_white && fits(usize::from(white))).then_some((white, kind as u8))
}
