use alloc::vec::Vec;
use core::marker::PhantomData;
use std::io::{self, Read, Write};

use super::{Record, RecordError, Sample};

/// Records read and written at a time.
const BATCH: usize = 1024;

/// Reads a file of training records, one after the other.
///
/// ```
/// use shogi_core::Position;
/// use shogi_core::format::packed::{
///     GameResult, PackedSfenValue, Record, RecordReader, RecordWriter, Sample,
/// };
/// let sample = Sample {
///     position: Position::start(),
///     best: Some("7g7f".parse()?),
///     eval: 30,
///     result: GameResult::Draw,
/// };
/// let mut writer = RecordWriter::new(Vec::new());
/// writer.write(&PackedSfenValue::from_sample(&sample)?)?;
/// let file = writer.finish()?;
/// assert_eq!(file.len(), 40);
///
/// let mut reader = RecordReader::<_, PackedSfenValue>::new(file.as_slice());
/// assert_eq!(reader.next_sample().unwrap()?, sample);
/// assert!(reader.next_sample().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RecordReader<R, T> {
    input: R,
    buffer: Vec<u8>,
    at: usize,
    /// Records given out.
    record: u64,
    ended: bool,
    kind: PhantomData<T>,
}

/// A record of a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadRecordError {
    /// Reading the bytes failed.
    #[error("record {}: {error}", record + 1)]
    Io {
        /// The record, counted from 0; the message counts from 1.
        record: u64,
        /// What the input said.
        error: io::Error,
    },
    /// The file ends within a record.
    #[error("record {}: file ends after {bytes} of {size} bytes", record + 1)]
    Truncated {
        /// The record, counted from 0; the message counts from 1.
        record: u64,
        /// The bytes that are there.
        bytes: usize,
        /// The bytes of a record.
        size: usize,
    },
    /// A record does not make sense.
    #[error("record {}: {error}", record + 1)]
    Invalid {
        /// The record, counted from 0; the message counts from 1.
        record: u64,
        /// What is wrong, and at which byte of the record.
        error: RecordError,
    },
}

impl<R: Read, T: Record> RecordReader<R, T> {
    /// A reader of this input, which needs no buffer of its own.
    pub fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), at: 0, record: 0, ended: false, kind: PhantomData }
    }

    /// The next record as it stands, or `None` at the end. After an error there is no next one.
    pub fn next_record(&mut self) -> Option<Result<T, ReadRecordError>> {
        if self.at == self.buffer.len()
            && let Err(error) = self.fill()
        {
            self.ended = true;
            return Some(Err(ReadRecordError::Io { record: self.record, error }));
        }
        let rest = &self.buffer[self.at..];
        if rest.is_empty() {
            return None;
        }
        let Some(record) = rest.get(..T::SIZE).and_then(T::from_slice) else {
            let bytes = rest.len();
            self.at = self.buffer.len();
            self.ended = true;
            return Some(Err(ReadRecordError::Truncated {
                record: self.record,
                bytes,
                size: T::SIZE,
            }));
        };
        self.at += T::SIZE;
        self.record += 1;
        Some(Ok(record))
    }

    /// What the next record says, or `None` at the end. After a record that does not make sense the
    /// next one can still be read.
    pub fn next_sample(&mut self) -> Option<Result<Sample, ReadRecordError>> {
        let number = self.record;
        Some(self.next_record()?.and_then(|record| {
            record.sample().map_err(|error| ReadRecordError::Invalid { record: number, error })
        }))
    }

    fn fill(&mut self) -> io::Result<()> {
        self.buffer.clear();
        self.at = 0;
        if self.ended {
            return Ok(());
        }
        let read =
            (&mut self.input).take((BATCH * T::SIZE) as u64).read_to_end(&mut self.buffer)?;
        self.ended = read < BATCH * T::SIZE;
        Ok(())
    }
}

impl<R: Read, T: Record> Iterator for RecordReader<R, T> {
    type Item = Result<T, ReadRecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record()
    }
}

/// Writes a file of training records.
#[derive(Debug)]
pub struct RecordWriter<W> {
    output: W,
    buffer: Vec<u8>,
}

impl<W: Write> RecordWriter<W> {
    /// A writer to this output, which needs no buffer of its own.
    pub fn new(output: W) -> Self {
        Self { output, buffer: Vec::new() }
    }

    /// Writes a record.
    ///
    /// # Errors
    /// What the output says.
    pub fn write<T: Record>(&mut self, record: &T) -> io::Result<()> {
        record.append_to(&mut self.buffer);
        if self.buffer.len() >= BATCH * T::SIZE {
            self.output.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Writes what is left and gives the output back. A writer that is dropped instead loses its last
    /// records.
    ///
    /// # Errors
    /// What the output says.
    pub fn finish(mut self) -> io::Result<W> {
        self.output.write_all(&self.buffer)?;
        self.output.flush()?;
        Ok(self.output)
    }
}
