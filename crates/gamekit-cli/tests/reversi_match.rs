//! `gamekit reversi match`: the games are reproducible, and the deeper search wins.

mod support;

use std::fs;

use serde_json::Value;
use support::run;

const OPENINGS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi/xot_small.txt");

fn played(more: &[&str]) -> Value {
    let mut standing = run(&[&["reversi", "match", OPENINGS, "--json"][..], more].concat()).json();
    standing.as_object_mut().unwrap().remove("seconds").unwrap();
    standing
}

#[test]
fn the_deeper_side_wins() {
    let deeper = ["--openings", "12", "--depth", "4", "--against-depth", "1"];
    let standing = played(&[&deeper[..], &["--threads", "1"]].concat());
    let count = |key: &str| standing[key].as_u64().unwrap();
    assert_eq!((count("openings"), count("games")), (12, 24));
    assert_eq!(count("wins") + count("draws") + count("losses"), 24);
    let score = (count("wins") as f64 + count("draws") as f64 / 2.0) / 24.0;
    assert_eq!(standing["score_points"].as_f64(), Some(score));
    assert!(score > 0.6, "{standing}");
    let interval = &standing["score_points_interval"];
    assert!(interval[0].as_f64() <= Some(score) && Some(score) <= interval[1].as_f64());
    assert_eq!(played(&[&deeper[..], &["--threads", "2"]].concat()), standing);
    // Plays the same match with the two sides swapped.
    let other = ["--openings", "12", "--depth", "1", "--against-depth", "4"];
    let other = played(&other);
    assert_eq!(other["losses"], standing["wins"]);
    assert_eq!(
        other["difference_discs"].as_f64(),
        standing["difference_discs"].as_f64().map(|discs| -discs)
    );
}

#[test]
fn a_side_against_itself_is_even() {
    let standing = played(&["--openings", "8", "--depth", "2"]);
    assert_eq!(
        (&standing["score_points"], &standing["difference_discs"]),
        (&0.5.into(), &0.0.into())
    );
    assert_eq!(standing["score_points_interval"], serde_json::json!([0.5, 0.5]));
}

#[test]
fn patterns_know_more_than_mobility() {
    let standing = played(&["--openings", "8", "--depth", "2", "--against", "mobility"]);
    assert!(standing["score_points"].as_f64() > Some(0.8), "{standing}");
    assert!(standing["difference_discs"].as_f64() > Some(10.0), "{standing}");
}

/// Whole games are cut to openings. Without the cut, they are an error.
#[test]
fn games_are_cut_to_openings() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi/WTH_1977.pgn");
    run(&["reversi", "match", games]).refused(&["WTH_1977.pgn: game 1", "is over", "--plies"]);
    let cut = ["reversi", "match", games, "--plies", "10", "--depth", "1", "--json"];
    assert_eq!(run(&cut).json()["openings"], 12);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.obf");
    fs::write(&path, format!("{};\n", support::START)).unwrap();
    let words = ["reversi", "match", path.to_str().unwrap(), "--depth", "1", "--json"];
    assert_eq!(run(&words).json()["games"], 2);
}

#[test]
fn bad_input_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    fs::write(&path, "# a\nf5f9\n").unwrap();
    let path = path.to_str().unwrap();
    run(&["reversi", "match", path]).refused(&["openings.txt", "line 2"]);
    // One bad opening does not reject the others.
    fs::write(path, "f5d6\nf5f9\n").unwrap();
    let done = run(&["reversi", "match", path, "--depth", "1"]);
    assert!(done.code == 2 && done.stdout.starts_with("2 games from 1 opening"), "{}", done.stdout);
    assert!(done.stderr.contains("openings.txt: line 2: "), "{}", done.stderr);
    run(&["reversi", "match", "nowhere"]).refused(&["nowhere"]);
    run(&["reversi", "match", OPENINGS, "--against", "nowhere"]).refused(&["nowhere"]);
    run(&["reversi", "match", OPENINGS, "--openings", "0"]).refused(&["--openings"]);
}
