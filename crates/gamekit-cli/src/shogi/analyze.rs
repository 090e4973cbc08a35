//! `gamekit shogi analyze`: shows a position and its legal moves.

use clap::Args as ClapArgs;
use gamekit_pictures::Language;
use gamekit_pictures::shogi::{Letters, Picture};
use serde::Serialize;
use shogi_core::{Bitboard, Move, Position, See};

use super::board;
use super::position::{self, PositionArg};
use crate::error::Outcome;
use crate::output::Answer;
use crate::output_path::Inputs;
use crate::stream;
use crate::svg_options::SvgArg;
use crate::text_table::{Align, Table};

/// Show a position and list every legal move with its properties.
///
/// The moves are sorted by their static exchange value, best first. The exchange value is in points
/// of Bonanza's piece values. The `word` column is the move as a 23-bit integer, with the bit
/// fields target, origin, promotion, piece and captured piece.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArg,
    /// Print the pieces as letters instead of kanji.
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    svg: SvgArg,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// The answer for one position.
#[derive(Serialize)]
struct Analysis {
    sfen: String,
    side: &'static str,
    move_number: u32,
    /// The hash of the position, as 16 hexadecimal digits.
    hash: String,
    in_check: bool,
    /// `mated` or `no-moves`, if there is no legal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    /// The squares of the pieces that give check.
    checkers: Vec<String>,
    /// The squares of the pinned pieces of the side to move.
    pinned: Vec<String>,
    moves: Vec<Candidate>,
    #[serde(skip)]
    shown: Position,
    #[serde(skip)]
    letters: Letters,
}

/// One legal move.
#[derive(Serialize)]
struct Candidate {
    /// The move in USI.
    r#move: String,
    /// The moving piece before the move, as an SFEN letter.
    piece: String,
    captured: Option<String>,
    is_promotion: bool,
    word: u32,
    /// `capture`, `quiet` or `drop`.
    kind: &'static str,
    gives_check: bool,
    /// The exchange value of the move with Bonanza's piece values, without pins.
    exchange_points: i32,
    #[serde(skip)]
    step: Move,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let letters = board::letters(args.ascii);
    args.svg.check(&args.position.words, &Inputs::default())?;
    if !args.ascii {
        args.svg.hint_fonts();
    }
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
    moves.sort_by_key(|found| (-found.exchange_points, !found.gives_check, found.word));
    let in_check = position.is_check();
    let state = match (in_check, moves.is_empty()) {
        (true, true) => Some("mated"),
        (false, true) => Some("no-moves"),
        (_, false) => None,
    };
    Analysis {
        sfen: position.to_string(),
        side: position::side(&position),
        move_number: position.move_number(),
        hash: format!("{:016x}", position.hash()),
        in_check,
        state,
        checkers: squares(position.checkers()),
        pinned: squares(position.pinned(position.side())),
        moves,
        shown: position,
        letters,
    }
}

fn candidate(position: &Position, step: Move) -> Candidate {
    let kind = match (step.is_drop(), step.is_capture()) {
        (true, _) => "drop",
        (false, true) => "capture",
        (false, false) => "quiet",
    };
    Candidate {
        r#move: step.to_string(),
        piece: step.kind().to_string(),
        captured: step.captured().map(|kind| kind.to_string()),
        is_promotion: step.is_promotion(),
        word: step.bits(),
        kind,
        gives_check: position.gives_check(step),
        exchange_points: See::BONANZA.of_move(position, step),
        step,
    }
}

impl Answer for Analysis {
    fn text(&self) -> String {
        let position = &self.shown;
        let mut text = board::draw(position, self.letters);
        let mut fact = |name: &str, value: String| text.push_str(&format!("{name:<9}{value}\n"));
        fact("to move", self.turn());
        if self.in_check {
            fact("checkers", self.checkers.join(" "));
        }
        if !self.pinned.is_empty() {
            fact("pinned", self.pinned.join(" "));
        }
        fact("sfen", self.sfen.clone());
        fact("hash", self.hash.clone());
        fact("moves", self.moves.len().to_string());
        if !self.moves.is_empty() {
            text.push_str(&format!("\n{}", self.table()));
        }
        text
    }
}

impl Analysis {
    /// Returns the side to move, the move number and the state of the game.
    fn turn(&self) -> String {
        let side = board::side_name(self.shown.side(), self.letters);
        format!("{side}, move {}{}", self.move_number, self.state())
    }

    /// Returns the text for a check, a checkmate or a position without a legal move. Otherwise,
    /// returns an empty string.
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
        let values = self.moves.iter().map(|found| (found.step, found.exchange_points));
        let picture = Picture::new(&self.shown)
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
                found.r#move.clone(),
                name(found.step.kind()),
                found.kind.to_owned(),
                found.step.captured().map_or(String::new(), name),
                mark(found.step.is_promotion(), "promotes"),
                mark(found.gives_check, "check"),
                format!("{:+}", found.exchange_points),
                format!("0x{:08x}", found.word),
            ]);
        }
        table
    }
}

fn squares(set: Bitboard) -> Vec<String> {
    set.iter().map(|square| square.to_string()).collect()
}
