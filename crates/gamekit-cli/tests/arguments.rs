//! The command line: help, exit codes, and positions as one or several arguments.

mod support;

use support::{START, run, run_on};

#[test]
fn help_and_version_end_well() {
    for arguments in [&["--help"][..], &["--version"], &["reversi", "--help"]] {
        let run = run(arguments);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains("gamekit"), "{}", run.stdout);
    }
}

#[test]
fn unknown_words_and_bad_numbers_are_bad_input() {
    for arguments in [
        &["chess"][..],
        &["reversi", "fly"],
        &["reversi", "perft"],
        &["reversi", "perft", "--depth", "minus"],
        &["reversi", "perft", "--depth", "-1"],
        &["reversi", "perft", "--depth", "1", "--threads", "0"],
        &["reversi", "perft", "--depth", "1", "--threads", "4000000000"],
        &["reversi", "perft", "--depth", "1", "--wings"],
        // These values are a depth that would overflow the stack, a table size that exceeds the
        // memory, and an invalid ridge strength.
        &["shogi", "perft", "--depth", "4294967295", "4k4/9/9/9/9/9/9/9/4K4 b - 1"],
        &["shogi", "perft", "--depth", "61"],
        &["reversi", "train", "games", "-o", "w", "--self-play", "4294967295"],
        &["reversi", "train", "games", "-o", "w", "--ridge=-1"],
        &["reversi", "train", "games", "-o", "w", "--ridge", "nan"],
        &["reversi", "nboard", "--depth", "0"],
        &["reversi", "gtp", "--threads", "0"],
        &["reversi", "gtp", "--book", "no-such-file"],
        // `--weights` has no effect without a search option.
        &["reversi", "analyze", "f5", "--weights", "no-such-file"],
    ] {
        run(arguments).refused(&[]);
    }
}

#[test]
fn a_position_is_read_in_every_spelling() {
    let (board, side) = START.split_once(' ').unwrap();
    let spellings: [&[&str]; 4] =
        [&[], &[START], &[board, side], &["--", &board.replace('-', "."), side]];
    for words in spellings {
        let (before, after) = words.split_at(words.iter().position(|&w| w == "--").unwrap_or(0));
        let mut arguments = vec!["reversi", "perft", "--depth", "4", "--json"];
        arguments.extend(before.iter().chain(after));
        let answer = run(&arguments).json();
        assert_eq!(
            (answer["nodes"].as_u64(), answer["position"].as_str()),
            (Some(244), Some(START))
        );
    }
    // The options may also follow the board.
    let answer = run(&["reversi", "perft", board, side, "--depth", "4", "--json"]).json();
    assert_eq!(answer["nodes"], 244);
    let answer = run(&["reversi", "perft", "f5", "D6", "c3", "--depth", "0", "--json"]).json();
    let after = "------------------X--------XX------OXX-----O-------------------- O";
    assert_eq!((answer["nodes"].as_u64(), answer["position"].as_str()), (Some(1), Some(after)));
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    let long = format!("-{START}");
    for (position, words) in [
        (&START[1..], &["byte 64", "63 squares"][..]),
        (&long, &["byte 64", "more than 64"]),
        (&START[..64], &["no side to move"]),
        ("f5d6i1", &["ply 3 at byte 4", "invalid square"]),
        ("f5f5", &["ply 2 at byte 2", "not empty"]),
        ("a1", &["ply 1 at byte 0", "flips no disc"]),
        ("f5d6c", &["ply 3 at byte 4", "incomplete square"]),
        ("f5 -- d6", &["ply 2 at byte 3", "pass"]),
        (&START.replace('O', "0"), &["byte 27", "digit zero"]),
        (&START.replace(" X", " Q"), &["byte 65", "side"]),
        ("\u{1f600}", &["byte 0"]),
    ] {
        run(&["reversi", "perft", position, "--depth", "1"]).refused(words);
    }
}

#[test]
fn a_blank_word_is_no_position() {
    let start = "or no argument for the start position";
    for (words, expected) in [
        (&["reversi", "perft", "--depth", "1", ""][..], &["a transcript (f5d6c3)", start][..]),
        (&["reversi", "analyze", " "], &["[POSITION]", "a transcript", start]),
        (&["reversi", "analyze", "f5", "", "d6"], &["a transcript", start]),
        (&["reversi", "play", ""], &["a transcript", start]),
        (&["reversi", "book", "find", "x.book", "\t"], &["a transcript", start]),
        (&["reversi", "solve", ""], &["a file, a board and its side to move, or a transcript"]),
        (&["shogi", "moves", ""], &["[POSITION]", "`startpos`, an SFEN, a USI line", start]),
        (&["shogi", "analyze", " "], &["`startpos`", start]),
        (&["shogi", "perft", "--depth", "1", "startpos", ""], &["`startpos`", start]),
        (&["shogi", "see", "", "7g7f"], &["<POSITION>", "`startpos`", start]),
        (&["shogi", "see", "startpos", ""], &["[MOVE|SQUARE]", "a move (7g7f) or a square (5e)"]),
    ] {
        run(words).refused(&[&["empty argument, expected"][..], expected].concat());
    }
    // If the argument is missing, the position is the start position. A blank line of standard
    // input is skipped.
    assert_eq!(run(&["shogi", "moves", "--json"]).json()["moves"].as_array().unwrap().len(), 30);
    let stream = run_on(&["shogi", "moves", "-", "--json"], b"\n \nstartpos\nx\n");
    let lines = stream.json_lines();
    assert_eq!((stream.code, lines.len(), &lines[1]["line"]), (2, 2, &serde_json::json!(4)));
}

#[test]
fn every_command_is_the_one_program() {
    for words in [&["reversi", "perft"][..], &["reversi", "book", "find"], &["shogi"], &["bench"]] {
        let version = run(&[words, &["-V"]].concat());
        assert_eq!(version.stdout, concat!("gamekit ", env!("CARGO_PKG_VERSION"), "\n"));
    }
}

#[test]
fn a_negative_number_is_told_the_range() {
    for (words, range) in [
        (&["reversi", "perft", "--depth", "-1"][..], "0..=60"),
        (&["shogi", "perft", "--depth", "-1"], "0..=60"),
        (&["reversi", "play", "--level", "-3"], "1..=20"),
        (
            &["reversi", "analyze", "--time", "-1"],
            "expected a number of seconds that is not negative",
        ),
        (&["reversi", "book", "build", "x", "-o", "y", "--min-games", "-1"], "0..="),
    ] {
        let refused = run(words);
        refused.refused(&["invalid value '-", range]);
        assert!(!refused.stderr.contains("tip:"), "{}", refused.stderr);
    }
}

#[test]
fn help_names_what_applies() {
    let play = run(&["reversi", "play", "-h"]).stdout;
    assert!(play.contains("[POSITION]") && !play.contains("standard input"), "{play}");
    for (flag, words) in [
        ("-h", &["kif, ki2, csa, jkf or usi for games", "for labelled positions"][..]),
        ("--help", &["For games:\n", "- kif: ", "For labelled positions:\n", "- psv: "]),
    ] {
        let help = run(&["shogi", "convert", flag]).stdout;
        // The help uses the full width of the terminal.
        let flat = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for word in words {
            assert!(flat.contains(word.trim_end()), "{word}: {help}");
        }
        assert!(!help.contains("[possible values: kif"), "{help}");
    }
}
