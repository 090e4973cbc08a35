use alloc::string::String;
use alloc::vec::Vec;

use serde_json::value::RawValue;

use super::json::{
    Element, Hand, Initial, Piece as JsonPiece, Place, Record, State, Step as JsonStep,
};
use super::presets::{MAX_DEPTH, PRESETS};
use crate::color::Color;
use crate::format::appearance::JSON;
use crate::format::csa::{csa_kind, end_of_word};
use crate::format::illegal_move::PendingIllegalMove;
use crate::format::lines::{column, refuse_other};
use crate::format::mode::Mode;
use crate::format::notation::{self, Found, Motion, Oddity, ParsedName, Side};
use crate::format::report::{ReadGame, ReadRecordError, RecordErrorKind, Warning, WarningKind};
use crate::format::starts;
use crate::game::{End, GameBuilder, Handicap, NodeId, Step, field};
use crate::mv::Move;
use crate::piece::{Piece, PieceKind};
use crate::position::{Flaws, Position};
use crate::setup::Setup;
use crate::square::Square;

pub(super) fn read(text: &str, mode: Mode) -> Result<ReadGame, ReadRecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > 1 << 30 {
        return Err(fault(1, 1, RecordErrorKind::TooLong));
    }
    if text.trim().is_empty() {
        return Err(fault(1, 1, RecordErrorKind::Empty));
    }
    if let Err(error) = refuse_other(text)
        && error.kind != RecordErrorKind::NotARecord(JSON)
    {
        return Err(error);
    }
    let record: Record<'_> = serde_json::from_str(text)
        .map_err(|error| fault_at(text, byte_at_fault(text, &error), json_kind(&error)))?;
    let mut header = record.header.0;
    let named = header.iter().find(|(name, _)| name == field::HANDICAP).map(|(_, name)| name);
    let start = match (&record.initial, named.and_then(|name| starts::setup(name))) {
        (Some(initial), _) => start(initial),
        (None, Some(setup)) => position(setup),
        (None, None) => {
            let handicap = named.and_then(|name| name.parse().ok()).unwrap_or(Handicap::Even);
            Ok(handicap.position())
        }
    }
    .map_err(|kind| fault(1, 1, kind))?;
    header.retain(|(name, value)| {
        name != field::HANDICAP || value.parse::<Handicap>().is_err() && value.trim() != "その他"
    });
    let mut reader = Reader {
        text,
        mode,
        warnings: Vec::new(),
        last_warning: (0, 1),
        builder: GameBuilder::new(start),
        pending: PendingIllegalMove::default(),
        waiting: Vec::new(),
        budget: (1 << 16) + 8 * text.len() as u64,
    };
    let flaws = reader.builder.position().flaws().difference(Flaws::MISSING_KINGS);
    if !flaws.is_empty() {
        reader.warnings.push(Warning { line: 1, kind: WarningKind::Flaws(flaws) });
    }
    reader.moves(record.moves)?;
    let mut game = reader.builder.finish();
    for (name, value) in &header {
        let name = match name.as_str() {
            "下手" => field::BLACK,
            "上手" => field::WHITE,
            name => name,
        };
        game.add_field(name, value);
    }
    Ok(ReadGame { game, warnings: reader.warnings })
}

fn fault(line: u32, column: u32, kind: RecordErrorKind) -> ReadRecordError {
    ReadRecordError { game: 1, line, column, kind }
}

fn json_kind(error: &serde_json::Error) -> RecordErrorKind {
    match error.classify() {
        serde_json::error::Category::Syntax => RecordErrorKind::JsonSyntax,
        serde_json::error::Category::Eof => RecordErrorKind::JsonEnd,
        _ => RecordErrorKind::Json,
    }
}

/// Returns the line and column of a byte in a text.
fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    (line, column(&text[start..], before.len() - start))
}

fn fault_at(text: &str, at: usize, kind: RecordErrorKind) -> ReadRecordError {
    let (line, column) = line_and_column(text, at);
    fault(line, column, kind)
}

