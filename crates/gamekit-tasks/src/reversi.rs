//! The tasks' functions for Reversi.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use reversi_core::format::boardtext;
use reversi_core::{Bitboard, Board, Color, Square, Symmetry, canonical, perft};

use crate::game::{Game, Tree};

/// The implementation of the tasks for Reversi.
#[derive(Debug)]
pub struct Reversi;

/// A board and the colour of the side to move, as in a board text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    board: Board,
    side: Color,
}

impl Game for Reversi {
    const NAME: &'static str = "reversi";
    const TREE: Tree = Tree { depth: 9, leaves: 3_005_288 };

    type Position = Seat;
    type List = Vec<Square>;
    type Packed = [u8; 16];

    fn start() -> Seat {
        Seat { board: Board::START, side: Color::Black }
    }

    fn perft(seat: &Seat, depth: u32) -> u64 {
        perft(seat.board, depth)
    }

    fn list(seat: &Seat, list: &mut Vec<Square>) -> u64 {
        list.clear();
        list.extend(seat.board.moves());
        list.len() as u64
    }

    // A board is two integers and is copied, so the loop needs no list and no undo.
    fn after_each(seat: &mut Seat, _: &mut Vec<Square>, mut visit: impl FnMut(&Seat)) {
        for square in seat.board.moves() {
            let board = seat.board.play_unchecked(square);
            visit(&Seat { board, side: !seat.side });
        }
    }

    fn hash(seat: &Seat) -> u64 {
        let mut hasher = DefaultHasher::new();
        seat.board.hash(&mut hasher);
        hasher.finish()
    }

    fn hash_from_scratch(seat: &Seat) -> u64 {
        Self::hash(seat)
    }

    fn key(seat: &Seat) -> u64 {
        let board = canonical(seat.board).0.board();
        board.player().bits().rotate_left(32) ^ board.opponent().bits()
    }

    fn mirror(seat: &Seat) -> Seat {
        Seat { board: seat.board.image(Symmetry::LeftRight), side: seat.side }
    }

    fn print(seat: &Seat, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", boardtext::display_board(seat.board, seat.side));
    }

    fn parse(text: &str) -> Option<Seat> {
        let position = boardtext::parse(text).ok()?;
        Some(Seat { board: position.board(), side: position.side() })
    }

    fn pack(seat: &Seat) -> Option<[u8; 16]> {
        let words = [seat.board.opponent(), seat.board.player()].map(|set| u128::from(set.bits()));
        Some((words[0] << 64 | words[1]).to_le_bytes())
    }

    // The packed form does not contain the colour of the side to move.
    fn unpack(packed: &[u8; 16]) -> Option<Seat> {
        let words = u128::from_le_bytes(*packed);
        let [player, opponent] = [words as u64, (words >> 64) as u64].map(Bitboard::from_bits);
        Some(Seat { board: Board::new(player, opponent).ok()?, side: Color::Black })
    }
}
