//! The board from the point of view of the side to move.
use crate::bitboard::Bitboard;
use crate::kernel;
use crate::moves::{IllegalMove, IllegalMoveKind, Move};
use crate::square::Square;
use core::fmt;
use gamekit::Symmetry;

/// The discs of the side to move and of its opponent. The size is 16 bytes.
///
/// ```
/// use reversi_core::{Board, Square};
/// let after = Board::START.play(Square::F5)?;
/// // On the new board White is to move. White has one disc left.
/// assert_eq!((after.player().len(), after.opponent().len()), (1, 4));
/// assert_eq!(after.moves().iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["f4", "d6", "f6"]);
/// # Ok::<(), reversi_core::IllegalMove>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    // invariant: no square is in both sets
    player: Bitboard,
    opponent: Bitboard,
}

/// The error for two sets of discs that share squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid board, square {square}: both sides have a disc there, expected at most one")]
pub struct BoardError {
    /// The first square that is in both sets.
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

    /// Makes a board with the given discs.
    ///
    /// # Errors
    /// Returns [`BoardError`] with the first square that is in both sets.
    pub const fn new(player: Bitboard, opponent: Bitboard) -> Result<Self, BoardError> {
        match player.intersection(opponent).first() {
            Some(square) => Err(BoardError { square }),
            None => Ok(Self { player, opponent }),
        }
    }

    /// Makes a board from two sets of squares. The sets must not share a square; a debug build
    /// asserts this.
    pub(crate) const fn from_words(player: u64, opponent: u64) -> Self {
        debug_assert!(player & opponent == 0);
        Self { player: Bitboard::from_bits(player), opponent: Bitboard::from_bits(opponent) }
    }

    /// Returns the discs of the side to move.
    #[must_use]
    #[inline]
    pub const fn player(self) -> Bitboard {
        self.player
    }

