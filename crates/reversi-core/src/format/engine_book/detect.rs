//! Detecting the format of a file.
use super::engine_format::EngineFormat;
use super::{edax, egaroucid};

/// Returns the format of a file from its first bytes, at least 10 if the file has that many, and from its
/// length in bytes.
///
/// A book of Egaroucid's first version has no name in its first bytes. It is detected by its length,
/// which must match its count of positions.
#[must_use]
pub fn detect(start: &[u8], length: u64) -> Option<EngineFormat> {
    if start.starts_with(edax::MAGIC) {
        return Some(EngineFormat::Edax);
    }
    if let Some(rest) = start.strip_prefix(egaroucid::MAGIC) {
        // A file of a later version is also detected. The reader then reports the version.
        let is_old = rest.first() == Some(&2);
        return Some(if is_old { EngineFormat::Egaroucid2 } else { EngineFormat::Egaroucid });
    }
    let count = u32::from_le_bytes(*start.first_chunk()?);
    let expected = egaroucid::OLD_HEADER as u64 + egaroucid::OLD_RECORD as u64 * u64::from(count);
    (count > 0 && length == expected).then_some(EngineFormat::Egaroucid1)
}
