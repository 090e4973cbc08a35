//! A position as an SVG picture.
//!
//! ```text
//!      a  b  c ..
//!    1 .  .  .        the last disc played has a red dot, the best move a gold frame,
//!    2 .  o  .        each legal move a ring or what is known of it
//!
//!    # 7  o 4         White to move
//!    the opening's name
//!    what the marks mean
//! ```

use reversi_core::opening::Opening;
use reversi_core::{Color, Move, Position, Square};

use crate::svg::{FAINT, Legend, Svg};

/// A legal move in a picture.
pub(crate) struct Mark {
    pub(crate) square: Square,
    /// What is known of the move, a few characters.
    pub(crate) label: Option<String>,
    pub(crate) is_best: bool,
}

/// What is drawn.
pub(crate) struct Picture<'a> {
    pub(crate) position: &'a Position,
    pub(crate) marks: Vec<Mark>,
    /// The opening that the game went through last.
    pub(crate) opening: Option<Opening>,
    /// What the labels of the marks are: `discs for White, by the book`.
    pub(crate) values: String,
    /// What a move without a label is: `not in the book`.
    pub(crate) unknown: &'static str,
}

/// The moves, the best first, with what is known of each; the first has a frame if it is known.
pub(crate) fn marks(moves: impl Iterator<Item = (Square, Option<String>)>) -> Vec<Mark> {
    moves
        .enumerate()
        .map(|(rank, (square, label))| Mark {
            square,
            is_best: rank == 0 && label.is_some(),
            label,
        })
        .collect()
}

/// What the numbers of a book are.
pub(crate) fn book_values(position: &Position) -> String {
    format!("discs for {}, by the book", name(position.side()))
}

/// What a move is that a book does not know.
pub(crate) const NOT_IN_THE_BOOK: &str = "not in the book";

/// Who is to move, in words.
fn turn(position: &Position) -> String {
    if position.is_over() {
        return format!("game over, {}", super::position::verdict(position));
    }
    let verb = if position.must_pass() { "must pass" } else { "to move" };
    format!("{} {verb}", name(position.side()))
}

/// The name of a side.
pub(crate) const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

const CELL: f64 = 52.0;
const BOARD: f64 = 8.0 * CELL;
const LEFT: f64 = 40.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 24.0;
/// From the board to the middle of the line below it, and from one line to the next.
const BELOW: f64 = 30.0;
const LEADING: f64 = 28.0;
/// The side of a sample in the legend.
const SAMPLE: f64 = 20.0;

const FELT: &str = "#1b6b43";
const LINES: &str = "#0f4529";
const FRAME: &str = "#17231c";
const GOLD: &str = "#ffd75e";
const PALE: &str = "#f3f7ee";
const RED: &str = "#e5432f";

