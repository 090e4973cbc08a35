//! The sink that writes generated moves to memory. The visitor, which is safe code, is the reference
//! for tests.

#![allow(unsafe_code, reason = "unchecked writes into memory that no position can fill")]

use core::ops::ControlFlow;

use super::sink::{DropTargets, Sink, Targets};
use crate::hand::Hand;
use crate::mv::{DROP_ORIGIN, Move, ORIGIN_SHIFT, PIECE_SHIFT, PROMOTION};
use crate::piece::PieceKind;
use crate::position::Position;

/// The writer of drops always stores eight moves at once, even for fewer kinds.
pub(super) const PADDING: usize = 8;

/// The capacity of the inline array, for any position with no more pieces than a set has.
///
/// [`MAX_MOVES`](crate::MAX_MOVES) is not enough if flaws are allowed: its record position without the white king has
/// 599 moves. With n pieces on the board there are at most 7 x (81 - n) drops, so each piece on the
/// board costs seven drops. A single piece on an empty board has at most this number of moves,
/// where promotion and non-promotion count as two: rook and bishop 32, lance and silver 10, king 8,
/// others 6. Suppose that one piece of each hand kind remains in hand. Then the other pieces add at
/// most 25 + 25 (rook, bishop), 3 x 3 + 3 x 3 (lances, silvers) and 1 (king) to 7 x 81 = 567: 636
/// in total. If one more kind is missing in hand, there are 81 fewer drops, and each piece on the
/// board costs one drop less. The maximum is then 590, and it decreases with each further kind.
pub(super) const INLINE: usize = 636 + PADDING;

/// The capacity for a crowded position: a position with more pieces of a kind than a set has.
///
/// Board and hands together hold at most 31 pawns and seven pieces of each other hand kind
/// ([`Flaws::HAND_OVERFLOW`](crate::Flaws::HAND_OVERFLOW)). Count the moves of each piece as on an
/// otherwise empty board, with promotion and non-promotion as two moves. The sum is at most 31 x 6
/// (tokin) + 7 x (10 lance, 6 knight, 10 silver, 6 gold, 32 bishop, 32 rook) + 8 = 866 moves on the
/// board. With 7 x 80 drops, the total is 1,426.
pub(super) const CROWDED: usize = 1_426 + PADDING;

/// Writes moves at the end of a list.
///
/// The capacity of a list (`INLINE`, `CROWDED`) suffices for every position made from a setup and
/// for every position reached by legal moves. [`Position::play_unchecked`] does not check its move,
/// and an illegal move may place any piece on any square. So the writer checks the capacity once
/// per piece and once for drops. If the capacity is exceeded, the writer overwrites or omits moves.
pub(super) struct Writer {
    start: *mut u32,
    next: *mut u32,
    /// The last address at which the targets of one more piece fit.
    last: *mut u32,
}

/// The maximum number of board moves in a position with the pieces of one set.
const MAX_BOARD_MOVES: usize = 372;
/// The maximum number of moves for one set of targets: two per square.
pub(super) const TARGETS: usize = 2 * 81;
/// The maximum number of drops: seven per square.
const DROPS: usize = 7 * 81;

impl Writer {
    /// Makes a writer that writes at most `room` words from `start` on.
    ///
    /// # Safety
    /// The memory must be writable for `room` words as long as the writer is used, and `room` must be
    /// [`INLINE`] or [`CROWDED`].
    #[inline(always)]
    pub(super) unsafe fn new(start: *mut u32, room: usize) -> Self {
        Self { start, next: start, last: start.wrapping_add(room - PADDING - TARGETS) }
    }

    /// Returns the number of moves written.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        // SAFETY: a writer only moves `next` forward, inside the memory for which it was made.
        unsafe { self.next.offset_from_unsigned(self.start) }
    }

    /// Returns whether this number of moves fits. Only called near the end of the capacity.
    #[cold]
    fn has_room(&self, moves: usize) -> bool {
        self.next as usize + size_of::<u32>() * moves
            <= self.last as usize + size_of::<u32>() * TARGETS
    }

    /// Writes a move. The caller must have checked the capacity.
    #[inline(always)]
    fn push(&mut self, word: u32) {
        // SAFETY: `targets` and `drops` have checked the capacity for all their moves, and write
        // each move once.
        unsafe {
            self.next.write(word);
            self.next = self.next.add(1);
        }
    }

    /// Calls a function for each square of a set.
    #[inline(always)]
    fn each(set: u128, mut f: impl FnMut(usize)) {
        let (mut low, mut high) = (set as u64, (set >> 64) as u64);
        while low != 0 {
            f(low.trailing_zeros() as usize);
            low &= low - 1;
        }
        while high != 0 {
            f(high.trailing_zeros() as usize + 64);
            high &= high - 1;
        }
    }

    /// Writes moves with and without promotion. `word` returns the move to a target.
    #[inline(always)]
    fn targets(&mut self, targets: Targets, word: impl Fn(usize) -> u32) {
        // Board moves are written before drops. No position has more than 372 board moves in total
        // (see `INLINE`).
        const { assert!(MAX_BOARD_MOVES + TARGETS < INLINE - PADDING) };
        self.next = self.next.min(self.last);
        let Targets { plain, either, promoting } = targets;
        if either | promoting != 0 {
            Self::each(either, |target| {
                let word = word(target);
                self.push(word | PROMOTION);
                self.push(word);
            });
            Self::each(promoting, |target| self.push(word(target) | PROMOTION));
        }
        Self::each(plain, |target| self.push(word(target)));
    }
}

