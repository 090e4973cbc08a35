//! The search, compiled once for each instruction set.
//!
//! Scores are discs for the side to move, empty squares to the winner. All searches are fail-soft:
//! with a window `alpha, beta` a result at most `alpha` is an upper bound, one of at least `beta` a
//! lower bound, one between them exact.
use super::stability::stable;
use super::table::{Known, Table};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Beyond any score.
pub(super) const INFINITE: i32 = 127;
/// From this number of empties on, positions are kept in the table.
const TABLE_FROM: u32 = 8;
/// From this number on, the table is asked for every child before one is searched.
const ENHANCED_FROM: u32 = 10;
/// From this number on, replies may be shared out to other threads.
#[cfg(feature = "rayon")]
pub(super) const SHARE_FROM: u32 = 15;

/// Squares beside a square.
static NEIGHBORS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let row = bit | (bit & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (bit & 0xfefe_fefe_fefe_fefe) >> 1;
        table[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    table
};

/// The quarters of the board: a quarter with an odd number of empties is played first.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// C-squares and X-squares.
const RISKY: u64 = 0x42c3_0000_0000_c342;

/// The squares of the quarters with an odd number of empties.
#[inline(always)]
pub(super) fn odd_quarters(empties: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        odd |= quarter & (u64::from((empties & quarter).count_ones()) & 1).wrapping_neg();
    }
    odd
}

/// The score of a finished board.
#[inline(always)]
fn final_score(player: u64, opponent: u64) -> i32 {
    let (mine, theirs) = (player.count_ones() as i32, opponent.count_ones() as i32);
    match mine.cmp(&theirs) {
        core::cmp::Ordering::Greater => 64 - 2 * theirs,
        core::cmp::Ordering::Equal => 0,
        core::cmp::Ordering::Less => 2 * mine - 64,
    }
}

/// A chain of reasons to stop: the caller's, and those of every shared-out node above.
pub(super) struct Stop<'a> {
    pub(super) flag: &'a AtomicBool,
    pub(super) above: Option<&'a Stop<'a>>,
}

impl Stop<'_> {
    pub(super) fn is_set(&self) -> bool {
        self.flag.load(Relaxed) || self.above.is_some_and(Stop::is_set)
    }
}

/// What the searches of one solve share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    /// Nodes of all threads, added in lots.
    pub(super) nodes: AtomicU64,
    pub(super) node_limit: u64,
    /// Set when a limit is reached.
    pub(super) exhausted: AtomicBool,
    #[cfg(feature = "std")]
    pub(super) deadline: Option<std::time::Instant>,
    #[cfg(feature = "rayon")]
    pub(super) threads: usize,
}

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) stop: &'a Stop<'a>,
    nodes: u64,
    reported: u64,
    stopped: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, stop: &'a Stop<'a>) -> Self {
        Self { shared, stop, nodes: 0, reported: 0, stopped: false }
    }

    /// Whether the search is to be given up; its results then mean nothing.
    #[inline(always)]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Adds this thread's nodes to the shared count and looks at the limits, once in a while.
    #[inline(always)]
    fn check(&mut self) {
        if self.nodes - self.reported >= 2000 {
            self.report();
        }
    }

    /// Counts a node of a search around this one.
    #[inline(always)]
    pub(super) fn visit(&mut self) {
        self.nodes += 1;
        self.check();
    }

    #[cold]
    pub(super) fn report(&mut self) {
        let shared = self.shared;
        let lot = self.nodes - self.reported;
        self.reported = self.nodes;
        let total = shared.nodes.fetch_add(lot, Relaxed) + lot;
        let out = total > shared.node_limit;
        #[cfg(feature = "std")]
        let out =
            out || shared.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline);
        if out {
            shared.exhausted.store(true, Relaxed);
        }
        self.stopped |= out || shared.exhausted.load(Relaxed) || self.stop.is_set();
    }
}

/// A move with the board after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) player: u64,
    pub(super) opponent: u64,
    pub(super) square: u8,
    weight: i32,
}

/// The children of a node, the most promising first as they are taken.
pub(super) struct Children {
    list: [Child; 34],
    len: usize,
}

