//! Reads and writes `.db` books.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use std::io::{self, BufRead, Read, Write};

use super::entry::{Book, BookMove, Entry};
#[cfg(feature = "std")]
use super::error::ReadBookError;
use super::error::{
    BookErrorKind, BookPlace, BookWarning, BookWarningKind, LONGEST_LINE, ParseBookError,
};
use crate::format::sfen;
use crate::format::usi_line::{self, ParseMoveError, Word};

/// The first line of a `.db` book in the version that the crate writes.
pub const HEADER: &str = "#YANEURAOU-DB2016 1.00";

/// The characters that the reader ignores at the end of a line.
pub(super) const BLANKS: [char; 4] = ['\r', '\n', ' ', '\t'];

impl Book {
    /// Reads a `.db` book. The bytes must be UTF-8, with or without a byte-order mark. Lines end
    /// with LF or CRLF.
    ///
    /// # Errors
    /// Returns the first fault, its line, and its byte offset in the line.
    pub fn parse_db(bytes: &[u8]) -> Result<(Self, Vec<BookWarning>), ParseBookError> {
        let mut reader = Reader::default();
        for line in bytes.split(|&byte| byte == b'\n') {
            reader.line(line)?;
        }
        Ok(reader.finish())
    }
}

impl core::str::FromStr for Book {
    type Err = ParseBookError;

    /// Reads a `.db` book and ignores the warnings.
    fn from_str(text: &str) -> Result<Self, ParseBookError> {
        Self::parse_db(text.as_bytes()).map(|(book, _)| book)
    }
}

/// Reads a `.db` book line by line.
#[derive(Default)]
pub(super) struct Reader {
    book: Book,
    warnings: Vec<BookWarning>,
    number: u64,
    has_header: bool,
    unsorted: bool,
    last: String,
    entry: Option<(String, Entry)>,
}

impl Reader {
    pub(super) fn error<T>(&self, at: usize, kind: BookErrorKind) -> Result<T, ParseBookError> {
        Err(ParseBookError { place: BookPlace::Line { line: self.number, column: at + 1 }, kind })
    }

    fn warn(&mut self, kind: BookWarningKind) {
        self.warnings.push(BookWarning { line: self.number, kind });
    }

    pub(super) fn finish(mut self) -> (Book, Vec<BookWarning>) {
        self.store();
        (self.book, self.warnings)
    }

    fn store(&mut self) {
        if let Some((key, entry)) = self.entry.take() {
            self.book.entries.entry(key).or_insert(entry);
        }
    }

    /// Reads the next line of the book. The line may include its LF or CRLF.
    pub(super) fn line(&mut self, bytes: &[u8]) -> Result<(), ParseBookError> {
        self.number += 1;
        if bytes.len() > LONGEST_LINE {
            return self.error(LONGEST_LINE, BookErrorKind::LineTooLong);
        }
        let text = match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return self.error(error.valid_up_to(), BookErrorKind::NotUtf8),
        };
        let mark = if self.number == 1 && text.starts_with('\u{feff}') { 3 } else { 0 };
        let line = text[mark..].trim_end_matches(BLANKS);
        if line.is_empty() {
            return Ok(());
        }
        if let Some(comment) = line.strip_prefix('#').or_else(|| line.strip_prefix("//")) {
            if !self.has_header && self.entry.is_none() && line.starts_with("#YANEURAOU-DB") {
                self.has_header = true;
                if line != HEADER {
                    self.warn(BookWarningKind::UnknownVersion);
                }
                return Ok(());
            }
            if let Some((_, entry)) = &mut self.entry {
                let comments = match entry.moves.last_mut() {
                    Some(m) => &mut m.comments,
                    None => &mut entry.comments,
                };
                comments.push(comment.to_string());
            }
            return Ok(());
        }
        if !self.has_header {
            self.has_header = true;
            self.warn(BookWarningKind::NoHeader);
        }
        if let Some(text) = line.strip_prefix("sfen ") {
            self.position(text, mark + 5)
        } else {
            self.book_move(line, mark)
        }
    }

    /// Reads a position line. `text` begins at byte `at` of the line.
    fn position(&mut self, text: &str, at: usize) -> Result<(), ParseBookError> {
        self.store();
        let setup = match sfen::parse_setup(text) {
            Ok(setup) => setup,
            Err(error) => {
                let kind = BookErrorKind::Sfen { field: error.field, kind: error.kind };
                return self.error(at + error.at, kind);
            }
        };
        let encoded = sfen::encode_setup(&setup);
        let key = encoded.without_ply();
        let move_number = (text.split_ascii_whitespace().count() > 3).then_some(setup.move_number);
        if key < self.last.as_str() && !self.unsorted {
            self.unsorted = true;
            self.warn(BookWarningKind::Unsorted);
        }
        self.last.clear();
        self.last.push_str(key);
        if self.book.entries.contains_key(key) {
            self.warn(BookWarningKind::Repeated);
        }
        self.entry = Some((key.to_string(), Entry { move_number, ..Entry::default() }));
        Ok(())
    }

    fn book_move(&mut self, line: &str, mark: usize) -> Result<(), ParseBookError> {
        let m = parse_move(line).or_else(|(at, kind)| self.error(mark + at, kind))?;
        match &mut self.entry {
            Some((_, entry)) => entry.moves.push(m),
            None => return self.error(mark, BookErrorKind::NoPosition),
        }
        Ok(())
    }
}

