//! The program `gamekit` for Reversi and shogi.

mod arguments;
mod atomic;
mod bench;
mod error;
mod fonts;
mod free_memory;
mod interrupt;
mod manual;
mod output;
mod output_path;
mod perft_answer;
mod plural;
mod progress;
mod reversi;
mod shogi;
mod stream;
mod svg_options;
mod text_table;
mod threads;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Analyses positions, counts moves, and reads, writes and converts files of Reversi and shogi.
#[derive(Parser)]
#[command(name = "gamekit", version, max_term_width = 100, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand)]
enum Game {
    /// Reversi (Othello): analyse and solve positions, play, build opening books, convert games.
    #[command(subcommand)]
    Reversi(reversi::Command),
    /// Shogi: list legal moves, compute exchange values, read and convert game records.
    #[command(subcommand)]
    Shogi(shogi::Command),
    Bench(bench::Args),
    Completions(manual::CompletionArgs),
    Man(manual::ManualArgs),
}

/// Returns the parser of the command line.
fn program() -> clap::Command {
    arguments::of_one_program(Cli::command())
}

fn main() -> ExitCode {
    let words = arguments::shield_boards(std::env::args_os());
    let matches = program().get_matches_from(words);
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let outcome = match cli.game {
        Game::Reversi(command) => reversi::run(command),
        Game::Shogi(command) => shogi::run(command),
        Game::Bench(args) => bench::run(&args),
        Game::Completions(args) => manual::completions(&args, program()),
        Game::Man(args) => manual::manual(&args, Cli::command()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
