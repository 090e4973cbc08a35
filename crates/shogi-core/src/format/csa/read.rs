use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::names::{KEYWORDS, csa_kind, end_of_word};
use super::start::Start;
use crate::color::Color;
use crate::format::illegal_move::PendingIllegalMove;
use crate::format::lines::{Lines, column};
use crate::format::mode::Mode;
use crate::format::report::{ReadGame, ReadRecordError, RecordErrorKind, Warning, WarningKind};
use crate::format::times::millis;
use crate::game::{Game, GameBuilder, Step, Text, field};
use crate::mv::Move;
use crate::position::{Flaws, IllegalMoveKind, Position};
use crate::square::Square;

/// The byte offset of the fault in the line, and the kind of the error.
type Fault = (usize, RecordErrorKind);

/// Reads a game up to the next `/` line or the end of the text. Returns `None` if only empty lines
/// are left.
pub(super) fn next(
    lines: &mut Lines<'_>,
    mode: Mode,
    game: u32,
    shared: &mut Option<Arc<Position>>,
) -> Option<Result<ReadGame, ReadRecordError>> {
    let mut reader = Reader {
        mode,
        game,
        number: lines.number,
        line: "",
        warnings: Vec::new(),
        some: false,
        start: Start::new(),
        needs_board: false,
        is_fatal: false,
        fields: Vec::new(),
        notes: Vec::new(),
        builder: None,
        cut: false,
        pending: PendingIllegalMove::default(),
        shared,
    };
    let mut failed = None;
    while let Some(line) = lines.next() {
        if line.starts_with('/') && line.trim_end() == "/" {
            if reader.some || failed.is_some() {
                break;
            }
            continue;
        }
        if failed.is_some() {
            continue;
        }
        reader.line = line;
        reader.number = lines.number;
        if let Err(fault) = reader.read_line(line) {
            failed = reader.fault(fault).err();
        }
    }
    match failed {
        Some(error) => Some(Err(error)),
        None if !reader.some => None,
        None => Some(reader.finish()),
    }
}

struct Reader<'a, 's> {
    mode: Mode,
    game: u32,
    number: u32,
    line: &'a str,
    warnings: Vec<Warning>,
    some: bool,
    start: Start,
    /// Whether the version of the record is 2 or later, which requires the lines of the start.
    needs_board: bool,
    /// Whether the fault is in the start. Even the lenient reader plays no moves on half a board.
    is_fatal: bool,
    fields: Vec<(&'a str, &'a str)>,
    /// Comments that come before the side to move is known.
    notes: Vec<(Text, &'a str)>,
    builder: Option<GameBuilder>,
    cut: bool,
    pending: PendingIllegalMove,
    /// The starting position of the previous game. Most games of a file have the same one.
    shared: &'s mut Option<Arc<Position>>,
}

impl<'a> Reader<'a, '_> {
    fn fault(&mut self, (at, kind): Fault) -> Result<(), ReadRecordError> {
        if self.mode == Mode::Strict || self.is_fatal {
            let (line, column) =
                self.pending.place().unwrap_or((self.number.max(1), column(self.line, at)));
            return Err(ReadRecordError { game: self.game, line, column, kind });
        }
        self.warn(WarningKind::Skipped { error: kind, text: self.line.trim().into() });
        Ok(())
    }

    fn warn(&mut self, kind: WarningKind) {
        self.warnings.push(Warning { line: self.number.max(1), kind });
    }

    #[inline]
    fn read_line(&mut self, line: &'a str) -> Result<(), Fault> {
        match *line.as_bytes() {
            [] => Ok(()),
            // Fast path: almost every move has a line of its own.
            [sign @ (b'+' | b'-'), a, b, c, d, e, f @ b'A'..=b'Z'] if self.builder.is_some() => {
                let color = if sign == b'+' { Color::Black } else { Color::White };
                self.play(color, [a, b, c, d, e, f], line)
            }
            [b'+' | b'-' | b'%' | b'T', ..] => self.statements(line),
            [b'\'', ..] => {
                self.comment(&line[1..]);
                Ok(())
            }
            _ => self.header(line),
        }
    }

