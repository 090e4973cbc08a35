//! `gamekit reversi book find`: looks up a position in a book.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use gamekit_pictures::Language;
use gamekit_pictures::reversi::Picture;
use reversi_core::Position;
use reversi_core::book::{BookMove, BookView, NotedLeaf};
use serde::Serialize;

use super::super::picture;
use super::super::position::{self, PositionArg};
use super::lookup::{self, BookLine};
use crate::error::{Outcome, describe};
use crate::output::Answer;
use crate::output_path::Inputs;
use crate::plural::count;
use crate::stream;
use crate::svg_options::SvgArg;
use crate::text_table::{Align, Table};

/// Print the entries of a position and of its legal moves in a book.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The book file to read.
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    position: PositionArg,
    #[command(flatten)]
    svg: SvgArg,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// The entries of the position and of its moves, from the point of view of the side to move.
#[derive(Serialize)]
struct Found {
    position: String,
    book: Option<BookLine>,
    moves: Vec<FoundMove>,
    /// The best move outside the book, from the book of another engine.
    leaf: Option<Leaf>,
}

/// A move outside the book with its score for the side to move.
#[derive(Serialize)]
struct Leaf {
    r#move: String,
    score_discs: i8,
    engine_level: Option<u8>,
}

impl From<NotedLeaf> for Leaf {
    fn from(leaf: NotedLeaf) -> Self {
        Self { r#move: leaf.mv.to_string(), score_discs: leaf.score, engine_level: leaf.level }
    }
}

#[derive(Serialize)]
struct FoundMove {
    r#move: String,
    book: BookLine,
}

impl Answer for Found {
    fn text(&self) -> String {
        let Some(book) = &self.book else { return format!("{}: not in the book\n", self.position) };
        let [value, _, wins, draws, losses] = BookLine::cells(Some(book));
        let games = count(book.games, "game");
        let mut text = format!(
            "{}: {value} discs for the side to move, {games}, {wins} won, {draws} drawn, {losses} lost\n",
            self.position
        );
        if !self.moves.is_empty() {
            let heads = ["book", "games", "won", "drawn", "lost"].map(|head| (head, Align::Right));
            let mut table = Table::new(&[&[("move", Align::Left)][..], &heads].concat());
            for found in &self.moves {
                let mut cells = vec![found.r#move.clone()];
                cells.extend(BookLine::cells(Some(&found.book)));
                table.row(cells);
            }
            text.push_str(&table.to_string());
        }
        if let Some(Leaf { r#move, score_discs, engine_level }) = &self.leaf {
            let level = engine_level.map_or_else(String::new, |level| format!(" (level {level})"));
            text.push_str(&format!(
                "best move outside the book: {move} {score_discs:+} discs{level}\n"
            ));
        }
        text
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    args.svg.check(&args.position.words, &Inputs::of([&args.book]))?;
    let book = lookup::open(&args.book)?;
    stream::answer(&args.position.words, args.json, |text| {
        let position = position::parse(text)?;
        let board = position.board();
        let found = BookView::find(&book, board).map_err(|error| describe(&error))?;
        let mut moves = BookView::moves(&book, board).map_err(|error| describe(&error))?;
        let note = BookView::note(&book, board).map_err(|error| describe(&error))?;
        moves.sort_by_key(|step| std::cmp::Reverse((step.info.value, step.info.games)));
        args.svg.save(|language| picture(&position, &moves, language).to_svg())?;
        let line =
            |step: &BookMove| FoundMove { r#move: step.mv.to_string(), book: step.info.into() };
        Ok(Found {
            position: position::text(&position),
            book: found.map(BookLine::from),
            moves: moves.iter().map(line).collect(),
            leaf: note.and_then(|note| note.leaf).map(Leaf::from),
        })
    })
}

/// Returns the picture with the book's values of the moves, which are sorted best first.
fn picture<'a>(position: &'a Position, moves: &[BookMove], language: Language) -> Picture<'a> {
    let known = moves
        .iter()
        .filter_map(|step| Some((step.mv.square()?, BookLine::from(step.info).value())));
    let unknown = position
        .moves()
        .into_iter()
        .filter(|square| moves.iter().all(|step| step.mv.square() != Some(*square)));
    picture::of_book(position, known.chain(unknown.map(|square| (square, None))), language)
}
