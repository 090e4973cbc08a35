use alloc::boxed::Box;
use core::fmt;

use super::flaws::{Flaws, PositionError};
use super::sets::{
    BISHOP, GOLD, KING, KNIGHT, LANCE, NO_KING, PAWN, PROMOTED, ROOK, SILVER, SLOTS,
};
use crate::attacks::{sliders, steps};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::hand::Hand;
use crate::mv::CAPTURED_SHIFT;
use crate::piece::{Piece, PieceKind};
use crate::setup::Setup;
use crate::square::Square;
use crate::zobrist;

/// A valid position: board, hands, side to move and move number.
///
/// A position has no [`Flaws`] except the flaws that the caller of the constructor allowed.
/// [`Position::play`] and [`Position::play_unchecked`] change the position and return an
/// [`Undo`](crate::Undo) value. [`Position::after`] plays a move on a copy. A position takes 768
/// bytes and does not allocate. The hash is updated by every move. Checks and pins are computed
/// when they are requested.
///
/// ```
/// use shogi_core::{Position, Square};
/// let position = Position::start();
/// assert_eq!(position.piece_on(Square::SQ_5I).unwrap().to_string(), "K");
/// assert_eq!(position.legal_moves().len(), 30);
/// ```
#[derive(Clone, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Position {
    /// The pieces of both sides by kind. `SLOTS` maps each kind to its set.
    pub(crate) sets: [u128; 9],
    pub(crate) colors: [u128; 2],
    pub(crate) hash: u64,
    pub(crate) hands: [Hand; 2],
    pub(crate) move_number: u32,
    pub(crate) side: Color,
    /// The squares of the kings. The square of a missing king is `NO_KING`.
    pub(crate) kings: [u8; 2],
    /// Whether there are more pieces of a kind than in a normal set. Move lists may then be longer.
    /// Moves do not change this field.
    pub(crate) crowded: bool,
    /// For each square, the target field and the captured field of a move to this square. A bitwise
    /// OR with this cell completes a move. The array has 128 elements, so that an index of seven
    /// bits needs no bounds check.
    pub(crate) cells: [u32; 128],
}

const _: () = assert!(size_of::<Position>() == 768);

impl Position {
    /// Returns the starting position of an even game.
    #[must_use]
    pub fn start() -> Self {
        Self::place(&Setup::start(), false)
    }

    /// Makes a position from a setup without flaws.
    ///
    /// # Errors
    /// Returns the flaws of the setup and the setup; see [`Position::from_setup_allowing`].
    pub fn from_setup(setup: Setup) -> Result<Self, PositionError> {
        Self::from_setup_allowing(setup, Flaws::NONE)
    }

    /// Makes a position from a setup that has only allowed flaws.
    ///
    /// ```
    /// use shogi_core::{Color, Flaws, PieceKind, Piece, Position, Setup, Square};
    /// let mut setup = Setup::empty();
    /// setup.board[Square::SQ_5A.index()] = Some(Piece::new(Color::White, PieceKind::King));
    /// let error = Position::from_setup(setup).unwrap_err();
    /// assert_eq!(error.flaws, Flaws::MISSING_BLACK_KING);
    /// let problem = Position::from_setup_allowing(*error.setup, Flaws::MISSING_KINGS).unwrap();
    /// assert_eq!(problem.king(Color::Black), None);
    /// ```
    ///
    /// # Errors
    /// Returns the flaws that are not allowed, and the setup. [`Flaws::SEVERAL_KINGS`] and
    /// [`Flaws::HAND_OVERFLOW`] are errors even if `allowed` contains them.
    pub fn from_setup_allowing(setup: Setup, allowed: Flaws) -> Result<Self, PositionError> {
        let fatal = Flaws::SEVERAL_KINGS | Flaws::HAND_OVERFLOW;
        let mut flaws = Flaws::of(&setup);
        if flaws.difference(fatal) == flaws {
            let position = Self::place(&setup, flaws.contains(Flaws::TOO_MANY_PIECES));
            if position.is_opponent_in_check() {
                flaws |= Flaws::OPPONENT_IN_CHECK;
            }
            if flaws.difference(allowed).is_empty() {
                return Ok(position);
            }
        }
        let flaws = flaws.difference(allowed.difference(fatal));
        Err(PositionError { flaws, setup: Box::new(setup) })
    }

    /// Returns the flaws of this position. All of them were allowed when the position was created.
    #[must_use]
    pub fn flaws(&self) -> Flaws {
        let flaws = Flaws::of(&self.to_setup());
        if self.is_opponent_in_check() { flaws | Flaws::OPPONENT_IN_CHECK } else { flaws }
    }

    fn is_opponent_in_check(&self) -> bool {
        let them = self.side.opponent();
        self.king(them).is_some_and(|king| {
            self.attackers_to(king, self.occupied()).intersects(self.colors(self.side))
        })
    }

