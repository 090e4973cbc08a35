//! The table of the positions that a search has seen.

use alloc::vec::Vec;

use super::numbers::{FOREVER, Found, INFINITE};
use crate::hand::Hand;

/// The number of neighbouring slots in which an entry is searched.
const WINDOW: usize = 16;

/// A table is worn out after this number of replacements per slot. The classic problems that the solver
/// solves in a small table need fewer (docs/design/012-mate-solver.md).
const REPLACEMENTS_PER_SLOT: u64 = 32;

/// The minimum number of replacements after which a table is worn out.
const MIN_REPLACEMENTS: u64 = 1 << 16;

/// The facts about a board and a hand of the attacker, without the key of the board.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hand: Hand,
    /// The numbers of exactly this hand, 0 if there are none.
    proof: u32,
    disproof: u32,
    /// The number of nodes that were searched for the entry.
    work: u32,
    /// With this hand or more there is a mate within this number of plies.
    mate: u16,
    /// With this hand or less there is no mate within `safe - 1` plies. 0 if nothing is known.
    safe: u16,
    /// The lowest ply at which the position was seen.
    ply: u16,
    /// The search to which the entry belongs.
    generation: u16,
}

fn is_worn_out(replaced: u64, slots: usize) -> bool {
    replaced >= (slots as u64).saturating_mul(REPLACEMENTS_PER_SLOT).max(MIN_REPLACEMENTS)
}

const NOTHING: Entry = Entry {
    hand: Hand::EMPTY,
    proof: 0,
    disproof: 0,
    work: 0,
    mate: FOREVER,
    safe: 0,
    ply: FOREVER,
    generation: 0,
};

/// An entry as integers. The allocator gives vectors of zero integers without touching their pages.
type Packed = [u32; 6];

impl Entry {
    #[inline]
    fn pack(self) -> Packed {
        let pair = |low: u16, high: u16| u32::from(low) | u32::from(high) << 16;
        [
            self.hand.bits(),
            self.proof,
            self.disproof,
            self.work,
            pair(self.mate, self.safe),
            pair(self.ply, self.generation),
        ]
    }

    #[inline]
    fn unpack([hand, proof, disproof, work, lengths, rest]: Packed) -> Self {
        let (low, high) = (|pair: u32| pair as u16, |pair: u32| (pair >> 16) as u16);
        Self {
            hand: Hand::from_bits(hand).unwrap_or(Hand::EMPTY),
            proof,
            disproof,
            work,
            mate: low(lengths),
            safe: high(lengths),
            ply: low(rest),
            generation: high(rest),
        }
    }
}

/// An answer of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The facts or numbers. Both numbers are 0 if there are none.
    pub(super) found: Found,
    /// The lowest ply at which the position was seen.
    pub(super) ply: u16,
    /// Whether the numbers belong to this hand.
    pub(super) is_exact: bool,
}

#[derive(Debug)]
pub(super) struct Table {
    /// Zero in an empty slot.
    keys: Vec<u64>,
    entries: Vec<Packed>,
    generation: u16,
    /// The number of entries of this generation that were replaced.
    replaced: u64,
}

