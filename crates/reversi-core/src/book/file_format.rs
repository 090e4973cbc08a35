//! The bytes of a book file.
//!
//! | part    | bytes            | content                                                         |
//! |---------|------------------|-----------------------------------------------------------------|
//! | header  | 64               | see [`Header`]                                                  |
//! | index   | 4 * buckets + 4  | the offset of each bucket from the start of the records         |
//! | records | the rest         | the positions in order                                          |
//! | checks  | 4 for each block | the CRC-32C of each block of 4096 bytes or, for the last, fewer |
//!
//! All numbers are little-endian. Positions are in the order of (hash, key). The range of hashes is
//! divided into `n` equal parts, and bucket `i` holds the positions whose hash lies in part `i`. A
//! bucket has about four positions.
use super::error::{ReadBookError, ReadBookErrorKind as Kind};
use super::note::{EngineNote, NotePair};
use super::note_format;
use super::record::{Basis, Evaluation, MAX_VALUE, Record, Value};
use super::sorted_records::{KeyedRecord, SortedRecords};
use super::stored_key::scale;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::checksum::crc32c;
use crate::key::{PositionKey, canonical};
use crate::leb128;
use alloc::vec::Vec;
use core::num::NonZeroU8;

pub(crate) const MAGIC: [u8; 8] = *b"\x89RVBOOK\n";
/// The version of a file without notes.
const PLAIN_VERSION: u32 = 1;
/// The version of a file with notes.
const NOTED_VERSION: u32 = 2;
pub(crate) const HEADER: usize = 64;
pub(crate) const BLOCK: usize = 4096;
const PER_BUCKET: u64 = 4;
/// The minimum length of a record: the length byte, the key, and the flags byte.
const MIN_RECORD: u64 = 18;

/// | bytes  | field                                  |
/// |--------|----------------------------------------|
/// | 0..8   | `89 52 56 42 4f 4f 4b 0a`              |
/// | 8..12  | version: 1, or 2 if a record has notes |
/// | 12..16 | CRC-32C of the checks                  |
/// | 16..24 | number of positions                    |
/// | 24..32 | number of buckets                      |
/// | 32..40 | length of the records in bytes         |
/// | 40..60 | 0                                      |
/// | 60..64 | CRC-32C of the 60 bytes before         |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) positions: u64,
    pub(crate) buckets: u64,
    pub(crate) records_len: u64,
    pub(crate) has_notes: bool,
}

impl Header {
    /// Reads the header. Verifies the header, the length of the file, and the table of checksums.
    /// Reads no other part of the file.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, ReadBookError> {
        let error = |at: u64, kind| Err(ReadBookError { at, kind });
        let start = &bytes[..bytes.len().min(8)];
        if start.len() < 8 && MAGIC.starts_with(start) {
            return error(bytes.len() as u64, Kind::Truncated { expected: HEADER as u64 });
        }
        if start != MAGIC {
            return error(0, Kind::NoBook);
        }
        let Some(head) = bytes.first_chunk::<HEADER>() else {
            return error(bytes.len() as u64, Kind::Truncated { expected: HEADER as u64 });
        };
        let word =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        // The version is checked before the checksum, because a later version may have a different
        // header.
        if word(8) != PLAIN_VERSION && word(8) != NOTED_VERSION {
            return error(8, Kind::Version { found: word(8) });
        }
        if crc32c(&head[..60]) != word(60) {
            return error(0, Kind::HeaderChecksum);
        }
        let header = Self {
            positions: long(16),
            buckets: long(24),
            records_len: long(32),
            has_notes: word(8) == NOTED_VERSION,
        };
        let found = bytes.len() as u64;
        let fits = header.buckets >= 1
            && header.buckets <= u64::from(u32::MAX)
            && header.records_len <= u64::from(u32::MAX)
            && header.positions <= header.records_len / MIN_RECORD;
        if !fits {
            return error(16, Kind::Header);
        }
        let expected = header.checks_at() + 4 * header.checks_at().div_ceil(BLOCK as u64);
        if found < expected {
            return error(found, Kind::Truncated { expected });
        }
        if found > expected {
            return error(expected, Kind::TrailingBytes { count: found - expected });
        }
        if crc32c(&bytes[header.checks_at() as usize..]) != word(12) {
            return error(header.checks_at(), Kind::ChecksChecksum);
        }
        Ok(header)
    }

    /// Returns the offset of the records in the file.
    pub(crate) fn records_at(self) -> u64 {
        HEADER as u64 + 4 * (self.buckets + 1)
    }

    /// Returns the offset of the checks in the file.
    pub(crate) fn checks_at(self) -> u64 {
        self.records_at() + self.records_len
    }

    pub(crate) fn to_bytes(self, checks: &[u8]) -> [u8; HEADER] {
        let version = if self.has_notes { NOTED_VERSION } else { PLAIN_VERSION };
        let mut head = [0; HEADER];
        head[..8].copy_from_slice(&MAGIC);
        head[8..12].copy_from_slice(&version.to_le_bytes());
        head[12..16].copy_from_slice(&crc32c(checks).to_le_bytes());
        head[16..24].copy_from_slice(&self.positions.to_le_bytes());
        head[24..32].copy_from_slice(&self.buckets.to_le_bytes());
        head[32..40].copy_from_slice(&self.records_len.to_le_bytes());
        let crc = crc32c(&head[..60]);
        head[60..].copy_from_slice(&crc.to_le_bytes());
        head
    }
}

