//! Reads and writes `.ybb` books.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::entry::{Book, BookMove, Entry};
use super::error::{BookErrorKind, ParseBookError};
use crate::format::packed::PackedSfen;
use crate::format::sfen;
use crate::mv::BareMove;
use crate::position::{Flaws, Position};

pub(super) const MAGIC: &[u8; 16] = b"YANE-BINBOOK-V1\0";
pub(super) const HEADER_SIZE: usize = 32;
pub(super) const INDEX_SIZE: usize = 44;
const HAS_DEPTHS: u64 = 1;

fn fail<T>(position: Option<u64>, at: u64, kind: BookErrorKind) -> Result<T, ParseBookError> {
    Err(ParseBookError::at(position, at, kind))
}

/// The header of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) positions: u64,
    has_depths: bool,
    /// The offset of the moves in the file. `moves_len` is the number of bytes from there to the
    /// end of the file.
    moves_at: u64,
    moves_len: u64,
}

impl Header {
    /// Reads the header. `bytes` is the beginning of a file with `len` bytes.
    pub(super) fn parse(bytes: &[u8], len: u64) -> Result<Self, ParseBookError> {
        let shown = &bytes[..bytes.len().min(16)];
        if !MAGIC.starts_with(shown) || shown.is_empty() {
            return fail(None, 0, BookErrorKind::Magic);
        }
        let (Some(positions), Some(flags)) = (u64_at(bytes, 16), u64_at(bytes, 24)) else {
            return fail(None, len, BookErrorKind::Truncated);
        };
        if flags & !HAS_DEPTHS != 0 {
            return fail(None, 24, BookErrorKind::Flags(flags));
        }
        let moves_at = positions
            .checked_mul(INDEX_SIZE as u64)
            .and_then(|index| index.checked_add(HEADER_SIZE as u64))
            .filter(|&end| end <= len);
        let Some(moves_at) = moves_at else {
            return fail(None, 16, BookErrorKind::PositionCount(positions));
        };
        let has_depths = flags & HAS_DEPTHS != 0;
        Ok(Self { positions, has_depths, moves_at, moves_len: len - moves_at })
    }

    const fn move_size(&self) -> usize {
        if self.has_depths { 6 } else { 4 }
    }

    pub(super) const fn index_at(record: u64) -> u64 {
        HEADER_SIZE as u64 + record * INDEX_SIZE as u64
    }

    /// Returns the byte range in the file of the moves of an index entry.
    pub(super) fn moves(
        &self,
        record: u64,
        index: &Index,
    ) -> Result<core::ops::Range<u64>, ParseBookError> {
        let size = u64::from(index.moves) * self.move_size() as u64;
        match index.offset.checked_add(size) {
            Some(end) if end <= self.moves_len => {
                Ok(self.moves_at + index.offset..self.moves_at + end)
            }
            _ => fail(Some(record), Self::index_at(record) + 32, BookErrorKind::MovesOffset),
        }
    }

    pub(super) fn parse_moves(
        &self,
        record: u64,
        at: u64,
        bytes: &[u8],
    ) -> Result<Vec<BookMove>, ParseBookError> {
        bytes
            .chunks_exact(self.move_size())
            .enumerate()
            .map(|(n, bytes)| {
                let word = |i: usize| {
                    u16::from_le_bytes([
                        bytes.get(2 * i).copied().unwrap_or(0),
                        bytes.get(2 * i + 1).copied().unwrap_or(0),
                    ])
                };
                let Some(m) = BareMove::from_yaneuraou16(word(0)) else {
                    let at = at + (n * self.move_size()) as u64;
                    return fail(Some(record), at, BookErrorKind::MoveBits(word(0)));
                };
                let mut m = BookMove::new(m);
                m.value = Some(i32::from(word(1) as i16));
                m.depth = self.has_depths.then(|| u32::from(word(2)));
                Ok(m)
            })
            .collect()
    }
}

/// An entry of the index.
pub(super) struct Index {
    pub(super) key: PackedSfen,
    offset: u64,
    move_number: u16,
    moves: u16,
}

impl Index {
    /// Makes the entry of the position with these moves.
    pub(super) fn entry(&self, moves: Vec<BookMove>) -> Entry {
        let move_number = (self.move_number > 0).then(|| self.move_number.into());
        Entry { move_number, moves, ..Entry::default() }
    }

    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let (key, rest) = bytes.split_first_chunk::<32>()?;
        let &[p0, p1, m0, m1] = rest.get(8..12)? else { return None };
        Some(Self {
            key: PackedSfen::from_bytes(*key),
            offset: u64_at(rest, 0)?,
            move_number: u16::from_le_bytes([p0, p1]),
            moves: u16::from_le_bytes([m0, m1]),
        })
    }
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// A `.ybb` file, and the content of the book that the file cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenYbb {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The lost content, one item per kind.
    pub losses: Vec<YbbLoss>,
}

/// The number of lost items of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct YbbLoss {
    /// The kind of the lost items.
    pub kind: YbbLossKind,
    /// The number of items.
    pub count: u64,
}

impl fmt::Display for YbbLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lost {} ({})", self.kind, self.count)
    }
}

