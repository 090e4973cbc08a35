//! Detects, decodes and encodes the encodings of Japanese text.
//!
//! UTF-16 has a byte-order mark, or zero bytes in its ASCII characters. ISO-2022-JP has escape
//! sequences. Other bytes that are valid UTF-8 are UTF-8, with or without a byte-order mark. All other
//! bytes are decoded as Shift_JIS (Windows-31J) and as EUC-JP. If both decode without errors, the text
//! with fewer half-width katakana is used. Without the feature `encoding`, only UTF-8 is supported.
//!
//! ```
//! use shogi_core::format::encoding::{Encoding, decode};
//! let (text, encoding) = decode("\u{feff}手合割：平手".as_bytes())?;
//! assert_eq!((&*text, encoding), ("手合割：平手", Encoding::Utf8Bom));
//! # Ok::<(), shogi_core::format::encoding::EncodingError>(())
//! ```

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

/// An encoding of a text file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8 without a byte-order mark.
    Utf8,
    /// UTF-8 with a byte-order mark.
    Utf8Bom,
    /// Shift_JIS, Windows variant (code page 932).
    ShiftJis,
    /// EUC-JP.
    EucJp,
    /// UTF-16, little-endian, with or without a byte-order mark. It can be decoded but not encoded.
    Utf16Le,
    /// UTF-16, big-endian, with or without a byte-order mark. It can be decoded but not encoded.
    Utf16Be,
    /// ISO-2022-JP, the encoding of e-mail. It can be decoded but not encoded.
    Iso2022Jp,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 | Self::Utf8Bom => "UTF-8",
            Self::ShiftJis => "Shift_JIS",
            Self::EucJp => "EUC-JP",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Iso2022Jp => "ISO-2022-JP",
        })
    }
}

/// The error when bytes cannot be decoded or text cannot be encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct EncodingError {
    /// The line, counted from 1.
    pub line: u32,
    /// The position of the character in the line, counted from 1. A byte that is not UTF-8 counts as one character.
    pub column: u32,
    /// The kind of the error.
    pub kind: EncodingErrorKind,
}

/// The kind of an encoding error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingErrorKind {
    /// The bytes are not valid in any supported encoding.
    #[error("the bytes are not text in any supported encoding")]
    Undecodable,
    /// The encoding needs the feature `encoding`, or cannot be written.
    #[error("the encoding is not supported for writing, or needs the feature `encoding`")]
    Unsupported,
}

fn fault(bytes: &[u8], at: usize, kind: EncodingErrorKind) -> EncodingError {
    let before = &bytes[..at.min(bytes.len())];
    let is_end =
        |at: usize| before[at] == b'\n' || before[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let line = (0..before.len()).filter(|&at| is_end(at)).count() as u32 + 1;
    let start = (0..before.len()).rev().find(|&at| is_end(at)).map_or(0, |at| at + 1);
    let column =
        alloc::string::String::from_utf8_lossy(&before[start..]).chars().count() as u32 + 1;
    EncodingError { line, column, kind }
}

/// Detects the encoding of bytes and decodes them. A byte-order mark is removed.
///
/// # Errors
/// Returns the location of the first byte that cannot be decoded.
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Encoding), EncodingError> {
    if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        return match core::str::from_utf8(rest) {
            Ok(text) => Ok((text.into(), Encoding::Utf8Bom)),
            Err(error) => {
                Err(fault(bytes, 3 + error.valid_up_to(), EncodingErrorKind::Undecodable))
            }
        };
    }
    if let Some(decoded) = other::decode_seven_bits(bytes) {
        return Ok(decoded);
    }
    match core::str::from_utf8(bytes) {
        Ok(text) => Ok((text.into(), Encoding::Utf8)),
        Err(error) => other::decode(bytes, error.valid_up_to()),
    }
}

/// Decodes bytes as [`decode`] does, but never fails. If no encoding fits, bytes that cannot be
/// decoded are replaced by U+FFFD. The encoding with the fewest replacements is used.
#[must_use]
pub fn decode_lossy(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    match decode(bytes) {
        Ok(decoded) => decoded,
        Err(_) => other::decode_lossy(bytes),
    }
}