/// Returns the number of buckets of a file.
pub(crate) fn buckets(positions: u64) -> u64 {
    (positions / PER_BUCKET).max(1)
}

/// Returns the file of a set of positions, or `None` if its records exceed 4 GiB.
pub(crate) fn to_bytes(sorted: &SortedRecords) -> Option<Vec<u8>> {
    let items = sorted.items();
    let values = sorted.values();
    let buckets = buckets(items.len() as u64);
    let records_at = HEADER + 4 * (buckets as usize + 1);
    let mut bytes = Vec::with_capacity(records_at + 28 * items.len());
    bytes.resize(records_at, 0);
    let mut begun = 0;
    let mut begin = |bytes: &mut Vec<u8>, upto: u64| {
        let offset = u32::try_from(bytes.len() - records_at).ok()?;
        while begun <= upto {
            let at = HEADER + 4 * begun as usize;
            bytes[at..at + 4].copy_from_slice(&offset.to_le_bytes());
            begun += 1;
        }
        Some(())
    };
    let mut has_notes = false;
    for (item, value) in items.iter().zip(values) {
        begin(&mut bytes, scale(item.hash, buckets))?;
        let notes = sorted.notes().pair(item.key);
        has_notes |= notes.iter().any(Option::is_some);
        write_record(&mut bytes, item, value, notes);
    }
    begin(&mut bytes, buckets)?;
    let records_len = (bytes.len() - records_at) as u64;
    let header = Header { positions: items.len() as u64, buckets, records_len, has_notes };

    // The first block contains the header, and the header contains the checksum of the checks. The
    // check of the first block is therefore computed with zeros instead of the header.
    let checks: Vec<u8> =
        bytes.chunks(BLOCK).flat_map(|block| crc32c(block).to_le_bytes()).collect();
    bytes[..HEADER].copy_from_slice(&header.to_bytes(&checks));
    bytes.extend_from_slice(&checks);
    Some(bytes)
}

/// Returns whether the checksum of a block is correct. The checksum of the first block is computed
/// with zeros instead of the header, because the header has its own checksum.
pub(crate) fn block_is_intact(bytes: &[u8], header: Header, index: usize) -> bool {
    let start = index * BLOCK;
    let checks_at = header.checks_at() as usize;
    let block = &bytes[start..(start + BLOCK).min(checks_at)];
    let at = checks_at + 4 * index;
    let expected = u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    if index > 0 {
        return crc32c(block) == expected;
    }
    let mut first = [0; BLOCK];
    first[HEADER..block.len()].copy_from_slice(&block[HEADER..]);
    crc32c(&first[..block.len()]) == expected
}

const HAS_EVALUATION: u8 = 1;
const HAS_RESULTS: u8 = 2;
const HAS_DRAWS: u8 = 4;
/// The record has games without a result.
const HAS_UNFINISHED: u8 = 8;
/// The record contains a value, because the value of the position differs from the value of the
/// record alone.
const HAS_VALUE: u8 = 16;
/// The record has a note for its key.
const HAS_NOTE: u8 = 32;
/// The record has a note for the other side, which has no moves.
const HAS_OTHER_NOTE: u8 = 64;

