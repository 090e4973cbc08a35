//! `gamekit reversi convert`.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::{command, run, run_on};

const WHOLE: &str = "d3c3c4e3c2b2f4b1d2f5g5g6e2e1b3a4f2c5b5f3a2a6g3g2b4a5c1e6h7a3a7g4h5h3g1a1d7d1d6f1c6h4h2h1a8b7c7b6e8c8g7f7e7f6g8d8b8h8h6f8";

fn convert(input: &Path, output: &Path) -> support::Run {
    run(&["reversi", "convert", input.to_str().unwrap(), "-o", output.to_str().unwrap()])
}

#[test]
fn transcripts_become_wthor_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let text = format!("f5d6c3d3c4f4\n{WHOLE}\n");
    // These are the same games in another notation, with a written pass and a comment.
    fs::write(file("a.txt"), format!("# games\n1. F5 d6 2. c3 d3 c4 f4\n\n{WHOLE}\r\n")).unwrap();
    assert_eq!(convert(&file("a.txt"), &file("a.wtb")).code, 0);
    let bytes = fs::read(file("a.wtb")).unwrap();
    assert_eq!(bytes.len(), 16 + 2 * 68);
    assert_eq!(bytes[16 + 8..16 + 15], [56, 64, 33, 34, 43, 46, 0]);
    assert_eq!(bytes[16 + 68 + 6], 18, "Black's discs: the game ended -28");
    assert_eq!(convert(&file("a.wtb"), &file("b.txt")).code, 0);
    assert_eq!(fs::read_to_string(file("b.txt")).unwrap(), text);
    // Converting a WTHOR file to WTHOR gives the same bytes.
    assert_eq!(convert(&file("a.wtb"), &file("c.wtb")).code, 0);
    assert_eq!(fs::read(file("c.wtb")).unwrap(), bytes);
}

#[test]
fn the_format_and_the_year_can_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("a"), folder.path().join("b"));
    fs::write(&input, "f5\n").unwrap();
    let [from, to] = [&input, &output].map(|path: &PathBuf| path.to_str().unwrap());
    let done =
        run(&["reversi", "convert", from, "-o", to, "--to", "wthor", "--wthor-year", "1977"]);
    assert_eq!(done.code, 0);
    let bytes = fs::read(&output).unwrap();
    assert_eq!((bytes.len(), u16::from_le_bytes([bytes[10], bytes[11]])), (84, 1977));
}

#[test]
fn a_name_that_tells_no_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("a.txt");
    fs::write(&input, "f5\n").unwrap();
    for name in ["out.xyz", "out", "out.kif", ".wtb"] {
        let output = folder.path().join(name);
        let told = format!(
            "{name}: cannot tell the format from the file name; use .txt, .wtb, .ggf, .pgn"
        );
        convert(&input, &output).refused(&[&told]);
        assert!(!output.exists(), "{name}");
        let [from, to] = [&input, &output].map(|path| path.to_str().unwrap());
        assert_eq!(run(&["reversi", "convert", from, "-o", to, "--to", "text"]).code, 0);
        assert_eq!(fs::read(&output).unwrap(), b"f5\n");
    }
    for name in ["out.TXT", "out.Wtb"] {
        assert_eq!(convert(&input, &folder.path().join(name)).code, 0, "{name}");
    }
}

