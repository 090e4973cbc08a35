//! `gamekit reversi book ..`, and the books that `analyze` reads.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use support::{START, command, run, run_on};
use tempfile::TempDir;

/// Games with different opening moves. The first game is complete.
const GAMES: [&str; 5] = [
    "d3c3c4e3c2b2f4b1d2f5g5g6e2e1b3a4f2c5b5f3a2a6g3g2b4a5c1e6h7a3a7g4h5h3g1a1d7d1d6f1c6h4h2h1a8b7c7b6e8c8g7f7e7f6g8d8b8h8h6f8",
    "f5d6c3d3c4f4f6f3e6e7d7 40-24",
    "f5d6c3d3c4f4c5b3c2b4e3e6c6 30-34",
    "e6f6f5d6e7 32-32",
    "f5f6e6f4e3 20-44",
];

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        fs::create_dir_all(folder.0.path().join("games/more")).unwrap();
        fs::write(folder.path("games/a.txt"), format!("{}\n{}\n", GAMES[0], GAMES[1])).unwrap();
        fs::write(folder.path("games/more/b.txt"), GAMES[2..].join("\n")).unwrap();
        fs::write(folder.path("games/more/notes.md"), "not a game").unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn build(&self, inputs: &[&str], output: &str, more: &[&str]) -> support::Run {
        let inputs: Vec<String> = inputs.iter().map(|name| self.text(name)).collect();
        let mut arguments = vec!["reversi", "book", "build"];
        arguments.extend(inputs.iter().map(String::as_str));
        let output = self.text(output);
        arguments.extend(["-o", &output]);
        arguments.extend(more);
        run(&arguments)
    }
}

fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

#[test]
fn a_book_is_the_same_however_it_is_built() {
    let folder = Folder::new();
    let built = folder.build(&["games"], "one.book", &["--threads", "1", "--json"]).json();
    assert_eq!((built["games"].as_u64(), built["files"].as_u64()), (Some(5), Some(2)));
    let whole = bytes(&folder.path("one.book"));
    // Builds the book again with the files in another order and with another number of threads.
    let done = folder.build(&["games/more/b.txt", "games/a.txt"], "two.book", &["--threads", "3"]);
    assert_eq!((done.code, done.stderr.as_str()), (0, ""));
    assert_eq!(bytes(&folder.path("two.book")), whole);
    // Builds the book from WTHOR instead of text. The result in a WTHOR file is the score of the
    // board, so only the complete game can be compared.
    fs::write(folder.path("whole.txt"), GAMES[0]).unwrap();
    let wthor = folder.text("whole.wtb");
    assert_eq!(run(&["reversi", "convert", &folder.text("whole.txt"), "-o", &wthor]).code, 0);
    assert_eq!(folder.build(&["whole.txt"], "text.book", &[]).code, 0);
    assert_eq!(folder.build(&["whole.wtb"], "wthor.book", &[]).code, 0);
    assert_eq!(bytes(&folder.path("text.book")), bytes(&folder.path("wthor.book")));
    // Merges two books that were built from a part of the files.
    folder.build(&["games/a.txt"], "a.book", &[]);
    folder.build(&["games/more"], "b.book", &[]);
    for (one, other) in [("a.book", "b.book"), ("b.book", "a.book")] {
        let merged = folder.text("merged.book");
        let arguments =
            ["reversi", "book", "merge", &folder.text(one), &folder.text(other), "-o", &merged];
        assert_eq!(run(&arguments).code, 0);
        assert_eq!(bytes(&folder.path("merged.book")), whole);
    }
}

