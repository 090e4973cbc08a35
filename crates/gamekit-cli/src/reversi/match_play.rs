//! `gamekit reversi match`: a match of two engines with confidence intervals.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args as ClapArgs;
use rayon::prelude::*;
use reversi_core::eval::Weights;
use reversi_core::format::ContentKind;
use reversi_core::format::games::files_of;
use reversi_core::search::{Limits, Options, Searcher, Selectivity};
use reversi_core::train::{Mobility, shallow_search};
use reversi_core::{Board, Color, Move, Position};
use serde::Serialize;

use super::game_files::Skipped;
use super::{engine, game_files};
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::plural::count;
use crate::{interrupt, progress, threads};

/// Play a match between two settings of the engine, which differ in depth or evaluation.
///
/// Each opening is played twice with colours swapped. --plies cuts whole games to openings. A side that
/// searches N plies solves the game exactly once N or fewer squares are empty. The intervals are the mean
/// plus or minus 1.96 standard errors over the pairs of games. The same openings and options give the same
/// games. Finished games and games that cannot be read are reported and skipped; the exit code is then 2.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files of openings: games (WTHOR, PGN, GGF or transcripts) or positions (OBF). For a folder: all such
    /// files in it and its subfolders.
    #[arg(value_name = "OPENINGS", required = true)]
    inputs: Vec<PathBuf>,
    /// Search depth of the first side in plies.
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Search depth of the second side in plies [default: the value of --depth].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    against_depth: Option<u32>,
    /// Weight file of the first side [default: the built-in weights].
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Weight file of the second side, or `mobility` for an evaluation by the number of moves
    /// [default: the value of --weights].
    #[arg(long, value_name = "FILE|mobility")]
    against: Option<PathBuf>,
    /// Pruning confidence in percent: 73, 87, 95, 98, 99 or 100; 100 disables pruning.
    #[arg(long, value_name = "PERCENT", default_value = "95", value_parser = engine::selectivity)]
    selectivity: Selectivity,
    /// Play from the position after this many plies of each game [default: from the end of each game].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=59))]
    plies: Option<u32>,
    /// Play only this many openings, evenly spaced over all openings [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    openings: Option<u32>,
    /// Number of threads [default: the number of cores]. Each pair of games uses one thread.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The evaluation of a side.
#[derive(Clone)]
enum Evaluation {
    Patterns(Arc<Weights>),
    Mobility,
}

/// One of the two sides.
struct Side {
    evaluation: Evaluation,
    options: Options,
}

/// The result of the match, from the point of view of the first side.
#[derive(Serialize, PartialEq, Debug)]
struct Standing {
    openings: usize,
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    /// The points per game: a win is 1, a draw 0.5.
    score_points: f64,
    /// The 95 % confidence interval of `score_points`, or `None` for fewer than two openings.
    score_points_interval: Option<[f64; 2]>,
    /// The mean disc difference per game.
    difference_discs: f64,
    difference_discs_interval: Option<[f64; 2]>,
    seconds: f64,
}

impl Standing {
    /// Summarises the disc differences of all pairs of games.
    fn of(pairs: &[[i32; 2]], seconds: f64) -> Self {
        let number = |sign| pairs.iter().flatten().filter(|d| d.signum() == sign).count();
        let points = |&difference: &i32| f64::from(1 + difference.signum()) / 2.0;
        let half = |pair: &[i32; 2]| (points(&pair[0]) + points(&pair[1])) / 2.0;
        let scores: Vec<f64> = pairs.iter().map(half).collect();
        let discs: Vec<f64> = pairs.iter().map(|pair| f64::from(pair[0] + pair[1]) / 2.0).collect();
        let (score, score_interval) = mean(&scores);
        let score_interval = score_interval.map(|ends| ends.map(|end| end.clamp(0.0, 1.0)));
        let (discs, discs_interval) = mean(&discs);
        Self {
            openings: pairs.len(),
            games: 2 * pairs.len(),
            wins: number(1),
            draws: number(0),
            losses: number(-1),
            score_points: score,
            score_points_interval: score_interval,
            difference_discs: discs,
            difference_discs_interval: discs_interval,
            seconds,
        }
    }
}

impl Answer for Standing {
    fn text(&self) -> String {
        let between = |interval: Option<[f64; 2]>, digits: usize| {
            interval.map_or("(no interval: fewer than two openings)".to_owned(), |[low, high]| {
                format!("(95 % confidence: {low:.digits$} to {high:.digits$})")
            })
        };
        format!(
            "{} from {}, each with both colours, in {:.0} s\n\
             won {}, drawn {}, lost {}\n\
             score {:.4} per game {}\n\
             discs {:+.2} per game {}\n",
            count(self.games, "game"),
            count(self.openings, "opening"),
            self.seconds,
            self.wins,
            self.draws,
            self.losses,
            self.score_points,
            between(self.score_points_interval, 4),
            self.difference_discs,
            between(self.difference_discs_interval, 2)
        )
    }
}

