//! `gamekit reversi book build`: makes a book from games.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args as ClapArgs;
use indicatif::ProgressBar;
use reversi_core::book::BookBuilder;
use reversi_core::format::games;
use serde::Serialize;

use super::super::game_files::Skipped;
use super::lookup;
use crate::error::{Failure, Outcome};
use crate::output::{Answer, Output};
use crate::output_path::{self, Inputs};
use crate::plural::count;
use crate::{progress, threads};

/// Build a book from games: WTHOR, PGN, GGF or transcripts.
///
/// The book does not depend on the number of threads or on the order of the files. Games that cannot be
/// read, and games from another start, are reported with their location and skipped; the exit code is then
/// 2. If no game can be read or a file is damaged, no book is written. A file that is given twice is an
/// error, because its games would be counted twice. If the book is empty, it is written with a warning.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Game files. For a folder: all game files in it and its subfolders.
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// The book file to write. The file is written completely or not at all.
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,
    /// Keep only positions after at most this many moves.
    #[arg(long, value_name = "N", default_value_t = 60)]
    max_ply: u32,
    /// Keep only positions that occur in at least this many games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u32,
    /// Number of threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The summary of the new book.
#[derive(Serialize)]
struct Built {
    file: String,
    files: usize,
    games: u64,
    /// The number of games that cannot be read.
    skipped: usize,
    bytes: u64,
    seconds: f64,
}

impl Answer for Built {
    fn text(&self) -> String {
        let skipped = match self.skipped {
            0 => String::new(),
            games => format!(", {} skipped", count(games, "game")),
        };
        format!(
            "{}: {} from {}{skipped}, {}, in {:.2} s\n",
            self.file,
            count(self.games, "game"),
            count(self.files, "file"),
            count(self.bytes, "byte"),
            self.seconds
        )
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let begun = Instant::now();
    output_path::check(&args.output)?;
    let files = games::files(&args.inputs).map_err(|error| Failure::from_error(&error))?;
    output_path::refuse_twice(&files)?;
    Inputs::of(&files).refuse(&args.output)?;
    let bytes = |path: &PathBuf| fs::metadata(path).map_or(0, |data| data.len());
    let bar = progress::bar(files.iter().map(bytes).sum(), "reading games");
    let pool = threads::pool(args.threads)?;
    let builder = BookBuilder::new().with_max_ply(args.max_ply).with_min_games(args.min_games);
    let told = |progress: games::Progress| bar.set_position(progress.bytes);
    let collected = pool.install(|| games::add_readable(builder, &files, told));
    bar.finish_and_clear();
    let (book, errors) = collected.map_err(|error| Failure::from_error(&error))?;
    let games = book.games();
    let mut skipped = Skipped::default();
    errors.iter().for_each(|error| skipped.add(&error.path, &error.kind));
    skipped.refuse_if_nothing_else(usize::try_from(games).unwrap_or(usize::MAX))?;
    skipped.report();
    let spinner: ProgressBar = progress::spinner("sorting and saving");
    let saved = pool.install(|| book.save(&args.output));
    spinner.finish_and_clear();
    saved.map_err(|error| Failure::from_error(&error))?;
    // A pipe cannot be read back, so an empty book in a pipe is not reported.
    if args.output.is_file() && lookup::open(&args.output)?.is_empty() {
        let why = match games {
            0 => "the files contain no games".to_owned(),
            _ => format!("no position occurs in {}", count(args.min_games, "game")),
        };
        eprintln!("gamekit: {}: warning: the book is empty: {why}", args.output.display());
    }
    Output::new(args.json).answer(&Built {
        file: args.output.display().to_string(),
        files: files.len(),
        games,
        skipped: skipped.messages().len(),
        bytes: bytes(&args.output),
        seconds: begun.elapsed().as_secs_f64(),
    })?;
    skipped.outcome()
}