/// The kinds of content of a book that a `.ybb` file cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum YbbLossKind {
    /// Positions without a packed form, and their moves.
    #[error("positions")]
    Position,
    /// Move numbers above 65,535.
    #[error("move numbers")]
    MoveNumber,
    /// Moves of a position after its first 65,535 moves.
    #[error("moves")]
    Move,
    /// Values that are missing or do not fit in 16 bits. A missing value is written as 0; other
    /// values are clamped.
    #[error("values")]
    Value,
    /// Depths that are missing or greater than 65,535, if the book has any depths. A missing depth
    /// is written as 0; other depths are clamped.
    #[error("depths")]
    Depth,
    /// Expected replies.
    #[error("expected replies")]
    Ponder,
    /// Counts.
    #[error("counts")]
    Count,
    /// Comments.
    #[error("comments")]
    Comment,
}

#[cfg(feature = "serde")]
impl YbbLossKind {
    pub(crate) const ALL: [Self; 8] = [
        Self::Position,
        Self::MoveNumber,
        Self::Move,
        Self::Value,
        Self::Depth,
        Self::Ponder,
        Self::Count,
        Self::Comment,
    ];
}

impl Book {
    /// Reads a `.ybb` book from bytes.
    ///
    /// # Errors
    /// Returns the first fault and its byte offset.
    pub fn parse_ybb(bytes: &[u8]) -> Result<Self, ParseBookError> {
        let header = Header::parse(bytes, bytes.len() as u64)?;
        let mut book = Self::new();
        let mut last = None;
        for record in 0..header.positions {
            let at = Header::index_at(record);
            let Some(index) = bytes.get(at as usize..).and_then(Index::parse) else {
                return fail(Some(record), at, BookErrorKind::Truncated);
            };
            if last >= Some(index.key) {
                return fail(Some(record), at, BookErrorKind::Unsorted);
            }
            last = Some(index.key);
            let range = header.moves(record, &index)?;
            let moves = bytes.get(range.start as usize..range.end as usize).unwrap_or_default();
            let moves = header.parse_moves(record, range.start, moves)?;
            let setup = match index.key.decode_setup() {
                Ok(setup) => setup,
                Err(error) => {
                    let at = at + error.bit as u64 / 8;
                    return fail(Some(record), at, BookErrorKind::Packed(error));
                }
            };
            let key = sfen::encode_setup(&setup).without_ply().to_string();
            book.entries.insert(key, index.entry(moves));
        }
        Ok(book)
    }

    /// Returns the book as a `.ybb` file. If any move of the book has a depth, all moves in the
    /// file have depths.
    #[must_use]
    pub fn to_ybb(&self) -> WrittenYbb {
        let mut losses: BTreeMap<YbbLossKind, u64> = BTreeMap::new();
        let mut lose = |kind, count: usize| {
            if count > 0 {
                *losses.entry(kind).or_default() += count as u64;
            }
        };
        let mut entries: Vec<(PackedSfen, &Entry)> = Vec::with_capacity(self.entries.len());
        for (key, entry) in &self.entries {
            match packed(key) {
                Some(key) => entries.push((key, entry)),
                None => lose(YbbLossKind::Position, 1),
            }
        }
        entries.sort_by_key(|(key, _)| *key);
        let has_depths =
            entries.iter().any(|(_, entry)| entry.moves.iter().any(|m| m.depth.is_some()));
        let flags = if has_depths { HAS_DEPTHS } else { 0 };
        let mut bytes = Vec::from(*MAGIC);
        bytes.extend((entries.len() as u64).to_le_bytes());
        bytes.extend(flags.to_le_bytes());
        let mut offset = 0u64;
        for (key, entry) in &entries {
            let count = u16::try_from(entry.moves.len()).unwrap_or(u16::MAX);
            lose(YbbLossKind::Move, entry.moves.len() - usize::from(count));
            let number = entry.move_number.unwrap_or(0);
            lose(YbbLossKind::MoveNumber, usize::from(number > u32::from(u16::MAX)));
            lose(YbbLossKind::Comment, entry.comments.len());
            bytes.extend(key.to_bytes());
            bytes.extend(offset.to_le_bytes());
            bytes.extend(u16::try_from(number).unwrap_or(0).to_le_bytes());
            bytes.extend(count.to_le_bytes());
            offset += u64::from(count) * if has_depths { 6 } else { 4 };
        }
        for m in entries.iter().flat_map(|(_, entry)| entry.moves.iter().take(u16::MAX.into())) {
            let value = m.value.unwrap_or(0).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            lose(YbbLossKind::Value, usize::from(m.value != Some(value.into())));
            lose(YbbLossKind::Ponder, usize::from(m.ponder.is_some()));
            lose(YbbLossKind::Count, usize::from(m.count.is_some()));
            lose(YbbLossKind::Comment, m.comments.len());
            bytes.extend(m.mv.to_yaneuraou16().to_le_bytes());
            bytes.extend(value.to_le_bytes());
            if has_depths {
                let depth = m.depth.unwrap_or(0).min(u16::MAX.into()) as u16;
                lose(YbbLossKind::Depth, usize::from(m.depth != Some(depth.into())));
                bytes.extend(depth.to_le_bytes());
            }
        }
        let losses = losses.into_iter().map(|(kind, count)| YbbLoss { kind, count }).collect();
        WrittenYbb { bytes, losses }
    }
}

/// Returns the packed form of a position, given as an SFEN without a move number.
fn packed(key: &str) -> Option<PackedSfen> {
    let setup = sfen::parse_setup(key).ok()?;
    let position = Position::from_setup_allowing(setup, Flaws::ALLOWABLE).ok()?;
    PackedSfen::encode(&position).ok()
}
