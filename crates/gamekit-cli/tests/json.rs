//! `--json`: all commands print the fields of `docs/json.md`. Each field has one name, one type and
//! one unit.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use reversi_core::{Board, Square, canonical};
use serde_json::Value;
use support::{START, commands_with, run, run_on};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../gamekit-engines/data/opening.book");
/// FFO 22.
const SEVENTEEN_EMPTY: &str = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O";
const WTHOR: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi/wthor/WTH_1977.wtb");

/// Returns all fields that the page lists, with their types.
fn documented() -> BTreeMap<String, String> {
    let page = fs::read_to_string(PAGE).unwrap();
    let table = page.split("## Fields").nth(1).unwrap().split("## Commands").next().unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        (cells[0].trim_matches('`').to_owned(), cells[1].to_owned())
    })
    .collect()
}

/// Returns the fields that the page lists for a command.
fn documented_for(command: &str) -> BTreeSet<String> {
    let page = fs::read_to_string(PAGE).unwrap();
    let table = page.split("## Commands").nth(1).unwrap();
    let mut rows = table.lines().filter(|line| line.starts_with("| `"));
    let row = rows
        .find(|row| row.split('|').nth(1).unwrap().contains(&format!("`{command}`")))
        .unwrap_or_else(|| panic!("docs/json.md has no row for {command}"));
    let fields = row.split('|').nth(2).unwrap();
    fields.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Collects the fields of a JSON object and of its nested objects, with their types.
fn collect(value: &Value, found: &mut BTreeMap<String, BTreeSet<&'static str>>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        Value::Object(fields) => {
            for (name, value) in fields {
                let types = found.entry(name.clone()).or_default();
                match value {
                    Value::Null => {}
                    Value::Bool(_) => _ = types.insert("boolean"),
                    Value::Number(_) => _ = types.insert("number"),
                    Value::String(_) => _ = types.insert("string"),
                    Value::Array(_) => _ = types.insert("array"),
                    Value::Object(_) => _ = types.insert("object"),
                }
                collect(value, found);
            }
        }
        _ => {}
    }
}

/// A problem of the collection Muso. After 200 nodes its answer is unknown and a check is refuted.
const CLASSIC: &str = "1p2l1knn/R2+B2g1p/9/5bl1L/6p1R/6g2/4+p2N1/9/5L3 b Gg4sn14p 1";

