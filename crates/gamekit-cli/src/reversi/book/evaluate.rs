//! `gamekit reversi book evaluate`: evaluates the leaves of a book, or all positions, with the engine.

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
use super::lookup;
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::output_path::{self, Inputs};
use crate::plural::count;
use crate::{interrupt, progress, threads};

/// Evaluate the leaves of a book with the engine, and compute the values of the earlier positions
/// by minimax.
///
/// A leaf is a position without a successor in the book. A leaf is not searched again if it has an
/// evaluation of at least the requested depth. If an earlier position already has an evaluation of
/// its own, minimax keeps that evaluation.
///
/// Minimax considers only moves in the book. If the book contains only bad moves of a position, the
/// value of the position is too low. Use --all to evaluate every position with the engine.
///
/// The progress is saved once a minute and after Ctrl-C or SIGTERM. To resume, run the same command
/// on the saved book. The result does not depend on the number of threads or on interruptions.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The book file to read.
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// The book file to write [default: BOOK, which is replaced].
    #[arg(short, long, value_name = "BOOK")]
    output: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
    /// Evaluate every position with the engine, not only the leaves.
    #[arg(long)]
    all: bool,
    /// Number of threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The summary of a run.
#[derive(Serialize)]
struct Evaluated {
    file: String,
    positions: usize,
    /// The number of leaves. With `--all`, this field and the next two fields count all positions.
    leaves: usize,
    /// The number of leaves that this run evaluated.
    evaluated: usize,
    /// The number of leaves that still have no evaluation, because of Ctrl-C.
    left: usize,
    /// The value of the start position for Black.
    value_centidiscs: Option<i32>,
    seconds: f64,
    /// Whether the result was written to another file than BOOK.
    #[serde(skip)]
    is_new: bool,
    /// Whether `--all` was given.
    #[serde(skip)]
    is_complete: bool,
}

impl Answer for Evaluated {
    fn text(&self) -> String {
        let Self { file, positions, leaves, evaluated, left, seconds, .. } = self;
        let of = match (self.is_complete, leaves) {
            (true, _) => count(*positions, "position"),
            (false, 1) => "1 leaf".to_owned(),
            (false, _) => format!("{leaves} leaves"),
        };
        let mut text = format!(
            "{file}: {evaluated} of {} evaluated, {}, in {seconds:.2} s",
            of,
            count(*positions, "position")
        );
        if let Some(value) = self.value_centidiscs {
            let value = f64::from(value) / 100.0;
            text.push_str(&format!("; {value:+.2} discs for Black at the start"));
        }
        if *left > 0 {
            let again = if self.is_new { " on this book" } else { "" };
            text.push_str(&format!("; {left} left, run again{again} to continue"));
        }
        text.push('\n');
        text
    }
}

/// The initial size of a portion in leaves per thread. A portion is the work between two checks of
/// the clock.
const PORTION: usize = 8;

/// The minimum time of a portion. With shorter portions, threads often wait for each other.
const PORTION_TIME: Duration = Duration::from_millis(500);

/// The time between two saves of a long run.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The size of the search tables in bytes. Each leaf is searched with new tables, so that the value
/// does not depend on other leaves.
const TABLE_BYTES: usize = 2 << 20;

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let begun = Instant::now();
    let output = args.output.as_ref().unwrap_or(&args.book);
    if args.output.is_some() {
        output_path::check(output)?;
    }
    Inputs::of(&args.search.weights).refuse(output)?;
    let weights = engine::weights(args.search.weights.as_deref())?;
    lookup::refuse_engine_book(&args.book)?;
    let mut book = Book::load(&args.book).map_err(|error| Failure::from_error(&error))?;
    let options = args.search.options(false);
    let pool = threads::pool(args.threads)?;
    let (leaves, open) = pool.install(|| leaves(&book, &options, args.all));
    interrupt::flag();
    let bar = progress::bar(open.len() as u64, "evaluating");
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
        file: output.display().to_string(),
        positions: book.len(),
        leaves,
        evaluated,
        left: open.len() - evaluated,
        value_centidiscs: book.find(Board::START).and_then(|info| info.value),
        seconds: begun.elapsed().as_secs_f64(),
        is_new: args.output.is_some(),
        is_complete: args.all,
    })?;
    if evaluated < open.len() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn save(book: &mut Book, path: &std::path::Path) -> Outcome {
    book.refresh();
    book.save(path).map_err(|error| Failure::from_error(&error))
}

/// Returns the number of leaves. Also returns the leaves without an evaluation of the requested
/// depth, sorted by key. If `every` is set, all positions count as leaves.
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

/// Returns the requested depth for a board. If the board is to be solved exactly, the depth is the
/// number of empty squares.
fn depth(board: Board, options: &Options) -> u8 {
    let empties = board.empties().len();
    let depth = if empties <= options.solve_from { empties } else { options.depth.min(empties) };
    depth as u8
}

/// Evaluates a board with the engine. Returns `None` after Ctrl-C.
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
