//! A position as people write it: `startpos`, an SFEN, or a whole USI `position` line.

use std::path::Path;

use clap::Args;
use shogi_core::format::sfen;
use shogi_core::format::usi::{self, PositionLine};
use shogi_core::{Flaws, Position};

use crate::arguments;

/// The position a command is about.
#[derive(Args)]
pub(crate) struct PositionArg {
    /// `startpos` (the same as no argument), an SFEN, a USI line (`position startpos moves 7g7f`), or
    /// `-` for one position a line from standard input.
    #[arg(value_name = "POSITION", value_parser = word)]
    pub(crate) words: Vec<String>,
}

/// A word of a position on the command line.
pub(crate) fn word(text: &str) -> Result<String, String> {
    arguments::not_blank(
        text,
        "`startpos`, an SFEN, a USI line (`position startpos moves 7g7f`), or no argument for the \
         start",
    )
}

/// Reads a position; an empty text, that of no argument, is the start.
pub(crate) fn parse(text: &str) -> Result<Position, String> {
    parse_line(text).map(|line| line.position)
}

/// Reads a position as [`parse`] does, with the moves that led to it.
pub(crate) fn parse_line(text: &str) -> Result<PositionLine, String> {
    if text.trim().is_empty() {
        return Ok(PositionLine::new(Position::start()));
    }
    usi::parse_position(text.trim_end()).map_err(|error| {
        let mut message = error.to_string();
        if Path::new(text.trim()).is_file() {
            message.push_str("; it is the name of a file: `gamekit shogi show` draws a record");
        }
        message
    })
}

/// Reads a position as [`parse`] does, or an SFEN whose only faults are ones a composer may want:
/// a second pawn on a file, more pieces than a set has.
pub(crate) fn parse_allowing_flaws(text: &str) -> Result<Position, String> {
    parse(text).or_else(|error| {
        let setup = sfen::parse_setup(text.trim()).map_err(|_| error.clone())?;
        Position::from_setup_allowing(setup, Flaws::ALLOWABLE).map_err(|_| error)
    })
}
