//! The progress of a search, and the observer that sees it and may end the search.
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
    /// How many plies the search behind the value looked ahead, including the move.
    pub depth: u32,
    /// The expected line: `mv` and the moves after it.
    pub pv: Vec<Move>,
}

/// How far a search or a solve has come.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Nodes visited so far, by all threads.
    pub nodes: u64,
    /// The depth in plies of the last finished round; 0 in a solve.
    pub depth: u32,
    /// The moves valued by the last finished round, best first; none in a solve.
    pub hints: Vec<Hint>,
    /// Whether the engine now solves to the end of the game: always in a solve, after the rounds in
    /// a search.
    pub is_solving: bool,
    /// A proven lower bound of the final score in discs for the side to move, -64 at first. Where
    /// several moves are valued, it is a bound after the move `current`.
    pub lower: i32,
    /// The proven upper bound, 64 at first.
    pub upper: i32,
    /// The final score in discs that the last search with cuts expects, and its certainty.
    pub expected: Option<(i32, Selectivity)>,
    /// The best move so far.
    pub best: Option<Move>,
    /// The move being searched; with several threads, the move that was begun last.
    pub current: Option<Move>,
}

impl Progress {
    /// The progress at the start of a search of `board`.
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

    /// Takes over the progress of a solve of the board after `mv`.
    pub(crate) fn follow_reply(&mut self, mv: Move, reply: &Self) {
        (self.lower, self.upper) = (-reply.upper, -reply.lower);
        self.expected = reply.expected.map(|(score, level)| (-score, level));
        (self.is_solving, self.current) = (true, Some(mv));
    }
}

/// A function that sees the progress, and breaks to end the search.
pub(crate) type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + Send + 'a;

/// Receives the progress of a search from any of its threads.
pub(super) trait Watch {
    /// Receives, now and then, how many nodes were visited and which square the search is at.
    fn tick(&self, nodes: u64, current: Option<Square>) -> ControlFlow<()>;

    /// Receives a change of what is known.
    fn change(&self, change: &mut dyn FnMut(&mut Progress)) -> ControlFlow<()>;
}

/// What the threads of a search share.
#[cfg(feature = "std")]
pub(super) type Watcher<'a> = dyn Watch + Sync + 'a;
/// What the only thread of a search uses.
#[cfg(not(feature = "std"))]
pub(super) type Watcher<'a> = dyn Watch + 'a;

/// An observer and the progress it saw last.
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

/// The progress of a question that several searches answer one after another, with its observer.
pub(crate) struct Parts<'a> {
    observer: Option<&'a mut Observer<'a>>,
    pub(crate) progress: Progress,
    /// Whether the observer has ended the search.
    pub(crate) is_over: bool,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(board: Board, observer: Option<&'a mut Observer<'a>>) -> Self {
        Self { observer, progress: Progress::start(board), is_over: false }
    }

    /// Reports the progress between two parts.
    pub(crate) fn report(&mut self) {
        if let Some(observer) = &mut self.observer {
            self.is_over |= observer(&self.progress).is_break();
        }
    }

    /// Runs a part of the search, on `board`. `adapt` merges the progress of the part into that of
    /// the whole; the nodes are added here.
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