impl Table {
    /// Makes an empty table. It uses address space at once, and memory only for the slots in use.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = (bytes / (size_of::<u64>() + size_of::<Packed>())).max(WINDOW);
        Self {
            keys: alloc::vec![0; slots],
            entries: alloc::vec![[0; 6]; slots],
            generation: 1,
            replaced: 0,
        }
    }

    /// Forgets every entry.
    pub(super) fn clear(&mut self) {
        self.replaced = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.keys.fill(0);
            self.generation = 1;
        }
    }

    /// Returns whether so many entries were replaced that a further search is unlikely to succeed.
    pub(super) fn is_worn_out(&self) -> bool {
        is_worn_out(self.replaced, self.keys.len())
    }

    fn salted(&self, key: u64) -> u64 {
        (key ^ u64::from(self.generation).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
    }

    fn start(&self, key: u64) -> usize {
        let windows = self.keys.len() - WINDOW + 1;
        ((u128::from(key) * windows as u128) >> 64) as usize
    }

    /// Looks for facts about a hand on a board. A mate must take at most `limit` plies; a disproof must
    /// exclude mates of `limit` plies.
    pub(super) fn find(&self, key: u64, hand: Hand, limit: u16) -> Option<Seen> {
        let start = self.start(key);
        let key = self.salted(key);
        let mut seen: Option<Seen> = None;
        let mut mate: Option<Found> = None;
        let (mut proof_at_least, mut disproof_at_least) = (0, 0);
        for at in start..start + WINDOW {
            if self.keys[at] != key {
                continue;
            }
            let entry = Entry::unpack(self.entries[at]);
            let more = hand.dominates(entry.hand);
            let less = entry.hand.dominates(hand);
            if more && entry.mate <= limit && mate.is_none_or(|mate| entry.mate < mate.plies) {
                mate = Some(Found::mate(entry.hand, entry.mate));
            }
            if less && entry.safe > limit && mate.is_none() {
                let plies = if entry.safe == FOREVER { FOREVER } else { entry.safe - 1 };
                let found = Found::safe(entry.hand, plies, super::numbers::ALWAYS);
                return Some(Seen { found, ply: entry.ply, is_exact: false });
            }
            if more && less {
                let found = Found::estimate(entry.proof, entry.disproof, hand);
                seen = Some(Seen { found, ply: entry.ply, is_exact: true });
            } else if more {
                disproof_at_least = disproof_at_least.max(entry.disproof);
            } else if less {
                proof_at_least = proof_at_least.max(entry.proof);
            }
        }
        if let Some(found) = mate {
            return Some(Seen { found, ply: FOREVER, is_exact: false });
        }
        if proof_at_least | disproof_at_least != 0 {
            let seen = seen.get_or_insert(Seen {
                found: Found::estimate(0, 0, hand),
                ply: FOREVER,
                is_exact: false,
            });
            seen.found.proof = seen.found.proof.max(proof_at_least);
            seen.found.disproof = seen.found.disproof.max(disproof_at_least);
        }
        seen
    }

    /// Stores numbers that are not decided.
    pub(super) fn store_numbers(
        &mut self,
        key: u64,
        found: &Found,
        hand: Hand,
        ply: u16,
        work: u64,
    ) {
        self.update(key, hand, hand, work, |entry| {
            (entry.proof, entry.disproof) =
                (found.proof.min(INFINITE - 1), found.disproof.min(INFINITE - 1));
            entry.ply = entry.ply.min(ply);
        });
    }

    /// Stores a mate within `found.plies` with `found.hand` or more. It was found with `hand`.
    pub(super) fn store_mate(&mut self, key: u64, found: &Found, hand: Hand, work: u64) {
        self.update(key, found.hand, hand, work, |entry| entry.mate = entry.mate.min(found.plies));
    }

    /// Stores that there is no mate within `found.plies` with `found.hand` or less. This was found with
    /// `hand`.
    pub(super) fn store_safe(&mut self, key: u64, found: &Found, hand: Hand, work: u64) {
        let safe = found.plies.saturating_add(1);
        self.update(key, found.hand, hand, work, |entry| entry.safe = entry.safe.max(safe));
    }

    /// Changes the entry of a board and a hand. If there is no such entry, it replaces the entry of the
    /// hand `former` if that entry has only numbers, or else the entry with the least work.
    fn update(
        &mut self,
        key: u64,
        hand: Hand,
        former: Hand,
        work: u64,
        change: impl FnOnce(&mut Entry),
    ) {
        let start = self.start(key);
        let key = self.salted(key);
        let (mut same, mut replaced) = (None, None);
        for at in start..start + WINDOW {
            if self.keys[at] == key {
                let entry = Entry::unpack(self.entries[at]);
                if entry.hand == hand {
                    same = Some(at);
                    break;
                }
                if entry.hand == former && entry.mate == FOREVER && entry.safe == 0 {
                    replaced = Some(at);
                }
            }
        }
        let at = match (same, replaced) {
            (Some(at), _) => at,
            (None, Some(at)) => {
                let Entry { work, generation, .. } = Entry::unpack(self.entries[at]);
                self.entries[at] = Entry { hand, work, generation, ..NOTHING }.pack();
                at
            }
            (None, None) => self.vacate(start, key, hand),
        };
        let mut entry = Entry::unpack(self.entries[at]);
        change(&mut entry);
        entry.work = entry.work.saturating_add(u32::try_from(work).unwrap_or(u32::MAX));
        self.entries[at] = entry.pack();
    }

    fn vacate(&mut self, start: usize, key: u64, hand: Hand) -> usize {
        let generation = self.generation;
        let mut least = start;
        let mut least_work = u64::MAX;
        let mut is_free = false;
        for at in start..start + WINDOW {
            let entry = Entry::unpack(self.entries[at]);
            is_free = self.keys[at] == 0 || entry.generation != generation;
            if is_free {
                least = at;
                break;
            }
            let work = 1 + u64::from(entry.work);
            if work < least_work {
                (least, least_work) = (at, work);
            }
        }
        self.replaced += u64::from(!is_free);
        self.keys[least] = key;
        self.entries[least] = Entry { hand, generation, ..NOTHING }.pack();
        least
    }
}

/// The disproofs that hold only for a path, by path and position. A newer entry replaces an older entry.
#[derive(Debug)]
pub(super) struct PathTable {
    /// In each slot the key, and the other numbers of the disproof as [`PathTable::pack`] packs them.
    slots: Vec<[u64; 2]>,
    generation: u16,
    /// The number of disproofs of this generation that were replaced.
    replaced: u64,
}

impl PathTable {
    pub(super) fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<[u64; 2]>()).max(16);
        Self { slots: alloc::vec![[0; 2]; slots], generation: 1, replaced: 0 }
    }

    const fn pack(since: u32, plies: u16, generation: u16) -> u64 {
        since as u64 | (plies as u64) << 32 | (generation as u64) << 48
    }

    pub(super) fn clear(&mut self) {
        self.replaced = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill([0; 2]);
            self.generation = 1;
        }
    }

    /// Returns whether so many disproofs were replaced that a further search is unlikely to succeed.
    pub(super) fn is_worn_out(&self) -> bool {
        is_worn_out(self.replaced, self.slots.len())
    }

    fn at(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    /// Returns the disproof of a position on this path within `limit` plies.
    pub(super) fn find(&self, key: u64, hand: Hand, limit: u16) -> Option<Found> {
        let [found_key, packed] = self.slots[self.at(key)];
        let (since, plies, generation) =
            (packed as u32, (packed >> 32) as u16, (packed >> 48) as u16);
        let is_known = found_key == key && generation == self.generation && plies >= limit;
        is_known.then(|| Found::safe(hand, plies, since))
    }

    pub(super) fn store(&mut self, key: u64, found: &Found) {
        let at = self.at(key);
        let [former, packed] = self.slots[at];
        self.replaced += u64::from(former != key && (packed >> 48) as u16 == self.generation);
        self.slots[at] = [key, Self::pack(found.since, found.plies, self.generation)];
    }
}
