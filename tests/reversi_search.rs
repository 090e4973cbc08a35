//! Compares the midgame search with plain minimax over the evaluation.
use proptest::prelude::*;
use reversi_core::eval::{STAGES, Shapes, Weights};
use reversi_core::review;
use reversi_core::search::{Hint, Limits, Options, Progress, Searcher, Selectivity};
use reversi_core::solve::{self, Solver};
use reversi_core::{Bitboard, Board, Move, Position, Square, Symmetry};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::LazyLock;
use std::time::Duration;

/// Random weights, with which different boards have different values.
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
    Searcher::new(Arc::clone(&NOISE), 128 << 10)
}

/// Computes the value from its definition. A pass does not count as a ply. The value of a finished
/// game is its final score. At the last ply, only full boards and boards on which a side has no
/// disc count as finished.
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

/// Returns an unfinished board of a game in which each number picks a move.
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
        let report = searcher().search(board, &options, &Limits::NONE);
        prop_assert_eq!(report.depth, depth);
        prop_assert!(report.hints.is_sorted_by_key(|hint| -hint.value));
        prop_assert_eq!(report.hints.len(), board.moves().iter().count().max(1));
        for hint in &report.hints {
            let rest = if hint.mv == Move::Pass { depth } else { depth - 1 };
            let next = after(board, hint.mv);
            let over = next.is_over();
            let value = if over { 100 * next.final_score() } else { minimax(next, rest) };
            prop_assert_eq!((hint.value.get(), hint.is_proven), (-value, over));
            legal(board, hint);
        }
        for count in [1, 2] {
            let options = options.with_count(count);
            let few = searcher().search(board, &options, &Limits::NONE).hints;
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
        let options = Options::to_depth(2).with_solve_from(11).with_count(count);
        let report = searcher().search(board, &options, &Limits::NONE);
        let best = Solver::new(16 << 10).solve(board, &solve::Options::EXACT, &Limits::NONE);
        prop_assert_eq!(report.hints[0].value.get(), 100 * best.score().unwrap());
        for hint in &report.hints {
            prop_assert!(hint.is_proven);
            let reply = Solver::new(16 << 10).solve(after(board, hint.mv), &solve::Options::EXACT, &Limits::NONE);
            prop_assert_eq!(hint.value.get(), -100 * reply.score().unwrap());
            legal(board, hint);
        }
        // A depth that reaches the end of the game also gives the exact score. A selective search
        // gives the exact score if it prunes nothing.
        let deep = Options::to_depth(60).with_selectivity(Selectivity::P99);
        let report = searcher().search(board, &deep, &Limits::NONE);
        prop_assert_eq!(report.hints[0].value.get(), 100 * best.score().unwrap());
    }

    #[test]
    fn images_and_threads_agree(picks in prop::collection::vec(0u8..32, 4..50), t in 0usize..8) {
        let board = played(&picks);
        let options = Options::to_depth(4);
        let value = |searcher: &mut Searcher, board| {
            searcher.search(board, &options, &Limits::NONE).hints[0].value
        };
        let expected = value(&mut searcher(), board);
        prop_assert_eq!(value(&mut searcher(), board.image(Symmetry::ALL[t])), expected);
        prop_assert_eq!(value(&mut searcher().with_parallel(true), board), expected);
    }
}

/// Tests boards that no game reaches, because such boards can have more moves than any board of a
/// game.
#[test]
fn no_move_of_a_crowded_board_is_left_out() {
    let set_up = |player, opponent| {
        Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent)).unwrap()
    };
    // After g7 the other side has 35 moves.
    let parent = set_up(39_969_764_524_840_448, 4_730_667_102_117_904);
    assert_eq!(parent.play(Square::G7).unwrap().moves().len(), 35);
    // With these weights, the best move is the last of the list on some image of the board.
    for weights in [9, 11].map(noise) {
        for symmetry in Symmetry::ALL {
            let board = parent.image(symmetry);
            let options = Options::to_depth(3).with_count(usize::MAX);
            let mut searcher = Searcher::new(Arc::clone(&weights), 128 << 10);
            let report = searcher.search(board, &options, &Limits::NONE);
            assert_eq!(report.hints.len() as u32, board.moves().len());
            for hint in &report.hints {
                let value = -minimax_by(&weights, after(board, hint.mv), 2);
                assert_eq!(hint.value.get(), value, "{} {symmetry:?}", hint.mv);
            }
        }
    }
}

#[test]
fn limits_leave_a_legal_move() {
    let far = Options::to_depth(40);
    for limits in [
        Limits::NONE.with_nodes(0),
        Limits::NONE.with_nodes(3000),
        Limits::NONE.with_time(Duration::ZERO),
        Limits::NONE.with_time(Duration::from_millis(20)),
    ] {
        for count in [1, usize::MAX] {
            let options = far.with_count(count);
            let report = searcher().search(Board::START, &options, &limits);
            assert_eq!(report.hints.len(), if count == 1 { 1 } else { 4 });
            report.hints.iter().for_each(|hint| legal(Board::START, hint));
            assert!(report.depth < 40);
        }
    }
}

