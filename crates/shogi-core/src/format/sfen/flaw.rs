//! Finds the location of a flaw in the text of a position, for errors and warnings.

use super::error::SfenField;
use super::letters::BOARD;
use crate::bitboard::Bitboard;
use crate::hand::Hand;
use crate::piece::{Piece, PieceKind};
use crate::position::{Flaws, is_dead};
use crate::setup::Setup;
use crate::square::Square;

/// Returns the field and byte offset of the first flaw of `setup`. `fields` has the byte offsets of
/// the board, side and hands in the text.
#[cold]
pub(super) fn place(
    text: &str,
    [board, side, hands]: [usize; 3],
    flaws: Flaws,
    setup: &Setup,
) -> (SfenField, usize) {
    let bytes = byte_of_squares(text, board);
    let has = |flaw| flaws.contains(flaw);
    let too_many = if has(Flaws::HAND_OVERFLOW) {
        Some(true)
    } else {
        has(Flaws::TOO_MANY_PIECES).then_some(false)
    };
    let mut counts = [0u32; 16];
    let mut kings = [0; 2];
    let mut pawns = [Bitboard::EMPTY; 2];
    let limit = |kind: PieceKind, overflow: bool| {
        u32::from(if overflow { Hand::capacity(kind) } else { kind.set_size() })
    };
    for square in Square::all() {
        let Some(piece) = setup.board[square.index()] else { continue };
        let (color, kind) = (piece.color().index(), piece.kind());
        let found = (SfenField::Board, bytes[square.index()]);
        counts[kind.unpromoted().index()] += 1;
        if kind == PieceKind::King {
            kings[color] += 1;
            if kings[color] > 1 && has(Flaws::SEVERAL_KINGS) {
                return found;
            }
        } else if let Some(overflow) = too_many
            && counts[kind.unpromoted().index()] > limit(kind.unpromoted(), overflow)
        {
            return found;
        }
        if kind == PieceKind::Pawn {
            if has(Flaws::TWO_PAWNS) && pawns[color].intersects(Bitboard::file(square.file())) {
                return found;
            }
            pawns[color].insert(square);
        }
        if has(Flaws::DEAD_PIECE) && is_dead(piece, square) {
            return found;
        }
    }
    if let Some(overflow) = too_many {
        let (mut at, mut start, mut count) = (hands, hands, 0);
        while let Some(&byte) = text.as_bytes().get(at) {
            at += 1;
            match byte {
                b'0'..=b'9' => {
                    count = 10 * count + u32::from(byte - b'0');
                    continue;
                }
                b' ' => break,
                _ => {}
            }
            if let Some(piece) = Piece::from_index(BOARD[usize::from(byte)]) {
                let total = &mut counts[piece.kind().index()];
                *total += count.max(1);
                if *total > limit(piece.kind(), overflow) {
                    break;
                }
            }
            (start, count) = (at, 0);
        }
        return (SfenField::Hands, start);
    }
    if has(Flaws::OPPONENT_IN_CHECK) {
        return (SfenField::Side, side);
    }
    (SfenField::Board, board)
}

/// Returns the byte offset of each piece in a valid board field. A promoted piece begins at its
/// `+`.
fn byte_of_squares(text: &str, board: usize) -> [usize; 81] {
    let mut bytes = [board; 81];
    let (mut square, mut start) = (0, board);
    for (i, &byte) in text.as_bytes().iter().enumerate().skip(board) {
        match BOARD[usize::from(byte)] {
            0 if byte == b'+' => continue, // the piece begins here
            0 if byte == b'/' => {}
            0 => break,
            code @ 33.. => square += usize::from(code - 32),
            _ => {
                if let Some(place) = bytes.get_mut(square) {
                    *place = start;
                }
                square += 1;
            }
        }
        start = i + 1;
    }
    bytes
}
