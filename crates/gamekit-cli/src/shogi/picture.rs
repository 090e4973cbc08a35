//! A position as an SVG picture: the board seen by Black, the hands beside it.

use std::collections::BTreeMap;

use shogi_core::{Color, Hand, Kind, Move, Piece, Position, Square};

use super::board::{self, Style};
use crate::svg::{FAINT, INK, Svg};

/// What is drawn.
pub(crate) struct Picture<'a> {
    pub(crate) position: &'a Position,
    pub(crate) style: Style,
    /// The move that led here.
    pub(crate) last: Option<Move>,
    /// Legal moves with their values, the best first; a target square shows its best.
    pub(crate) moves: Vec<(Move, i32)>,
    /// Lines below the board.
    pub(crate) captions: Vec<String>,
}

const WIDE: f64 = 48.0;
const HIGH: f64 = 52.0;
const ACROSS: f64 = 9.0 * WIDE;
const DOWN: f64 = 9.0 * HIGH;
/// Room for a hand on either side of the board.
const STAND: f64 = 72.0;
const LEFT: f64 = STAND + 24.0;
const RIGHT: f64 = STAND + 40.0;
const TOP: f64 = 40.0;
const BELOW: f64 = 34.0;
const LEADING: f64 = 22.0;
/// So many of the best gains have an arrow.
const ARROWS: usize = 3;

const WOOD: &str = "#f0d9a4";
const TREE: &str = "#e2c07a";
const LINES: &str = "#5a4420";
const PIECE: &str = "#fdf3d8";
const RED: &str = "#c0281c";
const GREEN: &str = "#1c7a3c";
const BLUE: &str = "#33649b";
/// Faces for the letters of pieces.
const MINCHO: &str = "'Noto Serif CJK JP', 'Noto Serif JP', 'Hiragino Mincho ProN', 'Yu Mincho', \
                      'MS Mincho', serif";

