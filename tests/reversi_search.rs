//! The midgame search compared with plain minimax over the evaluation.
use proptest::prelude::*;
use reversi_core::eval::{STAGES, Shapes, Weights};
use reversi_core::search::{Hint, Options, Report, Searcher, Selectivity};
use reversi_core::solve::{Limits, Solver};
use reversi_core::{Bitboard, Board, Move, Square, Symmetry};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Weights without meaning that differ from board to board.
static NOISE: LazyLock<Arc<Weights>> = LazyLock::new(|| noise(1));

fn noise(mut seed: u32) -> Arc<Weights> {
    let shapes = Shapes::plain_42();
    let folded = (0..STAGES * shapes.weight_count()).map(|_| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 23) as i16 - 256
    });
    Arc::new(Weights::from_folded(&shapes, folded.collect()).unwrap())
}

fn searcher() -> Searcher {
    Searcher::new(Arc::clone(&NOISE), 10)
}

/// The definition of the value: a pass takes no ply. A finished game has its final score; at the
/// last ply this applies only if the board is full or a side has no disc.
fn minimax(board: Board, depth: u32) -> i32 {
    minimax_by(&NOISE, board, depth)
}

fn minimax_by(weights: &Weights, board: Board, depth: u32) -> i32 {
    let plain =
        board.empties().is_empty() || board.player().is_empty() || board.opponent().is_empty();
    if plain || (depth > 0 && board.is_over()) {
        return 100 * board.final_score();
    }
    if depth == 0 {
        return weights.value(board).clamp(-6400, 6400);
    }
    if !board.has_moves() {
        return -minimax_by(weights, board.swap_sides(), depth);
    }
    let after = |square| -minimax_by(weights, board.play(square).unwrap(), depth - 1);
    board.moves().iter().map(after).max().unwrap()
}

/// Returns an unfinished board reached by picks.
fn played(picks: &[u8]) -> Board {
    let mut board = Board::START;
    for &pick in picks {
        let next = if board.has_moves() {
            let moves = board.moves();
            let square = moves.iter().nth(usize::from(pick) % moves.len() as usize).unwrap();
            board.play(square).unwrap()
        } else {
            board.swap_sides()
        };
        if next.is_over() {
            break;
        }
        board = next;
    }
    board
}

fn after(board: Board, mv: Move) -> Board {
    board.play(mv).unwrap()
}

fn legal(board: Board, hint: &Hint) {
    assert_eq!(hint.pv[0], hint.mv);
    hint.pv.iter().fold(board, |board, &mv| after(board, mv));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_move_has_its_minimax_value(picks in prop::collection::vec(0u8..32, 0..52), depth in 1u32..5) {
        let board = played(&picks);
        prop_assume!(board.empties().len() > depth);
        let options = Options::to_depth(depth).with_count(usize::MAX);
        let report = searcher().search(board, &options, &Limits::NONE, |_| {});
        prop_assert_eq!(report.depth, depth);
        prop_assert!(report.hints.is_sorted_by_key(|hint| -hint.value));
        prop_assert_eq!(report.hints.len(), board.moves().iter().count().max(1));
        for hint in &report.hints {
            let rest = if hint.mv == Move::Pass { depth } else { depth - 1 };
            let next = after(board, hint.mv);
            let over = next.is_over();
            let value = if over { 100 * next.final_score() } else { minimax(next, rest) };
            prop_assert_eq!((hint.value, hint.exact), (-value, over));
            legal(board, hint);
        }
        for count in [1, 2] {
            let options = options.with_count(count);
            let few = searcher().search(board, &options, &Limits::NONE, |_| {}).hints;
            let values = |hints: &[Hint]| hints.iter().map(|h| h.value).collect::<Vec<_>>();
            let best = &report.hints[..count.min(report.hints.len())];
            prop_assert_eq!(values(&few), values(best));
        }
    }

    #[test]
    fn near_the_end_values_are_scores(picks in prop::collection::vec(0u8..32, 48..60), all: bool) {
        let board = played(&picks);
        prop_assume!(board.empties().len() <= 11);
        let count = if all { usize::MAX } else { 1 };
        let options = Options::to_depth(2).with_exact(11).with_count(count);
        let report = searcher().search(board, &options, &Limits::NONE, |_| {});
        let best = Solver::new(8).solve(board, &Limits::NONE);
        prop_assert_eq!(report.hints[0].value, 100 * best.score().unwrap());
        for hint in &report.hints {
            prop_assert!(hint.exact);
            let reply = Solver::new(8).solve(after(board, hint.mv), &Limits::NONE);
            prop_assert_eq!(hint.value, -100 * reply.score().unwrap());
            legal(board, hint);
        }
        // A depth that reaches the end also gives the exact score, and so does a search with cuts
        // if it has nothing to cut.
        let deep = Options::to_depth(60).with_selectivity(Selectivity::P99);
        let report = searcher().search(board, &deep, &Limits::NONE, |_| {});
        prop_assert_eq!(report.hints[0].value, 100 * best.score().unwrap());
    }

    #[test]
    fn images_and_threads_agree(picks in prop::collection::vec(0u8..32, 4..50), t in 0usize..8) {
        let board = played(&picks);
        let options = Options::to_depth(4);
        let value = |searcher: &mut Searcher, board| {
            searcher.search(board, &options, &Limits::NONE, |_| {}).hints[0].value
        };
        let expected = value(&mut searcher(), board);
        prop_assert_eq!(value(&mut searcher(), board.image(Symmetry::ALL[t])), expected);
        prop_assert_eq!(value(&mut searcher().with_threads(2), board), expected);
    }
}

