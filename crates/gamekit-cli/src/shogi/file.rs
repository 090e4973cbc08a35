//! Files of shogi games and positions: what they are, and their games.

use std::fmt;
use std::path::Path;

use clap::ValueEnum;
use shogi_core::Game;
use shogi_core::format::encoding::{self, Encoding};
use shogi_core::format::packed::{Hcpe, PackedSfenValue, Record};
use shogi_core::format::record::{Mode, ReadGame, ReadRecordError};
use shogi_core::format::{csa, jkf, ki2, kif, usi};

/// What a file can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Format {
    /// Kakinoki's record, one game: `７六歩(77)`.
    Kif,
    /// The record of books and newspapers, one game: `▲７六歩`.
    Ki2,
    /// The record of the Computer Shogi Association, games one after the other: `+7776FU`.
    Csa,
    /// Records as JSON, one game.
    Jkf,
    /// USI lines, `position startpos moves 7g7f`, a game a line.
    Usi,
    /// Training records of YaneuraOu, 40 bytes each.
    Psv,
    /// Training records of Apery, 38 bytes each.
    Hcpe,
    /// Labelled positions as lines: SFEN, move, evaluation, result (0 draw, 1 Black, 2 White), with
    /// tabs between them.
    Text,
    /// The same as JSON lines.
    Json,
}

impl Format {
    /// How the names of such files end.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Jkf => "jkf",
            Self::Usi => "usi",
            Self::Psv => "psv",
            Self::Hcpe => "hcpe",
            Self::Text => "txt",
            Self::Json => "jsonl",
        }
    }

    /// The ends of names that [`Self::of_name`] knows.
    pub(crate) const ENDS: &str =
        ".kif, .kifu, .ki2, .ki2u, .csa, .jkf, .usi, .sfen, .psv, .hcpe, .txt, .tsv, .jsonl";

    /// The format that the name of a file promises.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match end.as_str() {
            "kif" | "kifu" => Self::Kif,
            "ki2" | "ki2u" => Self::Ki2,
            "csa" => Self::Csa,
            "jkf" => Self::Jkf,
            "usi" | "sfen" => Self::Usi,
            "psv" => Self::Psv,
            "hcpe" => Self::Hcpe,
            "txt" | "tsv" => Self::Text,
            "jsonl" => Self::Json,
            _ => return None,
        })
    }

    /// Whether it holds labelled positions and no games.
    pub(crate) const fn is_labelled(self) -> bool {
        matches!(self, Self::Psv | Self::Hcpe | Self::Text | Self::Json)
    }

    /// The format of a file by what its beginning holds, or else by its name.
    pub(crate) fn of(path: &Path, head: &[u8]) -> Option<Self> {
        let named = Self::of_name(path);
        if let Some(Self::Psv | Self::Hcpe) = named {
            return named;
        }
        Self::of_content(head).or(named).or_else(|| {
            // Headers alone, or a diagram, where nothing says more.
            let (text, _) = encoding::decode(head).ok()?;
            text.contains('：').then_some(Self::Kif)
        })
    }

    /// The format by the beginning of the content alone.
    pub(crate) fn of_content(head: &[u8]) -> Option<Self> {
        // The beginning of a long file may end within a character.
        let lines = head.iter().rposition(|&byte| byte == b'\n').map_or(head, |at| &head[..at]);
        match encoding::decode(head).or_else(|_| encoding::decode(lines)) {
            Ok((text, _)) => Self::of_text(&text).or_else(|| Self::of_packed(head)),
            Err(_) => Self::of_packed(head),
        }
    }

    /// Training records have no mark: they are known by making sense, all of the first ones.
    fn of_packed(head: &[u8]) -> Option<Self> {
        fn fits<T: Record>(head: &[u8]) -> bool {
            let records = head.chunks_exact(T::SIZE).take(16);
            records.len() > 0
                && records
                    .into_iter()
                    .all(|bytes| T::from_slice(bytes).is_some_and(|record| record.sample().is_ok()))
        }
        if fits::<PackedSfenValue>(head) {
            Some(Self::Psv)
        } else {
            fits::<Hcpe>(head).then_some(Self::Hcpe)
        }
    }

    fn of_text(text: &str) -> Option<Self> {
        if text.trim_start().starts_with('{') && has_list_of_moves(text) {
            return Some(Self::Jkf);
        }
        for line in text.lines().map(str::trim).take(1000) {
            let first = line.chars().next();
            // A number, a blank, and `７六歩`, `7六歩`, `76歩` or an end word.
            let numbered = || {
                let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
                let name = rest.trim_start_matches([' ', '\u{3000}', '\t']);
                rest.len() < line.len()
                    && name.len() < rest.len()
                    && name.chars().take(3).any(|c| !c.is_ascii())
            };
            match first {
                _ if line.starts_with("position ") || line.starts_with("sfen ") => {
                    return Some(Self::Usi);
                }
                _ if line.starts_with("startpos") => return Some(Self::Usi),
                Some('+' | '-') if is_csa_move(line) => return Some(Self::Csa),
                Some('P') if is_csa_start(line) => return Some(Self::Csa),
                Some('{') if line.contains("\"sfen\"") => return Some(Self::Json),
                Some('▲' | '△' | '▼' | '▽' | '☗' | '☖') => return Some(Self::Ki2),
                _ if line.starts_with("手数") && line.contains("指手") => {
                    return Some(Self::Kif);
                }
                Some('0'..='9') if numbered() => return Some(Self::Kif),
                _ if line.matches('/').count() == 8 && line.contains('\t') => {
                    return Some(Self::Text);
                }
                _ if line.matches('/').count() == 8 && !line.contains('：') => {
                    return Some(Self::Usi);
                }
                _ => {}
            }
        }
        None
    }
}

