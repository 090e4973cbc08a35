//! The Reversi engine for programs that speak the NBoard protocol.
use clap::Parser;
use gamekit_engines::{program, reversi};
use std::process::ExitCode;

/// Reversi engine for the NBoard protocol, version 1 and 2.
#[derive(Parser)]
#[command(name = "gamekit-nboard", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    options: reversi::Options,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    program::finish(
        "gamekit-nboard",
        reversi::run_nboard(&cli.options, std::io::stdin(), std::io::stdout()),
    )
}
