//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use crate::error::Failure;
use crate::place;

/// Puts `bytes` at `path`: a reader, or a crash at any point, sees the old file or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    create(path, |file| file.write_all(bytes).map_err(|error| error.to_string()))
        .map_err(|error| Failure::Message(format!("{}: {error}", path.display())))
}

/// As [`write`] for a file that is written piece by piece; where `fill` fails, nothing changes.
///
/// A link stays a link: its target is replaced, and keeps its permissions, or is made where it is not
/// there. What is no ordinary file
/// (a pipe, a device) is never replaced: the bytes go into it.
pub(crate) fn create<T>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> Result<T, String>,
) -> Result<T, String> {
    // Without the name of the temporary file, which means nothing to the reader.
    let io = |error: std::io::Error| match error.raw_os_error() {
        Some(code) => std::io::Error::from_raw_os_error(code).to_string(),
        None => error.kind().to_string(),
    };
    let target = place::target(path).map_err(io)?;
    let old = fs::metadata(path).ok();
    if let Some(old) = old.as_ref().filter(|old| !old.is_file()) {
        if old.is_dir() {
            return Err(std::io::ErrorKind::IsADirectory.to_string());
        }
        return fill(&mut OpenOptions::new().write(true).open(path).map_err(io)?);
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.exists() {
        return Err(format!("there is no folder {}", folder.display()));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gamekit-");
    // A temporary file is private to its owner; a result is an ordinary file, under the umask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).map_err(io)?;
    let filled = fill(file.as_file_mut())?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions()).map_err(io)?;
    }
    file.as_file().sync_all().map_err(io)?;
    file.persist(&target).map_err(|error| io(error.error))?;
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(text.contains("missing/out: there is no folder "), "{text}");
    }

    #[test]
    fn a_folder_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let Err(Failure::Message(text)) = write(folder.path(), b"x") else { panic!("an error") };
        assert!(text.contains("is a directory"), "{text}");
        assert!(!text.contains(".gamekit-"), "{text}");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        write(&real, b"one").unwrap();
        fs::set_permissions(&real, PermissionsExt::from_mode(0o600)).unwrap();
        symlink(&real, &link).unwrap();
        write(&link, b"two").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"two");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_what_is_not_there_leads_to_the_new_file() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("d")).unwrap();
        // Relative to the folder of the link, through another link.
        symlink("d/second", path("first")).unwrap();
        symlink("../new", path("d/second")).unwrap();
        write(&path("first"), b"one").unwrap();
        assert_eq!(fs::read(path("new")).unwrap(), b"one");
        symlink("missing/new", path("astray")).unwrap();
        symlink("circle", path("circle")).unwrap();
        for (name, told) in [("astray", "there is no folder "), ("circle", "symbolic links")] {
            let Err(Failure::Message(text)) = write(&path(name), b"x") else { panic!("{name}") };
            assert!(text.contains(told), "{text}");
        }
        for name in ["first", "d/second", "astray", "circle"] {
            assert!(path(name).is_symlink(), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_into_and_stays_a_pipe() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::read(pipe).unwrap())
        };
        write(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    }
}
