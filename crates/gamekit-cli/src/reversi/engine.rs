//! Sets up the engine from the options of the command line.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use rayon::ThreadPool;
use reversi_core::eval::Weights;
use reversi_core::review::{self, Review};
use reversi_core::search::{Hint, Limits, Options, Progress, Report, Searcher, Selectivity};
use reversi_core::{Board, Position};

use crate::error::Failure;
use crate::{interrupt, progress, threads};

/// The depth in plies, if `--exact` is the only search option.
const USUAL_DEPTH: u32 = 10;

/// If `--time` is the only search option, positions with at most this many empty squares are solved
/// exactly.
const TIMED_EXACT: u32 = 24;

/// Returns the weights of a file. Without a path, returns the built-in weights.
pub(crate) fn weights(path: Option<&Path>) -> Result<Arc<Weights>, Failure> {
    match path {
        None => Ok(Arc::new(Weights::embedded())),
        Some(path) => {
            Weights::load(path).map(Arc::new).map_err(|error| Failure::from_error(&error))
        }
    }
}

/// The search options.
#[derive(Args, Clone)]
pub(crate) struct SearchArgs {
    /// Evaluate the moves with a search of this depth in plies [default: 10 with --exact, unlimited
    /// with --time].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Solve positions exactly if they have at most this many empty squares [default: the value of
    /// --depth, or 24 if only --time is given].
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) exact: Option<u32>,
    /// Pruning confidence in percent: 73, 87, 95, 98, 99 or 100. A branch is pruned if a shallower
    /// search predicts with this confidence that the branch cannot change the result. 100 disables
    /// pruning.
    #[arg(
        long,
        value_name = "PERCENT",
        default_value = "95",
        value_parser = selectivity
    )]
    pub(crate) selectivity: Selectivity,
    /// File with evaluation weights [default: the built-in weights].
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

impl SearchArgs {
    /// Returns the options of a search. `timed` is whether the search has a time limit. If the
    /// depth reaches the end of the game, the position is solved exactly.
    pub(crate) fn options(&self, timed: bool) -> Options {
        let (depth, exact) = if timed { (60, TIMED_EXACT) } else { (USUAL_DEPTH, 0) };
        Options::to_depth(self.depth.unwrap_or(depth))
            .with_solve_from(self.exact.unwrap_or(0).max(self.depth.unwrap_or(exact)))
            .with_selectivity(self.selectivity)
    }
}

/// Reads a selectivity in percent.
pub(crate) fn selectivity(text: &str) -> Result<Selectivity, String> {
    let percents = Selectivity::ALL.map(|level| level.percent().to_string());
    match percents.iter().position(|percent| percent == text.trim_end_matches('%')) {
        Some(index) => Ok(Selectivity::ALL[index]),
        None => Err(format!("expected one of {}", percents.join(", "))),
    }
}

/// The engine and its thread pool.
pub(crate) struct Engine {
    searcher: Searcher,
    pool: ThreadPool,
}

/// The result and the elapsed time of a search.
pub(crate) struct Answer {
    pub(crate) report: Report,
    pub(crate) seconds: f64,
}

impl Engine {
    /// Makes an engine. The default is one thread per core.
    pub(crate) fn new(weights: Arc<Weights>, threads: Option<usize>) -> Result<Self, Failure> {
        let threads = threads.unwrap_or_else(rayon::current_num_threads);
        let searcher = Searcher::new(weights, TABLE_BYTES).with_parallel(threads > 1);
        Ok(Self { searcher, pool: threads::pool(Some(threads))? })
    }

    /// Searches a position until the search is complete, a limit is reached, or Ctrl-C is pressed.
    /// Shows the progress on a terminal.
    pub(crate) fn search(&mut self, board: Board, options: &Options, limits: &Limits) -> Answer {
        let begun = Instant::now();
        let spinner: ProgressBar = progress::spinner("searching");
        let searcher = &mut self.searcher;
        let observer = |progress: &Progress| {
            if !spinner.is_hidden() {
                spinner.set_message(status(progress));
            }
            interrupt::flow()
        };
        let report =
            self.pool.install(|| searcher.search_observed(board, options, limits, observer));
        spinner.finish_and_clear();
        Answer { report, seconds: begun.elapsed().as_secs_f64() }
    }
}

impl Engine {
    /// Reviews a game.
    pub(crate) fn review(
        &mut self,
        game: &Position,
        options: &review::Options,
        limits: &Limits,
        observer: impl FnMut(&review::Progress) -> ControlFlow<()> + Send,
    ) -> Review {
        let searcher = &mut self.searcher;
        self.pool.install(|| review::review_observed(searcher, game, options, limits, observer))
    }
}

/// The total size of both search tables in bytes.
const TABLE_BYTES: usize = 32 << 20;

/// Returns a line with the progress of a search.
fn status(progress: &Progress) -> String {
    let best = progress.hints.first().map_or(String::new(), |hint| {
        format!("{}  {}", value(hint), hint.pv.iter().map(ToString::to_string).collect::<String>())
    });
    let mut text = format!("depth {}  {best}", progress.depth);
    if progress.is_solving {
        text.push_str(&format!("  proving {:+}..{:+}", progress.lower, progress.upper));
    }
    if let Some(current) = progress.current {
        text.push_str(&format!("  at {current}"));
    }
    text.push_str(&format!("  {} nodes", count(progress.nodes)));
    text
}

/// Formats a number of nodes in a short form: `950`, `12.3 k`, `4.5 M`.
pub(crate) fn count(nodes: u64) -> String {
    match nodes {
        0..1_000 => nodes.to_string(),
        1_000..1_000_000 => format!("{:.1} k", nodes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} M", nodes as f64 / 1e6),
        _ => format!("{:.2} G", nodes as f64 / 1e9),
    }
}

/// Formats a value in discs: `+2` if the value is proven, `+1.87` if the value is an estimate.
pub(crate) fn value(hint: &Hint) -> String {
    if hint.is_proven {
        format!("{:+}", hint.value.get() / 100)
    } else {
        format!("{:+.2}", hint.value.discs())
    }
}

/// Formats the depth of a value: `12`, or `end` if the value is proven.
pub(crate) fn depth(hint: &Hint) -> String {
    if hint.is_proven { "end".to_owned() } else { hint.depth.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_inside_the_program_know_a_lost_position() {
        let weights = Weights::embedded();
        // The board has six empty squares and a final score of -40, so the search proves the
        // result.
        let lost = "OXXXOOOOOXXX-XOOXOXXXXXOXXXOOXXOXXXXXOXOXXOOOOOO--X-XOOO-X-XXXOO X";
        let value = weights.value(super::super::position::parse(lost).unwrap().board());
        assert!((-6400..-2000).contains(&value), "{value}");
    }

    #[test]
    fn selectivities_are_read() {
        assert_eq!(selectivity("95"), Ok(Selectivity::P95));
        assert_eq!(selectivity("100%"), Ok(Selectivity::Full));
        assert!(selectivity("94").unwrap_err().contains("73, 87, 95"));
    }
}
