//! Checks Reversi cases, by kind.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use reversi_core::format::transcript::{Passes, display};
use reversi_core::format::wthor::GameFile;
use reversi_core::format::{boardtext, obf, transcript};
use reversi_core::pattern::{PatternBoard, PatternStates, tutorial::PATTERNS};
use reversi_core::solve::{Limits, Options, Solver};
use reversi_core::{
    Bitboard, Board, Color, Move, Position, PositionKey, Square, Symmetry, canonical,
    from_canonical, perft, stabilizer, to_canonical,
};
use serde_json::Value;

use super::{Plan, base64, list, same, sorted, text};

pub(crate) const PLAN: Plan = Plan {
    checks: &[
        ("boardtext", board_text),
        ("book", book),
        ("gameend", gameend),
        ("movegen", movegen),
        ("obf", obf_line),
        ("pass", pass),
        ("pattern", pattern),
        ("perft", count),
        ("solver", solver),
        ("symmetry", symmetry),
        ("transcript", transcript_text),
        ("wthor", wthor_file),
    ],
    policies: &["undo"],
    elsewhere: &["ggf"],
};

/// Reads a board as the cases write it: 64 characters, a space and the side to move.
fn position(text: &str) -> Result<Position, String> {
    let (squares, side) = text.split_once(' ').ok_or("no blank before the side")?;
    let discs = |mark| {
        let held = squares.char_indices().filter(|&(_, c)| c == mark);
        Bitboard::from_bits(held.map(|(i, _)| 1 << i).fold(0, |a, b: u64| a | b))
    };
    let side: Color = side.parse().map_err(|_| "bad side")?;
    let board = Board::new(discs(side.letter()), discs((!side).letter()));
    Ok(Position::from_board(board.map_err(|e| e.to_string())?, side))
}

/// Writes a position in the notation of the cases.
fn written(position: &Position) -> String {
    let mark = |square| {
        let held = |color: &Color| position.discs(*color).contains(square);
        Color::ALL.iter().find(|color| held(color)).map_or('-', |color| color.letter())
    };
    let squares: String = Square::all().map(mark).collect();
    format!("{squares} {}", position.side())
}

/// Replays a game without written passes. Returns the position and the passes, in the notation of
/// the cases.
fn replay(transcript: &str) -> Result<(Position, Vec<String>), String> {
    let mut position = Position::start();
    let mut passes = Vec::new();
    for at in (0..transcript.len()).step_by(2) {
        let square: Square = transcript[at..at + 2].parse().map_err(|_| "bad square")?;
        if position.must_pass() {
            passes.push(format!("pass {} before ply {}", position.side(), at / 2 + 1));
        }
        position.play_with_forced_pass(square).map_err(|e| e.to_string())?;
    }
    Ok((position, passes))
}

fn names(squares: Bitboard) -> Vec<String> {
    let mut names: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
    names.sort();
    names
}

fn movegen(input: &Value, expected: &Value) -> Result<(), String> {
    let position = position(text(input, "board")?)?;
    same("moves", names(position.moves()), sorted(&expected["moves"]))?;
    let flips: BTreeMap<String, Vec<String>> = position
        .moves()
        .iter()
        .map(|square| (square.to_string(), names(position.board().flips(square))))
        .collect();
    let listed = expected["flips"].as_object().into_iter().flatten();
    same("flips", flips, listed.map(|(square, flips)| (square.clone(), sorted(flips))).collect())
}

fn pass(input: &Value, expected: &Value) -> Result<(), String> {
    if let Some(board) = input["board"].as_str() {
        let step: Move = text(input, "move")?.parse().map_err(|_| "bad move")?;
        let legal = position(board)?.play(step).is_ok();
        return same("legal", Some(legal), expected["legal"].as_bool());
    }
    let (mut played, passes) = replay(text(input, "transcript")?)?;
    if let Some(board) = expected["board"].as_str() {
        same("board", written(&played), board.to_owned())?;
        same("must pass", Some(played.must_pass()), expected["side_to_move_must_pass"].as_bool())?;
        for square in list(&expected["illegal_for_side_to_move"]) {
            let square: Square = square.parse().map_err(|_| "bad square")?;
            let before = played.clone();
            same("legal", played.play(square).is_ok(), false)?;
            same("the position after an illegal play", &played, &before)?;
        }
        let others = played.board().swap_sides().moves();
        return same("the other side's moves", names(others), sorted(&expected["opponent_moves"]));
    }
    same("passes", passes, list(&expected["passes"]))?;
    let score = i64::from(played.final_score(Color::Black));
    same("score", Some(score), expected["final_score_black"].as_i64())?;
    let discs = [played.black().len(), played.white().len()].map(u64::from);
    same("discs", Some(&serde_json::json!(discs)), expected.get("discs"))
}

