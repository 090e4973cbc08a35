//! Game records: reads and replays every file of the corpus, writes it in other formats, and reads
//! it back.

mod support;
#[path = "shogi_records/trees.rs"]
mod trees;

use std::fs;

use shogi_core::format::encoding::Encoding;
use shogi_core::format::record::{LossKind, Mode, ReadGame, WarningKind};
use shogi_core::format::{csa, jkf, ki2, kif, notation, usi};
use shogi_core::{
    End, Flaws, Game, GameBuilder, Handicap, MoveTime, NodeId, Position, Step, field,
};

/// Returns the names and contents of the files in a folder of the corpus.
fn corpus(folder: &str) -> Vec<(String, Vec<u8>)> {
    let path = support::data_path("shogi/records").join(folder);
    let mut files: Vec<_> = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    assert!(files.len() > 1, "{folder}");
    files
}

fn read(folder: &str, bytes: &[u8]) -> ReadGame {
    let read = match folder {
        "jkf" => jkf::read(bytes, Mode::Strict),
        "kif" => kif::read(bytes, Mode::Strict),
        "ki2" => ki2::read(bytes, Mode::Strict),
        _ => csa::read(bytes, Mode::Strict).and_then(|games| games.into_iter().next().unwrap()),
    };
    read.unwrap_or_else(|error| panic!("{folder}: {error}"))
}

fn all() -> Vec<(String, Game)> {
    let mut games = Vec::new();
    for folder in ["kif", "ki2", "csa", "csa-pro", "jkf"] {
        for (name, bytes) in corpus(folder) {
            println!("{folder}/{name}");
            games.push((format!("{folder}/{name}"), read(folder, &bytes).game));
        }
    }
    games
}

fn reread_kif(game: &Game) -> Game {
    let written = kif::write(game);
    kif::parse(&written.text, Mode::Strict)
        .unwrap_or_else(|error| panic!("{error}\n{}", written.text))
        .game
}

fn reread_csa(game: &Game) -> Game {
    let written = csa::write_version(game, csa::Version::V3_0);
    csa::parse(&written.text, Mode::Strict)
        .unwrap_or_else(|error| panic!("{error}\n{}", written.text))
        .game
}

fn reread_jkf(game: &Game) -> Game {
    let written = jkf::write(game);
    jkf::parse(&written.text, Mode::Strict)
        .unwrap_or_else(|error| panic!("{error}\n{}", written.text))
        .game
}

fn reread_ki2(game: &Game) -> Game {
    let written = ki2::write(game);
    ki2::parse(&written.text, Mode::Strict)
        .unwrap_or_else(|error| panic!("{error}\n{}", written.text))
        .game
}

/// Returns the game without the parts that a format cannot hold.
struct Without {
    times: bool,
    totals: bool,
    notes: bool,
    variations: bool,
}

fn stripped(game: &Game, without: &Without) -> Game {
    let mut builder = GameBuilder::new(game.start().clone());
    let mut map = vec![NodeId::ROOT; game.node_count()];
    let ids: Vec<NodeId> = if without.variations {
        game.main_line().collect()
    } else {
        game.preorder().skip(1).collect()
    };
    // A node number is an index in this list of all nodes.
    let numbers: Vec<NodeId> = game.preorder().collect();
    let number = |id| numbers.iter().position(|&other| other == id).unwrap();
    for id in std::iter::once(NodeId::ROOT).chain(ids) {
        if let Some(step) = game.step(id) {
            builder.go_to(map[number(game.parent(id).unwrap())]);
            map[number(id)] = match step {
                Step::Move(m) => builder.play(m).unwrap(),
                Step::Illegal(m) => builder.illegal(m),
                Step::End(End::Other) => builder.end_other(game.end_word(id).unwrap()),
                Step::End(end) => builder.end(end),
            };
        }
        let at = map[number(id)];
        let copy = builder.game_mut();
        copy.set_comment(at, game.comment(id));
        if !without.notes {
            copy.set_bookmark(at, game.bookmark(id));
            copy.set_remark(at, game.remark(id));
        }
        if !without.times {
            let time = game
                .time(id)
                .map(|time| MoveTime { total: time.total.filter(|_| !without.totals), ..time });
            copy.set_time(at, time);
        }
    }
    let mut copy = builder.finish();
    for (name, value) in game.fields() {
        copy.add_field(name, value);
    }
    copy
}

