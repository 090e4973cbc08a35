//! The locations in error messages of all readers follow `docs/conventions.md`.

mod support;

use std::fs;

use support::{Run, run, run_on};

/// Writes a file and runs a command on the file. Returns the run and the expected beginning of the
/// error message.
fn on(name: &str, bytes: &[u8], command: &[&str], more: &[&str]) -> (Run, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(&path, bytes).unwrap();
    let output = folder.path().join("out").to_str().unwrap().to_owned();
    let more: Vec<&str> =
        more.iter().map(|&word| if word == "OUT" { &output } else { word }).collect();
    let done = run(&[command, &[&path], &more].concat());
    assert!(!folder.path().join("out").exists(), "{name}");
    (done, format!("gamekit: {path}: "))
}

const SHORT_RANK: &str = "4k4/9/9/9/9/9/9/8/4K4 b - 1";

#[test]
fn a_file_is_in_front_and_a_colon_narrows() {
    let short = format!("{}\n", &support::START[1..]);
    let convert = &["reversi", "convert"][..];
    let (to_wthor, to_book) = (&["-o", "OUT", "--to", "wthor"][..], &["-o", "OUT"][..]);
    let check = &["shogi", "check"][..];
    let mut wthor = vec![20, 26, 11, 30, 1, 0, 0, 0, 0, 0, 0xd3, 7, 8, 0, 0, 0];
    wthor.extend([1, 0, 2, 0, 3, 0, 32, 32, 56, 19]);
    wthor.resize(84, 0);
    let mut flat = vec![1, 0, 0, 0];
    flat.extend([0xff; 20]);
    let usi = format!("startpos\n\nsfen {SHORT_RANK}\nstartpos moves 7g7f 7g7f\n");
    let head = b"#gamekit book\n".as_slice();
    type Case<'a> = (&'a str, &'a [u8], &'a [&'a str], &'a [&'a str], &'a str);
    let cases: &[Case<'_>] = &[
        // A byte offset after a line number counts from 0 at the start of that line.
        (
            "a.txt",
            b"# a\n\nf5f5\n",
            convert,
            to_wthor,
            "line 3: invalid transcript, ply 2 at byte 2: illegal move f5",
        ),
        (
            "a.txt",
            b"# a\n\nf5f5\n",
            &["reversi", "book", "build"],
            to_book,
            "line 3: invalid transcript, ply 2 at byte 2: illegal move f5",
        ),
        (
            "a.txt",
            b"\xef\xbb\xbff5f5\n",
            convert,
            to_wthor,
            "line 1: invalid transcript, ply 2 at byte 2: illegal move f5",
        ),
        (
            "a.obf",
            short.as_bytes(),
            &["reversi", "solve"],
            &[],
            "line 1: invalid board text, byte 64: the board has 63 squares",
        ),
        (
            "a.usi",
            usi.as_bytes(),
            check,
            &[],
            "invalid record, game 2, line 3, column 23: board field: the rank has 8 squares, expected 9\n",
        ),
        (
            "a.jsonl",
            b"{\"sfen\":\"x\"\n",
            check,
            &[],
            "line 1: invalid json, byte 11: EOF while parsing an object\n",
        ),
        (
            "a.jsonl",
            b"\n{\"sfen\":\"x\",\"move\":1}\n",
            check,
            &[],
            "line 2: invalid json, byte 19: invalid type: integer `1`, expected a string\n",
        ),
        (
            "a.tsv",
            &[head, b"x\t\xff"].concat(),
            &["reversi", "book", "import"],
            to_book,
            "line 2: column 2: byte 0: not UTF-8",
        ),
        // A byte offset without a line number counts from the start of the file.
        ("a.txt", b"f5d6\nf5\xff", convert, to_wthor, "byte 7: not UTF-8"),
        (
            "a.wtb",
            &wthor,
            convert,
            &["-o", "OUT", "--to", "text"],
            "invalid wthor file, record 1, byte 25: move byte 19",
        ),
        (
            "a.flat",
            &flat,
            &["reversi", "book", "import"],
            &["-o", "OUT", "--from", "flat"],
            "invalid flat book, record 1, byte 4: both sides",
        ),
        // Lines and columns count from 1.
        (
            "a.kif",
            "手合割：平手\n   1 ７六歩(77)\n   2 ７六歩(77)\n".as_bytes(),
            check,
            &[],
            "invalid record, line 3, column 6: ",
        ),
        ("a.csa", b"PI\n+\n+7776FU\n-7776FU\n", check, &[], "invalid record, line 4, column 2: "),
    ];
    for (name, bytes, command, more, told) in cases {
        let (refused, place) = on(name, bytes, command, more);
        assert_eq!((refused.code, refused.stdout.is_empty()), (2, *name != "a.usi"), "{name}");
        assert!(refused.stderr.contains(&format!("{place}{told}")), "{told}: {}", refused.stderr);
    }
}

#[test]
fn records_count_from_1_whoever_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let line = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\t7g7f\t0\t1\n";
    fs::write(path("a.txt"), line.repeat(3)).unwrap();
    assert_eq!(run(&["shogi", "convert", &path("a.txt"), "-o", &path("a.psv")]).code, 0);
    let mut bytes = fs::read(path("a.psv")).unwrap();
    bytes[40 + 38] = 7;
    fs::write(path("a.psv"), &bytes).unwrap();
    let told = "record 2: invalid record at byte 38: unknown result number 7";
    run(&["shogi", "check", &path("a.psv")]).refused(&[told]);
    let lenient = run(&["shogi", "check", &path("a.psv"), "--lenient", "--json"]).partial_json();
    assert_eq!(lenient["warnings"][0], told);
    fs::write(path("a.psv"), &bytes[80..100]).unwrap();
    run(&["shogi", "check", &path("a.psv")])
        .refused(&["record 1: the file ends after 20 of the 40 bytes of the record"]);
}

