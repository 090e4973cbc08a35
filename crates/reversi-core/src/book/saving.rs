//! Saving the bytes of a book.
use super::error::{BookTooLarge, SaveBookError, SaveBookErrorKind};
use crate::atomic_file;
use alloc::vec::Vec;
use std::path::Path;

/// Atomically replaces the file at `path` with a file of these bytes.
pub(super) fn save(path: &Path, bytes: Result<Vec<u8>, BookTooLarge>) -> Result<(), SaveBookError> {
    let error = |kind| SaveBookError { path: path.into(), kind };
    let bytes = bytes.map_err(|too_large| error(SaveBookErrorKind::TooLarge(too_large)))?;
    atomic_file::write(path, &bytes).map_err(|e| error(SaveBookErrorKind::Io(e)))
}
