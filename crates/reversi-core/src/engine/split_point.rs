//! A node whose remaining moves are shared between the threads of the pool after the first move was
//! searched.
use super::lock::Lock;
use super::worker::{Cuts, Worker};
use core::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};
use rayon::prelude::*;

/// The window of the node and the best result of its first moves.
pub(super) struct SplitPoint {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) best: i32,
    /// The move with the score `best`; 64 means none.
    pub(super) best_square: u8,
    /// Whether the moves of this node are reported to the observer.
    pub(super) is_root: bool,
}

impl SplitPoint {
    /// Searches the moves of `rest` and returns the best score and its move. The function `search`
    /// receives a worker, a move and the score to exceed, and returns `None` if the search was
    /// stopped.
    pub(super) fn search<T: Sync>(
        &self,
        worker: &mut Worker<'_>,
        rest: &[T],
        square: impl Fn(&T) -> u8 + Sync,
        search: impl Fn(Worker<'_>, &T, i32) -> Option<i32> + Sync,
    ) -> (i32, u8) {
        let is_cut = AtomicBool::new(false);
        let floor = AtomicI32::new(self.alpha.max(self.best));
        let found = Lock::new((self.best, self.best_square));
        let shared = worker.shared;
        let cuts = Cuts { is_cut: &is_cut, above: worker.cuts };
        rest.par_iter().with_max_len(1).for_each(|child| {
            if cuts.is_cut() || shared.is_exhausted() {
                return;
            }
            if self.is_root {
                shared.begin_root_move(square(child));
            }
            let alpha = floor.load(Relaxed);
            let Some(score) = search(Worker::new(shared, Some(&cuts)), child, alpha) else {
                return;
            };
            // Another thread may have raised the floor in the meantime. A score above the old floor
            // is still valid. Any other score is an upper bound that is below the new floor.
            found.with(|found| {
                if score > found.0 {
                    *found = (score, square(child));
                    floor.fetch_max(score, Relaxed);
                    if score >= self.beta {
                        is_cut.store(true, Relaxed);
                    }
                }
            });
        });
        worker.report();
        found.into_inner()
    }
}
