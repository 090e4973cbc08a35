//! `gamekit reversi book`: the subcommands for opening books.

mod build;
mod evaluate;
mod find;
mod info;
mod lookup;
mod merge;
mod transfer;

use clap::Subcommand;

pub(crate) use lookup::{AnyBook, BookLine};

use crate::error::Outcome;

/// Build, evaluate, query, merge, export and import opening books.
#[derive(Subcommand)]
pub(crate) enum Command {
    Build(build::Args),
    Evaluate(evaluate::Args),
    Find(find::Args),
    Info(info::Args),
    Merge(merge::Args),
    Export(transfer::ExportArgs),
    Import(transfer::ImportArgs),
}

/// Runs a subcommand.
pub(crate) fn run(command: Command) -> Outcome {
    match command {
        Command::Build(args) => build::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Find(args) => find::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Export(args) => transfer::export(&args),
        Command::Import(args) => transfer::import(&args),
    }
}
