//! Exchange values: what a series of captures on one square is worth.
//!
//! Both sides take on the square by turns, each time with the least valuable piece that attacks it,
//! and each may stop when going on would lose. The order of attackers is fixed, whatever their
//! values: P L N +P +L +N S +S G B +B R +R K; of two of a kind first the one that promotes by
//! taking, then the one on the lower square; where that would tell, the value is the least that the
//! board and its three images give ([`SeeTies`]). A king takes only where it cannot be retaken.

mod kernel;
mod ties;
mod values;

pub use ties::SeeTies;
pub use values::SeeValues;

use crate::mv::Move;
use crate::position::Position;
use crate::square::Square;
use kernel::Rules;

/// How exchanges are reckoned: piece values, whether pinned pieces take part, and which of two
/// attackers alike takes first.
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
    ties: SeeTies,
}

impl See {
    /// Bonanza's values ([`SeeValues::BONANZA`]), pins ignored, ties as [`SeeTies::Least`].
    pub const BONANZA: Self = Self::new(SeeValues::BONANZA);

    /// Exchanges by these values, pins ignored, ties as [`SeeTies::Least`].
    #[must_use]
    pub const fn new(values: SeeValues) -> Self {
        Self { values, pins: false, ties: SeeTies::Least }
    }

    /// The same with pins: a piece that shields its own king from a slider takes only along the line
    /// to the king, as long as the slider stands there. It still keeps the enemy king from taking.
    #[must_use]
    pub const fn with_pins(self) -> Self {
        Self { pins: true, ..self }
    }

    /// The same with another order of attackers alike.
    #[must_use]
    pub const fn with_ties(self, ties: SeeTies) -> Self {
        Self { ties, ..self }
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

    /// Which of two attackers alike takes first.
    #[must_use]
    pub const fn ties(&self) -> SeeTies {
        self.ties
    }

    /// The exchange value of a legal move: what it takes and what promotion gains, less what the
    /// opponent then wins by taking on the target square. Never above 0 for a drop.
    #[must_use]
    pub fn of_move(&self, position: &Position, m: Move) -> i32 {
        if self.pins {
            value_of_move::<true>(position, &self.values, self.ties, m)
        } else {
            value_of_move::<false>(position, &self.values, self.ties, m)
        }
    }

    /// What the other side wins by taking the piece on a square; 0 for an empty square, and never
    /// below 0. The side to move has no part in it.
    #[must_use]
    pub fn of_square(&self, position: &Position, square: Square) -> i32 {
        if self.pins {
            value_of_square::<true>(position, &self.values, self.ties, square)
        } else {
            value_of_square::<false>(position, &self.values, self.ties, square)
        }
    }

    /// Whether [`See::of_move`] is `threshold` or more, found with fewer captures.
    #[must_use]
    pub fn is_at_least(&self, position: &Position, m: Move, threshold: i32) -> bool {
        // Values of the caller's choice may sum to less than an `i32` holds, where `of_move` stays.
        if threshold == i32::MIN {
            true
        } else if self.pins {
            is_at_least::<true>(position, &self.values, self.ties, m, threshold)
        } else {
            is_at_least::<false>(position, &self.values, self.ties, m, threshold)
        }
    }
}

/// Bonanza's values, pins ignored; [`See`] has the choices.
impl Position {
    /// The exchange value of a legal move; see [`See::of_move`].
    ///
    /// ```
    /// use shogi_core::{PieceKind, Move, Position, Square};
    /// // Rook takes a silver that a pawn guards.
    /// let position: Position = "4k4/9/9/6sp1/9/9/9/6R2/4K4 b - 1".parse()?;
    /// let takes = Move::normal(PieceKind::Rook, Square::SQ_3H, Square::SQ_3D, false, Some(PieceKind::Silver));
    /// assert_eq!(position.see(takes), 738);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn see(&self, m: Move) -> i32 {
        value_of_move::<false>(self, SeeValues::BONANZA_TABLE, SeeTies::Least, m)
    }