#[test]
fn every_file_of_the_corpus_reads_and_replays() {
    let games = all();
    assert_eq!(games.len(), 51);
    for (name, game) in &games {
        assert!(game.moves().count() > 1, "{name}");
        for id in game.preorder() {
            if let Some(Step::Move(m)) = game.step(id) {
                let before = game.position(game.parent(id).unwrap());
                assert!(before.is_legal(m), "{name}: {m}");
            }
        }
    }
    let find = |name: &str| &games.iter().find(|(other, _)| other == name).unwrap().1;
    let fork = find("kif/fork.kif");
    assert_eq!(fork.children(NodeId::ROOT).count(), 2);
    let ends: Vec<String> = fork
        .preorder()
        .filter_map(|id| match fork.step(id) {
            Some(Step::End(_)) => Some(fork.outcome_at(id, &Default::default()).to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(
        ends,
        [
            "black wins by resignation",
            "unfinished (interruption)",
            "draw by impasse",
            "black wins by time",
            "white wins by foul of black",
            "draw by repetition",
            "black wins by checkmate",
            "unfinished (no mate)",
        ]
    );
    assert_eq!(find("kif/henka.kif").field(field::EVENT), Some("第74期棋聖戦1次予選"));
    assert_eq!(Handicap::of(find("ki2/7mai.ki2u").start()), Some(Handicap::LeftSeven));
    assert_eq!(find("ki2/fuujite.ki2u").end(), Some(End::SealedMove));
    assert_eq!(find("ki2/illegal.ki2").outcome().to_string(), "white wins by foul of black");
    assert_eq!(find("csa/illegal_win.csa").outcome().to_string(), "black wins by foul of white");
    assert_eq!(find("csa/2005_YAMADA_GPS.csa").field(field::BLACK), Some("gps"));
    assert_eq!(
        find("kif/last_comment.kif")
            .comment(find("kif/last_comment.kif").main_line().nth(1).unwrap()),
        Some("コメント")
    );
}

#[test]
fn the_corpus_goes_through_kif_csa_and_back() {
    for (name, game) in all() {
        println!("{name}");
        let kif = kif::write(&game);
        let lost: Vec<LossKind> = kif.losses.iter().map(|loss| loss.kind).collect();
        let is_allowed = |kind: &LossKind| matches!(kind, LossKind::Field | LossKind::Remark);
        assert!(lost.iter().all(is_allowed), "{name}: {lost:?}");
        let again = reread_kif(&game);
        if lost.is_empty() {
            assert_eq!(again, game, "{name}\n{}", kif.text);
        }
        // CSA cannot hold variations, bookmarks or total times.
        let main = Without { times: false, totals: true, notes: false, variations: true };
        let mut main = stripped(&game, &main);
        for id in main.preorder().collect::<Vec<_>>() {
            main.set_bookmark(id, None);
        }
        let mut csa = reread_csa(&main);
        let moves = |game: &Game| {
            game.main_line()
                .map(|id| (game.step(id), game.time(id), game.comment(id).map(str::to_owned)))
                .collect::<Vec<_>>()
        };
        assert_eq!(moves(&csa), moves(&main), "{name}");
        // Remarks after moves become comments in KIF.
        for id in csa.preorder().collect::<Vec<_>>() {
            csa.set_remark(id, None);
        }
        assert_eq!(moves(&reread_kif(&csa)), moves(&main), "{name}");
    }
}

#[test]
fn the_corpus_goes_through_ki2_and_jkf() {
    for (name, game) in all() {
        println!("{name}");
        let plain = Without { times: true, totals: true, notes: true, variations: false };
        let plain = stripped(&game, &plain);
        let moves = |game: &Game| {
            game.preorder()
                .map(|id| (game.step(id), game.ply(id), game.comment(id).map(str::to_owned)))
                .collect::<Vec<_>>()
        };
        assert_eq!(moves(&reread_ki2(&plain)), moves(&plain), "{name}");
        assert_eq!(moves(&reread_kif(&reread_ki2(&plain))), moves(&plain), "{name}");
        let noted = Without { times: false, totals: false, notes: true, variations: false };
        let noted = stripped(&game, &noted);
        let lost = jkf::write(&noted).losses;
        if lost.is_empty() {
            assert_eq!(reread_jkf(&noted), noted, "{name}");
            assert_eq!(reread_jkf(&reread_kif(&reread_jkf(&noted))), noted, "{name}");
        } else {
            // JKF has no word for a sealed move.
            assert!(lost.iter().all(|loss| loss.kind == LossKind::End), "{name}: {lost:?}");
            assert!(reread_jkf(&noted).moves().eq(noted.moves()), "{name}");
        }
    }
}

/// A game whose starting position has flaws can be written as a USI line and read back, with the
/// same warning.
#[test]
fn every_record_reads_back_from_a_usi_line() {
    let mut records = Vec::new();
    for folder in ["kif", "ki2", "csa", "csa-pro", "jkf"] {
        for (name, bytes) in corpus(folder) {
            records.push((format!("{folder}/{name}"), read(folder, &bytes)));
        }
    }
    let cases = fs::read_to_string(support::data_path("cases/shogi.jsonl")).unwrap();
    for case in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(case).unwrap();
        let Some(text) = case["input"]["text"].as_str() else { continue };
        let games: Vec<_> = match case["kind"].as_str() {
            Some("kif") => vec![kif::parse(text, Mode::Strict)],
            Some("ki2") => vec![ki2::parse(text, Mode::Strict)],
            Some("jkf") => vec![jkf::parse(text, Mode::Strict)],
            Some("csa") => csa::games(text, Mode::Strict).collect(),
            _ => continue,
        };
        let id = case["id"].as_str().unwrap();
        records.extend(games.into_iter().flatten().map(|read| (id.to_owned(), read)));
    }
    let mut flawed = Vec::new();
    for (name, read) in &records {
        let flaws = |read: &ReadGame| {
            let mut kinds = read.warnings.iter().map(|warning| &warning.kind);
            kinds.find(|kind| matches!(kind, WarningKind::Flaws(_))).cloned()
        };
        let line = usi::write(&read.game).text;
        for mode in [Mode::Strict, Mode::Lenient] {
            let again = usi::games(&line, mode).next().unwrap();
            let again = again.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again.game.start(), read.game.start(), "{name}");
            assert!(again.game.moves().eq(read.game.moves()), "{name}");
            assert_eq!(flaws(&again), flaws(read), "{name}");
            let missing = again.game.start().flaws();
            let told = usize::from(!missing.difference(Flaws::MISSING_KINGS).is_empty());
            assert_eq!(again.warnings.len(), told, "{name}: {:?}", again.warnings);
        }
        if flaws(read).is_some() {
            flawed.push(name.as_str());
        }
    }
    for name in ["kif/9fu.kif", "ki2/9fu.ki2", "csa/9fu_komabetsu.csa", "shogi-csa-09"] {
        assert!(flawed.contains(&name), "{name} of {flawed:?}");
    }
    let two_kings = "4k4/9/9/9/9/9/9/9/3KK4 b - 1";
    assert!(usi::games(two_kings, Mode::Strict).next().unwrap().is_err());
    // `PositionLine` accepts only positions without flaws.
    assert!(usi::write(&records[0].1.game).text.parse::<usi::PositionLine>().is_ok());
    let two_pawns = "4k4/9/9/9/P8/P8/9/9/4K4 b - 1";
    assert!(two_pawns.parse::<usi::PositionLine>().is_err());
}

#[test]
fn encodings_come_from_the_content() {
    let game = &all()[0].1;
    let written = kif::write(game);
    for encoding in [Encoding::Utf8, Encoding::Utf8Bom, Encoding::ShiftJis, Encoding::EucJp] {
        for newline in ["\n", "\r\n"] {
            let mut written = written.clone();
            written.text = written.text.replace('\n', newline);
            let (bytes, losses) = written.into_bytes(encoding).unwrap();
            assert!(losses.is_empty());
            let read = kif::read(&bytes, Mode::Strict).unwrap();
            assert_eq!(&read.game, game, "{encoding:?}");
            // The first line names the encoding of the file.
            assert!(read.warnings.is_empty(), "{:?}", read.warnings);
        }
        let csa = csa::write_version(game, csa::Version::V3_0);
        let (bytes, losses) = csa.into_bytes(encoding).unwrap();
        assert!(losses.iter().all(|loss| loss.kind == LossKind::Variation), "{losses:?}");
        let read = csa::read(&bytes, Mode::Strict).unwrap().swap_remove(0).unwrap();
        assert!(read.warnings.is_empty(), "{:?}", read.warnings);
    }
    // UTF-16 can be read but not written. It is recognised by its byte-order mark.
    let text = written.text.replace("encoding=UTF-8", "");
    let little: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = little.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    for bytes in [little, big] {
        assert!(kif::read(&bytes, Mode::Strict).unwrap().game.moves().eq(game.moves()));
    }
    // A wrong declaration of the encoding causes a warning.
    let (bytes, _) = kif::write(game).into_bytes(Encoding::ShiftJis).unwrap();
    let text = bytes.strip_prefix(b"#KIF version=2.0 encoding=Shift_JIS").unwrap();
    let lying = [b"#KIF version=2.0 encoding=UTF-8", text].concat();
    let warnings = kif::read(&lying, Mode::Strict).unwrap().warnings;
    assert_eq!(warnings[0].to_string(), "line 1: the text is in Shift_JIS, but declares UTF-8");
}

/// Checks that the names of moves identify the piece in positions with many pieces of the same
/// kind.
#[test]
fn names_tell_crowded_pieces_apart() {
    for sfen in [
        "k8/9/9/9/2+P+P+P4/2+P1+P4/2+P+P+P4/9/8K b - 1",
        "k8/9/9/9/2S1S4/9/2S1S4/9/8K b - 1",
        "8k/9/9/9/9/4+B4/9/2+B6/8K b - 1",
        "8k/9/9/9/4+R4/9/4+R4/9/8K b - 1",
        "8k/9/9/9/2r1r4/9/9/9/8K w - 1",
        "8k/9/3+n+n+n3/3+l1+l3/3+s+s+s3/9/9/9/8K w - 1",
    ] {
        let position: Position = sfen.parse().unwrap();
        for &m in position.legal_moves().as_slice() {
            let name = notation::ki2(&position, m, None);
            assert_eq!(notation::parse_japanese(&name, &position, None), Ok(m), "{sfen}: {name}");
            assert!(!name.contains('('), "{sfen}: {name}");
        }
    }
}

#[test]
fn an_illegal_move_stands_if_the_record_says_so() {
    let text = "手合割：平手\n   1 ７五歩(77)\n   2 反則勝ち\n";
    let read = kif::parse(text, Mode::Strict).unwrap();
    assert_eq!(read.game.outcome().to_string(), "white wins by foul of black");
    assert_eq!(
        read.warnings[0].to_string(),
        "line 2: illegal move, marked as a foul: the piece does not reach the target square"
    );
    for again in [
        reread_kif(&read.game),
        reread_csa(&read.game),
        reread_jkf(&read.game),
        reread_ki2(&read.game),
    ] {
        assert_eq!(again, read.game);
    }
    let error =
        kif::parse("手合割：平手\n   1 ７五歩(77)\n   2 ３四歩(33)\n", Mode::Strict).unwrap_err();
    assert_eq!((error.line, error.column), (2, 6));
}

#[test]
fn a_lenient_reader_cuts_and_tells() {
    let text = "手合割：平手\nwhat\n   1 ７六歩(77)\n   2 ３五歩(33)\n   3 ２六歩(27)\n変化：1手\n   1 ２六歩(27)\n";
    assert_eq!(kif::parse(text, Mode::Strict).unwrap_err().line, 2);
    let read = kif::parse(text, Mode::Lenient).unwrap();
    assert_eq!(read.game.moves().count(), 1);
    assert_eq!(read.game.children(NodeId::ROOT).count(), 2);
    let lines: Vec<u32> = read.warnings.iter().map(|warning| warning.line).collect();
    assert_eq!(lines, [2, 4, 5]);
}

#[test]
fn starts_of_every_sort_survive() {
    for sfen in [
        "8k/9/7+P1/9/9/9/9/9/9 b BG2rb3g4s4n4l17p 1",
        "4k4/9/9/9/9/9/9/9/4K4 w - 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "9/9/9/9/9/9/9/9/9 b 18P18p 7",
        "P3k4/9/9/9/9/9/9/9/4K4 b - 31",
    ] {
        let setup = sfen.parse::<shogi_core::Setup>().unwrap();
        let Ok(start) = Position::from_setup_allowing(setup, Flaws::ALLOWABLE) else {
            assert!(sfen.contains("18P18p"));
            continue;
        };
        let game = Game::new(start);
        if game.start().move_number() == 1 {
            assert_eq!(reread_kif(&game), game, "{sfen}");
            assert_eq!(reread_ki2(&game), game, "{sfen}");
            assert_eq!(reread_csa(&game), game, "{sfen}");
            assert_eq!(reread_jkf(&game), game, "{sfen}");
        } else {
            for written in
                [kif::write(&game), ki2::write(&game), csa::write(&game), jkf::write(&game)]
            {
                assert!(written.losses.iter().any(|loss| loss.kind == LossKind::Ply), "{sfen}");
            }
        }
    }
}
