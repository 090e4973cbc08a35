//! The formats of files, and their detection.
use super::boardtext;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A format of files.
///
/// The text of a format is its name: `text`, `wthor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Transcripts, one game per line: `f5d6c3`.
    Transcripts,
    /// A WTHOR file of games.
    Wthor,
    /// GGF: one or more games.
    Ggf,
    /// PGN: one or more games.
    Pgn,
    /// OBF, or boards with their sides to move: one position per line.
    Obf,
}

/// What a file of a format contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ContentKind {
    /// Games.
    Games,
    /// Positions.
    Positions,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Transcripts, Self::Wthor, Self::Ggf, Self::Pgn, Self::Obf];

    /// Returns the name of the format, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transcripts => "text",
            Self::Wthor => "wthor",
            Self::Ggf => "ggf",
            Self::Pgn => "pgn",
            Self::Obf => "obf",
        }
    }

    /// Returns the file name extension of the format.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Transcripts => "txt",
            Self::Wthor => "wtb",
            Self::Ggf => "ggf",
            Self::Pgn => "pgn",
            Self::Obf => "obf",
        }
    }

    /// Returns the format of an extension, in any case: `wtb`, `TXT`.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Returns what a file of the format contains.
    #[must_use]
    pub const fn content(self) -> ContentKind {
        match self {
            Self::Transcripts | Self::Wthor | Self::Ggf | Self::Pgn => ContentKind::Games,
            Self::Obf => ContentKind::Positions,
        }
    }
}

/// The name of the format.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a string that is not the name of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format, expected one of: text, wthor, ggf, pgn, obf")]
pub struct ParseFormatError;

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, ParseFormatError> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or(ParseFormatError)
    }
}

/// Returns the format of a file, detected from its content.
///
/// A file that contains a zero byte is detected as a WTHOR file, because the header of a WTHOR file
/// has zero bytes and text has none. The format of a text is detected from the first line that is
/// not empty and does not begin with `#` or `%`. A board with moves after it is a transcript.
///
/// ```
/// use reversi_core::format::{Format, detect};
/// assert_eq!(detect(b"# games\nf5d6c3\n"), Some(Format::Transcripts));
/// assert_eq!(detect(b"(;GM[Othello];)"), Some(Format::Ggf));
/// assert_eq!(detect(b"[Event \"Open\"]\n1. f5 d6"), Some(Format::Pgn));
/// assert_eq!(detect(b"hello"), None);
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<Format> {
    if bytes.contains(&0) {
        return (!is_other_binary(bytes)).then_some(Format::Wthor);
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !matches!(line.first(), None | Some(b'#' | b'%')))?;
    // The beginning of the line is enough for detection.
    let line = String::from_utf8_lossy(&line[..line.len().min(BEGINNING)]);
    if without_number(&line).starts_with("(;") {
        Some(Format::Ggf)
    } else if is_tag(&line) {
        Some(Format::Pgn)
    } else if boardtext::begins_with_row(&line) {
        Some(if has_moves(&line) { Format::Transcripts } else { Format::Obf })
    } else {
        is_transcript(&line).then_some(Format::Transcripts)
    }
}

/// The number of bytes of a line that detection reads. A board and the side to move are shorter.
const BEGINNING: usize = 160;

/// The first bytes of other binary files, and what these files are.
const BINARIES: [(&[u8], &str); 9] = [
    (b"\x89RVBOOK\n", "a book of this library"),
    (b"XADE", "an Edax book or file of weights"),
    (b"EDAX", "an Edax book or file of weights"),
    (b"DICUORAGE", "an Egaroucid book"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"%PDF", "a PDF document"),
    (b"\xff\xfe", "UTF-16 text, expected UTF-8"),
    (b"\xfe\xff", "UTF-16 text, expected UTF-8"),
];

fn is_other_binary(bytes: &[u8]) -> bool {
    BINARIES.iter().any(|(magic, _)| bytes.starts_with(magic))
}

/// Returns what a file appears to be if it is a known kind of file without games or positions.
///
/// ```
/// use reversi_core::format::appears_to_be;
/// assert_eq!(appears_to_be(b"<!DOCTYPE html>"), Some("an HTML page"));
/// assert_eq!(appears_to_be(b"f5d6"), None);
/// ```
#[must_use]
pub fn appears_to_be(bytes: &[u8]) -> Option<&'static str> {
    if let Some((_, name)) = BINARIES.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Some(name);
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let begins = |name: &[u8]| text.get(..name.len()).is_some_and(|s| s.eq_ignore_ascii_case(name));
    match () {
        () if begins(b"<!doctype html") || begins(b"<html") => Some("an HTML page"),
        () if begins(b"<?xml") => Some("an XML file"),
        () if begins(b"{") => Some("a JSON file"),
        () if text.is_empty() => Some("an empty file"),
        () => None,
    }
}

