//! Reading a book into memory.
use super::bulk::Bulk;
use super::engine_format::EngineFormat;
use super::error::ReadEngineBookError;
use super::source::Input;
use super::{edax, egaroucid};
use crate::book::{Book, stored_key};

/// Reads a book. A wrong number of positions in the header is an error; `import` accepts it in a book of
/// Edax.
///
/// # Errors
/// Returns [`ReadEngineBookError`] with the byte and the position of the first fault.
pub fn read(bytes: &[u8], format: EngineFormat) -> Result<Book, ReadEngineBookError> {
    match format {
        EngineFormat::Edax => match read_edax(bytes, |_| ())? {
            (book, None) => Ok(book),
            (_, Some(wrong_count)) => Err(wrong_count),
        },
        _ => Ok(to_book(&egaroucid::read(bytes, format, |_| ())?)),
    }
}

/// Reads a book of Edax to its end. Also returns the error of a wrong count in the header.
pub(super) fn read_edax<I: Input>(
    input: I,
    mut progress: impl FnMut(u64),
) -> Result<(Book, Option<ReadEngineBookError>), ReadEngineBookError> {
    let mut positions = edax::Positions::new(input)?;
    let mut book = Book::new();
    let mut count = 0u64;
    while let Some((board, note)) = positions.next()? {
        if book.note(board).is_some() {
            return Err(positions.duplicate());
        }
        // The evaluation of a record is that of the position with moves, if the file has both.
        let old = book.record(board);
        if old.is_none() || !stored_key(board).1 {
            let record = old.unwrap_or_default();
            book.insert(board, record.with_evaluation(note.evaluation(board)));
        }
        // The moves of the note were checked.
        let _ = book.insert_note(board, note);
        if count.is_multiple_of(1 << 14) {
            progress(positions.at());
        }
        count += 1;
    }
    book.refresh();
    Ok((book, positions.wrong_count()))
}

pub(super) fn to_book(bulk: &Bulk) -> Book {
    let mut book = Book::with_capacity(bulk.records() as usize);
    for noted in bulk.iter() {
        let board = noted.item.key.board();
        book.insert(board, noted.item.record);
        for (note, board) in noted.notes.into_iter().zip([board, board.swap_sides()]) {
            if let Some(note) = note {
                // The moves of the note were checked.
                let _ = book.insert_note(board, note);
            }
        }
    }
    book.refresh();
    book
}
