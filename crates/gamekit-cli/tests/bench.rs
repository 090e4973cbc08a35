//! `gamekit bench`.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use serde_json::Value;
use support::{command, run};

const TASKS: [&str; 9] =
    ["perft", "moves", "hash", "hash-next", "key", "print", "parse", "pack", "unpack"];

/// Checks the fields of each line after the first line. Returns the names of the tasks.
fn tasks(lines: &[Value]) -> BTreeSet<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rest = lines[1..].iter();
    rest.map(|line| {
        let time = |key| line[key].as_f64().unwrap();
        let (least, median, most) = (time("min_ns"), time("median_ns"), time("max_ns"));
        assert!(0.0 < least && least <= median && median <= most, "{line}");
        assert!((time("items_per_second") * median / 1e9 - 1.0).abs() < 1e-9, "{line}");
        assert!(["leaf", "move", "position"].contains(&line["item"].as_str().unwrap()));
        (text(&line["task"]), text(&line["game"]))
    })
    .collect()
}

fn all() -> BTreeSet<(String, String)> {
    let both = |task: &str| ["reversi", "shogi"].map(|game| (task.to_owned(), game.to_owned()));
    TASKS.into_iter().flat_map(both).collect()
}

#[test]
fn every_task_of_every_game_is_timed_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("bench.svg");
    let run = run(&["bench", "--rounds", "2", "--json", "--svg", svg.to_str().unwrap()]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let lines = run.json_lines();
    for key in ["version", "cpu", "os", "arch", "build"] {
        assert!(!lines[0][key].as_str().unwrap().is_empty(), "{}", lines[0]);
    }
    assert!(lines[0]["threads"].as_u64().unwrap() >= 1);
    for game in ["reversi", "shogi"] {
        let kernel = lines[0]["kernels"][game].as_str().unwrap();
        assert!(["portable", "avx2", "avx512"].contains(&kernel), "{kernel}");
    }
    assert_eq!(tasks(&lines), all());
    assert!(lines[1..].iter().all(|line| line["rounds"] == 2));

    let svg = fs::read_to_string(svg).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let bars = document
        .descendants()
        .filter(|node| node.has_tag_name("rect") && node.attribute("height") == Some("14"));
    assert_eq!(bars.count(), all().len());
}

#[test]
fn people_get_a_table_with_both_games() {
    let text = run(&["bench", "--rounds", "1"]).stdout;
    for part in ["gamekit ", "kernels: Reversi ", "| reversi", "| shogi", "M/s"] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    for task in TASKS {
        assert!(text.lines().any(|line| line.split(' ').next() == Some(task)), "{task}\n{text}");
    }
    run(&["bench", "--rounds", "0"]).refused(&["--rounds"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_rounds_that_are_done() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = command(&["bench", "--rounds", "1000000", "--json"]).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    // The machine is printed before the first measurement.
    output.read_line(&mut text).unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    output.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(tasks(&lines).is_subset(&all()));
}
