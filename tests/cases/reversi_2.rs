//! Reversi cases in which each case has its own operation. They are checked by id.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use reversi_core::book::{BookBuilder, BookView};
use reversi_core::eval::Weights;
use reversi_core::format::record::{self, Game};
use reversi_core::format::wthor::{Date, GameFile};
use reversi_core::format::{Format, boardtext, detect, ggf, obf, position_text, transcript};
use reversi_core::search::{self, Searcher};
use reversi_core::solve::{Limits, Options, Solver};
use reversi_core::{Board, Color, Move, Position, Square, equal_moves, stabilizer};
use serde_json::Value;

use super::{same, text};

/// A function that checks the input of one case.
type Check = fn(&Value) -> Result<(), String>;

const CHECKS: &[(&str, Check)] = &[
    ("rev-r02", a_pass_is_not_the_end),
    ("rev-r03", values_alternate_through_a_pass),
    ("rev-r07", a_wipe_out_is_seen),
    ("rev-r09", a_wipe_out_is_scored_with_the_empty_squares),
    ("rev-r10", the_other_side_keeps_the_discs),
    ("rev-r12", images_of_a_move_have_one_value),
    ("rev-r13", another_start_is_written),
    ("rev-r14", passes_in_ggf),
    ("rev-r15", synchro_games),
    ("rev-r16", the_size_of_the_board_counts),
    ("rev-r17", announced_games_are_counted),
    ("rev-r18", the_filler_is_skipped),
    ("rev-r19", text_after_a_board),
    ("rev-r20", the_end_of_the_line_ends_a_field),
    ("rev-r21", wrapped_games),
    ("rev-r32", byte_order_marks),
];

/// The cases that another test checks: its file and the name of the test. These cases have no input of
/// their own, or they are about the program.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    (
        "rev-r04",
        "crates/gamekit-cli/tests/reversi_search.rs",
        "exact_scores_are_those_of_the_solver",
    ),
    (
        "rev-r06",
        "crates/gamekit-cli/tests/reversi_search.rs",
        "values_agree_before_and_after_the_end_of_the_book",
    ),
    ("rev-r23", "crates/gamekit-cli/tests/reversi_search.rs", "every_move_is_valued_to_the_depth"),
    (
        "rev-r24",
        "crates/gamekit-cli/tests/reversi_train.rs",
        "images_of_training_games_are_not_held_out",
    ),
    (
        "rev-r25",
        "crates/gamekit-cli/tests/reversi_solve.rs",
        "a_level_below_100_is_marked_as_no_proof",
    ),
    ("rev-r26", "tests/formats_reversi.rs", "games_of_the_other_cases"),
    (
        "rev-r28",
        "crates/gamekit-cli/tests/engine_books.rs",
        "a_book_of_an_engine_is_named_wherever_another_book_is_expected",
    ),
    ("rev-r29", "tests/formats_reversi.rs", "the_wthor_base_replays_and_is_written_back"),
    (
        "rev-r30",
        "crates/gamekit-cli/tests/reversi_convert.rs",
        "every_format_is_read_and_written_with_its_names",
    ),
    ("rev-r33", "tests/reversi_solve.rs", "ffo_20_to_44"),
];

#[test]
fn each_case_is_checked_here_or_by_a_named_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = fs::read_to_string(root.join("tests/data/cases/reversi-2.jsonl")).unwrap();
    let mut left: BTreeMap<&str, Check> = CHECKS.iter().copied().collect();
    let mut elsewhere: BTreeMap<&str, (&str, &str)> =
        ELSEWHERE.iter().map(|&(id, file, test)| (id, (file, test))).collect();
    let mut failures = Vec::new();
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let id = case["id"].as_str().unwrap();
        if let Some(check) = left.remove(id) {
            if let Err(message) = check(&case["input"]) {
                failures.push(format!("{id}: {message}"));
            }
        } else {
            let (file, test) = elsewhere.remove(id).unwrap_or_else(|| panic!("{id} has no check"));
            let source = fs::read_to_string(root.join(file)).unwrap();
            assert!(source.contains(&format!("fn {test}()")), "{id}: {file} has no test {test}");
        }
    }
    assert!(left.is_empty() && elsewhere.is_empty(), "{:?} {elsewhere:?}", left.keys());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn position(text: &str) -> Result<Position, String> {
    position_text::parse(text).map_err(|error| error.to_string())
}

/// Returns a text of the case with this name.
fn file<'a>(input: &'a Value, name: &str) -> Result<&'a str, String> {
    text(&input["texts"], name)
}

fn solve(board: Board) -> Option<i32> {
    Solver::new(1 << 22).solve(board, &Options::EXACT, &Limits::NONE).score()
}

