//! Values of positions from those after them: one function of the whole set.
use super::place::{find_by, hash, scale};
use super::record::Value;
use crate::board::Board;
use crate::key::PositionKey;
use alloc::vec;
use alloc::vec::Vec;

/// A position with its value; at first the one it has by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) key: PositionKey,
    pub(crate) value: Value,
    /// The caller's number of it.
    pub(crate) index: u32,
    /// An evaluation stands, whatever follows.
    pub(crate) fixed: bool,
}

/// The best of the values after a board, for its side to move; `get` knows the value at a key.
pub(crate) fn best_successor(board: Board, get: impl Fn(PositionKey) -> Option<Value>) -> Value {
    let mut best = Value::NONE;
    for square in board.moves() {
        let Ok(after) = board.play(square) else { continue };
        let found = find_by(after, |key| Ok::<_, core::convert::Infallible>(get(key)));
        if let Ok(Some((value, turned))) = found {
            // A record of the turned board already speaks for the side that moved.
            best = best.max(if turned { value } else { value.reversed() });
        }
    }
    best
}

/// Gives every node that is not fixed and has stored successors the best of their values.
///
/// The nodes come back in another order: by the number of discs. A move adds a disc and a pass is
/// no step between nodes, so each level needs the next one only, a few megabytes even of a large
/// book: the look-ups stay in the cache.
pub(crate) fn minimax(nodes: &mut [Node]) {
    nodes.sort_unstable_by_key(|node| node.key.board().occupied().len());
    let mut end = nodes.len();
    let mut after = Level::default();
    let mut discs_after = 65;
    while end > 0 {
        let discs = nodes[end - 1].key.board().occupied().len();
        let start = nodes[..end].partition_point(|n| n.key.board().occupied().len() < discs);
        let (front, behind) = nodes.split_at_mut(end);
        let level = &mut front[start..];
        if discs + 1 == discs_after {
            let get = |key| after.get(behind, key);
            let update = |node: &mut Node| {
                if !node.fixed {
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

/// Where the nodes of a level are: indices into it, open addressing. Part of the hash lies beside
/// the index, for most questions are about positions that are not there.
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