#[test]
fn standard_input_and_output_are_files_too() {
    let words = ["reversi", "convert", "-", "-o", "-"];
    let text = run_on(&words, b"1. F5 d6 2. c3\n\n# two\nf5f6\n");
    assert_eq!((text.code, text.stdout.as_str()), (0, "f5d6c3\nf5f6\n"));
    run_on(&words, b"f5f5\n").refused(&["standard input", "line 1", "ply 2"]);
    run_on(&words, b"").refused(&["standard input", "an empty file"]);
    run_on(&words, b"# none\n").refused(&["standard input"]);
    run_on(&words, b"<html>").refused(&["standard input", "an HTML page"]);
    let mut child = command(&[&words[..], &["--to", "wthor"]].concat())
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"f5d6\n").unwrap();
    let bytes = child.wait_with_output().unwrap().stdout;
    assert_eq!((bytes.len(), &bytes[24..27]), (84, &[56, 64, 0][..]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.wtb");
    fs::write(&path, &bytes).unwrap();
    let back = run(&["reversi", "convert", path.to_str().unwrap(), "-o", "-"]);
    assert_eq!(back.stdout, "f5d6\n");
}

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi");

#[test]
fn every_format_is_read_and_written_with_its_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let wthor = format!("{DATA}/wthor/WTH_1977.wtb");
    let listed = |file: &str| run(&["reversi", "games", file, "--json"]).json_lines();
    let strip = |mut lines: Vec<serde_json::Value>| {
        for line in &mut lines {
            let fields = line.as_object_mut().unwrap();
            fields.remove("file");
            fields.remove("number");
        }
        lines
    };
    let expected = strip(listed(&wthor));
    assert_eq!(expected.len(), 12);
    assert_eq!(expected[0]["tournament"], "World Championship");
    let mut from = wthor;
    for name in ["a.pgn", "b.ggf", "c.wtb", "d.pgn"] {
        let to = path(name);
        let done = run(&["reversi", "convert", &from, "-o", &to]);
        assert_eq!(done.code, 0, "{}", done.stderr);
        assert_eq!(strip(listed(&to)), expected, "{name}");
        from = to;
    }
    assert!(folder.path().join("c.jou").exists() && folder.path().join("c.trn").exists());
    let text = run(&["reversi", "convert", &from, "-o", &path("e.txt")]);
    assert!(text.stderr.contains("e.txt: note: lost players (24)"), "{}", text.stderr);
}

#[test]
fn many_files_and_folders_become_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir_all(path("in/deep")).unwrap();
    fs::write(path("in/a.txt"), "1. f5 d6\n2. c3 d3\n\n1. f5 f6\n").unwrap();
    fs::write(path("in/README"), "# These are games\nof two players.\n").unwrap();
    fs::write(path("in/page.html"), "<!DOCTYPE html>\n").unwrap();
    fs::write(path("in/deep/b.pgn"), "[Black \"x\"]\n[Result \"*\"]\n\n1. d3 c5\n").unwrap();
    fs::write(path("in/deep/list.obf"), format!("{};\n", support::START)).unwrap();
    fs::write(path("in/c"), format!("2 {GGF}{GGF}")).unwrap();
    let out = path("out.txt");
    let done = run(&["reversi", "convert", &path("in"), "-o", &out]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    let games = fs::read_to_string(&out).unwrap();
    assert_eq!(games, "f5d6c3d3\nf5f6\ne6f4c3\ne6f4c3\nd3c5\n");
    let twice = [path("in/a.txt"), path("in/a.txt")];
    run(&["reversi", "convert", &twice[0], &twice[1], "-o", &out]).refused(&["twice"]);
    let book = path("a.book");
    let built = run(&["reversi", "book", "build", &path("in"), "-o", &book, "--json"]).json();
    assert_eq!((&built["files"], &built["games"]), (&3.into(), &5.into()));
    // Lists of positions become OBF.
    let obf = path("all.obf");
    assert_eq!(run(&["reversi", "convert", &path("in"), "-o", &obf]).code, 0);
    assert_eq!(fs::read_to_string(&obf).unwrap(), format!("{};\n", support::START));
    run(&["reversi", "convert", &obf, "-o", &out]).refused(&["positions, expected games"]);
}

const GGF: &str = "(;GM[Othello]PB[a]PW[b]TY[s8r20]RE[?]BO[8 -------- -------- -------- ---O*--- \
    ---*O--- -------- -------- -------- *]B[e6]W[f4/1.5]B[c3//2];)";

#[test]
fn a_game_from_another_start_reads_back() {
    let board = "---------------------------OX------XOX-------O------------------ X";
    let line = format!("{board} e6d6\n");
    for to in ["text", "ggf", "pgn"] {
        let words = ["reversi", "convert", "-", "-o", "-", "--to", to];
        let written = run_on(&words, line.as_bytes());
        assert_eq!(written.code, 0, "{}", written.stderr);
        let words = ["reversi", "convert", "-", "-o", "-", "--to", "text"];
        assert_eq!(run_on(&words, written.stdout.as_bytes()).stdout, line, "{to}");
    }
    run_on(&["reversi", "convert", "-", "-o", "-", "--to", "wthor"], line.as_bytes()).refused(&[
        "standard input",
        "line 1",
        "usual start",
    ]);
}

