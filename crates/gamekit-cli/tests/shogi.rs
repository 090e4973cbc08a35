//! `gamekit shogi analyze`, `moves`, `see` and `perft`.

mod support;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use support::{run, run_on};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

fn moves(position: &[&str], kind: &str) -> BTreeSet<String> {
    let arguments = [&["shogi", "moves"], position, &["--kind", kind, "--json"]].concat();
    let answer = run(&arguments).json();
    let list = answer["moves"].as_array().unwrap();
    let set: BTreeSet<String> =
        list.iter().map(|m| m["move"].as_str().unwrap().to_owned()).collect();
    assert_eq!(set.len(), list.len(), "a move is listed twice");
    set
}

#[test]
fn a_position_is_read_in_every_spelling() {
    let words: Vec<&str> = START.split(' ').collect();
    let after = ["position", "startpos", "moves", "7g7f", "3c3d", "7f7e"];
    for spelling in
        [&[][..], &["startpos"], &[START], &words, &["position startpos"], &["sfen", START]]
    {
        let arguments = [&["shogi", "perft"][..], spelling, &["--depth", "2", "--json"]].concat();
        let run = run(&arguments);
        assert_eq!(
            run.json_without_seconds(),
            json!({"sfen": START, "depth_plies": 2, "nodes": 900})
        );
    }
    let answer = run(&[&["shogi", "moves", "--json"][..], &after].concat()).json();
    assert!(answer["sfen"].as_str().unwrap().ends_with(" w - 4"), "{answer}");
}

#[test]
fn perft_has_the_known_counts() {
    for (position, depth, nodes) in [
        (START, "0", 1),
        (START, "1", 30),
        (START, "4", 719_731),
        (MATSURI, "3", 4_809_015),
        ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", "2", 105_677),
    ] {
        for divide in [&[][..], &["--divide", "--threads", "2"]] {
            let arguments =
                [&["shogi", "perft", position, "--depth", depth, "--json"], divide].concat();
            let answer = run(&arguments).json();
            assert_eq!(answer["nodes"], nodes);
            if !divide.is_empty() && depth != "0" {
                let moves = answer["moves"].as_array().unwrap();
                assert_eq!(moves.iter().map(|m| m["nodes"].as_u64().unwrap()).sum::<u64>(), nodes);
            }
        }
    }
}

