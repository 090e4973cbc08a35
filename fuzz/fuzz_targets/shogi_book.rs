//! Opening books: text (`.db`) and binary (`.ybb`), looked up with and without loading them.
#![no_main]
use gamekit_fuzz::inside;
use libfuzzer_sys::fuzz_target;
use shogi_core::format::record::Mode;
use shogi_core::format::yaneuraou_book::{AskBookError, Book, BookFile, ReadBookError};
use shogi_core::format::{sfen, ybb};
use shogi_core::{Flaws, Position};
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    text(bytes);
    binary(bytes);
    // Put the format name at the start.
    binary(&[b"YANE-BINBOOK-V1\0", bytes].concat());
});

fn text(bytes: &[u8]) {
    let parsed = Book::parse(bytes);
    let read = Book::read(bytes);
    let mut file = BookFile::new(Cursor::new(bytes)).expect("memory");
    match parsed {
        Ok((book, warnings)) => {
            let (again, the_same) = read.expect("read as it was parsed");
            assert_eq!((&again, &the_same), (&book, &warnings));
            let lines = bytes.split(|&byte| byte == b'\n').count() as u64;
            assert!(warnings.iter().all(|warning| (1..=lines).contains(&warning.line)));
            let written = book.to_string();
            let (again, warnings) =
                Book::parse(written.as_bytes()).expect("the output can be read");
            assert_eq!(again, book, "{written}");
            assert!(warnings.is_empty(), "{warnings:?}\n{written}");
            let mut bytes = Vec::new();
            book.write(&mut bytes).expect("memory");
            assert_eq!(bytes, written.as_bytes());
            let mut sorted = BookFile::new(Cursor::new(bytes)).expect("memory");
            for (key, entry) in book.iter() {
                // A book may contain an entry that no position can match, such as two kings of one
                // side.
                let Ok((position, _)) = sfen::parse(key, Mode::Lenient) else { continue };
                assert_eq!(book.find(&position), Some(entry));
                assert!(book.find_either(&position.half_turn()).is_some());
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
            assert!(error.line >= 1);
            let line =
                bytes.split(|&byte| byte == b'\n').nth(error.line as usize - 1).expect("a line");
            assert!(error.column >= 1 && error.column <= line.len() + 1, "{error}");
            match read {
                Err(ReadBookError::Parse(same)) => assert_eq!(same, error),
                other => panic!("{other:?}"),
            }
        }
    }
    // A file that is not loaded may be unsorted. Its look-ups then return whatever they find.
    if let Err(AskBookError::Invalid { at, .. }) = file.find_either(&Position::start()) {
        inside(at as usize, bytes.len());
    }
}

fn binary(bytes: &[u8]) {
    let file = ybb::BookFile::new(Cursor::new(bytes));
    match ybb::Book::parse(bytes) {
        Ok(book) => {
            let mut file = file.expect("a header that was read");
            assert_eq!(file.len(), book.len() as u64);
            let written = book.to_bytes();
            assert_eq!(ybb::Book::parse(&written).as_ref(), Ok(&book));
            for (packed, _) in book.iter() {
                if let Ok(setup) = packed.decode_setup()
                    && let Ok(position) = Position::from_setup_allowing(setup, Flaws::ALLOWABLE)
                    && book.find(&position).is_some()
                {
                    let found = file.find(&position).expect("an entry that was read");
                    assert_eq!(found.as_ref(), book.find(&position));
                }
            }
        }
        Err(error) => {
            inside(error.at as usize, bytes.len());
            if let Ok(mut file) = file {
                let _ = file.find(&Position::start());
            }
        }
    }
}
