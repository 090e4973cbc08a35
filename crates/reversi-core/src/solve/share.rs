//! Nodes whose moves are shared out to the threads of the pool.
use super::search::Child;
use super::worker::{Shared, Stop, Worker};
use core::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};
use rayon::prelude::*;

/// The younger brothers of a searched child, shared out to the threads of the pool.
pub(super) struct Brother<'a> {
    pub(super) rest: &'a [Child],
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) shared: &'a Shared<'a>,
    pub(super) stop: &'a Stop<'a>,
    /// Whether the moves are told to who watches.
    pub(super) is_root: bool,
}

impl Brother<'_> {
    pub(super) fn run(
        &self,
        best: i32,
        best_square: u8,
        search: impl Fn(&mut Worker<'_>, &Child, i32, i32) -> i32 + Sync,
    ) -> (i32, u8) {
        let cut = AtomicBool::new(false);
        let floor = AtomicI32::new(self.alpha.max(best));
        let found = std::sync::Mutex::new((best, best_square));
        let stop = Stop { flag: &cut, above: Some(self.stop) };
        self.rest.par_iter().with_max_len(1).for_each(|child| {
            let mut w = Worker::new(self.shared, &stop);
            if stop.is_set() || self.shared.exhausted.load(Relaxed) {
                return;
            }
            if self.is_root {
                self.shared.current.store(child.square, Relaxed);
            }
            let alpha = floor.load(Relaxed);
            let mut score = -search(&mut w, child, -alpha - 1, -alpha);
            if score > alpha && score < self.beta && !w.stopped {
                score = -search(&mut w, child, -self.beta, 1 - score).min(-score);
            }
            w.report();
            if w.stopped {
                return;
            }
            let Ok(mut found) = found.lock() else { return };
            // Another thread may have raised the floor meanwhile: a score above the old floor
            // still counts, one at most the old floor is an upper bound below the new one.
            if score > found.0 {
                *found = (score, child.square);
                floor.fetch_max(score, Relaxed);
                if score >= self.beta {
                    cut.store(true, Relaxed);
                }
            }
        });
        found.into_inner().unwrap_or((best, best_square))
    }
}
