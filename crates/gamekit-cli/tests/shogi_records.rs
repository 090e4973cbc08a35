//! `gamekit shogi convert`, `check` and `show`.

mod support;

use std::fs;
use std::path::PathBuf;

use serde_json::json;
use support::{run, run_on};
use tempfile::TempDir;

const KIF: &str = "手合割：平手\n先手：Alpha\n後手：Beta\n手数----指手---------消費時間--\n\
    \u{20}  1 ７六歩(77)   ( 0:01/00:00:01)\n*a comment\n   2 ３四歩(33)   ( 0:02/00:00:02)\n\
    \u{20}  3 ２二角成(88) ( 0:03/00:00:04)\n   4 同　銀(31)   ( 0:01/00:00:03)\n\
    \u{20}  5 投了         ( 0:01/00:00:05)\n\n変化：3手\n   3 ２六歩(27)   ( 0:01/00:00:02)\n";
const KI2: &str =
    "手合割：平手\n先手：A\n後手：B\n\n▲７六歩 △３四歩 ▲２二角成 △同銀\nまで4手で中断\n";
const AFTER: &str = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5";
const LABELLED: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\t7g7f\t35\t1\n\
    lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\t3c3d\t-20\t0\n\
    4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1\tnone\t-3000\t2\n";

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), bytes).unwrap();
        self.text(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn convert(&self, input: &str, output: &str, more: &[&str]) -> support::Run {
        let (input, output) = (self.text(input), self.text(output));
        run(&[&["shogi", "convert", &input, "-o", &output], more].concat())
    }
}

#[test]
fn check_replays_and_judges() {
    let folder = Folder::new();
    let kif = folder.write("a.kif", KIF);
    let answer = run(&["shogi", "check", &kif, "--json"]).json();
    assert_eq!(
        answer,
        json!({
            "file": kif, "format": "kif", "move_count": 4, "sfen": AFTER,
            "outcome": "white wins by resignation", "warnings": []
        })
    );
    let ki2 = folder.write("named.like.nothing", KI2);
    let answer = run(&["shogi", "check", &ki2, "--json"]).json();
    assert_eq!((answer["format"].as_str(), answer["sfen"].as_str()), (Some("ki2"), Some(AFTER)));
    let text = run(&["shogi", "check", &kif]).stdout;
    assert_eq!(text, format!("{kif}: kif, 4 moves, white wins by resignation\n  {AFTER}\n"));
    // These are two games. The second game ends with a fourfold repetition by perpetual check.
    let usi = "position startpos moves 7g7f\nposition sfen 4k4/9/9/9/6R2/9/9/9/K8 b - 1 moves 3e5e \
        5a4a 5e4e 4a5a 4e5e 5a4a 5e4e 4a5a 4e5e 5a4a 5e4e 4a5a 4e5e\n";
    let usi = folder.write("two.usi", usi);
    let answers = run(&["shogi", "check", &usi, "--json"]).json_lines();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["outcome"], "unfinished");
    assert_eq!(answers[1]["outcome"], "white wins by perpetual check of black");
}

#[test]
fn a_broken_file_is_reported_and_the_others_are_read() {
    let folder = Folder::new();
    folder.write("games/a.kif", KIF);
    folder.write("games/bad.kif", KIF.replace("７六歩(77)", "７五歩(77)"));
    folder.write("games/deep/b.ki2", KI2);
    folder.write("games/empty.kif", "");
    folder.write("games/notes.md", "no record");
    folder.write("games/LICENSE.txt", "no record");
    let games = folder.text("games");
    let check = run(&["shogi", "check", &games, "--json"]);
    let answers = check.json_lines();
    assert_eq!((check.code, answers.len()), (2, 4));
    let error = answers[1]["error"].as_str().unwrap();
    assert!(error.contains("line 5, column"), "{error}");
    assert!(answers[0]["outcome"].is_string() && answers[2]["outcome"].is_string());
    assert!(answers[3]["error"].is_string());
    let check = run(&["shogi", "check", &games]);
    assert_eq!((check.code, check.stdout.lines().count()), (2, 4));
    assert!(check.stderr.contains("bad.kif") && check.stderr.contains("empty.kif"));
    // In lenient mode, the legal part of the game remains.
    let lenient = run(&["shogi", "check", &folder.text("games/bad.kif"), "--lenient", "--json"])
        .partial_json();
    assert_eq!(lenient["move_count"], 0);
    assert!(!lenient["warnings"].as_array().unwrap().is_empty());
    run(&["shogi", "check", &folder.text("missing")]).refused(&["missing"]);
    run(&["shogi", "check"]).refused(&[]);
}

