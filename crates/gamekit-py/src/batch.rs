//! Work on arrays: on several threads, without the lock of the interpreter, and stopped by Ctrl-C.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::errors::element_error;

/// The number of elements that one task handles.
pub const CHUNK: usize = 256;

/// The number of tasks between two looks for Ctrl-C.
const BLOCK: usize = 128;

/// The index of a bad element, and what is wrong with it.
pub type Fault = (usize, String);

/// Calls `work` for every task on `threads` threads (all cores for `None`), without the lock of the
/// interpreter.
///
/// # Errors
/// Returns a `ParseError` with the index of the first bad element, or the exception of a signal handler.
pub fn run<I: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    tasks: Vec<I>,
    work: impl Fn(I) -> Result<(), Fault> + Sync + Send,
) -> PyResult<()> {
    let pool = match threads {
        Some(0) => return Err(PyValueError::new_err("threads is 0, expected at least 1, or None")),
        None | Some(1) => None,
        Some(count) => {
            let built = ThreadPoolBuilder::new().num_threads(count).build();
            Some(built.map_err(|error| PyValueError::new_err(error.to_string()))?)
        }
    };
    let mut tasks = tasks.into_iter();
    loop {
        let block: Vec<I> = tasks.by_ref().take(BLOCK).collect();
        if block.is_empty() {
            return Ok(());
        }
        let first_fault = |block: Vec<I>| -> Option<Fault> {
            block.into_par_iter().filter_map(|task| work(task).err()).min_by_key(|fault| fault.0)
        };
        let fault = py.detach(|| match (threads, &pool) {
            (Some(1), _) => block.into_iter().find_map(|task| work(task).err()),
            (_, Some(pool)) => pool.install(|| first_fault(block)),
            (_, None) => first_fault(block),
        });
        if let Some((index, message)) = fault {
            return Err(element_error(index, message));
        }
        py.check_signals()?;
    }
}

/// Returns an error if an output array does not have `expected` elements.
pub fn check_len(name: &str, found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name} has {found} elements, expected {expected}")))
}
