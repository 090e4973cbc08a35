//! Files that are written whole or not at all.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use crate::error::Failure;

/// Puts `bytes` at `path`: a reader, or a crash at any point, sees the old file or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    create(path, |file| file.write_all(bytes).map_err(|error| error.to_string()))
        .map_err(|error| Failure::Message(format!("{}: {error}", path.display())))
}

/// As [`write`] for a file that is written piece by piece; where `fill` fails, nothing changes.
pub(crate) fn create<T>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> Result<T, String>,
) -> Result<T, String> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let io = |error: std::io::Error| error.to_string();
    let mut file = tempfile::Builder::new().prefix(".gamekit-").tempfile_in(folder).map_err(io)?;
    let filled = fill(file.as_file_mut())?;
    file.as_file().sync_all().map_err(io)?;
    open_to_others(file.as_file()).map_err(io)?;
    file.persist(path).map_err(|error| io(error.error))?;
    Ok(filled)
}

/// A temporary file is private to its owner; a result is an ordinary file.
#[cfg(unix)]
fn open_to_others(file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn open_to_others(_: &File) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_new_file_replaces_the_old_one_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error_with_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing/out");
        let Err(Failure::Message(text)) = write(&path, b"x") else { panic!("expected an error") };
        assert!(text.contains("missing/out"), "{text}");
    }
}
