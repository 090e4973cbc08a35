//! The built-in evaluation: material on the board and in hand.

use super::evaluate::Evaluate;
use crate::color::Color;
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::position::Position;

/// The values of pieces, on the board and in hand, by [`PieceKind::index`].
const VALUES: [i32; 16] = [0, 90, 240, 260, 380, 460, 590, 660, 0, 520, 490, 500, 490, 0, 850, 970];

/// An evaluation by material on the board and in hand.
#[derive(Clone, Copy, Debug, Default)]
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
        match position.side() {
            Color::Black => *state,
            Color::White => -*state,
        }
    }
}
