//! Weight files.
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | `RVWT` |
//! | 1 | version: 1 for the built-in shapes, 2 for other shapes |
//! | 1 | length of the name |
//! | n | the name of the shapes, ASCII |
//! | ... | only in version 2: the number of shapes (1 byte), and for each shape the number of squares (1 byte) and the squares (1 byte each, a1 = 0, h8 = 63) |
//! | 4 | number of weights, little endian |
//! | ... | the weights, each as a zigzag number in LEB128; a 0 is followed by the number of further zeros (run-length coding) |
//! | 4 | CRC-32C of everything before, little endian |
use super::shapes::{Shapes, ShapesErrorKind};
use super::stage::STAGES;
use super::weights::Weights;
use crate::leb128::{self, ReadNumberError};
use crate::square::Square;
use alloc::vec::Vec;

const MAGIC: &[u8; 4] = b"RVWT";
/// The version for built-in shapes.
const NAMED: u8 = 1;
/// The version that contains the shapes.
const WITH_SHAPES: u8 = 2;

#[cfg(feature = "weights")]
static EMBEDDED: &[u8] = include_bytes!("../../data/rich-46.weights");

/// An invalid weight file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid weight file, byte {at}: {kind}")]
pub struct ReadWeightsError {
    /// The byte offset.
    pub at: usize,
    /// What is wrong at the byte.
    pub kind: ReadWeightsErrorKind,
}

/// What is wrong with a weight file.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadWeightsErrorKind {
    /// The file does not begin with `RVWT`.
    #[error("not a weight file, expected RVWT")]
    Magic,
    /// The version is not supported.
    #[error("version {0} is not supported, expected 1 or 2")]
    Version(u8),
    /// A file of version 1 names shapes that are not built in.
    #[error("unknown shapes: version 1 requires the name of built-in shapes")]
    UnknownShapes,
    /// A square of a shape has a number over 63.
    #[error("square number {0}, expected 0 to 63")]
    Square(u8),
    /// The shapes are invalid.
    #[error("invalid shapes: {0}")]
    Shapes(ShapesErrorKind),
    /// The number of weights does not match the shapes.
    #[error("{found} weights, expected {expected}")]
    Count {
        /// The number in the file.
        found: u32,
        /// The number that the shapes require.
        expected: u32,
    },
    /// The file is too short.
    #[error("the file ends here, expected more bytes")]
    Truncated,
    /// A weight is out of range, or a run of zeros exceeds the number of weights.
    #[error("the number is out of range")]
    Range,
    /// Bytes follow the checksum.
    #[error("the file continues after the checksum")]
    Trailing,
    /// The checksum does not match: the file is damaged.
    #[error("the checksum does not match the content")]
    Checksum,
}

/// A weight file that cannot be loaded.
#[cfg(feature = "std")]
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct LoadWeightsError {
    /// The file.
    pub path: std::path::PathBuf,
    /// The cause.
    pub kind: LoadWeightsErrorKind,
}

/// The reason why a weight file cannot be loaded.
#[cfg(feature = "std")]
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum LoadWeightsErrorKind {
    /// The file cannot be read.
    #[error("{0}")]
    Io(std::io::Error),
    /// The content of the file is invalid.
    #[error("{0}")]
    Read(ReadWeightsError),
}

/// Weights that cannot be saved. The old file, if any, is unchanged.
#[cfg(feature = "std")]
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct SaveWeightsError {
    /// The file.
    pub path: std::path::PathBuf,
    /// The cause.
    pub kind: SaveWeightsErrorKind,
}

/// The reason why weights cannot be saved.
#[cfg(feature = "std")]
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum SaveWeightsErrorKind {
    /// The file cannot be written.
    #[error("{0}")]
    Io(std::io::Error),
}

impl Weights {
    /// Returns the weights that are built into this crate with the feature `weights`. Their shapes
    /// are [`Shapes::rich_46`]. They were trained by [`train`](crate::train) on the WTHOR database
    /// and on self-played games.
    #[cfg(feature = "weights")]
    #[must_use]
    pub fn embedded() -> Self {
        Self::from_bytes(EMBEDDED)
            .unwrap_or_else(|error| unreachable!("invalid embedded weights: {error}"))
    }

