//! Sinks: the receivers of generated moves. The generator passes sets of targets to a sink. The
//! sink counts the moves, writes them to a list, or passes them to a closure.

use core::ops::ControlFlow;

use crate::bitboard::Bitboard;
use crate::hand::Hand;
use crate::mv::{Move, PROMOTION};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

/// The targets of a piece, in three disjoint sets.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    /// The targets on which the piece cannot promote.
    pub(crate) plain: u128,
    /// The targets on which the piece may promote.
    pub(crate) either: u128,
    /// The targets on which the piece must promote.
    pub(crate) promoting: u128,
}

impl Targets {
    #[inline(always)]
    pub(crate) const fn plain(set: u128) -> Self {
        Self { plain: set, either: 0, promoting: 0 }
    }
}

/// The targets of drops. Pawns, lances and knights have their own sets.
#[derive(Clone, Copy)]
pub(crate) struct DropTargets {
    /// The targets of the kinds silver, gold, bishop and rook.
    pub(crate) any: u128,
    pub(crate) lance: u128,
    pub(crate) knight: u128,
    pub(crate) pawn: u128,
}

/// A receiver of generated moves.
pub(crate) trait Sink {
    type Break;

    /// Whether inferior non-promotions are omitted: non-promotions of a pawn, bishop or rook, and
    /// of a lance that moves to the second rank.
    const ENGINE: bool = false;

    /// Receives the moves of a piece on the board. `kind` is the index of its kind.
    fn board(
        &mut self,
        position: &Position,
        kind: usize,
        origin: usize,
        targets: Targets,
    ) -> ControlFlow<Self::Break>;

    /// Receives the moves of all pawns that do not shield the king. The origin of a move is its
    /// target minus `step`.
    fn pawns(
        &mut self,
        position: &Position,
        step: isize,
        targets: Targets,
    ) -> ControlFlow<Self::Break>;

    /// Receives the drops of all kinds in hand.
    fn drops(&mut self, hand: Hand, targets: DropTargets) -> ControlFlow<Self::Break>;
}

/// Counts moves without generating each of them.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) moves: usize,
}

impl Count {
    #[inline(always)]
    fn add(&mut self, targets: Targets) {
        let Targets { plain, either, promoting } = targets;
        self.moves += (plain | either | promoting).count_ones() as usize;
        if either != 0 {
            self.moves += either.count_ones() as usize;
        }
    }
}

impl Sink for Count {
    type Break = core::convert::Infallible;

    #[inline(always)]
    fn board(
        &mut self,
        _: &Position,
        _: usize,
        _: usize,
        targets: Targets,
    ) -> ControlFlow<Self::Break> {
        self.add(targets);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, _: &Position, _: isize, targets: Targets) -> ControlFlow<Self::Break> {
        self.add(targets);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, hand: Hand, targets: DropTargets) -> ControlFlow<Self::Break> {
        if hand.count_number(PieceKind::Pawn as usize) != 0 {
            self.moves += targets.pawn.count_ones() as usize;
        }
        if hand.has_officers() {
            if hand.count_number(PieceKind::Lance as usize) != 0 {
                self.moves += targets.lance.count_ones() as usize;
            }
            if hand.count_number(PieceKind::Knight as usize) != 0 {
                self.moves += targets.knight.count_ones() as usize;
            }
            self.moves += hand.unrestricted_kinds() * targets.any.count_ones() as usize;
        }
        ControlFlow::Continue(())
    }
}

/// The moves of one piece, or the drops of one kind ([`Position::visit_groups`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveGroup {
    /// Moves of a piece on the board.
    Normal {
        /// The kind of the moving piece, before promotion.
        kind: PieceKind,
        /// The square of the piece.
        origin: Square,
        /// The targets without promotion.
        plain: Bitboard,
        /// The targets with promotion. If promotion is optional on a target, the target is in both
        /// sets.
        promoting: Bitboard,
    },
    /// The drops of a kind.
    Drop {
        /// The dropped kind.
        kind: PieceKind,
        /// The targets.
        targets: Bitboard,
    },
}

impl MoveGroup {
    /// Returns the number of moves in the group. A visitor never receives an empty group.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "groups passed to visitors are never empty")]
    pub const fn len(&self) -> usize {
        match self {
            Self::Normal { plain, promoting, .. } => (plain.len() + promoting.len()) as usize,
            Self::Drop { targets, .. } => targets.len() as usize,
        }
    }
}

/// A sink that passes every group to a closure.
pub(crate) struct Groups<F>(pub(crate) F);

impl<B, F: FnMut(MoveGroup) -> ControlFlow<B>> Groups<F> {
    #[inline(always)]
    fn show(&mut self, kind: usize, origin: usize, targets: Targets) -> ControlFlow<B> {
        let Targets { plain, either, promoting } = targets;
        if plain | either | promoting == 0 {
            return ControlFlow::Continue(());
        }
        match PieceKind::from_index(kind as u8) {
            Some(kind) => (self.0)(MoveGroup::Normal {
                kind,
                origin: Square::from_low(origin),
                plain: Bitboard::from_low(plain | either),
                promoting: Bitboard::from_low(either | promoting),
            }),
            None => ControlFlow::Continue(()),
        }
    }
}

impl<B, F: FnMut(MoveGroup) -> ControlFlow<B>> Sink for Groups<F> {
    type Break = B;

    #[inline(always)]
    fn board(
        &mut self,
        _: &Position,
        kind: usize,
        origin: usize,
        targets: Targets,
    ) -> ControlFlow<B> {
        self.show(kind, origin, targets)
    }

