//! The formats of `--to`, and games in them.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use shogi_core::Game;
use shogi_core::format::encoding::Encoding;
use shogi_core::format::record::{self, Mode, ReadGame};
use shogi_core::format::{ContentKind, Format};

/// The formats that `--to` accepts, with their help: of games, then of labelled positions.
const FORMATS: [(Format, &str); 9] = [
    (Format::Kif, "Kakinoki's record, one game: `７六歩(77)`"),
    (Format::Ki2, "The record of books and newspapers, one game: `▲７六歩`"),
    (Format::Csa, "The record of the Computer Shogi Association, one or several games: `+7776FU`"),
    (Format::Jkf, "Records as JSON, one game"),
    (Format::Usi, "USI lines, `position startpos moves 7g7f`, one game per line"),
    (Format::Psv, "Training records of YaneuraOu, 40 bytes each"),
    (Format::Hcpe, "Training records of Apery, 38 bytes each"),
    (
        Format::SampleText,
        "Labelled positions as lines: SFEN, move, evaluation, result (0 draw, 1 Black, 2 White), \
         with tabs between them",
    ),
    (Format::SampleJson, "Labelled positions as JSON Lines, with the same fields"),
];

/// The extensions from which `--to` can be detected.
pub(crate) const EXTENSIONS: &str =
    ".kif, .kifu, .ki2, .ki2u, .csa, .jkf, .usi, .sfen, .psv, .hcpe, .txt, .tsv, .jsonl";

/// Returns the parser of `--to`.
pub(crate) fn parser() -> impl TypedValueParser<Value = Format> {
    let values = FORMATS.map(|(format, help)| PossibleValue::new(format.name()).help(help));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Format>())
}

/// Returns the help of the formats that contain games or samples, one per line.
pub(crate) fn help(content: ContentKind) -> String {
    let formats = FORMATS.iter().filter(|(format, _)| format.content() == content);
    formats.map(|(format, help)| format!("\n- {format}: {help}")).collect()
}

/// Returns the format that the name of an output determines.
pub(crate) fn of_output(path: &std::path::Path) -> Option<Format> {
    let format = Format::from_extension(path.extension()?.to_str()?)?;
    FORMATS.iter().any(|(known, _)| *known == format).then_some(format)
}

/// Reads the games of a file. An invalid game becomes an error item; the other games are still
/// read.
pub(crate) fn games(
    format: Format,
    bytes: &[u8],
    mode: Mode,
) -> Result<Vec<Result<ReadGame, String>>, String> {
    let games = record::read(format, bytes, mode).map_err(|error| error.to_string())?;
    Ok(games.into_iter().map(|game| game.map_err(|error| error.to_string())).collect())
}

/// Writes a game as bytes. Also returns the content that the format could not hold.
pub(crate) fn write(
    format: Format,
    game: &Game,
    to: Encoding,
) -> Result<(Vec<u8>, Vec<String>), String> {
    let written = record::write(format, game);
    let written = written.ok_or_else(|| format!("games cannot be written as {format}"))?;
    let to = match format {
        // These two formats are always UTF-8.
        Format::Jkf | Format::Usi => Encoding::Utf8,
        _ => to,
    };
    let (bytes, losses) = written.into_bytes(to).map_err(|error| error.to_string())?;
    Ok((bytes, losses.iter().map(ToString::to_string).collect()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn extensions_determine_the_format() {
        for extension in EXTENSIONS.split(", ") {
            assert!(of_output(Path::new(&format!("a{extension}"))).is_some(), "{extension}");
        }
        assert_eq!(of_output(Path::new("a.db")), None);
    }
}
