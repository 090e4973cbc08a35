//! Tests the formats of Reversi on real files and on the collected cases.

mod support;

use reversi_core::format::record::{
    self, ConvertError, Game, LossKind, Place, RecordErrorKind, WarningKind, WriteRecordErrorKind,
    Written,
};
use reversi_core::format::transcript::WrittenResult;
use reversi_core::format::wthor::{Date, GameFile, GameRecord, NameFile, NameKind};
use reversi_core::format::{
    self, ContentKind, Contents, Format, ReadError, boardtext, games, ggf, obf, transcript,
};
use reversi_core::{Color, Move, Position};
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

/// Asserts that an error message contains the words for the error that a case expects.
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
                    "63 squares" => &["the board has 63 squares, expected 64"],
                    "digit zero is not a disc" => &["digit zero is not a disc"],
                    "side" => &["invalid side 'Q'"],
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
                    "no flip, ply 1" => {
                        &["ply 1 at byte 0: illegal move a1: the move flips no disc"]
                    }
                    "half a move at the end" => &["ply 4 at byte 6: incomplete square"],
                    "bad square, ply 3" => &["ply 3 at byte 4: invalid square"],
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
                    ("reversi-wthor-08", None) => &["record 1, byte 26: zero byte between moves"],
                    ("reversi-wthor-14", None) => &["byte 84: size mismatch"],
                    ("reversi-wthor-18", None) => &["byte 13: the file contains solitaires"],
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
                    "a1 is not a legal move" => {
                        &["byte 68: illegal move a1: the move flips no disc"]
                    }
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
                        &["move of the wrong colour, expected a move of X"]
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

/// A game that ends 18 to 46.
const WHOLE: &str = "d3c3c4e3c2b2f4b1d2f5g5g6e2e1b3a4f2c5b5f3a2a6g3g2b4a5c1e6h7a3a7g4h5h3g1a1d7d1d6f1c6h4h2h1a8b7c7b6e8c8g7f7e7f6g8d8b8h8h6f8";

