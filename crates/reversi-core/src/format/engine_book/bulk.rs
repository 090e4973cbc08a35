//! Many positions of an Egaroucid book in little memory: 25 bytes per position.
//!
//! The positions are distributed to parts by their hash while the file is read. Each part is then sorted
//! alone. This needs no second copy of the positions and no memory before they are read.
use super::common::{NO_MOVE, evaluation_of, move_number, move_of};
use crate::book::{EngineNote, KeyedRecord, NotedLeaf, NotedRecord, Record, hash};
use crate::key::PositionKey;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A position: the key of its record, then the fields of the file. The moves are those of the canonical
/// board.
type Packed = [u8; 25];

const VALUE: usize = 16;
const LEVEL: usize = 17;
const LINES: usize = 18;
const LEAF: usize = 22;
const LEAF_MOVE: usize = 23;
const LEAF_LEVEL: usize = 24;

/// The bit of the leaf's move that marks a position for the other side of its record.
const OTHER: u8 = 128;

const PART_BITS: u32 = 10;
/// The number of positions that are allocated at once: one memory page.
const CHUNK: usize = 163;

/// The fields of a position of an Egaroucid book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fields {
    pub(super) value: i8,
    pub(super) level: i8,
    pub(super) lines: u32,
    pub(super) leaf: Option<NotedLeaf>,
}

impl Fields {
    /// Returns the note of these fields.
    pub(super) fn note(self) -> EngineNote {
        EngineNote {
            level: level_of(self.level),
            value: i16::from(self.value),
            lines: self.lines,
            leaf: self.leaf,
            ..EngineNote::default()
        }
    }
}

/// Returns the level of its byte, or `None` if the level is unknown.
pub(super) fn level_of(byte: i8) -> Option<u8> {
    u8::try_from(byte).ok()
}

/// Returns the byte of a level.
pub(super) fn level_byte(level: Option<u8>) -> i8 {
    level.map_or(-1, |level| level.min(127) as i8)
}

/// Positions in the order of book files. Each position is there once after [`sort`](Self::sort).
#[derive(Debug)]
pub(super) struct Bulk {
    parts: Vec<Part>,
    /// The number of different keys after sorting.
    records: u64,
}

/// The positions of a part, in chunks of at most [`CHUNK`].
#[derive(Debug, Default)]
struct Part {
    full: Vec<Vec<Packed>>,
    last: Vec<Packed>,
}

impl Part {
    #[inline]
    fn push(&mut self, item: Packed) {
        if self.last.is_empty() || self.last.len() == CHUNK {
            self.begin_chunk();
        }
        self.last.push(item);
    }

    #[cold]
    fn begin_chunk(&mut self) {
        let full = core::mem::replace(&mut self.last, Vec::with_capacity(CHUNK));
        if !full.is_empty() {
            self.full.push(full);
        }
    }

    fn chunks(&self) -> impl Iterator<Item = &[Packed]> {
        self.full.iter().chain([&self.last]).map(Vec::as_slice)
    }

    /// Sorts the positions and joins equal ones. Returns the number of different keys. The two lists are
    /// empty space for the work.
    fn sort(&mut self, all: &mut Vec<Packed>, order: &mut Vec<(u64, u32)>) -> u64 {
        all.clear();
        self.chunks().for_each(|chunk| all.extend_from_slice(chunk));
        sort_by_hash(all, order);
        // The joined positions are at most as many as before, so they fit in the chunks.
        let mut space = self.full.iter_mut().chain([&mut self.last]);
        let mut put = {
            let mut chunk: Option<&mut Vec<Packed>> = None;
            move |item: Option<Packed>| {
                if chunk.as_ref().is_none_or(|chunk| chunk.len() == CHUNK) {
                    chunk = space.next();
                    if let Some(chunk) = &mut chunk {
                        chunk.clear();
                    }
                }
                match (item, &mut chunk) {
                    (Some(item), Some(chunk)) => chunk.push(item),
                    // The remaining chunks are empty.
                    _ => space.by_ref().for_each(Vec::clear),
                }
            }
        };
        let (mut records, mut last): (u64, Option<Packed>) = (0, None);
        for &(_, index) in &*order {
            let item = all[index as usize];
            match &mut last {
                Some(last) if is_same_position(last, &item) => join(last, &item),
                _ => {
                    records += u64::from(last.is_none_or(|last| last[..VALUE] != item[..VALUE]));
                    if let Some(last) = last.replace(item) {
                        put(Some(last));
                    }
                }
            }
        }
        if last.is_some() {
            put(last);
        }
        put(None);
        records
    }
}

/// The maximum number of bits of the hash, after the bits that choose the part, that choose a bucket.
const MAX_BUCKET_BITS: u32 = 12;

