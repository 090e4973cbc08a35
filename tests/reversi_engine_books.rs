//! Books of other engines: a book of Edax comes back whole, and damaged files are refused with their
//! place or read as another valid book.

mod support;

use proptest::prelude::*;
use reversi_core::book::{
    Book, BookBuilder, BookFile, EngineNote, Evaluation, NotedLeaf, NotedMove, Record,
};
use reversi_core::format::engine_book::{
    self, EngineFormat, ReadEngineBookError, ReadEngineBookErrorKind as Kind, edax, egaroucid,
};
use reversi_core::format::transcript;
use reversi_core::{Board, Move, Square, canonical};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fs;

/// A position of an Edax book as its bytes have it, without the order of the file.
type Position = ([u8; 16], Vec<u8>);

/// Reads the positions of an Edax book without any check, as an independent reader.
fn positions(bytes: &[u8]) -> BTreeSet<Position> {
    let mut rest = &bytes[42..];
    let mut all = BTreeSet::new();
    while !rest.is_empty() {
        let len = 42 + 2 * usize::from(rest[38]);
        let mut board = [0; 16];
        board.copy_from_slice(&rest[..16]);
        assert!(all.insert((board, rest[16..len].to_vec())));
        rest = &rest[len..];
    }
    all
}

fn file(book: &Book) -> BookFile<Vec<u8>> {
    let file = BookFile::from_bytes(book.to_bytes().unwrap()).unwrap();
    file.verify().unwrap();
    file
}

fn to_edax(book: &BookFile<Vec<u8>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = edax::write(book, edax::Settings::default(), |part| {
        bytes.extend_from_slice(part);
        Ok::<(), Infallible>(())
    });
    let count = u32::from_le_bytes([bytes[38], bytes[39], bytes[40], bytes[41]]);
    assert_eq!(u64::from(count), written.unwrap().positions);
    bytes
}

fn to_egaroucid(book: &BookFile<Vec<u8>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = egaroucid::write(book, |part| {
        bytes.extend_from_slice(part);
        Ok::<(), Infallible>(())
    });
    assert_eq!(bytes.len() as u64, 14 + 25 * written.unwrap().positions);
    bytes
}

/// Checks that a book of Edax has the same positions after reading and writing, and returns ours.
fn comes_back(bytes: &[u8]) -> Book {
    let book = engine_book::read(bytes, EngineFormat::Edax).unwrap();
    let file = file(&book);
    assert_eq!(file.to_book().unwrap(), book);
    let again = to_edax(&file);
    assert_eq!(positions(&again), positions(bytes));
    // The reader of files returns the same book.
    let imported = engine_book::import(bytes, EngineFormat::Edax, |_| ()).unwrap();
    assert_eq!(imported.into_book(), book);
    book
}

/// The image that engines store.
fn image(board: Board) -> Board {
    canonical(board.swap_sides()).0.board().swap_sides()
}

