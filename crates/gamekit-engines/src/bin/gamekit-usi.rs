//! The shogi engine for programs that speak USI.
use clap::Parser;
use gamekit_engines::{program, usi};
use std::process::ExitCode;

/// Shogi engine for the USI protocol.
#[derive(Parser)]
#[command(name = "gamekit-usi", version, max_term_width = 100)]
struct Cli {}

fn main() -> ExitCode {
    let Cli {} = Cli::parse();
    program::finish("gamekit-usi", usi::run(std::io::stdin(), std::io::stdout()))
}
