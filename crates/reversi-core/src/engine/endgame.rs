//! The endgame search: exact scores in discs for the side to move. Empty squares count for the
//! winner.
//!
//! All searches are fail-soft with a window `alpha, beta`. A result of at most `alpha` is an upper
//! bound. A result of at least `beta` is a lower bound. A result between them is exact.
use super::endgame_entry::EndgameEntry;
use super::last_four::{LastFour, one};
use super::move_ordering::{Child, FEW, Room, endgame_children, few_children, take_best};
use super::score::{INFINITE_DISCS, final_discs};
#[cfg(feature = "rayon")]
use super::split_point::SplitPoint;
use super::stability::stable;
use super::worker::Worker;
use crate::kernel::{Best, best, per_kernel};

/// The minimum number of empty squares of positions in the table. Positions with fewer empty squares,
/// but at least five, are in the small table of the thread.
const TABLE_FROM: u32 = 8;
/// The minimum number of empty squares at which the search looks up all children in the table
/// before it searches any child. With fewer empty squares, the look-ups take more time than they
/// save.
const ENHANCED_FROM: u32 = 10;
/// The minimum number of empty squares at which threads may split a node.
#[cfg(feature = "rayon")]
const SPLIT_FROM: u32 = 15;

per_kernel! {
    /// The functions of the endgame search that are not inlined. Most of these functions are
    /// recursive. Inlining the other two functions made FFO 40 to 42 about 1 % slower.
    pub(super) trait Endgame: LastFour {
        /// Computes an upper bound from the opponent's stable discs. Returns the bound if it causes
        /// a cut-off.
        fn cut_by_stability(player: u64, opponent: u64, empties: u32, alpha: i32) -> Option<i32> =
            cut_by_stability;

        /// Fills `list` with the children of a node and their weights. Returns the number of
        /// children.
        fn endgame_children(
            player: u64,
            opponent: u64,
            moves: u64,
            empties: u32,
            known: &EndgameEntry,
            list: &mut [Child],
        ) -> usize = endgame_children;

        /// Returns the score with five to seven empty squares.
        fn shallow(
            w: &mut Worker<'_>,
            player: u64,
            opponent: u64,
            empties: u32,
            alpha: i32,
            beta: i32,
        ) -> i32 = shallow;

        /// Returns the score of any position.
        fn endgame(
            w: &mut Worker<'_>,
            player: u64,
            opponent: u64,
            alpha: i32,
            beta: i32,
        ) -> i32 = search;
    }
}

/// Searches with the best kernel.
pub(super) fn run(w: &mut Worker<'_>, player: u64, opponent: u64, alpha: i32, beta: i32) -> i32 {
    match best() {
        #[cfg(target_arch = "x86_64")]
        Best::Avx512(kernel) => kernel.endgame(w, player, opponent, alpha, beta),
        #[cfg(target_arch = "x86_64")]
        Best::Avx2(kernel) => kernel.endgame(w, player, opponent, alpha, beta),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Best::Simd128(kernel) => kernel.endgame(w, player, opponent, alpha, beta),
        Best::Portable(kernel) => kernel.endgame(w, player, opponent, alpha, beta),
    }
}

/// Searches with the small table of the thread. Moves after which the opponent has few replies come
/// first.
#[inline(always)]
fn shallow<K: Endgame>(
    kernel: K,
    w: &mut Worker<'_>,
    player: u64,
    opponent: u64,
    empties: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    w.nodes += 1;
    if let Some(score) = kernel.cut_by_stability(player, opponent, empties, alpha) {
        return score;
    }
    let moves = kernel.moves(player, opponent);
    if moves == 0 {
        if kernel.moves(opponent, player) == 0 {
            return final_discs(player, opponent);
        }
        return -kernel.shallow(w, opponent, player, empties, -beta, -alpha);
    }
    let found = w.late.find(player, opponent);
    let known = found.unwrap_or(EndgameEntry::NOTHING);
    let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
    if lower >= beta || lower == upper {
        return lower;
    }
    if upper <= alpha {
        return upper;
    }
    let mut children = [Child::default(); FEW];
    let len = few_children(kernel, player, opponent, moves, known.best, &mut children);
    let (mut best, mut best_square) = (-INFINITE_DISCS, 64);
    for from in 0..len {
        let child = take_best(&mut children[from..len]);
        let floor = alpha.max(best);
        let (p, o) = (child.player, child.opponent);
        let score = if empties == 5 {
            -kernel.four(w, p, o, -beta, -floor)
        } else {
            -kernel.shallow(w, p, o, empties - 1, -beta, -floor)
        };
        if score > best {
            (best, best_square) = (score, child.square);
            if best >= beta {
                break;
            }
        }
    }
    w.late.store_recent(player, opponent, (alpha, beta), found, best, best_square);
    best
}

#[inline(always)]
fn cut_by_stability<K: Endgame>(
    _: K,
    player: u64,
    opponent: u64,
    empties: u32,
    alpha: i32,
) -> Option<i32> {
    if alpha < empties as i32 + 2 {
        return None; // too few discs can be stable
    }
    let most = 64 - 2 * stable(opponent, player | opponent).count_ones() as i32;
    (most <= alpha).then_some(most)
}

