//! Book files mapped into memory.
use super::book_file::BookFile;
use super::error::{OpenBookError, OpenBookErrorKind};
use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::path::Path;

/// A book file mapped into memory and searched in place. The time for opening does not depend on
/// the size of the file.
pub type MappedBook = BookFile<Mmap>;

impl BookFile<Mmap> {
    /// Opens a book file by mapping it into memory.
    ///
    /// [`Book::load`](super::Book::load) is the safe alternative: it reads the whole file. To
    /// search the file's bytes in place without `unsafe`, read the file and call
    /// [`BookFile::from_bytes`].
    ///
    /// # Safety
    /// No process may change or truncate the file while the book exists. This program accesses the
    /// mapping as a `&[u8]`, whose bytes must not change. A change by another process is therefore
    /// undefined behaviour. If the file is truncated, an access beyond its end terminates this
    /// process with a signal. The checksums do not protect against a change, because each block is
    /// checked only once.
    ///
    /// This library never writes into an existing regular file: saving a book replaces the file,
    /// and an open book continues to use the old file. The caller must make sure that other
    /// programs also replace the file instead of writing into it.
    ///
    /// # Errors
    /// Returns [`OpenBookError`] if the file cannot be mapped or
    /// [`from_bytes`](Self::from_bytes) returns an error.
    ///
    /// # Examples
    /// ```
    /// use reversi_core::{Board, Square};
    /// use reversi_core::book::{Book, MappedBook};
    /// # let path = std::env::temp_dir().join(format!("reversi-core-doc-{}", std::process::id()));
    /// let mut book = Book::new();
    /// book.register([Square::F5, Square::D6], Some(4))?;
    /// book.save(&path)?;
    /// // SAFETY: no other program uses this file.
    /// let mapped = unsafe { MappedBook::open(&path)? };
    /// assert_eq!(mapped.find(Board::START)?, book.find(Board::START));
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[allow(unsafe_code, reason = "the caller guarantees that the file does not change")]
    pub unsafe fn open(path: impl AsRef<Path>) -> Result<Self, OpenBookError> {
        let path = path.as_ref();
        let error = |kind| OpenBookError { path: path.into(), kind };
        let map = || {
            let file = File::open(path)?;
            if file.metadata()?.is_dir() {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            // SAFETY: the caller guarantees that no process changes the file while it is mapped.
            unsafe { Mmap::map(&file) }
        };
        let bytes = map().map_err(|e| error(OpenBookErrorKind::Io(e)))?;
        Self::from_bytes(bytes).map_err(|e| error(OpenBookErrorKind::Read(e)))
    }
}
