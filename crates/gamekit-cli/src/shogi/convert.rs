//! `gamekit shogi convert`: converts records and positions between formats.

mod names;

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;
use shogi_core::format::encoding::Encoding;
use shogi_core::format::record::Mode;
use shogi_core::format::samples::SampleWriter;
use shogi_core::format::{ContentKind, Format};

use super::file;
use super::input::{self, Contents, Input, is_standard};
use super::sample_files::{self, Passed, WriteError};
use crate::error::{Failure, Outcome, describe};
use crate::output::{Answer, Output};
use crate::output_path::Inputs;
use crate::{atomic, interrupt, progress, threads};
use names::Names;

/// Convert files of games, or of labelled positions (training data), to another format.
///
/// The input formats are detected from the content. A folder is converted with its subfolders into
/// an output folder. Output files of the same run never overwrite each other: `a.kif` and `a.csa`
/// become `a.kif.usi` and `a.csa.usi`, and the games of one file become `a-1.kif` and `a-2.kif`.
///
/// The command reports warnings for each file, and the content that the output format cannot hold.
/// If a file cannot be read, the error is reported, the other files are still converted, and the
/// exit code is 2. With `--lenient`, the exit code is 1 if the command skipped a part of a record.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files and folders to read. `-` is standard input.
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,
    /// The output file, or an output folder for several files. `-` is standard output; the report
    /// then goes to standard error. Each file is written completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Output format: kif, ki2, csa, jkf or usi for games; psv, hcpe, text or json for labelled positions
    /// [default: from the extension of OUT].
    #[arg(
        long,
        value_parser = file::parser(),
        value_name = "FORMAT",
        hide_possible_values = true,
        long_help = formats()
    )]
    to: Option<Format>,
    /// Skip text that cannot be parsed and moves that cannot be played, and print warnings.
    #[arg(long)]
    lenient: bool,
    /// Encoding of KIF, KI2 and CSA files that are written.
    #[arg(long, value_enum, default_value_t = Charset::Utf8)]
    encoding: Charset,
    /// Number of threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object per file.
    #[arg(long)]
    json: bool,
}

