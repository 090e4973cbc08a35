//! The attacker's moves that the verification has chosen.

use alloc::vec::Vec;

use crate::mv::Move;

/// What the verification knows about a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) id: u64,
    /// The move that mates.
    pub(super) m: Move,
    /// The maximum length of the mate.
    pub(super) plies: u16,
}

/// The verified positions.
#[derive(Debug, Default)]
pub(super) struct Strategy {
    slots: Vec<Option<Known>>,
    len: usize,
}

impl Strategy {
    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.len = 0;
    }

    fn slot(&self, id: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (id >> 20) as usize & mask;
        while self.slots[slot].is_some_and(|known| known.id != id) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    pub(super) fn get(&self, id: u64) -> Option<Known> {
        if self.slots.is_empty() { None } else { self.slots[self.slot(id)] }
    }

    pub(super) fn insert(&mut self, known: Known) {
        if 2 * (self.len + 1) > self.slots.len() {
            let len = (2 * self.slots.len()).max(1024);
            let old = core::mem::replace(&mut self.slots, alloc::vec![None; len]);
            for known in old.into_iter().flatten() {
                let slot = self.slot(known.id);
                self.slots[slot] = Some(known);
            }
        }
        let slot = self.slot(known.id);
        self.len += usize::from(self.slots[slot].is_none());
        self.slots[slot] = Some(known);
    }
}
