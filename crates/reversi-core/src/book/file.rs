//! A book as the bytes of its file, searched where they lie.
use super::error::{ReadBookError, ReadBookErrorKind as Kind};
use super::layout::{BLOCK, HEADER, Header, RawRecord, block_is_intact, records};
use super::place::{hash, scale};
use super::record::{BookInfo, Record, Value};
use super::sorted::{Item, Sorted};
use super::table::Entry;
use super::{Book, BookView, place};
use crate::board::Board;
use crate::key::PositionKey;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};

/// A book in the bytes of a file: mapped, embedded in a program, or read.
///
/// Opening reads the header and the checksums, whatever the size. A look-up reads the bucket of
/// the position; each block of 4096 bytes is checked against its checksum when it is first used, so
/// every answer comes from bytes that are as they were written. [`verify`](Self::verify) checks
/// everything at once.
///
/// ```
/// use reversi_core::{Board, Square};
/// use reversi_core::book::{Book, BookFile};
/// let mut book = Book::new();
/// book.register([Square::F5, Square::D6, Square::C3], Some(4))?;
/// let bytes = book.to_bytes()?;
///
/// let file = BookFile::from_bytes(bytes)?;
/// let info = file.find(Board::START)?.unwrap();
/// assert_eq!((info.value, info.games, info.wins), (Some(400), 1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BookFile<D> {
    bytes: D,
    header: Header,
    /// A bit for each block: it was checked and is intact.
    intact: Vec<AtomicU64>,
}

impl<D: AsRef<[u8]>> BookFile<D> {
    /// Takes the bytes of a book file.
    ///
    /// # Errors
    /// [`ReadBookError`] if the header is not that of a book, is damaged, or announces another
    /// length. Damage elsewhere shows when it is read.
    pub fn from_bytes(bytes: D) -> Result<Self, ReadBookError> {
        let header = Header::read(bytes.as_ref())?;
        // The length of the file stands behind this number.
        let words = header.checks_at().div_ceil(64 * BLOCK as u64) as usize;
        let intact = (0..words).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { bytes, header, intact })
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

    /// The bytes of the file.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// What the book knows of a position, for the side to move.
    ///
    /// # Errors
    /// [`ReadBookError`] if the bytes to be read are damaged.
    #[inline]
    pub fn find(&self, board: Board) -> Result<Option<BookInfo>, ReadBookError> {
        let found = place::find_by(board, |key| self.entry(key))?;
        Ok(found.map(|((record, value), turned)| {
            let info = record.info(value);
            if turned { info.reversed() } else { info }
        }))
    }

    /// What was put into the book about a position, for the side to move.
    ///
    /// # Errors
    /// [`ReadBookError`] if the bytes to be read are damaged.
    pub fn record(&self, board: Board) -> Result<Option<Record>, ReadBookError> {
        let found = place::find_by(board, |key| self.entry(key))?;
        Ok(found.map(|((record, _), turned)| if turned { record.reversed() } else { record }))
    }