    /// What the other side wins by taking the piece on a square; see [`See::of_square`].
    #[must_use]
    pub fn see_square(&self, square: Square) -> i32 {
        value_of_square::<false>(self, SeeValues::BONANZA_TABLE, SeeTies::Least, square)
    }

    /// Whether [`Position::see`] is `threshold` or more; see [`See::is_at_least`].
    #[must_use]
    pub fn see_ge(&self, m: Move, threshold: i32) -> bool {
        is_at_least::<false>(self, SeeValues::BONANZA_TABLE, SeeTies::Least, m, threshold)
    }
}

#[inline(always)]
fn value_of_move<const PINS: bool>(
    position: &Position,
    values: &SeeValues,
    ties: SeeTies,
    m: Move,
) -> i32 {
    if ties == SeeTies::Least
        && let Some(value) =
            kernel::value_of_move(position, Rules::<PINS, false> { values, ties }, m)
    {
        return value;
    }
    least(ties, i32::MIN, |ties| {
        kernel::value_of_move(position, Rules::<PINS, true> { values, ties }, m)
    })
}

#[inline(always)]
fn value_of_square<const PINS: bool>(
    position: &Position,
    values: &SeeValues,
    ties: SeeTies,
    square: Square,
) -> i32 {
    if ties == SeeTies::Least
        && let Some(value) =
            kernel::value_of_square(position, Rules::<PINS, false> { values, ties }, square)
    {
        return value;
    }
    least(ties, 0, |ties| {
        kernel::value_of_square(position, Rules::<PINS, true> { values, ties }, square)
    })
}

#[inline(always)]
fn is_at_least<const PINS: bool>(
    position: &Position,
    values: &SeeValues,
    ties: SeeTies,
    m: Move,
    threshold: i32,
) -> bool {
    if ties == SeeTies::Least
        && let Some(answer) =
            kernel::is_at_least(position, Rules::<PINS, false> { values, ties }, m, threshold)
    {
        return answer;
    }
    least(ties, false, |ties| {
        kernel::is_at_least(position, Rules::<PINS, true> { values, ties }, m, threshold)
    })
}

/// The answer by one order of ties, or the least by all four. There is none below `bottom`.
#[cold]
#[inline(never)]
fn least<T: Copy + Ord>(ties: SeeTies, bottom: T, answer: impl Fn(SeeTies) -> Option<T>) -> T {
    const ORDERS: &[SeeTies] =
        &[SeeTies::From9a, SeeTies::From1a, SeeTies::From9i, SeeTies::From1i];
    let orders = if ties == SeeTies::Least { ORDERS } else { &[ties] };
    let mut least = None;
    for &order in orders {
        let answer = answer(order).expect("an order leaves no tie");
        least = Some(least.map_or(answer, |least| T::min(least, answer)));
        if least == Some(bottom) {
            break;
        }
    }
    least.expect("there is an order")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_beyond_the_numbers_stay_at_the_least_and_the_greatest() {
        let position: Position = "4k4/9/9/4g4/4s4/4G4/4L4/9/4K4 b - 1".parse().unwrap();
        let extremes = [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX];
        for gold in extremes {
            for silver in extremes {
                let mut capture = [0; 16];
                capture[crate::PieceKind::Gold.index()] = gold;
                capture[crate::PieceKind::Silver.index()] = silver;
                let see = See::new(SeeValues::new(capture, [None; 16]));
                for see in [see.clone(), see.with_pins()] {
                    for &m in &position.legal_moves() {
                        let value = see.of_move(&position, m);
                        for threshold in extremes {
                            let expected = value >= threshold;
                            assert_eq!(see.is_at_least(&position, m, threshold), expected);
                        }
                    }
                }
            }
        }
        let mut capture = [0; 16];
        (capture[5], capture[4]) = (i32::MAX, i32::MIN);
        let takes = position.legal_moves().iter().copied().find(|m| m.is_capture()).unwrap();
        let see = See::new(SeeValues::new(capture, [None; 16]));
        assert_eq!(see.of_move(&position, takes), i32::MIN);
    }
}
