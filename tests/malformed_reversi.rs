//! Tests damaged files and texts: each is rejected with the location of the error, and no function
//! panics.

mod support;

use proptest::prelude::*;
use reversi_core::Square;
use reversi_core::book::{Book, BookBuilder, BookFile, ReadBookError, ReadBookErrorKind as Kind};
use reversi_core::format::wthor::{GameFile, NameFile, NameKind};
use reversi_core::format::{
    boardtext, detect, games, ggf, obf, pgn, position_text, read, transcript,
};
use std::fs;

/// A book of several blocks.
fn book() -> Vec<u8> {
    let path = support::data_path("reversi/wthor/WTH_1985.wtb");
    let builder = games::add_files(BookBuilder::new().with_max_ply(12), &[path], |_| {}).unwrap();
    let bytes = builder.into_bytes().unwrap();
    assert!(bytes.len() > 5 * 4096);
    bytes
}

fn fault(bytes: &[u8]) -> Result<(), ReadBookError> {
    BookFile::from_bytes(bytes)?.verify()
}

#[test]
fn cut_books_say_where_they_end() {
    let bytes = book();
    fault(&bytes).unwrap();
    for len in (0..64).chain([64, 65, 4095, 4096, bytes.len() / 2, bytes.len() - 1]) {
        let error = fault(&bytes[..len]).unwrap_err();
        assert_eq!(error.at, if len == 0 { 0 } else { len as u64 }, "{len}");
        let expected = if len < 64 { 64 } else { bytes.len() as u64 };
        assert_eq!(error.kind, Kind::Truncated { expected }, "{len}");
    }
    let mut long = bytes.clone();
    long.extend_from_slice(b"more");
    let expected = ReadBookError { at: bytes.len() as u64, kind: Kind::TrailingBytes { count: 4 } };
    assert_eq!(fault(&long), Err(expected));
}

#[test]
fn every_flipped_bit_of_a_book_is_found() {
    let bytes = book();
    let checks = 4 * bytes.len().div_ceil(4096);
    // Flip all bits of the header and of the checksums, and one bit of every byte.
    for at in 0..bytes.len() {
        let bits = if at < 64 || at > bytes.len() - checks { 0..8 } else { at % 8..at % 8 + 1 };
        for bit in bits {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            let error = fault(&damaged).unwrap_err();
            match error.kind {
                Kind::NoBook => assert!(at < 8),
                Kind::Version { .. } => assert!((8..12).contains(&at)),
                Kind::HeaderChecksum => assert!(at < 64),
                Kind::ChecksChecksum => assert!(at >= bytes.len() - checks),
                Kind::BlockChecksum => assert_eq!(error.at, at as u64 / 4096 * 4096),
                other => panic!("byte {at}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_damaged_block_is_found_by_the_look_up_that_needs_it() {
    let bytes = book();
    let whole = BookFile::from_bytes(&bytes[..]).unwrap();
    let mut damaged = bytes.clone();
    let at = bytes.len() / 2;
    damaged[at] ^= 1;
    let file = BookFile::from_bytes(damaged).unwrap();
    let (mut intact, mut refused) = (0, 0);
    for item in whole.iter() {
        let (key, _, info) = item.unwrap();
        match file.find(key.board()) {
            Ok(found) => {
                assert_eq!(found, Some(info));
                intact += 1;
            }
            Err(error) => {
                let block = at as u64 / 4096 * 4096;
                assert_eq!(error, ReadBookError { at: block, kind: Kind::BlockChecksum });
                refused += 1;
            }
        }
    }
    assert!(intact > 10 * refused && refused > 10, "{intact} {refused}");
    assert!(file.to_book().is_err());
    let mut items = file.iter().skip_while(Result::is_ok);
    assert!(items.next().unwrap().is_err());
    assert!(items.next().is_none());
}

#[test]
fn counts_in_a_book_are_not_believed() {
    let bytes = book();
    // Also corrects the checksum of the header, so that the reader checks the changed field.
    let with = |at: usize, value: u64| {
        let mut bytes = bytes.clone();
        bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        let crc = crc32c(&bytes[..60]);
        bytes[60..64].copy_from_slice(&crc.to_le_bytes());
        fault(&bytes).unwrap_err()
    };
    assert_eq!(with(16, u64::MAX), ReadBookError { at: 16, kind: Kind::Header });
    assert_eq!(with(24, 0).kind, Kind::Header);
    assert_eq!(with(24, u64::MAX).kind, Kind::Header);
    assert_eq!(with(32, u64::MAX).kind, Kind::Header);
    assert!(matches!(with(32, u64::from(u32::MAX)).kind, Kind::Truncated { .. }));
    let positions = BookFile::from_bytes(&bytes[..]).unwrap().len();
    let count = Kind::Count { expected: positions - 1, found: positions };
    assert_eq!(with(16, positions - 1).kind, count);
}

/// Computes CRC-32C bit by bit.
fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ ((crc & 1) * 0x82f6_3b78))
    })
}

