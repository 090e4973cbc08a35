//! `gamekit reversi convert`: converts games between transcripts and WTHOR.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args as ClapArgs;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use reversi_core::format::Format;
use reversi_core::format::record::{self, ConvertError, Warning};
use reversi_core::format::wthor::{Date, GameFile};

use super::game_files;
use crate::atomic;
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path::Inputs;

/// Convert games between transcripts, one game per line, and WTHOR files (.wtb).
///
/// The input format is detected from the content. If the file is damaged or a game is illegal, no
/// output is written. The players, tournaments and theoretical scores of a WTHOR file are lost in
/// transcripts.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The file to read; `-` is standard input.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write; `-` is standard output. A file is written completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Output format [default: text or wthor, from the extension .txt or .wtb of OUT; text on
    /// standard output].
    #[arg(long, value_parser = parser(), value_name = "FORMAT")]
    to: Option<Format>,
    /// Year of the games in a new WTHOR file [default: the current year].
    #[arg(long, value_name = "YEAR")]
    year: Option<u16>,
}

/// The formats that `--to` accepts, with their help.
const FORMATS: [(Format, &str); 2] =
    [(Format::Transcripts, "Transcripts, one game per line"), (Format::Wthor, "A WTHOR game file")];

/// Returns the parser of `--to`.
fn parser() -> impl TypedValueParser<Value = Format> {
    let values = FORMATS.map(|(format, help)| PossibleValue::new(format.name()).help(help));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Format>())
}

/// Returns the format for the extension of a file name.
fn format_of_name(path: &Path) -> Result<Format, Failure> {
    let format = path.extension().and_then(OsStr::to_str).and_then(Format::from_extension);
    let is_accepted = |format: &Format| FORMATS.iter().any(|(accepted, _)| accepted == format);
    format.filter(is_accepted).ok_or_else(|| {
        let message = "cannot tell the format from the file name; use .txt, .wtb or --to";
        Failure::Message(format!("{}: {message}", path.display()))
    })
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let is_standard = |path: &Path| path == Path::new("-");
    let is_stdout = is_standard(&args.output);
    if !is_stdout && !is_standard(&args.input) {
        Inputs::of([&args.input]).refuse(&args.output)?;
    }
    let to = match args.to {
        Some(to) => to,
        None if is_stdout => Format::Transcripts,
        None => format_of_name(&args.output)?,
    };
    let (from, bytes) = game_files::open(&args.input)?;
    let input = game_files::shown(&args.input).display();
    let today = today();
    let new = GameFile::new(today, args.year.unwrap_or(today.year));
    let written = record::convert(from, &bytes, to, &new).map_err(|error| match error {
        ConvertError::Read(error) => Failure::about(&input, &error),
        error => Failure::from_error(&error),
    })?;
    for Warning { place, kind, .. } in &written.warnings {
        eprintln!("gamekit: {input}: {place}: warning: {kind}");
    }
    if is_stdout {
        Ok(Output::new(false).bytes(&written.bytes)?)
    } else {
        atomic::write(&args.output, &written.bytes)
    }
}

/// Returns the current date in UTC.
fn today() -> Date {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Date::from_unix_days(u32::try_from(seconds / 86_400).unwrap_or(u32::MAX))
}
