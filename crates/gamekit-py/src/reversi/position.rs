//! Positions.

use gamekit_pictures::reversi::Picture;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use reversi_core::format::boardtext::{self, ParseBoardError};
use reversi_core::format::transcript::{self, Passes};
use reversi_core::opening::Openings;
use reversi_core::{Bitboard, Board, Color, Move, Position, canonical, perft};

use super::engine;
use crate::errors::{Place, illegal_move, parse_error};
use crate::shogi::language;

/// A Reversi position, and the moves that were played with `push`.
///
///     >>> from gamekit.reversi import Position
///     >>> position = Position()
///     >>> position.legal_moves()
///     ['d3', 'c4', 'f5', 'e6']
///     >>> position.push("f5").transcript
///     'f5'
#[pyclass(name = "Position", module = "gamekit.reversi")]
#[derive(Clone)]
pub struct PyPosition(pub Position);

impl PyPosition {
    fn read_move(text: &str) -> PyResult<Move> {
        text.parse().map_err(|_| {
            parse_error(
                format!("{text:?} is not a move, expected a1 to h8 or pass"),
                Place::default(),
            )
        })
    }
}

/// Reads a board of 64 characters and the side to move.
fn parse_board(text: &str) -> PyResult<Position> {
    boardtext::parse(text).map_err(|error: ParseBoardError| {
        parse_error(error, Place { at: Some(error.at), ..Place::default() })
    })
}

#[pymethods]
impl PyPosition {
    /// Makes a position from a board of 64 characters and the side to move ("X" or "O"), or the start
    /// position for None. Then plays a transcript, such as "f5d6c3".
    #[new]
    #[pyo3(signature = (board = None, transcript = ""))]
    fn new(board: Option<&str>, transcript: &str) -> PyResult<Self> {
        let start = board.map_or_else(|| Ok(Position::start()), parse_board)?;
        if transcript.trim().is_empty() {
            return Ok(Self(start));
        }
        let read = transcript::parse_from(start, transcript).map_err(|error| {
            parse_error(error, Place { at: Some(error.at), ..Place::default() })
        })?;
        Ok(Self(read.position))
    }