#[test]
fn records_are_converted_and_losses_told() {
    let folder = Folder::new();
    folder.write("a.kif", KIF);
    let done = folder.convert("a.kif", "b.ki2", &["--json"]);
    assert_eq!(done.json()["lost_content"], json!(["lost times (6)"]));
    assert!(
        folder.read("b.ki2").contains("▲２二角成") && folder.read("b.ki2").contains("a comment")
    );
    let done = folder.convert("a.kif", "c.usi", &[]);
    assert_eq!(done.code, 0);
    assert_eq!(folder.read("c.usi"), "position startpos moves 7g7f 3c3d 8h2b+ 3a2b\n");
    for loss in ["variations", "comments", "times", "header fields", "end words"] {
        assert!(done.stdout.contains(&format!("lost {loss}")), "{loss}: {}", done.stdout);
    }
    // A conversion to the other encoding and back gives the same record.
    folder.convert("a.kif", "utf8.kif", &[]);
    assert_eq!(folder.convert("a.kif", "sjis.kif", &["--encoding", "shift_jis"]).code, 0);
    assert!(fs::read(folder.path("sjis.kif")).unwrap().windows(2).any(|pair| pair == [0x95, 0xe0]));
    assert_eq!(folder.convert("sjis.kif", "back.kif", &[]).code, 0);
    assert_eq!(folder.read("back.kif"), folder.read("utf8.kif"));
}

#[test]
fn csa_files_hold_several_games() {
    let folder = Folder::new();
    folder.write("two.usi", "position startpos moves 7g7f 3c3d\nposition startpos moves 2g2f\n");
    assert_eq!(folder.convert("two.usi", "two.csa", &[]).code, 0);
    let text = folder.read("two.csa");
    assert!(text.contains("+7776FU\n-3334FU\n") && text.contains("\n/\n"), "{text}");
    assert_eq!(folder.convert("two.csa", "back.usi", &[]).code, 0);
    assert_eq!(folder.read("back.usi"), folder.read("two.usi"));
    // An error in one game does not affect the other games.
    let broken = folder.write("broken.csa", text.replacen("-3334FU", "-3335FU", 1));
    let check = run(&["shogi", "check", &broken, "--json"]);
    let answers = check.json_lines();
    assert_eq!((check.code, answers.len()), (2, 2));
    assert!(answers[0]["error"].as_str().unwrap().contains("line"));
    assert_eq!(
        (answers[1]["move_count"].as_u64(), answers[1]["format"].as_str()),
        (Some(1), Some("csa"))
    );
}

#[test]
fn a_folder_is_converted_with_its_folders() {
    let folder = Folder::new();
    folder.write("in/a.kif", KIF);
    folder.write("in/a.ki2", KI2);
    folder.write("in/deep/b.ki2", KI2);
    folder.write("in/deep/bad.ki2", "▲７五歩\n");
    let done = folder.convert("in", "out", &["--to", "usi", "--threads", "2"]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("bad.ki2") && done.stderr.contains("line 1"), "{}", done.stderr);
    for name in ["out/a.kif.usi", "out/a.ki2.usi", "out/deep/b.usi"] {
        assert_eq!(folder.read(name), "position startpos moves 7g7f 3c3d 8h2b+ 3a2b\n");
    }
    assert!(!folder.path("out/deep/bad.usi").exists());
    // If the output format holds one game per file, a file with several games becomes several
    // files.
    folder.write("two.usi", "startpos\nposition startpos moves 7g7f\n");
    assert_eq!(folder.convert("two.usi", "game.kif", &[]).code, 0);
    assert!(folder.read("game-2.kif").contains("７六歩(77)"));
    assert!(folder.path("game-1.kif").exists() && !folder.path("game.kif").exists());
}

