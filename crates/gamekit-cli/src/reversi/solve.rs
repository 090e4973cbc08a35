//! `gamekit reversi solve`: exact scores of endgames.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use indicatif::ProgressBar;
use rayon::ThreadPool;
use reversi_core::format::obf;
use reversi_core::solve::{Goal, Limits, Options, Progress, Selectivity, Solution, Solver};
use reversi_core::{Board, Move, Position};
use serde::Serialize;

use super::{engine, position};
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::{arguments, interrupt, memory, progress, stream, threads};

/// Solve endgames exactly: the final score with best play, for the side to move.
///
/// A file has one position a line: a board and its side to move, or an OBF line, whose scores
/// are not looked at; or a transcript. Lines that begin with `%` or `#` are comments.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files, boards with their side to move, transcripts; or `-` for standard input.
    #[arg(value_name = "FILE|POSITION", required = true, value_parser = word)]
    words: Vec<String>,
    /// Ask only whether the position is won, drawn or lost; the score is 1, 0 or -1 then.
    #[arg(long)]
    wld: bool,
    /// Solve after each move too, and tell the score of every one.
    #[arg(long)]
    moves: bool,
    /// Leave branches unsearched on the word of shallower searches, as far as those are right in
    /// this many of 100 cases: quicker, but only 100 is proof. Positions with at most 12 empties
    /// are solved exactly all the same.
    #[arg(long, value_name = "PERCENT", default_value = "100", value_parser = engine::level)]
    selectivity: Selectivity,
    /// How many threads to use; all cores unless told.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Keep what the search learns in tables of at most this many megabytes, 1 to 65536. Up to 26
    /// empties more than 128 saves few nodes.
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 128,
        value_parser = clap::value_parser!(u64).range(1..=65536)
    )]
    memory: u64,
    /// Spend at most about this long on a position, then tell the bounds that are proven, or what
    /// the last finished level of a --selectivity below 100 found.
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
    #[serde(flatten)]
    score: Score,
    best: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// With `--moves`: every legal move, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Scored>>,
    #[serde(skip)]
    empties: u32,
}

/// One move and what it leads to.
#[derive(Serialize)]
struct Scored {
    r#move: String,
    #[serde(flatten)]
    score: Score,
    pv: Vec<String>,
    nodes: u64,
}

/// The score of a position or of a move, and how sure it is.
#[derive(Serialize)]
struct Score {
    /// For the side to move: discs, or the sign with `--wld`. None where a limit came first.
    score: Option<i32>,
    /// What is known where a limit came first: at least and at most so many discs.
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[i32; 2]>,
    /// Where less than proof was asked for: the level reached in percent, and whether it is proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    selectivity: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<bool>,
}

impl Score {
    fn of(solution: &Solution, args: &Args) -> Self {
        let score = if args.wld { sign(solution) } else { solution.score() };
        let is_bold = args.selectivity != Selectivity::Full;
        Self {
            score,
            bounds: score.is_none().then_some([solution.lower, solution.upper]),
            selectivity: is_bold.then(|| solution.level.percent()),
            proven: is_bold.then(|| solution.is_proven()),
        }
    }

    /// The score or its bounds, marked with the level where they are not proven: `+4@95%`.
    fn text(&self) -> String {
        let mut text = match (self.score, self.bounds) {
            (Some(score), _) => format!("{score:+}"),
            (None, Some([lower, upper])) => format!("{lower:+}..{upper:+}"),
            (None, None) => "?".to_owned(),
        };
        if let (Some(false), Some(level)) = (self.proven, self.selectivity) {
            text.push_str(&format!("@{level}%"));
        }
        text
    }
}

impl Answer for Solved {
    fn text(&self) -> String {
        let Self { empties, nodes, seconds, .. } = self;
        let score = self.score.text();
        let best = self.best.as_deref().unwrap_or("-");
        let speed = *nodes as f64 / seconds.max(1e-6);
        let line = self.pv.join(" ");
        let mut text = format!(
            "{empties:>7}  {score:>8}  {best:>4}  {nodes:>13}  {seconds:>9.3}  {speed:>11.0}  {line}\n"
        );
        for Scored { r#move, score, pv, nodes } in self.moves.iter().flatten() {
            let (score, line, blank) = (score.text(), pv.join(" "), "");
            text.push_str(&format!(
                "{blank:>7}  {score:>8}  {move:>4}  {nodes:>13}  {blank:>9}  {blank:>11}  {line}\n"
            ));
        }
        text
    }
}

const HEAD: &str = "empties     score  best          nodes    seconds      nodes/s  best line\n";

