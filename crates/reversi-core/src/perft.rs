//! Counts the move sequences of a given length (*perft*), which is the usual test of a move
//! generator.
use crate::board::Board;
use crate::kernel::{Kernel, dispatch};
use crate::moves::Move;
use alloc::vec::Vec;
use batch::Batch;

mod batch;

/// Returns the number of move sequences of `depth` plies. A pass is a ply. A game that ends earlier
/// counts as one sequence. The moves of the last ply are counted but not played.
///
/// ```
/// use reversi_core::{Board, perft};
/// assert_eq!((1..=5).map(|d| perft(Board::START, d)).collect::<Vec<_>>(), [4, 12, 56, 244, 1396]);
/// ```
#[must_use]
pub fn perft(board: Board, depth: u32) -> u64 {
    bulk(board.player().bits(), board.opponent().bits(), depth)
}

/// Returns the number of move sequences like [`perft`], but a pass does not count as a ply.
#[must_use]
pub fn perft_free_pass(board: Board, depth: u32) -> u64 {
    free(board.player().bits(), board.opponent().bits(), depth)
}

/// Returns the same as [`perft`], but plays every move of the last ply. This measures the speed of
/// playing moves.
#[must_use]
pub fn perft_every_leaf(board: Board, depth: u32) -> u64 {
    leaves(board.player().bits(), board.opponent().bits(), depth)
}

/// Returns the count of [`perft`] separately for each first turn, in ascending order of squares.
/// The list is empty for depth 0 and for a finished game.
#[must_use]
pub fn divide(board: Board, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    children(board).into_iter().map(|(mv, child)| (mv, perft(child, rest))).collect()
}

/// Returns the turns of a board, each with the board after the turn.
fn children(board: Board) -> Vec<(Move, Board)> {
    let play = |square| (Move::Place(square), board.play_unchecked(square));
    if board.must_pass() {
        return [(Move::Pass, board.pass_unchecked())].into();
    }
    board.moves().iter().map(play).collect()
}

/// Computes [`perft`] on all threads of the current rayon pool.
#[cfg(feature = "rayon")]
#[must_use]
pub fn par_perft(board: Board, depth: u32) -> u64 {
    use rayon::prelude::*;
    // Expands the tree until there are enough boards for all threads and each board still has
    // enough work.
    let (mut boards, mut rest) = ([board].to_vec(), depth);
    while rest > 6 && boards.len() < 2000 {
        boards = boards
            .into_iter()
            .flat_map(|board| {
                let mut next = children(board);
                if next.is_empty() {
                    next.push((Move::Pass, board)); // a finished game still counts as one sequence
                }
                next.into_iter().map(|(_, child)| child)
            })
            .collect();
        rest -= 1;
    }
    boards.into_par_iter().map(|board| perft(board, rest)).sum()
}

dispatch! { fn bulk(player: u64, opponent: u64, depth: u32) -> u64 = crate::perft::bulk_body; }
dispatch! { fn free(player: u64, opponent: u64, depth: u32) -> u64 = crate::perft::free_body; }
dispatch! { fn leaves(player: u64, opponent: u64, depth: u32) -> u64 = crate::perft::leaves_body; }

/// Calls `visit` with the board after each move of `moves`.
#[inline(always)]
fn each<K: Kernel>(
    kernel: K,
    player: u64,
    opponent: u64,
    moves: u64,
    mut visit: impl FnMut(u64, u64),
) {
    let mut rest = moves;
    while rest != 0 {
        let square = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let flipped = kernel.flips(player, opponent, square);
        visit(opponent & !flipped, player | flipped | 1 << square);
    }
}

#[inline(always)]
pub(crate) fn bulk_body<K: Kernel>(kernel: K, player: u64, opponent: u64, depth: u32) -> u64 {
    walk::<K, BULK>(kernel, player, opponent, depth)
}

#[inline(always)]
pub(crate) fn free_body<K: Kernel>(kernel: K, player: u64, opponent: u64, depth: u32) -> u64 {
    walk::<K, FREE_PASS>(kernel, player, opponent, depth)
}

/// The size of the explicit stack in plies. A game has at most 60 placed discs, and at most one
/// pass before each disc.
const DEEPEST: usize = 128;