/// Converts the location of a serde_json error, which is a line and a byte column, to a byte
/// offset.
fn byte_at_fault(text: &str, error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1)
}

fn start(initial: &Initial) -> Result<Position, RecordErrorKind> {
    if let Some((_, handicap)) = PRESETS.iter().find(|(name, _)| *name == initial.preset) {
        return Ok(handicap.position());
    }
    if initial.preset != "OTHER" {
        return Err(RecordErrorKind::Expected("a preset such as HIRATE, or OTHER"));
    }
    let state = initial
        .data
        .as_ref()
        .ok_or(RecordErrorKind::Expected("the member `data` with the starting position"))?;
    position(setup(state)?)
}

fn position(setup: Setup) -> Result<Position, RecordErrorKind> {
    Position::from_setup_allowing(setup, Flaws::ALLOWABLE)
        .map_err(|error| RecordErrorKind::Position(error.flaws))
}

fn color(number: u8) -> Result<Color, RecordErrorKind> {
    match number {
        0 => Ok(Color::Black),
        1 => Ok(Color::White),
        _ => Err(RecordErrorKind::Expected("a color, 0 or 1")),
    }
}

fn kind(name: &str) -> Result<PieceKind, RecordErrorKind> {
    <[u8; 2]>::try_from(name.as_bytes())
        .ok()
        .and_then(csa_kind)
        .ok_or(RecordErrorKind::Expected("a piece such as FU"))
}

fn setup(state: &State) -> Result<Setup, RecordErrorKind> {
    let mut setup = Setup { side: color(state.color)?, ..Setup::empty() };
    let nine = RecordErrorKind::Expected("nine files of nine squares");
    if state.board.len() != 9 || state.board.iter().any(|file| file.len() != 9) {
        return Err(nine);
    }
    for (file, squares) in (1..).zip(&state.board) {
        for (rank, piece) in (1..).zip(squares) {
            let Some(JsonPiece { color: Some(side), kind: Some(name) }) = piece else { continue };
            let square = Square::new(file, rank).ok_or(nine)?;
            setup.board[square.index()] = Some(Piece::new(color(*side)?, kind(name)?));
        }
    }
    if state.hands.len() != 2 {
        return Err(RecordErrorKind::Expected("two hands"));
    }
    for (hand, json) in setup.hands.iter_mut().zip(&state.hands) {
        let Hand { fu, ky, ke, gi, ki, ka, hi } = *json;
        for (kind, count) in PieceKind::HAND.into_iter().zip([fu, ky, ke, gi, ki, ka, hi]) {
            *hand = u8::try_from(count)
                .ok()
                .and_then(|count| hand.with_count(kind, count))
                .ok_or(RecordErrorKind::TooManyPieces)?;
        }
    }
    Ok(setup)
}

struct Reader<'a> {
    text: &'a str,
    mode: Mode,
    warnings: Vec<Warning>,
    /// The byte offset and the line number of the last warning.
    last_warning: (usize, u32),
    builder: GameBuilder,
    pending: PendingIllegalMove,
    /// The variations that are still to be read. Each has the node from which it branches, the
    /// moves, and the nesting depth.
    waiting: Vec<(NodeId, Vec<&'a RawValue>, usize)>,
    budget: u64,
}

impl<'a> Reader<'a> {
    fn moves(&mut self, moves: Vec<&'a RawValue>) -> Result<(), ReadRecordError> {
        let mut moves = moves.into_iter();
        if let Some(first) = moves.next() {
            let element = self.element(first)?;
            self.comments(&element);
            if element.step.is_some() {
                return Err(self.fault(
                    first,
                    RecordErrorKind::Expected(
                        "no move in the first element, which describes the start",
                    ),
                ));
            }
        }
        self.line(moves.collect(), 0)?;
        while let Some((parent, moves, depth)) = self.waiting.pop() {
            match self.builder.go_to_within(parent, self.budget) {
                Some(cost) => self.budget -= cost,
                None => {
                    let place = moves.first().copied();
                    let kind = RecordErrorKind::TooManyJumps;
                    return Err(place.map_or(fault(1, 1, kind), |place| self.fault(place, kind)));
                }
            }
            self.line(moves, depth)?;
        }
        Ok(())
    }

