//! The text forms: packed positions and records as hexadecimal digits, and samples as lines.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::position::{Hcp, PackedSfen, UnpackError};
use super::record::{GameResult, Hcpe, PackedSfenValue, Record, Sample, UnpackRecordError};
use crate::color::Color;
use crate::format::sfen::ParseSfenError;
use crate::format::usi_line::{ParseMoveErrorKind, parse_move};
use crate::position::Position;

/// The error for a text that is not a packed position or a record in hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid digits at byte {at}: {kind}")]
pub struct ParseHexError {
    /// The byte offset of the error in the text, counted from 0.
    pub at: usize,
    /// The kind of the error.
    pub kind: ParseHexErrorKind,
}

/// The kind of an error in hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseHexErrorKind {
    /// A character is not a digit.
    #[error("expected a digit 0 to 9 or a to f")]
    NotADigit,
    /// There are too few or too many digits.
    #[error("{found} digits, expected {expected}")]
    Length {
        /// The number of digits in the text.
        found: usize,
        /// The expected number of digits.
        expected: usize,
    },
    /// The bytes are not a position.
    #[error("{0}")]
    Position(UnpackError),
    /// The bytes are not a record.
    #[error("{0}")]
    Record(UnpackRecordError),
}

/// Reads two digits for each of `N` bytes.
fn parse_hex<const N: usize>(text: &str) -> Result<[u8; N], ParseHexError> {
    let digit = |at: usize, byte: u8| match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        b'A'..=b'F' => Ok(byte - b'A' + 10),
        _ => Err(ParseHexError { at, kind: ParseHexErrorKind::NotADigit }),
    };
    let mut bytes = [0; N];
    for (at, byte) in text.bytes().enumerate() {
        let value = digit(at, byte)?;
        if let Some(place) = bytes.get_mut(at / 2) {
            *place = *place << 4 | value;
        }
    }
    if text.len() != 2 * N {
        let kind = ParseHexErrorKind::Length { found: text.len(), expected: 2 * N };
        return Err(ParseHexError { at: text.len().min(2 * N), kind });
    }
    Ok(bytes)
}

fn write_hex(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

macro_rules! hex_position {
    ($name:ident) => {
        /// Writes the 32 bytes as 64 hexadecimal digits.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_hex(f, &self.to_bytes())
            }
        }

        /// Reads 64 hexadecimal digits that form a position.
        impl FromStr for $name {
            type Err = ParseHexError;

            fn from_str(text: &str) -> Result<Self, ParseHexError> {
                let packed = Self::from_bytes(parse_hex(text)?);
                packed.decode().map_err(|error| ParseHexError {
                    at: error.bit / 8 * 2,
                    kind: ParseHexErrorKind::Position(error),
                })?;
                Ok(packed)
            }
        }
    };
}

hex_position!(Hcp);
hex_position!(PackedSfen);

macro_rules! hex_record {
    ($name:ident, $size:literal) => {
        /// Writes the bytes of the record as hexadecimal digits, two per byte.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut bytes = Vec::with_capacity(Self::SIZE);
                self.append_to(&mut bytes);
                write_hex(f, &bytes)
            }
        }

        /// Reads hexadecimal digits that form a record.
        impl FromStr for $name {
            type Err = ParseHexError;

            fn from_str(text: &str) -> Result<Self, ParseHexError> {
                let bytes = parse_hex::<$size>(text)?;
                let length = ParseHexErrorKind::Length { found: text.len(), expected: 2 * $size };
                let record =
                    Self::from_slice(&bytes).ok_or(ParseHexError { at: 0, kind: length })?;
                record.sample().map_err(|error| ParseHexError {
                    at: error.byte * 2,
                    kind: ParseHexErrorKind::Record(error),
                })?;
                Ok(record)
            }
        }
    };
}

hex_record!(Hcpe, 38);
hex_record!(PackedSfenValue, 40);

