//! Checks the shogi cases about records, repetitions and declarations.

use serde_json::Value;
use shogi_core::format::record::{Mode, ReadGame, ReadRecordError};
use shogi_core::format::{csa, kif, notation, usi};
use shogi_core::{
    Color, Declaration, DeclarationResult, DeclarationRule, Game, History, Outcome, Position,
    Repetition, Step,
};

use super::{base64, list, same, text};

fn start(input: &Value) -> Result<Position, String> {
    let text = text(input, "sfen")?;
    text.parse::<usi::PositionLine>().map(|line| line.position).map_err(|e| e.to_string())
}

fn play(position: &mut Position, step: &str) -> Result<(), String> {
    let bare = usi::parse_move(step).map_err(|e| e.to_string())?;
    let m = position.legal_move(bare).map_err(|e| format!("{step}: {e}"))?;
    let _ = position.play(m);
    Ok(())
}

pub(crate) fn repetition(input: &Value, expected: &Value) -> Result<(), String> {
    let mut position = start(input)?;
    let mut history = History::new(&position);
    let mut state = Repetition::None { occurrences: 1 };
    for step in text(input, "moves")?.split_whitespace() {
        play(&mut position, step)?;
        state = history.push(&position);
    }
    let (name, loser) = match state {
        Repetition::None { occurrences } => {
            if let Some(expected) = expected["occurrences"].as_u64() {
                same("occurrences", u64::from(occurrences), expected)?;
            }
            ("none", None)
        }
        Repetition::Draw => ("draw (sennichite)", None),
        Repetition::PerpetualCheck { loser } => ("perpetual check", Some(loser)),
    };
    same("state", name, text(expected, "state")?)?;
    let loser = loser.map(|color| if color == Color::Black { "black" } else { "white" });
    same("loser", loser, expected["loser"].as_str())
}

pub(crate) fn declaration(input: &Value, expected: &Value) -> Result<(), String> {
    let facts = Declaration::of(&start(input)?);
    if let Some(points) = expected["points_of_side_to_move"].as_u64() {
        same("points", u64::from(facts.points), points)?;
    }
    for (key, rule) in [("law27", DeclarationRule::Points27), ("law24", DeclarationRule::Points24)]
    {
        let name = match facts.result(rule) {
            DeclarationResult::Win => "win",
            DeclarationResult::Draw => "draw",
            DeclarationResult::Fails => "fails",
        };
        same(key, name, text(expected, key)?)?;
    }
    Ok(())
}

pub(crate) fn ki2(input: &Value, expected: &Value) -> Result<(), String> {
    let mut position = start(input)?;
    let steps: Vec<&str> = text(input, "moves")?.split_whitespace().collect();
    let (last, before) = steps.split_last().ok_or("no moves")?;
    let mut target = None;
    for step in before {
        play(&mut position, step)?;
        target = usi::parse_move(step).ok().map(|bare| bare.target());
    }
    let bare = usi::parse_move(last).map_err(|e| e.to_string())?;
    let m = position.legal_move(bare).map_err(|e| e.to_string())?;
    let name = notation::ki2(&position, m, target);
    same("name", name.as_str(), text(expected, "ki2")?)?;
    let back = notation::parse_japanese(&name, &position, target).map_err(|e| e.to_string())?;
    same("move", back, m)
}

/// Compares a record with the expected values of a case.
fn record(read: Result<ReadGame, ReadRecordError>, expected: &Value) -> Result<(), String> {
    if expected["error"] == true {
        return match read {
            Ok(read) => Err(format!("it was read as {:?}", read.game)),
            Err(error) if error.line == 0 || error.column == 0 => Err("no place".into()),
            Err(_) => Ok(()),
        };
    }
    let game = read.map_err(|e| e.to_string())?.game;
    game_is(&game, expected)
}

