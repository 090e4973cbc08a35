//! The flat form of a book: a count, then records of 20 bytes. This form comes from the tutorial
//! that defines the position key.
//!
//! ```text
//!  0        4       8      12      16      20      24
//! +--------+-------+-------+-------+-------+-------+- ..
//! | count  |  bl   |  bh   |  wl   |  wh   | value |
//! +--------+-------+-------+-------+-------+-------+- ..
//!   i32      u32     u32     u32     u32     i32
//! ```
//!
//! All numbers are little-endian. `b` is the side to move and `w` the other side; `l` means ranks 1
//! to 4 and `h` ranks 5 to 8. The value is in 1/1000 disc for the side to move. A book stores
//! centidiscs (1/100 disc), so values are rounded to the nearest centidisc. Values halfway between
//! two centidiscs are rounded away from zero.
use super::error::BookTooLarge;
use super::memory::Book;
use super::record::{Evaluation, MAX_VALUE, Record};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::key::PositionKey;
use alloc::vec::Vec;

const COUNT: usize = 4;
const RECORD: usize = 20;

/// An invalid flat book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid flat book, {}byte {at}: {kind}", record_text(*.record))]
pub struct ReadFlatError {
    /// The byte offset.
    pub at: usize,
    /// The number of the record, counted from 1, or `None` if the error concerns the whole file.
    pub record: Option<usize>,
    /// What is wrong at the byte.
    pub kind: ReadFlatErrorKind,
}

fn record_text(record: Option<usize>) -> alloc::string::String {
    record.map_or_else(Default::default, |number| alloc::format!("record {number}, "))
}

/// What is wrong with a flat book.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadFlatErrorKind {
    /// The length does not match the record count.
    #[error("the file has {found} bytes, but its record count requires {expected}")]
    Length {
        /// The length that the count requires.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// The count is negative.
    #[error("count {found}, expected zero or more")]
    Count {
        /// The count.
        found: i32,
    },
    /// Both sides have a disc on a square.
    #[error("both sides have a disc on {square}")]
    Overlap {
        /// The square.
        square: crate::Square,
    },
    /// The value exceeds 64 discs.
    #[error("value {found}, expected -64000 to 64000 (1/1000 disc)")]
    Value {
        /// The value.
        found: i32,
    },
    /// An earlier record has the same position or an image of it.
    #[error("an earlier record has the same position")]
    Duplicate,
}

impl Book {
    /// Reads a flat book. The values become evaluations of unknown depth. Positions need not be in
    /// canonical form.
    ///
    /// # Errors
    /// Returns [`ReadFlatError`] with the record and the byte offset of the first fault.
    pub fn from_flat_bytes(bytes: &[u8]) -> Result<Self, ReadFlatError> {
        let whole = |at, kind| Err(ReadFlatError { at, record: None, kind });
        let found = bytes.len() as u64;
        let Some((count, records)) = bytes.split_first_chunk::<COUNT>() else {
            return whole(bytes.len(), ReadFlatErrorKind::Length { expected: COUNT as u64, found });
        };
        let count = i32::from_le_bytes(*count);
        let Ok(announced) = u64::try_from(count) else {
            return whole(0, ReadFlatErrorKind::Count { found: count });
        };
        let expected = COUNT as u64 + announced * RECORD as u64;
        if expected != found {
            let at = expected.min(found) as usize;
            return whole(at, ReadFlatErrorKind::Length { expected, found });
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
                .map_err(|e| error(0, ReadFlatErrorKind::Overlap { square: e.square }))?;
            let value = i32::from_le_bytes([record[16], record[17], record[18], record[19]]);
            if value.unsigned_abs() > 10 * MAX_VALUE as u32 {
                return Err(error(16, ReadFlatErrorKind::Value { found: value }));
            }
            let rounded = (value + 5 * value.signum()) / 10;
            let stored = Record::default().with_evaluation(Evaluation::new(rounded, None));
            if book.insert(board, stored).is_some() {
                return Err(error(0, ReadFlatErrorKind::Duplicate));
            }
        }
        book.refresh();
        Ok(book)
    }

    /// Writes a flat book of all positions that have a value, in the order of their keys. The flat
    /// form does not contain the results of games and the depths.
    ///
    /// # Errors
    /// Returns [`BookTooLarge`] if the number of positions exceeds `i32::MAX`.
    pub fn to_flat_bytes(&self) -> Result<Vec<u8>, BookTooLarge> {
        let mut values: Vec<(PositionKey, i32)> = self
            .sorted()
            .entries()
            .filter_map(|entry| Some((entry.key, entry.value.centidiscs()?)))
            .collect();
        values.sort_unstable();
        let count = i32::try_from(values.len()).map_err(|_| BookTooLarge)?;
        let mut bytes = Vec::with_capacity(COUNT + RECORD * values.len());
        bytes.extend_from_slice(&count.to_le_bytes());
        for (key, value) in values {
            // The order in the file is bl, bh, wl, wh.
            for word in key.words().into_iter().rev() {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
            bytes.extend_from_slice(&(10 * value).to_le_bytes());
        }
        Ok(bytes)
    }
}
