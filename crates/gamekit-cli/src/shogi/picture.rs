//! A position as an SVG picture: the board seen by Black, the hands beside it.
//!
//! ```text
//!  hand  9 8 7 6 5 4 3 2 1         pieces in kanji or letters, words in English;
//!  White . . . . . . . . .         a dot or a ring where a move or only a drop leads,
//!        . . . . . . . . . hand    a number where it wins or loses something,
//!        . . . . . . . . . Black   arrows for the best gains
//! ```

use std::collections::BTreeMap;

use shogi_core::{Color, Hand, Move, Piece, PieceKind, Position, SeeValues, Square};

use super::board::{self, Style};
use crate::svg::{FAINT, INK, Legend, PAPER, Svg};

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
/// A stand for the pieces in hand, its distance from the board and from the edge of the sheet.
const STAND: f64 = 60.0;
const BESIDE: f64 = 20.0;
const MARGIN: f64 = 16.0;
const LEFT: f64 = MARGIN + STAND + BESIDE;
/// Room for the names of the ranks.
const RANKS: f64 = 18.0;
const RIGHT: f64 = RANKS + BESIDE + STAND + MARGIN;
const TOP: f64 = 40.0;
/// From the board to the middle of the line below it, and from one line to the next.
const BELOW: f64 = 30.0;
const LEADING: f64 = 26.0;
/// So many of the best gains have an arrow.
const ARROWS: usize = 3;

const WOOD: &str = "#f0d9a4";
const TREE: &str = "#e2c07a";
const LINES: &str = "#5a4420";
const PIECE: &str = "#fdf3d8";
const RED: &str = "#c0281c";
const GREEN: &str = "#1c7a3c";
const BLUE: &str = "#33649b";
/// The square a move came from, and the one it went to.
const CAME: &str = "#f6e58a";
const WENT: &str = "#efc94c";
/// Faces for the letters of pieces.
const MINCHO: &str = "'Noto Serif CJK JP', 'Noto Serif JP', 'Hiragino Mincho ProN', 'Yu Mincho', \
                      'MS Mincho', serif";

/// The name of a side.
pub(crate) const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

