//! Game files: transcripts, one per line, or WTHOR. The format is detected from the content.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use reversi_core::Position;
use reversi_core::format::games::GameFormat;
use reversi_core::format::transcript::{self, Transcript};
use reversi_core::format::wthor::{GameFile, GameRecord};

use crate::error::Failure;

/// The name of standard input in errors.
pub(crate) const STDIN: &str = "standard input";

/// The games of a file.
pub(crate) enum Games {
    /// Transcripts with their line numbers.
    Text(Vec<(usize, Transcript)>),
    /// A WTHOR file. Its games are not replayed yet.
    Wthor(GameFile),
}

impl Games {
    /// Replays the games.
    pub(crate) fn positions(self, path: &Path) -> Result<Vec<Position>, Failure> {
        match self {
            Self::Text(games) => Ok(games.into_iter().map(|(_, game)| game.position).collect()),
            Self::Wthor(file) => {
                let replay = |(index, record): (usize, &GameRecord)| {
                    let place = format!("{}: record {}", path.display(), index + 1);
                    record.replay().map_err(|error| Failure::about(place, &error))
                };
                file.games.iter().enumerate().map(replay).collect()
            }
        }
    }
}

/// Reads a whole file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Games, Failure> {
    let (path, bytes) = if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        (Path::new(STDIN), read.map(|_| bytes))
    } else {
        (path, fs::read(path))
    };
    let bytes = bytes.map_err(|error| Failure::about(path.display(), &error))?;
    match GameFormat::of(path, &bytes) {
        GameFormat::Wthor => GameFile::from_bytes(&bytes)
            .map(Games::Wthor)
            .map_err(|error| Failure::about(path.display(), &error)),
        _ => match std::str::from_utf8(&bytes) {
            Ok(text) => text_games(path, text),
            Err(error) => {
                let place = format!("{}: byte {}", path.display(), error.valid_up_to());
                Err(Failure::Message(format!("{place}: not UTF-8 text")))
            }
        },
    }
}

fn text_games(path: &Path, text: &str) -> Result<Games, Failure> {
    let mut games = Vec::new();
    for (line, game) in transcript::lines(text) {
        let place = format!("{}: line {line}", path.display());
        games.push((line, game.map_err(|error| Failure::about(place, &error))?));
    }
    if games.is_empty() {
        let message = "no games, expected a WTHOR file or transcripts, one per line";
        return Err(Failure::Message(format!("{}: {message}", path.display())));
    }
    Ok(Games::Text(games))
}
