//! `gamekit reversi convert`: converts games and positions between formats.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use reversi_core::format::record::{self, ReadRecordError};
use reversi_core::format::wthor::{Date, GameFile};
use reversi_core::format::{ContentKind, Contents, Format, ReadPositionError, detect_named};

use super::game_files::{self, is_standard, shown};
use super::game_output;
use crate::atomic;
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path::Inputs;

/// Convert games between transcripts, WTHOR (.wtb), GGF and PGN, or lists of positions to OBF.
///
/// The input formats are detected from the content. The games of all inputs go into one file. If a game
/// is illegal or a file is damaged, nothing is written. Names of players and tournaments are kept in
/// every format that has names: a WTHOR file gets its files of names (.jou, .trn) beside it, and the
/// names of a WTHOR input are read from such files. What the output format cannot hold is reported.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The files to read; `-` is standard input. For a folder: all game files in it and its subfolders.
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,
    /// The file to write; `-` is standard output. A file is written completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Output format [default: from the extension of OUT; text on standard output].
    #[arg(long, value_parser = game_output::parser(), value_name = "FORMAT")]
    to: Option<Format>,
    /// Year of the games in a new WTHOR file [default: the year of the games if they are from one year,
    /// otherwise the current year].
    #[arg(long, value_name = "YEAR")]
    wthor_year: Option<u16>,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let to = game_output::format(args.to, &args.output)?;
    let files = game_output::inputs(&args.inputs, to.content())?;
    if !is_standard(&args.output) {
        Inputs::of(files.iter().filter(|path| !is_standard(path))).refuse(&args.output)?;
    }
    if to.content() == ContentKind::Positions {
        return positions(&files, &args.output);
    }
    // A single WTHOR file keeps its header and the numbers of its names.
    if let [path] = files.as_slice()
        && to == Format::Wthor
        && let Some(bytes) = wthor(path)?
    {
        let new = GameFile::new(Date::default(), 0);
        let written = record::convert(Format::Wthor, &bytes, to, &new)
            .map_err(|error| Failure::about(shown(path).display(), &error))?;
        return game_output::save(&written, &args.output);
    }
    game_output::write(game_output::games(&files)?, to, &args.output, args.wthor_year)
}

/// Returns the bytes of a WTHOR file, or `None` for a file in another format.
fn wthor(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    if is_standard(path) {
        return Ok(None);
    }
    let bytes = fs::read(path).map_err(|error| Failure::about(path.display(), &error))?;
    let format = detect_named(&path.to_string_lossy(), &bytes);
    Ok((format == Some(Format::Wthor)).then_some(bytes))
}

/// Writes the positions of all files as OBF. A game is written as its last position.
fn positions(files: &[PathBuf], output: &Path) -> Outcome {
    let mut text = String::new();
    for path in files {
        let about = |error: &dyn std::error::Error| Failure::about(shown(path).display(), error);
        match game_files::read(path)?.1 {
            Contents::Positions(problems) => {
                for problem in problems {
                    let problem = problem.map_err(|error: ReadPositionError| about(&error))?;
                    text.push_str(&format!("{problem}\n"));
                }
            }
            Contents::Games(games) => {
                for game in games {
                    let game = game.map_err(|error: ReadRecordError| about(&error))?;
                    text.push_str(&format!("{};\n", game.position));
                }
            }
            _ => {}
        }
    }
    if is_standard(output) {
        return Ok(Output::new(false).text(&text)?);
    }
    atomic::write(output, text.as_bytes())
}
