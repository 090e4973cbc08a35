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
//! (`1.`, `1...` or a bare `1`) may appear between squares. Passes may be written as `pass`, `pa`,
//! `ps` or `--`. Passes may also be left out: a side without a move passes when the next square is
//! read. A written pass must be legal.
//!
//! A game from another start begins with its board and the side to move:
//!
//! ```
//! use reversi_core::format::transcript;
//! let text = "---------------------------OX------XOX-------O------------------ X e6d6";
//! let game = transcript::parse(text)?;
//! assert_eq!(game.moves.len(), 2);
//! assert_eq!(game.to_string(), text);
//! # Ok::<(), transcript::ParseTranscriptError>(())
//! ```
//!
//! The reader treats special cases as follows:
//!
//! - a letter without a digit at the end is an error;
//! - a result at the very end, `37-27`, is not a move; it becomes [`Transcript::result`];
//! - the first move is not changed, so no game is rotated to begin with f5;
//! - a pass that is left out at the end of a game is not added: in the position after `parse`, the
//!   opponent of the side that played the last written turn is to move;
//! - a wrong move number is an error. A number counts turns or pairs of turns, with or without the
//!   passes that the text leaves out. All numbers of a text count in the same way.
use super::boardtext::{self, BoardText, ParseBoardError};
use crate::color::Color;
use crate::moves::{IllegalMove, Move};
use crate::position::{Position, Turn};
use crate::square::Square;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

mod numbering;
mod texts;

use numbering::{Numbering, Turns};
pub(super) use texts::{GameText, texts};

/// A game read from text, with the turns as written and the position that they lead to.
///
/// The text form has the turns as written, and the result: `f5d6c3 37-27`. A game from another start
/// has its board and the side to move before the turns.
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
        write_start(f, other_start(&self.position), self.moves.is_empty())?;
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

    /// Reads a game as [`parse`] does.
    fn from_str(text: &str) -> Result<Self, ParseTranscriptError> {
        parse(text)
    }
}

/// Returns the board before the first turn, if a game does not begin at the usual start.
fn other_start(position: &Position) -> Option<BoardText> {
    let start = position.initial();
    (start != Position::start()).then(|| boardtext::display(&start))
}

/// Writes the board before the turns, if there is one.
fn write_start(
    f: &mut fmt::Formatter<'_>,
    start: Option<BoardText>,
    is_alone: bool,
) -> fmt::Result {
    match start {
        Some(start) => write!(f, "{start}{}", if is_alone { "" } else { " " }),
        None => Ok(()),
    }
}

/// Reads a game from the usual start, or from the board and the side to move at the beginning of the
/// text.
///
/// # Errors
/// Returns [`ParseTranscriptError`] with the byte offset in `text` and the ply.
pub fn parse(text: &str) -> Result<Transcript, ParseTranscriptError> {
    let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
    if !boardtext::begins_with_row(&text[skipped..]) {
        return read(Position::start(), text, skipped);
    }
    let error = |at, kind| ParseTranscriptError { at, ply: 1, kind };
    let (start, len) = boardtext::parse_beginning(&text[skipped..])
        .map_err(|board| error(skipped + board.at, ParseTranscriptErrorKind::Board(board)))?;
    read(start, text, skipped + len)
}

/// Reads a game that continues from `position`.
///
/// # Errors
/// Returns [`ParseTranscriptError`] with the byte offset in `text` and the ply.
pub fn parse_from(position: Position, text: &str) -> Result<Transcript, ParseTranscriptError> {
    read(position, text, 0)
}

/// Reads the turns of a text from the byte `at` on.
pub(super) fn read(
    mut position: Position,
    text: &str,
    mut at: usize,
) -> Result<Transcript, ParseTranscriptError> {
    let bytes = text.as_bytes();
    let (mut moves, mut result) = (Vec::new(), None);
    let (before, mut numbering) = (position.ply(), Numbering::ANY);
    while at < bytes.len() {
        let error = |at: usize, kind| ParseTranscriptError { at, ply: moves.len() + 1, kind };
        let start = at;
        match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' | b',' => at += 1,
            b'-' if bytes.get(at + 1) != Some(&b'-') => at += 1,
            b'0'..=b'9' => match number(bytes, at) {
                Number::OfMove { number, end } => {
                    let passes =
                        position.ply() - before - moves.len() + usize::from(position.must_pass());
                    let turns = Turns {
                        written: moves.len(),
                        placed: moves.iter().filter(|mv| **mv != Move::Pass).count(),
                        played: moves.len() + passes,
                        before,
                    };
                    numbering.check(number, turns).map_err(|expected| {
                        error(start, ParseTranscriptErrorKind::MoveNumber { expected })
                    })?;
                    at = end;
                }
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
    OfMove { number: Option<u8>, end: usize },
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
        return Number::OfMove { number: black, end: end + dots };
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
        Some(b) if next > end && b.is_ascii_alphabetic() => Number::OfMove { number: black, end },
        _ => Number::Stray,
    }
}

/// Reads the games of a text, such as a list of openings. Empty lines, lines that start with `#` or
/// `%`, and a byte order mark at the beginning are skipped.
///
/// A game is one line. A game with move numbers may have further lines: lines that begin with a
/// number other than 1, and lines without a number that directly follow a line of the game. A line
/// with only a result belongs to the line before it.
///
/// Each item has the first line of the game, counted from 1. For an error, it has the line of the
/// error, and the byte of the error is counted from the start of this line.
///
/// ```
/// use reversi_core::format::transcript;
/// let games: Vec<_> = transcript::lines("f5d6\n\n# two more\nd3c5\nd3a1\n").collect();
/// assert_eq!(games.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 4, 5]);
/// assert_eq!(games[2].1.as_ref().unwrap_err().at, 2);
///
/// let mut wrapped = transcript::lines("1. f5 d6\n2. c3 d3\n");
/// assert_eq!(wrapped.next().unwrap().1.unwrap().moves.len(), 4);
/// ```
pub fn lines(
    text: &str,
) -> impl Iterator<Item = (usize, Result<Transcript, ParseTranscriptError>)> + '_ {
    texts(text).map(|game| parse_lines(&game))
}

