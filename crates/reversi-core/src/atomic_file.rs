//! Replacing files atomically: a reader sees the complete old file or the complete new file.
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Replaces the file at `path` with a file that has these bytes and the permissions of the old
/// file.
///
/// The bytes are written to a temporary file in the same directory, which is flushed to the disk
/// and then renamed. If anything fails, the old file is unchanged. If the file is not a regular
/// file, but a pipe or a device, the bytes are written to it directly.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file, _| file.write_all(bytes))
}

/// Replaces a file like [`write`], with a function that writes the bytes. The function also receives
/// whether the position in the file can be changed. If the function fails, the old file is unchanged.
pub(crate) fn write_with(
    path: &Path,
    fill: impl FnOnce(&mut File, bool) -> io::Result<()>,
) -> io::Result<()> {
    // A symbolic link is kept; the target of the link is replaced.
    let target = link_target(path)?;
    let old = fs::metadata(path).ok();
    if let Some(old) = old.as_ref().filter(|old| !old.is_file()) {
        if old.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        return fill(&mut OpenOptions::new().write(true).open(path)?, false);
    }
    remove_stale_files(&target);
    let (temporary, mut file) = create_temporary(&target)?;
    let written = fill(&mut file, true)
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary, &target));
    drop(file);
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return written;
    }
    // The rename is on the disk only after the directory is flushed. Not every system can flush a
    // directory.
    #[cfg(unix)]
    if let Ok(directory) = File::open(directory_of(&target)) {
        let _ = directory.sync_all();
    }
    Ok(())
}

/// Returns the directory of a file.
fn directory_of(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Follows symbolic links until the path is not a link. The final path need not exist.
fn link_target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_path_buf();
    // 64 links are more than any system follows; beyond that, `canonicalize` returns the system's
    // own error.
    for _ in 0..64 {
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        target = target.parent().map_or_else(PathBuf::new, Path::to_path_buf).join(next);
    }
    fs::canonicalize(path)
}

/// Returns the prefix of the names of temporary files for `target`.
fn temporary_prefix(target: &Path) -> Option<OsString> {
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name()?);
    prefix.push(".");
    Some(prefix)
}

const SUFFIX: &str = ".saving";

/// Creates a file in the directory of `target`, so that a rename needs no copy. The file is locked
/// while it is open. A stale file is not locked.
fn create_temporary(target: &Path) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let prefix =
        temporary_prefix(target).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    loop {
        let mut name = prefix.clone();
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        name.push(std::format!("{}-{number}{SUFFIX}", std::process::id()));
        let temporary = target.with_file_name(name);
        let file = match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => file,
            // A killed process that had the same PID left this file behind.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(e) => return Err(e),
        };
        // Not every file system supports locks. Without them, no file is ever considered stale.
        let _ = file.lock();
        // Another save may have deleted the file as stale before it was locked.
        if fs::exists(&temporary).unwrap_or(true) {
            return Ok((temporary, file));
        }
    }
}

/// Removes the temporary files of killed processes that were saving to `target`. Ignores files that
/// cannot be removed, because these files do not prevent the save.
fn remove_stale_files(target: &Path) {
    let Some(prefix) = temporary_prefix(target) else { return };
    let Ok(entries) = fs::read_dir(directory_of(target)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let (name, prefix) = (name.as_encoded_bytes(), prefix.as_encoded_bytes());
        let Some(rest) = name.strip_prefix(prefix) else { continue };
        let Some(number) = rest.strip_suffix(SUFFIX.as_bytes()) else { continue };
        if number.is_empty() || !number.iter().all(|&b| b.is_ascii_digit() || b == b'-') {
            continue;
        }
        // A process that is still writing the file has locked it.
        let is_stale = File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if is_stale {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// A new empty directory that is removed at the end of the test.
    struct Directory(PathBuf);

    impl Directory {
        fn new(name: &str) -> Self {
            let name = std::format!("reversi-core-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            fs::create_dir(&path).unwrap();
            Self(path)
        }

        fn names(&self) -> Vec<OsString> {
            let mut names: Vec<_> =
                fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_save_that_does_not_finish_leaves_the_old_file() {
        let directory = Directory::new("unfinished");
        let path = directory.0.join("a");
        write(&path, b"old").unwrap();
        // This save ends before the rename, as if the process were killed.
        let (temporary, mut file) = create_temporary(&path).unwrap();
        file.write_all(b"ne").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        // Another save does not remove the temporary file of a running save.
        write(&path, b"newer").unwrap();
        assert!(temporary.exists());
        drop(file);
        write(&path, b"newest").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newest");
        assert_eq!(directory.names(), ["a"], "the next save removes the stale file");
    }

    #[test]
    fn a_save_that_fails_leaves_the_directory_unchanged() {
        let directory = Directory::new("failed");
        let path = directory.0.join("missing").join("a");
        assert_eq!(write(&path, b"x").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(write(&directory.0, b"x").unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert!(directory.names().is_empty());
        // A file whose name only resembles a temporary file is never removed.
        fs::write(directory.0.join(".a.x.saving"), b"").unwrap();
        write(&directory.0.join("a"), b"x").unwrap();
        assert_eq!(directory.names(), [".a.x.saving", "a"]);
    }
}
