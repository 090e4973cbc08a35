//! A game as its moves: `f5d6c3d3`.
//!
//! ```
//! use reversi_core::format::transcript::{self, Passes};
//! let game = transcript::parse("1. f5 d6 2. c3 d3")?;
//! assert_eq!(transcript::display(game.position.history(), Passes::Omit).to_string(), "f5d6c3d3");
//! # Ok::<(), transcript::ParseTranscriptError>(())
//! ```
//!
//! The reader accepts squares in either case. Blanks, commas, single hyphens and move numbers
//! (`1.`, `1...` or a bare `1`) may appear between squares. The values of move numbers are not
//! checked. Passes may be written as `pass`, `pa`, `ps` or `--`. Passes may also be left out: if
//! the side to move has no legal move, the reader inserts a pass before the next square. A written
//! pass must be legal.
//!
//! The reader treats special cases as follows:
//!
//! - a letter without a digit at the end is an error;
//! - a result at the very end, `37-27`, is not a move; it becomes [`Transcript::result`];
//! - the game is not rotated to begin with f5: the first move is read as written;
//! - a pass that is left out at the end of the text is not inserted: in the position after `parse`,
//!   the opponent of the side that played the last written turn is to move.
use crate::color::Color;
use crate::moves::{IllegalMove, Move};
use crate::position::{Position, Turn};
use crate::square::Square;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A game read from text, with the turns as written and the position that they lead to.
///
/// The text form has the turns as written, then the result: `f5d6c3 37-27`. `FromStr` reads the
/// text as a game from the usual start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    /// The turns as written, with passes only where the text has passes.
    pub moves: Vec<Move>,
    /// The position after the turns. Its history has all passes.
    pub position: Position,
    /// The result after the moves in the text.
    pub result: Option<WrittenResult>,
}

/// A result written after the moves: discs of Black and of White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenResult {
    /// Black's discs.
    pub black: u8,
    /// White's discs.
    pub white: u8,
}

impl Transcript {
    /// Returns the final score for Black. If the game is over, this is the score of the board.
    /// Otherwise it is the score of the written result, or `None` if there is no written result.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        if self.position.is_over() {
            return Some(self.position.final_score(Color::Black));
        }
        self.result.map(|result| i32::from(result.black) - i32::from(result.white))
    }

    /// Returns the squares of the placed discs, in order, without passes.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.moves.iter().filter_map(|mv| mv.square())
    }

    /// Returns the passes of the game: the side that passed, and the number of the next placed
    /// disc, counted from 1.
    pub fn passes(&self) -> impl Iterator<Item = (Color, usize)> + '_ {
        let history = self.position.history();
        let last = self.position.side();
        let mut placed = 0;
        history.iter().enumerate().filter_map(move |(ply, turn)| match turn.mv {
            Move::Place(_) => {
                placed += 1;
                None
            }
            // The sides alternate in the list of turns, because passes are included.
            Move::Pass => {
                let behind = history.len() - ply;
                Some((if behind.is_multiple_of(2) { last } else { !last }, placed + 1))
            }
        })
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|mv| match mv {
            Move::Place(square) => write!(f, "{square}"),
            Move::Pass => f.write_str("pa"),
        })?;
        match self.result {
            Some(WrittenResult { black, white }) => write!(f, " {black}-{white}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Transcript {
    type Err = ParseTranscriptError;

    /// Reads a game from the usual start, as [`parse`] does.
    fn from_str(text: &str) -> Result<Self, ParseTranscriptError> {
        parse(text)
    }
}

/// Reads a game from the usual start.
///
/// # Errors
/// Returns [`ParseTranscriptError`] with the byte offset in `text` and the ply.
pub fn parse(text: &str) -> Result<Transcript, ParseTranscriptError> {
    parse_from(Position::start(), text)
}

/// Reads a game that continues from `position`.
///
/// # Errors
/// Returns [`ParseTranscriptError`] with the byte offset in `text` and the ply.
pub fn parse_from(mut position: Position, text: &str) -> Result<Transcript, ParseTranscriptError> {
    let bytes = text.as_bytes();
    let (mut at, mut moves, mut result) = (0, Vec::new(), None);
    while at < bytes.len() {
        let error = |at: usize, kind| ParseTranscriptError { at, ply: moves.len() + 1, kind };
        let start = at;
        match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' | b',' => at += 1,
            b'-' if bytes.get(at + 1) != Some(&b'-') => at += 1,
            b'0'..=b'9' => match number(bytes, at) {
                Number::OfMove { end } => at = end,
                Number::Result { black, white, end } => {
                    let discs = |n: Option<u8>| n.filter(|&n| n <= 64);
                    result = match (discs(black), discs(white)) {
                        (Some(black), Some(white)) if black + white <= 64 => {
                            Some(WrittenResult { black, white })
                        }
                        _ => return Err(error(start, ParseTranscriptErrorKind::BadResult)),
                    };
                    if let Some(rest) = bytes[end..].iter().position(|b| !b.is_ascii_whitespace()) {
                        return Err(error(end + rest, ParseTranscriptErrorKind::TextAfterResult));
                    }
                    at = bytes.len();
                }
                Number::Stray => return Err(error(start, ParseTranscriptErrorKind::StrayNumber)),
            },
            b'-' | b'a'..=b'z' | b'A'..=b'Z' => {
                let (mv, end) = turn(bytes, at).map_err(|kind| error(start, kind))?;
                let played = match mv {
                    Move::Place(square) => position.play_with_forced_pass(square),
                    Move::Pass => position.play(mv),
                };
                played
                    .map_err(|illegal| error(start, ParseTranscriptErrorKind::Illegal(illegal)))?;
                moves.push(mv);
                at = end;
            }
            _ => {
                let found = text[at..].chars().next().unwrap_or('\u{fffd}');
                return Err(error(start, ParseTranscriptErrorKind::Unexpected { found }));
            }
        }
    }
    Ok(Transcript { moves, position, result })
}

