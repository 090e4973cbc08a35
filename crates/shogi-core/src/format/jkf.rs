//! JKF: records as JSON ([json-kifu-format](https://github.com/na2hiro/Kifu-for-JS)). Feature `jkf`.
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
//! `docs/formats/jkf.md` lists what the reader forgives and the choices the format leaves open.

mod json;
mod read;
mod write;

use super::record::{self, Mode, ReadGame, ReadRecordError, Written};
use crate::game::{Game, Handicap};

/// Variations may be nested this deep.
pub const MAX_DEPTH: usize = 200;

/// Reads a record.
///
/// # Errors
/// What is wrong and where, as far as the mode does not forgive it.
pub fn parse(text: &str, mode: Mode) -> Result<ReadGame, ReadRecordError> {
    read::read(text, mode)
}

/// Reads a record out of the bytes of a file: UTF-8, or with the feature `encoding` whatever
/// they are in.
///
/// # Errors
/// As [`parse`], and if the bytes are no text.
pub fn read(bytes: &[u8], mode: Mode) -> Result<ReadGame, ReadRecordError> {
    let (text, _, replaced) = record::decode(bytes, mode)?;
    let mut game = read::read(&text, mode)?;
    game.warnings.extend(replaced);
    Ok(game)
}

/// Writes a game as JKF, with all variations.
#[must_use]
pub fn write(game: &Game) -> Written {
    write::write(game)
}

/// The names of the sixteen starts.
const PRESETS: [(&str, Handicap); 16] = [
    ("HIRATE", Handicap::Even),
    ("KY", Handicap::Lance),
    ("KY_R", Handicap::RightLance),
    ("KA", Handicap::Bishop),
    ("HI", Handicap::Rook),
    ("HIKY", Handicap::RookLance),
    ("2", Handicap::Two),
    ("3", Handicap::Three),
    ("4", Handicap::Four),
    ("5", Handicap::Five),
    ("5_L", Handicap::LeftFive),
    ("6", Handicap::Six),
    ("7_L", Handicap::LeftSeven),
    ("7_R", Handicap::RightSeven),
    ("8", Handicap::Eight),
    ("10", Handicap::Ten),
];
