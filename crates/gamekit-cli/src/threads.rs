//! The number of threads of a command.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Failure;

/// The maximum number of threads. It exceeds the number of cores of usual machines. Larger numbers
/// are probably typing errors.
const MOST: usize = 1024;

/// Reads a `--threads` value.
pub(crate) fn parse(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=MOST) => Ok(count),
        _ => Err(format!("expected a number from 1 to {MOST}")),
    }
}

/// Makes a thread pool. The default is one thread per core.
pub(crate) fn pool(threads: Option<usize>) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .map_err(|error| Failure::from_error(&error))
}
