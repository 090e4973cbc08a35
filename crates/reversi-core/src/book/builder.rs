//! Building a book from many games and other books.
use super::book_file::BookFile;
use super::error::{BookTooLarge, ReadBookError, RegisterGameError};
use super::file_format;
use super::memory::Book;
use super::replay::{record_of, replay};
use super::sorted_records::{KeyedRecord, SortedRecords};
use crate::key::PositionKey;
use crate::moves::Move;
use alloc::vec::Vec;

/// Collects games and books and makes one book of all their positions.
///
/// The result does not depend on the order of games and books. Several builders can collect parts
/// of the input, and [`merge`](Self::merge) joins these builders. The limit of
/// [`with_min_games`](Self::with_min_games) is applied when the book is made. To remove rare
/// positions, set the limit on the builder that receives all parts, because the other builders do
/// not have all games.
///
/// ```
/// use reversi_core::{Board, Square};
/// use reversi_core::book::BookBuilder;
/// let mut builder = BookBuilder::new();
/// builder.add_game([Square::F5, Square::D6, Square::C3], Some(6))?;
/// builder.add_game([Square::F5, Square::F6], Some(-2))?;
/// let book = builder.build();
/// let start = book.find(Board::START).unwrap();
/// assert_eq!((start.games, start.wins, start.losses), (2, 1, 1));
/// // White's best reply in the book is f6.
/// assert_eq!(start.value, Some(-200));
/// # Ok::<(), reversi_core::book::RegisterGameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BookBuilder {
    max_ply: u32,
    min_games: u32,
    games: u64,
    /// Records added since the last sort.
    fresh: Vec<KeyedRecord>,
    /// Sorted runs. Each run is less than half as long as the previous run.
    runs: Vec<SortedRecords>,
    path: Vec<(PositionKey, bool)>,
}

/// The number of records that are collected before they are sorted. They take 16 MiB, which fits in
/// the last-level cache.
const FRESH: usize = 1 << 18;

impl Default for BookBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl BookBuilder {
    /// Makes a builder without limits: the book will have all positions of the games.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            max_ply: 60,
            min_games: 0,
            games: 0,
            fresh: Vec::new(),
            runs: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Limits the positions of games to those with at most `max_ply` placed discs after the start.
    #[must_use]
    pub fn with_max_ply(self, max_ply: u32) -> Self {
        Self { max_ply, ..self }
    }

    /// Limits the book to positions with at least `min_games` games, counted over everything that
    /// was added. Positions with an evaluation are kept regardless of their game count.
    #[must_use]
    pub fn with_min_games(self, min_games: u32) -> Self {
        Self { min_games, ..self }
    }

    /// Makes an empty builder with the same limits.
    #[cfg(feature = "std")]
    pub(crate) fn empty_like(&self) -> Self {
        Self { max_ply: self.max_ply, min_games: self.min_games, ..Self::new() }
    }

    /// Returns the number of games added, not counting games from added books.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game from the start position, with or without written passes. `score` is the final
    /// score in discs for Black. If the game is finished, its final board determines the score. If
    /// the game is unfinished and `score` is `None`, the game counts as a game without a result.
    ///
    /// # Errors
    /// Returns [`RegisterGameError`] if a move is illegal; the builder is then left unchanged.
    pub fn add_game(
        &mut self,
        moves: impl IntoIterator<Item = impl Into<Move>>,
        score: Option<i32>,
    ) -> Result<(), RegisterGameError> {
        let mut path = core::mem::take(&mut self.path);
        let played = replay(moves.into_iter().map(Into::into), score, self.max_ply, &mut path);
        if let Ok(score) = played {
            let records = [record_of(score, false), record_of(score, true)];
            let items =
                path.iter().map(|&(key, black)| KeyedRecord::new(key, records[usize::from(black)]));
            self.fresh.extend(items);
            self.games += 1;
        }
        self.path = path;
        if self.fresh.len() >= FRESH {
            self.sort();
        }
        played.map(|_| ())
    }

    /// Adds the records of a book.
    pub fn add_book(&mut self, book: &Book) {
        self.push(book.sorted());
    }

    /// Adds the records of a book file.
    ///
    /// # Errors
    /// Returns [`ReadBookError`] if the file has any fault; the builder is then left unchanged.
    pub fn add_file<D: AsRef<[u8]>>(&mut self, file: &BookFile<D>) -> Result<(), ReadBookError> {
        self.push(file.sorted()?);
        Ok(())
    }

    /// Adds everything that another builder has collected. The limits of this builder apply.
    pub fn merge(&mut self, mut other: Self) {
        other.sort();
        self.games += other.games;
        for run in other.runs {
            self.push(run);
        }
    }

    /// Sorts the fresh records into a run.
    fn sort(&mut self) {
        if !self.fresh.is_empty() {
            let run = SortedRecords::new(core::mem::take(&mut self.fresh));
            self.push(run);
        }
    }

    /// Adds a run and merges it with the runs that are at most twice as long. The number of runs
    /// therefore stays small.
    fn push(&mut self, mut run: SortedRecords) {
        while let Some(last) = self.runs.pop() {
            if last.items().len() > 2 * run.items().len() {
                self.runs.push(last);
                break;
            }
            run = last.merged(run);
        }
        self.runs.push(run);
    }

    /// Merges all records and applies the minimum number of games.
    fn into_sorted(mut self) -> SortedRecords {
        self.sort();
        let mut all = SortedRecords::default();
        while let Some(run) = self.runs.pop() {
            all = run.merged(all);
        }
        if self.min_games > 0 {
            let min = self.min_games;
            all.retain(|item| item.record.games >= min || item.record.evaluation.is_some());
        }
        all
    }

    /// Makes the book in memory.
    #[must_use]
    pub fn build(self) -> Book {
        Book::from_sorted(&self.into_sorted())
    }

    /// Returns the bytes of the book's file.
    ///
    /// # Errors
    /// Returns [`BookTooLarge`] if the records exceed 4 GiB.
    pub fn into_bytes(self) -> Result<Vec<u8>, BookTooLarge> {
        file_format::to_bytes(&self.into_sorted()).ok_or(BookTooLarge)
    }

    /// Saves the book like [`Book::save`], but without building a [`Book`] in memory.
    ///
    /// # Errors
    /// Returns the same errors as [`Book::save`].
    #[cfg(feature = "std")]
    pub fn save(
        self,
        path: impl AsRef<std::path::Path>,
    ) -> Result<(), super::error::SaveBookError> {
        super::saving::save(path.as_ref(), self.into_bytes())
    }
}