/// Reads a turn that starts with a letter or two hyphens. Returns the turn and the byte offset of
/// its end.
fn turn(bytes: &[u8], at: usize) -> Result<(Move, usize), ParseTranscriptErrorKind> {
    let rest = &bytes[at..];
    let is =
        |name: &[u8]| rest.len() >= name.len() && rest[..name.len()].eq_ignore_ascii_case(name);
    for name in [&b"pass"[..], b"pa", b"ps", b"--"] {
        // `pa` is a pass even if the next move follows without a blank, as in `pad2`.
        if is(name) {
            return Ok((Move::Pass, at + name.len()));
        }
    }
    let letter = rest[0].to_ascii_lowercase();
    let rank = match rest.get(1) {
        None => return Err(ParseTranscriptErrorKind::HalfMove),
        Some(rank) if rank.is_ascii_whitespace() => return Err(ParseTranscriptErrorKind::HalfMove),
        Some(&rank) => rank,
    };
    Square::from_letter_and_digit(letter, rank)
        .map(|square| (Move::Place(square), at + 2))
        .ok_or(ParseTranscriptErrorKind::BadSquare)
}

enum Number {
    OfMove { end: usize },
    Result { black: Option<u8>, white: Option<u8>, end: usize },
    Stray,
}

/// Distinguishes a move number from a result. A number of discs that is too large for a result is
/// `None`.
fn number(bytes: &[u8], at: usize) -> Number {
    let run = |from: usize| {
        let len = bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let text = core::str::from_utf8(&bytes[from..from + len]).unwrap_or_default();
        (text.parse::<u8>().ok(), from + len)
    };
    let blanks =
        |from: usize| from + bytes[from..].iter().take_while(|b| b.is_ascii_whitespace()).count();
    let (black, end) = run(at);
    if bytes.get(end) == Some(&b'.') {
        let dots = bytes[end..].iter().take_while(|&&b| b == b'.').count();
        return Number::OfMove { end: end + dots };
    }
    let next = blanks(end);
    match bytes.get(next) {
        Some(b'-' | b':') => {
            let second = blanks(next + 1);
            if bytes.get(second).is_some_and(u8::is_ascii_digit) {
                let (white, end) = run(second);
                return Number::Result { black, white, end };
            }
            Number::Stray
        }
        Some(b) if next > end && b.is_ascii_alphabetic() => Number::OfMove { end },
        _ => Number::Stray,
    }
}

/// Reads a text with one game per line, such as a list of openings. Empty lines, lines that start
/// with `#` or `%`, and a byte order mark at the beginning are skipped.
///
/// Each item has the number of its line, counted from 1. The byte of an error is counted from the
/// start of the line.
///
/// ```
/// use reversi_core::format::transcript;
/// let games: Vec<_> = transcript::lines("f5d6\n\n# two more\nd3c5\nd3a1\n").collect();
/// assert_eq!(games.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 4, 5]);
/// assert_eq!(games[2].1.as_ref().unwrap_err().at, 2);
/// ```
pub fn lines(
    text: &str,
) -> impl Iterator<Item = (usize, Result<Transcript, ParseTranscriptError>)> + '_ {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.split_inclusive('\n').enumerate().filter_map(|(index, line)| {
        let content = line.trim();
        if content.is_empty() || content.starts_with(['#', '%']) {
            return None;
        }
        Some((index + 1, parse(line.trim_end())))
    })
}

/// How a writer treats passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Passes {
    /// Passes are left out, as in most collections.
    #[default]
    Omit,
    /// Passes are written as `pa`.
    Write,
}

/// Returns a value that prints turns as a transcript such as `f5d6c3`.
pub fn display(turns: &[Turn], passes: Passes) -> TranscriptText<'_> {
    TranscriptText { turns, passes }
}

/// Prints turns without spaces between them.
#[must_use = "the text is made by printing the value"]
#[derive(Clone, Copy, Debug)]
pub struct TranscriptText<'a> {
    turns: &'a [Turn],
    passes: Passes,
}

impl fmt::Display for TranscriptText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.turns.iter().try_for_each(|turn| match (turn.mv, self.passes) {
            (Move::Place(square), _) => write!(f, "{square}"),
            (Move::Pass, Passes::Write) => f.write_str("pa"),
            (Move::Pass, Passes::Omit) => Ok(()),
        })
    }
}

