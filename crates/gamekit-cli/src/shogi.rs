//! `gamekit shogi ..`: one file for each subcommand.

mod analyze;
mod board;
mod moves;
mod perft;
mod position;
mod see;

use clap::Subcommand;

use crate::error::Outcome;

/// The subcommands of shogi.
#[derive(Subcommand)]
pub(crate) enum Command {
    Analyze(analyze::Args),
    Perft(perft::Args),
    Moves(moves::Args),
    See(see::Args),
}

/// Runs one of them.
pub(crate) fn run(command: Command) -> Outcome {
    match command {
        Command::Analyze(args) => analyze::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::See(args) => see::run(&args),
    }
}
