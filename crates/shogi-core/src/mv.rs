use core::fmt;
use core::num::NonZeroU32;

use crate::color::Color;
use crate::piece::PieceKind;
use crate::square::Square;

mod bare;

pub use bare::BareMove;
use bare::{kind_from_apery, kind_to_apery};

/// A move, packed into the 23 bits of Bonanza's move word.
///
/// | bits  | mask         | meaning                                                          |
/// |-------|--------------|------------------------------------------------------------------|
/// | 0-6   | `0x0000007f` | target square, `0..81`                                           |
/// | 7-13  | `0x00003f80` | origin square, `0..81`, or for a drop 80 + kind: 81 pawn, 87 rook |
/// | 14    | `0x00004000` | the piece promotes                                               |
/// | 15-18 | `0x00078000` | kind of the piece *before* promotion; 0 for a drop               |
/// | 19-22 | `0x00780000` | kind captured, as it stood; 0 for none                           |
///
/// The layout is part of the interface; `tests/wire.rs` pins it. A word says nothing of legality,
/// but its fields are always in range: a square exists, a promoting kind can promote, a captured
/// kind is not a king. Pass, resignation and "no move" are not moves; `Option<Move>` is 4 bytes.
///
/// ```
/// use shogi_core::{PieceKind, Move, Square};
/// let m = Move::normal(PieceKind::Pawn, Square::SQ_7G, Square::SQ_7F, false, None);
/// assert_eq!(m.bits(), 0x9c2f);
/// assert_eq!(m.to_string(), "7g7f");
/// assert_eq!(Move::drop(PieceKind::Pawn, Square::SQ_5E).bits(), 0x28a8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

pub(crate) const ORIGIN_SHIFT: u32 = 7;
pub(crate) const PROMOTION: u32 = 1 << 14;
pub(crate) const PIECE_SHIFT: u32 = 15;
pub(crate) const CAPTURED_SHIFT: u32 = 19;

impl Move {
    /// A move of a piece on the board.
    ///
    /// # Panics
    /// Where [`Move::try_normal`] answers `None`.
    #[inline]
    #[must_use]
    pub const fn normal(
        kind: PieceKind,
        origin: Square,
        target: Square,
        promote: bool,
        captured: Option<PieceKind>,
    ) -> Self {
        match Self::try_normal(kind, origin, target, promote, captured) {
            Some(m) => m,
            None => panic!("the kind cannot promote, a king is captured, or origin is target"),
        }
    }

    /// A move of a piece on the board; `None` if `promote` is asked of a kind that cannot, if a king
    /// is captured, or if origin and target are one square. `kind` is the piece before promotion.
    #[inline]
    #[must_use]
    pub const fn try_normal(
        kind: PieceKind,
        origin: Square,
        target: Square,
        promote: bool,
        captured: Option<PieceKind>,
    ) -> Option<Self> {
        let captured = match captured {
            Some(PieceKind::King) => return None,
            Some(kind) => kind as u32,
            None => 0,
        };
        if promote && !kind.can_promote() || origin.index() == target.index() {
            return None;
        }
        let promotion = if promote { PROMOTION } else { 0 };
        let word = target.index() as u32
            | (origin.index() as u32) << ORIGIN_SHIFT
            | promotion
            | (kind as u32) << PIECE_SHIFT
            | captured << CAPTURED_SHIFT;
        match NonZeroU32::new(word) {
            Some(word) => Some(Self(word)),
            None => None,
        }
    }

    /// A drop from the hand.
    ///
    /// # Panics
    /// If a hand cannot hold the kind; [`Move::try_drop`] answers `None` instead.
    #[inline]
    #[must_use]
    pub const fn drop(kind: PieceKind, target: Square) -> Self {
        match Self::try_drop(kind, target) {
            Some(m) => m,
            None => panic!("a hand cannot hold the kind"),
        }
    }

