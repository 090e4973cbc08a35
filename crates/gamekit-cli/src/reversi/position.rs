//! A position on the command line: a transcript, a board with its side to move, or nothing.

use clap::Args;
use reversi_core::format::boardtext;
use reversi_core::format::transcript::{self, ParseTranscriptErrorKind};
use reversi_core::{Color, Position, Square};

use crate::arguments;

/// The position argument.
#[derive(Args)]
pub(crate) struct PositionArg {
    /// A transcript (f5d6c3), or a board of 64 characters (X black, O white, - empty) and the side to
    /// move. Omit it for the start position, or use `-` to read one position per line from standard
    /// input.
    #[arg(value_name = "POSITION", value_parser = word)]
    pub(crate) words: Vec<String>,
}

/// Reads a word of a position on the command line.
pub(crate) fn word(text: &str) -> Result<String, String> {
    arguments::not_blank(
        text,
        "a transcript (f5d6c3), a board of 64 characters and the side to move, or no argument for \
         the start position",
    )
}

/// Reads a position. An empty text is the start position.
pub(crate) fn parse(text: &str) -> Result<Position, String> {
    if is_board(text) {
        let is_short = text.chars().filter(|c| !c.is_whitespace()).count() < SHORT;
        boardtext::parse(text).map_err(|error| match is_short {
            true => neither(text, 0),
            false => error.to_string(),
        })
    } else {
        let game = transcript::parse(text).map_err(|error| match error.kind {
            // The first move cannot be read.
            ParseTranscriptErrorKind::BadSquare
            | ParseTranscriptErrorKind::HalfMove
            | ParseTranscriptErrorKind::Unexpected { .. }
                if error.ply == 1 =>
            {
                neither(text, error.at)
            }
            _ => error.to_string(),
        })?;
        Ok(game.position)
    }
}

/// A text with fewer symbols than this is not meant as a board.
const SHORT: usize = 33;

/// Makes the error for a text that is neither a transcript nor a board.
fn neither(text: &str, at: usize) -> String {
    let mut shown: String = text.trim().chars().take(24).collect();
    if shown.len() < text.trim().len() {
        shown.push_str("..");
    }
    format!(
        "invalid position, byte {at}: `{shown}` is neither a transcript (f5d6c3) nor a board of 64 \
         characters (X black, O white, - empty) and the side to move (X or O)"
    )
}

/// Whether a text is a board. A board begins with a square. A transcript begins with a letter and a
/// digit, or with a move number.
fn is_board(text: &str) -> bool {
    let mut characters = text.trim_start().chars();
    match characters.next() {
        None => false,
        Some('b' | 'B' | 'w' | 'W') => !characters.next().is_some_and(|c| c.is_ascii_digit()),
        // The reader of boards reports a zero instead of the letter O.
        Some('0' | 'x' | 'X' | 'o' | 'O') => true,
        Some(first) => !first.is_alphanumeric(),
    }
}

/// Returns the position as 64 characters and its side to move.
pub(crate) fn text(position: &Position) -> String {
    boardtext::display(position).to_string()
}

/// Returns the side to move as a word: `black` or `white`.
pub(crate) fn side(position: &Position) -> &'static str {
    match position.side() {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns the winner of a finished game and the difference in discs.
pub(crate) fn verdict(position: &Position) -> String {
    match position.final_score(Color::Black) {
        0 => "a draw".to_owned(),
        score if score > 0 => format!("Black wins by {score}"),
        score => format!("White wins by {}", -score),
    }
}

/// Draws the board with `+` on the legal moves and facts beside the rows.
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
    fn what_is_neither_is_told_what_both_look_like() {
        for text in ["bad", "bb", "X", "zz", "hello", "f", "?", "x f5"] {
            let error = parse(text).unwrap_err();
            assert!(error.contains("transcript (f5d6c3)"), "{text}: {error}");
            assert!(error.contains("board of 64 characters"), "{text}: {error}");
            assert!(error.contains(&format!("`{text}`")), "{text}: {error}");
        }
        let long = parse(&"é".repeat(100)).unwrap_err();
        assert!(long.len() < 250 && long.contains("é.."), "{long}");
        // If the kind is clear, the error is about the content.
        for (text, expected) in
            [("f5f5", "ply 2"), ("f5d6c", "half a move"), ("a1", "illegal move a1")]
        {
            assert!(parse(text).unwrap_err().contains(expected), "{text}");
        }
        assert!(parse(&"-".repeat(40)).unwrap_err().contains("expected 64"));
    }

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
