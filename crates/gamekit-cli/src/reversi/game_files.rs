//! Files of games and positions in any format. The format is detected from the content.

use std::fmt::Display;
use std::io::{self, Read};
use std::path::Path;

use reversi_core::Position;
use reversi_core::format::games::{self, ReadGamesErrorKind};
use reversi_core::format::record::ReadGame;
use reversi_core::format::wthor::Names;
use reversi_core::format::{
    Contents, Format, ReadError, ReadPositionError, appears_to_be, detect, read_as,
};

use crate::error::Failure;

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

/// Reads the games of a file. The first fault is an error.
pub(crate) fn games(path: &Path) -> Result<Vec<ReadGame>, Failure> {
    match read(path)?.1 {
        Contents::Games(games) => {
            games.into_iter().collect::<Result<_, _>>().map_err(|error| about(path, &error))
        }
        _ => Err(about(path, &ReadGamesErrorKind::Positions)),
    }
}

/// Reads the positions of a file: the ends of its games, or the positions of a list. Each position has
/// its place in the file. The first fault is an error.
pub(crate) fn positions(path: &Path) -> Result<Vec<(String, Position)>, Failure> {
    match read(path)?.1 {
        Contents::Games(games) => {
            let position = |game: ReadGame| (game.place.to_string(), game.position);
            let games = games.into_iter().map(|game| game.map(position));
            games.collect::<Result<_, _>>().map_err(|error| about(path, &error))
        }
        Contents::Positions(problems) => {
            let problems = (1..).zip(problems);
            let problems =
                problems.map(|(number, read)| Ok((format!("position {number}"), read?.position)));
            problems
                .collect::<Result<_, _>>()
                .map_err(|error: ReadPositionError| about(path, &error))
        }
        _ => Err(about(path, &ReadGamesErrorKind::NoGames)),
    }
}

/// Makes a failure with the name of a file.
fn about(path: &Path, error: &dyn std::error::Error) -> Failure {
    Failure::about(shown(path).display(), error)
}

/// Makes a failure about a place in a file.
pub(crate) fn at(path: &Path, place: impl Display, message: impl Display) -> Failure {
    Failure::Message(format!("{}: {place}: {message}", shown(path).display()))
}
