//! The cases of `tests/data/cases/shogi-2.jsonl`: inputs of public reports and real files, with the
//! right answers. Each case stands for a kind of fault, and most tests try more of the kind.

mod support;

use std::collections::BTreeMap;
use std::io::Cursor;

use serde_json::Value;
use shogi_core::format::book::{Book, BookFile};
use shogi_core::format::encoding::{Encoding, decode, encode};
use shogi_core::format::packed::{Hcp, Hcpe, PackedSfen, PackedSfenValue, RecordReader, Sample};
use shogi_core::format::record::{LossKind, Mode, ReadGame, RecordErrorKind, WarningKind, Written};
use shogi_core::format::samples::SampleWriter;
use shogi_core::format::{Format, csa, detect_named, jkf, ki2, kif, notation, sfen, usi};
use shogi_core::mate::{Limits, Options, Outcome, Solver};
use shogi_core::{End, Game, NodeId, Position, Step, field, mate_in_one};

const BOTH: [Mode; 2] = [Mode::Strict, Mode::Lenient];

/// Returns the cases by their names.
fn cases() -> BTreeMap<String, Value> {
    let text = support::data_text("cases/shogi-2.jsonl");
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    cases.map(|case| (case["id"].as_str().unwrap().to_owned(), case)).collect()
}

/// Returns the input text of a case.
fn input(id: &str) -> String {
    cases()[id]["input"]["text"].as_str().unwrap().to_owned()
}

fn read_kif(text: &str, mode: Mode) -> ReadGame {
    kif::parse(text, mode).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn read_csa(text: &str, mode: Mode) -> ReadGame {
    csa::parse(text, mode).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn moves(game: &Game) -> String {
    game.moves().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
}

fn outcome(game: &Game) -> String {
    game.outcome().to_string()
}

fn lost(written: &Written) -> Vec<(LossKind, u32)> {
    written.losses.iter().map(|loss| (loss.kind, loss.count)).collect()
}

fn warnings(read: &ReadGame) -> Vec<&WarningKind> {
    read.warnings.iter().map(|warning| &warning.kind).collect()
}

/// Each case has a test in this file, apart from those that another file tests.
#[test]
fn every_case_is_tested() {
    let text = include_str!("shogi_reports.rs");
    // Trees of moves: `shogi_records.rs`.
    let elsewhere = ["sb-p08"];
    for id in cases().keys().filter(|id| !elsewhere.contains(&id.as_str())) {
        let id = id.rsplit_once('-').filter(|_| id.starts_with("sb-p04")).map_or(&**id, |id| id.0);
        assert!(text.contains(&format!("\"{id}")), "{id} is not tested");
    }
}

#[test]
fn jkf_has_only_words_and_numbers_of_its_schema() {
    // A foul of the side that moved last.
    let game = read_kif(&input("sb-f01"), Mode::Strict).game;
    let written = jkf::write(&game);
    assert!(written.text.contains("{\"special\":\"+ILLEGAL_ACTION\"}"), "{}", written.text);
    assert!(written.losses.is_empty());
    assert_eq!(jkf::parse(&written.text, Mode::Strict).unwrap().game, game);
    // Every end, after an odd and an even number of moves.
    let schema = [
        "TORYO",
        "CHUDAN",
        "SENNICHITE",
        "TIME_UP",
        "ILLEGAL_MOVE",
        "+ILLEGAL_ACTION",
        "-ILLEGAL_ACTION",
        "JISHOGI",
        "KACHI",
        "HIKIWAKE",
        "MATTA",
        "TSUMI",
        "FUZUMI",
        "ERROR",
    ];
    for end in End::ALL {
        for line in ["7g7f", "7g7f 3c3d"] {
            let mut builder = shogi_core::GameBuilder::new(Position::start());
            for m in line.split(' ') {
                builder.play_bare(m.parse().unwrap()).unwrap();
            }
            builder.end(end);
            builder.comment("after the end");
            let game = builder.finish();
            let written = jkf::write(&game);
            let json: Value = serde_json::from_str(&written.text).unwrap();
            let last = json["moves"].as_array().unwrap().last().unwrap();
            let word = last["special"].as_str();
            assert!(word.is_none_or(|word| schema.contains(&word)), "{end}: {word:?}");
            let again = jkf::parse(&written.text, Mode::Strict).unwrap().game;
            let is_kept = again.end() == Some(end);
            assert_eq!(lost(&written), if is_kept { vec![] } else { vec![(LossKind::End, 1)] });
            let comments: Vec<_> = again.preorder().filter_map(|id| again.comment(id)).collect();
            assert_eq!(comments, ["after the end"], "{end}");
        }
    }
    // Fractions of a second.
    let read = read_csa(&input("sb-f02"), Mode::Strict);
    let millis: Vec<u128> = read
        .game
        .main_line()
        .filter_map(|id| Some(read.game.time(id)?.spent.as_millis()))
        .collect();
    assert_eq!(millis, [3500, 4125, 1000, 1]);
    let written = jkf::write(&read.game);
    assert_eq!(lost(&written), [(LossKind::Fraction, 3)]);
    let json: Value = serde_json::from_str(&written.text).unwrap();
    let seconds: Vec<_> = json["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|element| element["time"]["now"]["s"].as_u64())
        .collect();
    assert_eq!(seconds, [3, 4, 1, 0]);
    // The names of a JSON object are different.
    let mut game = Game::default();
    game.add_field("何か", "1");
    game.add_field("何か", "2");
    assert_eq!(lost(&jkf::write(&game)), [(LossKind::Field, 1)]);
    // Members may be null.
    let text = r#"{"header":{"先手":"a"},"initial":null,"moves":[{"comments":null},
        {"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU","same":null,
        "promote":null,"capture":null,"relative":null},"time":null,"special":null,"forks":null},
        {"move":{"color":1,"from":null,"to":{"x":3,"y":4},"piece":"FU"}},{"special":"TORYO"}]}"#;
    assert_eq!(cases()["sb-p19"]["expected"], "read");
    let read = jkf::parse(text, Mode::Strict).unwrap();
    assert_eq!((moves(&read.game).as_str(), read.warnings.len()), ("7g7f 3c3d", 0));
}

