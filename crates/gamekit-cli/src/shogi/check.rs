//! `gamekit shogi check`: replays games and checks their results.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;
use shogi_core::format::Format;
use shogi_core::format::record::{Mode, ReadGame};
use shogi_core::{DeclarationRule, GameRules};

use super::file;
use super::input::{self, Contents, Input};
use super::sample_files;
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::plural::count;
use crate::{progress, threads};

/// Read game records, replay every move, and print the result of each game.
///
/// Warnings report unusual parts of a record, and results that the rules do not support. If a file
/// cannot be read, the error is reported, the other files are still read, and the exit code is 2. With
/// `--lenient`, the exit code is 1 if the command skipped a part of a record. For a file of training
/// records, only the number of records is printed.
///
/// Rules that vary between tournaments are options.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files and folders to read. `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// Skip text that cannot be parsed and moves that cannot be played, and print warnings.
    #[arg(long)]
    lenient: bool,
    /// The game is a draw after this many moves, unless the last move is checkmate [default: no
    /// limit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,
    /// Apply the try rule: a side wins if its king reaches the start square of the other king and
    /// is not in check.
    #[arg(long)]
    try_rule: bool,
    /// The rule by which a declaration must win. `27` needs 28 points for Black or 27 for White,
    /// and `24` needs 31 points [default: either rule].
    #[arg(long, value_enum, value_name = "POINTS")]
    declaration: Option<Points>,
    /// In a handicap game, the missing pieces count as White's points in a declaration.
    #[arg(long)]
    handicap_points: bool,
    /// Number of threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object per game.
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

/// The answer for a game, or for a file without games.
#[derive(Serialize)]
#[serde(untagged)]
enum Checked {
    Game {
        file: String,
        format: String,
        move_count: usize,
        /// The final position.
        sfen: String,
        outcome: String,
        warnings: Vec<String>,
        /// Whether the lenient reader skipped or replaced parts of the record.
        #[serde(skip)]
        is_repaired: bool,
    },
    Records {
        file: String,
        format: String,
        records: u64,
        warnings: Vec<String>,
        /// Whether records were skipped.
        #[serde(skip)]
        is_repaired: bool,
    },
    Broken {
        file: String,
        error: String,
    },
}

impl Answer for Checked {
    fn text(&self) -> String {
        let (mut text, warnings) = match self {
            Self::Game { file, format, move_count, sfen, outcome, warnings, .. } => {
                let moves = count(*move_count, "move");
                (format!("{file}: {format}, {moves}, {outcome}\n  {sfen}\n"), warnings)
            }
            Self::Records { file, format, records, warnings, .. } => {
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

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let inputs = input::inputs(&args.inputs)?;
    let rules = args.rules();
    let bar = progress::bar(inputs.len() as u64, "checking");
    let pool = threads::pool(args.threads)?;
    let mut output = Output::new(args.json);
    let (mut all_good, mut is_partial) = (true, false);
    // The results of a portion are printed before the next portion is checked.
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
                is_partial |= matches!(
                    game,
                    Checked::Game { is_repaired: true, .. }
                        | Checked::Records { is_repaired: true, .. }
                );
            }
            Ok::<(), Failure>(())
        })?;
    }
    bar.finish_and_clear();
    match (all_good, is_partial) {
        (false, _) => Err(Failure::Reported),
        (true, true) => Err(Failure::Partial),
        (true, false) => Ok(()),
    }
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
            let passed = sample_files::pass(format, reader, lenient, &mut |_| Ok(()))?;
            let (records, warnings) = (passed.records, passed.warnings);
            let (format, is_repaired) = (format.to_string(), !warnings.is_empty());
            return Ok(vec![Checked::Records { file, format, records, warnings, is_repaired }]);
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
        move_count: game.moves().count(),
        sfen: game.final_position().to_string(),
        outcome: game.outcome_at(game.leaf(), rules).to_string(),
        warnings: read.warnings.iter().map(ToString::to_string).chain(doubts).collect(),
        is_repaired: read.warnings.iter().any(|warning| warning.kind.is_repair()),
    }
}