    /// A drop from the hand; `None` for a king or a promoted kind.
    #[inline]
    #[must_use]
    pub const fn try_drop(kind: PieceKind, target: Square) -> Option<Self> {
        if !kind.is_hand() {
            return None;
        }
        match NonZeroU32::new(target.index() as u32 | (80 + kind as u32) << ORIGIN_SHIFT) {
            Some(word) => Some(Self(word)),
            None => None,
        }
    }

    /// The word of the move.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The move with this word; `None` unless every field is in range and they fit together.
    #[must_use]
    pub const fn from_bits(word: u32) -> Option<Self> {
        if word >> 23 != 0 {
            return None;
        }
        let Some(target) = Square::from_index((word & 0x7f) as u8) else { return None };
        let origin = (word >> ORIGIN_SHIFT & 0x7f) as u8;
        let promote = word & PROMOTION != 0;
        let (kind, captured) =
            ((word >> PIECE_SHIFT & 15) as u8, (word >> CAPTURED_SHIFT & 15) as u8);
        let Some(origin) = Square::from_index(origin) else {
            if origin > 87 || origin == 80 || word >> 14 != 0 {
                return None;
            }
            return match PieceKind::from_index(origin - 80) {
                Some(kind) => Self::try_drop(kind, target),
                None => None,
            };
        };
        let Some(kind) = PieceKind::from_index(kind) else { return None };
        let captured = match (captured, PieceKind::from_index(captured)) {
            (0, _) => None,
            (_, None) => return None,
            (_, some) => some,
        };
        Self::try_normal(kind, origin, target, promote, captured)
    }

    /// A word the generator has put together from valid fields.
    #[inline(always)]
    pub(crate) const fn from_word(word: u32) -> Self {
        match NonZeroU32::new(word) {
            Some(word) => Self(word),
            None => unreachable!(),
        }
    }

    /// Where the piece came from; `None` for a drop.
    #[inline]
    #[must_use]
    pub const fn origin(self) -> Option<Square> {
        Square::from_index((self.bits() >> ORIGIN_SHIFT & 0x7f) as u8)
    }

    /// Where the piece goes.
    #[inline]
    #[must_use]
    pub const fn target(self) -> Square {
        Square::from_low((self.bits() & 0x7f) as usize)
    }