#[test]
fn the_kinds_of_moves_make_up_the_whole() {
    for position in [START, MATSURI] {
        let [all, captures, quiets, drops, checks, engine] =
            ["all", "captures", "quiets", "drops", "checks", "engine"]
                .map(|kind| moves(&[position], kind));
        assert_eq!(captures.len() + quiets.len() + drops.len(), all.len());
        let parts = captures.iter().chain(&quiets).chain(&drops).cloned().collect();
        assert_eq!(all, parts);
        assert!(checks.is_subset(&all) && engine.is_subset(&all));
        assert!(moves(&[position], "evasions").is_empty());
    }
    let in_check = "9/9/9/4r4/9/9/4K4/9/k8 b - 1";
    assert_eq!(moves(&[in_check], "evasions"), moves(&[in_check], "all"));
    assert_eq!(moves(&[in_check], "all").len(), 6);
    let text = run(&["shogi", "moves", in_check]).stdout;
    assert_eq!(text.trim_end().split(' ').count(), 6);
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn analyze_lists_every_legal_move_with_its_word_kind_check_and_exchange() {
    let position = "4k4/9/9/9/4p4/4L4/9/9/4K4 b P 1";
    let answer = run(&["shogi", "analyze", position, "--json"]).json();
    assert_eq!(
        (answer["sfen"].as_str(), answer["in_check"].as_bool()),
        (Some(position), Some(false))
    );
    let list = answer["moves"].as_array().unwrap();
    let usi: BTreeSet<String> =
        list.iter().map(|m| m["move"].as_str().unwrap().to_owned()).collect();
    assert_eq!(usi, moves(&[position], "all"));
    let capture = list.iter().find(|m| m["move"] == "5f5e").unwrap();
    let word = 40 | 49 << 7 | 2 << 15 | 1 << 19;
    assert_eq!(
        *capture,
        json!({
            "move": "5f5e", "piece": "L", "captured": "P", "is_promotion": false, "word": word,
            "kind": "capture", "gives_check": true, "exchange_points": 174
        })
    );
    let values: Vec<i64> = list.iter().map(|m| m["exchange_points"].as_i64().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    let keys: BTreeSet<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        BTreeSet::from([
            "sfen",
            "side",
            "move_number",
            "hash",
            "in_check",
            "checkers",
            "pinned",
            "moves"
        ])
    );
}

#[test]
fn the_greatest_move_number_does_not_wrap() {
    let line = "4k4/9/9/9/9/9/9/9/4K4 b - 4294967295 moves 5i5h 5a5b";
    let answer = run(&["shogi", "analyze", line, "--json"]).json();
    assert_eq!(answer["sfen"], "9/4k4/9/9/9/9/9/4K4/9 b - 4294967295");
    run(&["shogi", "analyze", "4k4/9/9/9/9/9/9/9/4K4 b - 4294967296"])
        .refused(&["the move number is greater than 4294967295"]);
}

#[test]
fn analyze_draws_in_kanji_or_letters() {
    let words = ["position", "startpos", "moves", "7g7f", "3c3d", "8h2b+"];
    let kanji = run(&[&["shogi", "analyze"][..], &words].concat()).stdout;
    for part in [
        "|v香v桂v銀v金v玉v金v銀v桂v香|一",
        "| ・v飛 ・ ・ ・ ・ ・ 馬 ・|二",
        "☗ in hand: 角",
        "☖ White, move 4",
    ] {
        assert!(kanji.contains(part), "`{part}` is not in\n{kanji}");
    }
    let ascii = run(&[&["shogi", "analyze", "--ascii"][..], &words].concat()).stdout;
    assert!(ascii.is_ascii());
    for part in ["| .  r  .  .  .  .  . +B  . |b", "Black in hand: B", "8b2b  R      capture  +B"] {
        assert!(ascii.contains(part), "`{part}` is not in\n{ascii}");
    }
    let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    let text = run(&["shogi", "analyze", mated]).stdout;
    assert!(text.contains(", mated") && text.contains("checkers 5b"), "{text}");
}

#[test]
fn exchange_values_of_moves_and_squares() {
    let see = |arguments: &[&str]| run(&[&["shogi", "see", "--json"], arguments].concat()).json();
    let silver = "4k4/9/9/6s2/7p1/9/9/7R1/4K4 b - 1";
    assert_eq!(see(&[silver, "2h2e"]), json!({"sfen": silver, "exchange_points": -1110}));
    assert_eq!(see(&[silver, "2e"])["exchange_points"], 0);
    assert_eq!(see(&["startpos", "7g7f"])["exchange_points"], 0);
    let two_pawns = "4k4/9/9/4p4/4p4/4P4/9/9/4K4 b - 1";
    assert_eq!(see(&[two_pawns, "5f5e"])["exchange_points"], 0);
    // The gold is pinned by the bishop, so it cannot recapture with `--pins`.
    let pinned = "4k4/3g5/2Bp5/9/9/9/9/3R5/4K4 b - 1";
    assert_eq!(see(&[pinned, "6h6c"])["exchange_points"].as_i64().unwrap().signum(), -1);
    assert_eq!(see(&["--pins", pinned, "6h6c"])["exchange_points"].as_i64().unwrap().signum(), 1);
    let lines = format!(
        "{silver}\t2h2e\n{START}\t7g7f\nnothing\n{START}\t7g7e\n{START}\tK*5e\n{silver}\t2e\n"
    );
    let run = run_on(&["shogi", "see", "-", "--json"], lines.as_bytes());
    let answers = run.json_lines();
    assert_eq!((run.code, answers.len()), (2, 6));
    for (answer, value) in answers.iter().zip([
        json!(-1110),
        json!(0),
        Value::Null,
        Value::Null,
        Value::Null,
        json!(0),
    ]) {
        assert_eq!(answer["exchange_points"], value, "{answer}");
        assert!(answer["line"].is_u64());
        assert_eq!(answer["error"].is_string(), value.is_null());
    }
}

#[test]
fn streams_are_answered_line_by_line() {
    let input = format!(
        "startpos\n{MATSURI}\nposition startpos moves 7g7f 7g7f\n\nposition startpos moves 7g7f\n"
    );
    for command in ["analyze", "moves"] {
        let run = run_on(&["shogi", command, "-", "--json"], input.as_bytes());
        let answers = run.json_lines();
        assert_eq!((run.code, answers.len()), (2, 4));
        assert_eq!(
            (answers[0]["sfen"].as_str(), answers[2]["line"].as_u64()),
            (Some(START), Some(3))
        );
        assert_eq!(answers[1]["moves"].as_array().unwrap().len(), 207);
    }
    let run = run_on(&["shogi", "perft", "-", "--depth", "1", "--json"], input.as_bytes());
    assert_eq!((run.code, run.json_lines()[3]["nodes"].as_u64()), (2, Some(30)));
}

#[test]
fn bad_positions_and_moves_are_refused_with_their_place() {
    for (position, words) in [
        ("lnsgkgsnl1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", &["byte 9"][..]),
        ("4k4/9/9/9/9/9/9/9/4K4 b 19P 1", &["byte"]),
        ("4k4/9/9/9/9/9/9/9/4K4 x - 1", &["byte 22"]),
        ("position startpos moves 7g7e", &["byte 24"]),
        ("position startpos 7g7f", &["byte 18", "moves"]),
        ("startpos now", &["byte 9"]),
        ("\u{ff19}", &["byte 0"]),
    ] {
        run(&["shogi", "analyze", position]).refused(words);
        run(&["shogi", "moves", position, "--json"]).refused(words);
    }
    run(&["shogi", "moves", "--kind", "some"]).refused(&[]);
    run(&["shogi", "see"]).refused(&["<POSITION>"]);
    run(&["shogi", "see", START]).refused(&["a move or a square is missing"]);
    run(&["shogi", "see", "-", "7g7f"]).refused(&["each line of standard input"]);
    run(&["shogi", "see", START, "7g7e"]).refused(&["7g7e"]);
    run(&["shogi", "see", START, "5e5e5e"]).refused(&["5e5e5e"]);
    run(&["shogi", "perft", START]).refused(&["--depth"]);
}