/// Runs every command that has `--json`, with several options. Returns the lines of each command.
fn all_lines() -> BTreeMap<String, Vec<Value>> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("games.txt"), "f5d6c3d3c4f4f6 37-27\nf5f6e6f4g7\n").unwrap();
    fs::write(path("a.kif"), "手合割：平手\n   1 ７六歩(77)\n*c\n   2 投了\n").unwrap();
    let tree = "手合割：平手\n手数----指手--\n*start\n   1 ７六歩(77)  ( 0:01/00:00:01)\n*c\n&b\n\
        \u{20}  2 ３五歩(33)\n   3 反則勝ち\n*end\n\n変化：1手\n   1 ２六歩(27)\n";
    fs::write(path("tree.kif"), tree).unwrap();
    fs::write(path("bad.kif"), "手合割：平手\n   1 ５五歩(77)\n").unwrap();
    fs::write(path("a.txt"), "4k4/9/9/9/9/9/9/9/4K4 b - 1\t5i5h\t0\t1\n").unwrap();
    let six = "OXXXOOOOOXXX-XOOXOXXXXXOXXXOOXXOXXXXXOXOXXOOOOOO--X-XOOO-X-XXXOO X";
    let passing = "XXXXX---XXXXXO--XXOXOO--XXXOOOO-XXXOOOO-XOXOOOO-XXX-OO--XXXO---- O";
    let over = format!("{} X", "O".repeat(64));
    let (book, evaluated, games, wthor) =
        (path("b.book"), path("e.book"), path("games.txt"), WTHOR);
    let tree = path("tree.kif");
    let (kif, bad, labelled) = (path("a.kif"), path("bad.kif"), path("a.txt"));
    let (csa, psv, weights, svg) = (path("a.csa"), path("a.psv"), path("w"), path("w.svg"));
    fs::write(path("list.obf"), format!("{six};\n")).unwrap();
    let (list, converted) = (path("list.obf"), path("converted.wtb"));
    let check = "4k4/4R4/9/9/9/9/9/9/4K4 w - 8";
    let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    // The start position after f5 in a book of Egaroucid, with the leaf f6.
    let imported = path("i.book");
    let after = Board::START.play(Square::F5).unwrap();
    let image = canonical(after.swap_sides()).0.board().swap_sides();
    let mut egbk = b"DICUORAGE\x03\x01\0\0\0".to_vec();
    egbk.extend_from_slice(&image.player().bits().to_le_bytes());
    egbk.extend_from_slice(&image.opponent().bits().to_le_bytes());
    let leaf = image.moves().first().unwrap().index() as u8;
    egbk.extend_from_slice(&[2, 21, 1, 0, 0, 0, 1, leaf, 20]);
    fs::write(path("a.egbk3"), egbk).unwrap();
    let done = run(&["reversi", "book", "import", &path("a.egbk3"), "-o", &imported]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    let db = path("a.db");
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    fs::write(&db, format!("#YANEURAOU-DB2016 1.00\nsfen {start}\n7g7f 3c3d 44 21 9 # c\n"))
        .unwrap();
    let problem = path("problem.txt");
    fs::write(&problem, "one\t4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\n").unwrap();
    let missed = path("missed.usi");
    fs::write(&missed, "sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1 moves G*4b\n").unwrap();
    let train = [
        "reversi train",
        wthor,
        "-o",
        &weights,
        "--self-play",
        "2",
        "--exact",
        "10",
        "--steps",
        "2",
        "--plot",
        &svg,
        "--solved",
        "1",
    ];
    let runs: &[&[&str]] = &[
        &["reversi analyze"],
        &["reversi analyze", "f5d6c3d3c4"],
        &["reversi analyze", "f5d6c4d3c5f4e3f3c2", "--depth", "2"],
        &["reversi analyze", passing, "--depth", "2"],
        &["reversi analyze", &over],
        &["reversi perft", "--depth", "2", "--divide"],
        &["reversi solve", six, "--moves"],
        &["reversi solve", six, "--wld", "--moves"],
        &["reversi solve", six, "--nodes", "1", "--selectivity", "73"],
        &["reversi solve", START, "--nodes", "1000"],
        &["reversi solve", SEVENTEEN_EMPTY, "--nodes", "300000", "--threads", "1"],
        &["reversi solve", &list],
        &["reversi review", "f5d6c3d3c4f4f6", "--depth", "2", "--exact", "2"],
        &["reversi games", WTHOR],
        &["reversi book build", &games, "-o", &book],
        &["reversi book evaluate", &book, "-o", &evaluated, "--depth", "1"],
        &["reversi book find", BOOK, "f5"],
        &["reversi book find", &imported, "f5"],
        &["reversi book find", &book, "f5"],
        &["reversi book info", &evaluated],
        &["reversi match", &games, "--depth", "1"],
        &["reversi convert", &games, wthor, "-o", &converted],
        &train,
        &["shogi analyze"],
        &["shogi analyze", check],
        &["shogi analyze", mated],
        &["shogi perft", "--depth", "1", "--divide"],
        &["shogi book find", &db],
        &["shogi book find", &db, "startpos moves 7g7f"],
        &["shogi mate", &problem, "--all-first-moves"],
        &["shogi mate", &missed],
        &["shogi mate", CLASSIC, "--nodes", "200", "--memory", "1"],
        &["shogi moves"],
        &["shogi see", "startpos", "7g7f"],
        &["shogi check", &kif, &bad, &labelled],
        &["shogi show", &tree, "--every", "1"],
        &["shogi convert", &kif, "-o", &csa],
        &["shogi convert", &labelled, "-o", &psv],
        &["shogi convert", &bad, "-o", &csa],
        &["bench", "--rounds", "1"],
    ];
    let mut lines: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for words in runs {
        let command: Vec<&str> = words[0].split(' ').collect();
        let done = run(&[&command, &words[1..], &["--json"]].concat());
        let found = done.json_lines();
        assert!(!found.is_empty(), "{words:?}: {}", done.stderr);
        lines.entry(words[0].to_owned()).or_default().extend(found);
    }
    lines
}

