//! Books on disk: mapped into memory, and saved so that a reader finds the old or the new one.
use super::error::{OpenBookError, OpenBookErrorKind, SaveBookError, SaveBookErrorKind};
use super::{Book, BookFile};
use memmap2::Mmap;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A book file mapped into memory and searched where it lies: it opens at once, whatever its size.
///
/// The file must not be changed in place while it is open. Saving a book never does that: it puts
/// another file in its place, and an open book keeps the old one.
pub type MappedBook = BookFile<Mmap>;

impl BookFile<Mmap> {
    /// Opens a book file.
    ///
    /// # Errors
    /// [`OpenBookError`] if the system refuses or [`from_bytes`](Self::from_bytes) does.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenBookError> {
        let path = path.as_ref();
        let error = |kind| OpenBookError { path: path.into(), kind };
        let map = || {
            let file = File::open(path)?;
            if file.metadata()?.is_dir() {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            #[allow(unsafe_code, reason = "maps a file")]
            // SAFETY: a file that someone else cuts or changes while it is mapped is the caller's
            // affair, as documented; our own saving replaces files and never writes into one.
            unsafe {
                Mmap::map(&file)
            }
        };
        let bytes = map().map_err(|e| error(OpenBookErrorKind::Io(e)))?;
        Self::from_bytes(bytes).map_err(|e| error(OpenBookErrorKind::Read(e)))
    }
}

impl Book {
    /// Reads a whole book file into memory.
    ///
    /// # Errors
    /// [`OpenBookError`] if the system refuses or there is any fault in the file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, OpenBookError> {
        let path = path.as_ref();
        MappedBook::open(path)?.to_book().map_err(|error| OpenBookError {
            path: path.into(),
            kind: OpenBookErrorKind::Read(error),
        })
    }

    /// Writes the book to a file, or leaves the file there as it was: another file beside it is
    /// written, flushed to the disk and renamed. A process that is killed may leave that file
    /// behind; its name begins with a dot and ends in `.saving`, and the next save of a book of the
    /// same name removes it.
    ///
    /// The bytes depend on the positions and their records only, not on the way they were put in.
    ///
    /// # Errors
    /// [`SaveBookError`], with nothing left behind.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), SaveBookError> {
        let path = path.as_ref();
        let bytes = self.to_bytes().map_err(|too_large| SaveBookError {
            path: path.into(),
            kind: SaveBookErrorKind::TooLarge(too_large),
        })?;
        save_bytes(path, &bytes)
    }
}

/// Puts a file with these bytes in the place of `path`, at one instant, with the permissions of the
/// old one. What is no ordinary file (a pipe, a device) is never replaced: the bytes go into it.
pub(crate) fn save_bytes(path: &Path, bytes: &[u8]) -> Result<(), SaveBookError> {
    let error = |e| SaveBookError { path: path.into(), kind: SaveBookErrorKind::Io(e) };
    // A link stays a link, and its target is replaced.
    let target = target_of(path).map_err(error)?;
    let old = fs::metadata(path).ok();
    if let Some(old) = old.as_ref().filter(|old| !old.is_file()) {
        if old.is_dir() {
            return Err(error(io::ErrorKind::IsADirectory.into()));
        }
        let through = OpenOptions::new().write(true).open(path);
        return through.and_then(|mut file| file.write_all(bytes)).map_err(error);
    }
    remove_left_behind(&target);
    let (beside, mut file) = create_beside(&target).map_err(error)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&beside, &target));
    drop(file);
    if let Err(e) = written {
        let _ = fs::remove_file(&beside);
        return Err(error(e));
    }
    // The new name is on the disk once its directory is. Not every system can do that.
    #[cfg(unix)]
    if let Some(parent) = target.parent() {
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        if let Ok(directory) = File::open(parent) {
            let _ = directory.sync_all();
        }
    }
    Ok(())
}

/// Where a link leads in the end, whether a file is there or not.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_path_buf();
    // More links than systems follow, which then say what is wrong.
    for _ in 0..64 {
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        target = target.parent().map_or_else(PathBuf::new, Path::to_path_buf).join(next);
    }
    fs::canonicalize(path)
}

/// The first part of the names of files beside `target`.
fn beside_prefix(target: &Path) -> Option<OsString> {
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name()?);
    prefix.push(".");
    Some(prefix)
}

const SUFFIX: &str = ".saving";

/// A new file in the directory of `target`, where a rename needs no copy. It is locked as long as it
/// is open, which tells it from one that was left behind.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let prefix =
        beside_prefix(target).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    loop {
        let mut beside = prefix.clone();
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        beside.push(std::format!("{}-{number}{SUFFIX}", std::process::id()));
        let beside = target.with_file_name(beside);
        let file = match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => file,
            // Left behind by a killed process of the same number.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(e) => return Err(e),
        };
        // Not every file system has locks; there, nothing is ever taken for left behind.
        let _ = file.lock();
        // Another save may have taken it for left behind before it was locked.
        if fs::exists(&beside).unwrap_or(true) {
            return Ok((beside, file));
        }
    }
}

/// Removes what killed processes left behind while they saved to `target`. What cannot be removed
/// stays: it is no reason not to save.
fn remove_left_behind(target: &Path) {
    let (Some(prefix), Some(folder)) = (beside_prefix(target), target.parent()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let (name, prefix) = (name.as_encoded_bytes(), prefix.as_encoded_bytes());
        let Some(rest) = name.strip_prefix(prefix) else { continue };
        let Some(number) = rest.strip_suffix(SUFFIX.as_bytes()) else { continue };
        if number.is_empty() || !number.iter().all(|&b| b.is_ascii_digit() || b == b'-') {
            continue;
        }
        // A process that still writes it holds its lock.
        let is_free = File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if is_free {
            let _ = fs::remove_file(entry.path());
        }
    }
}
