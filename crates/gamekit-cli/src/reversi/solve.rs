//! `gamekit reversi solve`: computes exact scores of endgames.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use indicatif::ProgressBar;
use rayon::ThreadPool;
use reversi_core::format::record::{Place, ReadRecordError};
use reversi_core::format::{Contents, Format, detect_named, position_text};
use reversi_core::solve::{Goal, Limits, Options, Progress, Selectivity, Solution, Solver};
use reversi_core::{Board, Move, Position};
use serde::Serialize;

use super::{engine, game_files, position};
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::plural::count;
use crate::{arguments, free_memory, interrupt, progress, stream, threads};

/// Solve endgames: print the final score with best play in discs, for the side to move.
///
/// A file has one position per line: a board and its side to move, an OBF line (its scores are ignored),
/// or a transcript. Lines that begin with `%` or `#` are comments. Of a file of games (WTHOR, PGN, GGF or
/// transcripts with move numbers), the last position of each game is solved. A game that is over is
/// reported and not solved; use `review` for whole games.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files, boards with their side to move, or transcripts (`start` is the start position); `-` is
    /// standard input.
    #[arg(value_name = "FILE|POSITION", required = true, value_parser = word)]
    words: Vec<String>,
    /// Compute only whether the result is a win (+1), a draw (0) or a loss (-1).
    #[arg(long)]
    wld: bool,
    /// Also print the score of each legal move.
    #[arg(long)]
    moves: bool,
    /// Pruning confidence in percent: 73, 87, 95, 98, 99 or 100. Smaller values are faster, but
    /// only 100 gives proven scores. Positions with at most 12 empty squares are always solved
    /// exactly.
    #[arg(long, value_name = "PERCENT", default_value = "100", value_parser = engine::selectivity)]
    selectivity: Selectivity,
    /// Number of threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Size of the search tables in megabytes, 1 to 65536. For positions with at most 26 empty
    /// squares, more than 128 MB gives almost no gain.
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 128,
        value_parser = clap::value_parser!(u64).range(1..=65536)
    )]
    memory: u64,
    /// Stop after about this many seconds per position [default: no limit]. The command then prints
    /// the proven bounds of the score or, with --selectivity below 100, the result of the last
    /// completed confidence level.
    #[arg(long, value_name = "SECONDS", value_parser = crate::arguments::seconds)]
    time: Option<Duration>,
    /// Search at most about this many nodes per position [default: no limit].
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// The solution of one position.
#[derive(Serialize)]
struct Solved {
    position: String,
    empties: u32,
    #[serde(flatten)]
    score: Score,
    best: Option<String>,
    /// The best move that the search expected when it reached a limit, without a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    unproven: Option<Unproven>,
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
    /// With `--moves`: the legal moves, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Scored>>,
}

/// A move without a proof, and its expected score.
#[derive(Serialize)]
struct Unproven {
    r#move: String,
    /// The score of the last selective search to the end of the game, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_discs: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selectivity_percent: Option<u32>,
}

/// The solution of one move.
#[derive(Serialize)]
struct Scored {
    r#move: String,
    #[serde(flatten)]
    score: Score,
    pv: Vec<String>,
    nodes: u64,
}

/// The score of a position or of a move, and whether it is proven.
#[derive(Serialize)]
struct Score {
    /// The score for the side to move. It is `None` with `--wld` and if the search reached a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_discs: Option<Option<i32>>,
    /// With `--wld`: `win`, `draw` or `loss`, or `None` if the search reached a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Option<&'static str>>,
    /// The lower and the upper bound of the score, if the search reached a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds_discs: Option<[i32; 2]>,
    /// The last completed confidence level, if `--selectivity` is below 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    selectivity_percent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<bool>,
    /// The score that the text shows: in discs or, with `--wld`, only the sign.
    #[serde(skip)]
    shown: Option<i32>,
}

impl Score {
    fn of(solution: &Solution, args: &Args) -> Self {
        let score = if args.wld { sign(solution) } else { solution.score() };
        let is_bold = args.selectivity != Selectivity::Full;
        let outcome = score.map(|sign| match sign {
            1.. => "win",
            0 => "draw",
            _ => "loss",
        });
        Self {
            score_discs: (!args.wld).then_some(score),
            outcome: args.wld.then_some(outcome),
            shown: score,
            bounds_discs: score.is_none().then_some([solution.lower, solution.upper]),
            selectivity_percent: is_bold.then(|| solution.level.percent()),
            proven: is_bold.then(|| solution.is_proven()),
        }
    }

