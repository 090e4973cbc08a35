//! `gamekit reversi review`: the loss of each move of a game.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use gamekit_pictures::reversi::review_chart;
use reversi_core::format::position_text;
use reversi_core::format::record::{GameInfo, ReadGame};
use reversi_core::review::{Options, Progress, Review, ReviewedMove};
use reversi_core::search::{Limits, Selectivity};
use reversi_core::{Centidiscs, Color, Position};
use serde::Serialize;

use super::engine::{self, Engine};
use super::openings::{self, OpeningNames};
use super::{game_files, position};
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::output_path::Inputs;
use crate::plural::count;
use crate::svg_options::SvgArg;
use crate::text_table::{Align, Table};
use crate::{arguments, interrupt, progress, threads};

mod graph;

use graph::Point;

/// Review a game: show the value of each move and the discs that it loses against the best move.
///
/// Positions with at most --exact empty squares are solved, so the losses of their moves are exact. The
/// moves before are valued by searches. Values and losses are in discs for the side that plays the move.
/// Ctrl-C prints the moves that are reviewed so far, from the end of the game.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// A file of games (WTHOR, PGN, GGF or transcripts), `-` for standard input, or a transcript (f5d6c3).
    #[arg(value_name = "FILE|GAME", required = true, value_parser = word)]
    words: Vec<String>,
    /// Number of the game in the file.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// Evaluate the moves with a search of this depth in plies.
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Solve positions exactly if they have at most this many empty squares.
    #[arg(long, value_name = "EMPTIES", default_value_t = 18,
          value_parser = clap::value_parser!(u32).range(0..=60))]
    exact: u32,
    /// Pruning confidence in percent: 73, 87, 95, 98, 99 or 100; 100 disables pruning. Solved positions are
    /// always exact.
    #[arg(long, value_name = "PERCENT", default_value = "95", value_parser = engine::selectivity)]
    selectivity: Selectivity,
    /// File with evaluation weights [default: the built-in weights].
    #[arg(long, value_name = "FILE")]
    weights: Option<std::path::PathBuf>,
    /// Stop each search after about this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = arguments::seconds)]
    time: Option<Duration>,
    /// Number of threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    #[command(flatten)]
    svg: SvgArg,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Reads a word of a game, or a file name, on the command line.
fn word(text: &str) -> Result<String, String> {
    arguments::not_blank(text, "a file of games or a transcript")
}

/// The answer for one game.
#[derive(Serialize)]
struct Answered {
    black: Option<String>,
    white: Option<String>,
    tournament: Option<String>,
    date: Option<String>,
    /// The score for Black, if it is known.
    black_score_discs: Option<f64>,
    moves: Vec<Line>,
    black_loss_centidiscs: i32,
    white_loss_centidiscs: i32,
    /// Whether all moves are reviewed.
    complete: bool,
    nodes: u64,
    seconds: f64,
    /// The last opening of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<OpeningNames>,
    #[serde(skip)]
    points: Vec<Point>,
    #[serde(skip)]
    opening_name: Option<String>,
}

/// A move.
#[derive(Serialize)]
struct Line {
    /// The number of the turn, from 1.
    turn: usize,
    side: &'static str,
    r#move: String,
    value_centidiscs: i32,
    best: String,
    best_value_centidiscs: i32,
    loss_centidiscs: i32,
    /// Whether both values are proven.
    proven: bool,
    depth_plies: u32,
}

impl From<&ReviewedMove> for Line {
    fn from(reviewed: &ReviewedMove) -> Self {
        Self {
            turn: reviewed.ply,
            side: side(reviewed.side),
            r#move: reviewed.mv.to_string(),
            value_centidiscs: reviewed.value.get(),
            best: reviewed.best.to_string(),
            best_value_centidiscs: reviewed.best_value.get(),
            loss_centidiscs: reviewed.loss.get(),
            proven: reviewed.is_exact,
            depth_plies: reviewed.depth,
        }
    }
}

/// Returns a side as a word of the JSON.
fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

impl Answered {
    fn new(game: &Game, review: &Review, seconds: f64) -> Self {
        let Game { info, position, score } = game;
        let point = |reviewed: &ReviewedMove| Point {
            ply: reviewed.ply,
            discs: match reviewed.side {
                Color::Black => reviewed.value.discs(),
                Color::White => -reviewed.value.discs(),
            },
            is_exact: reviewed.is_exact,
        };
        let opening = openings::of_game(position);
        Self {
            black: info.black.clone(),
            white: info.white.clone(),
            tournament: info.tournament.clone(),
            date: info.date.clone(),
            black_score_discs: *score,
            moves: review.moves.iter().map(Line::from).collect(),
            black_loss_centidiscs: review.loss(Color::Black).get(),
            white_loss_centidiscs: review.loss(Color::White).get(),
            complete: review.is_complete,
            nodes: review.nodes,
            seconds,
            points: review.moves.iter().map(point).collect(),
            opening: opening.map(OpeningNames::from),
            opening_name: opening.map(|opening| opening.to_string()),
        }
    }

