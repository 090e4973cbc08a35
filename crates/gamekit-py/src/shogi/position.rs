//! Positions.

use std::time::Duration;

use gamekit_pictures::Language;
use gamekit_pictures::shogi::{Letters, Picture};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use shogi_core::format::notation;
use shogi_core::format::packed::{Hcp, PackedSfen};
use shogi_core::format::record::Mode;
use shogi_core::format::usi;
use shogi_core::{
    Declaration, DeclarationResult, DeclarationRule, Move, Position, Square, Undo, perft,
};

use super::mate::{self, PyMate};
use super::moves::{self, PyMove, color, color_name};
use crate::errors::{Place, illegal_move, parse_error};

/// A shogi position, and the moves that were played with `push`.
///
///     >>> from gamekit.shogi import Position
///     >>> position = Position()
///     >>> len(position.legal_moves())
///     30
///     >>> position.push("7g7f").sfen
///     'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2'
#[pyclass(name = "Position", module = "gamekit.shogi")]
#[derive(Clone)]
pub struct PyPosition {
    pub position: Position,
    start: Position,
    played: Vec<(Move, Undo)>,
}

impl PyPosition {
    pub fn new_at(position: Position) -> Self {
        Self { start: position.clone(), position, played: Vec::new() }
    }

    /// Returns a move of this position from a `Move` or from a text in USI.
    fn read_move(&self, value: &Bound<'_, PyAny>) -> PyResult<Move> {
        if let Ok(found) = value.cast_exact::<PyMove>() {
            return Ok(found.get().0);
        }
        let Ok(text) = value.extract::<&str>() else {
            return Err(PyTypeError::new_err("expected a Move or a text in USI"));
        };
        self.position.parse_move(text).map_err(|error| match error {
            usi::ParseLegalMoveError::Illegal(error) => illegal_move(format!("{text:?}: {error}")),
            error => parse_error(format!("{text:?}: {error}"), Place::default()),
        })
    }

    fn play(&mut self, m: Move) -> PyResult<()> {
        let undo = self.position.play(m).map_err(|error| illegal_move(format!("{m}: {error}")))?;
        self.played.push((m, undo));
        Ok(())
    }
}

/// Reads an SFEN, with or without the word "sfen" before it.
fn parse_sfen(text: &str) -> PyResult<Position> {
    let text = text.trim();
    let text = text.strip_prefix("sfen ").unwrap_or(text);
    text.parse().map_err(|error: shogi_core::format::sfen::ParseSfenError| {
        parse_error(error, Place { at: Some(error.at), ..Place::default() })
    })
}

#[pymethods]
impl PyPosition {
    /// Makes a position from an SFEN or "startpos", and plays moves: `Move` objects or texts in USI.
    #[new]
    #[pyo3(signature = (sfen = "startpos", moves = None))]
    fn new(sfen: &str, moves: Option<Vec<Bound<'_, PyAny>>>) -> PyResult<Self> {
        let mut position = Self::new_at(parse_sfen(sfen)?);
        for value in moves.unwrap_or_default() {
            let m = position.read_move(&value)?;
            position.play(m)?;
        }
        Ok(position)
    }

    /// Makes a position from a line of USI: "position startpos moves 7g7f 3c3d", with or without the word
    /// "position".
    #[staticmethod]
    fn from_usi(line: &str) -> PyResult<Self> {
        let (line, _) = usi::parse_position(line, Mode::Strict).map_err(|error| {
            parse_error(error, Place { at: Some(error.at), ..Place::default() })
        })?;
        let mut position = Self::new_at(line.start);
        line.moves.iter().try_for_each(|&m| position.play(m))?;
        Ok(position)
    }

    /// Makes a position from the 32 bytes of Apery's HuffmanCodedPos.
    #[staticmethod]
    fn from_hcp(data: &[u8]) -> PyResult<Self> {
        let decoded = Hcp::from_bytes(thirty_two(data)?).decode();
        decoded.map(Self::new_at).map_err(|error| parse_error(error, Place::default()))
    }

