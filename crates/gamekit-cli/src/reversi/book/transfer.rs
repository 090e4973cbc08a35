//! `gamekit reversi book export` and `import`: a book as text or as flat records of 20 bytes.

use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroU8;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use reversi_core::book::{Book, Evaluation, Record};
use reversi_core::format::boardtext;
use reversi_core::{Color, PositionKey};

use super::lookup;
use crate::atomic;
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path::{self, Inputs};

/// Write a book as text, one position per line, or as flat records.
#[derive(ClapArgs)]
pub(crate) struct ExportArgs {
    /// The book to read.
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// The file to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Make a book from an exported file.
#[derive(ClapArgs)]
pub(crate) struct ImportArgs {
    /// The file to read.
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// The book to write. It is written completely or not at all.
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,
    /// Input format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns separated by tabs, with a header line.
    Text,
    /// The count, then 20 bytes per position, little endian: the four words of the key and the value in
    /// 1/1000 disc. The results of games are not included.
    Flat,
}

const HEAD: &str =
    "# position\tgames\twins\tdraws\tlosses\tsum of scores\tevaluation (1/100 disc)\tdepth\n";

/// Writes a book as text.
pub(crate) fn export(args: &ExportArgs) -> Outcome {
    let output = args.output.as_ref().filter(|path| path.as_os_str() != "-");
    if let Some(output) = output {
        Inputs::of([&args.book]).refuse(output)?;
    }
    let book = lookup::open(&args.book)?;
    let damaged = |error| Failure::about(args.book.display(), &error);
    let bytes = match args.format {
        Format::Flat => {
            let book = book.to_book().map_err(damaged)?;
            book.to_flat_bytes().map_err(|error| Failure::from_error(&error))?
        }
        Format::Text => {
            book.verify().map_err(damaged)?;
            let mut text = HEAD.to_owned();
            for entry in book.iter() {
                let (key, record, _) = entry.map_err(damaged)?;
                text.push_str(&line(key, &record));
            }
            text.into_bytes()
        }
    };
    match output {
        Some(path) => atomic::write(path, &bytes),
        None => Ok(Output::new(false).bytes(&bytes)?),
    }
}

/// Returns the line of a position. The side to move is X.
fn line(key: PositionKey, record: &Record) -> String {
    let mut line = boardtext::display_board(key.board(), Color::Black).to_string();
    for count in [record.games(), record.wins(), record.draws(), record.losses()] {
        let _ = write!(line, "\t{count}");
    }
    let _ = write!(line, "\t{}", record.score_sum());
    if let Some(evaluation) = record.evaluation() {
        let _ = write!(
            line,
            "\t{}\t{}",
            evaluation.value(),
            evaluation.depth().map_or(0, NonZeroU8::get)
        );
    }
    line.push('\n');
    line
}

/// Makes a book from an exported file.
pub(crate) fn import(args: &ImportArgs) -> Outcome {
    output_path::check(&args.output)?;
    Inputs::of([&args.input]).refuse(&args.output)?;
    let about = |error: &dyn std::error::Error| Failure::about(args.input.display(), error);
    let bytes = fs::read(&args.input).map_err(|error| about(&error))?;
    let book = match args.format {
        Format::Flat => Book::from_flat_bytes(&bytes).map_err(|error| about(&error))?,
        Format::Text => {
            let read = match std::str::from_utf8(&bytes) {
                Ok(text) => read_text(text),
                Err(error) => Err(not_text(&bytes, error.valid_up_to())),
            };
            read.map_err(|error| Failure::Message(format!("{}: {error}", args.input.display())))?
        }
    };
    book.save(&args.output).map_err(|error| Failure::from_error(&error))
}

/// Makes the error for bytes that are not UTF-8 at `at`.
fn not_text(bytes: &[u8], at: usize) -> String {
    let behind = |end: u8| bytes[..at].iter().rposition(|&b| b == end).map_or(0, |end| end + 1);
    let line_start = behind(b'\n');
    let line = 1 + bytes[..at].iter().filter(|&&b| b == b'\n').count();
    let column = 1 + bytes[line_start..at].iter().filter(|&&b| b == b'\t').count();
    let at = at - behind(b'\t').max(line_start);
    let is_flat = Book::from_flat_bytes(bytes).is_ok();
    let hint = match () {
        () if bytes.starts_with(b"\x89RVBOOK") => " (this file is already a book)",
        () if is_flat => " (these are flat records; use --format flat)",
        () => "",
    };
    format!("line {line}: column {column}: byte {at}: not UTF-8, expected text{hint}")
}

fn read_text(text: &str) -> Result<Book, String> {
    let mut book = Book::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let place = |message: String| format!("line {}: {message}", index + 1);
        let (board, record) = read_line(line).map_err(place)?;
        if book.insert(board, record).is_some() {
            return Err(place(
                "the position, or a symmetric image of it, is on an earlier line".to_owned(),
            ));
        }
    }
    // An exported empty book still has the header line.
    if book.is_empty() && !text.lines().any(|line| line.trim_end() == HEAD.trim_end()) {
        return Err("no positions, expected one per line as written by `book export`".to_owned());
    }
    // Values are backed up after all positions are inserted.
    book.refresh();
    Ok(book)
}

fn read_line(line: &str) -> Result<(reversi_core::Board, Record), String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let (position, numbers) = match columns.as_slice() {
        [position, numbers @ ..] if numbers.len() == 5 || numbers.len() == 7 => (position, numbers),
        _ => return Err(format!("{} columns, expected 6 or 8", columns.len())),
    };
    let position = boardtext::parse(position).map_err(|error| format!("column 1: {error}"))?;
    let number = |column: usize| {
        let cell = numbers[column].trim();
        let refuse = |_| format!("column {}: `{cell}`, expected a whole number", column + 2);
        cell.parse::<i64>().map_err(refuse)
    };
    let count = |column: usize| {
        let refuse = |_| {
            let cell = numbers[column].trim();
            format!("column {}: `{cell}`, expected a count of games, 0 to {}", column + 2, u32::MAX)
        };
        u32::try_from(number(column)?).map_err(refuse)
    };
    let (games, wins, draws, losses) = (count(0)?, count(1)?, count(2)?, count(3)?);
    let impossible = || {
        format!(
            "columns 2 to 6: {games} games with {wins} wins, {draws} draws, {losses} losses and this \
             sum of scores are impossible"
        )
    };
    let without = [wins, draws, losses]
        .into_iter()
        .try_fold(games, u32::checked_sub)
        .ok_or_else(impossible)?;
    let record =
        Record::from_results(wins, draws, losses, without, number(4)?).ok_or_else(impossible)?;
    if numbers.len() == 5 {
        return Ok((position.board(), record));
    }
    let evaluation = i32::try_from(number(5)?)
        .ok()
        .zip(u8::try_from(number(6)?).ok())
        .and_then(|(value, depth)| Evaluation::new(value, NonZeroU8::new(depth)))
        .ok_or(
            "columns 7 and 8: an evaluation of more than 64 discs, or a depth of more than 255",
        )?;
    Ok((position.board(), record.with_evaluation(Some(evaluation))))
}
