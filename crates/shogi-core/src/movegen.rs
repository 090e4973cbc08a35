//! Legal move generation.

mod cpu_dispatch;
mod filter;
mod generate;
mod jobs;
mod list;
mod sink;
mod writer;

use core::ops::ControlFlow;

pub use filter::MoveFilter;
pub use list::{IntoIter as MoveListIntoIter, MAX_MOVES, MoveList};
pub use sink::MoveGroup;

use cpu_dispatch::run;
use generate::{ALL, EVERYTHING, Wanted};
use jobs::{Checks, CountMoves, HasMoves, List, VisitGroups, VisitMoves};

use crate::mv::Move;
use crate::position::Position;

/// Returns the instruction set for which the move generator is compiled on this processor:
/// `portable` or `avx2`. Benchmark reports print this name.
#[must_use]
pub fn instruction_set() -> &'static str {
    cpu_dispatch::instruction_set()
}

impl Position {
    /// Calls `visit` for every legal move. Stops if `visit` returns `Break`.
    ///
    /// The moves have no particular order. They include the non-promotions that
    /// [`Position::engine_moves`] omits.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use shogi_core::{PieceKind, Position};
    /// let first_king_move = Position::start().visit_moves(|m| {
    ///     if m.kind() == PieceKind::King { ControlFlow::Break(m) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(first_king_move.is_break());
    /// ```
    pub fn visit_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        run(self, VisitMoves(visit))
    }

    /// Calls `visit` for groups of legal moves. The moves of a group have the same piece and
    /// different targets. Stops if `visit` returns `Break`. A caller can count or filter the
    /// targets of a group as a set.
    pub fn visit_groups<B>(
        &self,
        visit: impl FnMut(MoveGroup) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        run(self, VisitGroups(visit))
    }

    /// Returns all legal moves of the side to move.
    ///
    /// A list takes 2.6 KB and may be copied when it is returned. Use
    /// [`Position::legal_moves_into`] in inner loops.
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Replaces the moves of a list with all legal moves.
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        run(self, List::<false> { list, wanted: EVERYTHING });
    }

    /// Replaces the moves of a list with the legal moves of a kind.
    ///
    /// ```
    /// use shogi_core::{MoveFilter, MoveList, Position};
    /// let position: Position = "4k4/9/4p4/9/4P4/4R4/9/9/4K4 b - 1".parse()?;
    /// let mut moves = MoveList::new();
    /// position.moves_into(MoveFilter::Captures, &mut moves);
    /// assert!(moves.is_empty());
    /// position.moves_into(MoveFilter::Quiets, &mut moves);
    /// assert_eq!(moves.len(), position.legal_moves().len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_into(&self, filter: MoveFilter, list: &mut MoveList) {
        self.list_into::<false>(filter, list);
    }

    /// Replaces the moves of a list with the legal moves of a kind, without the inferior
    /// non-promotions that [`Position::engine_moves`] omits.
    ///
    /// ```
    /// use shogi_core::{MoveFilter, MoveList, Position, Square};
    /// // The rook can capture the pawn on 5c with or without promotion.
    /// let position: Position = "4k4/9/4p4/9/9/4R4/9/9/4K4 b - 1".parse()?;
    /// let mut moves = MoveList::new();
    /// position.moves_into(MoveFilter::Recaptures(Square::SQ_5C), &mut moves);
    /// assert_eq!(moves.len(), 2);
    /// position.engine_moves_into(MoveFilter::Recaptures(Square::SQ_5C), &mut moves);
    /// assert_eq!(moves[0].to_string(), "5f5c+");
    /// assert_eq!(moves.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn engine_moves_into(&self, filter: MoveFilter, list: &mut MoveList) {
        self.list_into::<true>(filter, list);
    }

    // Always inlined, so that a constant filter costs nothing at run time.
    #[inline(always)]
    fn list_into<const ENGINE: bool>(&self, filter: MoveFilter, list: &mut MoveList) {
        let occupied = self.occupied().bits();
        let wanted = match filter {
            MoveFilter::All => EVERYTHING,
            MoveFilter::Captures => Wanted { board: occupied, drops: 0 },
            MoveFilter::Quiets => Wanted { board: ALL & !occupied, drops: 0 },
            MoveFilter::Drops => Wanted { board: 0, drops: ALL },
            MoveFilter::Recaptures(square) => {
                Wanted { board: occupied & 1 << square.index(), drops: 0 }
            }
            MoveFilter::Evasions if self.is_check() => EVERYTHING,
            MoveFilter::Evasions => {
                list.clear();
                return;
            }
            MoveFilter::Checks => {
                self.checks_into::<ENGINE>(list);
                return;
            }
        };
        run(self, List::<ENGINE> { list, wanted });
    }

    fn checks_into<const ENGINE: bool>(&self, list: &mut MoveList) {
        let them = self.side().opponent();
        let Some(king) = self.king(them) else {
            list.clear();
            return;
        };
        let scan = self.scan_color(them);
        if scan.checkers != 0 {
            // The enemy king is already in check, which only an allowed flaw permits. A piece that
            // gives check may then move along its line and still give check.
            run(self, List::<ENGINE> { list, wanted: EVERYTHING });
            list.retain(|m| self.gives_check(m));
            return;
        }
        let squares = &self.check_squares();
        let discoverers = scan.blockers & self.colors(self.side()).bits();
        run(self, Checks::<ENGINE> { list, squares, discoverers, king: king.index() });
    }

    #[inline(always)]
    fn list(&self, filter: MoveFilter) -> MoveList {
        let mut list = MoveList::new();
        self.list_into::<false>(filter, &mut list);
        list
    }

    /// Returns the legal moves that capture.
    #[must_use]
    pub fn captures(&self) -> MoveList {
        self.list(MoveFilter::Captures)
    }

    /// Returns the legal moves on the board that do not capture, including promotions.
    #[must_use]
    pub fn quiets(&self) -> MoveList {
        self.list(MoveFilter::Quiets)
    }

    /// Returns the legal drops.
    #[must_use]
    pub fn drops(&self) -> MoveList {
        self.list(MoveFilter::Drops)
    }

    /// Returns all legal moves if the side to move is in check. Otherwise, returns an empty list.
    #[must_use]
    pub fn evasions(&self) -> MoveList {
        self.list(MoveFilter::Evasions)
    }

    /// Returns the legal moves that give check, directly or by discovery.
    #[must_use]
    pub fn checks(&self) -> MoveList {
        self.list(MoveFilter::Checks)
    }

    /// Returns the legal moves without inferior non-promotions, for use in engines. A non-promotion
    /// is inferior if the promotion is never worse: for a pawn, bishop or rook, and for a lance
    /// that moves to the second rank.
    #[must_use]
    pub fn engine_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_into::<true>(MoveFilter::All, &mut list);
        list
    }

    /// Returns whether the side to move has a legal move. The search stops at the first legal move.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        run(self, HasMoves)
    }

    /// Returns the number of legal moves. This is faster than generating a list.
    #[must_use]
    pub fn count_moves(&self) -> usize {
        run(self, CountMoves)
    }
}
