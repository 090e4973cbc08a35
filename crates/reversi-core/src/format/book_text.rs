//! A book as text: one position per line, with tabs between the columns.
//!
//! ```
//! use reversi_core::Board;
//! use reversi_core::book::{Book, Record};
//! use reversi_core::format::book_text;
//! let text = "---------------------------OX------XO--------------------------- X\t2\t1\t0\t1\t4\n";
//! let book = book_text::read(text.as_bytes())?;
//! assert_eq!(book.record(Board::START), Record::from_results(1, 0, 1, 0, 4));
//! # Ok::<(), book_text::ReadBookTextError>(())
//! ```
//!
//! The columns are the position, the numbers of games, wins, draws and losses, and the sum of the
//! final scores in discs. If the position has an evaluation, two more columns have its value in
//! centidiscs and its depth in plies. A depth of 0 means that the depth is unknown. All numbers are
//! for the side to move.
//!
//! The reader skips empty lines and lines that begin with `#`. The value of a position is not part
//! of the text. The reader computes the values after all lines are read.
use super::boardtext::{self, BoardText, ParseBoardError};
use crate::board::Board;
use crate::book::{Book, Evaluation, Record};
use crate::color::Color;
use crate::key::PositionKey;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU8;

/// The first line of a text, with the names of the columns.
pub const HEADER: &str =
    "# position\tgames\twins\tdraws\tlosses\tsum of scores\tevaluation (1/100 disc)\tdepth\n";

/// Returns a value that prints the line of a position, including the line break. The side to move
/// is `X`.
pub fn display(key: PositionKey, record: &Record) -> BookLine<'_> {
    BookLine { position: boardtext::display_board(key.board(), Color::Black), record }
}

/// Prints a line of a book.
#[must_use = "the text is made by printing the value"]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookLine<'a> {
    position: BoardText,
    record: &'a Record,
}

impl fmt::Display for BookLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = self.record;
        write!(f, "{}", self.position)?;
        for count in [record.games(), record.wins(), record.draws(), record.losses()] {
            write!(f, "\t{count}")?;
        }
        write!(f, "\t{}", record.score_sum())?;
        if let Some(evaluation) = record.evaluation() {
            let depth = evaluation.depth().map_or(0, NonZeroU8::get);
            write!(f, "\t{}\t{depth}", evaluation.value())?;
        }
        f.write_str("\n")
    }
}

/// Reads a book. A text without positions is an empty book if it has the [`HEADER`].
///
/// # Errors
/// Returns [`ReadBookTextError`] with the line and, for an error in one column, the column.
pub fn read(bytes: &[u8]) -> Result<Book, ReadBookTextError> {
    let text = core::str::from_utf8(bytes).map_err(|error| not_text(bytes, error.valid_up_to()))?;
    let mut book = Book::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let place = |(column, kind)| ReadBookTextError { line: Some(index + 1), column, kind };
        let (board, record) = read_line(line).map_err(place)?;
        if book.insert(board, record).is_some() {
            return Err(place((None, ReadBookTextErrorKind::Repeated)));
        }
    }
    // The text of an empty book still has the header line.
    if book.is_empty() && !text.lines().any(|line| line.trim_end() == HEADER.trim_end()) {
        let kind = ReadBookTextErrorKind::Empty;
        return Err(ReadBookTextError { line: None, column: None, kind });
    }
    // The values of positions are computed after all positions are inserted.
    book.refresh();
    Ok(book)
}

/// Creates the error for bytes that are not UTF-8 at `at`.
fn not_text(bytes: &[u8], at: usize) -> ReadBookTextError {
    let before = &bytes[..at];
    let after = |end: u8| before.iter().rposition(|&byte| byte == end).map_or(0, |end| end + 1);
    let start = after(b'\n');
    let count = |end: u8, bytes: &[u8]| bytes.iter().filter(|&&byte| byte == end).count();
    ReadBookTextError {
        line: Some(1 + count(b'\n', before)),
        column: Some(1 + count(b'\t', &before[start..])),
        kind: ReadBookTextErrorKind::NotText { at: at - after(b'\t').max(start) },
    }
}

/// What is wrong with a line, and the number of the column.
type Fault = (Option<usize>, ReadBookTextErrorKind);

fn read_line(line: &str) -> Result<(Board, Record), Fault> {
    let columns: Vec<&str> = line.split('\t').collect();
    let (position, numbers) = match columns.as_slice() {
        [position, numbers @ ..] if numbers.len() == 5 || numbers.len() == 7 => (position, numbers),
        _ => return Err((None, ReadBookTextErrorKind::Columns { found: columns.len() })),
    };
    let position = boardtext::parse(position)
        .map_err(|error| (Some(1), ReadBookTextErrorKind::Board(error)))?;
    let number = |column: usize| {
        let cell = numbers[column].trim();
        let number = cell.parse::<i64>();
        number.map_err(|_| (Some(column + 2), ReadBookTextErrorKind::Number { cell: cell.into() }))
    };
    let count = |column: usize| {
        u32::try_from(number(column)?).map_err(|_| {
            let cell = numbers[column].trim().into();
            (Some(column + 2), ReadBookTextErrorKind::Count { cell })
        })
    };
    let (games, wins, draws, losses) = (count(0)?, count(1)?, count(2)?, count(3)?);
    let impossible = || (None, ReadBookTextErrorKind::Results { games, wins, draws, losses });
    let without = [wins, draws, losses]
        .into_iter()
        .try_fold(games, u32::checked_sub)
        .ok_or_else(impossible)?;
    let record =
        Record::from_results(wins, draws, losses, without, number(4)?).ok_or_else(impossible)?;
    if numbers.len() == 5 {
        return Ok((position.board(), record));
    }
    let evaluation = i32::try_from(number(5)?)
        .ok()
        .zip(u8::try_from(number(6)?).ok())
        .and_then(|(value, depth)| Evaluation::new(value, NonZeroU8::new(depth)))
        .ok_or((None, ReadBookTextErrorKind::Evaluation))?;
    Ok((position.board(), record.with_evaluation(Some(evaluation))))
}

