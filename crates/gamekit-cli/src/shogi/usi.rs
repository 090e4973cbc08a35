//! `gamekit shogi usi`: the engine for other programs.

use std::io::{stdin, stdout};

use clap::Args as ClapArgs;
use gamekit_engines::usi;

use crate::error::{Failure, Outcome};

/// Run the engine for graphical programs that speak the USI protocol.
///
/// The program `gamekit-usi` of the package gamekit-engines is the same engine and needs no
/// arguments.
#[derive(ClapArgs)]
pub(crate) struct Args {}

/// Runs the subcommand.
pub(crate) fn run(_: &Args) -> Outcome {
    usi::run(stdin(), stdout()).map_err(|error| Failure::from_error(&error))
}
