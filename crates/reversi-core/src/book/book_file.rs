//! Books searched in the bytes of a file.
use super::error::{ReadBookError, ReadBookErrorKind as Kind};
use super::file_format::{BLOCK, HEADER, Header, RawRecord, block_is_intact, records};
use super::hash_table::Entry;
use super::memory::Book;
use super::note::{EngineNote, NotePair, Notes};
use super::record::{BookInfo, Record, Value};
use super::sorted_records::{KeyedRecord, SortedRecords};
use super::stored_key::{find_by, hash, scale};
use super::view::BookView;
use crate::board::Board;
use crate::key::{PositionKey, canonical, from_canonical};
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};

/// A book that is searched in the bytes of a file. The file can be mapped into memory, embedded in
/// a program, or read into memory.
///
/// Opening a book reads only the header and the table of checksums. A look-up reads the bucket that
/// contains the position. Before a block of 4096 bytes is first used, its checksum is verified.
/// Damaged bytes therefore cause an error and never a wrong result. [`verify`](Self::verify) checks
/// the whole file.
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
    /// One bit for each block: whether the block was checked and is intact.
    intact: Vec<AtomicU64>,
}

/// An entry, its notes, and its offset in the file.
type FileEntry = (Entry, NotePair<EngineNote>, u64);

impl<D: AsRef<[u8]>> BookFile<D> {
    /// Makes a book from the bytes of a file.
    ///
    /// # Errors
    /// Returns [`ReadBookError`] if the header is invalid or damaged, or does not match the length
    /// of the bytes. Damage in other blocks causes an error when the block is first used.
    pub fn from_bytes(bytes: D) -> Result<Self, ReadBookError> {
        let header = Header::read(bytes.as_ref())?;
        // `Header::read` has compared this number with the file length, so the allocation is
        // bounded.
        let words = header.checks_at().div_ceil(64 * BLOCK as u64) as usize;
        let intact = (0..words).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { bytes, header, intact })
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.header.positions
    }

    /// Returns whether the book has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Finds a position. The result is for the side to move.
    ///
    /// # Errors
    /// Returns [`ReadBookError`] if the bytes of the bucket are damaged.
    #[inline]
    pub fn find(&self, board: Board) -> Result<Option<BookInfo>, ReadBookError> {
        let found = find_by(board, |key| self.entry(key))?;
        Ok(found.map(|((record, value), is_reversed)| {
            let info = record.info(value);
            if is_reversed { info.reversed() } else { info }
        }))
    }

    /// Returns the stored record of a position, for the side to move.
    ///
    /// # Errors
    /// Returns [`ReadBookError`] if the bytes of the bucket are damaged.
    pub fn record(&self, board: Board) -> Result<Option<Record>, ReadBookError> {
        let found = find_by(board, |key| self.entry(key))?;
        Ok(found
            .map(|((record, _), is_reversed)| if is_reversed { record.reversed() } else { record }))
    }

    /// Returns the note of an engine for a position, with the moves of that board.
    ///
    /// # Errors
    /// Returns [`ReadBookError`] if the bytes of the bucket are damaged.
    pub fn note(&self, board: Board) -> Result<Option<EngineNote>, ReadBookError> {
        if !self.header.has_notes {
            return Ok(None);
        }
        let (key, symmetry) = canonical(board);
        let own = self.notes_of(key)?.and_then(|[own, _]| own);
        let note = if board.has_moves() || own.is_some() {
            own
        } else {
            // A board without moves shares the record of the other side.
            self.notes_of(canonical(board.swap_sides()).0)?.and_then(|[_, other]| other)
        };
        Ok(note.map(|note| note.mapped(|square| from_canonical(square, symmetry))))
    }

    /// Iterates over the positions in the order of the file. Each item has the key, the record and
    /// the result of [`find`](Self::find).
    ///
    /// # Errors
    /// An item is a [`ReadBookError`] if its bytes are damaged. Iteration stops after the first
    /// error.
    pub fn iter(
        &self,
    ) -> impl Iterator<Item = Result<(PositionKey, Record, BookInfo), ReadBookError>> + '_ {
        self.entries().map(|entry| {
            entry.map(|(entry, _, _)| (entry.key, entry.record, entry.record.info(entry.value)))
        })
    }

    /// Checks the whole file: all checksums, and the order, the content and the number of the
    /// records.
    ///
    /// # Errors
    /// Returns [`ReadBookError`] for the first fault.
    pub fn verify(&self) -> Result<(), ReadBookError> {
        self.verified_entries(|_, _| ())
    }

    /// Visits all entries in order and checks the whole file. The visited entries are valid only if
    /// the result is `Ok`.
    fn verified_entries(
        &self,
        mut visit: impl FnMut(Entry, NotePair<EngineNote>),
    ) -> Result<(), ReadBookError> {
        self.check(0..self.header.checks_at())?;
        let mut last = None;
        let mut found = 0;
        for entry in self.entries() {
            let (entry, notes, at) = entry?;
            let order = (hash(entry.key), entry.key);
            if last.is_some_and(|last| last >= order) {
                return Err(ReadBookError { at, kind: Kind::Order });
            }
            last = Some(order);
            found += 1;
            visit(entry, notes);
        }
        let expected = self.header.positions;
        if found != expected {
            return Err(ReadBookError { at: 16, kind: Kind::Count { expected, found } });
        }
        Ok(())
    }

    /// Checks the whole file and copies the book into memory, in one pass.
    ///
    /// # Errors
    /// Returns [`ReadBookError`] for the first fault.
    pub fn to_book(&self) -> Result<Book, ReadBookError> {
        let mut book = Book::with_capacity(self.len() as usize);
        let mut notes = Notes::default();
        self.verified_entries(|entry, pair| {
            notes.join_pair(entry.key, pair);
            book.insert_entry(entry);
        })?;
        book.add_notes(notes);
        Ok(book)
    }

    /// Checks the whole file and returns its records, for merging.
    pub(super) fn sorted(&self) -> Result<SortedRecords, ReadBookError> {
        let mut records = Vec::with_capacity(self.len() as usize);
        let mut notes = Notes::default();
        self.verified_entries(|entry, pair| {
            notes.join_pair(entry.key, pair);
            records.push(KeyedRecord::new(entry.key, entry.record));
        })?;
        Ok(SortedRecords::new(records).with_notes(notes))
    }

    /// Iterates over the entries in order, each with its offset. Iteration stops after the first
    /// error.
    fn entries(&self) -> impl Iterator<Item = Result<FileEntry, ReadBookError>> + '_ {
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

    /// Decodes an entry and checks its key and its bucket.
    fn read_entry(
        &self,
        raw: Result<RawRecord<'_>, usize>,
        start: u64,
        bucket: u64,
    ) -> Result<FileEntry, ReadBookError> {
        let raw = raw.map_err(|at| ReadBookError { at: start + at as u64, kind: Kind::Record })?;
        let at = start + raw.at as u64;
        let error = |kind| ReadBookError { at, kind };
        let key = raw.key().map_err(error)?;
        if scale(hash(key), self.header.buckets) != bucket {
            return Err(error(Kind::Order));
        }
        let (record, value, notes) = raw.decode_all(self.header).map_err(error)?;
        if self.header.has_notes {
            let boards = [key.board(), key.board().swap_sides()];
            let mut pairs = notes.iter().zip(boards);
            if pairs.any(|(note, board)| note.as_ref().is_some_and(|n| n.flaw(board).is_some())) {
                return Err(error(Kind::Record));
            }
        }
        Ok((Entry { key, record, value }, notes, at))
    }

    /// Finds the notes that belong to the record of a key.
    fn notes_of(&self, key: PositionKey) -> Result<Option<NotePair<EngineNote>>, ReadBookError> {
        self.decoded(key, |raw| raw.decode_all(self.header).map(|(_, _, notes)| notes))
    }

    /// Iterates over the entries and their notes in order. Iteration stops after the first error.
    pub(crate) fn noted_entries(
        &self,
    ) -> impl Iterator<Item = Result<(Entry, NotePair<EngineNote>), ReadBookError>> + '_ {
        self.entries().map(|entry| entry.map(|(entry, notes, _)| (entry, notes)))
    }

    /// Finds the record of a key and its value.
    #[inline]
    fn entry(&self, key: PositionKey) -> Result<Option<(Record, Value)>, ReadBookError> {
        self.decoded(key, |raw| raw.decode(self.header))
    }

    /// Finds the bytes of a key's record and decodes them.
    #[inline]
    fn decoded<T>(
        &self,
        key: PositionKey,
        decode: impl Fn(&RawRecord<'_>) -> Result<T, Kind>,
    ) -> Result<Option<T>, ReadBookError> {
        let range = self.bucket(scale(hash(key), self.header.buckets))?;
        let bytes = &self.bytes.as_ref()[range.start as usize..range.end as usize];
        for raw in records(bytes) {
            let error = |at: usize, kind| ReadBookError { at: range.start + at as u64, kind };
            let raw = raw.map_err(|at| error(at, Kind::Record))?;
            if raw.is_of(key) {
                return decode(&raw).map(Some).map_err(|kind| error(raw.at, kind));
            }
        }
        Ok(None)
    }

    /// Returns the range of the records of a bucket in the file, after checking its blocks.
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

    /// Checks the blocks of a range of the file that were not checked before.
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
        // Another thread may check the same block at the same time, with the same result.
        self.intact[index / 64].fetch_or(1 << (index % 64), Ordering::Relaxed);
        Ok(())
    }
}