#[test]
fn csa_has_the_names_first() {
    let lines =
        |game: &Game| -> Vec<String> { csa::write(game).text.lines().map(str::to_owned).collect() };
    let game = read_kif(&input("sb-f03"), Mode::Strict).game;
    assert_eq!(lines(&game)[..5], ["V2.2", "N+甲", "N-乙", "$START_TIME:2020/01/01", "PI"]);
    // Empty names, several names, and dates in other forms.
    let mut game = Game::default();
    for (name, value) in [
        (field::EVENT, ""),
        (field::END_TIME, "2020/1/2 9:05"),
        (field::START_TIME, "令和2年"),
        (field::WHITE, ""),
        (field::BLACK, "a"),
        (field::BLACK, "b"),
    ] {
        game.add_field(name, value);
    }
    let expected = [
        "V2.2",
        "N+a",
        "'棋戦：",
        "$END_TIME:2020/01/02 09:05:00",
        "'開始日時：令和2年",
        "'後手：",
        "'先手：b",
        "PI",
        "+",
    ];
    assert_eq!(lines(&game), expected);
    let read = read_csa(&csa::write(&game).text, Mode::Strict);
    let names: Vec<_> = read.game.fields().filter(|(name, _)| *name == field::BLACK).collect();
    assert_eq!(names, [(field::BLACK, "a"), (field::BLACK, "b")]);
    assert_eq!(read.game.field(field::START_TIME), Some("令和2年"));
    // Times and fields around the moves.
    let read = read_csa(&input("sb-p10"), Mode::Strict);
    let seconds: Vec<u64> =
        read.game.main_line().filter_map(|id| Some(read.game.time(id)?.spent.as_secs())).collect();
    assert_eq!(seconds, [3, 4, 7]);
    assert!(kif::write(&read.game).text.contains("終了日時：2020/05/03 10:30:00\n"));
    // Comments before the first move.
    assert_eq!(cases()["sb-p20"]["expected"], "kept");
    let mut game = Game::default();
    game.set_comment(NodeId::ROOT, Some("one\n\ntwo"));
    let again = read_csa(&csa::write(&game).text, Mode::Strict).game;
    assert_eq!(again.comment(NodeId::ROOT), Some("one\n\ntwo"));
}

