//! `gamekit shogi check`: games replayed and judged.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;
use shogi_core::format::Format;
use shogi_core::format::record::{Mode, ReadGame};
use shogi_core::{DeclarationRule, GameRules};

use super::file;
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
///
/// The rules in which events differ are options. Unless told no number of moves ends a game, a king
/// on the other one's square does not, and a declaration may win by either rule.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files and folders; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// Leave out what cannot be understood or played, and tell of it.
    #[arg(long)]
    lenient: bool,
    /// The game is drawn when this many moves are made, if the last one does not mate.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,
    /// A king that reaches the home square of the other one unchecked wins.
    #[arg(long)]
    try_rule: bool,
    /// The rule that a declaration must win by: with 28 points for Black and 27 for White, or with
    /// 31; either unless told.
    #[arg(long, value_enum, value_name = "POINTS")]
    declaration: Option<Points>,
    /// In declarations the points of the pieces missing in a handicap game are White's.
    #[arg(long)]
    handicap_points: bool,
    /// How many threads to use; all cores unless told.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object for each game.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Points {
    #[value(name = "27")]
    Points27,
    #[value(name = "24")]
    Points24,
}

impl Args {
    fn rules(&self) -> GameRules {
        let mut rules = GameRules::default();
        rules.max_moves = self.max_moves;
        rules.try_rule = self.try_rule;
        rules.handicap_points = self.handicap_points;
        rules.declaration = self.declaration.map(|points| match points {
            Points::Points27 => DeclarationRule::Points27,
            Points::Points24 => DeclarationRule::Points24,
        });
        rules
    }
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
    let rules = args.rules();
    let bar = progress::bar(inputs.len() as u64, "checking");
    let pool = threads::pool(args.threads)?;
    let mut output = Output::new(args.json);
    let mut all_good = true;
    // In portions, so that answers come while others are worked on.
    for portion in inputs.chunks(256) {
        let check = |input: &Input| {
            let checked = check(input, args.lenient, &rules);
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

fn check(input: &Input, lenient: bool, rules: &GameRules) -> Vec<Checked> {
    try_check(input, lenient, rules).unwrap_or_else(|error| {
        vec![Checked::Broken { file: input.path.display().to_string(), error }]
    })
}

fn try_check(input: &Input, lenient: bool, rules: &GameRules) -> Result<Vec<Checked>, String> {
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
        Ok(read) => judged(&file, format, &read, rules),
        Err(error) => Checked::Broken { file: file.clone(), error },
    };
    Ok(games.into_iter().map(checked).collect())
}

fn judged(file: &str, format: Format, read: &ReadGame, rules: &GameRules) -> Checked {
    let game = &read.game;
    let doubts = game.doubts(rules);
    let doubts = doubts.iter().map(ToString::to_string);
    Checked::Game {
        file: file.to_owned(),
        format: format.to_string(),
        moves: game.moves().count(),
        sfen: game.final_position().to_string(),
        outcome: game.outcome_at(game.leaf(), rules).to_string(),
        warnings: read.warnings.iter().map(ToString::to_string).chain(doubts).collect(),
    }
}