/// Fills `order` with the hashes and the indices of the positions of one part, in the order of the hashes.
/// Equal positions keep their order.
///
/// The positions are first distributed to buckets by their hash. The hashes of different positions are
/// evenly distributed, so a bucket has few of them.
fn sort_by_hash(all: &[Packed], order: &mut Vec<(u64, u32)>) {
    order.clear();
    let Some(bits) = all.len().checked_ilog2().map(|bits| bits.min(MAX_BUCKET_BITS)) else {
        return;
    };
    let bucket_of = |hash: u64| (hash << PART_BITS >> 1 >> (63 - bits)) as usize;
    let mut ends = vec![0u32; 1 << bits];
    let hashes: Vec<u64> = all.iter().map(|item| hash(key_of(item))).collect();
    for &hash in &hashes {
        ends[bucket_of(hash)] += 1;
    }
    let mut total = 0;
    for end in &mut ends {
        total += core::mem::replace(end, total);
    }
    // `ends` now has the beginnings of the buckets. After this loop it has their ends.
    order.resize(all.len(), (0, 0));
    for (&hash, index) in hashes.iter().zip(0..) {
        let place = &mut ends[bucket_of(hash)];
        order[*place as usize] = (hash, index);
        *place += 1;
    }
    let identity = |index: u32| {
        let item = &all[index as usize];
        (key_of(item), item[LEAF_MOVE] & OTHER, index)
    };
    let mut begin = 0;
    for end in ends {
        let bucket = &mut order[begin..end as usize];
        begin = end as usize;
        if bucket.len() > 1 {
            bucket.sort_unstable_by(|a, b| match a.0.cmp(&b.0) {
                Ordering::Equal => identity(a.1).cmp(&identity(b.1)),
                different => different,
            });
        }
    }
}

impl Bulk {
    pub(super) fn new() -> Self {
        Self { parts: (0..1 << PART_BITS).map(|_| Part::default()).collect(), records: 0 }
    }

    /// Adds a position. `key` is the key of its record.
    #[inline]
    pub(super) fn push(&mut self, key: PositionKey, is_other: bool, fields: &Fields) {
        let part = (hash(key) >> (64 - PART_BITS)) as usize;
        self.parts[part].push(pack(key, is_other, fields));
    }

    /// Sorts the positions and joins equal positions. The higher level decides, for the value and for the
    /// leaf alone. Of equal levels, the later position decides.
    pub(super) fn sort(&mut self) {
        let (mut all, mut order) = (Vec::new(), Vec::new());
        self.records = self.parts.iter_mut().map(|part| part.sort(&mut all, &mut order)).sum();
    }

    /// Returns the number of records.
    pub(super) fn records(&self) -> u64 {
        self.records
    }

    /// Iterates over the records, after sorting.
    pub(super) fn iter(&self) -> impl Iterator<Item = NotedRecord> + '_ {
        let mut items = self.parts.iter().flat_map(Part::chunks).flatten();
        let mut next = items.next();
        core::iter::from_fn(move || {
            let item = next?;
            next = items.next();
            let key = key_of(item);
            let mut notes = [None, None];
            notes[usize::from(item[LEAF_MOVE] >= OTHER)] = Some(unpack(item).note());
            if let Some(second) = next
                && second[LEAF_MOVE] >= OTHER
                && second[..VALUE] == item[..VALUE]
            {
                notes[1] = Some(unpack(second).note());
                next = items.next();
            }
            let record = Record::default().with_evaluation(evaluation_of(key.board(), &notes));
            Some(NotedRecord { item: KeyedRecord::new(key, record), notes })
        })
    }
}

fn is_same_position(a: &Packed, b: &Packed) -> bool {
    a[..VALUE] == b[..VALUE] && (a[LEAF_MOVE] ^ b[LEAF_MOVE]) & OTHER == 0
}

/// Joins a position with a later one.
fn join(earlier: &mut Packed, later: &Packed) {
    if later[LEVEL] as i8 >= earlier[LEVEL] as i8 {
        earlier[VALUE..LEAF].copy_from_slice(&later[VALUE..LEAF]);
    }
    if later[LEAF_LEVEL] as i8 >= earlier[LEAF_LEVEL] as i8 {
        earlier[LEAF..].copy_from_slice(&later[LEAF..]);
    }
}

#[inline]
fn pack(key: PositionKey, is_other: bool, fields: &Fields) -> Packed {
    let board = key.board();
    let mut item = [0; 25];
    item[..8].copy_from_slice(&board.player().bits().to_le_bytes());
    item[8..VALUE].copy_from_slice(&board.opponent().bits().to_le_bytes());
    item[VALUE] = fields.value as u8;
    item[LEVEL] = fields.level as u8;
    item[LINES..LEAF].copy_from_slice(&fields.lines.to_le_bytes());
    let (score, number, level) = match fields.leaf {
        Some(leaf) => (leaf.score, move_number(leaf.mv), level_byte(leaf.level)),
        None => (0, NO_MOVE, -1),
    };
    item[LEAF] = score as u8;
    item[LEAF_MOVE] = number | if is_other { OTHER } else { 0 };
    item[LEAF_LEVEL] = level as u8;
    item
}

fn unpack(item: &Packed) -> Fields {
    let leaf = move_of(item[LEAF_MOVE] & !OTHER).ok().map(|mv| NotedLeaf {
        mv,
        score: item[LEAF] as i8,
        level: level_of(item[LEAF_LEVEL] as i8),
    });
    Fields {
        value: item[VALUE] as i8,
        level: item[LEVEL] as i8,
        lines: u32::from_le_bytes([item[LINES], item[LINES + 1], item[LINES + 2], item[LINES + 3]]),
        leaf,
    }
}

/// Returns the key of a position. Only keys are packed.
#[inline]
fn key_of(item: &Packed) -> PositionKey {
    let (words, _) = item[..VALUE].as_chunks::<8>();
    PositionKey::from_canonical_words(u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1]))
}
