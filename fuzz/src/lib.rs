//! Functions that the fuzz targets share.

pub mod input;
pub mod record;
pub mod start;

/// Panics unless a byte offset is inside an input of `len` bytes, or at its end.
#[track_caller]
pub fn inside(at: usize, len: usize) {
    assert!(at <= len, "byte {at} of an input of {len} bytes");
}

/// Panics unless a byte offset is at a character boundary of a text.
#[track_caller]
pub fn boundary(text: &str, at: usize) {
    assert!(text.is_char_boundary(at), "byte {at} is inside a character, or past the end");
}

/// Panics unless line and column, counted from 1, are in the text. The line after the last one and
/// the column after the last character of a line are also valid.
#[track_caller]
pub fn in_lines(text: &str, line: u32, column: u32) {
    let lines = text.split('\n').count();
    assert!(line >= 1 && line as usize <= lines + 1, "line {line} of {lines}");
    let chars = text.split('\n').nth(line as usize - 1).map_or(0, |line| line.chars().count());
    assert!(column >= 1 && column as usize <= chars + 1, "column {column} of {chars}");
}

/// Computes CRC-32C with a table of 256 entries.
#[must_use]
pub fn crc32c(bytes: &[u8]) -> u32 {
    static TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut crc = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                crc = crc >> 1 ^ (crc & 1) * 0x82f6_3b78;
                bit += 1;
            }
            table[byte] = crc;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc, &byte| crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize])
}
