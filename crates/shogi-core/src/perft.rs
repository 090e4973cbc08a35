//! Perft: counts the leaves of the tree of legal moves.

use alloc::vec::Vec;

use crate::movegen::MoveList;
use crate::mv::Move;
use crate::position::Position;

/// Returns the number of sequences of `depth` legal moves. The moves of the last ply are counted
/// without generating them.
///
/// ```
/// use shogi_core::{perft, Position};
/// assert_eq!(perft(&Position::start(), 3), 25_470);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    fn inner(position: &mut Position, depth: u32) -> u64 {
        if depth == 1 {
            return position.count_moves() as u64;
        }
        let mut moves = MoveList::new();
        position.legal_moves_into(&mut moves);
        let mut nodes = 0;
        for m in &moves {
            let undo = position.play_unchecked(m);
            nodes += inner(position, depth - 1);
            position.undo(m, undo);
        }
        nodes
    }
    if depth == 0 { 1 } else { inner(&mut position.clone(), depth) }
}

/// Computes [`perft`] on all threads of the current rayon pool.
#[cfg(feature = "rayon")]
#[must_use]
pub fn par_perft(position: &Position, depth: u32) -> u64 {
    use rayon::prelude::*;
    let (mut roots, mut rest) = (Vec::from([position.clone()]), depth);
    // The tree is expanded to about a thousand positions, so that all threads have work until the
    // end.
    while rest > 2 && roots.len() < 1_000 {
        roots = roots
            .iter()
            .flat_map(|root| root.legal_moves().iter().map(|m| root.after(m)).collect::<Vec<_>>())
            .collect();
        rest -= 1;
    }
    roots.into_par_iter().map(|root| perft(&root, rest)).sum()
}

/// A table of known counts for [`perft_hashed`]. Its size is fixed, and a new count replaces an old one.
#[derive(Clone, Debug)]
pub struct PerftTable {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    hash: u64,
    /// The depth (lowest 8 bits) and the count (upper 56 bits). An empty entry is 0.
    count: u64,
}

impl PerftTable {
    /// Makes a table of this many entries, rounded up to a power of two. An entry takes 16 bytes. The
    /// minimum is one entry and the maximum 2^28 entries (4 GB).
    #[must_use]
    pub fn new(entries: usize) -> Self {
        let entries = entries.clamp(1, 1 << 28).next_power_of_two();
        Self { entries: alloc::vec![Entry::default(); entries] }
    }

    fn index(&self, hash: u64) -> usize {
        (hash >> 16) as usize & (self.entries.len() - 1)
    }

    fn find(&self, hash: u64, depth: u32) -> Option<u64> {
        let entry = self.entries[self.index(hash)];
        (entry.hash == hash && entry.count & 255 == u64::from(depth)).then_some(entry.count >> 8)
    }

    fn put(&mut self, hash: u64, depth: u32, nodes: u64) {
        if nodes >> 56 == 0 && depth < 256 {
            let index = self.index(hash);
            self.entries[index] = Entry { hash, count: nodes << 8 | u64::from(depth) };
        }
    }
}

/// Computes [`perft`] with a table that stores the counts of earlier positions.
///
/// The table identifies positions only by their 64-bit hash. With 10^9 look-ups in a table of 2^24
/// entries, the probability of a wrong result is about 1 in 1000.
///
/// ```
/// use shogi_core::{perft_hashed, PerftTable, Position};
/// let mut table = PerftTable::new(1 << 12);
/// assert_eq!(perft_hashed(&Position::start(), 4, &mut table), 719_731);
/// ```
#[must_use]
pub fn perft_hashed(position: &Position, depth: u32, table: &mut PerftTable) -> u64 {
    fn inner(position: &mut Position, depth: u32, table: &mut PerftTable) -> u64 {
        // Counting one ply takes about as long as a look-up that misses the processor cache.
        if depth == 1 {
            return position.count_moves() as u64;
        }
        let hash = position.hash();
        if let Some(nodes) = table.find(hash, depth) {
            return nodes;
        }
        let mut moves = MoveList::new();
        position.legal_moves_into(&mut moves);
        let mut nodes = 0;
        for m in &moves {
            let undo = position.play_unchecked(m);
            nodes += inner(position, depth - 1, table);
            position.undo(m, undo);
        }
        table.put(hash, depth, nodes);
        nodes
    }
    if depth == 0 { 1 } else { inner(&mut position.clone(), depth, table) }
}

/// Returns each legal move with the number of leaves after it, in the order of generation. The list
/// is empty if the depth is 0.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position.legal_moves().iter().map(|m| (m, perft(&position.after(m), depth - 1))).collect()
}