fn gameend(input: &Value, expected: &Value) -> Result<(), String> {
    if let Some(board) = input["board"].as_str() {
        let position = position(board)?;
        same("over", Some(position.is_over()), expected["game_over"].as_bool())?;
        let score = i64::from(position.board().final_score());
        same("score", Some(score), expected["score"].as_i64())?;
        let other = i64::from(position.board().swap_sides().final_score());
        return same("score to White", Some(other), expected["score_for_white_to_move"].as_i64());
    }
    let (position, passes) = replay(text(input, "transcript")?)?;
    same("over", Some(position.is_over()), expected["game_over"].as_bool())?;
    same("passes", passes, list(&expected["passes"]))?;
    let [black, white] = [position.black(), position.white()].map(|discs| i64::from(discs.len()));
    let score = i64::from(position.final_score(Color::Black));
    for (key, found) in [
        ("black_discs", black),
        ("white_discs", white),
        ("empties", 64 - black - white),
        ("score_black", score),
        ("plain_difference", black - white),
        ("wthor_score", (64 + score) / 2),
    ] {
        same(key, Some(found), expected[key].as_i64())?;
    }
    Ok(())
}

fn count(input: &Value, expected: &Value) -> Result<(), String> {
    let board = position(text(input, "board")?)?.board();
    let counts = expected["nodes"].as_array().ok_or("no nodes")?;
    let found: Vec<u64> = (1..).take(counts.len()).map(|depth| perft(board, depth)).collect();
    same("nodes", found, counts.iter().filter_map(Value::as_u64).collect())
}

fn key(transcript: &str) -> Result<PositionKey, String> {
    Ok(canonical(replay(transcript)?.0.board()).0)
}

/// Returns a key of Black's and White's discs, which ignores the side to move. Some programs use
/// such a key.
fn colored_key(position: &Position) -> Result<PositionKey, String> {
    let board = Board::new(position.black(), position.white()).map_err(|e| e.to_string())?;
    Ok(canonical(board).0)
}

fn symmetry(input: &Value, expected: &Value) -> Result<(), String> {
    if let Some(board) = input["board"].as_str() {
        let board = position(board)?.board();
        let images: HashSet<Board> = Symmetry::ALL.map(|symmetry| board.image(symmetry)).into();
        let found = [images.len(), stabilizer(board).count()].map(|n| Some(n as u64));
        let listed = [&expected["distinct_images"], &expected["stabiliser"]].map(Value::as_u64);
        return same("images and stabiliser", found, listed);
    }
    if let Some(groups) = expected["groups"].as_object() {
        let mut all = BTreeSet::new();
        for group in groups.values() {
            let keys = list(group).iter().map(|t| key(t)).collect::<Result<BTreeSet<_>, _>>()?;
            same("keys of a group", keys.len(), 1)?;
            all.extend(keys);
        }
        same("transcripts", sorted(&input["transcripts"]).len(), 12)?;
        return same("keys", Some(all.len() as u64), expected["distinct_keys"].as_u64());
    }
    if let Some(counts) = expected["counts"].as_array() {
        let mut level = HashSet::from([canonical(Board::START).0]);
        for count in counts {
            same("positions", Some(level.len() as u64), count.as_u64())?;
            let next = level.iter().flat_map(|key| {
                let board = key.board();
                board.moves().iter().filter_map(move |square| board.play(square).ok())
            });
            level = next.map(|board| canonical(board).0).collect();
        }
        return Ok(());
    }
    let boards = list(&input["boards"]);
    let [one, two] = boards.as_slice() else { return Err("expected two boards".into()) };
    let (one, two) = (position(one)?, position(two)?);
    let equal = canonical(one.board()).0 == canonical(two.board()).0;
    if let Some(expected) = expected["equal"].as_bool() {
        return same("equal", equal, expected);
    }
    let by_color = colored_key(&one)? == colored_key(&two)?;
    let [mover, colored] = ["equal_for_player_opponent_keys", "equal_for_black_white_keys"]
        .map(|key| expected[key].as_bool());
    same("equal by mover", Some(equal), mover)?;
    same("equal by colour", Some(by_color), colored)
}