/// The drops of every hand without their targets. The index is the set of kinds other than pawn, bit 0
/// lance to bit 5 rook. Pawn drops fill the rest of each row.
static TEMPLATES: [[u32; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut kinds = 0;
    while kinds < 64 {
        let mut n = 0;
        let mut kind = 2;
        while kind < 8 {
            if kinds >> (kind - 2) & 1 != 0 {
                table[kinds][n] = (DROP_ORIGIN + kind as u32) << ORIGIN_SHIFT;
                n += 1;
            }
            kind += 1;
        }
        while n < 8 {
            table[kinds][n] = Move::drop_bits(PieceKind::Pawn);
            n += 1;
        }
        kinds += 1;
    }
    table
};

impl Writer {
    /// Writes drops of `kinds` on every square of `squares`, and pawn drops on the squares of
    /// `pawns`.
    #[inline(always)]
    fn drop_kinds(&mut self, kinds: usize, squares: u128, pawns: u128) {
        let template = &TEMPLATES[kinds & 63];
        let n = kinds.count_ones() as usize;
        let mut half = |mut squares: u64, pawns: u64, first: u32| {
            while squares != 0 {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                let words = template.map(|word| word + (square + first));
                // SAFETY: `drops` has checked the capacity for all its moves. `PADDING` is space
                // for stored words that do not count as moves and are overwritten later.
                unsafe {
                    self.next.cast::<[u32; 8]>().write_unaligned(words);
                    self.next = self.next.add(n + (pawns >> square & 1) as usize);
                }
            }
        };
        half(squares as u64, pawns as u64, 0);
        half((squares >> 64) as u64, (pawns >> 64) as u64, 64);
    }
}

impl Sink for Writer {
    type Break = core::convert::Infallible;

    #[inline(always)]
    fn board(
        &mut self,
        position: &Position,
        kind: usize,
        origin: usize,
        targets: Targets,
    ) -> ControlFlow<Self::Break> {
        let base = (kind as u32) << PIECE_SHIFT | (origin as u32) << ORIGIN_SHIFT;
        self.targets(targets, |target| base | position.cells[target & 127]);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(
        &mut self,
        position: &Position,
        step: isize,
        targets: Targets,
    ) -> ControlFlow<Self::Break> {
        let base = (PieceKind::Pawn as u32) << PIECE_SHIFT;
        let base = base.wrapping_sub((step as u32) << ORIGIN_SHIFT);
        self.targets(targets, |target| {
            base.wrapping_add((target as u32) << ORIGIN_SHIFT)
                .wrapping_add(position.cells[target & 127])
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, hand: Hand, targets: DropTargets) -> ControlFlow<Self::Break> {
        let pawns = if hand.count_number(PieceKind::Pawn as usize) != 0 { targets.pawn } else { 0 };
        let kinds = hand.officers();
        if self.next > self.last.wrapping_sub(DROPS - TARGETS) {
            let each = kinds.count_ones() + u32::from(pawns != 0);
            if !self.has_room((each * targets.any.count_ones()) as usize) {
                return ControlFlow::Continue(());
            }
        }
        if kinds == 0 {
            let base = Move::drop_bits(PieceKind::Pawn);
            Self::each(pawns, |target| self.push(base | target as u32));
            return ControlFlow::Continue(());
        }
        // Lances have fewer targets than the other kinds, and knights have fewer targets than lances.
        let free = targets.knight & targets.lance & targets.any;
        self.drop_kinds(kinds, free, pawns);
        self.drop_kinds(kinds & !2, targets.lance & targets.any & !free, pawns);
        self.drop_kinds(kinds & !3, targets.any & !targets.lance, 0);
        ControlFlow::Continue(())
    }
}
