//! `gamekit reversi analyze`.

mod support;

use std::collections::BTreeSet;

use serde_json::Value;
use support::{START, run, run_on};

fn squares(answer: &Value) -> Vec<&str> {
    let moves = answer["moves"].as_array().unwrap();
    moves.iter().map(|line| line["move"].as_str().unwrap()).collect()
}

#[test]
fn the_start_is_analysed_without_any_file() {
    let answer = run(&["reversi", "analyze", "--json"]).json();
    assert_eq!(answer["position"], START);
    assert_eq!(answer["side"], "black");
    assert_eq!(answer["key"], "00000008 10000000 00000010 08000000");
    assert_eq!(answer["symmetry"], 1);
    assert_eq!(squares(&answer), ["d3", "c4", "f5", "e6"]);
    for line in answer["moves"].as_array().unwrap() {
        assert_eq!(line["flips"], 1);
        let keys: BTreeSet<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, BTreeSet::from(["move", "flips", "book", "mobility", "openings_ahead"]));
    }
    let keys: BTreeSet<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        BTreeSet::from([
            "position",
            "side",
            "black_discs",
            "white_discs",
            "empties",
            "key",
            "symmetry",
            "moves",
        ])
    );
}

#[test]
fn keys_of_equal_positions_are_equal() {
    let known = [("f5", 7), ("e6", 3), ("d3", 0), ("c4", 4)];
    for (transcript, symmetry) in known {
        let answer = run(&["reversi", "analyze", transcript, "--json"]).json();
        assert_eq!(answer["key"], "00000008 18080000 00000010 00000000");
        assert_eq!(
            (answer["symmetry"].as_u64(), answer["side"].as_str()),
            (Some(symmetry), Some("white"))
        );
    }
}

#[test]
fn passes_and_ended_games_have_no_moves_and_say_so() {
    let pass = "XXXXX---XXXXXO--XXOXOO--XXXOOOO-XXXOOOO-XOXOOOO-XXX-OO--XXXO---- O";
    let answer = run(&["reversi", "analyze", pass, "--json"]).json();
    assert_eq!((squares(&answer).len(), answer["state"].as_str()), (0, Some("pass")));
    assert!(answer.get("score_discs").is_none());
    assert!(run(&["reversi", "analyze", pass]).stdout.contains("White (O), who must pass"));
    let wipe_out = "f5f6e6f4d3d7f7e7c7c2f3c4b1c3d6e3b3";
    let answer = run(&["reversi", "analyze", wipe_out, "--json"]).json();
    assert_eq!((squares(&answer).len(), answer["state"].as_str()), (0, Some("over")));
    assert_eq!(
        (answer["side"].as_str(), answer["score_discs"].as_i64()),
        (Some("white"), Some(-64))
    );
    assert!(run(&["reversi", "analyze", wipe_out]).stdout.contains("Black wins by 64"));
}

#[test]
fn the_drawing_shows_board_facts_and_every_move() {
    let text = run(&["reversi", "analyze", "f5d6c3d3c4"]).stdout;
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "    a b c d e f g h");
    assert_eq!(&rows[4][..19], "  4 - - X X X + - -");
    for fact in ["White (O)", "X 6, O 3", "empties    55", "0000000c 38200000", "Tiger (虎)"] {
        assert!(text.contains(fact), "`{fact}` is not in\n{text}");
    }
    let answer = run(&["reversi", "analyze", "f5d6c3d3c4", "--json"]).json();
    for square in squares(&answer) {
        assert!(rows.iter().any(|row| row.starts_with(&format!("{square} "))), "{square}\n{text}");
    }
}

#[test]
fn a_stream_of_boards_and_transcripts_is_answered_line_by_line() {
    let input = format!("f5\n{START}\n{START}X\n");
    let run = run_on(&["reversi", "analyze", "-", "--json"], input.as_bytes());
    let lines = run.json_lines();
    assert_eq!((run.code, lines.len()), (2, 3));
    assert_eq!((squares(&lines[0]).len(), squares(&lines[1]).len()), (3, 4));
    assert_eq!(lines[2]["line"], 3);
}

#[test]
fn openings_have_english_and_japanese_names() {
    let run_text = |moves: &str| run(&["reversi", "analyze", moves]).stdout;
    assert!(run_text("f5d6c3d3c4").contains("opening    Tiger (虎)\n"));
    assert!(run_text("f5f6e6f4g5").contains("opening    Heath (闘牛)\n"));
    // The position is two moves after the named opening.
    assert!(run_text("f5d6c3d3c4f4f6b5").contains("opening    Stephenson\n"));
    let opening =
        |moves: &str| run(&["reversi", "analyze", moves, "--json"]).json()["opening"].take();
    assert_eq!(
        opening("d3c5f6f5e6"),
        serde_json::json!({ "english": "Tiger", "japanese": "虎", "transcript": "f5d6c3d3c4" })
    );
    assert_eq!(opening("f5d6c3d3c4f4e3")["japanese"], serde_json::Value::Null);
    assert_eq!(opening("f5"), serde_json::Value::Null);
}
