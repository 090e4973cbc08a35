//! `gamekit shogi show`: shows a position of a game record.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use gamekit_pictures::Language;
use gamekit_pictures::shogi::{Letters, Picture, side_name};
use shogi_core::format::notation;
use shogi_core::format::record::Mode;
use shogi_core::{Game, NodeId, Square, Step, field};

use super::board;
use super::file;
use super::input::{self, Contents};
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path::Inputs;
use crate::plural::count;
use crate::svg_options::SvgArg;

/// Show a game record: the header, the position after a move, and the comments on this move.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The file with the game record. `-` is standard input.
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Number of moves after which the position is shown [default: all moves of the game].
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Number of the game in the file, counted from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Print the pieces as letters instead of kanji.
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    svg: SvgArg,
    /// Skip text that cannot be parsed and moves that cannot be played, and print warnings.
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
            return Err(format!("{format} files contain positions, expected games"));
        }
    };
    let mode = if args.lenient { Mode::Lenient } else { Mode::Strict };
    let games = file::games(format, &bytes, mode)?;
    let read = args
        .game
        .checked_sub(1)
        .and_then(|index| games.get(index))
        .ok_or_else(|| {
            format!("there is no game {}, the file has {}", args.game, count(games.len(), "game"))
        })?
        .as_ref()?;
    let game = &read.game;
    let letters = board::letters(args.ascii);
    let played = game.moves().count();
    let ply = args.ply.unwrap_or(played);
    if ply > played {
        let (ply, played) = (count(ply, "move"), count(played, "move"));
        return Err(format!("there is no position after {ply}, the game has {played}"));
    }
    let mut text = String::new();
    for (name, value) in game.fields().filter(|(_, value)| !value.trim().is_empty()) {
        text.push_str(&format!("{name}: {value}\n"));
    }
    text.push_str(&format!("{}, {}\n\n", count(played, "move"), game.outcome()));
    let mut line = vec![NodeId::ROOT];
    line.extend(game.main_line().filter(|&id| matches!(game.step(id), Some(Step::Move(_)))));
    let at = line[ply];
    let position = game.position(at);
    let moves = |language| move_line(game, &line, ply, letters, language);
    text.push_str(&board::draw(&position, letters));
    text.push_str(&format!("{}\n", moves(Language::English)));
    args.svg.save(|language| {
        let mut picture = Picture::new(&position).with_language(language).with_letters(letters);
        if let Some(Step::Move(last)) = game.step(at) {
            picture = picture.with_last_move(last);
        }
        if let Some(players) = players(game, language) {
            picture = picture.with_caption(players);
        }
        picture.with_caption(moves(language)).to_svg()
    })?;
    for words in [game.comment(at), game.bookmark(at)].into_iter().flatten() {
        text.push_str(&format!("{words}\n"));
    }
    for warning in &read.warnings {
        text.push_str(&format!("warning: {warning}\n"));
    }
    Ok(text)
}

/// Returns the names of the players, if the record has them.
fn players(game: &Game, language: Language) -> Option<String> {
    let name = |field| game.field(field).map(str::trim).filter(|name| !name.is_empty());
    match (name(field::BLACK), name(field::WHITE)) {
        (None, None) => None,
        (black, white) => {
            let (black, white) = (black.unwrap_or("?"), white.unwrap_or("?"));
            Some(match language {
                Language::Japanese => format!("先手：{black}、後手：{white}"),
                Language::English => format!("Black: {black}, White: {white}"),
            })
        }
    }
}

/// Returns the moves before and after the position.
fn move_line(
    game: &Game,
    line: &[NodeId],
    ply: usize,
    letters: Letters,
    language: Language,
) -> String {
    let name = |ply: usize| -> Option<String> {
        let (before, id) = (*line.get(ply.checked_sub(1)?)?, *line.get(ply)?);
        let Some(Step::Move(step)) = game.step(id) else { return None };
        if letters == Letters::Western {
            return Some(step.to_string());
        }
        let position = game.position(before);
        let last: Option<Square> = match game.step(before) {
            Some(Step::Move(last)) => Some(last.target()),
            _ => None,
        };
        Some(notation::ki2(&position, step, last))
    };
    let side = side_name(game.position(line[ply]).side(), language);
    let (last, next) = (name(ply), name(ply + 1));
    let parts = match language {
        Language::Japanese => [
            Some(format!("{ply}手まで")),
            last.map(|last| format!("最終手{last}")),
            Some(format!("{side}番")),
            next.map(|next| format!("次の手{next}")),
        ],
        Language::English => [
            Some(format!("after {}", count(ply, "move"))),
            last.map(|last| format!("last {last}")),
            Some(format!("{side} to move")),
            next.map(|next| format!("next {next}")),
        ],
    };
    let separator = if language == Language::Japanese { "、" } else { ", " };
    parts.into_iter().flatten().collect::<Vec<_>>().join(separator)
}
