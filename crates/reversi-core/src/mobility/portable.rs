//! Computes mobility with a parallel prefix algorithm, one pair of opposite directions at a time.

/// The files b to g. A run of discs inside these files cannot continue in the next row.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Returns the squares on which a disc of `player` flips at least one disc of `opponent`.
#[inline(always)]
pub(crate) fn moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER;
    let found = line(player, inner, 1)
        | line(player, opponent, 8)
        | line(player, inner, 7)
        | line(player, inner, 9);
    found & !(player | opponent)
}

/// Returns the squares after the ends of runs of `opponent` that begin next to `player`, in both
/// directions of a step.
#[inline(always)]
fn line(player: u64, opponent: u64, step: u32) -> u64 {
    let mut up = opponent & (player << step);
    let mut down = opponent & (player >> step);
    up |= opponent & (up << step);
    down |= opponent & (down >> step);
    let pairs_up = opponent & (opponent << step);
    let pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up << step) | (down >> step)
}
