//! A position as people write it: a transcript, a board and its side to move, or nothing.

use clap::Args;
use reversi_core::format::{boardtext, transcript};
use reversi_core::{Color, Position, Square};

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
    if is_board(text) {
        boardtext::parse(text).map_err(|error| error.to_string())
    } else {
        let game = transcript::parse(text).map_err(|error| error.to_string())?;
        Ok(game.position)
    }
}

/// A board begins with a square, a transcript with a letter and a digit or a move number.
fn is_board(text: &str) -> bool {
    let mut characters = text.trim_start().chars();
    match characters.next() {
        None => false,
        Some('b' | 'B' | 'w' | 'W') => !characters.next().is_some_and(|c| c.is_ascii_digit()),
        // A zero for the letter O is refused as a square, with that hint.
        Some('0' | 'x' | 'X' | 'o' | 'O') => true,
        Some(first) => !first.is_alphanumeric(),
    }
}

/// The position in 64 characters and its side to move.
pub(crate) fn text(position: &Position) -> String {
    boardtext::display(position).to_string()
}

/// The board as people see it, `+` on the legal moves, with facts beside its rows.
pub(crate) fn drawn(position: &Position, facts: impl IntoIterator<Item = String>) -> String {
    let mark = |square| {
        let color = Color::ALL.into_iter().find(|&color| position.discs(color).contains(square));
        match color {
            Some(color) => color.letter(),
            None if position.moves().contains(square) => '+',
            None => '-',
        }
    };
    let mut text = String::from("    a b c d e f g h\n");
    let mut facts = facts.into_iter();
    for rank in 0..8 {
        let mut row = format!("  {} ", rank + 1);
        for square in Square::all().skip(rank * 8).take(8) {
            row.push(mark(square));
            row.push(' ');
        }
        if let Some(fact) = facts.next() {
            row.push_str("    ");
            row.push_str(&fact);
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_transcripts_are_told_apart() {
        let board = "---------------------------OX------XO--------------------------- X";
        for text in [board, "[8 -------- *]", "bw", "W-", "X", "0X", "  O-", "...", "_"] {
            assert!(is_board(text), "{text}");
        }
        for text in ["", "f5", "b3", "B6d6", "w1", "1. f5", "pass", "zz", "  f5"] {
            assert!(!is_board(text), "{text}");
        }
    }
}
