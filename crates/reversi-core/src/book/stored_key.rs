//! The key under which a position is stored, and the hash of a key.
use crate::board::Board;
use crate::key::{PositionKey, canonical};

/// Returns the key under which a position is stored, and whether that key is from the opponent's
/// point of view.
///
/// If the side to move must pass, the position is stored as the position after the pass. Games with
/// and without written passes therefore give the same records. For a finished game, both points of
/// view are possible; the smaller key is used.
pub(crate) fn stored_key(board: Board) -> (PositionKey, bool) {
    let key = canonical(board).0;
    if board.has_moves() {
        return (key, false);
    }
    let other = canonical(board.swap_sides()).0;
    if board.swap_sides().has_moves() || other < key { (other, true) } else { (key, false) }
}

/// Looks up a position with the function `get`, which looks up a key. Also returns whether the
/// result is from the opponent's point of view. The common case, a hit on the first key, needs no
/// move generation.
#[inline]
pub(crate) fn find_by<T, E>(
    board: Board,
    mut get: impl FnMut(PositionKey) -> Result<Option<T>, E>,
) -> Result<Option<(T, bool)>, E> {
    if let Some(found) = get(canonical(board).0)? {
        return Ok(Some((found, false)));
    }
    if board.has_moves() {
        return Ok(None);
    }
    // If neither side or only the opponent has a move, the position may be stored from the
    // opponent's point of view.
    Ok(get(canonical(board.swap_sides()).0)?.map(|found| (found, true)))
}

/// Returns the hash that determines a position's order in the book and, by its upper bits, the
/// bucket.
#[inline]
pub(crate) fn hash(key: PositionKey) -> u64 {
    // Computes a 128-bit product and combines its halves, twice. After that, every input bit
    // affects every output bit.
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let board = key.board();
    let mixed = fold(
        board.player().bits() ^ 0x9e37_79b9_7f4a_7c15,
        board.opponent().bits() ^ 0xd6e8_feb8_6659_fd93,
    );
    fold(mixed ^ 0x8bb8_4b93_962e_acc9, 0xa076_1d64_78bd_642f)
}

/// Scales a hash to `0..count`, keeping the order.
#[inline]
pub(crate) fn scale(hash: u64, count: u64) -> u64 {
    ((u128::from(hash) * u128::from(count)) >> 64) as u64
}
