use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Book, BookMove, Entry, HEADER};
use crate::format::sfen::{self, SfenErrorKind, SfenField};
use crate::format::usi_line::{self, ParseMoveError, ParseMoveErrorKind, Word};

/// A book cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid book at line {line}, column {column}: {kind}")]
pub struct ParseBookError {
    /// The line, counted from 1.
    pub line: u64,
    /// The byte of the line, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: BookErrorKind,
}

/// What is wrong with a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookErrorKind {
    /// Not UTF-8.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// A line of more than a million bytes.
    #[error("the line is longer than {} bytes", super::parse::LONGEST_LINE)]
    LineTooLong,
    /// The SFEN of a position line.
    #[error("{field} field: {kind}")]
    Sfen {
        /// The field at fault.
        field: SfenField,
        /// What is wrong with it.
        kind: SfenErrorKind,
    },
    /// A move, or an expected reply.
    #[error("{0}")]
    Move(ParseMoveErrorKind),
    /// A value, depth or count.
    #[error("expected a number in range, or `none`")]
    Number,
    /// More fields than a move line has.
    #[error("expected the end of the line")]
    ExtraField,
    /// A move before the first position.
    #[error("a move before the first position")]
    NoPosition,
}

/// Something odd in a book that was read all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct BookWarning {
    /// The line, counted from 1.
    pub line: u64,
    /// What is odd.
    pub kind: BookWarningKind,
}

/// What is odd in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookWarningKind {
    /// The file does not begin with the format's name.
    #[error("no header")]
    NoHeader,
    /// The header names another version.
    #[error("unknown version in the header")]
    UnknownVersion,
    /// The position was there before; this entry is dropped.
    #[error("position seen before, dropped")]
    Repeated,
    /// The positions are not in the order of their bytes: the file cannot be asked unloaded.
    #[error("position out of order")]
    Unsorted,
}

/// The longest line a reader takes.
pub(super) const LONGEST_LINE: usize = 1_000_000;
/// What a line may end with that is not part of it.
pub(super) const BLANKS: [char; 4] = ['\r', '\n', ' ', '\t'];

impl Book {
    /// The book in these bytes: UTF-8 with or without a byte-order mark, lines ended by LF or CRLF.
    ///
    /// # Errors
    /// What is wrong, at which line and byte of it.
    pub fn parse(bytes: &[u8]) -> Result<(Self, Vec<BookWarning>), ParseBookError> {
        let mut reader = Reader::default();
        for line in bytes.split(|&byte| byte == b'\n') {
            reader.line(line)?;
        }
        Ok(reader.finish())
    }
}

impl core::str::FromStr for Book {
    type Err = ParseBookError;

    /// Reads a book; the warnings are lost.
    fn from_str(text: &str) -> Result<Self, ParseBookError> {
        Self::parse(text.as_bytes()).map(|(book, _)| book)
    }
}

/// Takes a book line by line.
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
        Err(ParseBookError { line: self.number, column: at + 1, kind })
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

    /// Takes the next line, with or without its end.
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

    /// A position line; `text` begins at byte `at` of it.
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
        let ply = (text.split_ascii_whitespace().count() > 3).then_some(setup.move_number);
        if key < self.last.as_str() && !self.unsorted {
            self.unsorted = true;
            self.warn(BookWarningKind::Unsorted);
        }
        self.last.clear();
        self.last.push_str(key);
        if self.book.entries.contains_key(key) {
            self.warn(BookWarningKind::Repeated);
        }
        self.entry = Some((key.to_string(), Entry { ply, ..Entry::default() }));
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

/// `move ponder value depth count`, single blanks between; two blanks leave a field empty. `#` and
/// `//` begin a comment.
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
            _ => None, // some books say `resign` for a reply there is none of
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
