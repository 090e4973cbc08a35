//! Tests serde: each value is serialised as its text form and read back, and invalid strings are
//! rejected.

#[path = "support/serde.rs"]
mod serde_checks;

use reversi_core::format::Format;
use reversi_core::format::engine_book::EngineFormat;
use reversi_core::format::ggf::{self, Game};
use reversi_core::format::obf::{self, Problem};
use reversi_core::format::pgn;
use reversi_core::format::transcript::{self, Transcript, WrittenResult};
use reversi_core::format::{GameResultFilter, OpeningFilter};
use reversi_core::{
    Bitboard, Board, Color, Move, Position, PositionKey, Square, Symmetry, canonical,
};
use serde_checks::{Value, all_round, refused, round};

/// Checks that serialising the value fails, and returns the error message.
#[track_caller]
fn unwritable<T: Value>(value: &T) -> String {
    let message = serde_json::to_string(value).unwrap_err().to_string();
    assert!(message.starts_with("the text form cannot represent this value"), "{message}");
    message
}

#[test]
fn vocabulary() {
    round(&Color::Black, "X");
    all_round(&Color::ALL);
    refused::<Color>(&["", " ", "-", "grey"]);

    round(&Format::Transcripts, "text");
    all_round(&Format::ALL);
    all_round(&EngineFormat::ALL);
    refused::<Format>(&["", "txt", "WTHOR", "obf "]);

    round(&GameResultFilter::Draw, "draw");
    refused::<GameResultFilter>(&["", "x"]);
    round(&"tiger".parse::<OpeningFilter>().unwrap(), "tiger");
    round(&"f5d6".parse::<OpeningFilter>().unwrap(), "f5d6");
    for text in ["34-30", "1-0", "0-1", "1/2-1/2"] {
        round(&text.parse::<pgn::GameResult>().unwrap(), text);
    }
    refused::<pgn::GameResult>(&["", "*", "34", "40-40"]);
    let game: pgn::Game = "[Black \"a\"]\n1. f5 d6 2. c3 4-2".parse().unwrap();
    all_round(&[game]);

    round(&Square::F5, "f5");
    all_round(&Square::all().collect::<Vec<_>>());
    refused::<Square>(&["", "f", "i1", "a9", "f5 "]);

    round(&Move::Place(Square::F5), "f5");
    round(&Move::Pass, "pass");
    refused::<Move>(&["", "f", "i1", "resign"]);
    let error = serde_json::from_str::<Move>("\"i1\"").unwrap_err().to_string();
    assert!(error.starts_with("invalid move: "), "{error}");

    round(&Bitboard::EMPTY, "");
    round(&(Bitboard::from(Square::A1) | Square::H1.into()), "a1 h1");
    all_round(&[Bitboard::ALL, Bitboard::file(3), Bitboard::rank(8)]);
    refused::<Bitboard>(&["a1h1", "a1 i1", "1"]);
}

const START: &str = "---------------------------OX------XO---------------------------";

#[test]
fn boards() {
    round(&Board::START, START);
    let after = Board::START.play(Square::F5).unwrap();
    all_round(&[after, after.swap_sides(), after.image(Symmetry::QuarterTurn)]);
    let in_rows = serde_json::to_string(&after.to_string()).unwrap();
    assert_eq!(serde_json::from_str::<Board>(&in_rows).unwrap(), after);
    refused::<Board>(&["", &START[1..], &format!("{START}-"), &format!("{START} X")]);

    round(&Position::start(), &format!("{START} X"));
    all_round(&Color::ALL.map(|side| Position::from_board(after, side)));
    // The text form of a position does not contain the history.
    let mut played = Position::start();
    played.play(Square::F5).unwrap();
    let json = serde_json::to_string(&played).unwrap();
    let read: Position = serde_json::from_str(&json).unwrap();
    assert_eq!((read.board(), read.side(), read.ply()), (played.board(), Color::White, 0));
    refused::<Position>(&["", START, &format!("{START} Q"), &format!("{START} X X")]);

    round(&canonical(Board::START).0, "00000008 10000000 00000010 08000000");
    all_round(&[canonical(Board::START).0, canonical(after).0]);
    refused::<PositionKey>(&[
        "",
        "00000000 00000001 00000000 00000001",
        "00000000 00000000 80000000 00000000",
        "00000008 10000000 00000010 0800000",
    ]);
}

#[test]
fn problems() {
    let line = format!("{START} X; +2; C4:-2; F5:+6; % a comment");
    let problem = obf::parse_line(&line).unwrap().unwrap();
    round(&problem, &line);
    round(
        &Problem { comment: Some(String::new()), ..problem.clone() },
        &line.replace("a comment", ""),
    );
    refused::<Problem>(&["", "% a comment", START, &format!("{START} X; A1:+2;")]);

    unwritable(&Problem { comment: Some("two\nlines".into()), ..problem.clone() });
    unwritable(&Problem { moves: vec![(Move::Place(Square::A1), 0)], ..problem.clone() });
    let message = unwritable(&Problem { score: Some(65), ..problem });
    assert!(message.contains("expected a score from -64 to 64"), "{message}");
}

#[test]
fn games() {
    let passing = "f5f6d3e3f3f4g7d6d7f7g5h8f8e7h7h6";
    for text in
        ["", "f5d6c3d3", "f5d6c3d3 37-27", &format!("{passing}d2"), &format!("{passing}pad2")]
    {
        round(&transcript::parse(text).unwrap(), text);
    }
    refused::<Transcript>(&["f5f5", "f5d6c", "f5 40-40", "pa"]);
    let game = transcript::parse("f5d6").unwrap();
    unwritable(&Transcript {
        result: Some(WrittenResult { black: 40, white: 40 }),
        ..game.clone()
    });
    unwritable(&Transcript { position: Position::start(), ..game });

    let text = "(;GM[Othello]PC[GGS/os]KB[d3/1]PB[a]PW[b]TI[05:00//02:00]TY[8r20k]RE[-3.500:t]KM[2.5]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[d3//0.01]W[c5/2.39]B[f6/-1.5/97.63];)";
    let game = ggf::parse(text).unwrap().remove(0);
    round(&game, text);
    refused::<Game>(&["", " ", "2", &format!("{text}{text}"), &text.replace("d3//", "a1//")]);
    let with = |change: fn(&mut Game)| {
        let mut changed = game.clone();
        change(&mut changed);
        unwritable(&changed)
    };
    with(|game| game.black = "a]".into());
    with(|game| game.komi = Some(f64::NAN));
    with(|game| game.other.push(("K9".into(), String::new())));
    with(|game| game.position = Position::start());
    let message = with(|game| game.moves[1].mv = Move::Place(Square::A1));
    assert!(message.contains("illegal move a1: the move flips no disc"), "{message}");
}
