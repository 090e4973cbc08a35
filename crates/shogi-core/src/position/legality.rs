use super::flaws::is_dead;
use super::sets::{NO_KING, PAWN};
use super::state::Position;
use crate::attacks;
use crate::attacks::rays::{self, NORTH, RAYS, SOUTH};
use crate::bitboard::{BITS, Bitboard};
use crate::color::{Black, Color, Side, White};
use crate::mv::{
    BareMove, CAPTURED_SHIFT, DROP_ORIGIN, KIND_MASK, Move, ORIGIN_SHIFT, PIECE_SHIFT, PROMOTION,
    SQUARE_MASK,
};
use crate::piece::{Piece, PieceKind};
use crate::square::Square;

/// Indexed by side and square. An entry has one bit for each kind that can move from the square,
/// and [`IN_ZONE`].
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

/// The bit of [`STANDS`] that is set if the square is in the promotion zone of the side.
const IN_ZONE: u32 = 1 << 16;

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMoveKind {
    /// The moved piece is not on the origin square, or is not a piece of the side to move.
    #[error("the side to move does not have this piece on the origin square")]
    NoSuchPiece,
    /// The hand does not hold the dropped piece.
    #[error("the piece is not in hand")]
    NotInHand,
    /// The captured kind of the move is not on the target square, or the target square has a piece
    /// of the side to move.
    #[error("the target square does not hold the piece that the move captures")]
    WrongCapture,
    /// The piece does not reach the target square.
    #[error("the piece does not reach the target square")]
    Unreachable,
    /// The move is a promotion, but neither its origin nor its target is in the promotion zone.
    #[error("the piece cannot promote: the move neither starts nor ends in the promotion zone")]
    NoPromotion,
    /// The piece could never move from the target square.
    #[error("the piece could never move from the target square")]
    DeadPiece,
    /// The move drops a pawn on a file with an unpromoted pawn of the same side (nifu).
    #[error("the side already has a pawn on the file")]
    TwoPawns,
    /// The king of the moving side would be in check after the move.
    #[error("the king would be in check")]
    KingInCheck,
    /// The move drops a pawn and mates (uchifuzume).
    #[error("a pawn drop may not mate")]
    PawnDropMate,
}

/// The error for a move that is illegal in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("illegal move {mv}: {kind}")]
pub struct IllegalMove {
    /// The move.
    pub mv: BareMove,
    /// The reason why the move is illegal.
    pub kind: IllegalMoveKind,
}

impl Position {
    /// Adds the moved and captured kinds to a bare move, without checking that the move is legal.
    ///
    /// Returns `None` if the origin is empty, if a king is on the target, or if the move promotes a
    /// piece that cannot promote. [`Position::legal_move`] also checks the move.
    ///
    /// ```
    /// use shogi_core::Position;
    /// let position = Position::start();
    /// let backwards = position.with_kinds("7g7h".parse()?).unwrap();
    /// assert!(!position.is_legal(backwards));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_kinds(&self, bare: BareMove) -> Option<Move> {
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

    /// Adds the moved and captured kinds to a bare move and checks that the move is legal.
    ///
    /// ```
    /// use shogi_core::{IllegalMoveKind, Position};
    /// let position = Position::start();
    /// assert!(position.legal_move("7g7f".parse()?).is_ok());
    /// let error = position.legal_move("7g7e".parse()?).unwrap_err();
    /// assert_eq!(error.kind, IllegalMoveKind::Unreachable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error with the reason why the move is illegal.
    pub fn legal_move(&self, bare: BareMove) -> Result<Move, IllegalMove> {
        let fault = |kind| IllegalMove { mv: bare, kind };
        let Some(m) = self.with_kinds(bare) else {
            return Err(fault(match bare {
                BareMove::Drop { .. } => IllegalMoveKind::NotInHand,
                BareMove::Normal { origin, target, .. } => {
                    let Some(piece) = self.piece_on(origin) else {
                        return Err(fault(IllegalMoveKind::NoSuchPiece));
                    };
                    if piece.color() != self.side {
                        IllegalMoveKind::NoSuchPiece
                    } else if self.kind_on(target) == Some(PieceKind::King) {
                        IllegalMoveKind::WrongCapture
                    } else if origin == target {
                        IllegalMoveKind::Unreachable
                    } else {
                        IllegalMoveKind::NoPromotion
                    }
                }
            }));
        };
        self.check_move(m)?;
        Ok(m)
    }

    /// Restores a move from its 19 bits without the captured kind
    /// ([`Move::bits_without_captured`]). The captured kind is read from the board.
    ///
    /// Returns `None` if the bits are not a move. The returned move may be illegal in the position;
    /// [`Position::is_legal`] checks this.
    #[must_use]
    pub fn restore_captured(&self, bits: u32) -> Option<Move> {
        let target = Square::from_index((bits & SQUARE_MASK) as u8)?;
        let is_drop = bits >> ORIGIN_SHIFT & SQUARE_MASK > DROP_ORIGIN;
        let captured = if is_drop { None } else { self.kind_on(target) };
        Move::from_bits_with_captured(bits, captured)
    }

