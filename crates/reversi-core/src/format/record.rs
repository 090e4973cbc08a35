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
use super::ggf::{self, GameMove, GameResult, Variant};
use super::transcript::{self, Passes};
use super::wthor::{GameFile, GameRecord};
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use alloc::string::String;
use alloc::vec::Vec;

pub use super::report::{
    Game, Loss, LossKind, Place, ReadGame, ReadRecordError, RecordErrorKind, Warning, WarningKind,
    WriteRecordError, WriteRecordErrorKind, Written,
};

impl Game {
    /// Returns the declared result of the game, as the score for Black in discs.
    #[must_use]
    pub fn declared_score(&self) -> Option<f64> {
        match self {
            Self::Transcript(game) => {
                game.result.map(|result| f64::from(result.black) - f64::from(result.white))
            }
            Self::Wthor(record) => Some(f64::from(record.score())),
            Self::Ggf(game) => game.result.map(|result| result.score),
        }
    }
}

/// Reads the games of a file. An error in a single game is returned as the item of that game.
///
/// # Errors
/// Returns an error if the bytes are not text, if a text contains no game, or if a WTHOR file or a
/// GGF text is damaged. It also returns an error if the format has no games
/// ([`RecordErrorKind::Format`]).
pub fn read(
    format: Format,
    bytes: &[u8],
) -> Result<Vec<Result<ReadGame, ReadRecordError>>, ReadRecordError> {
    let of_file = ReadRecordError::of_file;
    let text = || {
        core::str::from_utf8(bytes)
            .map_err(|error| of_file(RecordErrorKind::NotText { at: error.valid_up_to() }))
    };
    let games: Vec<_> = match format {
        Format::Wthor => {
            let file = GameFile::from_bytes(bytes)
                .map_err(|error| of_file(RecordErrorKind::Wthor(error)))?;
            return Ok((1..).zip(file.games).map(of_record).collect());
        }
        Format::Transcripts => {
            let game = |(line, game): (usize, Result<transcript::Transcript, _>)| {
                let place = Place::Line(line);
                match game {
                    Ok(game) => {
                        let position = game.position.clone();
                        Ok(ReadGame { place, game: Game::Transcript(game), position })
                    }
                    Err(error) => {
                        let kind = RecordErrorKind::Transcript(error);
                        Err(ReadRecordError { place: Some(place), kind })
                    }
                }
            };
            transcript::lines(text()?).map(game).collect()
        }
        Format::Ggf => {
            let text = text()?;
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            let games = ggf::parse(text).map_err(|error| of_file(RecordErrorKind::Ggf(error)))?;
            let game = |(number, game): (usize, ggf::Game)| {
                let position = game.position.clone();
                Ok(ReadGame { place: Place::Game(number), game: Game::Ggf(game.into()), position })
            };
            (1..).zip(games).map(game).collect()
        }
        Format::Obf => return Err(of_file(RecordErrorKind::Format(format.name()))),
    };
    if games.is_empty() { Err(of_file(RecordErrorKind::Empty)) } else { Ok(games) }
}

/// Replays a record of a WTHOR file.
fn of_record((number, record): (usize, GameRecord)) -> Result<ReadGame, ReadRecordError> {
    let place = Place::Record(number);
    match record.replay() {
        Ok(position) => Ok(ReadGame { place, game: Game::Wthor(record), position }),
        Err(error) => {
            Err(ReadRecordError { place: Some(place), kind: RecordErrorKind::Illegal(error) })
        }
    }
}

