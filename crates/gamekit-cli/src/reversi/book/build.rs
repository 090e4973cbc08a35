//! `gamekit reversi book build`: a book of many games.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args as ClapArgs;
use indicatif::ProgressBar;
use rayon::prelude::*;
use reversi_core::book::{BookBuilder, RegisterGameError};
use serde::Serialize;

use super::super::games::{self, Games};
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::{progress, threads};

/// Build a book of the games in WTHOR files (.wtb) and in transcripts, one a line.
///
/// The book is the same whatever the number of threads and the order of the files. A damaged file
/// or an illegal game is told with its place, and no book is written.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Files of games; of a folder all .wtb and .txt files in it and in its folders.
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// The book to write; it appears whole or not at all.
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,
    /// Keep positions up to this number of discs placed after the start.
    #[arg(long, value_name = "N", default_value_t = 60)]
    max_ply: u32,
    /// Keep positions of at least this number of games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u32,
    /// How many threads to use; all cores unless told.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// What was built.
#[derive(Serialize)]
struct Built {
    book: String,
    files: usize,
    games: u64,
    bytes: u64,
    seconds: f64,
}

impl Answer for Built {
    fn text(&self) -> String {
        format!(
            "{}: {} games of {} files, {} bytes, in {:.2} s\n",
            self.book, self.games, self.files, self.bytes, self.seconds
        )
    }
}

/// How many games one thread takes at a time.
const PORTION: usize = 2048;

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let begun = Instant::now();
    let files = games::files(&args.inputs)?;
    let bytes = |path: &PathBuf| fs::metadata(path).map_or(0, |data| data.len());
    let bar = progress::bar(files.iter().map(bytes).sum(), "reading games");
    let pool = threads::pool(args.threads)?;
    let empty = || BookBuilder::new().max_ply(args.max_ply);
    let collected = pool.install(|| {
        let read = |path: &PathBuf| {
            let part = add_file(path, &empty)?;
            bar.inc(bytes(path));
            Ok::<_, Failure>(part)
        };
        files.par_iter().map(read).try_reduce(empty, |one, other| Ok(joined(one, other)))
    });
    bar.finish_and_clear();
    let book = collected?.min_games(args.min_games);
    let games = book.games();
    let spinner: ProgressBar = progress::spinner("sorting and saving");
    let saved = pool.install(|| book.save(&args.output));
    spinner.finish_and_clear();
    saved.map_err(|error| Failure::from_error(&error))?;
    Output::new(args.json).answer(&Built {
        book: args.output.display().to_string(),
        files: files.len(),
        games,
        bytes: bytes(&args.output),
        seconds: begun.elapsed().as_secs_f64(),
    })?;
    Ok(())
}

/// The games of a file, in parts that the threads share.
fn add_file(
    path: &Path,
    empty: &(impl Fn() -> BookBuilder + Sync),
) -> Result<BookBuilder, Failure> {
    match games::read(path)? {
        Games::Wthor(file) => add_games(&file.games, path, "record", empty, |builder, record| {
            builder.add_game(record.squares(), Some(record.score()))
        }),
        Games::Text(games) => add_games(&games, path, "game", empty, |builder, game| {
            builder.add_game(game.moves.iter().copied(), game.score())
        }),
    }
}

fn add_games<G: Sync>(
    games: &[G],
    path: &Path,
    name: &str,
    empty: &(impl Fn() -> BookBuilder + Sync),
    add: impl Fn(&mut BookBuilder, &G) -> Result<(), RegisterGameError> + Sync,
) -> Result<BookBuilder, Failure> {
    let portions = games.par_chunks(PORTION).enumerate();
    portions
        .map(|(portion, games)| {
            let mut builder = empty();
            for (index, game) in games.iter().enumerate() {
                add(&mut builder, game).map_err(|error| {
                    let number = portion * PORTION + index + 1;
                    Failure::about(format!("{}: {name} {number}", path.display()), &error)
                })?;
            }
            Ok(builder)
        })
        .try_reduce(empty, |one, other| Ok(joined(one, other)))
}

fn joined(mut one: BookBuilder, other: BookBuilder) -> BookBuilder {
    one.merge(other);
    one
}
