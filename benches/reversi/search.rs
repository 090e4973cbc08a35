//! Measures the evaluation, with states computed from scratch and with updated states, and the
//! midgame search.
use super::kernels::boards;
use criterion::{BatchSize, Criterion, Throughput};
use reversi_core::eval::Weights;
use reversi_core::pattern::PatternStates;
use reversi_core::search::{Limits, Options, Searcher, Selectivity};
use reversi_core::{Bitboard, Board, Color, Square};
use std::hint::black_box;
use std::sync::Arc;

type States = PatternStates;

/// The number of boards that are evaluated before the caches are cleared again.
const COLD: usize = 32;

pub(crate) fn define(c: &mut Criterion) {
    let weights = Arc::new(Weights::embedded());
    evaluation(c, &weights);
    search(c, &weights);
}

fn evaluation(c: &mut Criterion, weights: &Weights) {
    let set = weights.shapes().patterns();
    let boards = boards(1000);
    let kept: Vec<(States, u32)> = boards
        .iter()
        .map(|board| {
            let states = States::from_discs(set, board.player(), board.opponent());
            (states, board.occupied().len())
        })
        .collect();
    let moves: Vec<(States, Square, Bitboard)> = boards
        .iter()
        .zip(&kept)
        .flat_map(|(&board, &(states, _))| {
            board.moves().iter().map(move |square| (states, square, board.flips(square)))
        })
        .collect();
    let expected: i32 = boards.iter().map(|&board| weights.value(board)).sum();
    let of_kept = |kept: &[(States, u32)]| -> i32 {
        kept.iter().map(|(s, discs)| weights.value_of_states(s, *discs, Color::Black)).sum()
    };
    assert_eq!(of_kept(&kept), expected);
    for (board, &(mut states, _)) in boards.iter().zip(&kept).step_by(50) {
        let square = board.moves().first().expect("a move");
        states.play(set, square, board.flips(square), Color::Black);
        let next = board.play(square).expect("legal");
        let value = weights.value_of_states(&states, next.occupied().len(), Color::White);
        assert_eq!(value, weights.value(next));
    }

    let mut group = c.benchmark_group("reversi/eval");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("from-scratch", |b| {
        b.iter(|| black_box(&boards).iter().map(|&board| weights.value(board)).sum::<i32>());
    });
    group.bench_function("from-kept-states", |b| b.iter(|| of_kept(black_box(&kept))));
    let few = &kept[..COLD];
    let expected_of_few: i32 = boards[..COLD].iter().map(|&board| weights.value(board)).sum();
    let mut large = vec![0u8; 96 << 20];
    group.throughput(Throughput::Elements(COLD as u64));
    group.bench_function("from-kept-states-cold", |b| {
        b.iter_batched(
            || {
                // Fill the caches with this buffer, then with the states, because a search has just
                // updated the states before it evaluates.
                large.iter_mut().step_by(64).for_each(|byte| *byte = byte.wrapping_add(1));
                black_box(&large);
                few.to_vec()
            },
            |few| assert_eq!(of_kept(&few), expected_of_few),
            BatchSize::PerIteration,
        );
    });
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("states-play-undo", |b| {
        let mut moves = moves.clone();
        b.iter(|| {
            for (states, square, flipped) in &mut moves {
                states.play(set, *square, *flipped, Color::Black);
                black_box(&*states);
                states.undo(set, *square, *flipped, Color::Black);
            }
        });
    });
    group.finish();
}

/// Plain minimax as the reference. A pass does not count as a ply, and the value of a finished game
/// is its final score.
fn minimax(weights: &Weights, board: Board, depth: u32) -> i32 {
    let is_plain =
        board.empties().is_empty() || board.player().is_empty() || board.opponent().is_empty();
    if is_plain || (depth > 0 && board.is_over()) {
        return 100 * board.final_score();
    }
    if depth == 0 {
        return weights.value(board).clamp(-6400, 6400);
    }
    if !board.has_moves() {
        return -minimax(weights, board.swap_sides(), depth);
    }
    let after = |square| board.play(square).expect("legal");
    let value = |square| -minimax(weights, after(square), depth - 1);
    board.moves().iter().map(value).max().expect("a move")
}

fn search(c: &mut Criterion, weights: &Arc<Weights>) {
    let line = ["f5", "d6", "c3", "d3", "c4", "f4", "f6"];
    let square = |name: &str| name.parse::<Square>().expect("a square");
    let board = line.iter().fold(Board::START, |b, name| b.play(square(name)).expect("legal"));
    let run = |board: Board, options: &Options| {
        Searcher::new(Arc::clone(weights), 8 << 20).search(board, options, &Limits::NONE)
    };
    let checked = run(board, &Options::to_depth(4)).hints[0].value.get();
    assert_eq!(checked, minimax(weights, board, 4));
    // Without pruning, a search for the best move and a search that values all moves give the same
    // best value.
    let all = run(board, &Options::to_depth(8).with_count(usize::MAX));
    assert_eq!(run(board, &Options::to_depth(8)).hints[0].value, all.hints[0].value);

    let mut group = c.benchmark_group("reversi/search");
    group.sample_size(20);
    for (name, depth, selectivity) in
        [("depth-10-whole", 10, Selectivity::Full), ("depth-12-95%", 12, Selectivity::P95)]
    {
        let options = Options::to_depth(depth).with_selectivity(selectivity);
        let nodes = run(board, &options).nodes;
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(name, |b| {
            b.iter_batched_ref(
                || Searcher::new(Arc::clone(weights), 8 << 20),
                |searcher| {
                    let report = searcher.search(board, &options, &Limits::NONE);
                    assert_eq!(report.nodes, nodes);
                },
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}
