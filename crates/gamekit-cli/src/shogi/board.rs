//! Boards drawn for a terminal, with the hands above and below.

use shogi_core::{Color, Hand, Piece, PieceKind, Position, Square};

/// In which letters a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// One kanji for each piece, `v` before White's; as in BOD diagrams.
    Kanji,
    /// SFEN letters, lower case for White's.
    Ascii,
}

/// The board and both hands, seen by Black.
pub(crate) fn draw(position: &Position, style: Style) -> String {
    let mut text = String::new();
    text.push_str(&hand_line(Color::White, position.hand(Color::White), style));
    text.push_str(match style {
        Style::Kanji => "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n",
        Style::Ascii => "  9  8  7  6  5  4  3  2  1\n+---------------------------+\n",
    });
    for rank in 1..=9 {
        text.push('|');
        for file in (1..=9).rev() {
            let piece = Square::new(file, rank).and_then(|square| position.piece_on(square));
            text.push_str(&cell(piece, style));
        }
        text.push_str(&format!("|{}\n", rank_name(rank, style)));
    }
    text.push_str("+---------------------------+\n");
    text.push_str(&hand_line(Color::Black, position.hand(Color::Black), style));
    text
}

/// The name of a rank, 1 to 9.
pub(crate) fn rank_name(rank: u8, style: Style) -> char {
    match style {
        Style::Kanji => ['一', '二', '三', '四', '五', '六', '七', '八', '九'][rank as usize - 1],
        Style::Ascii => char::from(b'a' + rank - 1),
    }
}

/// Who is to move, `☗ Black`.
pub(crate) const fn side_name(color: Color, style: Style) -> &'static str {
    match (color, style) {
        (Color::Black, Style::Kanji) => "☗ Black",
        (Color::White, Style::Kanji) => "☖ White",
        (Color::Black, Style::Ascii) => "Black",
        (Color::White, Style::Ascii) => "White",
    }
}

/// A square in three columns.
fn cell(piece: Option<Piece>, style: Style) -> String {
    match (piece, style) {
        (None, Style::Kanji) => " ・".to_owned(),
        (None, Style::Ascii) => " . ".to_owned(),
        (Some(piece), Style::Kanji) => {
            let mark = if piece.color() == Color::White { 'v' } else { ' ' };
            format!("{mark}{}", kanji(piece.kind()))
        }
        (Some(piece), Style::Ascii) => format!("{:>2} ", piece.to_string()),
    }
}

fn hand_line(color: Color, hand: Hand, style: Style) -> String {
    let name = match (color, style) {
        (Color::Black, Style::Kanji) => "☗ in hand: ",
        (Color::White, Style::Kanji) => "☖ in hand: ",
        (Color::Black, Style::Ascii) => "Black in hand: ",
        (Color::White, Style::Ascii) => "White in hand: ",
    };
    let held: Vec<String> = PieceKind::HAND
        .into_iter()
        .rev()
        .filter(|&kind| hand.count(kind) > 0)
        .map(|kind| {
            let letter = match style {
                Style::Kanji => kanji(kind).to_owned(),
                Style::Ascii => Piece::new(color, kind).to_string(),
            };
            match hand.count(kind) {
                1 => letter,
                count => format!("{letter}{count}"),
            }
        })
        .collect();
    format!("{name}{}\n", if held.is_empty() { "none".to_owned() } else { held.join(" ") })
}

/// The one kanji of a kind, as on diagrams.
pub(crate) fn kanji(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Gold => "金",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::King => "玉",
        PieceKind::Tokin => "と",
        PieceKind::ProLance => "杏",
        PieceKind::ProKnight => "圭",
        PieceKind::ProSilver => "全",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "龍",
    }
}
