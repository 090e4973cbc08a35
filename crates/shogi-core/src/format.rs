//! Text and files.
//!
//! Every reader reports the location of an error and the expected input. No reader panics. No reader
//! allocates memory for an unchecked count.
//!
//! [`read`] detects the format of a file and reads it. [`detect`] only detects the format. [`record`]
//! reads and writes games in a format that is an argument. Each format has its own module with the
//! same functions: `parse` reads text, `read` reads bytes, and `write` writes a game. If a file of
//! the format may contain several games, `games` iterates over the games.
//!
//! The files form layers. A layer uses only the layers above it in this list:
//!
//! 1. [`encoding`], `mode`, `times`: encodings of text, leniency, clock times
//! 2. [`sfen`], then `usi_line`: positions, moves and position lines of USI
//! 3. `report`, then `lines`: warnings, errors and losses of records; the decoded lines of a text
//! 4. [`notation`], `illegal_move`: names of moves; illegal moves that a record marks as a foul
//! 5. [`bod`], [`packed`]
//! 6. [`book`], [`csa`], [`kif`], [`usi`], then [`ki2`] and [`jkf`], which use parts of KIF and CSA
//! 7. `detect`, then [`record`] and [`samples`], then `contents` with [`read`]
//! 8. the text forms of `serde`

pub mod bod;
pub mod book;
#[cfg(feature = "std")]
mod contents;
pub mod csa;
mod detect;
pub mod encoding;
mod illegal_move;
#[cfg(feature = "jkf")]
pub mod jkf;
pub mod ki2;
pub mod kif;
mod lines;
mod mode;
pub mod notation;
pub mod packed;
pub mod record;
mod report;
pub mod samples;
#[cfg(feature = "serde")]
mod serde_text;
pub mod sfen;
mod times;
pub mod usi;
mod usi_line;

#[cfg(feature = "std")]
pub use contents::{Contents, ReadError, read};
pub use detect::{ContentKind, Format, ParseFormatError, detect, detect_named};
