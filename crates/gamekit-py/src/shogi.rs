//! Shogi: positions, moves, records and arrays.

mod arrays;
mod history;
mod mate;
mod moves;
mod position;
mod record;

use pyo3::prelude::*;

pub use position::language;
pub use record::source_bytes;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<moves::PyMove>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<mate::PyMate>()?;
    module.add_class::<history::PyHistory>()?;
    module.add_class::<record::PyRecord>()?;
    module.add_function(wrap_pyfunction!(record::read_records, module)?)?;
    arrays::add_to(module)
}
