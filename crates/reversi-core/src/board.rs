//! The board as the side to move sees it.
use crate::bitboard::Bitboard;
use crate::kernel;
use crate::moves::{IllegalMove, IllegalMoveKind, Move};
use crate::square::Square;
use core::fmt;
use gamekit::Symmetry;

/// The discs of the side to move and of its opponent: a pure value of 16 bytes.
///
/// ```
/// use reversi_core::{Board, Square};
/// let after = Board::START.play(Square::F5).unwrap();
/// // The returned board is seen by the other side: White has one disc left.
/// assert_eq!((after.player().len(), after.opponent().len()), (1, 4));
/// assert_eq!(after.moves().iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["f4", "d6", "f6"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    // invariant: no square in both
    player: Bitboard,
    opponent: Bitboard,
}

/// Two sets of discs that share squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid board, square {square}: both sides have a disc there, expected one at most")]
pub struct BoardError {
    /// The first square that both sets hold.
    pub square: Square,
}

impl Board {
    /// The usual start with Black to move: Black on e4 and d5, White on d4 and e5.
    ///
    /// ```text
    ///   a b c d e f g h
    /// 4 . . . O X . . .
    /// 5 . . . X O . . .
    /// ```
    pub const START: Self = Self {
        player: Bitboard::from_bits(0x0000_0008_1000_0000),
        opponent: Bitboard::from_bits(0x0000_0010_0800_0000),
    };

    /// A board of any discs.
    ///
    /// # Errors
    /// [`BoardError`] names the first square that both sides claim.
    pub const fn new(player: Bitboard, opponent: Bitboard) -> Result<Self, BoardError> {
        match player.intersection(opponent).first() {
            Some(square) => Err(BoardError { square }),
            None => Ok(Self { player, opponent }),
        }
    }

    pub(crate) const fn from_words(player: u64, opponent: u64) -> Self {
        debug_assert!(player & opponent == 0);
        Self { player: Bitboard::from_bits(player), opponent: Bitboard::from_bits(opponent) }
    }

    /// The discs of the side to move.
    #[must_use]
    #[inline]
    pub const fn player(self) -> Bitboard {
        self.player
    }

    /// The discs of the other side.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Bitboard {
        self.opponent
    }

    /// The squares with a disc.
    #[must_use]
    #[inline]
    pub const fn occupied(self) -> Bitboard {
        self.player.union(self.opponent)
    }

    /// The squares without a disc.
    #[must_use]
    #[inline]
    pub const fn empties(self) -> Bitboard {
        Bitboard::ALL.difference(self.occupied())
    }

    /// The squares that the side to move may play.
    #[must_use]
    #[inline]
    pub fn moves(self) -> Bitboard {
        Bitboard::from_bits(kernel::moves(self.player.bits(), self.opponent.bits()))
    }

    /// The discs that a play on `square` flips; none if the play is illegal.
    #[must_use]
    #[inline]
    pub fn flips(self, square: Square) -> Bitboard {
        if self.occupied().contains(square) {
            return Bitboard::EMPTY;
        }
        Bitboard::from_bits(kernel::flips(self.player.bits(), self.opponent.bits(), square.index()))
    }

    /// Whether the side to move has a square to play.
    #[must_use]
    #[inline]
    pub fn has_moves(self) -> bool {
        !self.moves().is_empty()
    }

    /// Whether the side to move has no move and its opponent has one.
    #[must_use]
    pub fn must_pass(self) -> bool {
        !self.has_moves() && self.pass().has_moves()
    }

    /// Whether neither side has a move.
    #[must_use]
    pub fn is_over(self) -> bool {
        !self.has_moves() && !self.pass().has_moves()
    }

    /// The board after a play on `square`, seen by the other side.
    ///
    /// # Errors
    /// [`IllegalMove`] if the square is not empty or the play flips nothing.
    #[inline]
    pub fn play(self, square: Square) -> Result<Self, IllegalMove> {
        let flipped = self.flips(square);
        if flipped.is_empty() {
            let occupied = self.occupied().contains(square);
            let kind = if occupied { IllegalMoveKind::Occupied } else { IllegalMoveKind::NoFlip };
            return Err(IllegalMove { mv: Move::Place(square), kind });
        }
        Ok(self.play_flipping(square, flipped))
    }

    /// The board after a play on `square` that flips `flipped`, seen by the other side: for a
    /// caller that has the flips at hand. Debug builds assert that they are right.
    #[must_use]
    #[inline]
    pub fn play_flipping(self, square: Square, flipped: Bitboard) -> Self {
        debug_assert_eq!(self.flips(square), flipped);
        Self { player: self.opponent & !flipped, opponent: self.player | flipped | square.into() }
    }

    /// The same board seen by the other side, whether or not a pass is legal.
    #[must_use]
    #[inline]
    pub const fn pass(self) -> Self {
        Self { player: self.opponent, opponent: self.player }
    }

    /// The board after a legal pass.
    ///
    /// # Errors
    /// [`IllegalMove`] if the side to move has a move or the game is over.
    pub fn try_pass(self) -> Result<Self, IllegalMove> {
        let kind = if self.has_moves() {
            IllegalMoveKind::PassWithMoves
        } else if !self.pass().has_moves() {
            IllegalMoveKind::GameOver
        } else {
            return Ok(self.pass());
        };
        Err(IllegalMove { mv: Move::Pass, kind })
    }

    /// The score in discs for the side to move if the game ended here: the difference of the
    /// discs, the empty squares given to the side with more of them.
    ///
    /// ```
    /// use reversi_core::{Bitboard, Board};
    /// let wiped_out = Board::new(Bitboard::from_bits(0b111), Bitboard::EMPTY).unwrap();
    /// assert_eq!(wiped_out.final_score(), 64);
    /// ```
    #[must_use]
    pub const fn final_score(self) -> i32 {
        let (mine, theirs) = (self.player.len() as i32, self.opponent.len() as i32);
        let empties = 64 - mine - theirs;
        if mine > theirs {
            mine - theirs + empties
        } else if mine < theirs {
            mine - theirs - empties
        } else {
            0
        }
    }

    /// The image of the board under a symmetry (a pull: see [`Symmetry`]).
    #[must_use]
    pub const fn image(self, symmetry: Symmetry) -> Self {
        Self {
            player: Bitboard::from_bits(symmetry.apply(self.player.bits())),
            opponent: Bitboard::from_bits(symmetry.apply(self.opponent.bits())),
        }
    }
}

impl fmt::Display for Board {
    /// Eight rows from rank 1 down: `X` the side to move, `O` the other, `-` empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let mark = if self.player.contains(square) {
                'X'
            } else if self.opponent.contains(square) {
                'O'
            } else {
                '-'
            };
            let end = if square.x() == 7 && square.y() < 7 { "\n" } else { "" };
            write!(f, "{mark}{end}")?;
        }
        Ok(())
    }
}
