//! How many threads a command may use.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Failure;

/// Far more than any machine has; a slip of the finger does not ask for a million stacks.
const MOST: usize = 1024;

/// Reads a `--threads` value.
pub(crate) fn parse(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=MOST) => Ok(count),
        _ => Err(format!("expected a number from 1 to {MOST}")),
    }
}

/// A pool of that many threads, or of one for each core.
pub(crate) fn pool(threads: Option<usize>) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .map_err(|error| Failure::from_error(&error))
}
