//! `gamekit shogi show`: a game on the board.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use shogi_core::format::notation;
use shogi_core::format::record::Mode;
use shogi_core::{Color, Game, NodeId, Square, Step, field};

use super::board::{self, Style};
use super::check::count;
use super::file;
use super::input::{self, Contents};
use super::picture::Picture;
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::place::Inputs;
use crate::svg::SvgArg;

/// Show a game: its header, the position after a move and what is said there.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The file; `-` is standard input.
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// The number of moves after which the position is shown; the end of the game unless told.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Which game of a file of several.
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Draw with letters instead of kanji.
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    svg: SvgArg,
    /// Leave out what cannot be understood or played, and tell of it.
    #[arg(long)]
    lenient: bool,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    args.svg.check(&[], &Inputs::of([&args.input]))?;
    let text = shown(args)
        .map_err(|error| Failure::Message(format!("{}: {error}", args.input.display())))?;
    Ok(Output::new(false).text(&text)?)
}

fn shown(args: &Args) -> Result<String, String> {
    let (format, bytes) = match input::open(&args.input)? {
        Contents::Games(format, bytes) => (format, bytes),
        Contents::Positions(format, _) => {
            return Err(format!("{format} holds positions, expected games"));
        }
    };
    let mode = if args.lenient { Mode::Lenient } else { Mode::Strict };
    let games = file::games(format, &bytes, mode)?;
    let read = args
        .game
        .checked_sub(1)
        .and_then(|index| games.get(index))
        .ok_or_else(|| {
            format!("no game {}, the file has {}", args.game, count(games.len() as u64, "game"))
        })?
        .as_ref()?;
    let game = &read.game;
    let style = if args.ascii { Style::Ascii } else { Style::Kanji };
    let played = game.moves().count();
    let ply = args.ply.unwrap_or(played);
    if ply > played {
        let played = count(played as u64, "move");
        return Err(format!(
            "no position after {}, the game has {played}",
            count(ply as u64, "move")
        ));
    }
    let mut text = String::new();
    for (name, value) in game.fields().filter(|(_, value)| !value.trim().is_empty()) {
        text.push_str(&format!("{name}: {value}\n"));
    }
    text.push_str(&format!("{}, {}\n\n", count(played as u64, "move"), game.outcome()));
    let mut line = vec![NodeId::ROOT];
    line.extend(game.main_line().filter(|&id| matches!(game.step(id), Some(Step::Move(_)))));
    let at = line[ply];
    let position = game.position(at);
    let moves = move_line(game, &line, ply, style);
    text.push_str(&board::draw(&position, style));
    text.push_str(&format!("{moves}\n"));
    args.svg.save(|| {
        let last = match game.step(at) {
            Some(Step::Move(step)) => Some(step),
            _ => None,
        };
        let captions = players(game).into_iter().chain([moves]).collect();
        Picture { position: &position, style, last, moves: Vec::new(), captions }.svg()
    })?;
    for words in [game.comment(at), game.bookmark(at)].into_iter().flatten() {
        text.push_str(&format!("{words}\n"));
    }
    for warning in &read.warnings {
        text.push_str(&format!("warning: {warning}\n"));
    }
    Ok(text)
}

/// Who played, if the record says so.
fn players(game: &Game) -> Option<String> {
    let name = |field| game.field(field).map(str::trim).filter(|name| !name.is_empty());
    match (name(field::BLACK), name(field::WHITE)) {
        (None, None) => None,
        (black, white) => {
            Some(format!("Black: {}, White: {}", black.unwrap_or("?"), white.unwrap_or("?")))
        }
    }
}

/// The move that led to the position and the one that followed.
fn move_line(game: &Game, line: &[NodeId], ply: usize, style: Style) -> String {
    let name = |ply: usize| -> Option<String> {
        let (before, id) = (*line.get(ply.checked_sub(1)?)?, *line.get(ply)?);
        let Some(Step::Move(step)) = game.step(id) else { return None };
        if style == Style::Ascii {
            return Some(step.to_string());
        }
        let position = game.position(before);
        let last: Option<Square> = match game.step(before) {
            Some(Step::Move(last)) => Some(last.target()),
            _ => None,
        };
        Some(notation::ki2(&position, step, last))
    };
    let side = match game.position(line[ply]).side() {
        Color::Black => "Black",
        Color::White => "White",
    };
    let mut text = format!("after {}", count(ply as u64, "move"));
    if let Some(last) = name(ply) {
        text.push_str(&format!(", last {last}"));
    }
    text.push_str(&format!(", {side} to move"));
    if let Some(next) = name(ply + 1) {
        text.push_str(&format!(", next {next}"));
    }
    text
}
