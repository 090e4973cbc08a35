//! Books: files of arbitrary bytes, edited files with correct checksums, the flat form, and books
//! made from games, evaluations and merging. The first byte selects the kind of input.
#![no_main]
use gamekit_fuzz::{crc32c, inside};
use libfuzzer_sys::fuzz_target;
use reversi_core::book::{Book, BookBuilder, BookFile, BookView, Evaluation};
use reversi_core::format::transcript;
use reversi_core::{Board, Move, Position};
use std::num::NonZeroU8;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, rest)) = bytes.split_first() else { return };
    match choice % 4 {
        0 => file(rest),
        1 => edited(rest),
        2 => flat(rest),
        _ => built(rest),
    }
});

/// Checks that all ways to read a file agree, for arbitrary bytes.
fn file(bytes: &[u8]) {
    let file = match BookFile::from_bytes(bytes) {
        Ok(file) => file,
        Err(error) => return inside(error.at as usize, bytes.len()),
    };
    let verified = file.verify();
    if let Err(error) = &verified {
        inside(error.at as usize, bytes.len());
    }
    let mut items = 0;
    for item in file.iter() {
        match item {
            Ok((key, record, info)) => {
                items += 1;
                if verified.is_ok() {
                    assert_eq!(file.find(key.board()), Ok(Some(info)));
                    assert_eq!(file.record(key.board()), Ok(Some(record)));
                }
            }
            Err(error) => {
                assert!(verified.is_err());
                inside(error.at as usize, bytes.len());
            }
        }
    }
    let mut board = Board::START;
    for _ in 0..4 {
        let _ = (file.find(board), file.record(board), BookView::moves(&file, board));
        let Some(square) = board.moves().first() else { break };
        board = board.play(square).expect("a move of the board");
    }
    match file.to_book() {
        Ok(book) => {
            assert_eq!(verified, Ok(()));
            assert_eq!((book.len() as u64, items), (file.len(), file.len()));
            same(&book, &file);
            round(&book);
        }
        Err(error) => assert_eq!(verified, Err(error)),
    }
    let mut builder = BookBuilder::new();
    assert_eq!(builder.add_file(&file).is_ok(), verified.is_ok());
    let _ = builder.build();
}

fn same(book: &Book, file: &BookFile<&[u8]>) {
    for (key, record, _) in book.iter() {
        assert_eq!(file.record(key.board()), Ok(Some(record)));
        assert_eq!(file.find(key.board()), Ok(book.find(key.board())));
    }
}

/// Checks that a written book can be read, and is written again as the same bytes.
fn round(book: &Book) {
    let bytes = book.to_bytes().expect("a small book");
    let file = BookFile::from_bytes(&bytes[..]).expect("the output can be read");
    file.verify().expect("the output can be read");
    let again = file.to_book().expect("the output can be read");
    assert_eq!(&again, book);
    assert_eq!(again.to_bytes().expect("a small book"), bytes);
    same(book, &file);
    let flat = book.to_flat_bytes().expect("a small book");
    let again = Book::from_flat_bytes(&flat).expect("the output can be read");
    assert_eq!(again.to_flat_bytes().expect("a small book"), flat);
}

/// The input is three bytes for each edit, then the game of the book. The checksums are corrected
/// after the edits.
fn edited(bytes: &[u8]) {
    let Some((&count, rest)) = bytes.split_first() else { return };
    let edits = usize::from(count % 16) * 3;
    let Some((edits, game)) = rest.split_at_checked(edits) else { return };
    let mut book = Book::new();
    add(&mut book, game, Some(2));
    let Ok(mut file_bytes) = book.to_bytes() else { return };
    for edit in edits.as_chunks::<3>().0 {
        let at = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % file_bytes.len();
        file_bytes[at] = edit[2];
    }
    let long = |bytes: &[u8], at: usize| {
        bytes[at..at + 8].iter().rev().fold(0u64, |sum, &byte| sum << 8 | u64::from(byte))
    };
    // The header is followed by an index of one more entry than there are buckets, 4 bytes each.
    // The records follow.
    let checks_at = long(&file_bytes, 24)
        .checked_add(1)
        .and_then(|buckets| buckets.checked_mul(4)?.checked_add(64))
        .and_then(|at| at.checked_add(long(&file_bytes, 32)));
    if let Some(checks_at) = checks_at
        && checks_at <= file_bytes.len() as u64
    {
        let checks_at = checks_at as usize;
        // The first block contains the header, so the header's checksums are computed last.
        for _ in 0..2 {
            let checks: Vec<u8> = file_bytes[..checks_at]
                .chunks(4096)
                .flat_map(|block| crc32c(block).to_le_bytes())
                .collect();
            file_bytes.truncate(checks_at);
            let sum = crc32c(&checks);
            file_bytes[12..16].copy_from_slice(&sum.to_le_bytes());
            let sum = crc32c(&file_bytes[..60]);
            file_bytes[60..64].copy_from_slice(&sum.to_le_bytes());
            file_bytes.extend(checks);
        }
    } else {
        let sum = crc32c(&file_bytes[..60]);
        file_bytes[60..64].copy_from_slice(&sum.to_le_bytes());
    }
    file(&file_bytes);
}