    /// Makes a position from a setup. A side must not have several kings.
    fn place(setup: &Setup, crowded: bool) -> Self {
        let mut position = Self {
            sets: [0; 9],
            colors: [0; 2],
            hash: 0,
            hands: setup.hands,
            move_number: setup.move_number,
            side: setup.side,
            kings: [NO_KING; 2],
            crowded,
            cells: core::array::from_fn(|square| square as u32),
        };
        let mut hash = if setup.side == Color::White { zobrist::WHITE } else { 0 };
        for color in Color::ALL {
            hash ^= zobrist::hand(&zobrist::HANDS[color.index()], setup.hands[color.index()]);
        }
        for square in setup.occupied() {
            let Some(piece) = setup.board[square.index()] else { continue };
            let square = square.index();
            let (bit, kind) = (1 << square, piece.index() & 15);
            position.sets[usize::from(SLOTS[kind])] |= bit;
            if kind > KING {
                position.sets[PROMOTED] |= bit;
            } else if kind == KING {
                position.kings[piece.color().index()] = square as u8;
            }
            position.colors[piece.color().index()] |= bit;
            position.cells[square] |= (kind as u32) << CAPTURED_SHIFT;
            hash ^= zobrist::PIECES[piece.index() & 31][square];
        }
        position.hash = hash;
        debug_assert_eq!(hash, position.hash_from_scratch());
        position
    }

