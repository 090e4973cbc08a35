//! A position as an SVG picture.
//!
//! ```text
//!      a  b  c ..
//!    1 .  .  .        the last disc played has a red dot, the best move a gold frame,
//!    2 .  o  .        each legal move a ring or what is known of it
//! ```

use reversi_core::{Color, Move, Position, Square};

use crate::svg::{FAINT, Svg};

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
    /// Lines below the board, the first one after the discs.
    pub(crate) captions: Vec<String>,
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
pub(crate) fn book_caption(side: &str) -> String {
    format!("values: discs for {side} by the book; rings: moves not in it")
}

/// Who is to move, for a caption.
pub(crate) fn turn(position: &Position) -> String {
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
/// From the board to the baseline of the first caption, and from one caption to the next.
const BELOW: f64 = 38.0;
const LEADING: f64 = 22.0;

const FELT: &str = "#2e8555";
const LINES: &str = "#17492d";
const GOLD: &str = "#ffd75e";

impl Picture<'_> {
    /// The file.
    pub(crate) fn svg(&self) -> String {
        let captions = self.captions.len() as f64;
        let height = TOP + BOARD + BELOW + LEADING * captions + 14.0;
        let mut svg = Svg::new(LEFT + BOARD + RIGHT, height, &super::position::text(self.position));
        frame(&mut svg);
        for color in Color::ALL {
            for square in self.position.discs(color) {
                disc(&mut svg, middle(square), 0.42 * CELL, color);
            }
        }
        self.last_move(&mut svg);
        for mark in &self.marks {
            self.mark(&mut svg, mark);
        }
        self.captions(&mut svg);
        svg.finish()
    }

    fn last_move(&self, svg: &mut Svg) {
        let turns = self.position.history().iter().rev();
        if let Some(square) = turns.map(|turn| turn.mv).find_map(Move::square) {
            svg.circle(middle(square), 5.5, "fill=\"#e5432f\" stroke=\"#ffffff\"");
        }
    }

    fn mark(&self, svg: &mut Svg, mark: &Mark) {
        let (x, y) = middle(mark.square);
        if mark.is_best {
            let side = CELL - 7.0;
            let frame = format!("rx=\"4\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"2.5\"");
            svg.rect([x - side / 2.0, y - side / 2.0, side, side], &frame);
        }
        match &mark.label {
            Some(label) => {
                let fill = if mark.is_best { GOLD } else { "#f3f7ee" };
                let style = format!(
                    "text-anchor=\"middle\" font-size=\"14\" font-weight=\"600\" fill=\"{fill}\""
                );
                svg.text((x, y + 5.0), label, &style);
            }
            None => {
                let color = match self.position.side() {
                    Color::Black => "#12261a",
                    Color::White => "#f3f7ee",
                };
                let ring = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"");
                svg.circle((x, y), 6.0, &ring);
            }
        }
    }

    /// How many discs there are, then the lines.
    fn captions(&self, svg: &mut Svg) {
        let y = TOP + BOARD + BELOW - 5.0;
        let mut x = LEFT + 10.0;
        for (color, discs) in [
            (Color::Black, self.position.black().len()),
            (Color::White, self.position.white().len()),
        ] {
            disc(svg, (x, y), 9.0, color);
            svg.text(
                (x + 16.0, y + 5.5),
                &discs.to_string(),
                "font-size=\"17\" font-weight=\"600\"",
            );
            x += 62.0;
        }
        let mut captions = self.captions.iter();
        if let Some(first) = captions.next() {
            let style = "text-anchor=\"end\" font-size=\"17\"";
            svg.text((LEFT + BOARD, y + 5.5), first, style);
        }
        for (number, line) in captions.enumerate() {
            let y = TOP + BOARD + BELOW + LEADING * (number + 1) as f64 + 4.0;
            svg.text((LEFT, y), line, &format!("fill=\"{FAINT}\""));
        }
    }
}

/// The empty board with its coordinates.
fn frame(svg: &mut Svg) {
    svg.rect([LEFT - 4.0, TOP - 4.0, BOARD + 8.0, BOARD + 8.0], "rx=\"4\" fill=\"#1d2a22\"");
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
    svg.open(&format!("text-anchor=\"middle\" fill=\"{FAINT}\" font-size=\"15\""));
    for index in 0..8u8 {
        let at = CELL * (f64::from(index) + 0.5);
        svg.text((LEFT + at, TOP - 13.0), &char::from(b'a' + index).to_string(), "");
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
