//! What JavaScript sees of a shogi position.

use std::collections::BTreeMap;

use serde::Serialize;
use shogi_core::format::record::Mode;
use shogi_core::format::{notation, sfen};
use shogi_core::{Color, Flaws, Move, Position, See, Square};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::text::json;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct State {
    sfen: String,
    /// The pieces on the squares 9a, 8a, .. 1i, as in an SFEN. An empty text is an empty square.
    squares: Vec<String>,
    /// The number of pieces of each kind in Black's and in White's hand.
    hands: [BTreeMap<String, u8>; 2],
    side: &'static str,
    move_number: u32,
    is_check: bool,
    /// Whether the side to move has no legal move.
    is_mate: bool,
    legal: Vec<Legal>,
}

/// A legal move.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Legal {
    /// The move in USI.
    pub(super) usi: String,
    /// The origin, or nothing for a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    target: String,
    /// The piece before a promotion.
    piece: String,
    promotes: bool,
    captures: bool,
    /// The name in Japanese, without the mark of the side: `７六歩`.
    japanese: String,
    /// The Western name: `P-7f`.
    western: String,
    /// The material gain of the exchange on the target square.
    exchange: i32,
}

pub(super) const fn side_word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Reads an SFEN or a `position` line without moves. Missing kings are allowed, as in mate problems.
pub(super) fn parse(text: &str) -> Result<Position, String> {
    let text = text.trim();
    if matches!(text, "" | "startpos" | "position startpos") {
        return Ok(Position::start());
    }
    let (position, warnings) =
        sfen::parse(text, Mode::Lenient).map_err(|error| error.to_string())?;
    let flaws = position.flaws().difference(Flaws::MISSING_KINGS);
    if !flaws.is_empty() {
        // The lenient reader accepts flawed positions, and its warning has the place of the field.
        let place = warnings.iter().find_map(|warning| match warning.kind {
            sfen::SfenWarningKind::Flaws(_) => Some(warning.field.to_string()),
            _ => None,
        });
        return Err(format!("invalid position, {}: {flaws}", place.unwrap_or_default()));
    }
    Ok(position)
}

/// Describes a move of a position. `last` is the target of the move before.
pub(super) fn describe(position: &Position, m: Move, last: Option<Square>) -> Legal {
    let japanese = notation::ki2(position, m, last);
    Legal {
        usi: m.to_string(),
        origin: m.origin().map(|square| square.to_string()),
        target: m.target().to_string(),
        piece: m.kind().to_string(),
        promotes: m.is_promotion(),
        captures: m.is_capture(),
        japanese: japanese.trim_start_matches(['▲', '△']).to_owned(),
        western: notation::western(position, m),
        exchange: See::BONANZA.of_move(position, m),
    }
}

/// Describes a position as JSON. `last` is the target of the last move.
pub(super) fn state(position: &Position, last: Option<Square>) -> String {
    let legal: Vec<Legal> =
        position.legal_moves().iter().map(|m| describe(position, m, last)).collect();
    let squares = Square::all().map(|square| {
        position.piece_on(square).map_or_else(String::new, |piece| piece.to_string())
    });
    let hand = |color| {
        let held = position.hand(color).iter().filter(|&(_, count)| count > 0);
        held.map(|(kind, count)| (kind.to_string(), count)).collect()
    };
    json(&State {
        sfen: position.to_string(),
        squares: squares.collect(),
        hands: Color::ALL.map(hand),
        side: side_word(position.side()),
        move_number: position.move_number(),
        is_check: position.is_check(),
        is_mate: legal.is_empty(),
        legal,
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Checked {
    is_valid: bool,
    flaws: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

fn checked(text: &str) -> Checked {
    let setup = match sfen::parse_setup(text) {
        Ok(setup) => setup,
        Err(error) => {
            let error = Some(error.to_string());
            return Checked { is_valid: false, flaws: Vec::new(), error };
        }
    };
    match Position::from_setup_allowing(setup, Flaws::MISSING_KINGS) {
        Ok(position) => {
            let flaws = position.flaws().names().collect();
            Checked { is_valid: true, flaws, error: None }
        }
        Err(error) => {
            Checked { is_valid: false, flaws: error.flaws.names().collect(), error: None }
        }
    }
}

/// Checks a position that a person sets up, and returns its flaws as JSON.
#[wasm_bindgen(js_name = shogiCheck)]
#[must_use]
pub fn shogi_check(sfen: &str) -> String {
    json(&checked(sfen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_has_hands_moves_and_values() {
        let position = parse("4k4/9/9/9/4r4/9/9/4R4/4K4 b G2p 3").unwrap();
        let state: serde_json::Value = serde_json::from_str(&state(&position, None)).unwrap();
        assert_eq!(state["squares"][4], "k");
        assert_eq!(state["hands"][1]["P"], 2);
        let legal = state["legal"].as_array().unwrap();
        let capture = legal.iter().find(|legal| legal["usi"] == "5h5e").unwrap();
        assert_eq!(
            (capture["western"].as_str(), capture["captures"].as_bool()),
            (Some("Rx5e"), Some(true))
        );
        assert!(capture["exchange"].as_i64() > Some(0));
    }

    #[test]
    fn positions_without_a_king_are_allowed_and_other_flaws_are_named() {
        assert!(parse("4k4/9/4P4/9/9/9/9/9/9 b G 1").is_ok());
        let error = parse("4k4/4P4/4P4/9/9/9/9/9/4K4 b - 1").unwrap_err();
        assert!(error.contains("two pawns"), "{error}");
        assert!(parse("4k4/9 b - 1").unwrap_err().contains("byte"));
        let checked = checked("P3k4/9/9/9/9/9/9/9/4K4 b - 1");
        assert!(!checked.is_valid && checked.flaws == ["a piece that can never move"]);
    }
}
