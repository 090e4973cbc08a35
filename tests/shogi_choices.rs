//! Tests what the pages `docs/formats/{csa,kif,ki2}.md` state about unusual input, and which parts
//! of a record readers keep.

mod support;

use serde_json::Value;
use shogi_core::format::record::{Loss, LossKind, Mode, ReadGame, ReadRecordError, WarningKind};
use shogi_core::format::{csa, jkf, ki2, kif};
use shogi_core::{
    Color, Declaration, DeclarationResult, DeclarationRule, End, Game, Handicap, NodeId, Position,
};

fn refused(read: Result<ReadGame, ReadRecordError>, line: u32, column: u32) {
    let error = read.unwrap_err();
    assert_eq!((error.line, error.column), (line, column), "{error}");
}

fn moves(game: &Game) -> Vec<String> {
    game.moves().map(|m| m.to_string()).collect()
}

/// Checks the result of this library for each collected case in which the rules permit several
/// results.
#[test]
fn cases_with_several_answers() {
    let kinds = ["csa", "kif", "ki2", "repetition", "declaration"];
    let cases = support::cases("shogi", &kinds, true);
    let policies: Vec<&Value> = cases.iter().filter(|case| case["policy"] == true).collect();
    assert_eq!(policies.len(), 6);
    for case in policies {
        let text = case["input"]["text"].as_str().unwrap_or_default();
        match case["id"].as_str().unwrap() {
            // The missing pieces count as White's points only if `handicap_points` is set.
            "shogi-declaration-15" => {
                let position: Position = case["input"]["sfen"].as_str().unwrap().parse().unwrap();
                let plain = Declaration::of(&position);
                assert_eq!(plain.points, 26);
                assert_eq!(plain.result(DeclarationRule::Points27), DeclarationResult::Fails);
                let handicap = Declaration::of_handicap_game(&position);
                assert_eq!(handicap.points, 54);
                assert_eq!(handicap.result(DeclarationRule::Points27), DeclarationResult::Win);
            }
            // `PI` removes a piece that is not on the square.
            "shogi-csa-07" => {
                refused(csa::parse(text, Mode::Strict), 2, 3);
                let read = csa::parse(text, Mode::Lenient).unwrap();
                assert!(matches!(read.warnings[0].kind, WarningKind::Skipped { .. }));
            }
            // The line `+` or `-` for the side to move is missing.
            "shogi-csa-24" => {
                refused(csa::parse(text, Mode::Strict), 3, 1);
                let read = csa::parse(text, Mode::Lenient).unwrap();
                assert_eq!(moves(&read.game), ["7g7f", "3c3d"]);
                assert_eq!(read.warnings[0].kind, WarningKind::NoSide);
            }
            // The record has an illegal move and does not mark it as a foul.
            "shogi-csa-34" => {
                refused(csa::parse(text, Mode::Strict), 4, 1);
                let read = csa::parse(text, Mode::Lenient).unwrap();
                assert_eq!((read.game.moves().count(), read.game.end()), (0, None));
                assert!(matches!(read.warnings[0].kind, WarningKind::Cut { .. }));
            }
            // Two full-width digits name the square.
            "shogi-kif-42" => {
                let read = kif::parse(text, Mode::Strict).unwrap();
                assert_eq!(moves(&read.game), ["7g7f", "3c3d"]);
                assert!(read.warnings.is_empty());
            }
            // The named piece is not on the origin square.
            "shogi-kif-43" => {
                refused(kif::parse(text, Mode::Strict), 5, 3);
                let read = kif::parse(text, Mode::Lenient).unwrap();
                assert!(!read.warnings.is_empty());
            }
            other => panic!("{other}: no documented choice"),
        }
    }
}