/// Returns the help of `--to`. Games and labelled positions cannot be converted to each other.
fn formats() -> String {
    let mut text = "Output format [default: from the extension of OUT]".to_owned();
    let heads =
        [("For games:", ContentKind::Games), ("For labelled positions:", ContentKind::Samples)];
    for (head, content) in heads {
        text.push_str(&format!("\n\n{head}{}", file::help(content)));
    }
    text
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Charset {
    #[value(name = "utf-8")]
    Utf8,
    #[value(name = "shift_jis", alias = "sjis")]
    ShiftJis,
}

/// The report on one file.
#[derive(Default, Serialize)]
struct Report {
    file: String,
    output: Vec<String>,
    from: Option<String>,
    to: String,
    /// The number of games or records.
    count: u64,
    warnings: Vec<String>,
    #[serde(rename = "lost_content")]
    losses: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Whether the lenient reader skipped or replaced parts of the input.
    #[serde(skip)]
    is_repaired: bool,
}

impl Answer for Report {
    fn text(&self) -> String {
        let from = self.from.as_deref().unwrap_or("?");
        let outputs = self.output.join(", ");
        let mut text =
            format!("{}: {from} to {}: {} -> {outputs}\n", self.file, self.to, self.count);
        for warning in &self.warnings {
            text.push_str(&format!("  warning: {warning}\n"));
        }
        for loss in &self.losses {
            text.push_str(&format!("  {loss}\n"));
        }
        text
    }
}

/// The number of files in a portion. Reports are printed after each portion.
const PORTION: usize = 256;

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    // With this handler, Ctrl-C does not end the program while a file is being written.
    interrupt::flag();
    let inputs = input::inputs(&args.inputs)?;
    let is_folder = args.output.is_dir()
        || args.output.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
    let single = match args.inputs.as_slice() {
        [input] => !input.is_dir() && !is_folder,
        _ => false,
    };
    let Some(to) = args.to.or_else(|| file::of_output(&args.output).filter(|_| single)) else {
        // The extension of OUT determines the format only if OUT is a single file.
        let ends = if single && !is_standard(&args.output) { file::EXTENSIONS } else { "" };
        let or = if ends.is_empty() { "" } else { ", or " };
        let whose = match (single, is_standard(&args.output)) {
            (true, true) => "of standard output",
            (true, false) => "from the file name",
            (false, _) => "from the name of a folder",
        };
        let message = format!("cannot tell the format {whose}; use");
        let output = args.output.display();
        return Err(Failure::Message(format!("{output}: {message} {ends}{or}--to")));
    };
    let to_standard = is_standard(&args.output);
    if to_standard && !single {
        return Err(Failure::Message(
            "-: standard output can hold only one output file, expected a folder".to_owned(),
        ));
    }
    let mut names = Names::default();
    let outputs = if single {
        vec![args.output.clone()]
    } else {
        names.in_folder(&inputs, &args.output, to.extension())
    };
    let is_file = |path: &&PathBuf| !is_standard(path);
    let read = Inputs::of(inputs.iter().map(|input| &input.path).filter(is_file));
    outputs.iter().filter(is_file).try_for_each(|output| read.refuse(output))?;
    let bar = progress::bar(inputs.len() as u64, "converting");
    let pool = threads::pool(args.threads)?;
    let mut output = (!to_standard).then(|| Output::new(args.json));
    let (mut broken, mut is_partial) = (0, false);
    for (inputs, outputs) in inputs.chunks(PORTION).zip(outputs.chunks(PORTION)) {
        let convert = |(input, output): (&Input, &PathBuf)| {
            let converted = convert(input, output, to, args);
            bar.inc(1);
            converted
        };
        let converted: Vec<Converted> =
            pool.install(|| inputs.par_iter().zip(outputs).map(convert).collect());
        // This loop is sequential, so that names do not depend on the order of threads.
        let place = |(converted, output): (&Converted, &PathBuf)| match converted.files.len() {
            0 | 1 => vec![output.clone()],
            games => names.numbered(output, games),
        };
        let places: Vec<Vec<PathBuf>> = converted.iter().zip(outputs).map(place).collect();
        let reports: Vec<Report> = pool.install(|| {
            converted
                .into_par_iter()
                .zip(places)
                .map(|(done, places)| done.write(&places, &read))
                .collect()
        });
        broken += reports.iter().filter(|report| report.error.is_some()).count();
        is_partial |= reports.iter().any(|report| report.is_repaired);
        bar.suspend(|| reports.iter().try_for_each(|report| tell(report, args.json, &mut output)))?;
    }
    bar.finish_and_clear();
    if interrupt::is_asked() {
        return Err(Failure::Interrupted);
    }
    if broken == 0 {
        return if is_partial { Err(Failure::Partial) } else { Ok(()) };
    }
    if inputs.len() > 1 && !args.json {
        eprintln!("gamekit: {broken} of {} files were not converted", inputs.len());
    }
    Err(Failure::Reported)
}

/// Prints a report on standard output. If OUT is standard output, prints the report on standard
/// error.
fn tell(report: &Report, json: bool, output: &mut Option<Output>) -> Outcome {
    match (&report.error, output) {
        (Some(error), _) if !json => eprintln!("gamekit: {}: {error}", report.file),
        (_, Some(output)) => output.answer(report)?,
        (_, None) if json => {
            serde_json::to_writer(io::stderr(), report).map_err(io::Error::from)?;
            eprintln!();
        }
        (_, None) => eprint!("{}", report.text()),
    }
    Ok(())
}

/// A file that was read: its report and the files to write.
struct Converted {
    report: Report,
    files: Vec<Vec<u8>>,
}

fn convert(input: &Input, output: &Path, to: Format, args: &Args) -> Converted {
    let mut report =
        Report { file: input.path.display().to_string(), to: to.to_string(), ..Report::default() };
    let files = match try_convert(input, output, to, args, &mut report) {
        Ok(files) => files,
        Err(error) => {
            report.error = Some(error);
            Vec::new()
        }
    };
    Converted { report, files }
}

