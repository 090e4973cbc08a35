use alloc::vec::Vec;
use core::marker::PhantomData;
use std::io::{self, Read, Write};

use super::error::{ReadSampleError, ReadSampleErrorKind};
use super::record::{Record, Sample};

/// The number of records that are read or written together.
const BATCH: usize = 1024;

/// Reads a file of training records one by one.
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
    /// The number of records that were returned.
    record: u64,
    ended: bool,
    kind: PhantomData<T>,
}

impl<R: Read, T: Record> RecordReader<R, T> {
    /// Creates a reader. The input need not be buffered (no `BufReader`).
    pub fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), at: 0, record: 0, ended: false, kind: PhantomData }
    }

    /// Returns the number of records that were read.
    pub const fn position(&self) -> u64 {
        self.record
    }

    /// Returns the next record without validating it. Returns `None` at the end and after an error.
    pub fn next_record(&mut self) -> Option<Result<T, ReadSampleError>> {
        if self.at == self.buffer.len()
            && let Err(error) = self.fill()
        {
            self.ended = true;
            return Some(Err(ReadSampleError::of_record(self.record, error.into())));
        }
        let rest = &self.buffer[self.at..];
        if rest.is_empty() {
            return None;
        }
        let Some(record) = rest.get(..T::SIZE).and_then(T::from_slice) else {
            let bytes = rest.len();
            self.at = self.buffer.len();
            self.ended = true;
            let kind = ReadSampleErrorKind::Truncated { bytes, size: T::SIZE };
            return Some(Err(ReadSampleError::of_record(self.record, kind)));
        };
        self.at += T::SIZE;
        self.record += 1;
        Some(Ok(record))
    }

    /// Returns the next sample. Returns `None` at the end. After an invalid record, the next record
    /// can still be read.
    pub fn next_sample(&mut self) -> Option<Result<Sample, ReadSampleError>> {
        let number = self.record;
        Some(self.next_record()?.and_then(|record| {
            record.sample().map_err(|error| ReadSampleError::of_record(number, error.into()))
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
    type Item = Result<T, ReadSampleError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record()
    }
}

/// Writes a file of training records.
///
/// Records are buffered. [`RecordWriter::finish`] writes the buffered records and returns errors.
/// Dropping the writer also writes them, but ignores errors.
#[derive(Debug)]
#[must_use = "call `finish` to get errors"]
pub struct RecordWriter<W: Write> {
    /// `None` after `finish` and after an error of the output. After a failed write, the state of
    /// the output is unknown, so no more records are written.
    output: Option<W>,
    buffer: Vec<u8>,
}

impl<W: Write> RecordWriter<W> {
    /// Creates a writer. The output need not be buffered (no `BufWriter`).
    pub const fn new(output: W) -> Self {
        Self { output: Some(output), buffer: Vec::new() }
    }

    /// Writes a record.
    ///
    /// # Errors
    /// Returns the I/O error of the underlying writer.
    pub fn write<T: Record>(&mut self, record: &T) -> io::Result<()> {
        record.append_to(&mut self.buffer);
        if self.buffer.len() >= BATCH * T::SIZE {
            self.flush_buffer()?;
        }
        Ok(())
    }

    /// Writes the buffered records and returns the output.
    ///
    /// # Errors
    /// Returns the I/O error of the underlying writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush_buffer()?;
        let mut output = self.output.take().ok_or_else(closed)?;
        output.flush()?;
        Ok(output)
    }

    fn flush_buffer(&mut self) -> io::Result<()> {
        let mut output = self.output.take().ok_or_else(closed)?;
        output.write_all(&self.buffer)?;
        self.buffer.clear();
        self.output = Some(output);
        Ok(())
    }
}

fn closed() -> io::Error {
    io::Error::other("an earlier write failed")
}

/// Writes the buffered records and ignores errors. Call [`RecordWriter::finish`] to get them.
impl<W: Write> Drop for RecordWriter<W> {
    fn drop(&mut self) {
        if self.output.is_some()
            && self.flush_buffer().is_ok()
            && let Some(output) = &mut self.output
        {
            let _ = output.flush();
        }
    }
}
