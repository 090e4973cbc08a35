//! Reading a file piece by piece. The buffer grows only with the bytes that were read.
use super::engine_format::EngineFormat;
use super::error::{ReadEngineBookError, ReadEngineBookErrorKind as Kind};
use alloc::vec::Vec;

/// A source of bytes.
pub(crate) trait Input {
    /// Appends bytes to a buffer. Returns `false` at the end of the input.
    fn append(&mut self, buffer: &mut Vec<u8>) -> Result<bool, Kind>;
}

/// The maximum number of bytes that are read at once.
const PORTION: usize = 1 << 17;

impl Input for &[u8] {
    fn append(&mut self, buffer: &mut Vec<u8>) -> Result<bool, Kind> {
        let (front, rest) = self.split_at(self.len().min(PORTION));
        buffer.extend_from_slice(front);
        *self = rest;
        Ok(!front.is_empty())
    }
}

/// A reader of the standard library.
#[cfg(feature = "std")]
pub(crate) struct Reader<R>(pub(crate) R);

#[cfg(feature = "std")]
impl<R: std::io::Read> Input for Reader<R> {
    fn append(&mut self, buffer: &mut Vec<u8>) -> Result<bool, Kind> {
        let old = buffer.len();
        buffer.resize(old + PORTION, 0);
        let read = loop {
            match self.0.read(&mut buffer[old..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        buffer.truncate(old + *read.as_ref().unwrap_or(&0));
        read.map(|count| count > 0).map_err(|error| Kind::Io(error.kind()))
    }
}

/// The unread bytes of an input, and their place.
pub(crate) struct Source<I> {
    input: I,
    format: EngineFormat,
    buffer: Vec<u8>,
    start: usize,
    /// The offset of the first unread byte in the file.
    at: u64,
    /// The current position, counted from 1, or 0 in the header.
    position: u64,
    /// The offset of the current position.
    position_at: u64,
}

impl<I: Input> Source<I> {
    pub(crate) fn new(input: I, format: EngineFormat) -> Self {
        Self { input, format, buffer: Vec::new(), start: 0, at: 0, position: 0, position_at: 0 }
    }

    /// Returns the offset of the first unread byte.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Begins a position at the first unread byte.
    pub(crate) fn begin_position(&mut self) {
        self.position += 1;
        self.position_at = self.at;
    }

    /// Returns the error for the begin of the current position.
    pub(crate) fn error_of_position(&self, kind: Kind) -> ReadEngineBookError {
        ReadEngineBookError { at: self.position_at, ..self.error(0, kind) }
    }

    /// Returns the unread bytes. There are at least `count` bytes, except at the end of the file.
    #[inline]
    fn peek(&mut self, count: usize) -> Result<&[u8], ReadEngineBookError> {
        if self.buffer.len() - self.start < count {
            self.fill(count)?;
        }
        Ok(&self.buffer[self.start..])
    }

    #[cold]
    fn fill(&mut self, count: usize) -> Result<(), ReadEngineBookError> {
        self.buffer.drain(..self.start);
        self.start = 0;
        while self.buffer.len() < count {
            match self.input.append(&mut self.buffer) {
                Ok(true) => {}
                Ok(false) => break,
                Err(kind) => return Err(self.error(self.buffer.len(), kind)),
            }
        }
        Ok(())
    }

    /// Whether all bytes are read.
    pub(crate) fn is_at_end(&mut self) -> Result<bool, ReadEngineBookError> {
        Ok(self.peek(1)?.is_empty())
    }

    /// Returns the next `count` bytes without reading them.
    #[inline]
    pub(crate) fn need(&mut self, count: usize) -> Result<&[u8], ReadEngineBookError> {
        let found = self.peek(count)?.len();
        if found < count {
            return Err(self.error(found, Kind::Truncated));
        }
        Ok(&self.buffer[self.start..self.start + count])
    }

    /// Removes bytes that [`need`](Self::need) returned.
    #[inline]
    pub(crate) fn skip(&mut self, count: usize) {
        self.start += count;
        self.at += count as u64;
    }

    /// Reads a fixed number of bytes.
    #[inline]
    pub(crate) fn take<const N: usize>(&mut self) -> Result<[u8; N], ReadEngineBookError> {
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.need(N)?);
        self.skip(N);
        Ok(bytes)
    }

    /// Returns the error for a byte, counted from the first unread byte.
    pub(crate) fn error(&self, offset: usize, kind: Kind) -> ReadEngineBookError {
        ReadEngineBookError {
            format: self.format,
            at: self.at + offset as u64,
            position: Some(self.position).filter(|&number| number > 0),
            kind,
        }
    }
}
