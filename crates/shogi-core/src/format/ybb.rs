//! YaneuraOu's binary books (`.ybb`).
//!
//! ```text
//! "YANE-BINBOOK-V1\0"  u64 positions  u64 flags (bit 0: moves have depths)
//! index: PackedSfen, u64 offset of the moves, u16 move number, u16 count of moves; sorted bytewise
//! moves: u16 move, i16 value [, u16 depth]
//! ```
//!
//! All numbers are little endian; offsets count from the first byte behind the index.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::packed::{PackError, PackedSfen};
use crate::mv::BareMove;
use crate::position::Position;

const MAGIC: &[u8; 16] = b"YANE-BINBOOK-V1\0";
const HEADER_SIZE: usize = 32;
const INDEX_SIZE: usize = 44;
const HAS_DEPTHS: u64 = 1;

/// A book in memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// Whether the moves of the file have depths.
    has_depths: bool,
    entries: BTreeMap<PackedSfen, Entry>,
}

/// What a book says of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The move number, which is no part of the key.
    pub ply: u16,
    /// The moves in the order of preference.
    pub moves: Vec<BookMove>,
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move. Its legality is not checked.
    pub mv: BareMove,
    /// The value for the side that makes the move, in centipawns of the engine that wrote it.
    pub value: i16,
    /// The depth of the search the value is from; not written if the book has no depths.
    pub depth: u16,
}

/// A binary book cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid binary book, {}byte {at}: {kind}", Record(*record))]
pub struct ParseYbbError {
    /// The position of the index, counted from 0, if one is at fault; the message counts from 1.
    pub record: Option<u64>,
    /// The byte of the file, counted from 0.
    pub at: u64,
    /// What is wrong.
    pub kind: YbbErrorKind,
}

struct Record(Option<u64>);

impl core::fmt::Display for Record {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.map_or(Ok(()), |record| write!(f, "position {}, ", record + 1))
    }
}

/// What is wrong with a binary book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum YbbErrorKind {
    /// The file does not begin with the format's name.
    #[error("expected YANE-BINBOOK-V1")]
    Magic,
    /// The file ends in the header.
    #[error("the file ends within the header")]
    Truncated,
    /// A flag of another version.
    #[error("unknown flags {0:#x}")]
    Flags(u64),
    /// The file has no room for as many positions.
    #[error("the file has no room for {0} positions")]
    Positions(u64),
    /// Moves outside of the file.
    #[error("the move offset lies outside the file")]
    Moves,
    /// Positions out of order, or one twice.
    #[error("positions out of order")]
    Unsorted,
    /// Not a move of the format.
    #[error("no move has the bits {0:#06x}")]
    Move(u16),
}

fn fail<T>(record: Option<u64>, at: u64, kind: YbbErrorKind) -> Result<T, ParseYbbError> {
    Err(ParseYbbError { record, at, kind })
}

/// What the first bytes of a file say.
#[derive(Clone, Copy, Debug)]
struct Header {
    positions: u64,
    has_depths: bool,
    /// Where the moves begin, and how many bytes they may take.
    moves_at: u64,
    moves_len: u64,
}

impl Header {
    /// `bytes` are the first of a file of `len` bytes.
    fn parse(bytes: &[u8], len: u64) -> Result<Self, ParseYbbError> {
        let shown = &bytes[..bytes.len().min(16)];
        if !MAGIC.starts_with(shown) || shown.is_empty() {
            return fail(None, 0, YbbErrorKind::Magic);
        }
        let (Some(positions), Some(flags)) = (u64_at(bytes, 16), u64_at(bytes, 24)) else {
            return fail(None, len, YbbErrorKind::Truncated);
        };
        if flags & !HAS_DEPTHS != 0 {
            return fail(None, 24, YbbErrorKind::Flags(flags));
        }
        let moves_at = positions
            .checked_mul(INDEX_SIZE as u64)
            .and_then(|index| index.checked_add(HEADER_SIZE as u64))
            .filter(|&end| end <= len);
        let Some(moves_at) = moves_at else {
            return fail(None, 16, YbbErrorKind::Positions(positions));
        };
        let has_depths = flags & HAS_DEPTHS != 0;
        Ok(Self { positions, has_depths, moves_at, moves_len: len - moves_at })
    }

