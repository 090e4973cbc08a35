//! `gamekit reversi solve`.

mod support;

use std::fs;

use serde_json::Value;
#[cfg(unix)]
use support::interrupted;
use support::{START, run, run_on};

const SIX_EMPTY: &str = "OXXXOOOOOXXX-XOOXOXXXXXOXXXOOXXOXXXXXOXOXXOOOOOO--X-XOOO-X-XXXOO X";
const DRAWN: &str = "XXXXXXXXXXXXXXXXXXXXXXXXXXXX--------OOOOOOOOOOOOOOOOOOOOOOOOOOOO X";

#[test]
fn a_position_has_its_score_best_move_and_line() {
    for threads in ["1", "2"] {
        let run = run(&["reversi", "solve", SIX_EMPTY, "--json", "--threads", threads]);
        let answer = run.json();
        assert_eq!(answer["position"], SIX_EMPTY);
        assert_eq!(
            (answer["score_discs"].as_i64(), answer["best"].as_str()),
            (Some(-40), Some("d7"))
        );
        assert_eq!(answer["pv"][0], "d7");
        assert!(answer["nodes"].as_u64().unwrap() > 0 && answer["seconds"].is_f64());
        let keys: Vec<&str> =
            run.stdout.split('"').filter(|part| answer.get(*part).is_some()).collect();
        assert_eq!(keys, ["position", "empties", "score_discs", "best", "pv", "nodes", "seconds"]);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_like_a_file_and_a_folder_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::write(pipe, format!("{SIX_EMPTY}\n{DRAWN}\n")).unwrap())
    };
    let run_on_pipe = run(&["reversi", "solve", pipe.to_str().unwrap(), "--json"]);
    writer.join().unwrap();
    let scores: Vec<Value> =
        run_on_pipe.json_lines().iter().map(|answer| answer["score_discs"].clone()).collect();
    assert_eq!((run_on_pipe.code, scores), (0, vec![Value::from(-40), Value::from(0)]));
    let folder = folder.path().to_str().unwrap();
    run(&["reversi", "solve", folder]).refused(&[folder, "this is a folder, expected a file"]);
}

#[test]
fn win_loss_draw_is_a_sign() {
    let black = SIX_EMPTY.replace(" X", " O");
    for (position, outcome) in [(SIX_EMPTY, "loss"), (black.as_str(), "win"), (DRAWN, "draw")] {
        let answer = run(&["reversi", "solve", position, "--wld", "--json"]).json();
        assert_eq!(answer["outcome"], outcome, "{position}");
        assert!(answer.get("score_discs").is_none());
        let sign =
            [("loss", "-1"), ("win", "+1"), ("draw", "+0")].into_iter().find(|s| s.0 == outcome);
        let table = run(&["reversi", "solve", position, "--wld"]).stdout;
        let score = table.lines().nth(1).unwrap().split_whitespace().nth(1);
        assert_eq!(score, sign.map(|sign| sign.1), "{table}");
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
    let scores: Vec<_> =
        run_file.json_lines().iter().map(|line| line["score_discs"].clone()).collect();
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
    assert_eq!(
        (lines[1]["score_discs"].as_i64(), lines[1]["position"].as_str()),
        (Some(0), Some(DRAWN))
    );
    assert_eq!(lines[2]["line"], 3);
}

#[test]
fn a_limit_leaves_bounds() {
    let answer = run(&["reversi", "solve", START, "--nodes", "1000", "--json"]).json();
    assert!(answer["score_discs"].is_null());
    assert_eq!(answer["bounds_discs"], serde_json::json!([-64, 64]));
    let answer = run(&["reversi", "solve", START, "--time", "0.05", "--json"]).json();
    assert!(answer["seconds"].as_f64().unwrap() < 5.0);
}

/// A search that reached a limit names the best move so far, and the text marks the move.
#[test]
fn a_limit_leaves_the_best_move_so_far() {
    let limit = ["--nodes", "300000", "--threads", "1"];
    let words = [&["reversi", "solve", SEVENTEEN_EMPTY, "--json"], &limit[..]].concat();
    let answer = run(&words).json();
    assert!(answer["score_discs"].is_null() && answer["bounds_discs"].is_array());
    let best = answer["unproven"]["move"].as_str().unwrap();
    assert_eq!(best.len(), 2);
    let text = run(&[&["reversi", "solve", SEVENTEEN_EMPTY], &limit[..]].concat()).stdout;
    assert!(text.contains(&format!("{best}?")), "{text}");
    assert!(text.contains("is the best move so far, not proven"), "{text}");
    let solved = run(&["reversi", "solve", SIX_EMPTY, "--json"]).json();
    assert!(solved.get("unproven").is_none());
}

/// A file of whole games, also in several lines, is not solved from its first lines.
#[test]
fn whole_games_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let wrapped = "1. d3 e3 2. f4 g3 3. g4 c3 4. f5 e6 5. f3 h4 6. h3 h2 7. c4 d6 8. c5 g6 9. f6\n\
        b4 10. e2 e1 11. h6 c6 12. b5 a6 13. f2 g5 14. c2 d2 15. c1 d1 16. f1 h5 17. h1\n\
        f7 18. e8 g1 19. g2 g7 20. a4 a5 21. b3 a3 22. h8 e7 23. h7 b2 24. a1 b1 25. d8\n\
        f8 26. g8 d7 27. c8 c7 28. b8 b7 29. a2 -- 30. a7 a8 31. b6 51-13\n";
    fs::write(path("wrapped.txt"), wrapped).unwrap();
    let done = run(&["reversi", "solve", &path("wrapped.txt"), "--json"]);
    let lines = done.json_lines();
    assert_eq!((done.code, lines.len(), &lines[0]["line"]), (2, 1, &1.into()));
    let error = lines[0]["error"].as_str().unwrap();
    assert!(error.contains("a whole game of 61 moves: Black wins by 38"), "{error}");
    run(&["reversi", "solve", wrapped]).refused(&["a whole game", "review"]);
    // The last position of a game that is not over is solved.
    let cut = wrapped.split(" 29.").next().unwrap();
    fs::write(path("cut.txt"), format!("{cut}\n\n{wrapped}")).unwrap();
    let done = run(&["reversi", "solve", &path("cut.txt"), "--json"]);
    let lines = done.json_lines();
    assert_eq!((done.code, lines.len()), (2, 2));
    assert_eq!((&lines[0]["line"], &lines[0]["empties"]), (&1.into(), &4.into()));
    assert_eq!(lines[1]["line"], 6);
    let pgn = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi/WTH_1977.pgn");
    let done = run(&["reversi", "solve", pgn, "--json"]);
    let lines = done.json_lines();
    assert_eq!((done.code, lines.len()), (2, 12));
    assert!(lines.iter().all(|line| line["error"].as_str().unwrap().contains("a whole game")));
}

