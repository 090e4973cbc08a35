//! The options of the command line.
use super::book::{Book, embedded_book};
use reversi_core::book::{BookFile, OpenBookError, OpenBookErrorKind};
use reversi_core::eval::{LoadWeightsError, Weights};
use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The options of a Reversi engine.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Search depth in plies [default: 10 without a clock, no limit with a clock]. Without a clock,
    /// the engine plays perfectly from 2 x N empty squares on, but at most from 24.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(super) depth: Option<u32>,
    /// Memory for hash tables in MB.
    #[arg(
        long,
        value_name = "MB",
        default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(1..=1 << 20)
    )]
    pub(super) memory: u32,
    /// Number of threads.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=1024)
    )]
    pub(super) threads: u32,
    /// Opening book: a book file, or `none` [default: the built-in book].
    #[arg(long, value_name = "FILE")]
    pub(super) book: Option<PathBuf>,
    /// Book file to which the NBoard command `learn` adds games [default: games are not saved].
    #[arg(long, value_name = "FILE")]
    pub(super) learn: Option<PathBuf>,
    /// File with evaluation weights [default: the built-in weights].
    #[arg(long, value_name = "FILE")]
    pub(super) weights: Option<PathBuf>,
    /// Time in milliseconds that passes on the clock for each move in addition to the search.
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 50,
        value_parser = clap::value_parser!(u32).range(0..=60_000)
    )]
    pub(super) overhead: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            depth: None,
            memory: 64,
            threads: 1,
            book: None,
            learn: None,
            weights: None,
            overhead: 50,
        }
    }
}

impl Options {
    /// Sets the search depth in plies.
    #[must_use]
    pub const fn with_depth(mut self, plies: u32) -> Self {
        self.depth = Some(plies);
        self
    }

    /// Sets the book file; `none` means no book.
    #[must_use]
    pub fn with_book(mut self, path: impl Into<PathBuf>) -> Self {
        self.book = Some(path.into());
        self
    }

    /// Sets the book file to which `learn` adds games.
    #[must_use]
    pub fn with_learn(mut self, path: impl Into<PathBuf>) -> Self {
        self.learn = Some(path.into());
        self
    }

    /// Returns the overhead of a move.
    pub(super) fn overhead(&self) -> Duration {
        Duration::from_millis(self.overhead.into())
    }

    /// Reads the files and makes the parts of a player.
    pub(super) fn open(&self) -> Result<Parts, StartError> {
        let weights = match &self.weights {
            None => Weights::embedded(),
            Some(path) => Weights::load(path)?,
        };
        let open = |path: &PathBuf| {
            let error = |kind| OpenBookError { path: path.clone(), kind };
            let bytes = fs::read(path).map_err(|e| error(OpenBookErrorKind::Io(e)))?;
            let book = BookFile::from_bytes(Cow::Owned(bytes));
            book.map_err(|e| error(OpenBookErrorKind::Read(e)))
        };
        let book = match &self.book {
            None => BookFile::from_bytes(Cow::Borrowed(embedded_book())).ok(),
            Some(path) if path.as_os_str() == "none" => None,
            Some(path) => Some(open(path)?),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads as usize).build();
        Ok(Parts {
            weights: Arc::new(weights),
            book,
            pool: pool.map_err(|error| StartError::Threads(error.to_string()))?,
            bytes: (self.memory as usize) << 20,
            is_parallel: self.threads > 1,
        })
    }
}

/// The parts of a player.
pub(super) struct Parts {
    pub(super) weights: Arc<Weights>,
    pub(super) book: Option<Book>,
    pub(super) pool: rayon::ThreadPool,
    pub(super) bytes: usize,
    pub(super) is_parallel: bool,
}

/// The error of an engine that cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The book file cannot be read.
    #[error(transparent)]
    Book(#[from] OpenBookError),
    /// The file of weights cannot be read.
    #[error(transparent)]
    Weights(#[from] LoadWeightsError),
    /// The search threads cannot be started.
    #[error("search threads: {0}")]
    Threads(String),
}
