//! The attacks of pieces, and the lines between squares.
//!
//! All tables are computed at compile time. They take about 250 KB, mostly for [`between`]. Sliding
//! attacks need no table of occupied squares. For each line, one subtraction finds the nearest
//! blocker on both sides of the slider.

pub(crate) mod rays;
pub(crate) mod sliders;
pub(crate) mod steps;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::{Piece, PieceKind};
use crate::square::Square;

/// Returns the squares that the piece attacks by single steps. Lance, bishop and rook have no
/// steps. Horse and dragon have only the steps that promotion adds.
#[inline]
#[must_use]
pub fn step_attacks(piece: Piece, square: Square) -> Bitboard {
    Bitboard::from_low(steps::STEPS[piece.index()][square.index()])
}

/// Returns the squares that a lance of this side attacks, up to and including the first occupied square.
#[inline]
#[must_use]
pub fn lance_attacks(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard::from_low(match color {
        Color::Black => sliders::lance::<false>(square.index(), occupied.bits()),
        Color::White => sliders::lance::<true>(square.index(), occupied.bits()),
    })
}

/// Returns the squares that a bishop attacks, up to and including the first occupied square in each
/// direction.
#[inline]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard::from_low(sliders::bishop(square.index(), occupied.bits()))
}

/// Returns the squares that a rook attacks, up to and including the first occupied square in each
/// direction.
#[inline]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard::from_low(sliders::rook(square.index(), occupied.bits()))
}

/// Returns the squares that the piece attacks.
///
/// ```
/// use shogi_core::{attacks, Bitboard, Color, PieceKind, Piece, Square};
/// // . . o . .      o: attacked, x: occupied (and attacked), B: the horse
/// // . x o .
/// let horse = Piece::new(Color::Black, PieceKind::Horse);
/// let set = attacks::attacks(horse, Square::SQ_5E, Bitboard::from_square(Square::SQ_6D));
/// assert!(set.contains(Square::SQ_6D) && !set.contains(Square::SQ_7C));
/// assert!(set.contains(Square::SQ_5D) && set.contains(Square::SQ_1A));
/// ```
#[inline]
#[must_use]
pub fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    let steps = step_attacks(piece, square);
    match piece.kind() {
        PieceKind::Lance => lance_attacks(piece.color(), square, occupied),
        PieceKind::Bishop | PieceKind::Horse => steps | bishop_attacks(square, occupied),
        PieceKind::Rook | PieceKind::Dragon => steps | rook_attacks(square, occupied),
        _ => steps,
    }
}

/// Returns the squares strictly between two squares. The set is empty if the two squares are not on
/// a common rank, file or diagonal.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard::from_low(rays::BETWEEN[a.index()][b.index()])
}

/// Returns the whole rank, file or diagonal through two different squares, including these squares.
/// The set is empty if the squares are not on a common line.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard::from_low(rays::line(a.index(), b.index()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the attacks of a piece square by square, without tables.
    fn slow(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
        let up = if piece.color() == Color::Black { -1 } else { 1 };
        let gold = [(0, up), (1, up), (-1, up), (1, 0), (-1, 0), (0, -up)];
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        type Ways<'a> = &'a [(i8, i8)];
        let (steps, slides): (Ways<'_>, Ways<'_>) = match piece.kind() {
            PieceKind::Pawn => (&[(0, up)], &[]),
            PieceKind::Lance => (&[], &[(0, up)]),
            PieceKind::Knight => (&[(1, 2 * up), (-1, 2 * up)], &[]),
            PieceKind::Silver => (&[(0, up), (1, 1), (1, -1), (-1, 1), (-1, -1)], &[]),
            PieceKind::Bishop => (&[], &diagonal),
            PieceKind::Rook => (&[], &straight),
            PieceKind::King => {
                (&[(1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1), (0, -1), (1, 0), (-1, 0)], &[])
            }
            PieceKind::Horse => (&straight, &diagonal),
            PieceKind::Dragon => (&diagonal, &straight),
            _ => (&gold, &[]),
        };
        let at =
            |file: i8, rank: i8| Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?);
        let (file, rank) = (square.file() as i8, square.rank() as i8);
        let mut set = Bitboard::EMPTY;
        set.extend(steps.iter().filter_map(|&(df, dr)| at(file + df, rank + dr)));
        for &(df, dr) in slides {
            for n in 1..9 {
                let Some(next) = at(file + n * df, rank + n * dr) else { break };
                set.insert(next);
                if occupied.contains(next) {
                    break;
                }
            }
        }
        set
    }

    #[test]
    fn attacks_equal_the_rules_one_square_at_a_time() {
        let mut random = 0x2545_f491_4f6c_dd1du64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        for round in 0..60 {
            let mut bits = u128::from(next()) | u128::from(next()) << 64;
            for _ in 0..round % 4 {
                bits &= u128::from(next()) | u128::from(next()) << 64;
            }
            let occupied = Bitboard::from_bits_truncate(bits);
            for square in Square::all() {
                for piece in (0..32).filter_map(Piece::from_index) {
                    let expected = slow(piece, square, occupied);
                    assert_eq!(
                        attacks(piece, square, occupied),
                        expected,
                        "{piece} {square}\n{occupied:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn lines_and_gaps() {
        for a in Square::all() {
            for b in Square::all() {
                let (df, dr) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
                let aligned = a != b && (df == 0 || dr == 0 || df == dr);
                let gap = between(a, b);
                assert_eq!(gap.len(), if aligned { u32::from(df.max(dr)) - 1 } else { 0 });
                assert_eq!(gap, between(b, a));
                assert_eq!(line(a, b).is_empty(), !aligned);
                if aligned {
                    assert_eq!(line(a, b), line(b, a));
                    assert!(line(a, b).contains(a) && line(a, b).contains(b));
                    assert_eq!(gap.difference(line(a, b)), Bitboard::EMPTY);
                    let queen =
                        |s| bishop_attacks(s, Bitboard::EMPTY) | rook_attacks(s, Bitboard::EMPTY);
                    let both = queen(a) & queen(b);
                    assert_eq!(line(a, b) & both & gap, gap);
                }
            }
        }
    }
}
