//! A position as text: 64 characters and the side to move.
//!
//! ```
//! use reversi_core::Position;
//! use reversi_core::format::boardtext;
//! let text = "---------------------------OX------XO--------------------------- X";
//! let position: Position = text.parse()?;
//! assert_eq!(position, Position::start());
//! assert_eq!(position.to_string(), text);
//! # Ok::<(), boardtext::ParseBoardError>(())
//! ```
//!
//! The squares are in the order a1, b1, .. h1, a2, .. h8. The side to move follows. The reader
//! accepts
//!
//! - `X x * B b` for Black, `O o W w` for White, `- . _` for an empty square;
//! - white space anywhere, also between the squares of a row, as in the board of a GGS server; the
//!   side to move needs no white space before it;
//! - brackets around the text, with the board size after the opening bracket, as in GGF:
//!   `[8 ... *]`.
//!
//! The side to move is always required. The last symbol is always the side to move, so 63 squares
//! and a side are an error.
//!
//! The text of a [`Board`] is only the 64 squares. `X` is then the side to move.
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::position::Position;
use crate::square::Square;
use core::fmt;
use core::str::FromStr;

/// Reads a position. The position has no history.
///
/// # Errors
/// Returns [`ParseBoardError`] with the byte offset in `text`.
pub fn parse(text: &str) -> Result<Position, ParseBoardError> {
    match parse_plain(text.as_bytes()) {
        Some(position) => Ok(position),
        None => parse_any(text),
    }
}

/// The length of a row. A text that begins with so many symbols of squares is a board.
const ROW: usize = 8;

/// Returns whether a text begins with a bracket or with a row of squares. A transcript does not,
/// because its second character is a digit.
pub(super) fn begins_with_row(text: &str) -> bool {
    let text = text.trim_start();
    text.strip_prefix('[').is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
        || text.bytes().take_while(|&byte| MEANING[usize::from(byte)] != OTHER).count() >= ROW
}

/// Reads the position at the beginning of a text. Returns its length.
///
/// # Errors
/// Returns [`ParseBoardError`] with the byte in `text`.
pub(super) fn parse_beginning(text: &str) -> Result<(Position, usize), ParseBoardError> {
    let end = if text.trim_start().starts_with('[') {
        text.find(']').map_or(text.len(), |at| at + 1)
    } else {
        // The symbol after the squares is the side to move.
        let mut symbols = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        symbols.nth(64).map_or(text.len(), |(at, side)| at + side.len_utf8())
    };
    let position = parse(&text[..end])?;
    match text[end..].chars().next() {
        Some(c) if !c.is_whitespace() && c != ';' => {
            let kind = match text[..end].ends_with(']') {
                true => ParseBoardErrorKind::TextAfterBoard,
                false => ParseBoardErrorKind::TooManySquares,
            };
            Err(ParseBoardError { at: end, kind })
        }
        _ => Ok((position, end)),
    }
}

const EMPTY: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const OTHER: u8 = 4;

/// The meaning of each byte as a square.
const MEANING: [u8; 256] = {
    let mut meaning = [OTHER; 256];
    let rows: [(&[u8], u8); 3] = [(b"-._", EMPTY), (b"Xx*Bb", BLACK), (b"OoWw", WHITE)];
    let mut row = 0;
    while row < rows.len() {
        let (symbols, value) = rows[row];
        let mut i = 0;
        while i < symbols.len() {
            meaning[symbols[i] as usize] = value;
            i += 1;
        }
        row += 1;
    }
    meaning
};

/// Reads the usual form: 64 squares, at most one space, and the side to move. This function takes a
/// tenth of the time of [`parse_any`]. Returns `None` for every other text, valid or not.
fn parse_plain(text: &[u8]) -> Option<Position> {
    let (squares, side) = match text.split_first_chunk::<64>()? {
        (squares, &[side] | &[b' ', side]) => (squares, MEANING[side as usize]),
        _ => return None,
    };
    let (mut black, mut white, mut other) = (0u64, 0u64, 0);
    for &symbol in squares.iter().rev() {
        let meaning = MEANING[symbol as usize];
        black = black << 1 | u64::from(meaning & BLACK);
        white = white << 1 | u64::from(meaning >> 1 & 1);
        other |= meaning;
    }
    match side {
        _ if other & OTHER != 0 => None,
        BLACK => Some(Position::from_board(Board::from_words(black, white), Color::Black)),
        WHITE => Some(Position::from_board(Board::from_words(white, black), Color::White)),
        _ => None,
    }
}

