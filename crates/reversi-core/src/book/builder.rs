//! Building a book of many games and of other books.
use super::error::{BookTooLarge, ReadBookError, RegisterGameError};
use super::game::{record_of, replay};
use super::sorted::{Item, Sorted};
use super::{Book, BookFile, layout};
use crate::key::PositionKey;
use crate::moves::Move;
use alloc::vec::Vec;

/// Collects games and books, and makes one book of them.
///
/// What comes out depends on what was put in only, not on the order or on how it was spread over
/// builders: build parts anywhere and [`merge`](Self::merge) them. To leave out rare positions, do
/// so at the end, on the whole: [`min_games`](Self::min_games) of a part does not know the games in
/// the other parts.
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
/// // White's best answer in the book is f6.
/// assert_eq!(start.value, Some(-200));
/// # Ok::<(), reversi_core::book::RegisterGameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BookBuilder {
    max_ply: u32,
    min_games: u32,
    games: u64,
    /// What came since the last sorting.
    fresh: Vec<Item>,
    /// Sorted runs, each less than half as long as the one before.
    runs: Vec<Sorted>,
    path: Vec<(PositionKey, bool)>,
}

/// How many items are collected before they are sorted: 16 MiB of them fit a last-level cache.
const FRESH: usize = 1 << 18;

impl Default for BookBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl BookBuilder {
    /// A builder that keeps all positions of the games.
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

    /// Keeps positions of games up to `max_ply` placed discs after the start.
    #[must_use]
    pub fn max_ply(self, max_ply: u32) -> Self {
        Self { max_ply, ..self }
    }

    /// Keeps positions with at least `min_games` games, counted at the end over everything that was
    /// put in. Positions with an evaluation stay whatever their games.
    #[must_use]
    pub fn min_games(self, min_games: u32) -> Self {
        Self { min_games, ..self }
    }

    /// A builder with the same limits and nothing in it.
    #[cfg(feature = "std")]
    pub(crate) fn empty_like(&self) -> Self {
        Self { max_ply: self.max_ply, min_games: self.min_games, ..Self::new() }
    }

    /// How many games were added, without those of added books.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game from the usual start, with the passes in it or not, and its final score in discs
    /// for Black. If the game is played to its end, the score of the board is taken; a game without
    /// either counts as one without a result.
    ///
    /// # Errors
    /// [`RegisterGameError`] if a turn is illegal; then nothing of the game is taken.
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
                path.iter().map(|&(key, black)| Item::new(key, records[usize::from(black)]));
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
    /// [`ReadBookError`] if there is any fault in it; then nothing is added.
    pub fn add_file<D: AsRef<[u8]>>(&mut self, file: &BookFile<D>) -> Result<(), ReadBookError> {
        self.push(file.sorted()?);
        Ok(())
    }

    /// Adds what another builder has collected. The limits of this one hold.
    pub fn merge(&mut self, mut other: Self) {
        other.sort();
        self.games += other.games;
        for run in other.runs {
            self.push(run);
        }
    }

    fn sort(&mut self) {
        if !self.fresh.is_empty() {
            let run = Sorted::new(core::mem::take(&mut self.fresh));
            self.push(run);
        }
    }

    /// Keeps the runs few: joins the new one with those that are not much longer.
    fn push(&mut self, mut run: Sorted) {
        while let Some(last) = self.runs.pop() {
            if last.items().len() > 2 * run.items().len() {
                self.runs.push(last);
                break;
            }
            run = last.merged(run);
        }
        self.runs.push(run);
    }

    fn into_sorted(mut self) -> Sorted {
        self.sort();
        let mut all = Sorted::default();
        while let Some(run) = self.runs.pop() {
            all = run.merged(all);
        }
        if self.min_games > 0 {
            let min = self.min_games;
            all.retain(|item| item.record.games >= min || item.record.evaluation.is_some());
        }
        all
    }

    /// The book, in memory.
    #[must_use]
    pub fn build(self) -> Book {
        Book::from_sorted(&self.into_sorted())
    }

    /// The bytes of the book's file.
    ///
    /// # Errors
    /// [`BookTooLarge`] if the records pass 4 GiB.
    pub fn into_bytes(self) -> Result<Vec<u8>, BookTooLarge> {
        layout::to_bytes(&self.into_sorted()).ok_or(BookTooLarge)
    }

    /// Saves the book as [`Book::save`] does, without having it in memory.
    ///
    /// # Errors
    /// As [`Book::save`].
    #[cfg(feature = "std")]
    pub fn save(self, path: impl AsRef<std::path::Path>) -> Result<(), super::SaveBookError> {
        let path = path.as_ref();
        let bytes = self.into_bytes().map_err(|too_large| super::SaveBookError {
            path: path.into(),
            kind: super::SaveBookErrorKind::TooLarge(too_large),
        })?;
        super::disk::save_bytes(path, &bytes)
    }
}
