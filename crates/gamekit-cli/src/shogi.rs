//! `gamekit shogi`: one file per subcommand.

mod analyze;
mod board;
mod book;
mod check;
mod convert;
mod file;
mod input;
mod mate;
mod moves;
mod perft;
mod position;
mod sample_files;
mod see;
mod show;
mod usi;

use clap::Subcommand;

use crate::error::Outcome;

/// The subcommands of shogi.
#[derive(Subcommand)]
pub(crate) enum Command {
    Analyze(analyze::Args),
    Mate(mate::Args),
    Perft(perft::Args),
    Moves(moves::Args),
    See(see::Args),
    Convert(convert::Args),
    Check(check::Args),
    Show(show::Args),
    #[command(subcommand)]
    Book(book::Command),
    Usi(usi::Args),
}

/// Runs a subcommand.
pub(crate) fn run(command: Command) -> Outcome {
    match command {
        Command::Analyze(args) => analyze::run(&args),
        Command::Mate(args) => mate::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::See(args) => see::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Book(command) => book::run(command),
        Command::Usi(args) => usi::run(&args),
    }
}
