//! The positions to solve: from the command line, from files of positions and from game records.

use std::fs;
use std::path::{Path, PathBuf};

use shogi_core::format::record::Mode;
use shogi_core::{Flaws, Move, NodeId, Position, Step};

use crate::error::Failure;
use crate::shogi::file;
use crate::shogi::input::{self, Contents};
use crate::shogi::position;

/// A position to solve.
pub(super) struct Problem {
    pub(super) position: Position,
    /// The file, line or name of the position.
    pub(super) name: Option<String>,
    /// The move that was played in a game.
    pub(super) played: Option<Played>,
}

/// A move of a game.
pub(super) struct Played {
    /// The number of moves before the position.
    pub(super) ply: usize,
    pub(super) step: Move,
}

/// Where positions come from.
pub(super) enum Source {
    File(PathBuf),
    /// A file of a folder. It is skipped if it contains neither positions nor games.
    InFolder(PathBuf),
    Position(Box<Position>),
}

/// Sorts the arguments into files and one position.
pub(super) fn sources(words: &[String]) -> Result<Vec<Source>, Failure> {
    if words.iter().any(|word| Path::new(word).exists()) {
        let mut sources = Vec::new();
        for word in words {
            let path = Path::new(word);
            if path.is_dir() {
                let mut files = Vec::new();
                folder(path, &mut files)?;
                files.sort();
                sources.extend(files.into_iter().map(Source::InFolder));
            } else {
                sources.push(Source::File(path.to_owned()));
            }
        }
        return Ok(sources);
    }
    let text = words.join(" ");
    match parse_position(&text) {
        Ok(position) => Ok(vec![Source::Position(Box::new(position))]),
        // A misspelled path is not reported as a bad position.
        Err(_) if !text.contains('/') || Path::new(&text).extension().is_some() => {
            Err(Failure::Message(format!("{text}: no such file or folder")))
        }
        Err(error) => Err(error.into()),
    }
}

/// Collects the files of a folder and of the folders in it.
fn folder(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let error = |error| Failure::about(path.display(), &error);
    for entry in fs::read_dir(path).map_err(error)? {
        let entry = entry.map_err(error)?;
        if entry.file_type().map_err(error)?.is_dir() {
            folder(&entry.path(), files)?;
        } else if entry.path().is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// A position, or a message with its place.
type Item = Result<Problem, String>;

impl Source {
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::InFolder(path) => Some(path),
            Self::Position(_) => None,
        }
    }

    pub(super) fn problems(&self) -> Result<Vec<Item>, Failure> {
        match self {
            Self::Position(position) => {
                Ok(vec![Ok(Problem { position: (**position).clone(), name: None, played: None })])
            }
            Self::File(path) | Self::InFolder(path) => {
                let bytes =
                    fs::read(path).map_err(|error| Failure::about(path.display(), &error))?;
                if let Some(problems) = positions(path, &bytes) {
                    return Ok(problems);
                }
                let is_games = matches!(input::open(path), Ok(Contents::Games(..)));
                match (self, games(path)) {
                    (_, Ok(items)) => Ok(items),
                    (Self::InFolder(_), Err(_)) if !is_games => Ok(Vec::new()),
                    // The other files of the folder are still read.
                    (Self::InFolder(_), Err(error)) => {
                        Ok(vec![Err(format!("{}: {error}", path.display()))])
                    }
                    (_, Err(error)) => {
                        Err(Failure::Message(format!("{}: {error}", path.display())))
                    }
                }
            }
        }
    }
}

/// Reads a file of positions. Returns `None` if the first line that is not a comment is not a position.
fn positions(path: &Path, bytes: &[u8]) -> Option<Vec<Item>> {
    let text = std::str::from_utf8(bytes).ok()?;
    // Lines with moves are games.
    if text.lines().any(|line| line.contains(" moves ")) {
        return None;
    }
    let mut items = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let item = match parse_line(line) {
            Ok(None) => continue,
            Ok(Some(problem)) => Ok(Problem {
                name: problem.name.or_else(|| Some(format!("{}:{}", path.display(), index + 1))),
                ..problem
            }),
            Err(_) if items.is_empty() => return None,
            Err(error) => Err(format!("{}: line {}: {error}", path.display(), index + 1)),
        };
        items.push(item);
    }
    (!items.is_empty()).then_some(items)
}

/// Reads a line of a file: an SFEN, or a name, a tab and an SFEN. Returns `None` for a comment.
pub(super) fn parse_line(line: &str) -> Result<Option<Problem>, String> {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let mut fields = line.split('\t');
    let first = fields.next().unwrap_or_default();
    match (parse_position(first), fields.next()) {
        (Ok(position), _) => Ok(Some(Problem { position, name: None, played: None })),
        (Err(_), Some(second)) => {
            let position = parse_position(second)?;
            Ok(Some(Problem { position, name: Some(first.to_owned()), played: None }))
        }
        (Err(error), None) => Err(error),
    }
}

/// Reads the positions before each move of the games of a file.
fn games(path: &Path) -> Result<Vec<Item>, String> {
    let (format, bytes) = match input::open(path)? {
        Contents::Games(format, bytes) => (format, bytes),
        Contents::Positions(format, _) => {
            return Err(format!(
                "{format} files contain labelled positions, expected games or SFENs"
            ));
        }
    };
    let mut items = Vec::new();
    for game in file::games(format, &bytes, Mode::Lenient)? {
        let game = match game {
            Ok(read) => read.game,
            Err(error) => {
                items.push(Err(format!("{}: {error}", path.display())));
                continue;
            }
        };
        let mut before = NodeId::ROOT;
        for (ply, id) in game.main_line().enumerate() {
            let Some(Step::Move(step)) = game.step(id) else { break };
            items.push(Ok(Problem {
                position: game.position(before),
                name: Some(path.display().to_string()),
                played: Some(Played { ply, step }),
            }));
            before = id;
        }
    }
    Ok(items)
}

/// Reads a position with the flaws that problems have.
fn parse_position(text: &str) -> Result<Position, String> {
    let position = position::parse_allowing_flaws(text)?;
    if position.flaws().contains(Flaws::OPPONENT_IN_CHECK) {
        return Err("the side that is not to move is in check".to_owned());
    }
    Ok(position)
}
