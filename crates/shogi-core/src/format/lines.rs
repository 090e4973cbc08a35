//! Decodes the text of a record and splits it into lines.

use alloc::borrow::Cow;

use super::encoding::{self, Encoding};
use super::mode::Mode;
use super::report::{ReadRecordError, RecordErrorKind, Warning, WarningKind};

/// Decodes bytes. In lenient mode, replaces invalid bytes and returns a warning.
pub(crate) fn decode(
    bytes: &[u8],
    mode: Mode,
) -> Result<(Cow<'_, str>, Encoding, Option<Warning>), ReadRecordError> {
    match encoding::decode(bytes) {
        Ok((text, found)) => Ok((text, found, None)),
        Err(error) => {
            let fault =
                |kind| ReadRecordError { game: 1, line: error.line, column: error.column, kind };
            match mode {
                Mode::Lenient if error.kind == encoding::EncodingErrorKind::Undecodable => {
                    let (text, found) = encoding::decode_lossy(bytes);
                    let kind = WarningKind::Undecodable(found);
                    Ok((text, found, Some(Warning { line: error.line, kind })))
                }
                _ if error.kind == encoding::EncodingErrorKind::Unsupported => {
                    Err(fault(RecordErrorKind::EncodingFeature))
                }
                _ => Err(fault(RecordErrorKind::Encoding)),
            }
        }
    }
}

/// The lines of a text with their numbers.
#[derive(Clone)]
pub(crate) struct Lines<'a> {
    rest: &'a str,
    pub(crate) number: u32,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), number: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let (line, rest) = match self.rest.as_bytes().iter().position(|&byte| byte == b'\n') {
            Some(at) => (&self.rest[..at], &self.rest[at + 1..]),
            None => (self.rest, ""),
        };
        self.rest = rest;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }
}

/// Returns the column of a byte in a line: the number of the character, counted from 1.
pub(crate) fn column(line: &str, at: usize) -> u32 {
    let mut end = at.min(line.len());
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    line[..end].chars().count() as u32 + 1
}