/// Reads every form.
fn parse_any(text: &str) -> Result<Position, ParseBoardError> {
    let error = |at, kind| Err(ParseBoardError { at, kind });
    let mut symbols = text
        .char_indices()
        // Some editors write a byte order mark at the beginning.
        .filter(|&(at, c)| !c.is_whitespace() && (at, c) != (0, '\u{feff}'))
        .peekable();
    let bracketed = symbols.next_if(|&(_, c)| c == '[').is_some();
    if bracketed {
        let mut size = 0u32;
        let mut place = text.len();
        while let Some((at, digit)) = symbols.next_if(|(_, c)| c.is_ascii_digit()) {
            place = place.min(at);
            size = size.saturating_mul(10).saturating_add(digit as u32 - '0' as u32);
        }
        if size != 8 {
            return error(place, ParseBoardErrorKind::Size { size });
        }
    }

    let mut sets = [0u64; 2];
    let mut squares = 0u32;
    // The last symbol is the side, so a symbol is a square only if another symbol follows it.
    let mut last: Option<(usize, char)> = None;
    let mut end = text.len();
    for (at, symbol) in symbols {
        if bracketed && symbol == ']' {
            end = at;
            if let Some(at) = first_symbol(text, at + 1) {
                return error(at, ParseBoardErrorKind::TextAfterBoard);
            }
            break;
        }
        if let Some((at, square)) = last {
            if squares == 64 {
                return error(at, ParseBoardErrorKind::TooManySquares);
            }
            match square {
                'X' | 'x' | '*' | 'B' | 'b' => sets[0] |= 1 << squares,
                'O' | 'o' | 'W' | 'w' => sets[1] |= 1 << squares,
                '-' | '.' | '_' => {}
                other => return error(at, ParseBoardErrorKind::NoSquare { found: other }),
            }
            squares += 1;
        }
        last = Some((at, symbol));
    }

    let Some((at, letter)) = last else {
        return error(end, ParseBoardErrorKind::Empty);
    };
    if squares < 64 {
        // 64 symbols are a board without a side to move. If a space precedes the last symbol, they
        // are 63 squares and a side.
        let apart = text[..at].ends_with(char::is_whitespace);
        if squares == 63 && !apart {
            return error(end, ParseBoardErrorKind::NoSide);
        }
        if !apart && !matches!(letter, 'X' | 'x' | '*' | 'B' | 'b' | 'O' | 'o' | 'W' | 'w') {
            squares += 1;
        }
        return error(at, ParseBoardErrorKind::TooFewSquares { found: squares });
    }
    let side = match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Color::Black,
        'O' | 'o' | 'W' | 'w' => Color::White,
        // This is a 65th square and not an invalid side.
        '-' | '.' | '_' => return error(at, ParseBoardErrorKind::TooManySquares),
        other => return error(at, ParseBoardErrorKind::BadSide { found: other }),
    };
    let [black, white] = sets;
    let board = match side {
        Color::Black => Board::from_words(black, white),
        Color::White => Board::from_words(white, black),
    };
    Ok(Position::from_board(board, side))
}

/// Returns the offset of the first character at or after `from` that is not white space.
fn first_symbol(text: &str, from: usize) -> Option<usize> {
    text[from..].find(|c: char| !c.is_whitespace()).map(|at| from + at)
}

/// Returns a value that prints a position as 64 characters, a blank and the side to move. `Display`
/// of [`Position`] writes the same text.
pub fn display(position: &Position) -> BoardText {
    BoardText { black: position.black(), white: position.white(), side: position.side() }
}

/// Returns a value that prints a board as 64 characters, a blank and the side to move, `side`.
pub fn display_board(board: Board, side: Color) -> BoardText {
    let (black, white) = match side {
        Color::Black => (board.player(), board.opponent()),
        Color::White => (board.opponent(), board.player()),
    };
    BoardText { black, white, side }
}

/// Prints `X` for Black, `O` for White and `-` for an empty square, then a blank and the side to
/// move.
#[must_use = "the text is made by printing the value"]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardText {
    black: Bitboard,
    white: Bitboard,
    side: Color,
}

