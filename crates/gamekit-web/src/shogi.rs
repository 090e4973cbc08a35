//! Shogi for JavaScript.

mod file;
mod game;
mod mate;
mod position;

use shogi_core::Position;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::js;

/// Returns the number of sequences of `depth` legal moves of a position.
///
/// # Errors
/// Fails if the SFEN is invalid.
#[wasm_bindgen(js_name = shogiPerft)]
pub fn shogi_perft(sfen: &str, depth: u32) -> Result<f64, JsError> {
    let position: Position = position::parse(sfen).map_err(js)?;
    Ok(shogi_core::perft(&position, depth) as f64)
}

/// Returns whether a file has games, positions or a book of shogi.
#[wasm_bindgen(js_name = isShogiFile)]
#[must_use]
pub fn is_shogi_file(name: &str, bytes: &[u8]) -> bool {
    shogi_core::format::detect_named(name, bytes).is_some()
}
