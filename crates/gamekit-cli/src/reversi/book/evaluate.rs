//! `gamekit reversi book evaluate`: engine values for the leaves of a book, or for all positions.

use std::num::NonZeroU8;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use rayon::prelude::*;
use reversi_core::Board;
use reversi_core::book::{Book, BookView, Evaluation};
use reversi_core::eval::Weights;
use reversi_core::search::{Limits, Options, Searcher};
use serde::Serialize;

use super::super::engine::{self, SearchArgs};
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::place::{self, Inputs};
use crate::{interrupt, progress, threads};

/// Value the leaves of a book by the engine, and all positions before them by minimax.
///
/// A leaf is a position without a successor in the book. A leaf that has a value of at least the
/// depth asked for keeps it, and so does every other position that was given one: values from
/// behind do not replace it. Minimax knows the moves of the book alone: where a book of played
/// games has nothing but mistakes, they are taken for the best there is; --all values by the engine
/// throughout. Ctrl-C or a request to terminate saves what is there, and a run on that
/// book goes on where the first one stopped; a run that is killed has saved within the last minute.
/// The book is the same whatever the number of threads and of interruptions.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The book.
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Write the book here and leave the old one alone.
    #[arg(short, long, value_name = "BOOK")]
    output: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
    /// Value every position by the engine, not the leaves alone.
    #[arg(long)]
    all: bool,
    /// How many threads to use; all cores unless told.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// What was done.
#[derive(Serialize)]
struct Evaluated {
    book: String,
    positions: usize,
    /// All positions with --all; so below.
    leaves: usize,
    /// Leaves valued by this run.
    evaluated: usize,
    /// Leaves still to be valued after Ctrl-C.
    left: usize,
    /// The value of the start position for Black, in 1/100 disc.
    value: Option<i32>,
    seconds: f64,
    /// The book that goes on from here.
    #[serde(skip)]
    is_new: bool,
}

impl Answer for Evaluated {
    fn text(&self) -> String {
        let Self { book, positions, leaves, evaluated, left, seconds, .. } = self;
        let mut text = format!(
            "{book}: {evaluated} of {leaves} leaves valued, {positions} positions, in {seconds:.2} s"
        );
        if let Some(value) = self.value {
            let value = f64::from(value) / 100.0;
            text.push_str(&format!("; {value:+.2} discs for Black at the start"));
        }
        if *left > 0 {
            let again = if self.is_new { " on this book" } else { "" };
            text.push_str(&format!("; {left} left, run again{again} to go on"));
        }
        text.push('\n');
        text
    }
}

/// How many leaves are handed out to a thread between looks at the clock, at first.
const PORTION: usize = 8;

/// A portion is to take at least so long: long enough that threads seldom wait for each other.
const PORTION_TIME: Duration = Duration::from_millis(500);

/// How often a long run saves what it has.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The tables of a leaf's search: 1 MB each. Every leaf has fresh ones, so that its value depends
/// on nothing else.
const TABLE_BYTES: usize = 2 << 20;

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let begun = Instant::now();
    let output = args.output.as_ref().unwrap_or(&args.book);
    place::check(output)?;
    Inputs::of(&args.search.weights).refuse(output)?;
    let weights = engine::weights(args.search.weights.as_deref())?;
    let mut book = Book::load(&args.book).map_err(|error| Failure::from_error(&error))?;
    let options = args.search.options(false);
    let pool = threads::pool(args.threads)?;
    let (leaves, open) = pool.install(|| leaves(&book, &options, args.all));
    interrupt::flag();
    let bar = progress::bar(open.len() as u64, "valuing leaves");
    let (mut evaluated, mut saved) = (0, Instant::now());
    let (mut rest, mut size) = (open.as_slice(), PORTION * pool.current_num_threads());
    while !rest.is_empty() {
        let (portion, behind) = rest.split_at(size.min(rest.len()));
        rest = behind;
        let handed_out = Instant::now();
        let value = |&board: &Board| {
            let found = evaluation(board, &weights, &options);
            bar.inc(u64::from(found.is_some()));
            (board, found)
        };
        let found: Vec<_> = pool.install(|| portion.par_iter().map(value).collect());
        for (board, evaluation) in found {
            let record = book.record(board).unwrap_or_default();
            if evaluation.is_some() {
                book.insert(board, record.with_evaluation(evaluation));
                evaluated += 1;
            }
        }
        if interrupt::is_asked() {
            break;
        }
        let took = handed_out.elapsed();
        if took < PORTION_TIME {
            size = (2 * size).min(1 << 14);
        } else if took > 4 * PORTION_TIME {
            size = (size / 2).max(pool.current_num_threads());
        }
        if saved.elapsed() > SAVE_EVERY {
            save(&mut book, output)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    save(&mut book, output)?;
    Output::new(args.json).answer(&Evaluated {
        book: output.display().to_string(),
        positions: book.len(),
        leaves,
        evaluated,
        left: open.len() - evaluated,
        value: book.find(Board::START).and_then(|info| info.value),
        seconds: begun.elapsed().as_secs_f64(),
        is_new: args.output.is_some(),
    })?;
    if evaluated < open.len() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn save(book: &mut Book, path: &std::path::Path) -> Outcome {
    book.refresh();
    book.save(path).map_err(|error| Failure::from_error(&error))
}

/// How many leaves there are, or positions if `every` one counts, and those without a value of the
/// depth, in the order of their keys.
fn leaves(book: &Book, options: &Options, every: bool) -> (usize, Vec<Board>) {
    let all: Vec<_> = book.iter().map(|(key, record, _)| (key, record.evaluation())).collect();
    let leaves = all.into_par_iter().filter_map(|(key, evaluation)| {
        let board = key.board();
        let Ok(moves) = BookView::moves(book, board);
        (every || moves.is_empty()).then(|| {
            let wanted = NonZeroU8::new(depth(board, options));
            let is_open = evaluation.is_none_or(|known| known.depth() < wanted);
            (key, board, is_open)
        })
    });
    let leaves: Vec<_> = leaves.collect();
    let count = leaves.len();
    let mut open: Vec<_> = leaves.into_iter().filter(|leaf| leaf.2).collect();
    open.sort_unstable_by_key(|leaf| leaf.0);
    (count, open.into_iter().map(|leaf| leaf.1).collect())
}

/// The depth that a board's value is to rest on: the empties where it is solved.
fn depth(board: Board, options: &Options) -> u8 {
    let empties = board.empties().len();
    let depth = if empties <= options.solve_from { empties } else { options.depth.min(empties) };
    depth as u8
}

/// The engine's value of a board, `None` if it was cut short.
fn evaluation(board: Board, weights: &Arc<Weights>, options: &Options) -> Option<Evaluation> {
    let wanted = depth(board, options);
    if board.is_over() {
        return Evaluation::new(100 * board.final_score(), NonZeroU8::new(wanted));
    }
    let mut searcher = Searcher::new(Arc::clone(weights), TABLE_BYTES);
    let report = searcher.search_observed(board, options, &Limits::NONE, |_| interrupt::flow());
    let hint = report.hints.first()?;
    let is_done = hint.is_proven || report.depth >= u32::from(wanted);
    Evaluation::new(hint.value.get(), NonZeroU8::new(wanted)).filter(|_| is_done)
}
