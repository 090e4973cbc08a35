//! The compiled part of the Python package `gamekit`.
//!
//! The Python modules `gamekit.shogi` and `gamekit.reversi` re-export these classes and functions. The
//! functions for arrays work on plain buffers; their Python wrappers create the arrays.

// The macros of PyO3 expand to unsafe code and to public items without documentation.
#![allow(missing_docs, unreachable_pub)]
// The types of PyO3 name lifetimes and dimensions.
#![allow(clippy::type_complexity)]

mod batch;
mod errors;
mod reversi;
mod shogi;

use pyo3::prelude::*;

/// The compiled part of `gamekit`.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ParseError", module.py().get_type::<errors::ParseError>())?;
    module.add("IllegalMoveError", module.py().get_type::<errors::IllegalMoveError>())?;
    shogi::add_to(module)?;
    reversi::add_to(module)
}
