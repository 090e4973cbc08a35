//! The shogi engine for the USI protocol.
//!
//! [`run`] runs the engine on any input and output. It returns at the end of the input and after `quit`.
//!
//! The engine uses the search of `shogi-core` with the built-in evaluation ([`Material`]). It sends exactly
//! one `bestmove` or `checkmate` for each `go`, and answers `stop` within milliseconds.
//!
//! [`Material`]: shogi_core::search::Material

mod engine;
mod lines;
mod mate;
mod options;
mod ponder;
mod think;
mod tools;

use crate::message_loop::{self, LoopError};
use std::io::{Read, Write};

/// Runs the engine.
///
/// # Errors
/// Returns [`LoopError`] if the input or the output fails, or after a panic.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), LoopError> {
    message_loop::run(input, output, lines::Lines::default(), engine::Engine::new)
}
