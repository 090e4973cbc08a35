use super::{NO_KING, PAWN, Position, is_dead};
use crate::attacks::{self, rays};
use crate::bitboard::Bitboard;
use crate::color::{Black, Color, Side, White};
use crate::mv::{BareMove, Move};
use crate::piece::{Kind, Piece};
use crate::square::Square;

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMoveReason {
    /// The origin does not hold the moving piece of the side to move.
    #[error("the side to move has no such piece there")]
    NoSuchPiece,
    /// The hand does not hold the dropped piece.
    #[error("the piece is not in hand")]
    NotInHand,
    /// The target does not hold just what the move says it captures.
    #[error("the target square does not hold what the move captures")]
    WrongCapture,
    /// The piece does not move so, or is blocked.
    #[error("the piece does not reach the target square")]
    Unreachable,
    /// A promotion neither from nor to the three far ranks.
    #[error("the move does not touch the promotion zone")]
    NoPromotion,
    /// The piece could never move again from the target.
    #[error("the piece could never move again")]
    DeadPiece,
    /// A drop on a file with another unpromoted pawn of the side (nifu).
    #[error("a second pawn on the file")]
    TwoPawns,
    /// The own king would be left or put in check.
    #[error("the king would be in check")]
    KingInCheck,
    /// A pawn drop that mates (uchifuzume).
    #[error("a pawn drop may not mate")]
    PawnDropMate,
    /// The line of a [`Game`](crate::Game) has ended before the move.
    #[error("the line has ended")]
    LineEnded,
}

/// A move is illegal in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("illegal move {mv}: {reason}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// Why it cannot be played.
    pub reason: IllegalMoveReason,
}

impl Position {
    /// The full move of a bare one: the moving and captured kinds are read off the board. `None` if
    /// the origin is empty, if the kind there cannot promote as asked, or if a king stands on the
    /// target. Nothing else is checked; see [`Position::is_legal`].
    #[must_use]
    pub fn complete(&self, bare: BareMove) -> Option<Move> {
        match bare {
            BareMove::Normal { origin, target, promote } => Move::try_normal(
                self.kind_on(origin)?,
                origin,
                target,
                promote,
                self.kind_on(target),
            ),
            BareMove::Drop { kind, target } => Move::try_drop(kind, target),
        }
    }

    /// The full move of a 19-bit word out of a hash table, its captured piece put back from the
    /// board; `None` if the word is no move at all.
    #[must_use]
    pub fn restore_captured(&self, bits: u32) -> Option<Move> {
        let target = Square::from_index((bits & 0x7f) as u8)?;
        let captured = if bits >> 7 & 0x7f > 80 { None } else { self.kind_on(target) };
        Move::from_19_bits(bits, captured)
    }