    /// Makes a position from the discs of the side to move and of the opponent. Bit 0 is a1, bit 7 is h1.
    /// `side` is "black" or "white".
    #[staticmethod]
    #[pyo3(signature = (player, opponent, side = "black"))]
    fn from_bits(player: u64, opponent: u64, side: &str) -> PyResult<Self> {
        let board = Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent));
        let board = board.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self(Position::from_board(board, color(side)?)))
    }

    /// The board as 64 characters from a1 to h8 and the side to move: X is black, O is white.
    #[getter]
    fn board(&self) -> String {
        boardtext::display(&self.0).to_string()
    }

    /// The discs of the side to move and of the opponent, as 64-bit numbers.
    #[getter]
    fn bits(&self) -> (u64, u64) {
        (self.0.board().player().bits(), self.0.board().opponent().bits())
    }

    /// The side to move: "black" or "white".
    #[getter]
    fn side(&self) -> &'static str {
        color_name(self.0.side())
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> u32 {
        self.0.board().empties().len()
    }

    /// The numbers of black and white discs.
    #[getter]
    fn discs(&self) -> (u32, u32) {
        (self.0.black().len(), self.0.white().len())
    }

    /// The key of the position, which is equal for its 8 rotations and reflections.
    #[getter]
    fn key(&self) -> String {
        canonical(self.0.board()).0.to_string()
    }

    /// The moves that were played, as a transcript without passes.
    #[getter]
    fn transcript(&self) -> String {
        transcript::display(self.0.history(), Passes::Omit).to_string()
    }

    /// The moves that were played, with passes.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.history().iter().map(|turn| turn.mv.to_string()).collect()
    }

    /// The legal moves: squares, or ["pass"] if the side to move must pass.
    fn legal_moves(&self) -> Vec<String> {
        if self.0.must_pass() {
            return vec![Move::Pass.to_string()];
        }
        self.0.moves().iter().map(|square| square.to_string()).collect()
    }

    /// Whether a move is legal.
    fn is_legal(&self, m: &str) -> PyResult<bool> {
        Ok(self.0.board().play(Self::read_move(m)?).is_ok())
    }

    /// Plays a legal move, such as "f5" or "pass". Returns the position itself.
    fn push<'py>(mut this: PyRefMut<'py, Self>, m: &str) -> PyResult<PyRefMut<'py, Self>> {
        let mv = Self::read_move(m)?;
        this.0.play(mv).map_err(illegal_move)?;
        Ok(this)
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let undone = self.0.undo().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        Ok(undone.to_string())
    }

    /// Whether neither side has a move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The final score for a side if the game ends here: the difference in discs, where the winner gets the
    /// empty squares.
    #[pyo3(signature = (side = "black"))]
    fn final_score(&self, side: &str) -> PyResult<i32> {
        Ok(self.0.final_score(color(side)?))
    }

    /// The English and the Japanese name of the opening, or None.
    #[getter]
    fn opening(&self) -> Option<(Option<&'static str>, Option<&'static str>)> {
        let found = Openings::new().of_game(&self.0)?;
        Some((found.english(), found.japanese()))
    }

    /// Counts the sequences of `depth` moves.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| perft(self.0.board(), depth))
    }

    /// The static evaluation for the side to move, in discs.
    fn evaluate(&self) -> f64 {
        f64::from(engine::weights().value(self.0.board())) / 100.0
    }

    /// Solves the position exactly. Ctrl-C stops the search.
    ///
    /// Returns a dictionary: `score` in discs for the side to move (None if a limit was reached), the bounds
    /// `lower` and `upper`, `best`, `pv` and `nodes`. `memory` is in megabytes.
    #[pyo3(signature = (nodes = None, seconds = None, memory = 64))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        memory: usize,
    ) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        engine::solve(py, self.0.board(), nodes, seconds, memory)
    }

    /// Searches all moves to a depth. Ctrl-C stops the search.
    ///
    /// Returns a list of dictionaries, the best move first: `move`, `value` in discs for the side to move,
    /// `is_proven`, `depth` and `pv`.
    #[pyo3(signature = (depth = 10, seconds = None, memory = 64))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        depth: u32,
        seconds: Option<f64>,
        memory: usize,
    ) -> PyResult<Vec<Bound<'py, pyo3::types::PyDict>>> {
        engine::analyze(py, self.0.board(), depth, seconds, memory)
    }

    /// The position as an SVG picture. `language` is "en" or "ja".
    #[pyo3(signature = (language = "en"))]
    fn svg(&self, language: &str) -> PyResult<String> {
        let language = self::language(language)?;
        Ok(Picture::new(&self.0).with_language(language).to_svg())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("en")
    }

    /// A copy with its own moves.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = &other.borrow().0;
            other.board() == self.0.board() && other.side() == self.0.side()
        })
    }

    fn __hash__(&self) -> u64 {
        let (player, opponent) = self.bits();
        player.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opponent.rotate_left(29) ^ self.0.side() as u64
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.board())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, Vec<String>))> {
        let initial = boardtext::display(&self.0.initial()).to_string();
        let rebuilt = py.get_type::<Self>().getattr("_rebuilt")?;
        Ok((rebuilt.unbind(), (initial, self.moves())))
    }

    #[staticmethod]
    fn _rebuilt(board: &str, moves: Vec<String>) -> PyResult<Self> {
        let mut position = parse_board(board)?;
        for m in moves {
            position.play(Self::read_move(&m)?).map_err(illegal_move)?;
        }
        Ok(Self(position))
    }
}

/// Returns the color with the name "black" or "white".
pub fn color(name: &str) -> PyResult<Color> {
    match name {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(PyValueError::new_err(format!(
            "{name:?} is not a side, expected \"black\" or \"white\""
        ))),
    }
}

pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