impl Picture<'_> {
    /// The file.
    pub(crate) fn svg(&self) -> String {
        let title = format!("Reversi position, {}", turn(self.position));
        let mut svg = Svg::new(&title, &self.description());
        frame(&mut svg);
        for color in Color::ALL {
            for square in self.position.discs(color) {
                let (x, y) = middle(square);
                svg.circle((x + 0.8, y + 1.8), 0.42 * CELL, "fill-opacity=\"0.3\"");
                disc(&mut svg, (x, y), 0.42 * CELL, color);
            }
        }
        if let Some(square) = self.last_move() {
            red_dot(&mut svg, middle(square));
        }
        for mark in &self.marks {
            self.mark(&mut svg, mark);
        }
        let y = self.words(&mut svg);
        let bottom = self.legend(&mut svg, y).unwrap_or(y - LEADING / 2.0);
        svg.finish(LEFT + BOARD + RIGHT, bottom + 10.0)
    }

    /// The position and its moves, for readers who do not see them.
    fn description(&self) -> String {
        let [black, white] = [self.position.black().len(), self.position.white().len()];
        let mut text = format!(
            "{}: Black has {black} discs, White {white}.",
            super::position::text(self.position)
        );
        if let Some(name) = self.opening_name() {
            text.push_str(&format!(" Opening: {name}."));
        }
        if let Some(square) = self.last_move() {
            text.push_str(&format!(" Last move: {square}."));
        }
        let list = |marks: &mut dyn Iterator<Item = &Mark>| {
            let each = marks.map(|Mark { square, label, .. }| match label {
                Some(label) => format!("{square} {label}"),
                None => square.to_string(),
            });
            each.collect::<Vec<_>>().join(", ")
        };
        let known = list(&mut self.marks.iter().filter(|mark| mark.label.is_some()));
        if !known.is_empty() {
            text.push_str(&format!(" Moves, the best first, {}: {known}.", self.values));
        }
        let unknown = list(&mut self.marks.iter().filter(|mark| mark.label.is_none()));
        if !unknown.is_empty() {
            text.push_str(&format!(" Moves {}: {unknown}.", self.unknown));
        }
        text
    }

    /// The name in the language of the picture, or else the one there is.
    fn opening_name(&self) -> Option<&'static str> {
        self.opening.and_then(|opening| opening.english().or_else(|| opening.japanese()))
    }

    fn last_move(&self) -> Option<Square> {
        self.position.history().iter().rev().map(|turn| turn.mv).find_map(Move::square)
    }

    fn mark(&self, svg: &mut Svg, mark: &Mark) {
        let (x, y) = middle(mark.square);
        if mark.is_best {
            gold_frame(svg, (x, y), CELL - 7.0);
        }
        match &mark.label {
            Some(label) => {
                let fill = if mark.is_best { GOLD } else { PALE };
                let style = format!("text-anchor=\"middle\" font-weight=\"600\" fill=\"{fill}\"");
                svg.text((x, y + 5.0), label, &style);
            }
            None => self.ring(svg, (x, y)),
        }
    }

    fn ring(&self, svg: &mut Svg, at: (f64, f64)) {
        let color = match self.position.side() {
            Color::Black => "#07150d",
            Color::White => PALE,
        };
        svg.circle(at, 6.0, &format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"2\""));
    }

    /// How many discs there are, who is to move and the opening; gives the middle of the next line.
    fn words(&self, svg: &mut Svg) -> f64 {
        let mut y = TOP + BOARD + BELOW;
        let mut x = LEFT + 10.0;
        for (color, discs) in [
            (Color::Black, self.position.black().len()),
            (Color::White, self.position.white().len()),
        ] {
            disc(svg, (x, y), 9.0, color);
            svg.text(
                (x + 16.0, y + 6.0),
                &discs.to_string(),
                "font-size=\"18\" font-weight=\"600\"",
            );
            x += 62.0;
        }
        let style = "text-anchor=\"end\" font-weight=\"600\"";
        let room = LEFT + BOARD - x;
        svg.text_within((LEFT + BOARD, y + 6.0), room, 18.0, &turn(self.position), style);
        y += LEADING;
        if let Some(name) = self.opening_name() {
            let words = format!("Opening: {name}");
            svg.text_within((LEFT, y + 5.5), BOARD, 16.0, &words, "");
            y += LEADING;
        }
        y
    }

    /// What the marks that are there mean; the lower edge of it.
    fn legend(&self, svg: &mut Svg, y: f64) -> Option<f64> {
        let has_last = self.last_move().is_some();
        if !has_last && self.marks.is_empty() {
            return None;
        }
        let felt = |svg: &mut Svg, (x, y): (f64, f64), width: f64| {
            let area = [x - width / 2.0, y - SAMPLE / 2.0, width, SAMPLE];
            svg.rect(area, &format!("rx=\"3\" fill=\"{FELT}\""));
        };
        let mut legend = Legend::new(LEFT, LEFT + BOARD, y);
        if self.marks.iter().any(|mark| mark.label.is_some()) {
            legend.item(svg, 34.0, &self.values, |svg, (x, y)| {
                felt(svg, (x, y), 34.0);
                let style = format!(
                    "text-anchor=\"middle\" font-size=\"12\" font-weight=\"600\" fill=\"{PALE}\""
                );
                svg.text((x, y + 4.5), "+1.5", &style);
            });
        }
        if self.marks.iter().any(|mark| mark.is_best) {
            legend.item(svg, SAMPLE, "best move", |svg, at| {
                felt(svg, at, SAMPLE);
                gold_frame(svg, at, SAMPLE - 6.0);
            });
        }
        if self.marks.iter().any(|mark| mark.label.is_none()) {
            legend.item(svg, SAMPLE, self.unknown, |svg, at| {
                felt(svg, at, SAMPLE);
                self.ring(svg, at);
            });
        }
        if has_last {
            legend.item(svg, SAMPLE, "last move", |svg, at| {
                // The disc that moved is the other side's, as long as nobody has passed.
                disc(svg, at, SAMPLE / 2.0, self.position.side().opponent());
                red_dot(svg, at);
            });
        }
        Some(legend.bottom())
    }
}

/// The empty board with its coordinates.
fn frame(svg: &mut Svg) {
    let outside = [LEFT - 5.0, TOP - 5.0, BOARD + 10.0, BOARD + 10.0];
    svg.rect(outside, &format!("rx=\"5\" fill=\"{FRAME}\""));
    svg.rect([LEFT, TOP, BOARD, BOARD], &format!("fill=\"{FELT}\""));
    svg.open(&format!("stroke=\"{LINES}\" stroke-width=\"1.5\""));
    for line in 1..8 {
        let at = CELL * f64::from(line);
        svg.polyline(&[(LEFT + at, TOP), (LEFT + at, TOP + BOARD)], "");
        svg.polyline(&[(LEFT, TOP + at), (LEFT + BOARD, TOP + at)], "");
    }
    svg.close();
    for (x, y) in [(2.0, 2.0), (6.0, 2.0), (2.0, 6.0), (6.0, 6.0)] {
        let at = (LEFT + x * CELL, TOP + y * CELL);
        svg.circle(at, 4.0, &format!("fill=\"{LINES}\""));
    }
    svg.open(&format!("text-anchor=\"middle\" fill=\"{FAINT}\" font-size=\"16\""));
    for index in 0..8u8 {
        let at = CELL * (f64::from(index) + 0.5);
        svg.text((LEFT + at, TOP - 14.0), &char::from(b'a' + index).to_string(), "");
        svg.text((LEFT - 20.0, TOP + at + 5.0), &(index + 1).to_string(), "");
    }
    svg.close();
}

fn middle(square: Square) -> (f64, f64) {
    let (column, row) = (square.index() % 8, square.index() / 8);
    (LEFT + CELL * (column as f64 + 0.5), TOP + CELL * (row as f64 + 0.5))
}

fn disc(svg: &mut Svg, at: (f64, f64), radius: f64, color: Color) {
    let style = match color {
        Color::Black => "fill=\"#1a1a1a\" stroke=\"#000000\"",
        Color::White => "fill=\"#f7f5ef\" stroke=\"#8f8b80\"",
    };
    svg.circle(at, radius, style);
}

fn red_dot(svg: &mut Svg, at: (f64, f64)) {
    svg.circle(at, 5.5, &format!("fill=\"{RED}\" stroke=\"#ffffff\" stroke-width=\"1.2\""));
}

fn gold_frame(svg: &mut Svg, (x, y): (f64, f64), side: f64) {
    let style = format!("rx=\"4\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"2.5\"");
    svg.rect([x - side / 2.0, y - side / 2.0, side, side], &style);
}
