//! The engine behind the public modules [`solve`](crate::solve) and [`search`](crate::search).
//!
//! Each file uses only files that are declared before it in this file. The endgame search counts in
//! discs, and the midgame search in hundredths of a disc. Inside the engine, a *score* is in discs
//! and a *value* is in centidiscs.

// Scores, tables, limits and progress.
mod endgame_entry;
mod limits;
mod lock;
mod midgame_entry;
mod observer;
mod score;
mod selectivity;
#[cfg(feature = "rayon")]
mod split_point;
mod transposition_table;
mod worker;

// Boards and moves.
mod move_ordering;
mod node;
mod regions;
mod stability;

// Searches of one position with one window.
mod endgame;
mod last_four;
mod midgame;

// The implementation of whole `search` and `solve` calls.
mod deepening;
mod proof;
mod session;

pub(crate) use deepening::deepen;
pub use deepening::{Report, SearchOptions};
pub(crate) use limits::Budget;
pub use limits::Limits;
pub use observer::{Hint, Progress};
pub(crate) use observer::{Parts, Reporter};
pub(crate) use proof::solve;
pub use proof::{Goal, Solution, SolveOptions};
pub use selectivity::Selectivity;
pub(crate) use session::Engine;