    fn header(&mut self, line: &'a str) -> Result<(), Fault> {
        if line.trim().is_empty() {
            return Ok(());
        }
        self.some = true;
        match *line.as_bytes() {
            [b'V', version, ..] if version.is_ascii_digit() => {
                self.needs_board |= version > b'1';
                Ok(())
            }
            [b'N', b'+', ..] => {
                self.fields.push((field::BLACK, &line[2..]));
                Ok(())
            }
            [b'N', b'-', ..] => {
                self.fields.push((field::WHITE, &line[2..]));
                Ok(())
            }
            [b'$', ..] => {
                let (name, value) = line.split_once(':').unwrap_or((line, ""));
                let known = KEYWORDS.iter().find(|(keyword, _)| *keyword == name);
                self.fields.push((known.map_or(name, |(_, field)| field), value));
                Ok(())
            }
            [b'P', ..] if self.builder.is_none() => {
                let read = self.start.line(line);
                self.is_fatal = read.is_err() && line.as_bytes().get(1) != Some(&b'I');
                read
            }
            _ => Err((0, RecordErrorKind::Expected("a statement of CSA"))),
        }
    }

    /// Reads the text after an apostrophe.
    fn comment(&mut self, text: &'a str) {
        self.some = true;
        let note = match text.strip_prefix('*') {
            Some(comment) => (Text::Comment, comment),
            None if self.number == 1 && text.starts_with("CSA encoding=") => return,
            None => {
                if self.builder.is_none()
                    && let Some((name, value)) = text.split_once('：')
                    && !name.is_empty()
                    && name.trim() == name
                {
                    self.fields.push((name, value));
                    return;
                }
                (Text::Remark, text)
            }
        };
        match &mut self.builder {
            Some(builder) => builder.write(note.0, note.1),
            None => self.notes.push(note),
        }
    }

    /// Reads moves, times and end words, separated by commas.
    fn statements(&mut self, line: &'a str) -> Result<(), Fault> {
        self.some = true;
        let mut at = 0;
        loop {
            let rest = &line[at..];
            if let Some(text) = rest.strip_prefix('\'') {
                self.comment(text);
                return Ok(());
            }
            let len = rest.bytes().position(|byte| byte == b',').unwrap_or(rest.len());
            let statement = rest[..len].trim_ascii();
            let skipped = len - rest[..len].trim_ascii_start().len();
            self.statement(statement).map_err(|(byte, kind)| (at + skipped + byte, kind))?;
            at += len + 1;
            if at >= line.len() {
                return Ok(());
            }
            at += line[at..].len() - line[at..].trim_ascii_start().len();
        }
    }

    #[inline]
    fn statement(&mut self, text: &'a str) -> Result<(), Fault> {
        match *text.as_bytes() {
            [] => Ok(()),
            [sign @ (b'+' | b'-')] => {
                self.side(if sign == b'+' { Color::Black } else { Color::White })
            }
            [sign @ (b'+' | b'-'), a, b, c, d, e, f] => {
                let color = if sign == b'+' { Color::Black } else { Color::White };
                self.play(color, [a, b, c, d, e, f], text)
            }
            [b'+' | b'-', ..] => {
                Err((0, RecordErrorKind::Expected("a move of seven characters such as +7776FU")))
            }
            [b'T', ..] => self.time(&text[1..]),
            [b'%', ..] => self.end(&text[1..]),
            _ => Err((0, RecordErrorKind::Expected("a move, a time or an end"))),
        }
    }

