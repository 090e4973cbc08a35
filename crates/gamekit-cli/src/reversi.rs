//! `gamekit reversi ..`: one file for each subcommand.

mod analyze;
mod openings;
mod perft;
mod position;

use clap::Subcommand;

use crate::error::Outcome;

/// The subcommands of Reversi.
#[derive(Subcommand)]
pub(crate) enum Command {
    Analyze(analyze::Args),
    Perft(perft::Args),
}

/// Runs one of them.
pub(crate) fn run(command: Command) -> Outcome {
    match command {
        Command::Analyze(args) => analyze::run(&args),
        Command::Perft(args) => perft::run(&args),
    }
}
