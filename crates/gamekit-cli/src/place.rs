//! Where an output goes: into a folder that is there, and never in place of what is read.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Failure, Outcome};

/// The files that a command reads, however they are spelled. Of folders the files in them are to be
/// given, not the folders.
#[derive(Default)]
pub(crate) struct Inputs(HashSet<PathBuf>);

impl Inputs {
    /// Pipes and devices, which no output replaces, do not count.
    pub(crate) fn of<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Self {
        Self(paths.into_iter().filter_map(|path| file(path.as_ref())).collect())
    }

    /// Refuses to write a file in place of one that is read.
    pub(crate) fn refuse(&self, output: &Path) -> Outcome {
        if file(output).is_some_and(|output| self.0.contains(&output)) {
            let message = "this is one of the files to read, expected another output";
            return Err(Failure::Message(format!("{}: {message}", output.display())));
        }
        Ok(())
    }
}

/// The one path of an ordinary file, if there is one.
fn file(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|path| path.is_file())
}

/// Refuses a file that is given twice, however it is spelled: what it holds would count double.
pub(crate) fn refuse_twice<P: AsRef<Path>>(paths: &[P]) -> Outcome {
    let mut seen = HashSet::new();
    for path in paths.iter().map(AsRef::as_ref) {
        if file(path).is_some_and(|file| !seen.insert(file)) {
            let message = "this file is given twice, and its games would count double";
            return Err(Failure::Message(format!("{}: {message}", path.display())));
        }
    }
    Ok(())
}

/// Where a link leads in the end, whether a file is there or not.
pub(crate) fn target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    // More links than systems follow, which then say what is wrong.
    for _ in 0..64 {
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        target = target.parent().map_or_else(PathBuf::new, Path::to_owned).join(next);
    }
    fs::canonicalize(path)
}

/// Refuses a place where no file can be written, before long work is spent on it. For outputs that
/// do not go to standard output, which has something else to tell.
pub(crate) fn check(path: &Path) -> Outcome {
    if path.as_os_str() == "-" {
        let message = "-: standard output is taken, expected a file (`./-` is one of this name)";
        return Err(Failure::Message(message.to_owned()));
    }
    let target = target(path).map_err(|error| Failure::about(path.display(), &error))?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let problem = match folder {
        _ if path.is_dir() => "this is a folder, expected a file to write",
        Some(folder) if !folder.is_dir() => "there is no such folder",
        _ => return Ok(()),
    };
    Err(Failure::Message(format!("{}: {problem}", path.display())))
}
