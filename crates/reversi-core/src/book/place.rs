//! Where a position is stored: the key and the side that the record speaks for.
use crate::board::Board;
use crate::key::{PositionKey, canonical};

/// The key of a position and whether it is that of the board as the *other* side sees it.
///
/// A side that must pass shares the record of the position after the pass, so that games with and
/// without written passes are the same. Of the two views of a finished game the lesser key is
/// taken.
pub(crate) fn place(board: Board) -> (PositionKey, bool) {
    let key = canonical(board).0;
    if board.has_moves() {
        return (key, false);
    }
    let other = canonical(board.swap_sides()).0;
    if board.swap_sides().has_moves() || other < key { (other, true) } else { (key, false) }
}

/// Looks a position up by `get`, which knows keys. The common case, a hit of the board as it is,
/// asks for no move of anybody.
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
    // Only one of the two views of such a board is stored.
    Ok(get(canonical(board.swap_sides()).0)?.map(|found| (found, true)))
}

/// The order of positions in a book, and their way into its buckets: the upper bits matter most.
#[inline]
pub(crate) fn hash(key: PositionKey) -> u64 {
    // Both halves of a product of 128 bits, twice: every bit of the boards moves every bit here.
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

/// `hash` scaled to `0..count`, in the same order.
#[inline]
pub(crate) fn scale(hash: u64, count: u64) -> u64 {
    ((u128::from(hash) * u128::from(count)) >> 64) as u64
}
