//! Reversi positions.
//!
//! ```text
//!      a  b  c ..
//!    1 .  .  .        a red dot on the last disc played, a gold frame on the best move,
//!    2 .  o  .        a ring or a value on each other move
//!
//!    # 7  o 4         White to move
//!    the name of the opening
//!    the meaning of the marks
//! ```

use reversi_core::format::boardtext;
use reversi_core::opening::Opening;
use reversi_core::{Color, Move, Position, Square};

use crate::language::Language;
use crate::legend::Legend;
use crate::svg::{FAINT, Svg};

mod review_chart;

pub use review_chart::review_chart;

/// A picture of a Reversi position.
///
/// ```
/// use gamekit_pictures::reversi::{Mark, Picture};
/// use reversi_core::{Position, Square};
///
/// let mut position = Position::start();
/// position.play(Square::F5)?;
/// let svg = Picture::new(&position)
///     .with_mark(Mark::new(Square::D6).with_label("+0.52").as_best())
///     .with_mark(Mark::new(Square::F6))
///     .with_label_meaning("discs for White, depth 12")
///     .to_svg();
/// assert!(svg.contains(">White to move</text>") && svg.contains(">+0.52</text>"));
/// # Ok::<(), reversi_core::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Picture<'a> {
    position: &'a Position,
    language: Language,
    marks: Vec<Mark>,
    opening: Option<Opening>,
    label_meaning: Option<String>,
    ring_meaning: Option<String>,
}

/// A marked square, usually a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Mark {
    square: Square,
    label: Option<String>,
    is_best: bool,
}

impl Mark {
    /// Marks a square with a ring.
    pub const fn new(square: Square) -> Self {
        Self { square, label: None, is_best: false }
    }

    /// Replaces the ring with a short text, usually a value.
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds a frame around the best move.
    pub const fn as_best(mut self) -> Self {
        self.is_best = true;
        self
    }
}

/// Returns the name of a side.
#[must_use]
pub fn side_name(color: Color, language: Language) -> &'static str {
    match color {
        Color::Black => language.choose("Black", "黒"),
        Color::White => language.choose("White", "白"),
    }
}

const CELL: f64 = 52.0;
const BOARD: f64 = 8.0 * CELL;
const LEFT: f64 = 40.0;
const TOP: f64 = 40.0;
const RIGHT: f64 = 24.0;
/// The distance from the board to the centre of the first line of text below it.
const BELOW: f64 = 30.0;
const LEADING: f64 = 28.0;
/// The width and the height of a sample in the legend.
const SAMPLE: f64 = 20.0;

const FELT: &str = "#1b6b43";
const LINES: &str = "#0f4529";
const FRAME: &str = "#17231c";
const GOLD: &str = "#ffd75e";
const PALE: &str = "#f3f7ee";
const RED: &str = "#e5432f";

impl<'a> Picture<'a> {
    /// Makes a picture of a position without marks. The last move comes from the history of the
    /// position.
    pub const fn new(position: &'a Position) -> Self {
        Self {
            position,
            language: Language::English,
            marks: Vec::new(),
            opening: None,
            label_meaning: None,
            ring_meaning: None,
        }
    }

    /// Sets the language of the text in the picture.
    pub const fn with_language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Adds a mark.
    pub fn with_mark(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }

    /// Adds marks. Pass the best move first: the description lists the marks in the given order.
    pub fn with_marks(mut self, marks: impl IntoIterator<Item = Mark>) -> Self {
        self.marks.extend(marks);
        self
    }

    /// Adds the name of an opening. If the opening has no name in the language of the picture, the
    /// picture shows the name in the other language.
    pub const fn with_opening(mut self, opening: Opening) -> Self {
        self.opening = Some(opening);
        self
    }

    /// Sets the meaning of the labels, for the legend.
    pub fn with_label_meaning(mut self, text: impl Into<String>) -> Self {
        self.label_meaning = Some(text.into());
        self
    }

    /// Sets the meaning of the rings, for the legend.
    pub fn with_ring_meaning(mut self, text: impl Into<String>) -> Self {
        self.ring_meaning = Some(text.into());
        self
    }

    /// Returns the picture as the content of an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let title = self.language.choose("Reversi position, ", "リバーシの局面、");
        let title = format!("{title}{}", self.turn());
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