#[test]
fn csa_boards_and_old_records() {
    for mode in BOTH {
        let read = read_csa(&input("sb-f05"), mode);
        let start = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        assert_eq!(read.game.start().to_string(), start);
        assert_eq!((moves(&read.game).as_str(), read.warnings.len()), ("3a4b 7g7f", 0));
        // Half a board is an error, not another game.
        for (from, to) in
            [("P5 * * * * * * * * *\n", ""), ("P4 * *", "P4 *"), ("+KY\n-\n", "\n-\n")]
        {
            let text = input("sb-f05").replacen(from, to, 1);
            assert!(csa::parse(&text, mode).is_err(), "{text}");
        }
        // Records before version 2 may omit the even start.
        let old = input("sb-f06");
        let read = read_csa(&old, mode);
        assert_eq!(read.game.start(), &Position::start());
        assert_eq!(moves(&read.game), "7g7f 3c3d");
        assert_eq!(outcome(&read.game), "white wins by resignation");
        assert_eq!(warnings(&read), [&WarningKind::NoBoard]);
        assert!(csa::parse(&format!("V2.2\n{old}"), mode).is_err());
        assert!(csa::parse("N+A\nN-B\n", mode).is_err());
    }
}

#[test]
fn headers_with_a_variation_and_hands_are_read() {
    for mode in BOTH {
        let text = input("sb-f04");
        let header = text.replacen("変化：2手\n", "", 1);
        let late = header.replacen("手数----", "手数----\n変化：2手\n手数----", 1);
        for text in [&text, &late] {
            let read = read_kif(text, mode);
            let game = &read.game;
            assert_eq!(moves(game), "2g2f 3c3d 7g7f");
            assert_eq!(warnings(&read), [&WarningKind::StrayVariation]);
            let second = game.main_line().nth(1).unwrap();
            let mut at = game.next_variation(second);
            let mut variation = Vec::new();
            while let Some(id) = at {
                let Some(Step::Move(m)) = game.step(id) else { panic!("a move") };
                variation.push(m.to_string());
                at = game.next(id);
            }
            assert_eq!(variation, ["8c8d", "2f2e"]);
        }
        // The words for the hands, with and without の.
        for word in ["先手の持駒", "先手持駒", "先手の持ち駒", "先手持ち駒"] {
            let text = header.replacen("先手の持駒：", &format!("{word}：金"), 1);
            let start = read_kif(&text, mode).game.start().to_string();
            assert!(start.ends_with(" b G 1"), "{word}: {start}");
        }
        // Another game on a smaller board.
        let error = kif::parse(&input("sb-p13"), mode).unwrap_err();
        assert!(error.to_string().contains("a game of minishogi"), "{error}");
        assert_eq!(error.line, 1);
        for name in ["５五将棋", "京都将棋", "中将棋", "安南将棋", "王手将棋", "どうぶつ将棋"]
        {
            let text = format!("手合割：{name}\n先手：A\n   1 ７六歩(77)\n");
            let error = kif::parse(&text, mode).unwrap_err();
            assert!(matches!(error.kind, RecordErrorKind::NotARecord(_)), "{name}: {error}");
        }
    }
}

