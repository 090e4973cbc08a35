//! Text and files.
//!
//! Every reader says where its input is wrong and what it expected there; none panics, and none
//! allocates by a number out of a file.

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