/// Checks that two sequences of moves reach the same key, and that their last moves are the same
/// move on the canonical board.
fn book(input: &Value, expected: &Value) -> Result<(), String> {
    let lines = [text(input, "stored_line")?, text(input, "query_line")?];
    let same_key = key(lines[0])? == key(lines[1])?;
    same("same key", Some(same_key), expected["same_key"].as_bool())?;
    let [stored, asked] = lines.map(|line| -> Result<_, String> {
        let (before, last) = line.split_at(line.len() - 2);
        let square: Square = last.parse().map_err(|_| "bad square")?;
        Ok((canonical(replay(before)?.0.board()), square))
    });
    let (((stored_key, stored), square), ((asked_key, asked), answer)) = (stored?, asked?);
    same("the key before the last move", stored_key, asked_key)?;
    same("the move", from_canonical(to_canonical(square, stored), asked), answer)
}

/// Checks the states of every image. The digits of the states must be the discs of the board, each
/// on the square to which the symmetry maps it.
fn mirrored(position: &Position) -> Result<(), String> {
    for symmetry in Symmetry::ALL {
        let image = Position::from_board(position.board().image(symmetry), position.side());
        let board = PatternBoard::from_position(&PATTERNS, image);
        for (id, &state) in board.states().iter().enumerate() {
            let squares = PATTERNS.squares(id).ok_or("no such pattern")?;
            for (digit, &square) in squares.iter().enumerate() {
                let origin = from_canonical(square, symmetry);
                let disc = Color::ALL.into_iter().find(|&c| position.discs(c).contains(origin));
                let expected = disc.map_or(0, |color| color.index() as u16 + 1);
                same("digit", state / 3u16.pow(digit as u32) % 3, expected)?;
            }
        }
    }
    Ok(())
}

/// Checks that the states after every turn and every undo equal the states computed from scratch,
/// and that mirrored boards have mirrored states.
fn pattern(input: &Value, _: &Value) -> Result<(), String> {
    let (played, passes) = replay(text(input, "transcript")?)?;
    same("passes", passes.len(), 3)?;
    let mut board = PatternBoard::start(&PATTERNS);
    let from_scratch = |board: &PatternBoard<'_>| {
        let position = board.position();
        let scratch = PatternStates::from_discs(&PATTERNS, position.black(), position.white());
        same("states", board.pattern_states(), &scratch)
    };
    for turn in played.history() {
        match turn.mv {
            Move::Place(square) => board.play(square).map(|_| ()),
            Move::Pass => board.pass(),
        }
        .map_err(|e| e.to_string())?;
        from_scratch(&board)?;
        mirrored(board.position())?;
    }
    while board.undo().is_some() {
        from_scratch(&board)?;
    }
    same("the position in the end", board.position(), &Position::start())
}

/// Checks that the error message describes the error that the case names.
fn refused<T>(
    read: Result<T, String>,
    expected: &str,
    words: &[(&str, &str)],
) -> Result<(), String> {
    let Err(message) = read else { return Err(format!("it was read, expected: {expected}")) };
    let told = words.iter().find(|(case, _)| expected.contains(case));
    let (_, needed) = told.ok_or_else(|| format!("unknown end `{expected}`"))?;
    if message.contains(needed) { Ok(()) } else { Err(format!("{message}, expected: {expected}")) }
}

fn board_text(input: &Value, expected: &Value) -> Result<(), String> {
    let read = boardtext::parse(text(input, "text")?).map_err(|e| e.to_string());
    if let Some(error) = expected["error"].as_str() {
        let words = [("63 squares", "63 squares"), ("digit zero", "digit zero"), ("side", "side")];
        return refused(read, error, &words);
    }
    let position = read?;
    let whole = format!("{} {}", text(expected, "board")?, text(expected, "side")?);
    same("position", written(&position), whole.clone())?;
    same("text", boardtext::display(&position).to_string(), whole)
}

fn transcript_text(input: &Value, expected: &Value) -> Result<(), String> {
    let read = transcript::parse(text(input, "text")?).map_err(|e| e.to_string());
    if let Some(error) = expected["error"].as_str() {
        let words = [
            ("pass while a move exists, at ply 3", "ply 3 at byte 4: illegal move pass"),
            ("no flip, ply 1", "ply 1 at byte 0: illegal move a1"),
            ("bad square, ply 3", "ply 3 at byte 4: invalid square"),
        ];
        return refused(read, error, &words);
    }
    let game = read?;
    let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
    same("moves", moves, list(&expected["moves"]))?;
    if let Some(board) = expected["board"].as_str() {
        same("board", written(&game.position), board.to_owned())?;
    }
    let passes = game.passes().map(|(side, ply)| format!("pass {side} before ply {ply}"));
    let listed = list(&expected["passes"]);
    if !listed.is_empty() {
        same("passes", passes.collect(), listed)?;
    }
    Ok(())
}

