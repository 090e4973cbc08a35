//! Shogi positions, seen from Black's side, with the hands beside the board.
//!
//! ```text
//!  hand  9 8 7 6 5 4 3 2 1         a dot on a square that a move reaches, a ring if only drops
//!  White . . . . . . . . .         reach the square, a number if the value is not 0,
//!        . . . . . . . . . hand    arrows for the best moves
//!        . . . . . . . . . Black
//! ```

use std::collections::BTreeMap;

use shogi_core::{Color, Hand, Move, Piece, PieceKind, Position, SeeValues, Square};

use crate::language::Language;
use crate::legend::Legend;
use crate::svg::{FAINT, INK, PAPER, Svg};

/// A picture of a shogi position.
///
/// ```
/// use gamekit_pictures::Language;
/// use gamekit_pictures::shogi::Picture;
/// use shogi_core::{Position, See};
///
/// let position: Position = "4k4/9/9/9/4r4/9/9/4R4/4K4 b - 1".parse()?;
/// let mut values: Vec<_> = position
///     .legal_moves()
///     .as_slice()
///     .iter()
///     .map(|&mv| (mv, See::BONANZA.of_move(&position, mv)))
///     .collect();
/// values.sort_by_key(|&(_, value)| -value);
/// let picture = Picture::new(&position).with_status().with_values(values);
/// assert!(picture.to_svg().contains(">Black to move, move 1: 7 legal moves</text>"));
/// let picture = picture.with_language(Language::Japanese);
/// assert!(picture.to_svg().contains(">先手番、1手目：合法手7</text>"));
/// # Ok::<(), shogi_core::format::sfen::ParseSfenError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Picture<'a> {
    position: &'a Position,
    language: Language,
    letters: Letters,
    last_move: Option<Move>,
    values: Vec<(Move, i32)>,
    value_meaning: Option<String>,
    arrow_count: usize,
    arrows: Vec<(Square, Square)>,
    has_status: bool,
    captions: Vec<String>,
}

/// The letters on pieces and ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Letters {
    /// Kanji: `歩`, `と`, and `一` to `九` for ranks.
    #[default]
    Japanese,
    /// The letters of SFEN: `P`, `+P`, and `a` to `i` for ranks.
    Western,
}

impl Letters {
    /// Returns the letters on a piece. The letters do not show the colour.
    #[must_use]
    pub fn piece(self, kind: PieceKind) -> String {
        match self {
            Self::Japanese => kanji(kind).to_owned(),
            Self::Western => kind.to_string(),
        }
    }

    /// Returns the name of a rank from 1 to 9.
    ///
    /// ```
    /// use gamekit_pictures::shogi::Letters;
    ///
    /// assert_eq!(Letters::Japanese.rank(7), Some('七'));
    /// assert_eq!(Letters::Western.rank(7), Some('g'));
    /// assert_eq!(Letters::Western.rank(0), None);
    /// ```
    #[must_use]
    pub fn rank(self, rank: u8) -> Option<char> {
        let names = match self {
            Self::Japanese => ['一', '二', '三', '四', '五', '六', '七', '八', '九'],
            Self::Western => ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
        };
        names.get(usize::from(rank).checked_sub(1)?).copied()
    }
}

/// Returns the single kanji for a kind of piece in diagrams.
const fn kanji(kind: PieceKind) -> &'static str {
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

/// Returns the name of a side.
#[must_use]
pub fn side_name(color: Color, language: Language) -> &'static str {
    match color {
        Color::Black => language.choose("Black", "先手"),
        Color::White => language.choose("White", "後手"),
    }
}

const WIDE: f64 = 48.0;
const HIGH: f64 = 52.0;
const ACROSS: f64 = 9.0 * WIDE;
const DOWN: f64 = 9.0 * HIGH;
/// The width of the stand for the pieces in hand. The same number is the distance from the stand to
/// the board and to the edge of the picture.
const STAND: f64 = 60.0;
const BESIDE: f64 = 20.0;
const MARGIN: f64 = 16.0;
const LEFT: f64 = MARGIN + STAND + BESIDE;
/// The space for the names of the ranks.
const RANKS: f64 = 18.0;
const RIGHT: f64 = RANKS + BESIDE + STAND + MARGIN;
const TOP: f64 = 40.0;
/// The distance from the board to the centre of the first line of text below the board, and between
/// lines of text.
const BELOW: f64 = 30.0;
const LEADING: f64 = 26.0;
/// The default number of arrows.
const ARROWS: usize = 3;

const WOOD: &str = "#f0d9a4";
const TREE: &str = "#e2c07a";
const LINES: &str = "#5a4420";
const PIECE: &str = "#fdf3d8";
const RED: &str = "#c0281c";
const GREEN: &str = "#1c7a3c";
const BLUE: &str = "#33649b";
/// The colour of the origin and the target of the last move.
const CAME: &str = "#f6e58a";
const WENT: &str = "#efc94c";
/// The fonts of the letters on pieces.
const MINCHO: &str = "'Noto Serif CJK JP', 'Noto Serif JP', 'Hiragino Mincho ProN', 'Yu Mincho', \
                      'MS Mincho', serif";

