//! Search by an evaluation, compiled once for each instruction set: to a depth, or as the upper part
//! of an exact solve.
//!
//! Values are 1/100 disc for the side to move. All searches are fail-soft: a result at most `alpha`
//! is an upper bound, one of at least `beta` a lower bound.
use super::last::odd_quarters;
use super::search::{self, MOVES, around, room};
use super::stability::stable;
use super::worker::{self, Shared, Stop};
use crate::board::Board;
use crate::color::Color;
use crate::eval::Weights;
use crate::pattern::PatternStates;
use alloc::vec::Vec;

pub(crate) mod probcut;
mod table;

use probcut::Selectivity;
use table::Known;
pub(crate) use table::{INFINITE, Table};

/// From this depth on, positions are kept in the table.
const TABLE_FROM: u32 = 2;
/// From this depth on, the table is asked for every child before one is searched.
const ENHANCED_FROM: u32 = 4;
/// With at most this many empties, a search to the end is left to the exact search.
pub(super) const SOLVE_UNTIL: u32 = 12;
/// From this depth on, replies may be shared out to other threads.
#[cfg(feature = "rayon")]
const SHARE_FROM: u32 = 9;
/// The same for searches to the end.
#[cfg(feature = "rayon")]
const SHARE_END_FROM: u32 = 15;

/// How many plies the order of moves looks ahead.
#[inline(always)]
const fn look_depth(depth: u32, to_the_end: bool) -> u32 {
    match (to_the_end, depth) {
        (false, 0..=5) | (true, 0..=17) => 0,
        (false, 6..=9) | (true, 18..=19) => 1,
        (false, 10..=14) | (true, 20..=21) => 2,
        _ => 3,
    }
}

/// What guides a search, shared by its threads.
#[derive(Clone, Copy)]
pub(crate) struct Guide<'a> {
    pub(crate) table: &'a Table,
    pub(crate) weights: &'a Weights,
    pub(crate) selectivity: Selectivity,
}

/// One thread's part of a search.
pub(crate) struct Worker<'a> {
    pub(super) guide: &'a Guide<'a>,
    pub(super) exact: worker::Worker<'a>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(guide: &'a Guide<'a>, shared: &'a Shared<'a>, stop: &'a Stop<'a>) -> Self {
        Self { guide, exact: worker::Worker::new(shared, stop) }
    }

    /// Whether a limit was reached; results then mean nothing.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.exact.is_stopped()
    }

    /// Adds the nodes counted to those of all threads.
    pub(crate) fn report(&mut self) {
        self.exact.report();
    }
}

/// A board with its pattern states. The states are those of real colours: a pass or a move changes
/// the side alone.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    player: u64,
    opponent: u64,
    states: PatternStates,
    side: Color,
}

impl Node {
    /// The node of a board, its side to move taken as Black.
    pub(crate) fn new(weights: &Weights, board: Board) -> Self {
        let states = PatternStates::from_discs(
            weights.shapes().patterns(),
            board.player(),
            board.opponent(),
        );
        let (player, opponent) = (board.player().bits(), board.opponent().bits());
        Self { player, opponent, states, side: Color::Black }
    }

    #[inline(always)]
    fn empties(&self) -> u32 {
        (self.player | self.opponent).count_zeros()
    }

    #[inline(always)]
    fn passed(&self) -> Self {
        let (player, opponent) = (self.opponent, self.player);
        Self { player, opponent, side: !self.side, ..*self }
    }
}

/// The score of a finished board in 1/100 disc.
#[inline(always)]
fn final_value(player: u64, opponent: u64) -> i32 {
    100 * Board::from_words(player, opponent).final_score()
}

/// A move with its place in the order.
#[derive(Clone, Copy, Default)]
struct Child {
    flipped: u64,
    square: u8,
    weight: i32,
}

