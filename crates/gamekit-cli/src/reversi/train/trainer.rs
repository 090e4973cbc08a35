//! Runs the rounds of a training: scores games, fits weights, plays games.

use std::collections::HashSet;

use rayon::prelude::*;
use reversi_core::eval::{STAGES, Shapes, Weights};
use reversi_core::solve::Solver;
use reversi_core::train::{
    FitOptions, Sample, SearchBlend, SelfPlay, StageReport, boards, ending_scores, fit_stage,
    samples, self_play, twin_key,
};
use reversi_core::{Board, Position, PositionKey};
use serde::Serialize;

use super::args::{Args, mix};
use super::checkpoint::{self, Checkpoint};
use crate::error::Failure;
use crate::output::{Answer, Output};
use crate::plural::count;
use crate::{atomic, interrupt, progress};

/// The errors of a stage.
#[derive(Serialize)]
struct StageLine {
    round: u32,
    shapes: String,
    stage: usize,
    /// The largest and the smallest number of empty squares of the stage.
    empties_range: [usize; 2],
    samples: usize,
    training_error_discs: Option<f64>,
    validation_error_discs: Option<f64>,
}

impl StageLine {
    fn new(round: u32, shapes: &Shapes, report: &StageReport) -> Self {
        let known = |error: f64| error.is_finite().then_some(error);
        Self {
            round,
            shapes: shapes.name().to_owned(),
            stage: report.stage,
            empties_range: empties(report.stage),
            samples: report.samples,
            training_error_discs: known(report.training_error),
            validation_error_discs: known(report.validation_error),
        }
    }
}

/// Returns the largest and the smallest number of empty squares of a stage.
fn empties(stage: usize) -> [usize; 2] {
    let last = if stage + 1 == STAGES { 0 } else { 57 - 4 * stage };
    [60 - 4 * stage.min(STAGES - 1), last]
}

impl Answer for StageLine {
    fn text(&self) -> String {
        let error = |error: Option<f64>| error.map_or("-".to_owned(), |e| format!("{e:.3}"));
        let [first, last] = self.empties_range;
        format!(
            "{} round {}, {first:2} to {last:2} empties: {:8} boards, error {} discs, validation {}\n",
            self.shapes,
            self.round,
            self.samples,
            error(self.training_error_discs),
            error(self.validation_error_discs)
        )
    }
}

/// The weight file.
#[derive(Serialize)]
struct Written {
    file: String,
    bytes: usize,
    games: usize,
    self_played: usize,
}

impl Answer for Written {
    fn text(&self) -> String {
        format!(
            "{}: {}, from {} and {}\n",
            self.file,
            count(self.bytes, "byte"),
            count(self.games, "game"),
            count(self.self_played, "self-play game")
        )
    }
}

/// The number of games that a thread scores as one piece of work.
const PORTION: usize = 64;

/// Returns the number of games between two checks for Ctrl-C. If games take longer to solve, the
/// number is smaller.
const fn lot(exact: u32) -> usize {
    match exact {
        0..=14 => 2048,
        15..=16 => 512,
        17..=18 => 128,
        _ => 64,
    }
}

/// The trained weights, and the samples of the last round.
pub(super) struct Trained {
    pub(super) weights: Weights,
    pub(super) training: Vec<Sample>,
    pub(super) validation: Vec<Sample>,
}

/// Trains weights on games and on self-play games.
pub(super) struct Trainer<'a> {
    pub(super) args: &'a Args,
    pub(super) checkpoint: Checkpoint,
    pub(super) output: Output,
}