/// Returns the mean and the 95 % confidence interval: the mean plus or minus 1.96 standard errors.
fn mean(values: &[f64]) -> (f64, Option<[f64; 2]>) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    let around = 1.96 * (square / (count - 1.0) / count).sqrt();
    (mean, (values.len() > 1).then_some([mean - around, mean + around]))
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let evaluation = |path: Option<&Path>| engine::weights(path).map(Evaluation::Patterns);
    let ours = evaluation(args.weights.as_deref())?;
    let theirs = match args.against.as_deref() {
        None => ours.clone(),
        Some(name) if name == Path::new("mobility") => Evaluation::Mobility,
        path => evaluation(path)?,
    };
    let side = |evaluation, depth| Side {
        evaluation,
        options: Options::to_depth(depth).with_solve_from(depth).with_selectivity(args.selectivity),
    };
    let sides = [side(ours, args.depth), side(theirs, args.against_depth.unwrap_or(args.depth))];
    let (openings, skipped) = openings(args)?;
    skipped.report();

    interrupt::flag();
    let begun = Instant::now();
    let bar = progress::bar(openings.len() as u64, "playing");
    let pair = |opening: &Position| {
        let pair = (!interrupt::is_asked()).then(|| {
            [Color::Black, Color::White].map(|first| game(opening.clone(), &sides, first))
        });
        bar.inc(1);
        pair
    };
    let pool = threads::pool(args.threads)?;
    let pairs: Vec<Option<[i32; 2]>> = pool.install(|| openings.par_iter().map(pair).collect());
    bar.finish_and_clear();
    let played: Vec<[i32; 2]> = pairs.iter().flatten().copied().collect();
    let standing = Standing::of(&played, begun.elapsed().as_secs_f64());
    Output::new(args.json).answer(&standing)?;
    if played.len() < openings.len() { Err(Failure::Interrupted) } else { skipped.outcome() }
}

/// Reads the openings. Finished games and games that cannot be read are skipped.
fn openings(args: &Args) -> Result<(Vec<Position>, Skipped), Failure> {
    let kinds = [ContentKind::Games, ContentKind::Positions];
    let files = files_of(&args.inputs, &kinds).map_err(|error| Failure::from_error(&error))?;
    let (mut all, mut skipped) = (Vec::new(), Skipped::default());
    for path in files {
        for (place, mut position) in game_files::positions(&path, &mut skipped)? {
            while args.plies.is_some_and(|plies| position.ply() > plies as usize) {
                position.undo();
            }
            if position.is_over() {
                let message = "the game is over, expected an opening; use --plies to cut games";
                skipped.add(&path, format_args!("{place}: {message}"));
                continue;
            }
            all.push(position);
        }
    }
    skipped.refuse_if_nothing_else(all.len())?;
    let wanted = args.openings.map_or(all.len(), |wanted| (wanted as usize).min(all.len()));
    let count = all.len();
    let chosen = (0..wanted).map(|number| all[number * count / wanted].clone());
    Ok((chosen.collect(), skipped))
}

/// Plays a game. Returns the disc difference for the first side, which has the colour `first`.
fn game(mut position: Position, sides: &[Side; 2], first: Color) -> i32 {
    let mut players = sides.each_ref().map(Player::new);
    while !position.is_over() {
        let mover = usize::from(position.side() != first);
        let turn = if position.must_pass() {
            Some(Move::Pass)
        } else {
            players[mover].choose(position.board())
        };
        if turn.is_none_or(|turn| position.play(turn).is_err()) {
            unreachable!("the engine returns a move if there is a legal move");
        }
    }
    position.final_score(first)
}

/// A player with its state during a game.
enum Player {
    Patterns(Searcher, Options),
    Mobility(u32),
}

impl Player {
    fn new(side: &Side) -> Self {
        match &side.evaluation {
            Evaluation::Patterns(weights) => {
                Self::Patterns(Searcher::new(Arc::clone(weights), TABLE_BYTES), side.options)
            }
            Evaluation::Mobility => Self::Mobility(side.options.depth),
        }
    }

    /// Returns the move to play, if there is a legal move.
    fn choose(&mut self, board: Board) -> Option<Move> {
        match self {
            Self::Patterns(searcher, options) => {
                searcher.search(board, options, &Limits::NONE).best()
            }
            Self::Mobility(depth) => {
                let value = |board| Mobility::FITTED.value(board);
                shallow_search(board, *depth, &value).map(|(square, _)| Move::Place(square))
            }
        }
    }
}

/// The total size of both search tables of a side in bytes.
const TABLE_BYTES: usize = 2 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_summed_up() {
        let standing = Standing::of(&[[10, -2], [0, 4], [6, 6], [-8, -8]], 1.0);
        assert_eq!((standing.openings, standing.games), (4, 8));
        assert_eq!((standing.wins, standing.draws, standing.losses), (4, 1, 3));
        // The pairs score 0.5, 0.75, 1 and 0 points per game. The mean is 0.5625, the standard
        // deviation 0.42696, and the standard error 0.21348.
        assert_eq!(standing.score_points, 0.5625);
        let [low, high] = standing.score_points_interval.unwrap();
        assert!((high - low - 2.0 * 1.96 * 0.213478).abs() < 1e-5, "{low} {high}");
        // The mean disc differences of the pairs are 4, 2, 6 and -8.
        assert_eq!(standing.difference_discs, 1.0);
        assert_eq!(Standing::of(&[[2, 2]], 1.0).score_points_interval, None);
    }
}
