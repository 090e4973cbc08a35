use alloc::boxed::Box;
use core::fmt;
use std::io;

use super::record::UnpackRecordError;
use super::text::ParseSampleError;

/// The error for a sample that cannot be read from a file.
#[derive(Debug)]
pub struct ReadSampleError {
    /// The location of the sample.
    pub place: SamplePlace,
    /// The kind of the error.
    pub kind: ReadSampleErrorKind,
}

/// The location of a sample in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SamplePlace {
    /// The number of a record, counted from 0. The text form counts from 1.
    Record(u64),
    /// The number of a line, counted from 1.
    Line(u64),
}

/// The kind of a [`ReadSampleError`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadSampleErrorKind {
    /// Reading the bytes failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file ends inside a record.
    #[error("the file ends after {bytes} of the {size} bytes of the record")]
    Truncated {
        /// The number of bytes of the record that are in the file.
        bytes: usize,
        /// The size of a record in bytes.
        size: usize,
    },
    /// The record is invalid.
    #[error("{0}")]
    Record(#[from] UnpackRecordError),
    /// The line is not a sample.
    #[error("{0}")]
    Text(#[from] ParseSampleError),
    /// The line is not a JSON object with the fields of a sample.
    #[error("{0}")]
    Json(Box<str>),
}

impl ReadSampleError {
    pub(crate) const fn of_record(record: u64, kind: ReadSampleErrorKind) -> Self {
        Self { place: SamplePlace::Record(record), kind }
    }

    pub(crate) const fn of_line(line: u64, kind: ReadSampleErrorKind) -> Self {
        Self { place: SamplePlace::Line(line), kind }
    }
}

/// Writes `record 3` or `line 3`, counted from 1.
impl fmt::Display for SamplePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(record) => write!(f, "record {}", record + 1),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}

impl fmt::Display for ReadSampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl core::error::Error for ReadSampleError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ReadSampleErrorKind::Io(error) => error.source(),
            _ => None,
        }
    }
}
