//! Reads moves, end words and summaries.

use super::state::{Fault, Reader};
use crate::format::kif::end_words::{end_of_summary, end_of_word};
use crate::format::lines::column;
use crate::format::mode::Mode;
use crate::format::notation::{self, Oddity, ParsedName};
use crate::format::report::{RecordErrorKind, WarningKind};
use crate::format::times::parse_times;
use crate::game::{End, GameBuilder, Step};
use crate::mv::Move;

impl<'a> Reader<'a> {
    /// Reads a numbered KIF line: a move or an end word.
    pub(super) fn row(&mut self, content: &'a str) -> Result<(), Fault> {
        self.begin()?;
        let digits = content.bytes().take_while(u8::is_ascii_digit).count();
        let number = content[..digits].bytes().fold(0u64, |number, digit| {
            number.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
        });
        let mut rest = content[digits..].trim_start_matches([' ', '　', '\t']);
        let has_blank = content.len() - digits > rest.len();
        if self.cut {
            return Err((self.at(rest), RecordErrorKind::Closed));
        }
        if let Some(mark) = rest.chars().next()
            && let Some(color) = notation::marked(mark)
        {
            rest = &rest[mark.len_utf8()..];
            if self.builder.as_ref().is_some_and(|builder| builder.side() != color) {
                self.warn(WarningKind::Side);
            }
        }
        let rest = if is_move(rest) {
            self.number(number);
            match self.play(rest, true)? {
                Some(rest) => rest,
                None => return Ok(()),
            }
        } else {
            let len = rest.find([' ', '　', '(', '\t', '+']).unwrap_or(rest.len());
            let (word, rest) = rest.split_at(len);
            if !self.can_be_end(word, number, has_blank) {
                return Err((self.at(rest), RecordErrorKind::Expected("a move or an end word")));
            }
            self.number(number);
            self.end(word)?;
            rest
        };
        // If the move was skipped, its time must not be added to the previous move.
        if self.cut { Ok(()) } else { self.time(rest) }
    }

    /// Whether a word after a number can be an end word. Other lines also begin with a number, such as
    /// `404: Not Found` or the date of a log.
    fn can_be_end(&self, word: &str, number: u64, has_blank: bool) -> bool {
        let Some(builder) = &self.builder else { return false };
        if end_of_word(word, builder.side()).is_some() {
            return true;
        }
        let place = builder.game().ply(builder.at()).saturating_add(1);
        let is_next = [0, self.offset]
            .iter()
            .any(|&offset| number == u64::from(place.saturating_add(offset)));
        has_blank && !word.is_empty() && (is_next || !word.starts_with(|c: char| c.is_ascii()))
    }

    fn number(&mut self, found: u64) {
        let Some(builder) = &self.builder else { return };
        let place = builder.game().ply(builder.at()) + 1;
        if !self.has_numbers {
            self.has_numbers = true;
            let ply = builder.game().start().move_number();
            if place == 1 && found == u64::from(ply) {
                self.offset = ply - 1;
            }
        }
        let expected = place.saturating_add(self.offset);
        if found != u64::from(expected) {
            self.warn(WarningKind::MoveNumber { found, expected });
        }
    }

