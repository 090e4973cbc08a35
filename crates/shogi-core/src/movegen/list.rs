//! Move lists and the sink that writes them. The visitor, which is safe code, is the reference for tests.

#![allow(unsafe_code, reason = "unchecked writes into an array that no position can fill")]

use alloc::vec::Vec;
use core::fmt;
use core::iter::{Copied, FusedIterator};
use core::mem::MaybeUninit;
use core::ops::{ControlFlow, Deref, DerefMut, Range};

use super::sink::{DropTargets, Sink, Targets};
use crate::hand::Hand;
use crate::mv::{DROP_ORIGIN, Move, ORIGIN_SHIFT, PIECE_SHIFT, PROMOTION};
use crate::piece::PieceKind;
use crate::position::Position;

/// The maximum number of legal moves in a position without flaws.
pub const MAX_MOVES: usize = 593;

/// The writer of drops always stores eight moves at once, even for fewer kinds.
const PADDING: usize = 8;

/// The capacity of the inline array, for any position with no more pieces than a set has.
///
/// [`MAX_MOVES`] is not enough if flaws are allowed: its record position without the white king has
/// 599 moves. With n pieces on the board there are at most 7 x (81 - n) drops, so each piece on the
/// board costs seven drops. A single piece on an empty board has at most this number of moves,
/// where promotion and non-promotion count as two: rook and bishop 32, lance and silver 10, king 8,
/// others 6. Suppose that one piece of each hand kind remains in hand. Then the other pieces add at
/// most 25 + 25 (rook, bishop), 3 x 3 + 3 x 3 (lances, silvers) and 1 (king) to 7 x 81 = 567: 636
/// in total. If one more kind is missing in hand, there are 81 fewer drops, and each piece on the
/// board costs one drop less. The maximum is then 590, and it decreases with each further kind.
const INLINE: usize = 636 + PADDING;

/// The capacity for a crowded position: a position with more pieces of a kind than a set has.
///
/// Board and hands together hold at most 31 pawns and seven pieces of each other hand kind
/// ([`Flaws::HAND_OVERFLOW`](crate::Flaws::HAND_OVERFLOW)). Count the moves of each piece as on an
/// otherwise empty board, with promotion and non-promotion as two moves. The sum is at most 31 x 6
/// (tokin) + 7 x (10 lance, 6 knight, 10 silver, 6 gold, 32 bishop, 32 rook) + 8 = 866 moves on the
/// board. With 7 x 80 drops, the total is 1,426.
const CROWDED: usize = 1_426 + PADDING;

/// A list of moves; it dereferences to a slice of [`Move`]s.
///
/// A list takes 2.6 KB on the stack, of which only the used part is accessed. The moves of a
/// position with more pieces of a kind than a set has
/// ([`Flaws::TOO_MANY_PIECES`](crate::Flaws::TOO_MANY_PIECES)) are on the heap. If
/// [`MoveList::push`] exceeds the inline capacity, the moves move to the heap too.
///
/// ```
/// use shogi_core::{MoveList, Position};
/// let position = Position::start();
/// let mut moves = MoveList::new();
/// position.legal_moves_into(&mut moves);
/// // Captures first, and pawn pushes before other quiet moves.
/// moves.sort_by_key(|m| (!m.is_capture(), m.kind()));
/// assert_eq!(moves[0].kind().to_string(), "P");
/// moves.swap(0, 1);
/// let mut quiet = MoveList::new();
/// for m in &moves {
///     if !m.is_capture() {
///         quiet.push(m);
///     }
/// }
/// assert_eq!(quiet.len(), 30);
/// ```
pub struct MoveList {
    /// The number of moves in `inline`.
    len: usize,
    inline: [MaybeUninit<Move>; INLINE], // invariant: inline[..len] are initialised
    /// The moves of a list that does not fit in `inline`. Only valid if `len` is 0.
    // Not a `SmallVec`: lists by value then take twice the instructions, and lists in place 0.9 % more (docs/design/011-short-lists.md).
    heap: Vec<Move>,
}

