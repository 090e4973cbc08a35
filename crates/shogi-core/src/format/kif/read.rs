//! The reader of KIF and KI2. This file reads header lines and calls the functions for all other
//! lines.

mod moves;
mod state;
mod variations;

use crate::format::lines::refuse_other;
use crate::format::mode::Mode;
use crate::format::report::{ReadGame, ReadRecordError, RecordErrorKind};
use crate::format::{bod, notation, starts};
use crate::game::{Game, NodeId, Text, field};
use state::{Fault, Reader};

pub(super) fn read(text: &str, mode: Mode) -> Result<ReadGame, ReadRecordError> {
    if text.len() > 1 << 30 {
        return Err(ReadRecordError::at_start(RecordErrorKind::TooLong));
    }
    refuse_other(text)?;
    Reader::new(text, mode).read()
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

    fn read_line(&mut self, line: &'a str) -> Result<(), Fault> {
        match line.as_bytes() {
            [] => return Ok(()),
            [b'*', ..] => return self.note(Text::Comment, &line[1..]),
            [b'&', ..] => return self.note(Text::Bookmark, &line[1..]),
            [b'#', ..] => {
                if declared_encoding(line).is_some() {
                    return Ok(());
                }
                return self.note(Text::Remark, &line[1..]);
            }
            _ => {}
        }
        let content = line.trim_start_matches([' ', '\t', '　']);
        let Some(first) = content.chars().next() else { return Ok(()) };
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
            self.is_record = true;
            return self.begin().map(|_| ());
        }
        if self.builder.is_none() {
            let read = self.start.line(line);
            self.is_record |= read == Ok(true);
            // The lenient reader also refuses a board with missing rows, because its moves would be wrong.
            self.is_fatal = read.is_err();
            if read? {
                return Ok(());
            }
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
        self.is_record |= KNOWN_FIELDS.contains(&name);
        if name == field::HANDICAP {
            if let Some(game) = starts::other_game(value) {
                self.is_fatal = true;
                return Err((0, RecordErrorKind::NotARecord(game)));
            }
            let other = value.trim() == "その他";
            let handicap = value.parse().ok();
            self.start.handicap = handicap;
            self.start.other = starts::setup(value);
            let unknown = self.start.named().is_none();
            self.handicap_line = Some((self.lines.number, line, unknown));
            if other || handicap.is_some() {
                return Ok(());
            }
        }
        self.fields.push((name, value));
        Ok(())
    }

    fn finish(mut self) -> Result<ReadGame, ReadRecordError> {
        if !self.is_record {
            return Err(ReadRecordError::at_start(RecordErrorKind::Empty));
        }
        if let Err(fault) = self.begin() {
            return Err(self.error(fault));
        }
        if let Err(fault) = self.refuse() {
            self.fault(fault)?;
        }
        self.loosen();
        let Some(mut builder) = self.builder else {
            return Err(ReadRecordError::at_start(RecordErrorKind::Empty));
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

/// The header fields by which a text without moves is recognised as a record.
const KNOWN_FIELDS: [&str; 14] = [
    field::BLACK,
    field::WHITE,
    field::EVENT,
    field::SITE,
    field::START_TIME,
    field::END_TIME,
    field::TIME_LIMIT,
    field::OPENING,
    field::TITLE,
    field::NOTE,
    field::MAX_MOVES,
    field::HANDICAP,
    "棋譜",
    "作品名",
];

/// Returns the encoding that a line such as `#KIF version=2.0 encoding=UTF-8` declares.
pub(super) fn declared_encoding(line: &str) -> Option<&str> {
    line.strip_prefix("#KIF ")?.split_once("encoding=").map(|(_, name)| name.trim())
}

/// Splits a header line such as `先手：名前` into name and value. A half-width colon is a separator only
/// after the most common field names.
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
