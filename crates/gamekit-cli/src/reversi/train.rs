//! `gamekit reversi train`: evaluation weights from games.

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

use super::games;
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::place::Inputs;
use crate::{atomic, interrupt, place, progress, threads};

mod checkpoint;
mod report;

use checkpoint::Checkpoint;

/// Train evaluation weights from WTHOR games and transcripts, and from games against itself.
///
/// The last boards of each game are solved exactly. Weights are fitted to them; they play games
/// of their own, whose ends are solved too, and look two plies ahead from the boards before;
/// then all is fitted again. A share of the games is held back to tell the error on boards
/// never seen.
///
/// The same games, seed and options give the same weights, whatever the number of threads.
/// What is worked out on the way is kept in a checkpoint beside the weights: after Ctrl-C the same
/// command goes on there, and comes to the same weights. Once you are content with the weights, the
/// checkpoint can be removed.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files of games; of a folder all .wtb and .txt files in it and in its folders.
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// The weights to write; they appear whole or not at all.
    #[arg(short, long, value_name = "WEIGHTS")]
    output: PathBuf,
    /// Which patterns to use.
    #[arg(long, value_enum, default_value_t = Set::Rich)]
    shapes: Set,
    /// Add this many games of the program against itself.
    #[arg(long, value_name = "GAMES", default_value_t = 40_000,
          value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    self_play: u32,
    /// Solve boards with at most this many empties exactly.
    #[arg(long, value_name = "EMPTIES", default_value_t = 14,
          value_parser = clap::value_parser!(u32).range(1..=24))]
    exact: u32,
    /// Hold back one game of this many for the check.
    #[arg(long, value_name = "N", default_value_t = 32,
          value_parser = clap::value_parser!(u32).range(2..))]
    held_back: u32,
    /// Chooses the games held back and the games against itself.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Steps of the fit for each stage.
    #[arg(long, value_name = "N", default_value_t = 40,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    steps: u32,
    /// How strongly the weights of rare patterns are held near 0, in boards.
    #[arg(long, value_name = "BOARDS", default_value_t = 10.0, value_parser = ridge)]
    ridge: f32,
    /// The file that keeps what is worked out; usually WEIGHTS with `.checkpoint` added.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Insist on going on from a checkpoint: refuse to begin where there is none.
    #[arg(long)]
    resume: bool,
    /// Compare with simpler evaluations on boards held back, and draw the errors as an SVG file.
    #[arg(long, value_name = "SVG")]
    plot: Option<PathBuf>,
    /// With --plot: solve this many boards each at 20, 16 and 12 empties for the comparison.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    solved: u32,
    /// How many threads to use; all cores unless told.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

impl Args {
    fn is_held_back(&self, number: u64) -> bool {
        mix(self.seed, number).is_multiple_of(u64::from(self.held_back))
    }

    /// Whether a game gets to where boards are solved.
    fn is_long_enough(&self, game: &Position) -> bool {
        boards(game).last().is_some_and(|board| board.empties().len() <= self.exact)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Set {
    /// 46 patterns of up to 10 squares.
    Rich,
    /// The tutorial's 42 patterns of up to 8 squares.
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

/// The error of a stage.
#[derive(Serialize)]
struct StageLine {
    round: u32,
    shapes: String,
    stage: usize,
    samples: usize,
    training_error: Option<f64>,
    validation_error: Option<f64>,
}

impl StageLine {
    fn new(round: u32, shapes: &Shapes, report: &StageReport) -> Self {
        let known = |error: f64| error.is_finite().then_some(error);
        Self {
            round,
            shapes: shapes.name().to_owned(),
            stage: report.stage,
            samples: report.samples,
            training_error: known(report.training_error),
            validation_error: known(report.validation_error),
        }
    }
}

impl Answer for StageLine {
    fn text(&self) -> String {
        let error = |error: Option<f64>| error.map_or("-".to_owned(), |e| format!("{e:.3}"));
        let (first, last) = (60 - 4 * self.stage.min(STAGES - 1), 57 - 4 * self.stage);
        let last = if self.stage + 1 == STAGES { 0 } else { last };
        format!(
            "{} round {}, {first:2} to {last:2} empties: {:8} boards, error {} discs, held back {}\n",
            self.shapes,
            self.round,
            self.samples,
            error(self.training_error),
            error(self.validation_error)
        )
    }
}

/// What was written in the end.
#[derive(Serialize)]
struct Written {
    weights: String,
    bytes: usize,
    games: usize,
    self_played: usize,
}

impl Answer for Written {
    fn text(&self) -> String {
        format!(
            "{}: {} bytes, from {} games and {} games against itself\n",
            self.weights, self.bytes, self.games, self.self_played
        )
    }
}

/// How many games one thread scores at a time.
const PORTION: usize = 64;

/// How many games are scored between two looks at Ctrl-C: fewer where each takes long.
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
        place::check(path)?;
    }
    let files = files(&args.inputs).map_err(|error| Failure::from_error(&error))?;
    place::refuse_twice(&files)?;
    let inputs = Inputs::of(&files);
    for path in [Some(&args.output), args.plot.as_ref(), Some(&path)].into_iter().flatten() {
        inputs.refuse(path)?;
    }
    let pool = threads::pool(args.threads)?;
    let outcome = pool.install(|| {
        let games = all_games(&files)?;
        let teaches = |(number, game)| !args.is_held_back(number) && args.is_long_enough(game);
        if !(0..).zip(&games).any(teaches) {
            let message = "no game to learn from: none gets to where boards are solved";
            return Err(Failure::Message(format!("{message} (--exact {})", args.exact)));
        }
        let checkpoint = Checkpoint::open(&path, args.resume)?;
        Trainer { args, checkpoint, output: Output::new(args.json) }.run(&games)
    });
    if matches!(outcome, Err(Failure::Interrupted)) {
        eprintln!("stopped; the same command goes on from {}", path.display());
    }
    outcome
}

/// All games of the files, in their order.
fn all_games(files: &[PathBuf]) -> Result<Vec<Position>, Failure> {
    let mut all = Vec::new();
    for path in files {
        all.extend(games::read(path)?.positions(path)?);
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
            weights: args.output.display().to_string(),
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

    /// The samples of each game, none where it ends before the part that is solved. Scores that the
    /// checkpoint has are taken from there, the others are added to it lot by lot.
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
            Failure::Message("the checkpoint holds a stage of another size, remove it".to_owned())
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

/// The checkpoint beside the weights.
fn beside(weights: &Path) -> PathBuf {
    let mut name = weights.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// A number that looks like nothing the two have in common with others (SplitMix64).
const fn mix(seed: u64, number: u64) -> u64 {
    let x = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
