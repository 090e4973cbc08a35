use core::fmt;
use core::num::NonZeroU32;

use crate::color::Color;
use crate::piece::PieceKind;
use crate::square::Square;

mod bare;

pub use bare::BareMove;
use bare::{kind_from_apery, kind_to_apery};

/// A move, packed into 23 bits in the layout of the engine Bonanza.
///
/// | bits  | mask         | meaning                                                          |
/// |-------|--------------|------------------------------------------------------------------|
/// | 0-6   | `0x0000007f` | target square, `0..81`                                           |
/// | 7-13  | `0x00003f80` | origin square, `0..81`, or for a drop 80 + kind: 81 pawn, 87 rook |
/// | 14    | `0x00004000` | the piece promotes                                               |
/// | 15-18 | `0x00078000` | kind of the piece *before* promotion; 0 for a drop               |
/// | 19-22 | `0x00780000` | captured kind, which may be promoted; 0 for no capture           |
///
/// The layout is part of the public API. The fields of a move are always valid: the squares exist,
/// a promoting kind can promote, and a captured kind is not a king. A move may still be illegal in
/// a position. A `Move` cannot represent a pass, a resignation or "no move". `Option<Move>` takes 4
/// bytes.
///
/// ```
/// use shogi_core::{PieceKind, Move, Square};
/// let m = Move::normal(PieceKind::Pawn, Square::SQ_7G, Square::SQ_7F, false, None);
/// assert_eq!(m.bits(), 0x9c2f);
/// assert_eq!(m.to_string(), "7g7f");
/// assert_eq!(Move::drop(PieceKind::Pawn, Square::SQ_5E).bits(), 0x28a8);
/// ```
///
/// The bits of a move are the bitwise OR of its fields:
///
/// ```
/// use shogi_core::{Move, PieceKind, Square};
/// let bits = Move::piece_bits(PieceKind::Bishop)
///     | Move::origin_bits(Square::SQ_8H)
///     | Move::target_bits(Square::SQ_2B)
///     | Move::PROMOTION
///     | Move::captured_bits(PieceKind::Bishop);
/// assert_eq!(Move::from_bits(bits).unwrap().to_string(), "8h2b+");
/// let bits = Move::drop_bits(PieceKind::Gold) | Move::target_bits(Square::SQ_5B);
/// assert_eq!(Move::from_bits(bits).unwrap().to_string(), "G*5b");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

pub(crate) const ORIGIN_SHIFT: u32 = 7;
pub(crate) const PROMOTION: u32 = Move::PROMOTION;
pub(crate) const PIECE_SHIFT: u32 = 15;
pub(crate) const CAPTURED_SHIFT: u32 = 19;
/// The mask of a square field that is shifted to bit 0.
pub(crate) const SQUARE_MASK: u32 = 0x7f;
/// The mask of a kind field that is shifted to bit 0.
pub(crate) const KIND_MASK: u32 = 15;
/// The origin field of a drop is this number plus the index of the dropped kind.
pub(crate) const DROP_ORIGIN: u32 = 80;
/// The mask of all fields except the captured kind.
const WITHOUT_CAPTURED: u32 = (1 << CAPTURED_SHIFT) - 1;
/// The mask of the target and origin fields.
const ORIGIN_AND_TARGET: u32 = (1 << 14) - 1;

/// The fields of a move. [`Move::from_bits`] takes the bitwise OR of fields.
impl Move {
    /// The flag of a promotion.
    pub const PROMOTION: u32 = 1 << 14;

    /// Returns the target field of a square.
    #[inline]
    #[must_use]
    pub const fn target_bits(square: Square) -> u32 {
        square.index() as u32
    }

    /// Returns the origin field of a square.
    #[inline]
    #[must_use]
    pub const fn origin_bits(square: Square) -> u32 {
        (square.index() as u32) << ORIGIN_SHIFT
    }

    /// Returns the origin field of a drop. Only the kinds of [`PieceKind::HAND`] make a valid move.
    #[inline]
    #[must_use]
    pub const fn drop_bits(kind: PieceKind) -> u32 {
        (DROP_ORIGIN + kind as u32) << ORIGIN_SHIFT
    }

    /// Returns the field of the moving kind before promotion. A drop has no such field.
    #[inline]
    #[must_use]
    pub const fn piece_bits(kind: PieceKind) -> u32 {
        (kind as u32) << PIECE_SHIFT
    }

    /// Returns the field of the captured kind, which may be a promoted kind.
    #[inline]
    #[must_use]
    pub const fn captured_bits(kind: PieceKind) -> u32 {
        (kind as u32) << CAPTURED_SHIFT
    }
}

