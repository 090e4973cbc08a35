//! `gamekit shogi book`: looks up positions in opening books.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};
use serde::Serialize;
use shogi_core::Position;
use shogi_core::format::book::{Book, BookFile, BookMove, Entry};

use super::position::{self, PositionArg};
use crate::error::{Failure, Outcome, describe};
use crate::output::Answer;
use crate::plural::count;
use crate::stream;
use crate::text_table::{Align, Table};

/// Query opening books of YaneuraOu (.db, .ybb).
#[derive(Subcommand)]
pub(crate) enum Command {
    Find(FindArgs),
}

/// Runs a subcommand.
pub(crate) fn run(command: Command) -> Outcome {
    match command {
        Command::Find(args) => find(&args),
    }
}

/// Look up a position and its moves in a book.
///
/// The moves are in the order of the book, which is the order of preference. The move number of a position
/// is ignored. If the book does not have the position, it is searched for the position turned by 180
/// degrees, and the moves are turned back. If a position occurs twice in a .db file, the first occurrence
/// counts.
///
/// A .ybb file and a .db file of more than 256 MiB are searched without reading the whole file. Such a .db
/// file must be sorted.
#[derive(ClapArgs)]
pub(crate) struct FindArgs {
    /// The book to read. Its format is detected from its content.
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    position: PositionArg,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// The longest `.db` file that is read into memory, in bytes.
const LONGEST_LOADED: u64 = 256 << 20;

/// An open book.
enum Source {
    Loaded(Box<Book>),
    InPlace(Box<BookFile<File>>),
}

impl Source {
    fn open(path: &Path) -> Result<Self, Failure> {
        let about = |error: &dyn std::error::Error| Failure::about(path.display(), error);
        let file = File::open(path).map_err(|error| about(&error))?;
        let data = file.metadata().map_err(|error| about(&error))?;
        if data.is_dir() {
            let message = "this is a folder, expected a file";
            return Err(Failure::Message(format!("{}: {message}", path.display())));
        }
        if data.is_file() {
            let book = BookFile::new(file).map_err(|error| about(&error))?;
            if book.position_count().is_some() || data.len() > LONGEST_LOADED {
                return Ok(Self::InPlace(Box::new(book)));
            }
        }
        // A file that is not sorted can be searched only after it was read.
        let file = File::open(path).map_err(|error| about(&error))?;
        let (book, _) = Book::read(BufReader::new(file)).map_err(|error| about(&error))?;
        Ok(Self::Loaded(Box::new(book)))
    }

    /// Returns the entry of a position.
    fn find(&mut self, position: &Position) -> Result<Option<Entry>, String> {
        match self {
            Self::Loaded(book) => Ok(book.find(position).cloned()),
            Self::InPlace(book) => book.find(position).map_err(|error| describe(&error)),
        }
    }

    /// Returns the entry of the position turned by 180 degrees, with the moves turned back.
    fn find_turned(&mut self, position: &Position) -> Result<Option<Entry>, String> {
        match self {
            Self::Loaded(book) => Ok(book.find_or_turned(position)),
            Self::InPlace(book) => book.find_or_turned(position).map_err(|error| describe(&error)),
        }
    }
}

/// The entry of a position. A value is in the units of the engine that wrote the book.
#[derive(Serialize)]
struct Found {
    sfen: String,
    found: bool,
    /// Whether the book has the position turned by 180 degrees.
    turned: bool,
    comments: Vec<String>,
    moves: Vec<FoundMove>,
}

#[derive(Serialize)]
struct FoundMove {
    r#move: String,
    reply: Option<String>,
    value_points: Option<i32>,
    depth_plies: Option<u32>,
    /// The number of times that the move was chosen.
    times: Option<u64>,
    comments: Vec<String>,
}

impl From<BookMove> for FoundMove {
    fn from(found: BookMove) -> Self {
        Self {
            r#move: found.mv.to_string(),
            reply: found.ponder.map(|reply| reply.to_string()),
            value_points: found.value,
            depth_plies: found.depth,
            times: found.count,
            comments: found.comments,
        }
    }
}

impl Answer for Found {
    fn text(&self) -> String {
        if !self.found {
            return format!("{}: not in the book\n", self.sfen);
        }
        let turned = if self.turned { ", from the turned position" } else { "" };
        let mut text = format!("{}: {}{turned}\n", self.sfen, count(self.moves.len(), "move"));
        self.comments.iter().for_each(|comment| text.push_str(&format!("#{comment}\n")));
        if self.moves.is_empty() {
            return text;
        }
        let mut table = Table::new(&[
            ("move", Align::Left),
            ("reply", Align::Left),
            ("value", Align::Right),
            ("depth", Align::Right),
            ("times", Align::Right),
            ("comment", Align::Left),
        ]);
        for found in &self.moves {
            let cell = |number: Option<String>| number.unwrap_or_else(|| "-".to_owned());
            table.row(vec![
                found.r#move.clone(),
                cell(found.reply.clone()),
                cell(found.value_points.map(|value| format!("{value:+}"))),
                cell(found.depth_plies.map(|depth| depth.to_string())),
                cell(found.times.map(|count| count.to_string())),
                found.comments.iter().map(|text| text.trim()).collect::<Vec<_>>().join(" / "),
            ]);
        }
        text.push_str(&table.to_string());
        text
    }
}

fn find(args: &FindArgs) -> Outcome {
    let mut book = Source::open(&args.book)?;
    stream::answer(&args.position.words, args.json, |text| {
        let position = position::parse(text)?;
        let direct = book.find(&position)?;
        let turned = direct.is_none();
        let entry = if turned { book.find_turned(&position)? } else { direct };
        let found = entry.is_some();
        let entry = entry.unwrap_or_default();
        Ok(Found {
            sfen: position.to_string(),
            found,
            turned: turned && found,
            comments: entry.comments,
            moves: entry.moves.into_iter().map(FoundMove::from).collect(),
        })
    })
}
