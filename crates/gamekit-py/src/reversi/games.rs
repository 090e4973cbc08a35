//! Files of games.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reversi_core::format::record::ReadGame;
use reversi_core::format::wthor::{GameFile, Names};
use reversi_core::format::{Contents, ReadError, appears_to_be, detect, games, read_as};

use super::position::{PyPosition, color_name};
use crate::errors::{Place, parse_error};
use crate::shogi::source_bytes;

/// A game that was read from a file.
#[pyclass(name = "Game", module = "gamekit.reversi", frozen)]
pub struct PyGame(ReadGame);

#[pymethods]
impl PyGame {
    /// The position after the last move, with all moves.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position.clone())
    }

    /// The name of the black player, or None.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.0.info.black.as_deref()
    }

    /// The name of the white player, or None.
    #[getter]
    fn white(&self) -> Option<&str> {
        self.0.info.white.as_deref()
    }

    /// The name of the tournament, or None.
    #[getter]
    fn tournament(&self) -> Option<&str> {
        self.0.info.tournament.as_deref()
    }

    /// The year, or None.
    #[getter]
    fn year(&self) -> Option<u16> {
        self.0.info.year()
    }

    /// The score for Black in discs, or None.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.0.score()
    }

    /// The winner: "black", "white", or None for a draw or an unknown result.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner().flatten().map(color_name)
    }

    fn __repr__(&self) -> String {
        let name = |name: Option<&str>| name.unwrap_or("?").to_owned();
        format!(
            "<Game: {} - {}, {} moves>",
            name(self.black()),
            name(self.white()),
            self.0.position.ply()
        )
    }
}

/// Reads all games of a file, from a path or from bytes. The format is detected: WTHOR, transcripts, GGF
/// or PGN. The names of a WTHOR file are read from the files beside it.
#[pyfunction]
pub fn read_games(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Vec<PyGame>> {
    let bytes = source_bytes(source)?;
    let names = names_of(source);
    let read = py.detach(|| -> Result<Contents, ReadError> {
        let format = detect(&bytes)
            .ok_or_else(|| ReadError::UnknownFormat { appears_to_be: appears_to_be(&bytes) })?;
        read_as(format, &bytes, &names)
    });
    let contents = read.map_err(|error| parse_error(error, Place::default()))?;
    let Contents::Games(games) = contents else {
        return Err(parse_error("a list of positions, expected games", Place::default()));
    };
    (1..)
        .zip(games)
        .map(|(number, game)| {
            let place = Place { game: Some(number), ..Place::default() };
            game.map(PyGame).map_err(|error| parse_error(error, place))
        })
        .collect()
}

/// Returns the names beside a WTHOR file, if the source is a path.
fn names_of(source: &Bound<'_, PyAny>) -> Names {
    let path = source.extract::<std::path::PathBuf>();
    path.ok().and_then(|path| games::names_beside(path).ok()).unwrap_or_default()
}

/// Returns the games of a WTHOR file as columns.
#[pyfunction]
pub fn wthor_columns<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let bytes = source_bytes(source)?;
    let file = GameFile::from_bytes(&bytes)
        .map_err(|error| parse_error(error, Place { at: Some(error.at), ..Place::default() }))?;
    let names = names_of(source);
    let count = file.games.len();
    let columns = PyDict::new(py);
    let column = |value: fn(&reversi_core::format::wthor::GameRecord) -> u16| {
        PyArray1::from_iter(py, file.games.iter().map(value))
    };
    columns.set_item("tournament", column(|game| game.tournament))?;
    columns.set_item("black", column(|game| game.black))?;
    columns.set_item("white", column(|game| game.white))?;
    let scores = |value: fn(&reversi_core::format::wthor::GameRecord) -> i32| {
        PyArray1::from_iter(py, file.games.iter().map(|game| value(game) as i8))
    };
    columns.set_item("score", scores(reversi_core::format::wthor::GameRecord::score))?;
    columns.set_item(
        "theoretical_score",
        scores(reversi_core::format::wthor::GameRecord::theoretical_score),
    )?;
    columns.set_item("year", PyArray1::from_iter(py, std::iter::repeat_n(file.year(), count)))?;
    // Squares are 0 to 63; 255 fills the rest of a game.
    let mut moves = vec![255u8; 60 * count];
    for (game, out) in file.games.iter().zip(moves.chunks_exact_mut(60)) {
        for (square, out) in game.squares().zip(out) {
            *out = square.index() as u8;
        }
    }
    let moves: Bound<'py, PyArray2<u8>> = PyArray1::from_vec(py, moves).reshape([count, 60])?;
    columns.set_item("moves", moves)?;
    if names.players.is_some() {
        let name = |number| names.player(number);
        let players =
            |value: fn(&reversi_core::format::wthor::GameRecord) -> u16| -> Vec<Option<String>> {
                file.games.iter().map(|game| name(value(game))).collect()
            };
        columns.set_item("black_name", players(|game| game.black))?;
        columns.set_item("white_name", players(|game| game.white))?;
    }
    if names.tournaments.is_some() {
        let found: Vec<Option<String>> =
            file.games.iter().map(|game| names.tournament(game.tournament)).collect();
        columns.set_item("tournament_name", found)?;
    }
    Ok(columns)
}