#[test]
fn limits_leave_out_late_and_rare_positions() {
    let folder = Folder::new();
    let positions = |name: &str, more: &[&str]| {
        assert_eq!(folder.build(&["games"], name, more).code, 0);
        run(&["reversi", "book", "info", &folder.text(name), "--json"]).json()
    };
    let all = positions("all.book", &[]);
    let early = positions("early.book", &["--max-ply", "3"]);
    let frequent = positions("frequent.book", &["--min-games", "2"]);
    assert_eq!(early["positions_by_ply"].as_array().unwrap().len(), 4);
    let count = |info: &serde_json::Value| info["positions"].as_u64().unwrap();
    assert!(count(&frequent) < count(&all) && count(&early) < count(&all));
    assert_eq!((all["games"].as_u64(), frequent["games"].as_u64()), (Some(5), Some(5)));
}

#[test]
fn a_book_without_games_is_told() {
    let folder = Folder::new();
    let mut header = vec![20, 26, 11, 30, 0, 0, 0, 0, 0, 0, 0xd3, 7, 8, 0, 0, 0];
    header.resize(16, 0);
    fs::write(folder.path("none.wtb"), header).unwrap();
    let built = folder.build(&["none.wtb"], "none.book", &[]);
    assert_eq!(built.code, 0);
    assert!(built.stderr.ends_with("the book is empty: the files contain no games\n"));
    assert_eq!(folder.build(&["games"], "some.book", &["--min-games", "5"]).stderr, "");
}

#[test]
fn a_file_that_is_given_twice_is_refused() {
    let folder = Folder::new();
    folder.build(&["games"], "a.book", &[]);
    folder.build(&["games/a.txt"], "b.book", &[]);
    fs::copy(folder.path("a.book"), folder.path("copy.book")).unwrap();
    let merge = |books: &[&str]| {
        let books: Vec<String> = books.iter().map(|name| folder.text(name)).collect();
        let out = folder.text("out.book");
        let mut words = vec!["reversi", "book", "merge"];
        words.extend(books.iter().map(String::as_str));
        words.extend(["-o", &out]);
        run(&words)
    };
    let told = "this file is given twice, so its games would be counted twice";
    for books in [&["a.book", "a.book"][..], &["a.book", "b.book", "games/../a.book"]] {
        merge(books).refused(&["a.book: ", told]);
    }
    let twice = ["games/a.txt", "games"];
    folder.build(&twice, "out.book", &[]).refused(&["a.txt: ", told]);
    let [from, to, weights] = ["games/a.txt", "games", "w"].map(|name| folder.text(name));
    run(&["reversi", "train", &from, &to, "-o", &weights]).refused(&["a.txt: ", told]);
    assert!(!folder.path("out.book").exists() && !folder.path("w").exists());
    // Two files with the same content are allowed.
    assert_eq!(merge(&["a.book", "copy.book"]).code, 0);
}

#[test]
fn a_position_is_found_in_all_its_images() {
    let folder = Folder::new();
    folder.build(&["games"], "all.book", &[]);
    let book = folder.text("all.book");
    let input = "f5d6\nd3c5\nc4e3\ne6f4\n";
    let found = run_on(&["reversi", "book", "find", &book, "-", "--json"], input.as_bytes());
    let answers = found.json_lines();
    assert_eq!((found.code, answers.len()), (0, 4));
    let expected = serde_json::json!(
        {"value_centidiscs": answers[0]["book"]["value_centidiscs"], "games": 2, "wins": 1, "draws": 0, "losses": 1,
        "basis": "games", "basis_games": 1, "mean_centidiscs": 600});
    for (answer, step) in answers.iter().zip(["c3", "f6", "f6", "c3"]) {
        assert_eq!(answer["book"], expected);
        let moves = answer["moves"].as_array().unwrap();
        assert_eq!((moves.len(), moves[0]["move"].as_str()), (1, Some(step)), "{answer}");
        assert_eq!(moves[0]["book"]["games"], 2);
    }
    let none = run(&["reversi", "book", "find", &book, "f5f4", "--json"]).json();
    assert!(none["book"].is_null());
    assert_eq!(none["moves"].as_array().unwrap().len(), 0);
    assert!(run(&["reversi", "book", "find", &book, "f5f4"]).stdout.contains("not in the book"));
}

