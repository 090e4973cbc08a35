//! `gamekit reversi train`: evaluation weights from games.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use rayon::prelude::*;
use reversi_core::eval::{PLAIN, RICH, STAGES, Shapes, Weights};
use reversi_core::format::games::files;
use reversi_core::solve::Solver;
use reversi_core::train::{
    FitOptions, LookAhead, Sample, SelfPlay, StageReport, boards, ending_scores, fit, samples,
    self_play,
};
use reversi_core::{Board, Position};
use serde::Serialize;

use super::games;
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::{atomic, interrupt, progress, threads};

mod labels;
mod plot;
mod report;

use labels::Labels;

/// Train evaluation weights from WTHOR games and transcripts, and from games against itself.
///
/// The last boards of each game are solved exactly. Weights are fitted to them; they play games
/// of their own, whose ends are solved too, and look two plies ahead from the boards before;
/// then all is fitted again. A share of the games is held back to tell the error on boards
/// never seen.
///
/// The same games, seed and options give the same weights, whatever the number of threads.
/// Scores are kept in a file beside the weights: after Ctrl-C the same command goes on there.
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
    #[arg(long, value_name = "GAMES", default_value_t = 60_000,
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
    #[arg(long, value_name = "N", default_value_t = 40)]
    steps: usize,
    /// How strongly the weights of rare patterns are held near 0, in boards.
    #[arg(long, value_name = "BOARDS", default_value_t = 10.0, value_parser = ridge)]
    ridge: f32,
    /// The file that keeps the scores; usually WEIGHTS with `.scores` added.
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
    /// Compare with simpler evaluations on boards held back, and draw the errors as an SVG file.
    #[arg(long, value_name = "SVG")]
    plot: Option<PathBuf>,
    /// With --plot: solve this many boards each at 20, 16 and 12 empties for the comparison.
    #[arg(long, value_name = "N", default_value_t = 400)]
    solved: usize,
    /// How many threads to use; all cores unless told.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Set {
    /// 46 patterns of up to 10 squares.
    Rich,
    /// The tutorial's 42 patterns of up to 8 squares.
    Plain,
}

impl Set {
    const fn shapes(self) -> &'static Shapes {
        match self {
            Self::Rich => &RICH,
            Self::Plain => &PLAIN,
        }
    }
}

/// The error of a stage.
#[derive(Serialize)]
struct StageLine {
    round: u32,
    shapes: &'static str,
    stage: usize,
    samples: usize,
    training_error: Option<f64>,
    validation_error: Option<f64>,
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

/// How many games one thread scores at a time, and how many are kept at a time.
const PORTION: usize = 64;
const LOT: usize = 2048;

/// Reads a number of boards, whole or not.
fn ridge(text: &str) -> Result<f32, String> {
    let boards = text.parse().ok().filter(|boards: &f32| boards.is_finite() && *boards >= 0.0);
    boards.ok_or_else(|| "expected a number of boards, 0 or more".to_owned())
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    interrupt::flag();
    let pool = threads::pool(args.threads)?;
    pool.install(|| Trainer { args, output: Output::new(args.json) }.run())
}

struct Trainer<'a> {
    args: &'a Args,
    output: Output,
}

