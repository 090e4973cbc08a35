use alloc::string::String;
use core::fmt::Write;

use super::presets::{MAX_DEPTH, PRESETS};
use crate::color::Color;
use crate::format::csa::{csa_name, end_of_word, word_of_end};
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
        Writer { game, written, clocks: Columns::new(game, false), position: game.start().clone() };
    writer.written.text.push_str("{\"header\":{");
    let names = sides(game);
    for (i, (name, value)) in game.fields().enumerate() {
        let name = match name {
            field::BLACK => names[0],
            field::WHITE => names[1],
            name => name,
        };
        if i > 0 {
            writer.written.text.push(',');
        }
        push_text(&mut writer.written.text, name);
        writer.written.text.push(':');
        push_text(&mut writer.written.text, value);
    }
    writer.written.text.push_str("},\"initial\":");
    writer.start();
    writer.written.text.push_str(",\"moves\":[{");
    writer.comments(NodeId::ROOT, true);
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
    fn start(&mut self) {
        let start = self.game.start();
        if start.move_number() != 1 {
            self.written.lose(LossKind::Ply);
        }
        let text = &mut self.written.text;
        if let Some(handicap) = Handicap::of(start) {
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

    /// Writes the comments of a node as a member of a JSON object. `first` is whether it is the
    /// first member of the object.
    fn comments(&mut self, id: NodeId, first: bool) {
        if let Some(comment) = self.game.comment(id) {
            let text = &mut self.written.text;
            text.push_str(if first { "\"comments\":[" } else { ",\"comments\":[" });
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
        let mut played: alloc::vec::Vec<(Move, Undo)> = alloc::vec::Vec::new();
        let mut last = self.game.parent(first).and_then(|parent| self.target(parent));
        let mut at = Some(first);
        while let Some(id) = at {
            if id != first {
                self.written.text.push(',');
            }
            self.written.text.push('{');
            let step = self.game.step(id);
            match step {
                Some(Step::Move(m)) => self.step(m, last, false),
                Some(Step::Illegal(m)) => self.step(m, last, true),
                Some(Step::End(end)) => self.special(id, end),
                None => {}
            }
            self.time(id);
            self.comments(id, false);
            self.forks(id, first, depth);
            self.written.text.push('}');
            at = self.game.next(id);
            match step {
                Some(Step::Move(m)) => {
                    played.push((m, self.position.play_unchecked(m)));
                    last = Some(m.target());
                }
                Some(Step::Illegal(_)) if at.is_none() => {
                    self.written.text.push_str(",{\"special\":\"ILLEGAL_ACTION\"}");
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
    fn forks(&mut self, id: NodeId, first: NodeId, depth: usize) {
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
        self.written.text.push_str(",\"forks\":[");
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
        let word = match end {
            End::Foul { by } if by != side => "ILLEGAL_ACTION",
            end => match word_of_end(end, side) {
                Some(word) => word,
                None => {
                    let word = self.game.end_word(id).unwrap_or_default();
                    if end_of_word(word, side).is_some() || word == "ILLEGAL_ACTION" {
                        self.written.lose(LossKind::End);
                    }
                    word
                }
            },
        };
        self.written.text.push_str("\"special\":");
        push_text(&mut self.written.text, word);
    }

    fn time(&mut self, id: NodeId) {
        let Some(time) = self.game.time(id) else { return };
        let parts = |millis: u64| {
            let (seconds, millis) = (millis / 1000, millis % 1000);
            let fraction = if millis > 0 { alloc::format!(".{millis:03}") } else { String::new() };
            (seconds / 3600, seconds / 60 % 60, alloc::format!("{}{fraction}", seconds % 60))
        };
        let text = &mut self.written.text;
        text.push_str(",\"time\":{\"now\":");
        let (h, m, s) = parts(time.spent.as_millis() as u64);
        if h > 0 {
            let _ = write!(text, "{{\"h\":{h},\"m\":{m},\"s\":{s}}}");
        } else {
            let _ = write!(text, "{{\"m\":{m},\"s\":{s}}}");
        }
        let (h, m, s) = parts(self.clocks.total(id));
        let _ = write!(text, ",\"total\":{{\"h\":{h},\"m\":{m},\"s\":{s}}}}}");
    }
}