    const fn move_size(&self) -> usize {
        if self.has_depths { 6 } else { 4 }
    }

    const fn index_at(record: u64) -> u64 {
        HEADER_SIZE as u64 + record * INDEX_SIZE as u64
    }

    /// Where the moves of an index entry lie in the file.
    fn moves(&self, record: u64, index: &Index) -> Result<core::ops::Range<u64>, ParseYbbError> {
        let size = u64::from(index.moves) * self.move_size() as u64;
        match index.offset.checked_add(size) {
            Some(end) if end <= self.moves_len => {
                Ok(self.moves_at + index.offset..self.moves_at + end)
            }
            _ => fail(Some(record), Self::index_at(record) + 32, YbbErrorKind::Moves),
        }
    }

    fn parse_moves(
        &self,
        record: u64,
        at: u64,
        bytes: &[u8],
    ) -> Result<Vec<BookMove>, ParseYbbError> {
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
                    return fail(Some(record), at, YbbErrorKind::Move(word(0)));
                };
                Ok(BookMove { mv: m, value: word(1) as i16, depth: word(2) })
            })
            .collect()
    }
}

/// An entry of the index.
struct Index {
    key: PackedSfen,
    offset: u64,
    ply: u16,
    moves: u16,
}

impl Index {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let (key, rest) = bytes.split_first_chunk::<32>()?;
        let &[p0, p1, m0, m1] = rest.get(8..12)? else { return None };
        Some(Self {
            key: PackedSfen::from_bytes(*key),
            offset: u64_at(rest, 0)?,
            ply: u16::from_le_bytes([p0, p1]),
            moves: u16::from_le_bytes([m0, m1]),
        })
    }
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

impl Book {
    /// A book without positions, whose file has depths or not.
    #[must_use]
    pub const fn new(has_depths: bool) -> Self {
        Self { has_depths, entries: BTreeMap::new() }
    }

    /// Whether the file has depths.
    #[must_use]
    pub const fn has_depths(&self) -> bool {
        self.has_depths
    }

    /// How many positions the book has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the book has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The book in these bytes.
    ///
    /// # Errors
    /// What is wrong and at which byte.
    pub fn parse(bytes: &[u8]) -> Result<Self, ParseYbbError> {
        let header = Header::parse(bytes, bytes.len() as u64)?;
        let mut book = Self::new(header.has_depths);
        let mut last = None;
        for record in 0..header.positions {
            let at = Header::index_at(record);
            let Some(index) = bytes.get(at as usize..).and_then(Index::parse) else {
                return fail(Some(record), at, YbbErrorKind::Truncated);
            };
            if last >= Some(index.key) {
                return fail(Some(record), at, YbbErrorKind::Unsorted);
            }
            last = Some(index.key);
            let range = header.moves(record, &index)?;
            let moves = bytes.get(range.start as usize..range.end as usize).unwrap_or_default();
            let moves = header.parse_moves(record, range.start, moves)?;
            book.entries.insert(index.key, Entry { ply: index.ply, moves });
        }
        Ok(book)
    }

    /// The bytes of the file.
    ///
    /// # Panics
    /// If a position has more than 65,535 moves, which no position has.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let flags = if self.has_depths { HAS_DEPTHS } else { 0 };
        let mut bytes = Vec::from(*MAGIC);
        bytes.extend((self.entries.len() as u64).to_le_bytes());
        bytes.extend(flags.to_le_bytes());
        let mut offset = 0u64;
        for (key, entry) in &self.entries {
            let count = u16::try_from(entry.moves.len()).expect("a position has at most 593 moves");
            bytes.extend(key.to_bytes());
            bytes.extend(offset.to_le_bytes());
            bytes.extend(entry.ply.to_le_bytes());
            bytes.extend(count.to_le_bytes());
            offset += u64::from(count) * if self.has_depths { 6 } else { 4 };
        }
        for m in self.entries.values().flat_map(|entry| &entry.moves) {
            bytes.extend(m.mv.to_yaneuraou16().to_le_bytes());
            bytes.extend(m.value.to_le_bytes());
            if self.has_depths {
                bytes.extend(m.depth.to_le_bytes());
            }
        }
        bytes
    }

    /// What the book says of a position, whatever its move number.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<&Entry> {
        self.entries.get(&PackedSfen::encode(position).ok()?)
    }

    /// Puts an entry in the place of what the book says of a position, which is handed back.
    ///
    /// # Errors
    /// If the position has no packed form.
    pub fn insert(
        &mut self,
        position: &Position,
        entry: Entry,
    ) -> Result<Option<Entry>, PackError> {
        Ok(self.entries.insert(PackedSfen::encode(position)?, entry))
    }

    /// All positions with their entries, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&PackedSfen, &Entry)> {
        self.entries.iter()
    }
}