/// Makes a book of Edax as Edax does: every position of some games up to the end, each with links to all
/// children in the book, positions that must pass with a link to the position after the pass, and some
/// leaves. `seed` decides the numbers.
fn edax_book(games: &[Vec<Move>], seed: u64) -> Vec<u8> {
    let mut boards = BTreeMap::new();
    for game in games {
        let mut board = Board::START;
        let mut add = |board: Board| {
            let stored = image(board);
            boards.insert((stored.player().bits(), stored.opponent().bits()), stored);
        };
        add(board);
        for &mv in game {
            if board.must_pass() && mv != Move::Pass {
                board = board.pass().unwrap();
                add(board);
            }
            board = board.play(mv).unwrap();
            add(board);
        }
        if board.must_pass() {
            add(board.pass().unwrap());
        }
    }
    let mut state = seed | 1;
    let mut random = |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % n
    };
    let mut bytes = b"XADEKOOB\x04\x06\xe8\x07\x0b\x11\x0c\x22\x2d\x00".to_vec();
    for number in [21, 24, 2, 1, 0, boards.len() as i32] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    for &board in boards.values() {
        let score = |n: u64| (n as i32 - 64) as i8 as u8;
        let is_known = |mv: Move| {
            let child = image(board.play(mv).unwrap());
            boards.contains_key(&(child.player().bits(), child.opponent().bits()))
        };
        let legal: Vec<Move> = if board.must_pass() {
            vec![Move::Pass]
        } else {
            board.moves().iter().map(Move::Place).collect()
        };
        let number = |mv: Move| mv.square().map_or(64, |square| square.index() as u8);
        let (links, others): (Vec<Move>, Vec<Move>) = legal.iter().partition(|&&mv| is_known(mv));
        bytes.extend_from_slice(&board.player().bits().to_le_bytes());
        bytes.extend_from_slice(&board.opponent().bits().to_le_bytes());
        for _ in 0..4 {
            let bits = random(33);
            bytes.extend_from_slice(&(random(1 << bits) as u32).to_le_bytes());
        }
        for bound in [random(129) as i16 - 64, random(255) as i16 - 127, random(255) as i16 - 127] {
            bytes.extend_from_slice(&bound.to_le_bytes());
        }
        bytes.extend_from_slice(&[links.len() as u8, random(61) as u8]);
        for &link in &links {
            bytes.extend_from_slice(&[score(random(129)), number(link)]);
        }
        match others.first().filter(|_| random(5) > 0) {
            Some(&leaf) => bytes.extend_from_slice(&[score(random(129)), number(leaf)]),
            None => bytes.extend_from_slice(&[129, 65]),
        }
    }
    bytes
}

fn moves(text: &str) -> Vec<Move> {
    transcript::parse(text).unwrap().moves
}

/// Games with a pass, a finished game, and a game that both sides finish by passing.
fn sample_games() -> Vec<Vec<Move>> {
    let texts = [
        // A pass in the middle: the game of https://github.com/Nyanyan/Egaroucid/issues/217.
        "e6f4d3c4c3d6f6c6f5g5g6e3c5b5c7d2e7f7h4e8e2c2d8b6b4a5f8b3f3h5g4h3g3d1b1c1e1h2f2c8d7g8b7f1a3a4a7a6a8a1g7a2g1h1g2h6h8b8h7",
        // Wiped out after 16 moves.
        "f5f4c3d6g4b2e6h4g3h2e3f6d3d2e2e1",
        "f5d6c3d3c4f4f6f3e6e7d7",
        "f5f6e6f4e3",
    ];
    texts.iter().map(|text| moves(text)).collect()
}

#[test]
fn a_book_of_edax_comes_back_whole() {
    let bytes = edax_book(&sample_games(), 1);
    let book = comes_back(&bytes);
    // The number of links is byte 22 after the board, and the links follow byte 23.
    let is_pass = |rest: &[u8]| rest[22] == 1 && rest[25] == 64;
    let passes = positions(&bytes).iter().filter(|(_, rest)| is_pass(rest)).count();
    assert!(passes > 0, "the sample has positions that must pass");
    // Values and notes can be looked up, also for images.
    let start = book.note(Board::START).unwrap();
    let c4 = Board::START.play(Square::C4).unwrap();
    assert_eq!(
        book.note(c4).unwrap().value,
        book.note(Board::START.play(Square::F5).unwrap()).unwrap().value
    );
    assert_eq!(book.find(Board::START).unwrap().value, Some(100 * i32::from(start.value)));
    // The four first moves are images of each other.
    assert_eq!(start.links.unwrap().len(), 4);
}

#[test]
fn merging_books_of_edax_does_not_depend_on_the_order() {
    let games = sample_games();
    let read = |games: &[Vec<Move>], seed| {
        engine_book::read(&edax_book(games, seed), EngineFormat::Edax).unwrap()
    };
    let (a, b) = (read(&games[..2], 3), read(&games[1..], 4));
    let (mut ab, mut ba) = (a.clone(), b.clone());
    ab.merge(&b);
    ba.merge(&a);
    assert_eq!(ab, ba);
    assert_eq!(ab.to_bytes(), ba.to_bytes());
    let mut builder = BookBuilder::new();
    builder.add_file(&file(&a)).unwrap();
    builder.add_book(&b);
    assert_eq!(builder.build(), ab);
    assert_eq!(file(&ab).to_book().unwrap(), ab);
    // What was merged is a book of Edax again.
    let again = comes_back(&to_edax(&file(&ab)));
    assert_eq!(again.len(), ab.len());
}

