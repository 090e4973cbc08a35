//! The search itself, compiled once for each instruction set.
//!
//! Values are 1/100 disc for the side to move. All searches are fail-soft: a result at most `alpha`
//! is an upper bound, one of at least `beta` a lower bound.
use super::probcut::{self, Selectivity};
use super::table::{INFINITE, Known, Table};
use crate::color::Color;
use crate::eval::Weights;
use crate::pattern::PatternStates;
use crate::solve::exact::Exact;

/// From this depth on, positions are kept in the table.
const TABLE_FROM: u32 = 2;
/// From this depth on, the table is asked for every child before one is searched.
const ENHANCED_FROM: u32 = 4;
/// With at most this many empties, a search to the end is left to the exact solver.
const SOLVE_UNTIL: u32 = 13;

/// What the searches of one question share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) weights: &'a Weights,
    pub(super) selectivity: Selectivity,
}

/// A board with its pattern states. The states are those of real colours: a pass or a move changes
/// the side alone.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) player: u64,
    pub(super) opponent: u64,
    pub(super) states: PatternStates<u16, 48>,
    pub(super) side: Color,
}

impl Node {
    /// The node of a board, its side to move taken as Black.
    pub(super) fn new(weights: &Weights, board: crate::board::Board) -> Self {
        let states =
            PatternStates::from_discs(&weights.shapes().set, board.player(), board.opponent());
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
    100 * crate::board::Board::from_words(player, opponent).final_score()
}

/// A move with its place in the order.
#[derive(Clone, Copy, Default)]
struct Child {
    flipped: u64,
    square: u8,
    weight: i32,
}

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) exact: Exact<'a>,
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
                states.play(&weights.shapes().set, Square::from_bit(square), flips, node.side);
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
                    let child = played(w.shared.weights, node, square, flipped);
                    w.exact.visit();
                    let found = -value(w.shared.weights, &child);
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
                list: &mut [Child; 34],
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
                        let looked = if depth >= 3 {
                            let child = played(w.shared.weights, node, square, flipped);
                            let look = match depth {
                                0..=5 => 0,
                                6..=9 => 1,
                                10..=14 => 2,
                                _ => 3,
                            };
                            search(w, &child, look, -INFINITE, INFINITE, false)
                        } else {
                            0
                        };
                        -looked - 60 * few
                    };
                    list[len] = Child { flipped, square: square as u8, weight };
                    len += 1;
                }
                len
            }

            /// The value of a node at a depth, with its window. `cut` allows cuts on the word of
            /// shallower searches.
            $(#[$feature])*
            pub(in crate::search) fn search(
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
                    return value(w.shared.weights, node);
                }
                if w.exact.is_stopped() {
                    return alpha;
                }
                let empties = node.empties();
                if depth >= empties && empties <= SOLVE_UNTIL {
                    // Whole discs around the window: a bound on one side of it stays one.
                    let (low, high) = (alpha.div_euclid(100), -(-beta).div_euclid(100));
                    return 100 * w.exact.score(player, opponent, low.clamp(-65, 64), high.clamp(-64, 65));
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
                let selectivity = if cut { w.shared.selectivity } else { Selectivity::Full } as u8;
                let table = w.shared.table;
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
                    if let Some(margin) = w.shared.selectivity.margin() {
                        let low = probcut::shallow(depth);
                        let far = (margin * probcut::deviation(empties, depth, low)) as i32;
                        let now = value(w.shared.weights, node);
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
                let mut list = [Child::default(); 34];
                let len = children(w, node, moves, depth, &known, &mut list);
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
                        played(w.shared.weights, node, u32::from(child.square), child.flipped);
                    let floor = alpha.max(best);
                    let found = if from == 0 || beta - alpha == 1 {
                        -search(w, &next, depth - 1, -beta, -floor, cut)
                    } else {
                        let found = -search(w, &next, depth - 1, -floor - 1, -floor, cut);
                        if found > floor && found < beta && !w.exact.is_stopped() {
                            -search(w, &next, depth - 1, -beta, -floor, cut)
                        } else {
                            found
                        }
                    };
                    if w.exact.is_stopped() {
                        return alpha;
                    }
                    if found > best {
                        (best, best_square) = (found, child.square);
                        if best >= beta {
                            break;
                        }
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
            ) -> i32 {
                // SAFETY: `super::run` calls it, after the processor was asked for the instruction
                // set.
                unsafe { search(w, node, depth, alpha, beta, true) }
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
pub(super) fn run(w: &mut Worker<'_>, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32 {
    use crate::kernel::{Level, level};
    match level() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 | Level::Avx2 => avx2::enter(w, node, depth, alpha, beta),
        _ => portable::enter(w, node, depth, alpha, beta),
    }
}
