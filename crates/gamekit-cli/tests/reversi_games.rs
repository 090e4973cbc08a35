//! `gamekit reversi games`.

mod support;

use std::fs;

use serde_json::Value;
use support::run;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi");

fn games(more: &[&str]) -> Vec<Value> {
    let file = format!("{DATA}/wthor/WTH_1980.wtb");
    let words = [&["reversi", "games", &file, "--json"], more].concat();
    let done = run(&words);
    assert_eq!(done.code, 0, "{}", done.stderr);
    done.json_lines()
}

#[test]
fn each_condition_selects_games() {
    let all = games(&[]);
    assert!(all.len() > 50);
    let count = |test: &dyn Fn(&Value) -> bool| all.iter().filter(|game| test(game)).count();
    let name = |game: &Value, field: &str| game[field].as_str().unwrap_or_default().to_lowercase();
    let has = |game: &Value, part: &str| {
        name(game, "black").contains(part) || name(game, "white").contains(part)
    };
    let player = String::from("cerf");
    assert_eq!(games(&["--player", &player]).len(), count(&|game| has(game, &player)));
    let score = |game: &Value| game["black_score_discs"].as_f64().unwrap();
    assert_eq!(games(&["--result", "white"]).len(), count(&|game| score(game) < 0.0));
    let won = games(&["--player", &player, "--result", "won"]);
    let lost = games(&["--player", &player, "--result", "lost"]);
    let drawn = games(&["--player", &player, "--result", "draw"]);
    assert_eq!(won.len() + lost.len() + drawn.len(), games(&["--player", &player]).len());
    assert_eq!(games(&["--year", "1980"]).len(), all.len());
    assert_eq!(games(&["--year", "1990-2000"]).len(), 0);
    let tiger = games(&["--opening", "tiger"]);
    assert_eq!(games(&["--opening", "f5d6c3d3c4"]), tiger);
    // Some openings have only a Japanese name, so that more games can match.
    let japanese = games(&["--opening", "虎"]);
    assert!(tiger.iter().all(|game| japanese.contains(game)));
    assert!(japanese.len() < all.len());
    assert!(!tiger.is_empty() && tiger.len() < all.len());
    let tournament = name(&all[0], "tournament");
    assert!(
        games(&["--tournament", &tournament])
            .iter()
            .all(|game| name(game, "tournament") == tournament)
    );
}

#[test]
fn the_table_names_the_games() {
    let file = format!("{DATA}/WTH_1977.pgn");
    let text = run(&["reversi", "games", &file, "--player", "jacobs"]).stdout;
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(head, ["game", "date", "tournament", "black", "score", "white", "moves", "opening"]);
    assert!(text.contains("Jacobs Carol") && text.contains("+40"), "{text}");
    assert!(text.lines().last().unwrap().ends_with(" of 12 games"), "{text}");
    // Several files have their names.
    let two = run(&["reversi", "games", DATA, "--year", "1977", "--player", "jacobs"]).stdout;
    assert!(two.starts_with("file"), "{two}");
    assert!(two.contains("WTH_1977.pgn") && two.contains("WTH_1977.wtb"), "{two}");
}

#[test]
fn selected_games_are_written_in_any_format() {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("{DATA}/wthor/WTH_1977.wtb");
    for name in ["a.pgn", "a.ggf", "a.wtb", "a.txt"] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        let done = run(&["reversi", "games", &file, "--result", "black", "-o", path]);
        assert_eq!(done.code, 0, "{}", done.stderr);
        let written = run(&["reversi", "games", path, "--json"]).json_lines();
        assert!(
            done.stdout.contains(&format!(": {} of 12 games", written.len())),
            "{}",
            done.stdout
        );
        assert!(
            written.iter().all(|game| game["black_score_discs"].as_f64() > Some(0.0)),
            "{name}"
        );
        assert_eq!(written[0]["black"].is_string(), name != "a.txt", "{name}");
    }
}

#[test]
fn bad_games_are_reported_and_the_others_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, "f5d6\nf5f5\nf5f6\n").unwrap();
    let path = path.to_str().unwrap();
    let done = run(&["reversi", "games", path, "--json"]);
    assert_eq!((done.code, done.json_lines().len()), (2, 2));
    assert!(done.stderr.contains("a.txt: line 2: "), "{}", done.stderr);
    let out = folder.path().join("b.pgn");
    let done = run(&["reversi", "games", path, "-o", out.to_str().unwrap()]);
    assert!(done.code == 2 && done.stderr.contains("a.txt: line 2: "), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&out).unwrap().matches("[Result").count(), 2);
    run(&["reversi", "games", path, "--result", "won"]).refused(&["--player"]);
    run(&["reversi", "games", path, "--result", "x"]).refused(&["black, white, draw"]);
    run(&["reversi", "games", path, "--year", "x"]).refused(&["year"]);
    run(&["reversi", "games", path, "-o", path]).refused(&["input files"]);
    run(&["reversi", "games", "nowhere"]).refused(&["nowhere: no such file or folder"]);
}
