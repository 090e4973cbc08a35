//! `gamekit reversi book info`: the statistics of a book.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use reversi_core::Board;
use serde::Serialize;

use super::lookup;
use crate::error::{Failure, Outcome, describe};
use crate::output::{Answer, Output};

/// Verify a book and print its statistics.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The book file to read.
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Info {
    file: String,
    bytes: usize,
    positions: u64,
    /// The number of positions with an evaluation.
    evaluated: u64,
    /// The number of games that contain the start position.
    games: u32,
    /// The value of the start position for Black.
    value_centidiscs: Option<i32>,
    /// The numbers of positions in which 0, 1, .. discs have been placed.
    positions_by_ply: Vec<u64>,
}

impl Answer for Info {
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.file);
        let mut fact = |name: &str, value: String| text.push_str(&format!("  {name:<11}{value}\n"));
        fact("bytes", self.bytes.to_string());
        fact("positions", self.positions.to_string());
        fact("evaluated", self.evaluated.to_string());
        fact("games", self.games.to_string());
        if let Some(value) = self.value_centidiscs {
            fact("value", format!("{:+.2} discs for Black at the start", f64::from(value) / 100.0));
        }
        for (ply, count) in self.positions_by_ply.iter().enumerate() {
            fact(&format!("ply {ply}"), count.to_string());
        }
        text
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let book = lookup::open(&args.book)?;
    let damaged = |error| Failure::about(args.book.display(), &error);
    book.verify().map_err(damaged)?;
    let (mut evaluated, mut by_ply) = (0, Vec::new());
    for entry in book.iter() {
        let (key, record, _) = entry.map_err(damaged)?;
        evaluated += u64::from(record.evaluation().is_some());
        let ply = key.board().occupied().len().saturating_sub(4) as usize;
        if by_ply.len() <= ply {
            by_ply.resize(ply + 1, 0);
        }
        by_ply[ply] += 1;
    }
    let start = book.find(Board::START).map_err(|error| describe(&error))?;
    Output::new(args.json).answer(&Info {
        file: args.book.display().to_string(),
        bytes: book.as_bytes().len(),
        positions: book.len(),
        evaluated,
        games: start.map_or(0, |info| info.games),
        value_centidiscs: start.and_then(|info| info.value),
        positions_by_ply: by_ply,
    })?;
    Ok(())
}
