//! Text and files.
//!
//! Every reader says where its input is wrong and what it expected there; none panics, and none
//! allocates by a number out of a file.

pub mod bod;
pub mod csa;
mod disputed;
pub mod encoding;
#[cfg(feature = "jkf")]
pub mod jkf;
pub mod ki2;
pub mod kif;
pub mod notation;
pub mod packed;
pub mod record;
#[cfg(feature = "serde")]
mod serde_text;
pub mod sfen;
pub mod usi;
pub mod yaneuraou_book;
pub mod ybb;
