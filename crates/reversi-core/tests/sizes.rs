//! Tests the sizes of types that the documentation states.

use reversi_core::{Board, Square};

#[test]
fn sizes_are_what_the_docs_promise() {
    assert_eq!((size_of::<Square>(), size_of::<Board>()), (1, 16));
}
