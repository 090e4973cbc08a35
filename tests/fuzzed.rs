//! The errors that fuzzing found. Each test has the input that caused the error and similar inputs.
//! The targets are in `fuzz/`.

use reversi_core::format::{ggf, obf};
use shogi_core::format::book::{Book, BookFile};
use shogi_core::format::record::{LossKind, Mode};
use shogi_core::format::{csa, jkf, ki2, kif, sfen};
use shogi_core::{
    Color, End, Game, GameBuilder, Move, MoveTime, NodeId, PieceKind, Position, Square, field,
};
use std::io::Cursor;
use std::time::Duration;

/// The counts of a piece in the hands are added. The sum of `P4294967295P` overflowed to 0.
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
            text.parse::<Position>().unwrap_err(),
            sfen::parse_setup(text).unwrap_err(),
            sfen::parse(text, Mode::Lenient).unwrap_err(),
        ] {
            let kind = error.kind;
            assert!(matches!(kind, sfen::SfenErrorKind::HandTooFull { .. }), "{text}: {kind:?}");
        }
    }
}

/// The columns of errors in JSON were counted in bytes. The faulty character follows `^`.
#[test]
fn columns_of_jkf_are_characters() {
    for marked in [
        "{\"header\":{\"先手\":\"羽生\"},\"moves\":^}",
        "{\"header\":{\"先手\":\"羽生\"},\n\"moves\":[{},\n{\"comments\":[\"一二三\"],^x}]}",
        // Test an error in a move, which is parsed separately, on its first line and on a later
        // line.
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

/// If a lenient reader ignored a move, it stored the time of the move in the previous step.
#[test]
fn the_time_of_a_dropped_move_is_dropped() {
    let second = |n| MoveTime { spent: Duration::from_secs(n), total: None };
    for dropped in [
        "   2 ３五歩(33) ( 0:09/00:00:09)\n",
        // An illegal move without an end word is removed when the reader reaches the next line.
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

/// If a starting position had a custom name, the name lost its position among the header fields.
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
    // The writer drops and reports a second name, and a name of a standard starting position.
    for name in ["その他", "香落ち", "平手", "二\n行"] {
        let mut game = Game::new(Position::start());
        game.add_field(field::HANDICAP, name);
        let written = kif::write(&game);
        assert_eq!(written.losses.len(), 1, "{name}");
        assert_eq!(written.losses[0].kind, LossKind::Field);
        assert_eq!(kif::parse(&written.text, Mode::Strict).unwrap().game, Game::default());
    }
}

/// An empty comment line of a book was read but not written.
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

/// `BookFile` removed other characters from the end of a line than `Book`: a form feed, or the
/// full-width space of Japanese text.
#[test]
fn loaded_and_unloaded_books_end_a_line_alike() {
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    for (end, kept) in
        [("\u{c}", "\u{c}"), ("\u{3000}", "\u{3000}"), (" \t\r", ""), ("\u{b} ", "\u{b}")]
    {
        let text = format!(
            "#YANEURAOU-DB2016 1.00\n{start}\n#a{end}\n2g2f none 1 2 3 #b{end}\n//c{end}\n"
        );
        let (book, _) = Book::parse(text.as_bytes()).unwrap();
        let entry = book.find(&Position::start()).unwrap();
        assert_eq!(entry.comments, [format!("a{kept}")]);
        assert_eq!(entry.moves[0].comments, [format!("b{kept}"), format!("c{kept}")]);
        let mut file = BookFile::new(Cursor::new(text.as_bytes())).unwrap();
        assert_eq!(file.find(&Position::start()).unwrap().as_ref(), Some(entry), "{end:?}");
        // This text has such a character at the end of a position line.
        let text = format!("#YANEURAOU-DB2016 1.00\n{start}{end}\n2g2f none 1 2 3\n");
        let mut file = BookFile::new(Cursor::new(text.as_bytes())).unwrap();
        match (Book::parse(text.as_bytes()), file.find(&Position::start())) {
            (Ok((book, _)), Ok(found)) => assert_eq!(book.find(&Position::start()), found.as_ref()),
            (Err(_), Err(_)) => {}
            both => panic!("{end:?}: {both:?}"),
        }
    }
}

/// A program can build a game with illegal moves that readers reject. The writers wrote these
/// moves.
#[test]
fn illegal_moves_that_no_reader_takes_are_lost_and_counted() {
    let m = |kind, from, to, captured| Move::normal(kind, from, to, false, captured);
    let foul = End::Foul { by: Color::White };
    let far = m(PieceKind::Pawn, Square::SQ_3C, Square::SQ_3F, None);
    let cases = [
        // These illegal moves are kept: a move of a piece on the board, and a drop of a piece that
        // is not in hand.
        (far, Some(foul), true),
        (far, None, true),
        (m(PieceKind::Rook, Square::SQ_8B, Square::SQ_8G, Some(PieceKind::Pawn)), Some(foul), true),
        (m(PieceKind::Pawn, Square::SQ_2G, Square::SQ_2F, None), Some(foul), true),
        (Move::drop(PieceKind::Bishop, Square::SQ_5E), Some(foul), true),
        (Move::drop(PieceKind::Pawn, Square::SQ_3D), Some(foul), true),
        // These illegal moves are dropped: a move followed by an end that is not a foul, a move
        // from an empty square, a move of another piece, and a move with another captured piece.
        (far, Some(End::Checkmate), false),
        (far, Some(End::Foul { by: Color::Black }), false),
        (far, Some(End::Interruption), false),
        (m(PieceKind::Pawn, Square::SQ_5E, Square::SQ_5F, None), Some(foul), false),
        (m(PieceKind::Gold, Square::SQ_3C, Square::SQ_3F, None), Some(foul), false),
        (m(PieceKind::Rook, Square::SQ_8B, Square::SQ_8G, None), Some(foul), false),
        (
            m(PieceKind::Rook, Square::SQ_8B, Square::SQ_8E, Some(PieceKind::Pawn)),
            Some(foul),
            false,
        ),
    ];
    for (m, end, stands) in cases {
        for variation in [false, true] {
            let mut builder = GameBuilder::new(Position::start());
            let first = builder.play_bare("7g7f".parse().unwrap()).unwrap();
            let without = |mut builder: GameBuilder| {
                if variation {
                    builder.go_to(first);
                    builder.play_bare("3c3d".parse().unwrap()).unwrap();
                }
                builder.finish()
            };
            let mut expected = without(GameBuilder::from_game(builder.game().clone()));
            builder.illegal(m);
            if let Some(end) = end {
                builder.end(end);
            }
            let game = without(GameBuilder::from_game(builder.finish()));
            if stands {
                expected = game.clone();
            }
            for (format, written, read) in [
                ("kif", kif::write(&game), kif::parse as fn(&str, Mode) -> _),
                ("ki2", ki2::write(&game), ki2::parse),
                ("jkf", jkf::write(&game), jkf::parse),
                ("csa", csa::write(&game), csa::parse),
            ] {
                let lost: Vec<_> =
                    written.losses.iter().map(|loss| (loss.kind, loss.count)).collect();
                let branches = stands && variation && format == "csa";
                assert_eq!(
                    lost.contains(&(LossKind::IllegalMove, 1)),
                    !stands,
                    "{m} {end:?}: {lost:?}"
                );
                assert_eq!(lost.len(), usize::from(!stands || branches), "{m} {end:?}: {lost:?}");
                let again = read(&written.text, Mode::Strict);
                let again = again.unwrap_or_else(|error| panic!("{error}\n{}", written.text)).game;
                if branches {
                    assert!(again.moves().eq([game.moves().next().unwrap()]));
                } else if end.is_none() && stands {
                    // The writers add a foul after the illegal move.
                    assert_eq!(again.node_count(), expected.node_count() + 1);
                } else {
                    assert_eq!(again, expected, "{}", written.text);
                }
            }
        }
    }
}

/// A legal move that is marked as illegal is written as an ordinary move, and the writer counts the
/// loss.
#[test]
fn legal_moves_called_illegal_become_moves() {
    let mut builder = GameBuilder::new(Position::start());
    builder.illegal(Move::normal(PieceKind::Pawn, Square::SQ_7G, Square::SQ_7F, false, None));
    builder.end(End::Interruption);
    let game = builder.finish();
    for (written, read) in [
        (kif::write(&game), kif::parse as fn(&str, Mode) -> _),
        (ki2::write(&game), ki2::parse),
        (jkf::write(&game), jkf::parse),
        (csa::write(&game), csa::parse),
    ] {
        assert_eq!(written.losses.len(), 1);
        assert_eq!(written.losses[0].kind, LossKind::IllegalMove);
        let again = read(&written.text, Mode::Strict).unwrap().game;
        assert_eq!((again.moves().count(), again.end()), (1, Some(End::Interruption)));
    }
}

/// There were three faults in the times of a builder. A total that equals the sum was read back as
/// no total. A time that was set twice counted twice. KIF truncated the fraction of a total without
/// a report.
#[test]
fn totals_that_are_sums_are_left_out() {
    let seconds = Duration::from_secs;
    let time =
        |spent, total: Option<u64>| MoveTime { spent: seconds(spent), total: total.map(seconds) };
    let mut builder = GameBuilder::new(Position::start());
    for (m, set, kept) in [
        ("7g7f", vec![time(3, Some(3))], time(3, None)),
        ("3c3d", vec![time(4, Some(9))], time(4, Some(9))),
        ("2g2f", vec![time(9, None), time(5, Some(8))], time(5, None)),
        ("8c8d", vec![time(1, Some(20)), time(1, Some(10))], time(1, None)),
        ("2f2e", vec![time(2, Some(11)), time(2, Some(10))], time(2, None)),
    ] {
        let id = builder.play_bare(m.parse().unwrap()).unwrap();
        for time in set {
            builder.set_time(time);
        }
        assert_eq!(builder.game().time(id), Some(kept), "{m}");
    }
    let id = builder.end(End::Resignation);
    builder.set_time(time(1, Some(11)));
    assert_eq!(builder.game().time(id), Some(time(1, None)));
    let mut game = builder.finish();
    for written in [kif::write(&game), jkf::write(&game)] {
        assert!(written.losses.is_empty());
    }
    assert_eq!(kif::parse(&kif::write(&game).text, Mode::Strict).unwrap().game, game);
    assert_eq!(jkf::parse(&jkf::write(&game).text, Mode::Strict).unwrap().game, game);
    game.set_time(
        id,
        Some(MoveTime { spent: seconds(1), total: Some(Duration::from_millis(5_535)) }),
    );
    let losses = kif::write(&game).losses;
    assert_eq!(losses.len(), 1);
    assert_eq!((losses[0].kind, losses[0].count), (LossKind::Fraction, 1));
}

/// `End::Other` without a word was read back with an empty word.
#[test]
fn an_end_without_a_word_has_an_empty_one() {
    let ended = |end: fn(&mut GameBuilder) -> NodeId| {
        let mut builder = GameBuilder::new(Position::start());
        let id = end(&mut builder);
        assert_eq!(builder.game().end_word(id), Some(""));
        builder.finish()
    };
    let game = ended(|builder| builder.end(End::Other));
    assert_eq!(game, ended(|builder| builder.end_other("")));
    // The schema of JKF has no word for such an end.
    let written = jkf::write(&game);
    assert_eq!(written.losses[0].kind, LossKind::End);
    assert_eq!(jkf::parse(&written.text, Mode::Strict).unwrap().game, Game::default());
}

/// The move number of a starting position can be 0. KIF and KI2 cannot represent it and wrote 1
/// without a report. They represent no other number than 1, because many readers refuse such a line.
#[test]
fn the_number_of_a_start_is_lost_with_a_report() {
    for (ply, lost) in [(0, 1), (1, 0), (2, 1), (u32::MAX, 1)] {
        let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
        for text in [format!("4k4/9/9/9/9/9/9/9/4K4 b P {ply}"), format!("{even} {ply}")] {
            let game = Game::new(text.parse().unwrap());
            for (written, read) in [
                (kif::write(&game), kif::parse as fn(&str, Mode) -> _),
                (ki2::write(&game), ki2::parse),
            ] {
                assert_eq!(written.losses.len(), lost, "{text}");
                assert!(written.losses.iter().all(|loss| loss.kind == LossKind::Ply));
                let again = read(&written.text, Mode::Strict).unwrap().game;
                assert_eq!(again.start().move_number(), 1, "{text}");
            }
        }
    }
}

/// A bracket in a name ended the name, and the text after it was read as tags. Results with more
/// than three decimals were truncated, and non-finite numbers were written.
#[test]
fn ggf_games_of_any_texts_and_numbers_read_back() {
    let board = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    let plain = format!("(;GM[Othello]PB[a]PW[b]TY[8]RE[?]{board}B[d3];)");
    let game = ggf::parse(&plain).unwrap().swap_remove(0);
    let again = |game: &ggf::Game| ggf::parse(&game.to_string()).unwrap().swap_remove(0);
    assert_eq!(again(&game), game);
    for (text, kept) in
        [("a]PW[x]", "a)PW[x)"), ("]", ")"), ("];)(;", ");)(;"), ("[\n", "[\n"), ("", "")]
    {
        let mut named = ggf::Game { black: text.into(), white: text.into(), ..game.clone() };
        named.time = Some(text.into());
        named.other = vec![("XX".into(), text.into())];
        let again = again(&named);
        assert_eq!([&again.black, &again.white, &again.other[0].1], [kept; 3]);
        assert_eq!(again.time.as_deref(), Some(kept));
    }
    for name in ["", "A B", "A[", "名", "PB", "RE", "BO", "B"] {
        let odd = ggf::Game { other: vec![(name.into(), "v".into())], ..game.clone() };
        assert_eq!(again(&odd), game, "{name}");
    }
    for score in [0.0, 2.0, -6.0, 0.5, 0.0001, -1.23456, 1e300, 5e-324] {
        let result = Some(ggf::GameResult { score, end: Some(ggf::GameEnd::Timeout) });
        let scored = ggf::Game { result, komi: Some(score), ..game.clone() };
        assert_eq!(again(&scored), scored);
    }
    let plain = plain.replace("RE[?]", "RE[+2.000]");
    assert_eq!(ggf::parse(&plain).unwrap()[0].to_string(), plain);
    for score in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut odd = game.clone();
        odd.result = Some(ggf::GameResult { score, end: None });
        (odd.komi, odd.moves[0].evaluation, odd.moves[0].seconds) =
            (Some(score), Some(score), Some(score));
        assert_eq!(again(&odd), game);
    }
    let mut odd = game.clone();
    odd.variant.text = "10".into();
    assert_eq!(again(&odd), game);
}

/// A newline in the comment of a problem split the problem into two lines.
#[test]
fn the_comment_of_a_problem_stays_on_its_line() {
    let problem = |comment: &str| obf::Problem {
        position: reversi_core::Position::start(),
        moves: Vec::new(),
        score: Some(0),
        comment: Some(comment.into()),
    };
    for (comment, kept) in
        [("a\nb", "a b"), ("\r\na\r\n", "a"), (" a % b ", "a % b"), ("", ""), ("a\n\nb", "a  b")]
    {
        let written = problem(comment).to_string();
        assert!(!written.contains(['\n', '\r']));
        assert_eq!(obf::parse_line(&written), Ok(Some(problem(kept))));
    }
    // A text that is read is written as the same text, also with a carriage return in the middle of
    // the comment.
    let read =
        obf::parse_line(&problem("a").to_string().replace('a', "a\rb\r\rc\r")).unwrap().unwrap();
    assert_eq!(read.comment.as_deref(), Some("a b  c"));
    assert_eq!(obf::parse_line(&read.to_string()), Ok(Some(read)));
}

/// The end after an illegal move is a step of the opponent, so its time is the opponent's time.
#[test]
fn the_time_of_the_end_behind_an_illegal_move_goes_round() {
    let spent = |n| MoveTime { spent: Duration::from_secs(n), total: None };
    for plies in 0..4 {
        for times in [[1, 2, 3, 4, 5, 6], [0, 0, 0, 0, 7, 0], [9, 0, 0, 0, 0, 0], [0; 6]] {
            let mut builder = GameBuilder::new(Position::start());
            for (m, time) in ["7g7f", "3c3d", "2g2f", "8c8d"].iter().zip(times).take(plies) {
                builder.play_bare(m.parse().unwrap()).unwrap();
                builder.set_time(spent(time));
            }
            let by = builder.side();
            let (from, to) = if by == Color::Black {
                (Square::SQ_9G, Square::SQ_9E)
            } else {
                (Square::SQ_1C, Square::SQ_1E)
            };
            builder.illegal(Move::normal(PieceKind::Pawn, from, to, false, None));
            builder.set_time(spent(times[4]));
            let id = builder.end(End::Foul { by });
            builder.set_time(spent(times[5]));
            let game = builder.finish();
            assert_eq!(game.time(id), Some(spent(times[5])));
            for (written, read) in [
                (kif::write(&game), kif::parse as fn(&str, Mode) -> _),
                (jkf::write(&game), jkf::parse),
                (csa::write_version(&game, csa::Version::V3_0), csa::parse),
            ] {
                assert!(written.losses.is_empty());
                let again = read(&written.text, Mode::Strict).unwrap().game;
                assert_eq!(again, game, "{}", written.text);
            }
        }
    }
}
