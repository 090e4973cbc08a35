//! `gamekit reversi train`: trains evaluation weights from games.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use rayon::prelude::*;
use reversi_core::eval::{STAGES, Shapes, Weights};
use reversi_core::format::games::files;
use reversi_core::solve::Solver;
use reversi_core::train::{
    FitOptions, Sample, SearchBlend, SelfPlay, StageReport, boards, ending_scores, fit_stage,
    samples, self_play,
};
use reversi_core::{Board, Position};
use serde::Serialize;

use super::game_files;
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::output_path::Inputs;
use crate::plural::count;
use crate::{atomic, interrupt, output_path, progress, threads};

mod checkpoint;
mod report;

use checkpoint::Checkpoint;

/// Train evaluation weights from WTHOR games, transcripts and self-play.
///
/// The last boards of each game are solved exactly. Weights are fitted to these boards. The program then
/// plays games against itself with the weights, solves their endgames, labels the earlier boards with a
/// two-ply search, and fits the weights again. Part of the games is held out to measure the error on
/// unseen boards.
///
/// The same games, seed and options give the same weights, independent of the number of threads.
/// Intermediate results are saved in a checkpoint next to the weights. After Ctrl-C, the same command
/// resumes from it and produces the same weights. The checkpoint can be removed after the training.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Game files. For a folder: all .wtb and .txt files in it and its subfolders.
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// The weight file to write. It is written completely or not at all.
    #[arg(short, long, value_name = "WEIGHTS")]
    output: PathBuf,
    /// Set of patterns.
    #[arg(long, value_enum, default_value_t = Set::Rich)]
    shapes: Set,
    /// Number of self-play games to add.
    #[arg(long, value_name = "GAMES", default_value_t = 40_000,
          value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    self_play: u32,
    /// Solve boards with at most this many empty squares exactly.
    #[arg(long, value_name = "EMPTIES", default_value_t = 14,
          value_parser = clap::value_parser!(u32).range(1..=24))]
    exact: u32,
    /// Hold out one game in N for validation.
    #[arg(long, value_name = "N", default_value_t = 32,
          value_parser = clap::value_parser!(u32).range(2..))]
    held_back: u32,
    /// Seed for the choice of the validation games and for self-play.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of steps of the fit for each stage.
    #[arg(long, value_name = "N", default_value_t = 40,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    steps: u32,
    /// Ridge (L2) strength, expressed as a number of boards: higher values keep the weights of rare
    /// patterns closer to 0.
    #[arg(long, value_name = "BOARDS", default_value_t = 10.0, value_parser = ridge)]
    ridge: f32,
    /// File for the intermediate results [default: WEIGHTS with `.checkpoint` added].
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Require a checkpoint to resume from; fail if there is none.
    #[arg(long)]
    resume: bool,
    /// Compare with simpler evaluations on the validation games, and draw the errors as an SVG file.
    #[arg(long, value_name = "SVG")]
    plot: Option<PathBuf>,
    /// For --plot: number of boards to solve with 20, 16 and 12 empty squares each.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    solved: u32,
    /// Number of threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

impl Args {
    fn is_held_back(&self, number: u64) -> bool {
        mix(self.seed, number).is_multiple_of(u64::from(self.held_back))
    }

    /// Whether a game reaches the boards that are solved.
    fn is_long_enough(&self, game: &Position) -> bool {
        boards(game).last().is_some_and(|board| board.empties().len() <= self.exact)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Set {
    /// 46 patterns of up to 10 squares.
    Rich,
    /// 42 patterns of up to 8 squares, from the tutorial.
    Plain,
}

impl Set {
    fn shapes(self) -> Shapes {
        match self {
            Self::Rich => Shapes::rich_46(),
            Self::Plain => Shapes::plain_42(),
        }
    }
}

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

/// The number of games that one thread scores at a time.
const PORTION: usize = 64;

/// Returns the number of games between two checks for Ctrl-C. It is smaller if games take longer.
const fn lot(exact: u32) -> usize {
    match exact {
        0..=14 => 2048,
        15..=16 => 512,
        17..=18 => 128,
        _ => 64,
    }
}

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
        let games = all_games(&files)?;
        let teaches = |(number, game)| !args.is_held_back(number) && args.is_long_enough(game);
        if !(0..).zip(&games).any(teaches) {
            let message = "no game for training reaches the boards that are solved";
            return Err(Failure::Message(format!("{message} (--exact {})", args.exact)));
        }
        let checkpoint = Checkpoint::open(&path, args.resume)?;
        Trainer { args, checkpoint, output: Output::new(args.json) }.run(&games)
    });
    if matches!(outcome, Err(Failure::Interrupted)) {
        eprintln!("stopped; run the same command again to resume from {}", path.display());
    }
    outcome
}

/// Reads the games of all files.
fn all_games(files: &[PathBuf]) -> Result<Vec<Position>, Failure> {
    let mut all = Vec::new();
    for path in files {
        all.extend(game_files::read(path)?.positions(path)?);
    }
    Ok(all)
}

struct Trainer<'a> {
    args: &'a Args,
    checkpoint: Checkpoint,
    output: Output,
}

impl Trainer<'_> {
    fn run(&mut self, games: &[Position]) -> Outcome {
        let args = self.args;
        let scored = self.score(games, "scoring games")?;
        let (held_back, training): (Vec<_>, Vec<_>) =
            (0u64..).zip(scored).partition(|&(number, _)| args.is_held_back(number));
        let flat = |games: Vec<(u64, Vec<Sample>)>| -> Vec<Sample> {
            games.into_iter().flat_map(|(_, samples)| samples).collect()
        };
        let (validation, mut training) = (flat(held_back), flat(training));

        let shapes = args.shapes.shapes();
        let first = self.fit(1, &shapes, &training, &validation)?;
        let self_played = self.self_play(&first)?;
        let scored = self.score(&self_played, "scoring own games")?;
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
        match &args.plot {
            None => Ok(()),
            Some(path) => self.compare(&weights, &training, &validation, path),
        }
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

    /// Returns the samples of each game. A game that ends before the solved boards has no samples. Scores
    /// come from the checkpoint; new scores are added to the checkpoint.
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

    fn fit(
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
            Failure::Message("the checkpoint does not match these options; remove it".to_owned())
        })
    }
}

/// Reads a `--ridge` value.
fn ridge(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(boards) if (0.0..=1e6).contains(&boards) => Ok(boards),
        _ => Err("expected a number from 0 to 1000000".to_owned()),
    }
}

/// Returns the default path of the checkpoint.
fn beside(weights: &Path) -> PathBuf {
    let mut name = weights.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// Mixes a seed and a number (SplitMix64).
const fn mix(seed: u64, number: u64) -> u64 {
    let x = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
