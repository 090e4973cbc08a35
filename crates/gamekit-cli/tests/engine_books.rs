//! `gamekit reversi book import` and `export` with the books of other engines, and `gamekit shogi book`.

mod support;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use support::{command, run, run_on};

/// A game with a pass, from <https://github.com/Nyanyan/Egaroucid/issues/217>.
const GAME: &str = "e6f4d3c4c3d6f6c6f5g5g6e3c5b5c7d2e7f7h4e8e2c2d8b6b4a5f8b3f3h5g4h3g3d1b1c1e1h2f2c8d7g8b7f1a3a4a7a6a8a1g7a2g1h1g2h6h8b8h7";

fn bytes(path: &str) -> Vec<u8> {
    fs::read(Path::new(path)).unwrap()
}

/// Returns the positions of a book of Edax, sorted.
fn positions(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut rest = &bytes[42..];
    let mut all = Vec::new();
    while !rest.is_empty() {
        let (position, after) = rest.split_at(42 + 2 * usize::from(rest[38]));
        all.push(position.to_vec());
        rest = after;
    }
    all.sort();
    all
}

#[test]
fn books_of_edax_and_egaroucid_are_imported_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [games, book, edax, again, imported] =
        ["games.txt", "a.book", "book.dat", "again.dat", "b.book"].map(path);
    fs::write(&games, format!("{GAME} 34-30\nf5d6c3d3c4 40-24\nf5f6e6f4e3 20-44\n")).unwrap();
    assert_eq!(run(&["reversi", "book", "build", &games, "-o", &book]).code, 0);
    let told = |words: &[&str]| {
        let done = run(words);
        assert_eq!((done.code, done.stderr.as_str()), (0, ""), "{words:?}");
    };
    let export = |book: &str, format: &str, to: &str| {
        told(&["reversi", "book", "export", book, "--to", format, "-o", to]);
    };
    export(&book, "edax", &edax);
    assert!(bytes(&edax).starts_with(b"XADEKOOB"));
    // The output of a pipe is the same file.
    let piped = command(&["reversi", "book", "export", &book, "--to", "edax"]).output().unwrap();
    assert_eq!(piped.stdout, bytes(&edax));
    told(&["reversi", "book", "import", &edax, "-o", &imported]);
    export(&imported, "edax", &again);
    assert_eq!(positions(&bytes(&again)), positions(&bytes(&edax)));
    let passes = positions(&bytes(&edax)).iter().filter(|p| p[38] == 1 && p[41] == 64).count();
    assert_eq!(passes, 1);
    for format in ["edax", "egaroucid"] {
        let [one, back] = ["one", "back.book"].map(path);
        export(&imported, format, &one);
        told(&["reversi", "book", "import", &one, "-o", &back, "--from", format]);
        let detected = path("detected.book");
        told(&["reversi", "book", "import", &one, "-o", &detected]);
        assert_eq!(bytes(&back), bytes(&detected));
        let value = |book: &str| {
            let found = run(&["reversi", "book", "find", book, "f5", "--json"]).json();
            found["book"]["value_centidiscs"].clone()
        };
        assert_eq!(value(&back), value(&imported));
        assert!(value(&back).is_number());
        // Analyses use the values of an imported book.
        let analysis = run(&["reversi", "analyze", "--book", &back, "--json"]).json();
        assert!(analysis.to_string().contains("value_centidiscs"));
    }
    told(&["reversi", "book", "info", &imported]);

    // Other formats report what they cannot hold.
    let noted = positions(&bytes(&edax)).len();
    for format in ["text", "flat"] {
        let done = run(&["reversi", "book", "export", &imported, "--to", format, "-o", &again]);
        let expected = format!("warning: links, leaves and levels of {noted} positions lost");
        assert!(done.code == 0 && done.stderr.contains(&expected), "{expected} {}", done.stderr);
        export(&book, format, &again);
    }
}

#[test]
fn a_wrong_count_of_positions_is_reported_and_the_book_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [games, book, edax, imported] = ["g.txt", "a.book", "a.dat", "b.book"].map(path);
    fs::write(&games, format!("{GAME} 34-30\n")).unwrap();
    assert_eq!(run(&["reversi", "book", "build", &games, "-o", &book]).code, 0);
    run(&["reversi", "book", "export", &book, "--to", "edax", "-o", &edax]);
    let mut wrong = bytes(&edax);
    let count = i32::from_le_bytes(wrong[38..42].try_into().unwrap());
    wrong[38] += 1;
    fs::write(&edax, wrong).unwrap();
    let done = run(&["reversi", "book", "import", &edax, "-o", &imported]);
    let expected = format!("byte 38: {count} positions, but the header says {}", count + 1);
    assert!(done.code == 1 && done.stderr.contains(&expected), "{}", done.stderr);
    assert_eq!(run(&["reversi", "book", "find", &imported, "f5"]).code, 0);
}

