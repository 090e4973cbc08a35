//! Compares the solver with plain minimax and with the FFO endgame tests, and tests its properties.
use proptest::prelude::*;
use reversi_core::eval::Weights;
use reversi_core::solve::{Goal, Limits, Options, Progress, Selectivity, Solver};
use reversi_core::{Bitboard, Board, Move, Symmetry};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

const WIN_LOSS_DRAW: Options = Options::EXACT.with_goal(Goal::WinLossDraw);

/// Computes the score from the definition.
fn minimax(board: Board) -> i32 {
    if board.is_over() {
        return board.final_score();
    }
    if !board.has_moves() {
        return -minimax(board.swap_sides());
    }
    board.moves().iter().map(|s| -minimax(board.play(s).unwrap())).max().unwrap()
}

struct Problem {
    number: u32,
    board: Board,
    scores: Vec<(String, i32)>,
}

fn problems(numbers: std::ops::RangeInclusive<u32>) -> Vec<Problem> {
    include_str!("data/reversi/ffo_1_59.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let discs = |mark| {
                let bits = fields[1].bytes().enumerate().filter(|&(_, b)| b == mark);
                Bitboard::from_bits(bits.fold(0, |sum, (i, _)| sum | 1 << i))
            };
            let (player, opponent) = if fields[2] == "X" { (b'X', b'O') } else { (b'O', b'X') };
            let scores = fields[3].split_whitespace().map(|pair| {
                let (mv, score) = pair.split_once(':').unwrap();
                (mv.to_lowercase(), score.parse().unwrap())
            });
            Problem {
                number: fields[0].parse().unwrap(),
                board: Board::new(discs(player), discs(opponent)).unwrap(),
                scores: scores.collect(),
            }
        })
        .filter(|problem| numbers.contains(&problem.number))
        .collect()
}

fn check(problem: &Problem, solver: &mut Solver) {
    let Problem { number, board, scores } = problem;
    let best = scores.iter().map(|&(_, score)| score).max().unwrap();
    let solution = solver.solve(*board, &Options::EXACT, &Limits::NONE);
    assert_eq!(solution.score(), Some(best), "FFO {number}");
    let mv = solution.best.unwrap().to_string();
    if scores.len() > 1 || board.has_moves() {
        assert!(scores.contains(&(mv.clone(), best)), "FFO {number}: {mv}");
    }
    // The line must be legal, must end the game, and must lead to the score.
    let (mut end, mut sign) = (*board, 1);
    for &mv in &solution.pv {
        end = end.play(mv).unwrap();
        sign = -sign;
    }
    assert!(end.is_over(), "FFO {number}");
    assert_eq!(sign * end.final_score(), best, "FFO {number}");
}

#[test]
fn ffo_easy() {
    let mut solver = Solver::new(4 << 20);
    let all = problems(1..=19);
    assert_eq!(all.len(), 19);
    all.iter().for_each(|problem| check(problem, &mut solver));
}

#[test]
fn ffo_every_move() {
    let sorted = |mut scores: Vec<(String, i32)>| {
        scores.sort();
        scores
    };
    for problem in problems(1..=12).into_iter().chain(problems(20..=24)) {
        let mut solver = if problem.number < 20 { Solver::new(4 << 20) } else { guided(2) };
        let found: Vec<(String, i32)> = solver
            .solve_moves(problem.board, &Options::EXACT, &Limits::NONE)
            .into_iter()
            .map(|(square, solution)| (square.to_string(), solution.score().unwrap()))
            .collect();
        assert!(found.is_sorted_by_key(|(_, score)| -score));
        assert_eq!(sorted(found), sorted(problem.scores), "FFO {}", problem.number);
    }
}

#[test]
#[ignore = "half a minute on a fast machine"]
fn ffo_20_to_44() {
    let mut solver = Solver::guided(Arc::new(Weights::embedded()), 128 << 20);
    problems(20..=44).iter().for_each(|problem| check(problem, &mut solver));
}

#[test]
#[ignore = "many minutes"]
fn ffo_45_to_59() {
    let mut solver = Solver::guided(Arc::new(Weights::embedded()), 512 << 20).with_parallel(true);
    problems(45..=59).iter().for_each(|problem| check(problem, &mut solver));
}