/// Reads a move line: `move ponder value depth count`. Single spaces separate the fields, so two
/// spaces enclose an empty field. `#` and `//` begin a comment.
pub(super) fn parse_move(line: &str) -> Result<BookMove, (usize, BookErrorKind)> {
    let comment_at = [line.find('#'), line.find("//")].into_iter().flatten().min();
    let (fields, comment) = line.split_at(comment_at.unwrap_or(line.len()));
    let mut at = 0;
    let mut fields = fields.trim_end_matches([' ', '\t']).split(' ').map(|word| {
        let start = at;
        at += word.len() + 1;
        (start, word)
    });
    let (_, word) = fields.next().unwrap_or((0, ""));
    let fault = |at: usize, error: ParseMoveError| (at + error.at, BookErrorKind::Move(error.kind));
    let mut m = BookMove::new(usi_line::parse_move(word).map_err(|error| fault(0, error))?);
    let mut field = || {
        let (at, word) = fields.next().unwrap_or((0, ""));
        (at, (!word.is_empty() && word != "none").then_some(word))
    };
    if let (at, Some(word)) = field() {
        m.ponder = match usi_line::parse_word(word).map_err(|error| fault(at, error))? {
            Word::Move(ponder) => Some(ponder),
            _ => None, // some books have `resign` where there is no reply
        };
    }
    m.value = number(field())?;
    m.depth = number(field())?;
    m.count = number(field())?;
    if let Some((at, _)) = fields.find(|(_, word)| !word.is_empty()) {
        return Err((at, BookErrorKind::ExtraField));
    }
    if !comment.is_empty() {
        let comment = comment.strip_prefix('#').or_else(|| comment.strip_prefix("//"));
        m.comments.extend(comment.map(ToString::to_string));
    }
    Ok(m)
}

fn number<T: core::str::FromStr>(
    (at, word): (usize, Option<&str>),
) -> Result<Option<T>, (usize, BookErrorKind)> {
    word.map(str::parse).transpose().map_err(|_| (at, BookErrorKind::Number))
}

#[cfg(feature = "std")]
impl Book {
    /// Reads a `.db` book line by line.
    ///
    /// # Errors
    /// Returns the I/O error of the input, or the first fault and its location.
    pub fn read_db(mut input: impl BufRead) -> Result<(Self, Vec<BookWarning>), ReadBookError> {
        let mut reader = Reader::default();
        let mut line = Vec::new();
        loop {
            line.clear();
            let limit = LONGEST_LINE as u64 + 2;
            if (&mut input).take(limit).read_until(b'\n', &mut line)? == 0 {
                return Ok(reader.finish());
            }
            reader.line(&line)?;
        }
    }

    /// Writes the book as a sorted `.db` file.
    ///
    /// # Errors
    /// Returns the I/O error of the output.
    pub fn write_db(&self, mut output: impl Write) -> io::Result<()> {
        let mut text = String::from(HEADER);
        text.push('\n');
        for (key, entry) in &self.entries {
            // Writing into a string does not fail.
            let _ = write_entry(&mut text, key, entry);
            if text.len() > 1 << 16 {
                output.write_all(text.as_bytes())?;
                text.clear();
            }
        }
        output.write_all(text.as_bytes())?;
        output.flush()
    }
}

/// Writes the book as a sorted `.db` file. Lines end with LF.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        for (key, entry) in &self.entries {
            write_entry(f, key, entry)?;
        }
        Ok(())
    }
}

/// Writes the position line and the move lines of an entry.
pub(super) fn write_entry(f: &mut impl fmt::Write, key: &str, entry: &Entry) -> fmt::Result {
    write!(f, "sfen {key}")?;
    if let Some(number) = entry.move_number {
        write!(f, " {number}")?;
    }
    writeln!(f)?;
    write_comments(f, &entry.comments)?;
    for m in &entry.moves {
        write!(f, "{} {}", m.mv, OrNone(m.ponder))?;
        write!(f, " {} {}", OrNone(m.value), OrNone(m.depth))?;
        if let Some(count) = m.count {
            write!(f, " {count}")?;
        }
        writeln!(f)?;
        write_comments(f, &m.comments)?;
    }
    Ok(())
}

/// Writes comments, one per line. A comment that contains line breaks becomes several lines.
fn write_comments(f: &mut impl fmt::Write, comments: &[String]) -> fmt::Result {
    for line in comments.iter().flat_map(|comment| comment.split('\n')) {
        writeln!(f, "#{line}")?;
    }
    Ok(())
}

struct OrNone<T>(Option<T>);

impl<T: fmt::Display> fmt::Display for OrNone<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("none"),
        }
    }
}
