//! The arguments of `gamekit reversi train`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use reversi_core::Position;
use reversi_core::eval::Shapes;
use reversi_core::train::{boards, twin_key};

use crate::threads;

/// Train evaluation weights from games and self-play.
///
/// The last boards of each game are solved exactly. Weights are fitted to these boards. The program then
/// plays games against itself with the weights, solves their endgames, labels the earlier boards with a
/// two-ply search, and fits the weights again. Part of the games is held out to measure the error on
/// unseen games. A game, its images on a mirrored or rotated board, and games with the same last board
/// are held out together.
///
/// The same games, seed and options give the same weights, independent of the number of threads.
/// Intermediate results are saved in a checkpoint file next to the weights. After Ctrl-C, run the
/// same command again to resume from the checkpoint. The weights are the same as without the
/// interruption. Remove the checkpoint after the training.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Game files: WTHOR, PGN, GGF or transcripts. For a folder: all game files in it and its subfolders.
    #[arg(value_name = "FILE", required = true)]
    pub(super) inputs: Vec<PathBuf>,
    /// The weight file to write. The file is written completely or not at all.
    #[arg(short, long, value_name = "WEIGHTS")]
    pub(super) output: PathBuf,
    /// Set of patterns of the evaluation.
    #[arg(long, value_enum, default_value_t = Set::Rich)]
    pub(super) shapes: Set,
    /// Number of self-play games.
    #[arg(long, value_name = "GAMES", default_value_t = 40_000,
          value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    pub(super) self_play: u32,
    /// Solve positions exactly if they have at most this many empty squares.
    #[arg(long, value_name = "EMPTIES", default_value_t = 14,
          value_parser = clap::value_parser!(u32).range(1..=24))]
    pub(super) exact: u32,
    /// Hold out about one game in N for validation.
    #[arg(long, value_name = "N", default_value_t = 32,
          value_parser = clap::value_parser!(u32).range(2..))]
    pub(super) held_back: u32,
    /// Seed for the random choice of the validation games and for self-play.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of iterations of the fit of each stage.
    #[arg(long, value_name = "N", default_value_t = 40,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) steps: u32,
    /// Strength of the ridge (L2) penalty, as a number of boards. Higher values keep the weights of
    /// rare patterns closer to 0.
    #[arg(long, value_name = "BOARDS", default_value_t = 10.0, value_parser = ridge)]
    pub(super) ridge: f32,
    /// File for the intermediate results [default: WEIGHTS with `.checkpoint` added].
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,
    /// Fail if there is no checkpoint to resume from.
    #[arg(long)]
    pub(super) resume: bool,
    /// Compare the weights with simpler evaluations on the validation games, and write a plot of
    /// the errors to this SVG file.
    #[arg(long, value_name = "SVG")]
    pub(super) plot: Option<PathBuf>,
    /// For --plot: number of boards to solve for each of 20, 16 and 12 empty squares.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) solved: u32,
    /// Number of threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub(super) threads: Option<usize>,
    /// Print one JSON object per line.
    #[arg(long)]
    pub(super) json: bool,
}

impl Args {
    /// Whether a game is used for validation. The answer is the same for the twins of a game, so no
    /// image of a training game is used for validation.
    pub(super) fn is_held_back(&self, game: &Position) -> bool {
        let words = twin_key(game).words().map(u64::from);
        let number = words.into_iter().fold(0, mix);
        mix(self.seed, number).is_multiple_of(u64::from(self.held_back))
    }

    /// Returns whether a game reaches the boards that are solved exactly.
    pub(super) fn is_long_enough(&self, game: &Position) -> bool {
        boards(game).last().is_some_and(|board| board.empties().len() <= self.exact)
    }
}

/// The shapes of the patterns of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Set {
    /// 46 patterns of up to 10 squares.
    Rich,
    /// 42 patterns of up to 8 squares.
    Plain,
}

impl Set {
    pub(super) fn shapes(self) -> Shapes {
        match self {
            Self::Rich => Shapes::rich_46(),
            Self::Plain => Shapes::plain_42(),
        }
    }
}

/// Reads a `--ridge` value.
fn ridge(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(boards) if (0.0..=1e6).contains(&boards) => Ok(boards),
        _ => Err("expected a number from 0 to 1000000".to_owned()),
    }
}

/// Returns a hash of a seed and a number (SplitMix64).
pub(super) const fn mix(seed: u64, number: u64) -> u64 {
    let x = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
