//! The exceptions of the package. Each exception carries the place of the fault as attributes.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    gamekit,
    ParseError,
    PyValueError,
    "Invalid input. Attributes give the place, or None if it does not apply: `line` and `column` in a text\n\
     (from 1), `at` in characters or bytes (from 0), `game` in a file of several games (from 1), and\n\
     `index` in an array (from 0)."
);
create_exception!(gamekit, IllegalMoveError, PyValueError, "The move is illegal in the position.");

/// Where the fault is.
#[derive(Clone, Copy, Default)]
pub struct Place {
    pub line: Option<u32>,
    pub column: Option<u32>,
    pub at: Option<usize>,
    pub game: Option<u32>,
    pub index: Option<usize>,
}

/// Makes a `ParseError` with its place.
pub fn parse_error(message: impl Display, place: Place) -> PyErr {
    Python::attach(|py| {
        let error = ParseError::new_err(message.to_string());
        let value = error.value(py);
        let set = || -> PyResult<()> {
            value.setattr("line", place.line)?;
            value.setattr("column", place.column)?;
            value.setattr("at", place.at)?;
            value.setattr("game", place.game)?;
            value.setattr("index", place.index)
        };
        match set() {
            Ok(()) => error,
            Err(other) => other,
        }
    })
}

/// Makes a `ParseError` about an element of an array.
pub fn element_error(index: usize, message: impl Display) -> PyErr {
    parse_error(
        format!("element {index}: {message}"),
        Place { index: Some(index), ..Place::default() },
    )
}

/// Makes an `IllegalMoveError`.
pub fn illegal_move(message: impl Display) -> PyErr {
    IllegalMoveError::new_err(message.to_string())
}
