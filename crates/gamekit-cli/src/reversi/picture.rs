//! Makes pictures of positions with the values of their moves.

use gamekit_pictures::Language;
use gamekit_pictures::reversi::{Mark, Picture, side_name};
use reversi_core::{Position, Square};

/// Returns a picture with marks on moves, the best first, each with its value in centidiscs and its label.
/// All moves with the greatest value are marked as the best.
pub(super) fn of_moves(
    position: &Position,
    moves: impl Iterator<Item = (Square, Option<i32>, Option<String>)>,
    language: Language,
) -> Picture<'_> {
    let moves: Vec<_> = moves.collect();
    let best = moves.iter().filter_map(|(_, value, _)| *value).max();
    let marks = moves.into_iter().map(|(square, value, label)| {
        let mark = Mark::new(square);
        match label {
            Some(label) if value == best => mark.with_label(label).as_best(),
            Some(label) => mark.with_label(label),
            None => mark,
        }
    });
    Picture::new(position).with_language(language).with_marks(marks)
}

/// Returns a picture with the values of an opening book.
pub(super) fn of_book(
    position: &Position,
    moves: impl Iterator<Item = (Square, Option<i32>, Option<String>)>,
    language: Language,
) -> Picture<'_> {
    let side = side_name(position.side(), language);
    let (label, ring) = match language {
        Language::Japanese => (format!("石差（{side}）、定石データより"), "定石データになし"),
        Language::English => (format!("discs for {side}, by the book"), "not in the book"),
    };
    of_moves(position, moves, language).with_label_meaning(label).with_ring_meaning(ring)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equally_good_moves_are_marked_alike() {
        let position = Position::start();
        let frames = |values: [i32; 4]| {
            let moves = position.moves().into_iter().zip(values);
            let moves = moves.map(|(square, value)| (square, Some(value), Some("+1".to_owned())));
            let svg = of_moves(&position, moves, Language::English).to_svg();
            svg.matches("#ffd75e").count()
        };
        let (one, two) = (frames([3, 2, 1, 0]), frames([3, 3, 1, 0]));
        assert!(two > one);
        assert_eq!(frames([3, 3, 3, 3]), one + 3 * (two - one));
    }
}
