//! Files on disk: games of any format added to a book, and books that are mapped and loaded.
#![no_main]
use gamekit_fuzz::inside;
use libfuzzer_sys::fuzz_target;
use reversi_core::book::{Book, BookBuilder, BookFile, MappedBook, OpenBookErrorKind};
use reversi_core::format::games::{self, ReadGamesErrorKind};
use reversi_core::format::{Format, detect_named, transcript};
use std::fs;
use std::path::PathBuf;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, content)) = bytes.split_first() else { return };
    let end = ["txt", "wtb", "book", "TXT"][usize::from(choice % 4)];
    let name = format!("gamekit-fuzz-{}.{end}", std::process::id());
    let path = std::env::temp_dir().join(name);
    fs::write(&path, content).expect("room for a small file");
    if choice % 4 == 2 {
        book(&path, content);
    } else {
        records(&path, content);
    }
    fs::remove_file(&path).expect("a file of our own");
});

fn book(path: &PathBuf, content: &[u8]) {
    let bytes = BookFile::from_bytes(content);
    // SAFETY: only this process uses the file, and does not change it before the end of the match.
    match (unsafe { MappedBook::open(path) }, &bytes) {
        (Ok(mapped), Ok(file)) => {
            assert_eq!((mapped.as_bytes(), mapped.len()), (content, file.len()));
            assert_eq!(mapped.verify(), file.verify());
        }
        (Err(error), Err(same)) => {
            assert!(matches!(error.kind, OpenBookErrorKind::Read(read) if read == *same));
        }
        // The operating system cannot map an empty file.
        (Err(_), _) if content.is_empty() => {}
        (mapped, _) => panic!("{mapped:?}"),
    }
    let loaded = Book::load(path);
    if let Ok(book) = loaded {
        assert_eq!(Ok(book), bytes.expect("it was read before").to_book());
    }
}

fn records(path: &PathBuf, content: &[u8]) {
    let files = games::files(&[path]).expect("a file");
    assert_eq!(files, [path.clone()]);
    match games::add_files(BookBuilder::new(), &files, |progress| {
        assert!(progress.bytes <= progress.total_bytes);
    }) {
        Ok(builder) => {
            let book = builder.build();
            let text = String::from_utf8_lossy(content);
            if detect_named(&path.to_string_lossy(), content) != Some(Format::Wthor) {
                let games = transcript::lines(&text).filter(|(_, game)| game.is_ok()).count();
                assert!(games > 0);
                // A line must give the same result when it is parsed separately.
                let mut one_by_one = BookBuilder::new();
                for (_, game) in transcript::lines(&text) {
                    let game = game.expect("it was read before");
                    one_by_one.add_game(game.moves.iter().copied(), game.score()).expect("legal");
                }
                assert_eq!(one_by_one.build(), book);
            }
        }
        Err(error) => {
            assert_eq!(&error.path, path);
            let _ = error.to_string();
            match error.kind {
                ReadGamesErrorKind::NotText { at } => inside(at, content.len()),
                ReadGamesErrorKind::Transcript { line, error } => {
                    assert!(line <= content.split(|&byte| byte == b'\n').count());
                    inside(error.at, content.len());
                }
                ReadGamesErrorKind::Wthor(error) => inside(error.at, content.len()),
                ReadGamesErrorKind::Illegal { record, .. } => assert!(record >= 1),
                _ => {}
            }
        }
    }
}