#[test]
fn flat_books_say_what_is_wrong() {
    let mut book = Book::new();
    book.register([Square::F5, Square::D6], Some(4)).unwrap();
    let bytes = book.to_flat_bytes().unwrap();
    assert_eq!(bytes.len(), 4 + 3 * 20);
    let read = Book::from_flat_bytes(&bytes).unwrap();
    assert_eq!(read.to_flat_bytes().unwrap(), bytes);
    for board in book.iter().map(|(key, ..)| key.board()) {
        assert_eq!(read.find(board).unwrap().value, book.find(board).unwrap().value);
    }

    let says = |bytes: &[u8], words: &str| {
        let error = Book::from_flat_bytes(bytes).unwrap_err().to_string();
        assert!(error.contains(words), "{error:?} does not contain {words:?}");
    };
    says(&[], "byte 0: the file has 0 bytes, but its record count requires 4");
    says(&bytes[..63], "byte 63: the file has 63 bytes, but its record count requires 64");
    let with = |at: usize, value: i32| {
        let mut bytes = bytes.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        bytes
    };
    says(&with(0, -1), "byte 0: count -1");
    says(&with(0, i32::MAX), "its record count requires 42949672944");
    says(&with(4 + 16, 64_001), "record 1, byte 20: value 64001");
    says(&with(4 + 20 + 16, i32::MIN), "record 2, byte 40: value -2147483648");
    says(&with(24, -1), "record 2, byte 24: both sides have a disc on");
    let mut twice = bytes.clone();
    twice.copy_within(4..24, 24);
    says(&twice, "record 2, byte 24: an earlier record has the same position");
    // Convert from 1/1000 disc with rounding.
    for (value, rounded) in [(1234, 123), (1235, 124), (-1235, -124), (-64_000, -6400)] {
        let read = Book::from_flat_bytes(&with(20, value)).unwrap();
        assert!(read.iter().any(|(.., info)| info.value == Some(rounded)));
    }
}

