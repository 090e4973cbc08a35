//! The state of the reader of KIF and KI2.

use alloc::vec::Vec;

use crate::format::bod::Start;
use crate::format::illegal_move::PendingIllegalMove;
use crate::format::lines::{Lines, column};
use crate::format::mode::Mode;
use crate::format::report::{ReadRecordError, RecordErrorKind, Warning, WarningKind};
use crate::game::{GameBuilder, NodeId, Text};
use crate::position::Flaws;

/// The byte offset of the fault in the line, and the kind of the error.
pub(super) type Fault = (usize, RecordErrorKind);

/// A line of moves from which a variation can branch.
pub(super) struct Branch {
    /// The number of the first move of the line of moves, counted from 1 at the start of the game.
    pub(super) from: u32,
    pub(super) nodes: Vec<NodeId>,
}

/// Reads KIF and KI2. The two formats differ only in the move lines, whose forms are always
/// distinct.
pub(super) struct Reader<'a> {
    pub(super) mode: Mode,
    pub(super) lines: Lines<'a>,
    pub(super) line: &'a str,
    pub(super) warnings: Vec<Warning>,
    /// Whether the text had a line that belongs to a record: a known header field, a diagram, a move or an end.
    pub(super) is_record: bool,
    /// Whether the fault is in the diagram or in the hands.
    pub(super) is_fatal: bool,
    pub(super) start: Start,
    pub(super) handicap_line: Option<(u32, &'a str, bool)>,
    pub(super) fields: Vec<(&'a str, &'a str)>,
    /// Comments before the first move line.
    pub(super) notes: Vec<(Text, &'a str)>,
    pub(super) builder: Option<GameBuilder>,
    /// The lines of moves from which a variation can still branch. The main line is the first.
    pub(super) branches: Vec<Branch>,
    /// Whether the reader is between the line `変化` of a variation and the first move of the
    /// variation.
    pub(super) at_branch: bool,
    /// Whether moves are skipped, because an earlier move of the line of moves could not be played,
    /// or because the variation does not branch from a known move.
    pub(super) cut: bool,
    pub(super) pending: PendingIllegalMove,
    /// The difference between the written number of a move and the number of moves up to this move.
    pub(super) offset: u32,
    pub(super) has_numbers: bool,
    pub(super) budget: u64,
    /// Comments that do not follow any move.
    pub(super) loose: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    /// Creates a reader at the beginning of the text.
    pub(super) fn new(text: &'a str, mode: Mode) -> Self {
        Self {
            mode,
            lines: Lines::new(text),
            line: "",
            warnings: Vec::new(),
            is_record: false,
            is_fatal: false,
            start: Start::default(),
            handicap_line: None,
            fields: Vec::new(),
            notes: Vec::new(),
            builder: None,
            branches: alloc::vec![Branch { from: 1, nodes: Vec::new() }],
            at_branch: false,
            cut: false,
            pending: PendingIllegalMove::default(),
            offset: 0,
            has_numbers: false,
            budget: (1 << 16) + 8 * text.len() as u64,
            loose: Vec::new(),
        }
    }

    /// Handles a fault of a line. In strict mode, returns an error. In lenient mode, skips the line
    /// and adds a warning.
    pub(super) fn fault(&mut self, (at, error): Fault) -> Result<(), ReadRecordError> {
        let is_fatal = self.is_fatal || error == RecordErrorKind::TooManyJumps;
        if self.mode == Mode::Strict || is_fatal {
            let mut error = self.error((at, error));
            if let Some(place) = self.pending.place() {
                (error.line, error.column) = place;
            }
            return Err(error);
        }
        self.warn(WarningKind::Skipped { error, text: self.line.trim().into() });
        Ok(())
    }

    pub(super) fn error(&self, (at, kind): Fault) -> ReadRecordError {
        ReadRecordError {
            game: 1,
            line: self.lines.number.max(1),
            column: column(self.line, at),
            kind,
        }
    }

    pub(super) fn warn(&mut self, kind: WarningKind) {
        self.warnings.push(Warning { line: self.lines.number.max(1), kind });
    }

    /// Returns the builder. The first call, at the end of the header, creates it.
    pub(super) fn begin(&mut self) -> Result<&mut GameBuilder, Fault> {
        if self.builder.is_none() {
            let position = self.start.position().map_err(|kind| (0, kind))?;
            if let Some((number, line, unknown)) = self.handicap_line {
                let drawn = self.start.is_drawn();
                let board = position.to_setup().board;
                let differs = self.start.named().is_some_and(|named| named.board != board);
                if unknown && !drawn {
                    let kind = RecordErrorKind::Expected(
                        "a diagram, because the name is not a known start",
                    );
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

    /// Returns the byte offset of `rest` within the current line.
    pub(super) fn at(&self, rest: &str) -> usize {
        self.line.len().saturating_sub(rest.len())
    }

    /// Handles a move that cannot be read or played. In strict mode, returns the fault. In lenient
    /// mode, ends the line of moves before the move and adds a warning.
    pub(super) fn cut(&mut self, fault: Fault, text: &str) -> Result<(), Fault> {
        if self.mode == Mode::Strict {
            return Err(fault);
        }
        self.cut = true;
        self.warn(WarningKind::Cut { error: fault.1, text: text.trim().into() });
        Ok(())
    }

    /// Handles an illegal move that the record does not mark as illegal.
    pub(super) fn refuse(&mut self) -> Result<(), Fault> {
        if let Some(builder) = self.builder.as_mut().filter(|_| self.pending.is_some()) {
            self.pending
                .refuse(self.mode, builder, &mut self.warnings)
                .map_err(|kind| (0, kind))?;
            self.cut = true;
        }
        Ok(())
    }

    /// Ends a variation without moves. Its comments are kept as comments without a move.
    pub(super) fn loosen(&mut self) {
        if self.at_branch && !self.notes.is_empty() {
            self.warn(WarningKind::LooseComment);
            self.loose.extend(self.notes.drain(..).map(|(_, line)| line));
        }
        self.at_branch = false;
    }

    /// Adds the comments before the first move of a variation to this move.
    pub(super) fn settle_notes(&mut self) {
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
}