    /// Reads the weight file at a path.
    ///
    /// # Errors
    /// Returns [`LoadWeightsError`] if the file cannot be read or its content is invalid.
    #[cfg(feature = "std")]
    pub fn load(path: impl AsRef<std::path::Path>) -> Result<Self, LoadWeightsError> {
        let path = path.as_ref();
        let error = |kind| LoadWeightsError { path: path.into(), kind };
        let bytes = std::fs::read(path).map_err(|e| error(LoadWeightsErrorKind::Io(e)))?;
        Self::from_bytes(&bytes).map_err(|e| error(LoadWeightsErrorKind::Read(e)))
    }

    /// Writes a weight file. The new file replaces the old one atomically: if the save fails or the
    /// process is killed, the old file is unchanged.
    ///
    /// # Errors
    /// Returns [`SaveWeightsError`] if the file cannot be written.
    #[cfg(feature = "std")]
    pub fn save(&self, path: impl AsRef<std::path::Path>) -> Result<(), SaveWeightsError> {
        let path = path.as_ref();
        crate::atomic_file::write(path, &self.to_bytes())
            .map_err(|e| SaveWeightsError { path: path.into(), kind: SaveWeightsErrorKind::Io(e) })
    }

    /// Returns the bytes of the weight file. For built-in shapes, the file contains only their
    /// name.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let shapes = self.shapes();
        let is_built_in = Shapes::built_in().contains(shapes);
        let mut bytes = Vec::from(*MAGIC);
        bytes.push(if is_built_in { NAMED } else { WITH_SHAPES });
        push_sized(&mut bytes, shapes.name().bytes());
        if !is_built_in {
            bytes.push(shapes.bases().len() as u8);
            for shape in shapes.bases() {
                push_sized(&mut bytes, shape.iter().map(|square| square.index() as u8));
            }
        }
        bytes.extend((self.folded().len() as u32).to_le_bytes());
        let mut rest = self.folded();
        while let Some((&weight, after)) = rest.split_first() {
            rest = after;
            leb128::write(&mut bytes, leb128::zigzag(weight.into()));
            if weight == 0 {
                let run = rest.iter().take_while(|&&w| w == 0).count();
                leb128::write(&mut bytes, run as u64);
                rest = &rest[run..];
            }
        }
        let sum = crate::checksum::crc32c(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a weight file, with built-in shapes or with any other shapes.
    ///
    /// The required memory is proportional to the number of weights of the shapes, and is at most
    /// about 100 MB.
    ///
    /// # Errors
    /// Returns [`ReadWeightsError`] with the offset of the first invalid byte.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadWeightsError> {
        use ReadWeightsErrorKind::*;
        let error = |at, kind| ReadWeightsError { at, kind };
        if bytes.get(..4) != Some(MAGIC) {
            return Err(error(0, Magic));
        }
        let mut reader = Reader { bytes, at: 4 };
        let version = reader.byte()?;
        if ![NAMED, WITH_SHAPES].contains(&version) {
            return Err(error(4, Version(version)));
        }
        let shapes = reader.shapes(version)?;
        let at = reader.at;
        let expected = (STAGES * shapes.weight_count()) as u32;
        let found = reader.word()?;
        if found != expected {
            return Err(error(at, Count { found, expected }));
        }
        let mut folded = Vec::with_capacity(expected as usize);
        while folded.len() < expected as usize {
            let at = reader.at;
            let weight = leb128::unzigzag(reader.number()?);
            folded.push(i16::try_from(weight).map_err(|_| error(at, Range))?);
            if weight == 0 {
                let at = reader.at;
                let run = reader.number()? as usize;
                if run > expected as usize - folded.len() {
                    return Err(error(at, Range));
                }
                folded.resize(folded.len() + run, 0);
            }
        }
        let at = reader.at;
        if reader.word()? != crate::checksum::crc32c(&bytes[..at]) {
            return Err(error(at, Checksum));
        }
        if reader.at != bytes.len() {
            return Err(error(reader.at, Trailing));
        }
        Self::from_folded(&shapes, folded).ok_or(error(at, Range))
    }
}