    fn side(&mut self, side: Color) -> Result<(), Fault> {
        if self.builder.is_some() {
            return Err((0, RecordErrorKind::Expected("no second line with the side to move")));
        }
        if !self.start.some && !self.needs_board {
            self.start.assume_even();
            self.warn(WarningKind::NoBoard);
        }
        let position = self.start.position(side).map_err(|kind| (0, kind))?;
        let flaws = position.flaws().difference(Flaws::MISSING_KINGS);
        if !flaws.is_empty() {
            self.warn(WarningKind::Flaws(flaws));
        }
        let start = match self.shared.take() {
            Some(shared) if *shared == position => shared,
            _ => Arc::new(position),
        };
        *self.shared = Some(Arc::clone(&start));
        let mut builder = GameBuilder::from_game(Game::starting(start));
        for (text, line) in self.notes.drain(..) {
            builder.write(text, line);
        }
        self.builder = Some(builder);
        Ok(())
    }

    /// Creates the builder at the first line that needs a side to move.
    fn begin(&mut self, guess: Option<Color>) -> Result<(), Fault> {
        if self.builder.is_some() {
            return Ok(());
        }
        match (self.mode, guess) {
            (Mode::Lenient, Some(side)) => {
                self.side(side)?;
                self.warn(WarningKind::NoSide);
                Ok(())
            }
            _ if !self.start.some && self.needs_board => {
                let expected = "the starting position (PI or P1 to P9) before this line";
                Err((0, RecordErrorKind::Expected(expected)))
            }
            _ => Err((0, RecordErrorKind::NoSide)),
        }
    }

    fn play(&mut self, color: Color, name: [u8; 6], text: &str) -> Result<(), Fault> {
        self.begin(Some(color))?;
        if self.cut {
            return Err((0, RecordErrorKind::Closed));
        }
        if self.pending.is_some() {
            return self.behind_illegal(text);
        }
        let Some(builder) = &mut self.builder else { return Ok(()) };
        match find(builder, color, name) {
            Ok(m) => match builder.play_open(m) {
                Ok(_) => Ok(()),
                Err(illegal) => self.hold(m, illegal, text),
            },
            Err(fault) => self.cut(fault, text),
        }
    }

    #[cold]
    fn behind_illegal(&mut self, text: &str) -> Result<(), Fault> {
        self.refuse()?;
        self.cut((0, RecordErrorKind::Closed), text)
    }

    #[cold]
    fn hold(&mut self, m: Move, reason: IllegalMoveKind, text: &str) -> Result<(), Fault> {
        let Some(builder) = self.builder.as_mut().filter(|builder| builder.is_open()) else {
            return Err((0, RecordErrorKind::Closed));
        };
        let place = (self.number, column(self.line, offset(self.line, text)));
        self.pending.hold(builder, m, reason, place, text);
        Ok(())
    }

    fn cut(&mut self, fault: Fault, text: &str) -> Result<(), Fault> {
        if self.mode == Mode::Strict {
            return Err(fault);
        }
        self.cut = true;
        self.warn(WarningKind::Cut { error: fault.1, text: text.into() });
        Ok(())
    }

    /// Handles an illegal move that the record does not mark as illegal.
    fn refuse(&mut self) -> Result<(), Fault> {
        if let Some(builder) = self.builder.as_mut().filter(|_| self.pending.is_some()) {
            self.pending
                .refuse(self.mode, builder, &mut self.warnings)
                .map_err(|kind| (0, kind))?;
            self.cut = true;
        }
        Ok(())
    }

    fn end(&mut self, word: &str) -> Result<(), Fault> {
        self.begin(None)?;
        let Some(builder) = &mut self.builder else { return Ok(()) };
        let mut end = end_of_word(word, builder.side());
        if self.pending.is_some() {
            end = self.pending.confirm(end, builder, &mut self.warnings);
            if end.is_none() {
                self.refuse()?;
            }
        }
        if self.cut {
            return Err((0, RecordErrorKind::Closed));
        }
        let Some(builder) = &mut self.builder else { return Ok(()) };
        if let Some(Step::End(before)) = builder.game().step(builder.at()) {
            if end != Some(before) {
                return Err((0, RecordErrorKind::Closed));
            }
            // In some records, both the program and the server wrote the end.
            self.warn(WarningKind::Trailing(word.into()));
            return Ok(());
        }
        match end {
            Some(end) => {
                builder.end(end);
            }
            None if word.is_empty() => return Err((0, RecordErrorKind::Expected("an end word"))),
            None => {
                builder.end_other(word);
                self.warn(WarningKind::UnknownEnd(word.into()));
            }
        }
        Ok(())
    }

