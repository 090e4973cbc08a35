//! Tests the evaluation with the built-in weights on positions reached by playing. It is symmetric
//! and treats both colours equally. Updated states and states computed from scratch give the same
//! value.

#[path = "support/reversi.rs"]
mod support_reversi;

use std::sync::LazyLock;

use proptest::prelude::*;
use reversi_core::eval::Weights;
use reversi_core::pattern::PatternStates;
use reversi_core::{Board, Color, Move, Position, Symmetry};
use support_reversi::played;

static WEIGHTS: LazyLock<Weights> = LazyLock::new(Weights::embedded);

/// Returns the value for Black, regardless of the side to move.
fn for_black(position: &Position) -> i32 {
    let value = WEIGHTS.value(position.board());
    if position.side() == Color::Black { value } else { -value }
}

fn picks() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(0u8..32, 0..70)
}

proptest! {
    #[test]
    fn all_images_are_worth_the_same(picks in picks()) {
        let board = played(&picks).board();
        let value = WEIGHTS.value(board);
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(WEIGHTS.value(board.image(symmetry)), value);
        }
    }

    #[test]
    fn swapped_colours_are_worth_the_opposite(picks in picks()) {
        let position = played(&picks);
        let swapped = Position::from_board(position.board(), !position.side());
        prop_assert_eq!(swapped.black(), position.white());
        prop_assert_eq!(for_black(&swapped), -for_black(&position));
    }

    #[test]
    fn kept_states_are_worth_what_counted_ones_are(picks in picks()) {
        let set = WEIGHTS.shapes().patterns();
        let (start, position) = (Board::START, played(&picks));
        let mut states = PatternStates::from_discs(set, start.player(), start.opponent());
        let mut kept = Position::start();
        for turn in position.history() {
            let side = kept.side();
            if let Move::Place(square) = turn.mv {
                states.play(set, square, kept.board().flips(square), side);
            }
            kept.play(turn.mv).unwrap();
            let discs = kept.board().occupied().len();
            let value = WEIGHTS.value_of_states(&states, discs, kept.side());
            prop_assert_eq!(value, WEIGHTS.value(kept.board()));
        }
    }
}

/// Checks that the values of different boards differ, because weights of 0 would also pass the
/// other tests.
#[test]
fn values_tell_positions_apart() {
    let boards = (0..200u8).map(|seed| {
        let picks: Vec<u8> =
            (0..40).map(|ply: u8| ply.wrapping_mul(7) ^ seed.wrapping_mul(29)).collect();
        played(&picks).board()
    });
    let values: std::collections::HashSet<i32> = boards.map(|b| WEIGHTS.value(b)).collect();
    assert!(values.len() > 150, "{}", values.len());
}
