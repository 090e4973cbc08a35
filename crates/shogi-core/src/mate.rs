//! Mate search: does the side to move mate by checks alone, and in how many plies.
//!
//! The search looks for mates of one ply, then three, five and so on, so that the first it finds is
//! the shortest. Each length is searched by proof numbers (df-pn) with a table. Because a length is
//! part of every question, an answer never depends on the moves that led to a position: repetition
//! cannot spoil it, for a shortest mate repeats nothing, and perpetual check mates nobody.
//!
//! The defender may do whatever is legal, interpose for no use included, and every such ply counts.

mod one;
mod search;
mod table;

use alloc::vec::Vec;

pub use one::mate_in_one;

use crate::mv::Move;
use crate::position::Position;
use search::Search;
use table::Table;

/// The longest mate a search can be asked for, in plies.
pub const LONGEST_MATE: u32 = 99;

/// What a mate search found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MateAnswer {
    /// The side to move mates.
    Mate {
        /// The least number of plies, the mating move included, against the longest defence.
        plies: u32,
        /// A line of that length, best play of both sides. Shorter if the node limit was reached after
        /// the proof.
        line: Vec<Move>,
    },
    /// There is no mate by checks, of any length.
    NoMate,
    /// There is no mate of this many plies or fewer; longer ones were not asked for.
    NoMateWithin {
        /// The plies.
        plies: u32,
    },
    /// The node limit was reached first. There is no mate of this many plies or fewer.
    Unknown {
        /// The plies, 0 if not even mates of one ply were looked through.
        searched: u32,
    },
}

/// A mate search and its table, which later searches go on using.
///
/// ```
/// use shogi_core::{MateAnswer, MateSearch, Position};
/// // A gold in front of the king, guarded by a pawn.
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
    /// A search with a table of about this many bytes, allocated at once and never enlarged. 16 MB
    /// serve mates of eleven plies well.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self { table: Table::new(table_bytes), node_limit: u64::MAX, nodes: 0 }
    }

    /// The same, giving up after about this many nodes a search.
    #[must_use]
    pub fn with_node_limit(self, nodes: u64) -> Self {
        Self { node_limit: nodes, ..self }
    }

    /// The nodes of the last search: positions whose moves were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for the shortest mate of up to `max_plies` plies, at most [`LONGEST_MATE`].
    pub fn search(&mut self, position: &Position, max_plies: u32) -> MateAnswer {
        let mut search = Search::new(&mut self.table, position, self.node_limit);
        let answer = search.shortest(max_plies.min(LONGEST_MATE));
        self.nodes = search.nodes();
        answer
    }
}
