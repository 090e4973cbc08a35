//! Detects the formats of files.

use core::fmt;
use core::str::FromStr;

use super::lines::Lines;
use super::packed::{Hcpe, PackedSfenValue, Record};
use super::usi_line::parse_move;
use super::{appearance, encoding};

/// A file format.
///
/// The text form of a format is its name: `kif`, `psv`, `text`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// KIF, one game per file: `７六歩(77)`.
    Kif,
    /// KI2, the notation of books and newspapers, one game per file: `▲７六歩`.
    Ki2,
    /// CSA, one or several games per file: `+7776FU`.
    Csa,
    /// JKF, a record as JSON, one game per file.
    Jkf,
    /// USI, one game or position per line: `position startpos moves 7g7f` or an SFEN.
    Usi,
    /// BOD, the diagram of one position. The diagram is read as a game without moves.
    Bod,
    /// Training records of YaneuraOu, 40 bytes each.
    Psv,
    /// Training records of Apery, 38 bytes each.
    Hcpe,
    /// Training samples as lines of four fields, separated by tabs: SFEN, move, evaluation, result
    /// (0 draw, 1 Black, 2 White).
    SampleText,
    /// Training samples as JSON Lines. Each line has the fields `sfen`, `move`, `eval` and
    /// `result`.
    SampleJson,
    /// YaneuraOu's text format of opening books (`.db`).
    BookDb,
    /// YaneuraOu's binary format of opening books (`.ybb`).
    BookYbb,
}

/// The kind of content of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ContentKind {
    /// Games.
    Games,
    /// Training samples.
    Samples,
    /// An opening book.
    Book,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 12] = [
        Self::Kif,
        Self::Ki2,
        Self::Csa,
        Self::Jkf,
        Self::Usi,
        Self::Bod,
        Self::Psv,
        Self::Hcpe,
        Self::SampleText,
        Self::SampleJson,
        Self::BookDb,
        Self::BookYbb,
    ];

    /// Returns the name of the format, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SampleText => "text",
            Self::SampleJson => "json",
            other => other.extension(),
        }
    }

    /// Returns the usual file name extension of the format.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Jkf => "jkf",
            Self::Usi => "usi",
            Self::Bod => "bod",
            Self::Psv => "psv",
            Self::Hcpe => "hcpe",
            Self::SampleText => "txt",
            Self::SampleJson => "jsonl",
            Self::BookDb => "db",
            Self::BookYbb => "ybb",
        }
    }

    /// Returns the format of an extension, in upper or lower case: `kif`, `KIFU`, `sfen`.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        const OTHERS: [(&str, Format); 4] = [
            ("kifu", Format::Kif),
            ("ki2u", Format::Ki2),
            ("sfen", Format::Usi),
            ("tsv", Format::SampleText),
        ];
        let own = Self::ALL.into_iter().map(|format| (format.extension(), format));
        let mut known = own.chain(OTHERS);
        known.find(|(end, _)| end.eq_ignore_ascii_case(extension)).map(|(_, format)| format)
    }

    /// Returns the kind of content of the format.
    #[must_use]
    pub const fn content(self) -> ContentKind {
        match self {
            Self::Kif | Self::Ki2 | Self::Csa | Self::Jkf | Self::Usi | Self::Bod => {
                ContentKind::Games
            }
            Self::Psv | Self::Hcpe | Self::SampleText | Self::SampleJson => ContentKind::Samples,
            Self::BookDb | Self::BookYbb => ContentKind::Book,
        }
    }
}

/// Writes the name of the format.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that is not the name of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format, expected one of: {}", Names)]
pub struct ParseFormatError;

struct Names;

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, format) in Format::ALL.into_iter().enumerate() {
            let comma = if n > 0 { ", " } else { "" };
            write!(f, "{comma}{format}")?;
        }
        Ok(())
    }
}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, ParseFormatError> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or(ParseFormatError)
    }
}

/// Returns the format of a file, detected from its content.
///
/// The first 64 KiB of a file are enough. Training records have no signature, so they are
/// recognised if the first records are valid.
///
/// ```
/// use shogi_core::format::{Format, detect};
/// assert_eq!(detect("手数----指手--\n   1 ７六歩(77)\n".as_bytes()), Some(Format::Kif));
/// assert_eq!(detect(b"position startpos moves 7g7f\n"), Some(Format::Usi));
/// assert_eq!(detect(b"hello"), None);
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<Format> {
    of_content(bytes).or_else(|| of_diagram(bytes))
}

