//! Makes pictures of positions with the values of their moves.

use gamekit_pictures::Language;
use gamekit_pictures::reversi::{Mark, Picture, side_name};
use reversi_core::{Position, Square};

/// Returns a picture with a mark and a value for each move. `moves` is sorted best first. If the
/// first move has a value, it is marked as the best move.
pub(super) fn of_moves(
    position: &Position,
    moves: impl Iterator<Item = (Square, Option<String>)>,
    language: Language,
) -> Picture<'_> {
    let marks = moves.enumerate().map(|(rank, (square, label))| {
        let mark = Mark::new(square);
        match label {
            Some(label) if rank == 0 => mark.with_label(label).as_best(),
            Some(label) => mark.with_label(label),
            None => mark,
        }
    });
    Picture::new(position).with_language(language).with_marks(marks)
}

/// Returns a picture with the values of an opening book.
pub(super) fn of_book(
    position: &Position,
    moves: impl Iterator<Item = (Square, Option<String>)>,
    language: Language,
) -> Picture<'_> {
    let side = side_name(position.side(), language);
    let (label, ring) = match language {
        Language::Japanese => (format!("石差（{side}）、定石データより"), "定石データになし"),
        Language::English => (format!("discs for {side}, by the book"), "not in the book"),
    };
    of_moves(position, moves, language).with_label_meaning(label).with_ring_meaning(ring)
}