impl fmt::Display for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [b'-'; 66];
        let (black, white) = (self.black.bits(), self.white.bits());
        for (i, symbol) in text[..64].iter_mut().enumerate() {
            *symbol = b"-XOX"[(black >> i & 1 | (white >> i & 1) << 1) as usize];
        }
        text[64] = b' ';
        text[65] = if self.side == Color::Black { b'X' } else { b'O' };
        f.pad(core::str::from_utf8(&text).unwrap_or_default())
    }
}

impl fmt::Display for Position {
    /// Writes 64 characters, a blank and the side to move. The history is not part of the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(self).fmt(f)
    }
}

impl FromStr for Position {
    type Err = ParseBoardError;

    /// Reads a position as [`parse`] does.
    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        parse(text)
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// Reads the 64 squares that `Display` writes. `X` is the side to move. Blanks and line ends
    /// may appear anywhere.
    ///
    /// ```
    /// use reversi_core::Board;
    /// assert_eq!(Board::START.to_string().parse(), Ok(Board::START));
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        let error = |at, kind| Err(ParseBoardError { at, kind });
        let (mut player, mut opponent) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut squares = Square::all();
        for (at, found) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let meaning = u8::try_from(found).map_or(OTHER, |byte| MEANING[usize::from(byte)]);
            if meaning == OTHER {
                return error(at, ParseBoardErrorKind::NoSquare { found });
            }
            let Some(square) = squares.next() else {
                return error(at, ParseBoardErrorKind::TooManySquares);
            };
            match meaning {
                BLACK => player.insert(square),
                WHITE => opponent.insert(square),
                _ => {}
            }
        }
        match squares.len() as u32 {
            0 => Ok(Self::from_words(player.bits(), opponent.bits())),
            64 => error(text.len(), ParseBoardErrorKind::Empty),
            missing => {
                let found = 64 - missing;
                error(text.len(), ParseBoardErrorKind::TooFewSquares { found })
            }
        }
    }
}

/// The error for a string that is not a position or a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid board text, byte {at}: {kind}")]
pub struct ParseBoardError {
    /// The byte offset in the text.
    pub at: usize,
    /// What is wrong at the byte.
    pub kind: ParseBoardErrorKind,
}

/// What is wrong with a string that is not a position or a board.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseBoardErrorKind {
    /// The text has only white space.
    #[error("the text is blank, expected 64 squares")]
    Empty,
    /// A character that is not a square.
    #[error("found {found:?}{}, expected X, O or - for a square", zero_hint(*.found))]
    NoSquare {
        /// The character.
        found: char,
    },
    /// The text, or the part before the side to move, is too short.
    #[error("the board has {found} squares, expected 64")]
    TooFewSquares {
        /// The number of squares in the text.
        found: u32,
    },
    /// There are more than 64 squares before the side to move, or a square after the 64th square.
    #[error("the board has more than 64 squares, expected 64")]
    TooManySquares,
    /// There are 64 squares and nothing after them.
    #[error("no side to move, expected X or O after the 64 squares")]
    NoSide,
    /// The side to move is invalid.
    #[error("invalid side {found:?}, expected X or O")]
    BadSide {
        /// The character.
        found: char,
    },
    /// A board in brackets has another size.
    #[error("board size {size} is not supported, expected 8")]
    Size {
        /// The size; 0 if the size is missing.
        size: u32,
    },
    /// There is text after the closing bracket.
    #[error("unexpected text after the closing bracket")]
    TextAfterBoard,
}

