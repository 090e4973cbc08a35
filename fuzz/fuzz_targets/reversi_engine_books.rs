//! Books of Edax and Egaroucid: arbitrary bytes, and books whose positions come from games. The first
//! byte selects the format, and whether the positions are corrected.
#![no_main]
use gamekit_fuzz::inside;
use libfuzzer_sys::fuzz_target;
use reversi_core::book::{Book, BookFile};
use reversi_core::format::engine_book::{self, EngineFormat, edax, egaroucid};
use reversi_core::{Board, canonical};
use std::convert::Infallible;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, rest)) = bytes.split_first() else { return };
    let format = EngineFormat::ALL[usize::from(choice % 4)];
    if choice & 4 == 0 {
        check(rest, format);
    } else {
        check(&built(rest, format), format);
    }
});

/// Checks that both readers agree, and that a book survives writing and reading.
fn check(bytes: &[u8], format: EngineFormat) {
    let imported = engine_book::import(bytes, format, |_| ());
    let book = match engine_book::read(bytes, format) {
        Ok(book) => book,
        Err(error) => {
            let other = imported.map_or_else(Some, |imported| imported.wrong_count().copied());
            assert_eq!(other, Some(error));
            return inside(error.at as usize, bytes.len());
        }
    };
    assert_eq!(imported.expect("the other reader accepts the book").into_book(), book);
    let file = BookFile::from_bytes(book.to_bytes().expect("a small book")).expect("a book");
    assert_eq!(file.to_book().as_ref(), Ok(&book));
    for (key, _, _) in book.iter() {
        assert_eq!(file.note(key.board()), Ok(book.note(key.board())));
    }
    let again = engine_book::read(&written(&file, true), EngineFormat::Edax).expect("our output");
    if format == EngineFormat::Edax {
        assert_eq!(again.len(), book.len());
        // A link to a position that is not in the book is not written.
        let is_linked = |board: Board| {
            let links = book.note(board).and_then(|note| note.links).unwrap_or_default();
            links.iter().all(|link| book.find(board.play(link.mv).expect("checked")).is_some())
        };
        let both = |board: Board| [board, board.swap_sides()];
        if book.iter().flat_map(|(key, _, _)| both(key.board())).all(is_linked) {
            assert_eq!(again, book);
        }
    }
    let again = engine_book::read(&written(&file, false), EngineFormat::Egaroucid);
    let again: Book = again.expect("our output");
    if format != EngineFormat::Edax {
        for (key, record, _) in again.iter() {
            assert_eq!(book.record(key.board()), Some(record));
        }
    }
}

fn written(file: &BookFile<Vec<u8>>, is_edax: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let out = |part: &[u8]| {
        bytes.extend_from_slice(part);
        Ok::<(), Infallible>(())
    };
    if is_edax {
        edax::write(file, edax::Settings::default(), out).expect("an intact book");
    } else {
        egaroucid::write(file, out).expect("an intact book");
    }
    bytes
}

/// Makes a file whose positions are legal: each byte picks a move, and the following bytes are the other
/// fields.
fn built(bytes: &[u8], format: EngineFormat) -> Vec<u8> {
    let mut board = Board::START;
    let mut positions = Vec::new();
    let mut count = 0i32;
    for part in bytes.chunks_exact(12) {
        if board.must_pass() {
            board = board.pass_unchecked();
        }
        let legal = board.moves();
        let Some(square) = legal.iter().nth(usize::from(part[0]) % (legal.len().max(1) as usize))
        else {
            board = Board::START;
            continue;
        };
        if part[0] < 250 {
            board = board.play_unchecked(square);
        }
        let image = canonical(board.swap_sides()).0.board().swap_sides();
        positions.extend_from_slice(&image.player().bits().to_le_bytes());
        positions.extend_from_slice(&image.opponent().bits().to_le_bytes());
        let value = part[1] % 129;
        let own = image.moves().iter().next().map_or(65, |square| square.index() as u8);
        let leaf = if part[2] < 250 { own } else { part[2] };
        match format {
            EngineFormat::Edax => {
                positions.extend_from_slice(&part[..8]);
                positions.extend_from_slice(&part[..8]);
                let score = i16::from(value) - 64;
                let bounds = [score, i16::from(part[3] % 128), -i16::from(part[4] % 128)];
                bounds.iter().for_each(|bound| positions.extend_from_slice(&bound.to_le_bytes()));
                positions.extend_from_slice(&[0, part[5] % 128, part[6], leaf]);
            }
            EngineFormat::Egaroucid => {
                positions.extend_from_slice(&[value.wrapping_sub(64), part[3]]);
                positions.extend_from_slice(&part[4..8]);
                positions.extend_from_slice(&[part[8], leaf, part[9]]);
            }
            EngineFormat::Egaroucid2 => {
                positions.extend_from_slice(&[
                    value.wrapping_sub(64),
                    part[3],
                    1,
                    part[4],
                    part[5],
                ]);
            }
            _ => positions.push(value),
        }
        count += 1;
    }
    let mut file = match format {
        EngineFormat::Edax => {
            let mut head = b"XADEKOOB\x04\x04".to_vec();
            head.resize(38, 0);
            head
        }
        EngineFormat::Egaroucid => b"DICUORAGE\x03".to_vec(),
        EngineFormat::Egaroucid2 => b"DICUORAGE\x02".to_vec(),
        _ => Vec::new(),
    };
    file.extend_from_slice(&count.to_le_bytes());
    file.extend(positions);
    file
}
