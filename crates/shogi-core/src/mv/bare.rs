//! Moves without the kinds moved and captured, and their 16-bit forms.

use core::fmt;

use crate::piece::PieceKind;
use crate::square::Square;

/// A move as USI and the 16-bit encodings hold it: without the kinds moved and captured, which the
/// position knows ([`Position::complete`](crate::Position::complete)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BareMove {
    /// A move of a piece on the board.
    Normal {
        /// Where the piece comes from.
        origin: Square,
        /// Where it goes.
        target: Square,
        /// Whether it promotes.
        promote: bool,
    },
    /// A drop from the hand.
    Drop {
        /// The piece dropped.
        kind: PieceKind,
        /// Where it goes.
        target: Square,
    },
}

impl BareMove {
    /// Where the piece goes.
    #[inline]
    #[must_use]
    pub const fn target(self) -> Square {
        match self {
            Self::Normal { target, .. } | Self::Drop { target, .. } => target,
        }
    }

    /// The move after a half turn of the board.
    #[must_use]
    pub const fn half_turn(self) -> Self {
        match self {
            Self::Normal { origin, target, promote } => {
                Self::Normal { origin: origin.half_turn(), target: target.half_turn(), promote }
            }
            Self::Drop { kind, target } => Self::Drop { kind, target: target.half_turn() },
        }
    }

    /// Apery's 16-bit move: target in bits 0-6, origin in 7-13 (for a drop 80 + Apery's number of the
    /// kind, 81 pawn to 87 gold), promotion in bit 14; squares file by file.
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

    /// The move of Apery's 16-bit form; `None` unless every field is in range.
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

    /// YaneuraOu's 16-bit move: target in bits 0-6, origin or dropped kind in 7-13, drop in bit 14,
    /// promotion in bit 15; squares file by file.
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

    /// The move of YaneuraOu's 16-bit form; `None` unless every field is in range.
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

/// As in USI: `7g7f`, `8h2b+`, `P*5e`.
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

/// Apery and YaneuraOu number bishop 5, rook 6, gold 7, horse 13, dragon 14; the rest as here.
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
    fn every_sixteen_bit_form_is_refused_or_goes_round() {
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