impl Book {
    /// Reads a book file into memory.
    ///
    /// # Errors
    /// Returns [`OpenBookError`](super::OpenBookError) if the file cannot be read or has any fault.
    #[cfg(feature = "std")]
    pub fn load(path: impl AsRef<std::path::Path>) -> Result<Self, super::error::OpenBookError> {
        use super::error::{OpenBookError, OpenBookErrorKind};
        let path = path.as_ref();
        let error = |kind| OpenBookError { path: path.into(), kind };
        // Operating systems return different errors when a directory is read, so this code returns
        // a uniform error.
        let bytes = match std::fs::metadata(path) {
            Ok(data) if data.is_dir() => Err(std::io::ErrorKind::IsADirectory.into()),
            _ => std::fs::read(path),
        };
        let bytes = bytes.map_err(|e| error(OpenBookErrorKind::Io(e)))?;
        BookFile::from_bytes(bytes)
            .and_then(|file| file.to_book())
            .map_err(|e| error(OpenBookErrorKind::Read(e)))
    }
}

impl<D: AsRef<[u8]>> BookView for BookFile<D> {
    type Error = ReadBookError;

    fn find(&self, board: Board) -> Result<Option<BookInfo>, ReadBookError> {
        self.find(board)
    }

    fn record(&self, board: Board) -> Result<Option<Record>, ReadBookError> {
        self.record(board)
    }

    fn note(&self, board: Board) -> Result<Option<EngineNote>, ReadBookError> {
        self.note(board)
    }

    fn len(&self) -> u64 {
        self.len()
    }
}
