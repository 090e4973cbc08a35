//! `gamekit reversi book merge`: merges books.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use reversi_core::book::BookBuilder;

use super::lookup;
use crate::error::{Failure, Outcome};
use crate::output_path::{self, Inputs};

/// Merge books: add the game results of each position, and keep its deepest evaluation.
///
/// The result does not depend on the order of the books. A file that is given twice is an error,
/// because its games would be counted twice.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The book files to merge, at least two.
    #[arg(value_name = "BOOK", num_args = 2.., required = true)]
    books: Vec<PathBuf>,
    /// The book file to write. The file is written completely or not at all.
    #[arg(short, long, value_name = "BOOK")]
    output: PathBuf,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    output_path::check(&args.output)?;
    output_path::refuse_twice(&args.books)?;
    Inputs::of(&args.books).refuse(&args.output)?;
    let mut builder = BookBuilder::new();
    for path in &args.books {
        let book = lookup::open(path)?;
        builder.add_file(&book).map_err(|error| Failure::about(path.display(), &error))?;
    }
    builder.save(&args.output).map_err(|error| Failure::from_error(&error))
}
