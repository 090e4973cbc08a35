use alloc::vec::Vec;

use crate::color::Color;
use crate::position::Position;

/// What the fourfold-repetition rule says about the position reached last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// The position has occurred this many times so far, at most three.
    None {
        /// 1 for a new position.
        occurrences: u32,
    },
    /// The fourth occurrence: a draw (sennichite).
    Draw,
    /// The fourth occurrence, and every move of one side since the first of the four gave check: that
    /// side loses, whoever completed the cycle.
    PerpetualCheck {
        /// The side that gave the checks.
        loser: Color,
    },
}

/// The positions of a game so far, to find repetitions: same board, same hands, same side to move.
///
/// ```
/// use shogi_core::{History, Position, Repetition};
/// let mut position = Position::start();
/// let mut history = History::new(&position);
/// for i in 0..12 {
///     let text = ["4i4h", "6a6b", "4h4i", "6b6a"][i % 4];
///     let m = position.with_kinds(text.parse().unwrap()).unwrap();
///     position.play_unchecked(m);
///     let expected = match i {
///         11 => Repetition::Draw,
///         _ => Repetition::None { occurrences: 1 + (i as u32 + 1) / 4 },
///     };
///     assert_eq!(history.push(&position), expected);
/// }
/// ```
///
/// Pushing and popping take constant time. Positions are compared by a key of 128 bits with occupied
/// squares and hands beside it.
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
    /// Open addressing: 1 + the last entry with the key, 0 for none. A power of two in length.
    slots: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    occupied: [u128; 2],
    hands: [u32; 2],
    /// The entry before with the same position, `u32::MAX` for none.
    previous: u32,
    occurrences: u32,
    side: Color,
    /// For each colour, how many of its moves up to here in a row gave check.
    streak: [u32; 2],
}

impl Entry {
    fn is_same(&self, other: &Self) -> bool {
        self.key == other.key
            && self.occupied == other.occupied
            && self.hands == other.hands
            && self.side == other.side
    }
}

const NONE: u32 = u32::MAX;

impl History {
    /// The history of a game that starts here; the start counts as an occurrence.
    #[must_use]
    pub fn new(start: &Position) -> Self {
        let mut history = Self { entries: Vec::new(), slots: alloc::vec![0; 64] };
        history.push(start);
        history
    }

    /// How many positions it holds, the start included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never: the start is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds the position after the next move, and says what the rule makes of it.
    pub fn push(&mut self, position: &Position) -> Repetition {
        if (self.entries.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let side = position.side();
        let check = position.is_check();
        let mut streak = self.entries.last().map_or([0; 2], |entry| entry.streak);
        if !self.entries.is_empty() {
            let mover = &mut streak[side.opponent().index()];
            *mover = if check { *mover + 1 } else { 0 };
        }
        let mut entry = Entry {
            key: position.hash(),
            occupied: [position.colors(Color::Black).bits(), position.colors(Color::White).bits()],
            hands: [position.hand(Color::Black).bits(), position.hand(Color::White).bits()],
            previous: NONE,
            occurrences: 1,
            side,
            streak,
        };
        let slot = self.slot(&entry);
        if let Some(last) = self.slots[slot].checked_sub(1) {
            entry.previous = last;
            entry.occurrences = self.entries[last as usize].occurrences + 1;
        }
        self.entries.push(entry);
        self.slots[slot] = self.entries.len() as u32;
        self.state()
    }

    /// What the rule makes of the position pushed last.
    #[must_use]
    pub fn state(&self) -> Repetition {
        let Some(last) = self.entries.last() else { return Repetition::None { occurrences: 0 } };
        if last.occurrences < 4 {
            return Repetition::None { occurrences: last.occurrences };
        }
        let mut first = last.previous as usize;
        for _ in 0..2 {
            first = self.entries[first].previous as usize;
        }
        // Between two occurrences with the same side to move each side has made half of the moves.
        let moves = (self.entries.len() - 1 - first) as u32 / 2;
        let all_checks = |color: Color| last.streak[color.index()] >= moves;
        match (all_checks(Color::Black), all_checks(Color::White)) {
            (true, false) => Repetition::PerpetualCheck { loser: Color::Black },
            (false, true) => Repetition::PerpetualCheck { loser: Color::White },
            _ => Repetition::Draw,
        }
    }

    /// Takes the last position back; `false` if only the start is left, which stays.
    pub fn pop(&mut self) -> bool {
        if self.entries.len() < 2 {
            return false;
        }
        let Some(entry) = self.entries.pop() else { return false };
        let slot = self.slot(&entry);
        // A key that goes was the last one put in, so that no other was placed by probing past it.
        self.slots[slot] = entry.previous.wrapping_add(1);
        true
    }

    /// The slot of the entry's position, or the empty one where it belongs.
    fn slot(&self, entry: &Entry) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (entry.key as usize) & mask;
        loop {
            match self.slots[slot].checked_sub(1) {
                Some(at) if !self.entries.get(at as usize).unwrap_or(entry).is_same(entry) => {
                    slot = (slot + 1) & mask;
                }
                _ => return slot,
            }
        }
    }

    fn grow(&mut self) {
        let len = self.slots.len() * 2;
        self.slots = alloc::vec![0; len];
        for at in 0..self.entries.len() {
            let slot = self.slot(&self.entries[at]);
            self.slots[slot] = at as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::mv::Move;

    /// Counts by comparing whole positions.
    fn slow(positions: &[Position]) -> u32 {
        let same = |a: &Position, b: &Position| {
            let (mut a, mut b) = (a.to_setup(), b.to_setup());
            (a.move_number, b.move_number) = (1, 1);
            a == b
        };
        let last = &positions[positions.len() - 1];
        positions.iter().filter(|position| same(position, last)).count() as u32
    }

    #[test]
    fn counts_as_the_slow_way_forward_and_back() {
        // Two kings and a rook in a corner of choices: positions come back often.
        let mut seed = 7u64;
        let mut position = Position::start();
        let mut history = History::new(&position);
        let mut positions: Vec<Position> = alloc::vec![position.clone()];
        for _ in 0..600 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if seed >> 60 < 4 && positions.len() > 1 {
                assert!(history.pop());
                positions.pop();
                position = positions[positions.len() - 1].clone();
                continue;
            }
            let gold = ["4i4h", "4h4i", "6a6b", "6b6a", "6i6h", "6h6i", "4a4b", "4b4a"];
            let m: Vec<Move> = gold
                .iter()
                .filter_map(|text| position.with_kinds(text.parse().ok()?))
                .filter(|&m| position.is_legal(m))
                .collect();
            let m = m[(seed >> 33) as usize % m.len()];
            let _ = position.play_unchecked(m);
            positions.push(position.clone());
            let expected = match slow(&positions) {
                count @ 0..4 => Repetition::None { occurrences: count },
                _ => Repetition::Draw,
            };
            assert_eq!(history.push(&position), expected);
            assert_eq!(history.len(), positions.len());
        }
        while history.pop() {}
        assert_eq!(history.len(), 1);
    }
}
