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
pub struct Imported {
    content: Content,
    wrong_count: Option<ReadEngineBookError>,
}

#[derive(Debug)]
enum Content {
    Book(Book),
    Bulk(Bulk),
}

/// Reads a book of any size piece by piece. `progress` is called from time to time with the number of
/// bytes read.
///
/// Like Edax, this function reads a book of Edax to the end of the file, whatever number of positions the
/// header announces. [`Imported::wrong_count`] tells whether the number is wrong.
///
/// # Errors
/// Returns [`ReadEngineBookError`] with the byte and the position of the first fault.
pub fn import(
    reader: impl Read,
    format: EngineFormat,
    progress: impl FnMut(u64),
) -> Result<Imported, ReadEngineBookError> {
    let input = Reader(reader);
    Ok(match format {
        EngineFormat::Edax => {
            let (book, wrong_count) = read_edax(input, progress)?;
            Imported { content: Content::Book(book), wrong_count }
        }
        _ => {
            let bulk = egaroucid::read(input, format, progress)?;
            Imported { content: Content::Bulk(bulk), wrong_count: None }
        }
    })
}

impl Imported {
    /// Returns the error that the header of an Edax book announces another number of positions than the
    /// file has. Such a file may have been cut between two positions.
    #[must_use]
    pub const fn wrong_count(&self) -> Option<&ReadEngineBookError> {
        self.wrong_count.as_ref()
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        match &self.content {
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
        match self.content {
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
        let bulk = match &self.content {
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
