use super::legality::IllegalMove;
use super::sets::{KING, PROMOTED, SLOTS};
use super::state::Position;
use crate::bitboard::BITS;
use crate::color::{Black, Color, Side, White};
use crate::mv::{
    CAPTURED_SHIFT, DROP_ORIGIN, KIND_MASK, Move, ORIGIN_SHIFT, PIECE_SHIFT, PROMOTION, SQUARE_MASK,
};
use crate::piece::PieceKind;
use crate::zobrist;

/// Promotion adds this number to the index of a kind.
const PROMOTED_KIND: u32 = PieceKind::Tokin as u32 - PieceKind::Pawn as u32;
/// A right shift by this number converts the promotion flag of a move to [`PROMOTED_KIND`].
const PROMOTION_TO_KIND: u32 = PROMOTION.trailing_zeros() - PROMOTED_KIND.trailing_zeros();
/// The bits of the index of a kind that promotion does not change.
const UNPROMOTED_MASK: usize = PROMOTED_KIND as usize - 1;
/// The index of a white piece is the index of the kind plus this number.
const WHITE_PIECE: usize = 16;
/// The mask of the count of a kind in hand. The hash has 32 random numbers for each kind.
const HAND_COUNT_MASK: usize = 31;

/// The data that [`Position::undo`] needs in addition to the move.
///
/// The caller keeps this value until it undoes the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    hash: u64,
    // The move number is stored, because the move number after `u32::MAX` is `u32::MAX` again.
    move_number: u32,
}

impl Position {
    /// Plays a move if it is legal. [`Position::undo`] undoes the move.
    ///
    /// ```
    /// use shogi_core::{Move, PieceKind, Position, Square};
    /// let mut position = Position::start();
    /// let m = Move::normal(PieceKind::Pawn, Square::SQ_7G, Square::SQ_7F, false, None);
    /// let undo = position.play(m)?;
    /// assert_eq!(position.move_number(), 2);
    /// position.undo(m, undo);
    /// assert_eq!(position, Position::start());
    /// # Ok::<(), shogi_core::IllegalMove>(())
    /// ```
    ///
    /// # Errors
    /// Returns the reason why the move is illegal. The position is then unchanged.
    pub fn play(&mut self, m: Move) -> Result<Undo, IllegalMove> {
        self.check_move(m)?;
        Ok(self.play_unchecked(m))
    }

    /// Plays a move without checking it. [`Position::undo`] undoes the move.
    ///
    /// The move must be pseudo-legal: [`Position::is_pseudo_legal`] must accept it. Debug builds
    /// assert this. After any other move, the position is inconsistent and later calls may panic,
    /// but memory safety is never affected. A pseudo-legal move that is not legal may leave the
    /// mover's own king in check.
    ///
    /// ```
    /// use shogi_core::Position;
    /// let mut position = Position::start();
    /// for m in position.legal_moves() {
    ///     let undo = position.play_unchecked(m);
    ///     position.undo(m, undo);
    /// }
    /// ```
    #[inline(always)]
    pub fn play_unchecked(&mut self, m: Move) -> Undo {
        debug_assert!(self.is_pseudo_legal(m), "{m:?} cannot be played in\n{self:?}");
        match self.side {
            Color::Black => self.apply::<Black>(m),
            Color::White => self.apply::<White>(m),
        }
    }

    /// Undoes a move.
    ///
    /// `m` must be the last move that has not been undone. `undo` must be the value that
    /// [`Position::play`] or [`Position::play_unchecked`] returned for this move. With other
    /// arguments, the position is inconsistent and later calls may panic, but memory safety is
    /// never affected.
    #[inline]
    pub fn undo(&mut self, m: Move, undo: Undo) {
        match self.side {
            Color::Black => self.revert::<White>(m, undo),
            Color::White => self.revert::<Black>(m, undo),
        }
    }

    /// Returns a copy of the position after a move.
    ///
    /// The move must be pseudo-legal, as for [`Position::play_unchecked`]. After any other move,
    /// the copy is inconsistent. [`Position::try_after`] checks the move.
    #[inline]
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    /// Checks a move and returns a copy of the position after the move.
    ///
    /// # Errors
    /// Returns the reason why the move is illegal.
    pub fn try_after(&self, m: Move) -> Result<Self, IllegalMove> {
        self.check_move(m)?;
        Ok(self.after(m))
    }

    /// Passes the turn, for null-move searches. [`Position::undo_null`] undoes the pass.
    ///
    /// The side to move must not be in check ([`Position::is_check`]). Debug builds assert this.
    /// After a pass in check, the position has the flaw
    /// [`Flaws::OPPONENT_IN_CHECK`](crate::Flaws::OPPONENT_IN_CHECK). [`Position::try_play_null`]
    /// checks the precondition.
    #[inline]
    pub fn play_null(&mut self) -> Undo {
        debug_assert!(!self.is_check(), "a side in check cannot pass");
        let undo = Undo { hash: self.hash, move_number: self.move_number };
        self.side = self.side.opponent();
        self.hash ^= zobrist::WHITE;
        self.move_number = self.move_number.saturating_add(1);
        undo
    }