/// Writes games as a file.
///
/// A WTHOR file gets the header of `new`. The games in `new` are ignored, and the other formats
/// ignore `new` entirely. Records that come from WTHOR files are written to a WTHOR file unchanged.
/// Other games are written to a WTHOR file with the score of the board and without players.
///
/// A result counts as lost only if a reader of the written file neither finds nor computes the same
/// score.
///
/// # Errors
/// Returns an error if the format has no games, if a game does not begin at the usual start
/// position (GGF allows any position), or if there are too many games for a WTHOR file.
pub fn write(
    format: Format,
    games: &[ReadGame],
    new: &GameFile,
) -> Result<Written, WriteRecordError> {
    let error = |place, kind| WriteRecordError { place, kind };
    let mut written = Written::new();
    let mut file = new.clone();
    file.games.clear();
    let mut text = String::new();
    for read in games {
        if format != Format::Ggf && !is_from_start(&read.position) {
            return Err(error(Some(read.place), WriteRecordErrorKind::NotFromStart));
        }
        count_losses(&mut written, read, format);
        match format {
            Format::Wthor => file.games.push(match &read.game {
                Game::Wthor(record) => *record,
                _ => GameRecord::from_position(&read.position)
                    .map_err(|kind| error(Some(read.place), WriteRecordErrorKind::Wthor(kind)))?,
            }),
            Format::Transcripts => {
                let turns = transcript::display(read.position.history(), Passes::Omit);
                text.push_str(&alloc::format!("{turns}\n"));
            }
            Format::Ggf => text.push_str(&alloc::format!("{}\n", to_ggf(read))),
            Format::Obf => {}
        }
    }
    written.bytes = match format {
        Format::Transcripts | Format::Ggf => text.into_bytes(),
        Format::Wthor => {
            file.to_bytes().map_err(|kind| error(None, WriteRecordErrorKind::Wthor(kind)))?
        }
        Format::Obf => return Err(error(None, WriteRecordErrorKind::Format(format.name()))),
    };
    Ok(written)
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

/// Converts a file of games to another format.
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

/// Returns whether a game begins at the usual start position.
fn is_from_start(position: &Position) -> bool {
    let mut start = position.clone();
    while start.undo().is_some() {}
    start == Position::start()
}

/// Counts the data of a game that a format cannot store.
fn count_losses(written: &mut Written, read: &ReadGame, to: Format) {
    count_result(written, read, to);
    let position = &read.position;
    let ends_in_pass = position.history().last().is_some_and(|turn| turn.mv == Move::Pass);
    if ends_in_pass && !position.is_over() && to != Format::Ggf {
        written.lose(LossKind::Pass, 1);
    }
    match &read.game {
        Game::Wthor(record) if to != Format::Wthor => {
            let players = [record.black, record.white].into_iter().filter(|&player| player != 0);
            written.lose(LossKind::Player, players.count());
            written.lose(LossKind::Tournament, usize::from(record.tournament != 0));
            written.lose(LossKind::TheoreticalScore, 1);
        }
        Game::Ggf(game) if to != Format::Ggf => {
            let count = |is: &dyn Fn(&GameMove) -> bool| {
                game.moves.iter().filter(|played| is(played)).count()
            };
            let players = [&game.black, &game.white].into_iter().filter(|name| !name.is_empty());
            written.lose(LossKind::Player, players.count());
            let times = count(&|played| played.seconds.is_some());
            written.lose(LossKind::Time, times + usize::from(game.time.is_some()));
            written.lose(LossKind::Evaluation, count(&|played| played.evaluation.is_some()));
            written.lose(LossKind::Komi, usize::from(game.komi.is_some()));
            written.lose(LossKind::Variant, usize::from(game.variant.text != "8"));
            written.lose(LossKind::Field, game.other.len());
        }
        _ => {}
    }
}

/// Counts a result that differs from the score in the file. Adds a warning if the result comes from
/// a transcript.
fn count_result(written: &mut Written, read: &ReadGame, to: Format) {
    let score = read.position.final_score(Color::Black);
    let is_over = read.position.is_over();
    let Some(declared) = read.game.declared_score() else { return };
    let is_kept = match (to, &read.game) {
        (Format::Ggf, _) | (Format::Wthor, Game::Wthor(_)) => true,
        (Format::Wthor, _) => declared == f64::from(score),
        _ => is_over && declared == f64::from(score),
    };
    // In GGF, the reason why a game ended early is part of the result.
    let has_end = matches!(&read.game, Game::Ggf(game)
        if to != Format::Ggf && game.result.is_some_and(|result| result.end.is_some()));
    if is_kept && !has_end {
        return;
    }
    written.lose(LossKind::Result, 1);
    if let Game::Transcript(game) = &read.game
        && let Some(result) = game.result
    {
        let kind = match (is_over, to) {
            (true, _) => WarningKind::Mismatch { result, score },
            (false, Format::Wthor) => WarningKind::Replaced { result, score },
            (false, _) => WarningKind::Lost { result },
        };
        written.warnings.push(Warning { place: read.place, kind });
    }
}

/// Converts a game to GGF. A finished game without a declared result gets the score of the board.
fn to_ggf(read: &ReadGame) -> ggf::Game {
    if let Game::Ggf(game) = &read.game {
        return game.as_ref().clone();
    }
    let position = read.position.clone();
    let on_board = || position.is_over().then(|| f64::from(position.final_score(Color::Black)));
    let score = read.game.declared_score().or_else(on_board);
    let mut start = position.clone();
    while start.undo().is_some() {}
    let mv = |mv| GameMove { mv, evaluation: None, seconds: None };
    ggf::Game {
        black: String::new(),
        white: String::new(),
        variant: Variant { random_discs: None, komi: false, anti: false, text: "8".into() },
        result: score.map(|score| GameResult { score, end: None }),
        komi: None,
        time: None,
        start,
        moves: position.history().iter().map(|turn| mv(turn.mv)).collect(),
        position,
        other: Vec::new(),
    }
}
