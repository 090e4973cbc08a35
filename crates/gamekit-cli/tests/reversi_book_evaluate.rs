//! `gamekit reversi book evaluate`.

mod support;

use std::fs;
use std::path::Path;

use support::run;

const GAMES: &str = "f5d6c3d3c4f4f6f3e6e7\nf5f6e6f4e3c5c4\nf5d6c3d3c4b3\nf5f4e3f6d3\n";

fn book(folder: &Path) -> String {
    let (games, book) = (folder.join("games.txt"), folder.join("a.book"));
    fs::write(&games, GAMES).unwrap();
    let words = ["reversi", "book", "build", games.to_str().unwrap(), "-o", book.to_str().unwrap()];
    assert_eq!(run(&words).code, 0);
    book.to_str().unwrap().to_owned()
}

#[test]
fn leaves_get_values_that_go_back_by_minimax() {
    let folder = tempfile::tempdir().unwrap();
    let book = book(folder.path());
    let out = folder.path().join("b.book");
    let out = out.to_str().unwrap();
    let search = ["--depth=5", "--level=100", "--json"];
    let words = ["reversi", "book", "evaluate", &book, "-o", out];
    let first = run(&[&words[..], &search].concat()).json();
    assert_eq!((first["leaves"].as_u64(), first["evaluated"].as_u64()), (Some(4), Some(4)));
    assert_eq!(first["left"], 0);

    // Every leaf has the value of a search of its own.
    let mut values = Vec::new();
    for line in GAMES.lines() {
        let found = run(&["reversi", "book", "find", out, line, "--json"]).json();
        let searched = run(&[&["reversi", "analyze", line][..], &search].concat()).json();
        let best = searched["moves"].as_array().unwrap().iter().map(|m| m["value"].as_i64());
        let value = found["book"]["value"].as_i64().unwrap();
        assert_eq!(value, best.max().unwrap().unwrap(), "{line}: {found}");
        values.push(value);
    }
    // By hand, values for the side to move: after f5 White chooses d6, f6 or f4; after f5d6c3d3c4
    // it is White's turn too.
    let after_c4 = values[2].wrapping_neg().max(line_value(out, "f5d6c3d3c4f4").wrapping_neg());
    assert_eq!(line_value(out, "f5d6c3d3c4"), after_c4);
    let replies = ["f5d6", "f5f6", "f5f4"].map(|line| -line_value(out, line));
    assert_eq!(line_value(out, "f5"), *replies.iter().max().unwrap());
    assert_eq!(first["value"].as_i64(), Some(-line_value(out, "f5")));
    // The old book is as it was.
    assert_eq!(run(&["reversi", "book", "info", &book, "--json"]).json()["evaluated"], 0);
}

fn line_value(book: &str, line: &str) -> i64 {
    let found = run(&["reversi", "book", "find", book, line, "--json"]).json();
    found["book"]["value"].as_i64().unwrap()
}

#[test]
fn a_second_run_has_nothing_to_do_and_threads_make_the_same_book() {
    let folder = tempfile::tempdir().unwrap();
    let book = book(folder.path());
    let evaluate = |threads: &str, out: &str, depth: &str| {
        let out = folder.path().join(out);
        let words = ["reversi", "book", "evaluate", &book, "-o", out.to_str().unwrap()];
        let answer =
            run(&[&words[..], &["--depth", depth, "--threads", threads, "--json"]].concat()).json();
        (fs::read(&out).unwrap(), answer)
    };
    assert_eq!(evaluate("1", "one", "6").0, evaluate("2", "two", "6").0);
    fs::copy(folder.path().join("one"), &book).unwrap();
    let (bytes, again) = evaluate("2", "three", "6");
    assert_eq!((again["leaves"].as_u64(), again["evaluated"].as_u64()), (Some(4), Some(0)));
    assert_eq!(bytes, fs::read(&book).unwrap());
    assert_eq!(evaluate("2", "four", "7").1["evaluated"], 4);
}

#[test]
fn a_book_that_is_none_is_refused() {
    run(&["reversi", "book", "evaluate", "Cargo.toml", "--depth", "2"]).refused(&["Cargo.toml"]);
}
