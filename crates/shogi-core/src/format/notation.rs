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
//! A KI2 name distinguishes pieces of one kind by their origin, seen from the mover. The word is
//! the motion (上 forward, 寄 sideways, 引 back) if the motion is enough. Otherwise the word is the
//! side: 左, 右, or 直 for straight up from behind, which is not used for horses and dragons.
//! Otherwise there are both words. Every piece that reaches the square counts, even if it is
//! pinned. 打 is written only if a piece on the board could move there too.

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
