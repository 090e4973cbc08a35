//! Repetitions.

use pyo3::prelude::*;
use shogi_core::{History, Repetition};

use super::moves::color_name;
use super::position::PyPosition;

/// The positions of a game, to find repetitions.
#[pyclass(name = "History", module = "gamekit.shogi")]
#[derive(Clone)]
pub struct PyHistory(History);

#[pymethods]
impl PyHistory {
    /// Makes the history of a game that begins with `start`.
    #[new]
    fn new(start: &PyPosition) -> Self {
        Self(History::new(&start.position))
    }

    /// Adds a position after a move. Returns the same as `state`.
    fn push(&mut self, position: &PyPosition) -> (&'static str, Option<u32>) {
        named(self.0.push(&position.position))
    }

    /// Removes the last position. Returns False if only the start is left.
    fn pop(&mut self) -> bool {
        self.0.pop()
    }

    /// The repetition of the last position: ("none", occurrences), ("draw", None), or ("black", None) or
    /// ("white", None) for the side that loses by perpetual check.
    #[getter]
    fn state(&self) -> (&'static str, Option<u32>) {
        named(self.0.state())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }
}

fn named(repetition: Repetition) -> (&'static str, Option<u32>) {
    match repetition {
        Repetition::None { occurrences } => ("none", Some(occurrences)),
        Repetition::Draw => ("draw", None),
        Repetition::PerpetualCheck { loser } => (color_name(loser), None),
    }
}
