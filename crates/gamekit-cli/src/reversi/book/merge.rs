//! `gamekit reversi book merge`: one book of several.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use reversi_core::book::BookBuilder;

use crate::error::{Failure, Outcome};
use crate::place::{self, Inputs};

/// Join books: results add up, of two evaluations of a position the deeper one stays.
///
/// The outcome is the same in whatever order and grouping books are merged. The same file twice is
/// refused: its games would count double.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The books to join.
    #[arg(value_name = "BOOK", num_args = 2.., required = true)]
    books: Vec<PathBuf>,
    /// The book to write; it appears whole or not at all.
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    place::check(&args.output)?;
    place::refuse_twice(&args.books)?;
    Inputs::of(&args.books).refuse(&args.output)?;
    let mut builder = BookBuilder::new();
    for path in &args.books {
        let book = super::open(path)?;
        builder.add_file(&book).map_err(|error| Failure::about(path.display(), &error))?;
    }
    builder.save(&args.output).map_err(|error| Failure::from_error(&error))
}
