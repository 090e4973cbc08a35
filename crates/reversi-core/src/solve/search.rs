//! The search, compiled once for each instruction set.
//!
//! Scores are discs for the side to move, empty squares to the winner. All searches are fail-soft:
//! with a window `alpha, beta` a result at most `alpha` is an upper bound, one of at least `beta` a
//! lower bound, one between them exact.
use super::last::{INFINITE, odd_quarters};
#[cfg(feature = "rayon")]
use super::share::Brother;
use super::stability::stable;
use super::table::Known;
use super::worker::Worker;
use crate::board::final_score;
use alloc::vec::Vec;

/// From this number of empties on, positions are kept in the table.
const TABLE_FROM: u32 = 8;
/// From this number on, the table is asked for every child before one is searched.
const ENHANCED_FROM: u32 = 10;
/// From this number on, replies may be shared out to other threads.
#[cfg(feature = "rayon")]
pub(super) const SHARE_FROM: u32 = 15;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// C-squares and X-squares.
const RISKY: u64 = 0x42c3_0000_0000_c342;

/// The squares beside discs, and the discs.
#[inline(always)]
pub(super) fn around(discs: u64) -> u64 {
    let row = discs | (discs & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (discs & 0xfefe_fefe_fefe_fefe) >> 1;
    row | row << 8 | row >> 8
}

/// A move with the board after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) player: u64,
    pub(super) opponent: u64,
    pub(super) square: u8,
    weight: i32,
}

/// The most children that are kept on the stack. No position of a game is known to have more than 33
/// moves; boards with 35 can be set up.
pub(super) const MOVES: usize = 34;

/// Where the children by so many moves are put: in `short` but for a few boards that were set up.
#[inline(always)]
pub(super) fn room<'a, T: Copy + Default>(
    short: &'a mut [T; MOVES],
    long: &'a mut Vec<T>,
    moves: u64,
) -> &'a mut [T] {
    if moves.count_ones() as usize <= MOVES {
        return short;
    }
    long.resize(64, T::default());
    long
}

/// The children of a node, the most promising first as they are taken.
pub(super) struct Children<'a> {
    list: &'a mut [Child],
}

impl Children<'_> {
    fn take_best(&mut self, from: usize) -> Option<Child> {
        let rest = &mut self.list[from..];
        let best =
            rest.iter().enumerate().max_by_key(|(i, child)| (child.weight, usize::MAX - i))?.0;
        rest.swap(0, best);
        Some(rest[0])
    }
}

