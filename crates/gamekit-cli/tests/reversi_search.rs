//! The engine's values in `gamekit reversi analyze`.

mod support;

use std::time::{Duration, Instant};

use serde_json::Value;
#[cfg(unix)]
use support::interrupted;
use support::{run, run_on};

const LINE: &str = "f5d6c3d3c4f4f6";
/// A finished game, which has no move to search.
const FULL: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X";
const SIX_EMPTY: &str = "OXXXOOOOOXXX-XOOXOXXXXXOXXXOOXXOXXXXXOXOXXOOOOOO--X-XOOO-X-XXXOO X";

fn values(answer: &Value) -> Vec<(String, i64)> {
    let moves = answer["moves"].as_array().unwrap();
    let value =
        |m: &Value| (m["move"].as_str().unwrap().into(), m["value_centidiscs"].as_i64().unwrap());
    moves.iter().map(value).collect()
}

#[test]
fn every_move_is_valued_to_the_depth() {
    let begun = Instant::now();
    let run_text = run(&["reversi", "analyze", LINE, "--depth", "8"]);
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_eq!(run_text.code, 0, "{}", run_text.stderr);
    let head = run_text.stdout.lines().find(|line| line.starts_with("move")).unwrap();
    let heads: Vec<&str> = head.split_whitespace().collect();
    assert_eq!(heads[..4], ["move", "value", "depth", "book"], "{head}");
    assert!(run_text.stdout.contains("search     depth 8, selectivity 95%"), "{}", run_text.stdout);
    let answer = run(&["reversi", "analyze", LINE, "--depth", "8", "--json"]).json();
    for one in answer["moves"].as_array().unwrap() {
        assert_eq!((one["depth_plies"].as_u64(), one["proven"].as_bool()), (Some(8), Some(false)));
        assert_eq!(one["pv"][0], one["move"]);
    }
    assert_eq!(answer["search"]["depth_plies"], 8);
    // Without a search option, there is no search.
    let plain = run(&["reversi", "analyze", LINE, "--json"]).json();
    assert!(plain.get("search").is_none() && plain["moves"][0].get("value_centidiscs").is_none());
}

#[test]
fn whole_searches_agree_whatever_the_threads_and_the_image() {
    let ask = |line: &str, threads: &str| {
        let words = ["reversi", "analyze", line, "--depth=6", "--selectivity=100", "--json"];
        let mut found = values(&run(&[&words[..], &["--threads", threads]].concat()).json());
        found.sort_by_key(|(_, value)| *value);
        found
    };
    let one = ask(LINE, "1");
    assert_eq!(one, ask(LINE, "2"));
    // This transcript is the same game, reflected across the diagonal h1-a8.
    let turned: Vec<i64> = ask("d3c5f6f5e6e3c3", "1").iter().map(|found| found.1).collect();
    assert_eq!(turned, one.iter().map(|found| found.1).collect::<Vec<_>>());
}

#[test]
fn exact_scores_are_those_of_the_solver() {
    for how in [["--exact", "10"], ["--depth", "6"]] {
        let answer = run(&[&["reversi", "analyze", SIX_EMPTY, "--json"], &how[..]].concat()).json();
        let best = values(&answer).into_iter().max_by_key(|found| found.1).unwrap();
        assert_eq!(best, ("d7".to_owned(), -4000), "{how:?}");
        assert!(answer["moves"].as_array().unwrap().iter().all(|one| one["proven"] == true));
        // Proven values have no selectivity.
        assert_eq!(answer["search"]["selectivity_percent"], 100);
        let text = run(&[&["reversi", "analyze", SIX_EMPTY], &how[..]].concat()).stdout;
        assert!(text.contains("search     exact, ") && !text.contains('%'), "{text}");
    }
}

