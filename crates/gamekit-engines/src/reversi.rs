//! Reversi engines for the protocols NBoard and GTP.
//!
//! Both engines use the search and the exact solver of `reversi-core` with the built-in evaluation
//! and opening book. [`run_nboard`] and [`run_gtp`] run an engine on any input and output. They
//! return at the end of the input and after `quit`.
mod book;
mod gtp;
mod nboard;
mod options;
mod player;

pub use book::embedded_book;
pub use options::{Options, StartError};

use crate::message_loop::{self, LoopError};
use std::io::{Read, Write};

/// The error of an engine.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The engine cannot start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The loop ended with an error.
    #[error(transparent)]
    Loop(#[from] LoopError),
}

/// Runs an engine that speaks NBoard.
///
/// # Errors
/// Returns [`EngineError`] if a file of the options cannot be read, if the input or the output
/// fails, or after a panic.
pub fn run_nboard(
    options: &Options,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), EngineError> {
    let options = options.clone();
    let parts = options.open()?;
    let make = move || nboard::Engine::new(player::Player::new(parts), &options);
    Ok(message_loop::run(input, output, nboard::Lines, make)?)
}

/// Runs an engine that speaks GTP.
///
/// # Errors
/// Returns [`EngineError`] if a file of the options cannot be read, if the input or the output
/// fails, or after a panic.
pub fn run_gtp(
    options: &Options,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), EngineError> {
    let options = options.clone();
    let parts = options.open()?;
    let make = move || gtp::Engine::new(player::Player::new(parts), &options);
    Ok(message_loop::run(input, output, gtp::Lines, make)?)
}
