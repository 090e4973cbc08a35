//! SFEN: a position in one line of text, `board side hands [move number]`.
//!
//! ```
//! use shogi_core::{Position, format::sfen};
//! let text = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
//! let position: Position = text.parse()?;
//! assert_eq!(position, Position::start());
//! assert_eq!(position.to_string(), text);
//!
//! let error = "lnsgkgsnl/1r5b1/pppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
//!     .parse::<Position>()
//!     .unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "invalid sfen, board field at byte 24: the rank has 8 squares, expected 9"
//! );
//! # Ok::<(), sfen::ParseSfenError>(())
//! ```
//!
//! In strict mode, [`parse`] accepts only what the format specifies. In lenient mode, it also
//! repairs common faults and returns warnings. The repository's page `docs/formats/sfen.md` lists
//! what each mode accepts.

mod error;
mod flaw;
mod letters;
mod parse;
mod write;

pub use error::{ParseSfenError, SfenErrorKind, SfenField, SfenWarning, SfenWarningKind};
pub(super) use parse::Parser;
pub use parse::{parse, parse_setup};
pub use write::{Sfen, encode, encode_setup};