fn game_is(game: &Game, expected: &Value) -> Result<(), String> {
    let moves: Vec<String> = game.moves().map(|m| m.to_string()).collect();
    same("moves", moves, list(&expected["moves"]))?;
    if let Some(sfen) = expected["sfen"].as_str() {
        let found = game.start().to_string();
        same("start", found.rsplit_once(' ').map(|(sfen, _)| sfen), Some(sfen))?;
    }
    if let Some(seconds) = expected["seconds"].as_array() {
        let found: Vec<u64> = game
            .main_line()
            .filter(|&id| matches!(game.step(id), Some(Step::Move(_))))
            .filter_map(|id| Some(game.time(id)?.spent.as_secs()))
            .collect();
        same("seconds", found, seconds.iter().filter_map(Value::as_u64).collect())?;
    }
    if let Some(seconds) = expected["end_seconds"].as_u64() {
        let found = game.time(game.leaf()).map(|time| time.spent.as_secs());
        same("seconds of the end", found, Some(seconds))?;
    }
    if let Some(variation) = expected.get("variation_at_10") {
        let tenth = game.main_line().nth(9).ok_or("no tenth move")?;
        let mut at = game.next_variation(tenth);
        let mut found = Vec::new();
        while let Some(id) = at {
            if let Some(Step::Move(m)) = game.step(id) {
                found.push(m.to_string());
            }
            at = game.next(id);
        }
        same("variation", found, list(variation))?;
    }
    end_is(game, expected["end"].as_str())
}

/// Checks the end of a game. The case describes the end in words.
fn end_is(game: &Game, expected: Option<&str>) -> Result<(), String> {
    let Some(words) = expected else { return same("end", game.end(), None) };
    let outcome = game.outcome().to_string();
    let side = game.final_position().side();
    let (us, them) = match side {
        Color::Black => ("black", "white"),
        Color::White => ("white", "black"),
    };
    let key = words.split([':', ' ']).next().unwrap_or_default();
    let wanted = match key {
        "TORYO" | "resignation" => format!("{them} wins by resignation"),
        "CHUDAN" | "interrupted" => "unfinished (interruption)".to_owned(),
        "TIME_UP" | "time" => format!("{them} wins by time"),
        "KACHI" | "entering-king" => format!("{us} wins by declaration"),
        "repetition" => "draw by repetition".to_owned(),
        "mate" => format!("{them} wins by checkmate"),
        "foul" => format!("{them} wins by foul of {us}"),
        _ => return Err(format!("nothing checks the end {words}")),
    };
    same("outcome", outcome, wanted)?;
    // Some cases also name the winner.
    let winner = match game.outcome() {
        Outcome::Win { winner: Color::Black, .. } => "black",
        Outcome::Win { winner: Color::White, .. } => "white",
        _ => "nobody",
    };
    let words = words.to_lowercase();
    for color in ["black", "white"] {
        if words.contains(&format!("{color} wins")) || words.contains(&format!("({color}) wins")) {
            same("winner", winner, color)?;
        }
    }
    Ok(())
}

pub(crate) fn kif(input: &Value, expected: &Value) -> Result<(), String> {
    match (input["text"].as_str(), input["bytes_base64"].as_str()) {
        (Some(text), _) => {
            record(kif::read(text.as_bytes(), Mode::Strict), expected)?;
            record(kif::parse(text, Mode::Strict), expected)
        }
        (None, Some(bytes)) => record(kif::read(&base64(bytes), Mode::Strict), expected),
        (None, None) => Err("no input".into()),
    }
}

pub(crate) fn csa(input: &Value, expected: &Value) -> Result<(), String> {
    let text = text(input, "text")?;
    record(csa::parse(text, Mode::Strict), expected)?;
    let games: Vec<_> = csa::games(text, Mode::Strict).collect();
    if let Some(count) = expected["games_in_file"].as_u64() {
        same("games", games.len() as u64, count)?;
        let second = games[1].as_ref().map_err(ToString::to_string)?;
        game_is(&second.game, &expected["second_game"])?;
    }
    Ok(())
}
