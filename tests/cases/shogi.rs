//! Checks the shogi cases, except the cases about records.

use serde_json::Value;
use shogi_core::format::record::Mode;
use shogi_core::format::{sfen, usi};
use shogi_core::{Color, Move, PieceKind, Position, See, SeeValues, perft};

use super::records;
use super::{Plan, list, same, sorted, text};

pub(crate) const PLAN: Plan = Plan {
    checks: &[
        ("csa", records::csa),
        ("declaration", records::declaration),
        ("ki2", records::ki2),
        ("kif", records::kif),
        ("move32", move_word),
        ("movegen", moves),
        ("perft", count),
        ("promotion", moves),
        ("repetition", records::repetition),
        ("see", exchange),
        ("sfen", sfen_text),
        ("uchifuzume", moves),
        ("usi", usi_text),
    ],
    policies: &[],
    elsewhere: &[],
};

fn position(input: &Value) -> Result<Position, String> {
    let text = text(input, "sfen")?;
    text.parse::<usi::PositionLine>().map(|line| line.position).map_err(|e| e.to_string())
}

/// Returns the legal move with this USI text.
fn legal(position: &Position, text: &str) -> Result<Move, String> {
    let bare = usi::parse_move(text).map_err(|e| e.to_string())?;
    position.legal_move(bare).map_err(|e| e.to_string())
}

/// Checks the complete list of legal moves, the number of legal moves, or moves that must or must
/// not be legal. Some cases instead have moves to play and the position after them.
fn moves(input: &Value, expected: &Value) -> Result<(), String> {
    let mut position = position(input)?;
    if let Some(after) = expected["sfen"].as_str() {
        for step in list(&input["moves"]) {
            position.play_unchecked(legal(&position, &step)?);
        }
        return same("sfen", position.to_string().as_str(), after);
    }
    let mut found: Vec<String> =
        position.legal_moves().as_slice().iter().map(ToString::to_string).collect();
    found.sort();
    same("count", Some(found.len() as u64), expected["legal_count"].as_u64())?;
    same("count without a list", position.count_moves(), found.len())?;
    same("whether there is one", position.has_moves(), !found.is_empty())?;
    if expected["legal_moves"].is_array() {
        same("moves", &found, &sorted(&expected["legal_moves"]))?;
    }
    for (key, there) in [("must_contain", true), ("must_not_contain", false)] {
        for step in list(&expected[key]) {
            if found.contains(&step) != there || legal(&position, &step).is_ok() != there {
                return Err(format!("{step}: {key}"));
            }
        }
    }
    Ok(())
}

fn count(input: &Value, expected: &Value) -> Result<(), String> {
    let position = position(input)?;
    let counts = expected["nodes_by_depth"].as_array().ok_or("no nodes")?;
    let found: Vec<u64> = (1..).take(counts.len()).map(|depth| perft(&position, depth)).collect();
    same("nodes", found, counts.iter().filter_map(Value::as_u64).collect())
}

/// Checks a mate by a move of a tokin. Every encoding of the move must preserve that the piece is a
/// tokin.
fn move_word(input: &Value, expected: &Value) -> Result<(), String> {
    let mut position = position(input)?;
    let before = position.clone();
    let step = legal(&position, text(input, "move")?)?;
    same("piece", step.moved(), Some(PieceKind::Tokin))?;
    same("the word", Move::from_bits(step.bits()), Some(step))?;
    same(
        "19 bits",
        Move::from_bits_with_captured(step.bits_without_captured(), step.captured()),
        Some(step),
    )?;
    same(
        "19 bits on the board",
        position.restore_captured(step.bits_without_captured()),
        Some(step),
    )?;
    same("Apery's word", Move::from_apery32(step.to_apery32()), Some(step))?;
    let word = step.to_yaneuraou32(Color::Black);
    same("YaneuraOu's word", Move::from_yaneuraou32(word, None), Some((Color::Black, step)))?;
    let undo = position.play_unchecked(step);
    let reply = Some(position.has_moves());
    same("reply", reply, expected["white_has_legal_move"].as_bool())?;
    position.undo(step, undo);
    let same_again = position == before && position.hash() == before.hash();
    same("undo", Some(same_again), expected["undo_restores_sfen_and_hash"].as_bool())
}

/// Checks an exchange value. The case has the capture values; promotion gains nothing.
fn exchange(input: &Value, expected: &Value) -> Result<(), String> {
    // Some positions have a third bishop or a second pawn on a file, which does not affect an
    // exchange.
    let (position, _) =
        sfen::parse(text(input, "sfen")?, Mode::Lenient).map_err(|e| e.to_string())?;
    let step = legal(&position, text(input, "move")?)?;
    let mut capture = [0; 16];
    for kind in PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King) {
        let value = input["piece_values"][kind.to_string()].as_i64().ok_or("a value is missing")?;
        capture[kind.index()] = value as i32;
    }
    let see = See::new(SeeValues::new(capture, [None; 16]));
    let pinned = see.clone().with_pins();
    let value = pinned.of_move(&position, step);
    same("value", Some(i64::from(value)), expected["value_pins_respected"].as_i64())?;
    if let Some(expected) = expected["value_pins_ignored"].as_i64() {
        same("value without pins", i64::from(see.of_move(&position, step)), expected)?;
    }
    let at_least = pinned.is_at_least(&position, step, 0);
    same("whether it is 0 or more", Some(at_least), expected["see_ge_0"].as_bool())?;
    for threshold in [value - 1, value, value + 1] {
        let at_least = pinned.is_at_least(&position, step, threshold);
        same("whether it reaches the threshold", at_least, value >= threshold)?;
    }
    Ok(())
}

fn sfen_text(input: &Value, expected: &Value) -> Result<(), String> {
    let read = text(input, "sfen")?.parse::<Position>().map_err(|e| e.to_string());
    match (text(expected, "parse")?, read) {
        ("error", Err(_)) => Ok(()),
        ("error", Ok(position)) => Err(format!("it was read as {position}")),
        (_, read) => same("sfen", read?.to_string().as_str(), text(expected, "sfen")?),
    }
}

fn usi_text(input: &Value, expected: &Value) -> Result<(), String> {
    let text = text(input, "usi")?;
    if text.starts_with("position") {
        let read = text.parse::<usi::PositionLine>().map_err(|e| e.to_string());
        return match (expected["error"].as_bool(), read) {
            (Some(true), Err(_)) => Ok(()),
            (Some(true), Ok(line)) => Err(format!("it was read as {line}")),
            (_, read) => {
                let sfen = read?.position.to_string();
                same("sfen", Some(sfen.as_str()), expected["sfen"].as_str())
            }
        };
    }
    let read = usi::parse_move(text);
    let syntax = expected["syntax"].as_str().ok_or("no syntax")?;
    if syntax == "ok" {
        let bare = read.map_err(|e| e.to_string())?;
        same("text", bare.to_string().as_str(), text)?;
        let is_legal = Position::start().legal_move(bare).is_ok();
        return same("legal", Some(is_legal), expected["legal_in_startpos"].as_bool());
    }
    same("whether it is a move", read.is_ok(), false)?;
    let word = usi::parse_word(text).map(|word| word.to_string());
    match expected["bestmove"].as_str() {
        Some(bestmove) => same("word", word, Ok(bestmove.to_owned())),
        None => same("whether it is a word", word.is_ok(), false),
    }
}
