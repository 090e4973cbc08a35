//! A position as people write it: a transcript, a board and its side to move, or nothing.

use clap::Args;
use reversi_core::{Bitboard, Board, Color, Position, Square};

/// The position a command is about.
#[derive(Args)]
pub(crate) struct PositionArg {
    /// A transcript (f5d6c3), a board of 64 characters (X black, O white, - empty) and the side
    /// to move, nothing for the start, or `-` for one position a line from standard input.
    #[arg(value_name = "POSITION")]
    pub(crate) words: Vec<String>,
}

/// Reads a position; an empty text is the start.
pub(crate) fn parse(text: &str) -> Result<Position, String> {
    let text = text.trim();
    if is_board(text) { parse_board(text) } else { parse_transcript(text) }
}

/// A board begins with a square, a transcript with a letter and a digit or a move number.
fn is_board(text: &str) -> bool {
    let mut characters = text.chars();
    match characters.next() {
        None => false,
        Some('b' | 'B' | 'w' | 'W') => !characters.next().is_some_and(|c| c.is_ascii_digit()),
        Some(first) => !first.is_ascii_alphanumeric() || matches!(first, 'x' | 'X' | 'o' | 'O'),
    }
}

fn parse_board(text: &str) -> Result<Position, String> {
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut characters = text.char_indices().filter(|(_, c)| !c.is_whitespace());
    for square in Square::all() {
        match characters.next() {
            Some((_, '-' | '.')) => {}
            Some((_, 'X' | 'x' | '*')) => black |= square.into(),
            Some((_, 'O' | 'o')) => white |= square.into(),
            Some((at, other)) => {
                return Err(format!("invalid board, byte {at}: {other:?}, expected X, O or -"));
            }
            None => return Err("invalid board: fewer than 64 squares".to_owned()),
        }
    }
    let side: String = characters.map(|(_, c)| c).collect();
    let side: Color = side.parse().map_err(|error| format!("invalid board, {error}"))?;
    let (player, opponent) = if side == Color::Black { (black, white) } else { (white, black) };
    let board = Board::new(player, opponent).map_err(|error| error.to_string())?;
    Ok(Position::from_board(board, side))
}

fn parse_transcript(text: &str) -> Result<Position, String> {
    let mut position = Position::start();
    let squares: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    for pair in squares.chunks(2) {
        let word: String = pair.iter().collect();
        let square = word.parse().map_err(|error| format!("invalid transcript, {error}"))?;
        position.play_passing(square).map_err(|error| format!("invalid transcript, {error}"))?;
    }
    Ok(position)
}

/// The position in 64 characters and its side to move.
pub(crate) fn text(position: &Position) -> String {
    let mark = |square| match () {
        () if position.black().contains(square) => 'X',
        () if position.white().contains(square) => 'O',
        () => '-',
    };
    let squares: String = Square::all().map(mark).collect();
    format!("{squares} {}", position.side())
}
