use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::hand::Hand;
use crate::piece::{Piece, PieceKind};
use crate::square::Square;

/// An arrangement of pieces, which need not be a valid position. Editors and parsers make a setup
/// first, and then a [`Position`](crate::Position).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The piece on each square, indexed by [`Square::index`].
    pub board: [Option<Piece>; 81],
    /// The hands, indexed by [`Color::index`].
    pub hands: [Hand; 2],
    /// The side to move.
    pub side: Color,
    /// The number of the next move as in SFEN: 1 at the start of a game.
    pub move_number: u32,
}

impl Setup {
    /// Returns a setup with an empty board and empty hands, with Black to move and move number 1.
    #[must_use]
    pub const fn empty() -> Self {
        Self { board: [None; 81], hands: [Hand::EMPTY; 2], side: Color::Black, move_number: 1 }
    }

    /// Returns the starting position of an even game.
    ///
    /// ```text
    ///   9  8  7  6  5  4  3  2  1
    ///   l  n  s  g  k  g  s  n  l  a
    ///   .  r  .  .  .  .  .  b  .  b
    ///   p  p  p  p  p  p  p  p  p  c
    ///   .  .  .  .  .  .  .  .  .  d
    ///   .  .  .  .  .  .  .  .  .  e
    ///   .  .  .  .  .  .  .  .  .  f
    ///   P  P  P  P  P  P  P  P  P  g
    ///   .  B  .  .  .  .  .  R  .  h
    ///   L  N  S  G  K  G  S  N  L  i
    /// ```
    #[must_use]
    pub const fn start() -> Self {
        const HOME: [PieceKind; 9] = [
            PieceKind::Lance,
            PieceKind::Knight,
            PieceKind::Silver,
            PieceKind::Gold,
            PieceKind::King,
            PieceKind::Gold,
            PieceKind::Silver,
            PieceKind::Knight,
            PieceKind::Lance,
        ];
        let mut setup = Self::empty();
        let mut i = 0;
        while i < 9 {
            setup.board[i] = Some(Piece::new(Color::White, HOME[i]));
            setup.board[18 + i] = Some(Piece::new(Color::White, PieceKind::Pawn));
            setup.board[54 + i] = Some(Piece::new(Color::Black, PieceKind::Pawn));
            setup.board[72 + i] = Some(Piece::new(Color::Black, HOME[i]));
            i += 1;
        }
        setup.board[Square::SQ_8B.index()] = Some(Piece::new(Color::White, PieceKind::Rook));
        setup.board[Square::SQ_2B.index()] = Some(Piece::new(Color::White, PieceKind::Bishop));
        setup.board[Square::SQ_8H.index()] = Some(Piece::new(Color::Black, PieceKind::Bishop));
        setup.board[Square::SQ_2H.index()] = Some(Piece::new(Color::Black, PieceKind::Rook));
        setup
    }

    /// Returns the occupied squares. The loop has no branch per square, because such a branch is
    /// hard to predict.
    pub(crate) fn occupied(&self) -> Bitboard {
        let half = |squares: &[Option<Piece>]| {
            squares.iter().rev().fold(0u64, |set, piece| set << 1 | u64::from(piece.is_some()))
        };
        let (low, high) = self.board.split_at(64);
        Bitboard::from_low(u128::from(half(low)) | u128::from(half(high)) << 64)
    }

    /// Returns the setup after turning the board by 180 degrees and swapping the sides.
    #[must_use]
    pub fn half_turn(&self) -> Self {
        let mut turned = Self {
            board: [None; 81],
            hands: [self.hands[1], self.hands[0]],
            side: self.side.opponent(),
            move_number: self.move_number,
        };
        for square in Square::all() {
            turned.board[square.half_turn().index()] = self.board[square.index()]
                .map(|piece| Piece::new(piece.color().opponent(), piece.kind()));
        }
        turned
    }

    /// Returns the setup mirrored left to right.
    #[must_use]
    pub fn mirror(&self) -> Self {
        let mut mirrored = self.clone();
        for square in Square::all() {
            mirrored.board[square.mirror().index()] = self.board[square.index()];
        }
        mirrored
    }
}

/// Returns [`Setup::empty`].
impl Default for Setup {
    fn default() -> Self {
        Self::empty()
    }
}