impl<'a> Picture<'a> {
    /// Makes a picture of a position with both hands and without marks.
    pub const fn new(position: &'a Position) -> Self {
        Self {
            position,
            language: Language::English,
            letters: Letters::Japanese,
            last_move: None,
            values: Vec::new(),
            value_meaning: None,
            arrow_count: ARROWS,
            arrows: Vec::new(),
            has_status: false,
            captions: Vec::new(),
        }
    }

    /// Sets the language of the text in the picture.
    pub const fn with_language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Sets the letters on pieces and ranks.
    pub const fn with_letters(mut self, letters: Letters) -> Self {
        self.letters = letters;
        self
    }

    /// Highlights the squares of the last move.
    pub const fn with_last_move(mut self, last_move: Move) -> Self {
        self.last_move = Some(last_move);
        self
    }

    /// Adds legal moves with their values, the best first. Each target square shows the highest
    /// value of the moves that reach it. The best moves with a positive value are also drawn as
    /// arrows.
    pub fn with_values(mut self, values: impl IntoIterator<Item = (Move, i32)>) -> Self {
        self.values.extend(values);
        self
    }

    /// Sets the meaning of the values, for the legend. By default, values are exchange values in
    /// Bonanza's units.
    pub fn with_value_meaning(mut self, text: impl Into<String>) -> Self {
        self.value_meaning = Some(text.into());
        self
    }

    /// Sets the number of moves of [`Self::with_values`] that have arrows. The default is 3. Moves that
    /// are as good as the last of them have arrows too.
    pub const fn with_arrow_count(mut self, count: usize) -> Self {
        self.arrow_count = count;
        self
    }

    /// Adds an arrow between two squares, in addition to the arrows of the best moves. An arrow
    /// from a square to itself is not drawn.
    pub fn with_arrow(mut self, origin: Square, target: Square) -> Self {
        self.arrows.push((origin, target));
        self
    }

    /// Adds a line with the side to move, the move number, the state of the king and the number of
    /// legal moves.
    pub const fn with_status(mut self) -> Self {
        self.has_status = true;
        self
    }

    /// Adds a line below the board.
    pub fn with_caption(mut self, text: impl Into<String>) -> Self {
        self.captions.push(text.into());
        self
    }

    /// Returns the picture as the content of an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let side = side_name(self.position.side(), self.language);
        let title = match self.language {
            Language::English => format!("Shogi position, {side} to move"),
            Language::Japanese => format!("将棋の局面、{side}番"),
        };
        let captions: Vec<String> =
            self.status().into_iter().chain(self.captions.iter().cloned()).collect();
        let mut svg = Svg::new(&title, &self.description(&captions));
        self.frame(&mut svg);
        if let Some(last) = self.last_move {
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
            if origin == target {
                continue;
            }
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
        for (number, line) in captions.iter().enumerate() {
            let (size, style) =
                if number == 0 { (18.0, "font-weight=\"600\"") } else { (15.0, "") };
            svg.text_within((LEFT, y + 6.0), room, size, line, style);
            y += LEADING;
        }
        let bottom = self.legend(&mut svg, &marks, y).unwrap_or(y - LEADING / 2.0);
        svg.finish(LEFT + ACROSS + RIGHT, bottom + 10.0)
    }

    /// Returns the line of [`Self::with_status`].
    fn status(&self) -> Option<String> {
        if !self.has_status {
            return None;
        }
        let position = self.position;
        let (side, number) = (side_name(position.side(), self.language), position.move_number());
        let count = position.count_moves();
        let state = match (position.is_check(), count) {
            (true, 0) => self.language.choose(", mated", "、詰み"),
            (false, 0) => self.language.choose(", without a legal move", "、合法手なし"),
            (true, _) => self.language.choose(", in check", "、王手"),
            (false, _) => "",
        };
        let mut text = match self.language {
            Language::English => format!("{side} to move, move {number}{state}"),
            Language::Japanese => format!("{side}番、{number}手目{state}"),
        };
        match (count, self.language) {
            (0, _) => {}
            (1, Language::English) => text.push_str(": 1 legal move"),
            (_, Language::English) => text.push_str(&format!(": {count} legal moves")),
            (_, Language::Japanese) => text.push_str(&format!("：合法手{count}")),
        }
        Some(text)
    }

