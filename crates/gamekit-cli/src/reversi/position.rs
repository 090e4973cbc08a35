//! The position argument of the Reversi commands.

use clap::Args;
use reversi_core::format::position_text;
use reversi_core::{Color, Position, Square};

use crate::arguments;

/// The position argument.
#[derive(Args)]
pub(crate) struct PositionArg {
    /// A transcript (f5d6c3), or a board of 64 characters (X black, O white, - empty) and the side
    /// to move. `-` reads one position per line from standard input [default: the start position].
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
    position_text::parse(text).map_err(|error| error.to_string())
}

/// Returns the position as 64 characters and its side to move.
pub(crate) fn text(position: &Position) -> String {
    position.to_string()
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

/// Draws the board. `+` marks the legal moves, and `facts` are printed beside the rows.
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
