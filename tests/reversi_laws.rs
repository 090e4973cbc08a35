//! Tests properties of boards and positions on positions reached by playing.

#[path = "support/reversi.rs"]
mod support_reversi;

use proptest::prelude::*;
use reversi_core::format::transcript::Transcript;
use reversi_core::{Board, Color, Move, Position, Square, Symmetry};
use support_reversi::played;

proptest! {
    #[test]
    fn undo_restores_equality(picks in prop::collection::vec(0u8..32, 0..70)) {
        let mut position = played(&picks);
        let mut copies = vec![Position::start()];
        let moves: Vec<Move> = position.history().iter().map(|turn| turn.mv).collect();
        for &mv in &moves {
            let mut next = copies.last().unwrap().clone();
            next.play(mv).unwrap();
            copies.push(next);
        }
        while let Some(copy) = copies.pop() {
            prop_assert_eq!(&position, &copy);
            if copies.is_empty() {
                prop_assert_eq!(position.undo(), None);
            } else {
                prop_assert_eq!(position.undo(), Some(moves[copies.len() - 1]));
            }
        }
    }

    #[test]
    fn illegal_plays_change_nothing(picks in prop::collection::vec(0u8..32, 0..70)) {
        let mut position = played(&picks);
        let before = position.clone();
        for square in Square::all().filter(|&s| !before.moves().contains(s)) {
            prop_assert!(position.play(square).is_err());
            prop_assert_eq!(&position, &before);
        }
        prop_assert_eq!(position.pass().is_ok(), before.must_pass());
    }

    #[test]
    fn symmetries_commute_with_play(picks in prop::collection::vec(0u8..32, 0..70), t in 0u8..8) {
        let board = played(&picks).board();
        let symmetry = Symmetry::from_index(t).unwrap();
        let image = board.image(symmetry);
        prop_assert_eq!(symmetry.apply(board.moves().bits()), image.moves().bits());
        for square in board.moves() {
            let to = square.image(symmetry);
            prop_assert_eq!(symmetry.inverse().map_index(square.index() as u8), to.index() as u8);
            prop_assert_eq!(board.play(square).unwrap().image(symmetry), image.play(to).unwrap());
        }
    }

    #[test]
    fn texts_read_back(picks in prop::collection::vec(0u8..32, 0..70)) {
        let position = played(&picks);
        let board = position.board();
        prop_assert_eq!(board.to_string().parse(), Ok(board));
        let without_history = Position::from_board(board, position.side());
        prop_assert_eq!(position.to_string().parse(), Ok(without_history));
        let moves = position.history().iter().map(|turn| turn.mv).collect();
        let game = Transcript { moves, position, result: None };
        prop_assert_eq!(game.to_string().parse(), Ok(game));
    }

    #[test]
    fn scores_of_the_sides_are_opposite(picks in prop::collection::vec(0u8..32, 0..90)) {
        let position = played(&picks);
        let black = position.final_score(Color::Black);
        prop_assert_eq!(black, -position.final_score(Color::White));
        prop_assert_eq!(position.board().final_score(), -position.board().swap_sides().final_score());
        let (b, w) = (position.black().len(), position.white().len());
        prop_assert_eq!(black.signum(), (b as i32 - w as i32).signum());
        prop_assert_eq!(position.black() & position.white(), Default::default());
    }
}

#[test]
fn most_flips_of_a_move() {
    // X on a1 flips three lines of six opponent's discs, each with a disc of the mover at its end.
    let rim = 0x8100_0000_0000_0080u64 | 1 << 56;
    let lines = 0x7eu64 | 0x0001_0101_0101_0100 | 0x0040_2010_0804_0200;
    let board = Board::new(
        reversi_core::Bitboard::from_bits(rim),
        reversi_core::Bitboard::from_bits(lines),
    )
    .unwrap();
    assert_eq!(board.flips(Square::A1).len(), 18);
}

#[test]
fn most_flips_of_a_set_up_move() {
    // From d4, every line has the opponent's discs up to a disc of the mover at the edge.
    let (x, y) = (3i32, 3i32);
    let (mut player, mut opponent) = (0u64, 0u64);
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        let (mut cx, mut cy) = (x + dx, y + dy);
        while (0..8).contains(&(cx + dx)) && (0..8).contains(&(cy + dy)) {
            opponent |= 1 << (8 * cy + cx);
            (cx, cy) = (cx + dx, cy + dy);
        }
        player |= 1 << (8 * cy + cx);
    }
    let bits = reversi_core::Bitboard::from_bits;
    let board = Board::new(bits(player), bits(opponent)).unwrap();
    assert_eq!(board.flips(Square::D4).len(), 19);
    let most = Square::all().map(|square| board.flips(square).len()).max();
    assert_eq!(most, Some(19));
}
