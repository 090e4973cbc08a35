use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::presets::{MAX_DEPTH, PRESETS};
use crate::color::Color;
use crate::format::csa::{csa_name, word_of_end};
use crate::format::illegal_move;
use crate::format::kif::{Columns, sides};
use crate::format::notation::distinction;
use crate::format::report::{LossKind, Written};
use crate::game::{End, Game, Handicap, NodeId, Step, field};
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::position::{Position, Undo};
use crate::square::Square;

pub(super) fn write(game: &Game) -> Written {
    let (game, illegal) = illegal_move::readable(game);
    let game = &*game;
    let mut written = Written::new();
    written.lose_many(LossKind::IllegalMove, illegal);
    let mut writer =
        Writer { game, written, clocks: Columns::new(game, true), position: game.start().clone() };
    writer.written.text.push_str("{\"header\":{");
    writer.header();
    writer.written.text.push_str("},\"initial\":");
    writer.start();
    writer.written.text.push_str(",\"moves\":[{");
    let begin = writer.written.text.len();
    writer.comments(NodeId::ROOT, begin);
    writer.written.text.push('}');
    if let Some(first) = game.next(NodeId::ROOT) {
        writer.written.text.push(',');
        writer.line(first, 0);
    }
    writer.written.text.push_str("]}\n");
    writer.written
}

/// Appends a JSON string with the necessary escape sequences.
fn push_text(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            c if c < ' ' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

fn number(color: Color) -> usize {
    color.index()
}

struct Writer<'a> {
    game: &'a Game,
    written: Written,
    clocks: Columns,
    position: Position,
}

