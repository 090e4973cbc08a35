//! `gamekit reversi book evaluate`.

mod support;

use std::fs;
use std::path::Path;

use support::{command, run};

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
    let search = ["--depth=5", "--selectivity=100", "--json"];
    let words = ["reversi", "book", "evaluate", &book, "-o", out];
    let first = run(&[&words[..], &search].concat()).json();
    assert_eq!((first["leaves"].as_u64(), first["evaluated"].as_u64()), (Some(4), Some(4)));
    assert_eq!(first["left"], 0);

    // Every leaf has the same value as in a separate search.
    let mut values = Vec::new();
    for line in GAMES.lines() {
        let found = run(&["reversi", "book", "find", out, line, "--json"]).json();
        let searched = run(&[&["reversi", "analyze", line][..], &search].concat()).json();
        let best =
            searched["moves"].as_array().unwrap().iter().map(|m| m["value_centidiscs"].as_i64());
        let value = found["book"]["value_centidiscs"].as_i64().unwrap();
        assert_eq!(value, best.max().unwrap().unwrap(), "{line}: {found}");
        values.push(value);
    }
    // The expected value of f5 is computed by minimax. White is to move after f5, with the book
    // moves d6, f6 and f4. White is also to move after f5d6c3d3c4.
    let after_c4 = values[2].wrapping_neg().max(line_value(out, "f5d6c3d3c4f4").wrapping_neg());
    assert_eq!(line_value(out, "f5d6c3d3c4"), after_c4);
    let replies = ["f5d6", "f5f6", "f5f4"].map(|line| -line_value(out, line));
    assert_eq!(line_value(out, "f5"), *replies.iter().max().unwrap());
    assert_eq!(first["value_centidiscs"].as_i64(), Some(-line_value(out, "f5")));
    // The input book is unchanged.
    assert_eq!(run(&["reversi", "book", "info", &book, "--json"]).json()["evaluated"], 0);
}

#[test]
fn all_positions_have_values_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let book = book(folder.path());
    let words = ["reversi", "book", "evaluate", &book, "--depth=5", "--selectivity=100", "--json"];
    assert_eq!(run(&words).json()["evaluated"], 4);
    let minimax = line_value(&book, "f5d6");
    let answer = run(&[&words[..], &["--all"]].concat()).json();
    assert_eq!(answer["leaves"], answer["positions"]);
    assert_eq!(answer["evaluated"].as_u64(), answer["leaves"].as_u64().map(|all| all - 4));
    assert_ne!(line_value(&book, "f5d6"), minimax);
    for line in ["f5", "f5d6", "f5d6c3d3c4"] {
        let searched =
            run(&["reversi", "analyze", line, "--depth=5", "--selectivity=100", "--json"]);
        let searched = searched.json();
        let best =
            searched["moves"].as_array().unwrap().iter().map(|m| m["value_centidiscs"].as_i64());
        assert_eq!(Some(line_value(&book, line)), best.max().unwrap(), "{line}");
    }
    assert_eq!(run(&[&words[..], &["--all"]].concat()).json()["evaluated"], 0);
}

fn line_value(book: &str, line: &str) -> i64 {
    let found = run(&["reversi", "book", "find", book, line, "--json"]).json();
    found["book"]["value_centidiscs"].as_i64().unwrap()
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
fn an_evaluation_of_an_inner_position_stands() {
    let folder = tempfile::tempdir().unwrap();
    let book = book(folder.path());
    let (text, given) = (folder.path().join("a.tsv"), folder.path().join("given.book"));
    let (text, given) = (text.to_str().unwrap(), given.to_str().unwrap());
    assert_eq!(run(&["reversi", "book", "export", &book, "-o", text]).code, 0);
    // Sets an evaluation in the book: White is 12.34 discs ahead before White's third move.
    let inner = run(&["reversi", "book", "find", &book, "f5d6c3d3c4", "--json"]).json();
    let games = inner["book"]["games"].as_u64().unwrap();
    let mut changed = 0;
    let lines = fs::read_to_string(text).unwrap();
    let lines = lines.lines().map(|line| {
        let is_inner = line.split('\t').nth(1) == Some(&games.to_string())
            && line.bytes().take(64).filter(|&b| b != b'-').count() == 9;
        changed += u32::from(is_inner);
        if is_inner { format!("{line}\t1234\t20\n") } else { format!("{line}\n") }
    });
    let lines: String = lines.collect();
    assert_eq!(changed, 1, "{lines}");
    fs::write(text, lines).unwrap();
    assert_eq!(run(&["reversi", "book", "import", text, "-o", given]).code, 0);
    let answer = run(&["reversi", "book", "evaluate", given, "--depth=4", "--json"]).json();
    assert_eq!((answer["leaves"].as_u64(), answer["evaluated"].as_u64()), (Some(4), Some(4)));
    assert_ne!(line_value(given, "f5d6c3d3c4b3"), -1234);
    assert_eq!(line_value(given, "f5d6c3d3c4"), 1234);
    // The evaluation determines the value of the earlier position after f5d6c3d3, because Black has
    // only one move in the book.
    assert_eq!(line_value(given, "f5d6c3d3"), -1234);
    assert_eq!(run(&["reversi", "book", "info", given, "--json"]).json()["evaluated"], 5);
}

#[cfg(unix)]
#[test]
fn interrupted_runs_go_on_to_the_same_book() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi/wthor/WTH_1980.wtb");
    let book = at("a.book");
    let build = ["reversi", "book", "build", games, "-o", &book, "--max-ply", "12"];
    assert_eq!(run(&build).code, 0);
    let options = ["--depth", "9", "--json"];
    let whole = at("whole");
    let words = ["reversi", "book", "evaluate", &book, "-o", &whole, "--threads", "2"];
    let begun = std::time::Instant::now();
    let answer = run(&[&words[..], &options].concat()).json();
    let took = begun.elapsed();
    let leaves = answer["leaves"].as_u64().unwrap();
    assert!(leaves > 100 && answer["evaluated"] == leaves);

    // Interrupts runs with alternating signals and numbers of threads until a run completes.
    let (mut cut, mut valued) = (0, 0);
    for attempt in 0..60 {
        let (signal, threads) = if attempt % 2 == 0 { ("-INT", "1") } else { ("-TERM", "3") };
        let words = ["reversi", "book", "evaluate", &book, "--threads", threads];
        let child = command(&[&words[..], &options].concat()).spawn().unwrap();
        std::thread::sleep(took.max(std::time::Duration::from_millis(400)) / 3);
        let id = child.id().to_string();
        // If the run is already over, `kill` fails.
        let _ = std::process::Command::new("kill").args([signal, &id]).output().unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let Ok(answer) = serde_json::from_str::<serde_json::Value>(&text) else {
            // The signal arrived before the program had installed its handler, so the signal ended
            // the program.
            assert_eq!(output.status.code(), None, "{text}");
            continue;
        };
        valued += answer["evaluated"].as_u64().unwrap();
        assert_eq!(answer["left"], leaves - valued);
        let files = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, 2, "nothing is left beside the books");
        if answer["left"] == 0 {
            assert_eq!(output.status.code(), Some(0));
            break;
        }
        assert_eq!(output.status.code(), Some(130));
        cut += 1;
    }
    assert!(cut > 0, "no run was ended in time");
    assert!(fs::read(&book).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn a_book_that_is_none_is_refused() {
    run(&["reversi", "book", "evaluate", "Cargo.toml", "--depth", "2"]).refused(&["Cargo.toml"]);
}