#[test]
fn threads_agree() {
    for problem in problems(20..=24) {
        let best = problem.scores.iter().map(|&(_, score)| score).max().unwrap();
        for threads in [1, 2] {
            let mut solver = Solver::new(4 << 20).with_parallel(threads > 1);
            assert_eq!(
                solver.solve(problem.board, &Options::EXACT, &Limits::NONE).score(),
                Some(best)
            );
        }
    }
}

/// Makes a solver with this number of threads and with weights.
fn guided(threads: usize) -> Solver {
    Solver::guided(Arc::new(Weights::embedded()), 8 << 20).with_parallel(threads > 1)
}

#[test]
fn weights_change_no_score() {
    for problem in problems(20..=27) {
        check(&problem, &mut guided(1));
    }
    for problem in problems(20..=23) {
        check(&problem, &mut guided(2));
        let best = problem.scores.iter().map(|&(_, score)| score).max().unwrap();
        let wld = guided(1).solve(problem.board, &WIN_LOSS_DRAW, &Limits::NONE);
        assert!(wld.lower <= best && best <= wld.upper, "FFO {}", problem.number);
        let decided = wld.lower > 0 || wld.upper < 0 || (wld.lower, wld.upper) == (0, 0);
        assert!(decided, "FFO {}", problem.number);
    }
}

/// Solves at a level, with default options otherwise.
fn solve_at(
    solver: &mut Solver,
    board: Board,
    level: Selectivity,
) -> reversi_core::solve::Solution {
    let options = Options::default().with_selectivity(level);
    solver.solve_observed(board, &options, &Limits::NONE, |_| ControlFlow::Continue(()))
}

#[test]
fn proof_is_the_default_and_an_observer_changes_nothing() {
    assert_eq!(Options::default(), Options::EXACT);
    assert_eq!(Options::EXACT.selectivity, Selectivity::Full);
    for problem in problems(20..=23) {
        let plain = guided(1).solve(problem.board, &Options::EXACT, &Limits::NONE);
        assert!(plain.is_proven());
        assert_eq!(plain, solve_at(&mut guided(1), problem.board, Selectivity::Full));
    }
}

/// Checks that lower levels visit fewer nodes, and that their errors are rare and small.
#[test]
fn levels_trade_proof_for_nodes() {
    let (mut full_nodes, mut bold_nodes, mut wrong, mut asked) = (0, 0, 0, 0);
    for problem in problems(21..=27) {
        let best = problem.scores.iter().map(|&(_, score)| score).max().unwrap();
        full_nodes += guided(1).solve(problem.board, &Options::EXACT, &Limits::NONE).nodes;
        for level in [Selectivity::P73, Selectivity::P87, Selectivity::P95, Selectivity::P99] {
            let found = solve_at(&mut guided(1), problem.board, level);
            let score = found.score().expect("a score");
            assert!(!found.is_proven() && found.level == level, "FFO {}", problem.number);
            assert!(score % 2 == 0 && score.abs() <= 64, "FFO {}: {score}", problem.number);
            assert!((score - best).abs() <= 12, "FFO {}: {score} for {best}", problem.number);
            let mv = found.best.expect("a move").to_string();
            assert!(problem.scores.iter().any(|(legal, _)| *legal == mv), "{mv}");
            assert_eq!(Some(found.pv[0]), found.best);
            play_out(problem.board, &found.pv);
            (asked, wrong) = (asked + 1, wrong + u32::from(score != best));
            bold_nodes += if level == Selectivity::P73 { found.nodes } else { 0 };
        }
    }
    assert!(2 * bold_nodes < full_nodes, "{bold_nodes} of {full_nodes} nodes");
    assert!(4 * wrong < asked, "{wrong} of {asked} wrong");
}

/// Returns the board after a line, which must be legal.
fn play_out(board: Board, line: &[Move]) -> Board {
    line.iter().fold(board, |board, &mv| board.play(mv).unwrap())
}