/// `+7776FU`, and what may follow on the line.
fn is_csa_move(line: &str) -> bool {
    let squares = line.as_bytes().get(1..5);
    let piece = line.as_bytes().get(5..7);
    squares.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit))
        && piece.is_some_and(|name| name.iter().all(u8::is_ascii_uppercase))
}

/// `PI82HI`, `P1-KY..`, `P+00FU`, `P-00AL`.
fn is_csa_start(line: &str) -> bool {
    match *line.as_bytes() {
        [b'P', b'I' | b'+' | b'-', ref rest @ ..] => rest.first().is_none_or(u8::is_ascii_digit),
        [b'P', b'1'..=b'9', b'+' | b'-' | b' ', ..] => line.len() >= 5,
        _ => false,
    }
}

/// `"moves": [`
fn has_list_of_moves(text: &str) -> bool {
    text.match_indices("\"moves\"").any(|(at, key)| {
        let rest = text[at + key.len()..].trim_start().strip_prefix(':');
        rest.is_some_and(|rest| rest.trim_start().starts_with('['))
    })
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Json => "json",
            other => other.extension(),
        })
    }
}

/// The games of a file; what is wrong with one of several stands in its place.
pub(crate) fn games(
    format: Format,
    bytes: &[u8],
    mode: Mode,
) -> Result<Vec<Result<ReadGame, String>>, String> {
    let text = |error: ReadRecordError| error.to_string();
    match format {
        Format::Kif => kif::read(bytes, mode).map(|game| vec![Ok(game)]).map_err(text),
        Format::Ki2 => ki2::read(bytes, mode).map(|game| vec![Ok(game)]).map_err(text),
        Format::Csa => {
            let games = csa::read(bytes, mode).map_err(text)?;
            Ok(games.into_iter().map(|game| game.map_err(text)).collect())
        }
        Format::Jkf => jkf::read(bytes, mode).map(|game| vec![Ok(game)]).map_err(text),
        Format::Usi => usi_games(bytes, mode),
        other => Err(format!("{other} holds positions, expected games")),
    }
}

fn usi_games(bytes: &[u8], mode: Mode) -> Result<Vec<Result<ReadGame, String>>, String> {
    let (text, _) = encoding::decode(bytes).map_err(|error| error.to_string())?;
    let games: Vec<_> =
        usi::games(&text, mode).map(|game| game.map_err(|error| error.to_string())).collect();
    if games.is_empty() { Err("no games, expected one a line".to_owned()) } else { Ok(games) }
}

/// A game as bytes, with what the format could not hold.
pub(crate) fn write(
    format: Format,
    game: &Game,
    to: Encoding,
) -> Result<(Vec<u8>, Vec<String>), String> {
    let (written, to) = match format {
        Format::Kif => (kif::write(game), to),
        Format::Ki2 => (ki2::write(game), to),
        Format::Csa => (csa::write(game), to),
        // These two have one encoding.
        Format::Jkf => (jkf::write(game), Encoding::Utf8),
        Format::Usi => (usi::write(game), Encoding::Utf8),
        other => return Err(format!("games cannot be written as {other}")),
    };
    let (bytes, losses) = written.into_bytes(to).map_err(|error| error.to_string())?;
    Ok((bytes, losses.iter().map(ToString::to_string).collect()))
}

#[cfg(test)]
mod tests {
    use shogi_core::Position;
    use shogi_core::format::packed::{GameResult, Sample};

    use super::*;

    #[test]
    fn formats_are_seen_from_what_a_file_holds() {
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
            ("4k4/9/9/9/9/9/9/9/4K4 b - 1\t5i5h\t0\t1\n", Format::Text),
            ("{\"sfen\":\"x\"}\n", Format::Json),
            ("\u{feff}{\n  \"moves\" : [{}]\n}\n", Format::Jkf),
            ("{\"header\":{\"P1-KY\":\"x\"},\"moves\":[{}]}", Format::Jkf),
        ] {
            assert_eq!(Format::of(Path::new("x.dat"), text.as_bytes()), Some(format), "{text}");
        }
        assert_eq!(Format::of(Path::new("a.PSV"), b"123"), Some(Format::Psv));
        for end in Format::ENDS.split(", ") {
            assert!(Format::of_name(Path::new(&format!("a{end}"))).is_some(), "{end}");
        }
        for text in ["hello", "P3\n2 2\n255\n", "P-value 0.1\n", "{\"moves\":7}", "{}"] {
            assert_eq!(Format::of(Path::new("a.dat"), text.as_bytes()), None, "{text}");
        }
        // The name counts where the content does not tell.
        assert_eq!(Format::of(Path::new("a.jkf"), b"{}"), Some(Format::Jkf));
        let position = Position::start();
        let sample = Sample { position, best: None, eval: 0, result: GameResult::Draw };
        let (mut psv, mut hcpe) = (Vec::new(), Vec::new());
        PackedSfenValue::from_sample(&sample).unwrap().append_to(&mut psv);
        Hcpe::from_sample(&sample).unwrap().append_to(&mut hcpe);
        for (bytes, format) in [(psv, Format::Psv), (hcpe, Format::Hcpe)] {
            assert_eq!(Format::of(Path::new("a.bin"), &bytes.repeat(40)), Some(format));
            assert_eq!(Format::of(Path::new("a.bin"), &bytes[1..].repeat(40)), None);
        }
    }
}