#[test]
fn files_of_games_name_the_file_and_the_place() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = directory.path().join(name);
        fs::write(&path, content).unwrap();
        path
    };
    let error =
        |path| games::add_files(BookBuilder::new(), &[path], |_| {}).unwrap_err().to_string();
    assert!(
        games::files(&[directory.path()]).unwrap_err().to_string().contains("no file of games")
    );
    let text = file("a.txt", b"f5d6\n\n# comment\nf5d6c3\nf5d6a1\nf5\n");
    assert!(
        error(text).contains("a.txt: line 5: invalid transcript, ply 3 at byte 4: illegal move a1")
    );
    assert!(error(file("b.txt", b"f5d6\nf5\xff")).contains("b.txt: byte 7: not UTF-8"));
    let mut bytes = support::data_bytes("reversi/wthor/WTH_1977.wtb");
    bytes[16 + 68 + 8 + 1] = 11;
    let illegal = "c.wtb: record 2: illegal game, ply 2: illegal move a1: the move flips no disc";
    assert!(error(file("c.wtb", &bytes)).contains(illegal));
    bytes.pop();
    assert!(error(file("d.WTB", &bytes)).contains("d.WTB: invalid wthor file, byte"));
    assert!(error(directory.path().join("none.wtb")).contains("none.wtb"));
    // Bad games can be skipped, but not a damaged file.
    let files = ["a.txt", "c.wtb"].map(|name| directory.path().join(name));
    let (builder, skipped) = games::add_readable(BookBuilder::new(), &files, |_| {}).unwrap();
    let places: Vec<String> = skipped.iter().map(ToString::to_string).collect();
    assert_eq!((builder.games(), places.len()), (3 + 11, 2));
    assert!(places[0].contains("a.txt: line 5: ") && places[1].contains("c.wtb: record 2: "));
    let damaged = [files[0].clone(), directory.path().join("d.WTB")];
    let error = games::add_readable(BookBuilder::new(), &damaged, |_| {}).unwrap_err();
    assert!(error.to_string().contains("d.WTB: invalid wthor file"), "{error}");
    // The message has the whole cause, so a printed chain of sources does not repeat the cause.
    let bad = games::add_files(BookBuilder::new(), &[file("e.txt", b"f5f5")], |_| {}).unwrap_err();
    assert!(bad.to_string().ends_with("illegal move f5: the square is not empty"), "{bad}");
    assert!(std::error::Error::source(&bad).is_none());
    assert!(std::error::Error::source(&bad.kind).is_none());
    fs::remove_file(directory.path().join("e.txt")).unwrap();
    assert_eq!(games::files(&[directory.path()]).unwrap().len(), 4);
}

#[test]
fn every_flipped_byte_of_a_small_wthor_file_is_read_or_placed() {
    let bytes = support::data_bytes("reversi/wthor/WTH_1978.wtb");
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            match GameFile::from_bytes(&damaged) {
                Err(error) => assert!(error.at <= damaged.len()),
                Ok(file) => {
                    file.games.iter().for_each(|game| drop(game.replay()));
                    assert_eq!(file.to_bytes().unwrap(), damaged);
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), start in 0usize..4) {
        let head: &[u8] = [&b"\x89RVBOOK\n\x01\0\0\0"[..], b"\x14\x07\x05\x16\x01\0\0\0\0\0\0\0\0\0\0\0", b"\x01\0\0\0", b""][start];
        let bytes = [head, &bytes].concat();
        let _ = fault(&bytes);
        let _ = Book::from_flat_bytes(&bytes);
        let _ = GameFile::from_bytes(&bytes);
        let _ = NameFile::from_bytes(NameKind::Players, &bytes);
        let _ = NameFile::from_bytes(NameKind::Tournaments, &bytes);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[a-hA-H1-9XO*.\\-\\[\\](){};\" \r\n:é0pas]{0,90}") {
        let _ = boardtext::parse(&text);
        let _ = obf::parse_line(&text);
        let _ = ggf::parse(&text);
        let _ = ggf::parse(&format!("(;BO[{text}]B[{text}];)"));
        if let Err(error) = transcript::parse(&text) {
            prop_assert!(text.is_char_boundary(error.at));
        }
        transcript::lines(&text).for_each(drop);
        if let Err(error) = position_text::parse(&text) {
            prop_assert!(text.is_char_boundary(error.at));
        }
        if let Err(error) = pgn::parse(&format!("[FEN \"{text}\"]{{{text}}}{text}")) {
            prop_assert!(error.at <= 2 * text.len() + text.len() + 12);
        }
        let _ = pgn::parse(&text);
        let _ = (detect(text.as_bytes()), read(text.as_bytes()));
    }
}
