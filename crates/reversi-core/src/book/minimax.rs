//! Computing the values of positions from the values of their successors.
use super::record::Value;
use super::stored_key::{find_by, hash, scale};
use crate::board::Board;
use crate::key::PositionKey;
use alloc::vec;
use alloc::vec::Vec;

/// A position with its value. The initial value is that of the position's own record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) key: PositionKey,
    pub(crate) value: Value,
    /// The index of the position in the caller's list.
    pub(crate) index: u32,
    /// Whether the value does not depend on successors, because it is an evaluation.
    pub(crate) is_fixed: bool,
}

/// Returns the best value after a move, for the side to move. `get` returns the value of a key.
pub(crate) fn best_successor(board: Board, get: impl Fn(PositionKey) -> Option<Value>) -> Value {
    let mut best = Value::NONE;
    for square in board.moves() {
        let Ok(after) = board.play(square) else { continue };
        let found = find_by(after, |key| Ok::<_, core::convert::Infallible>(get(key)));
        if let Ok(Some((value, is_reversed))) = found {
            // A reversed entry is already from the point of view of the side that moved.
            best = best.max(if is_reversed { value } else { value.reversed() });
        }
    }
    best
}

/// Sets the value of each node that has stored successors to the best of their values. Nodes with
/// `is_fixed` keep their value.
///
/// The function sorts the nodes by the number of discs. A move adds a disc, and a pass does not
/// lead to another node. The values of the nodes with `n` discs therefore depend only on the nodes
/// with `n + 1` discs. Even in a large book these nodes take only a few megabytes, so look-ups hit
/// the cache.
pub(crate) fn minimax(nodes: &mut [Node]) {
    nodes.sort_unstable_by_key(|node| node.key.board().occupied().len());
    let mut end = nodes.len();
    let mut after = Level::default();
    let mut discs_after = 65;
    while end > 0 {
        let discs = nodes[end - 1].key.board().occupied().len();
        let start = nodes[..end].partition_point(|n| n.key.board().occupied().len() < discs);
        let (front, next) = nodes.split_at_mut(end);
        let level = &mut front[start..];
        if discs + 1 == discs_after {
            let get = |key| after.get(next, key);
            let update = |node: &mut Node| {
                if !node.is_fixed {
                    let best = best_successor(node.key.board(), get);
                    if best.is_some() {
                        node.value = best;
                    }
                }
            };
            #[cfg(feature = "rayon")]
            {
                use rayon::prelude::*;
                level.par_iter_mut().with_min_len(256).for_each(update);
            }
            #[cfg(not(feature = "rayon"))]
            level.iter_mut().for_each(update);
        }
        after = Level::new(level);
        (end, discs_after) = (start, discs);
    }
}

/// A hash table, with open addressing, of the nodes with the same number of discs. Each slot has
/// half of the hash and the index of a node. Most look-ups are for positions that are not in the
/// table, and the half hash rejects them without reading a node.
#[derive(Default)]
struct Level {
    slots: Vec<(u32, u32)>,
}

impl Level {
    const FREE: (u32, u32) = (0, u32::MAX);

    fn new(level: &[Node]) -> Self {
        let mut new = Self { slots: vec![Self::FREE; 2 * level.len() + 1] };
        for (index, node) in level.iter().enumerate() {
            let (mut slot, tag) = new.home(node.key);
            while new.slots[slot] != Self::FREE {
                slot = new.next(slot);
            }
            new.slots[slot] = (tag, index as u32);
        }
        new
    }

    fn home(&self, key: PositionKey) -> (usize, u32) {
        let hash = hash(key);
        (scale(hash, self.slots.len() as u64) as usize, hash as u32)
    }

    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    fn get(&self, level: &[Node], key: PositionKey) -> Option<Value> {
        if self.slots.is_empty() {
            return None;
        }
        let (mut slot, wanted) = self.home(key);
        while self.slots[slot] != Self::FREE {
            let (tag, index) = self.slots[slot];
            if tag == wanted && level[index as usize].key == key {
                return Some(level[index as usize].value);
            }
            slot = self.next(slot);
        }
        None
    }
}
