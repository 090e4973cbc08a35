//! The command line before clap sees it.

use std::ffi::OsString;

/// Makes a command and those below it speak as one program: `-V` names `gamekit`, and a negative
/// number behind an option is its value, which is then told what it may be.
pub(crate) fn of_one_program(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    command
        .display_name("gamekit")
        .mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(of_one_program)
}

/// A word that stands for a position. A blank one is refused: more often than the start it means a
/// variable of a script that was never set.
pub(crate) fn not_blank(word: &str, expected: &str) -> Result<String, String> {
    if word.trim().is_empty() {
        return Err(format!("a blank word, expected {expected}"));
    }
    Ok(word.to_owned())
}

/// A board given as an argument begins with `-` more often than not, and would be read as an
/// option. A word that begins with a whole row of a board is no option of ours, so its empty
/// squares are respelled as `.`, which means the same.
pub(crate) fn shield_boards(
    words: impl Iterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    words.map(|word| match word.to_str() {
        Some(text) if begins_with_row(text) => OsString::from(text.replace('-', ".")),
        _ => word,
    })
}

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
