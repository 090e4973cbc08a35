//! Finds and opens the inputs of a command: files, the files in folders, and standard input.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use shogi_core::format::{ContentKind, Format, appearance, detect, detect_named};

use crate::error::{Failure, describe};

/// The number of bytes at the start of a file that are used to detect the format.
const HEAD: u64 = 1 << 16;

const EXPECTED: &str = "expected game records or labelled positions";

/// An input file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Input {
    /// The file, or `-` for standard input.
    pub(crate) path: PathBuf,
    /// The path relative to the input folder or, without an input folder, the file name.
    pub(crate) below: PathBuf,
}

/// The content of a file.
pub(crate) enum Contents {
    /// Games: the bytes that [`super::file::games`] reads.
    Games(Format, Vec<u8>),
    /// Labelled positions. They may not fit into memory.
    Positions(Format, Box<dyn BufRead>),
}

/// Whether the path means standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens a file or standard input and detects its format.
pub(crate) fn open(path: &Path) -> Result<Contents, String> {
    let mut source: Box<dyn Read> = if is_standard(path) {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).map_err(|error| describe(&error))?)
    };
    let mut bytes = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut bytes).map_err(|error| describe(&error))?;
    let format = match detect_named(&path.to_string_lossy(), &bytes) {
        Some(format) if format.content() != ContentKind::Book => format,
        Some(_) => return Err(format!("this is an opening book, {EXPECTED}")),
        None => match appearance(&bytes) {
            Some(what) => return Err(format!("this appears to be {what}, {EXPECTED}")),
            None => return Err(format!("unknown file format, {EXPECTED}")),
        },
    };
    if format.content() == ContentKind::Samples {
        let whole = Cursor::new(bytes).chain(source);
        return Ok(Contents::Positions(format, Box::new(BufReader::new(whole))));
    }
    source.read_to_end(&mut bytes).map_err(|error| describe(&error))?;
    Ok(Contents::Games(format, bytes))
}

/// Returns the input files. A folder means all files below it whose name or content shows a format
/// of records.
pub(crate) fn inputs(paths: &[PathBuf]) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = inputs.len();
            folder(path, path, &mut inputs)?;
            inputs[before..].sort();
            if inputs.len() == before {
                return Err(Failure::Message(format!(
                    "{}: the folder contains no game records",
                    path.display()
                )));
            }
        } else {
            let below = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            inputs.push(Input { path: path.clone(), below });
        }
    }
    if inputs.iter().filter(|input| is_standard(&input.path)).count() > 1 {
        return Err(Failure::Message("standard input (`-`) is given twice".to_owned()));
    }
    Ok(inputs)
}

fn folder(root: &Path, path: &Path, inputs: &mut Vec<Input>) -> Result<(), Failure> {
    let error = |error| Failure::about(path.display(), &error);
    for entry in fs::read_dir(path).map_err(error)? {
        let entry = entry.map_err(error)?;
        let path = entry.path();
        // Links to folders are not followed, because they may form a cycle. Pipes are skipped.
        if entry.file_type().map_err(error)?.is_dir() {
            folder(root, &path, inputs)?;
        } else if path.is_file() && is_record(&path) {
            let below = path.strip_prefix(root).unwrap_or(&path).to_owned();
            inputs.push(Input { path, below });
        }
    }
    Ok(())
}

/// Returns whether a file in a folder has game records or samples. The extension `.txt` alone is
/// not sufficient.
fn is_record(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.and_then(Format::from_extension) {
        Some(Format::BookDb | Format::BookYbb) => false,
        None | Some(Format::SampleText) => {
            let mut head = Vec::new();
            let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
            read.is_ok()
                && detect(&head).is_some_and(|format| format.content() != ContentKind::Book)
        }
        Some(_) => true,
    }
}
