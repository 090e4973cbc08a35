//! The inputs of several files, and the output of games in any format.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use reversi_core::Position;
use reversi_core::format::games::files_of;
use reversi_core::format::record::{self, LossKind, ReadGame, Written};
use reversi_core::format::wthor::{Date, GameFile, GameRecord};
use reversi_core::format::{ContentKind, Format};

use super::game_files::{Skipped, is_standard, shown};
use crate::atomic;
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path;

/// The formats that `--to` accepts, with their help.
const FORMATS: [(Format, &str); 5] = [
    (Format::Transcripts, "Transcripts, one game per line"),
    (Format::Wthor, "A WTHOR game file, with its files of names"),
    (Format::Ggf, "GGF"),
    (Format::Pgn, "PGN"),
    (Format::Obf, "OBF: positions, one per line"),
];

/// Returns the parser of `--to`.
pub(crate) fn parser() -> impl TypedValueParser<Value = Format> {
    let values = FORMATS.map(|(format, help)| PossibleValue::new(format.name()).help(help));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Format>())
}

/// Returns the output format: that of `--to`, that of the extension of the path, or text on standard
/// output.
pub(crate) fn format(to: Option<Format>, output: &Path) -> Result<Format, Failure> {
    if let Some(to) = to {
        return Ok(to);
    }
    if is_standard(output) {
        return Ok(Format::Transcripts);
    }
    let named = output.extension().and_then(OsStr::to_str).and_then(Format::from_extension);
    named.ok_or_else(|| {
        let names = FORMATS.map(|(format, _)| format!(".{}", format.extension())).join(", ");
        let message = format!("cannot tell the format from the file name; use {names} or --to");
        Failure::Message(format!("{}: {message}", output.display()))
    })
}

/// A game that was read, and its file.
pub(crate) struct FileGame {
    pub(crate) path: PathBuf,
    pub(crate) game: ReadGame,
}

/// Returns the files of the arguments. A folder is replaced with its files with the kind of content.
pub(crate) fn inputs(paths: &[PathBuf], kind: ContentKind) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if is_standard(path) {
            files.push(path.clone());
        } else {
            let found = files_of(&[path], &[kind]).map_err(|error| Failure::from_error(&error))?;
            files.extend(found);
        }
    }
    output_path::refuse_twice(&files)?;
    Ok(files)
}

/// What a command reports about the games that it wrote.
#[derive(Default)]
pub(crate) struct Report {
    /// The files that were written.
    pub(crate) output: Vec<String>,
    /// Warnings about games, each with its file and place.
    warnings: Vec<[String; 2]>,
    /// What the format cannot hold.
    pub(crate) lost_content: Vec<String>,
}

impl Report {
    /// Prints the warnings and the notes about the output.
    pub(crate) fn print(&self, output: &Path) {
        for [place, warning] in &self.warnings {
            eprintln!("gamekit: {place}: warning: {warning}");
        }
        let output = if is_standard(output) { Path::new("standard output") } else { output };
        for loss in &self.lost_content {
            eprintln!("gamekit: {}: note: {loss}", output.display());
        }
    }

    /// Returns the warnings as messages.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = String> + '_ {
        self.warnings.iter().map(|warning| warning.join(": "))
    }
}

/// Skips the games that a format cannot hold because of their start.
pub(crate) fn without_other_starts(
    games: Vec<FileGame>,
    to: Format,
    skipped: &mut Skipped,
) -> Vec<FileGame> {
    if to != Format::Wthor {
        return games;
    }
    let is_usual = |file_game: &FileGame| {
        let FileGame { path, game } = file_game;
        let error = GameRecord::from_position(&game.position).err();
        error.map(|error| skipped.add(path, format_args!("{}: {error}", game.place))).is_none()
    };
    games.into_iter().filter(is_usual).collect()
}

/// Writes games to a file or to standard output. `year` is the year of a new WTHOR file.
pub(crate) fn write(
    games: Vec<FileGame>,
    to: Format,
    output: &Path,
    year: Option<u16>,
) -> Result<Report, Failure> {
    let (paths, games): (Vec<PathBuf>, Vec<ReadGame>) =
        games.into_iter().map(|game| (game.path, game.game)).unzip();
    let today = today();
    // If all games are of one year, the file keeps this year.
    let first = games.first().and_then(|game| game.info.year());
    let only = first.filter(|_| games.iter().all(|game| game.info.year() == first));
    let new = GameFile::new(today, year.or(only).unwrap_or(today.year));
    let written = record::write(to, &games, &new).map_err(|error| match error.index {
        Some(index) => Failure::about(shown(&paths[index]).display(), &error),
        None => Failure::from_error(&error),
    })?;
    let mut report = save(&written, output)?;
    for warning in &written.warnings {
        let place = format!("{}: {}", shown(&paths[warning.index]).display(), warning.place);
        report.warnings.push([place, warning.kind.to_string()]);
    }
    Ok(report)
}

/// Writes one played game to a file, in the format of its extension. `players` are the names for Black and
/// White.
pub(crate) fn write_one(position: &Position, players: [String; 2], output: &Path) -> Outcome {
    let to = format(None, output)?;
    if to.content() == ContentKind::Positions {
        return atomic::write(output, format!("{position};\n").as_bytes());
    }
    let today = today();
    let date = format!("{:04}.{:02}.{:02}", today.year, today.month, today.day);
    let game = record::played(position.clone(), players, Some(date));
    let new = GameFile::new(today, today.year);
    let written = record::write(to, &[game], &new).map_err(|error| Failure::from_error(&error))?;
    if let Some(players) = &written.names.players {
        atomic::write(&output.with_extension("jou"), &players.to_bytes())?;
    }
    atomic::write(output, &written.bytes)
}

/// Writes the bytes of a file and the files of names beside it.
pub(crate) fn save(written: &Written, output: &Path) -> Result<Report, Failure> {
    let mut report = Report::default();
    // The lost results of transcripts have their own warnings.
    let is_reported = |kind| kind == LossKind::Result && !written.warnings.is_empty();
    let losses = written.losses.iter().filter(|loss| !is_reported(loss.kind));
    report.lost_content.extend(losses.map(ToString::to_string));
    let names = [&written.names.players, &written.names.tournaments];
    let names: Vec<_> = names.into_iter().zip(["jou", "trn"]).collect();
    if is_standard(output) {
        if names.iter().any(|(file, _)| file.is_some()) {
            let message = "lost names, because standard output has no files of names";
            report.lost_content.push(message.to_owned());
        }
        Output::new(false).bytes(&written.bytes)?;
        report.output.push(output.display().to_string());
        return Ok(report);
    }
    for (file, extension) in names {
        if let Some(file) = file {
            let path = output.with_extension(extension);
            atomic::write(&path, &file.to_bytes())?;
            report.output.push(path.display().to_string());
        }
    }
    atomic::write(output, &written.bytes)?;
    report.output.insert(0, output.display().to_string());
    Ok(report)
}

/// Returns the current date in UTC.
fn today() -> Date {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Date::from_unix_days(u32::try_from(seconds / 86_400).unwrap_or(u32::MAX))
}