#[test]
fn an_end_written_twice_is_one_end() {
    let path = "shogi/records/csa/\
        dr1test1test0+tu-1_aobazero_viper-300-5F+aobazero+viper+20200719201040.csa";
    let read = csa::read(&support::data_bytes(path), Mode::Strict).unwrap().swap_remove(0).unwrap();
    assert_eq!(read.game.end(), Some(End::Declaration));
    assert_eq!(read.game.outcome().winner(), Some(Color::Black));
    let told: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 1221: skipped: KACHI"]);
    // Two different ends are an error.
    refused(csa::parse("PI\n+\n+7776FU\n%KACHI\n%TORYO\n", Mode::Strict), 5, 1);
    let read = csa::parse("PI\n+\n+7776FU\n%KACHI\n%TORYO\n", Mode::Lenient).unwrap();
    assert_eq!(read.game.end(), Some(End::Declaration));
}

/// Reads the name of every starting position without a diagram, in each format that has such names.
#[test]
fn sixteen_handicaps_are_read_by_name() {
    for handicap in Handicap::ALL {
        let start = handicap.position();
        let sides =
            if handicap == Handicap::Even { ["先手", "後手"] } else { ["下手", "上手"] };
        let header = format!("手合割：{handicap}　　\n{}：A\n{}：B\n", sides[0], sides[1]);
        for text in [format!("{header}手数----指手----\n"), format!("{header}\n▲５六歩\n")]
        {
            let text = if start.side() == Color::White {
                text.replace("▲５六", "△５四")
            } else {
                text
            };
            let game =
                kif::parse(&text, Mode::Strict).unwrap_or_else(|e| panic!("{text}: {e}")).game;
            assert_eq!(game.start(), &start, "{text}");
            assert_eq!(game.field("先手"), Some("A"));
        }
        for written in
            [kif::write(&Game::new(start.clone())), ki2::write(&Game::new(start.clone()))]
        {
            // Many programs do not know the names of the two starts without seven pieces.
            let is_drawn = matches!(handicap, Handicap::LeftSeven | Handicap::RightSeven);
            let name = format!("手合割：{handicap}\n");
            assert_eq!(written.text.contains(&name), !is_drawn, "{}", written.text);
            assert_eq!(written.text.contains('|'), is_drawn, "{}", written.text);
            assert_eq!(kif::parse(&written.text, Mode::Strict).unwrap().game.start(), &start);
        }
        let preset = format!("{{\"header\":{{\"手合割\":\"{handicap}\"}},\"moves\":[{{}}]}}");
        assert_eq!(jkf::parse(&preset, Mode::Strict).unwrap().game.start(), &start);
    }
    let unknown = "手合割：一枚落ち\n手数----指手----\n";
    refused(kif::parse(unknown, Mode::Strict), 2, 1);
}

#[test]
fn other_starts_have_a_diagram() {
    let diagram = "後手の持駒：飛　角　金四　銀三　桂四　香四　歩十七　\n\
        \u{20} ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
        | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ 歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n\
        先手の持駒：飛　角　銀　\n";
    let sfen = "8k/9/8P/9/9/9/9/9/9 b RBSrb4g3s4n4l17p 1";
    for (name, kept) in [("その他", None), ("詰将棋", Some("詰将棋"))] {
        let text = format!("手合割：{name}\n{diagram}先手番\n   1 １二飛打\n");
        let game = kif::parse(&text, Mode::Strict).unwrap().game;
        assert_eq!(game.start().to_string(), sfen);
        assert_eq!(moves(&game), ["R*1b"]);
        // An unknown name is kept as a header field.
        assert_eq!(game.field("手合割"), kept);
        let again = kif::parse(&kif::write(&game).text, Mode::Strict).unwrap();
        assert_eq!(again.game, game);
    }
    let white = format!("手合割：その他\n{diagram}後手番\n手数----指手----\n");
    let game = kif::parse(&white, Mode::Strict).unwrap().game;
    assert_eq!(game.start().side(), Color::White);
    // If the diagram differs from the named starting position, the diagram is used, with a warning.
    let both = format!("手合割：二枚落ち\n{diagram}先手番\n手数----指手----\n");
    let read = kif::parse(&both, Mode::Strict).unwrap();
    assert_eq!(read.game.start().to_string(), sfen);
    assert!(read.warnings.iter().any(|warning| warning.kind == WarningKind::Handicap));
}