impl Writer<'_> {
    /// Writes the members of the header. A JSON object has each name only once.
    fn header(&mut self) {
        let sides = sides(self.game);
        let mut names: Vec<&str> = Vec::new();
        for (name, value) in self.game.fields() {
            let name = match name {
                field::BLACK => sides[0],
                field::WHITE => sides[1],
                name => name,
            };
            if names.contains(&name) {
                self.written.lose(LossKind::Field);
                continue;
            }
            if !names.is_empty() {
                self.written.text.push(',');
            }
            push_text(&mut self.written.text, name);
            self.written.text.push(':');
            push_text(&mut self.written.text, value);
            names.push(name);
        }
    }

    fn start(&mut self) {
        let start = self.game.start();
        if start.move_number() != 1 {
            self.written.lose(LossKind::Ply);
        }
        let text = &mut self.written.text;
        if let Some(handicap) = Handicap::of(start).filter(|handicap| !handicap.is_rare()) {
            let preset = PRESETS.iter().find(|(_, named)| *named == handicap);
            let _ =
                write!(text, "{{\"preset\":\"{}\"}}", preset.map_or("HIRATE", |(name, _)| name));
            return;
        }
        let _ = write!(
            text,
            "{{\"preset\":\"OTHER\",\"data\":{{\"color\":{},\"board\":[",
            number(start.side())
        );
        for file in 1..=9 {
            text.push_str(if file > 1 { ",[" } else { "[" });
            for rank in 1..=9 {
                if rank > 1 {
                    text.push(',');
                }
                match Square::new(file, rank).and_then(|square| start.piece_on(square)) {
                    Some(piece) => {
                        let (color, kind) = (number(piece.color()), csa_name(piece.kind()));
                        let _ = write!(text, "{{\"color\":{color},\"kind\":\"{kind}\"}}");
                    }
                    None => text.push_str("{}"),
                }
            }
            text.push(']');
        }
        text.push_str("],\"hands\":[");
        for color in Color::ALL {
            text.push_str(if color == Color::White { ",{" } else { "{" });
            for kind in PieceKind::HAND {
                let comma = if kind == PieceKind::Pawn { "" } else { "," };
                let count = start.hand(color).count(kind);
                let _ = write!(text, "{comma}\"{}\":{count}", csa_name(kind));
            }
            text.push('}');
        }
        text.push_str("]}}");
    }

    /// Writes the name of a member, with a comma in front unless it is the first member of the object
    /// that begins at a byte of the text.
    fn member(&mut self, name: &str, begin: usize) {
        let text = &mut self.written.text;
        if text.len() > begin {
            text.push(',');
        }
        let _ = write!(text, "\"{name}\":");
    }

    /// Writes a node's comments.
    fn comments(&mut self, id: NodeId, begin: usize) {
        if let Some(comment) = self.game.comment(id) {
            self.member("comments", begin);
            let text = &mut self.written.text;
            text.push('[');
            for (i, line) in comment.split('\n').enumerate() {
                if i > 0 {
                    text.push(',');
                }
                push_text(text, line);
            }
            text.push(']');
        }
        if self.game.bookmark(id).is_some() {
            self.written.lose(LossKind::Bookmark);
        }
        if self.game.remark(id).is_some() {
            self.written.lose(LossKind::Remark);
        }
    }

    /// Writes the line of moves that begins at a node.
    fn line(&mut self, first: NodeId, depth: usize) {
        let mut played: Vec<(Move, Undo)> = Vec::new();
        let mut last = self.game.parent(first).and_then(|parent| self.target(parent));
        let mut at = Some(first);
        while let Some(id) = at {
            if id != first {
                self.written.text.push(',');
            }
            self.written.text.push('{');
            let begin = self.written.text.len();
            let step = self.game.step(id);
            match step {
                Some(Step::Move(m)) => self.step(m, last, false),
                Some(Step::Illegal(m)) => self.step(m, last, true),
                Some(Step::End(end)) => self.special(id, end),
                None => {}
            }
            self.time(id, begin);
            self.comments(id, begin);
            self.forks(id, first, depth, begin);
            self.written.text.push('}');
            at = self.game.next(id);
            match step {
                Some(Step::Move(m)) => {
                    played.push((m, self.position.play_unchecked(m)));
                    last = Some(m.target());
                }
                Some(Step::Illegal(_)) if at.is_none() => {
                    let word = foul(self.position.side());
                    let _ = write!(self.written.text, ",{{\"special\":\"{word}\"}}");
                }
                _ => {}
            }
        }
        while let Some((m, undo)) = played.pop() {
            self.position.undo(m, undo);
        }
    }

    fn target(&self, id: NodeId) -> Option<Square> {
        match self.game.step(id) {
            Some(Step::Move(m)) => Some(m.target()),
            _ => None,
        }
    }

    /// Writes the variations that replace the first child of a node.
    fn forks(&mut self, id: NodeId, first: NodeId, depth: usize, begin: usize) {
        let parent = self.game.parent(id).unwrap_or(NodeId::ROOT);
        if self.game.next(parent) != Some(id) || (id == first && depth > 0) {
            return;
        }
        let mut fork = self.game.next_variation(id);
        if fork.is_none() {
            return;
        }
        if depth == MAX_DEPTH {
            while let Some(id) = fork {
                self.written.lose(LossKind::Variation);
                fork = self.game.next_variation(id);
            }
            return;
        }
        self.member("forks", begin);
        self.written.text.push('[');
        while let Some(id) = fork {
            self.written.text.push('[');
            self.line(id, depth + 1);
            self.written.text.push(']');
            fork = self.game.next_variation(id);
            if fork.is_some() {
                self.written.text.push(',');
            }
        }
        self.written.text.push(']');
    }

    fn step(&mut self, m: Move, last: Option<Square>, is_illegal: bool) {
        let side = self.position.side();
        let text = &mut self.written.text;
        let place =
            |square: Square| alloc::format!("{{\"x\":{},\"y\":{}}}", square.file(), square.rank());
        let _ = write!(text, "\"move\":{{\"color\":{}", number(side));
        if let Some(origin) = m.origin() {
            let _ = write!(text, ",\"from\":{}", place(origin));
        }
        let _ = write!(text, ",\"to\":{},\"piece\":\"{}\"", place(m.target()), csa_name(m.kind()));
        if last == Some(m.target()) {
            text.push_str(",\"same\":true");
        }
        if m.is_promotion() {
            text.push_str(",\"promote\":true");
        } else if crate::format::notation::declines(side, m) {
            text.push_str(",\"promote\":false");
        }
        if let Some(captured) = m.captured() {
            let _ = write!(text, ",\"capture\":\"{}\"", csa_name(captured));
        }
        let relative: String = distinction(&self.position, m)
            .chars()
            .filter_map(|word| match word {
                '左' => Some('L'),
                '直' => Some('C'),
                '右' => Some('R'),
                '上' => Some('U'),
                '寄' => Some('M'),
                '引' => Some('D'),
                '打' => Some('H'),
                _ => None,
            })
            .collect();
        // An illegal drop needs `H` in any case, because the piece may not be in hand.
        let relative = if is_illegal && m.origin().is_none() { "H".into() } else { relative };
        if !relative.is_empty() {
            let _ = write!(text, ",\"relative\":\"{relative}\"");
        }
        text.push('}');
    }

    fn special(&mut self, id: NodeId, end: End) {
        let closed = self.game.parent(id).and_then(|parent| self.game.step(parent));
        let side = match closed {
            Some(Step::Illegal(_)) => self.position.side().opponent(),
            _ => self.position.side(),
        };
        // The schema lists the words. For two other ends it has a word with the same result. All other
        // ends have no word, and the element has no member `special`.
        let word = match end {
            End::Foul { by } if by != side => Some(foul(by)),
            End::MaxMoves => Some("HIKIWAKE"),
            End::SealedMove => Some("CHUDAN"),
            End::WinByDefault | End::LossByDefault | End::Other => None,
            end => word_of_end(end, side),
        };
        if word.is_none() || matches!(end, End::MaxMoves | End::SealedMove) {
            self.written.lose(LossKind::End);
        }
        if let Some(word) = word {
            let _ = write!(self.written.text, "\"special\":\"{word}\"");
        }
    }

    fn time(&mut self, id: NodeId, begin: usize) {
        let Some(time) = self.game.time(id) else { return };
        if time.spent.subsec_millis() > 0 || time.total.is_some_and(|t| t.subsec_millis() > 0) {
            self.written.lose(LossKind::Fraction);
        }
        self.member("time", begin);
        let parts = |seconds: u64| (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let text = &mut self.written.text;
        let (h, m, s) = parts(time.spent.as_secs());
        text.push_str("{\"now\":{");
        if h > 0 {
            let _ = write!(text, "\"h\":{h},");
        }
        let (hours, minutes, seconds) = parts(self.clocks.total(id) / 1000);
        let _ = write!(
            text,
            "\"m\":{m},\"s\":{s}}},\"total\":{{\"h\":{hours},\"m\":{minutes},\"s\":{seconds}}}}}"
        );
    }
}

/// Returns the word for a foul of a side, after which the other side is to move.
const fn foul(by: Color) -> &'static str {
    match by {
        Color::Black => "+ILLEGAL_ACTION",
        Color::White => "-ILLEGAL_ACTION",
    }
}
