//! Solves the FFO endgame tests, checks scores and best moves, and prints nodes and times.
//!
//! ```text
//! cargo run --release -p gamekit-benches --bin ffo -- 40-49                 proofs, one thread
//! cargo run --release -p gamekit-benches --bin ffo -- 40-59 --threads 2
//! cargo run --release -p gamekit-benches --bin ffo -- 20-44 --levels        nodes and errors of all levels
//! ```
//!
//! `--memory MB` sets the total size of both hash tables, 128 by default. The exit code is 1 if a
//! proven score is wrong.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use reversi_core::eval::Weights;
use reversi_core::solve::{Limits, Options, Selectivity, Solution, Solver};
use reversi_core::{Bitboard, Board};

static PROBLEMS: &str = include_str!("../../tests/data/reversi/ffo_1_59.tsv");

struct Problem {
    number: u32,
    board: Board,
    scores: Vec<(String, i32)>,
}

impl Problem {
    fn best(&self) -> i32 {
        self.scores.iter().map(|pair| pair.1).max().unwrap_or_default()
    }

    /// Returns whether a solution has the correct score and one of the best moves.
    fn is_right(&self, solution: &Solution) -> bool {
        let best = self.best();
        let is_best = |mv: &String| self.scores.iter().any(|(m, score)| m == mv && *score == best);
        let mv = solution.best.map(|mv| mv.to_string());
        solution.score() == Some(best) && mv.as_ref().is_some_and(is_best)
    }
}

fn problems() -> impl Iterator<Item = Problem> {
    PROBLEMS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[number, squares, side, scores] = fields.as_slice() else { return None };
        let discs = |mark| {
            let bits = squares.bytes().enumerate().filter(|&(_, byte)| byte == mark);
            Bitboard::from_bits(bits.fold(0, |sum, (i, _)| sum | 1 << i))
        };
        let (player, opponent) = if side == "X" { (b'X', b'O') } else { (b'O', b'X') };
        let score = |pair: &str| {
            let (mv, score) = pair.split_once(':')?;
            Some((mv.to_lowercase(), score.parse().ok()?))
        };
        Some(Problem {
            number: number.parse().ok()?,
            board: Board::new(discs(player), discs(opponent)).ok()?,
            scores: scores.split_whitespace().filter_map(score).collect(),
        })
    })
}

struct Args {
    first: u32,
    last: u32,
    threads: usize,
    memory: usize,
    levels: bool,
}

fn arguments() -> Option<Args> {
    let mut args = Args { first: 40, last: 44, threads: 1, memory: 128, levels: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--threads" => args.threads = words.next()?.parse().ok().filter(|&n| n > 0)?,
            "--memory" => args.memory = words.next()?.parse().ok().filter(|&n| n > 0)?,
            "--levels" => args.levels = true,
            range => {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                (args.first, args.last) = (first.parse().ok()?, last.parse().ok()?);
            }
        }
    }
    Some(args)
}

/// The totals of the positions solved at one level: nodes, time and errors.
#[derive(Default)]
struct Sum {
    nodes: u64,
    seconds: f64,
    wrong: u32,
    off: i32,
    most_off: i32,
}

fn main() -> ExitCode {
    let Some(args) = arguments() else {
        eprintln!("ffo [FROM-TO] [--threads N] [--memory MB] [--levels]");
        return ExitCode::from(2);
    };
    let weights = Arc::new(Weights::embedded());
    let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build() else {
        eprintln!("no threads");
        return ExitCode::from(2);
    };
    let levels = if args.levels { &Selectivity::ALL[..] } else { &[Selectivity::Full] };
    let chosen: Vec<Problem> =
        problems().filter(|p| (args.first..=args.last).contains(&p.number)).collect();
    let mut is_sound = true;
    let mut sums = Vec::new();
    for &level in levels.iter().rev() {
        println!("level {} %, {} threads, {} MB", level.percent(), args.threads, args.memory);
        println!("  no  empties  score  move  right           nodes   seconds  M nodes/s");
        let mut solver =
            Solver::guided(Arc::clone(&weights), args.memory << 20).with_parallel(args.threads > 1);
        let options = Options::EXACT.with_selectivity(level);
        let mut sum = Sum::default();
        for problem in &chosen {
            let begun = Instant::now();
            let solution = pool.install(|| solver.solve(problem.board, &options, &Limits::NONE));
            let seconds = begun.elapsed().as_secs_f64();
            let (right, nodes) = (problem.is_right(&solution), solution.nodes);
            let score = solution.score().unwrap_or_default();
            is_sound &= right || !solution.is_proven();
            println!(
                "  {:>2}  {:>7}  {score:>+5}  {:>4}  {:>5}  {nodes:>14}  {seconds:>8.2}  {:>9.1}",
                problem.number,
                problem.board.empties().len(),
                solution.best.map_or(String::new(), |mv| mv.to_string()),
                if right { "yes" } else { "NO" },
                nodes as f64 / seconds.max(1e-9) / 1e6
            );
            let off = (score - problem.best()).abs();
            sum.nodes += nodes;
            sum.seconds += seconds;
            sum.wrong += u32::from(off != 0);
            sum.off += off;
            sum.most_off = sum.most_off.max(off);
        }
        let Sum { nodes, seconds, .. } = sum;
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        println!("  sum {:>31} {nodes:>14}  {seconds:>8.2}  {speed:>9.1}\n", "");
        sums.push((level, sum));
    }
    if let [(_, full), bolder @ ..] = sums.as_slice()
        && !bolder.is_empty()
    {
        println!("level  nodes of those of a proof  wrong scores  discs off, mean and most");
        for (level, sum) in &sums {
            println!(
                "{:>4}%  {:>23.1} %  {:>5} of {:>3}  {:>12.2}  {:>8}",
                level.percent(),
                100.0 * sum.nodes as f64 / full.nodes.max(1) as f64,
                sum.wrong,
                chosen.len(),
                f64::from(sum.off) / chosen.len().max(1) as f64,
                sum.most_off
            );
        }
    }
    if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
