//! Checks of output paths. The folder must exist, and the output must not be one of the input
//! files.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Failure, Outcome};

/// The files that a command reads, as canonical paths. For an input folder, the caller passes the
/// files in the folder.
#[derive(Default)]
pub(crate) struct Inputs(HashSet<PathBuf>);

impl Inputs {
    /// Collects files. Pipes and devices are skipped, because no output replaces them.
    pub(crate) fn of<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Self {
        Self(paths.into_iter().filter_map(|path| file(path.as_ref())).collect())
    }

    /// Returns an error if the output is one of the inputs.
    pub(crate) fn refuse(&self, output: &Path) -> Outcome {
        if file(output).is_some_and(|output| self.0.contains(&output)) {
            let message = "the output is one of the input files";
            return Err(Failure::Message(format!("{}: {message}", output.display())));
        }
        Ok(())
    }
}

/// Returns the canonical path of an ordinary file.
fn file(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|path| path.is_file())
}

/// Returns an error if a file is given twice, because its games would be counted twice.
pub(crate) fn refuse_twice<P: AsRef<Path>>(paths: &[P]) -> Outcome {
    let mut seen = HashSet::new();
    for path in paths.iter().map(AsRef::as_ref) {
        if file(path).is_some_and(|file| !seen.insert(file)) {
            let message = "this file is given twice, so its games would be counted twice";
            return Err(Failure::Message(format!("{}: {message}", path.display())));
        }
    }
    Ok(())
}

/// Follows links to a path that is not a link. A file at that path need not exist.
pub(crate) fn target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    // Operating systems follow at most 40 links. For a longer chain, the next system call reports
    // the error.
    for _ in 0..64 {
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        target = target.parent().map_or_else(PathBuf::new, Path::to_owned).join(next);
    }
    fs::canonicalize(path)
}

/// Returns an error if no file can be written to a path. A command calls this function before a
/// long computation. `-` is an error, because such an output cannot go to standard output.
pub(crate) fn check(path: &Path) -> Outcome {
    if path.as_os_str() == "-" {
        let message = "-: standard output is already in use; give a file name (use `./-` for a file named `-`)";
        return Err(Failure::Message(message.to_owned()));
    }
    let target = target(path).map_err(|error| Failure::about(path.display(), &error))?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let problem = match folder {
        _ if path.is_dir() => "this is a folder, expected a file name",
        Some(folder) if !folder.is_dir() => "the folder does not exist",
        _ => return Ok(()),
    };
    Err(Failure::Message(format!("{}: {problem}", path.display())))
}
