//! `gamekit reversi analyze`: a position, its legal moves and what the book knows of them.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use reversi_core::{Board, Color, Position, Square, Symmetry, canonical};
use serde::Serialize;

use super::book::{AnyBook, BookLine};
use super::openings;
use super::position::{self, PositionArg};
use crate::error::Outcome;
use crate::output::Answer;
use crate::stream;
use crate::table::{Align, Table};

/// Draw a position, name its opening and list every legal move with what the book knows of it.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArg,
    /// Take this book instead of the one inside the program, which is built from the games of the
    /// WTHOR base (Fédération Française d'Othello).
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// Everything said about one position.
#[derive(Serialize)]
struct Analysis {
    position: String,
    side: char,
    key: String,
    symmetry: usize,
    moves: Vec<Candidate>,
    /// `pass` or `over` where the side to move has no square to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    #[serde(skip)]
    shown: Shown,
}

/// What only people are shown.
struct Shown {
    position: Position,
    symmetry: Symmetry,
    opening: Option<String>,
}

/// One legal move.
#[derive(Serialize)]
struct Candidate {
    r#move: String,
    flips: u32,
    book: Option<BookLine>,
    #[serde(skip)]
    mobility: u32,
    #[serde(skip)]
    opening: Option<String>,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let book = AnyBook::open(args.book.as_deref())?;
    stream::answer(&args.position.words, args.json, |text| analyze(position::parse(text)?, &book))
}

fn analyze(position: Position, book: &AnyBook) -> Result<Analysis, String> {
    let board = position.board();
    let (key, symmetry) = canonical(board);
    let moves = position
        .moves()
        .into_iter()
        .map(|square| candidate(board, square, book))
        .collect::<Result<_, _>>()?;
    let state = match () {
        () if position.is_over() => Some("over"),
        () if position.must_pass() => Some("pass"),
        () => None,
    };
    let opening = openings::name_of_game(&position).or_else(|| openings::name(board));
    Ok(Analysis {
        position: position::text(&position),
        side: position.side().letter(),
        key: key.to_string(),
        symmetry: symmetry.index(),
        moves,
        state,
        shown: Shown { position, symmetry, opening },
    })
}

fn candidate(board: Board, square: Square, book: &AnyBook) -> Result<Candidate, String> {
    let flips = board.flips(square);
    let after = board.play_flipping(square, flips);
    let found = book.find(after)?;
    Ok(Candidate {
        r#move: square.to_string(),
        flips: flips.len(),
        book: found.map(|info| info.reversed().into()),
        mobility: after.moves().len(),
        opening: openings::name(after),
    })
}

impl Answer for Analysis {
    fn text(&self) -> String {
        let mut text = String::from("    a b c d e f g h\n");
        let facts = self.facts();
        for rank in 0..8 {
            let mut row = format!("  {} ", rank + 1);
            for square in Square::all().skip(rank * 8).take(8) {
                row.push(self.mark(square));
                row.push(' ');
            }
            let fact = facts
                .get(rank)
                .map_or(String::new(), |(name, value)| format!("    {name:<9}  {value}"));
            text.push_str(format!("{row}{fact}").trim_end());
            text.push('\n');
        }
        if !self.moves.is_empty() {
            text.push_str(&format!("\n{}", self.table()));
        }
        text
    }
}

impl Analysis {
    /// The sign of a square; `+` marks the legal moves.
    fn mark(&self, square: Square) -> char {
        let position = &self.shown.position;
        match Color::ALL.into_iter().find(|&color| position.discs(color).contains(square)) {
            Some(color) => color.letter(),
            None if position.moves().contains(square) => '+',
            None => '-',
        }
    }

    /// What stands beside the board.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let position = &self.shown.position;
        let name = match position.side() {
            Color::Black => "Black (X)",
            Color::White => "White (O)",
        };
        let turn = match self.state {
            Some("over") => match position.final_score(Color::Black) {
                0 => "nobody, the game is over: a draw".to_owned(),
                score if score > 0 => format!("nobody, the game is over: Black wins by {score}"),
                score => format!("nobody, the game is over: White wins by {}", -score),
            },
            Some(_) => format!("{name}, who must pass"),
            None => name.to_owned(),
        };
        let [black, white] = [position.black().len(), position.white().len()];
        let mut facts = vec![
            ("to move", turn),
            ("discs", format!("X {black}, O {white}")),
            ("empties", (64 - black - white).to_string()),
            ("key", self.key.clone()),
            ("symmetry", format!("{} ({})", self.symmetry, describe(self.shown.symmetry))),
        ];
        if let Some(opening) = &self.shown.opening {
            facts.push(("opening", opening.clone()));
        }
        facts
    }

    /// The moves, those the book likes best first.
    fn table(&self) -> Table {
        let mut moves: Vec<&Candidate> = self.moves.iter().collect();
        let rank =
            |candidate: &Candidate| candidate.book.as_ref().map(|book| (book.value, book.games));
        moves.sort_by_key(|candidate| std::cmp::Reverse(rank(candidate)));
        let mut table = Table::new(&[
            ("move", Align::Left),
            ("book", Align::Right),
            ("games", Align::Right),
            ("won", Align::Right),
            ("drawn", Align::Right),
            ("lost", Align::Right),
            ("flips", Align::Right),
            ("mobility", Align::Right),
            ("opening", Align::Left),
        ]);
        for candidate in moves {
            let mut cells = vec![candidate.r#move.clone()];
            cells.extend(BookLine::cells(candidate.book.as_ref()));
            cells.push(candidate.flips.to_string());
            cells.push(candidate.mobility.to_string());
            cells.push(candidate.opening.clone().unwrap_or_default());
            table.row(cells);
        }
        table
    }
}

/// How the canonical board is made from the board that is drawn.
fn describe(symmetry: Symmetry) -> &'static str {
    match symmetry.index() {
        0 => "as it is",
        1 => "left-right",
        2 => "up-down",
        3 => "half turn",
        4 => "reflected in a1-h8",
        5 => "quarter turn",
        6 => "three quarter turn",
        _ => "reflected in h1-a8",
    }
}
