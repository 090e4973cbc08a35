//! Tests shogi pictures. Pieces and marks are found by their coordinates.

#![cfg(feature = "shogi")]

mod support;

use std::collections::BTreeSet;

use gamekit_pictures::Language;
use gamekit_pictures::shogi::{Letters, Picture, side_name};
use roxmltree::{Document, Node};
use shogi_core::format::usi;
use shogi_core::{Color, Move, Position, See, Square};
use support::{Axis, Squares, assert_described, number, set, shapes};

const FILES: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const LINE: &str = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b";
/// A middle-game position in which captures win and lose material and both sides have pieces in
/// hand.
const RICH: &str = "position sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w \
                    RGgsn5p 1 moves 3i5g+";
const HANGING: &str = "sfen 4k4/9/9/9/4r4/9/9/4R4/4K4 b - 1";

/// Reads a position and the last move.
fn read(line: &str) -> (Position, Option<Move>) {
    let line = line.parse::<usi::PositionLine>().unwrap();
    let last = line.moves.last().copied();
    (line.position, last)
}

/// Returns the legal moves with their exchange values, the best first.
fn values(position: &Position) -> Vec<(Move, i32)> {
    let mut values: Vec<(Move, i32)> = position
        .legal_moves()
        .as_slice()
        .iter()
        .map(|&mv| (mv, See::BONANZA.of_move(position, mv)))
        .collect();
    values.sort_by_key(|&(mv, value)| (-value, mv.bits()));
    values
}

/// Draws a position with all legal moves.
fn draw(line: &str, change: impl FnOnce(Picture<'_>) -> Picture<'_>) -> String {
    let (position, last) = read(line);
    let picture = Picture::new(&position).with_values(values(&position)).with_status();
    let picture = match last {
        Some(last) => picture.with_last_move(last),
        None => picture,
    };
    change(picture).to_svg()
}

/// Returns the pieces on the board, as `7六歩` or, for White, `v3四歩`, and the pieces outside the
/// board.
fn pieces(document: &Document<'_>) -> (BTreeSet<String>, Vec<String>) {
    let files = Axis::new(document, "x", &FILES);
    let ranks = Axis::new(document, "y", &RANKS);
    let (mut on_board, mut in_hand) = (BTreeSet::new(), Vec::new());
    for text in letters(document) {
        let turned = text.attribute("transform").is_some_and(|t| t.starts_with("rotate(180 "));
        let name = |place: &str| {
            format!("{}{place}{}", if turned { "v" } else { "" }, text.text().unwrap())
        };
        match (files.name(number(text, "x")), ranks.name(number(text, "y") - 6.0)) {
            (Some(file), Some(rank)) => _ = on_board.insert(name(&format!("{file}{rank}"))),
            _ => in_hand.push(name("")),
        }
    }
    (on_board, in_hand)
}

/// Returns the letters of all pieces.
fn letters<'a>(document: &'a Document<'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    let texts = shapes(document, "text").into_iter();
    texts.filter(|text| text.attribute("font-family").is_some_and(|name| name.contains("Mincho")))
}

/// Counts the squares of the board with this fill colour.
fn squares_filled(document: &Document<'_>, fill: &str) -> usize {
    let squares = shapes(document, "rect").into_iter();
    let squares = squares.filter(|rect| rect.attribute("fill") == Some(fill));
    squares.filter(|rect| number(*rect, "width") == 48.0).count()
}

/// Returns the corners of each arrow. The arrow of the legend, if there is one, is the last.
fn arrows(document: &Document<'_>) -> Vec<Vec<(f64, f64)>> {
    let corners = |arrow: Node<'_, '_>| {
        let points = arrow.attribute("points").unwrap().split(' ');
        let point = |text: &str| {
            let (x, y) = text.split_once(',').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        };
        points.map(point).collect::<Vec<_>>()
    };
    shapes(document, "polygon").into_iter().map(corners).filter(|c| c.len() == 7).collect()
}

#[test]
fn pieces_hands_and_the_last_move_are_in_their_places() {
    let svg = draw(LINE, |picture| picture);
    let document = Document::parse(&svg).unwrap();
    let (on_board, in_hand) = pieces(&document);
    let expected = "v9一香 v8一桂 v7一銀 v6一金 v5一玉 v4一金 v2一桂 v1一香 v8二飛 v2二銀 \
                    v9三歩 v8三歩 v7三歩 v6三歩 v5三歩 v4三歩 v3四歩 v2三歩 v1三歩 \
                    7六歩 9七歩 8七歩 6七歩 5七歩 4七歩 3七歩 2七歩 1七歩 2八飛 \
                    9九香 8九桂 7九銀 6九金 5九玉 4九金 3九銀 2九桂 1九香";
    assert_eq!(on_board, set(expected));
    assert_eq!(in_hand, ["角", "v角"]);
    // The colours of the origin and the target of the silver.
    for fill in ["#f6e58a", "#efc94c"] {
        assert_eq!(squares_filled(&document, fill), 1);
    }
}

#[test]
fn squares_that_moves_reach_have_dots() {
    let svg = draw("startpos", |picture| picture);
    assert!(svg.contains(">Black to move, move 1: 30 legal moves<"), "{svg}");
    let document = Document::parse(&svg).unwrap();
    assert_eq!(squares_filled(&document, "#efc94c"), 0);
    // The 30 legal moves of the start position reach nine squares in front of the pawns and seven
    // squares behind the pawns.
    let dots = Squares::new(&document, &FILES, &RANKS).with_circle(&document, "#33649b");
    assert_eq!(dots.len(), 16);
    assert!(dots.contains("7六") && dots.contains("3八"), "{dots:?}");
}

