//! The midgame search, which uses an evaluation. It searches to a fixed depth, or searches the
//! first plies of an exact solve.
//!
//! Values are centidiscs for the side to move. All searches are fail-soft: a result of at most
//! `alpha` is an upper bound, a result of at least `beta` is a lower bound.
use super::endgame;
use super::midgame_entry::MidgameEntry;
use super::move_ordering::{Child, Room, take_best};
use super::node::Node;
use super::regions::{CORNERS, grow};
use super::score::{INFINITE_CENTIDISCS, MAX_CENTIDISCS, final_centidiscs};
use super::selectivity::{self, Selectivity};
#[cfg(feature = "rayon")]
use super::split_point::SplitPoint;
use super::stability::stable;
use super::transposition_table::TranspositionTable;
use super::worker::Worker;
use crate::eval::Weights;
use crate::kernel::{Best, Kernel, best, per_kernel};
#[cfg(feature = "rayon")]
use alloc::vec::Vec;

/// The minimum depth of positions in the table.
const TABLE_FROM: u32 = 2;
/// The minimum depth at which the search looks up all children in the table before it searches any
/// child.
const ENHANCED_FROM: u32 = 4;
/// In a search to the end of the game, the endgame search replaces the midgame search at this
/// number of empty squares.
pub(super) const SOLVE_UNTIL: u32 = 12;
/// The minimum alpha at which the opponent's stable discs may cause a cut-off in a search to the
/// end of the game.
const STABILITY_FROM: i32 = 2000;
/// The minimum depth at which threads may split a node.
#[cfg(feature = "rayon")]
const SPLIT_FROM: u32 = 9;
/// The minimum depth at which threads may split a node of a search to the end.
#[cfg(feature = "rayon")]
const SPLIT_END_FROM: u32 = 15;
/// The minimum depth at which a shallow search orders the moves of a node.
const SEARCH_ORDER_FROM: u32 = 3;
/// The number of plies by which a table entry must be deeper than the ordering search so that its bounds
/// correct the value of that search.
const DEEPER_BY: u32 = 2;

// The weights of the move ordering, in centidiscs. A search to the end prefers small trees: few
// replies, and few empty squares next to the mover's discs. A search to a fixed depth has no weight
// for empty squares, because all its trees end at the same depth.

/// The cost of an opponent's reply in a search to the end. This cost is as high as the value of four
/// discs, because a small tree saves more nodes than a move that is a few discs better.
const PER_REPLY_TO_END: i32 = 400;
/// The additional cost of a reply in a corner in a search to the end.
const PER_CORNER_REPLY_TO_END: i32 = 200;
const PER_OPEN_NEIGHBOR_TO_END: i32 = 60;
/// The cost of a reply in a search to a fixed depth. A reply in a corner counts twice.
const PER_REPLY: i32 = 60;

/// Returns the depth in plies of the search that orders the moves of a node.
#[inline(always)]
const fn order_depth(depth: u32, to_the_end: bool) -> u32 {
    match (to_the_end, depth) {
        (false, 0..=5) | (true, 0..=17) => 0,
        (false, 6..=9) | (true, 18..=19) => 1,
        (false, 10..=14) | (true, 20..=21) => 2,
        _ => 3,
    }
}

/// The evaluation, the table and the selectivity of a search, shared by its threads.
#[derive(Clone, Copy)]
pub(super) struct Guide<'a> {
    pub(super) table: &'a TranspositionTable<MidgameEntry>,
    pub(super) weights: &'a Weights,
    pub(super) selectivity: Selectivity,
}

/// The state of one thread of a midgame search: a worker and its guide.
pub(super) struct GuidedWorker<'a> {
    pub(super) guide: &'a Guide<'a>,
    pub(super) worker: Worker<'a>,
}

impl GuidedWorker<'_> {
    /// Returns whether the search was stopped. The results are then meaningless.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.worker.is_stopped()
    }
}

