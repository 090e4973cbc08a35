use alloc::vec::Vec;

/// An entry for a position. The hash includes the side to move, so an entry belongs to one
/// attacker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    hash: u64,
    /// The proof and disproof numbers of a mate within `plies`.
    pub(super) proof: u32,
    pub(super) disproof: u32,
    pub(super) plies: u8,
    /// There is a mate within this number of plies. It is [`NEVER`] if no mate is known.
    pub(super) mate: u8,
    /// There is no mate within `safe - 1` plies. It is 0 if nothing is known, and [`NEVER`] if
    /// there is no mate of any length.
    pub(super) safe: u8,
    /// The base-2 logarithm of the number of nodes that were searched for the entry.
    work: u8,
}

/// The value of `mate` if no mate is known, and of `safe` if there is no mate of any length.
pub(super) const NEVER: u8 = u8::MAX;

const NOTHING: Entry =
    Entry { hash: 0, proof: 1, disproof: 1, plies: 0, mate: NEVER, safe: 0, work: 0 };

/// The entries. A bucket has four entries.
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
        // The upper half of the product is a bucket index for any number of buckets, not only for
        // powers of two.
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn find(&self, hash: u64) -> Option<&Entry> {
        self.buckets[self.bucket(hash)].iter().find(|entry| entry.hash == hash && entry.work > 0)
    }

    /// Updates the entry of a position. `work` is the number of nodes that were searched for the
    /// update.
    pub(super) fn update(&mut self, hash: u64, work: u64, change: impl FnOnce(&mut Entry)) {
        let bucket = self.bucket(hash);
        let bucket = &mut self.buckets[bucket];
        let slot = bucket.iter().position(|entry| entry.hash == hash && entry.work > 0);
        let slot = slot.unwrap_or_else(|| {
            let least = (0..4).min_by_key(|&slot| bucket[slot].work).unwrap_or(0);
            bucket[least] = Entry { hash, ..NOTHING };
            // The other entries of the bucket lose priority, so that old entries are replaced at
            // some time.
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
