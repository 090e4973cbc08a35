//! Files of games in any format: the common types of readers and writers, and functions with the
//! format as an argument.
//!
//! ```
//! use reversi_core::format::wthor::{Date, GameFile};
//! use reversi_core::format::{Format, record};
//! let text = b"f5d6c3d3c4f4 37-27\n";
//! let new = GameFile::new(Date { year: 2024, month: 5, day: 1 }, 2024);
//! let written = record::convert(Format::Transcripts, text, Format::Wthor, &new)?;
//! assert_eq!(written.bytes.len(), 16 + 68);
//! assert_eq!(written.losses[0].to_string(), "lost results (1)");
//! # Ok::<(), record::ConvertError>(())
//! ```
use super::detect::Format;
use super::ggf;
use super::pgn;
use super::transcript;
use super::wthor::{GameFile, GameRecord, Names, ReadWthorError};
use crate::position::Position;
use alloc::string::String;
use alloc::vec::Vec;

mod dates;
mod losses;
mod write;

use dates::date_of;

pub use super::report::{
    Game, GameInfo, Loss, LossKind, Place, ReadGame, ReadRecordError, RecordErrorKind, Warning,
    WarningKind, WriteRecordError, WriteRecordErrorKind, Written,
};
pub use write::write;

/// Reads the games of a file. An error in a single game is returned as the item of that game, and the
/// games after it are read. The names of players in WTHOR files are not known: see
/// [`read_with_names`].
///
/// # Errors
/// Returns an error if the bytes are not text, if a text contains no game, or if the header of a WTHOR
/// file does not agree with its length. It also returns an error if the format has no games
/// ([`RecordErrorKind::Format`]).
pub fn read(
    format: Format,
    bytes: &[u8],
) -> Result<Vec<Result<ReadGame, ReadRecordError>>, ReadRecordError> {
    read_with_names(format, bytes, &Names::default())
}

/// Reads the games of a file as [`read`] does. The games of a WTHOR file get their names from
/// `names`. Other formats do not use `names`.
///
/// # Errors
/// Returns the same errors as [`read`].
pub fn read_with_names(
    format: Format,
    bytes: &[u8],
    names: &Names,
) -> Result<Vec<Result<ReadGame, ReadRecordError>>, ReadRecordError> {
    let of_file = ReadRecordError::of_file;
    let text = || {
        let text = core::str::from_utf8(bytes)
            .map_err(|error| of_file(RecordErrorKind::NotText { at: error.valid_up_to() }))?;
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
    };
    let games: Vec<_> = match format {
        Format::Wthor => {
            let (file, records) =
                GameFile::records(bytes).map_err(|error| of_file(RecordErrorKind::Wthor(error)))?;
            let record = |(number, record): (usize, Result<GameRecord, ReadWthorError>)| {
                let record = record.map_err(|error| of_file(RecordErrorKind::Wthor(error)))?;
                of_record(&file, names, number, record)
            };
            return Ok((1..).zip(records).map(record).collect());
        }
        Format::Transcripts => transcript::lines(text()?).map(of_transcript).collect(),
        Format::Ggf => {
            let mut number = 0;
            let game = |game: Result<_, ggf::ParseGgfError>| {
                // A wrong count and text between games are not games.
                use ggf::ParseGgfErrorKind::{Count, NoGame};
                let is_game = |kind| !matches!(kind, Count { .. } | NoGame);
                number += usize::from(game.as_ref().map_or_else(|e| is_game(e.kind), |_| true));
                Ok(of_ggf(number, game.map_err(|e| of_file(RecordErrorKind::Ggf(e)))?))
            };
            ggf::games(text()?).map(game).collect()
        }
        Format::Pgn => {
            let error = |error| of_file(RecordErrorKind::Pgn(error));
            let games = (1..).zip(pgn::games(text()?));
            games.map(|(number, game)| Ok(of_pgn(number, game.map_err(error)?))).collect()
        }
        Format::Obf => return Err(of_file(RecordErrorKind::Format(format.name()))),
    };
    if games.is_empty() { Err(of_file(RecordErrorKind::Empty)) } else { Ok(games) }
}

