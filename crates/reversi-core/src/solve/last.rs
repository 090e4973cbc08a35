//! The last four empty squares, compiled once for each instruction set: no table, no list of moves.
use super::worker::Worker;
use crate::board::final_score;

/// Beyond any score.
pub(super) const INFINITE: i32 = 127;
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

/// The squares of the quarters with an odd number of empties.
#[inline(always)]
pub(super) fn odd_quarters(empties: u64) -> u64 {
    let mut odd = 0;
    for quarter in QUARTERS {
        odd |= quarter & (u64::from((empties & quarter).count_ones()) & 1).wrapping_neg();
    }
    odd
}

/// The functions of the last squares with their instruction set.
macro_rules! last {
    ($module:ident, $Kernel:ty, $(#[$feature:meta])*) => {
        pub(super) mod $module {
            use super::*;
            use crate::kernel::Kernel;
            type K = $Kernel;

            $(#[$feature])*
            #[inline]
            pub(in crate::solve) fn one(player: u64, opponent: u64, square: u32) -> i32 {
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
            pub(in crate::solve) fn two(w: &mut Worker<'_>, player: u64, opponent: u64, a: u32, b: u32, beta: i32) -> i32 {
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
            pub(in crate::solve) fn three(
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

            /// Four empties, the squares alone in their quarter first.
            $(#[$feature])*
            pub(in crate::solve) fn four(
                w: &mut Worker<'_>,
                player: u64,
                opponent: u64,
                alpha: i32,
                beta: i32,
            ) -> i32 {
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
        }
    };
}

last!(portable, crate::kernel::Portable,);
#[cfg(target_arch = "x86_64")]
last!(
    avx2,
    crate::kernel::Avx2,
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
);
#[cfg(target_arch = "x86_64")]
last!(
    avx512,
    crate::kernel::Avx2,
    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
    )]
);