    /// Returns the position and its marks as text, for screen readers.
    fn description(&self, captions: &[String]) -> String {
        let language = self.language;
        let (colon, stop) = language.choose((": ", "."), ("：", "。"));
        let mut text = format!("SFEN {}{stop}", self.position);
        if let Some(last) = self.last_move {
            let name = language.choose(" Last move", "最終手");
            text.push_str(&format!("{name}{colon}{last}{stop}"));
        }
        for line in captions {
            text.push_str(&format!("{}{line}{stop}", language.choose(" ", "")));
        }
        let gains = self.best(|_| true);
        let gains: Vec<String> = gains.map(|(mv, value)| format!("{mv} {value:+}")).collect();
        if !gains.is_empty() {
            let name = match self.value_meaning {
                None => language.choose(" Best exchanges", "得な駒交換"),
                Some(_) => language.choose(" Best moves", "候補手"),
            };
            text.push_str(&format!("{name}{colon}{}{stop}", gains.join(", ")));
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

    /// Draws lines, star points and coordinates.
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
            let rank = self.letters.rank(number).map_or(String::new(), String::from);
            svg.text((LEFT + ACROSS + RANKS, y), &rank, "");
        }
        svg.close();
    }

    /// Draws a piece centred on a point. `scale` is relative to the size on the board. White's
    /// pieces are upside down.
    fn piece(&self, svg: &mut Svg, (x, y): (f64, f64), scale: f64, piece: Piece) {
        let turn = if piece.color() == Color::White { -scale } else { scale };
        let style = format!("fill=\"{PIECE}\" stroke=\"{LINES}\" stroke-linejoin=\"round\"");
        svg.polygon(&pentagon((x, y), turn), &style);
        let kind = piece.kind();
        let fill = if kind.is_promoted() { RED } else { INK };
        let letters = self.letters.piece(kind);
        let (size, below) = match self.letters {
            Letters::Japanese => (25.0 * scale, 11.5),
            Letters::Western => (19.0 * scale, 10.0),
        };
        let mut style = format!(
            "text-anchor=\"middle\" font-family=\"{MINCHO}\" font-size=\"{size}\" \
             font-weight=\"600\" fill=\"{fill}\""
        );
        if turn < 0.0 {
            style.push_str(&format!(" transform=\"rotate(180 {x} {y})\""));
        }
        svg.text((x, y + below * scale), &letters, &style);
    }

