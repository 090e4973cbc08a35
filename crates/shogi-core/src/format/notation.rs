//! Reads and writes names of moves: KI2 (`▲７六歩`), KIF (`７六歩(77)`) and Western (`P-7f`).
//!
//! ```
//! use shogi_core::{Position, format::notation};
//! let mut position = Position::start();
//! let m = notation::parse_japanese("▲７六歩", &position, None)?;
//! assert_eq!(m.to_string(), "7g7f");
//! assert_eq!(notation::ki2(&position, m, None), "▲７六歩");
//! assert_eq!(notation::kif(m, None), "７六歩(77)");
//! assert_eq!(notation::western(&position, m), "P-7f");
//! position.play_unchecked(m);
//! # Ok::<(), notation::ParseNameError>(())
//! ```
//!
//! If several pieces of a kind reach the target square, a KI2 name has words that identify the
//! moving piece. A pinned piece also counts. If the direction of the move is sufficient, the word
//! is 上 (forward), 寄 (sideways) or 引 (back), from the mover's point of view. Otherwise the word
//! names the origin: 左 (left), 右 (right) or 直 (straight behind the target; not used for horses and
//! dragons). If one word is not sufficient, the name has both words. A drop has the word 打 only if
//! a piece on the board also reaches the square.

mod japanese;
mod parsed_name;
mod western;

pub(crate) use japanese::{Oddity, mark, marked, push_ki2, push_kif, resolve};
pub use japanese::{ParseNameError, ki2, kif, parse_japanese};
#[cfg(feature = "jkf")]
pub(crate) use japanese::{declines, distinction};
#[cfg(feature = "jkf")]
pub(crate) use parsed_name::{Found, Motion, Side};
pub(crate) use parsed_name::{ParsedName, RANKS, digit, kanji_kind, kind_name, parse_square};
pub use western::{parse_western, western};
