//! `--svg`: the pictures show the same content as the text output. The tests of `gamekit-pictures`
//! check the drawing itself.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use roxmltree::{Document, Node};
use support::run;
use tempfile::tempdir;

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../gamekit-engines/data/opening.book");

/// Runs a command with `--svg`. Returns the printed text and the SVG document.
fn draw(words: &[&str]) -> (String, String) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("picture.svg");
    let run = run(&[words, &["--svg", path.to_str().unwrap()]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    (run.stdout, fs::read_to_string(path).unwrap())
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap_or_else(|| panic!("{node:?} has no {name}")).parse().unwrap()
}

fn shapes<'a>(document: &'a Document<'a>, tag: &'static str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_tag_name(tag)).collect()
}

/// The files or the ranks of a drawn board, with their coordinates.
struct Axis(Vec<(String, f64)>);

impl Axis {
    /// Reads the coordinates from the first group of the document that contains a text for each of
    /// `names`.
    fn new(document: &Document<'_>, axis: &str, names: &[&str]) -> Self {
        let group = |node: Node<'_, '_>| -> Vec<(String, f64)> {
            let texts = node.children().filter(|node| node.has_tag_name("text"));
            texts
                .filter(|text| names.contains(&text.text().unwrap()))
                .map(|text| (text.text().unwrap().to_owned(), number(text, axis)))
                .collect()
        };
        let groups = document.descendants().filter(|node| node.has_tag_name("g"));
        Self(groups.map(group).find(|group| group.len() == names.len()).expect("coordinates"))
    }

    /// Returns the name that is nearest to a coordinate, if the distance is less than half a
    /// square.
    fn name(&self, at: f64) -> Option<&str> {
        let distance = |place: f64| (place - at).abs();
        let nearest = self.0.iter().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)))?;
        let step = (self.0[1].1 - self.0[0].1).abs();
        (distance(nearest.1) < step / 2.0).then_some(&nearest.0)
    }
}

/// The positions of the squares in a Reversi picture.
struct Squares(Axis, Axis);

impl Squares {
    fn of(document: &Document<'_>) -> Self {
        let files = Axis::new(document, "x", &["a", "b", "c", "d", "e", "f", "g", "h"]);
        Self(files, Axis::new(document, "y", &["1", "2", "3", "4", "5", "6", "7", "8"]))
    }

    fn name(&self, x: f64, y: f64) -> Option<String> {
        // The text is slightly below the middle of the square.
        Some(format!("{}{}", self.0.name(x)?, self.1.name(y + 5.0)?))
    }

    /// Returns the squares that have a circle with this fill colour.
    fn with_circle(&self, document: &Document<'_>, fill: &str) -> BTreeSet<String> {
        let circles = shapes(document, "circle").into_iter();
        let circles = circles.filter(|circle| circle.attribute("fill") == Some(fill));
        circles.filter_map(|c| self.name(number(c, "cx"), number(c, "cy"))).collect()
    }

    /// Returns the squares that have a text, with the text.
    fn with_text(&self, document: &Document<'_>) -> BTreeSet<(String, String)> {
        let texts = shapes(document, "text").into_iter();
        let named = texts.filter_map(|text| {
            let square = self.name(number(text, "x"), number(text, "y") - 5.0)?;
            Some((square, text.text().unwrap().to_owned()))
        });
        named.collect()
    }
}

fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_reversi_board_has_its_discs_its_last_move_and_the_values_of_its_moves() {
    let (_, svg) = draw(&["reversi", "analyze", "f5d6c3d3c4f4f6"]);
    let document = Document::parse(&svg).unwrap();
    let squares = Squares::of(&document);
    assert_eq!(squares.with_circle(&document, "#1a1a1a"), set("c3 c4 d4 e4 e5 f5 f6"));
    assert_eq!(squares.with_circle(&document, "#f7f5ef"), set("d3 f4 d5 d6"));
    assert_eq!(squares.with_circle(&document, "#e5432f"), set("f6"));

    let answer = run(&["reversi", "analyze", "f5d6c3d3c4f4f6", "--json"]).json();
    let mut values = BTreeSet::new();
    let mut unknown = BTreeSet::new();
    for candidate in answer["moves"].as_array().unwrap() {
        let square = candidate["move"].as_str().unwrap().to_owned();
        match candidate["book"]["value_centidiscs"].as_f64() {
            Some(value) => _ = values.insert((square, format!("{:+.2}", value / 100.0))),
            None => _ = unknown.insert(square),
        }
    }
    assert!(values.len() > 3 && unknown.len() == 1, "{answer}");
    assert_eq!(squares.with_text(&document), values);
    assert_eq!(squares.with_circle(&document, "none"), unknown);
    assert!(svg.contains(">White to move</text>"), "{svg}");
}