    /// Draws a side's stand and name. Black's stand is at the lower right. White's stand is at the
    /// upper left and upside down.
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
        svg.text((x, icon + 27.0), side_name(color, self.language), style);
        if is_on_move {
            let style = format!("text-anchor=\"middle\" font-size=\"12\" fill=\"{FAINT}\"");
            svg.text((x, icon + 43.0), self.language.choose("to move", "手番"), &style);
        }
        for (number, &(kind, count)) in kinds.iter().enumerate() {
            // The pieces are in order from the far end of the stand to the near end, from the
            // side's point of view.
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

    /// Returns the mark of each square that a move reaches.
    fn marks(&self) -> BTreeMap<Square, Mark> {
        let mut marks: BTreeMap<Square, Mark> = BTreeMap::new();
        for &(mv, value) in &self.values {
            let mark = marks.entry(mv.target()).or_insert(Mark { value, is_only_drops: true });
            mark.value = mark.value.max(value);
            mark.is_only_drops &= mv.is_drop();
        }
        marks
    }

    /// Returns the arrows of the best moves on the board that have a positive value.
    fn best_arrows(&self) -> impl Iterator<Item = (Square, Square)> {
        let moves = self.best(|mv| mv.origin().is_some());
        moves.filter_map(|(mv, _)| Some((mv.origin()?, mv.target())))
    }

    /// Returns the best moves with a positive value that satisfy a condition: as many as there are
    /// arrows, and all moves that are as good as the last of them.
    fn best(&self, is_wanted: fn(&Move) -> bool) -> impl Iterator<Item = &(Move, i32)> {
        let gains =
            move || self.values.iter().filter(move |(mv, value)| *value > 0 && is_wanted(mv));
        let last = self.arrow_count.checked_sub(1).and_then(|last| gains().nth(last));
        // If there are fewer moves, all of them have arrows.
        let least =
            if self.arrow_count == 0 { i32::MAX } else { last.map_or(1, |(_, value)| *value) };
        gains().filter(move |(_, value)| *value >= least)
    }

    /// Returns all arrows.
    fn arrows(&self) -> impl Iterator<Item = (Square, Square)> {
        self.best_arrows().chain(self.arrows.iter().copied())
    }

    /// Draws the legend of the marks. Returns the lower edge of the legend.
    fn legend(&self, svg: &mut Svg, marks: &BTreeMap<Square, Mark>, y: f64) -> Option<f64> {
        if marks.is_empty() && self.last_move.is_none() {
            return None;
        }
        let language = self.language;
        let pawn = SeeValues::BONANZA.capture(PieceKind::Pawn);
        let gains = self.value_meaning.clone().unwrap_or_else(|| match language {
            Language::English => format!("gains by exchange (pawn {pawn})"),
            Language::Japanese => format!("駒交換の得（歩{pawn}）"),
        });
        let has = |test: fn(&Mark) -> bool| marks.values().any(test);
        let mut legend = Legend::new(LEFT, LEFT + ACROSS + RIGHT - MARGIN, y);
        for (is_there, value, words) in [
            (has(|mark| mark.value > 0), 100, gains.as_str()),
            (
                has(|mark| mark.value < 0 && mark.pill().is_some()),
                -100,
                language.choose("loses", "損"),
            ),
        ] {
            if is_there {
                let sample = Mark { value, is_only_drops: false };
                legend.item(svg, 36.0, words, |svg, at| sample.draw(svg, at, Room::Empty));
            }
        }
        for (is_there, value, is_only_drops, words) in [
            (
                has(|mark| mark.value == 0 && !mark.is_only_drops),
                0,
                false,
                language.choose("even", "互角"),
            ),
            (
                has(|mark| mark.value == 0 && mark.is_only_drops),
                0,
                true,
                language.choose("even, a drop", "互角（打つ手のみ）"),
            ),
            (
                has(|mark| mark.value < 0 && mark.is_only_drops),
                -100,
                true,
                language.choose("a drop that loses", "損（打つ手のみ）"),
            ),
        ] {
            if is_there {
                let sample = Mark { value, is_only_drops };
                legend.item(svg, 12.0, words, |svg, at| sample.draw(svg, at, Room::Empty));
            }
        }
        if self.best_arrows().next().is_some() {
            let text = language.choose("the best gains", "得の大きい手");
            legend.item(svg, 34.0, text, |svg, (x, y)| {
                arrow(svg, (x - 32.0, y), (x + 18.0, y), (1.0, 1.0));
            });
        }
        if let Some(last) = self.last_move {
            let squares = if last.is_drop() { &[WENT][..] } else { &[CAME, WENT] };
            let width = 20.0 * squares.len() as f64;
            legend.item(svg, width, language.choose("last move", "最終手"), |svg, (x, y)| {
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

/// The mark of a square that moves reach.
struct Mark {
    /// The highest value of the moves.
    value: i32,
    /// Whether all these moves are drops.
    is_only_drops: bool,
}

/// The part of a square that shows its mark. On an occupied square the mark is at an edge, so that
/// it does not cover the piece. Arrows of the side to move rarely cross that edge.
#[derive(Clone, Copy)]
enum Room {
    Empty,
    Top,
    Bottom,
}

/// Half the width and half the height of the part of a piece that arrows do not cover.
const PIECE_SIZE: (f64, f64) = (13.0, 17.0);

impl Mark {
    /// Returns the value as text, or `None` if the mark has no number. Drops that lose material are
    /// frequent and have no number.
    fn pill(&self) -> Option<String> {
        let is_shown = self.value > 0 || (self.value < 0 && !self.is_only_drops);
        is_shown.then(|| format!("{:+}", self.value))
    }

    /// Draws the number of the mark. A mark without a number is drawn as a dot, or as a ring if
    /// only drops reach the square.
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

/// Returns half the width and half the height of the box of a number.
fn pill_size(words: String) -> (f64, f64) {
    (5.0 + 3.6 * words.len() as f64, 8.0)
}

/// Draws an arrow from the piece in the middle of a square to a box in the middle of another
/// square. `size` is half the width and half the height of the box.
fn arrow(svg: &mut Svg, (x0, y0): (f64, f64), (x1, y1): (f64, f64), size: (f64, f64)) {
    let length = (x1 - x0).hypot(y1 - y0);
    let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
    // The distance from the middle of a box to its edge along the arrow.
    let edge = |(across, down): (f64, f64)| (across / dx.abs()).min(down / dy.abs());
    // Returns the point at the distance `along` on the arrow's axis and `aside` perpendicular to
    // the axis.
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

/// Returns the outline of a piece centred on a point and scaled by `turn`. A negative scale turns
/// the piece upside down.
fn pentagon((x, y): (f64, f64), turn: f64) -> [(f64, f64); 5] {
    let outline = [(0.0, -22.0), (13.5, -15.5), (18.0, 21.0), (-18.0, 21.0), (-13.5, -15.5)];
    outline.map(|(dx, dy)| (x + dx * turn, y + dy * turn))
}

/// Fills a square.
fn cell(svg: &mut Svg, square: Square, attributes: &str) {
    let (x, y) = middle(square);
    svg.rect([x - WIDE / 2.0, y - HIGH / 2.0, WIDE, HIGH], attributes);
}

fn middle(square: Square) -> (f64, f64) {
    (LEFT + WIDE * (9.5 - f64::from(square.file())), TOP + HIGH * (f64::from(square.rank()) - 0.5))
}