    #[inline(always)]
    fn pawns(&mut self, _: &Position, step: isize, targets: Targets) -> ControlFlow<B> {
        let Targets { plain, either, promoting } = targets;
        for target in Bitboard::from_low(plain | either | promoting) {
            let bit = 1 << target.index();
            let one =
                Targets { plain: plain & bit, either: either & bit, promoting: promoting & bit };
            self.show(PieceKind::Pawn as usize, target.index().wrapping_add_signed(-step), one)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, hand: Hand, targets: DropTargets) -> ControlFlow<B> {
        for (kind, _) in hand.iter() {
            let targets = match kind {
                PieceKind::Pawn => targets.pawn,
                PieceKind::Lance => targets.lance,
                PieceKind::Knight => targets.knight,
                _ => targets.any,
            };
            if targets != 0 {
                (self.0)(MoveGroup::Drop { kind, targets: Bitboard::from_low(targets) })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Passes the moves of a group one by one to a closure.
#[inline(always)]
pub(crate) fn each_move<B>(
    position: &Position,
    group: MoveGroup,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    match group {
        MoveGroup::Normal { kind, origin, plain, promoting } => {
            let base = Move::piece_bits(kind) | Move::origin_bits(origin);
            for target in promoting {
                visit(Move::from_word(base | PROMOTION | position.cells[target.index() & 127]))?;
            }
            for target in plain {
                visit(Move::from_word(base | position.cells[target.index() & 127]))?;
            }
        }
        MoveGroup::Drop { kind, targets } => {
            let base = Move::drop_bits(kind);
            for target in targets {
                visit(Move::from_word(base | target.index() as u32))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A sink that omits inferior non-promotions ([`Sink::ENGINE`]) and passes all other moves to
/// another sink.
pub(crate) struct Engine<T>(pub(crate) T);

impl<T: Sink> Sink for Engine<T> {
    type Break = T::Break;
    const ENGINE: bool = true;

    #[inline(always)]
    fn board(
        &mut self,
        position: &Position,
        kind: usize,
        origin: usize,
        targets: Targets,
    ) -> ControlFlow<Self::Break> {
        self.0.board(position, kind, origin, targets)
    }

    #[inline(always)]
    fn pawns(
        &mut self,
        position: &Position,
        step: isize,
        targets: Targets,
    ) -> ControlFlow<Self::Break> {
        self.0.pawns(position, step, targets)
    }

    #[inline(always)]
    fn drops(&mut self, hand: Hand, targets: DropTargets) -> ControlFlow<Self::Break> {
        self.0.drops(hand, targets)
    }
}

/// A sink that passes only the moves that give check to another sink.
pub(crate) struct OnlyChecks<'a, T> {
    pub(crate) inner: T,
    /// The squares from which a piece gives a direct check, indexed by the kind after the move.
    pub(crate) squares: &'a [u128; 16],
    pub(crate) discoverers: u128,
    pub(crate) king: usize,
}

impl<T> OnlyChecks<'_, T> {
    #[inline(always)]
    fn keep(&self, kind: usize, origin: usize, targets: Targets) -> Targets {
        let discovered = if self.discoverers >> origin & 1 != 0 {
            !crate::attacks::rays::line(self.king, origin)
        } else {
            0
        };
        let plain = self.squares[kind & 15] | discovered;
        let promoted = self.squares[(kind | 8) & 15] | discovered;
        Targets {
            plain: targets.plain & plain | targets.either & plain & !promoted,
            either: targets.either & plain & promoted,
            promoting: targets.promoting & promoted | targets.either & promoted & !plain,
        }
    }
}

impl<T: Sink> Sink for OnlyChecks<'_, T> {
    type Break = T::Break;
    const ENGINE: bool = T::ENGINE;

    #[inline(always)]
    fn board(
        &mut self,
        position: &Position,
        kind: usize,
        origin: usize,
        targets: Targets,
    ) -> ControlFlow<Self::Break> {
        let kept = self.keep(kind, origin, targets);
        if kept.plain | kept.either | kept.promoting == 0 {
            return ControlFlow::Continue(());
        }
        self.inner.board(position, kind, origin, kept)
    }

    #[inline(always)]
    fn pawns(
        &mut self,
        position: &Position,
        step: isize,
        targets: Targets,
    ) -> ControlFlow<Self::Break> {
        let mut origins = targets.plain | targets.either | targets.promoting;
        origins = if step > 0 { origins >> step } else { origins << -step };
        let interesting =
            self.squares[PieceKind::Tokin as usize] | self.squares[PieceKind::Pawn as usize];
        let all = targets.plain | targets.either | targets.promoting;
        if origins & self.discoverers == 0 && all & interesting == 0 {
            return ControlFlow::Continue(());
        }
        for target in Bitboard::from_low(all) {
            let bit = 1 << target.index();
            let one = Targets {
                plain: targets.plain & bit,
                either: targets.either & bit,
                promoting: targets.promoting & bit,
            };
            let origin = target.index().wrapping_add_signed(-step);
            self.board(position, PieceKind::Pawn as usize, origin, one)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, hand: Hand, targets: DropTargets) -> ControlFlow<Self::Break> {
        // The drops are passed kind by kind, because the squares that give check differ between the
        // kinds.
        for (kind, count) in hand.iter() {
            let check = self.squares[kind.index()];
            let one = DropTargets {
                any: targets.any & check,
                lance: targets.lance & check,
                knight: targets.knight & check,
                pawn: targets.pawn & check,
            };
            if let Some(alone) = Hand::EMPTY.with_count(kind, count) {
                self.inner.drops(alone, one)?;
            }
        }
        ControlFlow::Continue(())
    }
}
