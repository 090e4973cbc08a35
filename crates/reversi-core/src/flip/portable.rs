//! Computes flips with a carry on the upward rays and with the highest set bit on the downward
//! rays.

/// The four rays from each square to higher square numbers, in steps of 1, 7, 8 and 9.
pub(crate) static UP: [[u64; 4]; 64] = rays(true);
/// The four rays from each square to lower square numbers, in steps of 1, 7, 8 and 9.
pub(crate) static DOWN: [[u64; 4]; 64] = rays(false);

/// Computes the table of the rays.
const fn rays(up: bool) -> [[u64; 4]; 64] {
    // Steps of 1, 7, 8 and 9 upward as (dx, dy).
    const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 4 {
            let sign = if up { 1 } else { -1 };
            let (dx, dy) = (sign * STEPS[d].0, sign * STEPS[d].1);
            let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                table[square][d] |= 1 << (8 * y + x);
                x += dx;
                y += dy;
            }
            d += 1;
        }
        square += 1;
    }
    table
}

/// Returns the discs of `opponent` that a disc of `player` on `square` flips. Does not check that
/// the square is empty.
#[inline(always)]
pub(crate) fn flips(player: u64, opponent: u64, square: usize) -> u64 {
    let mut flipped = 0;
    for d in 0..4 {
        let ray = UP[square & 63][d];
        // The carry runs through the opponent's discs on the ray and stops at the first square
        // without an opponent's disc.
        let end = (opponent | !ray).wrapping_add(1) & player & ray;
        flipped |= end.wrapping_sub((end != 0) as u64) & ray;

        let ray = DOWN[square & 63][d];
        let end = (ray & !opponent) | 1; // bit 0 avoids an empty set and is masked out below
        let end = (1 << 63) >> end.leading_zeros();
        let reached = end & player & ray;
        flipped |= reached.wrapping_add(reached).wrapping_neg() & ray;
    }
    flipped
}