const BULK: u8 = 0;
const FREE_PASS: u8 = 1;
const EVERY_LEAF: u8 = 2;

/// Counts the sequences without recursion, so that this function can be inlined and compiled for
/// the instruction set of the entry point.
#[inline(always)]
fn walk<K: Kernel, const MODE: u8>(kernel: K, player: u64, opponent: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    #[derive(Clone, Copy, Default)]
    struct Node {
        player: u64,
        opponent: u64,
        moves: u64,
    }
    let mut stack = [Node::default(); DEEPEST];
    let mut batch = Batch::EMPTY;
    // A game has at most 60 placed discs and no two consecutive passes.
    let depth = (depth as usize).min(DEEPEST - 2);
    let mut sum = 0;
    let mut top = 0;
    let (mut p, mut o) = (player, opponent);
    loop {
        // Visits the board (p, o), which has `depth - top` plies left.
        let rest = depth - top;
        let mut is_leaf = true;
        if rest == 2 && MODE == BULK {
            batch.push(p, o);
        } else {
            let mut moves = kernel.moves(p, o);
            if moves == 0 {
                let replies = kernel.moves(o, p);
                if replies != 0 && MODE == FREE_PASS {
                    (p, o) = (o, p);
                    moves = replies;
                } else if replies != 0 && rest > 1 {
                    (p, o) = (o, p);
                    stack[top].moves = 0;
                    top += 1;
                    continue;
                }
            }
            if moves == 0 {
                sum += 1;
            } else if rest == 1 {
                sum += u64::from(moves.count_ones());
                if MODE == EVERY_LEAF {
                    each(kernel, p, o, moves, |p, o| {
                        core::hint::black_box((p, o));
                    });
                }
            } else {
                stack[top] = Node { player: p, opponent: o, moves };
                is_leaf = false;
            }
        }
        if is_leaf {
            // Returns to the last node that has a move left.
            loop {
                if top == 0 {
                    return sum + batch.count(kernel);
                }
                top -= 1;
                if stack[top].moves != 0 {
                    break;
                }
            }
            if batch.is_full() {
                sum += batch.count(kernel);
            }
        }
        let node = &mut stack[top];
        let square = node.moves.trailing_zeros() as usize;
        node.moves &= node.moves - 1;
        let flipped = kernel.flips(node.player, node.opponent, square);
        p = node.opponent & !flipped;
        o = node.player | flipped | 1 << square;
        top += 1;
    }
}

#[inline(always)]
pub(crate) fn leaves_body<K: Kernel>(kernel: K, player: u64, opponent: u64, depth: u32) -> u64 {
    walk::<K, EVERY_LEAF>(kernel, player, opponent, depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Portable;
    use proptest::prelude::*;

    /// Counts the sequences recursively, as perft is defined.
    fn naive(board: Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        match children(board) {
            next if next.is_empty() => 1,
            next => next.into_iter().map(|(_, child)| naive(child, depth - 1)).sum(),
        }
    }

    fn check(board: Board, depth: u32) {
        let (player, opponent) = (board.player().bits(), board.opponent().bits());
        let expected = naive(board, depth);
        assert_eq!(bulk(player, opponent, depth), expected, "{board}\nto depth {depth}");
        assert_eq!(bulk_body(Portable, player, opponent, depth), expected);
        assert_eq!(leaves(player, opponent, depth), expected);
    }

    #[test]
    fn more_children_than_a_batch_holds() {
        // The first 16 children of this board have 484 replies.
        let board = Board::from_words(0x0066_0148_0290_6600, 0x0011_ee84_0466_8100);
        let replies = children(board).into_iter().map(|(_, child)| child.moves().len());
        assert_eq!(replies.take(16).sum::<u32>(), 484);
        for depth in 0..5 {
            check(board, depth);
        }
    }

    proptest! {
        #[test]
        fn counts_equal_the_definition(a: u64, b: u64, c: u64, d: u64, depth in 0u32..4) {
            check(Board::from_words(a & !b, b & !a), depth);
            // Few squares are empty, so passes and finished games occur.
            let free = a & b & c & d;
            check(Board::from_words(a & !free, !(a | free)), depth + 2);
        }
    }
}
