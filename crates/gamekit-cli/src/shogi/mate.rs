//! `gamekit shogi mate`: solves mate problems and finds missed mates in game records.

mod problems;
mod report;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use indicatif::ProgressBar;
use rayon::prelude::*;
use shogi_core::mate::{Limits, Options, Outcome as Found, Solver};

use self::problems::{Problem, Source};
use self::report::Report;
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path::Inputs;
use crate::svg_options::SvgArg;
use crate::{arguments, interrupt, output_path, plural, progress, stream, threads};

/// Solve mate problems (tsume): find a mate in which every move of the attacker gives check.
///
/// The attacker is the side to move. A file of positions has one SFEN per line, optionally with a name
/// before it and a tab between them. Lines that begin with `#` are comments. In a game record, every
/// position of the main line is searched, and the mates are printed that were there and were missed.
///
/// The answer is a verified mate, `no mate`, or `unknown` if a limit ended the search. The length of a mate
/// counts every interposition. If some are useless, the answer also has the length and the line without
/// them. An interposition is useless if the attacker can capture the piece with the checking piece, and
/// then mates without the captured piece in no more plies than without the interposition.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// A position, files of positions, game records, and folders of them; `-` is standard input, one
    /// position per line.
    #[arg(value_name = "POSITION|FILE|FOLDER", required = true, value_parser = word)]
    words: Vec<String>,
    /// Search at most about this many nodes per position [default: no limit; 100000 in game records].
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Stop after about this many seconds per position [default: no limit].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::seconds)]
    time: Option<Duration>,
    /// Memory of each thread in megabytes, 1 to 65536.
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 256,
        value_parser = clap::value_parser!(u64).range(1..=65536)
    )]
    memory: u64,
    /// After the first mate, look for the shortest mate. The answer states whether the length is proven.
    #[arg(long)]
    shortest: bool,
    /// List every first move that mates.
    #[arg(long)]
    all_first_moves: bool,
    /// Number of threads, each for another position [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Write the solution of one position as a KIF record [default: no record].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    svg: SvgArg,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

fn word(text: &str) -> Result<String, String> {
    arguments::not_blank(text, "a position, a file, a folder, or `-`")
}

impl Args {
    fn limits(&self, default_nodes: Option<u64>) -> Limits {
        let mut limits = Limits::NONE;
        (limits.nodes, limits.time) = (self.nodes.or(default_nodes), self.time);
        limits
    }

    fn options(&self) -> Options {
        Options::default()
            .with_shortest(self.shortest)
            .with_all_first_moves(self.all_first_moves)
            .with_essential(true)
    }

    fn solver(&self) -> Solver {
        Solver::new((self.memory as usize) << 20)
    }

    /// Whether an output needs exactly one position.
    fn draws(&self) -> bool {
        self.output.is_some() || self.svg.is_used()
    }
}

/// The number of nodes for each position of a game record.
const NODES_IN_RECORDS: u64 = 100_000;

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    interrupt::flag(); // after this call, Ctrl-C only stops the search
    if stream::is_stream(&args.words) {
        args.svg.check(&args.words, &Inputs::default())?;
        if args.output.is_some() {
            return Err(Failure::Message("--output writes one solution, not a stream".to_owned()));
        }
        return run_stream(args);
    }
    let sources = problems::sources(&args.words)?;
    let files = Inputs::of(sources.iter().filter_map(Source::path));
    args.svg.check(&args.words, &files)?;
    if let Some(path) = &args.output {
        output_path::check(path)?;
        files.refuse(path)?;
    }
    let mut all_good = true;
    let mut problems = Vec::new();
    for source in &sources {
        for problem in source.problems()? {
            match problem {
                Ok(problem) => problems.push(problem),
                Err(error) => {
                    eprintln!("gamekit: {error}");
                    all_good = false;
                }
            }
        }
    }
    if args.draws() && problems.len() != 1 {
        return Err(Failure::Message(format!(
            "--svg and --output are for one position, not for {}",
            plural::count(problems.len(), "position")
        )));
    }
    solve_all(args, &problems)?;
    if interrupt::is_asked() {
        return Err(Failure::Interrupted);
    }
    if all_good { Ok(()) } else { Err(Failure::Reported) }
}

/// Answers each line of standard input before the next line is read.
fn run_stream(args: &Args) -> Outcome {
    let mut output = Output::new(args.json);
    let mut solver = args.solver();
    let mut all_good = true;
    stream::each_line(io::stdin().lock(), |number, line| {
        match line
            .and_then(|line| problems::parse_line(line).transpose().unwrap_or(Err(String::new())))
        {
            Ok(problem) => {
                let report = solve(args, &mut solver, &problem, &ProgressBar::hidden());
                output.answer(&report)?;
            }
            Err(error) if error.is_empty() => {}
            Err(error) => {
                all_good = false;
                output.line_error(None, number, &error)?;
            }
        }
        if interrupt::is_asked() { Err(Failure::Interrupted) } else { Ok(()) }
    })?;
    if all_good { Ok(()) } else { Err(Failure::Reported) }
}

/// Solves problems in parallel and prints the reports in the order of the problems.
fn solve_all(args: &Args, problems: &[Problem]) -> Outcome {
    let one = problems.len() == 1;
    let bar = if one {
        progress::spinner("solving")
    } else {
        progress::bar(problems.len() as u64, "solving")
    };
    let pool = threads::pool(if one { Some(1) } else { args.threads })?;
    let mut output = Output::new(args.json);
    // Work in portions, so that results are printed while later problems are still being solved.
    let portion = 4 * pool.current_num_threads();
    for problems in problems.chunks(portion) {
        let reports: Vec<Report> = pool.install(|| {
            problems
                .par_iter()
                .with_max_len(1)
                .map_init(
                    || args.solver(),
                    |solver, problem| {
                        let report = solve(args, solver, problem, &bar);
                        if !one {
                            bar.inc(1);
                        }
                        report
                    },
                )
                .collect()
        });
        bar.suspend(|| {
            for report in reports.iter().filter(|report| report.is_worth_printing()) {
                output.answer(report)?;
                report.save(args.output.as_deref(), &args.svg)?;
            }
            Ok::<(), Failure>(())
        })?;
        if interrupt::is_asked() {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn solve(args: &Args, solver: &mut Solver, problem: &Problem, bar: &ProgressBar) -> Report {
    let begun = Instant::now();
    let is_alone = bar.length().is_none() && !bar.is_hidden();
    let default_nodes = problem.played.is_some().then_some(NODES_IN_RECORDS);
    let limits = args.limits(default_nodes);
    let answer = solver.solve_observed(&problem.position, &args.options(), &limits, |at| {
        if is_alone {
            let seconds = begun.elapsed().as_secs_f64().max(1e-6);
            let nodes = at.nodes as f64;
            bar.set_message(format!(
                "{:.2} M nodes, {:.0} k/s",
                nodes / 1e6,
                nodes / seconds / 1e3
            ));
        }
        interrupt::flow()
    });
    let missed = match (&answer.outcome, &problem.played) {
        (Found::Mate(mate), Some(played)) if played.step != mate.moves[0] => {
            let options = Options::default().with_defender_to_move(true);
            let next = problem.position.after(played.step);
            let after = solver.solve(&next, &options, &limits);
            // A move that loses the mate is reported only if it is certain that no mate is left.
            Some(!problem.position.gives_check(played.step) || after.outcome == Found::NoMate)
        }
        (Found::Mate(_), Some(_)) => Some(false),
        _ => None,
    };
    Report::new(problem, answer, missed, begun.elapsed())
}