/// Writes `draw`, or the winner: `black`, `white`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Draw => "draw",
            Self::Won(Color::Black) => "black",
            Self::Won(Color::White) => "white",
        })
    }
}

/// The error for a text that is not a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown result, expected draw, black or white")]
pub struct ParseResultError;

/// Reads `draw`, `black` or `white`.
impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<Self, ParseResultError> {
        match text {
            "draw" => Ok(Self::Draw),
            "black" => Ok(Self::Won(Color::Black)),
            "white" => Ok(Self::Won(Color::White)),
            _ => Err(ParseResultError),
        }
    }
}

/// Writes the SFEN, the move (`none` for a missing move), the evaluation and the result (0 draw, 1
/// Black, 2 White), separated by tabs.
///
/// ```
/// use shogi_core::format::packed::{GameResult, Sample};
/// let text = "4k4/9/9/9/9/9/9/9/4K4 b R 1\tR*5b\t350\t1";
/// let sample: Sample = text.parse()?;
/// assert_eq!((sample.eval, sample.result), (350, GameResult::Won(shogi_core::Color::Black)));
/// assert_eq!(sample.to_string(), text);
/// # Ok::<(), shogi_core::format::packed::ParseSampleError>(())
/// ```
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t", self.position)?;
        match self.best {
            Some(best) => fmt::Display::fmt(&best, f)?,
            None => f.write_str("none")?,
        }
        let result = match self.result {
            GameResult::Draw => 0,
            GameResult::Won(Color::Black) => 1,
            GameResult::Won(Color::White) => 2,
        };
        write!(f, "\t{}\t{result}", self.eval)
    }
}

/// The error for a line that is not a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid sample at byte {at}: {kind}")]
pub struct ParseSampleError {
    /// The byte offset of the error in the line, counted from 0.
    pub at: usize,
    /// The kind of the error.
    pub kind: ParseSampleErrorKind,
}

/// The kind of an error in the text of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSampleErrorKind {
    /// The line does not have exactly four columns.
    #[error(
        "the line has {0} columns, expected SFEN, move, evaluation and result, separated by tabs"
    )]
    Columns(usize),
    /// The position is invalid.
    #[error("{} field: {}", .0.field, .0.kind)]
    Position(ParseSfenError),
    /// The move is invalid.
    #[error("{0}")]
    Move(ParseMoveErrorKind),
    /// The evaluation is invalid.
    #[error("expected an evaluation: an integer from -32768 to 32767")]
    Eval,
    /// The result is invalid.
    #[error("expected a result: 0 for a draw, 1 if Black won, 2 if White won")]
    Result,
}

/// Reads the line that [`Sample`] prints.
impl FromStr for Sample {
    type Err = ParseSampleError;

    fn from_str(text: &str) -> Result<Self, ParseSampleError> {
        use ParseSampleErrorKind as PieceKind;
        let fail = |at, kind| ParseSampleError { at, kind };
        let mut columns = text.split('\t');
        let found = text.split('\t').count();
        let (Some(position), Some(best), Some(eval), Some(result), None) =
            (columns.next(), columns.next(), columns.next(), columns.next(), columns.next())
        else {
            return Err(fail(0, PieceKind::Columns(found)));
        };
        let best_at = position.len() + 1;
        let eval_at = best_at + best.len() + 1;
        Ok(Self {
            position: position
                .parse::<Position>()
                .map_err(|error| fail(error.at, PieceKind::Position(error)))?,
            best: match best {
                "none" => None,
                best => Some(
                    parse_move(best)
                        .map_err(|error| fail(best_at + error.at, PieceKind::Move(error.kind)))?,
                ),
            },
            eval: eval.parse().map_err(|_| fail(eval_at, PieceKind::Eval))?,
            result: match result {
                "0" => GameResult::Draw,
                "1" => GameResult::Won(Color::Black),
                "2" => GameResult::Won(Color::White),
                _ => return Err(fail(eval_at + eval.len() + 1, PieceKind::Result)),
            },
        })
    }
}
