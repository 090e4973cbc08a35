//! Reads books in either format.

use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::io::{self, BufRead, Read, Seek};

#[cfg(feature = "std")]
use super::db_file::DbFile;
use super::entry::Book;
#[cfg(feature = "std")]
use super::entry::Entry;
#[cfg(feature = "std")]
use super::error::ReadBookError;
use super::error::{BookWarning, ParseBookError};
use super::ybb::MAGIC;
#[cfg(feature = "std")]
use super::ybb_file::YbbFile;
#[cfg(feature = "std")]
use crate::position::Position;

fn is_ybb(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..12])
}

impl Book {
    /// Reads a book in either format. If the bytes begin with the name of the `.ybb` format, the
    /// format is `.ybb`; otherwise, it is `.db`.
    ///
    /// # Errors
    /// Returns the first fault and its location.
    pub fn parse(bytes: &[u8]) -> Result<(Self, Vec<BookWarning>), ParseBookError> {
        if is_ybb(bytes) {
            return Self::parse_ybb(bytes).map(|book| (book, Vec::new()));
        }
        Self::parse_db(bytes)
    }

    /// Reads a book in either format from an input. A `.db` book is read line by line.
    ///
    /// # Errors
    /// Returns the I/O error of the input, or the first fault and its location.
    #[cfg(feature = "std")]
    pub fn read(mut input: impl BufRead) -> Result<(Self, Vec<BookWarning>), ReadBookError> {
        let mut head = Vec::new();
        (&mut input).take(MAGIC.len() as u64).read_to_end(&mut head)?;
        if is_ybb(&head) {
            input.read_to_end(&mut head)?;
            return Ok((Self::parse_ybb(&head)?, Vec::new()));
        }
        Self::read_db(head.as_slice().chain(input))
    }
}

/// A book file that can be searched without loading the file.
///
/// The position lines of a `.db` file must be sorted by their bytes, and their SFENs must have the
/// usual form. [`Book::write_db`] writes such files. In other files, a search might not find a position.
/// When an unsorted file is loaded, there is a warning
/// [`BookWarningKind::Unsorted`](super::BookWarningKind::Unsorted).
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct BookFile<R>(File<R>);

#[cfg(feature = "std")]
#[derive(Debug)]
enum File<R> {
    Db(DbFile<R>),
    Ybb(YbbFile<R>),
}

#[cfg(feature = "std")]
impl<R: Read + Seek> BookFile<R> {
    /// Opens a book in either format. If the file begins with the name of the `.ybb` format, the
    /// format is `.ybb`; otherwise, it is `.db`. The input need not be buffered.
    ///
    /// # Errors
    /// Returns the I/O error of the input, or the first fault of the header.
    pub fn new(mut input: R) -> Result<Self, ReadBookError> {
        let mut head = Vec::new();
        input.rewind()?;
        (&mut input).take(MAGIC.len() as u64).read_to_end(&mut head)?;
        if is_ybb(&head) { Self::new_ybb(input) } else { Ok(Self::new_db(input)?) }
    }

    /// Opens a `.db` book.
    ///
    /// # Errors
    /// Returns the I/O error of the input.
    pub fn new_db(input: R) -> io::Result<Self> {
        DbFile::new(input).map(|file| Self(File::Db(file)))
    }

    /// Opens a `.ybb` book.
    ///
    /// # Errors
    /// Returns the I/O error of the input, or the first fault of the header.
    pub fn new_ybb(input: R) -> Result<Self, ReadBookError> {
        YbbFile::new(input).map(|file| Self(File::Ybb(file)))
    }

    /// Returns the number of positions of a `.ybb` book. Returns `None` for a `.db` book, whose
    /// number of positions is unknown.
    #[must_use]
    pub fn position_count(&self) -> Option<u64> {
        match &self.0 {
            File::Db(_) => None,
            File::Ybb(file) => Some(file.len()),
        }
    }

    /// Returns the entry of a position. The move number is ignored.
    ///
    /// # Errors
    /// Returns the I/O error of the input, or the first fault in the part of the file that was
    /// read.
    pub fn find(&mut self, position: &Position) -> Result<Option<Entry>, ReadBookError> {
        match &mut self.0 {
            File::Db(file) => file.find(position),
            File::Ybb(file) => file.find(position),
        }
    }

    /// Returns the entry of a position. If there is no entry, looks up the position turned by 180
    /// degrees and turns the moves back, as [`Book::find_or_turned`] does.
    ///
    /// # Errors
    /// Fails as [`BookFile::find`] does.
    pub fn find_or_turned(&mut self, position: &Position) -> Result<Option<Entry>, ReadBookError> {
        match self.find(position)? {
            Some(entry) => Ok(Some(entry)),
            None => Ok(self.find(&position.half_turn())?.map(Entry::half_turn)),
        }
    }

    /// Returns the input.
    pub fn into_inner(self) -> R {
        match self.0 {
            File::Db(file) => file.into_inner(),
            File::Ybb(file) => file.into_inner(),
        }
    }
}
