//! Measures the pattern states after a move, both updated and computed from scratch.
use super::kernels::boards;
use criterion::{Criterion, Throughput};
use reversi_core::pattern::{PatternBoard, PatternStates, tutorial::PATTERNS};
use reversi_core::{Bitboard, Color, Position, Square};
use std::hint::black_box;

pub(crate) fn define(c: &mut Criterion) {
    let boards = boards(1000);
    let moves: Vec<(PatternStates, Square, Bitboard)> = boards
        .iter()
        .flat_map(|&board| {
            let states = PatternStates::from_discs(&PATTERNS, board.player(), board.opponent());
            board.moves().iter().map(move |square| (states, square, board.flips(square)))
        })
        .collect();
    let mut group = c.benchmark_group("reversi/pattern");
    group.throughput(Throughput::Elements(moves.len() as u64));
    for (i, &board) in boards.iter().enumerate().step_by(50) {
        let square = board.moves().first().expect("a move");
        let mut kept = PatternStates::from_discs(&PATTERNS, board.player(), board.opponent());
        kept.play(&PATTERNS, square, board.flips(square), Color::Black);
        let next = board.play(square).expect("legal");
        let counted = PatternStates::from_discs(&PATTERNS, next.opponent(), next.player());
        assert_eq!(kept, counted, "board {i}");
    }
    group.bench_function("states-after-a-move", |b| {
        b.iter(|| {
            for &(mut states, square, flipped) in black_box(&moves) {
                states.play(&PATTERNS, square, flipped, Color::Black);
                black_box(&states);
            }
        });
    });
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("states-from-scratch", |b| {
        b.iter(|| {
            for &board in black_box(&boards) {
                black_box(PatternStates::from_discs(&PATTERNS, board.player(), board.opponent()));
            }
        });
    });

    let mut positions: Vec<_> = boards
        .iter()
        .map(|&board| {
            let position = Position::from_board(board, Color::Black);
            (PatternBoard::from_position(&PATTERNS, position), board.moves())
        })
        .collect();
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("play-undo", |b| {
        b.iter(|| {
            for (board, moves) in &mut positions {
                for square in *moves {
                    board.play(square).expect("legal");
                    black_box(board.states());
                    board.undo();
                }
            }
        });
    });
    group.finish();
}