/// Returns the output files for games. Labelled positions are written while they are read.
fn try_convert(
    input: &Input,
    output: &Path,
    to: Format,
    args: &Args,
    report: &mut Report,
) -> Result<Vec<Vec<u8>>, String> {
    if interrupt::is_asked() {
        return Err(INTERRUPTED.to_owned());
    }
    let (from, bytes) = match input::open(&input.path)? {
        Contents::Games(from, bytes) => (from, bytes),
        Contents::Positions(from, reader) => {
            report.from = Some(from.to_string());
            if to.content() != ContentKind::Samples {
                return Err(format!("positions cannot be written as {to}"));
            }
            let (passed, losses) = positions(from, reader, output, to, args.lenient)?;
            report.count = passed.records;
            report.is_repaired = !passed.warnings.is_empty();
            report.warnings = passed.warnings;
            report.losses = losses;
            report.output.push(output.display().to_string());
            return Ok(Vec::new());
        }
    };
    report.from = Some(from.to_string());
    let mode = if args.lenient { Mode::Lenient } else { Mode::Strict };
    let (mut games, mut broken) = (Vec::new(), Vec::new());
    for game in file::games(from, &bytes, mode)? {
        match game {
            Ok(game) => games.push(game),
            Err(error) if args.lenient => broken.push(error),
            Err(error) => return Err(error),
        }
    }
    if games.is_empty() && !broken.is_empty() {
        return Err(broken.swap_remove(0));
    }
    report.warnings.extend(broken.iter().map(|error| format!("skipped a game: {error}")));
    report.is_repaired = !broken.is_empty();
    report.count = games.len() as u64;
    let encoding = match args.encoding {
        Charset::Utf8 => Encoding::Utf8,
        Charset::ShiftJis => Encoding::ShiftJis,
    };
    let mut files: Vec<Vec<u8>> = Vec::new();
    for read in &games {
        report.is_repaired |= read.warnings.iter().any(|warning| warning.kind.is_repair());
        report.warnings.extend(read.warnings.iter().map(ToString::to_string));
        let (bytes, losses) = file::write(to, &read.game, encoding)?;
        report.losses.extend(losses);
        match files.last_mut() {
            Some(file) if to == Format::Usi => file.extend(bytes),
            Some(file) if to == Format::Csa => {
                file.extend(b"/\n");
                file.extend(bytes);
            }
            _ => files.push(bytes),
        }
    }
    if is_standard(output) && files.len() > 1 {
        let games = files.len();
        return Err(format!(
            "{games} games need {games} {to} files; give a folder as output, or use --to csa"
        ));
    }
    Ok(files)
}

impl Converted {
    /// Writes the files to the paths in `places`.
    fn write(self, places: &[PathBuf], read: &Inputs) -> Report {
        let mut report = self.report;
        // If there are several games, their output paths were not known before the games were
        // counted.
        let numbered = if self.files.len() > 1 { places } else { &[] };
        if let Err(failure) = numbered.iter().try_for_each(|path| read.refuse(path)) {
            report.error = Some(message(failure));
            return report;
        }
        for (bytes, path) in self.files.iter().zip(places) {
            if let Err(error) = write(path, bytes) {
                report.error = Some(error);
                break;
            }
            report.output.push(path.display().to_string());
        }
        report
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if is_standard(path) {
        return io::stdout().write_all(bytes).map_err(|error| describe(&error));
    }
    create_folder_of(path)?;
    atomic::write(path, bytes).map_err(message)
}

fn message(failure: Failure) -> String {
    match failure {
        Failure::Message(message) => message,
        _ => "not written".to_owned(),
    }
}

fn create_folder_of(path: &Path) -> Result<(), String> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => fs::create_dir_all(folder)
            .map_err(|error| format!("{}: {}", folder.display(), describe(&error))),
        _ => Ok(()),
    }
}

const INTERRUPTED: &str = "interrupted, not written";

fn positions(
    from: Format,
    reader: Box<dyn BufRead>,
    output: &Path,
    to: Format,
    lenient: bool,
) -> Result<(Passed, Vec<String>), String> {
    let pass = |out: &mut dyn Write| -> Result<(Passed, Vec<String>), String> {
        let mut writer =
            SampleWriter::new(to, out).ok_or("the format has no labelled positions")?;
        let mut take = |sample: &_| {
            if interrupt::is_asked() {
                return Err(WriteError::Output(INTERRUPTED.to_owned()));
            }
            Ok(writer.write(sample)?)
        };
        let passed = sample_files::pass(from, reader, lenient, &mut take)?;
        let losses = writer.losses().iter().map(ToString::to_string).collect();
        writer.finish().map_err(|error| describe(&error))?;
        Ok((passed, losses))
    };
    if is_standard(output) {
        return pass(&mut io::stdout().lock());
    }
    create_folder_of(output)?;
    atomic::create(output, |file| pass(file))
}