#[test]
fn bookmarks_unknown_headers_and_end_words_are_kept() {
    let text = "#KIF version=2.0 encoding=UTF-8\n# ---- some program ----\n手合割：平手\n\
        先手：Alpha\nなんとか：かんとか：x\n後手：\nなんとか：二つ目\n手数----指手----\n*at the start\n\
        \u{20}  1 ７六歩(77)\n&a place\n&in two lines\n   2 ３四歩(33)\n*comment\n&another\n\
        \u{20}  3 お茶の時間\n";
    let read = kif::parse(text, Mode::Strict).unwrap();
    let game = &read.game;
    let fields: Vec<_> = game.fields().collect();
    assert_eq!(
        fields,
        [("先手", "Alpha"), ("なんとか", "かんとか：x"), ("後手", ""), ("なんとか", "二つ目")]
    );
    assert_eq!(game.remark(NodeId::ROOT), Some(" ---- some program ----"));
    let nodes: Vec<NodeId> = game.main_line().collect();
    assert_eq!(game.bookmark(nodes[0]), Some("a place\nin two lines"));
    assert_eq!(
        (game.comment(nodes[1]), game.bookmark(nodes[1])),
        (Some("comment"), Some("another"))
    );
    assert_eq!((game.end(), game.end_word(nodes[2])), (Some(End::Other), Some("お茶の時間")));
    let told: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 16: unknown end word お茶の時間"]);
    assert_eq!(&kif::parse(&kif::write(game).text, Mode::Strict).unwrap().game, game);
    // A remark of KI2 would be a comment for other readers.
    let written = ki2::write(game);
    assert!(matches!(written.losses[..], [Loss { kind: LossKind::Remark, count: 1 }]));
    let mut plain = game.clone();
    plain.set_remark(NodeId::ROOT, None);
    assert_eq!(ki2::parse(&ki2::write(&plain).text, Mode::Strict).unwrap().game, plain);

    let csa = "V2.2\nN+A\n$EVENT:x\n$UNKNOWN:y:z\nPI\n+\n+7776FU\n%TEA_TIME\n";
    let read = csa::parse(csa, Mode::Strict).unwrap();
    let fields: Vec<_> = read.game.fields().collect();
    assert_eq!(fields, [("先手", "A"), ("棋戦", "x"), ("$UNKNOWN", "y:z")]);
    assert_eq!(read.game.end_word(read.game.leaf()), Some("TEA_TIME"));
    let again = csa::parse(&csa::write(&read.game).text, Mode::Strict).unwrap();
    assert_eq!(again.game, read.game);
    let again = kif::parse(&kif::write(&read.game).text, Mode::Strict).unwrap();
    assert_eq!(again.game, read.game);

    let jkf =
        r#"{"header":{"なんとか":"x"},"moves":[{},{"special":"TEA_TIME"}],"extra":{"a":[1]}}"#;
    let read = jkf::parse(jkf, Mode::Strict).unwrap();
    assert_eq!(read.game.field("なんとか"), Some("x"));
    assert_eq!(read.game.end_word(read.game.leaf()), Some("TEA_TIME"));
    // The schema of JKF does not list the word.
    let written = jkf::write(&read.game);
    assert!(matches!(written.losses[..], [Loss { kind: LossKind::End, count: 1 }]));
    assert_eq!(jkf::parse(&written.text, Mode::Strict).unwrap().game.end(), None);
}

