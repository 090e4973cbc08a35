//! Compares SFEN, packed positions, training records and opening books with reference data.

mod support;

use proptest::prelude::*;
use shogi_core::format::packed::{
    GameResult, Hcp, Hcpe, PackedSfen, PackedSfenValue, Record, RecordReader, RecordWriter, Sample,
};
use shogi_core::format::record::Mode;
use shogi_core::format::{csa, sfen, usi};
use shogi_core::{
    Color, Flaws, GameBuilder, Handicap, Move, Piece, PieceKind, Position, Setup, Square,
    mate_in_one,
};

fn position(text: &str) -> Position {
    text.parse::<Position>().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn hex(text: &str) -> [u8; 32] {
    let bytes: Vec<u8> = (0..text.len() / 2)
        .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
        .collect();
    bytes.try_into().unwrap()
}

#[test]
fn golden_positions_pack_and_unpack_to_the_byte() {
    let golden: serde_json::Value =
        serde_json::from_str(&support::data_text("shogi/golden.json")).unwrap();
    let positions = golden["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 63);
    for case in positions {
        let text = case["sfen"].as_str().unwrap();
        let mut position = position(text);
        assert_eq!(position.to_string(), text);
        let hcp = Hcp::from_bytes(hex(case["hcp"].as_str().unwrap()));
        let packed = PackedSfen::from_bytes(hex(case["packed_sfen"].as_str().unwrap()));
        assert_eq!(Hcp::encode(&position), Ok(hcp), "{text}");
        assert_eq!(PackedSfen::encode(&position), Ok(packed), "{text}");
        position.set_move_number(1);
        assert_eq!(hcp.decode().as_ref(), Ok(&position));
        assert_eq!(packed.decode().as_ref(), Ok(&position));
        assert_eq!(hcp.decode_setup(), Ok(position.to_setup()));
        assert_eq!(Some(position.count_moves() as u64), case["n_legal"].as_u64(), "{text}");
        assert_eq!(Some(position.is_check()), case["in_check"].as_bool(), "{text}");
        let mate = mate_in_one(&position);
        assert_eq!(mate.is_some(), case["mate1"].is_string(), "{text}: {mate:?}");
        if let Some(mate) = case["mate1"].as_str() {
            let m = position.legal_move(mate.parse().unwrap()).unwrap();
            let after = position.after(m);
            assert!(after.is_check() && !after.has_moves(), "{text} {mate}");
        }
    }
}

#[test]
fn golden_moves_in_four_encodings() {
    let golden: serde_json::Value =
        serde_json::from_str(&support::data_text("shogi/golden.json")).unwrap();
    let moves = golden["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 205);
    for case in moves {
        let position = position(case["sfen"].as_str().unwrap());
        let text = case["usi"].as_str().unwrap();
        let bare = usi::parse_move(text).unwrap();
        let m = position.legal_move(bare).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        assert_eq!(m.to_string(), text);
        let number = |key: &str| case[key].as_u64().unwrap();
        assert_eq!(u64::from(m.to_apery32()), number("apery32"), "{text}");
        assert_eq!(u64::from(bare.to_apery16()), number("apery16"), "{text}");
        assert_eq!(u64::from(bare.to_yaneuraou16()), number("yaneuraou16"), "{text}");
        assert_eq!(Move::from_apery32(number("apery32") as u32), Some(m));
        // In a CSA record, a move begins with the sign of the side.
        let sign = if position.side() == Color::Black { '+' } else { '-' };
        let line = format!("{sign}{}", case["csa"].as_str().unwrap());
        let mut game = GameBuilder::new(position);
        game.play(m).unwrap();
        let written = csa::write(&game.finish()).text;
        assert!(written.lines().any(|found| found == line), "{text}: {line} is not in\n{written}");
        let read = csa::parse(&written, Mode::Strict).unwrap().game;
        assert_eq!(read.moves().collect::<Vec<_>>(), [m], "{text}");
    }
}

/// Returns the samples of the 948 records, read from their text form.
fn sample_lines() -> Vec<Sample> {
    let samples: Vec<Sample> = support::data_rows("shogi/packed/sample.txt")
        .into_iter()
        .map(|row| Sample {
            position: position(&row[0]),
            best: Some(row[1].parse().unwrap()),
            eval: row[2].parse().unwrap(),
            result: match row[3].as_str() {
                "0" => GameResult::Draw,
                "1" => GameResult::Won(Color::Black),
                "2" => GameResult::Won(Color::White),
                other => panic!("result {other}"),
            },
        })
        .collect();
    assert_eq!(samples.len(), 948);
    samples
}

/// Reads a file of records, compares the samples with their text form, and checks that writing them
/// gives the same bytes.
fn check_records<T: Record + PartialEq + std::fmt::Debug>(file: &str, keeps_ply: bool) {
    let bytes = support::data_bytes(file);
    let mut reader = RecordReader::<_, T>::new(bytes.as_slice());
    let mut writer = RecordWriter::new(Vec::new());
    let raw: Vec<T> = RecordReader::new(bytes.as_slice()).map(Result::unwrap).collect();
    for (n, mut expected) in sample_lines().into_iter().enumerate() {
        let sample = reader.next_sample().unwrap().unwrap();
        if !keeps_ply {
            expected.position.set_move_number(1);
        }
        assert_eq!(sample, expected, "record {n}");
        let record = T::from_sample(&sample).unwrap();
        assert_eq!(record, raw[n]);
        writer.write(&record).unwrap();
    }
    assert!(reader.next_sample().is_none());
    assert!(writer.finish().unwrap() == bytes, "{file} is written back with other bytes");
}

#[test]
fn psv_decodes_to_the_text_and_encodes_back_to_the_byte() {
    check_records::<PackedSfenValue>("shogi/packed/sample.psv", true);
}

#[test]
fn hcpe_decodes_to_the_text_and_encodes_back_to_the_byte() {
    check_records::<Hcpe>("shogi/packed/sample.hcpe", false);
}

#[test]
fn game_positions_go_round_in_every_form() {
    let mut count = 0;
    for file in ["shogi/games618.sfen", "shogi/middle40.sfen"] {
        for text in support::data_text(file).lines() {
            let mut position = position(text);
            assert_eq!(&*sfen::encode(&position), text);
            assert_eq!(sfen::parse_setup(text).unwrap(), position.to_setup());
            position.set_move_number(1);
            assert_eq!(Hcp::encode(&position).unwrap().decode(), Ok(position.clone()));
            assert_eq!(PackedSfen::encode(&position).unwrap().decode(), Ok(position));
            count += 1;
        }
    }
    assert_eq!(count, 658);
}

/// Packs game positions without one of the kings, and positions in which the omitted last bit is
/// hard to infer.
#[test]
fn one_king_positions_go_round() {
    let mut texts: Vec<String> = Vec::new();
    for text in support::data_text("shogi/games618.sfen").lines() {
        for king in ['k', 'K'] {
            let (board, rest) = text.split_once(' ').unwrap();
            texts.push(format!("{} {rest}", board.replace(king, "1")));
        }
    }
    for piece in ["p", "l", "n", "s", "g", "b", "r"] {
        let upper = piece.to_uppercase();
        for last in [piece, &upper] {
            // All pieces are on the board or in Black's hand, except the piece that is packed last.
            // The loops vary its kind and owner.
            let set = [("r", 2), ("b", 2), ("g", 4), ("s", 4), ("n", 4), ("l", 4), ("p", 18)];
            let mut hands = String::new();
            for (kind, count) in set {
                let count = if kind == piece { count - 1 } else { count };
                hands += &format!("{count}{}", kind.to_uppercase());
            }
            texts.push(format!("9/9/4k4/9/9/9/9/9/9 b {hands}{last} 1"));
            texts.push(format!("9/9/4K4/9/9/9/9/9/9 b {hands}{last} 1"));
            texts.push(format!("9/9/4K4/9/9/9/9/9/9 w {last} 1"));
            let mut whites = String::new();
            for (kind, count) in set {
                whites += &format!("{count}{kind}");
            }
            texts.push(format!("9/9/4K4/9/9/9/9/9/9 w {whites} 1"));
            texts.push("9/9/4K4/9/9/9/9/9/9 w - 1".into());
        }
    }
    // If no piece is in hand or missing, the last code of the stream is the piece on 9i. The loop
    // tests every piece on 9i.
    let full = "lnsg1gsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSN1 b - 1";
    let mut setups: Vec<Setup> =
        texts.iter().map(|text| sfen::parse_setup(text).unwrap()).collect();
    for (from, promote) in [
        (Square::SQ_7G, false),
        (Square::SQ_7G, true),
        (Square::SQ_7C, true),
        (Square::SQ_8H, true),
        (Square::SQ_2B, false),
        (Square::SQ_6I, false),
        (Square::SQ_6A, false),
        (Square::SQ_7A, true),
    ] {
        for text in [full, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSN1 w - 1"] {
            let mut setup = sfen::parse_setup(text).unwrap();
            // The piece on 9i moves to 1i, and another piece moves to 9i, so that 38 pieces are
            // still on the board.
            setup.board[Square::SQ_1I.index()] = setup.board[Square::SQ_9I.index()].take();
            let piece = setup.board[from.index()].take().unwrap();
            let kind = if promote { piece.kind().promoted().unwrap() } else { piece.kind() };
            setup.board[Square::SQ_9I.index()] = Some(Piece::new(piece.color(), kind));
            setups.push(setup);
        }
    }
    let mut marked = 0;
    for mut setup in setups {
        setup.move_number = 1;
        let position = Position::from_setup_allowing(setup.clone(), Flaws::ALLOWABLE)
            .unwrap_or_else(|error| panic!("{setup}: {error}"));
        let hcp = Hcp::encode(&position).unwrap();
        let packed = PackedSfen::encode(&position).unwrap();
        assert_eq!(hcp.decode_setup().as_ref(), Ok(&setup), "{setup}");
        assert_eq!(packed.decode_setup().as_ref(), Ok(&setup), "{setup}");
        let bytes = hcp.to_bytes();
        let square = |at: u32| {
            u16::from_le_bytes([bytes[at as usize / 8], bytes[at as usize / 8 + 1]]) >> (at % 8)
                & 127
        };
        marked += usize::from(square(1) == 83 || square(8) == 83);
    }
    assert!(marked > 0, "no position needed the mark");
}

proptest! {
    /// Tests positions of random games, and the same positions without one of the kings.
    #[test]
    fn reachable_and_one_king_positions_go_round(
        handicap in 0usize..16,
        choices in proptest::collection::vec(any::<u16>(), 0..200),
    ) {
        let mut position = Handicap::ALL[handicap].position();
        for choice in choices {
            let moves = position.legal_moves();
            let Some(&m) = moves.as_slice().get(usize::from(choice) % moves.len().max(1)) else {
                break;
            };
            let _ = position.play_unchecked(m);
        }
        position.set_move_number(1);
        prop_assert_eq!(Hcp::encode(&position).unwrap().decode(), Ok(position.clone()));
        prop_assert_eq!(PackedSfen::encode(&position).unwrap().decode(), Ok(position.clone()));
        for color in Color::ALL {
            let mut setup = position.to_setup();
            setup.board[position.king(color).unwrap().index()] = None;
            let lone = Position::from_setup_allowing(setup.clone(), Flaws::ALLOWABLE).unwrap();
            prop_assert_eq!(Hcp::encode(&lone).unwrap().decode_setup(), Ok(setup.clone()));
            prop_assert_eq!(PackedSfen::encode(&lone).unwrap().decode_setup(), Ok(setup));
        }
    }
}

#[test]
fn packing_refuses_what_has_no_form() {
    use shogi_core::format::packed::PackError;
    let setup = |text: &str| {
        Position::from_setup_allowing(sfen::parse_setup(text).unwrap(), Flaws::ALLOWABLE).unwrap()
    };
    let none = setup("9/9/9/9/9/9/9/9/9 b - 1");
    assert_eq!(Hcp::encode(&none), Err(PackError::NoKing));
    let many = setup("4k4/9/9/9/4b4/9/9/9/4K4 b 2B 1");
    assert_eq!(
        PackedSfen::encode(&many),
        Err(PackError::TooManyPieces { kind: PieceKind::Bishop })
    );
}

mod books {
    use std::io::Cursor;

    use super::*;
    use shogi_core::format::book::{
        Book, BookFile, BookMove, BookWarningKind, Entry, HEADER, YbbLossKind,
    };

    fn load(name: &str) -> (Vec<u8>, Book, Vec<BookWarningKind>) {
        let bytes = support::data_bytes(&format!("shogi/books/{name}"));
        let (book, warnings) = Book::parse(&bytes).unwrap();
        let again = Book::read(bytes.as_slice()).unwrap();
        assert_eq!(again, (book.clone(), warnings.clone()));
        (bytes, book, warnings.iter().map(|warning| warning.kind).collect())
    }

    #[test]
    fn every_variant_reads_the_same() {
        let (bytes, plain, warnings) = load("yaneuraou.db");
        assert!(warnings.is_empty());
        assert_eq!(plain.len(), 5);
        assert_eq!(load("yaneuraou-bom-crlf.db").1, plain);
        assert_eq!(load("yaneuraou-bom-crlf.db").2, []);
        assert_eq!(load("yaneuraou-no-header.db").1, plain);
        assert_eq!(load("yaneuraou-no-header.db").2, [BookWarningKind::NoHeader]);
        assert_eq!(load("yaneuraou-invalid-header.db").1, plain);
        assert_eq!(load("yaneuraou-invalid-header.db").2, [BookWarningKind::UnknownVersion]);

        let start = plain.find(&Position::start()).unwrap();
        assert_eq!(start.move_number, Some(1));
        let first = &start.moves[0];
        assert_eq!(
            (first.mv.to_string(), first.ponder.unwrap().to_string()),
            ("2g2f".into(), "3c3d".into())
        );
        assert_eq!((first.value, first.depth, first.count), (Some(63), Some(27), Some(935)));
        assert_eq!(first.comments, ["multi line comment 1", "multi line comment 2"]);
        assert_eq!(start.moves[1].comments, ["single line comment"]);
        assert_eq!(start.moves[1].ponder, None);
        let gaps = plain
            .find(&position(
                "lnsgkgsnl/1r7/p1ppp1bpp/1p3pp2/7P1/2P6/PP1PPPP1P/1B3S1R1/LNSGKG1NL b - 77",
            ))
            .unwrap();
        let gap = &gaps.moves[0];
        assert_eq!((gap.value, gap.depth, gap.count), (None, None, Some(8)));

        // The written file may differ only in missing fields and in the lines of comments.
        let text = String::from_utf8(bytes).unwrap();
        let text = text.replace("none   ", "none none none ").replace(" #single", "\n#single");
        assert_eq!(plain.to_string(), text);
        let mut written = Vec::new();
        plain.write_db(&mut written).unwrap();
        assert_eq!(written, text.into_bytes());
        assert_eq!(Book::parse(&written).unwrap(), (plain, vec![]));
    }

    #[test]
    fn the_unloaded_file_answers_as_the_loaded_book() {
        let games = support::data_text("shogi/games618.sfen");
        for name in ["yaneuraou.db", "yaneuraou-bom-crlf.db", "yaneuraou-no-header.db"] {
            let (bytes, book, _) = load(name);
            let mut file = BookFile::new(Cursor::new(bytes)).unwrap();
            for (key, entry) in book.iter() {
                let position = position(key);
                assert_eq!(file.find(&position).unwrap().as_ref(), Some(entry), "{name} {key}");
                let turned = position.half_turn();
                assert_eq!(book.find(&turned), None);
                let either = book.find_or_turned(&turned).unwrap();
                assert_eq!(either.moves[0].mv, entry.moves[0].mv.half_turn());
                assert_eq!(file.find_or_turned(&turned).unwrap(), Some(either));
            }
            for text in games.lines() {
                let position = position(text);
                assert_eq!(file.find(&position).unwrap().as_ref(), book.find(&position));
            }
        }
    }

    /// Makes a book of all game positions, each with a few legal moves. The book is so large that a
    /// binary search takes many steps.
    #[test]
    fn a_larger_book_is_found_in_whole() {
        let mut book = Book::new();
        let mut binary = Book::new();
        let games = support::data_text("shogi/games618.sfen");
        let positions: Vec<Position> = games.lines().map(position).collect();
        for (n, position) in positions.iter().enumerate().step_by(2) {
            let mut entry = Entry { move_number: Some(position.move_number()), ..Entry::default() };
            let mut packed = entry.clone();
            for m in position.legal_moves().iter().take(n % 17) {
                let mut line = BookMove::new(m.bare());
                line.value = Some(n as i32 - 300);
                line.comments = (0..n % 3).map(|i| format!("{i} 何か")).collect();
                entry.moves.push(line);
                let mut line = BookMove::new(m.bare());
                (line.value, line.depth) = (Some(n as i32 - 300), Some(3));
                packed.moves.push(line);
            }
            book.insert(position, entry.clone());
            binary.insert(position, packed);
            assert_eq!(book.remove(position), Some(entry.clone()));
            book.insert(position, entry);
        }
        let text = book.to_string();
        assert!(text.starts_with(HEADER));
        assert_eq!(Book::parse(text.as_bytes()).unwrap(), (book.clone(), vec![]));
        let mut file = BookFile::new(Cursor::new(text.as_bytes())).unwrap();
        let mut crlf = BookFile::new(Cursor::new(text.replace('\n', "\r\n"))).unwrap();
        let written = binary.to_ybb();
        assert_eq!(written.losses, []);
        let bytes = written.bytes;
        assert_eq!(Book::parse(&bytes), Ok((binary.clone(), vec![])));
        assert_eq!(Book::read(bytes.as_slice()).unwrap(), (binary.clone(), vec![]));
        let mut binary_file = BookFile::new(Cursor::new(&bytes)).unwrap();
        let mut found = 0;
        for position in &positions {
            let expected = book.find(position);
            found += usize::from(expected.is_some());
            assert_eq!(file.find(position).unwrap().as_ref(), expected, "{position}");
            assert_eq!(crlf.find(position).unwrap().as_ref(), expected, "{position}");
            assert_eq!(binary_file.find(position).unwrap().as_ref(), binary.find(position));
        }
        assert!(found >= 309);
    }

    /// From <https://github.com/yaneurao/YaneuraOu/issues/102>: books with a position twice, under
    /// different move numbers.
    #[test]
    fn the_first_of_two_equal_positions_is_found_everywhere() {
        let games = support::data_text("shogi/games618.sfen");
        let positions: Vec<Position> = games.lines().take(60).map(position).collect();
        for copies in 2..5 {
            let mut keys: Vec<String> =
                positions.iter().map(|p| sfen::encode(p).to_string()).collect();
            keys.sort();
            keys.dedup();
            for step in [1, 3, 7] {
                let mut text = format!("{HEADER}\n");
                for (n, key) in keys.iter().enumerate() {
                    let (board, _) = key.rsplit_once(' ').unwrap();
                    let legal = position(key).legal_moves();
                    let moves: Vec<String> = legal.iter().map(|m| m.bare().to_string()).collect();
                    let count = if n % step == 0 { copies } else { 1 };
                    for copy in 0..count {
                        text.push_str(&format!("sfen {board} {}\n", 2 * copy + 1));
                        if let Some(mv) = moves.get(copy % moves.len().max(1)) {
                            text.push_str(&format!("{mv} none {copy} 1 1\n"));
                        }
                    }
                }
                let (book, _) = Book::parse(text.as_bytes()).unwrap();
                let mut file = BookFile::new(Cursor::new(text.as_bytes())).unwrap();
                for key in &keys {
                    let position = position(key);
                    let expected = book.find(&position);
                    assert_eq!(expected.unwrap().move_number, Some(1));
                    assert_eq!(file.find(&position).unwrap().as_ref(), expected, "{key}");
                    let either = file.find_or_turned(&position).unwrap();
                    assert_eq!(either, book.find_or_turned(&position));
                }
            }
        }
    }

    #[test]
    fn losses_of_binary_books_are_reported() {
        let (_, text, _) = load("yaneuraou.db");
        let kinds = |book: &Book| -> Vec<(YbbLossKind, u64)> {
            book.to_ybb().losses.iter().map(|loss| (loss.kind, loss.count)).collect()
        };
        let moves = || text.iter().flat_map(|(_, entry)| &entry.moves);
        let count = |is: &dyn Fn(&BookMove) -> bool| moves().filter(|m| is(m)).count() as u64;
        let comments = moves().map(|m| m.comments.len() as u64).sum::<u64>()
            + text.iter().map(|(_, entry)| entry.comments.len() as u64).sum::<u64>();
        let expected = [
            (YbbLossKind::Value, count(&|m| m.value.is_none())),
            (YbbLossKind::Depth, count(&|m| m.depth.is_none())),
            (YbbLossKind::Ponder, count(&|m| m.ponder.is_some())),
            (YbbLossKind::Count, count(&|m| m.count.is_some())),
            (YbbLossKind::Comment, comments),
        ];
        assert_eq!(
            kinds(&text),
            expected.into_iter().filter(|loss| loss.1 > 0).collect::<Vec<_>>()
        );

        let mut book = Book::new();
        let mut m = BookMove::new("7g7f".parse().unwrap());
        (m.value, m.depth) = (Some(40_000), Some(70_000));
        let entry = Entry { move_number: Some(70_000), moves: vec![m], ..Entry::default() };
        book.insert(&Position::start(), entry);
        let lost = [YbbLossKind::MoveNumber, YbbLossKind::Value, YbbLossKind::Depth];
        assert_eq!(kinds(&book), lost.map(|kind| (kind, 1)));
        let again = Book::parse_ybb(&book.to_ybb().bytes).unwrap();
        let entry = again.find(&Position::start()).unwrap();
        assert_eq!(entry.move_number, None);
        let m = &entry.moves[0];
        assert_eq!((m.value, m.depth), (Some(32_767), Some(65_535)));
    }

    #[test]
    fn the_binary_book_holds_what_the_text_holds() {
        let bytes = support::data_bytes("shogi/books/yaneuraou.ybb");
        let binary = Book::parse_ybb(&bytes).unwrap();
        let written = binary.to_ybb();
        assert_eq!((written.bytes, written.losses), (bytes.clone(), vec![]));
        let (_, text, _) = load("yaneuraou.db");
        assert_eq!(binary.len(), text.len());
        let mut file = BookFile::new(Cursor::new(&bytes)).unwrap();
        assert_eq!(file.position_count(), Some(5));
        for (key, entry) in text.iter() {
            let position = position(key);
            let found = binary.find(&position).unwrap();
            assert_eq!(file.find(&position).unwrap().as_ref(), Some(found));
            assert_eq!(found.move_number, entry.move_number);
            assert_eq!(found.moves.len(), entry.moves.len());
            for (found, expected) in found.moves.iter().zip(&entry.moves) {
                assert_eq!(found.mv, expected.mv);
                assert_eq!(found.value, Some(expected.value.unwrap_or(0)));
                assert_eq!(found.depth, Some(expected.depth.unwrap_or(0)));
            }
        }
        assert!(file.find(&Position::start().half_turn()).unwrap().is_none());
    }
}
