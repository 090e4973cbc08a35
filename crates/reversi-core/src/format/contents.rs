//! Files in any format.
use super::detect::{ContentKind, Format, appears_to_be, detect};
use super::obf::{self, ParseObfError, Problem};
use super::record;
use super::report::{ReadGame, ReadRecordError};
use super::wthor::Names;
use alloc::vec::Vec;

/// What a file contains.
#[derive(Debug)]
#[non_exhaustive]
pub enum Contents {
    /// Games. If a game has an error, its item is that error.
    Games(Vec<Result<ReadGame, ReadRecordError>>),
    /// Positions. If a line has an error, its item is that error.
    Positions(Vec<Result<Problem, ReadPositionError>>),
}

/// The error for a line that is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct ReadPositionError {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// What is wrong in the line. The byte offset counts from the start of the line.
    pub kind: ParseObfError,
}

/// The error when a file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The crate cannot read the format of the content.
    #[error("not a file of games or positions{}", apparent(*.appears_to_be))]
    UnknownFormat {
        /// What the file appears to be: see [`appears_to_be`](super::appears_to_be).
        appears_to_be: Option<&'static str>,
    },
    /// The file of games is invalid.
    #[error("{0}")]
    Record(#[from] ReadRecordError),
    /// A line of a file of positions is invalid.
    #[error("{0}")]
    Position(#[from] ReadPositionError),
    /// The file of positions is not UTF-8 text.
    #[error("byte {at}: not UTF-8 text")]
    NotText {
        /// The byte offset.
        at: usize,
    },
}

/// Reads a file in any format: detects the format from the content, then reads the content.
///
/// ```
/// use reversi_core::format::{self, Contents};
/// let (detected, contents) = format::read(b"f5d6c3\nf5f6e6\n")?;
/// assert_eq!(detected, format::Format::Transcripts);
/// let Contents::Games(games) = contents else { panic!("transcripts are games") };
/// assert_eq!(games[1].as_ref().unwrap().position.ply(), 3);
/// # Ok::<(), format::ReadError>(())
/// ```
///
/// # Errors
/// Returns an error if the format is unknown or if the file cannot be read.
pub fn read(bytes: &[u8]) -> Result<(Format, Contents), ReadError> {
    let format = detect(bytes)
        .ok_or_else(|| ReadError::UnknownFormat { appears_to_be: appears_to_be(bytes) })?;
    Ok((format, read_as(format, bytes, &Names::default())?))
}

/// Reads a file of a known format. The games of a WTHOR file get their names from `names`.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn read_as(format: Format, bytes: &[u8], names: &Names) -> Result<Contents, ReadError> {
    Ok(match format.content() {
        ContentKind::Games => Contents::Games(record::read_with_names(format, bytes, names)?),
        ContentKind::Positions => Contents::Positions(positions(bytes)?),
    })
}

fn apparent(name: Option<&str>) -> alloc::string::String {
    name.map_or_else(Default::default, |name| alloc::format!(": this appears to be {name}"))
}

/// Reads the positions of a text, one per line. Lines that begin with `#` are skipped.
fn positions(bytes: &[u8]) -> Result<Vec<Result<Problem, ReadPositionError>>, ReadError> {
    let text = core::str::from_utf8(bytes)
        .map_err(|error| ReadError::NotText { at: error.valid_up_to() })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#'));
    let problem = |(index, line)| {
        obf::parse_line(line)
            .map_err(|kind| ReadPositionError { line: index + 1, kind })
            .transpose()
    };
    Ok(lines.filter_map(problem).collect())
}