impl Trainer<'_> {
    fn run(&mut self) -> Outcome {
        let args = self.args;
        let games = self.games()?;
        let path = args.scores.clone().unwrap_or_else(|| beside(&args.output));
        let mut labels = Labels::open(&path)?;
        let scored = self.score(&games, &mut labels, "scoring games")?;
        let (held_back, mut training): (Vec<_>, Vec<_>) =
            (0u64..).zip(scored).partition(|&(number, _)| self.is_held_back(number));
        let flat = |games: &mut Vec<(u64, Vec<Sample>)>| -> Vec<Sample> {
            games.drain(..).flat_map(|(_, samples)| samples).collect()
        };
        let mut held_back = held_back;
        let validation = flat(&mut held_back);
        let mut training = flat(&mut training);

        let first = self.fit(1, args.shapes.shapes(), &training, &validation)?;
        let self_played = self.self_play(&first);
        let scored = self.score(&self_played, &mut labels, "scoring own games")?;
        training.extend(scored.into_iter().flatten());
        let look = LookAhead::new(args.exact);
        let training: Vec<Sample> =
            training.into_par_iter().map(|sample| look.weigh(&first, sample)).collect();
        let weights = self.fit(2, args.shapes.shapes(), &training, &validation)?;

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

    /// All games of the inputs, in the order of their bytes in the files sorted by name.
    fn games(&self) -> Result<Vec<Position>, Failure> {
        let mut all = Vec::new();
        for path in files(&self.args.inputs).map_err(|error| Failure::from_error(&error))? {
            all.extend(games::read(&path)?.positions(&path)?);
        }
        Ok(all)
    }

    fn is_held_back(&self, number: u64) -> bool {
        mix(self.args.seed, number).is_multiple_of(u64::from(self.args.held_back))
    }

    fn self_play(&self, weights: &Weights) -> Vec<Position> {
        let bar = progress::bar(u64::from(self.args.self_play), "playing");
        let play = |number: u32| {
            let seed = mix(self.args.seed ^ 0x5e1f, u64::from(number));
            bar.inc(1);
            self_play(weights, &SelfPlay::default(), seed)
        };
        let games = (0..self.args.self_play).into_par_iter().map(play).collect();
        bar.finish_and_clear();
        games
    }

    /// The samples of each game, none where it ends before the part that is solved. Scores that the
    /// file has are taken from there, the others are added to it lot by lot.
    fn score(
        &self,
        games: &[Position],
        labels: &mut Labels,
        label: &'static str,
    ) -> Result<Vec<Vec<Sample>>, Failure> {
        let bar = progress::bar(games.len() as u64, label);
        let mut all = Vec::with_capacity(games.len());
        for (lot, games) in games.chunks(LOT).enumerate() {
            if interrupt::is_asked() {
                bar.finish_and_clear();
                eprintln!("stopped after {} games; the same command goes on there", lot * LOT);
                return Err(Failure::Interrupted);
            }
            let boards: Vec<Vec<Board>> = games.par_iter().map(boards).collect();
            let key = labels::key(self.args.exact, &boards);
            let scores = match labels.find(key) {
                Some(scores) => scores,
                None => {
                    let scores = self.solve(&boards);
                    labels.append(key, &scores)?;
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
            let mut solver = Solver::new(14);
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
        shapes: &'static Shapes,
        training: &[Sample],
        validation: &[Sample],
    ) -> Result<Weights, Failure> {
        let mut options = FitOptions::default();
        (options.steps, options.ridge) = (self.args.steps, self.args.ridge);
        let bar = progress::bar(STAGES as u64, "fitting");
        let mut outcome = Ok(());
        let known = |error: f64| error.is_finite().then_some(error);
        let weights = fit(shapes, training, validation, &options, |report: StageReport| {
            bar.inc(1);
            let line = StageLine {
                round,
                shapes: shapes.name,
                stage: report.stage,
                samples: report.samples,
                training_error: known(report.training_error),
                validation_error: known(report.validation_error),
            };
            if let Err(error) = bar.suspend(|| self.output.answer(&line)) {
                outcome = Err(error.into());
            }
            if interrupt::is_asked() {
                outcome = Err(Failure::Interrupted);
            }
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        bar.finish_and_clear();
        outcome.map(|()| weights)
    }
}

/// The file of the scores beside the weights.
fn beside(weights: &Path) -> PathBuf {
    let mut name = weights.as_os_str().to_owned();
    name.push(".scores");
    name.into()
}

/// A number that looks like nothing the two have in common with others (SplitMix64).
const fn mix(seed: u64, number: u64) -> u64 {
    let x = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
