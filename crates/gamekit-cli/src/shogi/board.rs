//! Draws boards as text, with White's hand above and Black's hand below.

use gamekit_pictures::shogi::Letters;
use shogi_core::{Color, Hand, Piece, PieceKind, Position, Square};

/// Returns the kind of letters for the value of `--ascii`.
pub(crate) const fn letters(ascii: bool) -> Letters {
    if ascii { Letters::Western } else { Letters::Japanese }
}

/// Draws the board and both hands, from Black's point of view.
pub(crate) fn draw(position: &Position, letters: Letters) -> String {
    let mut text = String::new();
    text.push_str(&hand_line(Color::White, position.hand(Color::White), letters));
    text.push_str(match letters {
        Letters::Japanese => "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n",
        Letters::Western => "  9  8  7  6  5  4  3  2  1\n+---------------------------+\n",
    });
    for rank in 1..=9 {
        text.push('|');
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|square| position.piece_on(square));
            text.push_str(&cell(piece, letters));
        }
        text.push_str(&format!("|{}\n", letters.rank(rank).unwrap_or_default()));
    }
    text.push_str("+---------------------------+\n");
    text.push_str(&hand_line(Color::Black, position.hand(Color::Black), letters));
    text
}

/// Returns the name of a side: `☗ Black`.
pub(crate) const fn side_name(color: Color, letters: Letters) -> &'static str {
    match (color, letters) {
        (Color::Black, Letters::Japanese) => "☗ Black",
        (Color::White, Letters::Japanese) => "☖ White",
        (Color::Black, Letters::Western) => "Black",
        (Color::White, Letters::Western) => "White",
    }
}

/// Returns the text of a square, three columns wide.
fn cell(piece: Option<Piece>, letters: Letters) -> String {
    match (piece, letters) {
        (None, Letters::Japanese) => " ・".to_owned(),
        (None, Letters::Western) => " . ".to_owned(),
        (Some(piece), Letters::Japanese) => {
            let mark = if piece.color() == Color::White { 'v' } else { ' ' };
            format!("{mark}{}", letters.piece(piece.kind()))
        }
        (Some(piece), Letters::Western) => format!("{:>2} ", piece.to_string()),
    }
}

fn hand_line(color: Color, hand: Hand, letters: Letters) -> String {
    let name = match (color, letters) {
        (Color::Black, Letters::Japanese) => "☗ in hand: ",
        (Color::White, Letters::Japanese) => "☖ in hand: ",
        (Color::Black, Letters::Western) => "Black in hand: ",
        (Color::White, Letters::Western) => "White in hand: ",
    };
    let held: Vec<String> = PieceKind::HAND
        .into_iter()
        .rev()
        .filter(|&kind| hand.count(kind) > 0)
        .map(|kind| {
            let letter = match letters {
                Letters::Japanese => letters.piece(kind),
                Letters::Western => Piece::new(color, kind).to_string(),
            };
            match hand.count(kind) {
                1 => letter,
                count => format!("{letter}{count}"),
            }
        })
        .collect();
    format!("{name}{}\n", if held.is_empty() { "none".to_owned() } else { held.join(" ") })
}