impl MoveList {
    /// Makes an empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { len: 0, inline: [MaybeUninit::uninit(); INLINE], heap: Vec::new() }
    }

    /// Returns the moves as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        // One slice with two possible starts. With two `return`s, a loop over the moves takes one
        // more instruction per move.
        let (start, len) = if self.len != 0 {
            (self.inline.as_ptr().cast::<Move>(), self.len)
        } else {
            (self.heap.as_ptr(), self.heap.len())
        };
        // SAFETY: the first `len` moves of the inline storage are initialised, and so are those of the heap.
        unsafe { core::slice::from_raw_parts(start, len) }
    }

    /// Returns the moves as a slice that can be reordered and changed.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        if self.len == 0 {
            return &mut self.heap;
        }
        // SAFETY: the first `len` moves are initialised.
        unsafe { core::slice::from_raw_parts_mut(self.inline.as_mut_ptr().cast(), self.len) }
    }

    /// Iterates over the moves.
    #[inline]
    pub fn iter(&self) -> Copied<core::slice::Iter<'_, Move>> {
        self.as_slice().iter().copied()
    }

    /// Adds a move at the end. This always succeeds: the moves of a full list move to the heap.
    #[inline]
    pub fn push(&mut self, m: Move) {
        if self.len < INLINE && (self.len != 0 || self.heap.is_empty()) {
            self.inline[self.len] = MaybeUninit::new(m);
            self.len += 1;
        } else {
            self.push_to_heap(m);
        }
    }

    #[cold]
    #[inline(never)]
    fn push_to_heap(&mut self, m: Move) {
        if self.len != 0 {
            self.heap = self.as_slice().to_vec();
            self.len = 0;
        }
        self.heap.push(m);
    }

    /// Removes the last move and returns it.
    #[inline]
    pub fn pop(&mut self) -> Option<Move> {
        if self.len == 0 {
            return self.heap.pop();
        }
        let last = self.as_slice().last().copied();
        self.truncate(self.len - 1);
        last
    }

    /// Keeps the first `len` moves and removes the others.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        if self.len == 0 {
            self.heap.truncate(len);
        } else if len == 0 {
            self.clear();
        } else {
            self.len = self.len.min(len);
        }
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
        self.heap.clear();
    }

    /// Keeps the moves for which a predicate returns `true`, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let moves = self.as_mut_slice();
        let mut kept = 0;
        for i in 0..moves.len() {
            let m = moves[i];
            if keep(m) {
                moves[kept] = m;
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Empties the list and makes a writer for the moves of a position. [`MoveList::finish`] ends the
    /// writing.
    // Not a method that calls a generator with a closure: the closure would be compiled separately,
    // without the instructions that its caller may use, and would keep the writer in memory.
    #[inline(always)]
    pub(super) fn start(&mut self, position: &Position) -> Writer {
        let (start, room) = if position.crowded {
            (self.crowded_start(), CROWDED)
        } else {
            (self.inline.as_mut_ptr().cast(), INLINE)
        };
        Writer { start, next: start, last: start.wrapping_add(room - PADDING - TARGETS) }
    }

    /// Adopts the moves that the writer has written for the position.
    #[inline(always)]
    pub(super) fn finish(&mut self, position: &Position, writer: Writer) {
        // SAFETY: a writer only moves `next` forward, inside the memory for which it was made.
        let len = unsafe { writer.next.offset_from_unsigned(writer.start) };
        if position.crowded {
            // SAFETY: the writer has initialised `len` moves in the capacity of the heap vector.
            // `Move` is a transparent non-zero `u32`.
            unsafe { self.heap.set_len(len) };
            self.len = 0;
        } else {
            self.len = len;
            if len == 0 {
                self.heap.clear();
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn crowded_start(&mut self) -> *mut u32 {
        self.heap.clear();
        self.heap.reserve_exact(CROWDED);
        self.heap.as_mut_ptr().cast()
    }
}

impl Clone for MoveList {
    fn clone(&self) -> Self {
        Self { len: self.len, inline: self.inline, heap: self.heap.clone() }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for MoveList {}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        self.as_mut_slice()
    }
}

impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|m| self.push(m));
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = Self::new();
        list.extend(moves);
        list
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = Copied<core::slice::Iter<'a, Move>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoIter;

    #[inline]
    fn into_iter(self) -> IntoIter {
        IntoIter { left: 0..self.len(), list: self }
    }
}

/// An iterator that owns the moves of a list.
#[derive(Clone)]
pub struct IntoIter {
    list: MoveList,
    left: Range<usize>,
}

impl Iterator for IntoIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.left.next().map(|i| self.list[i])
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl DoubleEndedIterator for IntoIter {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        self.left.next_back().map(|i| self.list[i])
    }
}

impl ExactSizeIterator for IntoIter {}
impl FusedIterator for IntoIter {}

impl fmt::Debug for IntoIter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.list[self.left.clone()]).finish()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

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
const TARGETS: usize = 2 * 81;
/// The maximum number of drops: seven per square.
const DROPS: usize = 7 * 81;

