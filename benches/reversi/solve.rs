//! Exact solving of two FFO endgame tests.
use criterion::{BatchSize, Criterion, Throughput};
use reversi_core::eval::Weights;
use reversi_core::solve::{Limits, Options, Solver};
use reversi_core::{Bitboard, Board};
use std::hint::black_box;
use std::sync::Arc;

static PROBLEMS: &str = include_str!("../../tests/data/reversi/ffo_1_59.tsv");

/// Returns the board of a problem and its score.
fn problem(number: &str) -> (Board, i32) {
    let line = PROBLEMS.lines().find(|line| line.split('\t').next() == Some(number));
    let fields: Vec<&str> = line.expect("the problem").split('\t').collect();
    let discs = |mark| {
        let bits = fields[1].bytes().enumerate().filter(|&(_, byte)| byte == mark);
        Bitboard::from_bits(bits.fold(0, |sum, (i, _)| sum | 1 << i))
    };
    let (player, opponent) = if fields[2] == "X" { (b'X', b'O') } else { (b'O', b'X') };
    let scores =
        fields[3].split_whitespace().filter_map(|pair| pair.split_once(':')?.1.parse().ok());
    let board = Board::new(discs(player), discs(opponent)).expect("a board");
    (board, scores.max().expect("a score"))
}

pub(crate) fn define(c: &mut Criterion) {
    let weights = Arc::new(Weights::embedded());
    let solvers: [(&str, &dyn Fn() -> Solver); 2] = [
        ("without-weights", &|| Solver::new(16 << 20)),
        ("with-weights", &|| Solver::guided(Arc::clone(&weights), 32 << 20)),
    ];
    let mut group = c.benchmark_group("reversi/solve");
    group.sample_size(10);
    for number in ["40", "41"] {
        let (board, score) = problem(number);
        for (name, solver) in solvers {
            let solution = solver().solve(board, &Options::EXACT, &Limits::NONE);
            assert_eq!(solution.score(), Some(score));
            group.throughput(Throughput::Elements(solution.nodes));
            group.bench_function(format!("ffo-{number}-{name}"), |b| {
                b.iter_batched_ref(
                    solver,
                    |solver| solver.solve(black_box(board), &Options::EXACT, &Limits::NONE).score(),
                    BatchSize::PerIteration,
                );
            });
        }
    }
    group.finish();
}
