//! A game of Reversi with its moves.

use gamekit_pictures::reversi::{Mark, Picture};
use reversi_core::format::record::{played, write};
use reversi_core::format::transcript::{self, Passes};
use reversi_core::format::wthor::{Date, GameFile};
use reversi_core::format::{Format, boardtext, position_text};
use reversi_core::opening::{Opening, Openings};
use reversi_core::{Color, Move, Position, Square};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::js;
use crate::text::{json, language};

/// A game of Reversi: a position and the moves that led to it.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct ReversiGame {
    position: Position,
}

/// What JavaScript sees of a position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct State {
    /// The squares a1, b1, .. h8: `X` for Black, `O` for White, `-` for an empty square.
    squares: String,
    side: &'static str,
    ply: usize,
    legal: Vec<Legal>,
    must_pass: bool,
    is_over: bool,
    black: u32,
    white: u32,
    /// The final score in discs for Black, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    /// The discs that the last move flipped.
    flipped: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Named>,
}

#[derive(Serialize)]
struct Legal {
    r#move: String,
    flips: Vec<String>,
}

/// The names of an opening, and the moves that lead to it.
#[derive(Serialize)]
pub(super) struct Named {
    english: Option<&'static str>,
    japanese: Option<&'static str>,
    moves: &'static str,
}

impl From<Opening> for Named {
    fn from(opening: Opening) -> Self {
        Self { english: opening.english(), japanese: opening.japanese(), moves: opening.moves() }
    }
}

/// A turn of the game.
#[derive(Serialize)]
struct Played {
    ply: usize,
    side: &'static str,
    r#move: String,
    /// The opening whose position the turn reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Named>,
}

/// The options of a picture.
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct PictureOptions {
    language: String,
    marks: Vec<MarkOptions>,
    label_meaning: Option<String>,
}

#[derive(Deserialize)]
struct MarkOptions {
    square: String,
    label: Option<String>,
    #[serde(default)]
    best: bool,
}

pub(super) const fn side_word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns a square, or `pass`.
pub(super) fn move_word(mv: Move) -> String {
    mv.square().map_or_else(|| "pass".to_owned(), |square| square.to_string())
}

