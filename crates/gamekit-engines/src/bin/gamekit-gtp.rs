//! The Reversi engine for programs that speak the Go Text Protocol.
use clap::Parser;
use gamekit_engines::{program, reversi};
use std::process::ExitCode;

/// Reversi engine for the Go Text Protocol (GTP) version 2.
#[derive(Parser)]
#[command(name = "gamekit-gtp", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    options: reversi::Options,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    program::finish(
        "gamekit-gtp",
        reversi::run_gtp(&cli.options, std::io::stdin(), std::io::stdout()),
    )
}