    /// Plays the move at the beginning of the text and returns the rest of the text. Returns `None`
    /// if the line of moves ends before this move.
    fn play(&mut self, text: &'a str, numbered: bool) -> Result<Option<&'a str>, Fault> {
        let place = self.at(text);
        let parsed = ParsedName::parse(text).map_err(|(at, kind)| (place + at, kind));
        let outcome = parsed.and_then(|(words, len)| {
            self.resolve(&words, numbered).map(|m| (m, len)).map_err(|kind| (place, kind))
        });
        match outcome {
            Ok((m, len)) => {
                self.step(m, place, &text[..len])?;
                Ok(Some(&text[len..]))
            }
            Err(fault) => {
                self.cut(fault, text)?;
                Ok(None)
            }
        }
    }

    fn resolve(&mut self, words: &ParsedName, numbered: bool) -> Result<Move, RecordErrorKind> {
        let Some(builder) = &self.builder else { return Err(RecordErrorKind::Empty) };
        let position = builder.position();
        let last = builder.last_target();
        let bare = numbered && words.origin.is_none() && !words.drop;
        let resolved = match notation::resolve(words, position, last) {
            Err(RecordErrorKind::WrongPiece) if self.mode == Mode::Lenient => {
                let there = words.origin.and_then(|origin| position.kind_on(origin));
                let words = ParsedName { kind: there.unwrap_or(words.kind), ..*words };
                notation::resolve(&words, position, last)
                    .map(|(m, _)| (m, Some(WarningKind::Piece)))
            }
            resolved => resolved.map(|(m, oddity)| {
                let kind = match oddity {
                    _ if bare => Some(Oddity::NoOrigin),
                    oddity => oddity,
                };
                let kind = kind.map(|oddity| match oddity {
                    Oddity::Ambiguous => WarningKind::Ambiguous,
                    Oddity::Wording => WarningKind::Wording,
                    Oddity::NoOrigin => WarningKind::NoOrigin,
                });
                (m, kind)
            }),
        };
        let (m, oddity) = resolved?;
        if let Some(kind) = oddity {
            self.warn(kind);
        }
        Ok(m)
    }

    fn step(&mut self, m: Move, place: usize, text: &str) -> Result<(), Fault> {
        self.is_record = true;
        if self.pending.is_some() {
            self.refuse()?;
            return self.cut((place, RecordErrorKind::Closed), text);
        }
        let Some(builder) = &mut self.builder else { return Ok(()) };
        if !builder.is_open() {
            return Err((place, RecordErrorKind::Closed));
        }
        match builder.play_open(m) {
            Ok(node) => {
                if let Some(branch) = self.branches.last_mut() {
                    branch.nodes.push(node);
                }
            }
            Err(illegal) => {
                let place = (self.lines.number, column(self.line, place));
                self.pending.hold(builder, m, illegal, place, text);
            }
        }
        self.settle_notes();
        Ok(())
    }

    fn end(&mut self, word: &'a str) -> Result<(), Fault> {
        let place = self.at(word);
        let Some(builder) = &self.builder else { return Ok(()) };
        let end = end_of_word(word, builder.side());
        self.is_record |= end.is_some();
        self.add_end(end, word, place)
    }

    fn add_end(&mut self, end: Option<End>, word: &str, place: usize) -> Result<(), Fault> {
        let Some(builder) = &mut self.builder else { return Ok(()) };
        let mut end = end;
        if self.pending.is_some() {
            end = self.pending.confirm(end, builder, &mut self.warnings);
            if end.is_none() {
                self.refuse()?;
                return self.cut((place, RecordErrorKind::Closed), word);
            }
        }
        if matches!(builder.game().step(builder.at()), Some(Step::End(_))) {
            return Err((place, RecordErrorKind::Closed));
        }
        match end {
            Some(end) => {
                builder.end(end);
            }
            None => {
                builder.end_other(word);
                self.warn(WarningKind::UnknownEnd(word.into()));
            }
        }
        self.settle_notes();
        Ok(())
    }

    /// Parses the times and the optional `+` after a move. Any other text is a fault.
    fn time(&mut self, rest: &'a str) -> Result<(), Fault> {
        let mut rest = rest.trim_start_matches([' ', '　', '\t']);
        if rest.starts_with('(') {
            let len = rest.find(')').map_or(rest.len(), |at| at + 1);
            let (inside, behind) = rest.split_at(len);
            rest = behind;
            match parse_times(inside) {
                Some((spent, total)) => {
                    if let Some(builder) = &mut self.builder {
                        builder.set_millis(spent, total);
                    }
                }
                None if inside.bytes().all(|b| matches!(b, b'(' | b')' | b' ' | b'/' | b':')) => {}
                None => self.warn(WarningKind::Time(inside.into())),
            }
        }
        let rest = rest.trim_start_matches([' ', '　', '\t', '+']);
        if !rest.is_empty() {
            self.warn(WarningKind::Trailing(rest.into()));
        }
        Ok(())
    }

    /// Reads a line of KI2 moves.
    pub(super) fn moves(&mut self, content: &'a str) -> Result<(), Fault> {
        self.begin()?;
        let mut rest = content;
        loop {
            rest = rest.trim_start_matches([' ', '　', '\t']);
            let Some(mark) = rest.chars().next() else { return Ok(()) };
            let place = self.at(rest);
            let Some(color) = notation::marked(mark) else {
                return Err((place, RecordErrorKind::Expected("a move that begins with ▲ or △")));
            };
            if self.cut {
                return Err((place, RecordErrorKind::Closed));
            }
            let text = &rest[mark.len_utf8()..];
            if let Some(side) = self.builder.as_ref().map(GameBuilder::side)
                && side != color
                && self.pending.is_none()
            {
                return self.cut((place, RecordErrorKind::WrongSide(side)), rest);
            }
            if is_move(text) {
                match self.play(text, false)? {
                    Some(behind) => rest = behind,
                    None => return Ok(()),
                }
            } else {
                let len = text.find([' ', '　', '\t']).unwrap_or(text.len());
                self.end(&text[..len])?;
                rest = &text[len..];
            }
        }
    }

    /// Parses the summary of a game. `rest` is the text after まで, such as `3手で中断`.
    pub(super) fn summary(&mut self, rest: &'a str) -> Result<(), Fault> {
        self.begin()?;
        if self.cut {
            return Err((0, RecordErrorKind::Closed));
        }
        let rest = rest.trim_start_matches(['、', '，', ',', ' ', '　']);
        let (number, word) = match count(rest) {
            // 千日手 begins with a Japanese digit, but is not a number of moves.
            (_, word) if !word.starts_with('手') && !rest.starts_with(is_digit) => (None, rest),
            counted => counted,
        };
        let word = word.trim_start_matches('手');
        let by = ["をもちまして", "をもって", "にて", "で"];
        let word = by.iter().find_map(|by| word.strip_prefix(by)).unwrap_or(word).trim();
        let Some(builder) = &self.builder else { return Ok(()) };
        let at = builder.at();
        let step = builder.game().step(at);
        let expected = match step {
            Some(Step::End(_)) => builder.game().ply(at) - 1,
            _ => builder.game().ply(at),
        }
        .saturating_add(self.offset);
        let end = end_of_summary(word, builder.side());
        self.is_record |= end.is_some();
        if let Some(found) = number.filter(|&found| found != u64::from(expected)) {
            self.warn(WarningKind::MoveCount { found, expected });
        }
        match (step, end) {
            (Some(Step::End(has)), Some(says)) => {
                let generic = matches!(says, End::Resignation)
                    && !matches!(has, End::Interruption | End::Repetition | End::Impasse);
                if has != says && !generic {
                    self.warn(WarningKind::Summary(word.into()));
                }
                Ok(())
            }
            (Some(Step::End(_)), None) => Ok(()),
            _ if word.is_empty() => Ok(()),
            (_, end) => self.add_end(end, word, self.at(word)),
        }
    }
}

fn is_digit(c: char) -> bool {
    matches!(c, '0'..='9' | '０'..='９')
}

/// Returns the number at the beginning of a text, in ASCII, full-width or Japanese digits, and the rest
/// of the text.
fn count(text: &str) -> (Option<u64>, &str) {
    let (mut total, mut part, mut len) = (0u64, 0u64, 0);
    for c in text.chars() {
        let unit = match c {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            _ => 0,
        };
        if unit > 0 {
            total = total.saturating_add(part.max(1).saturating_mul(unit));
            part = 0;
        } else {
            let digit = match c {
                '0' | '０' | '〇' => 0,
                c => match notation::digit(c) {
                    Some(digit) => u64::from(digit),
                    None => break,
                },
            };
            part = part.saturating_mul(10).saturating_add(digit);
        }
        len += c.len_utf8();
    }
    ((len > 0).then(|| total.saturating_add(part)), &text[len..])
}

/// Returns whether the text begins with a move and not with an end word.
fn is_move(text: &str) -> bool {
    text.starts_with('同')
        || text.starts_with(|c: char| matches!(c, '1'..='9' | '１'..='９'))
        || text.starts_with(|c: char| notation::digit(c).is_some())
            && notation::parse_square(text).is_some()
}