#[test]
fn a_search_takes_the_place_of_the_book() {
    let words = ["reversi", "analyze", "f5d6c3d3c4f4f6", "--depth", "4", "--threads", "1"];
    let (table, svg) = draw(&words);
    let document = Document::parse(&svg).unwrap();
    let texts = Squares::of(&document).with_text(&document);
    assert_eq!(texts.len(), 7);
    for (square, value) in texts {
        let row = table.lines().find(|line| line.starts_with(&format!("{square} "))).unwrap();
        assert_eq!(row.split_whitespace().nth(1), Some(value.as_str()), "{row}");
    }
    assert!(svg.contains("discs for White, depth 4, selectivity 95%"), "{svg}");
}

#[test]
fn the_book_draws_what_it_knows() {
    let (text, svg) = draw(&["reversi", "book", "find", BOOK, "f5"]);
    let document = Document::parse(&svg).unwrap();
    let texts = Squares::of(&document).with_text(&document);
    assert_eq!(texts.len(), 3, "{texts:?}");
    for (square, value) in texts {
        assert!(text.lines().any(|line| line.starts_with(&square) && line.contains(&value)));
    }
}

const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const LINE: &str = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b";

/// Returns the pieces on the board of a shogi picture, as `7六歩` or `v3四歩`, and the pieces in hand.
fn pieces(document: &Document<'_>) -> (BTreeSet<String>, Vec<String>) {
    let files = Axis::new(document, "x", &["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    let ranks = Axis::new(document, "y", &RANKS);
    let (mut on_board, mut in_hand) = (BTreeSet::new(), Vec::new());
    for text in shapes(document, "text") {
        if !text.attribute("font-family").is_some_and(|family| family.contains("Mincho")) {
            continue;
        }
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

/// Returns the pieces on a text board.
fn pieces_of_text(text: &str) -> BTreeSet<String> {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    let mut pieces = BTreeSet::new();
    for (row, rank) in rows.zip(RANKS) {
        let cells: Vec<char> = row.chars().skip(1).take(18).collect();
        for (cell, file) in cells.chunks(2).zip((1..=9).rev()) {
            if cell[1] != '・' {
                let mark = if cell[0] == 'v' { "v" } else { "" };
                pieces.insert(format!("{mark}{file}{rank}{}", cell[1]));
            }
        }
    }
    pieces
}

#[test]
fn a_shogi_board_has_its_pieces_its_hands_and_its_last_move() {
    let (text, svg) = draw(&["shogi", "analyze", LINE]);
    let document = Document::parse(&svg).unwrap();
    let (on_board, in_hand) = pieces(&document);
    assert_eq!(on_board, pieces_of_text(&text));
    assert_eq!(on_board.len(), 38);
    assert!(on_board.contains("v2二銀") && on_board.contains("7六歩"), "{on_board:?}");
    assert_eq!(in_hand, ["角", "v角"]);
    // These are the origin and the target of the silver's move.
    for fill in ["#f6e58a", "#efc94c"] {
        assert_eq!(squares_filled(&document, fill), 1);
    }
    let plain = draw(&["shogi", "analyze", "startpos"]).1;
    assert!(plain.contains(">Black to move, move 1: 30 legal moves<"), "{plain}");
    let document = Document::parse(&plain).unwrap();
    assert_eq!(squares_filled(&document, "#efc94c"), 0);
    // The 30 legal moves of the start position have 16 target squares: nine in front of the pawns
    // and seven behind the pawns.
    assert_eq!(dots(&document, "#33649b").len(), 16);
}

/// Returns the number of squares of the board that have this fill colour.
fn squares_filled(document: &Document<'_>, fill: &str) -> usize {
    let squares = shapes(document, "rect").into_iter();
    let squares = squares.filter(|rect| rect.attribute("fill") == Some(fill));
    squares.filter(|rect| number(*rect, "width") == 48.0).count()
}

/// Returns the squares of the shogi board that have a dot with this fill colour.
fn dots(document: &Document<'_>, fill: &str) -> BTreeSet<String> {
    let files = Axis::new(document, "x", &["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    let ranks = Axis::new(document, "y", &RANKS);
    let dots = shapes(document, "circle").into_iter();
    let dots = dots.filter(|circle| circle.attribute("fill") == Some(fill));
    let square = |dot: Node<'_, '_>| {
        let (x, y) = (number(dot, "cx"), number(dot, "cy"));
        Some(format!("{}{}", files.name(x)?, ranks.name(y + 5.0)?))
    };
    dots.filter_map(square).collect()
}

/// Returns the corners of each arrow. The last arrow belongs to the legend.
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
fn gains_have_numbers_and_arrows() {
    let (text, svg) = draw(&["shogi", "analyze", "position startpos moves 7g7f 3c3d"]);
    // The best capture only exchanges bishops, so no move gains material.
    assert!(arrows(&Document::parse(&svg).unwrap()).is_empty(), "{text}");
    let hanging = "4k4/9/9/9/4r4/9/9/4R4/4K4 b - 1";
    let (text, svg) = draw(&["shogi", "analyze", hanging]);
    let best = text.lines().find(|line| line.starts_with("5h5e")).unwrap();
    let value = best.split_whitespace().find(|word| word.starts_with('+')).unwrap();
    assert!(svg.contains(&format!(">{value}</text>")), "{best}");
    let arrows = arrows(&Document::parse(&svg).unwrap());
    assert_eq!(arrows.len(), 2);
    // The arrow goes up the rook's file from 5h to 5e and ends before the arrow of the other rook.
    let (left, right, top) = (288.0, 336.0, 40.0 + 4.0 * 52.0);
    assert!(arrows[0].iter().all(|&(x, y)| (left..right).contains(&x) && y > top + 26.0));
}

/// A middlegame position with winning captures, losing captures, drops and pieces in hand.
const RICH: &str = "position sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w \
                    RGgsn5p 1 moves 3i5g+";

#[test]
fn a_picture_says_in_words_what_it_shows() {
    let shogi = draw(&["shogi", "analyze", RICH]).1;
    let reversi = draw(&["reversi", "analyze", "f5d6c3d3c4f4f6"]).1;
    for (svg, title, words) in [
        (&shogi, "Shogi position, Black to move", ["Last move: 3i5g+", "4c5b+ +126"]),
        (&reversi, "Reversi position, White to move", ["Last move: f6", "not in the book: f7"]),
    ] {
        let document = Document::parse(svg).unwrap();
        assert_eq!(document.root_element().attribute("role"), Some("img"));
        assert_eq!(shapes(&document, "title")[0].text(), Some(title));
        let description = shapes(&document, "desc")[0].text().unwrap();
        for part in words {
            assert!(description.contains(part), "{description}");
        }
    }
}

#[test]
fn letters_stand_for_kanji_where_asked_for() {
    let (_, svg) = draw(&["shogi", "analyze", LINE, "--ascii"]);
    let document = Document::parse(&svg).unwrap();
    let letters: BTreeSet<&str> = shapes(&document, "text")
        .into_iter()
        .filter(|text| text.attribute("font-family").is_some())
        .map(|text| text.text().unwrap())
        .collect();
    assert_eq!(letters, BTreeSet::from(["P", "L", "N", "S", "G", "B", "R", "K"]));
}

#[test]
fn the_words_are_japanese_on_request() {
    let japanese = ["--svg-language", "japanese"];
    for (words, expected) in [
        (&["shogi", "analyze", "startpos"][..], "先手番、1手目：合法手30"),
        (&["reversi", "analyze", "f5"], "石差（白）、定石データより"),
        (&["reversi", "analyze", "f5", "--depth", "1"], "石差（白）、深さ1、信頼度95%"),
        (&["reversi", "book", "find", BOOK, "f5"], "石差（白）、定石データより"),
    ] {
        let svg = draw(&[words, &japanese].concat()).1;
        assert!(svg.contains(&format!(">{expected}</text>")), "{svg}");
    }
    run(&["shogi", "analyze", "--svg-language", "latin"]).refused(&["english", "japanese"]);
}

#[test]
fn a_game_is_shown_as_a_picture() {
    let folder = tempdir().unwrap();
    let kif = folder.path().join("a.kif");
    fs::write(&kif, "先手：A & B\n後手：<C>\n   1 ７六歩(77)\n   2 ３四歩(33)\n").unwrap();
    let kif = kif.to_str().unwrap();
    let (text, svg) = draw(&["shogi", "show", kif, "--ply", "1"]);
    let document = Document::parse(&svg).unwrap();
    assert_eq!(pieces(&document).0, pieces_of_text(&text));
    assert!(svg.contains(">Black: A &amp; B, White: &lt;C&gt;</text>"), "{svg}");
    assert!(svg.contains("after 1 move, last"), "{svg}");
    let svg = draw(&["shogi", "show", kif, "--ply", "1", "--svg-language", "japanese"]).1;
    assert!(svg.contains(">先手：A &amp; B、後手：&lt;C&gt;</text>"), "{svg}");
    assert!(svg.contains(">1手まで、最終手▲７六歩、後手番、次の手△３四歩</text>"), "{svg}");
}

#[test]
fn a_drawing_is_the_same_every_time_and_replaces_the_old_one() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a.svg");
    let words = ["shogi", "analyze", LINE, "--svg", path.to_str().unwrap()];
    fs::write(&path, "old").unwrap();
    assert_eq!(run(&words).code, 0);
    let first = fs::read(&path).unwrap();
    assert_eq!(run(&words).code, 0);
    assert_eq!(fs::read(&path).unwrap(), first);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    for game in ["reversi", "shogi"] {
        run(&[game, "analyze", "-", "--svg", "no.svg"]).refused(&["--svg", "one position"]);
        run(&[game, "analyze", "--svg", "no folder/a.svg"]).refused(&["no folder/a.svg"]);
    }
    run(&["reversi", "book", "find", BOOK, "-", "--svg", "no.svg"]).refused(&["one position"]);
    assert!(!Path::new("no.svg").exists());
}
