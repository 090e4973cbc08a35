//! `gamekit shogi mate`: problems, game records and outputs.

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use shogi_core::format::kif;
use shogi_core::format::record::Mode;
use shogi_core::{Position, Step};
use support::run;

/// A mate in eleven, or in seventeen with the useless interpositions.
const ELEVEN: &str = "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1";
/// A mate in one, a mate in three, and a position without a mate.
const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const THREE: &str = "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1";
const NONE: &str = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";

fn data(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/shogi");
    root.join(path).to_str().unwrap().to_owned()
}

#[test]
fn a_mate_has_both_lengths_and_says_whether_the_length_is_proven() {
    let done = run(&["shogi", "mate", ELEVEN, "--shortest", "--json"]);
    let answer = done.json();
    assert_eq!(answer["answer"], "mate");
    assert_eq!((&answer["plies"], &answer["essential_plies"]), (&17.into(), &11.into()));
    assert_eq!(answer["shortest"], true);
    assert_eq!(answer["stop"], Value::Null);
    for (moves, count) in [("moves", 17), ("essential_moves", 11)] {
        assert_eq!(answer[moves].as_array().unwrap().len(), count);
    }
    let text = run(&["shogi", "mate", ELEVEN, "--shortest"]).stdout;
    assert!(
        text.starts_with("mate in 17 (shortest), 11 without useless interpositions, "),
        "{text}"
    );
    assert!(text.contains("\n  without useless interpositions: 1e2d 1b2a G*2b "), "{text}");
    let any = run(&["shogi", "mate", ELEVEN, "--json"]).json();
    assert_eq!(any["shortest"], false);
}

#[test]
fn a_limit_is_named() {
    let zuko = data("mate/zuko.tsv");
    let line = fs::read_to_string(zuko).unwrap();
    let sfen = line.lines().nth(1).unwrap().split('\t').nth(1).unwrap();
    let of = |arguments: &[&str]| run(&[&["shogi", "mate", sfen, "--json"], arguments].concat());
    for (arguments, stop) in [
        (["--nodes", "500", "--memory", "1"], "nodes"),
        (["--time", "0.01", "--memory", "1"], "time"),
    ] {
        let answer = of(&arguments).json();
        assert_eq!((&answer["answer"], &answer["stop"]), (&"unknown".into(), &stop.into()));
        assert_eq!(answer["plies"], Value::Null);
    }
    let text = run(&["shogi", "mate", sfen, "--nodes", "500"]).stdout;
    assert_eq!(
        text.split(", ").take(2).collect::<Vec<_>>(),
        ["unknown", "stopped by the node limit"]
    );
}

/// The answers do not depend on the number of threads and come in the order of the input.
#[test]
fn threads_solve_different_problems() {
    let of = |threads: &str| {
        let file = data("mate/mate-5.txt");
        let done = run(&["shogi", "mate", &file, "--memory", "1", "--threads", threads, "--json"]);
        let mut lines = done.json_lines();
        for line in &mut lines {
            line.as_object_mut().unwrap().remove("seconds");
        }
        lines
    };
    let lines = of("1");
    assert_eq!(lines.len(), 500);
    assert!(lines.iter().all(|line| line["answer"] == "mate"));
    assert_eq!(lines, of("3"));
}

#[test]
fn the_solution_and_the_picture_are_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (record, picture) = (path("solution.kif"), path("problem.svg"));
    let done = run(&["shogi", "mate", ELEVEN, "--json", "-o", &record, "--svg", &picture]);
    let answer = done.json();
    let game = kif::read(&fs::read(record).unwrap(), Mode::Strict).unwrap().game;
    let position: Position = ELEVEN.parse().unwrap();
    assert_eq!(game.start(), &position);
    let moves: Vec<String> = game
        .main_line()
        .filter_map(|id| match game.step(id) {
            Some(Step::Move(m)) => Some(m.to_string()),
            _ => None,
        })
        .collect();
    let expected: Vec<&str> =
        answer["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    assert_eq!(moves, expected);
    let svg = fs::read_to_string(picture).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    // Both outputs need exactly one position.
    let file = data("mate/mate-1.txt");
    let done = run(&["shogi", "mate", &file, "-o", &path("none.kif")]);
    done.refused(&["--output", "not for 784 positions"]);
    assert!(!folder.path().join("none.kif").exists());
}