#[test]
fn progress_is_reported_round_by_round() {
    let mut seen: Vec<Progress> = Vec::new();
    let options = Options::to_depth(5);
    let report = searcher().search_observed(Board::START, &options, &Limits::NONE, |progress| {
        seen.push(progress.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(seen.iter().map(|p| p.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert!(seen.is_sorted_by_key(|p| p.nodes));
    assert!(seen.iter().all(|p| p.best == p.hints.first().map(|hint| hint.mv)));
    assert!(seen.iter().all(|p| (p.is_solving, p.lower, p.upper) == (false, -64, 64)));
    let last = seen.last().unwrap();
    assert_eq!((last.depth, &last.hints, last.nodes), (report.depth, &report.hints, report.nodes));
    assert_eq!(report, searcher().search(Board::START, &options, &Limits::NONE));
    let over = Board::new(Board::START.occupied(), Bitboard::EMPTY).unwrap();
    assert_eq!(searcher().search(over, &options, &Limits::NONE).best(), None);
}

#[test]
fn an_observer_sees_nodes_between_rounds_and_may_break() {
    // The exact solve takes long enough for the observer to be called during the solve.
    let board = played(&[7; 36]);
    assert!((20..26).contains(&board.empties().len()), "{}", board.empties().len());
    for (count, threads) in [(1, 1), (usize::MAX, 2)] {
        let options = Options::to_depth(6).with_solve_from(60).with_count(count);
        let mut searcher = searcher().with_parallel(threads > 1);
        let mut seen: Vec<Progress> = Vec::new();
        let report = searcher.search_observed(board, &options, &Limits::NONE, |progress| {
            assert!(seen.last().is_none_or(|last| last.nodes <= 2_000_000), "seen after it broke");
            seen.push(progress.clone());
            match progress.nodes > 2_000_000 {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        assert!(report.nodes < 4_000_000 && report.depth < board.empties().len());
        report.hints.iter().for_each(|hint| legal(board, hint));
        let (rounds, between): (Vec<_>, Vec<_>) =
            seen.iter().partition(|p| p.current.is_none() && !p.is_solving);
        assert_eq!(rounds.iter().map(|p| p.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        assert!(between.len() >= 3, "{}", between.len());
        // During the solve, the progress contains the move being searched.
        let last = between.last().unwrap();
        assert!(last.is_solving && last.current.is_some());
        for progress in between {
            let at = progress.current.map(|mv| mv.square().unwrap());
            assert!(at.is_none_or(|square| board.moves().contains(square)));
            assert!(progress.lower <= progress.upper);
        }
    }
    // The observer can also stop the search after a round.
    let mut rounds = 0;
    let report = searcher().search_observed(board, &Options::to_depth(9), &Limits::NONE, |_| {
        rounds += 1;
        ControlFlow::Break(())
    });
    assert_eq!((rounds, report.depth), (1, 1));
}

/// Records the progress, and returns `Break` at the call number `left`.
fn look(progress: &Progress, seen: &mut Vec<Progress>, left: &mut i32) -> ControlFlow<()> {
    seen.push(progress.clone());
    *left -= 1;
    if *left <= 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Checks that a solve and a search stop at whichever call the observer returns `Break`, and that
/// the reported bounds are correct.
#[test]
fn bounds_hold_wherever_an_observer_breaks() {
    let board = played(&[7; 43]);
    assert!((13..19).contains(&board.empties().len()), "{}", board.empties().len());
    let exact = solve::Options::EXACT;
    let score = Solver::new(4 << 20).solve(board, &exact, &Limits::NONE).score().unwrap();
    for looks in 0..12 {
        let mut seen: Vec<Progress> = Vec::new();
        let mut left = looks;
        let mut solver = Solver::guided(Arc::clone(&NOISE), 128 << 10);
        let solution = solver.solve_observed(board, &exact, &Limits::NONE, |progress| {
            look(progress, &mut seen, &mut left)
        });
        assert!(solution.lower <= score && score <= solution.upper && solution.is_proven());
        let options = Options::to_depth(4).with_solve_from(60);
        left = looks;
        let report = searcher().search_observed(board, &options, &Limits::NONE, |progress| {
            look(progress, &mut seen, &mut left)
        });
        legal(board, &report.hints[0]);
        if report.hints[0].is_proven {
            assert_eq!(report.hints[0].value.get(), 100 * score);
        }
        assert!(seen.len() <= 2 * looks.max(1) as usize);
        for progress in seen {
            assert!(progress.lower <= score && score <= progress.upper, "{progress:?}");
        }
    }
}

/// The hash tables of a review do not show the moves of the game deeper than other moves.
#[test]
fn a_review_does_not_depend_on_the_later_moves() {
    let mut game = Position::start();
    for pick in 0..24u32 {
        if game.must_pass() {
            game.pass().unwrap();
        }
        let moves = game.moves();
        let square = moves.iter().nth((7 * pick % moves.len()) as usize).unwrap();
        game.play(square).unwrap();
    }
    let options = review::Options::new(4).with_solve_from(6).with_selectivity(Selectivity::P73);
    let whole = review::review(&mut searcher(), &game, &options, &Limits::NONE);
    assert!(whole.moves.iter().all(|reviewed| reviewed.loss.get() >= 0));
    assert!(whole.moves.iter().any(|reviewed| reviewed.loss.get() > 0));
    let mut prefix = game;
    while prefix.ply() > 12 {
        prefix.undo();
        if !prefix.ply().is_multiple_of(3) {
            continue;
        }
        let part = review::review(&mut searcher(), &prefix, &options, &Limits::NONE);
        assert_eq!(part.moves, whole.moves[..part.moves.len()], "{} plies", prefix.ply());
    }
}