per_kernel! {
    /// The recursive functions of the midgame search.
    pub(super) trait Midgame: Kernel {
        /// Returns the best value after one move.
        fn one_ply(w: &mut GuidedWorker<'_>, node: &Node, moves: u64, beta: i32) -> i32 = one_ply;

        /// Computes the weights of children, which order them.
        fn weigh(
            w: &mut GuidedWorker<'_>,
            node: &Node,
            depth: u32,
            children: &mut [Child],
        ) -> () = weigh;

        /// Returns the value of a node at a depth. Shallow searches prune branches if they are at
        /// least as certain as `level`.
        fn midgame(
            w: &mut GuidedWorker<'_>,
            node: &Node,
            depth: u32,
            alpha: i32,
            beta: i32,
            level: Selectivity,
        ) -> i32 = search;
    }
}

/// Searches with the best kernel.
pub(super) fn run(w: &mut GuidedWorker<'_>, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32 {
    let level = w.guide.selectivity;
    match best() {
        // AVX-512 gives no benefit here, because the pattern states are added in AVX2 registers.
        #[cfg(target_arch = "x86_64")]
        Best::Avx512(kernel) => kernel.avx2().midgame(w, node, depth, alpha, beta, level),
        #[cfg(target_arch = "x86_64")]
        Best::Avx2(kernel) => kernel.midgame(w, node, depth, alpha, beta, level),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Best::Simd128(kernel) => kernel.midgame(w, node, depth, alpha, beta, level),
        Best::Portable(kernel) => kernel.midgame(w, node, depth, alpha, beta, level),
    }
}

#[inline(always)]
fn one_ply<K: Midgame>(
    kernel: K,
    w: &mut GuidedWorker<'_>,
    node: &Node,
    moves: u64,
    beta: i32,
) -> i32 {
    let mut best = -INFINITE_CENTIDISCS;
    let mut rest = moves;
    while rest != 0 {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let flipped = kernel.flips(node.player, node.opponent, square as usize);
        let child = node.played(w.guide.weights, square, flipped);
        w.worker.visit();
        let found = -child.value(w.guide.weights);
        if found > best {
            best = found;
            if best >= beta {
                break;
            }
        }
    }
    best
}

/// Fills `list` with the children of a node, without weights. Returns the number of children.
#[inline(always)]
fn children<K: Midgame>(kernel: K, node: &Node, moves: u64, list: &mut [Child]) -> usize {
    let mut len = 0;
    let mut rest = moves;
    while rest != 0 && len < list.len() {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let flipped = kernel.flips(node.player, node.opponent, square as usize);
        let (p, o) = (node.opponent & !flipped, node.player | flipped | 1 << square);
        list[len] = Child { player: p, opponent: o, square: square as u8, weight: 0 };
        len += 1;
    }
    len
}

#[inline(always)]
fn weigh<K: Midgame>(
    kernel: K,
    w: &mut GuidedWorker<'_>,
    node: &Node,
    depth: u32,
    children: &mut [Child],
) {
    let to_the_end = depth >= node.empties();
    let look = order_depth(depth, to_the_end);
    for child in children {
        let (p, o) = (child.player, child.opponent);
        let replies = kernel.moves(p, o);
        let few = replies.count_ones() as i32;
        let corners = (replies & CORNERS).count_ones() as i32;
        let value = if depth >= SEARCH_ORDER_FROM {
            let known = w.guide.table.find(p, o);
            let next = after(w.guide.weights, node, child);
            let infinite = INFINITE_CENTIDISCS;
            let value = -kernel.midgame(w, &next, look, -infinite, infinite, Selectivity::Full);
            match known.filter(|known| u32::from(known.depth) >= look + DEEPER_BY) {
                Some(known) => value.max(-i32::from(known.upper)).min(-i32::from(known.lower)),
                None => value,
            }
        } else {
            0
        };
        child.weight = if to_the_end {
            let open = (grow(o) & !(p | o)).count_ones() as i32;
            value
                - PER_REPLY_TO_END * few
                - PER_CORNER_REPLY_TO_END * corners
                - PER_OPEN_NEIGHBOR_TO_END * open
        } else {
            value - PER_REPLY * (few + corners)
        };
    }
}

#[inline(always)]
fn search<K: Midgame>(
    kernel: K,
    w: &mut GuidedWorker<'_>,
    node: &Node,
    depth: u32,
    alpha: i32,
    beta: i32,
    level: Selectivity,
) -> i32 {
    w.worker.visit();
    let (player, opponent) = (node.player, node.opponent);
    if depth == 0 {
        return node.value(w.guide.weights);
    }
    if w.is_stopped() {
        return alpha;
    }
    let empties = node.empties();
    if depth >= empties {
        if empties <= SOLVE_UNTIL {
            return solve(w, player, opponent, alpha, beta);
        }
        // The opponent's stable discs limit the score. If alpha is below `STABILITY_FROM`, this
        // limit rarely causes a cut-off, so the stable discs are not counted.
        if alpha >= STABILITY_FROM {
            let held = stable(opponent, player | opponent).count_ones() as i32;
            if MAX_CENTIDISCS - 200 * held <= alpha {
                return MAX_CENTIDISCS - 200 * held;
            }
        }
    }
    let moves = kernel.moves(player, opponent);
    if moves == 0 {
        if kernel.moves(opponent, player) == 0 {
            return final_centidiscs(player, opponent);
        }
        return -kernel.midgame(w, &node.passed(), depth, -beta, -alpha, level);
    }
    if depth == 1 {
        return kernel.one_ply(w, node, moves, beta);
    }
    let selectivity = level as u8;
    let table = w.guide.table;
    let known = table.find(player, opponent).unwrap_or(MidgameEntry::NOTHING);
    if known.serves(depth, selectivity) {
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
    }
    if beta - alpha == 1
        && depth >= selectivity::CUT_FROM
        && let Some(bound) = cut_by_shallow(kernel, w, node, depth, alpha, beta, level)
    {
        return bound;
    }
    let mut room = Room::new();
    let list = room.for_moves(moves);
    let len = children(kernel, node, moves, list);
    let children = &mut list[..len];
    if depth >= ENHANCED_FROM
        && let Some(value) = cut_by_a_child(table, children, depth, selectivity, beta)
    {
        return value;
    }
    let first = children.iter().position(|child| child.square == known.best);
    if let Some(first) = first {
        children.swap(0, first);
    }
    let window = (alpha, beta);
    let found = visit_all(kernel, w, node, children, depth, window, level, first.is_some());
    let Some((best, best_square)) = found else { return alpha };
    if depth >= TABLE_FROM {
        table.store(player, opponent, depth, selectivity, (alpha, beta), best, best_square);
    }
    best
}

/// Searches to the end of the game with the smallest window in whole discs that contains the given
/// window. A bound for the wider window is also a bound for the given window.
#[inline(always)]
fn solve(w: &mut GuidedWorker<'_>, player: u64, opponent: u64, alpha: i32, beta: i32) -> i32 {
    let (low, high) = (alpha.div_euclid(100), -(-beta).div_euclid(100));
    let (low, high) = (low.clamp(-65, 64), high.clamp(-64, 65));
    100 * endgame::run(&mut w.worker, player, opponent, low, high)
}

/// Returns a bound of the window if the value of a shallow search is far beyond this bound
/// (ProbCut).
#[inline(always)]
fn cut_by_shallow<K: Midgame>(
    kernel: K,
    w: &mut GuidedWorker<'_>,
    node: &Node,
    depth: u32,
    alpha: i32,
    beta: i32,
    level: Selectivity,
) -> Option<i32> {
    let margin = level.margin()?;
    let low = selectivity::shallow(depth);
    let far = (margin * selectivity::deviation(node.empties(), depth, low)) as i32;
    let now = node.value(w.guide.weights);
    if now >= beta && beta + far < MAX_CENTIDISCS {
        let bound = beta + far;
        if kernel.midgame(w, node, low, bound - 1, bound, level) >= bound {
            return Some(beta);
        }
    } else if now <= alpha && alpha - far > -MAX_CENTIDISCS {
        let bound = alpha - far;
        if kernel.midgame(w, node, low, bound, bound + 1, level) <= bound {
            return Some(alpha);
        }
    }
    None
}

/// Returns a value of at least `beta` if the table has such a value for a child.
#[inline(always)]
fn cut_by_a_child(
    table: &TranspositionTable<MidgameEntry>,
    children: &[Child],
    depth: u32,
    selectivity: u8,
    beta: i32,
) -> Option<i32> {
    for child in children {
        if let Some(known) = table.find(child.player, child.opponent) {
            let value = -i32::from(known.upper);
            if value >= beta && known.serves(depth - 1, selectivity) {
                return Some(value);
            }
        }
    }
    None
}

/// Searches the children, the most promising first. If `knows_first` is set, the first child of the
/// list is the best move of an earlier search. Returns the best value and its move, or `None` if
/// the search was stopped.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "the function is inlined into its only caller")]
fn visit_all<K: Midgame>(
    kernel: K,
    w: &mut GuidedWorker<'_>,
    node: &Node,
    children: &mut [Child],
    depth: u32,
    (alpha, beta): (i32, i32),
    level: Selectivity,
    knows_first: bool,
) -> Option<(i32, u8)> {
    let (mut best, mut best_square) = (-INFINITE_CENTIDISCS, 64);
    // The best move of an earlier search often causes a cut-off. The other moves are therefore not
    // weighed before this move was searched.
    if !knows_first {
        kernel.weigh(w, node, depth, children);
    }
    for from in 0..children.len() {
        if from == 1 && knows_first {
            kernel.weigh(w, node, depth, &mut children[1..]);
        }
        let child = match from {
            0 if knows_first => children[0],
            _ => take_best(&mut children[from..]),
        };
        let next = after(w.guide.weights, node, &child);
        let floor = alpha.max(best);
        w.worker.begin_move(depth, child.square);
        let value = if from == 0 {
            -kernel.midgame(w, &next, depth - 1, -beta, -floor, level)
        } else {
            exceed(kernel, w, &next, depth - 1, (floor, beta), level)
        };
        if w.is_stopped() {
            return None;
        }
        if value > best {
            (best, best_square) = (value, child.square);
            if best >= beta {
                break;
            }
        }
        #[cfg(feature = "rayon")]
        if w.worker.shared.parallel
            && from + 1 < children.len()
            && depth >= if depth >= node.empties() { SPLIT_END_FROM } else { SPLIT_FROM }
        {
            let is_root = w.worker.root_depth == depth;
            let point = SplitPoint { alpha, beta, best, best_square, is_root };
            let rest = &mut children[from + 1..];
            if from == 0 && knows_first {
                kernel.weigh(w, node, depth, rest);
            }
            let found = split(kernel, w, node, rest, depth, &point, level);
            return (!w.is_stopped()).then_some(found);
        }
    }
    Some((best, best_square))
}

/// Returns the node after a move.
#[inline(always)]
fn after(weights: &Weights, node: &Node, child: &Child) -> Node {
    node.played(weights, u32::from(child.square), node.opponent & !child.player)
}

/// Returns the value of a node that is expected not to exceed the lower bound of the window. The
/// first search has a null window.
#[inline(always)]
fn exceed<K: Midgame>(
    kernel: K,
    w: &mut GuidedWorker<'_>,
    next: &Node,
    depth: u32,
    (floor, beta): (i32, i32),
    level: Selectivity,
) -> i32 {
    let value = -kernel.midgame(w, next, depth, -floor - 1, -floor, level);
    if value > floor && value < beta && !w.is_stopped() {
        return -kernel.midgame(w, next, depth, -beta, -floor, level);
    }
    value
}

/// Searches the children with all threads of the pool.
#[cfg(feature = "rayon")]
#[inline(never)]
fn split<K: Midgame>(
    kernel: K,
    w: &mut GuidedWorker<'_>,
    node: &Node,
    children: &mut [Child],
    depth: u32,
    point: &SplitPoint,
    level: Selectivity,
) -> (i32, u8) {
    children.sort_by_key(|child| -child.weight);
    let guide = w.guide;
    let nodes: Vec<(u8, Node)> =
        children.iter().map(|child| (child.square, after(guide.weights, node, child))).collect();
    let search = |worker: Worker<'_>, (_, next): &(u8, Node), floor: i32| {
        let mut w = GuidedWorker { guide, worker };
        let value = exceed(kernel, &mut w, next, depth - 1, (floor, point.beta), level);
        w.worker.finish(value)
    };
    point.search(&mut w.worker, &nodes, |(square, _)| *square, search)
}
