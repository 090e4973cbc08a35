//! JKF: records as JSON ([json-kifu-format](https://github.com/na2hiro/Kifu-for-JS)). This module
//! needs the feature `jkf`.
//!
//! ```
//! use shogi_core::format::{jkf, record::Mode};
//! let text = r#"{"header":{"先手":"Habu"},"moves":[{},
//!     {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"special":"TORYO"}]}"#;
//! let read = jkf::parse(text, Mode::Strict)?;
//! assert_eq!(read.game.outcome().to_string(), "black wins by resignation");
//! let written = jkf::write(&read.game);
//! assert_eq!(jkf::parse(&written.text, Mode::Strict)?.game, read.game);
//! # Ok::<(), shogi_core::format::record::ReadRecordError>(())
//! ```
//!
//! The repository's page `docs/formats/jkf.md` lists what the reader accepts.

mod json;
mod presets;
mod read;
mod write;

use super::lines;
use super::mode::Mode;
use super::report::{ReadGame, ReadRecordError, Written};
use crate::game::Game;

pub use presets::MAX_DEPTH;

/// Reads a record.
///
/// # Errors
/// Returns the first error and its location. Which faults are errors depends on `mode`.
pub fn parse(text: &str, mode: Mode) -> Result<ReadGame, ReadRecordError> {
    read::read(text, mode)
}

/// Reads a record from the bytes of a file. With the feature `encoding`, the encoding is detected;
/// otherwise, it must be UTF-8.
///
/// # Errors
/// Fails as [`parse`] does, and if the bytes are not text.
pub fn read(bytes: &[u8], mode: Mode) -> Result<ReadGame, ReadRecordError> {
    let (text, _, replaced) = lines::decode(bytes, mode)?;
    let mut game = read::read(&text, mode)?;
    game.warnings.extend(replaced);
    Ok(game)
}

/// Writes a game as JKF, with all variations.
#[must_use]
pub fn write(game: &Game) -> Written {
    write::write(game)
}
