//! Reads and writes game records in a format that is an argument. Defines the types that all
//! readers and writers of records share.

use alloc::vec::Vec;

use super::detect::Format;
#[cfg(feature = "jkf")]
use super::jkf;
use super::{csa, ki2, kif, usi};
use crate::game::Game;

pub use super::mode::Mode;
pub use super::report::{
    Loss, LossKind, ReadGame, ReadRecordError, RecordErrorKind, Warning, WarningKind, Written,
};

/// Reads the games of a file. An invalid game is an `Err` item, and the other games are still read.
///
/// # Errors
/// Fails if the bytes are not text or contain no game, or if the format has no games
/// ([`RecordErrorKind::Format`]). If the format has one game per file, an invalid game is returned
/// as this error.
pub fn read(
    format: Format,
    bytes: &[u8],
    mode: Mode,
) -> Result<Vec<Result<ReadGame, ReadRecordError>>, ReadRecordError> {
    let one = |read: Result<ReadGame, ReadRecordError>| read.map(|game| alloc::vec![Ok(game)]);
    match format {
        Format::Kif | Format::Bod => one(kif::read(bytes, mode)),
        Format::Ki2 => one(ki2::read(bytes, mode)),
        #[cfg(feature = "jkf")]
        Format::Jkf => one(jkf::read(bytes, mode)),
        Format::Csa => csa::read(bytes, mode),
        Format::Usi => usi::read(bytes, mode),
        _ => Err(ReadRecordError::at_start(RecordErrorKind::Format(format.name()))),
    }
}

/// Writes a game in a format. Returns `None` for BOD and for formats without games. Without the
/// feature `jkf`, also returns `None` for JKF.
#[must_use]
pub fn write(format: Format, game: &Game) -> Option<Written> {
    Some(match format {
        Format::Kif => kif::write(game),
        Format::Ki2 => ki2::write(game),
        Format::Csa => csa::write(game),
        #[cfg(feature = "jkf")]
        Format::Jkf => jkf::write(game),
        Format::Usi => usi::write(game),
        _ => return None,
    })
}
