//! The position argument of the shogi commands.

use std::path::Path;

use clap::Args;
use shogi_core::format::usi::{self, PositionLine};
use shogi_core::format::{Format, sfen};
use shogi_core::{Color, Flaws, Position};

use crate::arguments;

/// The position argument.
#[derive(Args)]
pub(crate) struct PositionArg {
    /// `startpos`, an SFEN, or a USI line (`position startpos moves 7g7f`). `-` reads one position
    /// per line from standard input [default: the start position].
    #[arg(value_name = "POSITION", value_parser = word)]
    pub(crate) words: Vec<String>,
}

/// Reads a word of a position on the command line.
pub(crate) fn word(text: &str) -> Result<String, String> {
    arguments::not_blank(
        text,
        "`startpos`, an SFEN, a USI line (`position startpos moves 7g7f`), or no argument for the \
         start position",
    )
}

/// Reads a position. An empty text is the start position.
pub(crate) fn parse(text: &str) -> Result<Position, String> {
    parse_line(text).map(|line| line.position)
}

/// Reads a position line: a starting position and the moves from it.
pub(crate) fn parse_line(text: &str) -> Result<PositionLine, String> {
    if text.trim().is_empty() {
        return Ok(PositionLine::new(Position::start()));
    }
    text.trim_end().parse::<usi::PositionLine>().map_err(|error| {
        let (path, mut message) = (Path::new(text.trim()), error.to_string());
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_file() {
            message.push_str(
                "; this is the name of a file: use `gamekit shogi show` for game records",
            );
        } else if extension.and_then(Format::from_extension).is_some() {
            return format!("{}: no such file or folder", path.display());
        }
        message
    })
}

/// Reads a position as [`parse`] does, but also accepts flaws: a second pawn on a file, or more
/// pieces of a kind than a normal set.
pub(crate) fn parse_allowing_flaws(text: &str) -> Result<Position, String> {
    parse(text).or_else(|error| {
        let setup = sfen::parse_setup(text.trim()).map_err(|_| error.clone())?;
        Position::from_setup_allowing(setup, Flaws::ALLOWABLE).map_err(|_| error)
    })
}

/// Returns the side to move as a word: `black` or `white`.
pub(crate) fn side(position: &Position) -> &'static str {
    match position.side() {
        Color::Black => "black",
        Color::White => "white",
    }
}