#[test]
fn labelled_positions_go_through_every_format() {
    let folder = Folder::new();
    folder.write("a.txt", LABELLED);
    for (from, to, size) in
        [("a.txt", "b.psv", 3 * 40), ("b.psv", "c.jsonl", 0), ("c.jsonl", "d.hcpe", 3 * 38)]
    {
        let done = folder.convert(from, to, &[]);
        assert_eq!((done.code, done.stderr.as_str()), (0, ""));
        let length = fs::metadata(folder.path(to)).unwrap().len();
        assert!(size == 0 || length == size, "{to}: {length}");
    }
    folder.convert("b.psv", "back.txt", &[]);
    assert_eq!(folder.read("back.txt"), LABELLED);
    // HCPE has no move numbers.
    folder.convert("d.hcpe", "hcpe.txt", &[]);
    assert_eq!(folder.read("hcpe.txt"), LABELLED.replace(" 2\t", " 1\t"));
    let line = folder.read("c.jsonl").lines().nth(2).unwrap().to_owned();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&line).unwrap(),
        json!({"sfen": "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1", "move": null, "eval": -3000, "result": "white"})
    );
    let check = run(&["shogi", "check", &folder.text("b.psv"), "--json"]).json();
    assert_eq!(check["records"], 3);
}

#[test]
fn bad_labelled_positions_are_refused_or_left_out() {
    let folder = Folder::new();
    folder.write("good.txt", LABELLED);
    folder.convert("good.txt", "good.psv", &[]);
    let mut bytes = fs::read(folder.path("good.psv")).unwrap();
    bytes[40 + 38] = 7;
    folder.write("bad.psv", &bytes);
    bytes.truncate(100);
    folder.write("cut.psv", &bytes);
    folder.write("bad.txt", LABELLED.replace("-20\t0", "-20\t3"));
    for (name, place) in [("bad.psv", "record 2"), ("cut.psv", "record 2"), ("bad.txt", "line 2")] {
        let done = folder.convert(name, "out.jsonl", &[]);
        assert_eq!((done.code, done.stdout.as_str()), (2, ""), "{name}");
        assert!(done.stderr.contains(place), "{name}: {}", done.stderr);
        assert!(!folder.path("out.jsonl").exists());
    }
    let done = folder.convert("bad.psv", "out.jsonl", &["--lenient", "--json"]).partial_json();
    assert_eq!((done["count"].as_u64(), done["warnings"].as_array().unwrap().len()), (Some(2), 1));
    let done = folder.convert("good.psv", "out.kif", &[]);
    assert_eq!(done.code, 2);
    assert!(!folder.path("out.kif").exists());
}

#[test]
fn a_lenient_conversion_leaves_out_the_games_that_cannot_be_read() {
    let folder = Folder::new();
    folder.write("a.usi", "startpos moves 7g7f\nposition moves\nstartpos moves 2g2f\n");
    let strict = folder.convert("a.usi", "a.csa", &[]);
    assert_eq!(strict.code, 2);
    assert!(strict.stderr.contains("line 2, column "), "{}", strict.stderr);
    assert!(!folder.path("a.csa").exists());
    let done = folder.convert("a.usi", "a.csa", &["--lenient", "--json"]);
    let report = done.partial_json();
    assert_eq!(report["count"], 2);
    let warning = report["warnings"][0].as_str().unwrap();
    assert!(
        warning.starts_with("skipped a game: ") && warning.contains("line 2, column "),
        "{warning}"
    );
    assert_eq!(folder.read("a.csa").matches("+7776FU").count(), 1);
    assert_eq!(folder.read("a.csa").matches("+2726FU").count(), 1);
    // A file without a game to write is still an error.
    folder.write("b.usi", "position moves\n");
    assert_eq!(folder.convert("b.usi", "b.csa", &["--lenient"]).code, 2);
    assert!(!folder.path("b.csa").exists());
}