/// The mates of a record: the number of moves before the position, the length, and whether it was missed.
fn mates(path: &str) -> Vec<(u64, u64, bool)> {
    let done =
        run(&["shogi", "mate", path, "--nodes", "1000", "--memory", "1", "--shortest", "--json"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    let number = |line: &Value, name: &str| line[name].as_u64().unwrap();
    let mate = |line: &Value| {
        (number(line, "ply"), number(line, "plies"), line["missed"].as_bool().unwrap())
    };
    done.json_lines().iter().map(mate).collect()
}

#[test]
fn missed_mates_of_real_games_are_found() {
    // A game between two programs that went on for 500 plies.
    let name = "dr1test1test0+tu-1_aobazero_viper-300-5F+aobazero+viper+20200719201040.csa";
    let missed = mates(&data(&format!("records/csa/{name}")));
    assert_eq!(missed, [(322, 11, true), (324, 11, true), (398, 13, true)]);
    // In these games the winner saw every mate.
    let seen = mates(&data("records/csa/2005_YAMADA_GPS.csa"));
    assert_eq!(seen, [(100, 9, false), (102, 7, false), (104, 3, false), (106, 1, false)]);
    let seen = mates(&data("records/csa-pro/kifu15093.csa"));
    let plies: Vec<u64> = seen.iter().map(|mate| mate.1).collect();
    assert_eq!(plies, [15, 13, 11, 9, 7, 5, 5]);
    assert!(seen.iter().all(|mate| !mate.2));
    // A game without a mate.
    assert_eq!(mates(&data("records/csa/example.csa")), []);
}

/// The end of a real game, in which other moves are played.
#[test]
fn missed_mates_in_one_three_and_five_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let source = data("records/kif/shogidokoro.kifu");
    let usi = path("game.usi");
    let done = run(&["shogi", "convert", &source, "-o", &usi, "--to", "usi"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    let text = fs::read_to_string(&usi).unwrap();
    let (start, moves) = text.trim_end().split_once(" moves ").unwrap();
    let moves: Vec<&str> = moves.split(' ').collect();
    for (ply, plies) in [(18, 1), (16, 3), (14, 5)] {
        let mut position: Position =
            start.trim_start_matches("position ").trim_start_matches("sfen ").parse().unwrap();
        for m in &moves[..ply] {
            position.play(position.parse_move(m).unwrap()).unwrap();
        }
        // A move that does not give check gives up the mate.
        let other = position.legal_moves().iter().find(|&m| !position.gives_check(m)).unwrap();
        let record = path("other.usi");
        fs::write(&record, format!("{start} moves {} {other}\n", moves[..ply].join(" "))).unwrap();
        let found = mates(&record);
        assert_eq!(found.last(), Some(&(ply as u64, plies, true)), "{other}");
        assert!(found.iter().rev().skip(1).all(|mate| !mate.2), "{found:?}");
    }
}

/// A check that keeps a mate is not a missed mate, even if another check mates sooner.
#[test]
fn a_slower_mate_is_not_missed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.usi");
    let record = |m: &str| {
        fs::write(&path, format!("sfen {THREE} moves {m}\n")).unwrap();
        run(&["shogi", "mate", path.to_str().unwrap(), "--memory", "4", "--json"]).json()
    };
    let answer = run(&["shogi", "mate", THREE, "--all-first-moves", "--json"]).json();
    for first in answer["first_moves"].as_array().unwrap() {
        let found = record(first["move"].as_str().unwrap());
        match first["answer"].as_str().unwrap() {
            "mate" => assert_eq!(found["missed"], false, "{first}"),
            "nomate" => assert_eq!(found["missed"], true, "{first}"),
            other => panic!("{other}"),
        }
    }
}

/// A folder may have other files. A broken record is an error, but the other files are still read.
#[test]
fn folders_may_have_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.txt", &format!("one\t{ONE}\n"));
    write("readme.md", "some words\n");
    write("z.txt", &format!("none\t{NONE}\n"));
    let done = run(&["shogi", "mate", folder.path().to_str().unwrap(), "--json"]);
    let answers: Vec<_> = done.json_lines().iter().map(|line| line["name"].clone()).collect();
    assert_eq!((done.code, answers), (0, vec!["one".into(), "none".into()]));
    write("bad.usi", "sfen 4k4/9/9/9/9/9/9/9 b - 1 moves 5a5b\n");
    let done = run(&["shogi", "mate", folder.path().to_str().unwrap(), "--json"]);
    assert_eq!((done.code, done.json_lines().len()), (2, 2), "{}", done.stderr);
    assert!(done.stderr.contains("bad.usi: "), "{}", done.stderr);
}

/// Ctrl-C ends a long search. The program prints what it found so far.
#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_answer_so_far() {
    let text = fs::read_to_string(data("mate/microcosmos.tsv")).unwrap();
    let long = text.lines().nth(1).unwrap().split('\t').nth(1).unwrap();
    let words = ["shogi", "mate", "-", "--memory", "16", "--json"];
    let run = support::interrupted(&words, ONE, long, "-INT");
    let lines = run.json_lines();
    assert_eq!((run.code, lines.len(), run.stderr.as_str()), (130, 2, ""));
    assert_eq!((&lines[1]["answer"], &lines[1]["stop"]), (&"unknown".into(), &"request".into()));
    assert!(lines[1]["nodes"].as_u64().unwrap() > 1000);
}
