use core::fmt;
use core::str::FromStr;

use crate::mv::BareMove;
use crate::piece::PieceKind;
use crate::square::Square;

/// A USI move, or a keyword that may replace a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Word {
    /// A move on the board or from the hand.
    Move(BareMove),
    /// `resign`.
    Resign,
    /// `win`: a declaration with an entered king.
    Win,
    /// `none` or `0000`: no move.
    None,
}

/// Writes the move or keyword in USI notation. [`Word::None`] is written as `none`.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(m) => fmt::Display::fmt(m, f),
            Self::Resign => f.write_str("resign"),
            Self::Win => f.write_str("win"),
            Self::None => f.write_str("none"),
        }
    }
}

/// The error for a text that is not a USI move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid usi move at byte {at}: {kind}")]
pub struct ParseMoveError {
    /// The byte offset of the error in the text, counted from 0.
    pub at: usize,
    /// The kind of the error.
    pub kind: ParseMoveErrorKind,
}

/// The kind of an error in a USI move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveErrorKind {
    /// The text is too short.
    #[error("the move ends too early, expected {expected}")]
    TooShort {
        /// What was expected at the end of the text.
        expected: &'static str,
    },
    /// A character is not allowed at this place.
    #[error("unexpected {found:?}, expected {expected}")]
    Unexpected {
        /// The character.
        found: char,
        /// What was expected instead of the character.
        expected: &'static str,
    },
    /// The piece before `*` is a king or a promoted piece.
    #[error("this piece cannot be dropped, expected P, L, N, S, G, B or R")]
    NotDroppable,
    /// Origin and target are the same square.
    #[error("origin and target are the same square")]
    SameSquare,
    /// A keyword such as `resign`, which may replace a move but is not a move.
    #[error("`{0}` is a keyword, expected a move")]
    NotAMove(Word),
}

/// Reads a USI move: `7g7f`, `8h2b+`, `P*5e`.
///
/// ```
/// use shogi_core::format::usi;
/// assert_eq!(usi::parse_move("8h2b+")?.to_string(), "8h2b+");
/// let error = usi::parse_move("K*5e").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid usi move at byte 0: this piece cannot be dropped, expected P, L, N, S, G, B or R"
/// );
/// # Ok::<(), usi::ParseMoveError>(())
/// ```
///
/// # Errors
/// Returns the first fault and its byte offset in `text`.
pub fn parse_move(text: &str) -> Result<BareMove, ParseMoveError> {
    let bytes = text.as_bytes();
    // Fast path for the usual forms. The function `slow` handles all other texts.
    match *bytes {
        [a, b, c, d] | [a, b, c, d, b'+'] => {
            if let (Some(origin), Some(target)) = (square(a, b), square(c, d)) {
                if origin != target {
                    return Ok(BareMove::Normal { origin, target, promote: bytes.len() == 5 });
                }
            } else if let (Some(kind), b'*', Some(target), 4) =
                (PieceKind::from_letter(a as char), b, square(c, d), bytes.len())
                && kind.is_hand()
            {
                return Ok(BareMove::Drop { kind, target });
            }
        }
        _ => {}
    }
    Err(explain(text))
}

/// Reads a move, or a keyword that may replace a move.
///
/// # Errors
/// Returns the first fault and its byte offset in `text`.
pub fn parse_word(text: &str) -> Result<Word, ParseMoveError> {
    match parse_move(text) {
        Err(ParseMoveError { kind: ParseMoveErrorKind::NotAMove(word), .. }) => Ok(word),
        other => other.map(Word::Move),
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'a').wrapping_add(1))
}

#[cold]
fn explain(text: &str) -> ParseMoveError {
    use ParseMoveErrorKind::{NotAMove, NotDroppable, SameSquare, TooShort, Unexpected};
    const FILE: &str = "a file 1 to 9";
    const RANK: &str = "a rank a to i";
    let word = match text {
        "resign" => Some(Word::Resign),
        "win" => Some(Word::Win),
        "none" | "0000" => Some(Word::None),
        _ => None,
    };
    if let Some(word) = word {
        return ParseMoveError { at: 0, kind: NotAMove(word) };
    }
    let is_file = |c| ('1'..='9').contains(&c);
    let is_rank = |c| ('a'..='i').contains(&c);
    let dropped = |c: char| PieceKind::from_letter(c).is_some_and(PieceKind::is_hand);
    if text.starts_with('+') || text.starts_with("K*") {
        return ParseMoveError { at: 0, kind: NotDroppable };
    }
    let is_drop = text.chars().next().is_some_and(dropped);
    let mut chars = text.char_indices();
    for (n, expected) in
        ["a file 1 to 9 or a piece letter", RANK, FILE, RANK].into_iter().enumerate()
    {
        let expected = if is_drop && n == 1 { "`*`" } else { expected };
        let Some((at, found)) = chars.next() else {
            return ParseMoveError { at: text.len(), kind: TooShort { expected } };
        };
        let fits = match n {
            0 => is_drop || is_file(found),
            1 if is_drop => found == '*',
            2 => is_file(found),
            _ => is_rank(found),
        };
        if !fits {
            return ParseMoveError { at, kind: Unexpected { found, expected } };
        }
    }
    match chars.next() {
        Some((_, '+')) if !is_drop => match chars.next() {
            Some((at, found)) => {
                ParseMoveError { at, kind: Unexpected { found, expected: "the end of the move" } }
            }
            None => ParseMoveError { at: 2, kind: SameSquare },
        },
        Some((at, found)) => {
            let expected =
                if is_drop { "the end of the move" } else { "`+` or the end of the move" };
            ParseMoveError { at, kind: Unexpected { found, expected } }
        }
        None => ParseMoveError { at: 2, kind: SameSquare },
    }
}

impl FromStr for BareMove {
    type Err = ParseMoveError;

    /// Reads a move as [`parse_move`] does.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        parse_move(text)
    }
}

impl FromStr for Word {
    type Err = ParseMoveError;

    /// Reads a word as [`parse_word`] does.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        parse_word(text)
    }
}
