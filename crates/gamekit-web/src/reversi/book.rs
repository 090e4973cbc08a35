//! The opening book.

use reversi_core::book::{Basis, BookFile, BookView};
use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::game::{ReversiGame, move_word};
use crate::error::js;
use crate::text::json;

/// An opening book in memory.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ReversiBook {
    file: BookFile<Vec<u8>>,
}

/// A move of the book, from the point of view of the side that plays the move.
#[derive(Serialize)]
struct Known {
    r#move: String,
    /// The value in discs.
    value: Option<f64>,
    /// The depth of the search that found the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u8>,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
}

#[wasm_bindgen]
impl ReversiBook {
    /// Reads a book file.
    ///
    /// # Errors
    /// Fails if the bytes are not a book.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Result<Self, JsError> {
        BookFile::from_bytes(bytes).map(|file| Self { file }).map_err(js)
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.file.len() as f64
    }

    /// Returns the moves of a position that the book knows, as JSON, best first.
    ///
    /// # Errors
    /// Fails if the book is damaged.
    pub fn moves(&self, game: &ReversiGame) -> Result<String, JsError> {
        let mut found = self.file.moves(game.position().board()).map_err(js)?;
        found.sort_by_key(|found| std::cmp::Reverse((found.info.value, found.info.games)));
        let known = found.into_iter().map(|found| Known {
            r#move: move_word(found.mv),
            value: found.info.value.map(|value| f64::from(value) / 100.0),
            depth: match found.info.basis {
                Basis::Depth(depth) => depth.map(Into::into),
                Basis::Games(_) => None,
            },
            games: found.info.games,
            wins: found.info.wins,
            draws: found.info.draws,
            losses: found.info.losses,
        });
        Ok(json(&known.collect::<Vec<_>>()))
    }
}