    /// Whether the move can be played by the way pieces move and drop, the safety of the own king and
    /// pawn-drop mate left aside.
    ///
    /// Any move may be asked, such as one out of a hash table that belongs to another position. One
    /// that passes can be played and taken back without harm to the position.
    #[must_use]
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        self.check_pseudo_legal(m).is_ok()
    }

    /// Whether the move is legal: one of [`Position::legal_moves`]. Any move may be asked.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        self.check_reason(m).is_ok()
    }

    pub(super) fn check_move(&self, m: Move) -> Result<(), IllegalMove> {
        self.check_reason(m).map_err(|reason| IllegalMove { mv: m, reason })
    }

    fn check_reason(&self, m: Move) -> Result<(), IllegalMoveReason> {
        self.check_pseudo_legal(m)?;
        match self.side {
            Color::Black => self.check_safety::<Black>(m),
            Color::White => self.check_safety::<White>(m),
        }
    }

    fn check_pseudo_legal(&self, m: Move) -> Result<(), IllegalMoveReason> {
        let us = self.side;
        let target = m.target();
        if let Some(origin) = m.origin() {
            let piece = Piece::new(us, m.kind());
            if self.piece_on(origin) != Some(piece) {
                return Err(IllegalMoveReason::NoSuchPiece);
            }
            if self.piece_on(target) != m.captured().map(|kind| Piece::new(us.opponent(), kind)) {
                return Err(IllegalMoveReason::WrongCapture);
            }
            if !attacks::attacks(piece, origin, self.occupied()).contains(target) {
                return Err(IllegalMoveReason::Unreachable);
            }
            if m.is_promotion() {
                if !origin.is_promotion_zone(us) && !target.is_promotion_zone(us) {
                    return Err(IllegalMoveReason::NoPromotion);
                }
            } else if is_dead(piece, target) {
                return Err(IllegalMoveReason::DeadPiece);
            }
        } else {
            let kind = m.kind();
            if !self.hand(us).contains(kind) {
                return Err(IllegalMoveReason::NotInHand);
            }
            if self.kind_number(target) != 0 {
                return Err(IllegalMoveReason::WrongCapture);
            }
            if is_dead(Piece::new(us, kind), target) {
                return Err(IllegalMoveReason::DeadPiece);
            }
            let pawns = Bitboard::from_low(self.sets[PAWN] & self.colors[us.index()]);
            if kind == Kind::Pawn && pawns.intersects(Bitboard::file(target.file())) {
                return Err(IllegalMoveReason::TwoPawns);
            }
        }
        Ok(())
    }

    /// The rest of legality, for a pseudo-legal move.
    fn check_safety<S: Side>(&self, m: Move) -> Result<(), IllegalMoveReason> {
        let target = m.target();
        let to = 1u128 << target.index();
        let king = usize::from(self.kings[S::US]);
        if king != usize::from(NO_KING) {
            let scan = self.scan::<S>(king);
            let safe = match m.origin() {
                Some(origin) if origin.index() == king => {
                    let occupied = self.colors[0] | self.colors[1];
                    self.danger::<S>(king, occupied) & to == 0
                }
                origin => {
                    let unpinned = origin.is_none_or(|origin| {
                        scan.blockers >> origin.index() & 1 == 0
                            || rays::line(king, origin.index()) & to != 0
                    });
                    let answers = match Bitboard::from_low(scan.checkers) {
                        Bitboard::EMPTY => true,
                        several if several.has_several() => false,
                        one => {
                            let checker = one.first().map_or(0, Square::index);
                            (one.bits() | rays::BETWEEN[king][checker]) & to != 0
                        }
                    };
                    unpinned && answers
                }
            };
            if !safe {
                return Err(IllegalMoveReason::KingInCheck);
            }
        }
        if m.dropped() == Some(Kind::Pawn) && self.is_pawn_drop_mate::<S>(target) {
            return Err(IllegalMoveReason::PawnDropMate);
        }
        Ok(())
    }

    /// Whether a pawn of side `S` dropped on the square, which is empty, mates.
    pub(crate) fn is_pawn_drop_mate<S: Side>(&self, target: Square) -> bool {
        let king = usize::from(self.kings[S::THEM]);
        let front = if S::WHITE { target.index() + 9 } else { target.index().wrapping_sub(9) };
        if front != king || king == usize::from(NO_KING) {
            return false;
        }
        self.is_checking_pawn_mate::<S>(target.index(), king)
    }

    /// The same for a drop that is known to give check.
    ///
    /// Nothing can be put between pawn and king, so the replies are to take the pawn or to step away.
    /// A pinned piece may take it along the line of its pin; that the new pawn stands on that very
    /// line changes nothing, for then the capture stays on it.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_checking_pawn_mate<S: Side>(&self, target: usize, king: usize) -> bool {
        let occupied = self.colors[0] | self.colors[1] | 1 << target;
        let scan = self.scan::<S::Other>(king);
        if scan.checkers != 0 {
            // Their king was in check before: a position allowed by its flaws. The general generator
            // knows the answer.
            let mut next = self.clone();
            next.apply::<S>(Move::drop(Kind::Pawn, Square::from_low(target)));
            return !next.has_moves();
        }
        let escapes = attacks::steps::NEIGHBOURS[king] & !self.colors[S::THEM];
        if escapes & !self.danger::<S::Other>(king, occupied) != 0 {
            return false;
        }
        let takers = self.attackers_to(Square::from_low(target), Bitboard::from_low(occupied));
        let takers = takers.bits() & self.colors[S::THEM] & !(1 << king);
        Bitboard::from_low(takers & scan.blockers)
            .iter()
            .all(|taker| rays::line(king, taker.index()) >> target & 1 == 0)
            && takers & !scan.blockers == 0
    }
}