    /// Returns whether the move is pseudo-legal: it obeys all rules except that it may leave the
    /// own king in check, and may be a pawn drop that mates.
    ///
    /// The argument may be any move, for example a move from a hash table that belongs to another
    /// position. A pseudo-legal move can be played and undone without making the position
    /// inconsistent.
    #[must_use]
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        match self.side {
            Color::Black => self.moves_so::<Black>(m),
            Color::White => self.moves_so::<White>(m),
        }
    }

    /// Returns whether the move is legal, that is, in the list of [`Position::legal_moves`]. The
    /// argument may be any move.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        match self.side {
            Color::Black => self.moves_so::<Black>(m) && self.check_safety::<Black>(m).is_ok(),
            Color::White => self.moves_so::<White>(m) && self.check_safety::<White>(m).is_ok(),
        }
    }

    /// Returns an error with the reason if the move is illegal.
    pub(super) fn check_move(&self, m: Move) -> Result<(), IllegalMove> {
        let result = match (self.is_pseudo_legal(m), self.side) {
            (false, _) => Err(self.fault(m)),
            (true, Color::Black) => self.check_safety::<Black>(m),
            (true, Color::White) => self.check_safety::<White>(m),
        };
        result.map_err(|kind| IllegalMove { mv: m.bare(), kind })
    }

    /// Returns whether the move is pseudo-legal by comparing bits. [`Position::fault`] checks the
    /// same conditions one by one.
    #[inline(always)]
    fn moves_so<S: Side>(&self, m: Move) -> bool {
        let word = m.bits();
        let target = (word & SQUARE_MASK) as usize;
        let to = BITS[target];
        // A cell has the target field and the captured field of a move.
        let cell = word & SQUARE_MASK | word >> CAPTURED_SHIFT << CAPTURED_SHIFT;
        if self.cells[target] != cell {
            return false;
        }
        let origin = (word >> ORIGIN_SHIFT & SQUARE_MASK) as usize;
        if origin > DROP_ORIGIN as usize {
            let kind = (origin - DROP_ORIGIN as usize) & 15;
            let file = RAYS[NORTH][target] | RAYS[SOUTH][target];
            // A drop cannot capture, so the target must be empty.
            return self.hands[S::US].holds(kind)
                && STANDS[S::US][target] >> kind & 1 != 0
                && (kind != PieceKind::Pawn as usize
                    || self.sets[PAWN] & self.colors[S::US] & file == 0);
        }
        let kind = (word >> PIECE_SHIFT & KIND_MASK) as usize;
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

    /// Returns the reason why a move is not pseudo-legal.
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

    /// Returns whether a pseudo-legal move is legal: the own king must not be in check after the
    /// move, and a pawn drop must not mate. A missing king is never in check.
    #[inline(always)]
    fn check_safety<S: Side>(&self, m: Move) -> Result<(), IllegalMoveKind> {
        let word = m.bits();
        let target = (word & SQUARE_MASK) as usize;
        let origin = (word >> ORIGIN_SHIFT & SQUARE_MASK) as usize;
        let king = usize::from(self.kings[S::US]);
        let to = BITS[target];
        let occupied = self.colors[0] | self.colors[1];
        let attacked = if origin > DROP_ORIGIN as usize {
            self.is_attacked::<S>(king, occupied | to, 0)
        } else {
            let king = if origin == king { target } else { king };
            self.is_attacked::<S>(king, occupied & !BITS[origin] | to, to)
        };
        if attacked {
            Err(IllegalMoveKind::KingInCheck)
        } else if origin == DROP_ORIGIN as usize + PieceKind::Pawn as usize
            && self.is_pawn_drop_mate::<S>(m.target())
        {
            Err(IllegalMoveKind::PawnDropMate)
        } else {
            Ok(())
        }
    }

    /// Returns whether a drop of a pawn of side `S` on an empty square mates.
    fn is_pawn_drop_mate<S: Side>(&self, target: Square) -> bool {
        let king = usize::from(self.kings[S::THEM]);
        let front = if S::WHITE { target.index() + 9 } else { target.index().wrapping_sub(9) };
        if front != king || king == usize::from(NO_KING) {
            return false;
        }
        self.is_checking_pawn_mate::<S>(target.index(), king)
    }

    /// Returns whether a pawn drop that gives check is mate.
    ///
    /// No piece can be placed between the pawn and the king, so the only replies are a capture of
    /// the pawn and a king move. A pinned piece may capture the pawn if the pawn is on the line of
    /// the pin.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_checking_pawn_mate<S: Side>(&self, target: usize, king: usize) -> bool {
        let pawn = 1 << target;
        let occupied = self.colors[0] | self.colors[1] | pawn;
        let escapes = attacks::steps::NEIGHBOURS[king] & !self.colors[S::THEM];
        if escapes & !self.danger::<S::Other>(king, occupied) != 0 {
            return false;
        }
        let mut scan = self.scan::<S::Other>(king);
        if scan.checkers != 0 {
            // The king was in check before the drop, which only an allowed flaw permits. The pawn
            // may block this check.
            let mut next = self.clone();
            next.sets[PAWN] |= pawn;
            next.colors[S::US] |= pawn;
            scan = next.scan::<S::Other>(king);
            if scan.checkers != pawn {
                return true;
            }
        }
        let takers = self.attackers_to(Square::from_low(target), Bitboard::from_low(occupied));
        let takers = takers.bits() & self.colors[S::THEM] & !(1 << king);
        Bitboard::from_low(takers & scan.blockers)
            .iter()
            .all(|taker| rays::line(king, taker.index()) >> target & 1 == 0)
            && takers & !scan.blockers == 0
    }
}
