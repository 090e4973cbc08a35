use core::fmt::Write;

use super::names::{KEYWORDS, csa_name, end_of_word, word_of_end};
use super::version::Version;
use crate::color::Color;
use crate::format::illegal_move;
use crate::format::report::{LossKind, Written};
use crate::game::{End, Game, Handicap, NodeId, Step, field};
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

pub(super) fn write(game: &Game, version: Version) -> Written {
    let mut written = Written::new();
    let (game, illegal) = illegal_move::readable(game);
    let game = &*game;
    written.lose_many(LossKind::IllegalMove, illegal);
    written.text.reserve(64 + 16 * game.node_count());
    written.text.push_str(match version {
        Version::V2_2 => "V2.2\n",
        Version::V3_0 => "'CSA encoding=UTF-8\nV3.0\n",
    });
    for (name, value) in game.fields() {
        push_field(&mut written, name, value);
    }
    push_start(&mut written, game.start());
    push_notes(&mut written, game, NodeId::ROOT);
    let mut side = game.start().side();
    for id in game.main_line() {
        match game.step(id) {
            Some(Step::Move(m)) => push_move(&mut written, side, m),
            Some(Step::Illegal(m)) => {
                push_move(&mut written, side, m);
                if game.next(id).is_none() {
                    push_time(&mut written, game, id, version);
                    push_notes(&mut written, game, id);
                    written.text.push_str("%ILLEGAL_MOVE\n");
                    continue;
                }
            }
            Some(Step::End(end)) => {
                let there = push_end(&mut written, game, id, end, side);
                if !there {
                    continue;
                }
            }
            None => {}
        }
        push_time(&mut written, game, id, version);
        push_notes(&mut written, game, id);
        side = side.opponent();
    }
    let branches = game
        .preorder()
        .filter(|&id| game.parent(id).is_some_and(|parent| game.next(parent) != Some(id)))
        .count();
    written.lose_many(LossKind::Variation, branches as u32);
    written
}

fn push_field(written: &mut Written, name: &str, value: &str) {
    let start = written.text.len();
    match name {
        field::BLACK => written.text.push_str("N+"),
        field::WHITE => written.text.push_str("N-"),
        field::NOTE => {
            written.text.push_str("$NOTE:");
            for c in value.chars() {
                match c {
                    '\n' => written.text.push_str("\\n"),
                    '\\' => written.text.push_str("\\\\"),
                    '\r' => written.lose(LossKind::Control),
                    c => written.text.push(c),
                }
            }
            written.text.push('\n');
            return;
        }
        name => match KEYWORDS.iter().find(|(_, field)| *field == name) {
            Some((keyword, _)) => {
                let _ = write!(written.text, "{keyword}:");
            }
            None if name.starts_with('$') && !name.contains([':', '\n', '\r']) => {
                let _ = write!(written.text, "{name}:");
            }
            None if !name.is_empty()
                && name.trim() == name
                && !name.starts_with('*')
                && !name.contains(['：', '\n', '\r']) =>
            {
                let _ = write!(written.text, "'{name}：");
            }
            None => {
                written.text.truncate(start);
                written.lose(LossKind::Field);
                return;
            }
        },
    }
    push_line(written, value);
}

fn push_line(written: &mut Written, line: &str) {
    if line.contains(['\n', '\r']) {
        written.text.extend(line.chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
        written.lose(LossKind::Control);
    } else {
        written.text.push_str(line);
    }
    written.text.push('\n');
}

fn push_start(written: &mut Written, start: &Position) {
    if start.move_number() != 1 {
        written.lose(LossKind::Ply);
    }
    let even = Handicap::Even.setup();
    match Handicap::of(start) {
        Some(handicap) => {
            written.text.push_str("PI");
            for square in handicap.missing() {
                let name = even.board[square.index()].map_or("", |piece| csa_name(piece.kind()));
                let _ = write!(written.text, "{}{}{name}", square.file(), square.rank());
            }
            written.text.push('\n');
        }
        None => {
            push_board(written, start);
            for (color, sign) in [(Color::Black, '+'), (Color::White, '-')] {
                let hand = start.hand(color);
                if hand.is_empty() {
                    continue;
                }
                let _ = write!(written.text, "P{sign}");
                for kind in PieceKind::HAND.into_iter().rev() {
                    for _ in 0..hand.count(kind) {
                        let _ = write!(written.text, "00{}", csa_name(kind));
                    }
                }
                written.text.push('\n');
            }
        }
    }
    written.text.push_str(if start.side() == Color::Black { "+\n" } else { "-\n" });
}

fn push_board(written: &mut Written, position: &Position) {
    for rank in 1..=9u8 {
        let _ = write!(written.text, "P{rank}");
        for file in (1..=9u8).rev() {
            match Square::new(file, rank).and_then(|square| position.piece_on(square)) {
                Some(piece) => {
                    written.text.push(sign(piece.color()));
                    written.text.push_str(csa_name(piece.kind()));
                }
                None => written.text.push_str(" * "),
            }
        }
        written.text.push('\n');
    }
}

fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

fn push_move(written: &mut Written, side: Color, m: Move) {
    let text = &mut written.text;
    text.push(sign(side));
    match m.origin() {
        Some(origin) => push_square(text, origin),
        None => text.push_str("00"),
    }
    push_square(text, m.target());
    text.push_str(csa_name(m.kind_after()));
    text.push('\n');
}

fn push_square(text: &mut alloc::string::String, square: Square) {
    text.push((b'0' + square.file()) as char);
    text.push((b'0' + square.rank()) as char);
}

/// Writes the CSA keyword of an end. If there is no keyword, counts a loss and returns `false`.
fn push_end(written: &mut Written, game: &Game, id: NodeId, end: End, side: Color) -> bool {
    let word = word_of_end(end, side).or_else(|| {
        game.end_word(id).filter(|word| {
            !word.is_empty()
                && word.trim() == *word
                && !word.contains([',', '\n', '\r'])
                && end_of_word(word, side).is_none()
        })
    });
    match word {
        Some(word) => {
            let _ = writeln!(written.text, "%{word}");
        }
        None => written.lose(LossKind::End),
    }
    word.is_some()
}

fn push_time(written: &mut Written, game: &Game, id: NodeId, version: Version) {
    let Some(time) = game.time(id) else { return };
    let _ = write!(written.text, "T{}", time.spent.as_secs());
    let millis = time.spent.subsec_millis();
    if millis > 0 {
        if version >= Version::V3_0 {
            let _ = write!(written.text, ".{millis:03}");
        } else {
            written.lose(LossKind::Fraction);
        }
    }
    written.text.push('\n');
    if time.total.is_some() {
        written.lose(LossKind::Total);
    }
}

fn push_notes(written: &mut Written, game: &Game, id: NodeId) {
    if let Some(comment) = game.comment(id) {
        for line in comment.split('\n') {
            written.text.push_str("'*");
            push_line(written, line);
        }
    }
    if let Some(remark) = game.remark(id) {
        for line in remark.split('\n') {
            if line.starts_with('*') {
                written.lose(LossKind::Remark);
            } else {
                written.text.push('\'');
                push_line(written, line);
            }
        }
    }
    if game.bookmark(id).is_some() {
        written.lose(LossKind::Bookmark);
    }
}
