//! `gamekit reversi book info`: a book as a whole.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use reversi_core::Board;
use serde::Serialize;

use crate::error::{Failure, Outcome, describe};
use crate::output::{Answer, Output};

/// Check every byte of a book and tell what is in it.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The book.
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Info {
    book: String,
    bytes: usize,
    positions: u64,
    /// Positions that a search or a person gave a value.
    evaluated: u64,
    /// Games through the start position.
    games: u32,
    /// The value of the start position for Black, in 1/100 disc.
    value: Option<i32>,
    /// The numbers of positions with 4, 5, .. discs on the board.
    positions_by_discs: Vec<u64>,
}

impl Answer for Info {
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.book);
        let mut fact = |name: &str, value: String| text.push_str(&format!("  {name:<11}{value}\n"));
        fact("bytes", self.bytes.to_string());
        fact("positions", self.positions.to_string());
        fact("evaluated", self.evaluated.to_string());
        fact("games", self.games.to_string());
        if let Some(value) = self.value {
            fact("value", format!("{:+.2} discs for Black at the start", f64::from(value) / 100.0));
        }
        for (ply, count) in self.positions_by_discs.iter().enumerate() {
            fact(&format!("ply {ply}"), count.to_string());
        }
        text
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let book = super::open(&args.book)?;
    let damaged = |error| Failure::about(args.book.display(), &error);
    book.verify().map_err(damaged)?;
    let (mut evaluated, mut by_discs) = (0, Vec::new());
    for entry in book.iter() {
        let (key, record, _) = entry.map_err(damaged)?;
        evaluated += u64::from(record.evaluation().is_some());
        let ply = key.board().occupied().len().saturating_sub(4) as usize;
        if by_discs.len() <= ply {
            by_discs.resize(ply + 1, 0);
        }
        by_discs[ply] += 1;
    }
    let start = book.find(Board::START).map_err(|error| describe(&error))?;
    Output::new(args.json).answer(&Info {
        book: args.book.display().to_string(),
        bytes: book.as_bytes().len(),
        positions: book.len(),
        evaluated,
        games: start.map_or(0, |info| info.games),
        value: start.and_then(|info| info.value),
        positions_by_discs: by_discs,
    })?;
    Ok(())
}
