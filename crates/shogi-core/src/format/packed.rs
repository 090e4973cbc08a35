//! Positions in 32 bytes, and training records: the formats of Apery (HuffmanCodedPos, HCPE) and of
//! YaneuraOu (PackedSfen, PackedSfenValue).
//!
//! Both packed forms contain the side to move, the king squares, the board file by file, the hands,
//! and the remaining pieces (in handicap games). Each piece has a prefix code. The codes of a
//! complete set always take 256 bits. The two forms have different codes, so the same 32 bytes mean
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
//! The 32 bytes do not include the move number. A decoded position has the move number 1.
//!
//! A position with one king would take 257 bits, so the last bit is omitted. In most positions, the
//! reader can infer the last bit from the other bits. Otherwise, the last bit is 0 if the missing
//! king is written as square 81, and 1 if it is written as square 83.

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
    Annotation, GameResult, Hcpe, PackedSfenValue, Record, Sample, UnpackRecordError,
    UnpackRecordErrorKind,
};
#[cfg(feature = "std")]
pub use stream::{RecordReader, RecordWriter};
pub use text::{
    ParseHexError, ParseHexErrorKind, ParseResultError, ParseSampleError, ParseSampleErrorKind,
};
