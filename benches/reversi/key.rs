//! Measures the canonical key, and a naive loop over eight images. The boards are independent, so
//! the CPU can overlap consecutive calls.
use super::kernels::boards;
use criterion::{Criterion, Throughput};
use reversi_core::{Board, Symmetry, canonical};
use std::hint::black_box;

/// Computes each image square by square and returns the smallest: the naive version.
fn naive(board: Board) -> (u64, u64) {
    let image = |word: u64, symmetry: Symmetry| {
        (0..64u8).fold(0, |sum, i| sum | (word >> symmetry.map_index(i) & 1) << i)
    };
    let both = |s| (image(board.opponent().bits(), s), image(board.player().bits(), s));
    Symmetry::ALL.into_iter().map(both).min().expect("eight images")
}

pub(crate) fn define(c: &mut Criterion) {
    let boards = boards(1000);
    for &board in &boards {
        let key = canonical(board).0.board();
        assert_eq!((key.opponent().bits(), key.player().bits()), naive(board));
    }
    let mut group = c.benchmark_group("reversi/key");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("canonical-1000", |b| {
        b.iter(|| {
            black_box(&boards).iter().fold(0, |sum, &board| sum ^ canonical(board).0.words()[3])
        });
    });
    group.sample_size(10);
    group.bench_function("naive-1000", |b| {
        b.iter(|| black_box(&boards).iter().fold(0, |sum, &board| sum ^ naive(board).1));
    });
    group.finish();
}
