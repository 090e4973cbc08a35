//! `gamekit reversi play`.

mod support;

use support::{command, run, run_on};

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
        "value  depth  line",
        "illegal move a1: the move flips no disc",
        "invalid move",
        "invalid level 99, expected 1 to 20",
        "level  2",
    ] {
        assert!(game.stdout.contains(part), "`{part}` is not in\n{}", game.stdout);
    }
    // After the undo, the legal moves are the same as before. Then the game has two plies.
    let games: Vec<&str> =
        game.stdout.lines().filter_map(|line| line.strip_prefix("X> ")).collect();
    assert!(games.iter().any(|text| text.len() == 4 && text.starts_with("d3")), "{games:?}");
    // The end of the input ends the game.
    assert_eq!(run_on(&words, b"f5\n").code, 0);
}

#[test]
fn a_person_may_play_white_go_on_from_a_position_and_mistype_anything() {
    let mut input = b"level\nlevel 2\npass\nf5d6\nhint please\n\xff\xfe\n".to_vec();
    input.extend("é".repeat(5000).bytes()); // longer than the maximum length of a line
    input.extend(b"\n\n  \nboard\nmoves\nundo\nundo\nq\n");
    let words =
        ["reversi", "play", "f5d6c3", "--side", "white", "--seed=1", "--threads=1", "--time=1"];
    let game = run_on(&words, &input);
    assert_eq!((game.code, game.stderr.as_str()), (0, ""), "{}", game.stdout);
    for part in [
        "turn   White (O)",
        "O> the engine plays at level 6\n",
        "O> the engine plays at level 2\n",
        "illegal move pass: the side to move has a legal move, so a pass is not allowed",
        "hint please: type `help` for a list of commands",
        "O> f5d6c3\n",
        "no move to take back",
    ] {
        assert!(game.stdout.contains(part), "`{part}` is not in\n{}", game.stdout);
    }
    // White is always to move, because no input was a valid move.
    assert!(!game.stdout.contains("plays d3") && !game.stdout.contains("X> "), "{}", game.stdout);
    // The engine plays Black and makes the first move. The end of the input ends the game.
    let game = run_on(&["reversi", "play", "--side", "white", "--level=1", "--seed=2"], b"");
    assert_eq!(game.code, 0);
    assert!(game.stdout.contains("Black (X) plays "), "{}", game.stdout);
    assert!(game.stdout.ends_with("O> \n"), "{}", game.stdout);
}

/// Plays a game in which the user always plays the first move of `hint`.
#[test]
fn a_whole_game_is_played_by_piped_input() {
    use std::io::{BufReader, Read, Write};
    let words = ["reversi", "play", "--level", "1", "--seed", "5", "--threads", "1"];
    let mut child = command(&words).stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    // Reads the output up to the next prompt. Returns `false` if the game has ended.
    let mut said = move || {
        let mut text = Vec::new();
        while !text.ends_with(b"X> ") {
            let mut byte = [0];
            if stdout.read(&mut byte).unwrap() == 0 {
                return (String::from_utf8(text).unwrap(), false);
            }
            text.push(byte[0]);
        }
        (String::from_utf8(text).unwrap(), true)
    };
    let _ = said();
    let (mut turns, mut last) = (0, String::new());
    for _ in 0..40 {
        writeln!(stdin, "hint").unwrap();
        let (hints, is_on) = said();
        assert!(is_on && hints.starts_with("move ") && hints.contains("line"), "{hints}");
        let best = hints.lines().nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        writeln!(stdin, "{best}").unwrap();
        turns += 1;
        let (text, is_on) = said();
        assert!(text.contains(" plays ") || text.contains("must pass") || !is_on, "{text}");
        if !is_on {
            last = text;
            break;
        }
    }
    assert!((20..=32).contains(&turns), "{turns}");
    assert!(last.contains("the game is over: "), "{last}");
    let moves = last.lines().last().unwrap();
    assert_eq!(run(&["reversi", "analyze", moves, "--json"]).json()["state"], "over");
    assert_eq!(child.wait().unwrap().code(), Some(0));
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
    // `analyze` confirms that the game is complete.
    let end = run(&["reversi", "analyze", &first, "--json"]).json();
    assert_eq!(end["state"], "over");
}

#[test]
fn a_side_without_a_move_passes_by_itself() {
    // White has no move. Black then ends the game on h1.
    let board = "XXXXXXO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O";
    let game = run_on(&["reversi", "play", board, "--level", "1"], b"h1\n");
    assert_eq!(game.code, 0);
    assert!(game.stdout.contains("White (O) must pass"), "{}", game.stdout);
    assert!(game.stdout.contains("the game is over: Black wins by 64"), "{}", game.stdout);
}

#[test]
fn the_game_is_saved_after_every_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let saved = path("a.pgn");
    let words = ["reversi", "play", "--level=1", "--seed=3", "--threads=1", "-o", &saved];
    let input = format!("f5\nsave {}\nsave {}\nmoves\nquit\n", path("b c.txt"), path("d.x"));
    let game = run_on(&words, input.as_bytes());
    assert_eq!((game.code, game.stderr.as_str()), (0, ""));
    assert!(game.stdout.contains("saved to ") && game.stdout.contains("cannot tell the format"));
    // The engine answers with a move of the built-in book.
    assert!(game.stdout.contains("book: a search to depth 12)"), "{}", game.stdout);
    let text = std::fs::read_to_string(path("b c.txt")).unwrap();
    assert!(text.starts_with("f5") && text.len() == 5, "{text}");
    let listed = run(&["reversi", "games", &saved, "--json"]).json();
    assert_eq!((&listed["black"], &listed["white"]), (&"person".into(), &"gamekit level 1".into()));
    assert_eq!(listed["transcript"].as_str(), Some(text.trim()));
    let words = ["reversi", "play", "--level=1", "--seed=3", "--threads=1", "--book", "none"];
    let game = run_on(&words, b"f5\n");
    assert!(!game.stdout.contains("book:"), "{}", game.stdout);
    run(&["reversi", "play", "-o", &path("a.xyz")]).refused(&["cannot tell the format"]);
}

/// The line that `moves` prints reads back as the same game, also from another start.
#[test]
fn moves_from_another_start_read_back() {
    let board = "---------------------------OX------XOX-------O------------------ X";
    let game = run_on(&["reversi", "play", board, "--side", "none", "--level=1", "--seed=1"], b"");
    let moves = game.stdout.lines().last().unwrap();
    assert!(moves.starts_with(board), "{moves}");
    assert_eq!(run(&["reversi", "analyze", moves, "--json"]).json()["state"], "over");
}

#[test]
fn bad_words_are_refused() {
    run(&["reversi", "play", "--side", "red"]).refused(&["black, white or none"]);
    run(&["reversi", "play", "--level", "0"]).refused(&["0"]);
    run(&["reversi", "play", "f5f5"]).refused(&["f5"]);
}
