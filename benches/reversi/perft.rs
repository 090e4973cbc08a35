//! Perft from the start position, compared with other packages.
use criterion::{Criterion, Throughput};
use reversi_core::{Board, perft, perft_every_leaf};
use std::hint::black_box;

const DEPTH: u32 = 9;
const NODES: u64 = 3_005_288;

pub(crate) fn define(c: &mut Criterion) {
    let mut group = c.benchmark_group("reversi/perft");
    group.throughput(Throughput::Elements(NODES)).sample_size(20);
    assert_eq!(perft(Board::START, DEPTH), NODES);
    group.bench_function("start-9", |b| b.iter(|| perft(black_box(Board::START), DEPTH)));
    assert_eq!(perft_every_leaf(Board::START, DEPTH), NODES);
    group.bench_function("start-9-every-leaf", |b| {
        b.iter(|| perft_every_leaf(black_box(Board::START), DEPTH));
    });
    #[cfg(feature = "rivals")]
    rivals::define(&mut group);
    group.finish();
}

#[cfg(feature = "rivals")]
mod rivals {
    use super::{DEPTH, NODES};
    use criterion::BenchmarkGroup;
    use criterion::measurement::WallTime;
    use std::hint::black_box;

    fn magpie(board: &magpie::othello::Board, side: magpie::othello::Stone, depth: u32) -> u64 {
        let moves = board.moves_for(side);
        if moves.is_empty() {
            return if board.moves_for(side.flip()).is_empty() || depth == 1 {
                1
            } else {
                magpie(board, side.flip(), depth - 1)
            };
        }
        if depth == 1 {
            return u64::from(moves.count_set());
        }
        let mut sum = 0;
        for position in moves.hot_bits() {
            let mut next = board.clone();
            next.play(side, position);
            sum += magpie(&next, side.flip(), depth - 1);
        }
        sum
    }

    fn rust_reversi(board: &mut rust_reversi_core::board::Board, depth: u32) -> u64 {
        let mut moves = board.get_legal_moves();
        if moves == 0 {
            let mut passed = board.clone();
            return if depth == 1 || passed.do_pass().is_err() {
                1
            } else {
                rust_reversi(&mut passed, depth - 1)
            };
        }
        if depth == 1 {
            return u64::from(moves.count_ones());
        }
        let mut sum = 0;
        while moves != 0 {
            let mut next = board.clone();
            let first = moves.leading_zeros(); // in this package, the highest bit is a1
            next.do_move(first as usize).expect("a legal move");
            moves ^= 1 << (63 - first);
            sum += rust_reversi(&mut next, depth - 1);
        }
        sum
    }

    pub(super) fn define(group: &mut BenchmarkGroup<'_, WallTime>) {
        use magpie::othello::{Board, Stone};
        let start = Board::standard();
        assert_eq!(magpie(&start, Stone::Black, DEPTH), NODES);
        group.bench_function("start-9-magpie", |b| {
            b.iter(|| magpie(black_box(&start), Stone::Black, DEPTH));
        });
        let mut start = rust_reversi_core::board::Board::new();
        assert_eq!(rust_reversi(&mut start, DEPTH), NODES);
        group.bench_function("start-9-rust_reversi_core", |b| {
            b.iter(|| rust_reversi(black_box(&mut start), DEPTH));
        });
    }
}