fn a_pass_is_not_the_end(input: &Value) -> Result<(), String> {
    let position = position(text(input, "board")?)?;
    let board = position.board();
    same("over and pass", (position.is_over(), position.must_pass()), (false, true))?;
    same("White's moves", board.swap_sides().moves().len(), 2)?;
    same("score", solve(board), Some(-48))
}

fn values_alternate_through_a_pass(input: &Value) -> Result<(), String> {
    let moves = file(input, "r03.txt")?;
    let game = transcript::parse(moves).map_err(|error| error.to_string())?;
    let mut builder = BookBuilder::new();
    builder.add_game(game.moves.clone(), game.score()).map_err(|error| error.to_string())?;
    let book = builder.build();
    let mut last = game.position;
    let end = BookView::moves(&book, last.board()).map_err(|error| error.to_string())?;
    let end: Vec<Move> = end.iter().map(|step| step.mv).collect();
    same("moves of the last position", end, vec![Move::Pass])?;
    let mut expected = solve(last.board());
    same("the last value", expected.map(i32::abs), Some(6))?;
    while last.board().empties().len() < 14 {
        last.undo();
        expected = expected.map(|score| -score);
        same("value", solve(last.board()), expected)?;
    }
    Ok(())
}

fn searcher() -> Searcher {
    Searcher::new(Arc::new(Weights::embedded()), 4 << 20)
}

fn a_wipe_out_is_seen(input: &Value) -> Result<(), String> {
    let board = position(text(input, "board")?)?.board();
    let options = search::Options::to_depth(4).with_count(usize::MAX);
    let report = searcher().search(board, &options, &search::Limits::NONE);
    same("moves", report.hints.len(), board.moves().len() as usize)?;
    same("values", report.hints.iter().all(|hint| hint.value.get() == -6400), true)
}

fn a_wipe_out_is_scored_with_the_empty_squares(input: &Value) -> Result<(), String> {
    let moves = file(input, "wipe.txt")?.trim();
    for result in ["", " 0-20", " 0-64"] {
        let games = record::read(Format::Transcripts, format!("{moves}{result}\n").as_bytes());
        let games: Result<Vec<_>, _> = games.map_err(|e| e.to_string())?.into_iter().collect();
        let games = games.map_err(|error| error.to_string())?;
        let position = &games[0].position;
        same("discs", (position.black().len(), position.white().len()), (0, 20))?;
        same("score", position.final_score(Color::Black), -64)?;
        let new = GameFile::new(Date::default(), 2024);
        let written = record::write(Format::Wthor, &games, &new).map_err(|e| e.to_string())?;
        same("the byte of the score", written.bytes[16 + 6], 0)?;
        same("warnings", (written.warnings.len(), written.losses.len()), (0, 0))?;
    }
    Ok(())
}

fn the_other_side_keeps_the_discs(input: &Value) -> Result<(), String> {
    // The text of the case has one symbol too many.
    let board = text(input, "board")?;
    same("the whole text", position(&format!("{board} X")).is_err(), true)?;
    let board = &board[..64];
    let [black, white] = [position(&format!("{board} X"))?, position(&format!("{board} O"))?];
    same("black discs", black.black(), white.black())?;
    same("white discs", black.white(), white.white())?;
    same("boards", black.board(), white.board().swap_sides())
}

fn images_of_a_move_have_one_value(_: &Value) -> Result<(), String> {
    let (mut level, mut symmetric) = (vec![Board::START], 0);
    let mut known = std::collections::HashSet::from([reversi_core::canonical(Board::START).0]);
    let options = search::Options::to_depth(5).with_count(usize::MAX);
    for _ in 0..=6 {
        let mut next = Vec::new();
        for board in level {
            if stabilizer(board).count() > 1 && board != Board::START {
                symmetric += 1;
                let report = searcher().search(board, &options, &search::Limits::NONE);
                let value = |square: Square| {
                    let hint = report.hints.iter().find(|hint| hint.mv == square.into());
                    hint.map(|hint| hint.value)
                };
                for square in board.moves() {
                    for image in equal_moves(board, square) {
                        same("the value of an image", value(image), value(square))?;
                    }
                }
            }
            for square in board.moves() {
                let Ok(after) = board.play(square) else { continue };
                if known.insert(reversi_core::canonical(after).0) {
                    next.push(after);
                }
            }
        }
        level = next;
    }
    same("some positions are symmetric", symmetric > 0, true)
}

fn another_start_is_written(input: &Value) -> Result<(), String> {
    let start = position(text(input, "board")?)?;
    let mut played = start.clone();
    for square in [Square::E6, Square::D6] {
        played.play(square).map_err(|error| error.to_string())?;
    }
    let written = transcript::display_game(&played, transcript::Passes::Omit).to_string();
    same("the game read back", position(&written)?, played.clone())?;
    let read = transcript::parse(&written).map_err(|error| error.to_string())?;
    same("the transcript read back", read.position, played)
}