/// Position 22 of the FFO test suite.
const SEVENTEEN_EMPTY: &str = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O";

#[test]
fn every_move_has_its_score() {
    let answer = run(&["reversi", "solve", SIX_EMPTY, "--moves", "--json"]).json();
    assert_eq!((answer["score_discs"].as_i64(), answer["best"].as_str()), (Some(-40), Some("d7")));
    let moves = answer["moves"].as_array().unwrap();
    let listed =
        |m: &Value| (m["move"].as_str().unwrap().to_owned(), m["score_discs"].as_i64().unwrap());
    let listed: Vec<(String, i64)> = moves.iter().map(listed).collect();
    assert_eq!(listed[0], ("d7".to_owned(), -40));
    assert!(listed.is_sorted_by_key(|(_, score)| -score));
    // The principal variation of each move begins with the move, and each move has a node count.
    assert!(moves.iter().all(|m| m["pv"][0] == m["move"] && m["nodes"].is_u64()));
    let sum: u64 = moves.iter().map(|m| m["nodes"].as_u64().unwrap()).sum();
    assert_eq!(answer["nodes"].as_u64(), Some(sum));
    let table = run(&["reversi", "solve", SIX_EMPTY, "--moves"]).stdout;
    assert_eq!(table.lines().count(), 2 + moves.len(), "{table}");
    for (mv, score) in &listed {
        let has = |line: &str| line.split_whitespace().take(2).eq([score.to_string().as_str(), mv]);
        assert!(table.lines().skip(2).any(has), "{mv} {score}:\n{table}");
    }
    let signs = run(&["reversi", "solve", SIX_EMPTY, "--moves", "--wld", "--json"]).json();
    assert!(signs["moves"].as_array().unwrap().iter().all(|m| m["outcome"] == "loss"));
    // The side to move must pass, or the game is over.
    let passing = "XXXXXXO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O";
    let answer = run(&["reversi", "solve", passing, "--moves", "--json"]).json();
    assert_eq!(answer["moves"][0]["move"], "pass");
    assert_eq!(answer["moves"][0]["score_discs"], answer["score_discs"]);
    let over = format!("{} X", "X".repeat(64));
    let answer = run(&["reversi", "solve", &over, "--moves", "--json"]).json();
    assert_eq!(
        (answer["score_discs"].as_i64(), answer["moves"].as_array().unwrap().len()),
        (Some(64), 0)
    );
}

