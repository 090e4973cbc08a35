//! Files of shogi games and positions: what they are, and their games.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use shogi_core::format::encoding::{self, Encoding};
use shogi_core::format::record::{LossKind, Mode, ReadGame, ReadRecordError};
use shogi_core::format::usi::{self, PositionLine};
use shogi_core::format::{csa, ki2, kif};
use shogi_core::{Game, GameBuilder};

use crate::error::Failure;

/// What a file can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Format {
    /// Kakinoki's record, one game: `７六歩(77)`.
    Kif,
    /// The record of books and newspapers, one game: `▲７六歩`.
    Ki2,
    /// The record of the Computer Shogi Association, games one after the other: `+7776FU`.
    Csa,
    /// USI lines, `position startpos moves 7g7f`, a game a line.
    Usi,
    /// Training records of YaneuraOu, 40 bytes each.
    Psv,
    /// Training records of Apery, 38 bytes each.
    Hcpe,
    /// Labelled positions as lines: SFEN, move, evaluation, result (0 draw, 1 Black, 2 White), with
    /// tabs between them.
    Text,
    /// The same as JSON lines.
    Json,
}

impl Format {
    /// How the names of such files end.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Usi => "usi",
            Self::Psv => "psv",
            Self::Hcpe => "hcpe",
            Self::Text => "txt",
            Self::Json => "jsonl",
        }
    }

    /// The format that the name of a file promises.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match end.as_str() {
            "kif" | "kifu" => Self::Kif,
            "ki2" | "ki2u" => Self::Ki2,
            "csa" => Self::Csa,
            "usi" | "sfen" => Self::Usi,
            "psv" => Self::Psv,
            "hcpe" => Self::Hcpe,
            "txt" | "tsv" => Self::Text,
            "jsonl" => Self::Json,
            _ => return None,
        })
    }

    /// Whether it holds labelled positions and no games.
    pub(crate) const fn is_labelled(self) -> bool {
        matches!(self, Self::Psv | Self::Hcpe | Self::Text | Self::Json)
    }

    /// The format of a file by what it holds. Training records have no mark: they are known by the
    /// name of the file.
    pub(crate) fn of(path: &Path, bytes: &[u8]) -> Option<Self> {
        let named = Self::of_name(path);
        if let Some(Self::Psv | Self::Hcpe) = named {
            return named;
        }
        let (text, _) = encoding::decode(bytes).ok()?;
        // Headers alone, or a diagram, where nothing says more.
        let headers = || text.contains('：').then_some(Self::Kif);
        Self::of_text(&text).or(named).or_else(headers)
    }

    fn of_text(text: &str) -> Option<Self> {
        for line in text.lines().map(str::trim).take(1000) {
            let first = line.chars().next();
            let numbered = || {
                let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
                rest.len() < line.len() && rest.starts_with([' ', '\u{3000}'])
            };
            match first {
                _ if line.starts_with("position ") || line.starts_with("sfen ") => {
                    return Some(Self::Usi);
                }
                _ if line.starts_with("startpos") => return Some(Self::Usi),
                Some('+' | '-') if is_csa_move(line) => return Some(Self::Csa),
                Some('P') if is_csa_start(line) => return Some(Self::Csa),
                Some('{') if line.contains("\"sfen\"") => return Some(Self::Json),
                Some('▲' | '△' | '▼' | '▽' | '☗' | '☖') => return Some(Self::Ki2),
                _ if line.starts_with("手数") && line.contains("指手") => {
                    return Some(Self::Kif);
                }
                Some('0'..='9') if numbered() => return Some(Self::Kif),
                _ if line.matches('/').count() == 8 && line.contains('\t') => {
                    return Some(Self::Text);
                }
                _ if line.matches('/').count() == 8 && !line.contains('：') => {
                    return Some(Self::Usi);
                }
                _ => {}
            }
        }
        None
    }
}

/// `+7776FU`, and what may follow on the line.
fn is_csa_move(line: &str) -> bool {
    let squares = line.as_bytes().get(1..5);
    let piece = line.as_bytes().get(5..7);
    squares.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit))
        && piece.is_some_and(|name| name.iter().all(u8::is_ascii_uppercase))
}

/// `PI`, `P1-KY..`, `P+..`, `P-..`.
fn is_csa_start(line: &str) -> bool {
    matches!(line.as_bytes().get(1), Some(b'I' | b'1'..=b'9' | b'+' | b'-'))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Json => "json",
            other => other.extension(),
        })
    }
}

/// The games of a file; what is wrong with one of several stands in its place.
pub(crate) fn games(
    format: Format,
    bytes: &[u8],
    mode: Mode,
) -> Result<Vec<Result<ReadGame, String>>, String> {
    let text = |error: ReadRecordError| error.to_string();
    match format {
        Format::Kif => kif::read(bytes, mode).map(|game| vec![Ok(game)]).map_err(text),
        Format::Ki2 => ki2::read(bytes, mode).map(|game| vec![Ok(game)]).map_err(text),
        Format::Csa => {
            let games = csa::read(bytes, mode).map_err(text)?;
            Ok(games.into_iter().map(|game| game.map_err(text)).collect())
        }
        Format::Usi => usi_games(bytes),
        other => Err(format!("{other} holds positions, expected games")),
    }
}

