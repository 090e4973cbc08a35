//! Reversi: positions, games, books, search and arrays.

mod arrays;
mod book;
mod engine;
mod games;
mod position;

use pyo3::prelude::*;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ReversiPosition", module.py().get_type::<position::PyPosition>())?;
    module.add("ReversiBook", module.py().get_type::<book::PyBook>())?;
    module.add("ReversiGame", module.py().get_type::<games::PyGame>())?;
    module.add("reversi_read_games", wrap_pyfunction!(games::read_games, module)?)?;
    module.add("reversi_wthor_columns", wrap_pyfunction!(games::wthor_columns, module)?)?;
    engine::add_to(module)?;
    arrays::add_to(module)
}
