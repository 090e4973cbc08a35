//! Looks up positions in `.ybb` files.

use alloc::vec::Vec;
use std::io::{Read, Seek, SeekFrom};

use super::entry::Entry;
use super::error::{BookErrorKind, ParseBookError, ReadBookError};
use super::ybb::{HEADER_SIZE, Header, INDEX_SIZE, Index};
use crate::format::packed::PackedSfen;
use crate::position::Position;

/// A `.ybb` file, which is searched without loading the file.
#[derive(Debug)]
pub(super) struct YbbFile<R> {
    input: R,
    header: Header,
}

impl<R: Read + Seek> YbbFile<R> {
    pub(super) fn new(mut input: R) -> Result<Self, ReadBookError> {
        let len = input.seek(SeekFrom::End(0))?;
        input.rewind()?;
        let mut bytes = Vec::new();
        (&mut input).take(HEADER_SIZE as u64).read_to_end(&mut bytes)?;
        let header = Header::parse(&bytes, len)?;
        Ok(Self { input, header })
    }

    pub(super) fn len(&self) -> u64 {
        self.header.positions
    }

    pub(super) fn find(&mut self, position: &Position) -> Result<Option<Entry>, ReadBookError> {
        let Ok(key) = PackedSfen::encode(position) else { return Ok(None) };
        let (mut low, mut high) = (0, self.header.positions);
        while low < high {
            let middle = low + (high - low) / 2;
            let index = self.index(middle)?;
            match index.key.cmp(&key) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
                core::cmp::Ordering::Equal => {
                    self.refuse_twice(middle, &key)?;
                    let range = self.header.moves(middle, &index)?;
                    // The range has at most 65,535 moves of six bytes and lies within the file.
                    let mut bytes = alloc::vec![0; (range.end - range.start) as usize];
                    self.input.seek(SeekFrom::Start(range.start))?;
                    self.input.read_exact(&mut bytes)?;
                    let moves = self.header.parse_moves(middle, range.start, &bytes)?;
                    return Ok(Some(index.entry(moves)));
                }
            }
        }
        Ok(None)
    }

    /// Reads an entry of the index.
    fn index(&mut self, number: u64) -> Result<Index, ReadBookError> {
        let at = Header::index_at(number);
        let mut bytes = [0; INDEX_SIZE];
        self.input.seek(SeekFrom::Start(at))?;
        self.input.read_exact(&mut bytes)?;
        let truncated = || ParseBookError::at(Some(number), at, BookErrorKind::Truncated);
        Ok(Index::parse(&bytes).ok_or_else(truncated)?)
    }

    /// Returns an error if the position of an entry occurs twice, as the reader of whole books does.
    fn refuse_twice(&mut self, number: u64, key: &PackedSfen) -> Result<(), ReadBookError> {
        let next = number + 1;
        for (other, second) in [(number.checked_sub(1), number), (Some(next), next)] {
            let Some(other) = other.filter(|&other| other < self.header.positions) else {
                continue;
            };
            if self.index(other)?.key == *key {
                let at = Header::index_at(second);
                return Err(ParseBookError::at(Some(second), at, BookErrorKind::Unsorted).into());
            }
        }
        Ok(())
    }

    pub(super) fn into_inner(self) -> R {
        self.input
    }
}
