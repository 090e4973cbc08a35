//! The mate solver.

use std::ops::ControlFlow;
use std::time::Duration;

use pyo3::prelude::*;
use shogi_core::Position;
use shogi_core::mate::{Limits, Options, Outcome, Solver};

use super::moves::PyMove;

/// The answer of the mate solver.
#[pyclass(name = "Mate", module = "gamekit.shogi", frozen)]
pub struct PyMate {
    /// "mate", "nomate" or "unknown" (a limit was reached).
    #[pyo3(get)]
    answer: &'static str,
    /// The moves of the mate. Empty if no mate was found.
    #[pyo3(get)]
    moves: Vec<PyMove>,
    /// Whether the length of the mate is proven to be the shortest.
    #[pyo3(get)]
    is_shortest: bool,
    /// The number of positions that were searched.
    #[pyo3(get)]
    nodes: u64,
}

#[pymethods]
impl PyMate {
    /// Whether a mate was found.
    fn __bool__(&self) -> bool {
        self.answer == "mate"
    }

    fn __repr__(&self) -> String {
        match self.answer {
            "mate" => format!("<Mate in {} plies, {} nodes>", self.moves.len(), self.nodes),
            answer => format!("<Mate: {answer}, {} nodes>", self.nodes),
        }
    }
}

pub fn solve(
    py: Python<'_>,
    position: &Position,
    nodes: Option<u64>,
    time: Option<Duration>,
    shortest: bool,
    memory: usize,
) -> PyResult<PyMate> {
    let mut limits = Limits::NONE;
    limits.nodes = nodes;
    limits.time = time;
    let options = Options::default().with_shortest(shortest);
    let mut signal = Ok(());
    let answer = py.detach(|| {
        let mut solver = Solver::new(memory.saturating_mul(1 << 20));
        solver.solve_observed(position, &options, &limits, |_| {
            signal = Python::attach(|py| py.check_signals());
            if signal.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    });
    signal?;
    let (name, moves, is_shortest) = match answer.outcome {
        Outcome::Mate(mate) => ("mate", mate.moves, mate.is_shortest),
        Outcome::NoMate => ("nomate", Vec::new(), false),
        _ => ("unknown", Vec::new(), false),
    };
    let moves = moves.into_iter().map(PyMove).collect();
    Ok(PyMate { answer: name, moves, is_shortest, nodes: answer.nodes })
}
