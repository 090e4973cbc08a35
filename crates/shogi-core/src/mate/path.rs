//! The positions from the root of the search to the current node, for repetition.

use alloc::vec::Vec;

use crate::hand::Hand;

#[derive(Clone, Copy, Debug)]
struct Place {
    key: u64,
    hand: Hand,
    /// One more than the ply of the previous place with the same board, 0 if there is none.
    previous: u32,
    /// A hash of the path up to and including this place.
    path_key: u64,
}

/// The positions of the path, findable by board.
#[derive(Debug)]
pub(super) struct Path {
    places: Vec<Place>,
    /// One more than the ply of the last place of a board, 0 if the slot is empty. Twice as long as the
    /// longest path.
    slots: Vec<u32>,
}

/// Mixes the bits of a number.
const fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl Path {
    pub(super) fn new(longest: usize) -> Self {
        let slots = (2 * longest).next_power_of_two();
        Self { places: Vec::with_capacity(longest), slots: alloc::vec![0; slots] }
    }

    pub(super) fn clear(&mut self) {
        while !self.places.is_empty() {
            self.pop();
        }
    }

    /// Returns the slot of the board, or the empty slot where the board belongs.
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (key >> 17) as usize & mask;
        while let Some(ply) = self.slots[slot].checked_sub(1) {
            if self.places.get(ply as usize).is_some_and(|place| place.key == key) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Appends a position. The path must be shorter than the longest path.
    pub(super) fn push(&mut self, key: u64, hand: Hand) {
        let slot = self.slot(key);
        let previous = self.slots[slot];
        let path_key = self.key_of_next(key, hand);
        self.places.push(Place { key, hand, previous, path_key });
        self.slots[slot] = self.places.len() as u32;
    }

    pub(super) fn pop(&mut self) {
        let Some(place) = self.places.last().copied() else { return };
        let slot = self.slot(place.key);
        self.places.pop();
        // No other board was placed by probing past this slot after the popped one.
        self.slots[slot] = place.previous;
    }

    /// Returns the highest ply of the path that has this board, and this hand or a greater hand.
    pub(super) fn repeats(&self, key: u64, hand: Hand) -> Option<u32> {
        let mut next = self.slots[self.slot(key)];
        while let Some(ply) = next.checked_sub(1) {
            let place = &self.places[ply as usize];
            if place.hand.dominates(hand) {
                return Some(ply);
            }
            next = place.previous;
        }
        None
    }

    /// Returns a hash of the path followed by this position.
    pub(super) fn key_of_next(&self, key: u64, hand: Hand) -> u64 {
        let before = self.places.last().map_or(0, |place| place.path_key);
        let ply = self.places.len() as u64;
        before ^ mix(key ^ mix(u64::from(hand.bits()) << 16 | ply))
    }
}
