use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::end_words::{end_of_word, summary_of_end, word_of_end};
use crate::color::Color;
use crate::format::bod;
use crate::format::illegal_move;
use crate::format::notation::{self, push_kif};
use crate::format::report::{LossKind, Written};
use crate::format::starts;
use crate::game::{End, Game, Handicap, NodeId, Step, field};
use crate::mv::Move;

/// Returns the names of the two sides: 先手 and 後手 or, in handicap games, 下手 and 上手.
pub(crate) fn sides(game: &Game) -> [&'static str; 2] {
    match Handicap::of(game.start()) {
        Some(handicap) if handicap.is_rare() => ["先手", "後手"],
        Some(Handicap::Even) | None => ["先手", "後手"],
        Some(_) => ["下手", "上手"],
    }
}

/// The resolution of the written times.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Times {
    /// Whole seconds, as in other KIF files. Fractions are lost.
    Whole,
    /// Milliseconds. Our reader accepts fractions of a second; other readers may not.
    #[cfg(feature = "serde")]
    Exact,
}

pub(super) fn write(game: &Game, times: Times) -> Written {
    let mut written = Written::new();
    let (game, illegal) = illegal_move::readable(game);
    let game = &*game;
    written.lose_many(LossKind::IllegalMove, illegal);
    written.text.reserve(64 + 48 * game.node_count());
    written.text.push_str("#KIF version=2.0 encoding=UTF-8\n");
    push_remarks(&mut written, game, NodeId::ROOT);
    let has_ply = times != Times::Whole;
    Header { game, sides: sides(game), has_ply }.push(&mut written);
    written.text.push_str("手数----指手---------消費時間--\n");
    push_comments(&mut written, game, NodeId::ROOT);
    Rows::new(game, times).push(&mut written);
    written
}

/// Writes the header fields and the starting position, for KIF and KI2.
pub(crate) struct Header<'a> {
    pub(crate) game: &'a Game,
    pub(crate) sides: [&'static str; 2],
    /// Whether to write the move number of the start, 手数＝N, which many readers refuse.
    pub(crate) has_ply: bool,
}

impl Header<'_> {
    pub(crate) fn push(&self, written: &mut Written) {
        let mut started = false;
        let named = self.name_of_start();
        match self.game.start().move_number() {
            1 => {}
            2.. if self.has_ply => {}
            _ => written.lose(LossKind::Ply),
        }
        for (name, value) in self.game.fields() {
            if name == field::HANDICAP {
                if !started && named == Some(value) {
                    started = true;
                    self.push_start(&mut written.text);
                } else {
                    written.lose(LossKind::Field);
                }
                continue;
            }
            if !started && named.is_none() && (name == field::BLACK || name == field::WHITE) {
                started = true;
                self.push_start(&mut written.text);
            }
            let name = match name {
                field::BLACK => self.sides[0],
                field::WHITE => self.sides[1],
                field::FLIPPED if value.is_empty() => {
                    written.text.push_str("盤面回転\n");
                    continue;
                }
                name => name,
            };
            if !can_be_field(name) {
                written.lose(LossKind::Field);
                continue;
            }
            let _ = write!(written.text, "{name}：");
            if push_line(&mut written.text, value) {
                written.lose(LossKind::Control);
            }
        }
        if !started {
            self.push_start(&mut written.text);
        }
    }

    /// Returns the value of the header field 手合割, if the value is not the name of a known starting
    /// position.
    fn name_of_start(&self) -> Option<&str> {
        let names = self.game.fields().filter(|&(name, _)| name == field::HANDICAP);
        let mut names = names.map(|(_, value)| value);
        names.find(|value| {
            !value.contains(['\n', '\r'])
                && value.trim() != "その他"
                && value.parse::<Handicap>().is_err()
        })
    }

    fn push_start(&self, text: &mut String) {
        let start = self.game.start();
        match (Handicap::of(start), self.name_of_start()) {
            (Some(handicap), None) if !handicap.is_rare() => {
                let _ = writeln!(text, "手合割：{handicap}");
            }
            // Some readers refuse a line 先手番 after a diagram.
            (_, named) => {
                let default =
                    named.and_then(starts::setup).map_or(Color::Black, |named| named.side);
                let _ = writeln!(text, "手合割：{}", named.unwrap_or("その他"));
                bod::push(text, start, self.sides);
                if start.side() == Color::Black && default == Color::White {
                    let _ = writeln!(text, "{}番", self.sides[0]);
                }
            }
        }
        if self.has_ply {
            bod::push_ply(text, start);
        }
    }
}