/// Encodes a text. A character that the encoding lacks is written as 〓. Also returns the number of
/// these characters. The sign `〜` and the full-width tilde `～` have the same bytes in Shift_JIS and EUC-JP. The
/// same is true of `‖ ¢ £ ¬ —` and the full-width signs that look alike.
///
/// # Errors
/// Fails for UTF-16 and ISO-2022-JP. Without the feature `encoding`, fails for all encodings except
/// UTF-8.
pub fn encode(text: &str, to: Encoding) -> Result<(Vec<u8>, u32), EncodingError> {
    match to {
        Encoding::Utf8 => Ok((text.as_bytes().to_vec(), 0)),
        Encoding::Utf8Bom => {
            let mut bytes = Vec::with_capacity(text.len() + 3);
            bytes.extend_from_slice(b"\xef\xbb\xbf");
            bytes.extend_from_slice(text.as_bytes());
            Ok((bytes, 0))
        }
        to => other::encode(text, to),
    }
}

const UNSUPPORTED: EncodingError =
    EncodingError { line: 1, column: 1, kind: EncodingErrorKind::Unsupported };

#[cfg(feature = "encoding")]
mod other {
    use encoding_rs::{EUC_JP, EncoderResult, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE};

    use super::*;

    fn table(encoding: Encoding) -> Option<&'static encoding_rs::Encoding> {
        match encoding {
            Encoding::ShiftJis => Some(SHIFT_JIS),
            Encoding::EucJp => Some(EUC_JP),
            Encoding::Utf16Le => Some(UTF_16LE),
            Encoding::Utf16Be => Some(UTF_16BE),
            Encoding::Iso2022Jp => Some(ISO_2022_JP),
            Encoding::Utf8 | Encoding::Utf8Bom => None,
        }
    }

    fn marked(bytes: &[u8]) -> Option<(&[u8], Encoding)> {
        match bytes {
            [0xff, 0xfe, rest @ ..] => Some((rest, Encoding::Utf16Le)),
            [0xfe, 0xff, rest @ ..] => Some((rest, Encoding::Utf16Be)),
            _ => None,
        }
    }

    fn strict(bytes: &[u8], encoding: Encoding) -> Option<Cow<'_, str>> {
        table(encoding)?.decode_without_bom_handling_and_without_replacement(bytes)
    }

    /// Decodes bytes that are valid UTF-8 but have another meaning: UTF-16 without a byte-order mark,
    /// whose ASCII characters have a zero byte, and ISO-2022-JP, whose Japanese characters follow an
    /// escape sequence.
    pub(super) fn decode_seven_bits(bytes: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
        if bytes.contains(&0) && bytes.len().is_multiple_of(2) && marked(bytes).is_none() {
            let decoded = [Encoding::Utf16Le, Encoding::Utf16Be].map(|encoding| {
                let text = strict(bytes, encoding).filter(|text| !text.contains(is_control))?;
                let letters = text.chars().filter(char::is_ascii).count();
                (letters > 0).then_some((letters, text, encoding))
            });
            // The wrong byte order turns full-width blanks into ASCII zeros, but a text has few such blanks.
            let best = decoded.into_iter().flatten().max_by_key(|(letters, ..)| *letters);
            return best.map(|(_, text, encoding)| (text, encoding));
        }
        let is_escaped = bytes.contains(&0x1b)
            && bytes.windows(3).any(|bytes| matches!(bytes, [0x1b, b'$', b'@' | b'B']));
        let text = is_escaped.then(|| strict(bytes, Encoding::Iso2022Jp))??;
        Some((text, Encoding::Iso2022Jp))
    }

    fn is_control(c: char) -> bool {
        c < ' ' && !matches!(c, '\t' | '\n' | '\r' | '\u{c}')
    }

    /// Counts half-width katakana. They are rare in real records, but frequent when EUC-JP is
    /// decoded as Shift_JIS.
    fn oddity(text: &str) -> usize {
        text.chars()
            .filter(|c| matches!(c, '\u{ff61}'..='\u{ff9f}' | '\u{e000}'..='\u{f8ff}'))
            .count()
    }

    pub(super) fn decode(
        bytes: &[u8],
        valid: usize,
    ) -> Result<(Cow<'_, str>, Encoding), EncodingError> {
        if let Some((rest, encoding)) = marked(bytes)
            && let Some(text) = strict(rest, encoding)
        {
            return Ok((text, encoding));
        }
        let shift_jis = strict(bytes, Encoding::ShiftJis);
        if let Some(text) = &shift_jis
            && oddity(text) == 0
        {
            return Ok((text.clone(), Encoding::ShiftJis));
        }
        match (shift_jis, strict(bytes, Encoding::EucJp)) {
            (Some(a), Some(b)) if oddity(&b) < oddity(&a) => Ok((b, Encoding::EucJp)),
            (Some(a), _) => Ok((a, Encoding::ShiftJis)),
            (None, Some(b)) => Ok((b, Encoding::EucJp)),
            (None, None) => Err(fault(bytes, place(bytes, valid), EncodingErrorKind::Undecodable)),
        }
    }

    /// Returns the byte offset of the first invalid byte, in the encoding with the longest valid
    /// beginning.
    fn place(bytes: &[u8], valid: usize) -> usize {
        let (text, _) = SHIFT_JIS.decode_without_bom_handling(bytes);
        let good = text.split('\u{fffd}').next().unwrap_or_default();
        valid.max(SHIFT_JIS.encode(good).0.len())
    }

    pub(super) fn decode_lossy(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
        if let Some((rest, encoding)) = marked(bytes)
            && let Some(table) = table(encoding)
        {
            return (table.decode_without_bom_handling(rest).0, encoding);
        }
        let (unmarked, utf8) = match bytes.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) => (rest, Encoding::Utf8Bom),
            None => (bytes, Encoding::Utf8),
        };
        let count = |text: &str| text.chars().filter(|&c| c == '\u{fffd}').count();
        let utf = alloc::string::String::from_utf8_lossy(unmarked);
        let (sjis, _) = SHIFT_JIS.decode_without_bom_handling(bytes);
        let (euc, _) = EUC_JP.decode_without_bom_handling(bytes);
        let counts = [count(&utf), count(&sjis), count(&euc)];
        match counts.iter().min() {
            Some(least) if *least == counts[0] => (utf, utf8),
            Some(least) if *least == counts[1] => (sjis, Encoding::ShiftJis),
            _ => (euc, Encoding::EucJp),
        }
    }

    /// Returns the character that the encoder knows for a sign of JIS X 0208 with two characters in
    /// Unicode.
    fn twin(c: char) -> Option<&'static str> {
        Some(match c {
            '〜' => "～",
            '‖' => "∥",
            '¢' => "￠",
            '£' => "￡",
            '¬' => "￢",
            '—' => "―",
            _ => return None,
        })
    }

    pub(super) fn encode(text: &str, to: Encoding) -> Result<(Vec<u8>, u32), EncodingError> {
        let table = match to {
            Encoding::ShiftJis => SHIFT_JIS,
            Encoding::EucJp => EUC_JP,
            _ => return Err(UNSUPPORTED),
        };
        let mut encoder = table.new_encoder();
        let (mut bytes, mut lost, mut rest) = (Vec::with_capacity(text.len()), 0, text);
        loop {
            bytes.reserve(2 * rest.len() + 16);
            let (result, read) =
                encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
            rest = &rest[read..];
            match result {
                EncoderResult::InputEmpty => return Ok((bytes, lost)),
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(c) => {
                    let twin = twin(c);
                    lost += u32::from(twin.is_none());
                    bytes.extend_from_slice(&table.encode(twin.unwrap_or("〓")).0);
                }
            }
        }
    }
}

#[cfg(not(feature = "encoding"))]
mod other {
    use super::*;

    pub(super) fn decode_seven_bits(_: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
        None
    }

    pub(super) fn decode(
        bytes: &[u8],
        valid: usize,
    ) -> Result<(Cow<'_, str>, Encoding), EncodingError> {
        Err(fault(bytes, valid, EncodingErrorKind::Unsupported))
    }

    pub(super) fn decode_lossy(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
        (alloc::string::String::from_utf8_lossy(bytes), Encoding::Utf8)
    }

    pub(super) fn encode(_: &str, _: Encoding) -> Result<(Vec<u8>, u32), EncodingError> {
        Err(UNSUPPORTED)
    }
}
