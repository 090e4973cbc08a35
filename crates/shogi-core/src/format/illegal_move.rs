//! Illegal moves in records. If the record marks an illegal move as a foul, the move is kept.
//! Otherwise, the record is invalid. All readers of records use this module to decide. The writers
//! omit every illegal move that a reader would reject.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::mode::Mode;
use super::report::{RecordErrorKind, Warning, WarningKind};
use crate::game::{End, Game, GameBuilder, NodeId, Step};
use crate::mv::Move;
use crate::position::{IllegalMoveKind, Position, Undo};

/// The last illegal move, until the reader has decided whether to keep it. The builder is at the
/// node of this move.
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

    /// Adds the move to the game. The next part of the record decides whether the move is kept.
    ///
    /// # Panics
    /// Panics if the builder's line of moves has ended, as [`GameBuilder::illegal`] does.
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

    /// Handles an end that follows the pending move. If the end is a foul, the move is kept, and
    /// the foul is attributed to the mover, even if the end word names the other side. Returns the end
    /// to store. Returns `None` if the end is not a foul.
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

    /// Rejects the pending move, because the record does not mark it as illegal. In strict mode,
    /// returns an error; its location is [`PendingIllegalMove::place`]. In lenient mode, removes
    /// the move, ends the line of moves before it, and adds a warning.
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

/// Returns whether a reader would accept an illegal move. The moved and captured pieces must match
/// the board, and the next step must be a foul by the mover. If there is no next step, the writers
/// add the foul.
fn is_readable(position: &Position, m: Move, next: Option<Step>) -> bool {
    let is_named = m.origin().is_none_or(|origin| {
        position.kind_on(origin) == Some(m.kind()) && position.kind_on(m.target()) == m.captured()
    });
    let foul = Step::End(End::Foul { by: position.side() });
    is_named && next.is_none_or(|next| next == foul)
}