impl Move {
    /// Makes a move of a piece on the board.
    ///
    /// # Panics
    /// Panics if [`Move::try_normal`] returns `None`.
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
            None => panic!(
                "the kind cannot promote, a king is captured, or origin and target are the same"
            ),
        }
    }

    /// Makes a move of a piece on the board. `kind` is the kind of the piece before the move.
    ///
    /// Returns `None` if the kind cannot promote and `promote` is set, if a king is captured, or if
    /// origin and target are the same square.
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
            Some(kind) => Self::captured_bits(kind),
            None => 0,
        };
        if promote && !kind.can_promote() || origin.index() == target.index() {
            return None;
        }
        let promotion = if promote { PROMOTION } else { 0 };
        let word = Self::target_bits(target)
            | Self::origin_bits(origin)
            | promotion
            | Self::piece_bits(kind)
            | captured;
        match NonZeroU32::new(word) {
            Some(word) => Some(Self(word)),
            None => None,
        }
    }

    /// Makes a drop from the hand.
    ///
    /// # Panics
    /// Panics if a hand cannot hold the kind. [`Move::try_drop`] returns `None` instead.
    #[inline]
    #[must_use]
    pub const fn drop(kind: PieceKind, target: Square) -> Self {
        match Self::try_drop(kind, target) {
            Some(m) => m,
            None => panic!("a hand cannot hold the kind"),
        }
    }

    /// Makes a drop from the hand. Returns `None` for a king or a promoted kind.
    #[inline]
    #[must_use]
    pub const fn try_drop(kind: PieceKind, target: Square) -> Option<Self> {
        if !kind.is_hand() {
            return None;
        }
        match NonZeroU32::new(Self::target_bits(target) | Self::drop_bits(kind)) {
            Some(word) => Some(Self(word)),
            None => None,
        }
    }

    /// Returns the bits of the move.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// Returns the move with these bits. Returns `None` if a field is out of range or the fields do not
    /// fit together.
    #[must_use]
    pub const fn from_bits(word: u32) -> Option<Self> {
        if word >> 23 != 0 {
            return None;
        }
        let Some(target) = Square::from_index((word & SQUARE_MASK) as u8) else { return None };
        let origin = (word >> ORIGIN_SHIFT & SQUARE_MASK) as u8;
        let promote = word & PROMOTION != 0;
        let (kind, captured) =
            ((word >> PIECE_SHIFT & KIND_MASK) as u8, (word >> CAPTURED_SHIFT & KIND_MASK) as u8);
        let Some(origin) = Square::from_index(origin) else {
            // A drop has no promotion, no moved kind and no captured kind.
            if word & !ORIGIN_AND_TARGET != 0 {
                return None;
            }
            return match PieceKind::from_index(origin.wrapping_sub(DROP_ORIGIN as u8)) {
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

    /// Returns the move with bits that the generator combined from valid fields.
    #[inline(always)]
    pub(crate) const fn from_word(word: u32) -> Self {
        match NonZeroU32::new(word) {
            Some(word) => Self(word),
            None => unreachable!(),
        }
    }

    /// Returns the origin square of the move, or `None` for a drop.
    #[inline]
    #[must_use]
    pub const fn origin(self) -> Option<Square> {
        Square::from_index((self.bits() >> ORIGIN_SHIFT & SQUARE_MASK) as u8)
    }

    /// Returns the target square of the move.
    #[inline]
    #[must_use]
    pub const fn target(self) -> Square {
        Square::from_low((self.bits() & SQUARE_MASK) as usize)
    }

    /// Returns whether the move is a drop.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.bits() >> ORIGIN_SHIFT & SQUARE_MASK > DROP_ORIGIN
    }

    /// Returns whether the piece promotes.
    #[inline]
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.bits() & PROMOTION != 0
    }

    /// Returns whether a piece is captured.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.bits() >> CAPTURED_SHIFT != 0
    }

    /// Returns the kind of the moved piece before promotion, or `None` for a drop.
    #[inline]
    #[must_use]
    pub const fn moved(self) -> Option<PieceKind> {
        PieceKind::from_index((self.bits() >> PIECE_SHIFT & KIND_MASK) as u8)
    }

    /// Returns the dropped kind, or `None` for a move on the board.
    #[inline]
    #[must_use]
    pub const fn dropped(self) -> Option<PieceKind> {
        let origin = (self.bits() >> ORIGIN_SHIFT & SQUARE_MASK) as u8;
        if self.is_drop() { PieceKind::from_index(origin - DROP_ORIGIN as u8) } else { None }
    }

    /// Returns the kind of the moved or dropped piece, before promotion.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        match (self.moved(), self.dropped()) {
            (Some(kind), _) | (None, Some(kind)) => kind,
            (None, None) => unreachable!(),
        }
    }

    /// Returns the kind of the piece on the target square after the move.
    #[inline]
    #[must_use]
    pub const fn kind_after(self) -> PieceKind {
        match (self.is_promotion(), self.kind().promoted()) {
            (true, Some(promoted)) => promoted,
            _ => self.kind(),
        }
    }

    /// Returns the kind of the captured piece, which may be a promoted kind.
    #[inline]
    #[must_use]
    pub const fn captured(self) -> Option<PieceKind> {
        PieceKind::from_index((self.bits() >> CAPTURED_SHIFT) as u8)
    }

    /// Returns the origin and target fields as 14 bits. Engines use them as the index of a history
    /// table.
    #[inline]
    #[must_use]
    pub const fn origin_target_bits(self) -> u16 {
        (self.bits() & ORIGIN_AND_TARGET) as u16
    }

    /// Returns the 19 bits of the move without the captured kind, for use in hash tables.
    ///
    /// [`Position::restore_captured`](crate::Position::restore_captured) adds the captured kind again.
    #[inline]
    #[must_use]
    pub const fn bits_without_captured(self) -> u32 {
        self.bits() & WITHOUT_CAPTURED
    }

    /// Returns the move with these 19 bits ([`Move::bits_without_captured`]) and this captured kind.
    ///
    /// Returns `None` if a bit above the 19 bits is set, or if the fields are not a valid move.
    #[inline]
    #[must_use]
    pub const fn from_bits_with_captured(bits: u32, captured: Option<PieceKind>) -> Option<Self> {
        if bits & !WITHOUT_CAPTURED != 0 {
            return None;
        }
        let captured = match captured {
            Some(kind) => Self::captured_bits(kind),
            None => 0,
        };
        Self::from_bits(bits | captured)
    }

    /// Returns the move without the moved and captured kinds.
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

    /// Returns the corresponding move in a position turned by
    /// [`Position::half_turn`](crate::Position::half_turn).
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
            Some(origin) => self.with_squares(origin.half_turn(), self.target().half_turn()),
            None => Self::drop(self.kind(), self.target().half_turn()),
        }
    }

    /// Returns the corresponding move in a position mirrored by
    /// [`Position::mirror`](crate::Position::mirror).
    #[must_use]
    pub const fn mirror(self) -> Self {
        match self.origin() {
            Some(origin) => self.with_squares(origin.mirror(), self.target().mirror()),
            None => Self::drop(self.kind(), self.target().mirror()),
        }
    }

    const fn with_squares(self, origin: Square, target: Square) -> Self {
        let squares = Self::origin_bits(origin) | Self::target_bits(target);
        Self::from_word(self.bits() & !ORIGIN_AND_TARGET | squares)
    }

    /// Returns the move in Apery's 32-bit form: the 16-bit form, the kind before promotion in bits 16-19
    /// and the captured kind in bits 20-23, in Apery's order of kinds. Both fields are 0 in a drop.
    #[must_use]
    pub const fn to_apery32(self) -> u32 {
        let piece = match self.moved() {
            Some(kind) => kind_to_apery(kind) as u32,
            None => 0,
        };
        let captured = match self.captured() {
            Some(kind) => kind_to_apery(kind) as u32,
            None => 0,
        };
        self.bare().to_apery16() as u32 | piece << 16 | captured << 20
    }

    /// Returns the move of Apery's 32-bit form, or `None` if a field is out of range.
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

    /// Returns the move in YaneuraOu's 32-bit form for this side: the 16-bit form, and above it the
    /// kind *after* the move, plus 16 for White.
    #[must_use]
    pub const fn to_yaneuraou32(self, color: Color) -> u32 {
        let piece = kind_to_apery(self.kind_after()) as u32 | (color as u32) << 4;
        self.bare().to_yaneuraou16() as u32 | piece << 16
    }

    /// Returns the side and the move of YaneuraOu's 32-bit form. The form does not contain the
    /// captured kind.
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

/// Prints the move as USI does: `7g7f`, `8h2b+`, `P*5e`.
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
    fn published_bits() {
        let takes = Move::normal(
            PieceKind::Bishop,
            Square::SQ_8H,
            Square::SQ_2B,
            true,
            Some(PieceKind::Bishop),
        );
        assert_eq!((takes.bits(), takes.to_string().as_str()), (0x0033_6010, "8h2b+"));
        assert_eq!(takes.bits_without_captured(), 0x0003_6010);
        assert_eq!(
            Move::from_bits_with_captured(0x0003_6010, Some(PieceKind::Bishop)),
            Some(takes)
        );
        assert_eq!(Move::drop(PieceKind::Rook, Square::SQ_5E).bits(), 0x2ba8);
        assert_eq!(Move::drop(PieceKind::Rook, Square::SQ_5E).kind(), PieceKind::Rook);
        assert_eq!(takes.kind_after(), PieceKind::Horse);
    }

    #[test]
    fn every_number_is_rejected_or_round_trips() {
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
        // A board move has 14 kinds without promotion or six kinds with promotion, and 13 captured
        // kinds or none. A drop has seven kinds.
        assert_eq!(accepted, 81 * 80 * (14 + 6) * 14 + 7 * 81);
    }
}
