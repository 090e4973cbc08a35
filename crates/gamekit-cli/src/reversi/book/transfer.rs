//! `gamekit reversi book export` and `import`: a book as text, as flat records of 20 bytes, or in the
//! formats of Edax and Egaroucid.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use reversi_core::book::{Book, MappedBook};
use reversi_core::format::book_text::{self, ReadBookTextErrorKind};
use reversi_core::format::engine_book::{
    self, EngineFormat, WriteEngineBookError, Written, edax, egaroucid,
};

use super::lookup;
use crate::error::{Failure, Outcome, describe};
use crate::output::Output;
use crate::output_path::{self, Inputs};
use crate::plural::count;
use crate::{atomic, progress};

/// Write a book as text, one position per line, as flat records, or as a book of Edax or Egaroucid.
#[derive(ClapArgs)]
pub(crate) struct ExportArgs {
    /// The book file to read.
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// The file to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Output format.
    #[arg(long = "to", alias = "format", value_name = "FORMAT", value_enum,
          default_value_t = Format::Text)]
    format: Format,
}

/// Make a book from an exported file or from a book of Edax or Egaroucid.
///
/// The values of such a book become evaluations. The levels become depths, at most the number of empty
/// squares. The links, leaves, bounds and numbers of lines are kept, and `book export --to edax` writes
/// them again. The settings in the header of an Edax book are not kept.
#[derive(ClapArgs)]
pub(crate) struct ImportArgs {
    /// The file to read.
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// The book file to write. The file is written completely or not at all.
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,
    /// Input format [default: detected from the content].
    #[arg(long = "from", alias = "format", value_name = "FORMAT", value_enum)]
    format: Option<Format>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text: a header line, then one position per line, with tabs between the columns. The text has no
    /// links, leaves and levels of engines.
    Text,
    /// Flat records, little-endian: the number of positions, then 20 bytes per position. The 20
    /// bytes are the four 32-bit numbers of the key and the value in 1/1000 disc. Game results and
    /// depths are not included.
    Flat,
    /// The book of Edax: `book.dat`. Values are whole discs.
    Edax,
    /// The books of Egaroucid: `.egbk3`; import also reads `.egbk2` and `.egbk`. Values are whole discs.
    Egaroucid,
}

