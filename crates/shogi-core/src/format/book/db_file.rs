//! Looks up positions in `.db` files.

use alloc::vec::Vec;
use std::io::{self, Read, Seek, SeekFrom};

use super::db::{BLANKS, parse_move};
use super::entry::{Entry, key};
use super::error::{BookErrorKind, LONGEST_LINE, ParseBookError, ReadBookError};
use crate::format::sfen;
use crate::position::Position;

/// A sorted `.db` file, which is searched without loading the file.
#[derive(Debug)]
pub(super) struct DbFile<R> {
    input: R,
    len: u64,
    /// The bytes of the last read. `chunk_at` is their offset in the file.
    chunk: Vec<u8>,
    chunk_at: u64,
}

const CHUNK: usize = 4096;

impl<R: Read + Seek> DbFile<R> {
    pub(super) fn new(mut input: R) -> io::Result<Self> {
        let len = input.seek(SeekFrom::End(0))?;
        Ok(Self { input, len, chunk: Vec::new(), chunk_at: 0 })
    }

    pub(super) fn find(&mut self, position: &Position) -> Result<Option<Entry>, ReadBookError> {
        let key = key(position);
        let key = key.without_ply().as_bytes();
        // If the file has the position line, the line begins in `low..high`.
        let (mut low, mut high) = (0, self.len);
        // A position may occur twice. The first occurrence counts, as it does for a loaded book.
        let mut first = None;
        while low < high {
            let middle = low + (high - low) / 2;
            let Some((at, line)) = self.position_line(middle, high)? else {
                high = middle;
                continue;
            };
            match position_key(&line).cmp(key) {
                core::cmp::Ordering::Less => low = at + 1,
                core::cmp::Ordering::Greater => high = middle,
                core::cmp::Ordering::Equal => {
                    first = Some(at);
                    high = middle;
                }
            }
        }
        first.map(|at| self.entry(at)).transpose()
    }

    pub(super) fn into_inner(self) -> R {
        self.input
    }

    /// Returns the first position line that begins in `from..to`, and its offset.
    fn position_line(
        &mut self,
        from: u64,
        to: u64,
    ) -> Result<Option<(u64, Vec<u8>)>, ReadBookError> {
        // `from` may be within a line. The first line that begins at `from` or later follows a line
        // end.
        let mut at = if from == 0 { 0 } else { self.line(from - 1)?.1 };
        while at < to {
            let (line, next) = self.line(at)?;
            let mark = if at == 0 && line.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
            if line[mark..].starts_with(b"sfen ") {
                return Ok(Some((at, line[mark..].to_vec())));
            }
            at = next;
        }
        Ok(None)
    }

    /// Returns the entry whose position line begins at `at`.
    fn entry(&mut self, at: u64) -> Result<Entry, ReadBookError> {
        let (line, mut next) = self.line(at)?;
        let text = utf8(&line, at)?.trim_start_matches('\u{feff}');
        let skipped = line.len() - text.len() + 5;
        let sfen = text.get(5..).unwrap_or_default().trim_end_matches(BLANKS);
        let setup = sfen::parse_setup(sfen).map_err(|error| {
            ParseBookError::at(
                None,
                at + (skipped + error.at) as u64,
                BookErrorKind::Sfen { field: error.field, kind: error.kind },
            )
        })?;
        let move_number = (sfen.split_ascii_whitespace().count() > 3).then_some(setup.move_number);
        let mut entry = Entry { move_number, ..Entry::default() };
        while next < self.len {
            let at = next;
            let (line, after) = self.line(at)?;
            next = after;
            let text = utf8(&line, at)?.trim_end_matches(BLANKS);
            if text.starts_with("sfen ") {
                break;
            }
            if let Some(comment) = text.strip_prefix('#').or_else(|| text.strip_prefix("//")) {
                let comments = match entry.moves.last_mut() {
                    Some(m) => &mut m.comments,
                    None => &mut entry.comments,
                };
                comments.push(comment.into());
            } else if !text.is_empty() {
                let m = parse_move(text)
                    .map_err(|(byte, kind)| ParseBookError::at(None, at + byte as u64, kind))?;
                entry.moves.push(m);
            }
        }
        Ok(entry)
    }

    /// Returns the line that begins at `at`, without its newline, and the offset of the next line.
    fn line(&mut self, at: u64) -> Result<(Vec<u8>, u64), ReadBookError> {
        let mut line = Vec::new();
        let mut next = at;
        loop {
            let chunk = self.chunk(next)?;
            if chunk.is_empty() {
                return Ok((line, next.max(at + 1)));
            }
            match chunk.iter().position(|&byte| byte == b'\n') {
                Some(end) => {
                    line.extend_from_slice(&chunk[..end]);
                    return Ok((line, next + end as u64 + 1));
                }
                None => {
                    line.extend_from_slice(chunk);
                    next += chunk.len() as u64;
                }
            }
            if line.len() > LONGEST_LINE {
                return Err(ParseBookError::at(None, at, BookErrorKind::LineTooLong).into());
            }
        }
    }

    /// Returns the bytes from `at` to the end of a chunk. The slice is empty only at the end of the
    /// file.
    fn chunk(&mut self, at: u64) -> io::Result<&[u8]> {
        let known = self.chunk_at..self.chunk_at + self.chunk.len() as u64;
        if !known.contains(&at) {
            self.chunk.clear();
            self.chunk_at = at;
            self.input.seek(SeekFrom::Start(at))?;
            (&mut self.input).take(CHUNK as u64).read_to_end(&mut self.chunk)?;
        }
        Ok(&self.chunk[(at - self.chunk_at) as usize..])
    }
}

fn utf8(line: &[u8], at: u64) -> Result<&str, ParseBookError> {
    core::str::from_utf8(line).map_err(|error| {
        ParseBookError::at(None, at + error.valid_up_to() as u64, BookErrorKind::NotUtf8)
    })
}

/// Returns the key of a position line: the board, side and hands.
fn position_key(line: &[u8]) -> &[u8] {
    let text = line.strip_prefix(b"sfen ").unwrap_or(line).trim_ascii_end();
    let third = text.iter().enumerate().filter(|(_, byte)| **byte == b' ').nth(2);
    third.map_or(text, |(end, _)| &text[..end])
}
