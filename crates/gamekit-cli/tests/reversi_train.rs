//! `gamekit reversi train`: reproducible, resumable, and better than knowing nothing.

mod support;

use std::fs;

use reversi_core::eval::Weights;
use support::run;

const GAMES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi/wthor/WTH_1980.wtb");

fn train<'a>(output: &'a str, more: &[&'a str]) -> support::Run {
    let usual =
        ["reversi", "train", GAMES, "-o", output, "--self-play", "40", "--steps", "8", "--json"];
    run(&[&usual[..], more].concat())
}

#[test]
fn the_same_games_and_seed_give_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let one = path("one");
    let lines = train(&one, &["--exact", "8", "--threads", "1", "--shapes", "plain"]).json_lines();
    assert_eq!(lines.len(), 2 * 15 + 1);
    assert_eq!((lines[0]["round"].as_u64(), lines[0]["stage"].as_u64()), (Some(1), Some(14)));
    let last = lines.last().unwrap();
    assert_eq!(last["self_played"], 40);
    let weights = fs::read(&one).unwrap();
    assert_eq!(last["bytes"], weights.len());
    assert!(Weights::from_bytes(&weights).is_ok());

    // Another number of threads, and the scores of the first run, the last of them torn off.
    let scores = fs::read(path("one.scores")).unwrap();
    fs::write(path("two.scores"), &scores[..scores.len() - 5]).unwrap();
    let two = path("two");
    train(&two, &["--exact", "8", "--threads", "2", "--shapes", "plain"]);
    assert_eq!(fs::read(&two).unwrap(), weights);
    assert_eq!(fs::read(path("two.scores")).unwrap(), scores);

    let other = path("other");
    train(&other, &["--exact", "8", "--seed", "2", "--shapes", "plain"]);
    assert_ne!(fs::read(&other).unwrap(), weights);
}

#[test]
fn the_plot_compares_evaluations() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (weights, svg) = (path("w"), path("w.svg"));
    let lines = train(&weights, &["--exact", "12", "--plot", &svg, "--solved", "4"]).json_lines();
    let errors: Vec<_> = lines.iter().filter(|line| line["mobility"].is_number()).collect();
    let empties: Vec<_> = errors.iter().map(|line| line["empties"].as_u64().unwrap()).collect();
    assert_eq!(empties, [20, 16, 12]);
    assert!(errors.iter().all(|line| line["boards"] == 4));
    assert_eq!(errors[2]["label"], 0.0, "boards of 12 empties were solved before");
    let svg = fs::read_to_string(svg).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let curves = document
        .descendants()
        .filter(|node| node.has_tag_name("polyline") && node.attribute("fill") == Some("none"));
    assert_eq!(curves.count(), 4);
}

#[test]
fn bad_input_is_refused_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    run(&["reversi", "train", "no such file", "-o", &path("w")]).refused(&["no such file"]);
    fs::write(path("torn.wtb"), &fs::read(GAMES).unwrap()[..100]).unwrap();
    run(&["reversi", "train", &path("torn.wtb"), "-o", &path("w")]).refused(&["torn.wtb"]);
    fs::write(path("w.scores"), "something else").unwrap();
    train(&path("w"), &[]).refused(&["w.scores", "byte 0"]);
    assert!(!fs::exists(path("w")).unwrap());
}
