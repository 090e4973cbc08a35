//! `gamekit reversi play`.

mod support;

use support::{run, run_on};

#[test]
fn a_person_plays_asks_and_takes_back() {
    let input = "help\nf5\nhint\nundo\nmoves\na1\nf9\nlevel 2\nlevel 99\nd3\nmoves\nquit\n";
    let words = ["reversi", "play", "--seed", "7", "--level", "3", "--threads", "1"];
    let game = run_on(&words, input.as_bytes());
    assert_eq!((game.code, game.stderr.as_str()), (0, ""));
    for part in [
        "X> ",
        "take back your last move",
        "White (O) plays ",
        "move  value  depth  line",
        "illegal move a1: it flips no disc",
        "invalid square",
        "level 99: expected 1 to 20",
        "level  2",
    ] {
        assert!(game.stdout.contains(part), "`{part}` is not in\n{}", game.stdout);
    }
    // After the undo the game is as it was; then it is two plies long.
    let games: Vec<&str> =
        game.stdout.lines().filter_map(|line| line.strip_prefix("X> ")).collect();
    assert!(games.iter().any(|text| text.len() == 4 && text.starts_with("d3")), "{games:?}");
    // The end of the input ends the game.
    assert_eq!(run_on(&words, b"f5\n").code, 0);
}

#[test]
fn the_same_seed_plays_the_same_game_to_its_end() {
    let play = |seed: &str| {
        let words = ["reversi", "play", "--side", "none", "--level", "2", "--threads=1", "--seed"];
        let game = run(&[&words[..], &[seed]].concat());
        assert_eq!(game.code, 0, "{}", game.stderr);
        game.stdout.lines().last().unwrap().to_owned()
    };
    let first = play("1");
    assert_eq!(first, play("1"));
    assert!((2..6).any(|seed| play(&seed.to_string()) != first));
    // The program agrees that it is a whole game.
    let end = run(&["reversi", "analyze", &first, "--json"]).json();
    assert_eq!(end["state"], "over");
}

#[test]
fn a_side_without_a_move_passes_by_itself() {
    // White has no move; then Black ends the game on h1.
    let board = "XXXXXXO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O";
    let game = run_on(&["reversi", "play", board, "--level", "1"], b"h1\n");
    assert_eq!(game.code, 0);
    assert!(game.stdout.contains("White (O) must pass"), "{}", game.stdout);
    assert!(game.stdout.contains("the game is over: Black wins by 64"), "{}", game.stdout);
}

#[test]
fn bad_words_are_refused() {
    run(&["reversi", "play", "--side", "red"]).refused(&["black, white or none"]);
    run(&["reversi", "play", "--level", "0"]).refused(&["0"]);
    run(&["reversi", "play", "f5f5"]).refused(&["f5"]);
}
