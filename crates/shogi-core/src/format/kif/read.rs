use alloc::boxed::Box;
use alloc::vec::Vec;

use super::words::{end_of_summary, end_of_word};
use crate::color::Color;
use crate::format::bod::{self, Start};
use crate::format::notation::{self, Oddity, Words};
use crate::format::record::{
    Lines, Mode, ReadGame, ReadRecordError, RecordErrorKind, Warning, WarningKind, column,
};
use crate::game::{End, Game, GameBuilder, NodeId, Step, Text, field};
use crate::mv::Move;
use crate::position::{Flaws, IllegalMoveReason};

/// The byte of the line at fault, and what is wrong.
type Fault = (usize, RecordErrorKind);

/// Reads KIF and KI2: they share everything but the lines of moves, and those cannot be confused.
pub(crate) struct Reader<'a> {
    mode: Mode,
    lines: Lines<'a>,
    line: &'a str,
    warnings: Vec<Warning>,
    /// Whether there was anything but empty lines.
    some: bool,
    start: Start,
    handicap_line: Option<(u32, &'a str, bool)>,
    fields: Vec<(&'a str, &'a str)>,
    /// Texts before the first move line.
    notes: Vec<(Text, &'a str)>,
    builder: Option<GameBuilder>,
    /// The lines of moves that a variation can still leave, the main line first.
    branches: Vec<Branch>,
    /// Between the head of a variation and its first move.
    at_branch: bool,
    /// A variation that cannot be joined to the tree, or what follows a cut: moves are left out.
    cut: bool,
    held: Option<Held>,
    /// Added to the moves' places to get their numbers.
    offset: u32,
    has_numbers: bool,
    budget: u64,
    /// Comments without a move.
    loose: Vec<&'a str>,
}

struct Branch {
    /// The place of the first own move, from 1.
    from: u32,
    nodes: Vec<NodeId>,
}

/// An illegal move that stands only if the record itself calls it one.
struct Held {
    line: u32,
    column: u32,
    reason: IllegalMoveReason,
    text: Box<str>,
}

pub(crate) fn read(text: &str, mode: Mode) -> Result<ReadGame, ReadRecordError> {
    if text.len() > 1 << 30 {
        return Err(ReadRecordError {
            game: 1,
            line: 1,
            column: 1,
            kind: RecordErrorKind::TooLong,
        });
    }
    let reader = Reader {
        mode,
        lines: Lines::new(text),
        line: "",
        warnings: Vec::new(),
        some: false,
        start: Start::default(),
        handicap_line: None,
        fields: Vec::new(),
        notes: Vec::new(),
        builder: None,
        branches: alloc::vec![Branch { from: 1, nodes: Vec::new() }],
        at_branch: false,
        cut: false,
        held: None,
        offset: 0,
        has_numbers: false,
        budget: (1 << 16) + 8 * text.len() as u64,
        loose: Vec::new(),
    };
    reader.read()
}

impl<'a> Reader<'a> {
    fn read(mut self) -> Result<ReadGame, ReadRecordError> {
        while let Some(line) = self.lines.next() {
            self.line = line;
            if let Err(fault) = self.read_line(line) {
                self.fault(fault)?;
            }
        }
        self.finish()
    }

    /// A strict reader ends at a fault, a lenient one leaves the line out.
    fn fault(&mut self, (at, error): Fault) -> Result<(), ReadRecordError> {
        if self.mode == Mode::Strict || error == RecordErrorKind::TooManyJumps {
            let mut error = self.error((at, error));
            if let Some(held) = &self.held {
                (error.line, error.column) = (held.line, held.column);
            }
            return Err(error);
        }
        self.warn(WarningKind::Skipped { error, text: self.line.trim().into() });
        Ok(())
    }

    fn error(&self, (at, kind): Fault) -> ReadRecordError {
        ReadRecordError {
            game: 1,
            line: self.lines.number.max(1),
            column: column(self.line, at),
            kind,
        }
    }

    fn warn(&mut self, kind: WarningKind) {
        self.warnings.push(Warning { line: self.lines.number.max(1), kind });
    }

    fn read_line(&mut self, line: &'a str) -> Result<(), Fault> {
        match line.as_bytes() {
            [] => return Ok(()),
            [b'*', ..] => return self.note(Text::Comment, &line[1..]),
            [b'&', ..] => return self.note(Text::Bookmark, &line[1..]),
            [b'#', ..] => {
                self.some = true;
                if declared_encoding(line).is_some() {
                    return Ok(());
                }
                return self.note(Text::Remark, &line[1..]);
            }
            _ => {}
        }
        let content = line.trim_start_matches([' ', '\t', '　']);
        let Some(first) = content.chars().next() else { return Ok(()) };
        self.some = true;
        if first.is_ascii_digit() {
            return self.row(content);
        }
        if notation::marked(first).is_some() {
            return self.moves(content);
        }
        if let Some(rest) = content.strip_prefix("変化") {
            return self.variation(rest);
        }
        if let Some(rest) = content.strip_prefix("まで") {
            return self.summary(rest);
        }
        if content.starts_with("手数-") {
            return self.begin().map(|_| ());
        }
        if self.builder.is_none() && self.start.line(line)? {
            return Ok(());
        }
        if line.trim_end() == field::FLIPPED {
            self.fields.push((field::FLIPPED, ""));
            return Ok(());
        }
        match split_field(line) {
            Some((name, value)) => self.field(line, name, value),
            None => Err((0, RecordErrorKind::Expected("a header line, a move or a comment"))),
        }
    }

    fn note(&mut self, text: Text, line: &'a str) -> Result<(), Fault> {
        self.some = true;
        match &mut self.builder {
            None => self.notes.push((text, line)),
            Some(_) if self.at_branch => self.notes.push((text, line)),
            Some(builder) => builder.write(text, line),
        }
        Ok(())
    }

    fn field(&mut self, line: &'a str, name: &'a str, value: &'a str) -> Result<(), Fault> {
        let name = match name {
            "下手" => field::BLACK,
            "上手" => field::WHITE,
            name => name,
        };
        if name == field::HANDICAP {
            let other = value.trim() == "その他";
            let handicap = value.parse().ok();
            self.handicap_line = Some((self.lines.number, line, handicap.is_none()));
            self.start.handicap = handicap;
            if other || handicap.is_some() {
                return Ok(());
            }
        }
        self.fields.push((name, value));
        Ok(())
    }

    /// The builder; makes it when the header is over.
    fn begin(&mut self) -> Result<&mut GameBuilder, Fault> {
        if self.builder.is_none() {
            let position = self.start.position().map_err(|kind| (0, kind))?;
            if let Some((number, line, unknown)) = self.handicap_line {
                let drawn = self.start.is_drawn();
                let named = self.start.handicap.map(crate::game::Handicap::position);
                let differs =
                    named.is_some_and(|named| named.to_setup().board != position.to_setup().board);
                if unknown && !drawn {
                    let kind =
                        RecordErrorKind::Expected("a diagram, since the name tells no start");
                    let _ = (number, line);
                    if self.mode == Mode::Strict {
                        return Err((0, kind));
                    }
                    self.warnings.push(Warning {
                        line: number,
                        kind: WarningKind::Skipped { error: kind, text: line.into() },
                    });
                } else if drawn && differs {
                    self.warn(WarningKind::Handicap);
                }
            }
            let flaws = position.flaws().difference(Flaws::MISSING_KINGS);
            if !flaws.is_empty() {
                self.warn(WarningKind::Flaws(flaws));
            }
            let mut builder = GameBuilder::new(position);
            for (text, line) in self.notes.drain(..) {
                builder.write(text, line);
            }
            self.builder = Some(builder);
        }
        match &mut self.builder {
            Some(builder) => Ok(builder),
            None => Err((0, RecordErrorKind::Empty)),
        }
    }

    /// A numbered move or end of KIF.
    fn row(&mut self, content: &'a str) -> Result<(), Fault> {
        self.begin()?;
        let digits = content.bytes().take_while(u8::is_ascii_digit).count();
        let number = content[..digits].bytes().fold(0u64, |number, digit| {
            number.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
        });
        let mut rest = content[digits..].trim_start_matches([' ', '　', '\t']);
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
        self.number(number);
        let rest = if is_move(rest) {
            match self.play(rest, true)? {
                Some(rest) => rest,
                None => return Ok(()),
            }
        } else {
            let len = rest.find([' ', '　', '(', '\t', '+']).unwrap_or(rest.len());
            let (word, rest) = rest.split_at(len);
            if word.is_empty() {
                return Err((self.at(rest), RecordErrorKind::Expected("a move or an end word")));
            }
            self.end(word)?;
            rest
        };
        self.time(rest)
    }

    fn at(&self, rest: &str) -> usize {
        self.line.len().saturating_sub(rest.len())
    }

    fn number(&mut self, found: u64) {
        let Some(builder) = &self.builder else { return };
        let place = builder.game().ply(builder.at()) + 1;
        if !self.has_numbers {
            self.has_numbers = true;
            let ply = builder.game().start().ply();
            if place == 1 && found == u64::from(ply) {
                self.offset = ply - 1;
            }
        }
        let expected = place.saturating_add(self.offset);
        if found != u64::from(expected) {
            self.warn(WarningKind::MoveNumber { found, expected });
        }
    }

    /// Plays the move at the beginning of the text and returns what follows it. `None`: the line of
    /// moves was cut.
    fn play(&mut self, text: &'a str, numbered: bool) -> Result<Option<&'a str>, Fault> {
        let place = self.at(text);
        let parsed = Words::parse(text).map_err(|(at, kind)| (place + at, kind));
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

    /// A lenient reader ends the line of moves; a strict one the reading.
    fn cut(&mut self, fault: Fault, text: &str) -> Result<(), Fault> {
        if self.mode == Mode::Strict {
            return Err(fault);
        }
        self.cut = true;
        self.warn(WarningKind::Cut { error: fault.1, text: text.trim().into() });
        Ok(())
    }

    fn resolve(&mut self, words: &Words, numbered: bool) -> Result<Move, RecordErrorKind> {
        let Some(builder) = &self.builder else { return Err(RecordErrorKind::Empty) };
        let position = builder.position();
        let last = builder.last_target();
        let bare = numbered && words.origin.is_none() && !words.drop;
        let resolved = match notation::resolve(words, position, last) {
            Err(RecordErrorKind::WrongPiece) if self.mode == Mode::Lenient => {
                let there = words.origin.and_then(|origin| position.kind_on(origin));
                let words = Words { kind: there.unwrap_or(words.kind), ..*words };
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
        if let Some(held) = self.held.take() {
            self.refuse(held)?;
            return self.cut((place, RecordErrorKind::Closed), text);
        }
        let Some(builder) = &mut self.builder else { return Ok(()) };
        if !builder.is_open() {
            return Err((place, RecordErrorKind::Closed));
        }
        match builder.play(m) {
            Ok(node) => {
                if let Some(branch) = self.branches.last_mut() {
                    branch.nodes.push(node);
                }
            }
            Err(illegal) => {
                builder.illegal(m);
                self.held = Some(Held {
                    line: self.lines.number,
                    column: column(self.line, place),
                    reason: illegal.reason,
                    text: text.into(),
                });
            }
        }
        self.settle_notes();
        Ok(())
    }

    /// The comments between the head of a variation and its first move go to that move.
    fn settle_notes(&mut self) {
        if !self.at_branch {
            return;
        }
        self.at_branch = false;
        if let Some(builder) = &mut self.builder {
            for (text, line) in self.notes.drain(..) {
                builder.write(text, line);
            }
        }
    }

    /// An illegal move that nothing calls one.
    fn refuse(&mut self, held: Held) -> Result<(), Fault> {
        let error = RecordErrorKind::IllegalMove(held.reason);
        if self.mode == Mode::Strict {
            self.held = Some(held);
            return Err((0, error));
        }
        if let Some(builder) = &mut self.builder {
            builder.drop_illegal();
        }
        self.cut = true;
        self.warnings
            .push(Warning { line: held.line, kind: WarningKind::Cut { error, text: held.text } });
        Ok(())
    }

    fn end(&mut self, word: &'a str) -> Result<(), Fault> {
        let place = self.at(word);
        let Some(builder) = &self.builder else { return Ok(()) };
        self.add_end(end_of_word(word, builder.side()), word, place)
    }

    fn add_end(&mut self, end: Option<End>, word: &str, place: usize) -> Result<(), Fault> {
        let mut end = end;
        if let Some(held) = self.held.take() {
            if matches!(end, Some(End::Foul { .. })) {
                self.warnings
                    .push(Warning { line: held.line, kind: WarningKind::IllegalMove(held.reason) });
                let by = self.builder.as_ref().map_or(Color::Black, |b| b.position().side());
                end = Some(End::Foul { by });
            } else {
                self.refuse(held)?;
                return self.cut((place, RecordErrorKind::Closed), word);
            }
        }
        let Some(builder) = &mut self.builder else { return Ok(()) };
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

    /// `( 0:16/00:00:16)`, `+`, and nothing more.
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

    /// A line of KI2 moves.
    fn moves(&mut self, content: &'a str) -> Result<(), Fault> {
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
                && self.held.is_none()
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

    fn variation(&mut self, rest: &'a str) -> Result<(), Fault> {
        self.begin()?;
        if let Some(held) = self.held.take() {
            self.refuse(held)?;
        }
        let content = rest.trim_start_matches(['：', ':', ' ', '　', '\t']);
        let digits = content.bytes().take_while(u8::is_ascii_digit).count();
        let number = content[..digits]
            .parse::<u64>()
            .ok()
            .filter(|_| content[digits..].starts_with('手'))
            .ok_or_else(|| {
                (self.at(content), RecordErrorKind::Expected("the number of a move and 手"))
            })?;
        self.loosen();
        self.cut = false;
        let fault = (self.at(content), RecordErrorKind::NoVariation(number));
        let joined = self.join(number.wrapping_sub(u64::from(self.offset)), fault);
        if joined.is_err() {
            self.cut = true;
        }
        joined
    }

    /// Comments at the head of a variation that has no moves.
    fn loosen(&mut self) {
        if self.at_branch && !self.notes.is_empty() {
            self.warn(WarningKind::LooseComment);
            self.loose.extend(self.notes.drain(..).map(|(_, line)| line));
        }
        self.at_branch = false;
    }

    /// Steps to where a variation that begins at this place leaves its line: the latest line that
    /// began before that place.
    fn join(&mut self, place: u64, fault: Fault) -> Result<(), Fault> {
        let place = u32::try_from(place).ok().filter(|&place| place > 0).ok_or(fault)?;
        while self.branches.len() > 1 && self.branches.last().is_some_and(|b| b.from >= place) {
            self.branches.pop();
        }
        let mut depth = self.branches.len();
        let parent = loop {
            let Some(branch) = depth.checked_sub(1).map(|at| &self.branches[at]) else {
                return Err(fault);
            };
            if place == 1 {
                break NodeId::ROOT;
            }
            let own = (place - 1).checked_sub(branch.from);
            if let Some(&node) = own.and_then(|own| branch.nodes.get(own as usize)) {
                break node;
            }
            depth -= 1;
        };
        if depth < self.branches.len() {
            self.branches.truncate(depth);
            self.warn(WarningKind::Variation);
        }
        let budget = self.budget;
        let Some(builder) = &mut self.builder else { return Err(fault) };
        let cost =
            builder.try_go_to(parent, budget).ok_or((fault.0, RecordErrorKind::TooManyJumps))?;
        self.budget -= cost;
        self.branches.push(Branch { from: place, nodes: Vec::new() });
        self.at_branch = true;
        Ok(())
    }

    /// `3手で中断` behind まで.
    fn summary(&mut self, rest: &'a str) -> Result<(), Fault> {
        self.begin()?;
        if self.cut {
            return Err((0, RecordErrorKind::Closed));
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..digits].parse::<u64>().ok();
        let word = rest[digits..].trim_start_matches('手');
        let word = word.strip_prefix('で').unwrap_or(word).trim();
        let Some(builder) = &self.builder else { return Ok(()) };
        let at = builder.at();
        let step = builder.game().step(at);
        let expected = match step {
            Some(Step::End(_)) => builder.game().ply(at) - 1,
            _ => builder.game().ply(at),
        }
        .saturating_add(self.offset);
        let end = end_of_summary(word, builder.side());
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

    fn finish(mut self) -> Result<ReadGame, ReadRecordError> {
        if !self.some {
            return Err(self.error((0, RecordErrorKind::Empty)));
        }
        if let Err(fault) = self.begin() {
            return Err(self.error(fault));
        }
        if let Some(held) = self.held.take() {
            let (line, column) = (held.line, held.column);
            if let Err((_, kind)) = self.refuse(held) {
                return Err(ReadRecordError { game: 1, line, column, kind });
            }
        }
        self.loosen();
        let Some(mut builder) = self.builder else {
            return Err(ReadRecordError {
                game: 1,
                line: 1,
                column: 1,
                kind: RecordErrorKind::Empty,
            });
        };
        if !self.loose.is_empty() {
            builder.go_to(NodeId::ROOT);
            for line in self.loose {
                builder.comment(line);
            }
        }
        let mut game: Game = builder.finish();
        for (name, value) in self.fields {
            game.add_field(name, value);
        }
        Ok(ReadGame { game, warnings: self.warnings })
    }
}

/// What `#KIF version=2.0 encoding=UTF-8` declares.
pub(super) fn declared_encoding(line: &str) -> Option<&str> {
    line.strip_prefix("#KIF ")?.split_once("encoding=").map(|(_, name)| name.trim())
}

/// Whether a move is here rather than an end word.
fn is_move(text: &str) -> bool {
    text.starts_with('同')
        || text.starts_with(|c: char| matches!(c, '1'..='9' | '１'..='９'))
        || text.starts_with(|c: char| notation::digit(c).is_some())
            && notation::parse_square(text).is_some()
}

/// `先手：名前`. A half-width colon is one only behind the best-known names.
fn split_field(line: &str) -> Option<(&str, &str)> {
    if let Some((name, value)) = line.split_once('：') {
        return (!name.trim().is_empty()).then_some((name, value));
    }
    let (name, value) = line.split_once(':')?;
    let known = bod::side_word(name).is_some()
        || [field::EVENT, field::SITE, field::START_TIME, field::END_TIME, field::HANDICAP]
            .contains(&name);
    known.then_some((name, value))
}

/// Spent and total milliseconds of `( 0:16/00:00:16)`.
fn parse_times(text: &str) -> Option<(u64, Option<u64>)> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let (spent, total) = match inside.split_once('/') {
        Some((spent, total)) => (spent, Some(total)),
        None => (inside, None),
    };
    let total = total.and_then(parse_time);
    Some((parse_time(spent)?, total))
}

/// Milliseconds of `16`, `0:16`, `1:00:16`, with up to three decimals.
fn parse_time(text: &str) -> Option<u64> {
    let text = text.trim_matches([' ', '　']);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds = 0u64;
    let mut parts = 0;
    for part in whole.split(':') {
        let part = part.trim();
        if part.is_empty() || part.len() > 9 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        parts += 1;
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    (parts <= 3).then_some(())?;
    seconds.checked_mul(1000)?.checked_add(millis(fraction)?)
}

/// Thousandths of the digits behind a decimal point.
pub(crate) fn millis(fraction: &str) -> Option<u64> {
    let mut value = 0;
    for (i, digit) in fraction.bytes().enumerate() {
        if !digit.is_ascii_digit() {
            return None;
        }
        if i < 3 {
            value += u64::from(digit - b'0') * [100, 10, 1][i];
        }
    }
    Some(value)
}
