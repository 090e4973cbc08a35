//! Positions in any text form: a transcript, a board, a line of a list of problems, or a game in GGF.
//!
//! ```
//! use reversi_core::Position;
//! use reversi_core::format::position_text;
//! let board = "---------------------------OX------XO--------------------------- X";
//! assert_eq!(position_text::parse(board)?, Position::start());
//! assert_eq!(position_text::parse("")?, Position::start());
//! assert_eq!(position_text::parse("f5d6c3")?.ply(), 3);
//! assert_eq!(position_text::parse_line("# a comment")?, None);
//! # Ok::<(), position_text::ParsePositionError>(())
//! ```
use super::boardtext::{self, ParseBoardError};
use super::ggf::{self, ParseGgfError};
use super::obf::{self, ParseObfError};
use super::transcript::{self, ParseTranscriptError, ParseTranscriptErrorKind};
use crate::position::Position;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// Reads a transcript, a board and its side to move, a board with the moves after it, a line of a list
/// of problems, or one game in GGF. An empty text and the word `start` are the start position.
///
/// ```
/// use reversi_core::format::position_text;
/// let board = "---------------------------OX------XO--------------------------- X";
/// let after = position_text::parse("f5d6")?;
/// assert_eq!(position_text::parse(&format!("{board} f5d6"))?, after);
/// assert_eq!(position_text::parse(&format!("{board}; f5:+0;"))?.ply(), 0);
/// assert_eq!(position_text::parse("start")?.ply(), 0);
/// # Ok::<(), position_text::ParsePositionError>(())
/// ```
///
/// # Errors
/// Returns [`ParsePositionError`] with the byte offset in `text`.
pub fn parse(text: &str) -> Result<Position, ParsePositionError> {
    let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
    let result = read(&text[skipped..]);
    result.map_err(|error| ParsePositionError { at: skipped + error.at, ..error })
}

/// Reads a text without a byte order mark.
fn read(text: &str) -> Result<Position, ParsePositionError> {
    let word = text.trim();
    if word.starts_with("(;") {
        let game = text.parse::<ggf::Game>().map_err(|error| ParsePositionError {
            at: error.at,
            kind: ParsePositionErrorKind::Ggf(error),
        })?;
        return Ok(game.position);
    }
    if ["start", "startpos"].contains(&word) {
        return Ok(Position::start());
    }
    if is_board(text) { board(text) } else { game(text) }
}

/// Reads a text that begins with a board.
fn board(text: &str) -> Result<Position, ParsePositionError> {
    if text.chars().filter(|c| !c.is_whitespace()).count() < SHORT {
        return boardtext::parse(text).map_err(|_| neither(text, 0));
    }
    let error = |at, kind| ParsePositionError { at, kind };
    let (position, end) = boardtext::parse_beginning(text)
        .map_err(|board| error(board.at, ParsePositionErrorKind::Board(board)))?;
    let rest = text[end..].trim();
    if rest.is_empty() {
        return Ok(position);
    }
    if rest.starts_with([';', '%']) {
        return match obf::parse_line(text) {
            Ok(_) => Ok(position),
            Err(obf) => Err(error(obf.at, ParsePositionErrorKind::Obf(obf))),
        };
    }
    game(text)
}

/// Reads a transcript.
fn game(text: &str) -> Result<Position, ParsePositionError> {
    let game = transcript::parse(text).map_err(|error| match error.kind {
        // The first move cannot be read.
        ParseTranscriptErrorKind::BadSquare
        | ParseTranscriptErrorKind::HalfMove
        | ParseTranscriptErrorKind::Unexpected { .. }
            if error.ply == 1 && !is_board(text) =>
        {
            neither(text, error.at)
        }
        _ => {
            let kind = ParsePositionErrorKind::Transcript(error);
            ParsePositionError { at: error.at, kind }
        }
    })?;
    Ok(game.position)
}

/// Reads the position of a line, as [`parse`] does. Returns `None` for a line that begins with `#` or
/// `%`.
///
/// # Errors
/// Returns [`ParsePositionError`] with the byte offset in `line`.
pub fn parse_line(line: &str) -> Result<Option<Position>, ParsePositionError> {
    if line.trim_start_matches('\u{feff}').trim_start().starts_with(['#', '%']) {
        return Ok(None);
    }
    parse(line).map(Some)
}

/// The minimum number of symbols of a string that is treated as a board.
const SHORT: usize = 33;

/// Creates the error for a string that is neither a transcript nor a board.
fn neither(text: &str, at: usize) -> ParsePositionError {
    let mut shown: String = text.trim().chars().take(24).collect();
    if shown.len() < text.trim().len() {
        shown.push_str("..");
    }
    ParsePositionError { at, kind: ParsePositionErrorKind::Neither { text: shown.into() } }
}

