use super::{IllegalMove, KING, PROMOTED, Position, SLOTS};
use crate::bitboard::BITS;
use crate::color::{Black, Color, Side, White};
use crate::mv::{CAPTURED_SHIFT, Move, ORIGIN_SHIFT, PIECE_SHIFT};
use crate::zobrist;

/// What taking a move back needs beside the move itself. The caller keeps it, on a stack of its own
/// or in the frame of a recursive search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    hash: u64,
    // Kept, as a move number at its greatest does not tell the one before.
    move_number: u32,
}

impl Position {
    /// Plays a legal move. [`Position::undo`] takes the move back.
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
    /// Returns why the move is illegal. The position is then unchanged.
    pub fn play(&mut self, m: Move) -> Result<Undo, IllegalMove> {
        self.check_move(m)?;
        Ok(self.play_unchecked(m))
    }

    /// Plays a move without checking it. [`Position::undo`] takes the move back.
    ///
    /// The move must be pseudo-legal: [`Position::is_pseudo_legal`] must accept it. Debug builds
    /// assert this. After any other move, the position is inconsistent and later calls may panic,
    /// but memory safety is never affected. A pseudo-legal move that is not legal may leave the
    /// mover's own king in check.
    ///
    /// ```
    /// use shogi_core::Position;
    /// let mut position = Position::start();
    /// for m in &position.legal_moves() {
    ///     let undo = position.play_unchecked(*m);
    ///     position.undo(*m, undo);
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

    /// Takes back the move played last, with the record [`Position::play_unchecked`] gave.
    #[inline]
    pub fn undo(&mut self, m: Move, undo: Undo) {
        match self.side {
            Color::Black => self.revert::<White>(m, undo),
            Color::White => self.revert::<Black>(m, undo),
        }
    }

    /// The position after a legal move, this one kept.
    #[inline]
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    /// Passes the turn, as null-move search does; [`Position::undo_null`] takes it back.
    ///
    /// The side to move must not be in check, or its king could be taken; asserted in debug builds.
    #[inline]
    pub fn play_null(&mut self) -> Undo {
        debug_assert!(!self.is_check(), "a null move in check");
        let undo = Undo { hash: self.hash, move_number: self.move_number };
        self.side = self.side.opponent();
        self.hash ^= zobrist::WHITE;
        self.move_number = self.move_number.saturating_add(1);
        undo
    }

    /// Takes back a null move.
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
        let target = (word & 0x7f) as usize;
        let origin = (word >> ORIGIN_SHIFT & 0x7f) as usize;
        let to = BITS[target];
        let us = S::US << 4;
        let mut hash = self.hash ^ zobrist::WHITE;
        if origin > 80 {
            let kind = (origin - 80) & 7;
            let hand = self.hands[S::US];
            hash ^= zobrist::HANDS[S::US][kind][hand.count_number(kind).wrapping_sub(1) & 31];
            self.hands[S::US] = hand.less(kind);
            hash ^= zobrist::PIECES[us | kind][target];
            self.cells[target] = target as u32 | (kind as u32) << CAPTURED_SHIFT;
            self.sets[kind] ^= to;
            self.colors[S::US] ^= to;
        } else {
            let before = (word >> PIECE_SHIFT & 15) as usize;
            let after = before | (word >> 11 & 8) as usize;
            let from = BITS[origin];
            let captured = (word >> CAPTURED_SHIFT & 15) as usize;
            if captured != 0 {
                self.sets[slot(captured)] ^= to;
                if captured > 8 {
                    self.sets[PROMOTED] ^= to;
                }
                self.colors[S::THEM] ^= to;
                let (hand, kind) = (self.hands[S::US], captured & 7);
                hash ^= zobrist::PIECES[captured | us ^ 16][target];
                hash ^= zobrist::HANDS[S::US][kind][hand.count_number(kind) & 31];
                self.hands[S::US] = hand.more(kind);
            }
            hash ^= zobrist::PIECES[us | before][origin] ^ zobrist::PIECES[us | after][target];
            self.cells[origin] = origin as u32;
            self.cells[target] = target as u32 | (after as u32) << CAPTURED_SHIFT;
            self.colors[S::US] ^= from | to;
            self.sets[slot(before)] ^= from;
            self.sets[slot(after)] ^= to;
            if after > 8 {
                self.sets[PROMOTED] ^= to | if before > 8 { from } else { 0 };
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
        let target = (word & 0x7f) as usize;
        let origin = (word >> ORIGIN_SHIFT & 0x7f) as usize;
        let to = BITS[target];
        if origin > 80 {
            let kind = (origin - 80) & 7;
            self.hands[S::US] = self.hands[S::US].more(kind);
            self.cells[target] = target as u32;
            self.sets[kind] ^= to;
            self.colors[S::US] ^= to;
        } else {
            let before = (word >> PIECE_SHIFT & 15) as usize;
            let after = before | (word >> 11 & 8) as usize;
            let from = BITS[origin];
            self.cells[origin] = origin as u32 | (before as u32) << CAPTURED_SHIFT;
            self.cells[target] = target as u32 | word & 15 << CAPTURED_SHIFT;
            self.colors[S::US] ^= from | to;
            self.sets[slot(before)] ^= from;
            self.sets[slot(after)] ^= to;
            if after > 8 {
                self.sets[PROMOTED] ^= to | if before > 8 { from } else { 0 };
            } else if after == KING {
                self.kings[S::US] = origin as u8;
            }
            let captured = (word >> CAPTURED_SHIFT & 15) as usize;
            if captured != 0 {
                self.sets[slot(captured)] ^= to;
                if captured > 8 {
                    self.sets[PROMOTED] ^= to;
                }
                self.colors[S::THEM] ^= to;
                self.hands[S::US] = self.hands[S::US].less(captured & 7);
            }
        }
        self.hash = undo.hash;
        self.side = S::COLOR;
        self.move_number = undo.move_number;
    }
}

#[inline(always)]
fn slot(kind: usize) -> usize {
    usize::from(SLOTS[kind & 15])
}
