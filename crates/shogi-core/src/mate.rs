//! Mate search. Decides whether the side to move can force mate if each of its moves gives check,
//! and in how many plies.
//!
//! The search looks for mates of one ply, then of three plies, five plies and so on. The first mate
//! that it finds is therefore the shortest. Each length is searched by depth-first proof-number
//! search (df-pn) with a table. Table entries contain the length, so an answer does not depend on
//! the moves that led to a position. Repetitions cannot change an answer, because a shortest mate
//! does not repeat a position.
//!
//! The defender may play any legal move. Useless interpositions also count as plies.

mod answer;
mod expand;
mod frame;
mod hands;
mod limits;
mod line;
mod numbers;
mod one;
mod path;
mod progress;
mod search;
mod shortest_search;
mod shortest_table;
mod solver;
mod strategy;
mod table;
mod techniques;

use core::ops::ControlFlow;

pub use answer::{LONGEST_MATE, MateAnswer};
pub use limits::{Limits, SolverOptions, SolverProgress};
pub use one::mate_in_one;
pub use progress::MateProgress;
pub use solver::{Answer, FirstMove, Mate, Outcome, Solver};

use crate::position::Position;
use shortest_search::Search;
use shortest_table::Table;

/// A mate search. Later searches reuse the table of earlier searches.
///
/// ```
/// use shogi_core::{MateAnswer, MateSearch, Position};
/// // The attacker can drop a gold in front of the king, where a pawn protects the gold.
/// let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let mut search = MateSearch::new(1 << 20);
/// let MateAnswer::Mate { plies, line } = search.search(&position, 5) else { panic!() };
/// assert_eq!(plies, 1);
/// assert_eq!(line[0].to_string(), "G*5b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MateSearch {
    table: Table,
    node_limit: u64,
    nodes: u64,
}

impl MateSearch {
    /// Makes a search with a table of about `table_bytes` bytes. The table is allocated in this
    /// call and never grows. 16 MB are sufficient for mates of eleven plies.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self { table: Table::new(table_bytes), node_limit: u64::MAX, nodes: 0 }
    }

    /// Sets the node limit. Each search stops after about this many nodes.
    #[must_use]
    pub fn with_node_limit(self, nodes: u64) -> Self {
        Self { node_limit: nodes, ..self }
    }

    /// Returns the number of nodes of the last search. A node is a position whose moves were
    /// generated.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for the shortest mate of at most `max_plies` plies. A limit above [`LONGEST_MATE`]
    /// counts as [`LONGEST_MATE`].
    pub fn search(&mut self, position: &Position, max_plies: u32) -> MateAnswer {
        self.search_observed(position, max_plies, |_| ControlFlow::Continue(()))
    }

    /// Searches as [`MateSearch::search`] does, and calls `observer` about every thousand nodes. If
    /// the observer returns `Break`, the search stops.
    ///
    /// An observer that reads an [`AtomicBool`](core::sync::atomic::AtomicBool) lets another thread
    /// stop the search:
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use shogi_core::{MateAnswer, MateSearch, Position};
    /// let stop = AtomicBool::new(true); // another thread would set this
    /// let position: Position = "3sks3/9/4G4/9/9/9/9/R8/4K4 b RG2b2g2s4n4l18p 1".parse()?;
    /// let answer = MateSearch::new(1 << 20).search_observed(&position, 99, |_| {
    ///     if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!(answer, MateAnswer::Unknown { searched: 0 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_observed(
        &mut self,
        position: &Position,
        max_plies: u32,
        mut observer: impl FnMut(&MateProgress) -> ControlFlow<()>,
    ) -> MateAnswer {
        let mut search = Search::new(&mut self.table, position, self.node_limit, &mut observer);
        let answer = search.shortest(max_plies.min(LONGEST_MATE));
        self.nodes = search.nodes();
        answer
    }
}