#[test]
fn gains_have_numbers_and_arrows() {
    // Black's bishop captures White's bishop and is recaptured: an even exchange.
    let svg = draw("position startpos moves 7g7f 3c3d", |picture| picture);
    assert!(arrows(&Document::parse(&svg).unwrap()).is_empty(), "{svg}");
    let best = values(&read(HANGING).0)[0];
    assert_eq!(best.0.to_string(), "5h5e");
    let svg = draw(HANGING, |picture| picture);
    assert!(svg.contains(&format!(">{:+}</text>", best.1)), "{svg}");
    let drawn = arrows(&Document::parse(&svg).unwrap());
    assert_eq!(drawn.len(), 2);
    // The arrow goes along the file of the rook, from 5h to the edge of the other rook on 5e.
    let (left, right, top) = (288.0, 336.0, 40.0 + 4.0 * 52.0);
    assert!(drawn[0].iter().all(|&(x, y)| (left..right).contains(&x) && y > top + 26.0));
    let none = draw(HANGING, |picture| picture.with_arrow_count(0));
    assert!(arrows(&Document::parse(&none).unwrap()).is_empty(), "{none}");
}

#[test]
fn arrows_of_the_caller_are_drawn() {
    let svg = draw("startpos", |picture| {
        picture.with_arrow(Square::SQ_7G, Square::SQ_7F).with_arrow(Square::SQ_5E, Square::SQ_5E)
    });
    assert_eq!(arrows(&Document::parse(&svg).unwrap()).len(), 1);
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn arrows_do_not_cover_numbers() {
    let svg = draw(RICH, |picture| picture);
    let document = Document::parse(&svg).unwrap();
    let numbers: Vec<[f64; 4]> = shapes(&document, "rect")
        .into_iter()
        .filter(|rect| rect.attribute("rx") == Some("8") && rect.attribute("height") == Some("16"))
        .map(|rect| ["x", "y", "width", "height"].map(|name| number(rect, name)))
        .collect();
    assert!(numbers.len() > 8, "{numbers:?}");
    let arrows = arrows(&document);
    // The third and the fourth best move are equally good, so both have arrows.
    assert_eq!(arrows.len(), 5);
    for [x, y, width, height] in numbers {
        for &(px, py) in arrows.iter().flatten() {
            let is_inside = (x..x + width).contains(&px) && (y..y + height).contains(&py);
            assert!(!is_inside, "an arrow at {px},{py} covers the number at {x},{y}");
        }
    }
}

#[test]
fn titles_and_descriptions_state_the_content() {
    let parts = ["Last move: 3i5g+.", "Best exchanges: ", "4c5b+ +126"];
    assert_described(&draw(RICH, |p| p), "Shogi position, Black to move", &parts);
    let parts = ["最終手：3i5g+。", "得な駒交換：", "4c5b+ +126", "先手番、2手目"];
    let svg = draw(RICH, |picture| picture.with_language(Language::Japanese));
    assert_described(&svg, "将棋の局面、先手番", &parts);
    let svg = draw(RICH, |picture| picture.with_value_meaning("centipawns"));
    assert_described(&svg, "Shogi position, Black to move", &["Best moves: "]);
    assert!(svg.contains(">centipawns</text>") && !svg.contains("exchange"), "{svg}");
}

#[test]
fn legends_explain_only_the_marks_of_the_picture() {
    for (line, language, there, missing) in [
        (RICH, Language::English, &["loses", "even", "the best gains", "last move"][..], &[][..]),
        ("startpos", Language::English, &["even"], &["loses", "last move", "gains"]),
        (RICH, Language::Japanese, &["損", "互角", "得の大きい手", "最終手"], &["last"]),
    ] {
        let svg = draw(line, |picture| picture.with_language(language));
        for words in there {
            assert!(svg.contains(&format!(">{words}</text>")), "no {words} in {svg}");
        }
        for words in missing {
            assert!(!svg.contains(words), "{words} in {svg}");
        }
    }
}

#[test]
fn the_status_states_checks_and_mates() {
    for (sfen, english, japanese) in [
        ("sfen 4k4/4R4/9/9/9/9/9/9/4K4 w - 8", "in check: 3 legal moves", "王手：合法手3"),
        ("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 8", "mated", "詰み"),
        ("sfen 8k/9/7G1/7K1/9/9/9/9/9 w - 8", "move 8: 1 legal move", "8手目：合法手1"),
    ] {
        for (language, words) in [(Language::English, english), (Language::Japanese, japanese)] {
            let svg = draw(sfen, |picture| picture.with_language(language));
            assert!(svg.contains(&format!("{words}</text>")), "{words} is not in {svg}");
        }
    }
}

#[test]
fn letters_are_japanese_or_western() {
    let svg = draw(LINE, |picture| picture.with_letters(Letters::Western));
    let document = Document::parse(&svg).unwrap();
    let found: BTreeSet<&str> = letters(&document).map(|text| text.text().unwrap()).collect();
    assert_eq!(found, BTreeSet::from(["P", "L", "N", "S", "G", "B", "R", "K"]));
    Squares::new(&document, &FILES, &["a", "b", "c", "d", "e", "f", "g", "h", "i"]);
}

#[test]
fn captions_are_below_the_status() {
    let svg = draw("startpos", |picture| picture.with_caption("A & B").with_caption("second"));
    let place = |text: &str| svg.find(text).unwrap_or_else(|| panic!("{text} is not in {svg}"));
    assert!(place(">Black to move") < place(">A &amp; B</text>"));
    assert!(place(">A &amp; B</text>") < place(">second</text>"));
}

#[test]
fn sides_have_names() {
    assert_eq!(side_name(Color::Black, Language::English), "Black");
    assert_eq!(side_name(Color::White, Language::Japanese), "後手");
}
