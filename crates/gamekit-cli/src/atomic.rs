//! Writes files completely or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use crate::error::{Failure, describe};
use crate::output_path;

/// Writes a file. Other programs see either the old file or the complete new file, never a part.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    create(path, |file| file.write_all(bytes).map_err(|error| error.to_string()))
        .map_err(|error| Failure::Message(format!("{}: {error}", path.display())))
}

/// Writes a file as [`write`] does. The function `fill` writes the content. If `fill` fails, the
/// old file is unchanged.
///
/// If the path is a symbolic link, the file that the link points to is replaced. A replaced file
/// keeps its permissions. A pipe or a device is not replaced; the bytes are written into it.
pub(crate) fn create<T>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> Result<T, String>,
) -> Result<T, String> {
    // The messages must not contain the name of the temporary file.
    let io = |error: std::io::Error| match error.raw_os_error() {
        Some(code) => describe(&std::io::Error::from_raw_os_error(code)),
        None => error.kind().to_string(),
    };
    let target = output_path::target(path).map_err(io)?;
    let old = fs::metadata(path).ok();
    if let Some(old) = old.as_ref().filter(|old| !old.is_file()) {
        if old.is_dir() {
            return Err("this is a folder, expected a file".to_owned());
        }
        return fill(&mut OpenOptions::new().write(true).open(path).map_err(io)?);
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.exists() {
        return Err(format!("the folder {} does not exist", folder.display()));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gamekit-");
    // A temporary file is readable only by its owner. A new file gets the permissions of an
    // ordinary file.
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
        assert!(text.contains("missing/out: the folder "), "{text}");
    }

    #[test]
    fn a_folder_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let Err(Failure::Message(text)) = write(folder.path(), b"x") else { panic!("an error") };
        assert!(text.contains("this is a folder"), "{text}");
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
        // The path in the link is relative to the folder `d`, not to the current folder.
        symlink("d/second", path("first")).unwrap();
        symlink("../new", path("d/second")).unwrap();
        write(&path("first"), b"one").unwrap();
        assert_eq!(fs::read(path("new")).unwrap(), b"one");
        symlink("missing/new", path("astray")).unwrap();
        symlink("circle", path("circle")).unwrap();
        for (name, told) in [("astray", "does not exist"), ("circle", "symbolic links")] {
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