    /// Returns the side to move or the result.
    fn turn(&self) -> String {
        let language = self.language;
        if self.position.is_over() {
            let score = self.position.final_score(Color::Black);
            let winner = if score > 0 { Color::Black } else { Color::White };
            let (name, discs) = (side_name(winner, language), score.abs());
            return match (score, language) {
                (0, _) => language.choose("game over, a draw", "終局、引き分け").to_owned(),
                (_, Language::English) => format!("game over, {name} wins by {discs}"),
                (_, Language::Japanese) => format!("終局、{name}の{discs}石勝ち"),
            };
        }
        let name = side_name(self.position.side(), language);
        let turn = match self.position.must_pass() {
            true => language.choose(" must pass", "はパス"),
            false => language.choose(" to move", "の番"),
        };
        format!("{name}{turn}")
    }

    /// Returns the meaning of the labels.
    fn label_meaning(&self) -> String {
        let name = side_name(self.position.side(), self.language);
        self.label_meaning.clone().unwrap_or_else(|| match self.language {
            Language::English => format!("value for {name}"),
            Language::Japanese => format!("{name}から見た評価値"),
        })
    }

    /// Returns the meaning of the rings.
    fn ring_meaning(&self) -> &str {
        let default = self.language.choose("legal move", "合法手");
        self.ring_meaning.as_deref().unwrap_or(default)
    }

    /// Returns the position and its moves as text, for screen readers.
    fn description(&self) -> String {
        let language = self.language;
        let board = boardtext::display(self.position);
        let [black, white] = [self.position.black().len(), self.position.white().len()];
        let (colon, stop) = language.choose((": ", "."), ("：", "。"));
        let mut text = match language {
            Language::English => format!("{board}: Black has {black} discs, White {white}."),
            Language::Japanese => format!("{board}：黒{black}石、白{white}石。"),
        };
        let mut fact = |name: &str, value: &str| {
            text.push_str(&format!("{name}{colon}{value}{stop}"));
        };
        if let Some(name) = self.opening_name() {
            fact(language.choose(" Opening", "定石"), name);
        }
        if let Some(square) = self.last_move() {
            fact(language.choose(" Last move", "最終手"), &square.to_string());
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
            let name = language.choose(" Moves, the best first, ", "着手（評価順）、");
            fact(&format!("{name}{}", self.label_meaning()), &known);
        }
        let unknown = list(&mut self.marks.iter().filter(|mark| mark.label.is_none()));
        if !unknown.is_empty() {
            let name = language.choose(" Moves ", "着手、");
            fact(&format!("{name}{}", self.ring_meaning()), &unknown);
        }
        text
    }

    /// Returns the name of the opening in the language of the picture, or in the other language if
    /// there is no such name.
    fn opening_name(&self) -> Option<&'static str> {
        let opening = self.opening?;
        let (english, japanese) = (opening.english(), opening.japanese());
        self.language.choose(english.or(japanese), japanese.or(english))
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

    /// Writes the disc counts, the side to move and the opening. Returns the vertical centre of the
    /// next line.
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
        svg.text_within((LEFT + BOARD, y + 6.0), room, 18.0, &self.turn(), style);
        y += LEADING;
        if let Some(name) = self.opening_name() {
            let words = format!("{}{name}", self.language.choose("Opening: ", "定石："));
            svg.text_within((LEFT, y + 5.5), BOARD, 16.0, &words, "");
            y += LEADING;
        }
        y
    }

    /// Draws the legend of the marks. Returns the lower edge of the legend.
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
            legend.item(svg, 34.0, &self.label_meaning(), |svg, (x, y)| {
                felt(svg, (x, y), 34.0);
                let style = format!(
                    "text-anchor=\"middle\" font-size=\"12\" font-weight=\"600\" fill=\"{PALE}\""
                );
                svg.text((x, y + 4.5), "+1.5", &style);
            });
        }
        if self.marks.iter().any(|mark| mark.is_best) {
            legend.item(svg, SAMPLE, self.language.choose("best move", "最善手"), |svg, at| {
                felt(svg, at, SAMPLE);
                gold_frame(svg, at, SAMPLE - 6.0);
            });
        }
        if self.marks.iter().any(|mark| mark.label.is_none()) {
            legend.item(svg, SAMPLE, self.ring_meaning(), |svg, at| {
                felt(svg, at, SAMPLE);
                self.ring(svg, at);
            });
        }
        if has_last {
            legend.item(svg, SAMPLE, self.language.choose("last move", "最終手"), |svg, at| {
                // The last placed disc belongs to the other side, unless a side passed after it.
                disc(svg, at, SAMPLE / 2.0, self.position.side().opponent());
                red_dot(svg, at);
            });
        }
        Some(legend.bottom())
    }
}

/// Draws the empty board with its coordinates.
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
    let (column, row) = (f64::from(square.file()), f64::from(square.rank()));
    (LEFT + CELL * (column - 0.5), TOP + CELL * (row - 0.5))
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
