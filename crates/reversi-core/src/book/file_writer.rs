//! Writing a book file from records that are too many for a second copy in memory.
//!
//! The header and the index are in front of the records, but depend on all of them. In a file, they are
//! written last. A pipe has no position, so the records are made twice for a pipe: once for the header and
//! the index, and once to be written.
use super::error::BookTooLarge;
use super::file_format::{BLOCK, HEADER, Header, buckets, write_record};
use super::sorted_records::NotedRecord;
use super::stored_key::scale;
use crate::checksum::crc32c;
use alloc::vec::Vec;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

/// Appends a record whose value is its evaluation.
fn write(noted: &NotedRecord, bytes: &mut Vec<u8>) {
    let notes = noted.notes.each_ref().map(Option::as_ref);
    write_record(bytes, &noted.item, noted.item.record.own_value(), notes);
}

/// The parts of a file around its records.
struct Frame {
    header: Header,
    /// The offset of each bucket, and the end of the last one.
    index: Vec<u32>,
    checks: Vec<u8>,
}

/// The number of bytes that are written at once.
const PORTION: usize = 1 << 16;

/// Writes a file of `positions` records. `records` returns them in the order of files. `can_seek` states
/// whether the file has a position that can be changed.
///
/// A [`BookTooLarge`] is the inner error of the result.
pub(crate) fn write_file<I: Iterator<Item = NotedRecord>>(
    file: &mut File,
    can_seek: bool,
    positions: u64,
    records: impl Fn() -> I,
) -> io::Result<()> {
    if can_seek {
        file.seek(SeekFrom::Start(records_at(positions) as u64))?;
        let frame = Frame::new(positions, records(), |bytes| file.write_all(bytes))?;
        file.write_all(&frame.checks)?;
        file.rewind()?;
        return frame.write_front(file);
    }
    let frame = Frame::new(positions, records(), |_| Ok(()))?;
    frame.write_front(file)?;
    Frame::new(positions, records(), |bytes| file.write_all(bytes))?;
    file.write_all(&frame.checks)
}

/// Returns the offset of the records.
fn records_at(positions: u64) -> usize {
    HEADER + 4 * (buckets(positions) as usize + 1)
}

impl Frame {
    /// Makes the frame of a file with `positions` records, and passes the bytes of the records to `out`.
    fn new(
        positions: u64,
        records: impl Iterator<Item = NotedRecord>,
        mut out: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<Self> {
        let buckets = buckets(positions);
        let mut index = Vec::with_capacity(buckets as usize + 1);
        // The block with the end of the index and the first records is complete only after the index.
        let mut shared = Vec::new();
        let shared_len = BLOCK - records_at(positions) % BLOCK;
        let mut sums = Sums::default();
        let mut take = |bytes: &mut Vec<u8>| {
            let (front, rest) = bytes.split_at(bytes.len().min(shared_len - shared.len()));
            shared.extend_from_slice(front);
            sums.add(rest);
            out(bytes)?;
            bytes.clear();
            Ok::<(), io::Error>(())
        };
        let (mut len, mut bytes) = (0u64, Vec::with_capacity(PORTION + 256));
        let mut has_notes = false;
        for record in records {
            let offset = u32::try_from(len + bytes.len() as u64);
            let offset = offset.map_err(|_| io::Error::other(BookTooLarge))?;
            let bucket = scale(record.item.hash, buckets);
            while index.len() as u64 <= bucket {
                index.push(offset);
            }
            has_notes |= record.notes.iter().any(Option::is_some);
            write(&record, &mut bytes);
            if bytes.len() >= PORTION {
                len += bytes.len() as u64;
                take(&mut bytes)?;
            }
        }
        len += bytes.len() as u64;
        take(&mut bytes)?;
        let end = u32::try_from(len).map_err(|_| io::Error::other(BookTooLarge))?;
        index.resize(buckets as usize + 1, end);
        let mut front = Sums::default();
        front.add(&[0; HEADER]);
        index.iter().for_each(|offset| front.add(&offset.to_le_bytes()));
        front.add(&shared);
        let mut checks = front.finish();
        checks.extend_from_slice(&sums.finish());
        let header = Header { positions, buckets, records_len: len, has_notes };
        Ok(Self { header, index, checks })
    }

    /// Writes the header and the index.
    fn write_front(&self, file: &mut File) -> io::Result<()> {
        let mut file = BufWriter::with_capacity(PORTION, file);
        file.write_all(&self.header.to_bytes(&self.checks))?;
        self.index.iter().try_for_each(|offset| file.write_all(&offset.to_le_bytes()))?;
        file.flush()
    }
}

/// Computes the checksum of each block.
#[derive(Default)]
struct Sums {
    block: Vec<u8>,
    sums: Vec<u8>,
}

impl Sums {
    fn add(&mut self, mut bytes: &[u8]) {
        if self.block.is_empty() {
            // Whole blocks need no copy.
            let (blocks, rest) = bytes.as_chunks::<BLOCK>();
            let sums = blocks.iter().flat_map(|block| crc32c(block).to_le_bytes());
            self.sums.extend(sums);
            bytes = rest;
        }
        while !bytes.is_empty() {
            let (front, rest) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(front);
            bytes = rest;
            if self.block.len() == BLOCK {
                self.end_block();
            }
        }
    }

    fn end_block(&mut self) {
        self.sums.extend_from_slice(&crc32c(&self.block).to_le_bytes());
        self.block.clear();
    }

    fn finish(mut self) -> Vec<u8> {
        if !self.block.is_empty() {
            self.end_block();
        }
        self.sums
    }
}
