//! Changes to the command line and to its parser before parsing.

use std::ffi::OsString;
use std::time::Duration;

/// Changes the parser of a command and of its subcommands. `-V` prints the name `gamekit`. A
/// negative number after an option is the value of the option. The error message then states the
/// allowed range.
pub(crate) fn of_one_program(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    command
        .display_name("gamekit")
        .mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(of_one_program)
}

/// Reads a time limit in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds that is not negative".to_owned())
}

/// Returns an argument, or an error if the argument is blank. A blank argument usually comes from
/// an unset variable of a script, so it does not mean the start position.
pub(crate) fn not_blank(word: &str, expected: &str) -> Result<String, String> {
    if word.trim().is_empty() {
        return Err(format!("empty argument, expected {expected}"));
    }
    Ok(word.to_owned())
}

/// Replaces `-` by `.` in boards that begin with `-`. Both characters mean an empty square. The
/// parser would otherwise read such a board as an option.
pub(crate) fn shield_boards(
    words: impl Iterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    words.map(|word| match word.to_str() {
        Some(text) if begins_with_row(text) => OsString::from(text.replace('-', ".")),
        _ => word,
    })
}

/// Returns whether an argument begins with `-` and its first eight characters are a row of a board.
fn begins_with_row(text: &str) -> bool {
    let row = text.as_bytes().get(..8);
    text.starts_with('-')
        && row.is_some_and(|row| row.iter().all(|byte| b"-.XxOo* ".contains(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shielded(word: &str) -> String {
        let words = shield_boards([OsString::from(word)].into_iter());
        words.map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn boards_lose_their_dashes_and_options_keep_them() {
        let board = "---------------------------OX------XO--------------------------- X";
        assert_eq!(shielded(board), board.replace('-', "."));
        assert_eq!(shielded("---OX---"), "...OX...");
        for option in ["-o", "--depth", "--json", "--", "-", "--divide"] {
            assert_eq!(shielded(option), option);
        }
    }
}
