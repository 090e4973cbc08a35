//! `gamekit reversi solve`.

mod support;

use std::fs;

use support::{START, run, run_on};

const SIX_EMPTY: &str = "OXXXOOOOOXXX-XOOXOXXXXXOXXXOOXXOXXXXXOXOXXOOOOOO--X-XOOO-X-XXXOO X";
const DRAWN: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXX--------OOOOOOOOOOOOOOOOOOOOOOOOOOOO X";

#[test]
fn a_position_has_its_score_best_move_and_line() {
    for threads in ["1", "2"] {
        let run = run(&["reversi", "solve", SIX_EMPTY, "--json", "--threads", threads]);
        let answer = run.json();
        assert_eq!(answer["position"], SIX_EMPTY);
        assert_eq!((answer["score"].as_i64(), answer["best"].as_str()), (Some(-40), Some("d7")));
        assert_eq!(answer["pv"][0], "d7");
        assert!(answer["nodes"].as_u64().unwrap() > 0 && answer["seconds"].is_f64());
        let keys: Vec<&str> =
            run.stdout.split('"').filter(|part| answer.get(*part).is_some()).collect();
        assert_eq!(keys, ["position", "score", "best", "pv", "nodes", "seconds"]);
    }
}

#[test]
fn win_loss_draw_is_a_sign() {
    let black = SIX_EMPTY.replace(" X", " O");
    for (position, sign) in [(SIX_EMPTY, -1), (black.as_str(), 1), (DRAWN, 0)] {
        let answer = run(&["reversi", "solve", position, "--wld", "--json"]).json();
        assert_eq!(answer["score"], sign, "{position}");
    }
}

#[test]
fn a_file_of_obf_lines_is_solved_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("end.obf");
    let text = format!("% two positions\n{SIX_EMPTY}; d7:-40; b7:-42;\n\n{DRAWN}; +0; % drawn\n");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let run_file = run(&["reversi", "solve", path, "--json"]);
    let scores: Vec<_> = run_file.json_lines().iter().map(|line| line["score"].clone()).collect();
    assert_eq!((run_file.code, scores), (0, vec![(-40).into(), 0.into()]));
    let table = run(&["reversi", "solve", path, SIX_EMPTY]).stdout;
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(table.starts_with("empties     score  best"), "{table}");
    fs::write(path, format!("{SIX_EMPTY}\nbroken\n{DRAWN}\n")).unwrap();
    let run_file = run(&["reversi", "solve", path, "--json"]);
    assert_eq!((run_file.code, run_file.json_lines().len()), (2, 3));
    assert_eq!(run_file.json_lines()[1]["line"], 2);
}

#[test]
fn a_stream_is_solved_as_it_comes() {
    let input = format!("{SIX_EMPTY}\n{}\nf5x\n", DRAWN.replace('-', "."));
    let run = run_on(&["reversi", "solve", "-", "--json"], input.as_bytes());
    let lines = run.json_lines();
    assert_eq!((run.code, lines.len()), (2, 3));
    assert_eq!((lines[1]["score"].as_i64(), lines[1]["position"].as_str()), (Some(0), Some(DRAWN)));
    assert_eq!(lines[2]["line"], 3);
}

#[test]
fn a_limit_leaves_bounds() {
    let answer = run(&["reversi", "solve", START, "--nodes", "1000", "--json"]).json();
    assert!(answer["score"].is_null());
    assert_eq!(answer["bounds"], serde_json::json!([-64, 64]));
    let answer = run(&["reversi", "solve", START, "--time", "0.05", "--json"]).json();
    assert!(answer["seconds"].as_f64().unwrap() < 5.0);
}

#[test]
fn bad_input_is_refused() {
    run(&["reversi", "solve"]).refused(&[]);
    run(&["reversi", "solve", "no/such/file.obf"]).refused(&[]);
    run(&["reversi", "solve", &format!("{SIX_EMPTY}; a1:+4;")]).refused(&["a1"]);
    run(&["reversi", "solve", &SIX_EMPTY[2..]]).refused(&["62 squares"]);
    run(&["reversi", "solve", SIX_EMPTY, "--time", "-1"]).refused(&[]);
}