    /// Passes the turn. Returns `None`, without a change, if the side to move is in check.
    #[inline]
    pub fn try_play_null(&mut self) -> Option<Undo> {
        if self.is_check() { None } else { Some(self.play_null()) }
    }

    /// Undoes a pass.
    ///
    /// The pass must be the last change that has not been undone. `undo` must be the value that the
    /// pass returned.
    #[inline]
    pub fn undo_null(&mut self, undo: Undo) {
        self.side = self.side.opponent();
        self.hash = undo.hash;
        self.move_number = undo.move_number;
    }

    #[inline(always)]
    pub(crate) fn apply<S: Side>(&mut self, m: Move) -> Undo {
        let undo = Undo { hash: self.hash, move_number: self.move_number };
        let word = m.bits();
        let target = (word & SQUARE_MASK) as usize;
        let origin = (word >> ORIGIN_SHIFT & SQUARE_MASK) as usize;
        let to = BITS[target];
        let us = S::US * WHITE_PIECE;
        let mut hash = self.hash ^ zobrist::WHITE;
        if origin > DROP_ORIGIN as usize {
            let kind = (origin - DROP_ORIGIN as usize) & UNPROMOTED_MASK;
            let hand = self.hands[S::US];
            hash ^= zobrist::HANDS[S::US][kind]
                [hand.count_number(kind).wrapping_sub(1) & HAND_COUNT_MASK];
            self.hands[S::US] = hand.less(kind);
            hash ^= zobrist::PIECES[us | kind][target];
            self.cells[target] = target as u32 | (kind as u32) << CAPTURED_SHIFT;
            self.sets[kind] ^= to;
            self.colors[S::US] ^= to;
        } else {
            let before = (word >> PIECE_SHIFT & KIND_MASK) as usize;
            let after = before | (word >> PROMOTION_TO_KIND & PROMOTED_KIND) as usize;
            let from = BITS[origin];
            let captured = (word >> CAPTURED_SHIFT & KIND_MASK) as usize;
            if captured != 0 {
                self.sets[slot(captured)] ^= to;
                if captured > KING {
                    self.sets[PROMOTED] ^= to;
                }
                self.colors[S::THEM] ^= to;
                let (hand, kind) = (self.hands[S::US], captured & UNPROMOTED_MASK);
                hash ^= zobrist::PIECES[captured | us ^ WHITE_PIECE][target];
                hash ^= zobrist::HANDS[S::US][kind][hand.count_number(kind) & HAND_COUNT_MASK];
                self.hands[S::US] = hand.more(kind);
            }
            hash ^= zobrist::PIECES[us | before][origin] ^ zobrist::PIECES[us | after][target];
            self.cells[origin] = origin as u32;
            self.cells[target] = target as u32 | (after as u32) << CAPTURED_SHIFT;
            self.colors[S::US] ^= from | to;
            self.sets[slot(before)] ^= from;
            self.sets[slot(after)] ^= to;
            if after > KING {
                self.sets[PROMOTED] ^= to | if before > KING { from } else { 0 };
            } else if after == KING {
                self.kings[S::US] = target as u8;
            }
        }
        self.hash = hash;
        self.side = S::Other::COLOR;
        self.move_number = self.move_number.saturating_add(1);
        undo
    }

    #[inline(always)]
    pub(crate) fn revert<S: Side>(&mut self, m: Move, undo: Undo) {
        let word = m.bits();
        let target = (word & SQUARE_MASK) as usize;
        let origin = (word >> ORIGIN_SHIFT & SQUARE_MASK) as usize;
        let to = BITS[target];
        if origin > DROP_ORIGIN as usize {
            let kind = (origin - DROP_ORIGIN as usize) & UNPROMOTED_MASK;
            self.hands[S::US] = self.hands[S::US].more(kind);
            self.cells[target] = target as u32;
            self.sets[kind] ^= to;
            self.colors[S::US] ^= to;
        } else {
            let before = (word >> PIECE_SHIFT & KIND_MASK) as usize;
            let after = before | (word >> PROMOTION_TO_KIND & PROMOTED_KIND) as usize;
            let from = BITS[origin];
            self.cells[origin] = origin as u32 | (before as u32) << CAPTURED_SHIFT;
            self.cells[target] = target as u32 | word & KIND_MASK << CAPTURED_SHIFT;
            self.colors[S::US] ^= from | to;
            self.sets[slot(before)] ^= from;
            self.sets[slot(after)] ^= to;
            if after > KING {
                self.sets[PROMOTED] ^= to | if before > KING { from } else { 0 };
            } else if after == KING {
                self.kings[S::US] = origin as u8;
            }
            let captured = (word >> CAPTURED_SHIFT & KIND_MASK) as usize;
            if captured != 0 {
                self.sets[slot(captured)] ^= to;
                if captured > KING {
                    self.sets[PROMOTED] ^= to;
                }
                self.colors[S::THEM] ^= to;
                self.hands[S::US] = self.hands[S::US].less(captured & UNPROMOTED_MASK);
            }
        }
        self.hash = undo.hash;
        self.side = S::COLOR;
        self.move_number = undo.move_number;
    }
}

/// Returns the set that contains the pieces of a kind, for changes to it.
#[inline(always)]
fn slot(kind: usize) -> usize {
    usize::from(SLOTS[kind & KIND_MASK as usize])
}
