//! The progress of a search, and the observer that receives the progress and may stop the search.
use super::lock::Lock;
use super::selectivity::Selectivity;
use crate::board::Board;
use crate::centidiscs::Centidiscs;
use crate::moves::Move;
use crate::square::Square;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// A move and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// The value of the move for the side to move.
    pub value: Centidiscs,
    /// Whether the value is the proven final score.
    pub is_proven: bool,
    /// The depth in plies of the search that found the value, including the move.
    pub depth: u32,
    /// The expected line of moves, beginning with `mv`.
    pub pv: Vec<Move>,
}

/// The progress of a search or a solve.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The number of nodes visited so far by all threads.
    pub nodes: u64,
    /// The depth in plies of the last finished round; 0 in a solve.
    pub depth: u32,
    /// The moves valued by the last finished round, best first. The list is empty in a solve.
    pub hints: Vec<Hint>,
    /// Whether the engine is solving the position exactly. This is always true in a solve, and true
    /// in a search after its rounds.
    pub is_solving: bool,
    /// A proven lower bound of the final score in discs for the side to move, -64 at first. If
    /// several moves are valued, the bound applies to the move `current`.
    pub lower: i32,
    /// The proven upper bound, 64 at first.
    pub upper: i32,
    /// The final score in discs according to the last selective search, and the certainty of that
    /// search.
    pub expected: Option<(i32, Selectivity)>,
    /// The best move so far.
    pub best: Option<Move>,
    /// The move being searched. If several threads search moves, this is the move that was started
    /// last.
    pub current: Option<Move>,
}

impl Progress {
    /// Makes the progress at the start of a search of `board`.
    pub(super) fn start(board: Board) -> Self {
        Self {
            nodes: 0,
            depth: 0,
            hints: Vec::new(),
            is_solving: false,
            lower: -64,
            upper: 64,
            expected: None,
            best: None,
            current: board.must_pass().then_some(Move::Pass),
        }
    }

    /// Copies the progress of a solve of the board after `mv`, from the point of view of the side
    /// that plays `mv`.
    pub(crate) fn follow_reply(&mut self, mv: Move, reply: &Self) {
        (self.lower, self.upper) = (-reply.upper, -reply.lower);
        self.expected = reply.expected.map(|(score, level)| (-score, level));
        (self.is_solving, self.current) = (true, Some(mv));
    }
}

/// A function that receives the progress and returns `Break` to stop the search.
pub(crate) type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + Send + 'a;

/// A receiver of the progress of a search, called by any of its threads.
pub(super) trait Watch {
    /// Receives at intervals the number of visited nodes and the square being searched.
    fn tick(&self, nodes: u64, current: Option<Square>) -> ControlFlow<()>;

    /// Receives a change of the results.
    fn change(&self, change: &mut dyn FnMut(&mut Progress)) -> ControlFlow<()>;
}

/// The receiver that the threads of a search share.
#[cfg(feature = "std")]
pub(super) type Watcher<'a> = dyn Watch + Sync + 'a;
/// The receiver of the only thread of a search.
#[cfg(not(feature = "std"))]
pub(super) type Watcher<'a> = dyn Watch + 'a;

/// An observer and the last progress reported to the observer.
pub(crate) struct Reporter<'a> {
    state: Lock<(Progress, &'a mut Observer<'a>)>,
}

impl<'a> Reporter<'a> {
    /// Makes the reporter of a solve of `board`.
    pub(crate) fn new(board: Board, observer: &'a mut Observer<'a>) -> Self {
        let progress = Progress { is_solving: true, ..Progress::start(board) };
        Self { state: Lock::new((progress, observer)) }
    }
}

impl Watch for Reporter<'_> {
    fn tick(&self, nodes: u64, current: Option<Square>) -> ControlFlow<()> {
        let flow = self.state.try_with(|(progress, observer)| {
            progress.nodes = nodes;
            progress.current = current.map(Move::Place).or(progress.current);
            observer(progress)
        });
        flow.unwrap_or(ControlFlow::Continue(())) // another thread is reporting already
    }

    fn change(&self, change: &mut dyn FnMut(&mut Progress)) -> ControlFlow<()> {
        self.state.with(|(progress, observer)| {
            change(progress);
            observer(progress)
        })
    }
}

/// The progress of a call that runs several searches one after another, with its observer.
pub(crate) struct Parts<'a> {
    observer: Option<&'a mut Observer<'a>>,
    pub(crate) progress: Progress,
    /// Whether the observer has stopped the call.
    pub(crate) is_over: bool,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(board: Board, observer: Option<&'a mut Observer<'a>>) -> Self {
        Self { observer, progress: Progress::start(board), is_over: false }
    }

    /// Reports the progress between two searches.
    pub(crate) fn report(&mut self) {
        if let Some(observer) = &mut self.observer {
            self.is_over |= observer(&self.progress).is_break();
        }
    }

    /// Runs one of the searches, on `board`. `adapt` merges the progress of this search into the
    /// progress of the call, except for the nodes, which this method adds.
    pub(crate) fn run<T>(
        &mut self,
        board: Board,
        adapt: impl Fn(&mut Progress, &Progress) + Sync,
        run: impl FnOnce(Option<&Reporter<'_>>) -> T,
    ) -> T {
        let Some(observer) = &mut self.observer else { return run(None) };
        let is_over = &mut self.is_over;
        let mut progress = self.progress.clone();
        let before = progress.nodes;
        let mut relay = |part: &Progress| {
            progress.nodes = before + part.nodes;
            adapt(&mut progress, part);
            let flow = observer(&progress);
            *is_over |= flow.is_break();
            flow
        };
        run(Some(&Reporter::new(board, &mut relay)))
    }
}
