//! `gamekit shogi see`: the exchange value of a move or on a square.

use clap::Args as ClapArgs;
use serde::Serialize;
use shogi_core::format::usi;
use shogi_core::{Position, See, Square};

use super::position;
use crate::arguments;
use crate::error::Outcome;
use crate::output::Answer;
use crate::stream;

/// Value the exchange a move begins, or the one on a square, with Bonanza's piece values.
///
/// A position may have flaws that no exchange minds, such as a second pawn on a file.
/// The position comes first, the move or square last. With `-` alone, standard input has one
/// `SFEN<TAB>MOVE` a line.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// A position and a move (7g7f, P*5e, 8h2b+) or a square (5e); or `-` for lines of standard
    /// input.
    #[arg(value_name = "POSITION MOVE-or-SQUARE", required = true, value_parser = word)]
    words: Vec<String>,
    /// A pinned piece may take only along the line it is pinned on.
    #[arg(long)]
    pins: bool,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// An exchange value.
#[derive(Serialize)]
struct Exchange {
    sfen: String,
    value: i32,
}

impl Answer for Exchange {
    fn text(&self) -> String {
        format!("{}\n", self.value)
    }
}

/// A word of a position, a move or a square on the command line.
fn word(text: &str) -> Result<String, String> {
    arguments::not_blank(text, "a position and a move or a square, or one of these for the start")
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let see = if args.pins { See::BONANZA.with_pins() } else { See::BONANZA };
    let streamed = stream::is_stream(&args.words);
    stream::answer(&args.words, args.json, |text| {
        let (position, target) = if streamed {
            text.trim().split_once('\t').ok_or("no tab, expected SFEN<TAB>MOVE")?
        } else {
            text.trim().rsplit_once(' ').unwrap_or(("", text.trim()))
        };
        let position = position::parse_allowing_flaws(position)?;
        let value = value(&see, &position, target.trim())?;
        Ok(Exchange { sfen: position.to_string(), value })
    })
}

/// The value of a move, or of the exchange on a square where the text names one.
fn value(see: &See, position: &Position, text: &str) -> Result<i32, String> {
    if let Ok(square) = text.parse::<Square>() {
        return Ok(see.of_square(position, square));
    }
    let bare = usi::parse_move(text).map_err(|error| format!("invalid move `{text}`, {error}"))?;
    match position.legal_move(bare) {
        Ok(step) => Ok(see.of_move(position, step)),
        Err(illegal) => Err(format!("illegal move {text}: {}", illegal.kind)),
    }
}