    fn element(&self, raw: &'a RawValue) -> Result<Element<'a>, ReadRecordError> {
        serde_json::from_str(raw.get()).map_err(|error| {
            let at = self.byte(raw) + byte_at_fault(raw.get(), &error);
            fault_at(self.text, at, json_kind(&error))
        })
    }

    /// Returns the byte offset of a value in the text.
    fn byte(&self, raw: &RawValue) -> usize {
        let at = (raw.get().as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        at.min(self.text.len())
    }

    fn place(&self, raw: &RawValue) -> (u32, u32) {
        line_and_column(self.text, self.byte(raw))
    }

    fn fault(&self, raw: &RawValue, kind: RecordErrorKind) -> ReadRecordError {
        fault_at(self.text, self.byte(raw), kind)
    }

    fn warn(&mut self, raw: &RawValue, kind: WarningKind) {
        // Lines are counted from the previous warning. If each count began at the start of the
        // text, many warnings would be slow.
        let at = self.byte(raw);
        let (last, line) = self.last_warning;
        let between = |from: usize, to: usize| {
            let bytes = &self.text.as_bytes()[from..to];
            bytes.iter().filter(|&&byte| byte == b'\n').count() as u32
        };
        let line = if at < last { line - between(at, last) } else { line + between(last, at) };
        self.last_warning = (at, line);
        self.warnings.push(Warning { line, kind });
    }

    fn comments(&mut self, element: &Element<'a>) {
        for comment in element.comments.iter().flatten() {
            self.builder.comment(comment);
        }
    }

    /// Reads a line of moves, starting at the builder's current node.
    fn line(&mut self, moves: Vec<&'a RawValue>, depth: usize) -> Result<(), ReadRecordError> {
        for raw in moves {
            let element = self.element(raw)?;
            let parent = self.builder.at();
            if let Err(kind) = self.step(raw, &element) {
                if self.mode == Mode::Strict {
                    return Err(self.disputed_or(raw, kind));
                }
                self.warn(raw, WarningKind::Cut { error: kind, text: beginning(raw).into() });
                return Ok(());
            }
            self.comments(&element);
            for fork in element.forks.into_iter().flatten().rev() {
                if depth >= MAX_DEPTH {
                    return Err(self.fault(raw, RecordErrorKind::TooManyJumps));
                }
                self.waiting.push((parent, fork, depth + 1));
            }
        }
        let place = self.pending.place();
        self.refuse().map_err(|kind| {
            let (line, column) = place.unwrap_or((1, 1));
            fault(line, column, kind)
        })
    }

    /// Handles an illegal move that the record does not mark as illegal.
    fn refuse(&mut self) -> Result<(), RecordErrorKind> {
        self.pending.refuse(self.mode, &mut self.builder, &mut self.warnings)
    }

    /// Makes an error. If there is a pending illegal move, the location is that move; otherwise, it
    /// is `raw`.
    fn disputed_or(&self, raw: &RawValue, kind: RecordErrorKind) -> ReadRecordError {
        match self.pending.place() {
            Some((line, column)) => fault(line, column, kind),
            None => self.fault(raw, kind),
        }
    }

    fn step(&mut self, raw: &'a RawValue, element: &Element<'a>) -> Result<(), RecordErrorKind> {
        if self.pending.is_some() && (element.step.is_some() || element.special.is_none()) {
            self.refuse()?;
            return Err(RecordErrorKind::Closed);
        }
        if let Some(step) = &element.step {
            if !self.builder.is_open() {
                return Err(RecordErrorKind::Closed);
            }
            let m = self.resolve(raw, step)?;
            if let Err(illegal) = self.builder.play_open(m) {
                let (place, text) = (self.place(raw), beginning(raw));
                self.pending.hold(&mut self.builder, m, illegal, place, &text);
            }
        }
        if let Some(word) = &element.special {
            if matches!(self.builder.game().step(self.builder.at()), Some(Step::End(_))) {
                return Err(RecordErrorKind::Closed);
            }
            let mut end = end(word, self.builder.side());
            if self.pending.is_some() {
                end = self.pending.confirm(end, &self.builder, &mut self.warnings);
                if end.is_none() {
                    self.refuse()?;
                    return Err(RecordErrorKind::Closed);
                }
            }
            match end {
                Some(end) => {
                    self.builder.end(end);
                }
                None => {
                    self.builder.end_other(word);
                    self.warn(raw, WarningKind::UnknownEnd((&**word).into()));
                }
            }
        }
        if let Some(times) = &element.time
            && (element.step.is_some() || element.special.is_some())
            && let Some(now) = &times.now
        {
            let total = times.total.as_ref().map(super::json::Time::millis);
            self.builder.set_millis(now.millis(), total);
        }
        Ok(())
    }

    fn resolve(&mut self, raw: &RawValue, step: &JsonStep<'a>) -> Result<Move, RecordErrorKind> {
        let position = self.builder.position();
        if let Some(number) = step.color
            && color(number)? != position.side()
        {
            return Err(RecordErrorKind::WrongSide(position.side()));
        }
        let square = |place: Place| {
            Square::new(place.x, place.y)
                .ok_or(RecordErrorKind::Expected("a square, x and y 1 to 9"))
        };
        let target = match step.to {
            Some(place) => Some(square(place)?),
            None if step.same == Some(true) => None,
            None => return Err(RecordErrorKind::Expected("a square to move to")),
        };
        let relative = step.relative.as_deref().unwrap_or_default();
        let mut found = Found::default();
        for c in relative.chars() {
            match c {
                'L' => found.side = Some(Side::Left),
                'C' => found.side = Some(Side::Straight),
                'R' => found.side = Some(Side::Right),
                'U' => found.motion = Some(Motion::Up),
                'M' => found.motion = Some(Motion::Level),
                'D' => found.motion = Some(Motion::Down),
                'H' => {}
                _ => {
                    return Err(RecordErrorKind::Expected(
                        "relative letters from L, C, R, U, M, D, H",
                    ));
                }
            }
        }
        let origin = step.from.map(square).transpose()?;
        let words = ParsedName {
            target,
            kind: kind(&step.piece)?,
            found,
            promote: step.promote,
            drop: relative.contains('H') && origin.is_none(),
            origin,
        };
        let (m, oddity) = notation::resolve(&words, position, self.builder.last_target())?;
        let same = self.builder.last_target() == Some(m.target());
        match oddity {
            Some(Oddity::Ambiguous) => self.warn(raw, WarningKind::Ambiguous),
            Some(Oddity::Wording) => self.warn(raw, WarningKind::Wording),
            Some(Oddity::NoOrigin) | None => {}
        }
        let captured = step.capture.as_deref().map(kind).transpose()?;
        if captured.is_some() && captured != m.captured() || step.same == Some(true) && !same {
            self.warn(raw, WarningKind::Wording);
        }
        Ok(m)
    }
}

/// Returns the first characters of an element, for use in a warning.
fn beginning(raw: &RawValue) -> String {
    raw.get().chars().take(200).collect()
}

/// Returns the end that a JKF keyword means if `side` is to move. JKF uses the keywords of CSA. In
/// addition, `ILLEGAL_ACTION` without a sign means a foul by the opponent of `side`.
fn end(word: &str, side: Color) -> Option<End> {
    match word {
        "ILLEGAL_ACTION" => Some(End::Foul { by: side.opponent() }),
        word => end_of_word(word, side),
    }
}
