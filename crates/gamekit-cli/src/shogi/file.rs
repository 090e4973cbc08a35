//! The formats of `--to`, and functions that read and write games in these formats.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use shogi_core::Game;
use shogi_core::format::encoding::Encoding;
use shogi_core::format::record::{self, Mode, ReadGame};
use shogi_core::format::{ContentKind, Format};

/// The formats that `--to` accepts, with their help. The formats of games come first.
const FORMATS: [(Format, &str); 9] = [
    (Format::Kif, "KIF, the format of Kakinoki Shogi, one game per file: `７六歩(77)`"),
    (Format::Ki2, "KI2, the notation of books and newspapers, one game per file: `▲７六歩`"),
    (
        Format::Csa,
        "CSA, the format of the Computer Shogi Association, several games per file: `+7776FU`",
    ),
    (Format::Jkf, "JKF, game records as JSON, one game per file"),
    (Format::Usi, "USI position lines, one game per line: `position startpos moves 7g7f`"),
    (Format::Psv, "Training records of YaneuraOu, 40 bytes each"),
    (Format::Hcpe, "Training records of Apery, 38 bytes each"),
    (
        Format::SampleText,
        "Labelled positions as lines: SFEN, move, evaluation, result (0 draw, 1 Black, 2 White), \
         with tabs between them",
    ),
    (Format::SampleJson, "Labelled positions as JSON Lines, with the same fields"),
];

/// The extensions of OUT from which the output format is detected.
pub(crate) const EXTENSIONS: &str =
    ".kif, .kifu, .ki2, .ki2u, .csa, .jkf, .usi, .sfen, .psv, .hcpe, .txt, .tsv, .jsonl";

/// Returns the parser of `--to`.
pub(crate) fn parser() -> impl TypedValueParser<Value = Format> {
    let values = FORMATS.map(|(format, help)| PossibleValue::new(format.name()).help(help));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Format>())
}

/// Returns the help of the formats with this kind of content, one format per line.
pub(crate) fn help(content: ContentKind) -> String {
    let formats = FORMATS.iter().filter(|(format, _)| format.content() == content);
    formats.map(|(format, help)| format!("\n- {format}: {help}")).collect()
}

/// Returns the output format for the file name of an output.
pub(crate) fn of_output(path: &std::path::Path) -> Option<Format> {
    let format = Format::from_extension(path.extension()?.to_str()?)?;
    FORMATS.iter().any(|(known, _)| *known == format).then_some(format)
}

/// Reads the games of a file. An invalid game becomes an error in the list, and the other games are
/// still read.
pub(crate) fn games(
    format: Format,
    bytes: &[u8],
    mode: Mode,
) -> Result<Vec<Result<ReadGame, String>>, String> {
    let games = record::read(format, bytes, mode).map_err(|error| error.to_string())?;
    Ok(games.into_iter().map(|game| game.map_err(|error| error.to_string())).collect())
}

/// Returns a game as bytes. Also returns the losses: the content that the format cannot hold.
pub(crate) fn write(
    format: Format,
    game: &Game,
    to: Encoding,
) -> Result<(Vec<u8>, Vec<String>), String> {
    let written = record::write(format, game);
    let written = written.ok_or_else(|| format!("games cannot be written as {format}"))?;
    let to = match format {
        // JKF and USI files are always UTF-8.
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
