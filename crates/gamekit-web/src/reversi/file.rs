//! Files of Reversi games and positions.

use reversi_core::format::obf::Problem;
use reversi_core::format::record::{GameInfo, Place, ReadGame};
use reversi_core::format::wthor::{NameFile, NameKind, Names};
use reversi_core::format::{Contents, appears_to_be, detect_named, position_text, read_as};
use reversi_core::opening::Openings;
use reversi_core::{Color, Position};
use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::game::{Named, ReversiGame};
use crate::error::js;
use crate::text::json;

/// The games or positions of a file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ReversiFile {
    format: String,
    items: Vec<Result<Item, String>>,
}

#[derive(Debug)]
struct Item {
    place: String,
    info: GameInfo,
    /// The score in discs for Black: written in the file, or on the final board.
    score: Option<f64>,
    comment: Option<String>,
    position: Position,
}

#[derive(Serialize, Default)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    black: Option<&'a str>,
    white: Option<&'a str>,
    tournament: Option<&'a str>,
    date: Option<&'a str>,
    score: Option<f64>,
    comment: Option<&'a str>,
    plies: usize,
    opening: Option<Named>,
}

#[derive(Serialize)]
struct Summary<'a> {
    format: &'a str,
    items: Vec<Row<'a>>,
}

impl Item {
    fn of_game(read: ReadGame) -> Self {
        let place = match read.place {
            Place::Line(number) | Place::Record(number) | Place::Game(number) => number.to_string(),
            other => other.to_string(),
        };
        let score = read.score().or_else(|| {
            read.position.is_over().then(|| read.position.final_score(Color::Black).into())
        });
        Self { place, score, comment: None, info: read.info, position: read.position }
    }

    fn of_problem(number: usize, problem: Problem) -> Self {
        Self {
            place: number.to_string(),
            info: GameInfo::default(),
            score: None,
            comment: problem.comment,
            position: problem.position,
        }
    }
}

/// Returns the names that a file of names has.
fn names(kind: NameKind, bytes: Option<Vec<u8>>) -> Result<Option<NameFile>, String> {
    let read = |bytes: Vec<u8>| NameFile::from_bytes(kind, &bytes).map_err(|e| e.to_string());
    bytes.map(read).transpose()
}

fn read(name: &str, bytes: &[u8], names: &Names) -> Result<ReversiFile, String> {
    let text = core::str::from_utf8(bytes).ok();
    // Text that is one position in several lines, such as a diagram of eight rows.
    let single = || {
        let text = text?;
        let position = position_text::parse(text).ok()?;
        let info = GameInfo::default();
        let item = Item { place: "1".to_owned(), info, score: None, comment: None, position };
        Some(ReversiFile { format: "text".to_owned(), items: vec![Ok(item)] })
    };
    let Some(format) = detect_named(name, bytes) else {
        return single().ok_or_else(|| unknown(bytes, text));
    };
    let items: Vec<Result<Item, String>> = match read_as(format, bytes, names) {
        Ok(Contents::Games(games)) => games
            .into_iter()
            .map(|game| game.map(Item::of_game).map_err(|error| error.to_string()))
            .collect(),
        Ok(Contents::Positions(positions)) => (1..)
            .zip(positions)
            .map(|(number, problem)| {
                problem
                    .map(|problem| Item::of_problem(number, problem))
                    .map_err(|error| error.to_string())
            })
            .collect(),
        Ok(_) => Vec::new(),
        Err(error) => return single().ok_or_else(|| error.to_string()),
    };
    if items.iter().all(Result::is_err) {
        if let Some(file) = single() {
            return Ok(file);
        }
        let first = items.into_iter().find_map(Result::err);
        return Err(first.unwrap_or_else(|| "the file has no games and no positions".to_owned()));
    }
    Ok(ReversiFile { format: format.to_string(), items })
}

/// Returns the message for a file of an unknown format.
fn unknown(bytes: &[u8], text: Option<&str>) -> String {
    match (appears_to_be(bytes), text) {
        (Some(name), _) => format!("not a file of games or positions: this appears to be {name}"),
        (None, Some(text)) if text.len() < 1000 => match position_text::parse(text) {
            Err(error) => error.to_string(),
            Ok(_) => String::new(),
        },
        _ => "not a file of games or positions".to_owned(),
    }
}

#[wasm_bindgen]
impl ReversiFile {
    /// Reads a file of any format. `players` and `tournaments` are the name files of a WTHOR file.
    ///
    /// # Errors
    /// Fails with the place of the first fault if nothing can be read.
    pub fn read(
        name: &str,
        bytes: &[u8],
        players: Option<Vec<u8>>,
        tournaments: Option<Vec<u8>>,
    ) -> Result<Self, JsError> {
        let names = Names {
            players: names(NameKind::Players, players).map_err(js)?,
            tournaments: names(NameKind::Tournaments, tournaments).map_err(js)?,
        };
        read(name, bytes, &names).map_err(js)
    }

    /// Returns the format and one row for each game or position, as JSON.
    #[must_use]
    pub fn summary(&self) -> String {
        let openings = Openings::new();
        let items = self.items.iter().map(|item| row(&openings, item)).collect();
        json(&Summary { format: &self.format, items })
    }

    /// Returns a game, or nothing if the item is an error.
    #[must_use]
    pub fn game(&self, index: usize) -> Option<ReversiGame> {
        let item = self.items.get(index)?.as_ref().ok()?;
        Some(ReversiGame::new(item.position.clone()))
    }
}

fn row<'a>(openings: &Openings, item: &'a Result<Item, String>) -> Row<'a> {
    let item = match item {
        Ok(item) => item,
        Err(error) => return Row { error: Some(error), ..Row::default() },
    };
    let opening = openings.of_game(&item.position);
    Row {
        error: None,
        place: Some(&item.place),
        black: item.info.black.as_deref(),
        white: item.info.white.as_deref(),
        tournament: item.info.tournament.as_deref(),
        date: item.info.date.as_deref(),
        score: item.score,
        comment: item.comment.as_deref(),
        plies: item.position.ply(),
        opening: opening.map(Named::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(text: &str) -> Result<ReversiFile, String> {
        read("x", text.as_bytes(), &Names::default())
    }

    #[test]
    fn texts_and_diagrams_are_read() {
        let diagram =
            "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nX";
        for (text, format, plies) in [
            ("f5d6c3\nf5f6e6\n", "text", vec![3, 3]),
            (diagram, "text", vec![0]),
            (
                "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)",
                "ggf",
                vec![1],
            ),
        ] {
            let file = summary(text).unwrap();
            assert_eq!(file.format, format);
            let found: Vec<usize> =
                file.items.iter().map(|item| item.as_ref().unwrap().position.ply()).collect();
            assert_eq!(found, plies, "{text}");
        }
    }

    #[test]
    fn errors_name_their_place() {
        let error = summary("f5d6d6\n").unwrap_err();
        assert!(error.contains("ply 3") && error.contains("byte 4"), "{error}");
        assert!(summary("hello").unwrap_err().contains("hello"));
        let mixed = summary("f5d6\nf5f5\n").unwrap();
        assert!(mixed.items[1].as_ref().unwrap_err().contains("line 2"));
    }
}
