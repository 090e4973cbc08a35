//! The list writer: moves go straight into a fixed array. The visitor, all safe code, is its oracle.

#![allow(unsafe_code, reason = "unchecked writes into an array that no position can fill")]

use alloc::vec::Vec;
use core::fmt;
use core::mem::MaybeUninit;
use core::ops::{ControlFlow, Deref};

use super::sink::{DropTargets, Sink, Targets};
use crate::hand::Hand;
use crate::mv::{Move, ORIGIN_SHIFT, PIECE_SHIFT, PROMOTION};
use crate::piece::PieceKind;
use crate::position::Position;

/// The most moves a position without flaws has.
pub const MAX_MOVES: usize = 593;

/// The drop writer stores eight words whatever the number of kinds.
const PADDING: usize = 8;

/// Room in the list itself, for the moves of any position with no more pieces than a set has.
///
/// [`MAX_MOVES`] is not enough where flaws are allowed: its record position without the white king has
/// 599. With n pieces on the board there are at most 7 x (81 - n) drops, so that a piece on the board
/// costs seven of them. On an empty board of its own, pairs of promoting and plain moves counted, a
/// rook or a bishop has at most 32 moves, a lance or a silver 10, a king 8, and any other piece 6.
/// One of each hand kind stays in hand, the others gain at best 25 + 25 (rook, bishop), 3 x 3 + 3 x 3
/// (lances, silvers) and 1 (king) over 7 x 81 = 567: 636 in all. With a kind fewer in hand there are
/// 81 drops less, and each piece on the board costs one less: 590, and so on down.
const INLINE: usize = 636 + PADDING;

/// Room for the moves of a crowded position, one with more pieces of a kind than a set has.
///
/// Board and hands together hold at most 31 pawns and seven of each other hand kind
/// ([`Flaws::HAND_OVERFLOW`](crate::Flaws::HAND_OVERFLOW)). Even with each piece on an empty board
/// of its own, pairs of promoting and plain moves counted, that is at most 31 x 6 (tokin) + 7 x (10
/// lance, 6 knight, 10 silver, 6 gold, 32 bishop, 32 rook) + 8 = 866 moves on the board and 7 x 80
/// drops, 1,426 in all.
const CROWDED: usize = 1_426 + PADDING;

/// Legal moves in a fixed array on the stack; a slice of [`Move`]s otherwise.
///
/// A list takes 2.6 KB, of which only the used part is touched. Only for a position with more pieces
/// of a kind than a set has ([`Flaws::TOO_MANY_PIECES`](crate::Flaws::TOO_MANY_PIECES)) are its moves
/// on the heap, since there may be more than it has room for.
pub struct MoveList {
    len: usize,
    /// The moves of a crowded position, else empty and without allocation.
    crowded: Vec<u32>, // invariant: words of moves
    moves: [MaybeUninit<u32>; INLINE], // invariant: moves[..len] are words of moves
}

impl MoveList {
    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { len: 0, crowded: Vec::new(), moves: [MaybeUninit::uninit(); INLINE] }
    }

    /// The moves as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        let (start, len) = if self.len != 0 {
            (self.moves.as_ptr().cast::<Move>(), self.len)
        } else {
            (self.crowded.as_ptr().cast::<Move>(), self.crowded.len())
        };
        // SAFETY: that many words were written by a `Writer`, from words of moves, and `Move` is a
        // transparent non-zero `u32`.
        unsafe { core::slice::from_raw_parts(start, len) }
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
        self.crowded.clear();
    }

    /// A writer that fills the list anew with moves of this position; [`MoveList::finish`] ends it.
    // Not a method that calls a generator: a closure handed down is compiled by itself, without the
    // instructions its caller may use, and keeps the writer in memory.
    #[inline(always)]
    pub(super) fn start(&mut self, position: &Position) -> Writer {
        let (start, words) = if position.crowded {
            (self.crowded_start(), CROWDED)
        } else {
            (self.moves.as_mut_ptr().cast::<u32>(), INLINE)
        };
        Writer { start, next: start, last: start.wrapping_add(words - PADDING - TARGETS) }
    }

    /// Takes in what the writer has written.
    #[inline(always)]
    pub(super) fn finish(&mut self, position: &Position, writer: Writer) {
        // SAFETY: a writer only moves `next` forward inside the array it was made with.
        let len = unsafe { writer.next.offset_from_unsigned(writer.start) };
        if position.crowded {
            self.crowded.truncate(len);
            self.len = 0;
        } else {
            self.len = len;
            if len == 0 {
                self.crowded.clear();
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn crowded_start(&mut self) -> *mut u32 {
        self.crowded.clear();
        // Not zeros: the words there are words of moves at all times.
        self.crowded.resize(CROWDED, 1);
        self.crowded.as_mut_ptr()
    }

    /// Keeps the moves a predicate is true of, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        if self.len == 0 {
            self.crowded.retain(|&word| keep(Move::from_word(word)));
            return;
        }
        let mut kept = 0;
        for i in 0..self.len {
            let m = self.as_slice()[i];
            if keep(m) {
                self.moves[kept] = MaybeUninit::new(m.bits());
                kept += 1;
            }
        }
        self.len = kept;
        if kept == 0 {
            // Moves of an earlier position may be left there.
            self.crowded.clear();
        }
    }
}

