//! The solver against plain minimax, the FFO endgame tests and its own laws.
use proptest::prelude::*;
use reversi_core::eval::Weights;
use reversi_core::solve::{Goal, Limits, Solver};
use reversi_core::{Bitboard, Board, Move, Symmetry};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The definition of the score.
fn minimax(board: Board) -> i32 {
    if board.is_over() {
        return board.final_score();
    }
    if !board.has_moves() {
        return -minimax(board.pass());
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
    let solution = solver.solve(*board, &Limits::NONE);
    assert_eq!(solution.score(), Some(best), "FFO {number}");
    let mv = solution.best.unwrap().to_string();
    if scores.len() > 1 || board.has_moves() {
        assert!(scores.contains(&(mv.clone(), best)), "FFO {number}: {mv}");
    }
    // The line is legal, complete and leads to the score.
    let (mut end, mut sign) = (*board, 1);
    for &mv in &solution.pv {
        end = match mv {
            Move::Place(square) => end.play(square).unwrap(),
            Move::Pass => end.try_pass().unwrap(),
        };
        sign = -sign;
    }
    assert!(end.is_over(), "FFO {number}");
    assert_eq!(sign * end.final_score(), best, "FFO {number}");
}

#[test]
fn ffo_easy() {
    let mut solver = Solver::new(16);
    let all = problems(1..=19);
    assert_eq!(all.len(), 19);
    all.iter().for_each(|problem| check(problem, &mut solver));
}

#[test]
fn ffo_every_move() {
    let mut solver = Solver::new(16);
    for problem in problems(1..=12) {
        let found: Vec<(String, i32)> = solver
            .solve_moves(problem.board, &Limits::NONE)
            .into_iter()
            .map(|(square, solution)| (square.to_string(), solution.score().unwrap()))
            .collect();
        assert!(found.is_sorted_by_key(|(_, score)| -score));
        if problem.scores.len() == found.len() {
            let mut expected = problem.scores.clone();
            let mut found = found;
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "FFO {}", problem.number);
        }
    }
}

#[test]
#[ignore = "half a minute on a fast machine"]
fn ffo_20_to_44() {
    let mut solver = Solver::new(20).with_weights(Arc::new(Weights::embedded()));
    problems(20..=44).iter().for_each(|problem| check(problem, &mut solver));
}

#[test]
#[ignore = "many minutes"]
fn ffo_45_to_59() {
    let mut solver =
        Solver::new(22).with_weights(Arc::new(Weights::embedded())).with_threads(rayon_threads());
    problems(45..=59).iter().for_each(|problem| check(problem, &mut solver));
}

fn rayon_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[test]
fn threads_agree() {
    for problem in problems(20..=24) {
        let best = problem.scores.iter().map(|&(_, score)| score).max().unwrap();
        for threads in [1, 2, 3] {
            let mut solver = Solver::new(16).with_threads(threads);
            assert_eq!(solver.solve(problem.board, &Limits::NONE).score(), Some(best));
        }
    }
}

/// A solver of this many threads with weights.
fn guided(threads: usize) -> Solver {
    Solver::new(16).with_weights(Arc::new(Weights::embedded())).with_threads(threads)
}

#[test]
fn weights_change_no_score() {
    for problem in problems(20..=27) {
        check(&problem, &mut guided(1));
    }
    for problem in problems(20..=23) {
        for threads in [2, 3] {
            check(&problem, &mut guided(threads));
        }
        let best = problem.scores.iter().map(|&(_, score)| score).max().unwrap();
        let wld = guided(1).solve_for(problem.board, Goal::WinLossDraw, &Limits::NONE);
        assert!(wld.lower <= best && best <= wld.upper, "FFO {}", problem.number);
        let decided = wld.lower > 0 || wld.upper < 0 || (wld.lower, wld.upper) == (0, 0);
        assert!(decided, "FFO {}", problem.number);
    }
}

#[test]
fn limits_leave_honest_bounds_with_weights() {
    let problem = problems(40..=40).remove(0);
    for nodes in [0, 1, 10_000, 1_000_000, 5_000_000] {
        let solution = guided(1).solve(problem.board, &Limits::NONE.with_nodes(nodes));
        assert!(solution.lower <= 38 && 38 <= solution.upper);
        assert!(solution.nodes < nodes + 200_000, "{} of {nodes}", solution.nodes);
    }
}

#[test]
fn limits_leave_honest_bounds() {
    let problem = problems(40..=40).remove(0);
    for nodes in [0, 1, 1000, 100_000] {
        let solution = Solver::new(10).solve(problem.board, &Limits::NONE.with_nodes(nodes));
        assert!(solution.lower <= 38 && 38 <= solution.upper);
        assert!(solution.nodes < nodes + 200_000, "{} of {nodes}", solution.nodes);
    }
    let stopped = AtomicBool::new(true);
    let solution = Solver::new(10).solve(problem.board, &Limits::NONE.with_stop(&stopped));
    assert_eq!((solution.score(), solution.best), (None, None));
    let brief = Limits::NONE.with_time(Duration::from_millis(1));
    assert!(Solver::new(10).solve(problem.board, &brief).lower <= 38);
}

/// A board late in a played game, with at most `most` empties.
fn late(picks: &[u8], most: u32) -> Board {
    let mut board = Board::START;
    for &pick in picks {
        if board.empties().len() <= most || board.is_over() {
            break;
        }
        if !board.has_moves() {
            board = board.pass();
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
    let mut solver = Solver::new(8);
    let solution = solver.solve(board, &Limits::NONE);
    prop_assert_eq!(solution.score(), Some(score));
    prop_assert_eq!(solution.best.is_none(), board.is_over());
    let wld = Solver::new(8).solve_for(board, Goal::WinLossDraw, &Limits::NONE);
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

    /// Set-up boards: passes, wipe-outs and squares no one can play are common here.
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
        let score = Solver::new(8).solve(board, &Limits::NONE).score();
        let image = board.image(Symmetry::ALL[t]);
        prop_assert_eq!(Solver::new(8).solve(image, &Limits::NONE).score(), score);
        if board.must_pass() {
            prop_assert_eq!(Solver::new(8).solve(board.pass(), &Limits::NONE).score(), score.map(|s| -s));
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
