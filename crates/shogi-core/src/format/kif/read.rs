mod moves;
mod time;
mod variations;

use alloc::vec::Vec;

use crate::format::bod::{self, Start};
use crate::format::disputed::Disputed;
use crate::format::notation;
use crate::format::record::{
    Lines, Mode, ReadGame, ReadRecordError, RecordErrorKind, Warning, WarningKind, column,
};
use crate::game::{Game, GameBuilder, NodeId, Text, field};
use crate::position::Flaws;
use variations::Branch;

pub(crate) use time::millis;
#[cfg(feature = "serde")]
pub(crate) use time::parse_times;

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
    disputed: Disputed,
    /// Added to the moves' places to get their numbers.
    offset: u32,
    has_numbers: bool,
    budget: u64,
    /// Comments without a move.
    loose: Vec<&'a str>,
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
        disputed: Disputed::default(),
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
            if let Some(place) = self.disputed.place() {
                (error.line, error.column) = place;
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

    /// The byte of the line at which the rest of it begins.
    fn at(&self, rest: &str) -> usize {
        self.line.len().saturating_sub(rest.len())
    }

    fn finish(mut self) -> Result<ReadGame, ReadRecordError> {
        if !self.some {
            return Err(self.error((0, RecordErrorKind::Empty)));
        }
        if let Err(fault) = self.begin() {
            return Err(self.error(fault));
        }
        if let Err(fault) = self.refuse() {
            self.fault(fault)?;
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