#[test]
fn starts_of_lishogi_are_read_by_name() {
    for (name, sfen) in [
        ("裸玉", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("歩三兵", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1"),
        ("トンボ", "4k4/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("トンボ＋香", "l3k3l/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("トンボ＋桂香", "ln2k2nl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("香得", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w L 1"),
        ("角得", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w B 1"),
        ("飛車得", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w R 1"),
        ("飛香得", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RL 1"),
        ("二枚得", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB 1"),
        ("四枚得", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB2L 1"),
        ("六枚得", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB2N2L 1"),
        ("八枚得", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB2S2N2L 1"),
    ] {
        let read = read_kif(&format!("手合割：{name}\n手数----指手--\n"), Mode::Strict);
        assert_eq!(read.game.start().to_string(), sfen, "{name}");
        assert_eq!(read.game.field(field::HANDICAP), Some(name));
        assert!(read.warnings.is_empty(), "{name}: {:?}", read.warnings);
        for written in [kif::write(&read.game), ki2::write(&read.game)] {
            let again = read_kif(&written.text, Mode::Strict);
            assert_eq!((&again.game, again.warnings.len()), (&read.game, 0), "{}", written.text);
        }
        let text = format!("{{\"header\":{{\"手合割\":\"{name}\"}},\"moves\":[{{}}]}}");
        assert_eq!(jkf::parse(&text, Mode::Strict).unwrap().game, read.game);
    }
}

#[test]
fn summaries_have_many_forms() {
    let text = input("sb-f07");
    for (summary, expected) in [
        ("まで、4手で後手の勝ち", "white wins by resignation"),
        ("まで４手で後手の勝ち", "white wins by resignation"),
        ("まで四手にて後手の勝ち", "white wins by resignation"),
        ("　まで、４手をもちまして後手勝ち", "white wins by resignation"),
        ("まで4手で時間切れにより後手の勝ち", "white wins by time"),
        ("まで4手で反則により先手の勝ち", "black wins by foul of white"),
        ("まで4手で先手の入玉勝ち", "black wins by declaration"),
        ("まで千日手", "draw by repetition"),
        ("まで4手で千日手", "draw by repetition"),
        ("まで、持将棋", "draw by impasse"),
        ("まで4手で中断", "unfinished (interruption)"),
    ] {
        let text = text.replace("まで、4手で後手の勝ち", summary);
        let read = read_kif(&text, Mode::Strict);
        assert_eq!((outcome(&read.game).as_str(), moves(&read.game).len()), (expected, 19));
        assert!(read.warnings.is_empty(), "{summary}: {:?}", read.warnings);
    }
    for (number, summary) in [(134, "まで百三十四手で"), (20, "まで二十手で"), (5, "まで５手で")]
    {
        let read = read_kif(&text.replace("まで、4手で", summary), Mode::Strict);
        let kind = WarningKind::MoveCount { found: number, expected: 4 };
        assert_eq!(warnings(&read), [&kind]);
    }
    // A summary names the winner that the moves give, and an end word in the line of moves is an end.
    for (id, line, words) in
        [("sb-p01", "▲７六歩 △３四歩 ▲２六歩 △", 3), ("sb-p01", "▲７六歩 △３四歩 ▲", 2)]
    {
        assert!(input(id).contains("△投了"));
        for (word, ends) in [
            ("投了", "wins by resignation"),
            ("千日手", "draw by repetition"),
            ("持将棋", "draw by impasse"),
            ("中断", "unfinished (interruption)"),
            ("反則負け", "wins by foul"),
            ("切れ負け", "wins by time"),
            ("入玉勝ち", "wins by declaration"),
        ] {
            let read = read_kif(&format!("手合割：平手\n\n{line}{word}\n"), Mode::Strict);
            assert!(outcome(&read.game).contains(ends), "{word}");
            assert_eq!((read.game.moves().count(), read.warnings.len()), (words, 0));
        }
    }
    for (moves, winner) in
        [("   1 ７六歩(77)\n", "先手"), ("   1 ７六歩(77)\n   2 ３四歩(33)\n", "後手")]
    {
        assert_eq!(cases()["sb-p17"]["kind"], "kif-read");
        let ply = moves.lines().count();
        let text = format!("手合割：平手\n{moves}まで{ply}手で{winner}の勝ち\n");
        let read = read_kif(&text, Mode::Strict);
        assert!(read.warnings.is_empty());
        assert!(kif::write(&read.game).text.contains(&format!("まで{ply}手で{winner}の勝ち\n")));
    }
}

#[test]
fn other_programs_read_kif_and_ki2() {
    let line = input("sb-f08");
    let game = usi::games(&line, Mode::Strict).next().unwrap().unwrap().game;
    for written in [kif::write(&game), ki2::write(&game)] {
        assert!(!written.text.contains("手数＝"), "{}", written.text);
        assert_eq!(lost(&written), [(LossKind::Ply, 1)]);
        let again = read_kif(&written.text, Mode::Strict).game;
        let number = |game: &Game| game.start().to_string().rsplit_once(' ').unwrap().0.to_owned();
        assert_eq!(number(&again), number(&game));
    }
    // Other readers refuse a summary with other words than these.
    for end in End::ALL {
        let mut builder = shogi_core::GameBuilder::new(Position::start());
        builder.play_bare("7g7f".parse().unwrap()).unwrap();
        builder.end(end);
        let text = kif::write(&builder.finish()).text;
        let Some(summary) = text.lines().find(|line| line.starts_with("まで1手で")) else {
            continue;
        };
        let words = summary.trim_start_matches("まで1手で");
        let plain =
            ["中断", "封じ手", "持将棋", "千日手", "詰み", "不詰", "時間切れにより先手の勝ち"];
        let of_side = ["先手の", "後手の"].iter().find_map(|side| words.strip_prefix(side));
        let is_known = plain.contains(&words)
            || of_side.is_some_and(|rest| ["勝ち", "反則勝ち", "反則負け"].contains(&rest));
        assert!(is_known, "{summary}");
    }
    // Pinned pieces count in the names of moves.
    let case = &cases()["sb-p03"];
    // The position has more than one set of pieces. Each move is made from this position.
    let (position, _) =
        sfen::parse(case["input"]["sfen"].as_str().unwrap(), Mode::Lenient).unwrap();
    let mut names = Vec::new();
    for step in case["input"]["moves"].as_array().unwrap() {
        let m = position.legal_move(step.as_str().unwrap().parse().unwrap()).unwrap();
        names.push(notation::ki2(&position, m, None).trim_start_matches(['▲', '△']).to_owned());
    }
    let expected = case["expected"].as_str().unwrap().split(" (").next().unwrap();
    assert_eq!(names.join(" "), expected);
}

#[test]
fn files_that_are_no_records_are_refused() {
    for mode in BOTH {
        for (text, expected) in [
            (input("sb-f11").as_str(), "an error message of a web server"),
            ("<!DOCTYPE html>\n<html><body>１ ７六歩(77)</body></html>\n", "an HTML page"),
            ("#YANEURAOU-DB2016 1.00\nsfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n", "an opening book"),
            ("[Event \"x\"]\n1. e4 e5\n", "a PGN file"),
        ] {
            for error in [kif::parse(text, mode), ki2::parse(text, mode), csa::parse(text, mode)] {
                assert!(error.unwrap_err().to_string().contains(expected), "{text}");
            }
        }
        for text in [
            "1 hello\n",
            "12 monkeys\n",
            "2026-11-30 12:00:00 started\n",
            "* only a comment\n",
            "memo：a text with a colon\n",
            "\n\n",
        ] {
            assert!(kif::parse(text, mode).is_err(), "{text}");
        }
        // What remains of such lines inside a record.
        let text = "手合割：平手\n   1 ７六歩(77)\n2026-11-30 12:00:00 started\n   2 ３四歩(33)\n";
        match (kif::parse(text, mode), mode) {
            (Err(error), Mode::Strict) => assert_eq!(error.line, 3),
            (read, _) => assert!(read.unwrap().warnings[0].kind.is_repair()),
        }
    }
    assert_eq!(detect_named("a", b"<html>\xef\xbc\x9a</html>"), None);
    // A line of USI without its start: other programs disagree, and the error says what is missing.
    let error = usi::games(&input("sb-p11"), Mode::Strict).next().unwrap().unwrap_err();
    assert_eq!((error.line, error.column), (1, 1), "{error}");
}

#[test]
fn line_ends_and_encodings() {
    let kif_text = "手合割：平手\n先手：〜\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    let expected = read_kif(kif_text, Mode::Strict).game;
    for end in ["\r", "\r\n", "\r\r\n"] {
        let text = kif_text.replace('\n', end);
        assert_eq!(read_kif(&text, Mode::Strict).game, expected);
        assert_eq!(detect_named("x", text.as_bytes()), Some(Format::Kif));
        let text = "V2.2\nPI\n+\n+7776FU\nT3\n%TORYO\n".replace('\n', end);
        assert_eq!(moves(&read_csa(&text, Mode::Strict).game), "7g7f");
        let text = "startpos moves 7g7f\nstartpos\n".replace('\n', end);
        assert_eq!(usi::games(&text, Mode::Strict).filter(Result::is_ok).count(), 2);
    }
    let utf16: [fn(u16) -> [u8; 2]; 2] = [u16::to_le_bytes, u16::to_be_bytes];
    for (bytes_of, encoding) in utf16.into_iter().zip([Encoding::Utf16Le, Encoding::Utf16Be]) {
        let text = kif_text.replace("手合割：", "手合割：　　　　　　　　　　");
        let bytes: Vec<u8> = text.encode_utf16().flat_map(bytes_of).collect();
        assert_eq!(decode(&bytes).unwrap(), (text.as_str().into(), encoding));
        assert_eq!(kif::read(&bytes, Mode::Strict).unwrap().game, expected);
        assert_eq!(detect_named("x", &bytes), Some(Format::Kif));
    }
    // "手合割：平手" in ISO-2022-JP.
    let mail = b"\x1b$B<j9g3d!'J?<j\x1b(B\n   1 \x1b$B#7O;Jb\x1b(B(77)\n";
    assert_eq!(decode(mail).unwrap().1, Encoding::Iso2022Jp);
    assert_eq!(moves(&kif::read(mail, Mode::Strict).unwrap().game), "7g7f");
    // Signs with two characters in Unicode and one code in JIS X 0208.
    for (sign, code) in [
        ('〜', 0x8160u16),
        ('‖', 0x8161),
        ('¢', 0x8191),
        ('£', 0x8192),
        ('¬', 0x81ca),
        ('—', 0x815c),
        ('−', 0x817c),
    ] {
        let expected = (code.to_be_bytes().to_vec(), 0);
        assert_eq!(encode(&sign.to_string(), Encoding::ShiftJis).unwrap(), expected, "{sign}");
        let (bytes, lost) = encode(&sign.to_string(), Encoding::EucJp).unwrap();
        assert_eq!((decode(&bytes).unwrap().0.chars().count(), lost), (1, 0), "{sign}");
    }
    let game = read_kif(&input("sb-f10"), Mode::Strict).game;
    let (_, losses) = kif::write(&game).into_bytes(Encoding::ShiftJis).unwrap();
    assert!(losses.is_empty(), "{losses:?}");
}

#[test]
fn a_book_gives_one_answer() {
    let text = input("sb-f09");
    let more = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 5\n8g8f none\n";
    let before = "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h none\n";
    let head = text.lines().next().unwrap();
    for text in
        [text.clone(), format!("{text}{more}"), text.replace(head, &format!("{head}\n{before}"))]
    {
        let (book, _) = Book::parse(text.as_bytes()).unwrap();
        let mut file = BookFile::new(Cursor::new(text.into_bytes())).unwrap();
        let found = file.find(&Position::start()).unwrap();
        assert_eq!(found.as_ref(), book.find(&Position::start()));
        assert_eq!(found.unwrap().moves[0].mv.to_string(), "7g7f");
    }
    // A position that is found after a half turn gets its moves turned back.
    let text = input("sb-p14");
    let (book, _) = Book::parse(text.as_bytes()).unwrap();
    let mut file = BookFile::new(Cursor::new(text.into_bytes())).unwrap();
    let turned: Position =
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 2".parse().unwrap();
    let entry = book.find_or_turned(&turned).unwrap();
    assert_eq!(file.find_or_turned(&turned).unwrap().as_ref(), Some(&entry));
    let moves: Vec<String> = entry.moves.iter().map(|m| m.mv.to_string()).collect();
    assert_eq!(moves, ["7g7f", "2g2f"]);
}

#[test]
fn packed_positions_and_samples() {
    let case = &cases()["sb-p07"];
    let bytes = [
        (
            "59a449210cd757211cdb5b080b85f0e007af42783685b05c7f85f83826853080",
            "59a451220ceb67222ce79b080789f0e007af44784e8970acbf89f85846893080",
        ),
        (
            "58240000000000fe00000000802449922449928c31c639e7acb5d67beffd7eff",
            "582400000000007e01000000802449922449928c31c65a6b9d73ce7bef7d3ebf",
        ),
    ];
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    for (sfen, (hcp, packed)) in case["input"]["sfen"].as_array().unwrap().iter().zip(bytes) {
        let position: Position = sfen.as_str().unwrap().parse().unwrap();
        let found = (Hcp::encode(&position).unwrap(), PackedSfen::encode(&position).unwrap());
        assert_eq!(
            (hex(&found.0.to_bytes()), hex(&found.1.to_bytes())),
            (hcp.into(), packed.into())
        );
        assert!(found.0.decode().unwrap().is_check() && found.1.decode().unwrap().is_check());
    }
    // A conversion of training records keeps everything but the move numbers, which it counts.
    assert_eq!(cases()["sb-p06"]["kind"], "packed");
    let psv = support::data_bytes("shogi/packed/sample.psv");
    let mut reader = RecordReader::<_, PackedSfenValue>::new(&*psv);
    let samples: Vec<Sample> =
        std::iter::from_fn(|| reader.next_sample()).collect::<Result<_, _>>().unwrap();
    let mut writer = SampleWriter::new(Format::Hcpe, Vec::new()).unwrap();
    samples.iter().for_each(|sample| writer.write(sample).unwrap());
    let numbered = samples.iter().filter(|sample| sample.position.move_number() != 1).count();
    let losses = writer.losses();
    assert_eq!((losses.len(), losses[0].count as usize), (1, numbered));
    let bytes = writer.finish().unwrap();
    let mut reader = RecordReader::<_, Hcpe>::new(&*bytes);
    for mut sample in samples {
        sample.position.set_move_number(1);
        assert_eq!(reader.next_sample().unwrap().unwrap(), sample);
    }
}

/// The shortest mates by checks, counting every interposition: `sb-p04`.
#[test]
fn mates_of_reports() {
    let cases = cases();
    let mates = cases.iter().filter(|(id, _)| id.starts_with("sb-p04"));
    let mut solver = Solver::new(16 << 20);
    let options = Options::default().with_shortest(true);
    for (id, case) in mates {
        let position: Position = case["input"]["sfen"].as_str().unwrap().parse().unwrap();
        let expected: Option<u32> =
            case["expected"].as_str().unwrap().rsplit(": ").next().unwrap().parse().ok();
        let limits = Limits::NONE.with_nodes(if expected.is_some() { 3_000_000 } else { 200_000 });
        match (solver.solve(&position, &options, &limits).outcome, expected) {
            (Outcome::Mate(mate), Some(plies)) => {
                assert_eq!((mate.plies(), mate.is_shortest), (plies, true), "{id}");
            }
            // The brute force of the case ends after nine plies.
            (Outcome::Mate(mate), None) => assert!(mate.plies() > 9, "{id}"),
            (outcome, expected) => assert_eq!(expected, None, "{id}: {outcome:?}"),
        }
        assert_eq!(mate_in_one(&position).is_some(), expected == Some(1), "{id}");
    }
}

/// A reader of training records refuses an invalid position, so a writer refuses the position too.
#[test]
fn a_sample_of_an_invalid_position_is_not_written() {
    use shogi_core::format::packed::{Hcpe, PackError, PackedSfenValue, Record, Sample};
    use shogi_core::{Flaws, Position, Setup};
    for (sfen, flaw) in [
        ("4k4/9/9/4P4/4P4/9/9/9/4K4 b - 1", Flaws::TWO_PAWNS),
        ("4k3P/9/9/9/9/9/9/9/4K4 b - 1", Flaws::DEAD_PIECE),
        ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", Flaws::OPPONENT_IN_CHECK),
    ] {
        let setup: Setup = sfen.parse().unwrap();
        let position = Position::from_setup_allowing(setup, flaw).unwrap();
        let result = shogi_core::format::packed::GameResult::Draw;
        let sample = Sample { position, best: None, eval: 0, result };
        assert_eq!(Hcpe::from_sample(&sample), Err(PackError::Flaws(flaw)), "{sfen}");
        assert_eq!(PackedSfenValue::from_sample(&sample), Err(PackError::Flaws(flaw)), "{sfen}");
    }
    // A mate problem may have one king.
    let setup: Setup = "4k4/9/9/9/9/9/9/9/9 b - 1".parse().unwrap();
    let position = Position::from_setup_allowing(setup, Flaws::MISSING_KINGS).unwrap();
    let result = shogi_core::format::packed::GameResult::Draw;
    let record = Hcpe::from_sample(&Sample { position, best: None, eval: 0, result }).unwrap();
    assert_eq!(record.annotation().unwrap().result, result);
    record.sample().unwrap();
}
