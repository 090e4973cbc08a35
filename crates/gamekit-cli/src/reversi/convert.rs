//! `gamekit reversi convert`: converts games and positions between formats.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args as ClapArgs;
use reversi_core::format::games::ReadGamesErrorKind;
use reversi_core::format::record;
use reversi_core::format::wthor::{Date, GameFile};
use reversi_core::format::{ContentKind, Contents, Format};
use serde::Serialize;

use super::game_files::{self, Skipped, is_standard, shown};
use super::game_output::{self, FileGame, Report};
use crate::atomic;
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path::Inputs;

/// Convert games between transcripts, WTHOR (.wtb), GGF and PGN, or lists of positions to OBF.
///
/// The input formats are detected from the content. The games of all inputs go into one file. Games that
/// cannot be read, or that a WTHOR file cannot hold, are reported and skipped; the exit code is then 2. If
/// no game can be read or a file is damaged, nothing is written. Names of players and tournaments are kept
/// in every format that has names: a WTHOR file gets its files of names (.jou, .trn) beside it, and the
/// names of a WTHOR input are read from such files. What the output format cannot hold is reported.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The files to read; `-` is standard input. For a folder: all game files in it and its subfolders.
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,
    /// The file to write; `-` is standard output. The report then goes to standard error. A file is written
    /// completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Output format [default: from the extension of OUT; text on standard output].
    #[arg(long, value_parser = game_output::parser(), value_name = "FORMAT")]
    to: Option<Format>,
    /// Year of the games in a new WTHOR file [default: the year of the games if they are from one year,
    /// otherwise the current year].
    #[arg(long, value_name = "YEAR")]
    wthor_year: Option<u16>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// An input file.
#[derive(Serialize)]
struct InputFile {
    file: String,
    /// The format.
    from: String,
    /// The number of converted games or positions.
    count: usize,
}

/// The report on a conversion.
#[derive(Serialize)]
struct Converted {
    input: Vec<InputFile>,
    output: Vec<String>,
    to: String,
    /// The number of games or positions in the output.
    count: usize,
    /// The number of games or positions that were skipped.
    skipped: usize,
    warnings: Vec<String>,
    lost_content: Vec<String>,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let to = game_output::format(args.to, &args.output)?;
    let files = game_output::inputs(&args.inputs, to.content())?;
    if !is_standard(&args.output) {
        Inputs::of(files.iter().filter(|path| !is_standard(path))).refuse(&args.output)?;
    }
    let (mut input, mut skipped) = (Vec::new(), Skipped::default());
    let (report, count) = if to.content() == ContentKind::Positions {
        positions(&files, &args.output, &mut input, &mut skipped)?
    } else {
        games(args, &files, to, &mut input, &mut skipped)?
    };
    if args.json {
        let errors = skipped.messages().iter().cloned();
        let converted = Converted {
            input,
            output: report.output.clone(),
            to: to.name().to_owned(),
            count,
            skipped: skipped.messages().len(),
            warnings: errors.chain(report.warnings()).collect(),
            lost_content: report.lost_content.clone(),
        };
        if is_standard(&args.output) {
            serde_json::to_writer(io::stderr(), &converted).map_err(io::Error::from)?;
            eprintln!();
        } else {
            Output::new(true).json_line(&converted)?;
        }
    } else {
        skipped.report();
        report.print(&args.output);
    }
    skipped.outcome()
}

/// Converts games.
fn games(
    args: &Args,
    files: &[PathBuf],
    to: Format,
    input: &mut Vec<InputFile>,
    skipped: &mut Skipped,
) -> Result<(Report, usize), Failure> {
    let mut all = Vec::new();
    for path in files {
        let (from, contents) = game_files::read(path)?;
        let Contents::Games(games) = contents else {
            return Err(game_files::about(path, &ReadGamesErrorKind::Positions));
        };
        // A single WTHOR file keeps its header and the numbers of its names.
        if from == Format::Wthor && to == from && files.len() == 1 && !is_standard(path) {
            let bytes = fs::read(path).map_err(|error| game_files::about(path, &error))?;
            let new = GameFile::new(Date::default(), 0);
            let written = record::convert(from, &bytes, to, &new)
                .map_err(|error| game_files::about(path, &error))?;
            input.push(InputFile::new(path, from, games.len()));
            return Ok((game_output::save(&written, &args.output)?, games.len()));
        }
        let before = all.len();
        for game in games {
            match game {
                Ok(game) => all.push(FileGame { path: path.clone(), game }),
                Err(error) => skipped.add(path, error),
            }
        }
        input.push(InputFile::new(path, from, all.len() - before));
    }
    let kept = game_output::without_other_starts(all, to, skipped);
    skipped.refuse_if_nothing_else(kept.len())?;
    let count = kept.len();
    Ok((game_output::write(kept, to, &args.output, args.wthor_year)?, count))
}

/// Writes the positions of all files as OBF. A game is written as its last position.
fn positions(
    files: &[PathBuf],
    output: &Path,
    input: &mut Vec<InputFile>,
    skipped: &mut Skipped,
) -> Result<(Report, usize), Failure> {
    let mut text = String::new();
    let mut total = 0;
    for path in files {
        let (from, contents) = game_files::read(path)?;
        let mut count = 0;
        let mut add = |line: Result<String, String>| match line {
            Ok(line) => {
                text.push_str(&line);
                count += 1;
            }
            Err(error) => skipped.add(path, error),
        };
        match contents {
            Contents::Positions(problems) => problems.into_iter().for_each(|problem| {
                let line = problem.map(|problem| format!("{problem}\n"));
                add(line.map_err(|error| error.to_string()));
            }),
            Contents::Games(games) => games.into_iter().for_each(|game| {
                let line = game.map(|game| format!("{};\n", game.position));
                add(line.map_err(|error| error.to_string()));
            }),
            _ => {}
        }
        input.push(InputFile::new(path, from, count));
        total += count;
    }
    skipped.refuse_if_nothing_else(total)?;
    let mut report = Report::default();
    report.output.push(output.display().to_string());
    if is_standard(output) {
        Output::new(false).text(&text)?;
    } else {
        atomic::write(output, text.as_bytes())?;
    }
    Ok((report, total))
}

impl InputFile {
    fn new(path: &Path, from: Format, count: usize) -> Self {
        Self { file: shown(path).display().to_string(), from: from.name().to_owned(), count }
    }
}
