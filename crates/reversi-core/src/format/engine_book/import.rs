//! Books of engines in files of any size.
use super::bulk::Bulk;
use super::egaroucid;
use super::engine_format::EngineFormat;
use super::error::ReadEngineBookError;
use super::reading::{read_edax, to_book};
use super::source::Reader;
use crate::atomic_file;
use crate::book::{Book, BookTooLarge, SaveBookError, SaveBookErrorKind, write_file};
use std::io::Read;
use std::path::Path;

/// A book of an engine that was read.
///
/// A book of Egaroucid takes 25 bytes of memory per position until it is saved or converted.
#[derive(Debug)]
pub struct Imported(Content);

#[derive(Debug)]
enum Content {
    Book(Book),
    Bulk(Bulk),
}

/// Reads a book of any size piece by piece. `progress` is called from time to time with the number of
/// bytes read.
///
/// # Errors
/// Returns [`ReadEngineBookError`] with the byte and the position of the first fault.
pub fn import(
    reader: impl Read,
    format: EngineFormat,
    progress: impl FnMut(u64),
) -> Result<Imported, ReadEngineBookError> {
    let input = Reader(reader);
    Ok(Imported(match format {
        EngineFormat::Edax => Content::Book(read_edax(input, progress)?),
        _ => Content::Bulk(egaroucid::read(input, format, progress)?),
    }))
}

impl Imported {
    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        match &self.0 {
            Content::Book(book) => book.len() as u64,
            Content::Bulk(bulk) => bulk.records(),
        }
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes a book in memory.
    #[must_use]
    pub fn into_book(self) -> Book {
        match self.0 {
            Content::Book(book) => book,
            Content::Bulk(bulk) => to_book(&bulk),
        }
    }

    /// Saves the book like [`Book::save`], but without a second copy in memory.
    ///
    /// # Errors
    /// Returns the same errors as [`Book::save`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), SaveBookError> {
        let path = path.as_ref();
        let bulk = match &self.0 {
            Content::Book(book) => return book.save(path),
            Content::Bulk(bulk) => bulk,
        };
        let error = |kind| SaveBookError { path: path.into(), kind };
        let written = atomic_file::write_with(path, |file, can_seek| {
            write_file(file, can_seek, bulk.records(), || bulk.iter())
        });
        written.map_err(|cause| match cause.downcast::<BookTooLarge>() {
            Ok(too_large) => error(SaveBookErrorKind::TooLarge(too_large)),
            Err(cause) => error(SaveBookErrorKind::Io(cause)),
        })
    }
}
