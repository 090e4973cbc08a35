//! Reads and writes training samples in any format, one at a time. Makes samples of games.
//!
//! ```
//! use shogi_core::format::samples::{SampleReader, SampleWriter, of_game};
//! use shogi_core::format::{Format, kif, record::Mode};
//! let read = kif::parse("手合割：平手\n   1 ７六歩(77)\n   2 投了\n", Mode::Strict)?;
//! let mut writer = SampleWriter::new(Format::Psv, Vec::new()).expect("PSV has samples");
//! for sample in of_game(&read.game)? {
//!     writer.write(&sample)?;
//! }
//! let file = writer.finish()?;
//! let mut samples = SampleReader::new(Format::Psv, file.as_slice()).expect("PSV has samples");
//! assert_eq!(samples.next().unwrap()?.best.unwrap().to_string(), "7g7f");
//! assert!(samples.next().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::game::{Game, Replay};
use crate::outcome::Outcome;

use super::packed::{GameResult, Sample};
#[cfg(feature = "std")]
pub use stream::{SampleReader, SampleWriter, WriteSampleError, WriteSampleErrorKind};

/// The error for the outcome of an unfinished game, which has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game has no result")]
pub struct NoResult;

impl TryFrom<Outcome> for GameResult {
    type Error = NoResult;

    /// Returns the result of a finished game.
    fn try_from(outcome: Outcome) -> Result<Self, NoResult> {
        match outcome {
            Outcome::Win { winner, .. } => Ok(Self::Won(winner)),
            Outcome::Draw(_) => Ok(Self::Draw),
            Outcome::Unfinished(_) => Err(NoResult),
        }
    }
}

/// Iterates over the moves of a game's main line. A sample has the position before the move, the
/// move, and the result of the game. Its evaluation [`Sample::eval`] is 0.
///
/// # Errors
/// Fails if the game is unfinished.
pub fn of_game(game: &Game) -> Result<GameSamples<'_>, NoResult> {
    let result = GameResult::try_from(game.outcome())?;
    Ok(GameSamples { replay: game.replay(), result })
}

/// An iterator over the samples of a game: [`of_game`].
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless consumed"]
pub struct GameSamples<'a> {
    replay: Replay<'a>,
    result: GameResult,
}

impl Iterator for GameSamples<'_> {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        let (position, m) = self.replay.next()?;
        Some(Sample { position, best: Some(m.bare()), eval: 0, result: self.result })
    }
}

#[cfg(feature = "std")]
mod stream {
    use alloc::string::String;
    use alloc::vec::Vec;
    use std::io::{self, BufRead, Write};

    use super::super::detect::Format;
    use super::super::packed::{
        Hcpe, PackError, PackedSfenValue, ReadSampleError, Record, RecordReader, RecordWriter,
        Sample,
    };
    use super::super::report::{Loss, LossKind};

    /// Reads a file of training samples one by one, in any format that has samples.
    ///
    /// After an invalid sample, the next sample can still be read.
    #[derive(Debug)]
    pub struct SampleReader<R>(Reader<R>);

    #[derive(Debug)]
    enum Reader<R> {
        Psv(RecordReader<R, PackedSfenValue>),
        Hcpe(RecordReader<R, Hcpe>),
        Lines { input: R, line: String, number: u64, is_json: bool, has_ended: bool },
    }

    impl<R: BufRead> SampleReader<R> {
        /// Creates a reader. Returns `None` if the format has no samples. Without the feature
        /// `jkf`, also returns `None` for JSON.
        pub fn new(format: Format, input: R) -> Option<Self> {
            let lines = |input, is_json| Reader::Lines {
                input,
                line: String::new(),
                number: 0,
                is_json,
                has_ended: false,
            };
            Some(Self(match format {
                Format::Psv => Reader::Psv(RecordReader::new(input)),
                Format::Hcpe => Reader::Hcpe(RecordReader::new(input)),
                Format::SampleText => lines(input, false),
                Format::SampleJson if cfg!(feature = "jkf") => lines(input, true),
                _ => return None,
            }))
        }

        /// Returns the number of records or lines that were read.
        pub fn position(&self) -> u64 {
            match &self.0 {
                Reader::Psv(reader) => reader.position(),
                Reader::Hcpe(reader) => reader.position(),
                Reader::Lines { number, .. } => *number,
            }
        }

