//! The flat form of a book: a count and records of 20 bytes, as in the tutorial that the position
//! key comes from.
//!
//! ```text
//!  0        4       8      12      16      20      24
//! +--------+-------+-------+-------+-------+-------+- ..
//! | count  |  bl   |  bh   |  wl   |  wh   | value |
//! +--------+-------+-------+-------+-------+-------+- ..
//!   i32      u32     u32     u32     u32     i32
//! ```
//!
//! Little endian. `b` is the side to move, `w` the other; `l` ranks 1 to 4, `h` ranks 5 to 8. The
//! value is in 1/1000 disc for the side to move. A book keeps 1/100 disc: values are rounded to the
//! nearest, halves away from zero.
use super::Book;
use super::record::{Evaluation, MAX_VALUE, Record};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::key::PositionKey;
use alloc::vec::Vec;

const COUNT: usize = 4;
const RECORD: usize = 20;

/// Bytes that are no flat book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid flat book, {}byte {at}: {kind}", record_text(*.record))]
pub struct ReadFlatError {
    /// The byte in the file, counted from 0.
    pub at: usize,
    /// The record, counted from 1; `None` for the file as a whole.
    pub record: Option<usize>,
    /// What is wrong there.
    pub kind: FlatErrorKind,
}

fn record_text(record: Option<usize>) -> alloc::string::String {
    record.map_or_else(Default::default, |number| alloc::format!("record {number}, "))
}

/// What is wrong with bytes that are no flat book.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FlatErrorKind {
    /// The length is not that of the records announced.
    #[error("the file has {found} bytes, expected {expected} for the count in it")]
    Length {
        /// The length that the count asks for.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// A count below zero.
    #[error("count {found}, expected zero or more")]
    Count {
        /// The count.
        found: i32,
    },
    /// A square that both sides claim.
    #[error("both sides have a disc on {square}")]
    Overlap {
        /// The square.
        square: crate::Square,
    },
    /// A value of more than 64 discs.
    #[error("value {found}, expected -64000 to 64000 (1/1000 disc)")]
    Value {
        /// The value.
        found: i32,
    },
    /// A position that an earlier record has.
    #[error("the position is that of an earlier record")]
    Duplicate,
}

impl Book {
    /// Reads a flat book. Its values become evaluations of unknown depth. Positions need not be in
    /// their canonical image.
    ///
    /// # Errors
    /// [`ReadFlatError`] with the record and the byte.
    pub fn from_flat_bytes(bytes: &[u8]) -> Result<Self, ReadFlatError> {
        let whole = |at, kind| Err(ReadFlatError { at, record: None, kind });
        let found = bytes.len() as u64;
        let Some((count, records)) = bytes.split_first_chunk::<COUNT>() else {
            return whole(bytes.len(), FlatErrorKind::Length { expected: COUNT as u64, found });
        };
        let count = i32::from_le_bytes(*count);
        let Ok(announced) = u64::try_from(count) else {
            return whole(0, FlatErrorKind::Count { found: count });
        };
        let expected = COUNT as u64 + announced * RECORD as u64;
        if expected != found {
            let at = expected.min(found) as usize;
            return whole(at, FlatErrorKind::Length { expected, found });
        }
        let mut book = Self::with_capacity(announced as usize);
        for (index, record) in records.as_chunks::<RECORD>().0.iter().enumerate() {
            let error = |offset, kind| ReadFlatError {
                at: COUNT + index * RECORD + offset,
                record: Some(index + 1),
                kind,
            };
            let long = |at: usize| {
                let mut word = [0; 8];
                word.copy_from_slice(&record[at..at + 8]);
                Bitboard::from_bits(u64::from_le_bytes(word))
            };
            let board = Board::new(long(0), long(8))
                .map_err(|e| error(0, FlatErrorKind::Overlap { square: e.square }))?;
            let value = i32::from_le_bytes([record[16], record[17], record[18], record[19]]);
            if value.unsigned_abs() > 10 * MAX_VALUE as u32 {
                return Err(error(16, FlatErrorKind::Value { found: value }));
            }
            let rounded = (value + 5 * value.signum()) / 10;
            let stored = Record::default().with_evaluation(Evaluation::new(rounded, 0));
            if book.insert(board, stored).is_some() {
                return Err(error(0, FlatErrorKind::Duplicate));
            }
        }
        book.refresh();
        Ok(book)
    }

    /// Writes a flat book of all positions that have a value, in the order of their keys. Results
    /// of games and depths are lost.
    ///
    /// # Errors
    /// [`BookTooLarge`](super::BookTooLarge) if the count does not fit.
    pub fn to_flat_bytes(&self) -> Result<Vec<u8>, super::BookTooLarge> {
        let mut values: Vec<(PositionKey, i32)> = self
            .sorted()
            .entries()
            .filter_map(|entry| Some((entry.key, entry.value.discs100()?)))
            .collect();
        values.sort_unstable();
        let count = i32::try_from(values.len()).map_err(|_| super::BookTooLarge)?;
        let mut bytes = Vec::with_capacity(COUNT + RECORD * values.len());
        bytes.extend_from_slice(&count.to_le_bytes());
        for (key, value) in values {
            // The file has the words in the order bl, bh, wl, wh.
            for word in key.words().into_iter().rev() {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
            bytes.extend_from_slice(&(10 * value).to_le_bytes());
        }
        Ok(bytes)
    }
}