#[test]
fn a_time_limit_is_kept_in_a_stream_too() {
    let begun = Instant::now();
    let words = ["reversi", "analyze", "-", "--time", "0.2", "--json"];
    let answers = run_on(&words, format!("{LINE}\n\n{LINE}c5\nzz\n").as_bytes());
    assert!(begun.elapsed() < Duration::from_secs(10));
    let lines = answers.json_lines();
    assert_eq!((answers.code, lines.len()), (2, 3));
    assert!(lines[0]["search"]["depth_plies"].as_u64().unwrap() >= 2);
    assert!(lines[0]["search"]["seconds"].as_f64().unwrap() < 3.0);
    assert_eq!(lines[2]["line"], 4);
}

#[test]
fn bad_options_are_refused() {
    for (words, expected) in [
        (["--depth", "0"], "0"),
        (["--depth", "61"], "61"),
        (["--selectivity", "94"], "73, 87, 95, 98, 99, 100"),
        (["--time=-1", "--json"], "seconds"),
        (["--weights", "Cargo.toml"], "RVWT"),
        (["--weights", "no such file"], "no such file"),
    ] {
        run(&[&["reversi", "analyze", LINE, "--exact=1"], &words[..]].concat())
            .refused(&[expected]);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_best_found_so_far() {
    for signal in ["-INT", "-TERM"] {
        let words = ["reversi", "analyze", "-", "--depth", "40", "--json"];
        let run = interrupted(&words, FULL, LINE, signal);
        let lines = run.json_lines();
        assert_eq!((run.code, lines.len(), run.stderr.as_str()), (130, 2, ""));
        let depth = lines[1]["search"]["depth_plies"].as_u64().unwrap();
        assert!((1..40).contains(&depth), "{depth}");
        assert_eq!(values(&lines[1]).len(), lines[1]["moves"].as_array().unwrap().len());
    }
    let run = interrupted(&["reversi", "analyze", "-", "--depth", "40"], FULL, LINE, "-INT");
    assert_eq!((run.code, run.stderr.as_str()), (130, ""));
    let depth = run.stdout.lines().filter(|line| line.contains("search     depth ")).count();
    assert_eq!(depth, 1, "{}", run.stdout);
}

/// The value does not change its side where the book ends. Black is behind in this position of the built-in
/// book.
#[test]
fn values_agree_before_and_after_the_end_of_the_book() {
    let board = "-OOOOOO---OOOO----OOOO---OOOOOO---OOXX-----XXX----X-X----------- X";
    let mut line = board.to_owned();
    let (mut in_book, mut outside, mut last) = (0, 0, None);
    for ply in 0..20 {
        let words = ["reversi", "analyze", &line, "--depth", "8", "--exact", "16", "--json"];
        let answer = run(&words).json();
        let moves = answer["moves"].as_array().unwrap();
        let best = moves.iter().max_by_key(|mv| mv["value_centidiscs"].as_i64()).unwrap();
        let value = best["value_centidiscs"].as_i64().unwrap();
        let for_black = if answer["side"] == "black" { value } else { -value };
        assert!((-4000..-200).contains(&for_black), "ply {ply} of {line}: {for_black}");
        if let Some(last) = last {
            assert!(i64::abs(for_black - last) < 1500, "ply {ply} of {line}: {last} {for_black}");
        }
        *(if best["book"].is_null() { &mut outside } else { &mut in_book }) += 1;
        last = Some(for_black);
        let empties = answer["empties"].as_u64().unwrap();
        assert_eq!(moves.iter().all(|mv| mv["proven"] == true), empties <= 16, "{line}");
        if empties == 16 {
            let solved = run(&["reversi", "solve", &line, "--moves", "--json"]).json();
            let mut scores: Vec<(String, i64)> = solved["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|mv| {
                    let name = mv["move"].as_str().unwrap().to_owned();
                    (name, 100 * mv["score_discs"].as_i64().unwrap())
                })
                .collect();
            scores.sort();
            let mut found = values(&answer);
            found.sort();
            assert_eq!(found, scores);
        }
        let gap = if line.len() == board.len() { " " } else { "" };
        line.push_str(&format!("{gap}{}", best["move"].as_str().unwrap()));
    }
    assert!(in_book > 1 && outside > 10, "{in_book} {outside}");
}