/// Compares the scores of all moves of FFO problems with the published scores.
#[test]
fn every_move_of_ffo_positions_has_its_score() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi/ffo_1_59.tsv");
    let text = fs::read_to_string(path).unwrap();
    let problems: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .filter(|fields: &Vec<&str>| ["1", "8", "13", "20", "21", "22"].contains(&fields[0]))
        .collect();
    assert_eq!(problems.len(), 6);
    let input: String = problems.iter().map(|f| format!("{} {}\n", f[1], f[2])).collect();
    let answers = run_on(&["reversi", "solve", "-", "--moves", "--json"], input.as_bytes());
    assert_eq!(answers.code, 0);
    for (answer, fields) in answers.json_lines().iter().zip(&problems) {
        let mut expected: Vec<(String, i64)> = fields[3]
            .split_whitespace()
            .map(|pair| pair.split_once(':').unwrap())
            .map(|(mv, score)| (mv.to_lowercase(), score.parse().unwrap()))
            .collect();
        let moves = answer["moves"].as_array().unwrap();
        let mut found: Vec<(String, i64)> = moves
            .iter()
            .map(|m| (m["move"].as_str().unwrap().to_owned(), m["score_discs"].as_i64().unwrap()))
            .collect();
        assert_eq!(answer["score_discs"].as_i64(), expected.iter().map(|pair| pair.1).max());
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "FFO {}", fields[0]);
    }
}

#[test]
fn a_level_below_100_is_marked_as_no_proof() {
    let proof = run(&["reversi", "solve", SEVENTEEN_EMPTY, "--json"]).json();
    assert!(proof.get("proven").is_none() && proof.get("selectivity_percent").is_none());
    let ask = |level: &str, more: &[&str]| {
        let words = ["reversi", "solve", SEVENTEEN_EMPTY, "--selectivity", level];
        run(&[&words[..], more].concat())
    };
    let full = ask("100", &["--json"]).json();
    assert_eq!(
        full.as_object().unwrap().keys().collect::<Vec<_>>(),
        proof.as_object().unwrap().keys().collect::<Vec<_>>()
    );
    for level in [73, 87, 95, 98, 99] {
        let answer = ask(&level.to_string(), &["--json", "--threads", "1"]).json();
        assert_eq!(
            (answer["proven"].as_bool(), answer["selectivity_percent"].as_u64()),
            (Some(false), Some(level))
        );
        let off = answer["score_discs"].as_i64().unwrap() - proof["score_discs"].as_i64().unwrap();
        assert!(off.abs() <= 8, "{level}: {off}");
    }
    let table = ask("87%", &[]).stdout;
    assert!(table.contains("@87%"), "{table}");
    let moves = ask("95", &["--moves", "--json"]).json();
    assert!(moves["moves"].as_array().unwrap().iter().all(|m| m["proven"] == false));
    // Positions with few empty squares are solved exactly, without pruning.
    let words = ["reversi", "solve", SIX_EMPTY, "--selectivity", "73", "--json"];
    let small = run(&words).json();
    assert_eq!(
        (small["proven"].as_bool(), small["selectivity_percent"].as_u64()),
        (Some(true), Some(100))
    );
    ask("94", &[]).refused(&["73, 87, 95, 98, 99, 100"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_bounds_proven_so_far() {
    for (signal, more) in [("-INT", &[][..]), ("-TERM", &["--moves"])] {
        let words = [&["reversi", "solve", "-", "--json"], more].concat();
        let run = interrupted(&words, SIX_EMPTY, START, signal);
        let lines = run.json_lines();
        // After Ctrl-C, the third position is not solved.
        assert_eq!((run.code, lines.len()), (130, 2));
        assert!(run.stderr.starts_with("gamekit: line 2: note: the position has 60 empty squares"));
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert_eq!(lines[0]["score_discs"], -40);
        assert!(lines[1]["score_discs"].is_null() && lines[1]["nodes"].as_u64().unwrap() > 0);
        assert_eq!(lines[1]["bounds_discs"], serde_json::json!([-64, 64]));
    }
    let run = interrupted(&["reversi", "solve", "-"], SIX_EMPTY, START, "-INT");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((run.code, lines.len()), (130, 3), "{}", run.stdout);
    assert!(lines[2].contains("-64..+64"), "{}", run.stdout);
}

/// Limits the memory of the process to less than the free memory of the machine, as a container
/// does.
#[cfg(target_os = "linux")]
#[test]
fn tables_shrink_to_the_memory_there_is() {
    let words = "ulimit -v 1500000; exec \"$0\" reversi solve \"$1\" --memory 2048 --threads 1";
    let program = env!("CARGO_BIN_EXE_gamekit");
    let output =
        std::process::Command::new("sh").args(["-c", words, program, SIX_EMPTY]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains(" -40 "), "{output:?}");
}

#[test]
fn bad_input_is_refused() {
    run(&["reversi", "solve"]).refused(&[]);
    run(&["reversi", "solve", "no/such/file.obf"]).refused(&["no/such/file.obf: no such file"]);
    run(&["reversi", "solve", "./src"]).refused(&["./src: this is a folder, expected a file"]);
    run(&["reversi", "solve", "hello"]).refused(&["transcript", "board of 64"]);
    run(&["reversi", "solve", &format!("{SIX_EMPTY}; a1:+4;")]).refused(&["a1"]);
    run(&["reversi", "solve", &SIX_EMPTY[2..]]).refused(&["62 squares"]);
    run(&["reversi", "solve", SIX_EMPTY, "--time", "-1"]).refused(&[]);
}