/// Returns the format of a file, detected from its content and its name.
///
/// The format is usually detected from the content. The extensions `.psv` and `.hcpe` always
/// decide, because training records have no signature. A name that ends in `.db` means a book if
/// the content has SFEN lines. If no format is detected from the content, the name decides. If the
/// name has no known extension either, a text with a full-width colon is a KIF record that has only
/// header lines.
///
/// ```
/// use shogi_core::format::{Format, detect_named};
/// assert_eq!(detect_named("game.jkf", b"{}"), Some(Format::Jkf));
/// ```
#[must_use]
pub fn detect_named(name: &str, bytes: &[u8]) -> Option<Format> {
    let file_name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let extension = file_name.rsplit_once('.').map(|(_, extension)| extension);
    let named = extension.and_then(Format::from_extension);
    match (named, of_content(bytes)) {
        (Some(Format::Psv | Format::Hcpe), _) | (Some(Format::BookDb), Some(Format::Usi)) => named,
        (_, Some(format)) => Some(format),
        (Some(_), None) => named,
        (None, None) => of_diagram(bytes).or_else(|| of_header(bytes)),
    }
}

/// Returns the format, if the moves or lines of the content identify it.
fn of_content(bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(b"YANE-BINBOOK-V1\0") {
        return Some(Format::BookYbb);
    }
    // `bytes` may be the beginning of a file, so the last line may be incomplete.
    let end = bytes.iter().rposition(|&byte| matches!(byte, b'\n' | b'\r'));
    let lines = end.map_or(bytes, |at| &bytes[..at]);
    match encoding::decode(bytes).or_else(|_| encoding::decode(lines)) {
        Ok((text, _)) => of_text(&text).or_else(|| of_packed(bytes)),
        Err(_) => of_packed(bytes),
    }
}

/// Returns BOD for a text that has a diagram of nine rows, no name of a starting position, and no
/// line that begins with `#`.
fn of_diagram(bytes: &[u8]) -> Option<Format> {
    let (text, _) = encoding::decode(bytes).ok()?;
    let rows = Lines::new(&text).filter(|line| line.starts_with('|')).count();
    let is_record =
        Lines::new(&text).any(|line| line.starts_with("手合割") || line.starts_with('#'));
    (rows == 9 && !is_record).then_some(Format::Bod)
}

/// Returns KIF for a text that may be a record with only header lines.
fn of_header(bytes: &[u8]) -> Option<Format> {
    let (text, _) = encoding::decode(bytes).ok()?;
    let is_other = appearance::of_text(&text).is_some();
    (text.contains('：') && !is_other).then_some(Format::Kif)
}

/// Returns the format of training records: the format in which all first records are valid.
fn of_packed(bytes: &[u8]) -> Option<Format> {
    fn fits<T: Record>(bytes: &[u8]) -> bool {
        let records = bytes.chunks_exact(T::SIZE).take(16);
        records.len() > 0
            && records
                .into_iter()
                .all(|bytes| T::from_slice(bytes).is_some_and(|record| record.sample().is_ok()))
    }
    if fits::<PackedSfenValue>(bytes) {
        Some(Format::Psv)
    } else {
        fits::<Hcpe>(bytes).then_some(Format::Hcpe)
    }
}

fn of_text(text: &str) -> Option<Format> {
    if text.trim_start().starts_with('{') && has_list_of_moves(text) {
        return Some(Format::Jkf);
    }
    if text.trim_start_matches('\u{feff}').starts_with("#YANEURAOU-DB") {
        return Some(Format::BookDb);
    }
    let mut lines = Lines::new(text).map(str::trim).take(1000);
    while let Some(line) = lines.next() {
        let first = line.chars().next();
        // The line has a number, a blank, and `７六歩`, `7六歩`, `76歩` or an end word.
        let is_numbered = || {
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            let name = rest.trim_start_matches([' ', '\u{3000}', '\t']);
            rest.len() < line.len()
                && name.len() < rest.len()
                && name.chars().take(3).any(|c| !c.is_ascii())
        };
        match first {
            _ if line.starts_with("position ") => return Some(Format::Usi),
            _ if line.starts_with("sfen ") => {
                // This is a book without a header, if a move line follows the position line.
                let next = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
                let word = next.and_then(|line| line.split_ascii_whitespace().next());
                let is_book = word.is_some_and(|word| parse_move(word).is_ok());
                return Some(if is_book { Format::BookDb } else { Format::Usi });
            }
            _ if line.starts_with("startpos") => return Some(Format::Usi),
            Some('+' | '-') if is_csa_move(line) => return Some(Format::Csa),
            Some('P') if is_csa_start(line) => return Some(Format::Csa),
            Some('{') if line.contains("\"sfen\"") => return Some(Format::SampleJson),
            Some('▲' | '△' | '▼' | '▽' | '☗' | '☖') => return Some(Format::Ki2),
            _ if line.starts_with("手数") && line.contains("指手") => return Some(Format::Kif),
            Some('0'..='9') if is_numbered() => return Some(Format::Kif),
            _ if line.matches('/').count() == 8 && line.contains('\t') => {
                return Some(Format::SampleText);
            }
            _ if line.matches('/').count() == 8 && !line.contains('：') => {
                return Some(Format::Usi);
            }
            _ => {}
        }
    }
    None
}

