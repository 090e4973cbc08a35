//! Solves endgames and compares the results with an exhaustive search.
//!
//! The input is 8 bytes for the colours of all squares, then a byte for each empty square, six at
//! most.
#![no_main]
use libfuzzer_sys::fuzz_target;
use reversi_core::solve::{Goal, Limits, Options, Solver};
use reversi_core::{Bitboard, Board, Move, perft};
use std::cell::RefCell;

thread_local! {
    // The solver keeps its tables from other boards, which must not change the result.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new(16 << 10));
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&colors, squares)) = bytes.split_first_chunk::<8>() else { return };
    let colors = u64::from_le_bytes(colors);
    let empty = squares.iter().take(6).fold(0u64, |set, &square| set | 1 << (square % 64));
    let player = Bitboard::from_bits(colors & !empty);
    let opponent = Bitboard::from_bits(!colors & !empty);
    let board = Board::new(player, opponent).expect("no overlap");
    let score = naive(board);
    SOLVER.with_borrow_mut(|solver| {
        let solution = solver.solve(board, &Options::EXACT, &Limits::NONE);
        assert_eq!(solution.score(), Some(score), "{board:?}");
        assert!(solution.is_proven());
        // The best line must lead to the score.
        let (mut after, mut sign) = (board, 1);
        for &mv in &solution.pv {
            after = step(after, mv);
            sign = -sign;
        }
        assert_eq!(sign * naive(after), score);
        assert_eq!(solution.best.is_none(), board.is_over());
        if let Some(best) = solution.best {
            assert_eq!(-naive(step(board, best)), score);
        }
        let kind = solver.solve(board, &Options::EXACT.with_goal(Goal::WinLossDraw), &Limits::NONE);
        assert!(kind.lower <= score && score <= kind.upper);
        match score {
            1.. => assert!(kind.lower > 0),
            0 => assert_eq!((kind.lower, kind.upper), (0, 0)),
            _ => assert!(kind.upper < 0),
        }
        let moves = solver.solve_moves(board, &Options::EXACT, &Limits::NONE);
        assert_eq!(moves.len() as u32, board.moves().len());
        for pair in moves.windows(2) {
            assert!(pair[0].1.lower >= pair[1].1.lower, "best first");
        }
        for (square, solution) in moves {
            let after = board.play(square).expect("a move of the board");
            assert_eq!(solution.score(), Some(-naive(after)), "{square}");
        }
        // With too few nodes, the bounds must still be correct.
        let nodes = u64::from(bytes.last().copied().unwrap_or_default());
        let bounds =
            Solver::new(1 << 10).solve(board, &Options::EXACT, &Limits::NONE.with_nodes(nodes));
        assert!(bounds.lower <= score && score <= bounds.upper);
    });
    let _ = perft(board, 3);
});

fn step(board: Board, mv: Move) -> Board {
    match mv.square() {
        Some(square) => board.play(square).expect("a legal move"),
        None => board.pass().expect("a pass that must be"),
    }
}

/// Returns the score for the side to move from an exhaustive search.
fn naive(board: Board) -> i32 {
    if board.is_over() {
        return board.final_score();
    }
    if board.must_pass() {
        return -naive(board.swap_sides());
    }
    let values = board.moves().iter().map(|square| -naive(board.play(square).expect("legal")));
    values.max().expect("a move")
}
