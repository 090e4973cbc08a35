//! Labelled positions, the training records of engines: packed, as text, as JSON lines. They are
//! read and written one after the other, so that files of any size go through.

use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};
use shogi_core::Color;
use shogi_core::format::packed::{
    GameResult, Hcpe, PackedSfenValue, Record, RecordReader, RecordWriter, Sample,
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

/// Reads all records and hands those that make sense to `take`. A record that does not is an error,
/// or a warning if `lenient`.
pub(crate) fn pass(
    format: Format,
    input: impl BufRead,
    lenient: bool,
    take: &mut dyn FnMut(&Sample) -> Result<(), String>,
) -> Result<Passed, String> {
    let mut passed = Passed { records: 0, warnings: Vec::new() };
    let mut sort = |read: Result<Sample, String>, passed: &mut Passed| {
        match read.and_then(|sample| take(&sample)) {
            Ok(()) => passed.records += 1,
            Err(error) if lenient => passed.warnings.push(error),
            Err(error) => return Err(error),
        }
        Ok(())
    };
    match format {
        Format::Psv => records::<PackedSfenValue>(input, |read| sort(read, &mut passed))?,
        Format::Hcpe => records::<Hcpe>(input, |read| sort(read, &mut passed))?,
        _ => {
            for (index, line) in input.lines().enumerate() {
                let place = |error: String| format!("line {}: {error}", index + 1);
                let line = line.map_err(|error| place(error.to_string()))?;
                if line.trim().is_empty() {
                    continue;
                }
                let read = match format {
                    Format::Json => from_json(&line),
                    _ => from_text(line.trim_end()),
                };
                sort(read.map_err(place), &mut passed)?;
            }
        }
    }
    Ok(passed)
}

fn records<T: Record>(
    input: impl Read,
    mut take: impl FnMut(Result<Sample, String>) -> Result<(), String>,
) -> Result<(), String> {
    let mut reader = RecordReader::<_, T>::new(input);
    while let Some(read) = reader.next_sample() {
        take(read.map_err(|error| error.to_string()))?;
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
    pub(crate) fn write(&mut self, sample: &Sample) -> Result<(), String> {
        let io = |done: io::Result<()>| done.map_err(|error| error.to_string());
        match self {
            Self::Psv(writer) => {
                let record = PackedSfenValue::from_sample(sample).map_err(|e| e.to_string())?;
                io(writer.write(&record))
            }
            Self::Hcpe(writer) => {
                let record = Hcpe::from_sample(sample).map_err(|e| e.to_string())?;
                io(writer.write(&record))
            }
            Self::Text(output) => io(output.write_all(to_text(sample).as_bytes())),
            Self::Json(output) => {
                let line = serde_json::to_string(&to_json(sample)).map_err(|e| e.to_string())?;
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

fn to_text(sample: &Sample) -> String {
    let result = match sample.result {
        GameResult::Draw => 0,
        GameResult::Won(Color::Black) => 1,
        GameResult::Won(Color::White) => 2,
    };
    let best = sample.best.map_or_else(|| "none".to_owned(), |best| best.to_string());
    format!("{}\t{best}\t{}\t{result}\n", sample.position, sample.eval)
}

fn from_text(line: &str) -> Result<Sample, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [position, best, eval, result] = columns.as_slice() else {
        return Err(format!("{} columns, expected SFEN, move, evaluation, result", columns.len()));
    };
    let result = match *result {
        "0" => GameResult::Draw,
        "1" => GameResult::Won(Color::Black),
        "2" => GameResult::Won(Color::White),
        other => return Err(format!("result `{other}`, expected 0, 1 or 2")),
    };
    let eval = eval.parse().map_err(|error| format!("evaluation `{eval}`: {error}"))?;
    sample(position, Some(best).filter(|best| **best != "none").copied(), eval, result)
}

fn to_json(sample: &Sample) -> Line {
    let result = match sample.result {
        GameResult::Draw => "draw",
        GameResult::Won(Color::Black) => "black",
        GameResult::Won(Color::White) => "white",
    };
    Line {
        sfen: sample.position.to_string(),
        r#move: sample.best.map(|best| best.to_string()),
        eval: sample.eval,
        result: result.to_owned(),
    }
}

fn from_json(line: &str) -> Result<Sample, String> {
    let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let result = match line.result.as_str() {
        "draw" => GameResult::Draw,
        "black" => GameResult::Won(Color::Black),
        "white" => GameResult::Won(Color::White),
        other => return Err(format!("result `{other}`, expected draw, black or white")),
    };
    sample(&line.sfen, line.r#move.as_deref(), line.eval, result)
}

fn sample(
    position: &str,
    best: Option<&str>,
    eval: i16,
    result: GameResult,
) -> Result<Sample, String> {
    let position = sfen::parse(position).map_err(|error| error.to_string())?;
    let best = best.map(usi::parse_move).transpose().map_err(|error| error.to_string())?;
    Ok(Sample { position, best, eval, result })
}
