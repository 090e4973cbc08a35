//! Arrays of boards. A board is two 64-bit numbers: the discs of the side to move, and the discs of the
//! opponent. Bit 0 is a1, bit 7 is h1, bit 63 is h8.

use numpy::{Element, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use reversi_core::pattern::{PatternStates, tutorial};
use reversi_core::{Bitboard, Board, Move, Square, canonical, perft};

use super::engine;
use crate::batch::{self, CHUNK, check_len};

fn board(words: [u64; 2]) -> Result<Board, String> {
    let [player, opponent] = words.map(Bitboard::from_bits);
    Board::new(player, opponent).map_err(|error| error.to_string())
}

/// Calls `work` with every board and its part of the output, which has `width` elements per board.
fn each<T: Element + Send>(
    py: Python<'_>,
    boards: &PyReadonlyArray1<'_, u64>,
    out: &mut PyReadwriteArrayDyn<'_, T>,
    width: usize,
    threads: Option<usize>,
    work: impl Fn(usize, Board, &mut [T]) -> Result<(), String> + Sync + Send,
) -> PyResult<()> {
    let boards =
        boards.as_slice().map_err(|_| PyValueError::new_err("boards are not contiguous"))?;
    let out = out
        .as_slice_mut()
        .map_err(|_| PyValueError::new_err("out is not contiguous in C order"))?;
    check_len("out", out.len(), boards.len() / 2 * width)?;
    let boards = boards.as_chunks::<2>().0;
    let tasks: Vec<_> =
        boards.chunks(CHUNK).zip(out.chunks_mut(CHUNK * width)).enumerate().collect();
    batch::run(py, threads, tasks, |(index, (boards, out))| {
        for (offset, (&words, out)) in boards.iter().zip(out.chunks_exact_mut(width)).enumerate() {
            let index = index * CHUNK + offset;
            board(words)
                .and_then(|board| work(index, board, out))
                .map_err(|message| (index, message))?;
        }
        Ok(())
    })
}

/// Writes the legal moves of each board as a 64-bit number.
#[pyfunction]
fn legal(
    py: Python<'_>,
    boards: PyReadonlyArray1<'_, u64>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: Option<usize>,
) -> PyResult<()> {
    each(py, &boards, &mut out, 1, threads, |_, board, out| {
        out[0] = board.moves().bits();
        Ok(())
    })
}

/// Plays a move on each board (0 to 63, or 64 for a pass), and writes the boards of the other side.
#[pyfunction]
fn play(
    py: Python<'_>,
    boards: PyReadonlyArray1<'_, u64>,
    moves: PyReadonlyArray1<'_, u8>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: Option<usize>,
) -> PyResult<()> {
    let moves = moves.as_slice().map_err(|_| PyValueError::new_err("moves are not contiguous"))?;
    check_len("moves", moves.len(), boards.len()? / 2)?;
    each(py, &boards, &mut out, 2, threads, |index, board, out| {
        let mv = match moves[index] {
            64 => Move::Pass,
            number => {
                let square = Square::from_index(number);
                square.ok_or_else(|| format!("{number} is not a move, expected 0 to 64"))?.into()
            }
        };
        let next = board.play(mv).map_err(|error| error.to_string())?;
        out.copy_from_slice(&[next.player().bits(), next.opponent().bits()]);
        Ok(())
    })
}

/// Writes the canonical image of each board and the number of the symmetry that maps the board to it.
#[pyfunction]
fn canonical_boards(
    py: Python<'_>,
    boards: PyReadonlyArray1<'_, u64>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    mut symmetries: PyReadwriteArrayDyn<'_, u8>,
    threads: Option<usize>,
) -> PyResult<()> {
    let symmetries = symmetries
        .as_slice_mut()
        .map_err(|_| PyValueError::new_err("symmetries are not contiguous"))?;
    let words =
        boards.as_slice().map_err(|_| PyValueError::new_err("boards are not contiguous"))?;
    let out = out
        .as_slice_mut()
        .map_err(|_| PyValueError::new_err("out is not contiguous in C order"))?;
    let words = words.as_chunks::<2>().0;
    check_len("out", out.len(), 2 * words.len())?;
    check_len("symmetries", symmetries.len(), words.len())?;
    let outputs = out.chunks_mut(2 * CHUNK).zip(symmetries.chunks_mut(CHUNK));
    let tasks: Vec<_> = words.chunks(CHUNK).zip(outputs).enumerate().collect();
    batch::run(py, threads, tasks, |(index, (words, (out, symmetries)))| {
        let outputs = out.as_chunks_mut::<2>().0.iter_mut().zip(symmetries);
        for (offset, (&words, (out, symmetry))) in words.iter().zip(outputs).enumerate() {
            let board = board(words).map_err(|message| (index * CHUNK + offset, message))?;
            let (key, found) = canonical(board);
            *out = [key.board().player().bits(), key.board().opponent().bits()];
            *symmetry = found.index() as u8;
        }
        Ok(())
    })
}

/// Writes the states of the 42 patterns of each board: base 3, least significant square first. The side to
/// move counts as Black.
#[pyfunction]
fn pattern_states(
    py: Python<'_>,
    boards: PyReadonlyArray1<'_, u64>,
    mut out: PyReadwriteArrayDyn<'_, u16>,
    threads: Option<usize>,
) -> PyResult<()> {
    let set = &tutorial::PATTERNS;
    each(py, &boards, &mut out, set.len(), threads, |_, board, out| {
        let states = PatternStates::from_discs(set, board.player(), board.opponent());
        out.copy_from_slice(states.as_slice(set));
        Ok(())
    })
}

/// Writes the static evaluation of each board for the side to move, in hundredths of a disc.
#[pyfunction]
fn evaluate(
    py: Python<'_>,
    boards: PyReadonlyArray1<'_, u64>,
    mut out: PyReadwriteArrayDyn<'_, i32>,
    threads: Option<usize>,
) -> PyResult<()> {
    let weights = engine::weights();
    each(py, &boards, &mut out, 1, threads, |_, board, out| {
        out[0] = weights.value(board);
        Ok(())
    })
}

/// Writes three planes of 8x8 squares per board: the discs of the side to move, the discs of the opponent,
/// and the legal moves. A plane begins with a1, b1.
#[pyfunction]
fn planes(
    py: Python<'_>,
    boards: PyReadonlyArray1<'_, u64>,
    mut out: PyReadwriteArrayDyn<'_, f32>,
    threads: Option<usize>,
) -> PyResult<()> {
    each(py, &boards, &mut out, 3 * 64, threads, |_, board, out| {
        let sets = [board.player(), board.opponent(), board.moves()];
        for (plane, set) in out.chunks_exact_mut(64).zip(sets) {
            for (square, value) in plane.iter_mut().enumerate() {
                *value = (set.bits() >> square & 1) as f32;
            }
        }
        Ok(())
    })
}

/// Writes the number of sequences of `depth` moves from each board.
#[pyfunction]
fn perft_boards(
    py: Python<'_>,
    boards: PyReadonlyArray1<'_, u64>,
    depth: u32,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: Option<usize>,
) -> PyResult<()> {
    each(py, &boards, &mut out, 1, threads, |_, board, out| {
        out[0] = perft(board, depth);
        Ok(())
    })
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("reversi_legal", wrap_pyfunction!(legal, module)?)?;
    module.add("reversi_play", wrap_pyfunction!(play, module)?)?;
    module.add("reversi_canonical", wrap_pyfunction!(canonical_boards, module)?)?;
    module.add("reversi_pattern_states", wrap_pyfunction!(pattern_states, module)?)?;
    module.add("reversi_evaluate", wrap_pyfunction!(evaluate, module)?)?;
    module.add("reversi_planes", wrap_pyfunction!(planes, module)?)?;
    module.add("reversi_perft", wrap_pyfunction!(perft_boards, module)?)
}