/// Returns the format of a file, detected from its content and its name.
///
/// A file whose name ends in `.wtb` is always treated as a WTHOR file, so that the reader can
/// report what is wrong with a damaged file. For other names the content determines the format. If
/// the content is ambiguous, the extension of the name determines the format.
///
/// ```
/// use reversi_core::format::{Format, detect_named};
/// assert_eq!(detect_named("games.wtb", b""), Some(Format::Wthor));
/// assert_eq!(detect_named("games.txt", b""), Some(Format::Transcripts));
/// ```
#[must_use]
pub fn detect_named(name: &str, bytes: &[u8]) -> Option<Format> {
    let file_name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    // A name whose only dot is its first character has no extension.
    let parts = file_name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
    match parts.and_then(|(_, extension)| Format::from_extension(extension)) {
        Some(Format::Wthor) => Some(Format::Wthor),
        named => detect(bytes).or(named),
    }
}

/// Returns the rest of the line after a leading number.
fn without_number(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches([' ', '\t'])
}

/// Returns whether a line begins with a tag of PGN.
fn is_tag(line: &str) -> bool {
    let name = line.strip_prefix('[').unwrap_or_default();
    let value = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && value.trim_start().starts_with('"')
}

/// Returns whether a line has moves after a board and its side to move.
fn has_moves(line: &str) -> bool {
    let moves = boardtext::parse_beginning(line).map(|(_, end)| line[end..].trim_start());
    moves.is_ok_and(|moves| !moves.is_empty() && !moves.starts_with([';', '%']))
}

/// Returns whether a line begins with a square, after an optional move number.
fn is_transcript(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
    let [file, rank, ..] = *number.trim_start().as_bytes() else { return false };
    matches!(file, b'a'..=b'h' | b'A'..=b'H') && matches!(rank, b'1'..=b'8')
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn formats_are_detected_from_the_content() {
        for (text, format) in [
            ("f5d6c3\n", Format::Transcripts),
            ("\u{feff}# games\n\n  1. F5 d6\n", Format::Transcripts),
            ("1 f5 d6", Format::Transcripts),
            ("b3", Format::Transcripts),
            ("f5d6 \u{fffd}", Format::Transcripts),
            ("(;GM[Othello];)", Format::Ggf),
            ("\n2 (;GM[Othello];)(;GM[Othello];)", Format::Ggf),
            (START, Format::Obf),
            ("% problems\n[8 -------- *]; f5:+2;", Format::Obf),
            ("bw------", Format::Obf),
            ("[Event \"x\"]\n", Format::Pgn),
            ("\r[White  \"x\"]\r1. f5", Format::Pgn),
            (
                "---------------------------OX------XO--------------------------- X f5",
                Format::Transcripts,
            ),
            (
                "---------------------------OX------XO--------------------------- X; f5:+0;",
                Format::Obf,
            ),
            ("\u{14}\u{1a}\u{b}\0", Format::Wthor),
        ] {
            assert_eq!(detect(text.as_bytes()), Some(format), "{text}");
            assert_eq!(detect_named("x.dat", text.as_bytes()), Some(format), "{text}");
        }
        assert_eq!(detect(b"f5d6\nf5\xff"), Some(Format::Transcripts));
        for text in [
            "",
            "# f5\n",
            "hello",
            "i1",
            "1.",
            "a9",
            "<!DOCTYPE html>",
            "* a list",
            "[section]",
            "-- a comment",
            "{\"a\": 1}",
            "DICUORAGE\u{3}\0\0\0\0",
        ] {
            assert_eq!(detect(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn other_files_are_named() {
        for (bytes, name) in [
            (&b"\xef\xbb\xbf <HTML lang=en>"[..], Some("an HTML page")),
            (b"XADE\0", Some("an Edax book or file of weights")),
            (b"DICUORAGE\x03", Some("an Egaroucid book")),
            (b"\x89RVBOOK\n\0", Some("a book of this library")),
            (b"\xff\xfef\x005\x00", Some("UTF-16 text, expected UTF-8")),
            (b" \n", Some("an empty file")),
            (b"hello", None),
        ] {
            assert_eq!(appears_to_be(bytes), name);
            assert_eq!(detect(bytes), None);
        }
    }

    #[test]
    fn names_decide_in_doubt() {
        for (name, content, format) in [
            ("a.wtb", "f5d6", Some(Format::Wthor)),
            ("folder/a.WTB", "", Some(Format::Wthor)),
            (".wtb", "f5d6", Some(Format::Transcripts)),
            ("a.wtb/b", "hello", None),
            ("a.txt", "hello", Some(Format::Transcripts)),
            ("a.txt", START, Some(Format::Obf)),
            ("a.obf", "f5", Some(Format::Transcripts)),
            ("a.ggf", "", Some(Format::Ggf)),
            ("wtb", "", None),
        ] {
            assert_eq!(detect_named(name, content.as_bytes()), format, "{name}");
        }
    }

    #[test]
    fn names_and_extensions_are_read_back() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert_eq!(Format::from_extension(format.extension()), Some(format));
            assert!(ParseFormatError.to_string().contains(format.name()));
        }
        assert_eq!("WTHOR".parse::<Format>(), Err(ParseFormatError));
    }
}
