//! `gamekit shogi moves`: lists the moves of one kind.

use clap::{Args as ClapArgs, ValueEnum};
use serde::Serialize;
use shogi_core::{Move, MoveList, Position};

use super::position::{self, PositionArg};
use crate::error::Outcome;
use crate::output::Answer;
use crate::stream;

/// List the legal moves of one kind.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArg,
    /// Kind of moves.
    #[arg(long, value_enum, default_value_t = MoveKind::All)]
    kind: MoveKind,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MoveKind {
    /// All legal moves.
    All,
    /// Moves that capture a piece.
    Captures,
    /// Moves on the board that do not capture a piece.
    Quiets,
    /// Drops from the hand.
    Drops,
    /// Moves that give check.
    Checks,
    /// All legal moves if the king is in check, otherwise none.
    Evasions,
    /// All legal moves except non-promotions that are never better than the promotion, for example
    /// of a pawn, bishop or rook.
    Engine,
}

/// The moves of a position, in USI notation.
#[derive(Serialize)]
struct Moves {
    sfen: String,
    moves: Vec<Listed>,
}

/// A move, in USI notation.
#[derive(Serialize)]
struct Listed {
    r#move: String,
}

impl Answer for Moves {
    fn text(&self) -> String {
        let moves: Vec<&str> = self.moves.iter().map(|listed| listed.r#move.as_str()).collect();
        format!("{}\n", moves.join(" "))
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    stream::answer(&args.position.words, args.json, |text| {
        let position = position::parse(text)?;
        let listed = |mv: &Move| Listed { r#move: mv.to_string() };
        let moves = list(&position, args.kind).as_slice().iter().map(listed).collect();
        Ok(Moves { sfen: position.to_string(), moves })
    })
}

fn list(position: &Position, kind: MoveKind) -> MoveList {
    match kind {
        MoveKind::All => position.legal_moves(),
        MoveKind::Captures => position.captures(),
        MoveKind::Quiets => position.quiets(),
        MoveKind::Drops => position.drops(),
        MoveKind::Checks => position.checks(),
        MoveKind::Evasions => position.evasions(),
        MoveKind::Engine => position.engine_moves(),
    }
}