/// The error for a string that is not a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadBookTextError {
    /// The number of the line, counted from 1. `None` if the error concerns the whole text.
    pub line: Option<usize>,
    /// The number of the column, counted from 1. `None` if the error does not concern one column.
    pub column: Option<usize>,
    /// What is wrong at this location.
    pub kind: ReadBookTextErrorKind,
}

impl fmt::Display for ReadBookTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(column) = self.column {
            write!(f, "column {column}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl core::error::Error for ReadBookTextError {}

/// What is wrong with a string that is not a book.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadBookTextErrorKind {
    /// The column is not valid UTF-8.
    #[error("byte {at}: not UTF-8, expected text")]
    NotText {
        /// The byte offset in the column.
        at: usize,
    },
    /// A line has too few or too many columns.
    #[error("{found} columns, expected 6 or 8")]
    Columns {
        /// The number of columns.
        found: usize,
    },
    /// The position is invalid.
    #[error("{0}")]
    Board(ParseBoardError),
    /// A column is not a whole number.
    #[error("found `{cell}`, expected a whole number")]
    Number {
        /// The text of the column.
        cell: Box<str>,
    },
    /// A number is not a count of games.
    #[error("found `{cell}`, expected a count of games, 0 to {max}", max = u32::MAX)]
    Count {
        /// The text of the column.
        cell: Box<str>,
    },
    /// The counts and the sum of scores contradict each other.
    #[error(
        "columns 2 to 6: {games} games with {wins} wins, {draws} draws, {losses} losses and this sum \
         of scores are impossible"
    )]
    Results {
        /// The number of games.
        games: u32,
        /// The number of games that the side to move won.
        wins: u32,
        /// The number of drawn games.
        draws: u32,
        /// The number of games that the side to move lost.
        losses: u32,
    },
    /// The evaluation is out of range.
    #[error(
        "columns 7 and 8: invalid evaluation, expected at most 64 discs and a depth of at most 255"
    )]
    Evaluation,
    /// An earlier line has the same position.
    #[error("the position, or a symmetric image of it, is on an earlier line")]
    Repeated,
    /// The text has no position and no header.
    #[error("no positions, expected one per line")]
    Empty,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::{String, ToString};

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn books_come_back() {
        let text = format!("{HEADER}\n{START}\t5\t2\t1\t1\t-4\t-150\t12\n");
        let book = read(text.as_bytes()).unwrap();
        let lines: String =
            book.iter().map(|(key, record, _)| display(key, &record).to_string()).collect();
        // The position of a key is the canonical image.
        assert!(lines.ends_with("X\t5\t2\t1\t1\t-4\t-150\t12\n"), "{lines}");
        assert_eq!(read(lines.as_bytes()).unwrap(), book);
        assert_eq!(read(HEADER.as_bytes()).unwrap(), Book::new());
    }

    #[test]
    fn errors_have_their_place() {
        let line = |rest: &str| format!("# a\n{START}\t{rest}");
        for (text, place, message) in [
            ("x".to_string(), (Some(1), None), "line 1: 1 columns, expected 6 or 8"),
            (
                line("1\t1\t0\t0\tx"),
                (Some(2), Some(6)),
                "line 2: column 6: found `x`, expected a whole number",
            ),
            (
                line("-1\t1\t0\t0\t2"),
                (Some(2), Some(2)),
                "line 2: column 2: found `-1`, expected a count of games, 0 to 4294967295",
            ),
            (
                line("1\t2\t0\t0\t2"),
                (Some(2), None),
                "line 2: columns 2 to 6: 1 games with 2 wins, 0 draws, 0 losses and this sum of \
                 scores are impossible",
            ),
            (
                line("1\t1\t0\t0\t2\t9000\t4"),
                (Some(2), None),
                "line 2: columns 7 and 8: invalid evaluation, expected at most 64 discs and a \
                 depth of at most 255",
            ),
            (
                line(&format!("1\t1\t0\t0\t2\n{START}\t1\t1\t0\t0\t2")),
                (Some(3), None),
                "line 3: the position, or a symmetric image of it, is on an earlier line",
            ),
            ("# a".to_string(), (None, None), "no positions, expected one per line"),
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert_eq!((error.line, error.column), place, "{text}");
            assert_eq!(error.to_string(), message);
        }
        let error = read(format!("{}\t1\t1\t0\t0\t2", &START[1..]).as_bytes()).unwrap_err();
        assert!(error.to_string().starts_with("line 1: column 1: invalid board text"), "{error}");
        for (bytes, message) in [
            (&b"# a\nb\tcd\xff"[..], "line 2: column 2: byte 2: not UTF-8, expected text"),
            (&b"\xff"[..], "line 1: column 1: byte 0: not UTF-8, expected text"),
            (&b"a\tb\n\xff"[..], "line 2: column 1: byte 0: not UTF-8, expected text"),
        ] {
            assert_eq!(read(bytes).unwrap_err().to_string(), message);
        }
    }
}