impl Clone for MoveList {
    fn clone(&self) -> Self {
        Self { len: self.len, crowded: self.crowded.clone(), moves: self.moves }
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
///
/// Every position made of a setup has room for its moves (`INLINE`, `CROWDED`), and so has every one
/// reached by its moves. [`Position::play_unchecked`] takes the caller's word for a move, though, and moves that
/// cannot be played may put any piece on any square. So the room is looked at all the same, once for
/// the targets of a piece and once for drops; where there is none, moves are written over or left out.
pub(super) struct Writer {
    start: *mut u32,
    next: *mut u32,
    /// Where the targets of one more piece fit.
    last: *mut u32,
}

/// The most words for one set of targets: two a square.
const TARGETS: usize = 2 * 81;
/// The most words for drops: seven a square.
const DROPS: usize = 7 * 81;

impl Writer {
    /// Whether so many words fit, asked where all that may be do not.
    #[cold]
    fn has_room(&self, words: usize) -> bool {
        self.next as usize + size_of::<u32>() * words
            <= self.last as usize + size_of::<u32>() * TARGETS
    }

    /// The caller has seen to room for the word.
    #[inline(always)]
    fn push(&mut self, word: u32) {
        // SAFETY: `targets` and `drops` have seen to room for all their words, and each is written
        // once.
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
        // Board moves come before drops: in all, no position has more than 372 of them (`INLINE`).
        const { assert!(372 + TARGETS < INLINE - PADDING) };
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
        while n < 8 {
            table[kinds][n] = (80 + PieceKind::Pawn as u32) << ORIGIN_SHIFT;
            n += 1;
        }
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
                // SAFETY: `drops` asked for room for all its words, and `PADDING` is for the words of
                // this store that are not moves and will be written over.
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
            let base = (80 + PieceKind::Pawn as u32) << ORIGIN_SHIFT;
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
pub(super) struct Engine(pub(super) Writer);

impl Sink for Engine {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::square::Square;

    /// In a release build [`Position::play_unchecked`] takes any word; a list stays inside its room all the same.
    fn check_rooms(position: &Position) -> usize {
        let room = if position.crowded { CROWDED } else { INLINE } - PADDING;
        let lists = [
            position.legal_moves(),
            position.captures(),
            position.quiets(),
            position.drops(),
            position.engine_moves(),
            // Otherwise the list is that of legal moves, and its moves must be of some piece.
            if position.scan_color(position.side.opponent()).checkers == 0 {
                position.checks()
            } else {
                MoveList::new()
            },
        ];
        for list in &lists {
            assert!(list.len() <= room, "{} words in {room}\n{position:?}", list.len());
            assert!(list.iter().all(|m| m.bits() != 0));
        }
        lists[0].len()
    }

    #[test]
    fn a_list_used_again_holds_nothing_of_the_position_before() {
        let mut setup = crate::Setup::start();
        setup.hands[0] = Hand::EMPTY.with_count(PieceKind::Rook, 5).unwrap();
        let crowded = Position::from_setup_allowing(setup, crate::Flaws::TOO_MANY_PIECES).unwrap();
        let mated: Position = "4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1".parse().unwrap();
        let positions = [crowded, Position::start(), mated];
        for before in &positions {
            for position in &positions {
                for keep in [|_: Move| false, |m: Move| m.is_drop(), |_: Move| true] {
                    let mut list = before.legal_moves();
                    position.legal_moves_into(&mut list);
                    list.retain(keep);
                    let expected: Vec<Move> =
                        position.legal_moves().iter().copied().filter(|&m| keep(m)).collect();
                    assert_eq!(list.as_slice(), expected);
                    list.clear();
                    assert!(list.is_empty());
                }
            }
        }
    }

    #[test]
    fn drops_from_an_empty_hand_do_not_leave_the_array() {
        let mut position: Position = "k8/9/9/9/9/9/9/9/8K b - 1".parse().unwrap();
        let mut drop = |kind, square: Square| {
            position.play_unchecked(Move::drop(kind, square));
            position.side = Color::Black;
        };
        // The second drop on a square takes the piece away again; the hand counts down from seven.
        for kind in PieceKind::HAND {
            drop(kind, Square::SQ_5E);
            drop(kind, Square::SQ_5E);
        }
        for file in 1..9 {
            drop(PieceKind::Rook, Square::new(file, 9 - file).unwrap());
        }
        for square in [Square::SQ_9I, Square::SQ_2A, Square::SQ_9B] {
            drop(PieceKind::Bishop, square);
        }
        let moves = position.count_moves();
        assert!(moves > INLINE, "{moves} moves would fit");
        let listed = check_rooms(&position);
        assert!(listed < moves);
    }

    #[test]
    fn words_no_position_has_do_not_leave_the_array() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state >> 20
        };
        let mut most = 0;
        for game in 0..100 {
            let mut position: Position = "k8/9/9/9/9/9/9/9/8K b - 1".parse().unwrap();
            for _ in 0..120 {
                // Words of the whole layout, and drops that fill the board with sliders.
                let low = random() as u32;
                let word = if low & 3 == 0 {
                    low >> 2 & 0x7f_ffff
                } else {
                    ((86 + (low >> 2 & 1)) << ORIGIN_SHIFT) | ((low >> 3) % 81)
                };
                let Some(m) = Move::from_bits(word) else { continue };
                let undo = position.play_unchecked(m);
                if random() & 15 == 0 {
                    position.undo(m, undo);
                }
                position.side = Color::ALL[game % 2];
                most = most.max(check_rooms(&position));
            }
        }
        assert!(most + TARGETS > INLINE, "no list came near the end of its room: {most}");
    }
}