    /// Returns the names of the players and the result.
    fn title(&self) -> String {
        let name = |name: &Option<String>, side: &str| {
            name.as_ref().map_or(side.to_owned(), |name| format!("{name} ({side})"))
        };
        let mut title = format!("{} - {}", name(&self.black, "Black"), name(&self.white, "White"));
        if let Some(score) = self.black_score_discs {
            title.push_str(&format!(", {score:+} for Black"));
        }
        for fact in [&self.tournament, &self.date, &self.opening_name].into_iter().flatten() {
            title.push_str(&format!(", {fact}"));
        }
        title
    }

    /// Returns a line about the losses of a side.
    fn losses(&self, side: &str, loss: i32) -> String {
        let moves = || self.moves.iter().filter(|line| line.side == side);
        let exact = moves().filter(|line| line.proven);
        let (exact_moves, exact_loss) =
            exact.fold((0, 0), |(moves, loss), line| (moves + 1, loss + line.loss_centidiscs));
        let mut text = format!(
            "{side}: {} discs lost in {}",
            discs(loss, false),
            count(moves().count(), "move")
        );
        if exact_moves > 0 {
            let exact_loss = discs(exact_loss, true);
            text.push_str(&format!(", exactly {exact_loss} in the last {exact_moves} of them"));
        }
        text.push('\n');
        text
    }
}

/// Returns a number of discs that is not negative: `2` if it is exact, `1.87` if it is estimated.
fn discs(centidiscs: i32, is_exact: bool) -> String {
    let value = Centidiscs::new(centidiscs);
    if is_exact { format!("{}", value.discs()) } else { format!("{:.2}", value.discs()) }
}

/// Returns a value with its sign.
fn signed(centidiscs: i32, is_exact: bool) -> String {
    let value = Centidiscs::new(centidiscs).discs();
    if is_exact { format!("{value:+}") } else { format!("{value:+.2}") }
}

impl Answer for Answered {
    fn text(&self) -> String {
        let right = Align::Right;
        let mut table = Table::new(&[
            ("ply", right),
            ("side", Align::Left),
            ("move", Align::Left),
            ("value", right),
            ("best", Align::Left),
            ("value", right),
            ("loss", right),
            ("basis", Align::Left),
        ]);
        for line in &self.moves {
            let basis = match line.proven {
                true => "exact".to_owned(),
                false => format!("depth {}", line.depth_plies),
            };
            table.row(vec![
                line.turn.to_string(),
                line.side.to_owned(),
                line.r#move.clone(),
                signed(line.value_centidiscs, line.proven),
                line.best.clone(),
                signed(line.best_value_centidiscs, line.proven),
                discs(line.loss_centidiscs, line.proven),
                basis,
            ]);
        }
        format!(
            "{}\n\n{table}\n{}\n{}{}",
            self.title(),
            graph::draw(&self.points),
            self.losses("black", self.black_loss_centidiscs),
            self.losses("white", self.white_loss_centidiscs),
        )
    }
}

/// A game to review.
struct Game {
    info: GameInfo,
    position: Position,
    /// The score for Black, if it is known.
    score: Option<f64>,
}

impl From<ReadGame> for Game {
    fn from(game: ReadGame) -> Self {
        let score = game.score();
        Self { info: game.info, position: game.position, score }
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let words = args.words.iter().map(Path::new);
    args.svg.check_output(&Inputs::of(words.chain(args.weights.as_deref())))?;
    let game = read(args)?;
    let weights = engine::weights(args.weights.as_deref())?;
    let mut engine = Engine::new(weights, args.threads)?;
    interrupt::flag();
    let options = Options::new(args.depth)
        .with_solve_from(args.exact.max(args.depth))
        .with_selectivity(args.selectivity);
    let mut limits = Limits::NONE;
    limits.time = args.time;
    let bar = progress::bar(0, "reviewing");
    let begun = Instant::now();
    let review = engine.review(&game.position, &options, &limits, |progress: &Progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        interrupt::flow()
    });
    bar.finish_and_clear();
    let answered = Answered::new(&game, &review, begun.elapsed().as_secs_f64());
    let title = answered.title();
    args.svg.save(|language| review_chart(&review, &title, language).to_svg())?;
    Output::new(args.json).answer(&answered)?;
    if review.is_complete { Ok(()) } else { Err(Failure::Interrupted) }
}

/// Reads the game of the arguments.
fn read(args: &Args) -> Result<Game, Failure> {
    let text = args.words.join(" ");
    let path = Path::new(&text);
    if text != "-" && !path.exists() {
        let position = position_text::parse(&text).map_err(|error| {
            let is_name = text.contains(['/', '\\']) || path.extension().is_some();
            match is_name {
                true => format!("{text}: no such file or folder"),
                false => error.to_string(),
            }
        })?;
        if position.ply() == 0 {
            return Err("a position without moves, expected a game".to_owned().into());
        }
        let score = position.is_over().then(|| f64::from(position.final_score(Color::Black)));
        return Ok(Game { info: GameInfo::default(), position, score });
    }
    let games = game_files::games(path)?;
    let number = args.game as usize;
    let total = games.len();
    let game = games.into_iter().nth(number - 1).ok_or_else(|| {
        game_files::at(
            path,
            format_args!("game {number}"),
            format_args!("the file has {}", count(total, "game")),
        )
    })?;
    let game = game.map_err(|error| game_files::about(path, &error))?;
    if game.position.ply() == 0 {
        let moveless = position::text(&game.position);
        return Err(game_files::at(path, game.place, format_args!("{moveless}: no moves")));
    }
    Ok(game.into())
}