/// The functions of the search with their instruction set.
macro_rules! search {
    ($module:ident, $Kernel:ty, $(#[$feature:meta])*) => {
        pub(super) mod $module {
            use super::*;
            use crate::bitboard::Bitboard;
            use crate::kernel::Kernel;
            use crate::square::Square;
            type K = $Kernel;

            /// The value of a node that is not searched. Of finished games only full boards and
            /// wipe-outs are seen here: to see all would take two searches for moves a leaf.
            $(#[$feature])*
            #[inline]
            fn value(weights: &Weights, node: &Node) -> i32 {
                let discs = 64 - node.empties();
                if discs == 64 || node.player == 0 || node.opponent == 0 {
                    return final_value(node.player, node.opponent);
                }
                weights.value_of_states(&node.states, discs, node.side).clamp(-6400, 6400)
            }

            $(#[$feature])*
            #[inline]
            fn played(weights: &Weights, node: &Node, square: u32, flipped: u64) -> Node {
                let mut states = node.states;
                let flips = Bitboard::from_bits(flipped);
                states.play(weights.shapes().patterns(), Square::from_bit(square), flips, node.side);
                Node {
                    player: node.opponent & !flipped,
                    opponent: node.player | flipped | 1 << square,
                    states,
                    side: !node.side,
                }
            }

            /// One ply: the best value after a move.
            $(#[$feature])*
            fn last(w: &mut Worker<'_>, node: &Node, moves: u64, beta: i32) -> i32 {
                let mut best = -INFINITE;
                let mut set = moves;
                while set != 0 {
                    let square = set.trailing_zeros();
                    set &= set - 1;
                    let flipped = K::flips(node.player, node.opponent, square as usize);
                    let child = played(w.guide.weights, node, square, flipped);
                    w.exact.visit();
                    let found = -value(w.guide.weights, &child);
                    if found > best {
                        best = found;
                        if best >= beta {
                            break;
                        }
                    }
                }
                best
            }

            /// Puts the children in order: those of the table, then by few replies and a good value.
            $(#[$feature])*
            fn children(
                w: &mut Worker<'_>,
                node: &Node,
                moves: u64,
                depth: u32,
                known: &Known,
                list: &mut [Child],
            ) -> usize {
                const CORNERS: u64 = 0x8100_0000_0000_0081;
                let mut len = 0;
                let mut set = moves;
                while set != 0 && len < list.len() {
                    let square = set.trailing_zeros();
                    set &= set - 1;
                    let flipped = K::flips(node.player, node.opponent, square as usize);
                    let weight = if square == u32::from(known.best) {
                        INFINITE
                    } else {
                        let (p, o) =
                            (node.opponent & !flipped, node.player | flipped | 1 << square);
                        let replies = K::moves(p, o);
                        let few = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
                        let to_the_end = depth >= node.empties();
                        let looked = if depth >= 3 {
                            let child = played(w.guide.weights, node, square, flipped);
                            let look = look_depth(depth, to_the_end);
                            search(w, &child, look, -INFINITE, INFINITE, false)
                        } else {
                            0
                        };
                        if to_the_end {
                            // Short trees first: few replies, few squares beside the discs.
                            let beside = (around(o) & !(p | o)).count_ones() as i32;
                            let odd = odd_quarters(!(node.player | node.opponent)) >> square & 1;
                            40 * odd as i32 - looked - 100 * few - 20 * beside
                        } else {
                            -looked - 60 * few
                        }
                    };
                    list[len] = Child { flipped, square: square as u8, weight };
                    len += 1;
                }
                len
            }

            /// The value of a node at a depth, with its window. `cut` allows cuts on the word of
            /// shallower searches.
            $(#[$feature])*
            pub(in crate::solve) fn search(
                w: &mut Worker<'_>,
                node: &Node,
                depth: u32,
                alpha: i32,
                beta: i32,
                cut: bool,
            ) -> i32 {
                w.exact.visit();
                let (player, opponent) = (node.player, node.opponent);
                if depth == 0 {
                    return value(w.guide.weights, node);
                }
                if w.is_stopped() {
                    return alpha;
                }
                let empties = node.empties();
                if depth >= empties && empties <= SOLVE_UNTIL {
                    // Whole discs around the window: a bound on one side of it stays one.
                    let (low, high) = (alpha.div_euclid(100), -(-beta).div_euclid(100));
                    let (low, high) = (low.clamp(-65, 64), high.clamp(-64, 65));
                    return 100 * search::run(&mut w.exact, player, opponent, low, high);
                }
                if depth >= empties && alpha >= 2000 {
                    // Discs that stay the opponent's bound the score; few could, below that window.
                    let held = stable(opponent, player | opponent).count_ones() as i32;
                    if 6400 - 200 * held <= alpha {
                        return 6400 - 200 * held;
                    }
                }
                let moves = K::moves(player, opponent);
                if moves == 0 {
                    if K::moves(opponent, player) == 0 {
                        return final_value(player, opponent);
                    }
                    return -search(w, &node.passed(), depth, -beta, -alpha, cut);
                }
                if depth == 1 {
                    return last(w, node, moves, beta);
                }
                let selectivity = if cut { w.guide.selectivity } else { Selectivity::Full } as u8;
                let table = w.guide.table;
                let known = table.find(player, opponent).unwrap_or(Known::NOTHING);
                if known.serves(depth, selectivity) {
                    let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
                    if lower >= beta || lower == upper {
                        return lower;
                    }
                    if upper <= alpha {
                        return upper;
                    }
                }
                if cut && beta - alpha == 1 && depth >= probcut::CUT_FROM {
                    if let Some(margin) = w.guide.selectivity.margin() {
                        let low = probcut::shallow(depth);
                        let far = (margin * probcut::deviation(empties, depth, low)) as i32;
                        let now = value(w.guide.weights, node);
                        if now >= beta && beta + far < 6400 {
                            let bound = beta + far;
                            if search(w, node, low, bound - 1, bound, cut) >= bound {
                                return beta;
                            }
                        } else if now <= alpha && alpha - far > -6400 {
                            let bound = alpha - far;
                            if search(w, node, low, bound, bound + 1, cut) <= bound {
                                return alpha;
                            }
                        }
                    }
                }
                let (mut short, mut long) = ([Child::default(); MOVES], Vec::new());
                let list = room(&mut short, &mut long, moves);
                let len = children(w, node, moves, depth, &known, list);
                if depth >= ENHANCED_FROM {
                    for child in &list[..len] {
                        let (p, o) = (
                            opponent & !child.flipped,
                            player | child.flipped | 1 << child.square,
                        );
                        if let Some(known) = table.find(p, o) {
                            let value = -i32::from(known.upper);
                            if value >= beta && known.serves(depth - 1, selectivity) {
                                return value;
                            }
                        }
                    }
                }
                let (mut best, mut best_square) = (-INFINITE, 64);
                for from in 0..len {
                    let rest = &mut list[from..len];
                    let mut at = 0;
                    for i in 1..rest.len() {
                        if rest[i].weight > rest[at].weight {
                            at = i;
                        }
                    }
                    rest.swap(0, at);
                    let child = rest[0];
                    let next =
                        played(w.guide.weights, node, u32::from(child.square), child.flipped);
                    let floor = alpha.max(best);
                    w.exact.begin_move(depth, child.square);
                    let found = if from == 0 || beta - alpha == 1 {
                        -search(w, &next, depth - 1, -beta, -floor, cut)
                    } else {
                        let found = -search(w, &next, depth - 1, -floor - 1, -floor, cut);
                        if found > floor && found < beta && !w.is_stopped() {
                            -search(w, &next, depth - 1, -beta, -floor, cut)
                        } else {
                            found
                        }
                    };
                    if w.is_stopped() {
                        return alpha;
                    }
                    if found > best {
                        (best, best_square) = (found, child.square);
                        if best >= beta {
                            break;
                        }
                    }
                    #[cfg(feature = "rayon")]
                    if w.exact.shared.threads > 1
                        && from + 1 < len
                        && depth >= if depth >= empties { SHARE_END_FROM } else { SHARE_FROM }
                    {
                        let rest = &mut list[from + 1..len];
                        rest.sort_unstable_by_key(|child| -child.weight);
                        let brothers: Vec<(u8, Node)> = rest
                            .iter()
                            .map(|child| {
                                let square = u32::from(child.square);
                                let next = played(w.guide.weights, node, square, child.flipped);
                                (child.square, next)
                            })
                            .collect();
                        (best, best_square) = share(
                            w, &brothers, depth - 1, (alpha, beta), (best, best_square), cut,
                        );
                        if w.is_stopped() {
                            return alpha;
                        }
                        break;
                    }
                }
                if depth >= TABLE_FROM {
                    table.keep(
                        player, opponent, depth, selectivity, (alpha, beta), best, best_square,
                    );
                }
                best
            }

            /// Enters the search from code of no particular instruction set.
            #[allow(unsafe_code, reason = "enters code compiled for an instruction set")]
            #[allow(unused_unsafe, reason = "the portable instance needs none")]
            pub(super) fn enter(
                w: &mut Worker<'_>,
                node: &Node,
                depth: u32,
                alpha: i32,
                beta: i32,
                cut: bool,
            ) -> i32 {
                // SAFETY: `super::choose` calls it, after the processor was asked for the instruction
                // set.
                unsafe { search(w, node, depth, alpha, beta, cut) }
            }
        }
    };
}

search!(portable, crate::kernel::Portable,);
#[cfg(target_arch = "x86_64")]
search!(
    avx2,
    crate::kernel::Avx2,
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
);

/// Searches by the best instruction set that the processor has.
pub(crate) fn run(w: &mut Worker<'_>, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32 {
    choose(w, node, depth, alpha, beta, true)
}

fn choose(w: &mut Worker<'_>, node: &Node, depth: u32, alpha: i32, beta: i32, cut: bool) -> i32 {
    #[cfg(target_arch = "x86_64")]
    use crate::kernel::Level;
    match crate::kernel::level() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 | Level::Avx2 => avx2::enter(w, node, depth, alpha, beta, cut),
        _ => portable::enter(w, node, depth, alpha, beta, cut),
    }
}

/// Searches the younger brothers of a searched child with all threads of the pool.
#[cfg(feature = "rayon")]
fn share(
    w: &mut Worker<'_>,
    brothers: &[(u8, Node)],
    depth: u32,
    (alpha, beta): (i32, i32),
    (best, best_square): (i32, u8),
    cut: bool,
) -> (i32, u8) {
    use core::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};
    use rayon::prelude::*;
    let done = AtomicBool::new(false);
    let floor = AtomicI32::new(alpha.max(best));
    let found = std::sync::Mutex::new((best, best_square));
    let stop = Stop { flag: &done, above: Some(w.exact.stop) };
    let (guide, shared) = (w.guide, w.exact.shared);
    let is_root = w.exact.top == depth + 1;
    brothers.par_iter().with_max_len(1).for_each(|(square, node)| {
        if stop.is_set() || shared.exhausted.load(Relaxed) {
            return;
        }
        let mut w = Worker::new(guide, shared, &stop);
        if is_root {
            shared.current.store(*square, Relaxed);
        }
        let alpha = floor.load(Relaxed);
        let mut value = -choose(&mut w, node, depth, -alpha - 1, -alpha, cut);
        if value > alpha && value < beta && !w.is_stopped() {
            value = -choose(&mut w, node, depth, -beta, -alpha, cut);
        }
        w.report();
        if w.is_stopped() {
            return;
        }
        let Ok(mut found) = found.lock() else { return };
        if value > found.0 {
            *found = (value, *square);
            floor.fetch_max(value, Relaxed);
            if value >= beta {
                done.store(true, Relaxed);
            }
        }
    });
    w.report();
    found.into_inner().unwrap_or((best, best_square))
}
