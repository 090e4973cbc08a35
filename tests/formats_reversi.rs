//! The formats of Reversi on real files and on the collected cases.

mod support;

use reversi_core::format::wthor::{GameFile, GameRecord, NameFile, NameKind};
use reversi_core::format::{boardtext, ggf, obf, transcript};
use reversi_core::{Color, Move};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

fn wthor_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(support::data_path("reversi/wthor"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "wtb"))
        .collect();
    files.sort();
    assert_eq!(files.len(), 45);
    files
}

#[test]
fn the_wthor_base_replays_and_is_written_back() {
    let (mut games, mut moves, mut passes, mut finished) = (0, 0, 0, 0);
    for path in wthor_files() {
        let bytes = fs::read(&path).unwrap();
        let file = GameFile::from_bytes(&bytes).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        assert_eq!(file.depth(), 24);
        for (index, game) in file.games.iter().enumerate() {
            let position = game
                .replay()
                .unwrap_or_else(|error| panic!("{path:?}, game {}: {error}", index + 1));
            let placed = game.squares().count();
            games += 1;
            moves += placed;
            passes += position.ply() - placed;
            if position.is_over() {
                finished += 1;
                assert_eq!(position.final_score(Color::Black), game.score(), "{path:?} {index}");
            }
        }
        assert!(file.to_bytes().unwrap() == bytes, "{path:?} is not written back as it was");
    }
    assert_eq!((games, finished), (120_146, 119_733));
    assert_eq!((moves, passes), (7_188_992, 138_286));
}

#[test]
fn the_names_of_the_wthor_base_are_written_back() {
    for (file, kind, count, first, last) in [
        ("WTH.JOU", NameKind::Players, 4448, "???", "Savarese Michele"),
        ("WTH.TRN", NameKind::Tournaments, 492, "Diverses parties", "WOC (XOT)"),
    ] {
        let bytes = support::data_bytes(&format!("reversi/wthor/{file}"));
        let names = NameFile::from_bytes(kind, &bytes).unwrap();
        assert_eq!(names.names().len(), count);
        assert_eq!(names.name(0).unwrap().to_string(), first);
        assert_eq!(names.name(count as u16 - 1).unwrap().to_string(), last);
        assert_eq!(names.name(count as u16), None);
        assert!(names.to_bytes() == bytes, "{file} is not written back as it was");
    }
}

/// Returns whether an error describes the fault that a case expects.
fn assert_says(id: &str, error: &str, words: &[&str]) {
    assert!(
        words.iter().any(|word| error.contains(word)),
        "{id}: {error:?} contains none of {words:?}"
    );
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no {key} in {value}"))
}