fn usi_games(bytes: &[u8]) -> Result<Vec<Result<ReadGame, String>>, String> {
    let (text, _) = encoding::decode(bytes).map_err(|error| error.to_string())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let games: Vec<_> = lines
        .map(|(index, line)| {
            usi_game(line.trim_end()).map_err(|error| format!("line {}: {error}", index + 1))
        })
        .collect();
    if games.is_empty() { Err("no games, expected one a line".to_owned()) } else { Ok(games) }
}

fn usi_game(line: &str) -> Result<ReadGame, String> {
    let read = usi::parse_position(line).map_err(|error| error.to_string())?;
    let mut builder = GameBuilder::new(read.start);
    for step in read.moves {
        builder.play(step).map_err(|error| error.to_string())?;
    }
    Ok(ReadGame { game: builder.finish(), warnings: Vec::new() })
}

/// A game as bytes, with what the format could not hold.
pub(crate) fn write(
    format: Format,
    game: &Game,
    to: Encoding,
) -> Result<(Vec<u8>, Vec<String>), String> {
    let written = match format {
        Format::Kif => kif::write(game),
        Format::Ki2 => ki2::write(game),
        Format::Csa => csa::write(game),
        Format::Usi => return Ok(usi_line(game)),
        other => return Err(format!("games cannot be written as {other}")),
    };
    let (bytes, losses) = written.into_bytes(to).map_err(|error| error.to_string())?;
    Ok((bytes, losses.iter().map(ToString::to_string).collect()))
}

fn usi_line(game: &Game) -> (Vec<u8>, Vec<String>) {
    let line = PositionLine {
        start: game.start().clone(),
        moves: game.moves().collect(),
        position: game.final_position(),
    };
    let ids = || game.preorder();
    let counts = [
        (LossKind::Variation, ids().filter(|&id| game.next_variation(id).is_some()).count()),
        (LossKind::Comment, ids().filter(|&id| game.comment(id).is_some()).count()),
        (LossKind::Time, ids().filter(|&id| game.time(id).is_some()).count()),
        (LossKind::Field, game.fields().count()),
        (LossKind::End, usize::from(game.end().is_some())),
    ];
    let losses = counts.iter().filter(|(_, count)| *count > 0);
    let losses = losses.map(|(kind, count)| format!("lost {kind} ({count})")).collect();
    (format!("{line}\n").into_bytes(), losses)
}

/// A file among the inputs, and where in a folder of them it lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    /// Its path below the folder that was named, or its name.
    pub(crate) below: PathBuf,
}

/// The files among the inputs; of folders all files in them that are records by their names, or
/// else by what they hold.
pub(crate) fn inputs(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = inputs.len();
            folder(path, path, &mut inputs)?;
            inputs[before..].sort();
        } else {
            let below = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            inputs.push(Input { path: path.clone(), below });
        }
    }
    Ok(inputs)
}

fn folder(root: &Path, path: &Path, inputs: &mut Vec<Input>) -> Result<(), Failure> {
    let error = |error| Failure::about(path.display(), &error);
    for entry in fs::read_dir(path).map_err(error)? {
        let entry = entry.map_err(error)?;
        let path = entry.path();
        // Links to folders are not followed: they may lead in a circle.
        if entry.file_type().map_err(error)?.is_dir() {
            folder(root, &path, inputs)?;
        } else if is_record(&path) {
            let below = path.strip_prefix(root).unwrap_or(&path).to_owned();
            inputs.push(Input { path, below });
        }
    }
    Ok(())
}

/// Whether a file in a folder is one of ours. Text files may be anything.
fn is_record(path: &Path) -> bool {
    /// A text that is larger says by its name what it is.
    const LARGEST: u64 = 1 << 24;
    match Format::of_name(path) {
        None | Some(Format::Text) => {
            let is_small = fs::metadata(path).is_ok_and(|data| data.len() <= LARGEST);
            let bytes = if is_small { fs::read(path).unwrap_or_default() } else { Vec::new() };
            encoding::decode(&bytes).is_ok_and(|(text, _)| Format::of_text(&text).is_some())
        }
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_seen_from_what_a_file_holds() {
        for (text, format) in [
            ("手合割：平手\n手数----指手--\n   1 ７六歩(77)\n", Format::Kif),
            ("手合割：平手\n先手：A\n\n▲７六歩 △３四歩\n", Format::Ki2),
            ("   1 ７六歩(77)   ( 0:01/00:00:01)\n", Format::Kif),
            ("V2.2\nN+A\nPI\n+\n+7776FU\nT1\n", Format::Csa),
            ("'comment\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n", Format::Csa),
            ("+7776FU,T12\n", Format::Csa),
            ("position startpos moves 7g7f\n", Format::Usi),
            ("4k4/9/9/9/9/9/9/9/4K4 b - 1\n", Format::Usi),
            ("4k4/9/9/9/9/9/9/9/4K4 b - 1\t5i5h\t0\t1\n", Format::Text),
            ("{\"sfen\":\"x\"}\n", Format::Json),
        ] {
            assert_eq!(Format::of(Path::new("x.dat"), text.as_bytes()), Some(format), "{text}");
        }
        assert_eq!(Format::of(Path::new("a.PSV"), b"123"), Some(Format::Psv));
        assert_eq!(Format::of(Path::new("a.dat"), b"hello"), None);
    }
}