        /// Returns the location of the last sample that was read.
        #[must_use]
        pub fn place(&self) -> super::super::packed::SamplePlace {
            use super::super::packed::SamplePlace;
            match &self.0 {
                Reader::Lines { number, .. } => SamplePlace::Line(*number),
                _ => SamplePlace::Record(self.position().saturating_sub(1)),
            }
        }
    }

    impl<R: BufRead> Iterator for SampleReader<R> {
        type Item = Result<Sample, ReadSampleError>;

        fn next(&mut self) -> Option<Self::Item> {
            let (input, line, number, is_json, has_ended) = match &mut self.0 {
                Reader::Psv(reader) => return reader.next_sample(),
                Reader::Hcpe(reader) => return reader.next_sample(),
                Reader::Lines { input, line, number, is_json, has_ended } => {
                    (input, line, number, *is_json, has_ended)
                }
            };
            while !*has_ended {
                line.clear();
                *number += 1;
                match input.read_line(line) {
                    Ok(0) => *has_ended = true,
                    Ok(_) => {
                        let text = line.strip_suffix('\n').unwrap_or(line);
                        let text = text.strip_suffix('\r').unwrap_or(text);
                        let text = match *number {
                            1 => text.trim_start_matches('\u{feff}'),
                            _ => text,
                        };
                        if !text.trim().is_empty() {
                            return Some(parse(text, *number, is_json));
                        }
                    }
                    Err(error) => {
                        *has_ended = true;
                        return Some(Err(ReadSampleError::of_line(*number, error.into())));
                    }
                }
            }
            None
        }
    }

    fn parse(text: &str, number: u64, is_json: bool) -> Result<Sample, ReadSampleError> {
        let read = if is_json {
            json::parse(text)
        } else {
            text.parse().map_err(|error: super::super::packed::ParseSampleError| error.into())
        };
        read.map_err(|kind| ReadSampleError::of_line(number, kind))
    }

    /// Writes training samples in any format that has samples.
    ///
    /// Samples are buffered. [`SampleWriter::finish`] writes the buffered samples and returns
    /// errors. Dropping the writer also writes them, but ignores errors.
    #[derive(Debug)]
    #[must_use = "call `finish` to get errors"]
    pub struct SampleWriter<W: Write> {
        writer: Writer<W>,
        /// The number of samples whose move number the format cannot hold.
        lost_plies: u32,
    }

    #[derive(Debug)]
    enum Writer<W: Write> {
        Psv(RecordWriter<W>),
        Hcpe(RecordWriter<W>),
        Lines { output: io::BufWriter<W>, is_json: bool },
    }

    /// The error for a sample that cannot be written.
    #[derive(Debug, thiserror::Error)]
    #[error("{kind}")]
    pub struct WriteSampleError {
        /// The kind of the error.
        pub kind: WriteSampleErrorKind,
    }

