//! `gamekit shogi moves`: the moves of one kind.

use clap::{Args as ClapArgs, ValueEnum};
use serde::Serialize;
use shogi_core::{MoveList, Position};

use super::position::{self, PositionArg};
use crate::error::Outcome;
use crate::output::Answer;
use crate::stream;

/// List the legal moves of a kind.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArg,
    /// Which moves.
    #[arg(long, value_enum, default_value_t = MoveKind::All)]
    kind: MoveKind,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MoveKind {
    /// Every legal move.
    All,
    /// Moves that take a piece.
    Captures,
    /// Moves on the board that take nothing.
    Quiets,
    /// Drops from the hand.
    Drops,
    /// Moves that give check.
    Checks,
    /// Answers to a check; none where the king is not in check.
    Evasions,
    /// All but the inferior non-promotions, as engines search them.
    Engine,
}

/// The moves of a position, in USI.
#[derive(Serialize)]
struct Moves {
    sfen: String,
    moves: Vec<String>,
}

impl Answer for Moves {
    fn text(&self) -> String {
        format!("{}\n", self.moves.join(" "))
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    stream::answer(&args.position.words, args.json, |text| {
        let position = position::parse(text)?;
        let moves = list(&position, args.kind).as_slice().iter().map(ToString::to_string).collect();
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