#[test]
fn a_place_is_said_once() {
    let refused = run(&["shogi", "moves", SHORT_RANK]);
    let told =
        "gamekit: invalid sfen, board field at byte 17: the rank has 8 squares, expected 9\n";
    assert_eq!(refused.stderr, told);
    let refused = run(&["shogi", "moves", "startpos moves 7g7f 7g7f"]);
    let told = "gamekit: invalid usi line at byte 20: move 2, 7g7f: ";
    assert!(refused.stderr.starts_with(told), "{}", refused.stderr);
}

#[test]
fn a_line_of_a_stream_is_a_text_of_its_own() {
    let lines = b"f5d6\nf5f5\n\xff\n";
    let words = ["reversi", "perft", "-", "--depth", "1", "--json"];
    let answers = run_on(&words, lines).json_lines();
    assert_eq!(answers[1]["line"], 2);
    assert!(
        answers[1]["error"].as_str().unwrap().starts_with("invalid transcript, ply 2 at byte 2: ")
    );
    assert_eq!(answers[2]["error"], "byte 0: not UTF-8, expected text");
    let told = run_on(&["reversi", "solve", "-"], b"\nX\n").stderr;
    assert!(told.starts_with("gamekit: line 2: invalid position, byte 0: "), "{told}");
    // If the input is a file, the JSON has the same fields, and the message contains the file name.
    let short = format!("{}\n", &support::START[1..]);
    let (done, place) = on("a.obf", short.as_bytes(), &["reversi", "solve", "--json"], &[]);
    let answer = done.json_lines().remove(0);
    assert_eq!((done.code, answer.as_object().unwrap().len(), &answer["line"]), (2, 2, &1.into()));
    let told = format!("{}invalid board text, byte 64: ", place.trim_start_matches("gamekit: "));
    assert!(answer["error"].as_str().unwrap().starts_with(&told), "{answer}");
}
