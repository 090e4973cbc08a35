//! Decodes the text of a record and splits it into lines.

use alloc::borrow::Cow;

use super::appearance;
use super::encoding::{self, Encoding};
use super::mode::Mode;
use super::report::{ReadRecordError, RecordErrorKind, Warning, WarningKind};

/// Decodes bytes. In lenient mode, replaces invalid bytes and returns a warning.
pub(crate) fn decode(
    bytes: &[u8],
    mode: Mode,
) -> Result<(Cow<'_, str>, Encoding, Option<Warning>), ReadRecordError> {
    if let Some(what) = appearance::of_bytes(bytes) {
        return Err(ReadRecordError::at_start(RecordErrorKind::NotARecord(what)));
    }
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

/// Returns an error if a text begins like another known kind of text.
pub(crate) fn refuse_other(text: &str) -> Result<(), ReadRecordError> {
    match appearance::of_text(text) {
        Some(what) => Err(ReadRecordError::at_start(RecordErrorKind::NotARecord(what))),
        None => Ok(()),
    }
}

/// The lines of a text with their numbers. A line ends with `\n`, `\r\n`, or `\r` alone as on old
/// Macintosh computers.
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
        let bytes = self.rest.as_bytes();
        let Some(at) = bytes.iter().position(|&byte| byte == b'\n' || byte == b'\r') else {
            return Some(core::mem::take(&mut self.rest));
        };
        let line = &self.rest[..at];
        let returns = bytes[at..].iter().take_while(|&&byte| byte == b'\r').count();
        let end = match bytes.get(at + returns) {
            Some(b'\n') => returns + 1,
            // Only the first `\r` ends this line. The others are empty lines.
            _ => 1,
        };
        self.rest = &self.rest[at + end..];
        Some(line)
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn every_line_end_is_read() {
        for (text, expected) in [
            ("", &[][..]),
            ("a", &["a"]),
            ("a\nb\n", &["a", "b"]),
            ("a\r\nb\r\n", &["a", "b"]),
            ("a\rb\r", &["a", "b"]),
            ("a\r\r\nb", &["a", "b"]),
            ("a\r\rb\n\r", &["a", "", "b", ""]),
            ("\u{feff}a\n\nb", &["a", "", "b"]),
        ] {
            let mut lines = Lines::new(text);
            assert_eq!(lines.by_ref().collect::<Vec<_>>(), expected, "{text:?}");
            assert_eq!(lines.number as usize, expected.len());
        }
    }
}
