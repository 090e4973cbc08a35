//! Opening books.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reversi_core::book::{Basis, Book, BookInfo, BookView};

use super::position::PyPosition;

/// An opening book in memory.
#[pyclass(name = "Book", module = "gamekit.reversi")]
pub struct PyBook(Book);

fn info_of<'py>(py: Python<'py>, info: &BookInfo) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("value", info.value.map(|value| f64::from(value) / 100.0))?;
    let (basis, depth) = match info.basis {
        Basis::Games(_) => ("games", None),
        Basis::Depth(depth) => ("depth", depth.map(std::num::NonZero::get)),
    };
    entry.set_item("basis", basis)?;
    entry.set_item("depth", depth)?;
    entry.set_item("games", info.games)?;
    entry.set_item("wins", info.wins)?;
    entry.set_item("draws", info.draws)?;
    entry.set_item("losses", info.losses)?;
    Ok(entry)
}

#[pymethods]
impl PyBook {
    /// Makes an empty book.
    #[new]
    fn new() -> Self {
        Self(Book::new())
    }

    /// Loads a book file.
    #[staticmethod]
    fn load(path: std::path::PathBuf) -> PyResult<Self> {
        Book::load(path).map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Saves the book. The file is written completely or not at all.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        self.0.save(path).map_err(|error| pyo3::exceptions::PyOSError::new_err(error.to_string()))
    }

    /// Adds the positions of a game with its moves. The score is in discs for Black, or None.
    #[pyo3(signature = (game, score = None))]
    fn add(&mut self, game: &PyPosition, score: Option<i32>) -> PyResult<()> {
        let moves = game.0.history().iter().map(|turn| turn.mv);
        self.0.register(moves, score).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The entry of a position or None: a dictionary with `value` in discs for the side to move, `basis`
    /// ("games" or "depth"), `depth`, `games`, `wins`, `draws` and `losses`.
    fn find<'py>(
        &self,
        py: Python<'py>,
        position: &PyPosition,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.0.find(position.0.board()).map(|info| info_of(py, &info)).transpose()
    }

    /// The moves of a position that the book has, the best first. Each dictionary also has `move`.
    fn moves<'py>(
        &self,
        py: Python<'py>,
        position: &PyPosition,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let Ok(moves) = BookView::moves(&self.0, position.0.board());
        moves
            .iter()
            .map(|found| {
                let entry = info_of(py, &found.info)?;
                entry.set_item("move", found.mv.to_string())?;
                Ok(entry)
            })
            .collect()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, position: &PyPosition) -> bool {
        self.0.find(position.0.board()).is_some()
    }
}
