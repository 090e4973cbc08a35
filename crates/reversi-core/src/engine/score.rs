//! Scores of finished boards, in discs and in centidiscs.
use crate::board::final_score;

/// Larger than any score in discs.
pub(super) const INFINITE_DISCS: i32 = 127;
/// Larger than any value in centidiscs.
pub(super) const INFINITE_CENTIDISCS: i32 = 30_000;
/// The best score, 64 discs, in centidiscs.
pub(super) const MAX_CENTIDISCS: i32 = 6_400;

/// Returns the score of a finished board in discs.
#[inline(always)]
pub(super) fn final_discs(player: u64, opponent: u64) -> i32 {
    final_score(player, opponent)
}

/// Returns the score of a finished board in centidiscs.
#[inline(always)]
pub(super) fn final_centidiscs(player: u64, opponent: u64) -> i32 {
    100 * final_discs(player, opponent)
}
