//! Searches of the last four empty squares, without a table and without a list of moves. Scores are
//! in discs.
use super::regions::{NEIGHBORS, QUARTERS, odd_quarters};
use super::score::{INFINITE_DISCS, final_discs};
use super::worker::Worker;
use crate::kernel::{Kernel, per_kernel};

per_kernel! {
    /// Searches of the last empty squares.
    pub(super) trait LastFour: Kernel {
        /// Returns the score with the two empty squares `a` and `b`.
        fn two(w: &mut Worker<'_>, player: u64, opponent: u64, a: u32, b: u32, beta: i32) -> i32 = two;

        /// Returns the score with three empty squares.
        fn three(
            w: &mut Worker<'_>,
            player: u64,
            opponent: u64,
            squares: [u32; 3],
            alpha: i32,
            beta: i32,
            is_after_pass: bool,
        ) -> i32 = three;

        /// Orders the four empty squares and returns the score.
        fn four(w: &mut Worker<'_>, player: u64, opponent: u64, alpha: i32, beta: i32) -> i32 = four;

        /// Returns the score with four empty squares, given in the order to try them.
        fn ordered_four(
            w: &mut Worker<'_>,
            player: u64,
            opponent: u64,
            squares: [u32; 4],
            alpha: i32,
            beta: i32,
            is_after_pass: bool,
        ) -> i32 = ordered_four;
    }
}

/// Returns whether a disc on `square` may flip a disc of `opponent`.
#[inline(always)]
fn is_near(square: u32, opponent: u64) -> bool {
    NEIGHBORS[square as usize & 63] & opponent != 0
}

/// Returns the score with one empty square.
#[inline(always)]
pub(super) fn one<K: Kernel>(kernel: K, player: u64, opponent: u64, square: u32) -> i32 {
    let flipped = kernel.flips(player, opponent, square as usize).count_ones() as i32;
    let mine = player.count_ones() as i32;
    if flipped != 0 {
        return 2 * (mine + flipped) + 2 - 64;
    }
    let flipped = kernel.flips(opponent, player, square as usize).count_ones() as i32;
    if flipped != 0 {
        return 2 * (mine - flipped) - 64;
    }
    // Neither side has a move. The empty square counts for the side with more of the 63 discs.
    if 2 * mine > 63 { 2 * mine - 62 } else { 2 * mine - 64 }
}

#[inline(always)]
fn two<K: LastFour>(
    kernel: K,
    w: &mut Worker<'_>,
    player: u64,
    opponent: u64,
    a: u32,
    b: u32,
    beta: i32,
) -> i32 {
    w.nodes += 1;
    let mut best = -INFINITE_DISCS;
    for (square, other) in [(a, b), (b, a)] {
        if is_near(square, opponent) {
            let flipped = kernel.flips(player, opponent, square as usize);
            if flipped != 0 {
                w.nodes += 1;
                let (p, o) = (opponent & !flipped, player | flipped | 1 << square);
                let score = -one(kernel, p, o, other);
                if score >= beta {
                    return score;
                }
                best = best.max(score);
            }
        }
    }
    if best != -INFINITE_DISCS {
        return best;
    }
    let mut worst = INFINITE_DISCS;
    for (square, other) in [(a, b), (b, a)] {
        if is_near(square, player) {
            let flipped = kernel.flips(opponent, player, square as usize);
            if flipped != 0 {
                w.nodes += 1;
                let (p, o) = (player & !flipped, opponent | flipped | 1 << square);
                worst = worst.min(one(kernel, p, o, other));
            }
        }
    }
    if worst != INFINITE_DISCS { worst } else { final_discs(player, opponent) }
}

#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "words and squares stay in registers")]
fn three<K: LastFour>(
    kernel: K,
    w: &mut Worker<'_>,
    player: u64,
    opponent: u64,
    [a, b, c]: [u32; 3],
    alpha: i32,
    beta: i32,
    is_after_pass: bool,
) -> i32 {
    w.nodes += 1;
    let mut best = -INFINITE_DISCS;
    for (square, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
        if is_near(square, opponent) {
            let flipped = kernel.flips(player, opponent, square as usize);
            if flipped != 0 {
                let (p, o) = (opponent & !flipped, player | flipped | 1 << square);
                let score = -kernel.two(w, p, o, x, y, -alpha.max(best));
                if score >= beta {
                    return score;
                }
                best = best.max(score);
            }
        }
    }
    if best != -INFINITE_DISCS {
        best
    } else if is_after_pass {
        final_discs(player, opponent)
    } else {
        -kernel.three(w, opponent, player, [a, b, c], -beta, -alpha, true)
    }
}

#[inline(always)]
fn four<K: LastFour>(
    kernel: K,
    w: &mut Worker<'_>,
    player: u64,
    opponent: u64,
    alpha: i32,
    beta: i32,
) -> i32 {
    let squares = order(!(player | opponent));
    kernel.ordered_four(w, player, opponent, squares, alpha, beta, false)
}

/// Returns the squares in the order to try them: first the squares of quarters with an odd number
/// of empty squares.
#[inline(always)]
fn order(empties: u64) -> [u32; 4] {
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
        // If three squares are in one quarter and the fourth is in another quarter, the fourth
        // comes first.
        for quarter in QUARTERS {
            if (empties & quarter).count_ones() == 1 {
                let single = (empties & quarter).trailing_zeros();
                let at = squares.iter().position(|&s| s == single).unwrap_or(0);
                squares.swap(0, at);
                break;
            }
        }
    }
    squares
}

#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "words and squares stay in registers")]
fn ordered_four<K: LastFour>(
    kernel: K,
    w: &mut Worker<'_>,
    player: u64,
    opponent: u64,
    [a, b, c, d]: [u32; 4],
    alpha: i32,
    beta: i32,
    is_after_pass: bool,
) -> i32 {
    w.nodes += 1;
    let mut best = -INFINITE_DISCS;
    for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])] {
        if is_near(square, opponent) {
            let flipped = kernel.flips(player, opponent, square as usize);
            if flipped != 0 {
                let (p, o) = (opponent & !flipped, player | flipped | 1 << square);
                let score = -kernel.three(w, p, o, rest, -beta, -alpha.max(best), false);
                if score >= beta {
                    return score;
                }
                best = best.max(score);
            }
        }
    }
    if best != -INFINITE_DISCS {
        best
    } else if is_after_pass {
        final_discs(player, opponent)
    } else {
        -kernel.ordered_four(w, opponent, player, [a, b, c, d], -beta, -alpha, true)
    }
}