/// The error for a string that is not a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid transcript, ply {ply} at byte {at}: {kind}")]
pub struct ParseTranscriptError {
    /// The byte offset in the text.
    pub at: usize,
    /// The written turn that could not be read or played, counted from 1.
    pub ply: usize,
    /// What is wrong with the turn.
    pub kind: ParseTranscriptErrorKind,
}

/// What is wrong with a string that is not a game.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseTranscriptErrorKind {
    /// A letter without a rank.
    #[error("incomplete square at the end, expected a letter a to h and a digit 1 to 8")]
    HalfMove,
    /// A letter or a digit that does not give a square on the board.
    #[error("invalid square, expected a letter a to h and a digit 1 to 8, or a pass")]
    BadSquare,
    /// A turn that is not legal.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// A number that is neither the number of a move nor a result.
    #[error("unexpected number, expected a move number, or a result at the end")]
    StrayNumber,
    /// A result with more discs than the board has squares.
    #[error("the result has more than 64 discs, expected at most 64")]
    BadResult,
    /// There is text after the result.
    #[error("unexpected text after the result, expected the end")]
    TextAfterResult,
    /// A character that is not part of a transcript.
    #[error("unexpected {found:?}, expected a move")]
    Unexpected {
        /// The character.
        found: char,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use std::vec;

    const PASSING: &str = "f5f6d3e3f3f4g7d6d7f7g5h8f8e7h7h6";

    #[test]
    fn writings_of_one_game() {
        let moves = parse("f5d6c3d3").unwrap().moves;
        for text in [
            "F5D6C3D3",
            "f5 d6\nc3  d3\n",
            "1. f5 d6 2. c3 d3",
            "1.f5 1...d6 2.c3 2... d3",
            "1 f5 d6 2 c3 d3",
            "f5-d6-c3-d3",
            "f5, d6, c3, d3",
            " f5d6 c3d3 ",
            "",
        ] {
            let game = parse(text).unwrap();
            assert_eq!(game.moves, if text.is_empty() { vec![] } else { moves.clone() }, "{text}");
        }
    }

    #[test]
    fn passes_written_or_not_give_one_game() {
        let implied = parse(&std::format!("{PASSING}d2")).unwrap();
        assert_eq!(implied.moves.len(), 17);
        assert_eq!(implied.passes().collect::<Vec<_>>(), [(Color::Black, 17)]);
        for pass in ["--", "pa", "PS", "pass ", " PASS", "pass"] {
            let written = parse(&std::format!("{PASSING}{pass}d2")).unwrap();
            assert_eq!(written.moves.len(), 18);
            assert_eq!(written.position, implied.position, "{pass}");
            assert_eq!(written.passes().collect::<Vec<_>>(), [(Color::Black, 17)]);
        }
        let text = display(implied.position.history(), Passes::Write).to_string();
        assert_eq!(text, std::format!("{PASSING}pad2"));
        let text = display(implied.position.history(), Passes::Omit).to_string();
        assert_eq!(text, std::format!("{PASSING}d2"));
    }

    #[test]
    fn results_are_no_moves() {
        for text in
            ["d3c5f6f5e6e3d6f7  37-27", "d3c5f6f5e6e3d6f7 37 - 27\n", "d3c5f6f5e6e3d6f7 37:27"]
        {
            let game = parse(text).unwrap();
            assert_eq!(game.moves.len(), 8);
            assert_eq!(game.result, Some(WrittenResult { black: 37, white: 27 }));
            assert_eq!(game.score(), Some(10));
        }
        assert_eq!(parse("f5d6").unwrap().score(), None);
    }

    #[test]
    fn errors_have_their_place() {
        use ParseTranscriptErrorKind as Kind;
        let place = |text: &str| {
            let error = parse(text).unwrap_err();
            (error.ply, error.at, error.kind)
        };
        assert_eq!(place("f5d6c3d"), (4, 6, Kind::HalfMove));
        assert_eq!(place("f5d6i1"), (3, 4, Kind::BadSquare));
        assert_eq!(place("f5d6c9"), (3, 4, Kind::BadSquare));
        assert_eq!(place("f5d6c "), (3, 4, Kind::HalfMove));
        assert_eq!(place("f5d6?"), (3, 4, Kind::Unexpected { found: '?' }));
        assert_eq!(place("f5dé"), (2, 2, Kind::BadSquare));
        assert_eq!(place("f5é"), (2, 2, Kind::Unexpected { found: 'é' }));
        assert_eq!(place("f5 12"), (2, 3, Kind::StrayNumber));
        assert_eq!(place("f5 99999999999-1"), (2, 3, Kind::BadResult));
        assert_eq!(place("f5 40-40"), (2, 3, Kind::BadResult));
        assert_eq!(place("f5 40-24 d6"), (2, 9, Kind::TextAfterResult));
        for (text, ply, at, message) in [
            ("a1", 1, 0, "flips no disc"),
            ("f5d6psc3", 3, 4, "a pass is not allowed"),
            ("f5f5", 2, 2, "not empty"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.ply, error.at), (ply, at));
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}