    fn time(&mut self, text: &str) -> Result<(), Fault> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits =
            !whole.is_empty() && whole.len() < 16 && whole.bytes().all(|b| b.is_ascii_digit());
        let spent = match (digits.then(|| whole.parse::<u64>().ok()).flatten(), millis(fraction)) {
            (Some(seconds), Some(millis)) => seconds * 1000 + millis,
            _ => {
                self.warn(WarningKind::Time(text.into()));
                return Ok(());
            }
        };
        match &mut self.builder {
            _ if self.cut => {}
            Some(builder) if builder.game().node_count() > 1 => builder.set_millis(spent, None),
            _ => return Err((0, RecordErrorKind::Expected("a move before its time"))),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<ReadGame, ReadRecordError> {
        if let Err(fault) = self.refuse() {
            self.fault(fault)?;
        }
        if self.builder.is_none() {
            self.line = "";
            // Without any line of the start position, the text is not a record.
            self.needs_board |= !self.start.some;
            let begun = match self.mode {
                Mode::Lenient => self.begin(Some(Color::Black)),
                Mode::Strict => self.begin(None),
            };
            if let Err((_, kind)) = begun {
                return Err(ReadRecordError {
                    game: self.game,
                    line: self.number.max(1),
                    column: 1,
                    kind,
                });
            }
        }
        let Some(builder) = self.builder else {
            return Err(ReadRecordError::at_start(RecordErrorKind::Empty));
        };
        let mut game = builder.finish();
        for (name, value) in self.fields {
            if name == field::NOTE {
                game.add_field(name, &unescape(value));
            } else {
                game.add_field(name, value);
            }
        }
        Ok(ReadGame { game, warnings: self.warnings })
    }
}

/// Returns the byte offset of a part of a line.
fn offset(line: &str, part: &str) -> usize {
    (part.as_ptr() as usize).wrapping_sub(line.as_ptr() as usize).min(line.len())
}

#[inline]
fn find(builder: &GameBuilder, color: Color, name: [u8; 6]) -> Result<Move, Fault> {
    let position = builder.position();
    if position.side() != color {
        return Err((0, RecordErrorKind::WrongSide(position.side())));
    }
    let square = |at: usize| match (name[at], name[at + 1]) {
        (file @ b'1'..=b'9', rank @ b'1'..=b'9') => Square::new(file - b'0', rank - b'0'),
        _ => None,
    };
    let after =
        csa_kind([name[4], name[5]]).ok_or((5, RecordErrorKind::Expected("a piece such as FU")))?;
    let target = square(2).ok_or((3, RecordErrorKind::Expected("a square such as 76")))?;
    if [name[0], name[1]] == *b"00" {
        return Move::try_drop(after, target).ok_or((5, RecordErrorKind::WrongPiece));
    }
    let origin = square(0).ok_or((1, RecordErrorKind::Expected("a square such as 77, or 00")))?;
    let kind = position.kind_on(origin).ok_or((1, RecordErrorKind::WrongPiece))?;
    let promote = kind != after;
    if promote && kind.promoted() != Some(after) {
        return Err((5, RecordErrorKind::WrongPiece));
    }
    Move::try_normal(kind, origin, target, promote, position.kind_on(target))
        .ok_or((3, RecordErrorKind::IllegalMove(IllegalMoveKind::WrongCapture)))
}

/// Replaces the escape sequences `\n` and `\\` in a note.
fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => plain.push('\n'),
                Some('\\') => plain.push('\\'),
                Some(other) => plain.extend(['\\', other]),
                None => plain.push('\\'),
            },
            c => plain.push(c),
        }
    }
    plain
}