impl ReversiGame {
    pub(super) const fn new(position: Position) -> Self {
        Self { position }
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the position after the first `ply` turns.
    fn before(&self, ply: usize) -> Position {
        let mut position = self.position.clone();
        while position.ply() > ply {
            position.undo();
        }
        position
    }

    fn state_of(&self) -> State {
        let position = &self.position;
        let board = position.board();
        let last = position.history().last();
        let squares = boardtext::display(position).to_string();
        let names = |set: reversi_core::Bitboard| set.iter().map(|s| s.to_string()).collect();
        State {
            squares: squares.chars().take(64).collect(),
            side: side_word(position.side()),
            ply: position.ply(),
            legal: position
                .moves()
                .iter()
                .map(|square| Legal {
                    r#move: square.to_string(),
                    flips: names(board.flips(square)),
                })
                .collect(),
            must_pass: position.must_pass(),
            is_over: position.is_over(),
            black: position.black().len(),
            white: position.white().len(),
            score: position.is_over().then(|| position.final_score(Color::Black)),
            last: last.map(|turn| move_word(turn.mv)),
            flipped: last.map_or_else(Vec::new, |turn| names(turn.flipped)),
            opening: Openings::new().of_game(position).map(Named::from),
        }
    }

    fn turns(&self) -> Vec<Played> {
        let openings = Openings::new();
        let mut position = self.position.initial();
        let mut turns = Vec::new();
        for turn in self.position.history() {
            let side = side_word(position.side());
            position.play_unchecked(turn.mv);
            turns.push(Played {
                ply: position.ply(),
                side,
                r#move: move_word(turn.mv),
                opening: openings.at(position.board()).map(Named::from),
            });
        }
        turns
    }

    /// Plays a move, with a pass before it if the side to move must pass.
    fn play_word(&mut self, word: &str) -> Result<(), String> {
        if word.eq_ignore_ascii_case("pass") {
            return self.position.pass().map_err(|error| error.to_string());
        }
        let square: Square =
            word.parse().map_err(|_| format!("{word:?} is not a square from a1 to h8"))?;
        self.position.play_with_forced_pass(square).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn picture(&self, options: &str) -> Result<String, String> {
        let options: PictureOptions = match options {
            "" => PictureOptions::default(),
            text => serde_json::from_str(text).map_err(|error| error.to_string())?,
        };
        let mut picture = Picture::new(&self.position).with_language(language(&options.language));
        if let Some(opening) = Openings::new().of_game(&self.position) {
            picture = picture.with_opening(opening);
        }
        if let Some(meaning) = options.label_meaning {
            picture = picture.with_label_meaning(meaning);
        }
        for mark in options.marks {
            let square: Square = mark
                .square
                .parse()
                .map_err(|_| format!("{:?} is not a square from a1 to h8", mark.square))?;
            let mut drawn = Mark::new(square);
            if let Some(label) = mark.label {
                drawn = drawn.with_label(label);
            }
            picture = picture.with_mark(if mark.best { drawn.as_best() } else { drawn });
        }
        Ok(picture.to_svg())
    }

    fn to_format(&self, format: &str, players: [String; 2]) -> Result<Vec<u8>, String> {
        let format: Format = format.parse().map_err(|error| format!("{format}: {error}"))?;
        let game = played(self.position.clone(), players, None);
        // The header of a WTHOR file has the date on which it was made.
        let days = (js_sys::Date::now() / 86_400_000.0) as u32;
        let made = Date::from_unix_days(days);
        let written = write(format, &[game], &GameFile::new(made, made.year));
        Ok(written.map_err(|error| error.to_string())?.bytes)
    }
}

#[wasm_bindgen]
impl ReversiGame {
    /// Reads a transcript, a board with its side to move, a board with moves after it, or a game in
    /// GGF. An empty text is the start position.
    ///
    /// # Errors
    /// Fails with the place of the first fault.
    pub fn parse(text: &str) -> Result<Self, JsError> {
        position_text::parse(text).map(Self::new).map_err(js)
    }

    /// Returns a copy of the game.
    #[must_use]
    pub fn copy(&self) -> Self {
        self.clone()
    }

    /// Returns the state of the board as JSON.
    #[must_use]
    pub fn state(&self) -> String {
        json(&self.state_of())
    }

    /// Returns the turns of the game as JSON.
    #[must_use]
    pub fn moves(&self) -> String {
        json(&self.turns())
    }

    /// Plays a move: a square, or `pass`.
    ///
    /// # Errors
    /// Fails if the move is illegal. The game is then unchanged.
    pub fn play(&mut self, word: &str) -> Result<(), JsError> {
        self.play_word(word).map_err(js)
    }

    /// Takes back the last turn and returns it.
    pub fn undo(&mut self) -> Option<String> {
        self.position.undo().map(move_word)
    }

    /// Returns the game after its first `ply` turns.
    #[must_use]
    pub fn at(&self, ply: usize) -> Self {
        Self::new(self.before(ply))
    }

    /// Returns the game as one line: the moves, and the start board if it is not the usual one.
    #[must_use]
    pub fn transcript(&self) -> String {
        transcript::display_game(&self.position, Passes::Omit).to_string()
    }

    /// Returns the board and the side to move as one line.
    #[wasm_bindgen(js_name = boardText)]
    #[must_use]
    pub fn board_text(&self) -> String {
        boardtext::display(&self.position).to_string()
    }

    /// Returns the key of the position, which is equal for all symmetric positions.
    #[must_use]
    pub fn key(&self) -> String {
        reversi_core::canonical(self.position.board()).0.to_string()
    }

    /// Writes the game as a file: `text`, `ggf`, `pgn` or `wthor`.
    ///
    /// # Errors
    /// Fails if the format cannot hold the game.
    pub fn write(&self, format: &str, black: &str, white: &str) -> Result<Vec<u8>, JsError> {
        self.to_format(format, [black.to_owned(), white.to_owned()]).map_err(js)
    }

    /// Draws the position. The options are JSON with `language`, `marks` and `labelMeaning`.
    ///
    /// # Errors
    /// Fails if the options are invalid.
    pub fn svg(&self, options: &str) -> Result<String, JsError> {
        self.picture(options).map_err(js)
    }

    /// Returns the number of sequences of `depth` moves.
    #[must_use]
    pub fn perft(&self, depth: u32) -> f64 {
        reversi_core::perft(self.position.board(), depth) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> ReversiGame {
        ReversiGame::new(position_text::parse(text).unwrap())
    }

    #[test]
    fn the_state_has_the_moves_and_the_opening() {
        let state = game("f5d6c3d3c4").state_of();
        assert_eq!((state.side, state.ply, state.black, state.white), ("white", 5, 6, 3));
        assert_eq!(state.last.as_deref(), Some("c4"));
        assert_eq!(state.opening.unwrap().english, Some("Tiger"));
        let legal: Vec<_> = state.legal.iter().map(|legal| legal.r#move.as_str()).collect();
        assert!(legal.contains(&"f4"), "{legal:?}");
        assert!(state.squares.len() == 64 && !state.is_over);
    }

    #[test]
    fn turns_are_numbered_and_illegal_moves_are_refused() {
        let mut game = game("f5d6");
        assert_eq!(game.turns()[1].r#move, "d6");
        for word in ["f5", "i9", "", "pass"] {
            assert!(game.play_word(word).is_err(), "{word}");
        }
        game.play_word("c3").unwrap();
        assert_eq!(game.before(1).ply(), 1);
        assert_eq!(game.transcript(), "f5d6c3");
    }

    #[test]
    fn marks_are_drawn() {
        let text = r#"{"marks":[{"square":"d6","label":"+1","best":true}],"language":"ja"}"#;
        let svg = game("f5").picture(text).unwrap();
        assert!(svg.contains(">+1</text>") && svg.contains("白の番"), "{svg}");
        assert!(game("f5").picture(r#"{"marks":[{"square":"z9"}]}"#).is_err());
    }
}