impl Picture<'_> {
    /// The file.
    pub(crate) fn svg(&self) -> String {
        let side = name(self.position.side());
        let mut svg = Svg::new(&format!("Shogi position, {side} to move"), &self.description());
        self.frame(&mut svg);
        if let Some(last) = self.last {
            if let Some(origin) = last.origin() {
                cell(&mut svg, origin, &format!("fill=\"{CAME}\""));
            }
            cell(&mut svg, last.target(), &format!("fill=\"{WENT}\""));
        }
        self.grid(&mut svg);
        for color in Color::ALL {
            for square in self.position.colors(color) {
                if let Some(piece) = self.position.piece_on(square) {
                    self.piece(&mut svg, middle(square), 1.0, piece);
                }
            }
            self.hand(&mut svg, color, self.position.hand(color));
        }
        let marks = self.marks();
        for (origin, target) in self.arrows() {
            let is_empty = self.position.piece_on(target).is_none();
            let pill = marks.get(&target).and_then(Mark::pill).filter(|_| is_empty);
            arrow(&mut svg, middle(origin), middle(target), pill.map_or(PIECE_SIZE, pill_size));
        }
        for (&square, mark) in &marks {
            let room = match (self.position.piece_on(square), self.position.side()) {
                (None, _) => Room::Empty,
                (Some(_), Color::Black) => Room::Top,
                (Some(_), Color::White) => Room::Bottom,
            };
            mark.draw(&mut svg, middle(square), room);
        }
        let mut y = TOP + DOWN + BELOW;
        let room = ACROSS + RIGHT - MARGIN;
        for (number, line) in self.captions.iter().enumerate() {
            let (size, style) =
                if number == 0 { (18.0, "font-weight=\"600\"") } else { (15.0, "") };
            svg.text_within((LEFT, y + 6.0), room, size, line, style);
            y += LEADING;
        }
        let bottom = self.legend(&mut svg, &marks, y).unwrap_or(y - LEADING / 2.0);
        svg.finish(LEFT + ACROSS + RIGHT, bottom + 10.0)
    }

    /// The position and what is marked in it, for readers who do not see them.
    fn description(&self) -> String {
        let mut text = format!("SFEN {}.", self.position);
        if let Some(last) = self.last {
            text.push_str(&format!(" Last move: {last}."));
        }
        for line in &self.captions {
            text.push_str(&format!(" {line}."));
        }
        let gains = self.moves.iter().filter(|(_, value)| *value > 0).take(ARROWS);
        let gains: Vec<String> = gains.map(|(step, value)| format!("{step} {value:+}")).collect();
        if !gains.is_empty() {
            text.push_str(&format!(" Best exchanges: {}.", gains.join(", ")));
        }
        text
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
        svg.open(&format!("text-anchor=\"middle\" fill=\"{FAINT}\" font-size=\"16\""));
        for number in 1..=9u8 {
            let x = LEFT + WIDE * (9.5 - f64::from(number));
            let y = TOP + HIGH * (f64::from(number) - 0.5) + 5.0;
            svg.text((x, TOP - 14.0), &number.to_string(), "");
            svg.text(
                (LEFT + ACROSS + RANKS, y),
                &board::rank_name(number, self.style).to_string(),
                "",
            );
        }
        svg.close();
    }

    /// A piece around a point, `scale` of its size on the board; White's stands on its head.
    fn piece(&self, svg: &mut Svg, (x, y): (f64, f64), scale: f64, piece: Piece) {
        let turn = if piece.color() == Color::White { -scale } else { scale };
        let style = format!("fill=\"{PIECE}\" stroke=\"{LINES}\" stroke-linejoin=\"round\"");
        svg.polygon(&pentagon((x, y), turn), &style);
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

    /// A side's stand: Black's at the lower right, White's at the upper left, its pieces on their
    /// heads; then the side's name.
    fn hand(&self, svg: &mut Svg, color: Color, hand: Hand) {
        const STEP: f64 = 46.0;
        let kinds: Vec<(PieceKind, u8)> =
            hand.iter().filter(|&(_, count)| count > 0).rev().collect();
        let length = STEP * kinds.len().max(1) as f64 + 6.0;
        let (left, top) = match color {
            Color::Black => (LEFT + ACROSS + RANKS + BESIDE, TOP + DOWN + 6.0 - length),
            Color::White => (MARGIN, TOP - 6.0),
        };
        let x = left + STAND / 2.0;
        svg.rect([left, top, STAND, length], &format!("rx=\"3\" fill=\"{TREE}\""));
        svg.rect(
            [left + 4.0, top + 4.0, STAND - 8.0, length - 8.0],
            &format!("rx=\"2\" fill=\"{WOOD}\""),
        );
        let is_on_move = color == self.position.side();
        let icon = match color {
            Color::Black => top - if is_on_move { 54.0 } else { 38.0 },
            Color::White => top + length + 20.0,
        };
        let fill = if color == Color::Black { INK } else { "#ffffff" };
        let style = format!(
            "fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.5\" stroke-linejoin=\"round\""
        );
        svg.polygon(&pentagon((x, icon), 0.5), &style);
        let style = "text-anchor=\"middle\" font-size=\"14\" font-weight=\"600\"";
        svg.text((x, icon + 27.0), name(color), style);
        if is_on_move {
            let style = format!("text-anchor=\"middle\" font-size=\"12\" fill=\"{FAINT}\"");
            svg.text((x, icon + 43.0), "to move", &style);
        }
        for (number, &(kind, count)) in kinds.iter().enumerate() {
            // From the side's own far end of its stand towards its near end.
            let steps = STEP * (number as f64 + 0.5) + 3.0;
            let y = match color {
                Color::Black => top + steps,
                Color::White => top + length - steps,
            };
            let at = if count > 1 { x - 9.0 } else { x };
            self.piece(svg, (at, y), 0.86, Piece::new(color, kind));
            if count > 1 {
                let style = "font-size=\"15\" font-weight=\"600\"";
                svg.text((x + 8.0, y + 5.5), &count.to_string(), style);
            }
        }
    }

    /// What is known of each square that a move goes to.
    fn marks(&self) -> BTreeMap<Square, Mark> {
        let mut marks: BTreeMap<Square, Mark> = BTreeMap::new();
        for &(step, value) in &self.moves {
            let mark = marks.entry(step.target()).or_insert(Mark { value, is_only_drops: true });
            mark.value = mark.value.max(value);
            mark.is_only_drops &= step.is_drop();
        }
        marks
    }

    /// The best moves of pieces that gain something.
    fn arrows(&self) -> impl Iterator<Item = (Square, Square)> {
        let gains = self.moves.iter().filter(|(_, value)| *value > 0);
        gains.filter_map(|(step, _)| Some((step.origin()?, step.target()))).take(ARROWS)
    }

    /// What the marks that are there mean; the lower edge of it.
    fn legend(&self, svg: &mut Svg, marks: &BTreeMap<Square, Mark>, y: f64) -> Option<f64> {
        if marks.is_empty() && self.last.is_none() {
            return None;
        }
        let pawn = SeeValues::BONANZA.capture(PieceKind::Pawn);
        let gains = format!("gains by exchange (pawn {pawn})");
        let has = |test: fn(&Mark) -> bool| marks.values().any(test);
        let mut legend = Legend::new(LEFT, LEFT + ACROSS + RIGHT - MARGIN, y);
        for (is_there, value, words) in [
            (has(|mark| mark.value > 0), 100, gains.as_str()),
            (has(|mark| mark.value < 0 && mark.pill().is_some()), -100, "loses"),
        ] {
            if is_there {
                let sample = Mark { value, is_only_drops: false };
                legend.item(svg, 36.0, words, |svg, at| sample.draw(svg, at, Room::Empty));
            }
        }
        for (is_there, value, is_only_drops, words) in [
            (has(|mark| mark.value == 0 && !mark.is_only_drops), 0, false, "even"),
            (has(|mark| mark.value == 0 && mark.is_only_drops), 0, true, "even, a drop"),
            (has(|mark| mark.value < 0 && mark.is_only_drops), -100, true, "a drop that loses"),
        ] {
            if is_there {
                let sample = Mark { value, is_only_drops };
                legend.item(svg, 12.0, words, |svg, at| sample.draw(svg, at, Room::Empty));
            }
        }
        if self.arrows().next().is_some() {
            legend.item(svg, 34.0, "the best gains", |svg, (x, y)| {
                arrow(svg, (x - 32.0, y), (x + 18.0, y), (1.0, 1.0));
            });
        }
        if let Some(last) = self.last {
            let squares = if last.is_drop() { &[WENT][..] } else { &[CAME, WENT] };
            let width = 20.0 * squares.len() as f64;
            legend.item(svg, width, "last move", |svg, (x, y)| {
                for (number, fill) in squares.iter().enumerate() {
                    let left = x - width / 2.0 + 20.0 * number as f64;
                    let style = format!("fill=\"{fill}\" stroke=\"{LINES}\"");
                    svg.rect([left, y - 10.0, 20.0, 20.0], &style);
                }
            });
        }
        Some(legend.bottom())
    }
}