/// Makes a game from a transcript and its line.
fn of_transcript(
    (line, game): (usize, Result<transcript::Transcript, transcript::ParseTranscriptError>),
) -> Result<ReadGame, ReadRecordError> {
    let place = Place::Line(line);
    match game {
        Ok(game) => {
            let position = game.position.clone();
            let (game, info) = (Game::Transcript(game), GameInfo::default());
            Ok(ReadGame { place, game, info, position })
        }
        Err(error) => {
            let kind = RecordErrorKind::Transcript(error);
            Err(ReadRecordError { place: Some(place), kind })
        }
    }
}

/// Replays a record of a WTHOR file.
fn of_record(
    file: &GameFile,
    names: &Names,
    number: usize,
    record: GameRecord,
) -> Result<ReadGame, ReadRecordError> {
    let place = Place::Record(number);
    let year = Some(file.year()).filter(|&year| year != 0);
    let info = GameInfo {
        black: names.player(record.black),
        white: names.player(record.white),
        tournament: names.tournament(record.tournament),
        date: year.map(|year| alloc::format!("{year}")),
    };
    match record.replay() {
        Ok(position) => Ok(ReadGame { place, game: Game::Wthor(record), info, position }),
        Err(error) => {
            Err(ReadRecordError { place: Some(place), kind: RecordErrorKind::Illegal(error) })
        }
    }
}

fn of_ggf(number: usize, game: ggf::Game) -> ReadGame {
    let tag = |name: &str| {
        let tag = game.other.iter().find(|(tag, _)| tag == name);
        tag.and_then(|(_, value)| known(value))
    };
    let info = GameInfo {
        black: known(&game.black),
        white: known(&game.white),
        tournament: tag("EV"),
        date: tag("DT").and_then(|date| date_of(&date)),
    };
    let position = game.position.clone();
    ReadGame { place: Place::Game(number), game: Game::Ggf(game.into()), info, position }
}

fn of_pgn(number: usize, game: pgn::Game) -> ReadGame {
    let tag = |name| game.tag(name).and_then(known);
    let info = GameInfo {
        black: tag("Black"),
        white: tag("White"),
        tournament: tag("Event"),
        date: tag("Date").and_then(|date| date_of(&date)),
    };
    let position = game.position.clone();
    ReadGame { place: Place::Game(number), game: Game::Pgn(game.into()), info, position }
}

/// Makes a game that was just played, for [`write()`]. `players` are the names of Black and White.
#[must_use]
pub fn played(position: Position, players: [String; 2], date: Option<String>) -> ReadGame {
    let [black, white] = players.map(|name| known(&name));
    let info = GameInfo { black, white, tournament: None, date };
    let moves = position.history().iter().map(|turn| turn.mv).collect();
    let game = transcript::Transcript { moves, position: position.clone(), result: None };
    ReadGame { place: Place::Game(1), game: Game::Transcript(game), info, position }
}

/// Returns a name that is not blank and not a question mark.
fn known(name: &str) -> Option<String> {
    let name = name.trim();
    (!name.trim_matches('?').is_empty()).then(|| name.into())
}

/// The error when a file of games cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The file cannot be read.
    #[error("{0}")]
    Read(#[from] ReadRecordError),
    /// The games cannot be written.
    #[error("{0}")]
    Write(#[from] WriteRecordError),
}

/// Converts a file of games to another format. The names of players in WTHOR files are not known.
///
/// A WTHOR file that is converted to WTHOR keeps its header, and its games are not replayed. A new
/// WTHOR file gets the header of `new`.
///
/// # Errors
/// Returns an error if a game cannot be read or written.
pub fn convert(
    from: Format,
    bytes: &[u8],
    to: Format,
    new: &GameFile,
) -> Result<Written, ConvertError> {
    if (from, to) == (Format::Wthor, Format::Wthor) {
        GameFile::from_bytes(bytes)
            .map_err(|error| ReadRecordError::of_file(RecordErrorKind::Wthor(error)))?;
        // The output of a valid WTHOR file is identical to the input.
        return Ok(Written { bytes: bytes.into(), ..Written::new() });
    }
    let games = read(from, bytes)?.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut written = write(to, &games, new)?;
    written.lose(LossKind::Header, usize::from(from == Format::Wthor));
    Ok(written)
}
