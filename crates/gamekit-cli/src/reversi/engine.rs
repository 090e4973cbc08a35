//! The engine as the commands use it: weights, depth and limits from the command line.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use rayon::ThreadPool;
use reversi_core::Board;
use reversi_core::eval::Weights;
use reversi_core::search::{Hint, Options, Report, Searcher, Selectivity};
use reversi_core::solve::Limits;

use crate::error::Failure;
use crate::{progress, threads};

/// A search to a depth looks this many plies ahead where only other options were given.
const USUAL_DEPTH: u32 = 10;

/// From this many empties on a search with nothing but a time limit is after the exact score.
const TIMED_EXACT: u32 = 24;

/// The weights of a file, or those inside the program.
pub(crate) fn weights(path: Option<&Path>) -> Result<Arc<Weights>, Failure> {
    let read = match path {
        None => Ok(Weights::embedded()),
        Some(path) => {
            let bytes =
                std::fs::read(path).map_err(|error| Failure::about(path.display(), &error))?;
            Weights::from_bytes(&bytes).map_err(|error| Failure::about(path.display(), &error))
        }
    };
    read.map(Arc::new)
}

/// How far the engine looks.
#[derive(Args, Clone)]
pub(crate) struct SearchArgs {
    /// Value the moves by a search of this many plies; 10 where only other options are given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Solve positions with at most this many empties exactly.
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) exact: Option<u32>,
    /// Leave branches unsearched on the word of shallower searches, as far as those are right in
    /// this many of 100 cases; 100 leaves out nothing.
    #[arg(
        long,
        visible_alias = "selectivity",
        value_name = "PERCENT",
        default_value = "95",
        value_parser = level
    )]
    pub(crate) level: Selectivity,
    /// Take these evaluation weights instead of those inside the program.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

impl SearchArgs {
    /// The options of a search, `timed` if it may go on until its time is over. A depth that
    /// reaches the end of the game asks for the exact score.
    pub(crate) fn options(&self, timed: bool) -> Options {
        let (depth, exact) = if timed { (60, TIMED_EXACT) } else { (USUAL_DEPTH, 0) };
        Options::to_depth(self.depth.unwrap_or(depth))
            .with_exact(self.exact.unwrap_or(0).max(self.depth.unwrap_or(exact)))
            .with_selectivity(self.level)
    }
}

/// Reads one of the levels.
pub(crate) fn level(text: &str) -> Result<Selectivity, String> {
    let percents = Selectivity::ALL.map(|level| level.percent().to_string());
    match percents.iter().position(|percent| percent == text.trim_end_matches('%')) {
        Some(index) => Ok(Selectivity::ALL[index]),
        None => Err(format!("expected one of {}", percents.join(", "))),
    }
}

/// An engine with its threads.
pub(crate) struct Engine {
    searcher: Searcher,
    pool: ThreadPool,
}

/// What a search found, and how long it took.
pub(crate) struct Answer {
    pub(crate) report: Report,
    pub(crate) seconds: f64,
}

impl Engine {
    /// An engine on that many threads, or one for each core.
    pub(crate) fn new(weights: Arc<Weights>, threads: Option<usize>) -> Result<Self, Failure> {
        let threads = threads.unwrap_or_else(rayon::current_num_threads);
        let searcher = Searcher::new(weights, TABLE_BITS).with_threads(threads);
        Ok(Self { searcher, pool: threads::pool(Some(threads))? })
    }

    /// Searches a position until it is done or a limit strikes. A person at a terminal sees how far
    /// it is.
    pub(crate) fn search(
        &mut self,
        board: Board,
        options: &Options,
        limits: &Limits<'_>,
    ) -> Answer {
        let begun = Instant::now();
        let spinner: ProgressBar = progress::spinner("searching");
        let searcher = &mut self.searcher;
        let told = |report: &Report| {
            if !spinner.is_hidden() {
                spinner.set_message(status(report));
            }
            ControlFlow::Continue(())
        };
        let report = self.pool.install(|| searcher.search_observed(board, options, limits, told));
        spinner.finish_and_clear();
        Answer { report, seconds: begun.elapsed().as_secs_f64() }
    }
}

/// 2^18 buckets are 16 MB for each of the two tables.
const TABLE_BITS: u32 = 18;

/// A line about a search under way.
fn status(report: &Report) -> String {
    let best = report.hints.first().map_or(String::new(), |hint| {
        format!("{}  {}", value(hint), hint.pv.iter().map(ToString::to_string).collect::<String>())
    });
    let mut text = format!("depth {}  {best}", report.depth);
    if let Some((lower, upper)) = report.bounds {
        text.push_str(&format!("  proving {lower:+}..{upper:+}"));
    }
    if let Some(current) = report.current {
        text.push_str(&format!("  at {current}"));
    }
    text.push_str(&format!("  {} nodes", count(report.nodes)));
    text
}

/// A number of nodes in few characters: `950`, `12.3 k`, `4.56 M`.
pub(crate) fn count(nodes: u64) -> String {
    match nodes {
        0..1_000 => nodes.to_string(),
        1_000..1_000_000 => format!("{:.1} k", nodes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} M", nodes as f64 / 1e6),
        _ => format!("{:.2} G", nodes as f64 / 1e9),
    }
}

/// A value in discs: `+2` if it is proven, `+1.87` if it is estimated.
pub(crate) fn value(hint: &Hint) -> String {
    if hint.exact {
        format!("{:+}", hint.value / 100)
    } else {
        format!("{:+.2}", f64::from(hint.value) / 100.0)
    }
}

/// The depth of a value: `12`, or `end` if it is proven.
pub(crate) fn depth(hint: &Hint) -> String {
    if hint.exact { "end".to_owned() } else { hint.depth.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_inside_the_program_know_a_lost_position() {
        let weights = Weights::embedded();
        // With six empties and a final score of -40 nobody is in doubt.
        let lost = "OXXXOOOOOXXX-XOOXOXXXXXOXXXOOXXOXXXXXOXOXXOOOOOO--X-XOOO-X-XXXOO X";
        let value = weights.value(super::super::position::parse(lost).unwrap().board());
        assert!((-6400..-2000).contains(&value), "{value}");
    }

    #[test]
    fn levels_are_read() {
        assert_eq!(level("95"), Ok(Selectivity::P95));
        assert_eq!(level("100%"), Ok(Selectivity::Full));
        assert!(level("94").unwrap_err().contains("73, 87, 95"));
    }
}
