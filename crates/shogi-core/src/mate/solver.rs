//! The solver and its answers.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::limits::{Limits, Options, Progress, Stop};
use super::numbers::{ANY_LENGTH, FOREVER, NEVER_VALID};
use super::path::Path;
use super::search::{LONGEST_PATH, Memory, Search};
use super::strategy::Strategy;
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
    /// Whether it is proven that no mate is shorter than this line.
    pub is_shortest: bool,
    /// The line of this mate in which the defender makes no useless interposition (mudaai).
    ///
    /// A drop in front of a checking rook, bishop or lance is useless if the attacker can capture the
    /// dropped piece with the checking piece, and then mates without the captured piece in no more plies
    /// than if the defender had not dropped a piece.
    ///
    /// `None` without [`Options::essential`], if the defender is to move, or if a limit ended the search
    /// before. The line belongs to the same moves of the attacker as `moves`. Another mate may have a
    /// shorter one, even if [`Mate::is_shortest`] is `true`.
    pub essential: Option<Vec<Move>>,
}

impl Mate {
    /// Returns the number of plies of the mate, including the mating move and useless interpositions.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Returns the number of plies of the mate without useless interpositions; see [`Mate::essential`].
    #[must_use]
    pub fn essential_plies(&self) -> Option<u32> {
        self.essential.as_ref().map(|moves| moves.len() as u32)
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
    /// Why the search ended before the answer was complete. With [`Options::shortest`], a mate whose
    /// length is not proven has a reason too.
    pub stop: Option<Stop>,
    /// If the outcome is [`Outcome::Unknown`], the checks that are proven not to mate. There may be
    /// others.
    pub refuted: Vec<Move>,
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

/// The minimum size of each of the three lists of verified positions, in bytes.
const MIN_STRATEGY: usize = 1 << 18;

impl Solver {
    /// Makes a solver with tables of about `memory_bytes` bytes, at least 1 MB. They never grow.
    ///
    /// The operating system provides the memory when the tables fill, so that this function takes no time
    /// even for gigabytes. A path of the search needs further memory, up to about 10 MB for the longest
    /// lines.
    #[must_use]
    pub fn new(memory_bytes: usize) -> Self {
        let part = memory_bytes / 16;
        let list = (part / 2).max(MIN_STRATEGY);
        Self {
            memory: Memory {
                table: Table::new(memory_bytes - part - 3 * (part / 2)),
                path_table: PathTable::new(part),
                path: Path::new(LONGEST_PATH),
                frames: Vec::new(),
                children: Vec::new(),
                moves: MoveList::new(),
                checks: MoveList::new(),
                best: Strategy::new(list),
                strategy: Strategy::new(list),
                second: Strategy::new(list),
                visits: Vec::new(),
                replies: Vec::new(),
                refuted: Vec::new(),
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
                return ControlFlow::Break(Stop::Time);
            }
            match observer(&Progress { nodes }) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(()) => ControlFlow::Break(Stop::Observer),
            }
        };
        self.memory.table.clear();
        self.memory.path_table.clear();
        self.memory.best.clear();
        self.memory.refuted.clear();
        let side = position.side();
        let defender = if options.defender_to_move { side } else { side.opponent() };
        if position.king(defender).is_none() {
            return Answer {
                outcome: Outcome::NoMate,
                nodes: 0,
                stop: None,
                refuted: Vec::new(),
                first_moves: Vec::new(),
            };
        }
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let mut search =
            Search::new(&mut self.memory, position, self.techniques, nodes, &mut watch);
        let outcome = if options.defender_to_move {
            any_mate(&mut search, false)
        } else {
            solve(&mut search, options)
        };
        let refuted = match outcome {
            Outcome::Unknown => search.memory.refuted.clone(),
            _ => Vec::new(),
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
        Answer { outcome, nodes: search.nodes, stop: search.stop, refuted, first_moves }
    }
}

/// Returns the outcome of a search of the current position for a mate of any length.
fn solve(search: &mut Search<'_>, options: &Options) -> Outcome {
    let mut mate = match any_mate(search, true) {
        Outcome::Mate(mate) => mate,
        other => return other,
    };
    if options.shortest && !mate.is_shortest {
        mate.is_shortest = search.shorten(&mut mate.moves);
    }
    if options.essential {
        mate.essential = search.essential();
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
    if found.disproof == 0 {
        search.stop_for(Stop::Plies);
    }
    if found.proof != 0 {
        return Outcome::Unknown;
    }
    let Some(moves) = search.verify(found.plies, attacks) else { return Outcome::Unknown };
    search.keep_verified();
    Outcome::Mate(Mate { is_shortest: moves.len() <= 1, moves, essential: None })
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

#[cfg(test)]
mod tests {
    use super::super::techniques::Step;
    use super::*;

    /// Prints the table of docs/design/012-mate-solver.md. `MATE_PROBLEMS` is a list of files, separated by
    /// colons, each with a node limit and the memory in megabytes: `FILE,NODES,MB`.
    #[test]
    #[ignore = "prints a table and takes minutes"]
    fn the_techniques_save_nodes() {
        let all = Techniques::ALL;
        let variants = [
            ("all techniques", all),
            ("1+epsilon", Techniques { step: Step { divisor: 0 }, ..all }),
            ("similar moves wait", Techniques { waiting: false, ..all }),
            ("initial numbers", Techniques { estimates: false, ..all }),
            ("maximum", Techniques { maximum: false, ..all }),
            ("mate in one", Techniques { mate_in_one: false, ..all }),
            ("extended bounds", Techniques { extension: false, ..all }),
        ];
        let files = std::env::var("MATE_PROBLEMS").unwrap_or_default();
        for file in files.split(':') {
            let fields: Vec<&str> = file.split(',').collect();
            let [path, nodes, megabytes] = fields[..] else {
                panic!("{file:?}: not FILE,NODES,MB")
            };
            let limits = Limits::NONE.with_nodes(nodes.parse().unwrap());
            let mut solver = Solver::new(megabytes.parse::<usize>().unwrap() << 20);
            let text = std::fs::read_to_string(path).unwrap();
            for (name, techniques) in variants {
                solver.techniques = techniques;
                let (mut solved, mut nodes) = (0, 0);
                for line in text.lines().filter(|line| !line.starts_with('#')) {
                    let sfen = line.split('\t').nth(1).unwrap_or(line);
                    let answer = solver.solve(&sfen.parse().unwrap(), &Options::default(), &limits);
                    solved += u32::from(matches!(answer.outcome, Outcome::Mate(_)));
                    nodes += answer.nodes;
                }
                std::println!("{path}: {name}: {solved} mates, {nodes} nodes");
            }
        }
    }
}
