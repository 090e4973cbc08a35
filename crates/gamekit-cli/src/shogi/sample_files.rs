//! Converts files of labelled positions, the training samples of engines. Samples are read and
//! written one at a time, so files of any size can be converted.

use std::io::BufRead;

use shogi_core::format::Format;
use shogi_core::format::packed::{ReadSampleError, Sample};
use shogi_core::format::packed::{ReadSampleErrorKind, SamplePlace};
use shogi_core::format::samples::{SampleReader, WriteSampleError, WriteSampleErrorKind};

/// The result of a conversion.
pub(crate) struct Passed {
    /// The number of samples that were written.
    pub(crate) records: u64,
    /// The samples that were skipped, with the reason.
    pub(crate) warnings: Vec<String>,
}

/// The maximum number of skipped samples with a separate warning. Further skipped samples are only
/// counted.
const MOST_WARNINGS: usize = 1000;

/// The reason why a sample was not written.
pub(crate) enum WriteError {
    /// The output format cannot represent the sample.
    Sample(String),
    /// The output cannot be written.
    Output(String),
}

impl From<WriteSampleError> for WriteError {
    fn from(error: WriteSampleError) -> Self {
        match error.kind {
            WriteSampleErrorKind::Io(error) => Self::Output(error.to_string()),
            kind => Self::Sample(kind.to_string()),
        }
    }
}

/// Reads all samples and passes the valid samples to `take`. A sample is at fault if it is invalid
/// or if `take` cannot write it. If `lenient` is set, a sample at fault is skipped with a warning.
/// Otherwise, it is an error.
pub(crate) fn pass(
    format: Format,
    input: impl BufRead,
    lenient: bool,
    take: &mut dyn FnMut(&Sample) -> Result<(), WriteError>,
) -> Result<Passed, String> {
    let mut passed = Passed { records: 0, warnings: Vec::new() };
    let mut more = 0u64;
    let mut samples =
        SampleReader::new(format, input).ok_or_else(|| format!("{format} has no samples"))?;
    while let Some(read) = samples.next() {
        let error = match read {
            // After a line that cannot be read, the reader cannot continue.
            Err(error) if is_unreadable_line(&error) => return Err(error.to_string()),
            Err(error) => error.to_string(),
            Ok(sample) => match take(&sample) {
                Ok(()) => {
                    passed.records += 1;
                    continue;
                }
                Err(WriteError::Output(error)) => return Err(error),
                Err(WriteError::Sample(error)) => format!("{}: {error}", samples.place()),
            },
        };
        if !lenient {
            return Err(error);
        }
        match passed.warnings.len() {
            MOST_WARNINGS => more += 1,
            _ => passed.warnings.push(error),
        }
    }
    if more > 0 {
        passed.warnings.push(format!("skipped {more} more records"));
    }
    Ok(passed)
}

fn is_unreadable_line(error: &ReadSampleError) -> bool {
    matches!((error.place, &error.kind), (SamplePlace::Line(_), ReadSampleErrorKind::Io(_)))
}