    /// Whether the piece comes from the hand.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.bits() >> ORIGIN_SHIFT & 0x7f > 80
    }

    /// Whether the piece promotes.
    #[inline]
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.bits() & PROMOTION != 0
    }

    /// Whether a piece is captured.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.bits() >> CAPTURED_SHIFT != 0
    }

    /// The moving piece before promotion; `None` for a drop, whose piece field is empty.
    #[inline]
    #[must_use]
    pub const fn piece(self) -> Option<PieceKind> {
        PieceKind::from_index((self.bits() >> PIECE_SHIFT & 15) as u8)
    }

    /// The dropped piece; `None` for a move on the board.
    #[inline]
    #[must_use]
    pub const fn dropped(self) -> Option<PieceKind> {
        let origin = (self.bits() >> ORIGIN_SHIFT & 0x7f) as u8;
        if origin > 80 { PieceKind::from_index(origin - 80) } else { None }
    }

    /// The moving or dropped piece, before promotion.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        match (self.piece(), self.dropped()) {
            (Some(kind), _) | (None, Some(kind)) => kind,
            (None, None) => unreachable!(),
        }
    }

    /// The piece as it stands on the target after the move.
    #[inline]
    #[must_use]
    pub const fn kind_after(self) -> PieceKind {
        match (self.is_promotion(), self.kind().promoted()) {
            (true, Some(promoted)) => promoted,
            _ => self.kind(),
        }
    }

    /// The captured piece as it stood, promoted or not.
    #[inline]
    #[must_use]
    pub const fn captured(self) -> Option<PieceKind> {
        PieceKind::from_index((self.bits() >> CAPTURED_SHIFT) as u8)
    }

    /// Target and origin fields alone, 14 bits: an index for history tables.
    #[inline]
    #[must_use]
    pub const fn from_to(self) -> u16 {
        (self.bits() & 0x3fff) as u16
    }

    /// The word without the captured piece, 19 bits: what goes into a hash table.
    /// [`Move::from_19_bits`] puts the captured piece back from the board.
    #[inline]
    #[must_use]
    pub const fn to_19_bits(self) -> u32 {
        self.bits() & 0x7_ffff
    }

    /// The move with these 19 bits and this captured piece; `None` as for [`Move::from_bits`].
    #[inline]
    #[must_use]
    pub const fn from_19_bits(bits: u32, captured: Option<PieceKind>) -> Option<Self> {
        if bits >> 19 != 0 {
            return None;
        }
        let captured = match captured {
            Some(kind) => kind as u32,
            None => 0,
        };
        Self::from_bits(bits | captured << CAPTURED_SHIFT)
    }

    /// The move without moving and captured kinds.
    #[inline]
    #[must_use]
    pub const fn bare(self) -> BareMove {
        match (self.origin(), self.dropped()) {
            (Some(origin), _) => {
                BareMove::Normal { origin, target: self.target(), promote: self.is_promotion() }
            }
            (None, Some(kind)) => BareMove::Drop { kind, target: self.target() },
            (None, None) => unreachable!(),
        }
    }

    /// The move in the position after a half turn: [`Position::half_turn`](crate::Position::half_turn).
    ///
    /// ```
    /// use shogi_core::{PieceKind, Move, Square};
    /// let push = Move::normal(PieceKind::Pawn, Square::SQ_7G, Square::SQ_7F, false, None);
    /// assert_eq!(push.half_turn().to_string(), "3c3d");
    /// assert_eq!(push.mirror().to_string(), "3g3f");
    /// assert_eq!(Move::drop(PieceKind::Pawn, Square::SQ_9E).mirror().to_string(), "P*1e");
    /// ```
    #[must_use]
    pub const fn half_turn(self) -> Self {
        match self.origin() {
            Some(origin) => self.moved_to(origin.half_turn(), self.target().half_turn()),
            None => Self::drop(self.kind(), self.target().half_turn()),
        }
    }

    /// The move in the position mirrored left to right: [`Position::mirror`](crate::Position::mirror).
    #[must_use]
    pub const fn mirror(self) -> Self {
        match self.origin() {
            Some(origin) => self.moved_to(origin.mirror(), self.target().mirror()),
            None => Self::drop(self.kind(), self.target().mirror()),
        }
    }

    const fn moved_to(self, origin: Square, target: Square) -> Self {
        let squares = (origin.index() as u32) << ORIGIN_SHIFT | target.index() as u32;
        Self::from_word(self.bits() & !0x3fff | squares)
    }

    /// Apery's 32-bit move: the 16-bit one, the kind before promotion in bits 16-19 and the captured
    /// kind in bits 20-23, in Apery's order of kinds. A drop leaves both fields empty.
    #[must_use]
    pub const fn to_apery32(self) -> u32 {
        let piece = match self.piece() {
            Some(kind) => kind_to_apery(kind) as u32,
            None => 0,
        };
        let captured = match self.captured() {
            Some(kind) => kind_to_apery(kind) as u32,
            None => 0,
        };
        self.bare().to_apery16() as u32 | piece << 16 | captured << 20
    }

    /// The move of Apery's 32-bit form; `None` unless every field is in range.
    #[must_use]
    pub const fn from_apery32(word: u32) -> Option<Self> {
        let (piece, captured) = ((word >> 16 & 15) as u8, (word >> 20 & 15) as u8);
        if word >> 24 != 0 {
            return None;
        }
        match (BareMove::from_apery16(word as u16), kind_from_apery(piece)) {
            (Some(BareMove::Normal { origin, target, promote }), Some(kind)) => {
                let captured = match (captured, kind_from_apery(captured)) {
                    (0, _) => None,
                    (_, None) => return None,
                    (_, some) => some,
                };
                Self::try_normal(kind, origin, target, promote, captured)
            }
            (Some(BareMove::Drop { kind, target }), None) if piece == 0 && captured == 0 => {
                Self::try_drop(kind, target)
            }
            _ => None,
        }
    }

    /// YaneuraOu's 32-bit move of this side: the 16-bit one, and above it the piece as it stands on
    /// the target *after* the move, plus 16 for White.
    #[must_use]
    pub const fn to_yaneuraou32(self, color: Color) -> u32 {
        let piece = kind_to_apery(self.kind_after()) as u32 | (color as u32) << 4;
        self.bare().to_yaneuraou16() as u32 | piece << 16
    }

    /// The side and move of YaneuraOu's 32-bit form, which does not hold the captured piece.
    #[must_use]
    pub const fn from_yaneuraou32(word: u32, captured: Option<PieceKind>) -> Option<(Color, Self)> {
        if word >> 21 != 0 {
            return None;
        }
        let color = if word >> 20 == 0 { Color::Black } else { Color::White };
        let Some(after) = kind_from_apery((word >> 16 & 15) as u8) else { return None };
        let m = match BareMove::from_yaneuraou16(word as u16) {
            Some(BareMove::Normal { origin, target, promote }) => {
                if promote && !after.is_promoted() {
                    return None;
                }
                let kind = if promote { after.unpromoted() } else { after };
                Self::try_normal(kind, origin, target, promote, captured)
            }
            Some(BareMove::Drop { kind, target })
                if kind as u8 == after as u8 && captured.is_none() =>
            {
                Self::try_drop(kind, target)
            }
            _ => None,
        };
        match m {
            Some(m) => Some((color, m)),
            None => None,
        }
    }
}

