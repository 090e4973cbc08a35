//! `gamekit reversi book build`: a book of many games.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args as ClapArgs;
use indicatif::ProgressBar;
use reversi_core::book::BookBuilder;
use reversi_core::format::games;
use serde::Serialize;

use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::place::{self, Inputs};
use crate::{progress, threads};

/// Build a book of the games in WTHOR files (.wtb) and in transcripts, one a line.
///
/// The book is the same whatever the number of threads and the order of the files. A damaged file
/// or an illegal game is told with its place, and no book is written; nor is it if a file is given
/// twice, whose games would count double. An empty book is written, with a warning.
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

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let begun = Instant::now();
    place::check(&args.output)?;
    let files = games::files(&args.inputs).map_err(|error| Failure::from_error(&error))?;
    place::refuse_twice(&files)?;
    Inputs::of(&files).refuse(&args.output)?;
    let bytes = |path: &PathBuf| fs::metadata(path).map_or(0, |data| data.len());
    let bar = progress::bar(files.iter().map(bytes).sum(), "reading games");
    let pool = threads::pool(args.threads)?;
    let builder = BookBuilder::new().with_max_ply(args.max_ply).with_min_games(args.min_games);
    let told = |progress: games::Progress| bar.set_position(progress.bytes);
    let collected = pool.install(|| games::add_files(builder, &files, told));
    bar.finish_and_clear();
    let book = collected.map_err(|error| Failure::from_error(&error))?;
    let games = book.games();
    let spinner: ProgressBar = progress::spinner("sorting and saving");
    let saved = pool.install(|| book.save(&args.output));
    spinner.finish_and_clear();
    saved.map_err(|error| Failure::from_error(&error))?;
    // What went into a pipe cannot be looked at again.
    if args.output.is_file() && super::open(&args.output)?.is_empty() {
        let why = match games {
            0 => "the files hold no games".to_owned(),
            _ => format!("no position is in {} games", args.min_games),
        };
        eprintln!("gamekit: {}: warning: the book is empty, {why}", args.output.display());
    }
    Output::new(args.json).answer(&Built {
        book: args.output.display().to_string(),
        files: files.len(),
        games,
        bytes: bytes(&args.output),
        seconds: begun.elapsed().as_secs_f64(),
    })?;
    Ok(())
}
