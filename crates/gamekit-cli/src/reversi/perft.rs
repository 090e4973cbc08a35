//! `gamekit reversi perft`: counts the leaves of the game tree.

use std::time::Instant;

use clap::Args as ClapArgs;
use reversi_core::{Board, Move, par_perft};

use super::position::{self, PositionArg};
use crate::error::Outcome;
use crate::perft_answer::{Counted, Counts, Division};
use crate::stream;
use crate::threads;

/// Count the leaves of the game tree at a depth. A pass counts as one ply. A game that ends earlier
/// counts as one leaf.
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
        let (nodes, moves) = pool.install(|| count(position.board(), args.depth, args.divide));
        let seconds = begun.elapsed().as_secs_f64();
        let position = Counted::Reversi(position::text(&position));
        let is_streamed = stream::is_stream(&args.position.words);
        Ok(Counts { position, depth_plies: args.depth, nodes, moves, seconds, is_streamed })
    })
}

/// Returns the number of leaves. If `by_move` is set, also returns the number after each first
/// move.
fn count(board: Board, depth: u32, by_move: bool) -> (u64, Option<Vec<Division>>) {
    if !by_move {
        return (par_perft(board, depth), None);
    }
    let mut moves = Vec::new();
    if let Some(rest) = depth.checked_sub(1) {
        let mut add = |step: Move, after: Board| {
            moves.push(Division { r#move: step.to_string(), nodes: par_perft(after, rest) });
        };
        if board.must_pass() {
            add(Move::Pass, board.swap_sides());
        }
        for square in board.moves() {
            add(Move::Place(square), board.play_unchecked(square));
        }
    }
    // At depth 0 and in a finished game, there is no first move, but there is one leaf.
    let nodes = moves.iter().map(|division| division.nodes).sum();
    (if moves.is_empty() { 1 } else { nodes }, Some(moves))
}