/// Appends a record.
///
/// A record starts with a length byte, which is the length of the rest of the record. Next come the
/// discs of the player and of the opponent on the canonical board, 8 bytes each, and a byte of
/// flags. The fields whose flags are set come last, in this order: evaluation (i16 value, u8 depth,
/// 0 if unknown), results (wins, losses, zigzag sum of scores), draws, games without a result,
/// value (i16, then its basis, `2 * games` or `2 * depth + 1`), the notes (see [`note_format`]).
/// Numbers without a stated type are encoded in LEB128.
pub(crate) fn write_record(
    bytes: &mut Vec<u8>,
    item: &KeyedRecord,
    value: Value,
    notes: NotePair<&EngineNote>,
) {
    let start = bytes.len();
    let board = item.key.board();
    bytes.push(0);
    bytes.extend_from_slice(&board.player().bits().to_le_bytes());
    bytes.extend_from_slice(&board.opponent().bits().to_le_bytes());
    let flags_at = bytes.len();
    bytes.push(0);

    let record = &item.record;
    let mut flags = 0;
    if let Some(evaluation) = record.evaluation {
        flags |= HAS_EVALUATION;
        bytes.extend_from_slice(&(evaluation.value() as i16).to_le_bytes());
        bytes.push(evaluation.depth().map_or(0, NonZeroU8::get));
    }
    if record.wins != 0 || record.losses != 0 || record.score_sum != 0 {
        flags |= HAS_RESULTS;
        leb128::write(bytes, u64::from(record.wins));
        leb128::write(bytes, u64::from(record.losses));
        leb128::write(bytes, leb128::zigzag(record.score_sum));
    }
    if record.draws != 0 {
        flags |= HAS_DRAWS;
        leb128::write(bytes, u64::from(record.draws));
    }
    let unfinished = record.games.saturating_sub(record.results());
    if unfinished != 0 {
        flags |= HAS_UNFINISHED;
        leb128::write(bytes, u64::from(unfinished));
    }
    let stored = value.centidiscs().filter(|_| value != record.own_value());
    if let Some(centidiscs) = stored {
        flags |= HAS_VALUE;
        bytes.extend_from_slice(&(centidiscs as i16).to_le_bytes());
        leb128::write(
            bytes,
            match value.basis() {
                Basis::Games(count) => u64::from(count) << 1,
                Basis::Depth(depth) => u64::from(depth.map_or(0, NonZeroU8::get)) << 1 | 1,
            },
        );
    }
    let sides = [(record.evaluation, HAS_NOTE), (record.reversed().evaluation, HAS_OTHER_NOTE)];
    for (note, (evaluation, flag)) in notes.into_iter().zip(sides) {
        if let Some(note) = note {
            flags |= flag;
            note_format::write(bytes, note, evaluation);
        }
    }
    bytes[flags_at] = flags;
    bytes[start] = (bytes.len() - start - 1) as u8;
}

/// A record, its value and its notes.
pub(crate) type FullRecord = (Record, Value, NotePair<EngineNote>);

/// The bytes of a record in its bucket.
#[derive(Clone, Copy)]
pub(crate) struct RawRecord<'a> {
    /// The offset of the record from the start of the bucket.
    pub(crate) at: usize,
    player: u64,
    opponent: u64,
    rest: &'a [u8],
}

impl RawRecord<'_> {
    /// Returns whether the record belongs to a key.
    #[inline]
    pub(crate) fn is_of(&self, key: PositionKey) -> bool {
        let board = key.board();
        self.player == board.player().bits() && self.opponent == board.opponent().bits()
    }

    /// Returns the key. Fails if the board is impossible or not in canonical form.
    pub(crate) fn key(&self) -> Result<PositionKey, Kind> {
        let (player, opponent) =
            (Bitboard::from_bits(self.player), Bitboard::from_bits(self.opponent));
        let board = Board::new(player, opponent).map_err(|_| Kind::Position)?;
        let key = canonical(board).0;
        if key.board() == board { Ok(key) } else { Err(Kind::Position) }
    }

    /// Decodes the record and its value, without the notes.
    pub(crate) fn decode(&self, header: Header) -> Result<(Record, Value), Kind> {
        let (flags, record, value, rest) = decode(self.rest, header).ok_or(Kind::Record)?;
        let is_whole = rest.is_empty() || flags >= HAS_NOTE;
        is_whole.then_some((record, value)).ok_or(Kind::Record)
    }

    /// Decodes the record, its value and its notes.
    pub(crate) fn decode_all(&self, header: Header) -> Result<FullRecord, Kind> {
        let all = || {
            let (flags, record, value, mut rest) = decode(self.rest, header)?;
            let mut notes = [None, None];
            if flags & HAS_NOTE != 0 {
                notes[0] = Some(note_format::read(&mut rest, record.evaluation)?);
            }
            if flags & HAS_OTHER_NOTE != 0 {
                notes[1] = Some(note_format::read(&mut rest, record.reversed().evaluation)?);
            }
            rest.is_empty().then_some((record, value, notes))
        };
        all().ok_or(Kind::Record)
    }
}