#[test]
fn show_draws_a_position_of_a_game() {
    let folder = Folder::new();
    let kif = folder.write("a.kif", KIF);
    run(&["shogi", "analyze", &kif]).refused(&["gamekit shogi show"]);
    let text = run(&["shogi", "show", &kif]).stdout;
    for part in [
        "先手: Alpha",
        "4 moves, white wins by resignation",
        "| ・v飛 ・ ・ ・ ・ ・v銀 ・|二",
        "after 4 moves, last △同　銀",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    let text = run(&["shogi", "show", &kif, "--ply", "1", "--ascii"]).stdout;
    for part in [
        "| .  .  P  .  .  .  .  .  . |f",
        "after 1 move, last 7g7f, White to move, next 3c3d",
        "a comment",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    // Variations, several diagrams, and BOD, which other programs read.
    let text = run(&["shogi", "show", &kif, "--every", "3"]).stdout;
    assert_eq!(text.matches("+---------------------------+\n").count(), 6, "{text}");
    assert!(text.contains("after 0 moves") && text.contains("after 3 moves"), "{text}");
    assert!(text.ends_with("variation 1 at move 3: ▲２六歩 (unfinished)\n"), "{text}");
    let bod = run(&["shogi", "show", &kif, "--variation", "1", "--bod"]).stdout;
    assert!(
        bod.starts_with("後手の持駒：なし\n") && bod.ends_with("手数＝3  ２六歩(27)  まで\n"),
        "{bod}"
    );
    let position = run_on(&["shogi", "show", "-", "--json"], bod.as_bytes()).json();
    let json = run(&["shogi", "show", &kif, "--variation", "1", "--json"]).json();
    assert_eq!(json["diagrams"][0]["sfen"], position["start_sfen"]);
    assert_eq!(json["header"], json!([["先手", "Alpha"], ["後手", "Beta"]]));
    assert_eq!(json["lines"][0]["moves"][2]["variations"], json!([1]));
    assert_eq!(json["lines"][0]["moves"][0]["comment"], "a comment");
    assert_eq!(json["lines"][1]["moves"][0]["move"], "2g2f");
    run(&["shogi", "show", &kif, "--variation", "2"]).refused(&["no variation 2", "1 variation"]);
    run(&["shogi", "show", &kif, "--variation", "1", "--ply", "4"]).refused(&["variation has 3"]);
    run(&["shogi", "show", &kif, "--ply", "5"]).refused(&["the game has 4"]);
    run(&["shogi", "show", &kif, "--game", "2"]).refused(&["no game 2"]);
    run(&["shogi", "show", &folder.write("x", "hello")]).refused(&["unknown file format"]);
}

#[test]
fn what_is_read_in_part_shows_in_the_exit_code() {
    let folder = Folder::new();
    let bad = folder.write("bad.kif", KIF.replace("３四歩(33)", "３五歩(33)"));
    for command in ["check", "show"] {
        assert_eq!(run(&["shogi", command, &bad]).code, 2);
        assert_eq!(run(&["shogi", command, &bad, "--lenient"]).code, 1);
    }
    assert_eq!(folder.convert("bad.kif", "out.csa", &["--lenient"]).code, 1);
    // A record that needs no repair.
    let kif = folder.write("a.kif", KIF);
    assert_eq!(run(&["shogi", "check", &kif, "--lenient"]).code, 0);
    // Files that are not records, and files that do not exist.
    let page = folder.write("page.kif", "<!DOCTYPE html>\n<title>x</title>\n");
    let other = folder.write("other", "<html>");
    let book = folder.write("b.db", "#YANEURAOU-DB2016 1.00\n");
    for (file, words) in
        [(&page, "an HTML page"), (&other, "an HTML page"), (&book, "opening book")]
    {
        run(&["shogi", "check", file]).refused(&[words]);
        assert_eq!(run(&["shogi", "check", file, "--lenient"]).code, 2);
    }
    for command in ["check", "show", "analyze"] {
        run(&["shogi", command, "missing.kif"]).refused(&["missing.kif: no such file or folder"]);
    }
}

#[test]
fn limits_and_lost_numbers_are_reported() {
    let folder = Folder::new();
    let kif = folder.write("a.kif", KIF);
    let told = "the limit of 3 moves was reached, but the game went on";
    let answer = run(&["shogi", "check", &kif, "--max-moves", "3", "--json"]).json();
    assert_eq!(answer["warnings"], json!([told]));
    let answer = run(&["shogi", "check", &kif, "--max-moves", "4", "--json"]).json();
    assert_eq!(answer["warnings"], json!([]));
    folder.write("a.txt", LABELLED);
    folder.convert("a.txt", "a.psv", &[]);
    let done = folder.convert("a.psv", "a.hcpe", &["--json"]).json();
    assert_eq!(done["lost_content"], json!(["lost the move number of the starting position (1)"]));
}

#[test]
fn jkf_is_read_by_content_and_written() {
    let folder = Folder::new();
    folder.write("a.kif", KIF);
    let done = folder.convert("a.kif", "b.jkf", &["--json"]).json();
    assert_eq!((&done["to"], &done["lost_content"]), (&json!("jkf"), &json!([])));
    let record: serde_json::Value = serde_json::from_str(&folder.read("b.jkf")).unwrap();
    assert_eq!(record["moves"][1]["move"]["to"], json!({"x": 7, "y": 6}));
    // The format is detected from the content under any name, and the record is the same.
    let named = folder.write("b.json", folder.read("b.jkf"));
    let check = run(&["shogi", "check", &named, "--json"]).json();
    assert_eq!((&check["format"], &check["sfen"]), (&json!("jkf"), &json!(AFTER)));
    assert!(run(&["shogi", "show", &named, "--ply", "4"]).stdout.contains("last △同　銀"));
    folder.convert("a.kif", "a2.kif", &[]);
    folder.convert("b.json", "back.kif", &[]);
    assert_eq!(folder.read("back.kif"), folder.read("a2.kif"));
    // JSON is always UTF-8.
    folder.convert("a.kif", "c.jkf", &["--encoding", "shift_jis"]);
    assert_eq!(folder.read("c.jkf"), folder.read("b.jkf"));
    let broken = folder.write("broken.jkf", "{\"header\":{},\n\"moves\":[{},{\"move\":7}]}");
    run(&["shogi", "show", &broken]).refused(&["broken.jkf", "line 2, column 21"]);
    let done = folder.convert("broken.jkf", "d.kif", &[]);
    assert_eq!((done.code, done.stdout.as_str()), (2, ""));
    assert!(!folder.path("d.kif").exists());
}

#[test]
fn standard_input_and_output_stand_for_files() {
    let folder = Folder::new();
    let kif = folder.write("a.kif", KIF);
    let check = run_on(&["shogi", "check", "-", "--json"], KIF.as_bytes()).json();
    assert_eq!((&check["file"], &check["format"]), (&json!("-"), &json!("kif")));
    let shown = run_on(&["shogi", "show", "-", "--ply", "1"], KIF.as_bytes()).stdout;
    assert_eq!(shown, run(&["shogi", "show", &kif, "--ply", "1"]).stdout);
    // The record is on standard output, the report on standard error.
    let done = run_on(&["shogi", "convert", "-", "-o", "-", "--to", "usi"], KIF.as_bytes());
    assert_eq!(done.stdout, "position startpos moves 7g7f 3c3d 8h2b+ 3a2b\n");
    assert!(done.code == 0 && done.stderr.contains("lost variations (1)"), "{}", done.stderr);
    // Reads training records from a pipe, where the format is detected from the content, and writes
    // JSON Lines to a pipe.
    folder.write("a.txt", LABELLED);
    folder.convert("a.txt", "a.psv", &[]);
    let bytes = fs::read(folder.path("a.psv")).unwrap();
    let done = run_on(&["shogi", "convert", "-", "-o", "-", "--to", "text"], &bytes);
    assert_eq!((done.code, done.stdout.as_str()), (0, LABELLED));
    let done = run_on(&["shogi", "convert", "-", "-o", "-", "--to", "json", "--json"], &bytes);
    assert_eq!(done.json_lines()[2]["eval"], -3000);
    let report: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
    assert_eq!((&report["count"], &report["from"]), (&json!(3), &json!("psv")));

    run_on(&["shogi", "convert", "-", "-o", "-"], b"").refused(&["--to"]);
    run_on(&["shogi", "check", "-"], b"hello").refused(&["-: unknown file format"]);
    run_on(&["shogi", "check", "-", "-"], b"").refused(&["given twice"]);
    let two = b"startpos\nstartpos\n";
    let kif = ["shogi", "convert", "-", "-o", "-", "--to", "kif"];
    run_on(&kif, two).refused(&["2 games"]);
    let done = run_on(&["shogi", "convert", "-", "-o", "-", "--to", "csa"], two);
    assert_eq!((done.code, done.stdout.matches("\n/\n").count()), (0, 1));
    run(&["shogi", "convert", &folder.text("a.kif"), "-", "-o", "-", "--to", "csa"])
        .refused(&["one output file"]);
}

#[test]
fn a_name_that_tells_no_format_is_refused() {
    let folder = Folder::new();
    folder.write("a.kif", KIF);
    for name in ["out.xyz", "out"] {
        let refused = folder.convert("a.kif", name, &[]);
        let told = format!("{name}: cannot tell the format from the file name; use .kif, .kifu, ");
        refused.refused(&[&told, ".jsonl, or --to\n"]);
        assert!(!folder.path(name).exists());
        assert_eq!(folder.convert("a.kif", name, &["--to", "csa"]).code, 0, "{name}");
    }
    // A folder and standard output have no extension that determines the format.
    let told = "cannot tell the format of standard output; use --to\n";
    run(&["shogi", "convert", &folder.text("a.kif"), "-o", "-"]).refused(&[told]);
    let told = "new.csa: cannot tell the format from the name of a folder; use --to\n";
    run(&["shogi", "convert", &folder.text("."), "-o", &folder.text("new.csa")]).refused(&[told]);
}

#[test]
fn usi_lines_are_forgiven_where_asked() {
    let folder = Folder::new();
    let lines = "position startpos moves 7g7f 3c3d resign\n\nposition startpos moves 7g7e\n";
    let usi = folder.write("a.usi", lines);
    let strict = run(&["shogi", "check", &usi, "--json"]);
    let answers = strict.json_lines();
    assert_eq!((strict.code, answers.len()), (2, 2));
    assert!(
        answers[0]["error"].as_str().unwrap().starts_with("invalid record, line 1, column 35: ")
    );
    assert!(answers[1]["error"].as_str().unwrap().starts_with("invalid record, game 2, line 3, "));
    let lenient = run(&["shogi", "check", &usi, "--json", "--lenient"]);
    let answers = lenient.json_lines();
    assert_eq!(lenient.code, 1);
    assert_eq!(answers[0]["outcome"], "white wins by resignation");
    let told = json!(["line 1: byte 34: `resign` is read as the end of the game"]);
    assert_eq!(answers[0]["warnings"], told);
    assert_eq!(
        (&answers[1]["move_count"], &answers[1]["outcome"]),
        (&json!(0), &json!("unfinished"))
    );
    // The text after the end is reported too. `none` is not an end.
    let usi = folder.write("b.usi", "startpos moves win 7g7f x\nstartpos moves 7g7f none\n");
    let answers = run(&["shogi", "check", &usi, "--json", "--lenient"]).json_lines();
    assert_eq!(
        answers[0]["warnings"].as_array().unwrap()[..2],
        ["line 1: byte 15: `win` is read as the end of the game", "line 1: skipped: 7g7f x"]
    );
    assert_eq!(answers[0]["outcome"], "black wins by declaration");
    let told = "line 2: byte 20: ignored the rest of the line: move 2: `none` is a keyword, expected a move";
    assert_eq!(
        (&answers[1]["warnings"], &answers[1]["outcome"]),
        (&json!([told]), &json!("unfinished"))
    );
}

#[test]
fn games_are_judged_by_the_rules_of_the_event() {
    let folder = Folder::new();
    let outcome = |file: &str, more: &[&str]| {
        let answer = run(&[&["shogi", "check", file, "--json"], more].concat()).json();
        let warnings = answer["warnings"].as_array().unwrap().len();
        (answer["outcome"].as_str().unwrap().to_owned(), warnings)
    };
    let of = |name: &str, warnings| (name.to_owned(), warnings);
    // The game reaches the move limit. If the last move mates, it still wins.
    let long = folder.write("long.usi", "startpos moves 7g7f 3c3d 2g2f\n");
    assert_eq!(outcome(&long, &[]), of("unfinished", 0));
    assert_eq!(outcome(&long, &["--max-moves", "4"]), of("unfinished", 0));
    assert_eq!(outcome(&long, &["--max-moves", "3"]), of("draw by maximum number of moves", 0));
    let mate = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b\n";
    let mate = folder.write("mate.usi", mate);
    assert_eq!(outcome(&mate, &["--max-moves", "1"]), of("black wins by checkmate", 0));
    // The black king reaches the start square of the white king.
    let tried = "position sfen 8k/5K3/9/9/9/9/9/9/9 b P 1 moves 4b5a\n";
    let tried = folder.write("try.usi", tried);
    assert_eq!(outcome(&tried, &[]).0, "unfinished");
    assert_eq!(outcome(&tried, &["--try-rule"]).0, "black wins by try");
    // Black wins with 28 points under the 27-point rule only. White has 26 points and wins only if
    // the missing pieces count.
    let claim = |name: &str, sfen: &str| {
        let position: shogi_core::Position = sfen.parse().unwrap();
        let mut game = shogi_core::GameBuilder::new(position);
        game.end(shogi_core::End::Declaration);
        folder.write(name, &shogi_core::format::csa::write(&game.finish()).text)
    };
    let zone = "+R+B+P+P5/4K+P+P+P+P/+P+P7/9/9/9/9/9/4k4 b RB4g4s4n4l10p 1";
    let claimed = claim("28.csa", zone);
    for (more, doubts) in
        [(&[][..], 0), (&["--declaration", "27"], 0), (&["--declaration", "24"], 1)]
    {
        assert_eq!(outcome(&claimed, more), of("black wins by declaration", doubts), "{more:?}");
    }
    let few = "4K4/9/9/9/9/9/7+p+p/+p+p+p+pk4/5+p+p+b+r w r3p 1";
    let claimed = claim("26.csa", few);
    let plain = outcome(&claimed, &[]).1;
    assert_eq!(
        outcome(&claimed, &["--handicap-points"]),
        of("white wins by declaration", plain - 1)
    );
    for bad in [&["--max-moves", "0"][..], &["--declaration", "25"]] {
        run(&[&["shogi", "check", &long], bad].concat()).refused(&["invalid value"]);
    }
}

#[test]
fn a_start_with_flaws_reads_back_from_usi() {
    let folder = Folder::new();
    let record = "V2.2\nP-11OU21FU22FU23FU24FU25FU\nP+55KA33TO00FU00FU00KI\nP-00AL\n+\n%CHUDAN\n";
    folder.write("a.csa", record);
    assert_eq!(folder.convert("a.csa", "a.usi", &[]).code, 0);
    let check = |name: &str| run(&["shogi", "check", &folder.text(name), "--json"]).json();
    let (csa, usi) = (check("a.csa"), check("a.usi"));
    assert_eq!(usi["sfen"], csa["sfen"]);
    assert_eq!(
        usi["warnings"],
        json!(["line 1: the starting position has flaws: two pawns of a side on one file"])
    );
    assert!(csa["warnings"][0].as_str().unwrap().ends_with("two pawns of a side on one file"));
}

#[test]
fn a_win_declared_is_doubted_unless_a_rule_makes_it_one() {
    let folder = Folder::new();
    let black = "P+91RY81UM71TO61TO52OU42TO32TO22TO12TO93TO83TO\nP-59OU\n";
    let white = "P-27TO17TO98TO88TO78TO68TO58OU49TO39TO29UM19RY\nP+51OU\n";
    for (start, by, points) in [
        (format!("{black}P+00HI00FU00FU00FU00FU\nP-00AL\n+\n"), "black", Some(27)),
        (format!("{white}P-00HI00FU00FU00FU\nP+00AL\n-\n"), "white", Some(26)),
        (format!("{black}P+00HI00KA\nP-00AL\n+\n"), "black", None),
        (format!("{white}P-00HI00FU00FU00FU00FU\nP+00AL\n-\n"), "white", None),
    ] {
        folder.write("a.csa", format!("V2.2\n{start}%KACHI\n"));
        let answer = run(&["shogi", "check", &folder.text("a.csa"), "--json"]).json();
        assert_eq!(answer["outcome"], format!("{by} wins by declaration"));
        let doubt = |points| {
            format!(
                "the declaration does not win: {points} points, this is a draw under the 24-point rule"
            )
        };
        let doubts: Vec<String> = points.into_iter().map(doubt).collect();
        assert_eq!(answer["warnings"], json!(doubts), "{start}");
    }
}

#[test]
fn a_file_is_not_replaced_by_a_broken_conversion() {
    let folder = Folder::new();
    folder.write("bad.kif", KIF.replace("７六歩(77)", "７五歩(77)"));
    folder.write("out.usi", "position startpos\n");
    assert_eq!(folder.convert("bad.kif", "out.usi", &[]).code, 2);
    assert_eq!(folder.read("out.usi"), "position startpos\n");
    // One folder cannot be created, and the other folder has no records.
    folder.write("file", "");
    folder.write("in/a.kif", KIF);
    let done = folder.convert("in", "file/out", &["--to", "usi"]);
    assert!(done.code == 2 && done.stderr.contains("file"), "{}", done.stderr);
    folder.write("empty/notes.md", "no record");
    let done = folder.convert("empty", "out", &["--to", "usi"]);
    assert!(done.code == 2 && done.stderr.contains("contains no game records"), "{}", done.stderr);
    // A name that ends in a slash is a folder, even if the folder does not exist.
    assert_eq!(folder.convert("in/a.kif", "new/", &["--to", "usi"]).code, 0);
    assert!(folder.path("new/a.usi").exists());
}
