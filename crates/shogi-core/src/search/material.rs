//! The built-in evaluation: material, the pieces near the kings, and the mobility of bishops and rooks.
//!
//! Each further term had to win a match of 200 games at 2,000 nodes per move, with random openings. The
//! generals near the own king scored 70 % against material alone (100 games). The pieces near the enemy
//! king then scored 60.5 %, and the mobility 58.8 %. The number of attacked squares around the own king
//! did not help (47.5 %).

use super::evaluate::Evaluate;
use crate::attacks::{bishop_attacks, rook_attacks};
use crate::color::Color;
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

/// The values of pieces, on the board and in hand, by [`PieceKind::index`].
const VALUES: [i32; 16] = [0, 90, 240, 260, 380, 460, 590, 660, 0, 520, 490, 500, 490, 0, 850, 970];

/// The centipawns of an own gold, silver or piece that moves like a gold, by its distance in king's
/// moves from the own king.
const DEFENDER: [i32; 4] = [0, 22, 12, 4];
/// The centipawns of an own piece other than a pawn, a lance and the king, by its distance from the
/// enemy king.
const ATTACKER: [i32; 5] = [0, 34, 24, 14, 6];

/// The centipawns of each square that a bishop or a rook, promoted or not, attacks along its lines.
const MOBILITY: i32 = 4;

/// By square and distance: the squares at that distance or nearer.
static NEAR: [[u128; 5]; 81] = {
    let mut near = [[0; 5]; 81];
    let mut i = 0usize;
    while i < 81 * 81 {
        let (a, b) = (i / 81, i % 81);
        let (files, ranks) = ((a % 9).abs_diff(b % 9), (a / 9).abs_diff(b / 9));
        let distance = if files > ranks { files } else { ranks };
        let mut d = distance;
        while d < 5 {
            near[a][d] |= 1 << b;
            d += 1;
        }
        i += 1;
    }
    near
};

/// Returns the sum of the values of pieces by their distance from a square. `values` decreases.
#[inline(always)]
fn by_distance<const N: usize>(pieces: u128, square: Square, values: &[i32; N]) -> i32 {
    let mut sum = 0;
    for d in 1..N {
        let step = values[d] - values.get(d + 1).copied().unwrap_or(0);
        sum += step * (pieces & NEAR[square.index()][d]).count_ones() as i32;
    }
    sum
}

/// An evaluation by material on the board and in hand, by the generals near the own king, by the pieces
/// near the enemy king, and by the mobility of bishops and rooks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material(());

impl Material {
    /// Makes the evaluation.
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

impl Evaluate for Material {
    /// The material of Black minus the material of White.
    type State = i32;

    fn state(&self, position: &Position) -> i32 {
        let material = |color: Color| -> i32 {
            let value = |kind: PieceKind| {
                let held = if kind.is_hand() { position.hand(color).count(kind) } else { 0 };
                let count = position.colored_pieces(color, kind).len() as i32 + i32::from(held);
                count * VALUES[kind.index()]
            };
            PieceKind::ALL.into_iter().map(value).sum()
        };
        material(Color::Black) - material(Color::White)
    }

    #[inline]
    fn play(&self, before: &i32, m: Move, after: &Position) -> i32 {
        let mut gain = VALUES[m.kind_after().index()] - VALUES[m.kind().index()];
        if let Some(captured) = m.captured() {
            gain += VALUES[captured.index()] + VALUES[captured.unpromoted().index()];
        }
        match after.side() {
            Color::Black => before - gain,
            Color::White => before + gain,
        }
    }

    #[inline]
    fn evaluate(&self, position: &Position, state: &i32) -> i32 {
        let pieces = pieces(position, Color::Black) - pieces(position, Color::White);
        match position.side() {
            Color::Black => state + pieces,
            Color::White => -(state + pieces),
        }
    }
}

/// Returns the centipawns of a side's pieces near the two kings, and of its mobility.
#[inline]
fn pieces(position: &Position, color: Color) -> i32 {
    let own = position.colors(color);
    let generals = position.gold_movers() | position.pieces(PieceKind::Silver);
    let mut value = 0;
    if let Some(king) = position.king(color) {
        value += by_distance((generals & own).bits(), king, &DEFENDER);
    }
    if let Some(king) = position.king(color.opponent()) {
        let others = [PieceKind::Pawn, PieceKind::Lance, PieceKind::King]
            .into_iter()
            .fold(own, |others, kind| others.difference(position.pieces(kind)));
        value += by_distance(others.bits(), king, &ATTACKER);
    }
    let occupied = position.occupied();
    let rooks = position.pieces(PieceKind::Rook) | position.pieces(PieceKind::Dragon);
    let bishops = position.pieces(PieceKind::Bishop) | position.pieces(PieceKind::Horse);
    for square in rooks & own {
        value += MOBILITY * rook_attacks(square, occupied).len() as i32;
    }
    for square in bishops & own {
        value += MOBILITY * bishop_attacks(square, occupied).len() as i32;
    }
    value
}
