//! `gamekit shogi convert`: records and positions from one format to another.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;
use shogi_core::format::encoding::Encoding;
use shogi_core::format::record::Mode;

use super::file::{self, Format, Input};
use super::labelled::{self, Writer};
use crate::error::{Failure, Outcome, describe};
use crate::output::{Answer, Output};
use crate::{atomic, progress, threads};

/// Convert files of games, or of labelled positions, to another format.
///
/// What a file holds is seen from its content. A folder is converted with all its folders, into a
/// folder. Each file is reported with what was odd in it and what the new format cannot hold; a
/// broken one is reported, the others are converted, and the exit code is 2.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files and folders.
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,
    /// The file to write, or the folder for several. Each file appears whole or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// What to write; seen from the name of OUT unless told.
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Format>,
    /// Leave out what cannot be understood or played, and tell of it.
    #[arg(long)]
    lenient: bool,
    /// The encoding of what is written.
    #[arg(long, value_enum, default_value_t = Charset::Utf8)]
    encoding: Charset,
    /// How many threads to use; all cores unless told.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object for each file.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Charset {
    #[value(name = "utf-8")]
    Utf8,
    #[value(name = "shift_jis", alias = "sjis")]
    ShiftJis,
}

/// What came of one file.
#[derive(Default, Serialize)]
struct Report {
    file: String,
    output: Vec<String>,
    from: Option<String>,
    to: String,
    /// Games or records.
    count: u64,
    warnings: Vec<String>,
    losses: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
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

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let inputs = file::inputs(&args.inputs)?;
    let single = match args.inputs.as_slice() {
        [input] => !input.is_dir() && !args.output.is_dir(),
        _ => false,
    };
    let Some(to) = args.to.or_else(|| Format::of_name(&args.output).filter(|_| single)) else {
        let message = "the format is not seen from its name, expected --to";
        return Err(Failure::Message(format!("{}: {message}", args.output.display())));
    };
    let outputs = if single {
        vec![args.output.clone()]
    } else {
        let outputs = outputs(&inputs, &args.output, to);
        for folder in outputs.iter().filter_map(|path| path.parent()) {
            fs::create_dir_all(folder).map_err(|error| Failure::about(folder.display(), &error))?;
        }
        outputs
    };
    let bar = progress::bar(inputs.len() as u64, "converting");
    let convert = |(input, output): (&Input, &PathBuf)| {
        let report = convert(input, output, to, args);
        bar.inc(1);
        report
    };
    let pool = threads::pool(args.threads)?;
    let reports: Vec<Report> =
        pool.install(|| inputs.par_iter().zip(&outputs).map(convert).collect());
    bar.finish_and_clear();
    let mut output = Output::new(args.json);
    for report in &reports {
        match &report.error {
            Some(error) if !args.json => eprintln!("gamekit: {}: {error}", report.file),
            _ => output.answer(report)?,
        }
    }
    let all_good = reports.iter().all(|report| report.error.is_none());
    if all_good { Ok(()) } else { Err(Failure::Reported) }
}

/// Where each input goes in a folder. Files that differ in their ends only keep them.
fn outputs(inputs: &[Input], folder: &Path, to: Format) -> Vec<PathBuf> {
    let plain = |input: &Input| folder.join(&input.below).with_extension(to.extension());
    let mut uses: HashMap<PathBuf, usize> = HashMap::new();
    for input in inputs {
        *uses.entry(plain(input)).or_default() += 1;
    }
    let path = |input: &Input| {
        let path = plain(input);
        if uses.get(&path) == Some(&1) {
            return path;
        }
        let mut name = folder.join(&input.below).into_os_string();
        name.push(format!(".{}", to.extension()));
        PathBuf::from(name)
    };
    inputs.iter().map(path).collect()
}

fn convert(input: &Input, output: &Path, to: Format, args: &Args) -> Report {
    let mut report =
        Report { file: input.path.display().to_string(), to: to.to_string(), ..Report::default() };
    if let Err(error) = try_convert(input, output, to, args, &mut report) {
        report.error = Some(error);
        report.output.clear();
    }
    report
}

fn try_convert(
    input: &Input,
    output: &Path,
    to: Format,
    args: &Args,
    report: &mut Report,
) -> Result<(), String> {
    // Training records may be too many for the memory, and are known by the name.
    if let Some(from @ (Format::Psv | Format::Hcpe)) = Format::of_name(&input.path) {
        return labelled_file(&input.path, from, output, to, args, report);
    }
    let bytes = fs::read(&input.path).map_err(|error| describe(&error))?;
    let from = Format::of(&input.path, &bytes)
        .ok_or("what the file holds is not known, expected a record of games or positions")?;
    if from.is_labelled() {
        return labelled_file(&input.path, from, output, to, args, report);
    }
    report.from = Some(from.to_string());
    let mode = if args.lenient { Mode::Lenient } else { Mode::Strict };
    let games = file::games(from, &bytes, mode)?.into_iter().collect::<Result<Vec<_>, _>>()?;
    report.count = games.len() as u64;
    let encoding = match args.encoding {
        Charset::Utf8 => Encoding::Utf8,
        Charset::ShiftJis => Encoding::ShiftJis,
    };
    let mut files: Vec<Vec<u8>> = Vec::new();
    for read in &games {
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
    for (index, bytes) in files.iter().enumerate() {
        let path = if files.len() == 1 { output.to_owned() } else { numbered(output, index + 1) };
        atomic::write(&path, bytes).map_err(message)?;
        report.output.push(path.display().to_string());
    }
    Ok(())
}

/// The file of one of several games: `a.kif` becomes `a-1.kif`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map_or(String::new(), |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{end}"))
}

fn labelled_file(
    path: &Path,
    from: Format,
    output: &Path,
    to: Format,
    args: &Args,
    report: &mut Report,
) -> Result<(), String> {
    report.from = Some(from.to_string());
    if !to.is_labelled() {
        return Err(format!("positions cannot be written as {to}"));
    }
    let input = File::open(path).map_err(|error| describe(&error))?;
    let passed = atomic::create(output, |file| {
        let mut writer = Writer::new(to, BufWriter::new(file)).ok_or("no format of positions")?;
        let input = BufReader::new(input);
        let passed = labelled::pass(from, input, args.lenient, &mut |sample| writer.write(sample))?;
        writer.finish()?;
        Ok(passed)
    })?;
    report.count = passed.records;
    report.warnings = passed.warnings;
    report.output.push(output.display().to_string());
    Ok(())
}

fn message(failure: Failure) -> String {
    match failure {
        Failure::Message(message) => message,
        _ => "not written".to_owned(),
    }
}
