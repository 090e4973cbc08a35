//! Bare moves, without the moved and captured kinds, and their 16-bit forms.

use core::fmt;

use crate::piece::PieceKind;
use crate::square::Square;

/// A move without the moved and captured kinds. USI and the 16-bit forms of engines store moves in
/// this way.
///
/// [`Position::legal_move`](crate::Position::legal_move) adds the kinds and checks the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BareMove {
    /// A move of a piece on the board.
    Normal {
        /// The origin square.
        origin: Square,
        /// The target square.
        target: Square,
        /// Whether the piece promotes.
        promote: bool,
    },
    /// A drop from the hand.
    Drop {
        /// The dropped kind.
        kind: PieceKind,
        /// The target square.
        target: Square,
    },
}

impl BareMove {
    /// Returns the target square.
    #[inline]
    #[must_use]
    pub const fn target(self) -> Square {
        match self {
            Self::Normal { target, .. } | Self::Drop { target, .. } => target,
        }
    }

    /// Returns the corresponding move after a half turn of the board.
    #[must_use]
    pub const fn half_turn(self) -> Self {
        match self {
            Self::Normal { origin, target, promote } => {
                Self::Normal { origin: origin.half_turn(), target: target.half_turn(), promote }
            }
            Self::Drop { kind, target } => Self::Drop { kind, target: target.half_turn() },
        }
    }

    /// Returns the move in Apery's 16-bit form. Bits 0-6 are the target, bits 7-13 the origin, and
    /// bit 14 is the promotion. Squares are numbered file by file. The origin of a drop is 80 plus
    /// Apery's number of the kind, from 81 for a pawn to 87 for a gold.
    #[must_use]
    pub const fn to_apery16(self) -> u16 {
        match self {
            Self::Normal { origin, target, promote } => {
                target.to_apery() as u16 | (origin.to_apery() as u16) << 7 | (promote as u16) << 14
            }
            Self::Drop { kind, target } => {
                target.to_apery() as u16 | (80 + kind_to_apery(kind) as u16) << 7
            }
        }
    }

    /// Returns the move of Apery's 16-bit form, or `None` if a field is out of range.
    #[must_use]
    pub const fn from_apery16(bits: u16) -> Option<Self> {
        let origin = (bits >> 7 & 0x7f) as u8;
        let Some(target) = Square::from_apery((bits & 0x7f) as u8) else { return None };
        if bits >> 15 != 0 {
            return None;
        }
        match Square::from_apery(origin) {
            Some(origin) if origin.index() != target.index() => {
                Some(Self::Normal { origin, target, promote: bits >> 14 != 0 })
            }
            None if bits >> 14 == 0 => match kind_from_apery(origin - 80) {
                Some(kind) if kind.is_hand() => Some(Self::Drop { kind, target }),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the move in YaneuraOu's 16-bit form. Bits 0-6 are the target, bits 7-13 the origin
    /// or the dropped kind, bit 14 is set for a drop, and bit 15 for a promotion. Squares are
    /// numbered file by file.
    #[must_use]
    pub const fn to_yaneuraou16(self) -> u16 {
        match self {
            Self::Normal { origin, target, promote } => {
                target.to_apery() as u16 | (origin.to_apery() as u16) << 7 | (promote as u16) << 15
            }
            Self::Drop { kind, target } => {
                target.to_apery() as u16 | (kind_to_apery(kind) as u16) << 7 | 1 << 14
            }
        }
    }

    /// Returns the move of YaneuraOu's 16-bit form, or `None` if a field is out of range.
    #[must_use]
    pub const fn from_yaneuraou16(bits: u16) -> Option<Self> {
        let origin = (bits >> 7 & 0x7f) as u8;
        let Some(target) = Square::from_apery((bits & 0x7f) as u8) else { return None };
        let (drop, promote) = (bits >> 14 & 1 != 0, bits >> 15 != 0);
        if drop {
            return match kind_from_apery(origin) {
                Some(kind) if kind.is_hand() && !promote => Some(Self::Drop { kind, target }),
                _ => None,
            };
        }
        match Square::from_apery(origin) {
            Some(origin) if origin.index() != target.index() => {
                Some(Self::Normal { origin, target, promote })
            }
            _ => None,
        }
    }
}

/// Prints the move as USI does: `7g7f`, `8h2b+`, `P*5e`.
impl fmt::Display for BareMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal { origin, target, promote } => {
                write!(f, "{origin}{target}{}", if *promote { "+" } else { "" })
            }
            Self::Drop { kind, target } => write!(f, "{}*{target}", kind.letter()),
        }
    }
}

/// Returns the number of a kind in Apery and YaneuraOu. Bishop is 5, rook 6, gold 7, horse 13, and
/// dragon 14. All other kinds have the same number as in this crate.
pub(super) const fn kind_to_apery(kind: PieceKind) -> u8 {
    match kind {
        PieceKind::Gold => 7,
        PieceKind::Bishop => 5,
        PieceKind::Rook => 6,
        PieceKind::Horse => 13,
        PieceKind::Dragon => 14,
        other => other as u8,
    }
}

pub(super) const fn kind_from_apery(number: u8) -> Option<PieceKind> {
    match number {
        7 => Some(PieceKind::Gold),
        5 => Some(PieceKind::Bishop),
        6 => Some(PieceKind::Rook),
        13 => Some(PieceKind::Horse),
        14 => Some(PieceKind::Dragon),
        15 => None,
        other => PieceKind::from_index(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sixteen_bit_form_is_rejected_or_round_trips() {
        let (mut apery, mut yaneuraou) = (0, 0);
        for bits in 0..=u16::MAX {
            if let Some(m) = BareMove::from_apery16(bits) {
                assert_eq!(m.to_apery16(), bits);
                apery += 1;
            }
            if let Some(m) = BareMove::from_yaneuraou16(bits) {
                assert_eq!(m.to_yaneuraou16(), bits);
                yaneuraou += 1;
            }
        }
        assert_eq!((apery, yaneuraou), (2 * 81 * 80 + 7 * 81, 2 * 81 * 80 + 7 * 81));
    }
}