/// Searches a position with fewer than [`TABLE_FROM`] empty squares.
#[inline(always)]
fn without_table<K: Endgame>(
    kernel: K,
    w: &mut Worker<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    beta: i32,
) -> i32 {
    let mut empty = !(player | opponent);
    let empties = empty.count_ones();
    match empties {
        0 => {
            w.nodes += 1;
            final_discs(player, opponent)
        }
        1 => {
            w.nodes += 1;
            one(kernel, player, opponent, empty.trailing_zeros())
        }
        2 | 3 => {
            let mut squares = [0; 3];
            for square in &mut squares {
                *square = empty.trailing_zeros();
                empty &= empty.wrapping_sub(1);
            }
            let [a, b, _] = squares;
            if empties == 2 {
                kernel.two(w, player, opponent, a, b, beta)
            } else {
                kernel.three(w, player, opponent, squares, alpha, beta, false)
            }
        }
        4 => kernel.four(w, player, opponent, alpha, beta),
        _ => kernel.shallow(w, player, opponent, empties, alpha, beta),
    }
}

#[inline(always)]
fn search<K: Endgame>(
    kernel: K,
    w: &mut Worker<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    beta: i32,
) -> i32 {
    let empties = (player | opponent).count_zeros();
    if empties < TABLE_FROM {
        return without_table(kernel, w, player, opponent, alpha, beta);
    }
    w.visit();
    if w.is_stopped() {
        return alpha;
    }
    if let Some(score) = kernel.cut_by_stability(player, opponent, empties, alpha) {
        return score;
    }
    let moves = kernel.moves(player, opponent);
    if moves == 0 {
        if kernel.moves(opponent, player) == 0 {
            return final_discs(player, opponent);
        }
        return -kernel.endgame(w, opponent, player, -beta, -alpha);
    }
    let known = w.shared.table.find(player, opponent).unwrap_or(EndgameEntry::NOTHING);
    let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
    if lower >= beta || lower == upper {
        return lower;
    }
    if upper <= alpha {
        return upper;
    }
    let started = w.nodes;
    let mut room = Room::new();
    let list = room.for_moves(moves);
    let len = kernel.endgame_children(player, opponent, moves, empties, &known, list);
    let children = &mut list[..len];
    if empties >= ENHANCED_FROM
        && let Some(score) = cut_by_a_child(w, children, beta)
    {
        return score;
    }
    let Some((best, best_square)) = visit_all(kernel, w, children, empties, alpha, beta) else {
        return alpha;
    };
    let cost = (64 - (w.nodes - started).leading_zeros()) as u8;
    w.shared.table.store(player, opponent, (alpha, beta), best, best_square, cost);
    best
}

/// Returns a score of at least `beta` if the table has such a score for a child.
#[inline(always)]
fn cut_by_a_child(w: &Worker<'_>, children: &[Child], beta: i32) -> Option<i32> {
    for child in children {
        if let Some(known) = w.shared.table.find(child.player, child.opponent) {
            let score = -i32::from(known.upper);
            if score >= beta {
                return Some(score);
            }
        }
    }
    None
}

/// Searches the children, the most promising first. Returns the best score and its move, or `None`
/// if the search was stopped.
#[inline(always)]
fn visit_all<K: Endgame>(
    kernel: K,
    w: &mut Worker<'_>,
    children: &mut [Child],
    empties: u32,
    alpha: i32,
    beta: i32,
) -> Option<(i32, u8)> {
    let (mut best, mut best_square) = (-INFINITE_DISCS, 64);
    for from in 0..children.len() {
        let child = take_best(&mut children[from..]);
        w.begin_move(empties, child.square);
        let floor = alpha.max(best);
        let score = if from == 0 {
            -kernel.endgame(w, child.player, child.opponent, -beta, -floor)
        } else {
            exceed(kernel, w, &child, floor, beta)
        };
        if w.is_stopped() {
            return None;
        }
        if score > best {
            (best, best_square) = (score, child.square);
            if best >= beta {
                break;
            }
        }
        #[cfg(feature = "rayon")]
        if empties >= SPLIT_FROM && w.shared.parallel && from + 1 < children.len() {
            let is_root = w.root_depth == empties;
            let node = SplitPoint { alpha, beta, best, best_square, is_root };
            let found = split(kernel, w, &mut children[from + 1..], &node);
            return (!w.is_stopped()).then_some(found);
        }
    }
    Some((best, best_square))
}

/// Returns the score of a child that is expected not to exceed `floor`. The first search has a null
/// window.
#[inline(always)]
fn exceed<K: Endgame>(kernel: K, w: &mut Worker<'_>, child: &Child, floor: i32, beta: i32) -> i32 {
    let (p, o) = (child.player, child.opponent);
    let score = -kernel.endgame(w, p, o, -floor - 1, -floor);
    if score > floor && score < beta && !w.is_stopped() {
        return score.max(-kernel.endgame(w, p, o, -beta, 1 - score));
    }
    score
}

/// Searches the children with all threads of the pool.
#[cfg(feature = "rayon")]
#[inline(never)]
fn split<K: Endgame>(
    kernel: K,
    w: &mut Worker<'_>,
    children: &mut [Child],
    node: &SplitPoint,
) -> (i32, u8) {
    children.sort_by_key(|child| -child.weight);
    let search = |mut w: Worker<'_>, child: &Child, floor: i32| {
        let score = exceed(kernel, &mut w, child, floor, node.beta);
        w.finish(score)
    };
    node.search(w, children, |child| child.square, search)
}
