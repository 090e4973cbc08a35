//! The formats of files, and their detection.
use super::position_text::is_board;
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
    pub const ALL: [Self; 4] = [Self::Transcripts, Self::Wthor, Self::Ggf, Self::Obf];

    /// Returns the name of the format, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transcripts => "text",
            Self::Wthor => "wthor",
            Self::Ggf => "ggf",
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
            Self::Transcripts | Self::Wthor | Self::Ggf => ContentKind::Games,
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
#[error("unknown format, expected one of: text, wthor, ggf, obf")]
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
/// not empty and does not begin with `#` or `%`.
///
/// ```
/// use reversi_core::format::{Format, detect};
/// assert_eq!(detect(b"# games\nf5d6c3\n"), Some(Format::Transcripts));
/// assert_eq!(detect(b"(;GM[Othello];)"), Some(Format::Ggf));
/// assert_eq!(detect(b"hello"), None);
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<Format> {
    if bytes.contains(&0) {
        return Some(Format::Wthor);
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !matches!(line.first(), None | Some(b'#' | b'%')))?;
    // The beginning of the line is enough for detection.
    let line = String::from_utf8_lossy(&line[..line.len().min(64)]);
    if without_number(&line).starts_with("(;") {
        Some(Format::Ggf)
    } else if is_board(&line) {
        Some(Format::Obf)
    } else {
        is_transcript(&line).then_some(Format::Transcripts)
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
            ("\u{14}\u{1a}\u{b}\0", Format::Wthor),
        ] {
            assert_eq!(detect(text.as_bytes()), Some(format), "{text}");
            assert_eq!(detect_named("x.dat", text.as_bytes()), Some(format), "{text}");
        }
        assert_eq!(detect(b"f5d6\nf5\xff"), Some(Format::Transcripts));
        for text in ["", "# f5\n", "hello", "i1", "1.", "a9"] {
            assert_eq!(detect(text.as_bytes()), None, "{text}");
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
