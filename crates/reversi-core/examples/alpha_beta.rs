//! A small program that plays against itself. It uses alpha-beta search with a simple evaluation,
//! and exact scores at the end of the game.
//!
//! `cargo run --release --example alpha_beta -- 6`

use reversi_core::{Board, Color, Position, Square};

/// Larger than any value: 64 discs, times 100.
const BOUND: i32 = 10_000;

/// Evaluates a board for the side to move, in hundredths of a disc. The difference in the number of
/// legal moves is worth one disc per move.
fn evaluate(board: Board) -> i32 {
    100 * (board.moves().len() as i32 - board.swap_sides().moves().len() as i32)
}

/// Returns the value for the side to move. The value is exact if it lies between `alpha` and
/// `beta`.
fn search(board: Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if board.is_over() {
        return 100 * board.final_score();
    }
    if depth == 0 {
        return evaluate(board);
    }
    if board.must_pass() {
        return -search(board.pass_unchecked(), depth, -beta, -alpha);
    }
    for square in board.moves() {
        alpha = alpha.max(-search(board.play_unchecked(square), depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Returns the best move of a search to `depth` plies, or `None` if the side to move has no move.
fn best(board: Board, depth: u32) -> Option<Square> {
    board.moves().into_iter().max_by_key(|&square| {
        -search(board.play_unchecked(square), depth.saturating_sub(1), -BOUND, BOUND)
    })
}

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(4);
    let mut position = Position::start();
    while !position.is_over() {
        match best(position.board(), depth) {
            Some(square) => {
                position.play(square).expect("the square is a legal move");
                print!("{square}");
            }
            None => position.pass().expect("the side to move has no move"),
        }
    }
    println!(" {:+}", position.final_score(Color::Black));
}

#[test]
fn it_takes_the_win_at_hand() {
    // X is on a1, and O is on b1 to g1. A disc on h1 flips the row and ends the game.
    let board = "XOOOOOO-".to_owned() + &"-".repeat(56) + " X";
    let position = reversi_core::format::boardtext::parse(&board).unwrap();
    assert_eq!(best(position.board(), 3), Some(Square::H1));
    assert_eq!(search(position.board(), 3, -BOUND, BOUND), 6_400);
}
