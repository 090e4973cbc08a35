//! Files of shogi games, positions and books.

use serde::Serialize;
use shogi_core::format::book::Book;
use shogi_core::format::record::{self, Mode};
use shogi_core::format::samples::SampleReader;
use shogi_core::format::{ContentKind, appearance, detect_named};
use shogi_core::{Game, NodeId, Position, field};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::game::ShogiGame;
use crate::error::js;
use crate::text::json;

/// The largest number of positions that are read from a file of samples or from a book.
const MOST_POSITIONS: usize = 2000;

/// The games of a file. Each position of a book or of a file of samples is a game.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ShogiFile {
    format: String,
    items: Vec<Result<Item, String>>,
    /// Whether the file has more positions than were read.
    is_cut: bool,
}

#[derive(Debug)]
struct Item {
    game: Game,
    warnings: Vec<String>,
    note: Option<String>,
}

#[derive(Serialize, Default)]
struct Row {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    black: Option<String>,
    white: Option<String>,
    title: Option<String>,
    date: Option<String>,
    plies: usize,
    outcome: Option<String>,
    warnings: Vec<String>,
    note: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Summary<'a> {
    format: &'a str,
    items: Vec<Row>,
    is_cut: bool,
}

/// Returns a game that has only the moves of a position, the first of them as its main line.
fn game_of(position: Position, moves: impl IntoIterator<Item = shogi_core::BareMove>) -> Game {
    let moves: Vec<_> =
        moves.into_iter().filter_map(|bare| position.legal_move(bare).ok()).collect();
    let mut game = Game::new(position);
    for m in moves {
        // The moves are legal, and the root is open.
        let _ = game.add_move(NodeId::ROOT, m);
    }
    game
}

fn read(name: &str, bytes: &[u8], mode: Mode) -> Result<ShogiFile, String> {
    let Some(format) = detect_named(name, bytes) else {
        return Err(match appearance(bytes) {
            Some(kind) => format!("not a shogi record: this appears to be {kind}"),
            None => "not a shogi record".to_owned(),
        });
    };
    let mut is_cut = false;
    let items: Vec<Result<Item, String>> = match format.content() {
        ContentKind::Games => record::read(format, bytes, mode)
            .map_err(|error| error.to_string())?
            .into_iter()
            .map(|read| {
                let read = read.map_err(|error| error.to_string())?;
                let warnings = read.warnings.iter().map(ToString::to_string).collect();
                Ok(Item { game: read.game, warnings, note: None })
            })
            .collect(),
        ContentKind::Samples => {
            let mut samples = SampleReader::new(format, bytes).into_iter().flatten();
            let items: Vec<_> = samples.by_ref().take(MOST_POSITIONS).map(sample).collect();
            is_cut = samples.next().is_some();
            items
        }
        ContentKind::Book => {
            let (book, _) = Book::parse(bytes).map_err(|error| error.to_string())?;
            is_cut = book.len() > MOST_POSITIONS;
            book.iter().take(MOST_POSITIONS).map(|(sfen, entry)| entry_of(sfen, entry)).collect()
        }
        _ => Vec::new(),
    };
    if items.iter().all(Result::is_err) {
        let first = items.into_iter().find_map(Result::err);
        return Err(first.unwrap_or_else(|| format!("the {format} file has no games")));
    }
    Ok(ShogiFile { format: format.to_string(), items, is_cut })
}

fn sample(
    read: Result<shogi_core::format::packed::Sample, shogi_core::format::packed::ReadSampleError>,
) -> Result<Item, String> {
    let sample = read.map_err(|error| error.to_string())?;
    let note = Some(format!("{:+}, {}", sample.eval, sample.result));
    Ok(Item { game: game_of(sample.position, sample.best), warnings: Vec::new(), note })
}

fn entry_of(sfen: &str, entry: &shogi_core::format::book::Entry) -> Result<Item, String> {
    let position: Position = sfen.parse().map_err(|error| format!("{sfen}: {error}"))?;
    let values: Vec<String> = entry
        .moves
        .iter()
        .map(|known| match known.value {
            Some(value) => format!("{} {value:+}", known.mv),
            None => known.mv.to_string(),
        })
        .collect();
    let game = game_of(position, entry.moves.iter().map(|known| known.mv));
    Ok(Item { game, warnings: Vec::new(), note: Some(values.join(", ")) })
}

fn row(item: &Result<Item, String>) -> Row {
    let item = match item {
        Ok(item) => item,
        Err(error) => return Row { error: Some(error.clone()), ..Row::default() },
    };
    let known = |name| {
        let text = item.game.field(name).map(str::trim);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    Row {
        error: None,
        black: known(field::BLACK),
        white: known(field::WHITE),
        title: known(field::TITLE).or(known(field::EVENT)),
        date: known(field::START_TIME),
        plies: item.game.moves().count(),
        outcome: Some(item.game.outcome().to_string()).filter(|_| item.note.is_none()),
        warnings: item.warnings.clone(),
        note: item.note.clone(),
    }
}

#[wasm_bindgen]
impl ShogiFile {
    /// Reads a file of any format and encoding. With `lenient`, skips what cannot be read and reports
    /// it as warnings.
    ///
    /// # Errors
    /// Fails with the place of the first fault if nothing can be read.
    pub fn read(name: &str, bytes: &[u8], lenient: bool) -> Result<Self, JsError> {
        read(name, bytes, if lenient { Mode::Lenient } else { Mode::Strict }).map_err(js)
    }

    /// Returns the format and one row for each game, as JSON.
    #[must_use]
    pub fn summary(&self) -> String {
        let items = self.items.iter().map(row).collect();
        json(&Summary { format: &self.format, items, is_cut: self.is_cut })
    }

    /// Returns a game, or nothing if the item is an error.
    #[must_use]
    pub fn game(&self, index: usize) -> Option<ShogiGame> {
        let item = self.items.get(index)?.as_ref().ok()?;
        Some(ShogiGame::new(item.game.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_samples_and_books_are_games() {
        let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        let book =
            format!("#YANEURAOU-DB2016 1.00\nsfen {sfen}\n7g7f 3c3d 50 20 3\n2g2f none 40 20 1\n");
        let samples = format!("{sfen}\t7g7f\t12\t1\n");
        for (name, text, format, plies) in [
            ("a.csa", "V2.2\nPI\n+\n+7776FU\n%TORYO\n", "csa", 1),
            ("a.sfen", "position startpos moves 7g7f 3c3d\n", "usi", 2),
            ("a.db", &book, "db", 1),
            ("a.tsv", &samples, "text", 1),
        ] {
            let file = read(name, text.as_bytes(), Mode::Strict).unwrap();
            assert_eq!((file.format.as_str(), file.items.len()), (format, 1));
            assert_eq!(row(&file.items[0]).plies, plies, "{name}");
        }
    }

    #[test]
    fn errors_name_their_place_and_lenient_reading_warns() {
        let text = "手合割：平手\n   1 ７六歩(77)\n   2 ７六歩(77)\n";
        let error = read("a.kif", text.as_bytes(), Mode::Strict).unwrap_err();
        assert!(error.contains("line 3"), "{error}");
        let file = read("a.kif", text.as_bytes(), Mode::Lenient).unwrap();
        assert!(!row(&file.items[0]).warnings.is_empty());
        assert!(read("a.html", b"<!doctype html><p>", Mode::Strict).unwrap_err().contains("HTML"));
    }
}
