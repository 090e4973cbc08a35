//! `gamekit shogi show`: shows a game record.

mod lines;

use std::path::PathBuf;

use clap::Args as ClapArgs;
use gamekit_pictures::Language;
use gamekit_pictures::shogi::{Letters, Picture, side_name};
use serde::Serialize;
use shogi_core::format::record::{Mode, ReadGame};
use shogi_core::format::{bod, notation};
use shogi_core::{Game, NodeId, Step, field};

use super::board;
use super::file;
use super::input::{self, Contents};
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::output_path::Inputs;
use crate::plural::count;
use crate::svg_options::SvgArg;
use lines::Line;

/// Show a game record: the header, the position after a move, the comments on this move, and the
/// variations.
///
/// The variations are numbered from 1 in the order of the list. `--json` prints the whole record: the
/// header, and all lines of moves with times and comments.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The file with the game record. `-` is standard input.
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Number of moves after which the position is shown [default: all moves of the line].
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Also show the start and the position after every N moves [default: only one position].
    #[arg(long, value_name = "N", conflicts_with = "svg",
          value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// Number of the variation to show, from 1 [default: the main line].
    #[arg(long, value_name = "N")]
    variation: Option<usize>,
    /// Number of the game in the file.
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Print only the positions, as BOD diagrams that other programs can read.
    #[arg(long, conflicts_with_all = ["ascii", "json"])]
    bod: bool,
    /// Print the pieces as letters instead of kanji.
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    svg: SvgArg,
    /// Skip text that cannot be parsed and moves that cannot be played, and print warnings.
    #[arg(long)]
    lenient: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The answer: a game and some of its positions.
#[derive(Serialize)]
struct Record {
    file: String,
    format: String,
    /// The header fields as pairs of a name and a value.
    header: Vec<[String; 2]>,
    start_sfen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_comment: Option<String>,
    move_count: usize,
    outcome: String,
    /// The main line, then the variations.
    lines: Vec<Line>,
    diagrams: Vec<Diagram>,
    warnings: Vec<String>,
    #[serde(skip)]
    letters: Letters,
    #[serde(skip)]
    is_bod: bool,
}

/// A position of the selected line.
#[derive(Serialize)]
struct Diagram {
    ply: usize,
    sfen: String,
    /// The diagram as text.
    #[serde(skip)]
    text: String,
    /// The comment and the bookmark of the move before the position.
    #[serde(skip)]
    comment: String,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    args.svg.check(&[], &Inputs::of([&args.input]))?;
    if !args.ascii && !args.json {
        args.svg.hint_fonts();
    }
    let about = |error| Failure::Message(format!("{}: {error}", args.input.display()));
    let (format, read) = read(args).map_err(about)?;
    let record = shown(args, format, &read).map_err(about)?;
    Output::new(args.json).answer(&record)?;
    let is_repaired = read.warnings.iter().any(|warning| warning.kind.is_repair());
    if is_repaired { Err(Failure::Partial) } else { Ok(()) }
}

/// Reads the selected game of the file.
fn read(args: &Args) -> Result<(String, ReadGame), String> {
    let (format, bytes) = match input::open(&args.input)? {
        Contents::Games(format, bytes) => (format, bytes),
        Contents::Positions(format, _) => {
            return Err(format!("{format} files contain positions, expected games"));
        }
    };
    let mode = if args.lenient { Mode::Lenient } else { Mode::Strict };
    let mut games = file::games(format, &bytes, mode)?;
    let index = args.game.checked_sub(1).filter(|&index| index < games.len()).ok_or_else(|| {
        format!("there is no game {}, the file has {}", args.game, count(games.len(), "game"))
    })?;
    Ok((format.to_string(), games.swap_remove(index)?))
}

