//! The tasks that use the generators. Each task is compiled for both instruction sets.

use core::ops::ControlFlow;

use super::cpu_dispatch::Job;
use super::generate::{EVERYTHING, Wanted, generate_side};
use super::list::MoveList;
use super::sink::{Count, Engine, Groups, MoveGroup, OnlyChecks, each_move};
use crate::mv::Move;
use crate::position::{CheckSquares, Position};

/// Fills a list with the wanted moves. With `ENGINE`, inferior non-promotions are omitted.
pub(super) struct List<'a, const ENGINE: bool> {
    pub(super) list: &'a mut MoveList,
    pub(super) wanted: Wanted,
}

impl<const ENGINE: bool> Job for List<'_, ENGINE> {
    type Output = ();

    #[inline(always)]
    fn run(self, position: &Position) {
        let writer = self.list.start(position);
        if ENGINE {
            let mut sink = Engine(writer);
            let ControlFlow::Continue(()) = generate_side(position, self.wanted, &mut sink);
            self.list.finish(position, sink.0);
        } else {
            let mut sink = writer;
            let ControlFlow::Continue(()) = generate_side(position, self.wanted, &mut sink);
            self.list.finish(position, sink);
        }
    }
}

/// Fills a list with the moves that give check.
pub(super) struct Checks<'a, const ENGINE: bool> {
    pub(super) list: &'a mut MoveList,
    pub(super) squares: &'a CheckSquares,
    pub(super) discoverers: u128,
    pub(super) king: usize,
}

impl<const ENGINE: bool> Job for Checks<'_, ENGINE> {
    type Output = ();

    #[inline(always)]
    fn run(self, position: &Position) {
        let Self { list, squares, discoverers, king } = self;
        let inner = list.start(position);
        let only = OnlyChecks { inner, squares: squares.as_array(), discoverers, king };
        if ENGINE {
            let mut sink = Engine(only);
            let ControlFlow::Continue(()) = generate_side(position, EVERYTHING, &mut sink);
            list.finish(position, sink.0.inner);
        } else {
            let mut sink = only;
            let ControlFlow::Continue(()) = generate_side(position, EVERYTHING, &mut sink);
            list.finish(position, sink.inner);
        }
    }
}

/// Counts the legal moves.
pub(super) struct CountMoves;

impl Job for CountMoves {
    type Output = usize;

    #[inline(always)]
    fn run(self, position: &Position) -> usize {
        let mut count = Count::default();
        let ControlFlow::Continue(()) = generate_side(position, EVERYTHING, &mut count);
        count.moves
    }
}

/// Returns whether there is a legal move.
pub(super) struct HasMoves;

impl Job for HasMoves {
    type Output = bool;

    #[inline(always)]
    fn run(self, position: &Position) -> bool {
        let mut sink = Groups(|_| ControlFlow::Break(()));
        generate_side(position, EVERYTHING, &mut sink).is_break()
    }
}

/// Passes the groups of legal moves to a closure.
pub(super) struct VisitGroups<F>(pub(super) F);

impl<B, F: FnMut(MoveGroup) -> ControlFlow<B>> Job for VisitGroups<F> {
    type Output = ControlFlow<B>;

    #[inline(always)]
    fn run(self, position: &Position) -> ControlFlow<B> {
        generate_side(position, EVERYTHING, &mut Groups(self.0))
    }
}

/// Passes the legal moves to a closure.
pub(super) struct VisitMoves<F>(pub(super) F);

impl<B, F: FnMut(Move) -> ControlFlow<B>> Job for VisitMoves<F> {
    type Output = ControlFlow<B>;

    #[inline(always)]
    fn run(mut self, position: &Position) -> ControlFlow<B> {
        let groups = Groups(|group| each_move(position, group, &mut self.0));
        generate_side(position, EVERYTHING, &mut { groups })
    }
}

#[cfg(test)]
mod tests {
    use super::super::cpu_dispatch::{portable, run};
    use super::*;

    /// Compares `is_pawn_drop_mate`, which does not use the generator, with the moves of the
    /// generator. In some of the positions, the king is in check before the drop, which only an
    /// allowed flaw permits.
    #[test]
    fn pawn_drop_mates_are_those_without_a_reply() {
        use crate::{Color, Flaws, Piece, PieceKind, Setup, Square};
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 20) as usize % below
        };
        let (mut mates, mut checked_mates, mut checked_drops) = (0, 0, 0);
        for _ in 0..400_000 {
            let mut setup = Setup::empty();
            // The king is near a corner with pieces of its side around it, and attackers are on
            // random squares.
            let king = Square::new(1 + random(3) as u8, 1 + random(2) as u8).unwrap();
            let target = Square::new(king.file(), king.rank() + 1).unwrap();
            setup.board[king.index()] = Some(Piece::new(Color::White, PieceKind::King));
            for _ in 0..4 + random(6) {
                let near = Square::new(1 + random(4) as u8, 1 + random(5) as u8).unwrap();
                let kind = PieceKind::ALL[random(14)];
                let color = Color::ALL[random(2)];
                if setup.board[near.index()].is_none() && near != target && kind != PieceKind::King
                {
                    setup.board[near.index()] = Some(Piece::new(color, kind));
                }
            }
            setup.hands[0] = setup.hands[0].with_count(PieceKind::Pawn, 1).unwrap();
            let Ok(position) = Position::from_setup_allowing(setup, Flaws::ALLOWABLE) else {
                continue;
            };
            let drop = Move::drop(PieceKind::Pawn, target);
            if !position.is_pseudo_legal(drop) {
                continue;
            }
            let was_checked = position.flaws().contains(Flaws::OPPONENT_IN_CHECK);
            let is_mate = !position.after(drop).has_moves();
            assert_eq!(position.is_legal(drop), !is_mate, "{position:?}");
            mates += usize::from(is_mate);
            checked_mates += usize::from(is_mate && was_checked);
            checked_drops += usize::from(!is_mate && was_checked);
        }
        assert!(mates > 100 && checked_mates > 100, "{mates} {checked_mates}");
        assert!(checked_drops > 100, "{checked_drops}");
    }

    #[test]
    fn both_compilations_agree() {
        let mut position = Position::start();
        let mut state = 1u32;
        let (mut chosen, mut plain) = (MoveList::new(), MoveList::new());
        for _ in 0..2_000 {
            run(&position, List::<false> { list: &mut chosen, wanted: EVERYTHING });
            portable(&position, List::<false> { list: &mut plain, wanted: EVERYTHING });
            assert_eq!(chosen.as_slice(), plain.as_slice());
            assert_eq!(run(&position, CountMoves), plain.len());
            assert_eq!(portable(&position, CountMoves), plain.len());
            assert_eq!(run(&position, HasMoves), !plain.is_empty());
            assert_eq!(portable(&position, HasMoves), !plain.is_empty());
            run(&position, List::<true> { list: &mut chosen, wanted: EVERYTHING });
            portable(&position, List::<true> { list: &mut plain, wanted: EVERYTHING });
            assert_eq!(chosen.as_slice(), plain.as_slice());
            plain = position.legal_moves();
            if plain.is_empty() {
                position = Position::start();
                continue;
            }
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            position.play_unchecked(plain[(state >> 16) as usize % plain.len()]);
        }
    }
}