/// Appends the length of a list of bytes as one byte, then the list. The length must be less than
/// 256.
fn push_sized(bytes: &mut Vec<u8>, list: impl ExactSizeIterator<Item = u8>) {
    bytes.push(list.len() as u8);
    bytes.extend(list);
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    const fn truncated(&self) -> ReadWeightsError {
        ReadWeightsError { at: self.bytes.len(), kind: ReadWeightsErrorKind::Truncated }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], ReadWeightsError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let taken = rest.get(..count).ok_or_else(|| self.truncated())?;
        self.at += count;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, ReadWeightsError> {
        self.take(1).map(|taken| taken[0])
    }

    fn word(&mut self) -> Result<u32, ReadWeightsError> {
        self.take(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
    }

    #[inline]
    fn number(&mut self) -> Result<u64, ReadWeightsError> {
        let mut rest = self.bytes.get(self.at..).unwrap_or_default();
        let number = leb128::read(&mut rest, 32).map_err(|error| match error {
            ReadNumberError::Truncated => self.truncated(),
            ReadNumberError::OutOfRange => {
                ReadWeightsError { at: self.at, kind: ReadWeightsErrorKind::Range }
            }
        })?;
        self.at = self.bytes.len() - rest.len();
        Ok(number)
    }

    /// Reads the name of the shapes and, in version 2, the shapes.
    fn shapes(&mut self, version: u8) -> Result<Shapes, ReadWeightsError> {
        let error = |at, kind| ReadWeightsError { at, kind };
        let length = self.byte()?;
        let name_at = self.at;
        let name = self.take(length.into())?;
        if version == NAMED {
            return Shapes::built_in()
                .into_iter()
                .find(|shapes| shapes.name().as_bytes() == name)
                .ok_or(error(name_at, ReadWeightsErrorKind::UnknownShapes));
        }
        // `Shapes::new` rejects the replacement character of invalid bytes, because this character
        // is not ASCII.
        let name = alloc::string::String::from_utf8_lossy(name);
        let list_at = self.at;
        let count = self.byte()?;
        let (mut starts, mut shapes) = (Vec::new(), Vec::new());
        for _ in 0..count {
            starts.push(self.at);
            shapes.push(self.squares()?);
        }
        let bases: Vec<&[Square]> = shapes.iter().map(Vec::as_slice).collect();
        Shapes::new(&name, &bases).map_err(|e| {
            let whole = if e.kind == ShapesErrorKind::Name { name_at } else { list_at };
            let at = e.shape.map_or(whole, |shape| starts[shape]);
            error(at, ReadWeightsErrorKind::Shapes(e.kind))
        })
    }

    fn squares(&mut self) -> Result<Vec<Square>, ReadWeightsError> {
        let count = self.byte()?;
        let first = self.at;
        let numbers = self.take(count.into())?;
        let square = |(offset, &number): (usize, &u8)| {
            let kind = ReadWeightsErrorKind::Square(number);
            Square::from_index(number).ok_or(ReadWeightsError { at: first + offset, kind })
        };
        numbers.iter().enumerate().map(square).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::pattern::squares;
    use std::string::ToString;

    #[test]
    fn files_read_back_and_damage_is_found() {
        damage(&Shapes::plain_42(), NAMED);
        damage(&own_shapes(), WITH_SHAPES);
    }

    fn own_shapes() -> Shapes {
        let line = squares![A1 B1 C1 D1 E1 F1 G1 H1];
        Shapes::new("own", &[squares![A1 B2], line, squares![A1 B1 C1 A2 B2]]).unwrap()
    }

    fn weights_of(shapes: &Shapes) -> Weights {
        let mut folded = alloc::vec![0i16; STAGES * shapes.weight_count()];
        for (i, weight) in folded.iter_mut().enumerate().step_by(3) {
            *weight = (i * 7919 % 65536) as u16 as i16;
        }
        Weights::from_folded(shapes, folded).unwrap()
    }

    fn damage(shapes: &Shapes, version: u8) {
        let weights = weights_of(shapes);
        let bytes = weights.to_bytes();
        assert_eq!(bytes[4], version);
        assert_eq!(Weights::from_bytes(&bytes).unwrap(), weights);
        for cut in (0..bytes.len()).step_by(997).chain(0..20).chain([bytes.len() - 1]) {
            assert!(Weights::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        for at in (0..bytes.len()).step_by(1009).chain(0..20).chain([bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(Weights::from_bytes(&damaged).is_err(), "changed at {at}");
        }
        let mut longer = bytes;
        longer.push(0);
        let error = Weights::from_bytes(&longer).unwrap_err();
        assert_eq!(error.kind, ReadWeightsErrorKind::Trailing);
    }

    #[test]
    fn files_of_any_shapes_need_no_registry() {
        let weights = weights_of(&own_shapes());
        let bytes = weights.to_bytes();
        let mut expected = b"RVWT\x02\x03own\x03".to_vec();
        expected.extend([2, 0, 9]);
        expected.extend([8, 0, 1, 2, 3, 4, 5, 6, 7]);
        expected.extend([5, 0, 1, 2, 8, 9]);
        expected.extend((STAGES as u32 * weights.shapes().weight_count() as u32).to_le_bytes());
        assert_eq!(bytes[..expected.len()], expected);
        let read = Weights::from_bytes(&bytes).unwrap();
        assert_eq!(read.shapes().name(), "own");
        let board = Board::START.play(Square::F5).unwrap();
        assert_eq!(read.value(board), weights.value(board));

        // A list that has the name of built-in shapes but different shapes is written in full.
        let other = Shapes::new("plain-42", &[squares![A1]]).unwrap();
        assert_ne!(other, Shapes::plain_42());
        let read = Weights::from_bytes(&Weights::zero(&other).to_bytes()).unwrap();
        assert_eq!(read.shapes(), &other);
    }

    #[test]
    fn invalid_shapes_are_found_at_their_byte() {
        let bytes = Weights::zero(&own_shapes()).to_bytes();
        let fault = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            let error = Weights::from_bytes(&bytes).unwrap_err();
            (error.at, error.kind)
        };
        use ReadWeightsErrorKind::{
            Shapes as Invalid, Square as Number, Truncated, UnknownShapes, Version,
        };
        assert_eq!(fault(4, 3), (4, Version(3)));
        assert_eq!(fault(4, 1), (6, UnknownShapes));
        assert_eq!(fault(6, b' '), (6, Invalid(ShapesErrorKind::Name)));
        assert_eq!(fault(7, 0x80), (6, Invalid(ShapesErrorKind::Name)));
        assert_eq!(fault(9, 0), (9, Invalid(ShapesErrorKind::Empty)));
        assert_eq!(fault(11, 64), (11, Number(64)));
        let square = crate::square::Square::B2;
        let repeated = ShapesErrorKind::RepeatedSquare { square };
        assert_eq!(fault(11, 9), (10, Invalid(repeated)));
        assert_eq!(fault(13, 0).0, 13);
        let error = Weights::from_bytes(&bytes[..12]).unwrap_err();
        assert_eq!((error.at, error.kind), (12, Truncated));
        let error = ReadWeightsError { at: 11, kind: Number(64) };
        assert_eq!(
            error.to_string(),
            "invalid weight file, byte 11: square number 64, expected 0 to 63"
        );
    }

    #[cfg(feature = "weights")]
    #[test]
    fn the_embedded_weights_are_valid_and_small() {
        assert!(EMBEDDED.len() <= 2 << 20, "{} bytes", EMBEDDED.len());
        let weights = Weights::embedded();
        assert_eq!(weights.shapes(), &Shapes::rich_46());
        assert!(weights.to_bytes() == EMBEDDED, "the file is written again byte for byte");
    }

    #[cfg(feature = "std")]
    #[test]
    fn files_are_saved_and_loaded() {
        use std::error::Error;
        let name = std::format!("reversi-core-weights-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let weights = weights_of(&own_shapes());
        weights.save(&path).unwrap();
        let loaded = Weights::load(&path);
        std::fs::write(&path, b"RVWX").unwrap();
        let damaged = Weights::load(&path).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(loaded.unwrap(), weights);
        // The message includes the cause, so the error has no source.
        let message = "invalid weight file, byte 0: not a weight file, expected RVWT";
        assert_eq!(damaged.to_string(), std::format!("{}: {message}", path.display()));
        assert!(damaged.source().is_none());
        assert!(matches!(Weights::load(&path).unwrap_err().kind, LoadWeightsErrorKind::Io(_)));
        let error = weights.save(std::env::temp_dir()).unwrap_err();
        assert!(matches!(error.kind, SaveWeightsErrorKind::Io(_)));
    }
}