    /// Returns the score or its bounds. A score that is not proven is followed by its confidence
    /// level: `+4@95%`.
    fn text(&self) -> String {
        let mut text = match (self.shown, self.bounds_discs) {
            (Some(score), _) => format!("{score:+}"),
            (None, Some([lower, upper])) => format!("{lower:+}..{upper:+}"),
            (None, None) => "?".to_owned(),
        };
        if let (Some(false), Some(level)) = (self.proven, self.selectivity_percent) {
            text.push_str(&format!("@{level}%"));
        }
        text
    }
}

impl Answer for Solved {
    fn text(&self) -> String {
        let Self { empties, nodes, seconds, .. } = self;
        let score = self.score.text();
        let unproven = self.unproven.as_ref().map(|unproven| format!("{}?", unproven.r#move));
        let best = self.best.as_deref().or(unproven.as_deref()).unwrap_or("-");
        let speed = *nodes as f64 / seconds.max(1e-6);
        let mut line = self.pv.join(" ");
        if let Some(Unproven { r#move, expected_discs, selectivity_percent }) = &self.unproven {
            line = format!("{move} is the best move so far, not proven");
            if let (Some(score), Some(percent)) = (expected_discs, selectivity_percent) {
                line.push_str(&format!(": {score:+}@{percent}%"));
            }
        }
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

/// Reads a word of a position, or a file name, on the command line.
fn word(text: &str) -> Result<String, String> {
    arguments::not_blank(text, "a file, a board and its side to move, or a transcript")
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    free_memory::check(args.memory)?;
    interrupt::flag(); // after this call, Ctrl-C only stops the search
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

/// A source of positions.
#[derive(Debug, PartialEq, Eq)]
enum Source<'a> {
    Stdin,
    File(&'a Path),
    Position(String),
}

/// Groups the arguments into sources. The side to move of a board may be a separate argument.
fn sources(words: &[String]) -> Vec<Source<'_>> {
    let mut sources = Vec::new();
    for word in words {
        match (word.as_str(), sources.last_mut()) {
            ("-", _) => sources.push(Source::Stdin),
            (side, Some(Source::Position(board))) if side.chars().count() == 1 => {
                board.push(' ');
                board.push_str(side);
            }
            // `is_dir` and not `is_file`, because the path may be a pipe.
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
                Ok(Some(position)) => {
                    check(&position)?;
                    self.solve(None, &position)
                }
                Ok(None) => {
                    Err(Failure::Message(format!("`{text}` is a comment, expected a position")))
                }
                Err(_) if Path::new(text).is_dir() => {
                    Err(Failure::Message(format!("{text}: this is a folder, expected a file")))
                }
                // An argument that looks like a path is reported as a missing file, not as an
                // invalid transcript.
                Err(_) if text.contains(['/', '\\']) || Path::new(text).extension().is_some() => {
                    Err(Failure::Message(format!("{text}: no such file or folder")))
                }
                Err(error) => Err(error.into()),
            },
            Source::Stdin => self.lines(io::stdin().lock(), None),
            Source::File(path) if has_games(path) => self.games(path),
            Source::File(path) => {
                let file =
                    File::open(path).map_err(|error| Failure::about(path.display(), &error))?;
                self.lines(BufReader::new(file), Some(path))
            }
        }
    }

    fn lines(&mut self, input: impl io::BufRead, path: Option<&Path>) -> Outcome {
        stream::each_line(input, |number, line| {
            let read = line.and_then(read);
            let error = match read.and_then(|read| read.map(|p| check(&p).map(|()| p)).transpose())
            {
                Ok(None) => return Ok(()),
                Ok(Some(position)) => return self.solve(Some(number), &position),
                Err(error) => error,
            };
            self.all_good = false;
            Ok(self.output.line_error(path, number, &error)?)
        })
    }

    /// Solves the last positions of a file of games. `line` in the output is the line of a game in a
    /// file of transcripts, otherwise the number of the game.
    fn games(&mut self, path: &Path) -> Outcome {
        let Contents::Games(games) = game_files::read(path)?.1 else { return Ok(()) };
        for (number, read) in (1..).zip(games) {
            let place = |place: Place| match place {
                Place::Line(number) | Place::Record(number) | Place::Game(number) => number,
                _ => number,
            };
            let (number, error) = match read {
                Ok(game) => match check(&game.position) {
                    Ok(()) => {
                        self.solve(Some(place(game.place)), &game.position)?;
                        continue;
                    }
                    Err(error) => (place(game.place), error),
                },
                Err(ReadRecordError { place: at, kind, .. }) => {
                    (at.map_or(number, place), kind.to_string())
                }
            };
            self.all_good = false;
            self.output.line_error(Some(path), number, &error)?;
        }
        Ok(())
    }

    /// Solves and prints one position. `line` is its line in a file or stream.
    fn solve(&mut self, line: Option<usize>, position: &Position) -> Outcome {
        let empties = position.board().empties().len();
        let is_limited = self.args.time.is_some() || self.args.nodes.is_some();
        if empties > LONG_FROM && !is_limited && position.board().has_moves() {
            let line = line.map_or_else(String::new, |line| format!("line {line}: "));
            eprintln!(
                "gamekit: {line}note: the position has {empties} empty squares, so the solve may take \
                 days; --time limits it"
            );
        }
        let solved = self.solution(position);
        self.spinner.suspend(|| {
            if self.is_first && !self.args.json {
                self.output.text(HEAD)?;
            }
            self.is_first = false;
            match line {
                Some(line) => self.output.line_answer(line, &solved),
                None => self.output.answer(&solved),
            }
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
        let unproven =
            solution.unproven_best.filter(|_| Score::of(&solution, args).shown.is_none());
        Solved {
            position: position::text(position),
            score: Score::of(&solution, args),
            best: solution.best.map(|mv| mv.to_string()),
            unproven: unproven.map(|mv| Unproven {
                r#move: mv.to_string(),
                expected_discs: solution.expected.map(|(score, _)| score),
                selectivity_percent: solution.expected.map(|(_, level)| level.percent()),
            }),
            pv: line(&solution),
            nodes: solution.nodes,
            seconds: begun.elapsed().as_secs_f64(),
            moves: args.moves.then_some(listed),
            empties: board.empties().len(),
        }
    }
}

/// The number of empty squares from which on a solve is announced to take long.
const LONG_FROM: u32 = 34;

/// Returns an error for a whole game: a game with moves that is over.
fn check(position: &Position) -> Result<(), String> {
    if position.ply() == 0 || !position.is_over() {
        return Ok(());
    }
    let verdict = position::verdict(position);
    Err(format!(
        "a whole game of {}: {verdict}; `review` shows its moves",
        count(position.ply(), "move")
    ))
}

/// Returns whether a file has whole games: WTHOR, PGN, GGF, or transcripts with numbers of moves, which
/// may have several lines. Lists of positions and of transcripts are read line by line.
fn has_games(path: &Path) -> bool {
    // A pipe can be read only once.
    if !path.is_file() {
        return false;
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(4096).read_to_end(&mut head));
    let is_numbered = || {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head);
        let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
        lines
            .find(|line| !matches!(line.first(), None | Some(b'#' | b'%')))
            .is_some_and(|line| line[0].is_ascii_digit())
    };
    match detect_named(&path.to_string_lossy(), &head) {
        _ if read.is_err() => false,
        Some(Format::Wthor | Format::Pgn | Format::Ggf) => true,
        Some(Format::Transcripts) => is_numbered(),
        _ => false,
    }
}

/// Returns the solution of a position from the solutions of its moves, which are sorted best first.
/// There is at least one move.
fn best_of(moves: &[(Move, Solution)]) -> Solution {
    let mut whole = moves[0].1.clone();
    for (_, solution) in &moves[1..] {
        whole.upper = whole.upper.max(solution.upper);
        whole.nodes += solution.nodes;
        whole.level = whole.level.min(solution.level);
    }
    if whole.lower < whole.upper {
        // The moves are sorted by their bounds, so the first move is the best so far.
        (whole.unproven_best, whole.expected) = (whole.best, None);
    }
    if whole.lower == -64 && whole.upper > -64 {
        (whole.best, whole.pv) = (None, Vec::new()); // no move is proven to be best
    }
    whole
}

/// Returns a line with the progress of a search.
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

/// Returns 1 for a win, 0 for a draw and -1 for a loss, if the result is proven.
fn sign(solution: &Solution) -> Option<i32> {
    match (solution.lower.signum(), solution.upper.signum()) {
        (lower, upper) if lower == upper => Some(lower),
        _ => None,
    }
}

/// Reads a line with a position: OBF, a board or a transcript. Returns `None` for a comment.
fn read(line: &str) -> Result<Option<Position>, String> {
    position_text::parse_line(line).map_err(|error| error.to_string())
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
