//! The sink that writes generated moves to memory. Tests compare it with the visitor, which is safe
//! code.

#![allow(
    unsafe_code,
    reason = "writes without bounds checks to memory that is large enough for every position"
)]

use core::ops::ControlFlow;

use super::sink::{DropTargets, Sink, Targets};
use crate::hand::Hand;
use crate::mv::{DROP_ORIGIN, Move, ORIGIN_SHIFT, PIECE_SHIFT, PROMOTION};
use crate::piece::PieceKind;
use crate::position::Position;

/// The writer of drops always stores eight moves at once, even if fewer kinds are in hand.
pub(super) const PADDING: usize = 8;

/// The capacity of the inline array. It is sufficient for every position without
/// [`Flaws::TOO_MANY_PIECES`](crate::Flaws::TOO_MANY_PIECES).
///
/// [`MAX_MOVES`](crate::MAX_MOVES) is too small if flaws are allowed. For example, the position
/// with 593 moves has 599 moves without the white king. The proof counts drops and board moves.
/// With n pieces on the board, there are at most 7 x (81 - n) drops, so each piece on the board
/// reduces the number of drops by seven. A piece on an otherwise empty board has at most 32 moves
/// (rook, bishop), 10 (lance, silver), 8 (king) or 6 (other kinds), if a promotion and a
/// non-promotion count as two moves.
///
/// First, let one piece of each hand kind be in hand. Each other piece adds its moves minus seven:
/// 25 + 25 (rook, bishop), 3 x 3 + 3 x 3 (lances, silvers) and 1 (king). With 7 x 81 = 567 drops,
/// the total is at most 636. If one of the kinds is not in hand, there are 81 fewer drops, and each
/// piece on the board reduces the drops by six. The maximum is then 590. It decreases with each
/// further kind that is not in hand.
pub(super) const INLINE: usize = 636 + PADDING;

/// The capacity for positions with more pieces of a kind than in a normal set.
///
/// The board and both hands together have at most 31 pawns and seven pieces of each other hand kind
/// ([`Flaws::HAND_OVERFLOW`](crate::Flaws::HAND_OVERFLOW)). Each piece has at most the number of
/// moves that it has on an otherwise empty board, if a promotion and a non-promotion count as two
/// moves. The sum is at most 31 x 6 (tokin) + 7 x (10 lance, 6 knight, 10 silver, 6 gold, 32
/// bishop, 32 rook) + 8 (king) = 866 board moves. There are at most 7 x 80 drops. The total is at
/// most 1,426.
pub(super) const CROWDED: usize = 1_426 + PADDING;

/// Writes moves at the end of a list.
///
/// The capacity of a list (`INLINE` or `CROWDED`) is sufficient for every valid position.
/// [`Position::play_unchecked`] can make an invalid position, because it does not check its move.
/// The writer therefore checks the capacity once per piece and once for drops. If the capacity is
/// exceeded, the list is incomplete, but memory safety is not affected.
pub(super) struct Writer {
    start: *mut u32,
    next: *mut u32,
    /// The last address at which the moves of one more piece fit.
    last: *mut u32,
}

/// The maximum number of board moves in a position with the pieces of a normal set.
const MAX_BOARD_MOVES: usize = 372;
/// The maximum number of moves of one piece: two per target.
pub(super) const TARGETS: usize = 2 * 81;
/// The maximum number of drops: seven per square.
const DROPS: usize = 7 * 81;

impl Writer {
    /// Makes a writer that writes at most `room` moves, from the address `start`.
    ///
    /// # Safety
    /// `room` must be [`INLINE`] or [`CROWDED`]. The memory must be valid for writes of `room`
    /// moves as long as the writer is used.
    #[inline(always)]
    pub(super) unsafe fn new(start: *mut u32, room: usize) -> Self {
        Self { start, next: start, last: start.wrapping_add(room - PADDING - TARGETS) }
    }

    /// Returns the number of moves written.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        // SAFETY: `next` is always at or after `start`, within the memory for which the writer was
        // made.
        unsafe { self.next.offset_from_unsigned(self.start) }
    }

    /// Returns whether this number of moves fits. This function is called only near the end of the
    /// capacity.
    #[cold]
    fn has_room(&self, moves: usize) -> bool {
        self.next as usize + size_of::<u32>() * moves
            <= self.last as usize + size_of::<u32>() * TARGETS
    }

    /// Writes a move. The caller must have checked the capacity.
    #[inline(always)]
    fn push(&mut self, word: u32) {
        // SAFETY: the callers `targets` and `drops` have checked the capacity for all their moves.
        unsafe {
            self.next.write(word);
            self.next = self.next.add(1);
        }
    }

    /// Calls `each` for each square of a set.
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

    /// Writes the moves to a set of targets, with and without promotion. `word` returns the bits of
    /// the move to a target.
    #[inline(always)]
    fn targets(&mut self, targets: Targets, word: impl Fn(usize) -> u32) {
        // Board moves are written before drops, and a position has at most 372 board moves (see
        // `INLINE`).
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

/// For each set of kinds in hand except pawns, the bits of the drops without their targets. The
/// index is the bit set of [`Hand::officers`]. Pawn drops fill the rest of each row.
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
    /// Writes the drops of `kinds` on each square of `squares`, and pawn drops on the squares in
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
                // SAFETY: `drops` has checked the capacity for all its moves. A store of eight
                // moves may write moves that do not count and are overwritten later. `PADDING` is
                // the space for them.
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
        // Lances have fewer targets than other kinds, and knights have fewer targets than lances,
        // so the three groups are written separately.
        let free = targets.knight & targets.lance & targets.any;
        self.drop_kinds(kinds, free, pawns);
        self.drop_kinds(kinds & !2, targets.lance & targets.any & !free, pawns);
        self.drop_kinds(kinds & !3, targets.any & !targets.lance, 0);
        ControlFlow::Continue(())
    }
}
