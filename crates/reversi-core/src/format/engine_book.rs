//! Books of other engines: Edax (`book.dat`) and Egaroucid (`.egbk3`, `.egbk2`, `.egbk`).
//!
//! [`detect`] returns the format of a file. [`read`] reads a file in memory into a
//! [`Book`](crate::book::Book), and `import` reads a file of any size piece by piece. [`edax::write`] and
//! [`egaroucid::write`] write a book file in the formats of Edax and Egaroucid.
//!
//! The value of a position becomes its [`Evaluation`](crate::book::Evaluation). What has no place in a
//! record is kept as an [`EngineNote`](crate::book::EngineNote): levels, bounds, links, leaves and numbers
//! of lines. A book of Edax that is read and written again has the same positions with the same values,
//! links and leaves; the order of the positions, the date and the settings differ.
//!
//! ```
//! use reversi_core::Board;
//! use reversi_core::book::{BookFile, Record, Evaluation, Book};
//! use reversi_core::format::engine_book::{self, EngineFormat};
//!
//! let mut book = Book::new();
//! book.insert(Board::START, Record::default().with_evaluation(Evaluation::new(100, None)));
//! let file = BookFile::from_bytes(book.to_bytes()?)?;
//!
//! let mut edax = Vec::new();
//! engine_book::edax::write(&file, Default::default(), |bytes| {
//!     edax.extend_from_slice(bytes);
//!     Ok::<(), std::convert::Infallible>(())
//! })?;
//! assert_eq!(engine_book::detect(&edax, edax.len() as u64), Some(EngineFormat::Edax));
//! let again = engine_book::read(&edax, EngineFormat::Edax)?;
//! assert_eq!(again.find(Board::START).unwrap().value, Some(100));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bulk;
mod common;
mod detect;
pub mod edax;
pub mod egaroucid;
mod engine_format;
mod error;
#[cfg(feature = "std")]
mod import;
mod reading;
mod source;

pub use common::Written;
pub use detect::detect;
pub use engine_format::{EngineFormat, ParseEngineFormatError};
pub use error::{ReadEngineBookError, ReadEngineBookErrorKind, WriteEngineBookError};
#[cfg(feature = "std")]
pub use import::{Imported, import};
pub use reading::read;