impl Children {
    fn take_best(&mut self, from: usize) -> Option<Child> {
        let rest = &mut self.list[from..self.len];
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
            type K = $Kernel;

            $(#[$feature])*
            #[inline]
            fn one(player: u64, opponent: u64, square: u32) -> i32 {
                let flipped = K::flips(player, opponent, square as usize).count_ones() as i32;
                let mine = player.count_ones() as i32;
                if flipped != 0 {
                    return 2 * (mine + flipped) + 2 - 64;
                }
                let flipped = K::flips(opponent, player, square as usize).count_ones() as i32;
                if flipped != 0 {
                    return 2 * (mine - flipped) - 64;
                }
                // Neither may play: the empty square goes to the winner of an odd number of discs.
                if 2 * mine > 63 { 2 * mine - 62 } else { 2 * mine - 64 }
            }

            $(#[$feature])*
            #[inline]
            fn two(w: &mut Worker<'_>, player: u64, opponent: u64, a: u32, b: u32, beta: i32) -> i32 {
                w.nodes += 1;
                let mut best = -INFINITE;
                for (square, other) in [(a, b), (b, a)] {
                    if NEIGHBORS[square as usize & 63] & opponent != 0 {
                        let flipped = K::flips(player, opponent, square as usize);
                        if flipped != 0 {
                            w.nodes += 1;
                            let score =
                                -one(opponent & !flipped, player | flipped | 1 << square, other);
                            if score >= beta {
                                return score;
                            }
                            best = best.max(score);
                        }
                    }
                }
                if best != -INFINITE {
                    return best;
                }
                let mut worst = INFINITE;
                for (square, other) in [(a, b), (b, a)] {
                    if NEIGHBORS[square as usize & 63] & player != 0 {
                        let flipped = K::flips(opponent, player, square as usize);
                        if flipped != 0 {
                            w.nodes += 1;
                            let score =
                                one(player & !flipped, opponent | flipped | 1 << square, other);
                            worst = worst.min(score);
                        }
                    }
                }
                if worst != INFINITE { worst } else { final_score(player, opponent) }
            }

            $(#[$feature])*
            fn three(
                w: &mut Worker<'_>,
                player: u64,
                opponent: u64,
                [a, b, c]: [u32; 3],
                alpha: i32,
                beta: i32,
                passed: bool,
            ) -> i32 {
                w.nodes += 1;
                let mut best = -INFINITE;
                for (square, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
                    if NEIGHBORS[square as usize & 63] & opponent != 0 {
                        let flipped = K::flips(player, opponent, square as usize);
                        if flipped != 0 {
                            let floor = alpha.max(best);
                            let score = -two(
                                w, opponent & !flipped, player | flipped | 1 << square, x, y, -floor,
                            );
                            if score >= beta {
                                return score;
                            }
                            best = best.max(score);
                        }
                    }
                }
                if best != -INFINITE {
                    best
                } else if passed {
                    -final_score(opponent, player)
                } else {
                    -three(w, opponent, player, [a, b, c], -beta, -alpha, true)
                }
            }

            $(#[$feature])*
            fn four(
                w: &mut Worker<'_>,
                player: u64,
                opponent: u64,
                alpha: i32,
                beta: i32,
            ) -> i32 {
                // Squares alone in their quarter first.
                let empties = !(player | opponent);
                let odd = empties & odd_quarters(empties);
                let mut squares = [0; 4];
                let mut i = 0;
                for mut set in [odd, empties & !odd] {
                    while set != 0 && i < 4 {
                        squares[i] = set.trailing_zeros();
                        set &= set - 1;
                        i += 1;
                    }
                }
                if odd.count_ones() == 4 && empties.count_ones() == 4 {
                    // Three and one: the single square leads.
                    for quarter in QUARTERS {
                        if (empties & quarter).count_ones() == 1 {
                            let single = (empties & quarter).trailing_zeros();
                            let at = squares.iter().position(|&s| s == single).unwrap_or(0);
                            squares.swap(0, at);
                            break;
                        }
                    }
                }
                four_in(w, player, opponent, squares, alpha, beta, false)
            }

            $(#[$feature])*
            fn four_in(
                w: &mut Worker<'_>,
                player: u64,
                opponent: u64,
                [a, b, c, d]: [u32; 4],
                alpha: i32,
                beta: i32,
                passed: bool,
            ) -> i32 {
                w.nodes += 1;
                let mut best = -INFINITE;
                for (square, rest) in
                    [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])]
                {
                    if NEIGHBORS[square as usize & 63] & opponent != 0 {
                        let flipped = K::flips(player, opponent, square as usize);
                        if flipped != 0 {
                            let floor = alpha.max(best);
                            let score = -three(
                                w, opponent & !flipped, player | flipped | 1 << square, rest,
                                -beta, -floor, false,
                            );
                            if score >= beta {
                                return score;
                            }
                            best = best.max(score);
                        }
                    }
                }
                if best != -INFINITE {
                    best
                } else if passed {
                    -final_score(opponent, player)
                } else {
                    -four_in(w, opponent, player, [a, b, c, d], -beta, -alpha, true)
                }
            }

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
            pub(in crate::solve) fn children(
                player: u64,
                opponent: u64,
                moves: u64,
                empties: u32,
                known: &Known,
            ) -> Children {
                let mut children = Children { list: [Child::default(); 34], len: 0 };
                let odd = odd_quarters(!(player | opponent));
                let mut set = moves;
                while set != 0 && children.len < 34 {
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
                    children.list[children.len] =
                        Child { player: p, opponent: o, square: square as u8, weight };
                    children.len += 1;
                }
                children
            }

            $(#[$feature])*
            #[inline]
            fn around(discs: u64) -> u64 {
                let row = discs
                    | (discs & 0x7f7f_7f7f_7f7f_7f7f) << 1
                    | (discs & 0xfefe_fefe_fefe_fefe) >> 1;
                row | row << 8 | row >> 8
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
                let mut children = children(player, opponent, moves, empties, &known);
                if empties >= ENHANCED_FROM {
                    for child in &children.list[..children.len] {
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
                    if empties >= SHARE_FROM && w.shared.threads > 1 && from < children.len {
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
                children: &mut Children,
                from: usize,
                alpha: i32,
                beta: i32,
                best: i32,
                best_square: u8,
            ) -> (i32, u8) {
                let len = children.len;
                children.list[from..len].sort_by_key(|child| -child.weight);
                let rest = &children.list[from..len];
                let (shared, stop) = (w.shared, w.stop);
                let brother = Brother { rest, alpha, beta, shared, stop };
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
    use crate::kernel::{Level, level};
    match level() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => avx512::enter(w, player, opponent, alpha, beta),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => avx2::enter(w, player, opponent, alpha, beta),
        _ => portable::enter(w, player, opponent, alpha, beta),
    }
}

/// The younger brothers of a searched child, shared out to the threads of the pool.
#[cfg(feature = "rayon")]
struct Brother<'a> {
    rest: &'a [Child],
    alpha: i32,
    beta: i32,
    shared: &'a Shared<'a>,
    stop: &'a Stop<'a>,
}

#[cfg(feature = "rayon")]
impl Brother<'_> {
    fn run(
        &self,
        best: i32,
        best_square: u8,
        search: impl Fn(&mut Worker<'_>, &Child, i32, i32) -> i32 + Sync,
    ) -> (i32, u8) {
        use core::sync::atomic::AtomicI32;
        use rayon::prelude::*;
        let cut = AtomicBool::new(false);
        let floor = AtomicI32::new(self.alpha.max(best));
        let found = std::sync::Mutex::new((best, best_square));
        let stop = Stop { flag: &cut, above: Some(self.stop) };
        self.rest.par_iter().with_max_len(1).for_each(|child| {
            let mut w = Worker::new(self.shared, &stop);
            if stop.is_set() || self.shared.exhausted.load(Relaxed) {
                return;
            }
            let alpha = floor.load(Relaxed);
            let mut score = -search(&mut w, child, -alpha - 1, -alpha);
            if score > alpha && score < self.beta && !w.stopped {
                score = -search(&mut w, child, -self.beta, 1 - score).min(-score);
            }
            w.report();
            if w.stopped {
                return;
            }
            let Ok(mut found) = found.lock() else { return };
            // Another thread may have raised the floor meanwhile: a score above the old floor
            // still counts, one at most the old floor is an upper bound below the new one.
            if score > found.0 {
                *found = (score, child.square);
                floor.fetch_max(score, Relaxed);
                if score >= self.beta {
                    cut.store(true, Relaxed);
                }
            }
        });
        found.into_inner().unwrap_or((best, best_square))
    }
}
