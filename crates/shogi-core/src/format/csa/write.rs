use alloc::string::String;
use alloc::vec::Vec;
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
    push_fields(&mut written, game);
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

/// Writes the header. Many readers accept the names of the players only before the other keywords.
fn push_fields(written: &mut Written, game: &Game) {
    let mut names = [None; 2];
    for (at, (name, value)) in game.fields().enumerate() {
        let side = [field::BLACK, field::WHITE].iter().position(|side| *side == name);
        if let Some(side) = side.filter(|_| is_plain(value)) {
            names[side].get_or_insert((at, value));
        }
    }
    for (name, sign) in names.into_iter().zip(['+', '-']) {
        if let Some((_, value)) = name {
            let _ = writeln!(written.text, "N{sign}{value}");
        }
    }
    for (at, (name, value)) in game.fields().enumerate() {
        if !names.iter().flatten().any(|(name, _)| *name == at) {
            push_field(written, name, value);
        }
    }
}

/// Whether a value is neither empty nor longer than one line. Some readers refuse keywords without a
/// value.
fn is_plain(value: &str) -> bool {
    !value.is_empty() && !value.contains(['\n', '\r'])
}

/// Writes a field with its keyword. Fields without a keyword become remarks `'name：value`, which our
/// reader reads as fields.
fn push_field(written: &mut Written, name: &str, value: &str) {
    if name == field::NOTE && !value.is_empty() {
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
    let known = KEYWORDS.iter().find(|(_, field)| *field == name).map(|(keyword, _)| *keyword);
    let known = known.or((name.len() > 1 && name.starts_with('$')).then_some(name));
    let keyword = known.filter(|keyword| !value.is_empty() && !keyword.contains([':', '\n', '\r']));
    match keyword {
        Some(keyword @ ("$START_TIME" | "$END_TIME")) => match date(value) {
            Some(date) => {
                let _ = writeln!(written.text, "{keyword}:{date}");
                return;
            }
            None => {
                let _ = write!(written.text, "'{name}：");
            }
        },
        Some(keyword) => {
            let _ = write!(written.text, "{keyword}:");
        }
        None if can_be_remark(name) => {
            let _ = write!(written.text, "'{name}：");
        }
        None => {
            written.lose(LossKind::Field);
            return;
        }
    }
    push_line(written, value);
}

/// Whether the reader would read the remark `name：value` as a field with this name.
fn can_be_remark(name: &str) -> bool {
    !name.is_empty()
        && name.trim() == name
        && !name.starts_with('*')
        && !name.contains(['：', '\n', '\r'])
}

/// Returns a date in the form of the standard, `2003/05/03 10:30:00`. The time may be missing. Returns
/// `None` if the text is not such a date, even without seconds or leading zeros.
fn date(text: &str) -> Option<String> {
    fn parts(text: &str, separator: char, digits: [usize; 3], from: usize) -> Option<Vec<u32>> {
        let parts: Vec<&str> = text.split(separator).collect();
        let fit = parts.iter().zip(digits).all(|(part, most)| {
            (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        });
        let fit = fit && (from..=3).contains(&parts.len());
        fit.then(|| parts.iter().filter_map(|part| part.parse().ok()).collect())
    }
    let (day, time) = match text.trim().split_once([' ', '　']) {
        Some((day, time)) => (day, Some(time.trim())),
        None => (text.trim(), None),
    };
    let &[year @ 1000..=9999, month @ 1..=12, day @ 1..=31] = &*parts(day, '/', [4, 2, 2], 3)?
    else {
        return None;
    };
    let mut date = alloc::format!("{year:04}/{month:02}/{day:02}");
    if let Some(time) = time {
        let time = parts(time, ':', [2, 2, 2], 2)?;
        let (hour, minute, second) = (time[0], time[1], time.get(2).copied().unwrap_or(0));
        if hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let _ = write!(date, " {hour:02}:{minute:02}:{second:02}");
    }
    Some(date)
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

fn push_square(text: &mut String, square: Square) {
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
            // Some readers refuse an empty remark.
            if line.is_empty() || line.starts_with('*') {
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