    /// Makes a position from the 32 bytes of YaneuraOu's PackedSfen.
    #[staticmethod]
    fn from_packed_sfen(data: &[u8]) -> PyResult<Self> {
        let decoded = PackedSfen::from_bytes(thirty_two(data)?).decode();
        decoded.map(Self::new_at).map_err(|error| parse_error(error, Place::default()))
    }

    /// The 32 bytes of Apery's HuffmanCodedPos. The move number is not included.
    fn hcp<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let packed = Hcp::encode(&self.position);
        let packed = packed.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &packed.to_bytes()))
    }

    /// The 32 bytes of YaneuraOu's PackedSfen. The move number is not included.
    fn packed_sfen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let packed = PackedSfen::encode(&self.position);
        let packed = packed.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &packed.to_bytes()))
    }

    /// The position as an SFEN.
    #[getter]
    fn sfen(&self) -> String {
        self.position.to_string()
    }

    /// The position as a line of USI, with the moves that were played: "sfen ... moves ...".
    fn usi(&self) -> String {
        let mut text = format!("sfen {}", self.start);
        for (index, (m, _)) in self.played.iter().enumerate() {
            text.push_str(if index == 0 { " moves " } else { " " });
            text.push_str(&m.to_string());
        }
        text
    }

    /// The side to move: "black" or "white".
    #[getter]
    fn side(&self) -> &'static str {
        color_name(self.position.side())
    }

    /// The number of the next move, from 1.
    #[getter]
    fn move_number(&self) -> u32 {
        self.position.move_number()
    }

    /// The 64-bit hash of the board, the hands and the side to move.
    #[getter]
    fn key(&self) -> u64 {
        self.position.hash()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// Whether the side to move is checkmated.
    #[getter]
    fn is_checkmate(&self) -> bool {
        self.position.is_check() && !self.position.has_moves()
    }

    /// The moves that were played with `push`.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.played.iter().map(|&(m, _)| PyMove(m)).collect()
    }

    /// All legal moves.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::list(py, &self.position.legal_moves())
    }

    /// The number of legal moves.
    fn count_moves(&self) -> usize {
        self.position.count_moves()
    }

    /// Reads a legal move in USI notation.
    fn r#move(&self, usi: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        self.read_move(usi).map(PyMove)
    }

    /// Whether a move is legal. The move is a `Move` or a text in USI.
    fn is_legal(&self, m: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(found) = m.cast::<PyMove>() {
            return Ok(self.position.is_legal(found.get().0));
        }
        let text = m
            .extract::<&str>()
            .map_err(|_| PyTypeError::new_err("expected a Move or a text in USI"))?;
        match self.position.parse_move(text) {
            Ok(_) => Ok(true),
            Err(usi::ParseLegalMoveError::Illegal(_)) => Ok(false),
            Err(error) => Err(parse_error(format!("{text:?}: {error}"), Place::default())),
        }
    }

    /// Plays a legal move: a `Move` or a text in USI. Returns the position itself.
    fn push<'py>(
        mut this: PyRefMut<'py, Self>,
        m: &Bound<'_, PyAny>,
    ) -> PyResult<PyRefMut<'py, Self>> {
        let m = this.read_move(m)?;
        this.play(m)?;
        Ok(this)
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<PyMove> {
        let Some((m, undo)) = self.played.pop() else {
            return Err(PyIndexError::new_err("no move to take back"));
        };
        self.position.undo(m, undo);
        Ok(PyMove(m))
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, m: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position.gives_check(self.read_move(m)?))
    }

    /// The static exchange value of a move, in points of Bonanza's piece values (a pawn is 87).
    fn see(&self, m: &Bound<'_, PyAny>) -> PyResult<i32> {
        let m = self.read_move(m)?;
        if !self.position.is_legal(m) {
            return Err(illegal_move(format!("{m} is illegal")));
        }
        Ok(self.position.see(m))
    }

    /// The piece on a square: "P" (black), "p" (white), "+R", or None.
    fn piece(&self, square: &str) -> PyResult<Option<String>> {
        let square: Square = square.parse().map_err(|_| {
            PyValueError::new_err(format!("{square:?} is not a square, expected 1a to 9i"))
        })?;
        Ok(self.position.piece_on(square).map(|piece| piece.to_string()))
    }

    /// The pieces in the hand of a side: the count of each kind that the hand holds.
    fn hand(&self, side: &str) -> PyResult<std::collections::BTreeMap<String, u8>> {
        let hand = self.position.hand(color(side)?);
        Ok(hand
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| (kind.to_string(), count))
            .collect())
    }

    /// Searches for a mate by the side to move. Ctrl-C stops the search.
    ///
    /// `nodes` and `seconds` limit the search. `shortest` also proves that no shorter mate exists. `memory` is
    /// in megabytes.
    #[pyo3(signature = (nodes = None, seconds = None, shortest = false, memory = 64))]
    fn mate(
        &self,
        py: Python<'_>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        shortest: bool,
        memory: usize,
    ) -> PyResult<PyMate> {
        let time = match seconds {
            Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|error| {
                PyValueError::new_err(format!("seconds is {seconds}: {error}"))
            })?),
            None => None,
        };
        mate::solve(py, &self.position, nodes, time, shortest, memory)
    }

    /// Counts the sequences of `depth` legal moves.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| perft(&self.position, depth))
    }

    /// The result of a declaration by the side to move: "win", "draw" or None. The rule is "27", "24" or
    /// "try".
    #[pyo3(signature = (rule = "27"))]
    fn declaration(&self, rule: &str) -> PyResult<Option<&'static str>> {
        let rule = match rule {
            "27" => DeclarationRule::Points27,
            "24" => DeclarationRule::Points24,
            "try" => DeclarationRule::Try,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "rule is {rule:?}, expected \"27\", \"24\" or \"try\""
                )));
            }
        };
        Ok(match Declaration::of(&self.position).result(rule) {
            DeclarationResult::Win => Some("win"),
            DeclarationResult::Draw => Some("draw"),
            DeclarationResult::Fails => None,
        })
    }

    /// The name of a legal move in Japanese notation (KI2), such as "▲７六歩".
    fn japanese(&self, m: &Bound<'_, PyAny>) -> PyResult<String> {
        let last = self.played.last().map(|(m, _)| m.target());
        Ok(notation::ki2(&self.position, self.read_move(m)?, last))
    }

    /// The position as an SVG picture. `letters` is "japanese" or "western", `language` is "en" or "ja".
    #[pyo3(signature = (letters = "japanese", language = "en"))]
    fn svg(&self, letters: &str, language: &str) -> PyResult<String> {
        let letters = match letters {
            "japanese" => Letters::Japanese,
            "western" => Letters::Western,
            _ => {
                let message =
                    format!("letters is {letters:?}, expected \"japanese\" or \"western\"");
                return Err(PyValueError::new_err(message));
            }
        };
        let mut picture = Picture::new(&self.position)
            .with_letters(letters)
            .with_language(self::language(language)?);
        if let Some(&(last, _)) = self.played.last() {
            picture = picture.with_last_move(last);
        }
        Ok(picture.to_svg())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("japanese", "en")
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
        other.cast::<Self>().is_ok_and(|other| other.borrow().position == self.position)
    }

    fn __hash__(&self) -> u64 {
        self.position.hash()
    }

    fn __str__(&self) -> String {
        self.sfen()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.sfen())
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String, Vec<String>)) {
        let moves = self.played.iter().map(|(m, _)| m.to_string()).collect();
        (py.get_type::<Self>().into_any().unbind(), (self.start.to_string(), moves))
    }
}

/// Returns the language of a code.
pub fn language(code: &str) -> PyResult<Language> {
    match code {
        "en" => Ok(Language::English),
        "ja" => Ok(Language::Japanese),
        _ => Err(PyValueError::new_err(format!("language is {code:?}, expected \"en\" or \"ja\""))),
    }
}

fn thirty_two(data: &[u8]) -> PyResult<[u8; 32]> {
    data.try_into()
        .map_err(|_| parse_error(format!("{} bytes, expected 32", data.len()), Place::default()))
}