/// The best that can be had by moving to a square.
struct Mark {
    /// The exchange value.
    value: i32,
    is_only_drops: bool,
}

/// Where a square has room for its mark. A piece is not covered: the edge of its square has room, on
/// the side that the arrows of the side to move seldom come from.
#[derive(Clone, Copy)]
enum Room {
    Empty,
    Top,
    Bottom,
}

/// Half the width and half the height of a piece, as far as an arrow comes near.
const PIECE_SIZE: (f64, f64) = (13.0, 17.0);

impl Mark {
    /// The number, if it is shown; of drops that lose, which are many, the colour says enough.
    fn pill(&self) -> Option<String> {
        let is_shown = self.value > 0 || (self.value < 0 && !self.is_only_drops);
        is_shown.then(|| format!("{:+}", self.value))
    }

    /// A number, a dot for a move of a piece or a ring where only drops go.
    fn draw(&self, svg: &mut Svg, (x, y): (f64, f64), room: Room) {
        let color = match self.value.signum() {
            1 => GREEN,
            0 => BLUE,
            _ => RED,
        };
        if let Some(words) = self.pill() {
            let (across, down) = pill_size(words.clone());
            let y = match room {
                Room::Empty => y,
                Room::Top => y - HIGH / 2.0 + down,
                Room::Bottom => y + HIGH / 2.0 - down,
            };
            let (fill, ink) = if self.is_only_drops { (PIECE, color) } else { (color, "#ffffff") };
            svg.rect(
                [x - across, y - down, 2.0 * across, 2.0 * down],
                &format!("rx=\"{down}\" fill=\"{fill}\" stroke=\"{color}\""),
            );
            let style = format!(
                "text-anchor=\"middle\" font-size=\"12\" font-weight=\"700\" fill=\"{ink}\""
            );
            svg.text((x, y + 4.3), &words, &style);
            return;
        }
        let is_empty = matches!(room, Room::Empty);
        let at = match room {
            Room::Empty => (x, y),
            Room::Top => (x + 17.0, y - 19.0),
            Room::Bottom => (x + 17.0, y + 19.0),
        };
        if self.is_only_drops {
            let style = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"1.8\"");
            svg.circle(at, 4.0, &style);
        } else {
            let edge = if is_empty { String::new() } else { format!(" stroke=\"{PAPER}\"") };
            svg.circle(at, 5.0, &format!("fill=\"{color}\"{edge}"));
        }
    }
}