/// As in USI: `7g7f`, `8h2b+`, `P*5e`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.bare(), f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self}, {:?}", self.kind())?;
        if let Some(captured) = self.captured() {
            write!(f, " takes {captured:?}")?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn published_words() {
        let takes = Move::normal(
            PieceKind::Bishop,
            Square::SQ_8H,
            Square::SQ_2B,
            true,
            Some(PieceKind::Bishop),
        );
        assert_eq!((takes.bits(), takes.to_string().as_str()), (0x0033_6010, "8h2b+"));
        assert_eq!(takes.to_19_bits(), 0x0003_6010);
        assert_eq!(Move::from_19_bits(0x0003_6010, Some(PieceKind::Bishop)), Some(takes));
        assert_eq!(Move::drop(PieceKind::Rook, Square::SQ_5E).bits(), 0x2ba8);
        assert_eq!(Move::drop(PieceKind::Rook, Square::SQ_5E).kind(), PieceKind::Rook);
        assert_eq!(takes.kind_after(), PieceKind::Horse);
    }

    #[test]
    fn every_word_is_refused_or_goes_round() {
        let mut accepted = 0u32;
        for word in 0..1 << 24 {
            let Some(m) = Move::from_bits(word) else { continue };
            accepted += 1;
            assert_eq!(m.bits(), word);
            let again = match m.bare() {
                BareMove::Normal { origin, target, promote } => {
                    Move::try_normal(m.kind(), origin, target, promote, m.captured())
                }
                BareMove::Drop { kind, target } => Move::try_drop(kind, target),
            };
            assert_eq!(again, Some(m));
            if word % 13 == 0 {
                assert_eq!(Move::from_apery32(m.to_apery32()), Some(m));
                let yaneuraou = m.to_yaneuraou32(Color::White);
                assert_eq!(
                    Move::from_yaneuraou32(yaneuraou, m.captured()),
                    Some((Color::White, m))
                );
            }
        }
        // 14 kinds of which six also promote, 14 ways to capture or not; seven kinds dropped.
        assert_eq!(accepted, 81 * 80 * (14 + 6) * 14 + 7 * 81);
    }
}
