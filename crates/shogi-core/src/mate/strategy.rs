//! The moves that the stages after the search have chosen, and their lines.

use alloc::vec::Vec;

use crate::hand::Hand;
use crate::mv::Move;
use crate::position::Undo;

/// A position with the attacker to move whose replies are being verified.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) id: u64,
    pub(super) m: Move,
    pub(super) undo: Undo,
    /// The key of the board after `m`, and the attacker's hand.
    pub(super) key: u64,
    pub(super) hand: Hand,
    /// The maximum length of the mate after a reply.
    pub(super) bound: u16,
    /// The replies that are left, in the common list.
    pub(super) start: usize,
    pub(super) reply: Option<(Move, Undo)>,
    /// The maximum length of the mate after the replies that were verified.
    pub(super) longest: u16,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) id: u64,
    /// The move of the side to move.
    pub(super) m: Move,
    /// The maximum length of the mate.
    pub(super) plies: u16,
}

/// Returns the identifier of a position with this board and this hand of the attacker.
pub(super) fn id_of(key: u64, hand: Hand) -> u64 {
    key ^ (u64::from(hand.bits()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Positions by identifier, in a fixed number of slots.
#[derive(Debug)]
pub(super) struct Strategy {
    /// In each slot the identifier, and the rest as [`Strategy::pack`] packs it.
    slots: Vec<[u64; 2]>,
    /// Slots of other generations are empty.
    generation: u16,
    len: usize,
}

impl Strategy {
    /// Makes an empty list of at most this size. It uses address space at once, and memory only for the slots in use.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = bytes / size_of::<[u64; 2]>();
        Self { slots: alloc::vec![[0; 2]; slots], generation: 1, len: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill([0; 2]);
            self.generation = 1;
        }
    }

    fn pack(&self, m: Move, plies: u16) -> u64 {
        u64::from(m.bits()) | u64::from(plies) << 32 | u64::from(self.generation) << 48
    }

    /// Returns the slot of a position, or the empty slot where it belongs.
    fn slot(&self, id: u64) -> usize {
        let mut slot = ((u128::from(id) * self.slots.len() as u128) >> 64) as usize;
        loop {
            let [found, packed] = self.slots[slot];
            if found == id || (packed >> 48) as u16 != self.generation {
                return slot;
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn get(&self, id: u64) -> Option<Known> {
        let [found, packed] = self.slots[self.slot(id)];
        let is_known = found == id && (packed >> 48) as u16 == self.generation;
        let m = Move::from_bits(packed as u32).filter(|_| is_known)?;
        Some(Known { id, m, plies: (packed >> 32) as u16 })
    }

    /// Adds or replaces a position. Returns whether there was room for it.
    #[must_use]
    pub(super) fn insert(&mut self, known: Known) -> bool {
        let slot = self.slot(known.id);
        let [found, packed] = self.slots[slot];
        if found != known.id || (packed >> 48) as u16 != self.generation {
            // A quarter of the slots stays empty, so that searches for a slot are short.
            if 4 * (self.len + 1) > 3 * self.slots.len() {
                return false;
            }
            self.len += 1;
        }
        self.slots[slot] = [known.id, self.pack(known.m, known.plies)];
        true
    }
}
