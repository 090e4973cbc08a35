//! The end of an engine program: its message and its exit code.
use std::error::Error;
use std::process::ExitCode;

/// Prints the error of an engine, if there is one, to standard error. Returns the exit code: 0 for
/// success, 1 for an error.
pub fn finish(program: &str, result: Result<(), impl Error>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{program}: {error}");
            ExitCode::FAILURE
        }
    }
}
