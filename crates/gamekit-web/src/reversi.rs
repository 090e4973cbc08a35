//! Reversi for JavaScript.

mod book;
mod engine;
mod file;
mod game;

use reversi_core::Board;
use reversi_core::format::{detect_named, position_text};
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the number of sequences of `depth` moves from the start.
#[wasm_bindgen(js_name = reversiPerft)]
#[must_use]
pub fn reversi_perft(depth: u32) -> f64 {
    reversi_core::perft(Board::START, depth) as f64
}

/// Returns whether a file has games or positions of Reversi.
#[wasm_bindgen(js_name = isReversiFile)]
#[must_use]
pub fn is_reversi_file(name: &str, bytes: &[u8]) -> bool {
    let is_position = |text: &str| !text.trim().is_empty() && position_text::parse(text).is_ok();
    detect_named(name, bytes).is_some() || core::str::from_utf8(bytes).is_ok_and(is_position)
}