fn flat(bytes: &[u8]) {
    read_flat(bytes);
    // Set the number of records to the number that fits.
    let mut counted = ((bytes.len() / 20) as i32).to_le_bytes().to_vec();
    counted.extend(&bytes[..bytes.len() / 20 * 20]);
    // Make the values valid and the boards free of overlap.
    for record in counted[4..].as_chunks_mut::<20>().0 {
        for at in 0..8 {
            record[at + 8] &= !record[at];
        }
        let value = i32::from_le_bytes([record[16], record[17], record[18], record[19]]) % 64_001;
        record[16..].copy_from_slice(&value.to_le_bytes());
    }
    read_flat(&counted);
}

fn read_flat(bytes: &[u8]) {
    match Book::from_flat_bytes(bytes) {
        Ok(book) => {
            assert_eq!(book.len(), (bytes.len() - 4) / 20);
            round(&book);
            let written = book.to_flat_bytes().expect("a small book");
            assert_eq!(written.len(), bytes.len());
        }
        Err(error) => inside(error.at, bytes.len()),
    }
}

fn add(book: &mut Book, game: &[u8], score: Option<i32>) -> Vec<Move> {
    let text = String::from_utf8_lossy(game);
    let moves = match transcript::parse(&text) {
        Ok(game) => game.moves,
        // Pick among the legal moves instead.
        Err(_) => {
            let mut position = Position::start();
            for &pick in game.iter().take(60) {
                if position.must_pass() {
                    position.pass().expect("it must");
                }
                let legal = position.moves();
                let Some(square) =
                    legal.iter().nth(usize::from(pick) % 64 % (legal.len().max(1) as usize))
                else {
                    break;
                };
                position.play(square).expect("a legal move");
            }
            position.history().iter().map(|turn| turn.mv).collect()
        }
    };
    book.register(moves.iter().copied(), score).expect("a legal game");
    moves
}

/// Two books of games with evaluations: both orders of merging and the builder must give the same
/// book.
fn built(bytes: &[u8]) {
    let mut parts = bytes.split(|&byte| byte == 0xff);
    let (mut left, mut right) = (Book::new(), Book::new());
    let mut builder = BookBuilder::new();
    for (number, part) in parts.by_ref().take(6).enumerate() {
        let score =
            part.first().map(|&byte| i32::from(byte as i8) / 2).filter(|score| score % 3 != 0);
        let book = if number % 2 == 0 { &mut left } else { &mut right };
        let moves = add(book, part, score);
        builder.add_game(moves, score).expect("a legal game");
    }
    left.refresh();
    right.refresh();
    let (mut one, mut other) = (left.clone(), right.clone());
    one.merge(&right);
    other.merge(&left);
    assert_eq!(one, other);
    assert_eq!(one, builder.build());
    round(&one);
    // Insert and remove an evaluation.
    let keys: Vec<_> = one.iter().map(|(key, record, _)| (key, record)).collect();
    for (n, &(key, record)) in keys.iter().enumerate().take(8) {
        let byte = bytes.get(n).copied().unwrap_or(n as u8);
        let (value, depth) = (i32::from(byte) * 20 - 2560, byte % 7);
        let evaluated = record.with_evaluation(Evaluation::new(value, NonZeroU8::new(depth)));
        assert_eq!(one.insert(key.board(), evaluated), Some(record));
    }
    one.refresh();
    round(&one);
    for &(key, _) in keys.iter().take(2) {
        assert!(one.remove(key.board()).is_some());
        assert_eq!(one.find(key.board()), None);
    }
    one.refresh();
    round(&one);
}
