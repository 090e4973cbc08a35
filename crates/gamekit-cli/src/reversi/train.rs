//! `gamekit reversi train`: trains evaluation weights from games.

use std::path::{Path, PathBuf};

use reversi_core::Position;
use reversi_core::format::games::files;

use super::game_files::{self, Skipped};
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path::Inputs;
use crate::{interrupt, output_path, threads};

mod args;
mod checkpoint;
mod report;
mod trainer;

pub(crate) use args::Args;

use checkpoint::Checkpoint;
use trainer::Trainer;

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    interrupt::flag();
    let path = args.checkpoint.clone().unwrap_or_else(|| beside(&args.output));
    for path in [Some(&args.output), args.plot.as_ref()].into_iter().flatten() {
        output_path::check(path)?;
    }
    let files = files(&args.inputs).map_err(|error| Failure::from_error(&error))?;
    output_path::refuse_twice(&files)?;
    let inputs = Inputs::of(&files);
    for path in [Some(&args.output), args.plot.as_ref(), Some(&path)].into_iter().flatten() {
        inputs.refuse(path)?;
    }
    let pool = threads::pool(args.threads)?;
    let outcome = pool.install(|| {
        let (games, skipped) = all_games(&files)?;
        skipped.report();
        let teaches = |game: &Position| !args.is_held_back(game) && args.is_long_enough(game);
        if !games.iter().any(teaches) {
            let message = "every training game ends before the boards that are solved exactly";
            return Err(Failure::Message(format!("{message} (--exact {})", args.exact)));
        }
        let checkpoint = Checkpoint::open(&path, args.resume)?;
        let mut trainer = Trainer { args, checkpoint, output: Output::new(args.json) };
        let trained = trainer.run(&games)?;
        if let Some(path) = &args.plot {
            trainer.compare(&trained, path)?;
        }
        skipped.outcome()
    });
    if matches!(outcome, Err(Failure::Interrupted)) {
        eprintln!("stopped; run the same command again to resume from {}", path.display());
    }
    outcome
}

/// Reads the games of all files. Games that cannot be read are skipped.
fn all_games(files: &[PathBuf]) -> Result<(Vec<Position>, Skipped), Failure> {
    let (mut all, mut skipped) = (Vec::new(), Skipped::default());
    for path in files {
        let games = game_files::readable_games(path, &mut skipped)?;
        all.extend(games.into_iter().map(|game| game.position));
    }
    skipped.refuse_if_nothing_else(all.len())?;
    Ok((all, skipped))
}

/// Returns the default path of the checkpoint.
fn beside(weights: &Path) -> PathBuf {
    let mut name = weights.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}
