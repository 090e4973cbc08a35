//! Move lists.

#![allow(unsafe_code, reason = "only the first part of the inline array is initialised")]

use alloc::vec::Vec;
use core::fmt;
use core::iter::{Copied, FusedIterator};
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut, Range};

use super::writer::{CROWDED, INLINE, Writer};
use crate::mv::Move;
use crate::position::Position;

/// The maximum number of legal moves in a position without flaws.
pub const MAX_MOVES: usize = 593;

/// A list of moves. It dereferences to a slice of [`Move`]s.
///
/// A list takes 2.6 KB on the stack, but only the used part is initialised. The moves are stored on
/// the heap if the position has more pieces of a kind than a normal set
/// ([`Flaws::TOO_MANY_PIECES`](crate::Flaws::TOO_MANY_PIECES)). They are also stored on the heap if
/// [`MoveList::push`] exceeds the inline capacity.
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
    inline: [MaybeUninit<Move>; INLINE], // Invariant: `inline[..len]` is initialised.
    /// The moves, if the list does not fit in `inline`. `len` is then 0.
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
        // The slice is made in one place. With a `return` in each branch, a loop over the moves
        // takes one more instruction per move.
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

    /// Empties the list and returns a writer for the moves of a position. After writing, the caller
    /// must call [`MoveList::finish`].
    // This is not a method that takes a generator as a closure. The compiler would compile the
    // closure separately, without the instruction set of its caller and with the writer in memory
    // instead of in registers.
    #[inline(always)]
    pub(super) fn start(&mut self, position: &Position) -> Writer {
        let (start, room) = if position.crowded {
            (self.crowded_start(), CROWDED)
        } else {
            (self.inline.as_mut_ptr().cast(), INLINE)
        };
        // SAFETY: the inline array has the capacity for `INLINE` moves, and the heap vector has the
        // capacity for `CROWDED` moves. `Move` is a transparent `u32`. The callers, in `jobs`, do
        // not use the list before they call `finish`.
        unsafe { Writer::new(start, room) }
    }

    /// Sets the length of the list after the writer has written the moves of the position.
    #[inline(always)]
    pub(super) fn finish(&mut self, position: &Position, writer: Writer) {
        let len = writer.len();
        if position.crowded {
            // SAFETY: the writer has initialised the first `len` moves, which are within the
            // capacity of the heap vector. `Move` is a transparent non-zero `u32`.
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

#[cfg(test)]
mod tests {
    use super::super::writer::{PADDING, TARGETS};
    use super::*;
    use crate::color::{Black, Color, White};
    use crate::hand::Hand;
    use crate::mv::ORIGIN_SHIFT;
    use crate::piece::PieceKind;
    use crate::position::Undo;
    use crate::square::Square;

    /// Plays a move that may be illegal, without the debug assertion of
    /// [`Position::play_unchecked`].
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
            // If the opponent's king is in check, generating the list calls `gives_check`, which
            // requires a piece on the origin.
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
        // The second drop on a square removes the piece of the first drop.
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
        assert!(moves > INLINE, "{moves} moves do not exceed the inline capacity");
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
                // Plays moves of every kind, and drops that fill the board with sliders.
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
        assert!(
            most + TARGETS > INLINE,
            "the longest list has only {most} moves, so the test does not reach the capacity"
        );
    }
}