/// With few empty squares, or without weights, nothing is pruned, so the result is proven at every
/// level.
#[test]
fn where_nothing_can_be_cut_every_level_is_proof() {
    let problem = problems(1..=1).remove(0);
    let mut end = problem.board;
    while end.empties().len() > 12 {
        end = end.play(end.moves().iter().next().unwrap()).unwrap();
    }
    let bold = solve_at(&mut guided(1), end, Selectivity::P73);
    assert!(bold.is_proven());
    assert_eq!(
        bold.score(),
        Solver::new(4 << 20).solve(end, &Options::EXACT, &Limits::NONE).score()
    );
    let problem = problems(1..=1).remove(0);
    assert!(solve_at(&mut Solver::new(4 << 20), problem.board, Selectivity::P73).is_proven());
}

#[test]
fn levels_answer_win_loss_draw_and_every_move_too() {
    for problem in problems(21..=23) {
        let best = problem.scores.iter().map(|&(_, score)| score).max().unwrap();
        let options =
            Options::EXACT.with_goal(Goal::WinLossDraw).with_selectivity(Selectivity::P95);
        let go_on = |_: &Progress| ControlFlow::Continue(());
        let found = guided(1).solve_observed(problem.board, &options, &Limits::NONE, go_on);
        assert!(!found.is_proven() && found.lower <= found.upper);
        let decided = found.lower > 0 || found.upper < 0 || (found.lower, found.upper) == (0, 0);
        assert!(decided, "FFO {}: {best}", problem.number);
    }
    let problem = problems(21..=21).remove(0);
    let options = Options::EXACT.with_selectivity(Selectivity::P99);
    let moves = guided(1).solve_moves_observed(problem.board, &options, &Limits::NONE, |at| {
        assert!(at.current.is_some());
        ControlFlow::Continue(())
    });
    assert_eq!(moves.len(), problem.board.moves().len() as usize);
    assert!(moves.iter().all(|(_, solution)| !solution.is_proven() && solution.score().is_some()));
}

#[test]
fn an_observer_sees_bounds_close_and_nodes_rise() {
    for (problem, threads) in problems(40..=41).into_iter().zip([1, 2]) {
        let best = problem.scores.iter().map(|&(_, score)| score).max().unwrap();
        let mut told: Vec<Progress> = Vec::new();
        let mut solver =
            Solver::guided(Arc::new(Weights::embedded()), 32 << 20).with_parallel(threads > 1);
        // A win, a draw or a loss takes less time to prove.
        let options = Options::EXACT.with_goal(Goal::WinLossDraw);
        let solution = solver.solve_observed(problem.board, &options, &Limits::NONE, |at| {
            told.push(at.clone());
            ControlFlow::Continue(())
        });
        assert!(told.len() >= 5, "{}", told.len());
        assert!(told.is_sorted_by_key(|at| (at.lower, -at.upper)));
        assert!(told.iter().all(|at| at.lower <= best && best <= at.upper));
        assert!(told.iter().map(|at| at.nodes).max().unwrap() <= solution.nodes);
        if threads == 1 {
            assert!(told.is_sorted_by_key(|at| at.nodes));
        }
        let legal = |mv: Option<Move>| match mv {
            Some(Move::Place(square)) => problem.board.moves().contains(square),
            Some(Move::Pass) => problem.board.must_pass(),
            None => false,
        };
        assert!(told.iter().filter(|at| at.current.is_some()).all(|at| legal(at.current)));
        assert!(told.iter().any(|at| legal(at.current)));
        let last = told.last().unwrap();
        assert_eq!((last.lower, last.upper), (solution.lower, solution.upper));
        assert!(legal(last.best) && last.expected.is_some());
    }
}