#[cfg(feature = "std")]
pub use file::{AskYbbError, BookFile};

#[cfg(feature = "std")]
mod file {
    use std::io::{self, Read, Seek, SeekFrom};

    use super::{Entry, HEADER_SIZE, Header, INDEX_SIZE, Index, PackedSfen, ParseYbbError};
    use super::{YbbErrorKind, fail};
    use crate::position::Position;

    /// Asking an unloaded book failed.
    #[derive(Debug, thiserror::Error)]
    #[non_exhaustive]
    pub enum AskYbbError {
        /// Reading failed.
        #[error("reading the binary book: {0}")]
        Io(#[from] io::Error),
        /// The book is wrong.
        #[error("{0}")]
        Parse(#[from] ParseYbbError),
    }

    /// A binary book that is asked without being loaded.
    #[derive(Debug)]
    pub struct BookFile<R> {
        input: R,
        header: Header,
    }

    impl<R: Read + Seek> BookFile<R> {
        /// A book in this input; its header is read.
        ///
        /// # Errors
        /// What the input says, or what is wrong with the header.
        pub fn new(mut input: R) -> Result<Self, AskYbbError> {
            let len = input.seek(SeekFrom::End(0))?;
            input.rewind()?;
            let mut bytes = std::vec::Vec::new();
            (&mut input).take(HEADER_SIZE as u64).read_to_end(&mut bytes)?;
            let header = Header::parse(&bytes, len)?;
            Ok(Self { input, header })
        }

        /// How many positions the book has.
        #[must_use]
        pub fn len(&self) -> u64 {
            self.header.positions
        }

        /// Whether the book has no position.
        #[must_use]
        pub fn is_empty(&self) -> bool {
            self.len() == 0
        }

        /// What the book says of a position, whatever its move number.
        ///
        /// # Errors
        /// What the input says, or what is wrong with an entry that was read.
        pub fn find(&mut self, position: &Position) -> Result<Option<Entry>, AskYbbError> {
            let Ok(key) = PackedSfen::encode(position) else { return Ok(None) };
            let (mut low, mut high) = (0, self.header.positions);
            while low < high {
                let middle = low + (high - low) / 2;
                let at = Header::index_at(middle);
                let mut bytes = [0; INDEX_SIZE];
                self.input.seek(SeekFrom::Start(at))?;
                self.input.read_exact(&mut bytes)?;
                let Some(index) = Index::parse(&bytes) else {
                    return Ok(fail(Some(middle), at, YbbErrorKind::Truncated)?);
                };
                match index.key.cmp(&key) {
                    core::cmp::Ordering::Less => low = middle + 1,
                    core::cmp::Ordering::Greater => high = middle,
                    core::cmp::Ordering::Equal => {
                        let range = self.header.moves(middle, &index)?;
                        // At most 65,535 moves of six bytes, and they lie within the file.
                        let mut bytes = std::vec![0; (range.end - range.start) as usize];
                        self.input.seek(SeekFrom::Start(range.start))?;
                        self.input.read_exact(&mut bytes)?;
                        let moves = self.header.parse_moves(middle, range.start, &bytes)?;
                        return Ok(Some(Entry { ply: index.ply, moves }));
                    }
                }
            }
            Ok(None)
        }
    }
}