/// Reads damaged bytes. An error must have its place in the file.
fn damaged(bytes: &[u8], format: EngineFormat) -> Result<Book, ReadEngineBookError> {
    let read = engine_book::read(bytes, format);
    let imported = engine_book::import(bytes, format, |_| ());
    match (&read, imported) {
        (Err(error), Ok(imported)) => {
            assert!(matches!(error.kind, Kind::Count { .. }), "{error}");
            assert_eq!((error.at, imported.wrong_count()), (38, Some(error)));
        }
        (Ok(book), Ok(imported)) => {
            assert_eq!(imported.wrong_count(), None);
            assert_eq!(imported.len(), book.len() as u64);
            assert_eq!(&imported.into_book(), book);
        }
        (Err(error), Err(other)) => {
            assert_eq!(*error, other);
            assert!(error.at <= bytes.len() as u64, "{error}");
            assert!(error.to_string().contains(&format!("byte {}", error.at)));
        }
        different => panic!("{different:?}"),
    }
    read
}

#[test]
fn every_cut_and_every_flipped_byte_of_an_edax_book_is_refused_or_harmless() {
    let bytes = edax_book(&sample_games()[2..4], 2);
    for len in 0..bytes.len() {
        let error = damaged(&bytes[..len], EngineFormat::Edax).unwrap_err();
        assert!(matches!(error.kind, Kind::Truncated | Kind::Count { .. }), "{len}: {error}");
        assert_eq!(error.at, if error.kind == Kind::Truncated { len as u64 } else { 38 });
    }
    let mut refused = 0;
    for at in 0..bytes.len() {
        for flip in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            match damaged(&changed, EngineFormat::Edax) {
                // A changed number is still a number. The book is valid and can be written.
                Ok(book) => {
                    let file = file(&book);
                    let again = engine_book::read(&to_edax(&file), EngineFormat::Edax).unwrap();
                    assert_eq!(again.len(), book.len());
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > bytes.len(), "{refused}");
}

/// Edax reads to the end of the file and ignores the number of positions in the header.
#[test]
fn a_wrong_count_of_an_edax_book_is_a_warning_of_the_import() {
    let bytes = edax_book(&sample_games()[..3], 4);
    let whole = engine_book::read(&bytes, EngineFormat::Edax).unwrap();
    let right = i32::from_le_bytes(bytes[38..42].try_into().unwrap());
    for wrong in [-1, 0, right - 1, right + 1, i32::MAX] {
        let mut changed = bytes.clone();
        changed[38..42].copy_from_slice(&wrong.to_le_bytes());
        let error = engine_book::read(&changed, EngineFormat::Edax).unwrap_err();
        let expected = Kind::Count { expected: wrong, found: right as u64 };
        assert_eq!((error.at, error.kind), (38, expected));
        let imported = engine_book::import(&changed[..], EngineFormat::Edax, |_| ()).unwrap();
        assert_eq!(imported.wrong_count(), Some(&error));
        assert_eq!(imported.into_book(), whole);
    }
}

/// Makes a book of Egaroucid of all positions of some games.
fn egaroucid_book(version: u8, games: &[Vec<Move>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut count = 0i32;
    for game in games {
        let mut board = Board::START;
        for &mv in game {
            if !board.must_pass() {
                let stored = image(board);
                bytes.extend_from_slice(&stored.player().bits().to_le_bytes());
                bytes.extend_from_slice(&stored.opponent().bits().to_le_bytes());
                let value = (count * 7 % 129 - 64) as i8;
                let leaf = stored.moves().iter().next_back().unwrap().index() as u8;
                match version {
                    1 => bytes.push((64 - i16::from(value)) as u8),
                    2 => bytes.extend_from_slice(&[value as u8, 17, 2, 1, 19, 3, 20]),
                    _ => {
                        bytes.extend_from_slice(&[value as u8, 17]);
                        bytes.extend_from_slice(&(count as u32).to_le_bytes());
                        bytes.extend_from_slice(&[3, if count % 3 == 0 { 125 } else { leaf }, 11]);
                    }
                }
                count += 1;
            }
            if board.must_pass() && mv != Move::Pass {
                board = board.pass().unwrap();
            }
            board = board.play(mv).unwrap();
        }
    }
    let mut head = if version > 1 { b"DICUORAGE".to_vec() } else { Vec::new() };
    if version > 1 {
        head.push(version);
    }
    head.extend_from_slice(&count.to_le_bytes());
    head.extend(bytes);
    head
}

#[test]
fn books_of_egaroucid_are_read_and_written() {
    for (version, format) in
        [(1, EngineFormat::Egaroucid1), (2, EngineFormat::Egaroucid2), (3, EngineFormat::Egaroucid)]
    {
        let games = sample_games();
        let bytes = egaroucid_book(version, &games);
        assert_eq!(engine_book::detect(&bytes[..14], bytes.len() as u64), Some(format));
        let book = damaged(&bytes, format).unwrap();
        let written = to_egaroucid(&file(&book));
        assert_eq!(
            engine_book::detect(&written, written.len() as u64),
            Some(EngineFormat::Egaroucid)
        );
        let again = engine_book::read(&written, EngineFormat::Egaroucid).unwrap();
        assert_eq!(again, book, "version {version}");
        assert_eq!(again.len() as i32, i32::from_le_bytes(written[10..14].try_into().unwrap()));
        // Fewer positions, because every byte is changed.
        let whole = bytes;
        let bytes = egaroucid_book(version, &games[2..]);
        for len in 0..bytes.len() {
            let error = damaged(&bytes[..len], format).unwrap_err();
            assert_eq!((error.kind, error.at), (Kind::Truncated, len as u64));
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0xff;
            let _ = damaged(&changed, format);
            changed[at] ^= 0xfe;
            let _ = damaged(&changed, format);
        }
        // The saved file has the bytes of the book in memory.
        let path =
            std::env::temp_dir().join(format!("reversi-engine-{}-{version}", std::process::id()));
        engine_book::import(&whole[..], format, |_| ()).unwrap().save(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), book.to_bytes().unwrap());
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn the_higher_level_of_equal_positions_decides() {
    let record = |value: i8, level: i8, leaf: i8, number: u8, leaf_level: i8| {
        let board = image(Board::START);
        let mut bytes = board.player().bits().to_le_bytes().to_vec();
        bytes.extend_from_slice(&board.opponent().bits().to_le_bytes());
        bytes.extend_from_slice(&[value as u8, level as u8, 9, 0, 0, 0]);
        bytes.extend_from_slice(&[leaf as u8, number, leaf_level as u8]);
        bytes
    };
    let read = |records: &[Vec<u8>]| {
        let mut bytes = b"DICUORAGE\x03".to_vec();
        bytes.extend_from_slice(&(records.len() as i32).to_le_bytes());
        records.iter().for_each(|record| bytes.extend_from_slice(record));
        let book = engine_book::read(&bytes, EngineFormat::Egaroucid).unwrap();
        assert_eq!(book.len(), 1);
        let note = book.note(Board::START).unwrap();
        (note.value, note.level, note.leaf.map(|leaf| (leaf.score, leaf.level)))
    };
    // The board of the engines' start has the legal moves d3 (19), c4 (26), f5 (37) and e6 (44).
    let (low, high) = (record(1, 10, 3, 19, 30), record(2, 20, 4, 19, 5));
    assert_eq!(read(&[low.clone(), high.clone()]), (2, Some(20), Some((3, Some(30)))));
    assert_eq!(read(&[high.clone(), low]), (2, Some(20), Some((3, Some(30)))));
    let later = record(5, 20, 6, 26, 30);
    assert_eq!(read(&[high.clone(), later.clone()]).0, 5);
    assert_eq!(read(&[later, high]).0, 2);
    assert_eq!(read(&[record(0, -1, 0, 19, -1)]), (0, None, Some((0, None))));
}

#[test]
fn faults_have_their_place() {
    let edax = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = edax_book(&[moves("f5d6")], 5);
        change(&mut bytes);
        let error = damaged(&bytes, EngineFormat::Edax).unwrap_err();
        (error.at, error.position, error.to_string())
    };
    let told = |at: u64, position, text: &str| (at, position, text.to_owned());
    assert_eq!(
        edax(&|bytes| bytes[0] = b'x'),
        told(
            0,
            None,
            "invalid Edax book, byte 0: the file does not begin with the name of the format"
        )
    );
    assert_eq!(
        edax(&|bytes| bytes[8] = 5),
        told(8, None, "invalid Edax book, byte 8: version 5 is not supported, expected 4")
    );
    assert_eq!(
        edax(&|bytes| bytes[38] = 9),
        told(38, None, "invalid Edax book, byte 38: 3 positions, but the header says 9")
    );
    let overlap = edax(&|bytes| (42..50).for_each(|at| bytes[at] |= bytes[at + 8]));
    assert_eq!((overlap.0, overlap.1), (42, Some(1)));
    assert!(
        overlap.2.starts_with("invalid Edax book, position 1, byte 42: both sides have a disc")
    );
    let egaroucid = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = egaroucid_book(3, &sample_games());
        change(&mut bytes);
        damaged(&bytes, EngineFormat::Egaroucid).unwrap_err().to_string()
    };
    assert_eq!(
        egaroucid(&|bytes| bytes[9] = 4),
        "invalid Egaroucid book, byte 9: version 4 is not supported, expected 3"
    );
    assert_eq!(
        egaroucid(&|bytes| bytes[13] = 0x80),
        "invalid Egaroucid book, byte 10: count -2147483557, expected zero or more"
    );
    assert_eq!(
        egaroucid(&|bytes| bytes[14 + 25 + 16] = 65),
        "invalid Egaroucid book, position 2, byte 55: score 65, expected -64 to 64"
    );
    assert_eq!(
        egaroucid(&|bytes| bytes[14 + 25 + 23] = 0),
        "invalid Egaroucid book, position 2, byte 62: illegal or repeated move a1"
    );
    assert!(egaroucid(&|bytes| bytes.push(0)).ends_with("more bytes after the last position"));
}

/// A huge count in a header must not allocate memory for it.
#[test]
fn counts_are_not_believed() {
    for (head, format) in [
        (&b"DICUORAGE\x03\xff\xff\xff\x7f"[..], EngineFormat::Egaroucid),
        (b"DICUORAGE\x02\xff\xff\xff\x7f", EngineFormat::Egaroucid2),
        (b"\xff\xff\xff\x7f", EngineFormat::Egaroucid1),
    ] {
        let error = damaged(head, format).unwrap_err();
        assert_eq!((error.kind, error.at), (Kind::Truncated, head.len() as u64));
    }
}

#[test]
fn a_book_of_games_becomes_a_book_of_edax() {
    let mut book = Book::new();
    for game in sample_games() {
        book.register(game, Some(2)).unwrap();
    }
    let bytes = to_edax(&file(&book));
    let known: BTreeMap<[u8; 16], Vec<u8>> = positions(&bytes).into_iter().collect();
    let key = |board: Board| {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&board.player().bits().to_le_bytes());
        bytes[8..].copy_from_slice(&board.opponent().bits().to_le_bytes());
        bytes
    };
    // Every link leads to a position of the book, and every child in the book has a link.
    let mut passes = 0;
    for (words, rest) in &known {
        let long = |at: usize| u64::from_le_bytes(words[at..at + 8].try_into().unwrap());
        let board = Board::new(
            reversi_core::Bitboard::from_bits(long(0)),
            reversi_core::Bitboard::from_bits(long(8)),
        )
        .unwrap();
        let links = &rest[24..24 + 2 * usize::from(rest[22])];
        let linked: BTreeSet<u8> = links.chunks(2).map(|link| link[1]).collect();
        if board.must_pass() {
            passes += 1;
            assert_eq!(links.len(), 2);
            assert_eq!(linked, BTreeSet::from([64]));
            assert!(known.contains_key(&key(image(board.pass().unwrap()))));
        }
        for square in board.moves() {
            let child = image(board.play(square).unwrap());
            let number = square.index() as u8;
            assert_eq!(known.contains_key(&key(child)), linked.contains(&number), "{board}");
        }
    }
    assert!(passes > 0);
    comes_back(&bytes);
}

#[test]
fn a_changed_evaluation_replaces_the_value_of_the_note() {
    let mut book = engine_book::read(&edax_book(&sample_games(), 7), EngineFormat::Edax).unwrap();
    let old = book.note(Board::START).unwrap();
    let depth = std::num::NonZeroU8::new(30);
    let record = Record::default().with_evaluation(Evaluation::new(1249, depth));
    book.insert(Board::START, record);
    book.refresh();
    let again = engine_book::read(&to_edax(&file(&book)), EngineFormat::Edax).unwrap();
    let new = again.note(Board::START).unwrap();
    assert_eq!((new.value, new.level, new.bounds), (12, Some(30), Some((-127, 127))));
    assert_eq!(
        (new.links, new.leaf.map(|leaf| leaf.mv)),
        (old.links, old.leaf.map(|leaf| leaf.mv))
    );
}

#[test]
fn notes_are_checked() {
    use reversi_core::book::InsertNoteError;
    let mut book = Book::new();
    let leaf = |mv| Some(NotedLeaf { mv, score: 1, level: None });
    let note = EngineNote { leaf: leaf(Move::Place(Square::F5)), ..EngineNote::default() };
    assert_eq!(book.insert_note(Board::START, note.clone()), Err(InsertNoteError::NoPosition));
    book.insert(Board::START, Record::default());
    assert_eq!(book.insert_note(Board::START, note.clone()), Ok(()));
    assert_eq!(book.note(Board::START), Some(note.clone()));
    let twice = Some(vec![NotedMove { mv: Move::Place(Square::F5), score: 1 }]);
    for (wrong, mv) in [
        (EngineNote { leaf: leaf(Move::Pass), ..EngineNote::default() }, Move::Pass),
        (EngineNote { leaf: leaf(Square::A1.into()), ..EngineNote::default() }, Square::A1.into()),
        (EngineNote { links: twice, ..note }, Square::F5.into()),
    ] {
        assert_eq!(book.insert_note(Board::START, wrong), Err(InsertNoteError::Move { mv }));
    }
    assert!(book.remove(Board::START).is_some());
    assert_eq!(book.note(Board::START), None);
}

/// Plays legal moves chosen by numbers.
fn played(picks: &[u8]) -> Vec<Move> {
    let mut board = Board::START;
    let mut moves = Vec::new();
    for &pick in picks {
        if board.must_pass() {
            board = board.pass().unwrap();
            moves.push(Move::Pass);
        }
        let legal = board.moves();
        let count = legal.len() as usize;
        let Some(square) = legal.iter().nth(usize::from(pick) % count.max(1)) else { break };
        board = board.play(square).unwrap();
        moves.push(square.into());
    }
    moves
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn books_of_random_games_come_back(
        games in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..70), 1..6), seed: u64,
    ) {
        let games: Vec<_> = games.iter().map(|picks| played(picks)).collect();
        let bytes = edax_book(&games, seed);
        let book = comes_back(&bytes);
        // Through Egaroucid's format, values, levels and leaves of positions with moves come back.
        let egbk = to_egaroucid(&file(&book));
        let again = engine_book::read(&egbk, EngineFormat::Egaroucid).unwrap();
        for (key, _, _) in again.iter() {
            let (a, b) = (book.note(key.board()), again.note(key.board()).unwrap());
            if let Some(a) = a {
                prop_assert_eq!((a.value, a.level, a.lines), (b.value, b.level, b.lines));
                prop_assert_eq!(a.leaf.filter(|leaf| leaf.mv != Move::Pass), b.leaf);
            }
        }
    }
}

#[test]
#[ignore = "needs the sample books of other programs; give their paths in ENGINE_BOOKS"]
fn real_books_come_back() {
    for path in std::env::var("ENGINE_BOOKS").unwrap().split(':') {
        let bytes = fs::read(path).unwrap();
        let format = engine_book::detect(&bytes, bytes.len() as u64).unwrap();
        let book = if format == EngineFormat::Edax {
            comes_back(&bytes)
        } else {
            let book = engine_book::read(&bytes, format).unwrap();
            let again = engine_book::read(&to_egaroucid(&file(&book)), EngineFormat::Egaroucid);
            assert_eq!(again.unwrap(), book);
            book
        };
        println!("{path}: {} positions", book.len());
    }
}
