//! What fuzzing found, each fault by the input that showed it and by others of its kind. The targets
//! are in `fuzz/`.

use shogi_core::format::record::{LossKind, Mode};
use shogi_core::format::yaneuraou_book::Book;
use shogi_core::format::{jkf, ki2, kif, sfen};
use shogi_core::{Game, MoveTime, NodeId, Position, field};
use std::time::Duration;

/// Counts of one letter in the hands add up. `P4294967295P` went round to no pawn at all.
#[test]
fn counts_in_hands_do_not_go_round() {
    let found = "+S+B+P+P1p3/4K+P+P+P+P/+P8/9/9/9/9/9/4k4 b \
                 RB433333333333333333333333333333333333333335R1/LNSGG4S4n4l10p 1";
    let kings = "4k4/9/9/9/9/9/9/9/4K4 b ";
    let sums = ["P4294967295P", "4294967295P4294967295P", "2p4294967294p", "R255R", "255R255R"];
    for text in
        sums.map(|hands| format!("{kings}{hands} 1")).iter().map(String::as_str).chain([found])
    {
        for error in [
            sfen::parse(text).unwrap_err(),
            sfen::parse_setup(text).unwrap_err(),
            sfen::parse_lenient(text).unwrap_err(),
        ] {
            let kind = error.kind;
            assert!(matches!(kind, sfen::SfenErrorKind::HandTooFull { .. }), "{text}: {kind:?}");
        }
    }
}

/// The columns of errors in JSON were counted in bytes. The character at fault stands behind `^`.
#[test]
fn columns_of_jkf_are_characters() {
    for marked in [
        "{\"header\":{\"先手\":\"羽生\"},\"moves\":^}",
        "{\"header\":{\"先手\":\"羽生\"},\n\"moves\":[{},\n{\"comments\":[\"一二三\"],^x}]}",
        // In a move, which is read by itself, on its first line and on another one.
        "{\"header\":{},\"moves\":[{\"comments\":[\"歩歩\"],\"time\":^1}]}",
        "{\"header\":{},\"moves\":[\n{\"comments\":[\"歩\"],\n\"special\":\"歩歩\",\"time\":^1}]}",
    ] {
        let before = marked.split('^').next().unwrap();
        let (line, last) = (before.split('\n').count(), before.split('\n').next_back().unwrap());
        let error = jkf::parse(&marked.replace('^', ""), Mode::Strict).unwrap_err();
        let expected = (line as u32, last.chars().count() as u32 + 1);
        assert_eq!((error.line, error.column), expected, "{marked}");
    }
}

/// Where a lenient reader drops a move, its time went to the step before, or to the start.
#[test]
fn the_time_of_a_dropped_move_is_dropped() {
    let second = |n| MoveTime { spent: Duration::from_secs(n), total: None };
    for dropped in [
        "   2 ３五歩(33) ( 0:09/00:00:09)\n",
        // An illegal move that no end word calls one: it goes when the next line is read.
        "   2 ３五歩(33) ( 0:09/00:00:09)\n   3 ２六歩(27) ( 0:08/00:00:08)\n",
        "   2 ３五歩(33) ( 0:09/00:00:09)\n   3 投了 ( 0:08/00:00:08)\n",
    ] {
        let text = format!("手合割：平手\n   1 ７六歩(77) ( 0:05/00:00:05)\n{dropped}");
        let game = kif::parse(&text, Mode::Lenient).unwrap().game;
        let only = game.main_line().next().unwrap();
        assert_eq!((game.node_count(), game.time(only)), (2, Some(second(5))), "{text}");

        let game = kif::parse(&format!("手合割：平手\n{dropped}"), Mode::Lenient).unwrap().game;
        assert_eq!((game.node_count(), game.time(NodeId::ROOT)), (1, None), "{dropped}");
    }
    let mut game = Game::default();
    game.set_time(NodeId::ROOT, Some(second(1)));
    assert_eq!(game, Game::default());
}

/// A start with a name of its own kept its diagram but not its place among the fields.
#[test]
fn a_name_of_the_start_keeps_its_place() {
    let fields = [("手合割", "何か"), ("先手", "A"), ("棋戦", "B"), ("後手", "C")];
    for turn in 0..fields.len() {
        let mut game = Game::new(Position::start());
        for i in 0..fields.len() {
            let (name, value) = fields[(i + turn) % fields.len()];
            game.add_field(name, value);
        }
        for (written, read) in [
            (kif::write(&game), kif::parse as fn(&str, Mode) -> _),
            (ki2::write(&game), ki2::parse),
        ] {
            assert!(written.losses.is_empty(), "{:?}", written.losses);
            assert_eq!(read(&written.text, Mode::Strict).unwrap().game, game, "{}", written.text);
        }
    }
    // A second name, or one that is a start of its own, is lost, and that is told.
    for name in ["その他", "香落ち", "平手", "二\n行"] {
        let mut game = Game::new(Position::start());
        game.add_field(field::HANDICAP, name);
        let written = kif::write(&game);
        assert_eq!(written.losses.len(), 1, "{name}");
        assert_eq!(written.losses[0].kind, LossKind::Field);
        assert_eq!(kif::parse(&written.text, Mode::Strict).unwrap().game, Game::default());
    }
}

/// An empty line of comment in a book was read and not written.
#[test]
fn empty_comments_of_a_book_are_kept() {
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    for comments in ["#\n", "#a\n#\n#b\n", "#\n#\n", "# \n", "//\n//c\n"] {
        let text = format!(
            "#YANEURAOU-DB2016 1.00\n{start}\n{comments}2g2f #\n7g7f none 1 2 3 //\n{comments}"
        );
        let (book, warnings) = Book::parse(text.as_bytes()).unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        let entry = book.find(&Position::start()).unwrap();
        let lines = comments.lines().count();
        assert_eq!(entry.comments.len(), lines);
        assert_eq!([&entry.moves[0], &entry.moves[1]].map(|m| m.comments.len()), [1, 1 + lines]);
        let (again, _) = Book::parse(book.to_string().as_bytes()).unwrap();
        assert_eq!(again, book, "{text}");
    }
}
