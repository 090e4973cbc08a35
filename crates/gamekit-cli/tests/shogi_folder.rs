//! Runs `gamekit shogi convert` and `check` on a folder with a thousand files in all formats. Some
//! of the files are broken.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use support::{files_below, run};

/// Returns a path in the test data of the workspace.
fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/shogi").join(path)
}

/// Reads the files in a folder of the corpus, sorted by name.
fn corpus(folder: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = fs::read_dir(data("records").join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// The expected result for a file in the folder.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Sort {
    Games,
    Positions,
    Broken,
}

/// Writes a thousand files into nested folders. The files contain the corpus many times. Some names
/// are unique, some differ only in the extension, and some have an unknown extension.
fn fill(root: &Path) -> BTreeMap<PathBuf, Sort> {
    let mut files = BTreeMap::new();
    let mut put = |name: String, bytes: &[u8], sort: Sort| {
        let path = root.join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        assert!(files.insert(PathBuf::from(name), sort).is_none());
    };
    let games: Vec<(&str, Vec<Vec<u8>>)> = vec![
        ("kif", corpus("kif")),
        ("ki2", corpus("ki2")),
        ("csa", [corpus("csa"), corpus("csa-pro")].concat()),
        ("jkf", corpus("jkf")),
        (
            "usi",
            vec![
                b"position startpos moves 7g7f 3c3d 2g2f\n".to_vec(),
                b"position sfen 4k4/9/9/9/9/9/9/9/4K4 b RB 7 moves R*5c 5a4b\n".to_vec(),
            ],
        ),
    ];
    let positions = [
        ("psv", fs::read(data("packed/sample.psv")).unwrap()[..40 * 9].to_vec()),
        ("hcpe", fs::read(data("packed/sample.hcpe")).unwrap()[..38 * 9].to_vec()),
        ("bin", fs::read(data("packed/sample.psv")).unwrap()[40..40 * 7].to_vec()),
    ];
    for number in 0..1000 {
        let folder = ["", "a/", "a/b/", "deep/er/est/"][number % 4];
        let sort = match number % 25 {
            // `number` alone would always select the same format, because 25 is a multiple of the
            // number of formats.
            5 | 13 => number / 25,
            _ => number,
        };
        let (end, texts) = &games[sort % games.len()];
        let bytes = &texts[number / games.len() % texts.len()];
        match number % 25 {
            // These texts are truncated within the moves, or have an illegal last move.
            3 => {
                let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ７五歩(77)\n";
                put(format!("{folder}{number:04}.kif"), kif.as_bytes(), Sort::Broken);
            }
            11 => {
                put(format!("{folder}{number:04}.csa"), b"PI\n+\n+7776FU\n+3334FU\n", Sort::Broken)
            }
            17 => {
                put(format!("{folder}{number:04}.jkf"), b"{\"moves\":[{},{\"move\"", Sort::Broken)
            }
            19 => {
                let cut = &positions[number % 2].1[..75];
                put(format!("{folder}{number:04}.{}", positions[number % 2].0), cut, Sort::Broken);
            }
            7 | 21 => {
                let (end, bytes) = &positions[number / 25 % 3];
                put(format!("{folder}{number:04}.{end}"), bytes, Sort::Positions);
            }
            // For each of these files, the same folder has a file with the same stem and another
            // extension.
            13 => put(format!("same{}/twin.{end}", number / 125), bytes, Sort::Games),
            // The format is detected from the content.
            5 => put(format!("{folder}{number:04}.dat"), bytes, Sort::Games),
            _ => put(format!("{folder}{number:04}.{end}"), bytes, Sort::Games),
        }
    }
    files
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn a_thousand_mixed_files_are_converted_by_one_command() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in"), folder.path().join("out"));
    let sorts = fill(&input);
    assert_eq!(sorts.len(), 1000);
    fs::write(input.join("README.md"), "no record").unwrap();
    fs::write(input.join("picture.ppm"), "P3\n1 1\n255\n0 0 0\n").unwrap();
    let [from, to] = [&input, &output].map(|path| path.to_str().unwrap());
    let done = run(&["shogi", "convert", from, "-o", to, "--to", "kif", "--json"]);
    // Progress is printed only on terminals. Every file has a line, including the broken files.
    assert_eq!((done.code, done.stderr.as_str()), (2, ""));
    let reports = done.json_lines();
    assert_eq!(reports.len(), 1000);

    let mut written = Vec::new();
    for report in &reports {
        let file = Path::new(report["file"].as_str().unwrap()).strip_prefix(&input).unwrap();
        let sort = sorts[file];
        let outputs = texts(&report["output"]);
        let error = report["error"].as_str();
        match sort {
            Sort::Games => {
                assert_eq!(error, None, "{file:?}");
                assert_eq!((outputs.len() as u64, report["to"].as_str()), (1, Some("kif")));
                assert!(report["count"] == 1 && report["from"].is_string());
            }
            Sort::Positions => {
                assert_eq!(error, Some("positions cannot be written as kif"), "{file:?}");
            }
            Sort::Broken => {
                let error = error.unwrap_or_else(|| panic!("{file:?} was converted"));
                let named = error.contains("line") || error.contains("positions cannot");
                assert!(named, "{file:?}: {error}");
            }
        }
        assert_eq!(outputs.is_empty(), error.is_some(), "{file:?}");
        for path in outputs {
            let path = Path::new(path).strip_prefix(&output).unwrap();
            // Nested folders keep their structure.
            assert_eq!(path.parent(), file.parent());
            written.push(path.to_owned());
        }
    }
    // No file has overwritten another file, and there are no further files.
    written.sort();
    assert_eq!(files_below(&output), written);
    written.dedup();
    let games = sorts.values().filter(|sort| **sort == Sort::Games).count();
    assert_eq!((written.len(), games), (games, 760));
    // All files whose names differ only in the extension exist.
    assert!(output.join("same0/twin.kif.kif").exists() || output.join("same0/twin.kif").exists());

    // The new files can be read and contain the same games.
    let checked = run(&["shogi", "check", to, "--json"]);
    assert_eq!((checked.code, checked.stderr.as_str()), (0, ""));
    let before = run(&["shogi", "check", from, "--json"]);
    assert_eq!(before.code, 2);
    let games = |run: &support::Run| -> Vec<(String, String, u64)> {
        let lines = run.json_lines().into_iter().filter(|line| line["outcome"].is_string());
        let mut games: Vec<_> = lines
            .map(|line| {
                let text = |key: &str| line[key].as_str().unwrap().to_owned();
                // KIF has no move number for the start.
                let position = text("sfen");
                let position = position.rsplit_once(' ').unwrap().0.to_owned();
                (position, text("outcome"), line["move_count"].as_u64().unwrap())
            })
            .collect();
        games.sort();
        games
    };
    assert_eq!(games(&checked).len(), 760);
    assert!(games(&checked) == games(&before));
    for line in before.json_lines() {
        let file = Path::new(line["file"].as_str().unwrap()).strip_prefix(&input).unwrap();
        assert_eq!(line["error"].is_string(), sorts[file] == Sort::Broken, "{line}");
        assert_eq!(line["records"].is_u64(), sorts[file] == Sort::Positions, "{line}");
    }

    // In text output, errors are printed on standard error, followed by the number of broken files.
    let again = folder.path().join("again");
    let people = ["shogi", "convert", from, "-o", again.to_str().unwrap(), "--to", "csa"];
    let done = run(&people);
    assert_eq!(done.code, 2);
    assert_eq!(done.stderr.lines().count(), 240 + 1);
    assert!(done.stderr.ends_with("gamekit: 240 of 1000 files were not converted\n"));
    assert_eq!(done.stdout.lines().filter(|line| line.contains(" -> ")).count(), 760);
    for told in ["  warning: line ", "  lost variations (", "  lost "] {
        assert!(done.stdout.contains(told), "{told}");
    }
    assert!(!done.stdout.contains('\u{1b}') && !done.stderr.contains('\u{1b}'));
}
