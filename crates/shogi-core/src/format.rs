//! Reads and writes text and files.
//!
//! Every error has the location of the fault and the expected input. No reader panics. Readers
//! check every count in a file before they allocate memory for it.
//!
//! [`read`] detects the format of a file and reads it. [`detect`] only detects the format. The
//! functions of [`record`] have the format as an argument. Each format of games also has its own
//! module, in which `parse` reads text, `read` reads bytes, and `write` writes a game. If a file
//! may contain several games, the module also has `games`, which iterates over them.
//!
//! The modules form layers. A layer uses only the layers that come before it in this list:
//!
//! 1. [`encoding`], `mode`, `times`, `appearance`, `starts`: encodings of text, leniency, clock times,
//!    files that are not records, names of starts
//! 2. [`sfen`], then `usi_line`: positions, moves and position lines of USI
//! 3. `report`, then `lines`: warnings, errors and losses of records; the decoded lines of a text
//! 4. [`notation`], `illegal_move`: names of moves; illegal moves that a record marks as a foul
//! 5. [`bod`], [`packed`]
//! 6. [`book`], [`csa`], [`kif`], [`usi`], [`usi_protocol`], then [`ki2`] and [`jkf`], which use parts of KIF and CSA
//! 7. `detect`, then [`record`] and [`samples`], then `contents` with [`read`]
//! 8. the text forms of `serde`

mod appearance;
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
mod starts;
mod times;
pub mod usi;
mod usi_line;
pub mod usi_protocol;

pub use appearance::appearance;
#[cfg(feature = "std")]
pub use contents::{Contents, ReadError, read};
pub use detect::{ContentKind, Format, ParseFormatError, detect, detect_named};
