//! Opening books: text (`.db`) and binary (`.ybb`), looked up with and without loading them.
#![no_main]
use gamekit_fuzz::inside;
use libfuzzer_sys::fuzz_target;
use shogi_core::format::record::Mode;
use shogi_core::Position;
use shogi_core::format::book::{Book, BookFile, BookPlace, ReadBookError, YbbLossKind};
use shogi_core::format::sfen;
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    text(bytes);
    binary(bytes);
    // The input with the name of the format before it is read as a binary book.
    binary(&[b"YANE-BINBOOK-V1\0", bytes].concat());
});

fn text(bytes: &[u8]) {
    let parsed = Book::parse_db(bytes);
    let read = Book::read_db(bytes);
    let mut file = BookFile::new_db(Cursor::new(bytes)).expect("memory");
    match parsed {
        Ok((book, warnings)) => {
            let (again, the_same) = read.expect("read as it was parsed");
            assert_eq!((&again, &the_same), (&book, &warnings));
            let lines = bytes.split(|&byte| byte == b'\n').count() as u64;
            assert!(warnings.iter().all(|warning| (1..=lines).contains(&warning.line)));
            let written = book.to_string();
            let (again, warnings) =
                Book::parse_db(written.as_bytes()).expect("the output can be read");
            assert_eq!(again, book, "{written}");
            assert!(warnings.is_empty(), "{warnings:?}\n{written}");
            let mut bytes = Vec::new();
            book.write_db(&mut bytes).expect("memory");
            assert_eq!(bytes, written.as_bytes());
            let mut sorted = BookFile::new_db(Cursor::new(bytes)).expect("memory");
            for (key, entry) in book.iter() {
                // A book may contain an entry that no position can match, such as two kings of one
                // side.
                let Ok((position, _)) = sfen::parse(key, Mode::Lenient) else { continue };
                assert_eq!(book.find(&position), Some(entry));
                assert!(book.find_or_turned(&position.half_turn()).is_some());
                assert_eq!(
                    sorted.find(&position).expect("the output can be read").as_ref(),
                    Some(entry)
                );
            }
            assert_eq!(
                book.find(&Position::start()),
                sorted.find(&Position::start()).expect("the output can be read").as_ref()
            );
        }
        Err(error) => {
            let BookPlace::Line { line: number, column } = error.place else { panic!("{error}") };
            assert!(number >= 1);
            let line =
                bytes.split(|&byte| byte == b'\n').nth(number as usize - 1).expect("a line");
            assert!(column >= 1 && column <= line.len() + 1, "{error}");
            match read {
                Err(ReadBookError::Parse(same)) => assert_eq!(same, error),
                other => panic!("{other:?}"),
            }
        }
    }
    // The file may be unsorted, so a look-up may return an error or no entry.
    if let Err(ReadBookError::Parse(error)) = file.find_or_turned(&Position::start()) {
        let BookPlace::Byte { at, .. } = error.place else { panic!("{error}") };
        inside(at as usize, bytes.len());
    }
}

fn binary(bytes: &[u8]) {
    let file = BookFile::new_ybb(Cursor::new(bytes));
    match Book::parse_ybb(bytes) {
        Ok(book) => {
            let mut file = file.expect("a header that was read");
            assert!(file.position_count() >= Some(book.len() as u64));
            let written = book.to_ybb();
            let again = Book::parse_ybb(&written.bytes).expect("the output can be read");
            let is_lost = written.losses.iter().any(|loss| loss.kind == YbbLossKind::Position);
            assert!(is_lost || written.losses.is_empty(), "{:?}", written.losses);
            assert!(is_lost || again == book);
            let mut sorted = BookFile::new(Cursor::new(&written.bytes)).expect("memory");
            for (key, entry) in again.iter() {
                let Ok((position, _)) = sfen::parse(key, Mode::Lenient) else { continue };
                let found = sorted.find(&position).expect("the output can be read");
                assert_eq!(found.as_ref(), Some(entry));
            }
            let _ = file.find(&Position::start()).expect("a file that was read");
        }
        Err(error) => {
            let BookPlace::Byte { at, .. } = error.place else { panic!("{error}") };
            inside(at as usize, bytes.len());
            if let Ok(mut file) = file {
                let _ = file.find(&Position::start());
            }
        }
    }
}
