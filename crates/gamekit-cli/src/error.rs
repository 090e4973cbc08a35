//! How a command ends when it does not end well.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Why a command stops without its whole answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad input or a file that cannot be read or written; the message is still to be shown.
    Message(String),
    /// Every message was given on the way, as for a stream with bad lines.
    Reported,
    /// Ctrl-C, and what was found is told.
    Interrupted,
    /// Nobody reads our output any more, as in `gamekit .. | head -1`: a quiet end.
    Closed,
}

/// What a subcommand returns.
pub(crate) type Outcome = Result<(), Failure>;

impl Failure {
    /// A failure with the message of an error and of all that caused it.
    pub(crate) fn from_error(error: &dyn Error) -> Self {
        Self::Message(describe(error))
    }

    /// A failure about a named thing: `path: message`.
    pub(crate) fn about(thing: impl Display, error: &dyn Error) -> Self {
        Self::Message(format!("{thing}: {}", describe(error)))
    }

    /// Shows the message, if one is due, and names the exit code: 0 for a closed pipe, 130 after
    /// Ctrl-C, else 2.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Closed => ExitCode::SUCCESS,
            Self::Reported => ExitCode::from(2),
            Self::Interrupted => ExitCode::from(130),
            Self::Message(message) => {
                eprintln!("gamekit: {message}");
                ExitCode::from(2)
            }
        }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Message(message)
    }
}

/// Only for writes to standard output: everything else names its file through [`Failure::about`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Message(format!("standard output: {error}"))
        }
    }
}

/// The messages of an error and of its sources, joined by colons, none said twice.
pub(crate) fn describe(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text.push_str(": ");
            text.push_str(&cause_text);
        }
        source = cause.source();
    }
    text
}
