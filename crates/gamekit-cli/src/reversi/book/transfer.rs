//! `gamekit reversi book export` and `import`: convert a book to and from text or flat records of
//! 20 bytes.

use std::fs;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use reversi_core::book::Book;
use reversi_core::format::book_text::{self, ReadBookTextErrorKind};

use super::lookup;
use crate::atomic;
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path::{self, Inputs};

/// Write a book as text, one position per line, or as flat records.
#[derive(ClapArgs)]
pub(crate) struct ExportArgs {
    /// The book file to read.
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// The file to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Make a book from text or from flat records, as `book export` writes them.
#[derive(ClapArgs)]
pub(crate) struct ImportArgs {
    /// The file to read.
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// The book file to write. The file is written completely or not at all.
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,
    /// Input format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text: a header line, then one position per line, with tabs between the columns.
    Text,
    /// Flat records, little-endian: the number of positions, then 20 bytes per position. The 20
    /// bytes are the four 32-bit numbers of the key and the value in 1/1000 disc. Game results and
    /// depths are not included.
    Flat,
}

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
            let mut text = book_text::HEADER.to_owned();
            for entry in book.iter() {
                let (key, record, _) = entry.map_err(damaged)?;
                text.push_str(&book_text::display(key, &record).to_string());
            }
            text.into_bytes()
        }
    };
    match output {
        Some(path) => atomic::write(path, &bytes),
        None => Ok(Output::new(false).bytes(&bytes)?),
    }
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
            book_text::read(&bytes).map_err(|error| match hint(&error.kind, &bytes) {
                Some(hint) => Failure::Message(format!("{}: {error}{hint}", args.input.display())),
                None => about(&error),
            })?
        }
    };
    book.save(&args.output).map_err(|error| Failure::from_error(&error))
}

/// Returns a hint for the user about a file that is not the text of a book.
fn hint(kind: &ReadBookTextErrorKind, bytes: &[u8]) -> Option<&'static str> {
    match kind {
        ReadBookTextErrorKind::Empty => Some(" as written by `book export`"),
        ReadBookTextErrorKind::NotText { .. } if bytes.starts_with(b"\x89RVBOOK") => {
            Some(" (this file is already a book)")
        }
        ReadBookTextErrorKind::NotText { .. } if Book::from_flat_bytes(bytes).is_ok() => {
            Some(" (these are flat records; use --format flat)")
        }
        _ => None,
    }
}
