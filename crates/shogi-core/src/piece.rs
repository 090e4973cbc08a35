use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;

use crate::color::Color;

/// The kind of a piece: an unpromoted or a promoted kind, without the side.
///
/// The indices are part of the bits of a [`Move`](crate::Move). Promotion adds 8 to the index. The
/// index 13 does not exist, because gold does not promote.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum PieceKind {
    Pawn = 1,
    Lance = 2,
    Knight = 3,
    Silver = 4,
    Gold = 5,
    Bishop = 6,
    Rook = 7,
    King = 8,
    /// A promoted pawn.
    Tokin = 9,
    ProLance = 10,
    ProKnight = 11,
    ProSilver = 12,
    /// A promoted bishop.
    Horse = 14,
    /// A promoted rook.
    Dragon = 15,
}

impl PieceKind {
    /// All fourteen kinds in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::King,
        Self::Tokin,
        Self::ProLance,
        Self::ProKnight,
        Self::ProSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// The seven kinds that a hand can hold, in the order from pawn to rook.
    pub const HAND: [Self; 7] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Gold, Self::Bishop, Self::Rook];

    /// Returns the kind with this number, `1..=15` without 13.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        Some(match index {
            1 => Self::Pawn,
            2 => Self::Lance,
            3 => Self::Knight,
            4 => Self::Silver,
            5 => Self::Gold,
            6 => Self::Bishop,
            7 => Self::Rook,
            8 => Self::King,
            9 => Self::Tokin,
            10 => Self::ProLance,
            11 => Self::ProKnight,
            12 => Self::ProSilver,
            14 => Self::Horse,
            15 => Self::Dragon,
            _ => return None,
        })
    }

    /// Returns the number of the kind, `1..=15` without 13.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns whether this is a promoted kind.
    #[inline]
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        self as u8 > 8
    }

    /// Returns whether the kind can promote: an unpromoted pawn, lance, knight, silver, bishop or rook.
    #[inline]
    #[must_use]
    pub const fn can_promote(self) -> bool {
        0b1101_1110 >> (self as u8 & 15) & 1 != 0
    }

    /// Returns whether a hand can hold the kind: it is neither promoted nor a king.
    #[inline]
    #[must_use]
    pub const fn is_hand(self) -> bool {
        (self as u8) < 8
    }

    /// Returns the kind after promotion, if the kind can promote.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Option<Self> {
        if self.can_promote() { Self::from_index(self as u8 + 8) } else { None }
    }

    /// Returns the unpromoted kind.
    #[inline]
    #[must_use]
    pub const fn unpromoted(self) -> Self {
        match self {
            Self::Tokin => Self::Pawn,
            Self::ProLance => Self::Lance,
            Self::ProKnight => Self::Knight,
            Self::ProSilver => Self::Silver,
            Self::Horse => Self::Bishop,
            Self::Dragon => Self::Rook,
            other => other,
        }
    }

    /// Returns the number of pieces of the unpromoted kind in a set, which has the pieces of both
    /// sides. For example, a set has 18 pawns and two kings.
    #[must_use]
    pub const fn set_size(self) -> u8 {
        match self.unpromoted() {
            Self::Pawn => 18,
            Self::Bishop | Self::Rook | Self::King => 2,
            _ => 4,
        }
    }

    /// Returns the upper-case letter of the unpromoted kind in SFEN and USI.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.unpromoted() {
            Self::Pawn => 'P',
            Self::Lance => 'L',
            Self::Knight => 'N',
            Self::Silver => 'S',
            Self::Gold => 'G',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            _ => 'K',
        }
    }

    /// Returns the unpromoted kind of an upper-case SFEN letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Self::Pawn,
            'L' => Self::Lance,
            'N' => Self::Knight,
            'S' => Self::Silver,
            'G' => Self::Gold,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'K' => Self::King,
            _ => return None,
        })
    }
}

/// Prints the kind as SFEN does, in upper case: `P`, `+R`.
impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_promoted() {
            f.write_str("+")?;
        }
        write!(f, "{}", self.letter())
    }
}

/// The error for a text that is not a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid piece: expected a letter, after + if promoted, as in P or +R")]
pub struct ParsePieceError;

impl FromStr for PieceKind {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        let (letter, is_promoted) = match text.strip_prefix('+') {
            Some(letter) => (letter, true),
            None => (text, false),
        };
        let &[letter] = letter.as_bytes() else { return Err(ParsePieceError) };
        let kind = Self::from_letter(letter.into()).ok_or(ParsePieceError)?;
        if is_promoted { kind.promoted().ok_or(ParsePieceError) } else { Ok(kind) }
    }
}

/// A piece: its kind and its side. The index is the index of the kind, plus 16 for White.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// Returns the piece of this kind and side.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        match NonZeroU8::new(kind as u8 | (color as u8) << 4) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// Returns the piece with this number, `1..32`.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index >= 32 {
            return None;
        }
        match (PieceKind::from_index(index & 15), NonZeroU8::new(index)) {
            (Some(_), Some(bits)) => Some(Self(bits)),
            _ => None,
        }
    }

    /// Returns the number of the piece, `1..32`.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// Returns the kind of the piece.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        match PieceKind::from_index(self.0.get() & 15) {
            Some(kind) => kind,
            None => unreachable!(),
        }
    }

    /// Returns the side of the piece.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if self.0.get() & 16 == 0 { Color::Black } else { Color::White }
    }
}

/// Prints the piece as SFEN does: `P` for Black's pawn, `+r` for White's dragon.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind().is_promoted() {
            f.write_str("+")?;
        }
        let letter = self.kind().letter();
        let letter =
            if self.color() == Color::White { letter.to_ascii_lowercase() } else { letter };
        write!(f, "{letter}")
    }
}

/// Reads the text that [`Display`](fmt::Display) writes.
impl FromStr for Piece {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        let letter = text.strip_prefix('+').unwrap_or(text);
        let &[letter] = letter.as_bytes() else { return Err(ParsePieceError) };
        let kind =
            PieceKind::from_letter(letter.to_ascii_uppercase().into()).ok_or(ParsePieceError)?;
        let kind = if text.len() == 1 { Some(kind) } else { kind.promoted() };
        let color = if letter.is_ascii_lowercase() { Color::White } else { Color::Black };
        kind.map(|kind| Self::new(color, kind)).ok_or(ParsePieceError)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{:?}", self.color(), self.kind())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn numbers_and_letters_round_trip() {
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!((piece.color(), piece.kind()), (color, kind));
                assert_eq!(Piece::from_index(piece.index() as u8), Some(piece));
                assert_eq!(PieceKind::from_letter(kind.letter()), Some(kind.unpromoted()));
                assert_eq!(piece.to_string().parse(), Ok(piece));
                assert_eq!(kind.to_string().parse(), Ok(kind));
                assert_eq!(kind.promoted().is_some(), kind.can_promote());
                if let Some(promoted) = kind.promoted() {
                    assert_eq!(promoted.unpromoted(), kind);
                }
            }
        }
        assert_eq!(Piece::new(Color::White, PieceKind::Dragon).to_string(), "+r");
        for text in ["", "+", "Q", "+G", "+k", "PP", "++P", "+PP", "歩"] {
            assert_eq!(text.parse::<Piece>(), Err(ParsePieceError), "{text}");
            assert_eq!(text.parse::<PieceKind>(), Err(ParsePieceError), "{text}");
        }
        assert_eq!("p".parse::<PieceKind>(), Err(ParsePieceError));
        assert_eq!((0..=255).filter(|&i| Piece::from_index(i).is_some()).count(), 28);
    }
}