    /// The positions in the order of the file, each with its record and what [`find`](Self::find)
    /// answers.
    ///
    /// # Errors
    /// Each item is a [`ReadBookError`] instead if its bytes are damaged; it is the last one.
    pub fn iter(
        &self,
    ) -> impl Iterator<Item = Result<(PositionKey, Record, BookInfo), ReadBookError>> + '_ {
        self.entries().map(|entry| {
            entry.map(|(entry, _)| (entry.key, entry.record, entry.record.info(entry.value)))
        })
    }

    /// Checks every byte: all checksums, the order and the form of all records, their number.
    ///
    /// # Errors
    /// [`ReadBookError`] for the first fault.
    pub fn verify(&self) -> Result<(), ReadBookError> {
        self.check(0..self.header.checks_at())?;
        let mut last = None;
        let mut found = 0;
        for entry in self.entries() {
            let (entry, at) = entry?;
            let order = (hash(entry.key), entry.key);
            if last.is_some_and(|last| last >= order) {
                return Err(ReadBookError { at, kind: Kind::Order });
            }
            last = Some(order);
            found += 1;
        }
        let expected = self.header.positions;
        if found != expected {
            return Err(ReadBookError { at: 16, kind: Kind::Count { expected, found } });
        }
        Ok(())
    }

    /// The whole book in memory.
    ///
    /// # Errors
    /// [`ReadBookError`] if there is any fault in it.
    pub fn to_book(&self) -> Result<Book, ReadBookError> {
        self.verify()?;
        let mut book = Book::with_capacity(self.len() as usize);
        for entry in self.entries() {
            book.put_entry(entry?.0);
        }
        Ok(book)
    }

    /// The records, to be merged with others.
    pub(crate) fn sorted(&self) -> Result<Sorted, ReadBookError> {
        self.verify()?;
        let items: Result<Vec<Item>, ReadBookError> = self
            .entries()
            .map(|entry| entry.map(|(entry, _)| Item::new(entry.key, entry.record)))
            .collect();
        Ok(Sorted::new(items?))
    }

    /// The entries in order with their places.
    fn entries(&self) -> impl Iterator<Item = Result<(Entry, u64), ReadBookError>> + '_ {
        let mut failed = false;
        (0..self.header.buckets)
            .flat_map(move |bucket| {
                let range = self.bucket(bucket);
                let error = range.as_ref().err().copied();
                let range = range.unwrap_or(0..0);
                let start = range.start;
                let bytes = &self.bytes.as_ref()[range.start as usize..range.end as usize];
                error
                    .map(Err)
                    .into_iter()
                    .chain(records(bytes).map(move |raw| self.read_entry(raw, start, bucket)))
            })
            .take_while(move |entry| {
                let before = failed;
                failed |= entry.is_err();
                !before
            })
    }

    fn read_entry(
        &self,
        raw: Result<RawRecord<'_>, usize>,
        start: u64,
        bucket: u64,
    ) -> Result<(Entry, u64), ReadBookError> {
        let raw = raw.map_err(|at| ReadBookError { at: start + at as u64, kind: Kind::Record })?;
        let at = start + raw.at as u64;
        let error = |kind| ReadBookError { at, kind };
        let key = raw.key().map_err(error)?;
        if scale(hash(key), self.header.buckets) != bucket {
            return Err(error(Kind::Order));
        }
        let (record, value) = raw.decode().map_err(error)?;
        Ok((Entry { key, record, value }, at))
    }

    #[inline]
    fn entry(&self, key: PositionKey) -> Result<Option<(Record, Value)>, ReadBookError> {
        let range = self.bucket(scale(hash(key), self.header.buckets))?;
        let bytes = &self.bytes.as_ref()[range.start as usize..range.end as usize];
        for raw in records(bytes) {
            let error = |at: usize, kind| ReadBookError { at: range.start + at as u64, kind };
            let raw = raw.map_err(|at| error(at, Kind::Record))?;
            if raw.is_of(key) {
                return raw.decode().map(Some).map_err(|kind| error(raw.at, kind));
            }
        }
        Ok(None)
    }

    /// Where the records of a bucket lie in the file, checked.
    #[inline]
    fn bucket(&self, bucket: u64) -> Result<Range<u64>, ReadBookError> {
        let at = HEADER as u64 + 4 * bucket;
        self.check(at..at + 8)?;
        let bytes = self.bytes.as_ref();
        let word = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let (start, end) = (u64::from(word(at as usize)), u64::from(word(at as usize + 4)));
        if start > end || end > self.header.records_len {
            return Err(ReadBookError { at, kind: Kind::Index });
        }
        let base = self.header.records_at();
        self.check(base + start..base + end)?;
        Ok(base + start..base + end)
    }

    /// Checks the blocks that hold a range of the file, those that were not checked before.
    #[inline]
    fn check(&self, range: Range<u64>) -> Result<(), ReadBookError> {
        if range.is_empty() {
            return Ok(());
        }
        let first = (range.start / BLOCK as u64) as usize;
        let last = ((range.end - 1) / BLOCK as u64) as usize;
        for index in first..=last {
            if self.intact[index / 64].load(Ordering::Relaxed) >> (index % 64) & 1 == 0 {
                self.check_block(index)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn check_block(&self, index: usize) -> Result<(), ReadBookError> {
        if !block_is_intact(self.bytes.as_ref(), self.header, index) {
            let at = (index * BLOCK) as u64;
            return Err(ReadBookError { at, kind: Kind::BlockChecksum });
        }
        // Another thread may check it too, which does no harm.
        self.intact[index / 64].fetch_or(1 << (index % 64), Ordering::Relaxed);
        Ok(())
    }
}

impl<D: AsRef<[u8]>> BookView for BookFile<D> {
    fn find(&self, board: Board) -> Result<Option<BookInfo>, ReadBookError> {
        self.find(board)
    }

    fn record(&self, board: Board) -> Result<Option<Record>, ReadBookError> {
        self.record(board)
    }

    fn len(&self) -> u64 {
        self.len()
    }
}
