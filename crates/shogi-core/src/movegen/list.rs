//! The list writer: moves go straight into a fixed array.

#![allow(unsafe_code, reason = "unchecked writes into an array that no position can fill")]

use core::fmt;
use core::mem::MaybeUninit;
use core::ops::{ControlFlow, Deref};

use super::sink::{DropTargets, Sink, Targets};
use crate::hand::Hand;
use crate::mv::{Move, ORIGIN_SHIFT, PIECE_SHIFT, PROMOTION};
use crate::piece::Kind;
use crate::position::Position;

/// The most moves a position without flaws has.
pub const MAX_MOVES: usize = 593;

/// Room for every position, those with too many pieces included.
///
/// Board and hands together hold at most 31 pawns and seven of each other hand kind
/// ([`Flaws::HAND_OVERFLOW`](crate::Flaws::HAND_OVERFLOW)). Even with each piece on an empty board
/// of its own, pairs of promoting and plain moves counted, that is at most 31 x 6 (tokin) + 7 x (10
/// lance, 4 knight, 10 silver, 6 gold, 32 bishop, 32 rook) + 8 = 852 moves on the board and 7 x 80
/// drops, 1,412 in all.
const CAPACITY: usize = 1_416;

/// The drop writer stores eight words whatever the number of kinds.
const PADDING: usize = 8;

/// Legal moves in a fixed array on the stack; a slice of [`Move`]s otherwise.
///
/// A list takes 5.7 KB of which only the used part is ever touched. Clear and reuse one
/// ([`Position::legal_moves_into`]) or ask for a new one each time; neither allocates.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [MaybeUninit<u32>; CAPACITY + PADDING], // invariant: moves[..len] are words of moves
}

impl MoveList {
    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { len: 0, moves: [MaybeUninit::uninit(); CAPACITY + PADDING] }
    }

    /// The moves as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        // SAFETY: the first `len` words were written by a `Writer` from `Move` words, and `Move` is a
        // transparent non-zero `u32`.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast::<Move>(), self.len) }
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Fills the list anew by a generator.
    #[inline(always)]
    pub(super) fn fill(&mut self, generate: impl FnOnce(&mut Writer)) {
        let start = self.moves.as_mut_ptr().cast::<u32>();
        let mut writer = Writer { next: start };
        generate(&mut writer);
        // SAFETY: a writer only moves `next` forward inside the array it was made with.
        self.len = unsafe { writer.next.offset_from_unsigned(start) };
    }

    /// Keeps the moves a predicate is true of, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            let m = self.as_slice()[i];
            if keep(m) {
                self.moves[kept] = MaybeUninit::new(m.bits());
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// Writes moves at the end of a list.
pub(super) struct Writer {
    next: *mut u32,
}

impl Writer {
    #[inline(always)]
    fn push(&mut self, word: u32) {
        // SAFETY: the array has room for the moves of every position (`CAPACITY`), and each is
        // written once.
        unsafe {
            self.next.write(word);
            self.next = self.next.add(1);
        }
    }

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

    /// Plain and promoting moves by one rule for the word of a target.
    #[inline(always)]
    fn targets(&mut self, targets: Targets, word: impl Fn(usize) -> u32) {
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

/// The drop words, target left out, of every hand: by the set of its kinds other than pawn (bit 0
/// lance to bit 5 rook), with the pawn after them.
static TEMPLATES: [[u32; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut kinds = 0;
    while kinds < 64 {
        let mut n = 0;
        let mut kind = 2;
        while kind < 8 {
            if kinds >> (kind - 2) & 1 != 0 {
                table[kinds][n] = (80 + kind as u32) << ORIGIN_SHIFT;
                n += 1;
            }
            kind += 1;
        }
        table[kinds][n] = (80 + Kind::Pawn as u32) << ORIGIN_SHIFT;
        kinds += 1;
    }
    table
};

impl Writer {
    /// On every square of `squares` the kinds of the template; the pawn too where `pawns` has it.
    #[inline(always)]
    fn drop_kinds(&mut self, kinds: usize, squares: u128, pawns: u128) {
        let template = &TEMPLATES[kinds & 63];
        let n = kinds.count_ones() as usize;
        let mut half = |mut squares: u64, pawns: u64, first: u32| {
            while squares != 0 {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                let words = template.map(|word| word + (square + first));
                // SAFETY: the array has room for the moves of every position, and `PADDING` for the
                // words of this store that are not moves and will be written over.
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
        let base = (Kind::Pawn as u32) << PIECE_SHIFT;
        let base = base.wrapping_sub((step as u32) << ORIGIN_SHIFT);
        self.targets(targets, |target| {
            base.wrapping_add((target as u32) << ORIGIN_SHIFT)
                .wrapping_add(position.cells[target & 127])
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, hand: Hand, targets: DropTargets) -> ControlFlow<Self::Break> {
        let pawns = if hand.count_number(Kind::Pawn as usize) != 0 { targets.pawn } else { 0 };
        let kinds = hand.officers();
        if kinds == 0 {
            let base = (80 + Kind::Pawn as u32) << ORIGIN_SHIFT;
            Self::each(pawns, |target| self.push(base | target as u32));
            return ControlFlow::Continue(());
        }
        // Lances go to fewer squares than the rest, knights to fewer still.
        let free = targets.knight & targets.lance & targets.any;
        self.drop_kinds(kinds, free, pawns);
        self.drop_kinds(kinds & !2, targets.lance & targets.any & !free, pawns);
        self.drop_kinds(kinds & !3, targets.any & !targets.lance, 0);
        ControlFlow::Continue(())
    }
}

/// Writes the shorter list of engines.
pub(super) struct Engine<'a>(pub(super) &'a mut Writer);

impl Sink for Engine<'_> {
    type Break = core::convert::Infallible;
    const ENGINE: bool = true;

    #[inline(always)]
    fn board(
        &mut self,
        position: &Position,
        kind: usize,
        origin: usize,
        targets: Targets,
    ) -> ControlFlow<Self::Break> {
        self.0.board(position, kind, origin, targets)
    }

    #[inline(always)]
    fn pawns(
        &mut self,
        position: &Position,
        step: isize,
        targets: Targets,
    ) -> ControlFlow<Self::Break> {
        self.0.pawns(position, step, targets)
    }

    #[inline(always)]
    fn drops(&mut self, hand: Hand, targets: DropTargets) -> ControlFlow<Self::Break> {
        self.0.drops(hand, targets)
    }
}
