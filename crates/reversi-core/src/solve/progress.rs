//! What a caller is told of a solve under way, and how a caller ends it.
use super::midgame::probcut::Selectivity;
use crate::board::Board;
use crate::moves::Move;
use crate::square::Square;
use core::ops::ControlFlow;

/// How far a solve has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// The final score in discs for the side to move is proven to be at least this.
    pub lower: i32,
    /// And at most this.
    pub upper: i32,
    /// The score that the last whole search with cuts expects, and how sure it was.
    pub expected: Option<(i32, Selectivity)>,
    /// The move that the search likes best so far.
    pub best: Option<Move>,
    /// The move under search; of several threads, the one begun last.
    pub current: Option<Move>,
}

impl Progress {
    pub(crate) fn begin(board: Board) -> Self {
        let current = board.must_pass().then_some(Move::Pass);
        Self { nodes: 0, lower: -64, upper: 64, expected: None, best: None, current }
    }
}

/// Told of the progress; breaks to end the search.
pub(crate) type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + Send + 'a;

/// Looks at a search from any of its threads.
#[cfg(feature = "std")]
pub(super) trait Watch: Sync {
    /// Told now and then how many nodes were visited and which square the search is at.
    fn tick(&self, nodes: u64, current: Option<Square>) -> ControlFlow<()>;
}

/// Looks at a search.
#[cfg(not(feature = "std"))]
pub(super) trait Watch {
    /// Told now and then how many nodes were visited and which square the search is at.
    fn tick(&self, nodes: u64, current: Option<Square>) -> ControlFlow<()>;
}

/// An observer and what it was told last.
pub(crate) struct Told<'a> {
    state: Lock<(Progress, &'a mut Observer<'a>)>,
}

impl<'a> Told<'a> {
    pub(crate) fn new(board: Board, observer: &'a mut Observer<'a>) -> Self {
        Self { state: Lock::new((Progress::begin(board), observer)) }
    }

    /// Tells of a change.
    pub(super) fn change(&self, change: impl FnOnce(&mut Progress)) -> ControlFlow<()> {
        self.state.with(|(progress, observer)| {
            change(progress);
            observer(progress)
        })
    }
}

impl Watch for Told<'_> {
    fn tick(&self, nodes: u64, current: Option<Square>) -> ControlFlow<()> {
        // Where another thread is telling already, this one need not.
        let told = self.state.try_with(|(progress, observer)| {
            progress.nodes = nodes;
            progress.current = current.map(Move::Place).or(progress.current);
            observer(progress)
        });
        told.unwrap_or(ControlFlow::Continue(()))
    }
}

/// A value that threads, where there are any, change in turn.
pub(crate) struct Lock<T> {
    #[cfg(feature = "std")]
    value: std::sync::Mutex<T>,
    #[cfg(not(feature = "std"))]
    value: core::cell::RefCell<T>,
}

impl<T> Lock<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { value: value.into() }
    }

    pub(crate) fn with<R>(&self, run: impl FnOnce(&mut T) -> R) -> R {
        #[cfg(feature = "std")]
        let mut value = self.value.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        #[cfg(not(feature = "std"))]
        let mut value = self.value.borrow_mut();
        run(&mut value)
    }

    /// As [`with`](Self::with) unless somebody is at it.
    fn try_with<R>(&self, run: impl FnOnce(&mut T) -> R) -> Option<R> {
        #[cfg(feature = "std")]
        let mut value = self.value.try_lock().ok()?;
        #[cfg(not(feature = "std"))]
        let mut value = self.value.try_borrow_mut().ok()?;
        Some(run(&mut value))
    }
}