#[test]
fn results_that_are_not_kept_are_told_with_their_lines() {
    let words = |to| ["reversi", "convert", "-", "-o", "-", "--to", to];
    let open = "d3c5f6f5e6e3d6f7";
    // The final board of the complete game has 18 black and 46 white discs.
    let games = format!("f5\n{open} 37-27\n{WHOLE} 18-46\n{WHOLE} 40-24\n");
    for (to, first) in [
        (
            "wthor",
            "is lost because the game is not over: the WTHOR file stores the score +54 for Black",
        ),
        ("text", "is lost because the game is not over"),
    ] {
        let output = {
            let mut child =
                command(&words(to)).stdin(std::process::Stdio::piped()).spawn().unwrap();
            std::io::Write::write_all(&mut child.stdin.take().unwrap(), games.as_bytes()).unwrap();
            child.wait_with_output().unwrap()
        };
        assert_eq!(output.status.code(), Some(0));
        let told = format!(
            "gamekit: standard input: line 2: warning: the result 37-27 {first}\n\
             gamekit: standard input: line 4: warning: the result 40-24 disagrees with the board, \
             whose score is -28 for Black\n"
        );
        assert_eq!(String::from_utf8(output.stderr).unwrap(), told);
    }
}

#[test]
fn files_of_names_are_told_for_what_they_are() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/reversi/wthor");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.txt");
    for (name, count) in [("WTH.JOU", "4448"), ("WTH.TRN", "492")] {
        let refused = convert(&data.join(name), &out);
        refused.refused(&[name, count, "names of players or tournaments", ".wtb"]);
        assert!(!out.exists());
    }
}

#[test]
fn bad_files_are_refused_with_their_place_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.wtb");
    let mut whole = vec![20, 26, 11, 30, 1, 0, 0, 0, 0, 0, 0xd3, 7, 8, 0, 0, 0];
    whole.extend([1, 0, 2, 0, 3, 0, 32, 32, 56, 64]);
    whole.resize(84, 0);
    let changed = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    let cases: [(&str, Vec<u8>, &[&str]); 12] = [
        ("empty.wtb", vec![], &["byte 0", "header"]),
        ("empty.txt", vec![], &["no games"]),
        ("cut.wtb", whole[..50].to_vec(), &["size mismatch"]),
        ("long.wtb", [&whole[..], &[26]].concat(), &["size mismatch"]),
        ("count.wtb", changed(7, 255), &["size mismatch"]),
        ("ten.wtb", changed(12, 10), &["byte 12", "board size 10"]),
        ("solitaires.wtb", changed(13, 1), &["byte 13", "solitaires"]),
        ("byte.wtb", changed(25, 19), &["record 1", "byte 25", "move byte 19"]),
        ("gap.wtb", changed(28, 34), &["record 1", "byte 26"]),
        ("illegal.txt", b"# a\nf5f5\n".to_vec(), &["line 2", "ply 2 at byte 2"]),
        ("half.txt", b"f5d6c".to_vec(), &["line 1", "ply 3", "incomplete square"]),
        ("words.txt", b"hello\n".to_vec(), &["line 1", "byte 0"]),
    ];
    for (name, bytes, words) in cases {
        let input = folder.path().join(name);
        fs::write(&input, bytes).unwrap();
        let refused = convert(&input, &output);
        refused.refused(words);
        refused.refused(&[name]);
        assert!(!output.exists(), "{name}");
    }
    // An illegal game in a well-formed file is detected during the replay.
    let input = folder.path().join("illegal.wtb");
    fs::write(&input, changed(25, 11)).unwrap();
    convert(&input, &folder.path().join("out.txt")).refused(&["record 1", "ply 2", "a1"]);
    convert(&folder.path().join("missing"), &output).refused(&["missing"]);
    convert(&input, &folder.path().join("no/such/folder.txt")).refused(&[]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 13);
}

