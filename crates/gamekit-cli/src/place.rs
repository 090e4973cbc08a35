//! Where an output goes: into a folder that is there, and never in place of what is read.

use std::collections::HashSet;
use std::fs;
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

/// Refuses a place where no file can be written, before long work is spent on it.
pub(crate) fn check(path: &Path) -> Outcome {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let problem = match folder {
        _ if path.is_dir() => "this is a folder, expected a file to write",
        Some(folder) if !folder.is_dir() => "there is no such folder",
        _ => return Ok(()),
    };
    Err(Failure::Message(format!("{}: {problem}", path.display())))
}