impl Writer {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::{Black, Color, White};
    use crate::position::Undo;
    use crate::square::Square;

    /// Plays any move without the debug assertion of [`Position::play_unchecked`].
    fn play(position: &mut Position, m: Move) -> Undo {
        match position.side {
            Color::Black => position.apply::<Black>(m),
            Color::White => position.apply::<White>(m),
        }
    }

    /// Checks that lists do not exceed their capacity after arbitrary moves.
    fn check_rooms(position: &Position) -> usize {
        let room = if position.crowded { CROWDED } else { INLINE } - PADDING;
        let lists = [
            position.legal_moves(),
            position.captures(),
            position.quiets(),
            position.drops(),
            position.engine_moves(),
            // If the other king is in check, the list calls `gives_check`, which needs a piece on
            // the origin.
            if position.scan_color(position.side.opponent()).checkers == 0 {
                position.checks()
            } else {
                MoveList::new()
            },
        ];
        for list in &lists {
            assert!(list.len() <= room, "{} moves in {room}\n{position:?}", list.len());
            assert!(list.iter().all(|m| m.bits() != 0));
        }
        lists[0].len()
    }

    #[test]
    fn a_reused_list_contains_no_move_of_the_previous_position() {
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
                        position.legal_moves().into_iter().filter(|&m| keep(m)).collect();
                    assert_eq!(list.as_slice(), expected);
                    list.clear();
                    assert!(list.is_empty());
                }
            }
        }
    }

    #[test]
    fn a_list_is_like_a_vector() {
        let moves: Vec<Move> =
            Square::all().map(|square| Move::drop(PieceKind::Gold, square)).collect();
        let (mut list, mut vector) = (MoveList::new(), Vec::new());
        let check = |list: &MoveList, vector: &[Move]| {
            assert_eq!(list.as_slice(), vector);
            assert!(list.iter().eq(vector.iter().copied()));
            assert!(list.clone().into_iter().rev().eq(vector.iter().rev().copied()));
            assert_eq!(list.clone().into_iter().len(), vector.len());
        };
        // Grow the list beyond the inline capacity, then shrink it again.
        for i in 0..1_000 {
            list.push(moves[i % 81]);
            vector.push(moves[i % 81]);
        }
        check(&list, &vector);
        list.sort_by_key(|m| core::cmp::Reverse(m.target().index()));
        vector.sort_by_key(|m| core::cmp::Reverse(m.target().index()));
        check(&list, &vector);
        for len in [900, 640, 639, 2, 1, 0] {
            list.truncate(len);
            vector.truncate(len);
            check(&list, &vector);
        }
        for rounds in [3, 700] {
            list.extend(moves.iter().copied().cycle().take(rounds));
            vector.extend(moves.iter().copied().cycle().take(rounds));
            list.swap(0, 2);
            vector.swap(0, 2);
            check(&list, &vector);
            list.retain(|m| m.target().index() % 3 != 0);
            vector.retain(|m| m.target().index() % 3 != 0);
            check(&list, &vector);
            while let Some(m) = list.pop() {
                assert_eq!(vector.pop(), Some(m));
                check(&list, &vector);
            }
            assert!(vector.is_empty());
        }
        assert_eq!(moves.iter().copied().collect::<MoveList>().as_slice(), moves);
    }

    #[test]
    fn drops_from_an_empty_hand_do_not_leave_the_array() {
        let mut position: Position = "k8/9/9/9/9/9/9/9/8K b - 1".parse().unwrap();
        let mut drop = |kind, square: Square| {
            play(&mut position, Move::drop(kind, square));
            position.side = Color::Black;
        };
        // The second drop on a square removes the piece again. The counts in hand go down from
        // seven.
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
        assert!(moves > INLINE, "{moves} moves fit in the inline list");
        let listed = check_rooms(&position);
        assert!(listed < moves);
    }

    #[test]
    fn impossible_moves_do_not_leave_the_array() {
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
                // Moves of every kind, and drops that fill the board with sliders.
                let low = random() as u32;
                let word = if low & 3 == 0 {
                    low >> 2 & 0x7f_ffff
                } else {
                    ((86 + (low >> 2 & 1)) << ORIGIN_SHIFT) | ((low >> 3) % 81)
                };
                let Some(m) = Move::from_bits(word) else { continue };
                let undo = play(&mut position, m);
                if random() & 15 == 0 {
                    position.undo(m, undo);
                }
                position.side = Color::ALL[game % 2];
                most = most.max(check_rooms(&position));
            }
        }
        assert!(most + TARGETS > INLINE, "no list nearly reached the capacity: {most}");
    }
}
