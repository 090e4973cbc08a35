//! Readers and writers of positions, games and collections of games.
//!
//! | module         | what it reads and writes                                             |
//! |----------------|----------------------------------------------------------------------|
//! | [`boardtext`]  | a position as 64 characters and the side to move                     |
//! | [`transcript`] | a game as its moves, `f5d6c3`, with or without passes                |
//! | [`obf`]        | positions with the scores of their moves, one per line               |
//! | [`ggf`]        | games with players, clocks, evaluations and times                    |
//! | [`pgn`]        | games with names and results, as web sites and databases write them  |
//! | [`wthor`]      | the WTHOR game database: `.wtb`, `.jou`, `.trn`                      |
//! | [`nboard`]     | commands and answers of the NBoard protocol                          |
//! | [`gtp`]        | requests and responses of the Go Text Protocol                       |
//!
//! [`detect`] returns the format of a file of games or positions, [`read`] reads a file in any format,
//! and [`record`] converts games from one format to another. [`position_text`] reads a position in any
//! form, and [`book_text`] reads and writes a book as text. [`GameFilter`] selects games.
//!
//! With the `std` feature, `games` reads files and directories of games. With the
//! `serde` feature, every type that has a text form is serialised as that text.
//!
//! Readers check every count and offset in a file. They do not repair anything silently. Every
//! error has its location in the input.
pub mod boardtext;
pub mod book_text;
mod contents;
mod detect;
pub mod engine_book;
mod filter;
#[cfg(feature = "std")]
pub mod games;
pub mod ggf;
pub mod gtp;
pub mod nboard;
pub mod obf;
pub mod pgn;
pub mod position_text;
pub mod record;
mod report;
#[cfg(feature = "serde")]
mod serde_text;
pub mod transcript;
pub mod wthor;

pub use contents::{Contents, ReadError, ReadPositionError, read, read_as};
pub use detect::{ContentKind, Format, ParseFormatError, appears_to_be, detect, detect_named};
pub use filter::{GameFilter, GameResultFilter, OpeningFilter};
