//! Exchange values: what a series of captures on one square is worth.
//!
//! Both sides take on the square by turns, each time with the least valuable piece that attacks it,
//! and each may stop when going on would lose. The order of attackers is fixed, whatever their
//! values: P L N +P +L +N S +S G B +B R +R K; of two of a kind first the one that promotes by
//! taking, then the one on the lower square. A king takes only where it cannot be retaken.

mod kernel;
mod lanes;
mod values;

pub use values::SeeValues;

use crate::mv::Move;
use crate::position::Position;
use crate::square::Square;

/// How exchanges are reckoned: piece values, and whether pinned pieces take part.
///
/// ```
/// use shogi_core::{Position, See};
/// let position: Position = "4k4/3g5/2Bp5/9/9/9/9/3R5/4K4 b - 1".parse()?;
/// let m = shogi_core::format::usi::resolve(&position, "6h6c".parse()?)?;
/// // The gold that could retake is pinned by the bishop.
/// assert_eq!(See::BONANZA.of_move(&position, m), 174 - 1284);
/// assert_eq!(See::BONANZA.with_pins().of_move(&position, m), 174);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct See {
    values: SeeValues,
    pins: bool,
}

impl See {
    /// Bonanza's values ([`SeeValues::BONANZA`]), pins ignored.
    pub const BONANZA: Self = Self::new(SeeValues::BONANZA);

    /// Exchanges by these values, pins ignored.
    #[must_use]
    pub const fn new(values: SeeValues) -> Self {
        Self { values, pins: false }
    }

    /// The same with pins: a piece that shields its own king from a slider takes only along the line
    /// to the king, as long as the slider stands there. It still keeps the enemy king from taking.
    #[must_use]
    pub const fn with_pins(self) -> Self {
        Self { pins: true, ..self }
    }

    /// The values.
    #[must_use]
    pub const fn values(&self) -> &SeeValues {
        &self.values
    }

    /// Whether pinned pieces are held back.
    #[must_use]
    pub const fn has_pins(&self) -> bool {
        self.pins
    }

    /// The exchange value of a legal move: what it takes and what promotion gains, less what the
    /// opponent then wins by taking on the target square. Never above 0 for a drop.
    #[must_use]
    pub fn of_move(&self, position: &Position, m: Move) -> i32 {
        if self.pins {
            kernel::value_of_move::<true>(position, &self.values, m)
        } else {
            kernel::value_of_move::<false>(position, &self.values, m)
        }
    }

    /// What the other side wins by taking the piece on a square; 0 for an empty square, and never
    /// below 0. The side to move has no part in it.
    #[must_use]
    pub fn of_square(&self, position: &Position, square: Square) -> i32 {
        if self.pins {
            kernel::value_of_square::<true>(position, &self.values, square)
        } else {
            kernel::value_of_square::<false>(position, &self.values, square)
        }
    }

    /// Whether [`See::of_move`] is `threshold` or more, found with fewer captures.
    #[must_use]
    pub fn is_at_least(&self, position: &Position, m: Move, threshold: i32) -> bool {
        if self.pins {
            kernel::is_at_least::<true>(position, &self.values, m, threshold)
        } else {
            kernel::is_at_least::<false>(position, &self.values, m, threshold)
        }
    }
}

/// Bonanza's values, pins ignored; [`See`] has the choices.
impl Position {
    /// The exchange value of a legal move; see [`See::of_move`].
    ///
    /// ```
    /// use shogi_core::{Kind, Move, Position, Square};
    /// // Rook takes a silver that a pawn guards.
    /// let position: Position = "4k4/9/9/6sp1/9/9/9/6R2/4K4 b - 1".parse()?;
    /// let takes = Move::normal(Kind::Rook, Square::SQ_3H, Square::SQ_3D, false, Some(Kind::Silver));
    /// assert_eq!(position.see(takes), 738);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn see(&self, m: Move) -> i32 {
        kernel::value_of_move::<false>(self, SeeValues::BONANZA_TABLE, m)
    }

    /// What the other side wins by taking the piece on a square; see [`See::of_square`].
    #[must_use]
    pub fn see_square(&self, square: Square) -> i32 {
        kernel::value_of_square::<false>(self, SeeValues::BONANZA_TABLE, square)
    }

    /// Whether [`Position::see`] is `threshold` or more; see [`See::is_at_least`].
    #[must_use]
    pub fn see_ge(&self, m: Move, threshold: i32) -> bool {
        kernel::is_at_least::<false>(self, SeeValues::BONANZA_TABLE, m, threshold)
    }
}