#[test]
fn what_is_wrong_with_the_json_is_told() {
    for (text, line, column, says) in [
        ("{\"moves\":[{},\n{\"move\":7}]}", 2, 9, "not valid JKF"),
        ("{\"moves\":7}", 1, 10, "not valid JKF"),
        ("{\"moves\":[{},\n{\"move\"", 2, 7, "the JSON is incomplete"),
        ("{\"moves\":[{}\n}]}", 2, 1, "not JSON"),
        (
            "{\"moves\":[{\"move\":{\"piece\":\"FU\"}}]}",
            1,
            11,
            "expected no move in the first element, which describes the start",
        ),
        (
            "{\"moves\":[{},\n\n{\"move\":{\"to\":{\"x\":7,\"y\":6},\"piece\":\"XX\"}}]}",
            3,
            1,
            "a piece such as FU",
        ),
    ] {
        let error = jkf::parse(text, Mode::Strict).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.to_string().contains(says), "{text}: {error}");
    }
}

/// A record with an illegal move in one format: texts that mark the move as a foul, and texts that
/// do not.
struct Judged {
    parse: fn(&str, Mode) -> Result<ReadGame, ReadRecordError>,
    line: u32,
    foul: String,
    others: [String; 3],
}

/// In all formats, an illegal move is kept if a foul follows it.
#[test]
fn illegal_moves_are_judged_alike_in_every_format() {
    fn step(x: u8, y: u8, to: u8) -> String {
        let place = |y| format!("{{\"x\":{x},\"y\":{y}}}");
        format!("{{\"move\":{{\"from\":{},\"to\":{},\"piece\":\"FU\"}}}}", place(y), place(to))
    }
    let jkf = |rest: &[String]| {
        let steps = [&[step(7, 7, 6), step(3, 3, 5)], rest].concat().join(",\n");
        format!("{{\"moves\":[{{}},\n{steps}]}}")
    };
    let special = |word: &str| vec![format!("{{\"special\":\"{word}\"}}")];
    let kif = |rest: &str| format!("手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(33)\n{rest}");
    let csa = |rest: &str| format!("PI\n+\n+7776FU\n-3335FU\n{rest}");
    // The first text has a foul after the illegal move. The other texts have no step, a move, or
    // another end.
    let formats = [
        Judged {
            parse: kif::parse,
            line: 3,
            foul: kif("   3 反則勝ち\n"),
            others: ["", "   3 ２六歩(27)\n", "   3 投了\n"].map(kif),
        },
        Judged {
            parse: csa::parse,
            line: 4,
            foul: csa("%ILLEGAL_MOVE\n"),
            others: ["", "+2726FU\n", "%TORYO\n"].map(csa),
        },
        Judged {
            parse: jkf::parse,
            line: 3,
            foul: jkf(&special("ILLEGAL_ACTION")),
            others: [jkf(&[]), jkf(&[step(2, 7, 6)]), jkf(&special("TORYO"))],
        },
    ];
    for Judged { parse, line, foul, others } in formats {
        for mode in [Mode::Strict, Mode::Lenient] {
            let read = parse(&foul, mode).unwrap();
            assert_eq!(read.game.outcome().to_string(), "black wins by foul of white");
            assert_eq!(read.game.end(), Some(End::Foul { by: Color::White }));
            assert_eq!((read.warnings.len(), read.warnings[0].line), (1, line));
            assert!(matches!(read.warnings[0].kind, WarningKind::IllegalMove(_)));
        }
        for text in others {
            let error = parse(&text, Mode::Strict).unwrap_err();
            assert_eq!(error.line, line, "{text}");
            assert!(error.to_string().contains("illegal move"), "{error}");
            let read = parse(&text, Mode::Lenient).unwrap();
            assert_eq!((read.game.moves().count(), read.game.end()), (1, None), "{text}");
            assert_eq!(read.game.node_count(), 2, "{text}");
            assert_eq!(read.warnings[0].line, line, "{text}");
            assert!(matches!(read.warnings[0].kind, WarningKind::Cut { .. }), "{text}");
        }
    }
}
