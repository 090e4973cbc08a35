//! `gamekit shogi check`: games replayed and judged.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use rayon::prelude::*;
use serde::Serialize;
use shogi_core::Rules;
use shogi_core::format::record::{Mode, ReadGame};

use super::file::{self, Format};
use super::input::{self, Contents, Input};
use super::labelled;
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::{progress, threads};

/// Read files of games, play every move and judge the outcome by the rules.
///
/// A game is one line or JSON object: what is odd in the record, and what it claims that the rules
/// do not bear out, are warnings. A broken file is reported, the others are read, and the exit
/// code is 2. Files of training records are one line each.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files and folders; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// Leave out what cannot be understood or played, and tell of it.
    #[arg(long)]
    lenient: bool,
    /// How many threads to use; all cores unless told.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object for each game.
    #[arg(long)]
    json: bool,
}

/// What is said of a game, or of a file without games.
#[derive(Serialize)]
#[serde(untagged)]
enum Checked {
    Game {
        file: String,
        format: String,
        moves: usize,
        sfen: String,
        outcome: String,
        warnings: Vec<String>,
    },
    Records {
        file: String,
        format: String,
        records: u64,
        warnings: Vec<String>,
    },
    Broken {
        file: String,
        error: String,
    },
}

impl Answer for Checked {
    fn text(&self) -> String {
        let (mut text, warnings) = match self {
            Self::Game { file, format, moves, sfen, outcome, warnings } => {
                let moves = count(*moves as u64, "move");
                (format!("{file}: {format}, {moves}, {outcome}\n  {sfen}\n"), warnings)
            }
            Self::Records { file, format, records, warnings } => {
                (format!("{file}: {format}, {}\n", count(*records, "record")), warnings)
            }
            Self::Broken { file, error } => return format!("{file}: {error}\n"),
        };
        for warning in warnings {
            text.push_str(&format!("  warning: {warning}\n"));
        }
        text
    }
}

/// `1 move`, `2 moves`.
pub(super) fn count(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let inputs = input::inputs(&args.inputs)?;
    let bar = progress::bar(inputs.len() as u64, "checking");
    let pool = threads::pool(args.threads)?;
    let mut output = Output::new(args.json);
    let mut all_good = true;
    // In portions, so that answers come while others are worked on.
    for portion in inputs.chunks(256) {
        let check = |input: &Input| {
            let checked = check(input, args.lenient);
            bar.inc(1);
            checked
        };
        let checked: Vec<Vec<Checked>> = pool.install(|| portion.par_iter().map(check).collect());
        bar.suspend(|| {
            for game in checked.iter().flatten() {
                match game {
                    Checked::Broken { file, error } if !args.json => {
                        eprintln!("gamekit: {file}: {error}");
                    }
                    _ => output.answer(game)?,
                }
                all_good &= !matches!(game, Checked::Broken { .. });
            }
            Ok::<(), Failure>(())
        })?;
    }
    bar.finish_and_clear();
    if all_good { Ok(()) } else { Err(Failure::Reported) }
}

fn check(input: &Input, lenient: bool) -> Vec<Checked> {
    try_check(input, lenient).unwrap_or_else(|error| {
        vec![Checked::Broken { file: input.path.display().to_string(), error }]
    })
}

fn try_check(input: &Input, lenient: bool) -> Result<Vec<Checked>, String> {
    let file = input.path.display().to_string();
    let (format, bytes) = match input::open(&input.path)? {
        Contents::Games(format, bytes) => (format, bytes),
        Contents::Positions(format, reader) => {
            let passed = labelled::pass(format, reader, lenient, &mut |_| Ok(()))?;
            let (records, warnings) = (passed.records, passed.warnings);
            let format = format.to_string();
            return Ok(vec![Checked::Records { file, format, records, warnings }]);
        }
    };
    let mode = if lenient { Mode::Lenient } else { Mode::Strict };
    let games = file::games(format, &bytes, mode)?;
    let checked = |game| match game {
        Ok(read) => judged(&file, format, &read),
        Err(error) => Checked::Broken { file: file.clone(), error },
    };
    Ok(games.into_iter().map(checked).collect())
}

fn judged(file: &str, format: Format, read: &ReadGame) -> Checked {
    let game = &read.game;
    let doubts = game.doubts(&Rules::default());
    let doubts = doubts.iter().map(ToString::to_string);
    Checked::Game {
        file: file.to_owned(),
        format: format.to_string(),
        moves: game.moves().count(),
        sfen: game.final_position().to_string(),
        outcome: game.outcome().to_string(),
        warnings: read.warnings.iter().map(ToString::to_string).chain(doubts).collect(),
    }
}
