//! `gamekit reversi review`.

mod support;

use std::fs;

use support::{run, run_on};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi/WTH_1977.pgn");
const QUICK: [&str; 6] = ["--depth", "2", "--exact", "8", "--threads", "1"];

#[test]
fn every_move_has_its_loss() {
    let words = [&["reversi", "review", GAMES, "--json"], &QUICK[..]].concat();
    let review = run(&words).json();
    assert_eq!(
        (&review["black"], &review["white"]),
        (&"Inoue Hiroshi".into(), &"Heiberg Thomas".into())
    );
    assert_eq!(
        (review["black_score_discs"].as_f64(), &review["complete"]),
        (Some(4.0), &true.into())
    );
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 60);
    let mut losses = [0, 0];
    assert!(moves.is_sorted_by_key(|line| line["turn"].as_u64()));
    for (index, line) in moves.iter().enumerate() {
        let number = |field: &str| line[field].as_i64().unwrap();
        let loss = number("loss_centidiscs");
        assert_eq!(number("best_value_centidiscs") - number("value_centidiscs"), loss);
        assert!(loss >= 0);
        assert_eq!(loss == 0, line["best"] == line["move"], "{line}");
        assert_eq!(line["proven"] == true, index >= 52, "{line}");
        losses[usize::from(line["side"] == "white")] += loss;
    }
    assert_eq!(review["black_loss_centidiscs"], losses[0]);
    assert_eq!(review["white_loss_centidiscs"], losses[1]);
    // The last exact values are the final score.
    assert_eq!(moves[59]["value_centidiscs"].as_i64().map(i64::abs), Some(400));
}

#[test]
fn the_text_has_a_table_a_graph_and_the_losses() {
    let words = [&["reversi", "review", GAMES, "--game", "2"], &QUICK[..]].concat();
    let text = run(&words).stdout;
    assert!(
        text.starts_with("Heiberg Thomas (Black) - Jacobs Carol (White), +40 for Black"),
        "{text}"
    );
    assert!(text.lines().any(|line| {
        line.split_whitespace()
            .eq(["ply", "side", "move", "value", "best", "value", "loss", "basis"])
    }));
    assert_eq!(text.lines().filter(|line| line.ends_with("  exact")).count(), 8, "{text}");
    let axis = text.lines().find(|line| line.starts_with("   +0 +")).unwrap();
    assert!(axis.len() >= 60, "{axis}");
    assert!(
        text.contains("black: ") && text.contains(" discs lost in 32 moves, exactly "),
        "{text}"
    );
}

#[test]
fn a_transcript_a_stream_and_a_picture_work() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("a.svg");
    let svg = svg.to_str().unwrap();
    let words = [&["reversi", "review", "f5d6c3d3c4", "--svg", svg], &QUICK[..]].concat();
    let done = run(&words);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(done.stdout.contains("Tiger"), "{}", done.stdout);
    let drawn = fs::read_to_string(svg).unwrap();
    roxmltree::Document::parse(&drawn).unwrap();
    assert!(drawn.contains("value in discs for Black"), "{drawn}");
    let words = [&["reversi", "review", "-", "--json"], &QUICK[..]].concat();
    let lines = run_on(&words, b"1. f5 d6\n2. c3\n").json();
    assert_eq!(lines["moves"].as_array().unwrap().len(), 3);
}

#[test]
fn bad_input_is_refused() {
    let review = |words: &[&str]| run(&[&["reversi", "review"], words].concat());
    review(&["no/such.pgn"]).refused(&["no/such.pgn: no such file or folder"]);
    review(&[GAMES, "--game", "13"]).refused(&["game 13", "the file has 12 games"]);
    review(&[support::START]).refused(&["without moves"]);
    review(&["f5f5"]).refused(&["ply 2"]);
    review(&[GAMES, "--svg", GAMES]).refused(&["input files"]);
    review(&[]).refused(&[]);
}
