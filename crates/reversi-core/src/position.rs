//! A game in progress.
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::moves::{IllegalMove, IllegalMoveKind, Move};
use crate::square::Square;
use alloc::vec::Vec;

/// A board with the colour to move and the history of its turns.
///
/// A *turn* is a move or a pass. A pass is played, counted as a ply and undone like any other turn.
/// [`format::boardtext`](crate::format::boardtext) reads and writes the board and the side to move
/// as text, and [`format::transcript`](crate::format::transcript) reads and writes the turns.
///
/// ```
/// use reversi_core::{Color, Move, Position, Square};
/// let mut position = Position::start();
/// position.play(Square::F5)?;
/// position.play(Square::D6)?;
/// assert_eq!((position.side(), position.ply()), (Color::Black, 2));
/// assert_eq!(position.undo(), Some(Move::Place(Square::D6)));
/// assert_eq!(position.undo(), Some(Move::Place(Square::F5)));
/// assert_eq!(position, Position::start());
/// # Ok::<(), reversi_core::IllegalMove>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    side: Color,
    history: Vec<Turn>,
}

/// A played turn and the discs that it flipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The turn.
    pub mv: Move,
    /// The flipped discs; the empty set for a pass.
    pub flipped: Bitboard,
}

impl Position {
    /// Returns the usual start with Black to move.
    #[must_use]
    pub const fn start() -> Self {
        Self::from_board(Board::START, Color::Black)
    }

    /// Makes a position without a history. `side` is to move, and its discs are `board.player()`.
    #[must_use]
    pub const fn from_board(board: Board, side: Color) -> Self {
        Self { board, side, history: Vec::new() }
    }

    /// Returns the board from the point of view of the side to move.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Returns the discs of a colour.
    #[must_use]
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.side { self.board.player() } else { self.board.opponent() }
    }

    /// Returns Black's discs.
    #[must_use]
    pub fn black(&self) -> Bitboard {
        self.discs(Color::Black)
    }

    /// Returns White's discs.
    #[must_use]
    pub fn white(&self) -> Bitboard {
        self.discs(Color::White)
    }

    /// Returns the squares on which the side to move may place a disc.
    #[must_use]
    pub fn moves(&self) -> Bitboard {
        self.board.moves()
    }

    /// Returns whether the only legal turn is a pass.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.board.must_pass()
    }

    /// Returns whether neither side has a move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.board.is_over()
    }

    /// Returns the number of turns, including passes, that were played since the position was
    /// created.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// Returns the turns that were played, in order.
    #[must_use]
    pub fn history(&self) -> &[Turn] {
        &self.history
    }

    /// Returns the position before the first turn of the history.
    #[must_use]
    pub fn initial(&self) -> Self {
        let mut start = self.clone();
        while start.undo().is_some() {}
        start
    }

    /// Places a disc or passes, and returns the flipped discs.
    ///
    /// ```
    /// use reversi_core::{Move, Position, Square};
    /// let mut position = Position::start();
    /// assert_eq!(position.play(Square::F5)?, Square::E5.into());
    /// assert!(position.play(Move::Pass).is_err()); // White has a legal move
    /// # Ok::<(), reversi_core::IllegalMove>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if the move is not legal. The position is then unchanged. A forced
    /// pass is not made automatically: see [`play_with_forced_pass`](Self::play_with_forced_pass).
    pub fn play(&mut self, mv: impl Into<Move>) -> Result<Bitboard, IllegalMove> {
        let mv = mv.into();
        let Move::Place(square) = mv else {
            self.pass()?;
            return Ok(Bitboard::EMPTY);
        };
        let flipped = self.board.flips(square);
        if flipped.is_empty() {
            return Err(self.board.refuse(square));
        }
        self.push(mv, flipped, self.board.play_flips_unchecked(square, flipped));
        Ok(flipped)
    }

    /// Places a disc or passes, and returns the flipped discs.
    ///
    /// The caller must pass a legal move. A debug build asserts this requirement. In a release
    /// build, the position is unspecified after an illegal move.
    pub fn play_unchecked(&mut self, mv: impl Into<Move>) -> Bitboard {
        let mv = mv.into();
        let (flipped, next) = match mv {
            Move::Place(square) => {
                let flipped = self.board.flips(square);
                (flipped, self.board.play_flips_unchecked(square, flipped))
            }
            Move::Pass => (Bitboard::EMPTY, self.board.pass_unchecked()),
        };
        self.push(mv, flipped, next);
        flipped
    }

    /// Passes.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if the side to move has a move or the game is over. The position is
    /// then unchanged.
    pub fn pass(&mut self) -> Result<(), IllegalMove> {
        self.push(Move::Pass, Bitboard::EMPTY, self.board.pass()?);
        Ok(())
    }

    /// Passes if the side to move must pass, then places a disc and returns the flipped discs.
    ///
    /// Use this method to replay records without written passes. After a forced pass the history
    /// has two more turns.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if the disc cannot be placed after the pass. The position is then
    /// unchanged.
    pub fn play_with_forced_pass(&mut self, square: Square) -> Result<Bitboard, IllegalMove> {
        let passed = self.must_pass();
        if passed {
            self.pass()?;
        } else if self.is_over() {
            let kind = IllegalMoveKind::GameOver;
            return Err(IllegalMove { mv: Move::Place(square), kind });
        }
        self.play(square).inspect_err(|_| {
            if passed {
                self.undo();
            }
        })
    }

    fn push(&mut self, mv: Move, flipped: Bitboard, next: Board) {
        self.board = next;
        self.side = !self.side;
        self.history.push(Turn { mv, flipped });
    }

    /// Undoes the last turn and returns it. Returns `None` if the history is empty.
    pub fn undo(&mut self) -> Option<Move> {
        let Turn { mv, flipped } = self.history.pop()?;
        let before = self.board.swap_sides();
        if let Move::Place(square) = mv {
            let player = before.player().bits() & !(flipped.bits() | square.bit());
            self.board = Board::from_words(player, before.opponent().bits() | flipped.bits());
        } else {
            self.board = before;
        }
        self.side = !self.side;
        Some(mv)
    }

    /// Swaps the colours of all discs, of the side to move and of the history.
    pub const fn swap_colors(&mut self) {
        self.side = self.side.opponent();
    }

    /// Returns the score in discs for `color` as if the game ended here. Empty squares count for
    /// the winner.
    #[must_use]
    pub fn final_score(&self, color: Color) -> i32 {
        let score = self.board.final_score();
        if color == self.side { score } else { -score }
    }
}

impl Default for Position {
    /// Returns [`Position::start`].
    fn default() -> Self {
        Self::start()
    }
}