#[test]
fn analyze_asks_the_book_inside_or_the_one_it_is_told() {
    let folder = Folder::new();
    folder.build(&["games"], "all.book", &[]);
    let book = folder.text("all.book");
    let answer = run(&["reversi", "analyze", "f5", "--book", &book, "--json"]).json();
    let line = |answer: &serde_json::Value, name: &str| {
        let moves = answer["moves"].as_array().unwrap();
        moves.iter().find(|line| line["move"] == name).unwrap()["book"].clone()
    };
    // Two games begin with f5d6. Three games begin with f5f6 or a symmetric image of it.
    assert_eq!(line(&answer, "d6")["games"], 2);
    assert_eq!(line(&answer, "f6")["games"], 3);
    // After f5f6, White won two games and drew one game.
    let diagonal = line(&answer, "f6");
    assert_eq!([&diagonal["wins"], &diagonal["draws"], &diagonal["losses"]], [2, 1, 0]);
    assert!(line(&answer, "f4").is_null());
    let inside = run(&["reversi", "analyze", "f5", "--json"]).json();
    assert!(line(&inside, "d6")["games"].as_u64().unwrap() > 10_000);
    let keys: Vec<String> = line(&inside, "d6").as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        keys,
        [
            "basis",
            "depth_plies",
            "draws",
            "games",
            "losses",
            "mean_centidiscs",
            "value_centidiscs",
            "wins"
        ],
        "sorted by the test's reader"
    );
}

#[test]
fn text_and_flat_records_come_back() {
    let folder = Folder::new();
    folder.build(&["games"], "all.book", &[]);
    let (book, text, again) =
        (folder.text("all.book"), folder.text("all.tsv"), folder.text("again"));
    let shown = run(&["reversi", "book", "export", &book]);
    assert_eq!(run(&["reversi", "book", "export", &book, "-o", &text]).code, 0);
    assert_eq!(fs::read_to_string(&text).unwrap(), shown.stdout);
    assert_eq!(run(&["reversi", "book", "import", &text, "-o", &again]).code, 0);
    assert_eq!(bytes(Path::new(&again)), bytes(Path::new(&book)));
    // The value of the position is the evaluation, not the mean of the results.
    let start = START.replace(" X", "");
    let line = format!("{start} O\t2\t1\t0\t1\t4\t-150\t12\n");
    fs::write(&text, line).unwrap();
    assert_eq!(run(&["reversi", "book", "import", &text, "-o", &again]).code, 0);
    let found = run(&["reversi", "book", "find", &again, "--json"]).json();
    assert_eq!(found["book"]["value_centidiscs"], -150);
    // A flat file has the number of positions, then 20 bytes per position.
    let flat = folder.text("flat");
    let arguments = ["reversi", "book", "export", &book, "--to", "flat", "-o", &flat];
    assert_eq!(run(&arguments).code, 0);
    let records = bytes(Path::new(&flat));
    let count = i32::from_le_bytes(records[..4].try_into().unwrap());
    assert_eq!(records.len(), 4 + 20 * count as usize);
    let import = ["reversi", "book", "import", &flat, "-o", &again];
    run(&[&import[..], &["--from", "text"]].concat()).refused(&["--from flat"]);
    for format in [&[][..], &["--from", "flat"]] {
        fs::remove_file(&again).unwrap();
        assert_eq!(run(&[&import[..], format].concat()).code, 0);
    }
    let info = run(&["reversi", "book", "info", &again, "--json"]).json();
    assert_eq!(info["positions"].as_i64(), Some(i64::from(count)));
}