    /// Returns the discs of the other side.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> Bitboard {
        self.opponent
    }

    /// Returns the squares with a disc.
    #[must_use]
    #[inline]
    pub const fn occupied(self) -> Bitboard {
        self.player.union(self.opponent)
    }

    /// Returns the squares without a disc.
    #[must_use]
    #[inline]
    pub const fn empties(self) -> Bitboard {
        Bitboard::ALL.difference(self.occupied())
    }

    /// Returns the squares on which the side to move may place a disc.
    #[must_use]
    #[inline]
    pub fn moves(self) -> Bitboard {
        Bitboard::from_bits(kernel::moves(self.player.bits(), self.opponent.bits()))
    }

    /// Returns the discs that a disc placed on `square` flips, or the empty set if the move is
    /// illegal.
    #[must_use]
    #[inline]
    pub fn flips(self, square: Square) -> Bitboard {
        if self.occupied().contains(square) {
            return Bitboard::EMPTY;
        }
        Bitboard::from_bits(kernel::flips(self.player.bits(), self.opponent.bits(), square.index()))
    }

    /// Returns whether the side to move can place a disc.
    #[must_use]
    #[inline]
    pub fn has_moves(self) -> bool {
        !self.moves().is_empty()
    }

    /// Returns whether the side to move has no legal move and its opponent has a legal move.
    #[must_use]
    pub fn must_pass(self) -> bool {
        !self.has_moves() && self.swap_sides().has_moves()
    }

    /// Returns whether neither side has a legal move.
    #[must_use]
    pub fn is_over(self) -> bool {
        !self.has_moves() && !self.swap_sides().has_moves()
    }

    /// Places a disc or passes, and returns the new board, on which the other side is to move.
    ///
    /// ```
    /// use reversi_core::{Board, Move, Square};
    /// assert!(Board::START.play(Square::F5).is_ok());
    /// assert!(Board::START.play(Square::A1).is_err());
    /// assert!(Board::START.play(Move::Pass).is_err());
    /// ```
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if the move is not legal.
    #[inline]
    pub fn play(self, mv: impl Into<Move>) -> Result<Self, IllegalMove> {
        let mv = mv.into();
        let Move::Place(square) = mv else { return self.pass() };
        let flipped = self.flips(square);
        if flipped.is_empty() {
            return Err(self.refuse(square));
        }
        Ok(self.play_flips_unchecked(square, flipped))
    }

    /// Passes, and returns the new board, on which the other side is to move.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if the side to move has a move or the game is over.
    pub fn pass(self) -> Result<Self, IllegalMove> {
        let kind = if self.has_moves() {
            IllegalMoveKind::PassWithMoves
        } else if !self.swap_sides().has_moves() {
            IllegalMoveKind::GameOver
        } else {
            return Ok(self.swap_sides());
        };
        Err(IllegalMove { mv: Move::Pass, kind })
    }

    /// Returns the error for placing a disc on `square`, which is occupied or where the disc flips
    /// nothing.
    pub(crate) const fn refuse(self, square: Square) -> IllegalMove {
        let occupied = self.occupied().contains(square);
        let kind = if occupied { IllegalMoveKind::Occupied } else { IllegalMoveKind::NoFlip };
        IllegalMove { mv: Move::Place(square), kind }
    }

    /// Places a disc or passes, and returns the new board, on which the other side is to move.
    ///
    /// The caller must pass a legal move. A debug build asserts this; a release build returns an
    /// unspecified board for an illegal move.
    ///
    /// ```
    /// use reversi_core::Board;
    /// for square in Board::START.moves() {
    ///     assert_eq!(Board::START.play_unchecked(square).moves().len(), 3);
    /// }
    /// ```
    #[must_use]
    #[inline]
    pub fn play_unchecked(self, mv: impl Into<Move>) -> Self {
        match mv.into() {
            Move::Place(square) => self.play_flips_unchecked(square, self.flips(square)),
            Move::Pass => self.pass_unchecked(),
        }
    }

    /// Places a disc on `square` that flips `flipped`, and returns the new board, on which the
    /// other side is to move. This method does not compute the flips again.
    ///
    /// The caller must pass a legal square and [`flips`](Self::flips) of that square. A debug build
    /// asserts this requirement. A release build returns an unspecified board for other arguments.
    #[must_use]
    #[inline]
    pub fn play_flips_unchecked(self, square: Square, flipped: Bitboard) -> Self {
        debug_assert_eq!(self.flips(square), flipped);
        debug_assert!(!flipped.is_empty(), "{square} is not a legal move");
        Self { player: self.opponent & !flipped, opponent: self.player | flipped | square.into() }
    }

    /// Passes, and returns the new board, on which the other side is to move.
    ///
    /// The pass must be legal: see [`must_pass`](Self::must_pass). A debug build asserts this; a
    /// release build does the same as [`swap_sides`](Self::swap_sides).
    #[must_use]
    #[inline]
    pub fn pass_unchecked(self) -> Self {
        debug_assert!(self.must_pass(), "a pass is not legal");
        self.swap_sides()
    }

    /// Returns the same discs with the other side to move. This is not a move and is allowed on
    /// every board.
    ///
    /// ```
    /// use reversi_core::Board;
    /// let opponents_moves = Board::START.swap_sides().moves();
    /// assert_eq!(opponents_moves.len(), 4);
    /// ```
    #[must_use]
    #[inline]
    pub const fn swap_sides(self) -> Self {
        Self { player: self.opponent, opponent: self.player }
    }

    /// Returns the score in discs for the side to move as if the game ended here. The score is the
    /// difference of the discs. Empty squares count for the side that has more discs.
    ///
    /// ```
    /// use reversi_core::{Bitboard, Board};
    /// let wiped_out = Board::new(Bitboard::from_bits(0b111), Bitboard::EMPTY).unwrap();
    /// assert_eq!(wiped_out.final_score(), 64);
    /// ```
    #[must_use]
    pub const fn final_score(self) -> i32 {
        final_score(self.player.bits(), self.opponent.bits())
    }

    /// Returns the image of the board under a symmetry. A disc on a square of the board is on the
    /// [`Square::image`] of that square in the image.
    #[must_use]
    pub const fn image(self, symmetry: Symmetry) -> Self {
        Self { player: self.player.image(symmetry), opponent: self.opponent.image(symmetry) }
    }
}

/// Returns the score in discs of a finished board for the side to move.
#[inline(always)]
pub(crate) const fn final_score(player: u64, opponent: u64) -> i32 {
    let (mine, theirs) = (player.count_ones() as i32, opponent.count_ones() as i32);
    // The empty squares count for the winner, so the score depends only on the loser's discs.
    if mine > theirs {
        64 - 2 * theirs
    } else if mine < theirs {
        2 * mine - 64
    } else {
        0
    }
}

impl Default for Board {
    /// Returns [`Board::START`].
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Display for Board {
    /// Writes eight rows, beginning with rank 1: `X` for the side to move, `O` for the other side,
    /// `-` for an empty square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let mark = if self.player.contains(square) {
                'X'
            } else if self.opponent.contains(square) {
                'O'
            } else {
                '-'
            };
            let end = if square.file() == 8 && square.rank() < 8 { "\n" } else { "" };
            write!(f, "{mark}{end}")?;
        }
        Ok(())
    }
}
