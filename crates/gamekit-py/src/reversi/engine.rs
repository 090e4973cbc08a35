//! The solver and the search.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use reversi_core::eval::Weights;
use reversi_core::search::{self, Searcher};
use reversi_core::solve::{self, Limits, Solver};
use reversi_core::{Bitboard, Board, Move};

use crate::batch::check_len;
use crate::errors::element_error;

static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(|| Arc::new(Weights::embedded()));

/// Returns the evaluation weights of the package.
pub fn weights() -> &'static Arc<Weights> {
    &WEIGHTS
}

fn limits(nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Limits> {
    let mut limits = Limits::NONE;
    limits.nodes = nodes;
    if let Some(seconds) = seconds {
        let time = Duration::try_from_secs_f64(seconds);
        limits.time =
            Some(time.map_err(|error| {
                PyValueError::new_err(format!("seconds is {seconds}: {error}"))
            })?);
    }
    Ok(limits)
}

/// Looks for a signal. Returns whether the search goes on, and keeps the exception.
fn look(signal: &mut PyResult<()>) -> ControlFlow<()> {
    *signal = Python::attach(|py| py.check_signals());
    if signal.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

pub fn solve<'py>(
    py: Python<'py>,
    board: Board,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let limits = limits(nodes, seconds)?;
    let mut signal = Ok(());
    let found = py.detach(|| {
        let mut solver = Solver::guided(weights().clone(), memory.saturating_mul(1 << 20));
        solver.solve_observed(board, &solve::Options::EXACT, &limits, |_| look(&mut signal))
    });
    signal?;
    let answer = PyDict::new(py);
    answer.set_item("score", found.score())?;
    answer.set_item("lower", found.lower)?;
    answer.set_item("upper", found.upper)?;
    answer.set_item("best", found.best.or(found.unproven_best).map(|mv| mv.to_string()))?;
    answer.set_item("pv", texts(&found.pv))?;
    answer.set_item("nodes", found.nodes)?;
    Ok(answer)
}

pub fn analyze<'py>(
    py: Python<'py>,
    board: Board,
    depth: u32,
    seconds: Option<f64>,
    memory: usize,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let limits = limits(None, seconds)?;
    let options = search::Options::to_depth(depth).with_count(usize::MAX);
    let mut signal = Ok(());
    let report = py.detach(|| {
        let mut searcher = Searcher::new(weights().clone(), memory.saturating_mul(1 << 20));
        searcher.search_observed(board, &options, &limits, |_| look(&mut signal))
    });
    signal?;
    report
        .hints
        .iter()
        .map(|hint| {
            let line = PyDict::new(py);
            line.set_item("move", hint.mv.to_string())?;
            line.set_item("value", hint.value.discs())?;
            line.set_item("is_proven", hint.is_proven)?;
            line.set_item("depth", hint.depth)?;
            line.set_item("pv", texts(&hint.pv))?;
            Ok(line)
        })
        .collect()
}

/// Solves boards into arrays: scores, best squares (64 is a pass, 255 is none) and numbers of nodes. A board
/// whose limit was reached gets the score -128. `progress` is called with the number of solved boards.
#[pyfunction]
#[pyo3(signature = (boards, scores, best, nodes, node_limit, memory, progress, threads))]
#[allow(clippy::too_many_arguments)] // The Python wrapper has keywords.
fn solve_boards(
    py: Python<'_>,
    boards: PyReadonlyArray1<'_, u64>,
    mut scores: PyReadwriteArray1<'_, i8>,
    mut best: PyReadwriteArray1<'_, u8>,
    mut nodes: PyReadwriteArray1<'_, u64>,
    node_limit: Option<u64>,
    memory: usize,
    progress: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
) -> PyResult<()> {
    let contiguous = || PyValueError::new_err("an array is not contiguous");
    let boards = boards.as_slice().map_err(|_| contiguous())?;
    let scores = scores.as_slice_mut().map_err(|_| contiguous())?;
    let best = best.as_slice_mut().map_err(|_| contiguous())?;
    let nodes = nodes.as_slice_mut().map_err(|_| contiguous())?;
    let count = boards.len() / 2;
    check_len("scores", scores.len(), count)?;
    check_len("best", best.len(), count)?;
    check_len("nodes", nodes.len(), count)?;
    let limits = limits(node_limit, None)?;
    let threads =
        threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    let pool = pool.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let checked: Vec<Board> = boards
        .as_chunks::<2>()
        .0
        .iter()
        .enumerate()
        .map(|(index, &[player, opponent])| {
            Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent))
                .map_err(|error| element_error(index, error))
        })
        .collect::<PyResult<_>>()?;
    let new_solver =
        || Solver::guided(weights().clone(), memory.saturating_mul(1 << 20)).with_parallel(false);
    let mut solvers: Vec<Solver> = (0..threads.max(1)).map(|_| new_solver()).collect();
    // A block is solved between two looks for Ctrl-C. Each solver takes every n-th board of the block.
    let block = 8 * solvers.len();
    let mut done = 0;
    let outputs = scores.chunks_mut(block).zip(best.chunks_mut(block)).zip(nodes.chunks_mut(block));
    for (boards, ((scores, best), nodes)) in checked.chunks(block).zip(outputs) {
        let answers: Vec<Vec<(usize, solve::Solution)>> = py.detach(|| {
            pool.install(|| {
                let step = solvers.len();
                let solve = |(first, solver): (usize, &mut Solver)| {
                    let own = boards.iter().enumerate().skip(first).step_by(step);
                    own.map(|(index, &board)| {
                        (index, solver.solve(board, &solve::Options::EXACT, &limits))
                    })
                    .collect()
                };
                solvers.par_iter_mut().enumerate().map(solve).collect()
            })
        });
        for (index, found) in answers.into_iter().flatten() {
            scores[index] = found.score().map_or(i8::MIN, |score| score as i8);
            best[index] = match found.best {
                Some(Move::Place(square)) => square.index() as u8,
                Some(Move::Pass) => 64,
                None => 255,
            };
            nodes[index] = found.nodes;
        }
        done += boards.len();
        py.check_signals()?;
        if let Some(progress) = progress {
            progress.call1((done,))?;
        }
    }
    Ok(())
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("reversi_solve", wrap_pyfunction!(solve_boards, module)?)
}
