//! `gamekit shogi see`: the static exchange value of a move or of a square.

use clap::Args as ClapArgs;
use serde::Serialize;
use shogi_core::format::usi;
use shogi_core::{Position, See, Square};

use super::position;
use crate::arguments;
use crate::error::{Failure, Outcome};
use crate::output::Answer;
use crate::stream;

/// Compute the static exchange value of a move or of a square, in points of Bonanza's piece values.
///
/// The static exchange value is the material gain of the side to move if both sides only capture on
/// one square. The position may have flaws that do not affect exchanges, such as a second pawn on a
/// file.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// `startpos`, an SFEN or a USI line, as one argument in quotes. If POSITION is `-`, each line
    /// of standard input is a position, a tab, and a move or a square.
    #[arg(value_name = "POSITION", value_parser = position::word)]
    position: String,
    /// A move (7g7f, P*5e, 8h2b+) or a square (5e). Omit this argument if POSITION is `-`.
    #[arg(value_name = "MOVE|SQUARE", value_parser = target)]
    target: Option<String>,
    /// Allow a pinned piece to capture only along the line between its king and the pinning piece.
    #[arg(long)]
    pins: bool,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// An exchange value.
#[derive(Serialize)]
struct Exchange {
    sfen: String,
    /// The exchange value in points of Bonanza's piece values.
    exchange_points: i32,
}

impl Answer for Exchange {
    fn text(&self) -> String {
        format!("{}\n", self.exchange_points)
    }
}

/// Reads a move or a square on the command line.
fn target(text: &str) -> Result<String, String> {
    arguments::not_blank(text, "a move (7g7f) or a square (5e)")
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let see = if args.pins { See::BONANZA.with_pins() } else { See::BONANZA };
    let words = [args.position.clone()];
    let is_stream = stream::is_stream(&words);
    match (is_stream, &args.target) {
        (true, Some(_)) => {
            let message = "expected no MOVE|SQUARE: POSITION is `-`, so each line of standard input contains a move or a square";
            return Err(Failure::Message(message.to_owned()));
        }
        (false, None) => {
            return Err(Failure::Message(
                "a move or a square is missing after the position".to_owned(),
            ));
        }
        _ => {}
    }
    stream::answer(&words, args.json, |text| {
        let (position, target) = match &args.target {
            Some(target) => (text, target.as_str()),
            None => {
                let parts = text.trim().split_once('\t');
                parts.ok_or(
                    "the line has no tab, expected a position, a tab, and a move or a square",
                )?
            }
        };
        let position = position::parse_allowing_flaws(position)?;
        let exchange_points = value(&see, &position, target.trim())?;
        Ok(Exchange { sfen: position.to_string(), exchange_points })
    })
}

/// Returns the exchange value of the move or of the square in a text.
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