/// Returns whether a string is a board. A board begins with a square symbol. A transcript begins
/// with a letter and a digit, or with a move number.
pub(super) fn is_board(text: &str) -> bool {
    let mut characters = text.trim_start().chars();
    match characters.next() {
        None => false,
        Some('b' | 'B' | 'w' | 'W') => !characters.next().is_some_and(|c| c.is_ascii_digit()),
        // The board reader reports a zero that is used instead of the letter O.
        Some('0' | 'x' | 'X' | 'o' | 'O') => true,
        Some(first) => !first.is_alphanumeric(),
    }
}

/// The error for a string that is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePositionError {
    /// The byte offset in the text.
    pub at: usize,
    /// What is wrong at the byte.
    pub kind: ParsePositionErrorKind,
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The messages of the other kinds contain the byte offset.
        if let ParsePositionErrorKind::Neither { .. } = self.kind {
            write!(f, "invalid position, byte {}: ", self.at)?;
        }
        self.kind.fmt(f)
    }
}

impl core::error::Error for ParsePositionError {}

/// What is wrong with a string that is not a position.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParsePositionErrorKind {
    /// An invalid board.
    #[error("{0}")]
    Board(ParseBoardError),
    /// An invalid transcript.
    #[error("{0}")]
    Transcript(ParseTranscriptError),
    /// An invalid line of an OBF file.
    #[error("{0}")]
    Obf(ParseObfError),
    /// An invalid game in GGF.
    #[error("{0}")]
    Ggf(ParseGgfError),
    /// A string in no known form.
    #[error(
        "`{text}` is neither a transcript (f5d6c3) nor a board of 64 characters (X black, O white, - \
         empty) and the side to move (X or O)"
    )]
    Neither {
        /// The beginning of the text.
        text: Box<str>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn the_error_for_an_unknown_form_describes_both_forms() {
        let parse = |text: &str| parse(text).map_err(|error| error.to_string());
        for text in ["bad", "bb", "X", "zz", "hello", "f", "?", "x f5"] {
            let error = parse(text).unwrap_err();
            assert!(error.contains("transcript (f5d6c3)"), "{text}: {error}");
            assert!(error.contains("board of 64 characters"), "{text}: {error}");
            assert!(error.contains(&std::format!("`{text}`")), "{text}: {error}");
        }
        let long = parse(&"é".repeat(100)).unwrap_err();
        assert!(long.len() < 250 && long.contains("é.."), "{long}");
        // If the form of the text is recognised, the error concerns the content.
        for (text, expected) in
            [("f5f5", "ply 2"), ("f5d6c", "incomplete square"), ("a1", "illegal move a1")]
        {
            assert!(parse(text).unwrap_err().contains(expected), "{text}");
        }
        assert!(parse(&"-".repeat(40)).unwrap_err().contains("expected 64"));
    }

    #[test]
    fn boards_and_transcripts_are_distinguished() {
        let board = "---------------------------OX------XO--------------------------- X";
        for text in [board, "[8 -------- *]", "bw", "W-", "X", "0X", "  O-", "...", "_"] {
            assert!(is_board(text), "{text}");
        }
        for text in ["", "f5", "b3", "B6d6", "w1", "1. f5", "pass", "zz", "  f5"] {
            assert!(!is_board(text), "{text}");
        }
    }

    #[test]
    fn text_after_a_board_is_read_as_in_a_list_of_problems() {
        let board = "---------------------------OX------XO--------------------------- X";
        for text in [";", "; f5:+2;", "; f5:+2", " % c", ";;", " ; --:-127"] {
            assert_eq!(parse(&std::format!("{board}{text}")), Ok(Position::start()), "{text}");
        }
        assert_eq!(parse(&std::format!("\u{feff}{board} f5 d6")).unwrap().ply(), 2);
        for (text, at) in [("x", 66), (" x5", 67), (" f5a1", 69), ("; a1:2", 68)] {
            assert_eq!(parse(&std::format!("{board}{text}")).unwrap_err().at, at, "{text}");
        }
    }

    #[test]
    fn games_in_ggf_are_read() {
        let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
        let game = parse(&std::format!("(;GM[Othello]BO[{board}]B[f5]W[d6];)")).unwrap();
        assert_eq!(game, parse("f5d6").unwrap());
        assert!(matches!(parse("(;").unwrap_err().kind, ParsePositionErrorKind::Ggf(_)));
    }

    #[test]
    fn lines_in_each_form_are_read() {
        let board = "---------------------------OX------XO--------------------------- X";
        for line in [board, &std::format!("{board}; f5:+2; % c"), "", "  "] {
            assert_eq!(parse_line(line), Ok(Some(Position::start())), "{line}");
        }
        for line in ["# f5", "  # f5", "% f5"] {
            assert_eq!(parse_line(line), Ok(None), "{line}");
        }
        assert_eq!(parse_line("f5d6").unwrap().unwrap().ply(), 2);
        let error = parse_line(&std::format!("{board}; a1:+2;")).unwrap_err();
        assert_eq!(error.at, 68);
        assert!(error.to_string().starts_with("invalid obf line, byte 68: "), "{error}");
    }
}