fn zero_hint(found: char) -> &'static str {
    if found == '0' { ", the digit zero is not a disc" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::{String, ToString};

    const START: &str = "---------------------------OX------XO---------------------------";

    fn error(text: &str) -> (usize, ParseBoardErrorKind) {
        let error = parse(text).unwrap_err();
        (error.at, error.kind)
    }

    #[test]
    fn writings_of_the_start() {
        for text in [
            format!("{START} X"),
            format!("{START}*"),
            format!("  {START}\tb\n"),
            START.replace('-', ".").replace('O', "w").replace('X', "b") + "B",
            "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *".into(),
            "[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]".into(),
        ] {
            assert_eq!(parse(&text), Ok(Position::start()), "{text}");
        }
        let white = parse(&format!("{START} O")).unwrap();
        assert_eq!((white.side(), white.black()), (Color::White, Position::start().black()));
        assert_eq!(display(&white).to_string(), format!("{START} O"));
        assert_eq!(display_board(white.board(), white.side()), display(&white));
    }

    /// Compares both readers on valid and almost valid strings.
    #[test]
    fn both_readers_agree() {
        let mut seed = 1u64;
        let mut draw = |below: usize| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let mut plain = 0;
        for _ in 0..20_000 {
            let mut text: String = (0..64).map(|_| char::from(b"-._Xx*BbOoWw"[draw(12)])).collect();
            text.push_str(["", " ", "  ", "\t", "\n"][draw(5) * draw(2)]);
            text.push_str(["X", "b", "*", "O", "w", "-", "x ", "", "Q", "é"][draw(10)]);
            if draw(4) == 0 {
                let at = draw(64);
                text.replace_range(at..at + 1, ["", " ", "0", "é", "XX"][draw(5)]);
            }
            let expected = parse_any(&text);
            if let Some(position) = parse_plain(text.as_bytes()) {
                plain += 1;
                assert_eq!(expected.as_ref(), Ok(&position), "{text:?}");
                let printed = display(&position).to_string();
                assert_eq!(parse_any(&printed), expected, "{text:?}");
            }
            assert_eq!(parse(&text), expected, "{text:?}");
        }
        assert!(plain > 5_000, "{plain}");
    }

    #[test]
    fn boards_read_back() {
        let after = Board::START.play(Square::F5).unwrap();
        for board in [Board::START, after, after.swap_sides(), Board::default()] {
            let text = board.to_string();
            assert_eq!(text.parse(), Ok(board));
            assert_eq!(text.replace('\n', "").parse(), Ok(board));
        }
        let error = |text: &str| {
            let error = text.parse::<Board>().unwrap_err();
            (error.at, error.kind)
        };
        use ParseBoardErrorKind as Kind;
        assert_eq!(error(" \n"), (2, Kind::Empty));
        assert_eq!(error(&START[1..]), (63, Kind::TooFewSquares { found: 63 }));
        assert_eq!(error(&format!("{START} X")), (65, Kind::TooManySquares));
        assert_eq!(error(&START.replace('O', "0")), (27, Kind::NoSquare { found: '0' }));
        assert_eq!(error("---é"), (3, Kind::NoSquare { found: 'é' }));
        assert_eq!(error("---値"), (3, Kind::NoSquare { found: '値' }));
    }

    #[test]
    fn errors_have_their_place() {
        use ParseBoardErrorKind as Kind;
        assert_eq!(error(""), (0, Kind::Empty));
        assert_eq!(error("  \n"), (3, Kind::Empty));
        assert_eq!(error(START), (64, Kind::NoSide));
        assert_eq!(error(&format!("{} X", &START[1..])), (64, Kind::TooFewSquares { found: 63 }));
        assert_eq!(error(&format!("{}X", &START[1..])), (64, Kind::NoSide));
        assert_eq!(error(&format!("-{START} X")), (64, Kind::TooManySquares));
        assert_eq!(error(&format!("{START}--")), (64, Kind::TooManySquares));
        assert_eq!(error(&format!("{START}-")), (64, Kind::TooManySquares));
        assert_eq!(error(&format!("{START} Q")), (65, Kind::BadSide { found: 'Q' }));
        assert_eq!(error(&format!("{START} é")), (65, Kind::BadSide { found: 'é' }));
        assert_eq!(error(&format!("{START} XX")), (65, Kind::TooManySquares));
        let zero = START.replace('O', "0");
        assert_eq!(error(&format!("{zero} X")), (27, Kind::NoSquare { found: '0' }));
        assert!(
            parse(&format!("{zero} X")).unwrap_err().to_string().contains("zero is not a disc")
        );
        assert_eq!(error("f5d6"), (0, Kind::NoSquare { found: 'f' }));
        assert_eq!(error("[10 ----"), (1, Kind::Size { size: 10 }));
        assert_eq!(error("[ ----"), (6, Kind::Size { size: 0 }));
        assert_eq!(error("[99999999999"), (1, Kind::Size { size: u32::MAX }));
        let bracketed = format!("[8 {START} X] x");
        assert_eq!(error(&bracketed), (71, Kind::TextAfterBoard));
        let long: String = "-".repeat(100_000);
        assert_eq!(error(&long), (64, Kind::TooManySquares));
    }
}
