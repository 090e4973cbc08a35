//! `gamekit reversi`: one file per subcommand.

mod analyze;
mod book;
mod convert;
mod engine;
mod engine_protocols;
mod game_files;
mod game_output;
mod games;
mod match_play;
mod openings;
mod perft;
mod picture;
mod play;
mod position;
mod review;
mod solve;
mod train;

use clap::Subcommand;

use crate::error::Outcome;

/// The subcommands of Reversi.
#[derive(Subcommand)]
pub(crate) enum Command {
    Analyze(analyze::Args),
    Perft(perft::Args),
    Solve(solve::Args),
    Play(play::Args),
    #[command(subcommand)]
    Book(book::Command),
    Review(review::Args),
    Games(games::Args),
    Convert(convert::Args),
    Train(train::Args),
    Match(match_play::Args),
    Nboard(engine_protocols::NboardArgs),
    Gtp(engine_protocols::GtpArgs),
}

/// Runs a subcommand.
pub(crate) fn run(command: Command) -> Outcome {
    match command {
        Command::Analyze(args) => analyze::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Book(command) => book::run(command),
        Command::Solve(args) => solve::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Match(args) => match_play::run(&args),
        Command::Nboard(args) => engine_protocols::run_nboard(&args),
        Command::Gtp(args) => engine_protocols::run_gtp(&args),
    }
}
