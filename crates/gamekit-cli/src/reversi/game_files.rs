//! Files of games and positions in any format. The format is detected from the content.

use std::fmt::Display;
use std::io::{self, Read};
use std::path::Path;

use reversi_core::Position;
use reversi_core::format::games::{self, ReadGamesErrorKind};
use reversi_core::format::obf::Problem;
use reversi_core::format::record::{ReadGame, ReadRecordError};
use reversi_core::format::wthor::Names;
use reversi_core::format::{
    Contents, Format, ReadError, ReadPositionError, appears_to_be, detect, read_as,
};

use crate::error::{Failure, Outcome};

/// The name of standard input in messages.
const STDIN: &str = "standard input";

/// Whether a path means standard input or standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the name of a file in messages.
pub(crate) fn shown(path: &Path) -> &Path {
    if is_standard(path) { Path::new(STDIN) } else { path }
}

/// Reads a file, or standard input for `-`. A WTHOR file gets the names of the files beside it.
pub(crate) fn read(path: &Path) -> Result<(Format, Contents), Failure> {
    if !is_standard(path) {
        return games::read_file(path).map_err(|error| Failure::from_error(&error));
    }
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|error| Failure::about(STDIN, &error))?;
    let format = detect(&bytes).ok_or_else(|| {
        let error = ReadError::UnknownFormat { appears_to_be: appears_to_be(&bytes) };
        Failure::about(STDIN, &error)
    })?;
    let contents = read_as(format, &bytes, &Names::default());
    Ok((format, contents.map_err(|error| Failure::about(STDIN, &error))?))
}

/// The games and positions that cannot be read, as messages with their files and places.
#[derive(Default)]
pub(crate) struct Skipped {
    messages: Vec<String>,
}

impl Skipped {
    /// Adds a game of a file.
    pub(crate) fn add(&mut self, path: &Path, error: impl Display) {
        self.messages.push(format!("{}: {error}", shown(path).display()));
    }

    pub(crate) fn messages(&self) -> &[String] {
        &self.messages
    }

    /// Prints the messages.
    pub(crate) fn report(&self) {
        self.messages.iter().for_each(|message| eprintln!("gamekit: {message}"));
    }

    /// Prints the messages and returns a failure if nothing else was read.
    pub(crate) fn refuse_if_nothing_else(&self, read: usize) -> Outcome {
        if read > 0 || self.messages.is_empty() {
            return Ok(());
        }
        self.report();
        Err(Failure::Reported)
    }

    /// Returns the outcome of a command that has reported the messages: a failure if something was
    /// skipped.
    pub(crate) fn outcome(&self) -> Outcome {
        if self.messages.is_empty() { Ok(()) } else { Err(Failure::Reported) }
    }
}

/// Reads the games of a file. Each game that cannot be read is an error item.
pub(crate) fn games(path: &Path) -> Result<Vec<Result<ReadGame, ReadRecordError>>, Failure> {
    match read(path)?.1 {
        Contents::Games(games) => Ok(games),
        _ => Err(about(path, &ReadGamesErrorKind::Positions)),
    }
}

/// Reads the games of a file without the games that cannot be read.
pub(crate) fn readable_games(path: &Path, skipped: &mut Skipped) -> Result<Vec<ReadGame>, Failure> {
    let take = |game: Result<_, _>| game.map_err(|error| skipped.add(path, error)).ok();
    Ok(games(path)?.into_iter().filter_map(take).collect())
}

/// Reads the positions of a file: the ends of its games, or the positions of a list. Each position has
/// its place in the file. Positions that cannot be read are skipped.
pub(crate) fn positions(
    path: &Path,
    skipped: &mut Skipped,
) -> Result<Vec<(String, Position)>, Failure> {
    match read(path)?.1 {
        Contents::Games(games) => {
            let position = |game: ReadGame| (game.place.to_string(), game.position);
            let take = |game: Result<ReadGame, _>| {
                game.map(position).map_err(|error| skipped.add(path, error)).ok()
            };
            Ok(games.into_iter().filter_map(take).collect())
        }
        Contents::Positions(problems) => {
            let take = |(number, problem): (usize, Result<Problem, ReadPositionError>)| {
                let problem = problem.map_err(|error| skipped.add(path, error)).ok()?;
                Some((format!("position {number}"), problem.position))
            };
            Ok((1..).zip(problems).filter_map(take).collect())
        }
        _ => Err(about(path, &ReadGamesErrorKind::NoGames)),
    }
}

/// Makes a failure with the name of a file.
pub(crate) fn about(path: &Path, error: &dyn std::error::Error) -> Failure {
    Failure::about(shown(path).display(), error)
}

/// Makes a failure about a place in a file.
pub(crate) fn at(path: &Path, place: impl Display, message: impl Display) -> Failure {
    Failure::Message(format!("{}: {place}: {message}", shown(path).display()))
}