#[test]
fn every_field_is_documented_with_its_type() {
    let (fields, lines) = (documented(), all_lines());
    let all: BTreeSet<String> = commands_with("--json").into_iter().collect();
    let run: BTreeSet<String> = lines.keys().cloned().collect();
    assert_eq!(run, all, "each command with --json is run by this test");
    let mut used = BTreeSet::new();
    for (command, lines) in &lines {
        let mut found = BTreeMap::new();
        lines.iter().for_each(|line| collect(line, &mut found));
        let on_page = documented_for(command);
        for (name, types) in &found {
            let documented = fields.get(name);
            let documented = documented.unwrap_or_else(|| panic!("{command}: no field {name}"));
            for kind in types {
                assert!(documented.contains(kind), "{command}: {name} is {kind}, not {documented}");
            }
            // The names of the fields of `kernels` are the names of the games.
            assert!(
                on_page.contains(name) || ["reversi", "shogi", "line"].contains(&name.as_str()),
                "docs/json.md, row of {command}: no field {name}"
            );
            used.insert(name.clone());
        }
    }
    let unused: Vec<&String> = fields.keys().filter(|name| !used.contains(*name)).collect();
    assert!(unused.is_empty(), "docs/json.md: no command prints {unused:?}");
}

#[test]
fn a_position_has_one_name_in_each_game() {
    let has = |value: &Value, name: &str| {
        let mut found = BTreeMap::new();
        collect(value, &mut found);
        found.contains_key(name)
    };
    let (mut boards, mut sfens) = (0, 0);
    for (command, lines) in all_lines() {
        let is_shogi = command.starts_with("shogi ");
        for line in &lines {
            assert!(!has(line, if is_shogi { "position" } else { "sfen" }), "{command}: {line}");
            boards += usize::from(has(line, "position"));
            sfens += usize::from(has(line, "sfen"));
        }
    }
    assert!(boards > 10 && sfens > 10, "{boards} {sfens}");
}

#[test]
fn numbers_have_units_or_are_counts() {
    const UNITS: [&str; 7] =
        ["_discs", "_centidiscs", "_points", "_plies", "_percent", "_ns", "_per_second"];
    const COUNTS: &[&str] = &[
        "boards",
        "bytes",
        "count",
        "engine_level",
        "times",
        "draws",
        "empties",
        "evaluated",
        "files",
        "flips",
        "games",
        "leaves",
        "left",
        "losses",
        "mobility",
        "move_count",
        "nodes",
        "openings",
        "openings_ahead",
        "plies",
        "positions",
        "records",
        "rounds",
        "samples",
        "seconds",
        "self_played",
        "skipped",
        "threads",
        "wins",
        "basis_games",
    ];
    const ORDINALS: &[&str] = &[
        "line",
        "move_number",
        "number",
        "round",
        "stage",
        "symmetry",
        "turn",
        "word",
        "variation",
        "branches_from",
        "first_ply",
        "ply",
    ];
    for (name, kind) in documented() {
        assert!(
            !kind.starts_with("number")
                || UNITS.iter().any(|unit| name.ends_with(unit))
                || COUNTS.contains(&name.as_str())
                || ORDINALS.contains(&name.as_str()),
            "{name}: add the unit to the name, or add the name to the counts of this test"
        );
        assert!(!["usi", "value", "score", "depth", "level"].contains(&name.as_str()));
    }
}

#[test]
fn a_bad_line_of_a_stream_has_the_same_fields_everywhere() {
    for words in ["reversi analyze", "reversi solve", "shogi analyze", "shogi moves", "shogi see"] {
        let words: Vec<&str> = words.split(' ').chain(["-", "--json"]).collect();
        let line = run_on(&words, b"nonsense/\n").json_lines().remove(0);
        let names: Vec<&String> = line.as_object().unwrap().keys().collect();
        assert_eq!(names, ["error", "line"], "{words:?}");
    }
}

#[test]
fn the_json_has_what_the_text_shows() {
    let text = run(&["shogi", "analyze"]).stdout;
    let json = run(&["shogi", "analyze", "--json"]).json();
    assert!(text.contains(json["hash"].as_str().unwrap()), "{text}");
    let text = run(&["reversi", "analyze", "f5"]).stdout;
    let json = run(&["reversi", "analyze", "f5", "--json"]).json();
    for candidate in json["moves"].as_array().unwrap() {
        let name = candidate["move"].as_str().unwrap();
        let row = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        let cells: Vec<&str> = row.split_whitespace().collect();
        for field in ["flips", "mobility"] {
            assert!(cells.contains(&candidate[field].to_string().as_str()), "{field}: {row}");
        }
        if let Some(ahead) = candidate["openings_ahead"].as_u64().filter(|ahead| *ahead > 2) {
            assert!(row.contains(&format!("→ {ahead} openings")), "{row}");
        }
    }
}