#[test]
fn bad_files_are_refused_and_no_book_is_written() {
    let folder = Folder::new();
    folder.build(&["games"], "good.book", &[]);
    let good = bytes(&folder.path("good.book"));
    let changed = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        bytes
    };
    for (name, bytes) in [
        ("empty", vec![]),
        ("cut", good[..good.len() / 2].to_vec()),
        ("long", [&good[..], &[0]].concat()),
        ("header", changed(9)),
        ("middle", changed(good.len() / 2)),
        ("end", changed(good.len() - 1)),
    ] {
        fs::write(folder.path(name), bytes).unwrap();
        let (bad, fine, out) = (folder.text(name), folder.text("good.book"), folder.text("out"));
        run(&["reversi", "book", "info", &bad]).refused(&[name, "byte"]);
        run(&["reversi", "book", "merge", &fine, &bad, "-o", &out]).refused(&[name, "byte"]);
        run(&["reversi", "book", "export", &bad, "-o", &out]).refused(&[name, "byte"]);
        assert!(!folder.path("out").exists(), "{name}");
    }
    fs::write(folder.path("games/bad.txt"), "# a\nf5a1\n").unwrap();
    folder.build(&["games/bad.txt"], "out", &[]).refused(&["bad.txt", "line 2", "ply 2", "a1"]);
    // One bad game does not reject the other games.
    let partial = folder.build(&["games"], "partial", &[]);
    assert_eq!(partial.code, 2);
    assert!(partial.stderr.contains("bad.txt: line 2: invalid transcript"), "{}", partial.stderr);
    assert!(partial.stdout.contains(", 1 game skipped, "), "{}", partial.stdout);
    assert_eq!(bytes(&folder.path("partial")), good);
    folder.build(&["games/nothing"], "out", &[]).refused(&["nothing"]);
    fs::create_dir(folder.path("void")).unwrap();
    folder.build(&["void"], "out", &[]).refused(&["void", "no file of games"]);
    for (line, words) in [
        ("nonsense", &["line 1", "columns"][..]),
        (&format!("{}\t1\t1\t0\t0\t2", &START[1..]), &["line 1", "63 squares"]),
        (&format!("{START}\t1\t2\t0\t0\t2"), &["line 1", "columns 2 to 6", "are impossible"]),
        (&format!("{START}\t1\t1\t0\t0\tx"), &["line 1", "column 6"]),
        (&format!("{START}\t1\t1\t0\t0\t2\t9000\t4"), &["line 1", "evaluation"]),
        (&format!("{START}\t1\t1\t0\t0\t2\n{START}\t1\t1\t0\t0\t2"), &["line 2", "earlier"]),
        ("# nothing", &["no positions"]),
        (&format!("{START}\t-1\t1\t0\t0\t2"), &["line 1", "column 2", "`-1`", "count of games"]),
        (&format!("{START}\t1\t1\t0\t0\t2\t1\t"), &["line 1", "column 8", "whole number"]),
    ] {
        fs::write(folder.path("bad.tsv"), line).unwrap();
        let (text, out) = (folder.text("bad.tsv"), folder.text("out"));
        run(&["reversi", "book", "import", &text, "-o", &out]).refused(words);
    }
    for (content, words) in [
        (&b"# a\nb\t\xff"[..], &["line 2", "column 2", "byte 0", "not UTF-8"][..]),
        (&good[..], &["line 1", "column 1", "byte 0", "already a book"]),
    ] {
        fs::write(folder.path("bad.tsv"), content).unwrap();
        let (text, out) = (folder.text("bad.tsv"), folder.text("out"));
        run(&["reversi", "book", "import", &text, "-o", &out]).refused(words);
    }
    assert!(!folder.path("out").exists());
    run(&["reversi", "analyze", "--book", &folder.text("cut")]).refused(&["cut"]);
}

