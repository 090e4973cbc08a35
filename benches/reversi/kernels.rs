//! Measures mobility and flips on the boards of played games.
use criterion::{Criterion, Throughput};
use reversi_core::{Board, Square};
use std::hint::black_box;

/// Returns the boards of games that are played with a fixed sequence of random numbers.
pub(crate) fn boards(count: usize) -> Vec<Board> {
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    let (mut board, mut all) = (Board::START, Vec::new());
    while all.len() < count {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let moves = board.moves();
        if moves.is_empty() {
            board = if board.is_over() { Board::START } else { board.swap_sides() };
            continue;
        }
        all.push(board);
        let pick = (seed >> 33) as usize % moves.len() as usize;
        board = board.play(moves.iter().nth(pick).expect("a move")).expect("legal");
    }
    all
}

pub(crate) fn define(c: &mut Criterion) {
    let boards = boards(1000);
    let moves: Vec<(Board, Square)> =
        boards.iter().flat_map(|&b| b.moves().iter().map(move |s| (b, s))).collect();
    assert!(moves.iter().all(|(board, square)| !board.flips(*square).is_empty()));

    let mut group = c.benchmark_group("reversi/moves");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("played-1000", |b| {
        b.iter(|| black_box(&boards).iter().fold(0, |sum, board| sum ^ board.moves().bits()));
    });
    group.finish();

    let mut group = c.benchmark_group("reversi/flips");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("played-1000", |b| {
        b.iter(|| {
            black_box(&moves)
                .iter()
                .fold(0, |sum, (board, square)| sum ^ board.flips(*square).bits())
        });
    });
    group.finish();
}