#[test]
fn damaged_books_of_engines_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [input, out] = ["book.dat", "out.book"].map(path);
    let mut edax = b"XADEKOOB\x04\x04".to_vec();
    edax.resize(42, 0);
    for (bytes, format, words) in [
        (&edax[..41], None, &["book.dat: invalid Edax book, byte 41: the file ends here"][..]),
        (b"DICUORAGE\x03\x01\0\0\0ab", None, &["Egaroucid", "position 1, byte 16: the file ends"]),
        (b"DICUORAGE\x09\x01\0\0\0ab", None, &["byte 9: version 9 is not supported"]),
        (b"hello, this is text", Some("edax"), &["byte 0: the file does not begin with"]),
        (&edax, Some("egaroucid"), &["byte 0: the file does not begin with"]),
        (&edax, Some("text"), &["omit --from"]),
    ] {
        fs::write(&input, bytes).unwrap();
        let mut words_of = vec!["reversi", "book", "import", &input, "-o", &out];
        words_of.extend(format.iter().flat_map(|format| ["--from", format]));
        run(&words_of).refused(words);
        assert!(!Path::new(&out).exists());
    }
    // Other commands say what the file is.
    fs::write(&input, &edax).unwrap();
    for command in [
        &["reversi", "book", "find", &input][..],
        &["reversi", "book", "info", &input],
        &["reversi", "analyze", "--book", &input],
        &["reversi", "book", "export", &input],
    ] {
        run(command).refused(&["this is a book of Edax", "book import"]);
    }
    // An empty book is written with a warning.
    let done = run(&["reversi", "book", "import", &input, "-o", &out]);
    assert_eq!(done.code, 0);
    assert!(done.stderr.ends_with("out.book: warning: the book is empty\n"), "{}", done.stderr);
}

#[cfg(unix)]
#[test]
fn a_book_is_imported_from_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [input, out] = ["a.egbk3", "out.book"].map(path);
    fs::write(&input, b"DICUORAGE\x03\0\0\0\0").unwrap();
    let mut import = command(&["reversi", "book", "import", "/dev/stdin", "-o", &out]);
    let mut cat =
        std::process::Command::new("cat").arg(&input).stdout(Stdio::piped()).spawn().unwrap();
    let done = import.stdin(cat.stdout.take().unwrap()).output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    cat.wait().unwrap();
    assert!(Path::new(&out).exists());
}

const SHOGI_START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";

#[test]
fn positions_of_shogi_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let db = path("a.db");
    // The start position occurs twice, and the file is not sorted.
    let white = "lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w -";
    let text = format!(
        "#YANEURAOU-DB2016 1.00\nsfen {SHOGI_START} 1\n# best\n7g7f 3c3d 44 21 9\n2g2f none -3\n\
         sfen {white} 2\n8c8d 2f2e -55 20 1 // comment\nsfen {SHOGI_START} 3\n6g6f none 11 21 9\n"
    );
    fs::write(&db, text).unwrap();
    let found = run(&["shogi", "book", "find", &db]);
    assert_eq!(found.code, 0);
    assert_eq!(
        found.stdout,
        format!(
            "{SHOGI_START} 1: 2 moves\n# best\nmove  reply  value  depth  times  comment\n\
             7g7f  3c3d     +44     21      9\n2g2f  -         -3      -      -\n"
        )
    );
    let moved = run(&["shogi", "book", "find", &db, "startpos moves 2g2f", "--json"]).json();
    assert_eq!(moved["moves"][0]["value_points"], -55);
    assert_eq!(moved["turned"], false);
    // Black to move in the turned position: 8c8d becomes 2g2f.
    let turned = "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let moved = run(&["shogi", "book", "find", &db, turned, "--json"]).json();
    assert_eq!(
        (moved["turned"].as_bool(), &moved["moves"][0]["move"]),
        (Some(true), &"2g2f".into())
    );
    let lines = run_on(&["shogi", "book", "find", &db, "-"], b"startpos moves 7g7f\nx\n");
    assert!(lines.stdout.ends_with(": not in the book\n"));
    assert_eq!(lines.code, 2);
    run(&["shogi", "book", "find", &path("missing.db")]).refused(&["missing.db: no such file"]);
    run(&["shogi", "book", "find", folder.path().to_str().unwrap()]).refused(&["folder"]);
    fs::write(&db, "hello\n").unwrap();
    run(&["shogi", "book", "find", &db]).refused(&["a.db: "]);
}

#[test]
fn a_book_of_an_engine_is_named_wherever_another_book_is_expected() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // Egaroucid's book of the start position, and the header of a book of Edax.
    let mut egaroucid = b"DICUORAGE\x03\x01\0\0\0".to_vec();
    egaroucid.extend_from_slice(&0x0000_0008_1000_0000u64.to_le_bytes());
    egaroucid.extend_from_slice(&0x0000_0010_0800_0000u64.to_le_bytes());
    egaroucid.extend_from_slice(&[0, 0xff, 0, 0, 0, 0, 0, 19, 0xff]);
    let edax = [&b"XADEKOOB\x04\x06"[..], &[0; 32]].concat();
    let [good, out] = ["good.book", "out"].map(path);
    fs::write(path("g.txt"), "f5d6\n").unwrap();
    assert_eq!(run(&["reversi", "book", "build", &path("g.txt"), "-o", &good]).code, 0);
    for (name, engine, bytes) in
        [("empty.egbk3", "Egaroucid", egaroucid), ("book.dat", "Edax", edax)]
    {
        let book = path(name);
        fs::write(&book, bytes).unwrap();
        for from in ["text", "flat"] {
            let words = ["reversi", "book", "import", &book, "-o", &out, "--from", from];
            run(&words).refused(&[name, "(this is the book of another engine; omit --from)"]);
        }
        let named = format!("{name}: this is a book of {engine}; make a book from it with");
        for words in [
            &["analyze", "--book", &book][..],
            &["play", "--book", &book],
            &["book", "info", &book],
            &["book", "find", &book],
            &["book", "export", &book],
            &["book", "evaluate", &book, "-o", &out],
            &["book", "merge", &good, &book, "-o", &out],
        ] {
            run(&[&["reversi"], words].concat()).refused(&[&named]);
        }
        assert!(!Path::new(&out).exists(), "{name}");
        let imported = run(&["reversi", "book", "import", &book, "-o", &out]);
        let warning = "the book is empty";
        assert_eq!(imported.code, 0, "{}", imported.stderr);
        assert_eq!(imported.stderr.contains(warning), engine == "Edax", "{}", imported.stderr);
        fs::remove_file(&out).unwrap();
    }
}
