//! `gamekit reversi book find`: looks up a position in a book.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use gamekit_pictures::Language;
use gamekit_pictures::reversi::Picture;
use reversi_core::Position;
use reversi_core::book::{Basis, BookMove, BookView, NotedLeaf};
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

/// Look up a position and its moves in a book.
///
/// For each move, the command shows the games that the side to move won, drew and lost, the mean final
/// score of these games, and the value of the move. All numbers of discs are for the side to move. The
/// basis is where the value comes from: the mean score of games, or a search by `book evaluate`. The moves
/// are sorted by their games until the book is evaluated, and by their values afterwards.
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
        let mean = lookup::discs(book.mean_centidiscs).unwrap_or_else(|| "unknown".to_owned());
        let mut text = format!(
            "{}: {value} discs for the side to move, based on {}; {games}, {wins} won, {draws} drawn, \
             {losses} lost, mean score {mean}\n",
            self.position,
            book.basis_text()
        );
        if !self.moves.is_empty() {
            let heads = ["value", "games", "won", "drawn", "lost", "mean"];
            let heads = heads.map(|head| (head, Align::Right));
            let ends = [&[("move", Align::Left)][..], &heads, &[("basis", Align::Left)]];
            let mut table = Table::new(&ends.concat());
            for found in &self.moves {
                let mut cells = vec![found.r#move.clone()];
                cells.extend(BookLine::cells(Some(&found.book)));
                let mean = lookup::discs(found.book.mean_centidiscs);
                cells.push(mean.unwrap_or_else(|| "-".to_owned()));
                cells.push(found.book.basis_text());
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
        // The mean of a few games is not reliable, so it does not decide the order.
        let is_evaluated = moves.iter().any(|step| matches!(step.info.basis, Basis::Depth(_)));
        moves.sort_by_key(|step| {
            let (value, games) = (step.info.value, i64::from(step.info.games));
            let value = value.map(i64::from);
            std::cmp::Reverse(if is_evaluated {
                (value, Some(games))
            } else {
                (Some(games), value)
            })
        });
        args.svg.save(|language| picture(&position, &moves, language).to_svg())?;
        let record = |board| BookView::record(&book, board).map_err(|error| describe(&error));
        let line = |step: &BookMove| -> Result<FoundMove, String> {
            // The record after the move is for the opponent.
            let after = board.play(step.mv).map_err(|error| error.to_string())?;
            let record = record(after)?.map(|record| record.reversed());
            Ok(FoundMove { r#move: step.mv.to_string(), book: BookLine::new(step.info, record) })
        };
        let entry = found.map(|info| Ok(BookLine::new(info, record(board)?)));
        Ok(Found {
            position: position::text(&position),
            book: entry.transpose().map_err(|error: String| error)?,
            moves: moves.iter().map(line).collect::<Result<_, _>>()?,
            leaf: note.and_then(|note| note.leaf).map(Leaf::from),
        })
    })
}

/// Returns the picture with the book's values of the moves, which are sorted best first.
fn picture<'a>(position: &'a Position, moves: &[BookMove], language: Language) -> Picture<'a> {
    let known = moves.iter().filter_map(|step| {
        Some((step.mv.square()?, step.info.value, lookup::discs(step.info.value)))
    });
    let unknown = position
        .moves()
        .into_iter()
        .filter(|square| moves.iter().all(|step| step.mv.square() != Some(*square)));
    picture::of_book(position, known.chain(unknown.map(|square| (square, None, None))), language)
}