#[test]
fn a_save_that_is_killed_leaves_the_old_book_or_the_new_one() {
    let folder = Folder::new();
    folder.build(&["games/a.txt"], "old.book", &[]);
    folder.build(&["games"], "new.book", &[]);
    let books = [bytes(&folder.path("old.book")), bytes(&folder.path("new.book"))];
    let (target, input) = (folder.text("target.book"), folder.text("games"));
    let mut seen = [0, 0];
    for step in 0..80u64 {
        fs::write(&target, &books[0]).unwrap();
        let mut child =
            command(&["reversi", "book", "build", &input, "-o", &target]).spawn().unwrap();
        sleep(Duration::from_micros(step * 150));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = bytes(Path::new(&target));
        let which = books.iter().position(|book| *book == found).expect("a broken book");
        seen[which] += 1;
    }
    assert!(seen[0] > 0, "no run was killed in time: {seen:?}");
}

#[test]
fn the_next_save_removes_what_a_killed_one_left() {
    let folder = Folder::new();
    let left = [".a.book.4000000-0.saving", ".a.book.1-17.saving"];
    let others =
        [".a.book.saving", ".b.book.1-0.saving", ".a.book.x-1.saving", "a.book.1-0.saving"];
    for name in left.iter().chain(&others) {
        fs::write(folder.path(name), b"half").unwrap();
    }
    // Another process is still writing this file.
    let busy = fs::File::create(folder.path(".a.book.2-0.saving")).unwrap();
    busy.lock().unwrap();
    assert_eq!(folder.build(&["games"], "a.book", &[]).code, 0);
    assert!(left.iter().all(|name| !folder.path(name).exists()));
    assert!(others.iter().all(|name| folder.path(name).exists()));
    assert!(folder.path(".a.book.2-0.saving").exists());
    drop(busy);
    assert_eq!(folder.build(&["games"], "a.book", &[]).code, 0);
    assert!(!folder.path(".a.book.2-0.saving").exists());
}

#[test]
fn an_empty_book_is_exported_and_read_back() {
    let folder = Folder::new();
    let built = folder.build(&["games"], "none.book", &["--min-games", "99", "--json"]);
    assert_eq!(built.json()["games"], 5);
    let told = "none.book: warning: the book is empty: no position occurs in 99 games\n";
    assert!(built.stderr.ends_with(told), "{}", built.stderr);
    let (book, text, back) =
        (folder.text("none.book"), folder.text("none.tsv"), folder.text("back"));
    for format in ["text", "flat"] {
        let words = ["reversi", "book", "export", &book, "-o", &text, "--to", format];
        assert_eq!(run(&words).code, 0);
        let words = ["reversi", "book", "import", &text, "-o", &back, "--from", format];
        assert_eq!(run(&words).code, 0, "{format}");
        assert_eq!(bytes(&folder.path("none.book")), bytes(&folder.path("back")));
    }
}

#[test]
fn a_file_of_games_is_not_overwritten_by_its_book() {
    let folder = Folder::new();
    let before = bytes(&folder.path("games/a.txt"));
    for input in ["games/a.txt", "games"] {
        let refused = folder.build(&[input], "games/a.txt", &[]);
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains("one of the input files"), "{}", refused.stderr);
        assert_eq!(bytes(&folder.path("games/a.txt")), before);
    }
}

#[test]
fn a_text_that_is_not_utf_8_is_a_text_all_the_same() {
    let folder = Folder::new();
    for comment in 0..40 {
        let mut text = b"f5d6c3\n".to_vec();
        text.extend(std::iter::repeat_n(b' ', comment));
        text.push(0xe9);
        text.push(b'\n');
        fs::write(folder.path("latin.txt"), &text).unwrap();
        let at = format!("byte {}: not UTF-8 text", 7 + comment);
        let built = folder.build(&["latin.txt"], "latin.book", &[]);
        let (from, to) = (folder.text("latin.txt"), folder.text("out.txt"));
        let converted = run(&["reversi", "convert", &from, "-o", &to]);
        for refused in [built, converted] {
            assert_eq!(refused.code, 2);
            assert!(refused.stderr.contains(&at), "{}", refused.stderr);
        }
        assert!(!folder.path("latin.book").exists() && !folder.path("out.txt").exists());
    }
}
