//! KIF: records with one move per line. A line has the origin square and the times of the move.
//!
//! ```
//! use shogi_core::format::{kif, record::Mode};
//! let text = "手合割：平手\n先手：Habu\n   1 ７六歩(77) ( 0:16/00:00:16)\n*solid\n   2 投了\n";
//! let read = kif::parse(text, Mode::Strict)?;
//! assert_eq!(read.game.moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["7g7f"]);
//! assert_eq!(read.game.outcome().to_string(), "black wins by resignation");
//! let written = kif::write(&read.game);
//! assert!(written.losses.is_empty());
//! assert_eq!(kif::parse(&written.text, Mode::Strict)?.game, read.game);
//! # Ok::<(), shogi_core::format::record::ReadRecordError>(())
//! ```
//!
//! [`parse`] also reads KI2. The two formats differ only in the move lines. The repository's page
//! `docs/formats/kif.md` lists what each [`Mode`] accepts.

mod end_words;
mod read;
mod write;

pub(crate) use end_words::{is_unknown_summary, summary_of_end};
#[cfg(feature = "jkf")]
pub(crate) use write::Columns;
pub(crate) use write::{Header, push_texts, sides};

use super::lines;
use super::mode::Mode;
use super::report::{ReadGame, ReadRecordError, Warning, WarningKind, Written};
use crate::game::Game;

/// Reads a record in KIF or KI2.
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
    let (text, found, replaced) = lines::decode(bytes, mode)?;
    let mut game = read::read(&text, mode)?;
    let first = lines::Lines::new(&text).next().unwrap_or_default();
    if let Some(declared) = read::declared_encoding(first) {
        let is = |name| declared.eq_ignore_ascii_case(name);
        let known = is("UTF-8") || is("Shift_JIS") || is("EUC-JP");
        if known && !text.is_ascii() && !is(&alloc::format!("{found}")) {
            let kind = WarningKind::Encoding { declared: declared.into(), found };
            game.warnings.insert(0, Warning { line: 1, kind });
        }
    }
    game.warnings.extend(replaced);
    Ok(game)
}

/// Writes a game as KIF, with all variations.
#[must_use]
pub fn write(game: &Game) -> Written {
    write::write(game, write::Times::Whole)
}

/// Writes a game as [`write`] does, but with fractions of a second. Other programs may be unable to
/// read the fractions.
#[cfg(feature = "serde")]
pub(crate) fn write_exact(game: &Game) -> Written {
    write::write(game, write::Times::Exact)
}
