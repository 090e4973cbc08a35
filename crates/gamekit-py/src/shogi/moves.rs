//! Moves.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::PyList;
use shogi_core::{Color, Move, features};

/// A move with the kinds of the moved and the captured piece. A position makes moves: see
/// `Position.legal_moves` and `Position.move`.
#[pyclass(name = "Move", module = "gamekit.shogi", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyMove(pub Move);

#[pymethods]
impl PyMove {
    /// Makes a move from its 32-bit word.
    #[staticmethod]
    fn from_word(word: u32) -> PyResult<Self> {
        let found = Move::from_bits(word);
        found.map(Self).ok_or_else(|| {
            pyo3::exceptions::PyValueError::new_err(format!("{word:#x} is not the word of a move"))
        })
    }

    /// The move in USI notation, such as "7g7f", "8h2b+" or "P*5e".
    #[getter]
    fn usi(&self) -> String {
        self.0.to_string()
    }

    /// The 32-bit word in Bonanza's layout.
    #[getter]
    fn word(&self) -> u32 {
        self.0.bits()
    }

    /// The target square, such as "7f".
    #[getter]
    fn target(&self) -> String {
        self.0.target().to_string()
    }

    /// The origin square, or None for a drop.
    #[getter]
    fn origin(&self) -> Option<String> {
        self.0.origin().map(|square| square.to_string())
    }

    /// The letter of the moved kind before the move, such as "P" or "+R".
    #[getter]
    fn piece(&self) -> String {
        self.0.kind().to_string()
    }

    /// The letter of the captured kind, or None.
    #[getter]
    fn captured(&self) -> Option<String> {
        self.0.captured().map(|kind| kind.to_string())
    }

    /// Whether the move is a drop.
    #[getter]
    fn is_drop(&self) -> bool {
        self.0.is_drop()
    }

    /// Whether the piece promotes.
    #[getter]
    fn is_promotion(&self) -> bool {
        self.0.is_promotion()
    }

    /// The 16-bit move of HCPE records.
    #[getter]
    fn move16(&self) -> u16 {
        self.0.bare().to_apery16()
    }

    /// The 16-bit move of PSV records.
    #[getter]
    fn psv_move16(&self) -> u16 {
        self.0.bare().to_yaneuraou16()
    }

    /// The class of the move among dlshogi's 2187 classes, if `side` ("black" or "white") plays it.
    fn label(&self, side: &str) -> PyResult<u16> {
        Ok(features::label(color(side)?, self.0.bare()))
    }

    fn __str__(&self) -> String {
        self.usi()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.0)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (u32,))> {
        let class = py.get_type::<Self>();
        Ok((class.getattr("from_word")?.unbind(), (self.0.bits(),)))
    }
}

/// The number of entries of the cache: a power of two.
const CACHED: usize = 1 << 14;

/// Move objects that were made before. Moves do not change, so lists can share the objects. To share an
/// object is faster than to allocate a new one.
static CACHE: Mutex<Vec<Option<Py<PyMove>>>> = Mutex::new(Vec::new());

/// Makes a list of moves.
pub fn list<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
    // A thread that waits for the lock would keep the interpreter from the thread that holds the lock.
    let Ok(mut cache) = CACHE.try_lock() else {
        return PyList::new(py, moves.iter().copied().map(PyMove));
    };
    if cache.is_empty() {
        cache.resize_with(CACHED, || None);
    }
    let mut objects = Vec::with_capacity(moves.len());
    for &m in moves {
        let index = (m.bits().wrapping_mul(0x9e37_79b1) >> 18) as usize % CACHED;
        let entry = &mut cache[index];
        let object = match entry {
            Some(object) if object.get().0 == m => object.clone_ref(py),
            _ => {
                let object = Py::new(py, PyMove(m))?;
                *entry = Some(object.clone_ref(py));
                object
            }
        };
        objects.push(object);
    }
    drop(cache);
    PyList::new(py, objects)
}

/// Returns the color with the name "black" or "white".
pub fn color(name: &str) -> PyResult<Color> {
    match name {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(pyo3::exceptions::PyValueError::new_err(format!(
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