impl Trainer<'_> {
    /// Trains weights and writes the weight file.
    pub(super) fn run(&mut self, games: &[Position]) -> Result<Trained, Failure> {
        let args = self.args;
        let scored = self.score(games, "scoring games")?;
        let (held_back, training): (Vec<_>, Vec<_>) =
            games.iter().zip(scored).partition(|(game, _)| args.is_held_back(game));
        let flat = |games: Vec<(&Position, Vec<Sample>)>| -> Vec<Sample> {
            games.into_iter().flat_map(|(_, samples)| samples).collect()
        };
        let (validation, mut training) = (flat(held_back), flat(training));

        let shapes = args.shapes.shapes();
        let first = self.fit(1, &shapes, &training, &validation)?;
        let twins: HashSet<PositionKey> =
            games.iter().filter(|game| args.is_held_back(game)).map(twin_key).collect();
        let mut self_played = self.self_play(&first)?;
        self_played.retain(|game| !twins.contains(&twin_key(game)));
        let scored = self.score(&self_played, "scoring self-play games")?;
        training.extend(scored.into_iter().flatten());
        let blend = SearchBlend::new(args.exact);
        let training: Vec<Sample> =
            training.into_par_iter().map(|sample| blend.apply(&first, sample)).collect();
        let weights = self.fit(2, &shapes, &training, &validation)?;

        let bytes = weights.to_bytes();
        atomic::write(&args.output, &bytes)?;
        self.output.answer(&Written {
            file: args.output.display().to_string(),
            bytes: bytes.len(),
            games: games.len(),
            self_played: self_played.len(),
        })?;
        Ok(Trained { weights, training, validation })
    }

    fn self_play(&self, weights: &Weights) -> Result<Vec<Position>, Failure> {
        let bar = progress::bar(u64::from(self.args.self_play), "playing");
        let play = |number: u32| {
            let seed = mix(self.args.seed ^ 0x5e1f, u64::from(number));
            bar.inc(1);
            (!interrupt::is_asked()).then(|| self_play(weights, &SelfPlay::default(), seed))
        };
        let games: Option<_> = (0..self.args.self_play).into_par_iter().map(play).collect();
        bar.finish_and_clear();
        games.ok_or(Failure::Interrupted)
    }

    /// Returns the samples of each game. A game that ends before the solved boards has no samples.
    /// Known scores are read from the checkpoint, and new scores are added to it.
    fn score(
        &mut self,
        games: &[Position],
        label: &'static str,
    ) -> Result<Vec<Vec<Sample>>, Failure> {
        let bar = progress::bar(games.len() as u64, label);
        let mut all = Vec::with_capacity(games.len());
        for games in games.chunks(lot(self.args.exact)) {
            if interrupt::is_asked() {
                bar.finish_and_clear();
                return Err(Failure::Interrupted);
            }
            let boards: Vec<Vec<Board>> = games.par_iter().map(boards).collect();
            let key = checkpoint::key_of_games(self.args.exact, &boards);
            let scores = match self.checkpoint.scores(key) {
                Some(scores) => scores,
                None => {
                    let scores = self.solve(&boards);
                    self.checkpoint.add_scores(key, &scores)?;
                    scores
                }
            };
            let pairs = boards.par_iter().zip(&scores);
            all.par_extend(pairs.map(|(boards, scores)| samples(boards, scores)));
            bar.inc(games.len() as u64);
        }
        bar.finish_and_clear();
        Ok(all)
    }

    fn solve(&self, games: &[Vec<Board>]) -> Vec<Vec<i8>> {
        let solve = |games: &[Vec<Board>]| {
            let mut solver = Solver::new(1 << 20);
            let scores = |boards: &Vec<Board>| {
                ending_scores(boards, self.args.exact, &mut solver).unwrap_or_default()
            };
            games.iter().map(scores).collect::<Vec<_>>()
        };
        games.par_chunks(PORTION).flat_map_iter(solve).collect()
    }

    /// Fits the weights of all stages. Stages that are in the checkpoint are not fitted again.
    pub(super) fn fit(
        &mut self,
        round: u32,
        shapes: &Shapes,
        training: &[Sample],
        validation: &[Sample],
    ) -> Result<Weights, Failure> {
        let options =
            FitOptions::default().with_steps(self.args.steps as usize).with_ridge(self.args.ridge);
        let key = checkpoint::key_of_samples(shapes.name(), &options, [training, validation]);
        let bar = progress::bar(STAGES as u64, "fitting");
        let mut stages = Vec::with_capacity(STAGES);
        for stage in (0..STAGES).rev() {
            if interrupt::is_asked() {
                bar.finish_and_clear();
                return Err(Failure::Interrupted);
            }
            let key = mix(key, stage as u64);
            let fitted = match self.checkpoint.stage(key, stage) {
                Some(fitted) => fitted,
                None => {
                    let fitted = fit_stage(shapes, stage, training, validation, &options);
                    self.checkpoint.add_stage(key, &fitted)?;
                    fitted
                }
            };
            bar.inc(1);
            let line = StageLine::new(round, shapes, &fitted.report);
            bar.suspend(|| self.output.answer(&line))?;
            stages.push(fitted.weights);
        }
        bar.finish_and_clear();
        stages.reverse();
        Weights::from_folded(shapes, stages.concat()).ok_or_else(|| {
            Failure::Message(
                "the checkpoint does not match these options; remove the file".to_owned(),
            )
        })
    }
}
