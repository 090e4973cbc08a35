//! The failure of a command and its exit code.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// The reason why a command ends without a complete answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is invalid, or a file cannot be read or written. The message is not printed yet.
    Message(String),
    /// An error whose messages are already printed, for example messages about the invalid lines of
    /// a stream.
    Reported,
    /// Everything was answered, but a lenient reader skipped or replaced parts of the input. The warnings
    /// are already printed.
    Partial,
    /// Ctrl-C was pressed. The results so far are already printed.
    Interrupted,
    /// The program that reads standard output has closed the pipe, as `head -1` does. No message is
    /// printed.
    Closed,
}

/// The result of a subcommand.
pub(crate) type Outcome = Result<(), Failure>;

impl Failure {
    /// Makes a failure with the messages of an error and its sources.
    pub(crate) fn from_error(error: &dyn Error) -> Self {
        Self::Message(describe(error))
    }

    /// Makes a failure with the name of a file before the message: `path: message`.
    pub(crate) fn about(thing: impl Display, error: &dyn Error) -> Self {
        Self::Message(format!("{thing}: {}", describe(error)))
    }

    /// Prints the message, if there is one. Returns the exit code: 0 for a closed pipe, 1 for input that
    /// was read only in part, 130 after Ctrl-C, otherwise 2.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Closed => ExitCode::SUCCESS,
            Self::Partial => ExitCode::from(1),
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

/// Converts an error of standard output. Errors of files need a file name, so [`Failure::about`]
/// converts them.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Message(format!("standard output: {}", describe(&error)))
        }
    }
}

/// Returns the messages of an error and of its sources, separated by colons. A message that is part
/// of an earlier message is left out.
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
    without_os_codes(&text)
}

/// Rewrites the messages of the operating system in the style of this program:
/// `No such file or directory (os error 2)` becomes `no such file or folder`.
pub(crate) fn without_os_codes(text: &str) -> String {
    let mut rest = text;
    let mut result = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once(" (os error ") {
        let Some((code, after)) = after.split_once(')') else { break };
        if code.parse::<i32>().is_err() {
            break;
        }
        let start = before.rfind(": ").map_or(0, |colon| colon + 2);
        result.push_str(&before[..start]);
        match &before[start..] {
            "No such file or directory" => result.push_str("no such file or folder"),
            "Is a directory" => result.push_str("this is a folder, expected a file"),
            message => {
                let mut letters = message.chars();
                result.extend(letters.next().map(|letter| letter.to_ascii_lowercase()));
                result.push_str(letters.as_str());
            }
        }
        rest = after;
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_system_have_no_codes() {
        let error = io::Error::from_raw_os_error(2);
        assert!(!describe(&error).contains("os error"), "{error}");
        for (text, expected) in [
            ("a: No such file or directory (os error 2)", "a: no such file or folder"),
            ("Permission denied (os error 13); b", "permission denied; b"),
            ("a: Is a directory (os error 21)", "a: this is a folder, expected a file"),
            ("a (os error x)", "a (os error x)"),
            ("plain", "plain"),
        ] {
            assert_eq!(without_os_codes(text), expected);
        }
    }
}