/// Half the width and half the height of a number's pill.
fn pill_size(words: String) -> (f64, f64) {
    (5.0 + 3.6 * words.len() as f64, 8.0)
}

/// An arrow from a piece in the middle of a square to what stands in the middle of another: a box of
/// half that width and height.
fn arrow(svg: &mut Svg, (x0, y0): (f64, f64), (x1, y1): (f64, f64), size: (f64, f64)) {
    let length = (x1 - x0).hypot(y1 - y0);
    let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
    // How far from the middle of a box its edge is on this line.
    let edge = |(across, down): (f64, f64)| (across / dx.abs()).min(down / dy.abs());
    // A point so far from the first middle along the arrow and so far to its side.
    let point =
        |along: f64, aside: f64| (x0 + dx * along - dy * aside, y0 + dy * along + dx * aside);
    let tip = length - edge(size) - 1.0;
    let tail = edge(PIECE_SIZE).min(tip - 14.0);
    let neck = tip - 11.0;
    let shape = [
        point(tail, 2.5),
        point(neck, 2.5),
        point(neck, 7.5),
        point(tip, 0.0),
        point(neck, -7.5),
        point(neck, -2.5),
        point(tail, -2.5),
    ];
    svg.polygon(&shape, &format!("fill=\"{GREEN}\" stroke=\"{PAPER}\" stroke-width=\"1\""));
}

/// The outline of a piece around a point, `turn` of its size, on its head if that is negative.
fn pentagon((x, y): (f64, f64), turn: f64) -> [(f64, f64); 5] {
    let outline = [(0.0, -22.0), (13.5, -15.5), (18.0, 21.0), (-18.0, 21.0), (-13.5, -15.5)];
    outline.map(|(dx, dy)| (x + dx * turn, y + dy * turn))
}

/// A whole square.
fn cell(svg: &mut Svg, square: Square, attributes: &str) {
    let (x, y) = middle(square);
    svg.rect([x - WIDE / 2.0, y - HIGH / 2.0, WIDE, HIGH], attributes);
}

fn middle(square: Square) -> (f64, f64) {
    (LEFT + WIDE * (9.5 - f64::from(square.file())), TOP + HIGH * (f64::from(square.rank()) - 0.5))
}