    /// The kind of an error in writing a sample.
    #[derive(Debug, thiserror::Error)]
    #[non_exhaustive]
    pub enum WriteSampleErrorKind {
        /// The position has no packed form. Other samples can still be written.
        #[error("{0}")]
        Pack(#[from] PackError),
        /// Writing failed.
        #[error("{0}")]
        Io(#[from] io::Error),
    }

    impl<E> From<E> for WriteSampleError
    where
        WriteSampleErrorKind: From<E>,
    {
        fn from(error: E) -> Self {
            Self { kind: error.into() }
        }
    }

    impl<W: Write> SampleWriter<W> {
        /// Creates a writer. The output need not be buffered. Returns `None` if the format has no
        /// samples. Without the feature `jkf`, also returns `None` for JSON.
        pub fn new(format: Format, output: W) -> Option<Self> {
            let lines = |output, is_json| Writer::Lines {
                output: io::BufWriter::with_capacity(1 << 16, output),
                is_json,
            };
            let writer = match format {
                Format::Psv => Writer::Psv(RecordWriter::new(output)),
                Format::Hcpe => Writer::Hcpe(RecordWriter::new(output)),
                Format::SampleText => lines(output, false),
                Format::SampleJson if cfg!(feature = "jkf") => lines(output, true),
                _ => return None,
            };
            Some(Self { writer, lost_plies: 0 })
        }

        /// Returns the content of the samples that the format could not hold: HCPE has no move numbers.
        pub fn losses(&self) -> Vec<Loss> {
            let loss = Loss { kind: LossKind::Ply, count: self.lost_plies };
            (self.lost_plies > 0).then_some(loss).into_iter().collect()
        }

        /// Writes a sample.
        ///
        /// # Errors
        /// Fails if the position has no packed form, or if writing fails.
        pub fn write(&mut self, sample: &Sample) -> Result<(), WriteSampleError> {
            match &mut self.writer {
                Writer::Psv(writer) => writer.write(&PackedSfenValue::from_sample(sample)?)?,
                Writer::Hcpe(writer) => {
                    writer.write(&Hcpe::from_sample(sample)?)?;
                    let is_lost = sample.position.move_number() != 1;
                    self.lost_plies = self.lost_plies.saturating_add(u32::from(is_lost));
                }
                Writer::Lines { output, is_json: false } => writeln!(output, "{sample}")?,
                Writer::Lines { output, is_json: true } => json::write(sample, output)?,
            }
            Ok(())
        }

        /// Writes the buffered samples and returns the output.
        ///
        /// # Errors
        /// Returns the error of the output.
        pub fn finish(self) -> io::Result<W> {
            match self.writer {
                Writer::Psv(writer) | Writer::Hcpe(writer) => writer.finish(),
                Writer::Lines { output, .. } => {
                    let mut output = output.into_inner().map_err(io::IntoInnerError::into_error)?;
                    output.flush()?;
                    Ok(output)
                }
            }
        }
    }

    #[cfg(not(feature = "jkf"))]
    mod json {
        use std::io;

        use super::super::super::packed::{ReadSampleErrorKind, Sample};

        pub(super) fn parse(_: &str) -> Result<Sample, ReadSampleErrorKind> {
            Err(ReadSampleErrorKind::Json("the feature `jkf` is off".into()))
        }

        pub(super) fn write(_: &Sample, _: &mut impl io::Write) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    #[cfg(feature = "jkf")]
    mod json {
        use alloc::format;
        use alloc::string::{String, ToString};
        use core::fmt::Display;
        use std::io;

        use serde::{Deserialize, Serialize};

        use super::super::super::packed::{ParseResultError, ReadSampleErrorKind, Sample};
        use super::super::super::usi_line::parse_move;
        use crate::position::Position;

        /// The JSON object of a sample.
        #[derive(Serialize, Deserialize)]
        struct Line {
            sfen: String,
            r#move: Option<String>,
            eval: i16,
            /// The result: `draw`, `black` or `white`.
            result: String,
        }

        pub(super) fn parse(text: &str) -> Result<Sample, ReadSampleErrorKind> {
            fn shown(error: impl Display) -> ReadSampleErrorKind {
                ReadSampleErrorKind::Json(error.to_string().into())
            }
            let line: Line =
                serde_json::from_str(text).map_err(|error| shown(syntax_error(&error)))?;
            let position = line.sfen.parse::<Position>().map_err(shown)?;
            let best = line.r#move.as_deref().map(parse_move).transpose().map_err(shown)?;
            let result = line.result.parse().map_err(|error: ParseResultError| shown(error))?;
            Ok(Sample { position, best, eval: line.eval, result })
        }

        pub(super) fn write(sample: &Sample, output: &mut impl io::Write) -> io::Result<()> {
            let line = Line {
                sfen: sample.position.to_string(),
                r#move: sample.best.map(|best| best.to_string()),
                eval: sample.eval,
                result: sample.result.to_string(),
            };
            serde_json::to_writer(&mut *output, &line)?;
            output.write_all(b"\n")
        }

        /// Returns the message of a JSON error with a byte offset. The line number that serde_json
        /// adds is removed.
        fn syntax_error(error: &serde_json::Error) -> String {
            let (line, column) = (error.line(), error.column());
            let text = error.to_string();
            let suffix = format!(" at line {line} column {column}");
            let what = text.strip_suffix(&suffix).unwrap_or(&text);
            // The column of serde_json is the number of the last byte that was read, counted from
            // 1.
            let at = if error.is_eof() { column } else { column.saturating_sub(1) };
            format!("invalid json, byte {at}: {what}")
        }
    }
}
