//! Files of games: transcripts, one a line, or WTHOR, told apart by their content.

use std::fs;
use std::path::{Path, PathBuf};

use reversi_core::Position;
use reversi_core::format::transcript::{self, Transcript};
use reversi_core::format::wthor::{GameFile, GameRecord};

use crate::error::Failure;

/// The games of a file.
pub(crate) enum Games {
    /// From transcripts.
    Text(Vec<Transcript>),
    /// From WTHOR, not replayed yet.
    Wthor(GameFile),
}

impl Games {
    /// The games replayed.
    pub(crate) fn positions(self, path: &Path) -> Result<Vec<Position>, Failure> {
        match self {
            Self::Text(games) => Ok(games.into_iter().map(|game| game.position).collect()),
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

/// Reads a file whole.
pub(crate) fn read(path: &Path) -> Result<Games, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::about(path.display(), &error))?;
    let named_wthor = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("wtb"));
    match std::str::from_utf8(&bytes) {
        // The header of a WTHOR file has zeros, a text has none.
        Ok(text) if !named_wthor && !bytes.contains(&0) => text_games(path, text),
        _ => match GameFile::from_bytes(&bytes) {
            Ok(file) => Ok(Games::Wthor(file)),
            Err(error) => Err(Failure::about(path.display(), &error)),
        },
    }
}

fn text_games(path: &Path, text: &str) -> Result<Games, Failure> {
    let mut games = Vec::new();
    for (line, game) in transcript::lines(text) {
        let place = format!("{}: line {line}", path.display());
        games.push(game.map_err(|error| Failure::about(place, &error))?);
    }
    if games.is_empty() {
        let message = "no games, expected a WTHOR file or transcripts, one a line";
        return Err(Failure::Message(format!("{}: {message}", path.display())));
    }
    Ok(Games::Text(games))
}

/// The files among the inputs, and those of games in the folders among them.
pub(crate) fn files(inputs: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for input in inputs {
        if !input.is_dir() {
            files.push(input.clone());
            continue;
        }
        let before = files.len();
        games_of_folder(input, &mut files)?;
        if files.len() == before {
            let message = "no .wtb or .txt file in this folder";
            return Err(Failure::Message(format!("{}: {message}", input.display())));
        }
        files[before..].sort();
    }
    Ok(files)
}

fn games_of_folder(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let error = |error| Failure::about(folder.display(), &error);
    for entry in fs::read_dir(folder).map_err(error)? {
        let entry = entry.map_err(error)?;
        let path = entry.path();
        // Links to folders are not followed: they may lead in a circle.
        if entry.file_type().map_err(error)?.is_dir() {
            games_of_folder(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("wtb") || end.eq_ignore_ascii_case("txt"))
        {
            files.push(path);
        }
    }
    Ok(())
}