/// Boards that were set up can have more moves than any board of a game.
#[test]
fn no_move_of_a_crowded_board_is_left_out() {
    let set_up = |player, opponent| {
        Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent)).unwrap()
    };
    // After g7 the other side has 35 moves.
    let parent = set_up(39_969_764_524_840_448, 4_730_667_102_117_904);
    assert_eq!(parent.play(Square::G7).unwrap().moves().len(), 35);
    // With these weights, the best of these moves is the last one on some image of the board.
    for weights in [9, 11].map(noise) {
        for symmetry in Symmetry::ALL {
            let board = parent.image(symmetry);
            let options = Options::to_depth(3).with_count(usize::MAX);
            let mut searcher = Searcher::new(Arc::clone(&weights), 10);
            let report = searcher.search(board, &options, &Limits::NONE, |_| {});
            assert_eq!(report.hints.len() as u32, board.moves().len());
            for hint in &report.hints {
                let value = -minimax_by(&weights, after(board, hint.mv), 2);
                assert_eq!(hint.value, value, "{} {symmetry:?}", hint.mv);
            }
        }
    }
}

#[test]
fn limits_leave_a_legal_move() {
    let stop = AtomicBool::new(true);
    let far = Options::to_depth(40);
    for limits in [
        Limits::NONE.with_stop(&stop),
        Limits::NONE.with_nodes(0),
        Limits::NONE.with_nodes(3000),
        Limits::NONE.with_time(Duration::ZERO),
        Limits::NONE.with_time(Duration::from_millis(20)),
    ] {
        for count in [1, usize::MAX] {
            let options = far.with_count(count);
            let report = searcher().search(Board::START, &options, &limits, |_| {});
            assert_eq!(report.hints.len(), if count == 1 { 1 } else { 4 });
            report.hints.iter().for_each(|hint| legal(Board::START, hint));
            assert!(report.depth < 40);
        }
    }
}

#[test]
fn progress_is_told_round_by_round() {
    let mut told: Vec<Report> = Vec::new();
    let options = Options::to_depth(5);
    let report = searcher().search(Board::START, &options, &Limits::NONE, |r| told.push(r.clone()));
    assert_eq!(told.iter().map(|r| r.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(told.last(), Some(&report));
    let over = Board::new(Board::START.occupied(), reversi_core::Bitboard::EMPTY).unwrap();
    assert_eq!(searcher().search(over, &options, &Limits::NONE, |_| {}).best(), None);
}

#[test]
fn an_observer_is_told_between_rounds_and_may_break() {
    // Solving to the end takes long enough to observe the progress.
    let board = played(&[7; 36]);
    assert!((20..26).contains(&board.empties().len()), "{}", board.empties().len());
    for (count, threads) in [(1, 1), (usize::MAX, 2)] {
        let options = Options::to_depth(6).with_exact(60).with_count(count);
        let mut searcher = searcher().with_threads(threads);
        let mut told: Vec<Report> = Vec::new();
        let report = searcher.search_observed(board, &options, &Limits::NONE, |report| {
            assert!(
                told.last().is_none_or(|last| last.nodes <= 2_000_000),
                "called after it returned Break"
            );
            told.push(report.clone());
            match report.nodes > 2_000_000 {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        assert!(report.nodes < 4_000_000 && report.depth < board.empties().len());
        report.hints.iter().for_each(|hint| legal(board, hint));
        let (rounds, between): (Vec<_>, Vec<_>) =
            told.iter().partition(|r| r.current.is_none() && r.bounds.is_none());
        assert_eq!(rounds.iter().map(|r| r.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        assert!(between.len() >= 3, "{}", between.len());
        // During the solve, the progress reports the bounds and the current move.
        let last = between.last().unwrap();
        assert!(last.bounds.is_some() && last.current.is_some());
        for report in between {
            let at = report.current.map(|mv| mv.square().unwrap());
            assert!(at.is_none_or(|square| board.moves().contains(square)));
            assert!(report.bounds.is_none_or(|(lower, upper)| lower <= upper));
        }
        assert_eq!((report.current, report.bounds), (None, None));
    }
    // The observer can also stop the search after a round.
    let mut rounds = 0;
    let report = searcher().search_observed(board, &Options::to_depth(9), &Limits::NONE, |_| {
        rounds += 1;
        ControlFlow::Break(())
    });
    assert_eq!((rounds, report.depth), (1, 1));
}
