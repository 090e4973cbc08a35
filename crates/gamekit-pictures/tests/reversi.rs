//! Tests Reversi pictures. Discs and marks are found by their coordinates.

#![cfg(feature = "reversi")]

mod support;

use std::collections::BTreeSet;

use gamekit_pictures::Language;
use gamekit_pictures::reversi::{Mark, Picture, side_name};
use reversi_core::format::{boardtext, transcript};
use reversi_core::opening::Openings;
use reversi_core::{Color, Position, Square};
use roxmltree::Document;
use support::{Squares, assert_described, set};

const FILES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
const RANKS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

fn game(text: &str) -> Position {
    transcript::parse(text).unwrap().position
}

fn tiger() -> Position {
    game("f5d6c3d3c4f4f6")
}

#[test]
fn discs_the_last_move_and_marks_are_on_their_squares() {
    let position = tiger();
    let svg = Picture::new(&position)
        .with_mark(Mark::new(Square::E6).with_label("+1.50").as_best())
        .with_marks([Mark::new(Square::F7), Mark::new(Square::B4).with_label("-0.25")])
        .to_svg();
    let document = Document::parse(&svg).unwrap();
    let squares = Squares::new(&document, &FILES, &RANKS);
    assert_eq!(squares.with_circle(&document, "#1a1a1a"), set("c3 c4 d4 e4 e5 f5 f6"));
    assert_eq!(squares.with_circle(&document, "#f7f5ef"), set("d3 f4 d5 d6"));
    assert_eq!(squares.with_circle(&document, "#e5432f"), set("f6"));
    assert_eq!(squares.with_circle(&document, "none"), set("f7"));
    let texts = [("e6", "+1.50"), ("b4", "-0.25")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(squares.with_text(&document), BTreeSet::from(texts));
}

#[test]
fn passes_and_results_are_shown() {
    let draw = |text: &str, language| {
        let position = boardtext::parse(text).unwrap();
        Picture::new(&position).with_language(language).to_svg()
    };
    let white = format!("{}X- O", "O".repeat(62));
    let black = format!("{}X- X", "O".repeat(62));
    let full = format!("{} X", "O".repeat(64));
    let even = format!("{}{} X", "O".repeat(32), "X".repeat(32));
    for (text, english, japanese) in [
        (&white, "White to move", "白の番"),
        (&black, "Black must pass", "黒はパス"),
        (&full, "game over, White wins by 64", "終局、白の64石勝ち"),
        (&even, "game over, a draw", "終局、引き分け"),
    ] {
        for (language, words) in [(Language::English, english), (Language::Japanese, japanese)] {
            let svg = draw(text, language);
            assert!(svg.contains(&format!(">{words}</text>")), "{words} is not in {svg}");
        }
    }
}

#[test]
fn titles_and_descriptions_state_the_content() {
    let position = tiger();
    let picture = Picture::new(&position)
        .with_opening(Openings::new().of_game(&position).unwrap())
        .with_mark(Mark::new(Square::E6).with_label("+1.50").as_best())
        .with_mark(Mark::new(Square::F7))
        .with_label_meaning("discs for White, by the book")
        .with_ring_meaning("not in the book");
    let parts = [
        "Black has 7 discs, White 4.",
        " Opening: ",
        " Last move: f6.",
        " Moves, the best first, discs for White, by the book: e6 +1.50.",
        " Moves not in the book: f7.",
    ];
    assert_described(&picture.to_svg(), "Reversi position, White to move", &parts);
    let parts = ["黒7石、白4石。", "定石：", "最終手：f6。", "：e6 +1.50。", "：f7。"];
    let svg = picture.with_language(Language::Japanese).to_svg();
    assert_described(&svg, "リバーシの局面、白の番", &parts);
}

#[test]
fn legends_explain_only_the_marks_of_the_picture() {
    let position = tiger();
    let plain = Picture::new(&position).to_svg();
    assert!(plain.contains(">last move</text>") && !plain.contains("legal move"), "{plain}");
    let ring = Picture::new(&position).with_mark(Mark::new(Square::F7)).to_svg();
    assert!(ring.contains(">legal move</text>") && !ring.contains("best move"), "{ring}");
    let start = Position::start();
    let empty = Picture::new(&start).to_svg();
    assert!(!empty.contains("last move"), "{empty}");
    let best = Mark::new(Square::F5).with_label("0").as_best();
    let best = Picture::new(&start).with_language(Language::Japanese).with_mark(best).to_svg();
    for words in ["最善手", "黒から見た評価値"] {
        assert!(best.contains(&format!(">{words}</text>")), "{words} is not in {best}");
    }
}

#[test]
fn openings_have_a_name_in_the_language_of_the_picture() {
    let position = tiger();
    let opening = Openings::new().of_game(&position).unwrap();
    for (language, name) in
        [(Language::English, opening.english()), (Language::Japanese, opening.japanese())]
    {
        let name = name.or(opening.english()).or(opening.japanese()).unwrap();
        let picture = Picture::new(&position).with_language(language).with_opening(opening);
        assert!(picture.to_svg().contains(&format!("{name}</text>")), "{name}");
    }
}

#[test]
fn texts_are_escaped() {
    let start = Position::start();
    let svg = Picture::new(&start)
        .with_mark(Mark::new(Square::F5).with_label("<&>\u{7}"))
        .with_label_meaning("\"a\" < b & c")
        .to_svg();
    assert!(
        svg.contains(">&lt;&amp;&gt;</text>") && svg.contains(">&quot;a&quot; &lt; b &amp; c<")
    );
    Document::parse(&svg).unwrap();
}

#[test]
fn sides_have_names() {
    assert_eq!(side_name(Color::Black, Language::English), "Black");
    assert_eq!(side_name(Color::White, Language::Japanese), "白");
}
