//! Labelled positions, the training records of engines: packed, as text, as JSON lines. They are
//! read and written one after the other, so that files of any size go through.

use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};
use shogi_core::format::packed::{
    Hcpe, PackError, PackedSfenValue, ParseResultError, ParseSampleError, Record, RecordReader,
    RecordWriter, Sample,
};
use shogi_core::format::{sfen, usi};

use super::file::Format;

/// A sample as JSON.
#[derive(Serialize, Deserialize)]
struct Line {
    sfen: String,
    r#move: Option<String>,
    eval: i16,
    /// `draw`, `black` or `white`.
    result: String,
}

/// What came of a file.
pub(crate) struct Passed {
    /// The records that were written.
    pub(crate) records: u64,
    /// The records that were left out, with the reason.
    pub(crate) warnings: Vec<String>,
}

/// Records that are left out are named up to here, and counted from here on.
const MOST_WARNINGS: usize = 1000;

/// Why a record was not written.
pub(crate) enum WriteError {
    /// The format has no room for it.
    Record(String),
    /// Nothing can be written any more.
    Output(String),
}

/// Reads all records and hands those that make sense to `take`. A record that does not, or that
/// `take` has no room for, is an error, or a warning if `lenient`.
pub(crate) fn pass(
    format: Format,
    input: impl BufRead,
    lenient: bool,
    take: &mut dyn FnMut(&Sample) -> Result<(), WriteError>,
) -> Result<Passed, String> {
    let mut passed = Passed { records: 0, warnings: Vec::new() };
    let mut more = 0u64;
    let mut sort = |read: Result<Sample, String>, place: &dyn Fn(String) -> String| {
        let error = match read {
            Err(error) => error,
            Ok(sample) => match take(&sample) {
                Ok(()) => {
                    passed.records += 1;
                    return Ok(());
                }
                Err(WriteError::Output(error)) => return Err(error),
                Err(WriteError::Record(error)) => place(error),
            },
        };
        if lenient {
            match passed.warnings.len() {
                MOST_WARNINGS => more += 1,
                _ => passed.warnings.push(error),
            }
            return Ok(());
        }
        Err(error)
    };
    match format {
        Format::Psv => records::<PackedSfenValue>(input, sort)?,
        Format::Hcpe => records::<Hcpe>(input, sort)?,
        _ => {
            for (index, line) in input.lines().enumerate() {
                let place = |error: String| format!("line {}: {error}", index + 1);
                let line = line.map_err(|error| place(error.to_string()))?;
                let line = if index == 0 { line.trim_start_matches('\u{feff}') } else { &line };
                if line.trim().is_empty() {
                    continue;
                }
                let read = match format {
                    Format::Json => from_json(line),
                    _ => line.parse().map_err(|error: ParseSampleError| error.to_string()),
                };
                sort(read.map_err(place), &place)?;
            }
        }
    }
    if more > 0 {
        passed.warnings.push(format!("{more} more records were left out"));
    }
    Ok(passed)
}

fn records<T: Record>(
    input: impl Read,
    mut take: impl FnMut(Result<Sample, String>, &dyn Fn(String) -> String) -> Result<(), String>,
) -> Result<(), String> {
    let mut reader = RecordReader::<_, T>::new(input);
    for number in 1.. {
        let Some(read) = reader.next_sample() else { break };
        let place = |error: String| format!("record {number}: {error}");
        take(read.map_err(|error| error.to_string()), &place)?;
    }
    Ok(())
}

/// Writes records in a format.
pub(crate) enum Writer<W: Write> {
    Psv(RecordWriter<W>),
    Hcpe(RecordWriter<W>),
    Text(W),
    Json(W),
}

impl<W: Write> Writer<W> {
    /// A writer of a format that holds labelled positions, `None` for one of games.
    pub(crate) fn new(format: Format, output: W) -> Option<Self> {
        Some(match format {
            Format::Psv => Self::Psv(RecordWriter::new(output)),
            Format::Hcpe => Self::Hcpe(RecordWriter::new(output)),
            Format::Text => Self::Text(output),
            Format::Json => Self::Json(output),
            _ => return None,
        })
    }

    /// Writes one record.
    pub(crate) fn write(&mut self, sample: &Sample) -> Result<(), WriteError> {
        let io = |done: io::Result<()>| done.map_err(|error| WriteError::Output(error.to_string()));
        let record = |error: PackError| WriteError::Record(error.to_string());
        match self {
            Self::Psv(writer) => {
                let record = PackedSfenValue::from_sample(sample).map_err(record)?;
                io(writer.write(&record))
            }
            Self::Hcpe(writer) => {
                let record = Hcpe::from_sample(sample).map_err(record)?;
                io(writer.write(&record))
            }
            Self::Text(output) => io(writeln!(output, "{sample}")),
            Self::Json(output) => {
                let line = serde_json::to_string(&to_json(sample))
                    .map_err(|error| WriteError::Record(error.to_string()))?;
                io(writeln!(output, "{line}"))
            }
        }
    }

    /// Writes what is left.
    pub(crate) fn finish(self) -> Result<(), String> {
        let done = match self {
            Self::Psv(writer) | Self::Hcpe(writer) => writer.finish().map(|_| ()),
            Self::Text(mut output) | Self::Json(mut output) => output.flush(),
        };
        done.map_err(|error| error.to_string())
    }
}

fn to_json(sample: &Sample) -> Line {
    Line {
        sfen: sample.position.to_string(),
        r#move: sample.best.map(|best| best.to_string()),
        eval: sample.eval,
        result: sample.result.to_string(),
    }
}

/// What is wrong with a line of JSON, and where in it, without the line that its reader believes in.
fn json_error(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let what = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    // Its columns are bytes counted from 1, of the last one it has seen.
    let at = if error.is_eof() { column } else { column.saturating_sub(1) };
    format!("invalid json, byte {at}: {what}")
}

fn from_json(line: &str) -> Result<Sample, String> {
    let line: Line = serde_json::from_str(line).map_err(|error| json_error(&error))?;
    let position = sfen::parse(&line.sfen).map_err(|error| error.to_string())?;
    let best = line.r#move.as_deref().map(usi::parse_move).transpose();
    let result = line.result.parse().map_err(|error: ParseResultError| error.to_string())?;
    Ok(Sample { position, best: best.map_err(|error| error.to_string())?, eval: line.eval, result })
}