#[test]
fn an_observer_may_break() {
    let problem = problems(40..=40).remove(0);
    for (threads, until) in [(1, 0), (1, 1_000_000), (2, 1_000_000), (1, 6_000_000)] {
        let mut last = 0;
        let flow = |at: &Progress| {
            assert!(last < until || until == 0, "called after it returned Break");
            last = at.nodes;
            if at.nodes < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let options = Options::EXACT;
        let mut solver = guided(threads);
        let solution = solver.solve_observed(problem.board, &options, &Limits::NONE, flow);
        assert!(solution.lower <= 38 && 38 <= solution.upper && solution.is_proven());
        assert!(solution.score().is_none() && solution.nodes < until + 600_000);
    }
    // The result also contains the moves that were not searched, marked as unsolved.
    let mut looks = 0;
    let moves =
        guided(1).solve_moves_observed(problem.board, &Options::EXACT, &Limits::NONE, |_| {
            looks += 1;
            if looks < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    assert_eq!(moves.len(), problem.board.moves().len() as usize);
    assert_eq!(looks, 3);
    assert!(moves.iter().all(|(_, solution)| solution.score().is_none()));
}

/// Checks the progress of a solve of all moves. The bounds are those of the move being searched,
/// from the point of view of the side to move. The nodes are those of all moves so far.
#[test]
fn the_progress_of_moves_has_their_bounds_and_all_nodes() {
    let problem = problems(21..=21).remove(0);
    let mut seen: Vec<Progress> = Vec::new();
    let moves =
        guided(1).solve_moves_observed(problem.board, &Options::EXACT, &Limits::NONE, |at| {
            seen.push(at.clone());
            ControlFlow::Continue(())
        });
    assert!(seen.is_sorted_by_key(|at| at.nodes) && seen.iter().all(|at| at.is_solving));
    let total: u64 = moves.iter().map(|(_, solution)| solution.nodes).sum();
    let mut nodes_before = 0;
    let mut order: Vec<Option<Move>> = seen.iter().map(|at| at.current).collect();
    order.dedup();
    assert_eq!(order.len(), moves.len(), "the moves come one after another");
    for mv in order {
        let of_move: Vec<&Progress> = seen.iter().filter(|at| at.current == mv).collect();
        let found = moves.iter().find(|(square, _)| mv == Some(Move::Place(*square)));
        let (square, solution) = found.expect("a legal move");
        let score = problem.scores.iter().find(|(mv, _)| *mv == square.to_string()).unwrap().1;
        assert!(of_move.iter().all(|at| at.lower <= score && score <= at.upper), "{square}");
        let last = of_move.last().unwrap();
        assert_eq!((last.lower, last.upper), (score, score), "{square}");
        assert!(of_move[0].nodes >= nodes_before, "{square}");
        nodes_before += solution.nodes;
        assert!(last.nodes <= nodes_before, "{square}");
    }
    assert_eq!(nodes_before, total);
    // The scores are neither symmetric nor equal, so the test would find exchanged bounds.
    assert!(moves[0].1.lower != -moves[0].1.upper || moves.last().unwrap().1.lower != 0);
}

#[test]
fn limits_count_for_all_moves_together() {
    let problem = problems(40..=40).remove(0);
    let moves =
        guided(1).solve_moves(problem.board, &Options::EXACT, &Limits::NONE.with_nodes(500_000));
    let nodes: u64 = moves.iter().map(|(_, solution)| solution.nodes).sum();
    assert!(nodes < 800_000, "{nodes}");
    assert_eq!(moves.len(), problem.board.moves().len() as usize);
    for (square, solution) in &moves {
        let score = problem.scores.iter().find(|(mv, _)| *mv == square.to_string()).unwrap().1;
        assert!(solution.lower <= score && score <= solution.upper);
    }
}

#[test]
fn a_limit_on_a_bold_solve_leaves_the_level_reached() {
    let problem = problems(40..=40).remove(0);
    let options = Options::EXACT.with_selectivity(Selectivity::P99);
    let go_on = |_: &Progress| ControlFlow::Continue(());
    let mut levels = Vec::new();
    for nodes in [1_000, 100_000, 1_000_000, 3_000_000, 100_000_000] {
        let limits = Limits::NONE.with_nodes(nodes);
        let found = guided(1).solve_observed(problem.board, &options, &limits, go_on);
        match found.score() {
            Some(score) => assert!(!found.is_proven() && (score - 38).abs() <= 12),
            None => assert_eq!((found.lower, found.upper, found.is_proven()), (-64, 64, true)),
        }
        levels.push(found.score().map(|_| found.level));
    }
    assert!(levels.is_sorted() && levels.last() == Some(&Some(Selectivity::P99)), "{levels:?}");
}

#[test]
fn limits_leave_honest_bounds_with_weights() {
    let problem = problems(40..=40).remove(0);
    for nodes in [0, 1, 10_000, 1_000_000, 5_000_000] {
        let solution =
            guided(1).solve(problem.board, &Options::EXACT, &Limits::NONE.with_nodes(nodes));
        assert!(solution.lower <= 38 && 38 <= solution.upper);
        assert!(solution.nodes < nodes + 200_000, "{} of {nodes}", solution.nodes);
    }
}

#[test]
fn limits_leave_honest_bounds() {
    let problem = problems(40..=40).remove(0);
    for nodes in [0, 1, 1000, 100_000] {
        let solution = Solver::new(64 << 10).solve(
            problem.board,
            &Options::EXACT,
            &Limits::NONE.with_nodes(nodes),
        );
        assert!(solution.lower <= 38 && 38 <= solution.upper);
        assert!(solution.nodes < nodes + 200_000, "{} of {nodes}", solution.nodes);
    }
    let mut solver = Solver::new(64 << 10);
    let options = Options::EXACT;
    let solution =
        solver.solve_observed(problem.board, &options, &Limits::NONE, |_| ControlFlow::Break(()));
    assert_eq!((solution.score(), solution.best), (None, None));
    let brief = Limits::NONE.with_time(Duration::from_millis(1));
    assert!(Solver::new(64 << 10).solve(problem.board, &Options::EXACT, &brief).lower <= 38);
}

/// Returns a board of a played game with at most `most` empty squares.
fn late(picks: &[u8], most: u32) -> Board {
    let mut board = Board::START;
    for &pick in picks {
        if board.empties().len() <= most || board.is_over() {
            break;
        }
        if !board.has_moves() {
            board = board.swap_sides();
        }
        let moves = board.moves();
        board = board
            .play(moves.iter().nth(usize::from(pick) % moves.len() as usize).unwrap())
            .unwrap();
    }
    board
}

fn agree(board: Board) -> Result<(), TestCaseError> {
    let score = minimax(board);
    let mut solver = Solver::new(16 << 10);
    let solution = solver.solve(board, &Options::EXACT, &Limits::NONE);
    prop_assert_eq!(solution.score(), Some(score));
    prop_assert_eq!(solution.best.is_none(), board.is_over());
    let wld = Solver::new(16 << 10).solve(board, &WIN_LOSS_DRAW, &Limits::NONE);
    let sign = if wld.lower > 0 {
        1
    } else if wld.upper < 0 {
        -1
    } else {
        0
    };
    prop_assert_eq!(sign, score.signum());
    prop_assert!(wld.lower <= score && score <= wld.upper);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn solver_equals_minimax(picks in prop::collection::vec(0u8..32, 70), most in 0u32..9) {
        agree(late(&picks, most))?;
    }

    /// Tests random boards, which often have passes, wipe-outs and squares on which neither side
    /// can play.
    #[test]
    fn solver_equals_minimax_on_any_board(a: u64, b: u64, c: u64, holes in prop::collection::vec(0u32..64, 0..8)) {
        let empty = holes.iter().fold(0u64, |set, hole| set | 1 << hole);
        let mine = a & (b | c) & !empty;
        let theirs = !mine & !empty;
        agree(Board::new(Bitboard::from_bits(mine), Bitboard::from_bits(theirs)).unwrap())?;
        agree(Board::new(Bitboard::EMPTY, Bitboard::from_bits(!empty)).unwrap())?;
    }

    #[test]
    fn symmetries_and_colours_agree(picks in prop::collection::vec(0u8..32, 70), t in 0usize..8) {
        let board = late(&picks, 9);
        let score = Solver::new(16 << 10).solve(board, &Options::EXACT, &Limits::NONE).score();
        let image = board.image(Symmetry::ALL[t]);
        prop_assert_eq!(Solver::new(16 << 10).solve(image, &Options::EXACT, &Limits::NONE).score(), score);
        if board.must_pass() {
            prop_assert_eq!(Solver::new(16 << 10).solve(board.swap_sides(), &Options::EXACT, &Limits::NONE).score(), score.map(|s| -s));
        }
    }
}

#[test]
#[ignore = "minutes of plain minimax"]
fn solver_equals_minimax_at_ten_empties() {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    for _ in 0..500 {
        let picks: Vec<u8> = (0..70)
            .map(|_| {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                (seed >> 40) as u8
            })
            .collect();
        agree(late(&picks, 10)).unwrap();
    }
}