/// Iterates over the records of a bucket. Iteration stops after the first error.
pub(crate) fn records(bucket: &[u8]) -> impl Iterator<Item = Result<RawRecord<'_>, usize>> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let start = at;
        let rest = bucket.get(start..).filter(|rest| !rest.is_empty())?;
        at = bucket.len();
        let raw = rest.get(1..=usize::from(rest[0])).and_then(|body| {
            let (player, body) = body.split_first_chunk::<8>()?;
            let (opponent, rest) = body.split_first_chunk::<8>()?;
            Some(RawRecord {
                at: start,
                player: u64::from_le_bytes(*player),
                opponent: u64::from_le_bytes(*opponent),
                rest,
            })
        });
        if raw.is_some() {
            at = start + 1 + usize::from(rest[0]);
        }
        Some(raw.ok_or(start))
    })
}

/// Decodes the flags and the fields of a record. Also returns the bytes of the notes.
#[inline]
fn decode(bytes: &[u8], header: Header) -> Option<(u8, Record, Value, &[u8])> {
    let (&flags, mut rest) = bytes.split_first()?;
    if flags >= if header.has_notes { 2 * HAS_OTHER_NOTE } else { HAS_NOTE } {
        return None;
    }
    let value_at = |rest: &mut &[u8]| {
        let value = i16::from_le_bytes(*take::<2>(rest)?);
        (i32::from(value).abs() <= MAX_VALUE).then_some(i32::from(value))
    };
    let number = |rest: &mut &[u8]| leb128::read(rest, 64).ok();
    let count = |rest: &mut &[u8]| u32::try_from(number(rest)?).ok();

    let mut evaluation = None;
    if flags & HAS_EVALUATION != 0 {
        let value = value_at(&mut rest)?;
        evaluation = Some(Evaluation::new(value, NonZeroU8::new(take::<1>(&mut rest)?[0]))?);
    }
    let (mut wins, mut losses, mut sum) = (0, 0, 0);
    if flags & HAS_RESULTS != 0 {
        (wins, losses) = (count(&mut rest)?, count(&mut rest)?);
        sum = leb128::unzigzag(number(&mut rest)?);
    }
    let draws = if flags & HAS_DRAWS != 0 { count(&mut rest)? } else { 0 };
    let without = if flags & HAS_UNFINISHED != 0 { count(&mut rest)? } else { 0 };
    let record = Record::from_results(wins, draws, losses, without, sum)?;
    let record = record.with_evaluation(evaluation);
    let mut value = record.own_value();
    if flags & HAS_VALUE != 0 {
        let centidiscs = value_at(&mut rest)?;
        let basis = number(&mut rest)?;
        value = Value::new(
            centidiscs,
            match (basis & 1, basis >> 1) {
                (0, games) => Basis::Games(u32::try_from(games).ok()?),
                (_, depth) => Basis::Depth(NonZeroU8::new(u8::try_from(depth).ok()?)),
            },
        );
    }
    Some((flags, record, value, rest))
}

/// Removes bytes from the front of `rest`.
fn take<'a, const N: usize>(rest: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (taken, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec;

    proptest! {
        #[test]
        fn records_read_back(
            counts in prop::array::uniform4(0u32..1_000_000), part in 0.0f64..=1.0, small: bool,
            evaluation in prop::option::of((-6400i32..=6400, any::<u8>())),
            value in prop::option::of((-6400i32..=6400, 0u32..1000, any::<bool>())),
            board in (0u64..1 << 32, any::<u32>()),
        ) {
            let [wins, draws, losses, without] = counts.map(|n| if small { n % 3 } else { n });
            let least = i64::from(wins) - 64 * i64::from(losses);
            let most = 64 * i64::from(wins) - i64::from(losses);
            let sum = least + ((most - least) as f64 * part) as i64;
            let record = Record::from_results(wins, draws, losses, without, sum).unwrap();
            let record = record.with_evaluation(evaluation.and_then(|(v, d)| Evaluation::new(v, NonZeroU8::new(d))));
            let value = value.map_or(record.own_value(), |(value, n, depth)| {
                Value::new(value, if depth { Basis::Depth(NonZeroU8::new(n as u8)) } else { Basis::Games(n) })
            });
            let board = Board::from_words(board.0, u64::from(board.1) << 32);
            let item = KeyedRecord::new(canonical(board).0, record);
            let mut bytes = vec![];
            write_record(&mut bytes, &item, value, [None, None]);
            let found: vec::Vec<_> = records(&bytes).collect();
            prop_assert_eq!(found.len(), 1);
            let raw = found[0].as_ref().unwrap();
            prop_assert!(raw.is_of(item.key));
            prop_assert_eq!(raw.key(), Ok(item.key));
            let header = Header { positions: 1, buckets: 1, records_len: 0, has_notes: false };
            prop_assert_eq!(raw.decode(header), Ok((record, value)));
            for cut in 0..bytes.len() {
                let read = records(&bytes[..cut]).next();
                prop_assert!(read.is_none_or(|raw| raw.is_err()));
            }
        }
    }
}