/// The functions of the search with their instruction set.
macro_rules! search {
    ($module:ident, $Kernel:ty, $(#[$feature:meta])*) => {
        pub(super) mod $module {
            use super::*;
            use crate::kernel::Kernel;
            use crate::solve::last::$module::{four, one, three, two};
            type K = $Kernel;

            /// Five to seven empties: no table, the odd quarters first.
            $(#[$feature])*
            fn shallow(
                w: &mut Worker<'_>,
                player: u64,
                opponent: u64,
                empties: u32,
                alpha: i32,
                beta: i32,
            ) -> i32 {
                w.nodes += 1;
                if let Some(score) = cut_by_stability(player, opponent, empties, alpha) {
                    return score;
                }
                let moves = K::moves(player, opponent);
                if moves == 0 {
                    if K::moves(opponent, player) == 0 {
                        return final_score(player, opponent);
                    }
                    return -shallow(w, opponent, player, empties, -beta, -alpha);
                }
                let odd = odd_quarters(!(player | opponent));
                let mut best = -INFINITE;
                for set in [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd] {
                    let mut set = set;
                    while set != 0 {
                        let square = set.trailing_zeros();
                        set &= set - 1;
                        let flipped = K::flips(player, opponent, square as usize);
                        let (p, o) = (opponent & !flipped, player | flipped | 1 << square);
                        let floor = alpha.max(best);
                        let score = if empties == 5 {
                            -four(w, p, o, -beta, -floor)
                        } else {
                            -shallow(w, p, o, empties - 1, -beta, -floor)
                        };
                        if score >= beta {
                            return score;
                        }
                        best = best.max(score);
                    }
                }
                best
            }

            /// An upper bound that stable discs of the opponent set, if it ends the search.
            $(#[$feature])*
            #[inline]
            fn cut_by_stability(player: u64, opponent: u64, empties: u32, alpha: i32) -> Option<i32> {
                if alpha < empties as i32 + 2 {
                    return None; // too few discs could be stable
                }
                let most = 64 - 2 * stable(opponent, player | opponent).count_ones() as i32;
                (most <= alpha).then_some(most)
            }

            /// The children of a node with their weights for the order.
            $(#[$feature])*
            pub(in crate::solve) fn children<'a>(
                player: u64,
                opponent: u64,
                moves: u64,
                empties: u32,
                known: &Known,
                list: &'a mut [Child],
            ) -> Children<'a> {
                let mut len = 0;
                let odd = odd_quarters(!(player | opponent));
                let mut set = moves;
                while set != 0 && len < list.len() {
                    let square = set.trailing_zeros();
                    set &= set - 1;
                    let flipped = K::flips(player, opponent, square as usize);
                    let (p, o) = (opponent & !flipped, player | flipped | 1 << square);
                    let bit = 1u64 << square;
                    let replies = K::moves(p, o);
                    let mut weight = 0;
                    if square as u8 == known.best {
                        weight = 1 << 20;
                    } else if square as u8 == known.second {
                        weight = 1 << 19;
                    }
                    // The fewer and the worse the replies the better.
                    weight -= 64 * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
                    if empties >= 10 {
                        let empty = !(p | o);
                        weight -= 12 * (around(o) & empty).count_ones() as i32;
                        let held = stable(o, p | o).count_ones() as i32;
                        weight += 20 * held;
                    }
                    weight += 24 * i32::from(bit & odd != 0);
                    weight += 60 * i32::from(bit & CORNERS != 0);
                    weight -= 24 * i32::from(bit & RISKY != 0);
                    list[len] = Child { player: p, opponent: o, square: square as u8, weight };
                    len += 1;
                }
                Children { list: &mut list[..len] }
            }

            /// The score of any position with its window.
            $(#[$feature])*
            pub(in crate::solve) fn search(
                w: &mut Worker<'_>,
                player: u64,
                opponent: u64,
                alpha: i32,
                beta: i32,
            ) -> i32 {
                let empties = (player | opponent).count_zeros();
                match empties {
                    0 => {
                        w.nodes += 1;
                        return final_score(player, opponent);
                    }
                    1 => {
                        w.nodes += 1;
                        return one(player, opponent, (!(player | opponent)).trailing_zeros());
                    }
                    2 | 3 => {
                        let mut set = !(player | opponent);
                        let mut squares = [0; 3];
                        for square in &mut squares {
                            *square = set.trailing_zeros();
                            set &= set.wrapping_sub(1);
                        }
                        let [a, b, _] = squares;
                        return if empties == 2 {
                            two(w, player, opponent, a, b, beta)
                        } else {
                            three(w, player, opponent, squares, alpha, beta, false)
                        };
                    }
                    4 => return four(w, player, opponent, alpha, beta),
                    5..TABLE_FROM => return shallow(w, player, opponent, empties, alpha, beta),
                    _ => {}
                }
                w.nodes += 1;
                w.check();
                if w.stopped {
                    return alpha;
                }
                if let Some(score) = cut_by_stability(player, opponent, empties, alpha) {
                    return score;
                }
                let moves = K::moves(player, opponent);
                if moves == 0 {
                    if K::moves(opponent, player) == 0 {
                        return final_score(player, opponent);
                    }
                    return -search(w, opponent, player, -beta, -alpha);
                }
                let known = w.shared.table.find(player, opponent).unwrap_or(Known::NOTHING);
                let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
                let started = w.nodes;
                let (mut short, mut long) = ([Child::default(); MOVES], Vec::new());
                let list = room(&mut short, &mut long, moves);
                let mut children = children(player, opponent, moves, empties, &known, list);
                if empties >= ENHANCED_FROM {
                    for child in &*children.list {
                        if let Some(known) = w.shared.table.find(child.player, child.opponent) {
                            let score = -i32::from(known.upper);
                            if score >= beta {
                                return score;
                            }
                        }
                    }
                }
                let (mut best, mut best_square) = (-INFINITE, 64);
                let mut from = 0;
                while let Some(child) = children.take_best(from) {
                    let floor = alpha.max(best);
                    w.begin_move(empties, child.square);
                    let score = if from == 0 || beta - alpha == 1 {
                        -search(w, child.player, child.opponent, -beta, -floor)
                    } else {
                        let score = -search(w, child.player, child.opponent, -floor - 1, -floor);
                        if score > floor && score < beta && !w.stopped {
                            -search(w, child.player, child.opponent, -beta, -score + 1)
                                .min(-score)
                        } else {
                            score
                        }
                    };
                    if w.stopped {
                        return alpha;
                    }
                    if score > best {
                        (best, best_square) = (score, child.square);
                        if best >= beta {
                            break;
                        }
                    }
                    from += 1;
                    #[cfg(feature = "rayon")]
                    if empties >= SHARE_FROM && w.shared.threads > 1 && from < children.list.len() {
                        let (score, square) =
                            share(w, &mut children, from, alpha, beta, best, best_square);
                        if w.stopped {
                            return alpha;
                        }
                        (best, best_square) = (score, square);
                        break;
                    }
                }
                let cost = 64 - (w.nodes - started).leading_zeros();
                w.shared.table.keep(
                    player, opponent, (alpha, beta), best, best_square, cost as u8,
                );
                best
            }

            /// Searches the children from `from` on with all threads of the pool; the eldest
            /// brother has been searched.
            #[cfg(feature = "rayon")]
            $(#[$feature])*
            fn share(
                w: &mut Worker<'_>,
                children: &mut Children<'_>,
                from: usize,
                alpha: i32,
                beta: i32,
                best: i32,
                best_square: u8,
            ) -> (i32, u8) {
                children.list[from..].sort_by_key(|child| -child.weight);
                let rest = &children.list[from..];
                let (shared, stop) = (w.shared, w.stop);
                let is_root = rest.first().is_some_and(|c| w.top == (c.player | c.opponent).count_zeros() + 1);
                let brother = Brother { rest, alpha, beta, shared, stop, is_root };
                let found = brother.run(best, best_square, |w, child, alpha, beta| {
                    enter(w, child.player, child.opponent, alpha, beta)
                });
                w.report();
                found
            }

            /// Enters the search from code of no particular instruction set.
            #[allow(unsafe_code, reason = "enters code compiled for an instruction set")]
            #[allow(unused_unsafe, reason = "the portable instance needs none")]
            pub(in crate::solve) fn enter(
                w: &mut Worker<'_>,
                player: u64,
                opponent: u64,
                alpha: i32,
                beta: i32,
            ) -> i32 {
                // SAFETY: `super::run` and code of this instance call it, after the processor was
                // asked for the instruction set.
                unsafe { search(w, player, opponent, alpha, beta) }
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
#[cfg(target_arch = "x86_64")]
search!(
    avx512,
    crate::kernel::Avx2,
    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
    )]
);

/// Searches by the best instruction set that the processor has.
pub(super) fn run(w: &mut Worker<'_>, player: u64, opponent: u64, alpha: i32, beta: i32) -> i32 {
    #[cfg(target_arch = "x86_64")]
    use crate::kernel::Level;
    match crate::kernel::level() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => avx512::enter(w, player, opponent, alpha, beta),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => avx2::enter(w, player, opponent, alpha, beta),
        _ => portable::enter(w, player, opponent, alpha, beta),
    }
}
