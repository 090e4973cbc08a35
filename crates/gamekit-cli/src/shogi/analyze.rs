//! `gamekit shogi analyze`: a position and its legal moves.

use clap::Args as ClapArgs;
use gamekit_pictures::Language;
use gamekit_pictures::shogi::{Letters, Picture};
use serde::Serialize;
use shogi_core::{Bitboard, Move, Position, See};

use super::board;
use super::position::{self, PositionArg};
use crate::error::Outcome;
use crate::output::Answer;
use crate::place::Inputs;
use crate::stream;
use crate::svg::SvgArg;
use crate::table::{Align, Table};

/// Draw a position with its hands and list every legal move with what it does.
///
/// The moves are sorted by their exchange value, the best first. The word of a move is its 23 bits:
/// target, origin, promotion, piece and captured piece.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArg,
    /// Draw with letters instead of kanji.
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    svg: SvgArg,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// Everything said about one position.
#[derive(Serialize)]
struct Analysis {
    sfen: String,
    in_check: bool,
    moves: Vec<Candidate>,
    #[serde(skip)]
    position: Position,
    #[serde(skip)]
    letters: Letters,
}

/// One legal move.
#[derive(Serialize)]
struct Candidate {
    usi: String,
    word: u32,
    /// `capture`, `quiet` or `drop`.
    kind: &'static str,
    gives_check: bool,
    /// The exchange that the move begins, with Bonanza's values and pins off.
    see: i32,
    #[serde(skip)]
    step: Move,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let letters = board::letters(args.ascii);
    args.svg.check(&args.position.words, &Inputs::default())?;
    stream::answer(&args.position.words, args.json, |text| {
        let line = position::parse_line(text)?;
        let analysis = analyze(line.position, letters);
        let last = line.moves.last().copied();
        args.svg.save(|language| analysis.picture(last, language).to_svg())?;
        Ok(analysis)
    })
}

fn analyze(position: Position, letters: Letters) -> Analysis {
    let list = position.legal_moves();
    let mut moves: Vec<Candidate> =
        list.as_slice().iter().map(|&step| candidate(&position, step)).collect();
    moves.sort_by_key(|found| (-found.see, !found.gives_check, found.word));
    Analysis { sfen: position.to_string(), in_check: position.is_check(), moves, position, letters }
}

fn candidate(position: &Position, step: Move) -> Candidate {
    let kind = match (step.is_drop(), step.is_capture()) {
        (true, _) => "drop",
        (false, true) => "capture",
        (false, false) => "quiet",
    };
    Candidate {
        usi: step.to_string(),
        word: step.bits(),
        kind,
        gives_check: position.gives_check(step),
        see: See::BONANZA.of_move(position, step),
        step,
    }
}

impl Answer for Analysis {
    fn text(&self) -> String {
        let position = &self.position;
        let mut text = board::draw(position, self.letters);
        let mut fact = |name: &str, value: String| text.push_str(&format!("{name:<9}{value}\n"));
        fact("to move", self.turn());
        if self.in_check {
            fact("checkers", squares(position.checkers()));
        }
        let pinned = position.pinned(position.side());
        if !pinned.is_empty() {
            fact("pinned", squares(pinned));
        }
        fact("sfen", self.sfen.clone());
        fact("hash", format!("{:016x}", position.hash()));
        fact("moves", self.moves.len().to_string());
        if !self.moves.is_empty() {
            text.push_str(&format!("\n{}", self.table()));
        }
        text
    }
}

impl Analysis {
    /// Who is to move, at which move, and how the king fares.
    fn turn(&self) -> String {
        let side = board::side_name(self.position.side(), self.letters);
        format!("{side}, move {}{}", self.position.move_number(), self.state())
    }

    /// How the king fares, if not well.
    fn state(&self) -> &'static str {
        match (self.in_check, self.moves.is_empty()) {
            (true, true) => ", mated",
            (false, true) => ", without a legal move",
            (true, false) => ", in check",
            (false, false) => "",
        }
    }

    /// Returns the picture with the exchange values of the moves.
    fn picture(&self, last: Option<Move>, language: Language) -> Picture<'_> {
        let values = self.moves.iter().map(|found| (found.step, found.see));
        let picture = Picture::new(&self.position)
            .with_language(language)
            .with_letters(self.letters)
            .with_values(values)
            .with_status();
        match last {
            Some(last) => picture.with_last_move(last),
            None => picture,
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            ("move", Align::Left),
            ("piece", Align::Left),
            ("kind", Align::Left),
            ("takes", Align::Left),
            ("promotes", Align::Left),
            ("check", Align::Left),
            ("exchange", Align::Right),
            ("word", Align::Right),
        ]);
        let name = |kind| self.letters.piece(kind);
        let mark = |is: bool, word: &str| if is { word.to_owned() } else { String::new() };
        for found in &self.moves {
            table.row(vec![
                found.usi.clone(),
                name(found.step.kind()),
                found.kind.to_owned(),
                found.step.captured().map_or(String::new(), name),
                mark(found.step.is_promotion(), "promotes"),
                mark(found.gives_check, "check"),
                format!("{:+}", found.see),
                format!("0x{:08x}", found.word),
            ]);
        }
        table
    }
}

fn squares(set: Bitboard) -> String {
    set.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}
