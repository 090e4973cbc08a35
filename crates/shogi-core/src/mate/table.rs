use alloc::vec::Vec;

/// What is known of a position. Which side attacks is told by who is to move, which the hash holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    hash: u64,
    /// Proof and disproof number of the question whether there is a mate within `plies`.
    pub(super) proof: u32,
    pub(super) disproof: u32,
    pub(super) plies: u8,
    /// There is a mate within this many plies; [`NEVER`] if none is known.
    pub(super) mate: u8,
    /// There is no mate within this many plies plus one; 0 if nothing is known, [`NEVER`] if there is
    /// none at all.
    pub(super) safe: u8,
    /// How much work the entry took, as a power of two.
    work: u8,
}

/// For `mate`: no mate is known. For `safe`: there is none of any length.
pub(super) const NEVER: u8 = u8::MAX;

const NOTHING: Entry =
    Entry { hash: 0, proof: 1, disproof: 1, plies: 0, mate: NEVER, safe: 0, work: 0 };

/// Positions looked at, four to a bucket.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<[Entry; 4]>,
}

impl Table {
    pub(super) fn new(bytes: usize) -> Self {
        let count = (bytes / size_of::<[Entry; 4]>()).max(1);
        Self { buckets: alloc::vec![[NOTHING; 4]; count] }
    }

    fn bucket(&self, hash: u64) -> usize {
        // The high half of a product: any count of buckets is as good as a power of two.
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn find(&self, hash: u64) -> Option<&Entry> {
        self.buckets[self.bucket(hash)].iter().find(|entry| entry.hash == hash && entry.work > 0)
    }

    /// Changes what is known of a position; `work` is the nodes this took.
    pub(super) fn update(&mut self, hash: u64, work: u64, change: impl FnOnce(&mut Entry)) {
        let bucket = self.bucket(hash);
        let bucket = &mut self.buckets[bucket];
        let slot = bucket.iter().position(|entry| entry.hash == hash && entry.work > 0);
        let slot = slot.unwrap_or_else(|| {
            let least = (0..4).min_by_key(|&slot| bucket[slot].work).unwrap_or(0);
            bucket[least] = Entry { hash, ..NOTHING };
            // What is passed over grows old.
            for entry in bucket.iter_mut() {
                entry.work -= entry.work.min(1);
            }
            least
        });
        let entry = &mut bucket[slot];
        change(entry);
        entry.work = entry.work.max(1 + (64 - work.leading_zeros()) as u8);
    }
}