    /// Returns the board, hands, side and move number as a setup that can be edited.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup {
            hands: self.hands,
            side: self.side,
            move_number: self.move_number,
            ..Setup::empty()
        };
        for square in self.occupied() {
            setup.board[square.index()] = self.piece_on(square);
        }
        setup
    }

    /// Returns the position after turning the board by 180 degrees and swapping the sides.
    #[must_use]
    pub fn half_turn(&self) -> Self {
        Self::place(&self.to_setup().half_turn(), self.crowded)
    }

    /// Returns the position mirrored left to right.
    #[must_use]
    pub fn mirror(&self) -> Self {
        Self::place(&self.to_setup().mirror(), self.crowded)
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let white = self.colors[1] >> square.index() & 1;
        Piece::from_index(self.kind_number(square) as u8 | (white as u8) << 4)
    }

    /// Returns the kind of the piece on a square.
    #[inline]
    #[must_use]
    pub fn kind_on(&self, square: Square) -> Option<PieceKind> {
        PieceKind::from_index(self.kind_number(square) as u8)
    }

    #[inline(always)]
    pub(crate) fn kind_number(&self, square: Square) -> usize {
        (self.cells[square.index()] >> CAPTURED_SHIFT) as usize
    }

    /// Returns the hand of a side.
    #[inline]
    #[must_use]
    pub const fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Returns the move number as in SFEN: the number of the next move, which is 1 at the start of
    /// a game. Moves do not increase it beyond `u32::MAX`.
    #[inline]
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// Sets the move number.
    pub const fn set_move_number(&mut self, number: u32) {
        self.move_number = number;
    }

    /// Returns the square of a side's king, or `None` if the side has no king.
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        Square::from_index(self.kings[color.index()])
    }

    /// Returns the occupied squares.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard::from_low(self.colors[0] | self.colors[1])
    }

    /// Returns the squares of the pieces of a side.
    #[inline]
    #[must_use]
    pub const fn colors(&self, color: Color) -> Bitboard {
        Bitboard::from_low(self.colors[color.index()])
    }

    /// Returns the squares of both sides' pieces of a kind.
    ///
    /// The promoted pawn, lance, knight and silver share a set with gold. For these four kinds,
    /// this function examines each square of the set. [`Position::gold_movers`] returns the whole
    /// set. For other kinds, this function takes one or two set operations.
    #[must_use]
    pub fn pieces(&self, kind: PieceKind) -> Bitboard {
        let set = self.sets[usize::from(SLOTS[kind.index()])];
        let promoted = self.sets[PROMOTED];
        match kind {
            PieceKind::Tokin
            | PieceKind::ProLance
            | PieceKind::ProKnight
            | PieceKind::ProSilver => Bitboard::from_low(set & promoted)
                .iter()
                .filter(|&square| self.kind_number(square) == kind.index())
                .collect(),
            PieceKind::Horse | PieceKind::Dragon => Bitboard::from_low(set & promoted),
            PieceKind::Gold | PieceKind::Bishop | PieceKind::Rook => {
                Bitboard::from_low(set & !promoted)
            }
            _ => Bitboard::from_low(set),
        }
    }

    /// Returns the squares of a side's pieces of a kind.
    #[must_use]
    pub fn colored_pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.pieces(kind) & self.colors(color)
    }

    /// Returns the squares of both sides' golds and promoted pawns, lances, knights and silvers.
    #[inline]
    #[must_use]
    pub const fn gold_movers(&self) -> Bitboard {
        Bitboard::from_low(self.sets[GOLD])
    }

    /// Returns the squares of the promoted pieces of both sides.
    #[inline]
    #[must_use]
    pub const fn promoted(&self) -> Bitboard {
        Bitboard::from_low(self.sets[PROMOTED])
    }

    /// Returns the 64-bit hash of the board, the hands and the side to move, without the move
    /// number.
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns a 128-bit hash. Its lower half is [`Position::hash`]. Each call computes the upper
    /// half with about forty table look-ups.
    #[must_use]
    pub fn hash_128(&self) -> u128 {
        let high = self.hash_by(&zobrist::PIECES_HIGH, &zobrist::HANDS_HIGH, zobrist::WHITE_HIGH);
        u128::from(high) << 64 | u128::from(self.hash)
    }

    /// Returns the hash of the board and the side to move, without the hands.
    pub(crate) fn board_hash(&self) -> u64 {
        self.hash
            ^ zobrist::hand(&zobrist::HANDS[0], self.hands[0])
            ^ zobrist::hand(&zobrist::HANDS[1], self.hands[1])
    }

    /// Computes the hash from all pieces, for comparison with the hash that moves update.
    fn hash_from_scratch(&self) -> u64 {
        self.hash_by(&zobrist::PIECES, &zobrist::HANDS, zobrist::WHITE)
    }

    fn hash_by(&self, pieces: &[[u64; 128]; 32], hands: &[[[u64; 32]; 8]; 2], white: u64) -> u64 {
        let mut hash = if self.side == Color::White { white } else { 0 };
        for color in Color::ALL {
            hash ^= zobrist::hand(&hands[color.index()], self.hand(color));
            for square in self.colors(color) {
                hash ^= pieces[self.kind_number(square) | color.index() << 4][square.index()];
            }
        }
        hash
    }

    /// Checks all invariants of the representation. For example, the sets, cells, king squares and
    /// hash must agree. A failure is a bug in this crate. Tests call this function after every
    /// move.
    ///
    /// # Panics
    /// Panics if an invariant does not hold.
    pub fn assert_consistent(&self) {
        let again = Self::place(&self.to_setup(), self.crowded);
        assert!(self.colors[0] & self.colors[1] == 0, "a square belongs to both sides");
        assert_eq!((self.colors[0] | self.colors[1]) >> 81, 0, "a bit above the board is set");
        assert_eq!(self.sets, again.sets, "sets");
        assert_eq!(self.cells, again.cells, "cells");
        assert_eq!(self.kings, again.kings, "kings");
        assert_eq!(self.hash, again.hash, "hash");
        let flaws = Flaws::of(&self.to_setup());
        assert_eq!(self.crowded, flaws.contains(Flaws::TOO_MANY_PIECES), "crowded");
    }

    /// Returns the pieces of both sides that attack a square. The squares in `occupied` block
    /// sliders.
    ///
    /// To find a slider behind a piece, remove the square of the piece from `occupied`. The result
    /// may contain pieces whose own squares are not in `occupied`.
    ///
    /// ```
    /// use shogi_core::{Color, Position, Square};
    /// let position = Position::start();
    /// let attackers = position.attackers_to(Square::SQ_3H, position.occupied());
    /// assert_eq!(attackers.len(), 3); // the rook, the silver and the gold on 4i
    /// ```
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let s = square.index();
        let sets = &self.sets;
        let [black, white] = self.colors;
        let steps =
            |color: Color, kind: PieceKind| steps::STEPS[Piece::new(color, kind).index()][s];
        // A side attacks the square from the squares to which the opponent's piece of the same kind
        // would step from it.
        let of = |us: Color| {
            steps(us, PieceKind::Pawn) & sets[PAWN]
                | steps(us, PieceKind::Knight) & sets[KNIGHT]
                | steps(us, PieceKind::Silver) & sets[SILVER]
                | steps(us, PieceKind::Gold) & sets[GOLD]
        };
        let royal = sets[KING] | (sets[BISHOP] | sets[ROOK]) & sets[PROMOTED];
        let lances = sliders::lance::<true>(s, occupied.bits()) & black
            | sliders::lance::<false>(s, occupied.bits()) & white;
        Bitboard::from_low(
            of(Color::White) & black
                | of(Color::Black) & white
                | steps::NEIGHBOURS[s] & royal
                | lances & sets[LANCE]
                | sliders::bishop(s, occupied.bits()) & sets[BISHOP]
                | sliders::rook(s, occupied.bits()) & sets[ROOK],
        )
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

/// Hashes the 64-bit hash of the position. `Eq` also compares the move number, which is not hashed.
impl core::hash::Hash for Position {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// Prints the board in SFEN letters, from rank a to rank i, then the hands and the side to move.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?} to move, move {}", self.side, self.move_number)?;
        for square in Square::all() {
            match self.piece_on(square) {
                Some(piece) if piece.kind().is_promoted() => write!(f, " {piece}")?,
                Some(piece) => write!(f, "  {piece}")?,
                None => f.write_str("  .")?,
            }
            if square.file() == 1 {
                writeln!(f)?;
            }
        }
        writeln!(f, "black {:?}", self.hands[0])?;
        write!(f, "white {:?}", self.hands[1])
    }
}
