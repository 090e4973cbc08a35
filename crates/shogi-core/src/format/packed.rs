//! Positions in 32 bytes: Apery's HuffmanCodedPos and YaneuraOu's PackedSfen, and the training
//! records built on them.
//!
//! Both forms contain the side to move, the king squares, the board file by file, the hands, and
//! the pieces that are missing in handicap games. Each piece has a prefix code, and a whole set of
//! pieces always takes 256 bits. The two forms use different codes, so the same 32 bytes mean
//! different positions.
//!
//! ```
//! use shogi_core::{Position, format::packed::{Hcp, PackedSfen}};
//! let start = Position::start();
//! let hcp = Hcp::encode(&start)?;
//! assert_eq!(hcp.to_bytes()[..4], [0x58, 0xa4, 0x49, 0x21]);
//! assert_eq!(hcp.decode()?, start);
//! let packed = PackedSfen::encode(&start)?;
//! assert_eq!(packed.to_bytes()[..4], [0x58, 0xa4, 0x51, 0x22]);
//! assert_eq!(packed.decode()?, start);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The 32 bytes do not include the move number: a decoded position has number 1.
//!
//! A position with one king would take 257 bits. Its last bit is omitted. The last bit usually
//! states whose hand the last piece is in, and in most positions this can be inferred from the
//! other bits. Otherwise the missing king is written as square 83 instead of 81; 83 means that the
//! omitted bit is 1.

mod bits;
mod codes;
#[cfg(feature = "std")]
mod error;
mod position;
mod record;
#[cfg(feature = "std")]
mod stream;
mod text;

#[cfg(feature = "std")]
pub use error::{ReadSampleError, ReadSampleErrorKind, SamplePlace};
pub use position::{Hcp, PackError, PackedSfen, UnpackError, UnpackErrorKind};
pub use record::{
    GameResult, Hcpe, PackedSfenValue, Record, Sample, UnpackRecordError, UnpackRecordErrorKind,
};
#[cfg(feature = "std")]
pub use stream::{RecordReader, RecordWriter};
pub use text::{
    ParseHexError, ParseHexErrorKind, ParseResultError, ParseSampleError, ParseSampleErrorKind,
};