fn wthor_file(input: &Value, expected: &Value) -> Result<(), String> {
    let bytes = base64(text(input, "bytes_base64")?);
    same("length", Some(bytes.len() as u64), input["length"].as_u64())?;
    let read = GameFile::from_bytes(&bytes).map_err(|e| e.to_string());
    if let Some(error) = expected["error"].as_str() {
        let words = [
            ("move byte 19", "move byte 19"),
            ("move byte 255", "move byte 255"),
            ("size mismatch", "board size 10"),
            ("board size 6", "board size 6"),
        ];
        return refused(read, error, &words);
    }
    let file = read?;
    same("games", Some(file.games.len() as u64), expected["games"].as_u64())?;
    same("the bytes written back", file.to_bytes().map_err(|e| e.to_string())?, bytes)?;
    let Some(game) = file.games.first() else { return Ok(()) };
    let replayed = game.replay().map_err(|e| e.to_string());
    if let Some(error) = expected["error_on_replay"].as_str() {
        return refused(replayed, error, &[("a1 illegal at ply 2", "ply 2: illegal move a1")]);
    }
    let position = replayed?;
    let moves = display(position.history(), Passes::Omit).to_string();
    same("moves", moves.as_str(), text(expected, "moves")?)?;
    for (key, found) in [
        ("score_byte", i64::from(game.score_byte())),
        ("score_black", i64::from(game.score())),
        ("theoretical_score_byte", i64::from(game.theoretical_byte())),
        ("depth", i64::from(file.depth())),
    ] {
        if let Some(expected) = expected[key].as_i64() {
            same(key, found, expected)?;
        }
    }
    if let Some(score) = expected["score_black"].as_i64() {
        same("the score of the board", i64::from(position.final_score(Color::Black)), score)?;
    }
    if expected["passes"].is_array() {
        let (_, passes) = replay(&moves)?;
        same("passes", passes, list(&expected["passes"]))?;
    }
    Ok(())
}

fn solver(input: &Value, expected: &Value) -> Result<(), String> {
    let board = position(text(input, "board")?)?.board();
    let mut solver = Solver::new(1 << 20);
    let solution = solver.solve(board, &Options::EXACT, &Limits::NONE);
    same("score", solution.score().map(i64::from), expected["score"].as_i64())?;
    let best = solution.best.map(|step| step.to_string());
    let listed = list(&expected["best"]);
    if !listed.is_empty() && !best.as_ref().is_some_and(|best| listed.contains(best)) {
        return Err(format!("best is {best:?}, expected one of {listed:?}"));
    }
    for (key, board) in [("move_scores", board), ("opponent_move_scores", board.swap_sides())] {
        let Some(listed) = expected[key].as_object() else { continue };
        let scores: BTreeMap<String, Option<i64>> = solver
            .solve_moves(board, &Options::EXACT, &Limits::NONE)
            .iter()
            .map(|(square, solution)| (square.to_string(), solution.score().map(i64::from)))
            .collect();
        let listed = listed.iter().map(|(name, score)| (name.clone(), score.as_i64()));
        same(key, scores, listed.collect())?;
    }
    Ok(())
}

fn obf_line(input: &Value, expected: &Value) -> Result<(), String> {
    let read = obf::parse_line(text(input, "line")?).map_err(|e| e.to_string());
    if let Some(error) = expected["error"].as_str() {
        let words = [("a1 is not a legal move", "a1"), ("missing score", "score")];
        return refused(read, error, &words);
    }
    let read = read?;
    if expected["skip"] == true {
        return same("position", read, None);
    }
    let problem = read.ok_or("it was skipped")?;
    let whole = format!("{} {}", text(expected, "board")?, text(expected, "side")?);
    same("position", written(&problem.position), whole)?;
    let moves = problem.moves.iter().map(|(step, score)| (step.to_string(), i64::from(*score)));
    let listed = expected["moves"].as_object().into_iter().flatten();
    let listed = listed.filter_map(|(step, score)| Some((step.clone(), score.as_i64()?)));
    same("moves", moves.collect::<BTreeMap<_, _>>(), listed.collect())?;
    same("best", problem.best().map(i64::from), expected["best"].as_i64())?;
    if let Some(comment) = expected["comment"].as_str() {
        same("comment", problem.comment.as_deref(), Some(comment))?;
    }
    same("the line written and read", obf::parse_line(&problem.to_string()), Ok(Some(problem)))
}
