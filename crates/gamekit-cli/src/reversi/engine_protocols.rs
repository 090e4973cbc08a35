//! `gamekit reversi nboard` and `gamekit reversi gtp`: the engine for other programs.

use std::io::{stdin, stdout};

use clap::Args as ClapArgs;
use gamekit_engines::reversi::{self, Options};

use crate::error::{Failure, Outcome};

/// Run the engine for graphical programs that use the NBoard protocol.
///
/// The program `gamekit-nboard` of the package gamekit-engines is the same engine and needs no
/// arguments.
#[derive(ClapArgs)]
pub(crate) struct NboardArgs {
    #[command(flatten)]
    options: Options,
}

/// Run the engine for programs that use the Go Text Protocol (GTP).
///
/// The program `gamekit-gtp` of the package gamekit-engines is the same engine and needs no
/// arguments.
#[derive(ClapArgs)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    options: Options,
}

/// Runs the subcommand `nboard`.
pub(crate) fn run_nboard(args: &NboardArgs) -> Outcome {
    let result = reversi::run_nboard(&args.options, stdin(), stdout());
    result.map_err(|error| Failure::from_error(&error))
}

/// Runs the subcommand `gtp`.
pub(crate) fn run_gtp(args: &GtpArgs) -> Outcome {
    let result = reversi::run_gtp(&args.options, stdin(), stdout());
    result.map_err(|error| Failure::from_error(&error))
}