/// Returns whether the reader would read a line that begins with `name：` as a field with this name.
fn can_be_field(name: &str) -> bool {
    let Some(first) = name.chars().next() else { return false };
    let special = matches!(first, '*' | '&' | '#' | '|' | '+' | '\u{feff}')
        || first.is_ascii_digit()
        || notation::marked(first).is_some()
        || ["変化", "まで", "手数-", "手数＝", "手数=", "９"]
            .iter()
            .any(|word| name.starts_with(word));
    let start = bod::side_word(name).is_some_and(|(_, rest)| bod::hand_word(rest).is_some());
    !special
        && !start
        && name.trim() == name
        && !name.contains(['：', '\n', '\r'])
        && name != field::HANDICAP
}

/// Appends one line. Replaces line breaks in the text by spaces, and returns whether there were
/// any.
fn push_line(text: &mut String, line: &str) -> bool {
    let broken = line.contains(['\n', '\r']);
    if broken {
        text.extend(line.chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
    } else {
        text.push_str(line);
    }
    text.push('\n');
    broken
}

fn push_lines(written: &mut Written, sign: char, lines: &str) {
    for line in lines.split('\n') {
        written.text.push(sign);
        if push_line(&mut written.text, line) {
            written.lose(LossKind::Control);
        }
    }
}

fn push_remarks(written: &mut Written, game: &Game, id: NodeId) {
    let Some(remark) = game.remark(id) else { return };
    for line in remark.split('\n') {
        if line.starts_with("KIF ") {
            written.lose(LossKind::Remark);
        } else {
            push_lines(written, '#', line);
        }
    }
}

fn push_comments(written: &mut Written, game: &Game, id: NodeId) {
    if let Some(comment) = game.comment(id) {
        push_lines(written, '*', comment);
    }
    if let Some(bookmark) = game.bookmark(id) {
        push_lines(written, '&', bookmark);
    }
}

/// Writes the comment, the remarks and the bookmark of a node. Some readers refuse remarks between
/// moves, so remarks become comments, which counts as a loss.
pub(crate) fn push_texts(written: &mut Written, game: &Game, id: NodeId) {
    if let Some(comment) = game.comment(id) {
        push_lines(written, '*', comment);
    }
    if let Some(remark) = game.remark(id) {
        written.lose(LossKind::Remark);
        // Some readers of KI2 refuse comments after the end.
        if !matches!(game.step(id), Some(Step::End(_))) {
            push_lines(written, '*', remark);
        }
    }
    if let Some(bookmark) = game.bookmark(id) {
        push_lines(written, '&', bookmark);
    }
}

/// The total times of both sides at each node, in milliseconds.
pub(crate) struct Columns {
    /// For each node, the total time of the side that made the move, then of its opponent.
    totals: Vec<[u64; 2]>,
}

impl Columns {
    /// Computes the total times. If `whole` is set, the times of moves are rounded down to whole
    /// seconds.
    pub(crate) fn new(game: &Game, whole: bool) -> Self {
        let millis = |time: core::time::Duration| {
            let millis = time.as_millis() as u64;
            if whole { millis - millis % 1000 } else { millis }
        };
        let mut totals = alloc::vec![[0u64; 2]; game.node_count()];
        for id in game.preorder() {
            let Some(parent) = game.parent(id) else { continue };
            let [other, own] = totals[parent.index()];
            let time = game.time(id);
            let sum = own.saturating_add(time.map_or(0, |time| millis(time.spent)));
            let stated = time.and_then(|time| time.total).map(millis);
            totals[id.index()] = [stated.unwrap_or(sum), other];
        }
        Self { totals }
    }

    pub(crate) fn total(&self, id: NodeId) -> u64 {
        self.totals[id.index()][0]
    }
}

struct Rows<'a> {
    game: &'a Game,
    times: Times,
    clocks: Columns,
    sides: [&'static str; 2],
}

impl<'a> Rows<'a> {
    fn new(game: &'a Game, times: Times) -> Self {
        let clocks = Columns::new(game, times == Times::Whole);
        Self { game, times, clocks, sides: sides(game) }
    }

    fn push(&self, written: &mut Written) {
        for id in self.game.preorder() {
            let Some(step) = self.game.step(id) else { continue };
            let parent = self.game.parent(id).unwrap_or(NodeId::ROOT);
            if self.game.next(parent) != Some(id) {
                let _ = writeln!(written.text, "\n変化：{}手", self.game.ply(id));
            }
            self.push_row(written, id, parent, step);
        }
    }

    /// Returns the side to move before the step of a node.
    fn side(&self, id: NodeId) -> Color {
        let start = self.game.start().side();
        if self.game.ply(id) % 2 == 1 { start } else { start.opponent() }
    }

    fn push_row(&self, written: &mut Written, id: NodeId, parent: NodeId, step: Step) {
        let (game, ply) = (self.game, self.game.ply(id));
        let start = written.text.len();
        let _ = write!(written.text, "{ply:>4} ");
        let width = match step {
            Step::Move(m) | Step::Illegal(m) => push_kif(&mut written.text, m, self.last(parent)),
            Step::End(end) => {
                let word = match word_of_end(end, self.side(id)) {
                    Some(word) => word,
                    None => game.end_word(id).unwrap_or_default(),
                };
                if end == End::Other && !can_be_end(word) {
                    written.text.truncate(start);
                    written.lose(LossKind::End);
                    return;
                }
                written.text.push_str(word);
                word.len() / 3 * 2
            }
        };
        let branches = game.next_variation(id).is_some();
        let time = game.time(id);
        if branches || time.is_some() {
            for _ in width..13 {
                written.text.push(' ');
            }
        }
        if let Some(time) = time {
            let millis = |millis: u64| if self.times == Times::Whole { 0 } else { millis % 1000 };
            let (spent, total) = (time.spent.as_millis() as u64, self.clocks.total(id));
            let stated = time.total.map_or(0, |total| total.as_millis() as u64);
            if [spent, stated].iter().any(|&time| millis(time) != time % 1000) {
                written.lose(LossKind::Fraction);
            }
            push_time(&mut written.text, spent / 1000, millis(spent), total / 1000, millis(total));
        }
        if branches {
            written.text.push('+');
        }
        written.text.push('\n');
        match self.times {
            Times::Whole => push_texts(written, game, id),
            #[cfg(feature = "serde")]
            Times::Exact => {
                push_comments(written, game, id);
                push_remarks(written, game, id);
            }
        }
        match step {
            Step::End(end) => self.push_summary(written, id, end),
            Step::Illegal(_) if game.next(id).is_none() => {
                let _ = writeln!(written.text, "{:>4} 反則勝ち", ply + 1);
            }
            _ => {}
        }
    }

    /// Returns the square that 同 means: the target square of the previous move.
    fn last(&self, parent: NodeId) -> Option<crate::square::Square> {
        match self.game.step(parent) {
            Some(Step::Move(m)) => Some(Move::target(m)),
            _ => None,
        }
    }

    fn push_summary(&self, written: &mut Written, id: NodeId, end: End) {
        let [us, them] = [self.side(id), self.side(id).opponent()].map(|c| self.sides[c.index()]);
        // The row has the end word. Some readers refuse a file whose summary has other words.
        let says = match end {
            End::Declaration | End::WinByDefault => Some(alloc::format!("{us}の勝ち")),
            End::LossByDefault => Some(alloc::format!("{them}の勝ち")),
            End::Draw | End::MaxMoves | End::TakeBack | End::Error | End::Other => None,
            end => summary_of_end(end, self.side(id), self.sides),
        };
        if let Some(says) = says {
            let _ = writeln!(written.text, "まで{}手で{says}", self.game.ply(id) - 1);
        }
    }
}

/// Appends a time such as `( 0:16/00:00:16)`. The arguments are seconds and the remaining
/// milliseconds.
fn push_time(text: &mut String, spent: u64, spent_millis: u64, total: u64, total_millis: u64) {
    let _ = write!(text, "({:>2}:{:02}", spent / 60, spent % 60);
    if spent_millis > 0 {
        let _ = write!(text, ".{spent_millis:03}");
    }
    let _ = write!(text, "/{:02}:{:02}:{:02}", total / 3600, total / 60 % 60, total % 60);
    if total_millis > 0 {
        let _ = write!(text, ".{total_millis:03}");
    }
    text.push(')');
}

/// Returns whether the reader would read the word as an unknown end word.
fn can_be_end(word: &str) -> bool {
    let Some(first) = word.chars().next() else { return false };
    !word.contains([' ', '　', '(', '+', '\t', '\n', '\r'])
        && !first.is_ascii_digit()
        && first != '同'
        && notation::digit(first).is_none()
        && notation::marked(first).is_none()
        && end_of_word(word, Color::Black).is_none()
}
