//! Standard input and output: one answer per line, in order, before the next line is read.

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::json;
use support::{START, command, run_on};

const PERFT: &[&str] = &["reversi", "perft", "-", "--depth", "2", "--json"];

#[test]
fn a_bad_line_is_answered_in_its_place_and_the_stream_goes_on() {
    let input = format!("{START}\nnonsense\n\nf5\r\n{}\n", &START[1..]);
    let run = run_on(PERFT, input.as_bytes());
    let lines = run.json_lines();
    assert_eq!(run.code, 2);
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["nodes"], 12);
    assert_eq!(lines[1]["line"], 2);
    assert!(lines[1]["error"].is_string());
    assert_eq!(lines[1].as_object().unwrap().len(), 2);
    assert_eq!(lines[2]["nodes"], 14);
    assert_eq!(lines[3]["line"], 5);
    assert_eq!(run.stderr, "");
}

/// A line can be the start position, a board with text after it, or a board with moves.
#[test]
fn answers_have_the_numbers_of_their_lines() {
    let input = format!("start\n\n{START};\nbad\n{START} f5d6\nstartpos\n");
    for words in [PERFT, &["reversi", "analyze", "-", "--json"]] {
        let lines = run_on(words, input.as_bytes()).json_lines();
        let numbers: Vec<u64> = lines.iter().map(|line| line["line"].as_u64().unwrap()).collect();
        assert_eq!(numbers, [1, 3, 4, 5, 6], "{words:?}");
        for (index, is_start) in [(0, true), (1, true), (3, false), (4, true)] {
            assert_eq!(lines[index]["position"] == START, is_start, "{words:?}");
        }
        assert!(lines[2]["error"].is_string());
    }
}

#[test]
fn without_json_the_errors_go_to_standard_error() {
    let run = run_on(&["reversi", "perft", "-", "--depth", "1"], b"f5\nf4\nf5d6\n");
    assert_eq!(run.code, 2);
    assert_eq!(run.stdout.lines().count(), 2);
    assert!(run.stderr.contains("line 2"), "{}", run.stderr);
}

#[test]
fn a_stream_of_good_lines_ends_well_and_an_empty_one_too() {
    let run = run_on(PERFT, b"f5\nf5d6");
    assert_eq!((run.code, run.json_lines().len()), (0, 2));
    let run = run_on(PERFT, b"");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
}

#[test]
fn bytes_that_are_no_text_are_a_bad_line() {
    let run = run_on(PERFT, b"f5\n\xff\xfe\x00\nf5\n");
    let lines = run.json_lines();
    assert_eq!((run.code, lines.len()), (2, 3));
    assert_eq!(lines[1]["line"], 2);
}

#[test]
fn each_line_is_answered_before_the_next_one_is_written() {
    let mut child = command(PERFT).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for nodes in [14, 12] {
        let line = if nodes == 14 { "f5\n" } else { START };
        stdin.write_all(line.trim_end().as_bytes()).unwrap();
        stdin.write_all(b"\n").unwrap();
        stdin.flush().unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["nodes"], nodes);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_program_that_waits_for_a_line() {
    for words in [
        &["reversi", "solve", "-", "--json"][..],
        &["reversi", "analyze", "-", "--depth=2", "--json"],
    ] {
        let mut child = command(words).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        writeln!(stdin, "{} X", "X".repeat(64)).unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert!(answer.starts_with('{'), "{answer}");
        std::thread::sleep(std::time::Duration::from_millis(300));
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        // The input stays open.
        assert_eq!(child.wait().unwrap().code(), Some(130), "{words:?}");
        drop(stdin);
    }
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = command(PERFT).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // The loop writes so many lines that a write fails after the program has closed its end of the
    // pipe.
    for _ in 0..10_000 {
        if stdin.write_all(b"f5\n").is_err() {
            break;
        }
    }
    drop(stdin);
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(stderr, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn the_keys_of_perft_come_in_their_documented_order() {
    let run = run_on(PERFT, START.as_bytes());
    let expected = json!({"line": 1, "position": START, "depth_plies": 2, "nodes": 12});
    assert_eq!(run.json_without_seconds(), expected);
    assert!(run.stdout.starts_with(r#"{"line":1,"position":"#), "{}", run.stdout);
}