/// Returns the turns of a transcript in the notation of the cases.
fn spelled(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn spelled_passes(passes: impl Iterator<Item = (Color, usize)>) -> Vec<String> {
    passes.map(|(side, ply)| format!("pass {side} before ply {ply}")).collect()
}

#[test]
fn boardtext_cases() {
    for case in support::cases("reversi", &["boardtext"], true) {
        let (id, expected) = (text(&case, "id"), &case["expected"]);
        match boardtext::parse(text(&case["input"], "text")) {
            Ok(position) => {
                let board = format!("{} {}", text(expected, "board"), text(expected, "side"));
                assert_eq!(boardtext::display(&position).to_string(), board, "{id}");
            }
            Err(error) => {
                let words: &[&str] = match text(expected, "error") {
                    "63 squares" => &["board of 63 squares, expected 64"],
                    "digit zero is not a disc" => &["digit zero is not a disc"],
                    "side" => &["found side 'Q'"],
                    other => panic!("{id}: {other}"),
                };
                assert_says(id, &error.to_string(), words);
            }
        }
    }
}

#[test]
fn transcript_cases() {
    for case in support::cases("reversi", &["transcript"], true) {
        let (id, expected) = (text(&case, "id"), &case["expected"]);
        match transcript::parse(text(&case["input"], "text")) {
            Ok(game) => {
                assert_eq!(serde_json::json!(spelled(&game.moves)), expected["moves"], "{id}");
                if let Some(board) = expected["board"].as_str() {
                    assert_eq!(boardtext::display(&game.position).to_string(), board, "{id}");
                }
                if expected["passes"].is_array() {
                    let passes = spelled_passes(game.passes());
                    assert_eq!(serde_json::json!(passes), expected["passes"], "{id}");
                }
                if expected["trailing"].is_string() {
                    assert!(game.result.is_some(), "{id}");
                }
            }
            Err(error) => {
                let words: &[&str] = match text(expected, "error") {
                    "pass while a move exists, at ply 3" => &["ply 3 at byte 4: illegal move pass"],
                    "no flip, ply 1" => &["ply 1 at byte 0: illegal move a1: it flips no disc"],
                    "half a move at the end" => &["ply 4 at byte 6: half a move"],
                    "bad square, ply 3" => &["ply 3 at byte 4: bad square"],
                    other => panic!("{id}: {other}"),
                };
                assert_says(id, &error.to_string(), words);
            }
        }
    }
}

#[test]
fn games_of_the_other_cases() {
    for case in support::cases("reversi", &["pass", "gameend"], true) {
        let (id, expected) = (text(&case, "id"), &case["expected"]);
        let Some(moves) = case["input"]["transcript"].as_str() else { continue };
        let game = transcript::parse(moves).unwrap_or_else(|error| panic!("{id}: {error}"));
        if expected["passes"].is_array() {
            let passes = spelled_passes(game.passes());
            assert_eq!(serde_json::json!(passes), expected["passes"], "{id}");
        }
        if let Some(score) = expected["score_black"].as_i64() {
            assert_eq!(game.score().map(i64::from), Some(score), "{id}");
            let record = GameRecord::from_position(&game.position).unwrap();
            assert_eq!(serde_json::json!(record.score_byte()), expected["wthor_score"], "{id}");
        }
        if let Some(board) = expected["board"].as_str() {
            assert_eq!(boardtext::display(&game.position).to_string(), board, "{id}");
            assert!(game.position.must_pass(), "{id}");
        }
    }
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for digit in text.bytes().filter(|&byte| byte != b'=') {
        bits = bits << 6 | DIGITS.iter().position(|&d| d == digit).unwrap() as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

#[test]
fn wthor_cases() {
    for case in support::cases("reversi", &["wthor"], true) {
        let (id, expected) = (text(&case, "id"), &case["expected"]);
        let bytes = base64(text(&case["input"], "bytes_base64"));
        assert_eq!(serde_json::json!(bytes.len()), case["input"]["length"], "{id}");
        let file = match GameFile::from_bytes(&bytes) {
            Ok(file) => file,
            Err(error) => {
                let words: &[&str] = match (id, expected["error"].as_str()) {
                    ("reversi-wthor-08", None) => &["record 1, byte 26: the moves end here"],
                    ("reversi-wthor-14", None) => &["byte 84: size mismatch"],
                    ("reversi-wthor-18", None) => &["byte 13: a file of solitaires"],
                    (_, Some("move byte 19")) => &["record 1, byte 26: move byte 19"],
                    (_, Some("move byte 255")) => &["record 1, byte 24: move byte 255"],
                    (_, Some("size mismatch")) => &["byte 12: board size 10 is not supported"],
                    (_, Some("board size 6")) => &["byte 12: board size 6 is not supported"],
                    other => panic!("{other:?}: {error}"),
                };
                assert_says(id, &error.to_string(), words);
                continue;
            }
        };
        assert!(expected["error"].is_null(), "{id}");
        assert_eq!(serde_json::json!(file.games.len()), expected["games"], "{id}");
        let Some(game) = file.games.first() else { continue };
        match game.replay() {
            Err(error) => {
                assert_eq!(text(expected, "error_on_replay"), "a1 illegal at ply 2");
                assert!(error.to_string().contains("ply 2: illegal move a1"), "{id}: {error}");
            }
            Ok(position) => {
                let moves: String = game.squares().map(|square| square.to_string()).collect();
                assert_eq!(moves, text(expected, "moves"), "{id}");
                let played = transcript::parse(&moves).unwrap();
                assert_eq!(played.position, position, "{id}");
                if expected["passes"].is_array() {
                    let passes = spelled_passes(played.passes());
                    assert_eq!(serde_json::json!(passes), expected["passes"], "{id}");
                }
            }
        }
        for (key, value) in [
            ("score_byte", i64::from(game.score_byte())),
            ("score_black", i64::from(game.score())),
            ("theoretical_score_byte", i64::from(game.theoretical_byte())),
            ("depth", i64::from(file.depth())),
            ("board_size", 8),
        ] {
            if let Some(expected) = expected[key].as_i64() {
                assert_eq!(value, expected, "{id}: {key}");
            }
        }
    }
}

/// Compares the games of 1977 with the text of another converter.
#[test]
fn the_games_of_1977_agree_with_their_pgn() {
    let pgn = support::data_text("reversi/WTH_1977.pgn");
    let file = GameFile::from_bytes(&support::data_bytes("reversi/wthor/WTH_1977.wtb")).unwrap();
    let players = support::data_bytes("reversi/wthor/WTH.JOU");
    let players = NameFile::from_bytes(NameKind::Players, &players).unwrap();
    let mut games = Vec::new();
    for part in pgn.split("[Event ").skip(1) {
        let tag = |name: &str| {
            let (_, rest) = part.split_once(&format!("[{name} \"")).unwrap();
            rest.split('"').next().unwrap().to_owned()
        };
        let moves: String = part
            .lines()
            .filter(|line| !line.contains('[') && !line.contains(']'))
            .collect::<Vec<_>>()
            .join(" ");
        games.push((tag("Black"), tag("White"), transcript::parse(&moves).unwrap()));
    }
    assert_eq!(games.len(), file.games.len());
    for (black, white, game) in games {
        let named = |number: u16, name: &str| players.name(number).unwrap().to_text() == name;
        let record = file.games.iter().find(|record| {
            named(record.black, &black)
                && named(record.white, &white)
                && record.squares().eq(game.squares())
        });
        assert!(record.is_some(), "{black} - {white}");
    }
}

#[test]
fn obf_cases() {
    for case in support::cases("reversi", &["obf"], true) {
        let (id, expected) = (text(&case, "id"), &case["expected"]);
        let problem = match obf::parse_line(text(&case["input"], "line")) {
            Ok(None) => {
                assert_eq!(expected["skip"], true, "{id}");
                continue;
            }
            Ok(Some(problem)) => problem,
            Err(error) => {
                let words: &[&str] = match text(expected, "error") {
                    "a1 is not a legal move" => &["byte 68: illegal move a1: it flips no disc"],
                    "missing score" => &["byte 75: missing score"],
                    other => panic!("{id}: {other}: {error}"),
                };
                assert_says(id, &error.to_string(), words);
                continue;
            }
        };
        let board = format!("{} {}", text(expected, "board"), text(expected, "side"));
        assert_eq!(boardtext::display(&problem.position).to_string(), board, "{id}");
        let moves: serde_json::Map<String, Value> =
            problem.moves.iter().map(|(mv, score)| (mv.to_string(), (*score).into())).collect();
        assert_eq!(Value::Object(moves), expected["moves"], "{id}");
        assert_eq!(serde_json::json!(problem.best()), expected["best"], "{id}");
        assert_eq!(serde_json::json!(problem.comment), expected["comment"], "{id}");
        assert_eq!(obf::parse_line(&problem.to_string()), Ok(Some(problem)), "{id}");
    }
}

#[test]
fn ggf_cases() {
    for case in support::cases("reversi", &["ggf"], true) {
        let (id, expected) = (text(&case, "id"), &case["expected"]);
        let games = match ggf::parse(text(&case["input"], "text")) {
            Ok(games) => games,
            Err(error) => {
                let words: &[&str] = match text(expected, "error") {
                    "pass while White has moves" => &["illegal move pass: the side to move has a"],
                    "board size 10 not supported" => &["board size 10 is not supported"],
                    "colour of the move tag does not match the side to move" => {
                        &["wrong colour: it is X's turn"]
                    }
                    other => panic!("{id}: {other}: {error}"),
                };
                assert_says(id, &error.to_string(), words);
                continue;
            }
        };
        assert!(expected["error"].is_null(), "{id}");
        assert_eq!(serde_json::json!(games.len()), expected["games"], "{id}");
        let game = &games[0];
        let moves: Vec<Move> = game.moves.iter().map(|played| played.mv).collect();
        let evaluations: Vec<_> = game.moves.iter().map(|played| played.evaluation).collect();
        let seconds: Vec<_> = game.moves.iter().map(|played| played.seconds).collect();
        let end = game.result.and_then(|result| result.end);
        let side = game.position.side().to_string();
        for (key, value) in [
            ("moves", serde_json::json!(spelled(&moves))),
            ("evals", serde_json::json!(evaluations)),
            ("seconds", serde_json::json!(seconds)),
            ("result", serde_json::json!(game.result.map(|result| result.score))),
            ("declared_result", serde_json::json!(game.result.map(|result| result.score))),
            ("flag", serde_json::json!(end.map(|end| end.letter().to_string()))),
            ("time", serde_json::json!(game.time)),
            ("komi", serde_json::json!(game.komi)),
            ("type", serde_json::json!({ "komi": game.variant.komi, "size": 8 })),
            ("last_token", serde_json::json!(moves.last().map(ToString::to_string))),
            ("side_to_move_after", serde_json::json!(side)),
            ("replayed_score_black", serde_json::json!(game.replayed_score())),
            ("result_mismatch", serde_json::json!(game.has_result_mismatch())),
        ] {
            if let Some(expected) = expected.get(key) {
                assert_eq!(&value, expected, "{id}: {key}");
            }
        }
        assert_eq!(&ggf::parse(&game.to_string()).unwrap()[0], game, "{id}");
    }
}
