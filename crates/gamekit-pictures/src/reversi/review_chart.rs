//! The chart of a review.

use reversi_core::Color;
use reversi_core::review::Review;

use crate::language::Language;
use crate::line_chart::{Line, LineChart};

/// The smallest loss in centidiscs that is marked.
const MARKED: i32 = 400;

/// Returns a chart of a reviewed game: the value of each move in discs for Black. Rings mark the moves
/// that lose at least four discs, in the colours of the lines of both sides.
///
/// ```
/// use gamekit_pictures::{Language, reversi::review_chart};
/// use reversi_core::review::Review;
///
/// let svg = review_chart(&Review::default(), "A game", Language::English).to_svg();
/// assert!(svg.contains("A game"));
/// ```
pub fn review_chart(review: &Review, title: &str, language: Language) -> LineChart {
    let point = |reviewed: &reversi_core::review::ReviewedMove| {
        let value = reviewed.value.discs();
        let value = if reviewed.side == Color::Black { value } else { -value };
        (reviewed.ply as f64, value)
    };
    let marks = |side| {
        let moves = review.moves.iter();
        moves
            .filter(move |reviewed| reviewed.side == side && reviewed.loss.get() >= MARKED)
            .map(point)
            .collect::<Vec<_>>()
    };
    let name = language.choose("value", "評価値");
    let whole = Line::new(name, review.moves.iter().map(point)).with_marks(marks(Color::Black));
    let mut chart = LineChart::new(title)
        .with_x_label(language.choose("ply", "手数"))
        .with_line(whole)
        .with_line_meaning(language.choose("value in discs for Black", "石差（黒から見て）"))
        .with_mark_meaning(language.choose("a move that loses 4 or more discs", "4石以上の損"));
    let white = marks(Color::White);
    if !white.is_empty() {
        let name = language.choose("White's losses", "白の損");
        chart = chart.with_line(Line::new(name, []).with_marks(white));
    }
    chart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_review_is_drawn_in_both_languages() {
        for (language, label) in [(Language::English, "ply"), (Language::Japanese, "手数")] {
            let svg = review_chart(&Review::default(), "t", language).to_svg();
            assert!(svg.contains(label) && svg.ends_with("</svg>\n"), "{svg}");
        }
    }
}
