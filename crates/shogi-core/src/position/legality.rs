use super::{NO_KING, PAWN, Position, is_dead};
use crate::attacks;
use crate::attacks::rays::{self, NORTH, RAYS, SOUTH};
use crate::bitboard::{BITS, Bitboard};
use crate::color::{Black, Color, Side, White};
use crate::mv::{BareMove, CAPTURED_SHIFT, Move, ORIGIN_SHIFT, PIECE_SHIFT, PROMOTION};
use crate::piece::{Piece, PieceKind};
use crate::square::Square;

/// The mask of a square's field in a move word.
const SQUARE: u32 = 0x7f;

/// By side and square: a bit for each kind that may stand there without being dead, none for what is
/// no piece; and [`IN_ZONE`].
static STANDS: [[u32; 128]; 2] = {
    let mut table = [[0; 128]; 2];
    let mut i = 0;
    while i < 2 * 16 * 81 {
        let (side, kind, square) = (i / (16 * 81), i / 81 % 16, i % 81);
        if let Some(piece) = Piece::from_index((side << 4 | kind) as u8)
            && !is_dead(piece, Square::from_low(square))
        {
            table[side][square] |= 1 << kind;
        }
        if Square::from_low(square).is_promotion_zone(Color::ALL[side]) {
            table[side][square] |= IN_ZONE;
        }
        i += 1;
    }
    table
};

/// In [`STANDS`]: pieces of the side promote on the square.
const IN_ZONE: u32 = 1 << 16;

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMoveKind {
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
#[error("illegal move {mv}: {kind}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// Why it cannot be played.
    pub kind: IllegalMoveKind,
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
        match self.side {
            Color::Black => self.moves_so::<Black>(m),
            Color::White => self.moves_so::<White>(m),
        }
    }

    /// Whether the move is legal: one of [`Position::legal_moves`]. Any move may be asked.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        match self.side {
            Color::Black => self.moves_so::<Black>(m) && self.check_safety::<Black>(m).is_ok(),
            Color::White => self.moves_so::<White>(m) && self.check_safety::<White>(m).is_ok(),
        }
    }

    pub(super) fn check_move(&self, m: Move) -> Result<(), IllegalMove> {
        let reason = match (self.is_pseudo_legal(m), self.side) {
            (false, _) => Err(self.fault(m)),
            (true, Color::Black) => self.check_safety::<Black>(m),
            (true, Color::White) => self.check_safety::<White>(m),
        };
        reason.map_err(|kind| IllegalMove { mv: m, kind })
    }

    /// Whether the move is pseudo-legal, by words and masks: all that [`Position::fault`] knows to
    /// tell apart.
    #[inline(always)]
    fn moves_so<S: Side>(&self, m: Move) -> bool {
        let word = m.bits();
        let target = (word & SQUARE) as usize;
        let to = BITS[target];
        // A cell holds its number and its piece where a move has its target and what it captures.
        let cell = word & SQUARE | word >> CAPTURED_SHIFT << CAPTURED_SHIFT;
        if self.cells[target] != cell {
            return false;
        }
        let origin = (word >> ORIGIN_SHIFT & SQUARE) as usize;
        if origin > 80 {
            let kind = (origin - 80) & 15;
            let file = RAYS[NORTH][target] | RAYS[SOUTH][target];
            // Its word captures nothing, so the target is empty.
            return self.hands[S::US].holds(kind)
                && STANDS[S::US][target] >> kind & 1 != 0
                && (kind != PieceKind::Pawn as usize
                    || self.sets[PAWN] & self.colors[S::US] & file == 0);
        }
        let kind = (word >> PIECE_SHIFT & 15) as usize;
        let from = BITS[origin];
        let stands = if word & PROMOTION != 0 {
            (STANDS[S::US][origin] | STANDS[S::US][target]) & IN_ZONE != 0
        } else {
            STANDS[S::US][target] >> kind & 1 != 0
        };
        self.cells[origin] >> CAPTURED_SHIFT == kind as u32
            && self.colors[S::US] & from != 0
            && self.colors[S::US] & to == 0
            && stands
            && self.reaches::<S>(kind, origin, to, target)
    }

    /// What is wrong with a move that is not pseudo-legal.
    #[cold]
    fn fault(&self, m: Move) -> IllegalMoveKind {
        let us = self.side;
        let target = m.target();
        if let Some(origin) = m.origin() {
            let piece = Piece::new(us, m.kind());
            if self.piece_on(origin) != Some(piece) {
                IllegalMoveKind::NoSuchPiece
            } else if self.piece_on(target)
                != m.captured().map(|kind| Piece::new(us.opponent(), kind))
            {
                IllegalMoveKind::WrongCapture
            } else if !attacks::attacks(piece, origin, self.occupied()).contains(target) {
                IllegalMoveKind::Unreachable
            } else if m.is_promotion() {
                IllegalMoveKind::NoPromotion
            } else {
                IllegalMoveKind::DeadPiece
            }
        } else {
            let kind = m.kind();
            if !self.hand(us).contains(kind) {
                IllegalMoveKind::NotInHand
            } else if self.kind_number(target) != 0 {
                IllegalMoveKind::WrongCapture
            } else if is_dead(Piece::new(us, kind), target) {
                IllegalMoveKind::DeadPiece
            } else {
                IllegalMoveKind::TwoPawns
            }
        }
    }

    /// The rest of legality, for a pseudo-legal move: the king is looked at as it stands afterwards.
    /// Without a king nothing attacks it.
    #[inline(always)]
    fn check_safety<S: Side>(&self, m: Move) -> Result<(), IllegalMoveKind> {
        let word = m.bits();
        let (target, origin) = ((word & SQUARE) as usize, (word >> ORIGIN_SHIFT & SQUARE) as usize);
        let king = usize::from(self.kings[S::US]);
        let to = BITS[target];
        let occupied = self.colors[0] | self.colors[1];
        let attacked = if origin > 80 {
            self.is_attacked::<S>(king, occupied | to, 0)
        } else {
            let king = if origin == king { target } else { king };
            self.is_attacked::<S>(king, occupied & !BITS[origin] | to, to)
        };
        if attacked {
            Err(IllegalMoveKind::KingInCheck)
        } else if origin == 80 + PieceKind::Pawn as usize && self.is_pawn_drop_mate::<S>(m.target())
        {
            Err(IllegalMoveKind::PawnDropMate)
        } else {
            Ok(())
        }
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
            next.apply::<S>(Move::drop(PieceKind::Pawn, Square::from_low(target)));
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
