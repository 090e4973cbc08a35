//! `gamekit shogi perft`: counts the leaves of the game tree.

use std::time::Instant;

use clap::Args as ClapArgs;
use shogi_core::{Move, Position, par_perft};

use super::position::{self, PositionArg};
use crate::error::Outcome;
use crate::perft_answer::{Counted, Counts, Division};
use crate::{stream, threads};

/// Count the leaves of the game tree at a depth. A game that ends earlier has no leaf.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArg,
    /// Depth in plies, 0 to 60.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    /// Show a separate count for each first move.
    #[arg(long)]
    divide: bool,
    /// Number of threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let pool = threads::pool(args.threads)?;
    stream::answer(&args.position.words, args.json, |text| {
        let position = position::parse(text)?;
        let begun = Instant::now();
        let (nodes, moves) = pool.install(|| count(&position, args.depth, args.divide));
        let seconds = begun.elapsed().as_secs_f64();
        let position = Counted::Shogi(position.to_string());
        let is_streamed = stream::is_stream(&args.position.words);
        Ok(Counts { position, depth_plies: args.depth, nodes, moves, seconds, is_streamed })
    })
}

/// Returns the number of leaves. If `by_move` is set, also returns the number after each first
/// move.
fn count(position: &Position, depth: u32, by_move: bool) -> (u64, Option<Vec<Division>>) {
    let Some(rest) = depth.checked_sub(1) else { return (1, by_move.then(Vec::new)) };
    if !by_move {
        return (par_perft(position, depth), None);
    }
    let below = |&step: &Move| Division {
        r#move: step.to_string(),
        nodes: par_perft(&position.after(step), rest),
    };
    let moves: Vec<Division> = position.legal_moves().as_slice().iter().map(below).collect();
    (moves.iter().map(|division| division.nodes).sum(), Some(moves))
}
