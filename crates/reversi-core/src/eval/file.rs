//! Weight files: `RVWT`, a version, the name of the shapes, the weights, a checksum.
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | `RVWT` |
//! | 1 | version, 1 |
//! | 1 | length of the name |
//! | n | the name of the shapes, ASCII |
//! | 4 | how many weights, little endian |
//! | ... | the weights, each as a zigzag number in groups of 7 bits, low group first, the high bit set on all but the last; a 0 is followed by how many more zeros come |
//! | 4 | CRC-32C of everything before, little endian |
use super::{PLAIN, RICH, STAGES, Weights};
use alloc::vec::Vec;

const MAGIC: &[u8; 4] = b"RVWT";
const VERSION: u8 = 1;

/// A weight file that cannot be read, and where it fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid weight file, at byte {at}: {kind}")]
pub struct ReadWeightsError {
    /// The offset of the byte in the file.
    pub at: usize,
    /// What is wrong there.
    pub kind: ReadWeightsErrorKind,
}

/// What is wrong with a weight file.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadWeightsErrorKind {
    /// It does not begin with `RVWT`.
    #[error("this is no weight file, expected RVWT")]
    Magic,
    /// A version this reader does not know.
    #[error("version {0}, expected 1")]
    Version(u8),
    /// The shapes have a name this reader does not know.
    #[error("unknown shapes, expected plain-42 or rich-46")]
    Shapes,
    /// The number of weights does not belong to the shapes.
    #[error("{found} weights, expected {expected}")]
    Count {
        /// The number in the file.
        found: u32,
        /// The number the shapes need.
        expected: u32,
    },
    /// The file ends too soon.
    #[error("the file ends, expected more")]
    Truncated,
    /// A weight out of range, or zeros past the last weight.
    #[error("a number out of range")]
    Range,
    /// Bytes after the end.
    #[error("bytes after the checksum, expected the end")]
    Trailing,
    /// The checksum does not match: the file was damaged.
    #[error("the checksum does not match the content")]
    Checksum,
}

impl Weights {
    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let name = self.shapes.name.as_bytes();
        let mut bytes = Vec::from(*MAGIC);
        bytes.extend([VERSION, name.len() as u8]);
        bytes.extend(name);
        bytes.extend((self.folded.len() as u32).to_le_bytes());
        let mut rest = self.folded.as_slice();
        while let Some((&weight, after)) = rest.split_first() {
            rest = after;
            push(&mut bytes, (i32::from(weight) << 1 ^ i32::from(weight) >> 15) as u32);
            if weight == 0 {
                let run = rest.iter().take_while(|&&w| w == 0).count();
                push(&mut bytes, run as u32);
                rest = &rest[run..];
            }
        }
        let sum = crate::checksum::crc32c(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a weight file.
    ///
    /// # Errors
    /// [`ReadWeightsError`] names the byte and what was expected there.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadWeightsError> {
        use ReadWeightsErrorKind::*;
        let error = |at, kind| ReadWeightsError { at, kind };
        if bytes.get(..4) != Some(MAGIC) {
            return Err(error(0, Magic));
        }
        let mut reader = Reader { bytes, at: 4 };
        match reader.byte()? {
            VERSION => {}
            version => return Err(error(4, Version(version))),
        }
        let length = usize::from(reader.byte()?);
        let name = reader.take(length)?;
        let shapes = [&PLAIN, &RICH]
            .into_iter()
            .find(|shapes| shapes.name.as_bytes() == name)
            .ok_or(error(6, Shapes))?;
        let at = reader.at;
        let expected = (STAGES * shapes.weight_count()) as u32;
        let count = reader.take(4)?;
        let found = u32::from_le_bytes([count[0], count[1], count[2], count[3]]);
        if found != expected {
            return Err(error(at, Count { found, expected }));
        }
        let mut folded = Vec::with_capacity(expected as usize);
        while folded.len() < expected as usize {
            let at = reader.at;
            let number = reader.number()?;
            let weight = (number >> 1) as i32 ^ -((number & 1) as i32);
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
        let sum = reader.take(4)?;
        if u32::from_le_bytes([sum[0], sum[1], sum[2], sum[3]])
            != crate::checksum::crc32c(&bytes[..at])
        {
            return Err(error(at, Checksum));
        }
        if reader.at != bytes.len() {
            return Err(error(reader.at, Trailing));
        }
        Self::from_folded(shapes, folded).ok_or(error(at, Range))
    }
}

fn push(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], ReadWeightsError> {
        let error =
            ReadWeightsError { at: self.bytes.len(), kind: ReadWeightsErrorKind::Truncated };
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.get(..count)).ok_or(error)?;
        self.at += count;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, ReadWeightsError> {
        self.take(1).map(|taken| taken[0])
    }

    fn number(&mut self) -> Result<u32, ReadWeightsError> {
        let at = self.at;
        let mut number = 0u32;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            let group = u32::from(byte & 0x7f);
            if shift == 28 && group > 0xf {
                break;
            }
            number |= group << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(ReadWeightsError { at, kind: ReadWeightsErrorKind::Range })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_read_back_and_damage_is_found() {
        let mut folded = alloc::vec![0i16; STAGES * PLAIN.weight_count()];
        for (i, weight) in folded.iter_mut().enumerate().step_by(3) {
            *weight = (i * 7919 % 65536) as u16 as i16;
        }
        let weights = Weights::from_folded(&PLAIN, folded).unwrap();
        let bytes = weights.to_bytes();
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
}