/// Returns whether a line begins with a CSA move: `+7776FU`.
fn is_csa_move(line: &str) -> bool {
    let squares = line.as_bytes().get(1..5);
    let piece = line.as_bytes().get(5..7);
    squares.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit))
        && piece.is_some_and(|name| name.iter().all(u8::is_ascii_uppercase))
}

/// Returns whether a line is part of a CSA starting position: `PI82HI`, `P1-KY..`, `P+00FU`,
/// `P-00AL`.
fn is_csa_start(line: &str) -> bool {
    match *line.as_bytes() {
        [b'P', b'I' | b'+' | b'-', ref rest @ ..] => rest.first().is_none_or(u8::is_ascii_digit),
        [b'P', b'1'..=b'9', b'+' | b'-' | b' ', ..] => line.len() >= 5,
        _ => false,
    }
}

/// Returns whether a text contains `"moves": [`.
fn has_list_of_moves(text: &str) -> bool {
    text.match_indices("\"moves\"").any(|(at, key)| {
        let rest = text[at + key.len()..].trim_start().strip_prefix(':');
        rest.is_some_and(|rest| rest.trim_start().starts_with('['))
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::format::packed::{GameResult, Sample};
    use crate::position::Position;

    #[test]
    fn formats_are_detected_from_the_content() {
        for (text, format) in [
            ("手合割：平手\n手数----指手--\n   1 ７六歩(77)\n", Format::Kif),
            ("手合割：平手\n先手：A\n\n▲７六歩 △３四歩\n", Format::Ki2),
            ("   1 ７六歩(77)   ( 0:01/00:00:01)\n", Format::Kif),
            ("1 76歩(77)\n", Format::Kif),
            ("V2.2\nN+A\nPI\n+\n+7776FU\nT1\n", Format::Csa),
            ("'comment\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n", Format::Csa),
            ("+7776FU,T12\n", Format::Csa),
            ("position startpos moves 7g7f\n", Format::Usi),
            ("4k4/9/9/9/9/9/9/9/4K4 b - 1\n", Format::Usi),
            ("sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\nsfen 4k4/9/9/9/9/9/9/9/4K4 w - 1\n", Format::Usi),
            ("sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h none 0 1\n", Format::BookDb),
            ("#YANEURAOU-DB2016 1.00\n", Format::BookDb),
            ("YANE-BINBOOK-V1\0", Format::BookYbb),
            ("4k4/9/9/9/9/9/9/9/4K4 b - 1\t5i5h\t0\t1\n", Format::SampleText),
            ("{\"sfen\":\"x\"}\n", Format::SampleJson),
            ("\u{feff}{\n  \"moves\" : [{}]\n}\n", Format::Jkf),
            ("{\"header\":{\"P1-KY\":\"x\"},\"moves\":[{}]}", Format::Jkf),
        ] {
            assert_eq!(detect(text.as_bytes()), Some(format), "{text}");
            assert_eq!(detect_named("x.dat", text.as_bytes()), Some(format), "{text}");
        }
        let diagram = crate::format::bod::write(&Position::start());
        assert_eq!(detect(diagram.as_bytes()), Some(Format::Bod));
        for text in ["hello", "P3\n2 2\n255\n", "P-value 0.1\n", "{\"moves\":7}", "{}", ""] {
            assert_eq!(detect(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn names_decide_in_doubt() {
        assert_eq!(detect_named("a.jkf", b"{}"), Some(Format::Jkf));
        assert_eq!(detect_named("a.PSV", b"123"), Some(Format::Psv));
        assert_eq!(detect_named("a.kif/b", b"{}"), None);
        let header = "先手：A\n後手：B\n".as_bytes();
        assert_eq!((detect(header), detect_named("a", header)), (None, Some(Format::Kif)));
        let sfen = b"sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n";
        assert_eq!(detect_named("a.db", sfen), Some(Format::BookDb));
        let diagram = crate::format::bod::write(&Position::start());
        assert_eq!(detect_named("a.kif", diagram.as_bytes()), Some(Format::Kif));
    }

    #[test]
    fn names_and_extensions_are_read_back() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert_eq!(Format::from_extension(format.extension()), Some(format));
        }
        for extension in ["kifu", "ki2u", "sfen", "tsv"] {
            assert!(Format::from_extension(extension).is_some(), "{extension}");
        }
        assert_eq!("KIF".parse::<Format>(), Err(ParseFormatError));
    }

    #[test]
    fn training_records_are_detected_from_their_sense() {
        let position = Position::start();
        let sample = Sample { position, best: None, eval: 0, result: GameResult::Draw };
        let (mut psv, mut hcpe) = (alloc::vec::Vec::new(), alloc::vec::Vec::new());
        PackedSfenValue::from_sample(&sample).unwrap().append_to(&mut psv);
        Hcpe::from_sample(&sample).unwrap().append_to(&mut hcpe);
        for (bytes, format) in [(psv, Format::Psv), (hcpe, Format::Hcpe)] {
            assert_eq!(detect(&bytes.repeat(40)), Some(format));
            assert_eq!(detect(&bytes[1..].repeat(40)), None);
        }
    }
}
