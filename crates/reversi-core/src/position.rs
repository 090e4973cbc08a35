//! A game in progress.
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::moves::{IllegalMove, IllegalMoveKind, Move};
use crate::square::Square;
use alloc::vec::Vec;

/// A board with the colour to move and the turns that led to it.
///
/// Passes are turns of their own: they are played, counted as a ply and taken back like others.
/// [`format::boardtext`](crate::format::boardtext) reads and writes the board and its side as text,
/// [`format::transcript`](crate::format::transcript) a game.
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

/// A turn played and what it flipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The turn.
    pub mv: Move,
    /// The discs it flipped; none for a pass.
    pub flipped: Bitboard,
}

impl Position {
    /// The usual start, Black to move.
    #[must_use]
    pub const fn start() -> Self {
        Self::from_board(Board::START, Color::Black)
    }

    /// A position without a past: `side` is to move and owns `board.player()`.
    #[must_use]
    pub const fn from_board(board: Board, side: Color) -> Self {
        Self { board, side, history: Vec::new() }
    }

    /// The board as the side to move sees it.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The side to move.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The discs of a colour.
    #[must_use]
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.side { self.board.player() } else { self.board.opponent() }
    }

    /// Black's discs.
    #[must_use]
    pub fn black(&self) -> Bitboard {
        self.discs(Color::Black)
    }

    /// White's discs.
    #[must_use]
    pub fn white(&self) -> Bitboard {
        self.discs(Color::White)
    }

    /// The squares that the side to move may play.
    #[must_use]
    pub fn moves(&self) -> Bitboard {
        self.board.moves()
    }

    /// Whether the only turn is a pass.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.board.must_pass()
    }

    /// Whether neither side has a move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.board.is_over()
    }

    /// How many turns, passes included, were played since the position was made.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// The turns played, the first one first.
    #[must_use]
    pub fn history(&self) -> &[Turn] {
        &self.history
    }

    /// Places a disc and gives the discs it flipped.
    ///
    /// # Errors
    /// [`IllegalMove`], with the position unchanged. A forced pass is not made silently.
    pub fn play(&mut self, square: Square) -> Result<Bitboard, IllegalMove> {
        let flipped = self.board.flips(square);
        if flipped.is_empty() {
            return self.board.play(square).map(|_| flipped);
        }
        self.board = self.board.play_flipping(square, flipped);
        self.side = !self.side;
        self.history.push(Turn { mv: Move::Place(square), flipped });
        Ok(flipped)
    }

    /// Hands the turn over.
    ///
    /// # Errors
    /// [`IllegalMove`] if the side to move has a move or the game is over.
    pub fn pass(&mut self) -> Result<(), IllegalMove> {
        self.board = self.board.try_pass()?;
        self.side = !self.side;
        self.history.push(Turn { mv: Move::Pass, flipped: Bitboard::EMPTY });
        Ok(())
    }

    /// Places a disc or passes.
    ///
    /// # Errors
    /// As [`play`](Self::play) and [`pass`](Self::pass).
    pub fn play_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Place(square) => self.play(square).map(|_| ()),
            Move::Pass => self.pass(),
        }
    }

    /// Passes if that is the only turn, then places a disc: for records that leave passes out.
    ///
    /// # Errors
    /// [`IllegalMove`], with the position unchanged.
    pub fn play_passing(&mut self, square: Square) -> Result<(), IllegalMove> {
        let passed = self.must_pass();
        if passed {
            self.pass()?;
        } else if self.is_over() {
            let kind = IllegalMoveKind::GameOver;
            return Err(IllegalMove { mv: Move::Place(square), kind });
        }
        self.play(square).map(|_| ()).inspect_err(|_| {
            if passed {
                self.undo();
            }
        })
    }

    /// Takes the last turn back; `None` where nothing was played.
    pub fn undo(&mut self) -> Option<Move> {
        let Turn { mv, flipped } = self.history.pop()?;
        let before = self.board.pass();
        if let Move::Place(square) = mv {
            let player = before.player().bits() & !(flipped.bits() | square.bit());
            self.board = Board::from_words(player, before.opponent().bits() | flipped.bits());
        } else {
            self.board = before;
        }
        self.side = !self.side;
        Some(mv)
    }

    /// Gives each disc, the side to move and the past to the other colour.
    pub const fn swap_colors(&mut self) {
        self.side = self.side.opponent();
    }

    /// The score in discs for `color` if the game ended here, empty squares to the winner.
    #[must_use]
    pub fn final_score(&self, color: Color) -> i32 {
        let score = self.board.final_score();
        if color == self.side { score } else { -score }
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}
