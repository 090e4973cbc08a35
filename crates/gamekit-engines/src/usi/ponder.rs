//! Whether the opponent has played the expected move.
use shogi_core::format::usi_protocol::Times;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The state that `ponderhit` changes during a search.
#[derive(Default)]
pub(super) struct Ponder(Mutex<Option<Hit>>);

/// A `ponderhit`.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub(super) at: Instant,
    /// The clocks that came with `ponderhit`. They are empty if there were none.
    pub(super) times: Times,
}

impl Ponder {
    /// Records that the opponent has played the expected move.
    pub(super) fn hit(&self, times: Times) {
        let hit = Hit { at: Instant::now(), times };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(hit);
    }

    pub(super) fn get(&self) -> Option<Hit> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
