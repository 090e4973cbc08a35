//! The solver and its answers.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::limits::{Limits, Options, Progress};
use super::numbers::{ANY_LENGTH, FOREVER, NEVER_VALID};
use super::path::Path;
use super::search::{LONGEST_PATH, Memory, Search};
use super::table::{PathTable, Table};
use super::techniques::Techniques;
use crate::movegen::MoveList;
use crate::mv::Move;
use crate::position::Position;

/// What a solver found out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move mates.
    Mate(Mate),
    /// There is no mate by checks, of any length.
    NoMate,
    /// A limit ended the search before a mate or its absence was proven.
    Unknown,
}

/// A mate that the solver has replayed against every defence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Mate {
    /// A line against a longest defence. Each move of the attacker gives check, and the last move mates.
    ///
    /// The defender may play any legal move, including useless interpositions.
    pub moves: Vec<Move>,
    /// Whether no mate is shorter than this line.
    pub is_shortest: bool,
}

impl Mate {
    /// Returns the number of plies of the mate, including the mating move.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }
}

/// The answer of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// What the solver found.
    pub outcome: Outcome,
    /// The number of nodes: visits of positions whose moves were generated. A search for a mate in one
    /// at a leaf belongs to the node before the leaf.
    pub nodes: u64,
    /// The outcome of each check, with [`Options::all_first_moves`]. Otherwise the list is empty.
    pub first_moves: Vec<FirstMove>,
}

/// A first move of the attacker and its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FirstMove {
    /// The move, which gives check.
    pub m: Move,
    /// What the solver found about the position after the move. The line of a mate begins with the move.
    pub outcome: Outcome,
}

/// A solver of mate problems (tsume) with a table that later searches reuse.
///
/// The attacker is the side to move, of either colour. Each move of the attacker must give check. The
/// attacker needs no king, and may be in check.
///
/// ```
/// use shogi_core::mate::{Limits, Outcome, Solver, Options};
/// use shogi_core::Position;
/// // The attacker can drop a gold in front of the king, where a pawn protects the gold.
/// let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let mut solver = Solver::new(1 << 20);
/// let answer = solver.solve(&position, &Options::default(), &Limits::NONE);
/// let Outcome::Mate(mate) = answer.outcome else { panic!() };
/// assert_eq!(mate.moves[0].to_string(), "G*5b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    memory: Memory,
    techniques: Techniques,
}

impl Solver {
    /// Makes a solver with a table of about `memory_bytes` bytes. The table is allocated at once and never
    /// grows.
    #[must_use]
    pub fn new(memory_bytes: usize) -> Self {
        let path_bytes = memory_bytes / 16;
        Self {
            memory: Memory {
                table: Table::new(memory_bytes - path_bytes),
                path_table: PathTable::new(path_bytes),
                path: Path::new(LONGEST_PATH),
                frames: Vec::new(),
                children: Vec::new(),
                moves: MoveList::new(),
                checks: MoveList::new(),
                strategy: Default::default(),
            },
            techniques: Techniques::ALL,
        }
    }

    /// Solves a position.
    pub fn solve(&mut self, position: &Position, options: &Options, limits: &Limits) -> Answer {
        self.solve_observed(position, options, limits, |_| ControlFlow::Continue(()))
    }

    /// Solves a position as [`Solver::solve`] does, and calls `observer` about every thousand nodes. The
    /// search stops when the observer breaks.
    pub fn solve_observed(
        &mut self,
        position: &Position,
        options: &Options,
        limits: &Limits,
        mut observer: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Answer {
        // A web page has no clock, so the clock is read only if there is a time limit.
        #[cfg(feature = "std")]
        let clock = limits.time.map(|time| (std::time::Instant::now(), time));
        let mut watch = |nodes: u64| {
            #[cfg(feature = "std")]
            if clock.is_some_and(|(started, time)| started.elapsed() >= time) {
                return ControlFlow::Break(());
            }
            observer(&Progress { nodes })
        };
        self.memory.table.clear();
        self.memory.path_table.clear();
        let side = position.side();
        let defender = if options.defender_to_move { side } else { side.opponent() };
        if position.king(defender).is_none() {
            return Answer { outcome: Outcome::NoMate, nodes: 0, first_moves: Vec::new() };
        }
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let mut search =
            Search::new(&mut self.memory, position, self.techniques, nodes, &mut watch);
        let outcome = if options.defender_to_move {
            any_mate(&mut search, false)
        } else {
            solve(&mut search, options)
        };
        let lists = options.all_first_moves && !options.defender_to_move;
        let first_moves = if lists && outcome != Outcome::NoMate {
            let first = match &outcome {
                Outcome::Mate(mate) => mate.moves.first().copied(),
                _ => None,
            };
            first_moves(&mut search, first)
        } else {
            Vec::new()
        };
        Answer { outcome, nodes: search.nodes, first_moves }
    }
}

/// Returns the outcome of a search of the current position for a mate of any length.
fn solve(search: &mut Search<'_>, options: &Options) -> Outcome {
    let mut mate = match any_mate(search, true) {
        Outcome::Mate(mate) => mate,
        other => return other,
    };
    while options.shortest && !mate.is_shortest && !search.stopped {
        let limit = mate.moves.len() as u16 - 2;
        let found = search.run(limit, true);
        if found.disproof == 0 && found.since != NEVER_VALID {
            mate.is_shortest = true;
        } else if found.proof == 0 {
            let Some(moves) = search.verify(found.plies, true) else { break };
            mate = Mate { is_shortest: moves.len() == 1, moves };
        }
    }
    Outcome::Mate(mate)
}

/// Searches the current position for a mate of any length. The attacker or, if `attacks` is `false`, the
/// defender is to move.
fn any_mate(search: &mut Search<'_>, attacks: bool) -> Outcome {
    let found = search.run(ANY_LENGTH, attacks);
    if found.disproof == 0 && found.since != NEVER_VALID && found.plies == FOREVER {
        return Outcome::NoMate;
    }
    if found.proof != 0 {
        return Outcome::Unknown;
    }
    match search.verify(found.plies, attacks) {
        Some(moves) => Outcome::Mate(Mate { is_shortest: moves.len() <= 1, moves }),
        None => Outcome::Unknown,
    }
}

/// Returns the outcome of each check of the current position, the given move first.
fn first_moves(search: &mut Search<'_>, first: Option<Move>) -> Vec<FirstMove> {
    let mut first_moves = Vec::new();
    let mut checks = search.position.checks();
    checks.sort_by_key(|&m| Some(m) != first);
    for m in &checks {
        let undo = search.position.play_unchecked(m);
        let mut outcome = any_mate(search, false);
        search.position.undo(m, undo);
        if let Outcome::Mate(mate) = &mut outcome {
            mate.moves.insert(0, m);
            mate.is_shortest = mate.moves.len() == 1;
        }
        first_moves.push(FirstMove { m, outcome });
    }
    first_moves
}
