//! Illegal moves in records. An illegal move is kept if the record then says that a foul ended the
//! game; otherwise the record is invalid. All readers of records share this decision. The writers
//! omit every illegal move that a reader would reject.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::mode::Mode;
use super::report::{RecordErrorKind, Warning, WarningKind};
use crate::game::{End, Game, GameBuilder, NodeId, Step};
use crate::mv::Move;
use crate::position::{IllegalMoveKind, Position, Undo};

/// The last illegal move that a reader found, if its fate is undecided. The builder is at the node
/// of that move.
#[derive(Default)]
pub(crate) struct PendingIllegalMove(Option<Held>);

struct Held {
    line: u32,
    column: u32,
    reason: IllegalMoveKind,
    text: Box<str>,
}

impl PendingIllegalMove {
    #[inline]
    pub(crate) const fn is_some(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    pub(crate) const fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the line and column of the move.
    pub(crate) fn place(&self) -> Option<(u32, u32)> {
        self.0.as_ref().map(|held| (held.line, held.column))
    }

    /// Adds the move to the game until the next part of the record decides whether the move is
    /// kept.
    ///
    /// # Panics
    /// Panics as [`GameBuilder::illegal`] does, if the builder's line has ended.
    #[cold]
    pub(crate) fn hold(
        &mut self,
        builder: &mut GameBuilder,
        m: Move,
        reason: IllegalMoveKind,
        (line, column): (u32, u32),
        text: &str,
    ) {
        builder.illegal(m);
        self.0 = Some(Held { line, column, reason, text: text.into() });
    }

    /// Decides about the move when the record continues with this end. A foul keeps the move, and
    /// the mover is at fault, even if the end word names the other side. Returns the end to record,
    /// or `None` for all other ends.
    #[cold]
    pub(crate) fn confirm(
        &mut self,
        end: Option<End>,
        builder: &GameBuilder,
        warnings: &mut Vec<Warning>,
    ) -> Option<End> {
        let Some(End::Foul { .. }) = end else { return None };
        let held = self.0.take()?;
        let kind = WarningKind::IllegalMove(held.reason);
        warnings.push(Warning { line: held.line, kind });
        Some(End::Foul { by: builder.position().side() })
    }

    /// Rejects the move, because the record does not mark it as illegal. In strict mode this is an
    /// error at [`PendingIllegalMove::place`]. In lenient mode the move is removed, its line of
    /// moves ends before the move, and there is a warning.
    #[cold]
    pub(crate) fn refuse(
        &mut self,
        mode: Mode,
        builder: &mut GameBuilder,
        warnings: &mut Vec<Warning>,
    ) -> Result<(), RecordErrorKind> {
        let Some(held) = &self.0 else { return Ok(()) };
        let error = RecordErrorKind::IllegalMove(held.reason);
        if mode == Mode::Strict {
            return Err(error);
        }
        if let Some(held) = self.0.take() {
            builder.drop_illegal();
            let kind = WarningKind::Cut { error, text: held.text };
            warnings.push(Warning { line: held.line, kind });
        }
        Ok(())
    }
}

/// Returns the game without the illegal moves that readers would reject, and the number of changes.
/// A legal move that is marked as illegal becomes an ordinary move, which also counts as a change.
pub(crate) fn readable(game: &Game) -> (Cow<'_, Game>, u32) {
    if !game.preorder().any(|id| matches!(game.step(id), Some(Step::Illegal(_)))) {
        return (Cow::Borrowed(game), 0);
    }
    let mut position = game.start().clone();
    let mut path: Vec<(NodeId, Move, Undo)> = Vec::new();
    let mut changed = Vec::new();
    for id in game.preorder() {
        let Some(step @ (Step::Move(m) | Step::Illegal(m))) = game.step(id) else { continue };
        let parent = game.parent(id);
        while let Some((_, m, undo)) = path.pop_if(|(node, ..)| Some(*node) != parent) {
            position.undo(m, undo);
        }
        if let Step::Move(m) = step {
            path.push((id, m, position.play_unchecked(m)));
        } else if position.is_legal(m) {
            changed.push((id, Some(Step::Move(m))));
        } else if !is_readable(&position, m, game.next(id).and_then(|next| game.step(next))) {
            changed.push((id, None));
        }
    }
    match changed.len() as u32 {
        0 => (Cow::Borrowed(game), 0),
        count => (Cow::Owned(game.with_steps(&changed)), count),
    }
}

/// Returns whether a reader would accept an illegal move. The moved and captured pieces must be
/// those on the board, and the next step must be a foul of the mover. If there is no next step, the
/// writers add the foul.
fn is_readable(position: &Position, m: Move, next: Option<Step>) -> bool {
    let is_named = m.origin().is_none_or(|origin| {
        position.kind_on(origin) == Some(m.kind()) && position.kind_on(m.target()) == m.captured()
    });
    let foul = Step::End(End::Foul { by: position.side() });
    is_named && next.is_none_or(|next| next == foul)
}
