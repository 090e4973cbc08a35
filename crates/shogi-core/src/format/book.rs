//! Opening books of YaneuraOu: text (`.db`) and binary (`.ybb`).
//!
//! Both formats are read into the same type [`Book`]. [`BookFile`] looks up positions in a file of
//! either format without loading the file.
//!
//! A `.db` file has a line for each position, followed by one line for each move of the position:
//!
//! ```text
//! #YANEURAOU-DB2016 1.00
//! sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! 2g2f 3c3d 63 27 935
//! 7g7f none 20 25 6
//! ```
//!
//! The fields of a move line are the move, the expected reply, the value, the depth and the count.
//! A field may be `none` or empty. A look-up ignores the move number of a position. [`BookFile`]
//! can search a file only if its position lines are sorted by their bytes.
//!
//! The numbers of a `.ybb` file are little-endian. Offsets count from the first byte after the
//! index:
//!
//! ```text
//! "YANE-BINBOOK-V1\0"  u64 positions  u64 flags (bit 0: moves have depths)
//! index: PackedSfen, u64 offset of the moves, u16 move number, u16 count of moves; sorted bytewise
//! moves: u16 move, i16 value [, u16 depth]
//! ```
//!
//! ```
//! use shogi_core::{Position, format::book::Book};
//! let text = "#YANEURAOU-DB2016 1.00\n\
//!     sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
//!     7g7f 3c3d 20 25 6\n";
//! let (book, warnings) = Book::parse(text.as_bytes())?;
//! assert!(warnings.is_empty());
//! let entry = book.find(&Position::start()).unwrap();
//! assert_eq!(entry.moves[0].mv.to_string(), "7g7f");
//! assert_eq!(entry.moves[0].value, Some(20));
//! assert_eq!(book.to_string(), text);
//!
//! let written = book.to_ybb();
//! assert_eq!(written.losses[0].to_string(), "lost expected replies (1)");
//! let binary = Book::parse(&written.bytes)?.0;
//! assert_eq!(binary.find(&Position::start()).unwrap().moves[0].value, Some(20));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod db;
#[cfg(feature = "std")]
mod db_file;
mod entry;
mod error;
mod ybb;
#[cfg(feature = "std")]
mod ybb_file;

#[cfg(feature = "std")]
pub use any::BookFile;
pub use db::HEADER;
pub use entry::{Book, BookMove, Entry};
#[cfg(feature = "std")]
pub use error::ReadBookError;
pub use error::{BookErrorKind, BookPlace, BookWarning, BookWarningKind, ParseBookError};
pub use ybb::{WrittenYbb, YbbLoss, YbbLossKind};
