//! `gamekit reversi solve`: exact scores of endgames.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use indicatif::ProgressBar;
use rayon::ThreadPool;
use reversi_core::Position;
use reversi_core::format::obf;
use reversi_core::solve::{Goal, Limits, Solution, Solver};
use serde::Serialize;

use super::{engine, position};
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::{interrupt, progress, stream, threads};

/// Solve endgames exactly: the final score with best play, for the side to move.
///
/// A file has one position a line: a board and its side to move, or an OBF line, whose scores
/// are not looked at; or a transcript. Lines that begin with `%` or `#` are comments.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files, boards with their side to move, transcripts; or `-` for standard input.
    #[arg(value_name = "FILE|POSITION", required = true)]
    words: Vec<String>,
    /// Ask only whether the position is won, drawn or lost; the score is 1, 0 or -1 then.
    #[arg(long)]
    wld: bool,
    /// How many threads to use; all cores unless told.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Spend at most about this long on a position, then tell the bounds that are proven.
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    time: Option<Duration>,
    /// Visit at most about this many nodes of a position.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// The solution of one position.
#[derive(Serialize)]
struct Solved {
    position: String,
    /// For the side to move: discs, or the sign with `--wld`. None where a limit came first.
    score: Option<i32>,
    best: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// What is proven where a limit came first: at least and at most so many discs.
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[i32; 2]>,
    #[serde(skip)]
    empties: u32,
}

impl Answer for Solved {
    fn text(&self) -> String {
        let score = match (self.score, self.bounds) {
            (Some(score), _) => format!("{score:+}"),
            (None, Some([lower, upper])) => format!("{lower:+}..{upper:+}"),
            (None, None) => "?".to_owned(),
        };
        let speed = self.nodes as f64 / self.seconds.max(1e-6);
        format!(
            "{:>7}  {score:>8}  {:>4}  {:>13}  {:>9.3}  {speed:>11.0}  {}\n",
            self.empties,
            self.best.as_deref().unwrap_or("-"),
            self.nodes,
            self.seconds,
            self.pv.join(" ")
        )
    }
}

const HEAD: &str = "empties     score  best          nodes    seconds      nodes/s  best line\n";

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let threads = args.threads.unwrap_or_else(rayon::current_num_threads);
    let mut session = Session {
        args,
        pool: threads::pool(Some(threads))?,
        solver: Solver::default().with_weights(engine::weights(None)?).with_threads(threads),
        output: Output::new(args.json),
        spinner: progress::spinner("solving"),
        is_first: true,
        all_good: true,
    };
    for source in sources(&args.words) {
        session.source(&source)?;
    }
    if session.all_good { Ok(()) } else { Err(Failure::Reported) }
}

/// Where positions come from.
#[derive(Debug, PartialEq, Eq)]
enum Source<'a> {
    Stdin,
    File(&'a Path),
    Position(String),
}

/// Sorts the words of the command line; a side to move may be a word of its own.
fn sources(words: &[String]) -> Vec<Source<'_>> {
    let mut sources = Vec::new();
    for word in words {
        match (word.as_str(), sources.last_mut()) {
            ("-", _) => sources.push(Source::Stdin),
            (side, Some(Source::Position(board))) if side.chars().count() == 1 => {
                board.push(' ');
                board.push_str(side);
            }
            (path, _) if Path::new(path).is_file() => sources.push(Source::File(Path::new(path))),
            (text, _) => sources.push(Source::Position(text.to_owned())),
        }
    }
    sources
}

struct Session<'a> {
    args: &'a Args,
    pool: ThreadPool,
    solver: Solver,
    output: Output,
    spinner: ProgressBar,
    is_first: bool,
    all_good: bool,
}

impl Session<'_> {
    fn source(&mut self, source: &Source<'_>) -> Outcome {
        match source {
            Source::Position(text) => match read(text)? {
                Some(position) => self.solve(&position),
                None => Err(Failure::Message(format!("no position in `{text}`"))),
            },
            Source::Stdin => self.lines(io::stdin().lock(), None),
            Source::File(path) => {
                let file =
                    File::open(path).map_err(|error| Failure::about(path.display(), &error))?;
                self.lines(BufReader::new(file), Some(path))
            }
        }
    }

    fn lines(&mut self, input: impl io::BufRead, path: Option<&Path>) -> Outcome {
        stream::each_line(input, |number, line| {
            let error = match line.and_then(read) {
                Ok(None) => return Ok(()),
                Ok(Some(position)) => return self.solve(&position),
                Err(error) => error,
            };
            self.all_good = false;
            let error = match path {
                Some(path) => format!("{}: {error}", path.display()),
                None => error,
            };
            Ok(self.output.line_error(number, &error)?)
        })
    }

    /// Solves and prints one position.
    fn solve(&mut self, position: &Position) -> Outcome {
        let solved = self.solution(position);
        self.spinner.suspend(|| {
            if self.is_first && !self.args.json {
                self.output.text(HEAD)?;
            }
            self.is_first = false;
            self.output.answer(&solved)
        })?;
        if interrupt::is_asked() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn solution(&mut self, position: &Position) -> Solved {
        let mut limits = Limits::NONE.with_stop(interrupt::flag());
        limits.time = self.args.time;
        limits.nodes = self.args.nodes;
        let goal = if self.args.wld { Goal::WinLossDraw } else { Goal::Exact };
        let begun = Instant::now();
        let solver = &mut self.solver;
        let solution = self.pool.install(|| solver.solve_for(position.board(), goal, &limits));
        let seconds = begun.elapsed().as_secs_f64();
        let score = if self.args.wld { sign(&solution) } else { solution.score() };
        let bounds = score.is_none().then_some([solution.lower, solution.upper]);
        Solved {
            position: position::text(position),
            score,
            best: solution.best.map(|step| step.to_string()),
            pv: solution.pv.iter().map(ToString::to_string).collect(),
            nodes: solution.nodes,
            seconds,
            bounds,
            empties: position.board().empties().len(),
        }
    }
}

/// Win 1, draw 0, loss -1, if one of them is proven.
fn sign(solution: &Solution) -> Option<i32> {
    match (solution.lower.signum(), solution.upper.signum()) {
        (lower, upper) if lower == upper => Some(lower),
        _ => None,
    }
}

/// The position of a line: of OBF, a board or a transcript; none in a comment.
fn read(line: &str) -> Result<Option<Position>, String> {
    if line.trim_start().starts_with('#') {
        return Ok(None);
    }
    if !line.contains([';', '%']) {
        return position::parse(line).map(Some);
    }
    let problem = obf::parse_line(line).map_err(|error| error.to_string())?;
    Ok(problem.map(|problem| problem.position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_into_sources() {
        let words = ["-", "f5d6", "Cargo.toml", "---X", "O", "no such file"].map(str::to_owned);
        let sources = sources(&words);
        assert_eq!(sources[0], Source::Stdin);
        assert_eq!(sources[1], Source::Position("f5d6".to_owned()));
        assert_eq!(sources[2], Source::File(Path::new("Cargo.toml")));
        assert_eq!(sources[3], Source::Position("---X O".to_owned()));
        assert_eq!(sources[4], Source::Position("no such file".to_owned()));
    }
}
