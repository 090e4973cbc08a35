//! Reads game files: transcripts, one per line, or WTHOR. The format is detected from the content.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use reversi_core::Position;
use reversi_core::format::{Format, detect_named, record};

use crate::error::Failure;

/// The name of standard input in messages.
const STDIN: &str = "standard input";

/// Returns the name of a file in messages.
pub(crate) fn shown(path: &Path) -> &Path {
    if path == Path::new("-") { Path::new(STDIN) } else { path }
}

/// Returns the bytes and the format of a file, or of standard input for `-`.
pub(crate) fn open(path: &Path) -> Result<(Format, Vec<u8>), Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let path = shown(path);
    let bytes = bytes.map_err(|error| Failure::about(path.display(), &error))?;
    let format = match detect_named(&path.to_string_lossy(), &bytes) {
        Some(Format::Wthor) => Format::Wthor,
        // For unknown text, the reader of transcripts returns an error that describes the fault.
        _ => Format::Transcripts,
    };
    Ok((format, bytes))
}

/// Reads a file and returns the final positions of its games, with their histories.
pub(crate) fn positions(path: &Path) -> Result<Vec<Position>, Failure> {
    let (format, bytes) = open(path)?;
    let games = record::read(format, &bytes);
    let positions = games
        .and_then(|games| games.into_iter().map(|game| game.map(|game| game.position)).collect());
    positions.map_err(|error| Failure::about(shown(path).display(), &error))
}
