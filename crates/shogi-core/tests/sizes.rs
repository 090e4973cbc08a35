//! Checks the sizes that the documentation states.

use shogi_core::{Bitboard, Hand, Move, Piece, Square};

#[test]
fn sizes_are_what_the_docs_promise() {
    assert_eq!((size_of::<Option<Piece>>(), size_of::<Option<Move>>()), (1, 4));
    assert_eq!((size_of::<Square>(), size_of::<Hand>(), size_of::<Bitboard>()), (1, 4, 16));
}