/// A word of a position, or a file, on the command line.
fn word(text: &str) -> Result<String, String> {
    arguments::not_blank(text, "a file, a board and its side to move, or a transcript")
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    memory::check(args.memory)?;
    interrupt::flag(); // from here on Ctrl-C is a question, not an end
    let threads = args.threads.unwrap_or_else(rayon::current_num_threads);
    let mut session = Session {
        args,
        pool: threads::pool(Some(threads))?,
        solver: Solver::guided(engine::weights(None)?, (args.memory as usize) << 20)
            .with_parallel(threads > 1),
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
            // A pipe is as good as a file.
            (path, _) if Path::new(path).exists() && !Path::new(path).is_dir() => {
                sources.push(Source::File(Path::new(path)));
            }
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
            Source::Position(text) => match read(text) {
                Ok(Some(position)) => self.solve(&position),
                Ok(None) => Err(Failure::Message(format!("no position in `{text}`"))),
                Err(_) if Path::new(text).is_dir() => {
                    Err(Failure::Message(format!("{text}: this is a folder, expected a file")))
                }
                // A slip in a path is no bad transcript.
                Err(_) if text.contains(['/', '\\']) || Path::new(text).extension().is_some() => {
                    Err(Failure::Message(format!("{text}: no such file")))
                }
                Err(error) => Err(error.into()),
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
            Ok(self.output.line_error(path, number, &error)?)
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
        let args = self.args;
        let mut limits = Limits::NONE;
        limits.time = args.time;
        limits.nodes = args.nodes;
        let goal = if args.wld { Goal::WinLossDraw } else { Goal::Exact };
        let options = Options::default().with_goal(goal).with_selectivity(args.selectivity);
        let board = position.board();
        let begun = Instant::now();
        let (solver, spinner) = (&mut self.solver, &self.spinner);
        let tell = |at: &Progress| {
            if !spinner.is_hidden() {
                spinner.set_message(status(board, at, begun.elapsed()));
            }
            interrupt::flow()
        };
        let (solution, moves) = self.pool.install(|| {
            if !args.moves || !board.has_moves() {
                return (solver.solve_observed(board, &options, &limits, tell), Vec::new());
            }
            let moves = solver.solve_moves_observed(board, &options, &limits, tell);
            let moves = moves.into_iter().map(|(square, solution)| (Move::Place(square), solution));
            let moves: Vec<_> = moves.collect();
            (best_of(&moves), moves)
        });
        let line = |solution: &Solution| solution.pv.iter().map(ToString::to_string).collect();
        let scored = |(mv, solution): &(Move, Solution)| Scored {
            r#move: mv.to_string(),
            score: Score::of(solution, args),
            pv: line(solution),
            nodes: solution.nodes,
        };
        let mut listed: Vec<Scored> = moves.iter().map(scored).collect();
        if board.must_pass() {
            listed.push(scored(&(Move::Pass, solution.clone())));
        }
        Solved {
            position: position::text(position),
            score: Score::of(&solution, args),
            best: solution.best.map(|mv| mv.to_string()),
            pv: line(&solution),
            nodes: solution.nodes,
            seconds: begun.elapsed().as_secs_f64(),
            moves: args.moves.then_some(listed),
            empties: board.empties().len(),
        }
    }
}

/// The solution of a position whose moves, one at least, are solved, the best first.
fn best_of(moves: &[(Move, Solution)]) -> Solution {
    let mut whole = moves[0].1.clone();
    for (_, solution) in &moves[1..] {
        whole.upper = whole.upper.max(solution.upper);
        whole.nodes += solution.nodes;
        whole.level = whole.level.min(solution.level);
    }
    if whole.lower == -64 && whole.upper > -64 {
        (whole.best, whole.pv) = (None, Vec::new()); // no move is known to be better than another
    }
    whole
}

/// A line about a solve under way.
fn status(board: Board, at: &Progress, elapsed: Duration) -> String {
    let mut text = format!("{} empties  {:+}..{:+}", board.empties().len(), at.lower, at.upper);
    if let Some((score, level)) = at.expected {
        text.push_str(&format!("  {score:+}@{}%", level.percent()));
    }
    if let Some(best) = at.best {
        text.push_str(&format!("  best {best}"));
    }
    if let Some(current) = at.current {
        text.push_str(&format!("  at {current}"));
    }
    let speed = at.nodes as f64 / elapsed.as_secs_f64().max(1e-6);
    text.push_str(&format!("  {} nodes  {:.1} M/s", engine::count(at.nodes), speed / 1e6));
    text
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