/// Writes a book in another format.
pub(crate) fn export(args: &ExportArgs) -> Outcome {
    let output = args.output.as_ref().filter(|path| path.as_os_str() != "-");
    if let Some(output) = output {
        Inputs::of([&args.book]).refuse(output)?;
    }
    let book = lookup::open(&args.book)?;
    let damaged = |error| Failure::about(args.book.display(), &error);
    if matches!(args.format, Format::Text | Format::Flat) {
        warn_of_notes(args, &book)?;
    }
    let bytes = match args.format {
        Format::Edax | Format::Egaroucid => return export_engine_book(args, &book, output),
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

/// Reports how many positions have links, leaves or levels of an engine, which only the book of that
/// engine can hold.
fn warn_of_notes(args: &ExportArgs, book: &MappedBook) -> Outcome {
    let damaged = |error| Failure::about(args.book.display(), &error);
    let mut lost = 0;
    for entry in book.iter() {
        let board = entry.map_err(damaged)?.0.board();
        lost += usize::from(book.note(board).map_err(damaged)?.is_some());
        // The record of a position also has the note of the position before a pass.
        let other = board.swap_sides();
        if !other.has_moves() {
            lost += usize::from(book.note(other).map_err(damaged)?.is_some());
        }
    }
    if lost > 0 {
        let positions = count(lost, "position");
        let message = format!("links, leaves and levels of {positions} lost; --to edax keeps them");
        eprintln!("gamekit: {}: warning: {message}", args.book.display());
    }
    Ok(())
}

/// Writes a book of another engine piece by piece.
fn export_engine_book(args: &ExportArgs, book: &MappedBook, output: Option<&PathBuf>) -> Outcome {
    book.verify().map_err(|error| Failure::about(args.book.display(), &error))?;
    let spinner = progress::spinner("writing positions");
    let written = match output {
        Some(path) => {
            let filled = atomic::create(path, |file| {
                write_engine_book(args.format, book, file).map_err(|error| describe(&error))
            });
            filled.map_err(|error| Failure::Message(format!("{}: {error}", path.display())))
        }
        None => match write_engine_book(args.format, book, &mut io::stdout().lock()) {
            Ok(written) => Ok(written),
            Err(WriteEngineBookError::Output(error)) => Err(error.into()),
            Err(error) => Err(Failure::from_error(&error)),
        },
    };
    spinner.finish_and_clear();
    let Written { without_value, .. } = written?;
    if without_value > 0 {
        let lost = count(without_value, "position");
        eprintln!("gamekit: {}: warning: {lost} without a value lost", args.book.display());
    }
    Ok(())
}

fn write_engine_book(
    format: Format,
    book: &MappedBook,
    output: &mut impl Write,
) -> Result<Written, WriteEngineBookError<io::Error>> {
    match format {
        Format::Egaroucid => egaroucid::write(book, |bytes| output.write_all(bytes)),
        _ => edax::write(book, edax::Settings::default(), |bytes| output.write_all(bytes)),
    }
}

/// The number of bytes that the detection needs at the start of a file.
const HEAD: u64 = 16;

/// Makes a book from a file in another format.
pub(crate) fn import(args: &ImportArgs) -> Outcome {
    output_path::check(&args.output)?;
    Inputs::of([&args.input]).refuse(&args.output)?;
    let failed = |error: io::Error| Failure::about(args.input.display(), &error);
    if args.input.is_dir() {
        let message = "this is a folder, expected a file";
        return Err(Failure::Message(format!("{}: {message}", args.input.display())));
    }
    let mut file = File::open(&args.input).map_err(failed)?;
    let mut head = Vec::new();
    (&mut file).take(HEAD).read_to_end(&mut head).map_err(failed)?;
    let length = file.metadata().ok().filter(fs::Metadata::is_file).map(|data| data.len());
    let detected = engine_book::detect(&head, length.unwrap_or(0));
    match (args.format, detected) {
        (None, Some(format)) => {
            let file = io::Cursor::new(head).chain(file);
            import_engine_book(args, file, format, length)
        }
        (Some(wanted @ (Format::Edax | Format::Egaroucid)), detected) => {
            // For a file of another kind, the reader returns an error that says what is wrong.
            let is_edax = |format: &EngineFormat| *format == EngineFormat::Edax;
            let fallback =
                if wanted == Format::Edax { EngineFormat::Edax } else { EngineFormat::Egaroucid };
            let format =
                detected.filter(|format| is_edax(format) == is_edax(&fallback)).unwrap_or(fallback);
            let file = io::Cursor::new(head).chain(file);
            import_engine_book(args, file, format, length)
        }
        (wanted, _) => {
            let mut bytes = head;
            file.read_to_end(&mut bytes).map_err(failed)?;
            import_bytes(args, &bytes, wanted)
        }
    }
}

/// Makes a book from a book of another engine.
fn import_engine_book(
    args: &ImportArgs,
    input: impl Read,
    format: EngineFormat,
    length: Option<u64>,
) -> Outcome {
    let bar = match length {
        Some(length) => progress::bar(length, "reading positions"),
        None => progress::spinner("reading positions"),
    };
    let imported = engine_book::import(input, format, |bytes| bar.set_position(bytes));
    bar.finish_and_clear();
    let imported = imported.map_err(|error| Failure::about(args.input.display(), &error))?;
    let spinner = progress::spinner("saving");
    let saved = imported.save(&args.output);
    spinner.finish_and_clear();
    saved.map_err(|error| Failure::from_error(&error))?;
    if imported.is_empty() {
        eprintln!("gamekit: {}: warning: the book is empty", args.output.display());
    }
    match imported.wrong_count() {
        Some(wrong) => {
            eprintln!("gamekit: {}: warning: {wrong}", args.input.display());
            Err(Failure::Partial)
        }
        None => Ok(()),
    }
}

/// Makes a book from a file in memory.
fn import_bytes(args: &ImportArgs, bytes: &[u8], wanted: Option<Format>) -> Outcome {
    let about = |error: &dyn std::error::Error| Failure::about(args.input.display(), error);
    let is_flat = wanted == Some(Format::Flat) || wanted.is_none() && is_flat(bytes);
    let book = if is_flat {
        let is_of_engine = engine_book::detect(bytes, bytes.len() as u64).is_some();
        Book::from_flat_bytes(bytes).map_err(|error| match is_of_engine {
            true => Failure::Message(format!("{}: {error}{OF_ENGINE}", args.input.display())),
            false => about(&error),
        })?
    } else {
        book_text::read(bytes).map_err(|error| match hint(&error.kind, bytes, &args.input) {
            Some(hint) => Failure::Message(format!("{}: {error}{hint}", args.input.display())),
            None => about(&error),
        })?
    };
    book.save(&args.output).map_err(|error| Failure::from_error(&error))
}

/// Whether bytes are flat records: their length must match their count.
fn is_flat(bytes: &[u8]) -> bool {
    let Some(count) = bytes.first_chunk() else { return false };
    let length = 4 + 20 * u64::from(u32::from_le_bytes(*count));
    bytes.len() > 4 && length == bytes.len() as u64
}

/// The hint for a book of another engine.
const OF_ENGINE: &str = " (this is the book of another engine; omit --from)";

/// Returns a hint for the user about a file that is not the text of a book.
fn hint(kind: &ReadBookTextErrorKind, bytes: &[u8], path: &Path) -> Option<&'static str> {
    let is_egbk = path.extension().is_some_and(|extension| extension == "egbk");
    match kind {
        ReadBookTextErrorKind::Empty => Some(" as written by `book export`"),
        _ if bytes.starts_with(b"\x89RVBOOK") => Some(" (this file is already a book)"),
        _ if is_flat(bytes) => Some(" (these are flat records; use --from flat)"),
        _ if engine_book::detect(bytes, bytes.len() as u64).is_some() => Some(OF_ENGINE),
        _ if is_egbk => Some(" (the length does not match the count of a book of Egaroucid)"),
        _ => None,
    }
}
