//! Games in the Generic Game Format (GGF), which servers and engines exchange.
//!
//! ```
//! use reversi_core::format::ggf;
//! let text = "(;GM[Othello]PB[alpha]PW[beta]TY[8]RE[?]\
//!             BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
//!             B[d3//0.01]W[c5/2.39];)";
//! let games = ggf::parse(text)?;
//! assert_eq!(games[0].black, "alpha");
//! assert_eq!(games[0].moves[1].evaluation, Some(2.39));
//! assert_eq!(ggf::parse(&games[0].to_string())?, games);
//! assert_eq!(games[0].to_string().parse::<ggf::Game>()?, games[0]);
//! # Ok::<(), ggf::ParseGgfError>(())
//! ```
//!
//! A text may contain several games. A count may precede one or more games, as in server archives. A
//! count that differs from the number of games after it is an error. Tags that the reader does not
//! interpret are in [`Game::other`], including komi bids (`KB`, `KW`). The colour of a move must be
//! the side to move. A pass is written as the move `PA`. If a forced pass is missing, the reader
//! inserts it.

mod error;
mod game;
mod read;
mod write;

pub use error::{ParseGgfError, ParseGgfErrorKind, WriteGgfError, WriteGgfErrorKind};
pub use game::{Game, GameEnd, GameMove, GameResult, Variant};
pub use read::{games, parse};

#[cfg(test)]
mod tests;
