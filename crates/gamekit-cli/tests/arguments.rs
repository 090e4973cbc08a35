//! The command line: help, exit codes and positions in every spelling.

mod support;

use support::{START, run};

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
        // Too deep for the stack, too many for the memory, no weight of anything.
        &["shogi", "perft", "--depth", "4294967295", "4k4/9/9/9/9/9/9/9/4K4 b - 1"],
        &["shogi", "perft", "--depth", "61"],
        &["reversi", "train", "games", "-o", "w", "--self-play", "4294967295"],
        &["reversi", "train", "games", "-o", "w", "--ridge=-1"],
        &["reversi", "train", "games", "-o", "w", "--ridge", "nan"],
        // Weights that nothing would use.
        &["reversi", "analyze", "f5", "--weights", "no-such-file"],
    ] {
        run(arguments).refused(&[]);
    }
}

#[test]
fn a_position_is_read_in_every_spelling() {
    let (board, side) = START.split_once(' ').unwrap();
    let spellings: [&[&str]; 6] =
        [&[], &[START], &[board, side], &[""], &["--", &board.replace('-', "."), side], &[" "]];
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
        ("f5d6i1", &["ply 3 at byte 4", "bad square"]),
        ("f5f5", &["ply 2 at byte 2", "not empty"]),
        ("a1", &["ply 1 at byte 0", "flips no disc"]),
        ("f5d6c", &["ply 3 at byte 4", "half a move"]),
        ("f5 -- d6", &["ply 2 at byte 3", "pass"]),
        (&START.replace('O', "0"), &["byte 27", "digit zero"]),
        (&START.replace(" X", " Q"), &["byte 65", "side"]),
        ("\u{1f600}", &["byte 0"]),
    ] {
        run(&["reversi", "perft", position, "--depth", "1"]).refused(words);
    }
}