const BOARD: &str =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

fn passes_in_ggf(input: &Value) -> Result<(), String> {
    let before = "f5f6d3e3f3f4g7d6d7f7g5h8f8e7h7h6";
    let game = transcript::parse(&format!("{before}pad2")).map_err(|error| error.to_string())?;
    let sides = ["B", "W"].into_iter().cycle();
    let tags: String = (0..before.len() / 2)
        .zip(sides)
        .map(|(index, side)| format!("{side}[{}]", &before[2 * index..][..2]))
        .collect();
    for pass in input["passes"].as_array().ok_or("no passes")? {
        let pass = pass.as_str().ok_or("no text")?;
        let text = format!("(;GM[Othello]{BOARD}{tags}B[{pass}]W[d2];)");
        let read = ggf::parse(&text).map_err(|error| format!("{pass}: {error}"))?;
        same(pass, &read[0].position, &game.position)?;
    }
    // Every other format spells the pass in its own way and reads all spellings.
    for pass in ["pass", "PASS", "PA", "pa", "ps", "PS", "--"] {
        same(pass, pass.parse::<Move>().ok(), Some(Move::Pass))?;
        let read = transcript::parse(&format!("{before} {pass} d2")).map_err(|e| e.to_string())?;
        same(pass, &read.position, &game.position)?;
    }
    Ok(())
}

fn synchro_games(input: &Value) -> Result<(), String> {
    let games = ggf::parse(file(input, "r15.ggf")?).map_err(|error| error.to_string())?;
    same("games", games.len(), 2)?;
    let types = games.iter().map(|game| (game.variant.synchro, game.variant.random_discs));
    same("types", types.collect::<Vec<_>>(), vec![(true, Some(20)); 2])
}

fn the_size_of_the_board_counts(input: &Value) -> Result<(), String> {
    let games = ggf::parse(file(input, "r16.ggf")?).map_err(|error| error.to_string())?;
    same("moves", games[0].moves.len(), 3)
}

fn announced_games_are_counted(input: &Value) -> Result<(), String> {
    let error = ggf::parse(text(input, "text")?).err().ok_or("it was read")?;
    let kind = ggf::ParseGgfErrorKind::Count { announced: 3, found: 2 };
    same("error", (error.at, error.kind), (0, kind))
}

fn two_moves(line: &str) -> Result<(), String> {
    let problem = obf::parse_line(line).map_err(|error| error.to_string())?.ok_or("no position")?;
    let moves: Vec<_> = problem.moves.iter().map(|(mv, score)| (mv.to_string(), *score)).collect();
    same("moves", moves, vec![("e6".into(), 10), ("d3".into(), 8)])?;
    same("detected", detect(line.as_bytes()), Some(Format::Obf))
}

fn the_filler_is_skipped(input: &Value) -> Result<(), String> {
    two_moves(file(input, "r18.obf")?.trim_end())
}

fn text_after_a_board(input: &Value) -> Result<(), String> {
    same("position", position(text(input, "text")?)?, Position::start())
}

fn the_end_of_the_line_ends_a_field(input: &Value) -> Result<(), String> {
    two_moves(text(input, "line")?)
}

fn wrapped_games(input: &Value) -> Result<(), String> {
    let games = record::read(Format::Transcripts, file(input, "playok.txt")?.as_bytes());
    let games = games.map_err(|error| error.to_string())?;
    same("games", games.len(), 1)?;
    let game = games[0].as_ref().map_err(ToString::to_string)?;
    same("over", game.position.is_over(), true)?;
    let Game::Transcript(read) = &game.game else { return Err("no transcript".into()) };
    same("placed discs", read.squares().count(), 60)?;
    let result = read.result.map(|result| (result.black, result.white));
    same("result", result, Some((51, 13)))?;
    same("score", game.position.final_score(Color::Black), 38)?;
    let games: Vec<_> = transcript::lines(file(input, "r21b.txt")?).collect();
    same("games", games.len(), 1)?;
    let moves = games[0].1.as_ref().map(|game| game.moves.len());
    same("moves", moves.ok(), Some(4))
}

fn byte_order_marks(_: &Value) -> Result<(), String> {
    let board = Position::start().to_string();
    let read = boardtext::parse(&format!("\u{feff}{board}")).map_err(|error| error.to_string())?;
    same("board", read, Position::start())?;
    let problem = obf::parse_line(&format!("\u{feff}{board};")).map_err(|e| e.to_string())?;
    same("problem", problem.is_some(), true)?;
    let games = ggf::parse(&format!("\u{feff}(;{BOARD}B[f5];)")).map_err(|e| e.to_string())?;
    same("games", games.len(), 1)?;
    let game = transcript::parse("\u{feff}f5d6").map_err(|error| error.to_string())?;
    same("moves", game.moves.len(), 2)
}