#[test]
fn bad_games_are_skipped_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let board = "---------------------------OX------XOX-------O------------------ X";
    fs::write(path("a.txt"), format!("f5d6\nf5f5\n{board} e6d6\nf5f6 37-27\n")).unwrap();
    let pgn = "[Black \"a\"]\n\n1. f5 f5\n\n[Black \"b\"]\n\n1. d3 c5\n";
    fs::write(path("b.pgn"), pgn).unwrap();
    fs::write(path("c.ggf"), GGF.replace("B[e6]", "B[a1]") + GGF).unwrap();
    let wthor = fs::read(format!("{DATA}/wthor/WTH_1977.wtb")).unwrap();
    let mut damaged = wthor[..16 + 2 * 68].to_vec();
    damaged[4] = 2;
    damaged[16 + 8] = 19; // not a square
    fs::write(path("d.wtb"), damaged).unwrap();
    let second = "e6f4c3";
    let inputs = ["a.txt", "b.pgn", "c.ggf", "d.wtb"].map(path);
    let inputs = inputs.each_ref().map(String::as_str);
    let messages = [
        "a.txt: line 2: invalid transcript, ply 2 at byte 2: illegal move f5",
        "b.pgn: invalid pgn, game 1 at byte",
        "c.ggf: invalid ggf, game 1 at byte",
        "d.wtb: invalid wthor file, record 1, byte 24: move byte 19",
    ];
    let out = path("out.txt");
    let done = run(&[&["reversi", "convert"], &inputs[..], &["-o", &out]].concat());
    assert_eq!((done.code, done.stdout.as_str()), (2, ""));
    for message in messages {
        assert!(done.stderr.contains(message), "{message}: {}", done.stderr);
    }
    let text = fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..5], ["f5d6", &format!("{board} e6d6"), "f5f6", "d3c5", second]);
    assert_eq!(lines.len(), 6);

    // A WTHOR file cannot hold the third game. The report is in the JSON.
    let out = path("out.wtb");
    let done = run(&[&["reversi", "convert"], &inputs[..], &["-o", &out, "--json"]].concat());
    assert_eq!((done.code, done.stderr.as_str()), (2, ""));
    let json = &done.json_lines()[0];
    assert_eq!(
        (&json["count"], &json["skipped"], &json["to"]),
        (&5.into(), &5.into(), &"wthor".into())
    );
    let counts: Vec<_> =
        json["input"].as_array().unwrap().iter().map(|file| &file["count"]).collect();
    assert_eq!(counts, [3, 1, 1, 1]);
    assert_eq!(json["input"][1]["from"], "pgn");
    let output: Vec<_> = ["out.wtb", "out.jou", "out.trn"].map(path).into_iter().collect();
    assert_eq!(json["output"], serde_json::json!(output));
    let warnings = json["warnings"].to_string();
    for message in messages {
        assert!(warnings.contains(message), "{message}: {warnings}");
    }
    assert!(warnings.contains("a.txt: line 3: the game does not begin at the usual start"));
    assert!(warnings.contains("a.txt: line 4: the result 37-27 is lost"), "{warnings}");
    let lost = json["lost_content"].to_string();
    assert!(lost.contains("lost evaluations (1)") && lost.contains("lost times (1)"), "{lost}");
    assert_eq!(fs::read(&out).unwrap().len(), 16 + 5 * 68);

    // A book and a list of games skip the same games.
    let book = path("a.book");
    let done =
        run(&[&["reversi", "book", "build"], &inputs[..], &["-o", &book, "--json"]].concat());
    assert_eq!(done.code, 2);
    for message in messages {
        assert!(done.stderr.contains(message), "{message}: {}", done.stderr);
    }
    assert!(done.stderr.contains("a.txt: line 3: the game does not begin at the usual start"));
    let json = &done.json_lines()[0];
    assert_eq!((&json["games"], &json["skipped"]), (&5.into(), &5.into()));
    assert_eq!(run(&["reversi", "book", "find", &book, "f5f6"]).code, 0);
    let listed = run(&[&["reversi", "games"], &inputs[..], &["--json"]].concat());
    assert_eq!((listed.code, listed.json_lines().len()), (2, 6));
    // Another game of a damaged file can be reviewed.
    let review = |number: &str| {
        run(&["reversi", "review", inputs[1], "--game", number, "--depth", "1", "--exact", "1"])
    };
    assert_eq!(review("2").code, 0);
    review("1").refused(&["b.pgn: invalid pgn, game 1"]);
}