/// An unfinished GGF game with a value in each field.
const FULL_GGF: &str = "(;GM[Othello]DT[1]PC[x]PB[alpha]PW[beta]TI[15:00]TY[8k]RE[+2.000:r]KM[1]\
    BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
    B[f5/1.5/2]W[d6//3]B[c3];)";

fn new_file() -> GameFile {
    GameFile::new(Date { year: 2024, month: 5, day: 1 }, 2024)
}

fn convert(from: Format, bytes: &[u8], to: Format) -> Result<Written, ConvertError> {
    record::convert(from, bytes, to, &new_file())
}

fn losses(written: &Written) -> Vec<(LossKind, u32)> {
    written.losses.iter().map(|loss| (loss.kind, loss.count)).collect()
}

#[test]
fn any_file_is_detected_and_read() {
    for path in wthor_files() {
        let (found, contents) = format::read(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(found, Format::Wthor);
        let Contents::Games(games) = contents else { panic!("{path:?}") };
        assert!(games.iter().all(Result::is_ok), "{path:?}");
    }
    let start = boardtext::display(&Position::start()).to_string();
    for (text, expected, count) in [
        (format!("# games\n\n{WHOLE} 18-46\r\n1. f5 d6\n"), Format::Transcripts, 2),
        (format!("{FULL_GGF}\n1 {FULL_GGF}"), Format::Ggf, 2),
        (format!("\u{feff}{FULL_GGF}"), Format::Ggf, 1),
        (format!("% problems\n{start}; f5:+2;\n# none\n{start}\n"), Format::Obf, 2),
    ] {
        let (found, contents) = format::read(text.as_bytes()).unwrap();
        assert_eq!(found, expected, "{text}");
        let read = match contents {
            Contents::Games(games) => games.iter().filter(|game| game.is_ok()).count(),
            Contents::Positions(positions) => {
                positions.iter().filter(|position| position.is_ok()).count()
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(read, count, "{text}");
    }
}

#[test]
fn errors_of_files_have_their_place() {
    let unknown = |appears_to_be| ReadError::UnknownFormat { appears_to_be };
    assert_eq!(format::read(b"hello").unwrap_err(), unknown(None));
    let page = format::read(b"<html>").unwrap_err();
    assert_eq!(page, unknown(Some("an HTML page")));
    assert!(page.to_string().ends_with("this appears to be an HTML page"), "{page}");
    let message = |bytes: &[u8]| match format::read(bytes) {
        Err(error) => error.to_string(),
        Ok((_, Contents::Games(games))) => {
            games.into_iter().find_map(Result::err).unwrap().to_string()
        }
        Ok((_, Contents::Positions(positions))) => {
            positions.into_iter().find_map(Result::err).unwrap().to_string()
        }
        Ok((format, _)) => panic!("{format}"),
    };
    let start = boardtext::display(&Position::start()).to_string();
    let illegal = {
        let written = convert(Format::Transcripts, b"f5d6\nf5d6\n", Format::Wthor).unwrap();
        let mut bytes = written.bytes;
        bytes[16 + 68 + 9] = 11;
        bytes
    };
    for (bytes, expected) in [
        (&b"f5d6\n\nf5f5\n"[..], "line 3: invalid transcript, ply 2 at byte 2: illegal move f5"),
        (b"f5d6\nf5\xff", "byte 7: not UTF-8 text"),
        (&illegal, "record 2: illegal game, ply 2: illegal move a1"),
        (&illegal[..50], "invalid wthor file, byte 16: size mismatch"),
        (b"(;GM[Othello]x", "invalid ggf, game 1 at byte 14: "),
        (format!("{start}\n{start}; a1:+2;").as_bytes(), "line 2: invalid obf line, byte 68: "),
        (&[start.as_bytes(), b"\n\xff"].concat(), "byte 67: not UTF-8 text"),
    ] {
        let message = message(bytes);
        assert!(message.starts_with(expected), "{message}");
    }
    for (format, bytes) in [(Format::Transcripts, &b"# none\n"[..]), (Format::Ggf, b" \n")] {
        let error = record::read(format, bytes).unwrap_err();
        assert_eq!((error.place, error.kind), (None, RecordErrorKind::Empty));
    }
    let error = record::read(Format::Obf, start.as_bytes()).unwrap_err();
    assert_eq!(error.kind, RecordErrorKind::Format("obf"));
    let error = record::write(Format::Obf, &[], &new_file()).unwrap_err();
    assert_eq!(error.kind, WriteRecordErrorKind::Format("obf"));
}

#[test]
fn results_that_a_format_cannot_keep_are_reported() {
    let open = "d3c5f6f5e6e3d6f7";
    let text = format!("f5\n{open} 37-27\n{WHOLE} 18-46\n{WHOLE} 40-24\n{open} 59-5\n");
    let result = WrittenResult { black: 37, white: 27 };
    let mismatch =
        WarningKind::Mismatch { result: WrittenResult { black: 40, white: 24 }, score: -28 };
    let last = WrittenResult { black: 59, white: 5 };
    for (to, expected) in [
        (
            Format::Wthor,
            // The result of the last game agrees with the score of its board.
            vec![(2, WarningKind::Replaced { result, score: 54 }), (4, mismatch)],
        ),
        (
            Format::Transcripts,
            vec![
                (2, WarningKind::Lost { result }),
                (4, mismatch),
                (5, WarningKind::Lost { result: last }),
            ],
        ),
        (Format::Ggf, vec![]),
        (Format::Pgn, vec![]),
    ] {
        let written = convert(Format::Transcripts, text.as_bytes(), to).unwrap();
        let found: Vec<_> =
            written.warnings.iter().map(|warning| (warning.place, warning.kind)).collect();
        let expected: Vec<_> =
            expected.into_iter().map(|(line, kind)| (Place::Line(line), kind)).collect();
        assert_eq!(found, expected, "{to}");
        let count = u32::try_from(expected.len()).unwrap();
        assert_eq!(
            losses(&written),
            Vec::from_iter((count > 0).then_some((LossKind::Result, count)))
        );
    }
}

#[test]
fn the_losses_of_each_pair_of_formats_are_reported() {
    use LossKind::{
        Evaluation, Field, Header, Komi, Pass, Player, Result, TheoreticalScore, Time, Tournament,
        Variant,
    };
    let mut file = new_file();
    let game: transcript::Transcript = WHOLE.parse().unwrap();
    let record = GameRecord::from_position(&game.position).unwrap();
    file.games = vec![record, record];
    (file.games[0].tournament, file.games[0].black, file.games[0].white) = (7, 1, 2);
    let wthor = file.to_bytes().unwrap();
    for to in [Format::Transcripts, Format::Ggf, Format::Pgn] {
        let written = convert(Format::Wthor, &wthor, to).unwrap();
        let expected = [(Player, 2), (Tournament, 1), (TheoreticalScore, 2), (Header, 1)];
        assert_eq!(losses(&written), expected, "{to}");
        assert_eq!(written.warnings, []);
    }
    let same = convert(Format::Wthor, &wthor, Format::Wthor).unwrap();
    assert_eq!((same.bytes, same.losses), (wthor, vec![]));
    for (to, players, fields) in
        [(Format::Transcripts, 2, 2), (Format::Wthor, 0, 2), (Format::Pgn, 0, 1)]
    {
        let written = convert(Format::Ggf, FULL_GGF.as_bytes(), to).unwrap();
        let mut expected = vec![
            (Result, 1),
            (Player, players),
            (Time, 3),
            (Evaluation, 1),
            (Komi, 1),
            (Variant, 1),
            (Field, fields),
        ];
        expected.retain(|(_, count)| *count > 0);
        assert_eq!(losses(&written), expected, "{to}");
    }
    let pgn = b"[Event \"e\"]\n[Site \"s\"]\n[Date \"2001.02.03\"]\n[Round \"1\"]\n[Black \"b\"]\n\
        [White \"w\"]\n[Result \"1-0\"]\n1. f5 d6 2. c3\n";
    for (to, expected) in [
        (Format::Transcripts, vec![(Result, 1), (Player, 2), (Tournament, 1), (Field, 3)]),
        (Format::Wthor, vec![(Result, 1), (Field, 3)]),
        (Format::Ggf, vec![(Result, 1), (Field, 1)]),
        (Format::Pgn, vec![]),
    ] {
        assert_eq!(losses(&convert(Format::Pgn, pgn, to).unwrap()), expected, "{to}");
    }
    let same = convert(Format::Ggf, FULL_GGF.as_bytes(), Format::Ggf).unwrap();
    assert_eq!(losses(&same), []);
    assert_eq!(ggf::parse(FULL_GGF), ggf::parse(core::str::from_utf8(&same.bytes).unwrap()));
    // A transcript or a WTHOR record cannot store a pass at the end.
    let passed = b"f5f6d3e3f3f4g7d6d7f7g5h8f8e7h7h6pa";
    for (to, expected) in [
        (Format::Transcripts, vec![(Pass, 1)]),
        (Format::Wthor, vec![(Pass, 1)]),
        (Format::Ggf, vec![]),
        (Format::Pgn, vec![]),
    ] {
        assert_eq!(losses(&convert(Format::Transcripts, passed, to).unwrap()), expected);
    }
}

#[test]
fn games_from_another_start_read_back_or_are_refused() {
    // White has three discs, and Black one.
    let text = FULL_GGF.replace("---O*--- ---*O---", "---OO--- ---*O---");
    let text = &text[..text.find("W[d6").unwrap()];
    let text = format!("{text};)");
    let before = read(Format::Ggf, text.as_bytes());
    for to in [Format::Transcripts, Format::Ggf, Format::Pgn] {
        let written = convert(Format::Ggf, text.as_bytes(), to).unwrap();
        assert_eq!(read(to, &written.bytes)[0].position, before[0].position, "{to}");
        assert_eq!(format::detect(&written.bytes), Some(to));
    }
    let Err(ConvertError::Write(error)) = convert(Format::Ggf, text.as_bytes(), Format::Wthor)
    else {
        panic!("the game has no place in a WTHOR file")
    };
    assert_eq!((error.index, error.place), (Some(0), Some(Place::Game(1))));
    let message = "game 1: the game does not begin at the usual start";
    assert!(error.to_string().starts_with(message), "{error}");
}

fn read(format: Format, bytes: &[u8]) -> Vec<record::ReadGame> {
    record::read(format, bytes).unwrap().into_iter().map(Result::unwrap).collect()
}

#[test]
fn names_survive_a_conversion_to_any_format_with_names() {
    let path = support::data_path("reversi/wthor/WTH_1977.wtb");
    let (format, Contents::Games(games)) = games::read_file(&path).unwrap() else {
        panic!("a WTHOR file has games")
    };
    assert_eq!(format, Format::Wthor);
    let games: Vec<_> = games.into_iter().map(Result::unwrap).collect();
    let infos = |games: &[record::ReadGame]| -> Vec<_> {
        games.iter().map(|game| (game.info.clone(), game.score(), game.position.clone())).collect()
    };
    let expected = infos(&games);
    assert_eq!(expected[0].0.tournament.as_deref(), Some("World Championship"));
    assert!(expected.iter().all(|(info, ..)| {
        info.black.is_some() && info.white.is_some() && info.year() == Some(1977)
    }));
    for via in [Format::Ggf, Format::Pgn] {
        let written = record::write(via, &games, &new_file()).unwrap();
        assert_eq!(losses(&written), [(LossKind::TheoreticalScore, 12)], "{via}");
        assert_eq!(infos(&read(via, &written.bytes)), expected, "{via}");
        let again = read(via, &written.bytes);
        let new = GameFile::new(Date { year: 2024, month: 5, day: 1 }, 1977);
        let back = record::write(Format::Wthor, &again, &new).unwrap();
        let found: Vec<_> = record::read_with_names(Format::Wthor, &back.bytes, &back.names)
            .unwrap()
            .into_iter()
            .map(Result::unwrap)
            .collect();
        assert_eq!(infos(&found), expected, "{via}");
    }
    // The PGN of another converter has the same games.
    let other = read(Format::Pgn, &support::data_bytes("reversi/WTH_1977.pgn"));
    let pairs = |games: &[record::ReadGame]| {
        let mut pairs: Vec<_> = games
            .iter()
            .map(|game| {
                let names = (game.info.black.clone(), game.info.white.clone());
                (names, game.score().map(|score| score as i32), game.position.to_string())
            })
            .collect();
        pairs.sort();
        pairs
    };
    assert_eq!(pairs(&other), pairs(&games));
}

#[test]
fn the_wthor_base_comes_back_from_each_format() {
    let path = &wthor_files()[0];
    let bytes = fs::read(path).unwrap();
    let games = |format, bytes: &[u8]| -> Vec<record::ReadGame> {
        record::read(format, bytes).unwrap().into_iter().map(Result::unwrap).collect()
    };
    let before = games(Format::Wthor, &bytes);
    for via in [Format::Transcripts, Format::Ggf, Format::Pgn] {
        let written = convert(Format::Wthor, &bytes, via).unwrap();
        let after = games(via, &written.bytes);
        assert_eq!(after.len(), before.len());
        let differ = before.iter().zip(&after).filter(|(before, after)| {
            assert_eq!(before.position.history(), after.position.history());
            let score = match &after.game {
                Game::Transcript(game) => game.score().map(f64::from),
                other => other.declared_score(),
            };
            score != before.game.declared_score()
        });
        let lost = losses(&written).into_iter().find(|(kind, _)| *kind == LossKind::Result);
        assert_eq!(differ.count(), lost.map_or(0, |(_, count)| count as usize), "{via}");
        let back = convert(via, &written.bytes, Format::Wthor).unwrap();
        let squares = |games: &[record::ReadGame]| -> Vec<Vec<_>> {
            games.iter().map(|game| game.position.history().to_vec()).collect()
        };
        assert_eq!(squares(&games(Format::Wthor, &back.bytes)), squares(&before));
    }
    assert_eq!(Format::Obf.content(), ContentKind::Positions);
}
