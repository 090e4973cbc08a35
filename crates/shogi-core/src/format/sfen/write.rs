use core::fmt;
use core::ops::Deref;

use crate::color::Color;
use crate::hand::Hand;
use crate::piece::{Piece, PieceKind};
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Square;

/// The maximum length of an SFEN. It has 81 promoted pieces, eight slashes, the side, fourteen hand
/// entries of three characters, a move number of ten digits, and the spaces.
const CAPACITY: usize = 2 * 81 + 8 + 3 + 14 * 3 + 1 + 10;

/// The text of an SFEN, stored without an allocation. It dereferences to `str`.
#[derive(Clone)]
pub struct Sfen {
    bytes: [u8; CAPACITY],
    len: usize,
}

/// Returns the SFEN of a position, with its move number.
///
/// ```
/// use shogi_core::{Position, format::sfen};
/// let text = sfen::encode(&Position::start());
/// assert_eq!(&*text, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
/// ```
#[must_use]
pub fn encode(position: &Position) -> Sfen {
    let hands = [position.hand(Color::Black), position.hand(Color::White)];
    write(|square| position.piece_on(square), position.side(), hands, position.move_number())
}

/// Returns the SFEN of a setup, even if it is not a valid position.
#[must_use]
pub fn encode_setup(setup: &Setup) -> Sfen {
    write(|square| setup.board[square.index()], setup.side, setup.hands, setup.move_number)
}

impl Sfen {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }

    /// Returns the text without the move number. It is the key of a position in a book.
    #[must_use]
    pub fn without_ply(&self) -> &str {
        let text = self.as_str();
        text.rsplit_once(' ').map_or(text, |(rest, _)| rest)
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }

    fn number(&mut self, number: u32) {
        let (mut digits, mut rest, mut start) = ([0; 10], number, 10);
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        for &digit in &digits[start..] {
            self.push(digit);
        }
    }
}

/// The letter of each piece, indexed by the index of the piece.
static LETTERS: [u8; 32] = {
    let mut table = [0; 32];
    let mut kind = 1;
    while kind < 16 {
        if let Some(kind) = PieceKind::from_index(kind) {
            let letter = kind.letter() as u8;
            table[kind.index()] = letter;
            table[kind.index() + 16] = letter.to_ascii_lowercase();
        }
        kind += 1;
    }
    table
};

#[inline(always)]
fn write(
    piece_on: impl Fn(Square) -> Option<Piece>,
    side: Color,
    hands: [Hand; 2],
    ply: u32,
) -> Sfen {
    let mut sfen = Sfen { bytes: [0; CAPACITY], len: 0 };
    for rank in 0..9 {
        let mut run = 0;
        for column in 0..9 {
            let Some(piece) = piece_on(Square::from_low(9 * rank + column)) else {
                run += 1;
                continue;
            };
            if run > 0 {
                sfen.push(b'0' + run);
                run = 0;
            }
            if piece.kind().is_promoted() {
                sfen.push(b'+');
            }
            sfen.push(LETTERS[piece.index()]);
        }
        if run > 0 {
            sfen.push(b'0' + run);
        }
        sfen.push(if rank < 8 { b'/' } else { b' ' });
    }
    sfen.push(if side == Color::Black { b'b' } else { b'w' });
    sfen.push(b' ');
    if hands.iter().all(|hand| hand.is_empty()) {
        sfen.push(b'-');
    }
    for color in Color::ALL {
        let hand = hands[color.index()];
        if hand.is_empty() {
            continue;
        }
        const ORDER: [PieceKind; 7] = [
            PieceKind::Rook,
            PieceKind::Bishop,
            PieceKind::Gold,
            PieceKind::Silver,
            PieceKind::Knight,
            PieceKind::Lance,
            PieceKind::Pawn,
        ];
        for kind in ORDER {
            let count = hand.count(kind);
            if count > 1 {
                sfen.number(u32::from(count));
            }
            if count > 0 {
                sfen.push(LETTERS[Piece::new(color, kind).index()]);
            }
        }
    }
    sfen.push(b' ');
    sfen.number(ply);
    sfen
}

impl Deref for Sfen {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Sfen {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for Sfen {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Sfen {}

impl fmt::Display for Sfen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Sfen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// Writes the SFEN with the move number.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&encode(self))
    }
}

/// Writes the SFEN with the move number.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&encode_setup(self))
    }
}
