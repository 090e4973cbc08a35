//! Illegal moves in records. Such a move stands if the next thing the record says is that a foul ended
//! the game; otherwise the record is wrong. All readers of records decide it here, and the writers too,
//! which write no move that a reader would not take.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::mode::Mode;
use super::report::{RecordErrorKind, Warning, WarningKind};
use crate::game::{End, Game, GameBuilder, NodeId, Step};
use crate::mv::Move;
use crate::position::{IllegalMoveKind, Position, Undo};

/// The illegal move a reader has just met, if there is one. Its builder stands on it.
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

    /// Where the move stands: line and column.
    pub(crate) fn place(&self) -> Option<(u32, u32)> {
        self.0.as_ref().map(|held| (held.line, held.column))
    }

    /// Puts the move into the game until it is decided whether it stands.
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

    /// The record goes on with this end. A foul, whoever's the word makes it, is that of the mover: the
    /// move stands, and the end to write down comes back. `None` for all other ends.
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

    /// Nothing calls the move illegal. In strict mode that is the error of the record, at
    /// [`PendingIllegalMove::place`]; in lenient mode the move is taken back, its line of moves ends before it,
    /// and a warning tells.
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

/// The game as it can be written: without the illegal moves that no reader would take, and how many
/// these are. A move that is called illegal and is not becomes a move like others, and counts too.
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

/// Whether an illegal move is named by what stands on the board, and called a foul of its mover by what
/// follows. Where nothing follows, the writers say so.
fn is_readable(position: &Position, m: Move, next: Option<Step>) -> bool {
    let is_named = m.origin().is_none_or(|origin| {
        position.kind_on(origin) == Some(m.kind()) && position.kind_on(m.target()) == m.captured()
    });
    let foul = Step::End(End::Foul { by: position.side() });
    is_named && next.is_none_or(|next| next == foul)
}
