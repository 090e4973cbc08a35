//! CSA: the format of the Computer Shogi Association, versions 1 to 3.0. A file has one or several
//! games.
//!
//! ```
//! use shogi_core::format::{csa, record::Mode};
//! let read = csa::parse("V2.2\nPI\n+\n+7776FU,T12,-3334FU,T6\n%CHUDAN\n", Mode::Strict)?;
//! assert_eq!(read.game.moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["7g7f", "3c3d"]);
//! assert_eq!(read.game.outcome().to_string(), "unfinished (interruption)");
//! let written = csa::write(&read.game);
//! assert_eq!(csa::parse(&written.text, Mode::Strict)?.game, read.game);
//! # Ok::<(), shogi_core::format::record::ReadRecordError>(())
//! ```
//!
//! CSA has no variations. The repository's page `docs/formats/csa.md` lists what each [`Mode`]
//! accepts.

mod names;
mod read;
mod start;
mod version;
mod write;

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::lines::{self, Lines};
use super::mode::Mode;
use super::report::{ReadGame, ReadRecordError, RecordErrorKind, Warning, WarningKind, Written};
use crate::game::Game;
use crate::position::Position;

pub use names::{csa_kind, csa_name};
#[cfg(feature = "jkf")]
pub(crate) use names::{end_of_word, word_of_end};
pub use version::Version;

/// Reads the first game of a text.
///
/// # Errors
/// Returns the first error and its location. Which faults are errors depends on `mode`.
pub fn parse(text: &str, mode: Mode) -> Result<ReadGame, ReadRecordError> {
    games(text, mode).next().unwrap_or(Err(ReadRecordError::at_start(RecordErrorKind::Empty)))
}

/// Iterates over the games of a text, which are separated by `/` lines. After a game that cannot be
/// read, the iterator continues with the next game.
///
/// ```
/// use shogi_core::format::{csa, record::Mode};
/// let text = "PI\n+\n+7776FU\n/\nPI\n+\n+7775FU\n/\nPI\n+\n+2726FU\n";
/// let games: Vec<_> = csa::games(text, Mode::Strict).collect();
/// assert!(games[0].is_ok() && games[2].is_ok());
/// assert_eq!(games[1].as_ref().unwrap_err().to_string(),
///     "invalid record, game 2, line 7, column 1: illegal move, the piece does not reach the target square");
/// ```
pub fn games(text: &str, mode: Mode) -> Games<'_> {
    let refused = match text.len() > 1 << 30 {
        true => Err(ReadRecordError::at_start(RecordErrorKind::TooLong)),
        false => lines::refuse_other(text),
    };
    Games { lines: Lines::new(text), mode, number: 0, refused: refused.err(), start: None }
}

/// An iterator over the games of a text: [`games`].
#[derive(Clone)]
#[must_use = "iterators do nothing unless consumed"]
pub struct Games<'a> {
    lines: Lines<'a>,
    mode: Mode,
    number: u32,
    /// The error about the whole text.
    refused: Option<ReadRecordError>,
    start: Option<Arc<Position>>,
}

impl core::fmt::Debug for Games<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Games").field("number", &self.number).finish_non_exhaustive()
    }
}

impl Iterator for Games<'_> {
    type Item = Result<ReadGame, ReadRecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.refused.take() {
            self.lines = Lines::new("");
            return Some(Err(error));
        }
        let read = read::next(&mut self.lines, self.mode, self.number + 1, &mut self.start)?;
        self.number += 1;
        Some(read)
    }
}

/// Reads all games from the bytes of a file. With the feature `encoding`, the encoding is detected;
/// otherwise, it must be UTF-8.
///
/// Fails if the bytes are not text or contain no game. An invalid game is an `Err` item, and the
pub fn read(
    bytes: &[u8],
    mode: Mode,
) -> Result<Vec<Result<ReadGame, ReadRecordError>>, ReadRecordError> {
    let (text, found, replaced) = lines::decode(bytes, mode)?;
    let mut read: Vec<_> = games(&text, mode).collect();
    let Some(first) = read.first_mut() else {
        return Err(ReadRecordError::at_start(RecordErrorKind::Empty));
    };
    if let Ok(first) = first {
        let head = Lines::new(&text).next();
        let declared = head.and_then(|line| line.strip_prefix("'CSA encoding="));
        if let Some(declared) = declared.map(str::trim)
            && !text.is_ascii()
            && !declared.eq_ignore_ascii_case(&alloc::format!("{found}"))
        {
            let kind = WarningKind::Encoding { declared: declared.into(), found };
            first.warnings.insert(0, Warning { line: 1, kind });
        }
        first.warnings.extend(replaced);
    }
    Ok(read)
}

/// Writes the main line of a game as CSA 2.2.
#[must_use]
pub fn write(game: &Game) -> Written {
    write_version(game, Version::V2_2)
}

/// Writes the main line of a game in a given version of CSA.
#[must_use]
pub fn write_version(game: &Game, version: Version) -> Written {
    write::write(game, version)
}
