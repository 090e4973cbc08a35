//! Reads our records with the packages `csa` and `shogi-kifu-converter`. Arguments: the list of games,
//! the result file.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use csa::{Action, PieceType};
use serde_json::{Value, json};
use shogi_kifu_converter::converter::{ToCsa, ToKi2, ToKif};
use shogi_kifu_converter::jkf::JsonKifuFormat;
use shogi_kifu_converter::parser::{parse_csa_str, parse_jkf_str, parse_ki2_str, parse_kif_str};

type Moves = Result<Vec<String>, String>;

fn square(file: u8, rank: u8) -> String {
    format!("{file}{}", (b'a' + rank.wrapping_sub(1)) as char)
}

/// Returns the moves of a record of the package `csa`, without the signs of promotion.
fn moves_of_csa(text: &str) -> Moves {
    let record = csa::parse_csa(text).map_err(|error| error.to_string())?;
    let letter = |piece: &PieceType| match piece {
        PieceType::Pawn => "P",
        PieceType::Lance => "L",
        PieceType::Knight => "N",
        PieceType::Silver => "S",
        PieceType::Gold => "G",
        PieceType::Bishop => "B",
        _ => "R",
    };
    let moves = record.moves.iter().filter_map(|record| match &record.action {
        Action::Move(_, from, to, piece) if from.file == 0 => {
            Some(format!("{}*{}", letter(piece), square(to.file, to.rank)))
        }
        Action::Move(_, from, to, _) => {
            Some(square(from.file, from.rank) + &square(to.file, to.rank))
        }
        _ => None,
    });
    Ok(moves.collect())
}

fn parse(format: &str, text: &str) -> Result<JsonKifuFormat, String> {
    match format {
        "csa" => parse_csa_str(text),
        "kif" => parse_kif_str(text),
        "ki2" => parse_ki2_str(text),
        _ => parse_jkf_str(text),
    }
    .map_err(|error| error.to_string())
}

/// Returns the moves of a record of the package `shogi-kifu-converter`, through its JSON.
fn moves_of_jkf(record: &JsonKifuFormat) -> Moves {
    let value = serde_json::to_value(record).map_err(|error| error.to_string())?;
    let moves = value["moves"].as_array().ok_or("no moves")?;
    let place = |place: &Value| {
        square(place["x"].as_u64().unwrap_or(0) as u8, place["y"].as_u64().unwrap_or(0) as u8)
    };
    let letter = |piece: &Value| match piece.as_str() {
        Some("FU") => "P",
        Some("KY") => "L",
        Some("KE") => "N",
        Some("GI") => "S",
        Some("KI") => "G",
        Some("KA") => "B",
        _ => "R",
    };
    let moves = moves.iter().filter_map(|element| element.get("move"));
    Ok(moves
        .map(|step| match step.get("from").filter(|from| from["x"] != 0) {
            Some(from) => place(from) + &place(&step["to"]),
            None => format!("{}*{}", letter(&step["piece"]), place(&step["to"])),
        })
        .collect())
}

/// Returns the game in the package's own form, from any file that the package reads correctly.
fn source(game: &Value) -> Option<JsonKifuFormat> {
    let own = [(&game["originalFormat"], &game["original"])];
    let own = own.map(|(format, path)| (format.as_str(), path.as_str()));
    let files = ["jkf", "kif", "csa"].map(|format| (Some(format), game["files"][format].as_str()));
    own.into_iter().chain(files).find_map(|(format, path)| {
        let format = format.filter(|format| *format != "usi")?;
        let text = fs::read_to_string(path?).ok()?;
        let record = catch_unwind(|| parse(format, &text)).ok()?.ok()?;
        let moves = moves_of_jkf(&record).ok()?.join(" ");
        let is_right = game["moves"].as_array()?.iter().any(|known| *known == moves);
        is_right.then_some(record)
    })
}

fn write(format: &str, record: &JsonKifuFormat) -> Result<String, String> {
    Ok(match format {
        "csa" => record.to_csa_owned(),
        "kif" => record.to_kif_owned(),
        "ki2" => record.to_ki2_owned(),
        _ => serde_json::to_string(record).map_err(|error| error.to_string())?,
    })
}

/// Calls a function. A panic becomes an error.
fn attempt(read: impl FnOnce() -> Moves) -> Value {
    let read = catch_unwind(AssertUnwindSafe(read));
    match read.unwrap_or_else(|_| Err("the reader panicked".to_owned())) {
        Ok(moves) => json!({ "moves": moves }),
        Err(error) => {
            let line: String = error.lines().next().unwrap_or_default().chars().take(300).collect();
            json!({ "error": line })
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (list, output) = (arguments.next().unwrap(), arguments.next().unwrap());
    let games: Vec<Value> = serde_json::from_slice(&fs::read(list).unwrap()).unwrap();
    let mut lines = String::new();
    let mut add = |reader: &str, format: &str, game: &Value, results: [&Value; 3]| {
        let [ours, reference, source] = results;
        let line = json!({
            "reader": reader, "format": format, "key": game["key"], "ours": ours,
            "reference": reference, "source": source
        });
        lines.push_str(&format!("{line}\n"));
    };
    std::panic::set_hook(Box::new(|_| {}));
    for game in &games {
        let text = |format: &str| {
            let path = game["files"][format].as_str().ok_or("no file")?;
            fs::read_to_string(path).map_err(|error| error.to_string())
        };
        let record = source(game);
        let own = |format: &str| match &record {
            Some(record) => write(format, record),
            None => Err("the package does not read the game from any file".to_owned()),
        };
        let format = game["originalFormat"].as_str().unwrap_or_default();
        let path = game["original"].as_str().unwrap_or_default();
        let original = || fs::read_to_string(path).map_err(|error| error.to_string());
        let from = attempt(|| moves_of_jkf(&parse(format, &original()?)?));
        for format in ["kif", "ki2", "csa", "jkf"] {
            let ours = attempt(|| moves_of_jkf(&parse(format, &text(format)?)?));
            let reference = attempt(|| moves_of_jkf(&parse(format, &own(format)?)?));
            add("shogi-kifu-converter", format, game, [&ours, &reference, &from]);
        }
        // The other package writes CSA with the writer of this package.
        let ours = attempt(|| moves_of_csa(&text("csa")?));
        let reference = attempt(|| {
            let record = csa::parse_csa(&own("csa")?).map_err(|error| error.to_string())?;
            moves_of_csa(&record.to_string())
        });
        let from = match format {
            "csa" => attempt(|| moves_of_csa(&original()?)),
            _ => json!({ "error": "not CSA" }),
        };
        add("csa", "csa", game, [&ours, &reference, &from]);
    }
    fs::write(output, lines).unwrap();
}
