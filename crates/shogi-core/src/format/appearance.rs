//! What a file appears to be that is not a record.

/// What [`of_text`] calls JSON, which the reader of JKF accepts.
#[cfg(feature = "jkf")]
pub(crate) const JSON: &str = "JSON";

/// Returns what a file appears to be if it is neither a record nor a book nor training samples: `an
/// HTML page`, `a ZIP archive`.
///
/// ```
/// use shogi_core::format::appearance;
/// assert_eq!(appearance(b"<!DOCTYPE html>\n<title>Not found</title>"), Some("an HTML page"));
/// assert_eq!(appearance(b"404: Not Found"), Some("an error message of a web server"));
/// assert_eq!(appearance(b"position startpos"), None);
/// ```
#[must_use]
pub fn appearance(bytes: &[u8]) -> Option<&'static str> {
    let head = &bytes[..bytes.len().min(1024)];
    of_bytes(head).or_else(|| of_text(&alloc::string::String::from_utf8_lossy(head)))
}

/// Returns what the bytes of a file appear to be, if they are not text.
pub(crate) fn of_bytes(bytes: &[u8]) -> Option<&'static str> {
    const SIGNATURES: [(&[u8], &str); 9] = [
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"%PDF", "a PDF file"),
        (b"\x89PNG", "an image"),
        (b"\xff\xd8\xff", "an image"),
        (b"GIF8", "an image"),
        (b"SQLite format 3\0", "an SQLite database"),
        (b"YANE-BINBOOK", "an opening book"),
    ];
    let found = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature));
    found.map(|(_, name)| *name)
}

/// Returns what a text appears to be, if it begins like another known kind of text.
pub(crate) fn of_text(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
    let begins =
        |word: &str| text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
    match text.as_bytes() {
        [b'<', ..] => {
            let head = text.get(..text.len().min(1024)).unwrap_or(text);
            let is_html = begins("<!doctype html") || head.to_ascii_lowercase().contains("<html");
            Some(if is_html { "an HTML page" } else { "an XML file" })
        }
        [b'{', ..] => Some("JSON"),
        [b'(', b';', ..] => Some("an SGF or GGF file"),
        [b'[', b'A'..=b'Z' | b'a'..=b'z', ..] => Some("a PGN file"),
        [b'4' | b'5', b'0'..=b'9', b'0'..=b'9', b' ' | b':', ..] if is_status(text) => {
            Some("an error message of a web server")
        }
        _ if begins("#YANEURAOU-DB") => Some("an opening book"),
        _ if begins("version https://git-lfs") => Some("a pointer of Git LFS"),
        _ => None,
    }
}

/// Whether a text is one line such as `404: Not Found`.
fn is_status(text: &str) -> bool {
    let words = text[3..].trim_start_matches(':').trim();
    !words.is_empty()
        && words.len() < 80
        && words.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, ' ' | '-' | '\'' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_files() {
        for (bytes, expected) in [
            (&b"\xef\xbb\xbf\n<HTML lang=ja>"[..], Some("an HTML page")),
            (b"<!-- x --><html>", Some("an HTML page")),
            (b"<?xml version=\"1.0\"?>", Some("an XML file")),
            (b"503 Service Unavailable\n", Some("an error message of a web server")),
            (b"404 ", None),
            (b"400 \xe6\x8a\x95\xe4\xba\x86", None),
            (b"PK\x03\x04\x14", Some("a ZIP archive")),
            (b"#YANEURAOU-DB2016 1.00\n", Some("an opening book")),
            (b"[Event \"x\"]", Some("a PGN file")),
            (b"#KIF version=2.0\n", None),
            (b"", None),
        ] {
            assert_eq!(appearance(bytes), expected, "{bytes:?}");
        }
    }
}