fn shown(args: &Args, format: String, read: &ReadGame) -> Result<Record, String> {
    let game = &read.game;
    let letters = board::letters(args.ascii);
    let lines = lines::all(game);
    let variation = args.variation.unwrap_or(0);
    let line = lines.get(variation).ok_or_else(|| {
        let variations = count(lines.len() - 1, "variation");
        format!("there is no variation {variation}, the game has {variations}")
    })?;
    let nodes = &line.nodes;
    let played = nodes.len() - 1;
    let ply = args.ply.unwrap_or(played);
    if ply > played {
        let (ply, played) = (count(ply, "move"), count(played, "move"));
        let whose = if variation > 0 { "variation" } else { "game" };
        return Err(format!("there is no position after {ply}, the {whose} has {played}"));
    }
    let mut plies: Vec<usize> = match args.every {
        Some(every) => (0..=ply).step_by(every as usize).collect(),
        None => Vec::new(),
    };
    plies.extend((plies.last() != Some(&ply)).then_some(ply));
    let diagram = |ply| match args.bod {
        true => bod_diagram(game, nodes, ply),
        false => diagram(game, nodes, ply, letters),
    };
    args.svg.save(|language| picture(game, nodes, ply, letters, language))?;
    Ok(Record {
        file: args.input.display().to_string(),
        format,
        header: game.fields().map(|(name, value)| [name.to_owned(), value.to_owned()]).collect(),
        start_sfen: game.start().to_string(),
        start_comment: game.comment(NodeId::ROOT).map(str::to_owned),
        move_count: game.moves().count(),
        outcome: game.outcome().to_string(),
        diagrams: plies.into_iter().map(diagram).collect(),
        lines,
        warnings: read.warnings.iter().map(ToString::to_string).collect(),
        letters,
        is_bod: args.bod,
    })
}

impl Answer for Record {
    fn text(&self) -> String {
        let diagrams: Vec<&str> =
            self.diagrams.iter().map(|diagram| diagram.text.as_str()).collect();
        if self.is_bod {
            return diagrams.join("\n");
        }
        let mut text = String::new();
        for [name, value] in self.header.iter().filter(|[_, value]| !value.trim().is_empty()) {
            text.push_str(&format!("{name}: {value}\n"));
        }
        text.push_str(&format!("{}, {}\n\n", count(self.move_count, "move"), self.outcome));
        text.push_str(&diagrams.join("\n"));
        if let Some(last) = self.diagrams.last() {
            text.push_str(&last.comment);
        }
        text.push_str(&lines::text(&self.lines, self.letters));
        for warning in &self.warnings {
            text.push_str(&format!("warning: {warning}\n"));
        }
        text
    }
}

fn diagram(game: &Game, nodes: &[NodeId], ply: usize, letters: Letters) -> Diagram {
    let (at, position) = (nodes[ply], game.position(nodes[ply]));
    let mut text = board::draw(&position, letters);
    text.push_str(&format!("{}\n", move_line(game, nodes, ply, letters, Language::English)));
    let notes = [game.comment(at), game.bookmark(at)].into_iter().flatten();
    let comment = notes.map(|words| format!("{words}\n")).collect();
    Diagram { ply, sfen: position.to_string(), text, comment }
}

fn bod_diagram(game: &Game, nodes: &[NodeId], ply: usize) -> Diagram {
    let position = game.position(nodes[ply]);
    let last = match game.step(nodes[ply]) {
        Some(Step::Move(last)) => Some(last),
        _ => None,
    };
    let text = bod::write_after(&position, last);
    Diagram { ply, sfen: position.to_string(), text, comment: String::new() }
}

fn picture(
    game: &Game,
    nodes: &[NodeId],
    ply: usize,
    letters: Letters,
    language: Language,
) -> String {
    let position = game.position(nodes[ply]);
    let mut picture = Picture::new(&position).with_language(language).with_letters(letters);
    if let Some(Step::Move(last)) = game.step(nodes[ply]) {
        picture = picture.with_last_move(last);
    }
    if let Some(players) = players(game, language) {
        picture = picture.with_caption(players);
    }
    picture.with_caption(move_line(game, nodes, ply, letters, language)).to_svg()
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
        Some(notation::ki2(&position, step, lines::target(game, before)))
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