impl Picture<'_> {
    /// The file.
    pub(crate) fn svg(&self) -> String {
        let captions = self.captions.len() as f64;
        let height = TOP + DOWN + BELOW + LEADING * (captions - 1.0).max(0.0) + 18.0;
        let mut svg = Svg::new(LEFT + ACROSS + RIGHT, height, &self.position.to_string());
        self.frame(&mut svg);
        if let Some(last) = self.last {
            if let Some(origin) = last.origin() {
                cell(&mut svg, origin, "fill=\"#f6e58a\"");
            }
            cell(&mut svg, last.target(), "fill=\"#efc94c\"");
        }
        self.grid(&mut svg);
        for color in Color::ALL {
            for square in self.position.color(color) {
                if let Some(piece) = self.position.piece_on(square) {
                    self.piece(&mut svg, middle(square), 1.0, piece);
                }
            }
            self.hand(&mut svg, color, self.position.hand(color));
        }
        self.arrows(&mut svg);
        self.marks(&mut svg);
        for (number, line) in self.captions.iter().enumerate() {
            let y = TOP + DOWN + BELOW + LEADING * number as f64;
            let style =
                if number == 0 { "font-size=\"16\"".into() } else { format!("fill=\"{FAINT}\"") };
            svg.text((LEFT, y), line, &style);
        }
        svg.finish()
    }

    fn frame(&self, svg: &mut Svg) {
        svg.rect(
            [LEFT - 6.0, TOP - 6.0, ACROSS + 12.0, DOWN + 12.0],
            &format!("rx=\"3\" fill=\"{TREE}\""),
        );
        svg.rect([LEFT, TOP, ACROSS, DOWN], &format!("fill=\"{WOOD}\""));
    }

    /// Lines, stars and coordinates.
    fn grid(&self, svg: &mut Svg) {
        svg.open(&format!("stroke=\"{LINES}\""));
        for line in 1..9 {
            let (x, y) = (LEFT + WIDE * f64::from(line), TOP + HIGH * f64::from(line));
            svg.polyline(&[(x, TOP), (x, TOP + DOWN)], "");
            svg.polyline(&[(LEFT, y), (LEFT + ACROSS, y)], "");
        }
        svg.rect([LEFT, TOP, ACROSS, DOWN], "fill=\"none\" stroke-width=\"2\"");
        svg.close();
        for (x, y) in [(3.0, 3.0), (6.0, 3.0), (3.0, 6.0), (6.0, 6.0)] {
            svg.circle((LEFT + x * WIDE, TOP + y * HIGH), 3.0, &format!("fill=\"{LINES}\""));
        }
        svg.open(&format!("text-anchor=\"middle\" fill=\"{FAINT}\" font-size=\"15\""));
        for number in 1..=9u8 {
            let x = LEFT + WIDE * (9.5 - f64::from(number));
            let y = TOP + HIGH * (f64::from(number) - 0.5) + 5.0;
            svg.text((x, TOP - 14.0), &number.to_string(), "");
            svg.text(
                (LEFT + ACROSS + 18.0, y),
                &board::rank_name(number, self.style).to_string(),
                "",
            );
        }
        svg.close();
    }

    /// A piece around a point, `scale` of its size on the board; White's stands on its head.
    fn piece(&self, svg: &mut Svg, (x, y): (f64, f64), scale: f64, piece: Piece) {
        let turn = if piece.color() == Color::White { -scale } else { scale };
        let outline = [(0.0, -22.0), (13.5, -15.5), (18.0, 21.0), (-18.0, 21.0), (-13.5, -15.5)];
        let outline = outline.map(|(dx, dy)| (x + dx * turn, y + dy * turn));
        let outline_style =
            format!("fill=\"{PIECE}\" stroke=\"{LINES}\" stroke-linejoin=\"round\"");
        svg.polygon(&outline, &outline_style);
        let kind = piece.kind();
        let fill = if kind.is_promoted() { RED } else { INK };
        let (letters, size) = match self.style {
            Style::Kanji => (board::kanji(kind).to_owned(), 25.0 * scale),
            Style::Ascii => (kind.to_string(), 19.0 * scale),
        };
        let mut style = format!(
            "text-anchor=\"middle\" font-family=\"{MINCHO}\" font-size=\"{size}\" \
             font-weight=\"600\" fill=\"{fill}\""
        );
        if turn < 0.0 {
            style.push_str(&format!(" transform=\"rotate(180 {x} {y})\""));
        }
        let below = if self.style == Style::Kanji { 11.5 } else { 10.0 };
        svg.text((x, y + below * scale), &letters, &style);
    }

    /// A side's stand: Black's at the lower right, White's at the upper left, on its head.
    fn hand(&self, svg: &mut Svg, color: Color, hand: Hand) {
        let (x, name) = match color {
            Color::Black => (LEFT + ACROSS + 34.0 + STAND / 2.0, "☗"),
            Color::White => (4.0 + STAND / 2.0, "☖"),
        };
        let kinds: Vec<(Kind, u8)> = hand.iter().filter(|&(_, count)| count > 0).rev().collect();
        let step = 46.0;
        let length = step * kinds.len() as f64;
        // From the side's own far end of its stand towards its near end.
        let place = |steps: f64| match color {
            Color::Black => TOP + DOWN - length + step * steps + 20.0,
            Color::White => TOP + length - step * steps - 20.0,
        };
        let on_move = color == self.position.side();
        let top = match color {
            Color::Black => place(-0.5) - 12.0,
            Color::White => TOP + length + 22.0,
        };
        let style = "text-anchor=\"middle\" font-size=\"22\"";
        svg.text((x, top), name, style);
        if on_move {
            svg.circle((x - 22.0, top - 7.5), 4.5, &format!("fill=\"{RED}\""));
        }
        for (number, &(kind, count)) in kinds.iter().enumerate() {
            let y = place(number as f64);
            let at = if count > 1 { x - 8.0 } else { x };
            self.piece(svg, (at, y), 0.86, Piece::new(color, kind));
            if count > 1 {
                svg.text((x + 11.0, y + 6.0), &count.to_string(), "font-size=\"16\"");
            }
        }
    }

    /// A dot on each square that a move goes to, a ring where only drops go, and the best value
    /// there if it is not 0; of drops that lose, which are many, the colour says enough.
    fn marks(&self, svg: &mut Svg) {
        let mut targets: BTreeMap<Square, (i32, bool)> = BTreeMap::new();
        for &(step, value) in &self.moves {
            let target = targets.entry(step.target()).or_insert((value, true));
            target.0 = target.0.max(value);
            target.1 &= step.is_drop();
        }
        for (square, (value, only_drops)) in targets {
            let (x, y) = middle(square);
            let color = match value.signum() {
                1 => GREEN,
                0 => BLUE,
                _ => RED,
            };
            let has_number = value > 0 || (value < 0 && !only_drops);
            // A piece is not covered: the edge of its square has room.
            let is_empty = self.position.piece_on(square).is_none();
            let dot = match (is_empty, has_number) {
                (true, true) => Some((x, y - 8.0)),
                (true, false) => Some((x, y)),
                (false, true) => None,
                (false, false) => Some((x + 17.0, y + 19.0)),
            };
            if let Some(dot) = dot {
                match only_drops {
                    true => svg.circle(
                        dot,
                        3.5,
                        &format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\""),
                    ),
                    false => svg.circle(dot, 4.5, &format!("fill=\"{color}\"")),
                }
            }
            if has_number {
                let below = if is_empty { 12.0 } else { HIGH / 2.0 - 3.0 };
                let style = format!(
                    "text-anchor=\"middle\" font-size=\"12\" font-weight=\"700\" \
                     fill=\"{color}\" stroke=\"{WOOD}\" stroke-width=\"3\" paint-order=\"stroke\""
                );
                svg.text((x, y + below), &format!("{value:+}"), &style);
            }
        }
    }

    /// Arrows for the best moves that gain something.
    fn arrows(&self, svg: &mut Svg) {
        let gains = self.moves.iter().filter(|(_, value)| *value > 0);
        let arrows = gains.filter_map(|(step, _)| Some((step.origin()?, step.target())));
        for (origin, target) in arrows.take(ARROWS) {
            arrow(svg, middle(origin), middle(target));
        }
    }
}

/// An arrow from the middle of a square to just before the middle of another.
fn arrow(svg: &mut Svg, (x0, y0): (f64, f64), (x1, y1): (f64, f64)) {
    let length = (x1 - x0).hypot(y1 - y0);
    let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
    // A point so far from the tail along the arrow and so far to its side.
    let point =
        |along: f64, aside: f64| (x0 + dx * along - dy * aside, y0 + dy * along + dx * aside);
    let (tip, neck) = (length - 8.0, length - 24.0);
    let shape = [
        point(14.0, 3.0),
        point(neck, 3.0),
        point(neck, 9.0),
        point(tip, 0.0),
        point(neck, -9.0),
        point(neck, -3.0),
        point(14.0, -3.0),
    ];
    svg.polygon(&shape, &format!("fill=\"{GREEN}\" fill-opacity=\"0.6\""));
}

/// A whole square.
fn cell(svg: &mut Svg, square: Square, attributes: &str) {
    let (x, y) = middle(square);
    svg.rect([x - WIDE / 2.0, y - HIGH / 2.0, WIDE, HIGH], attributes);
}

fn middle(square: Square) -> (f64, f64) {
    (LEFT + WIDE * (9.5 - f64::from(square.file())), TOP + HIGH * (f64::from(square.rank()) - 0.5))
}
