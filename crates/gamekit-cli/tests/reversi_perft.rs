//! `gamekit reversi perft`.

mod support;

use support::{START, run, run_on};

#[test]
fn the_start_has_the_known_counts() {
    let counts = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800u64];
    for (depth, nodes) in counts.into_iter().enumerate() {
        let depth = depth.to_string();
        let answer = run(&["reversi", "perft", "--depth", &depth, "--json"]).json();
        assert_eq!(answer["nodes"], nodes, "depth {depth}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for threads in ["1", "2", "3"] {
        let answer =
            run(&["reversi", "perft", START, "--depth", "9", "--threads", threads, "--json"])
                .json();
        assert_eq!(answer["nodes"], 3_005_288);
    }
}

#[test]
fn divide_adds_up() {
    let answer = run(&["reversi", "perft", "f5d6", "--depth", "5", "--divide", "--json"]).json();
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 5);
    let sum: u64 = moves.iter().map(|line| line["nodes"].as_u64().unwrap()).sum();
    assert_eq!(answer["nodes"], sum);
    let whole = run(&["reversi", "perft", "f5d6", "--depth", "5", "--json"]).json();
    assert_eq!(whole["nodes"], sum);
    let text = run(&["reversi", "perft", "--depth", "2", "--divide"]).stdout;
    assert!(text.starts_with("move  nodes\nd3        3\nc4        3\n"), "{text}");
}

#[test]
fn divisions_of_a_stream_name_their_positions() {
    let words = ["reversi", "perft", "-", "--depth", "1", "--divide"];
    let text = run_on(&words, format!("{START}\nf5\n").as_bytes()).stdout;
    let mut blocks = text.split_inclusive("nodes/s)\n");
    assert!(blocks.next().unwrap().starts_with(&format!("{START}\nmove  nodes\nd3        1\n")));
    let second = blocks.next().unwrap();
    assert!(second.starts_with("---------------------------OX------XXX-"), "{second}");
    // The position is printed only if the input has several positions.
    assert!(!run(&["reversi", "perft", "--depth", "1", "--divide"]).stdout.contains(START));
}

#[test]
fn a_depth_beyond_any_game_is_refused() {
    run(&["reversi", "perft", "--depth", "61"]).refused(&["61", "0..=60"]);
    run(&["reversi", "perft", "--depth", "-1"]).refused(&[]);
}

#[test]
fn passes_and_finished_games_are_counted() {
    // White must pass, so there is one leaf at depth 1, and `--divide` lists the pass.
    let passing = "XXXXX---XXXXXO--XXOXOO--XXXOOOO-XXXOOOO-XOXOOOO-XXX-OO--XXXO---- O";
    let answer = run(&["reversi", "perft", passing, "--depth", "2", "--divide", "--json"]).json();
    assert_eq!(answer["moves"][0]["move"], "pass");
    assert_eq!(answer["nodes"], 12);
    let over = format!("{}{} O", "X".repeat(60), "----");
    for divide in [&[][..], &["--divide"]] {
        let mut arguments = vec!["reversi", "perft", &over, "--depth", "5", "--json"];
        arguments.extend(divide);
        assert_eq!(run(&arguments).json()["nodes"], 1);
    }
}
