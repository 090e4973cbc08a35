//! Reads files in any format.

use alloc::vec::Vec;

use super::book::{Book, BookWarning, ParseBookError};
use super::detect::{ContentKind, Format, detect};
use super::packed::{ReadSampleError, Sample};
use super::record::{self, Mode, ReadGame, ReadRecordError};
use super::samples::SampleReader;

/// The content of a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum Contents {
    /// Games. An invalid game is an `Err` item, and the other games are still read.
    Games(Vec<Result<ReadGame, ReadRecordError>>),
    /// An opening book.
    Book(Book, Vec<BookWarning>),
    /// Training samples. An invalid sample is an `Err` item.
    Samples(Vec<Result<Sample, ReadSampleError>>),
}

/// The error when a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The content is not in a format that the crate can read.
    #[error("unknown file format")]
    UnknownFormat,
    /// The book is invalid.
    #[error("{0}")]
    Book(#[from] ParseBookError),
    /// The record is invalid.
    #[error("{0}")]
    Record(#[from] ReadRecordError),
}

/// Detects the format of a file from the content and reads the content.
///
/// ```
/// use shogi_core::format::{self, Contents, record::Mode};
/// let text = "V2.2\nPI\n+\n+7776FU\n%TORYO\n";
/// let (detected, contents) = format::read(text.as_bytes(), Mode::Strict)?;
/// assert_eq!(detected, format::Format::Csa);
/// let Contents::Games(games) = contents else { panic!("a record has games") };
/// assert_eq!(games[0].as_ref().unwrap().game.moves().count(), 1);
/// # Ok::<(), format::ReadError>(())
/// ```
///
/// # Errors
/// Fails if the format is unknown. Also fails if the fault is not limited to one game or sample.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Format, Contents), ReadError> {
    let format = detect(bytes).ok_or(ReadError::UnknownFormat)?;
    if format.content() == ContentKind::Book {
        let (book, warnings) = Book::parse(bytes)?;
        return Ok((format, Contents::Book(book, warnings)));
    }
    if let Some(samples) = SampleReader::new(format, bytes) {
        return Ok((format, Contents::Samples(samples.collect())));
    }
    let games = record::read(format, bytes, mode)?;
    Ok((format, Contents::Games(games)))
}