/// Reads a game of a text. Returns it with its first line, or the error with its line.
pub(super) fn parse_lines(
    game: &GameText<'_>,
) -> (usize, Result<Transcript, ParseTranscriptError>) {
    let read = match game.single() {
        Some(text) => parse(text),
        None => parse(&game.joined()),
    };
    match read {
        Ok(read) => (game.line, Ok(read)),
        Err(error) => {
            let (line, at) = game.place(error.at);
            (line, Err(ParseTranscriptError { at, ..error }))
        }
    }
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
    TranscriptText { start: None, turns, passes }
}

/// Returns a value that prints the game of a position as a transcript. A game that does not begin at
/// the usual start has its board and the side to move before the turns, so that [`parse`] reads the
/// same game. A game without turns is its board, because an empty line is not a game.
pub fn display_game(position: &Position, passes: Passes) -> TranscriptText<'_> {
    let turns = position.history();
    let start = match turns.is_empty() {
        true => Some(boardtext::display(position)),
        false => other_start(position),
    };
    TranscriptText { start, turns, passes }
}

/// Prints turns without spaces between them.
#[must_use = "the text is made by printing the value"]
#[derive(Clone, Copy, Debug)]
pub struct TranscriptText<'a> {
    start: Option<BoardText>,
    turns: &'a [Turn],
    passes: Passes,
}

impl fmt::Display for TranscriptText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_start(f, self.start, self.turns.is_empty())?;
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
    /// The board before the first turn is invalid.
    #[error("{}", .0.kind)]
    Board(ParseBoardError),
    /// The number of a move does not count the moves before it.
    #[error("wrong move number, expected {expected}")]
    MoveNumber {
        /// The correct number.
        expected: usize,
    },
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
    const OTHER_START: &str = "---------------------------OX------XOX-------O------------------ X";

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
    fn games_from_another_start_have_their_board() {
        for text in [&std::format!("{OTHER_START} e6d6"), OTHER_START] {
            let game = parse(text).unwrap();
            assert_eq!(game.to_string(), *text);
            assert_eq!(display_game(&game.position, Passes::Omit).to_string(), *text);
        }
        let other = std::format!("\u{feff}[8 {}] 1. e6 d6 1-3", OTHER_START);
        let game = parse(&other).unwrap();
        assert_eq!((game.moves.len(), game.result.is_some()), (2, true));
        assert_eq!(game.to_string(), std::format!("{OTHER_START} e6d6 1-3"));
        let place = |text: &str| {
            let error = parse(text).unwrap_err();
            (error.at, error.to_string())
        };
        let (at, message) = place(&std::format!("{OTHER_START} e6a1"));
        assert!(at == 69 && message.contains("ply 2 at byte 69: illegal move a1"), "{message}");
        let (at, message) = place(&OTHER_START[1..]);
        assert!(at == 64 && message.contains("63 squares"), "{message}");
        assert_eq!(place(&std::format!("{OTHER_START}e6")).0, 66);
    }

    #[test]
    fn numbers_of_moves_are_checked() {
        let wrong = |text: &str| {
            let error = parse(text).unwrap_err();
            let ParseTranscriptErrorKind::MoveNumber { expected } = error.kind else {
                panic!("{text}: {error}")
            };
            (error.at, expected)
        };
        assert_eq!(wrong("2. f5"), (0, 1));
        assert_eq!(wrong("1. f5 d6 4. c3"), (9, 2));
        assert_eq!(wrong("1. f5 d6 3. c3 d3 4. c4"), (18, 5));
        assert_eq!(wrong("1 f5 2 d6 3 c3 5 d3"), (15, 4));
        assert_eq!(wrong("1. f5 d6 999. c3"), (9, 2));
        for text in ["1. f5 d6 2. c3", "1. f5 2. d6 3. c3 4. d3", "1.f5 1..d6 2.c3"] {
            assert!(parse(text).is_ok(), "{text}");
        }
        // The pass counts as a turn or not, whether it is written or not.
        for text in ["9. -- d2", "9. d2", "17. d2", "9... d2", "18. d2", "17. d2"] {
            assert!(parse(&std::format!("{PASSING} {text}")).is_ok(), "{text}");
        }
        let after = parse("f5d6").unwrap().position;
        for text in ["1. c3", "2. c3", "3. c3"] {
            assert!(parse_from(after.clone(), text).is_ok(), "{text}");
        }
    }

    #[test]
    fn wrapped_games_are_one_game() {
        let games: Vec<_> = lines("1. f5 f6\n2. e6 f4\n\n1. f5\n  d6 2. a1\n").collect();
        assert_eq!((games.len(), games[0].0), (2, 1));
        assert_eq!(games[0].1.as_ref().unwrap().moves.len(), 4);
        let error = games[1].1.as_ref().unwrap_err();
        assert_eq!((games[1].0, error.ply, error.at), (5, 3, 8));
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
