//! Static exchange evaluation: the value of a series of captures on one square.
//!
//! The two sides capture on the square in turn, and each side may stop. The attacker with the
//! smallest capture value in [`SeeValues`] captures first. Attackers of equal value capture in the
//! order P L N +P +L +N S +S G B +B R +R. A king captures last, and only if it cannot be
//! recaptured. If two attackers are of the same kind, an attacker that promotes by capturing goes
//! first. In all other ties, [`SeeTies`] decides.

mod exchange;
mod ties;
mod values;

pub use ties::SeeTies;
pub use values::SeeValues;

use crate::mv::Move;
use crate::position::Position;
use crate::square::Square;
use exchange::Terms;

/// A static exchange evaluation with its options: the piece values, whether pinned pieces may
/// capture, and the order of identical attackers.
///
/// ```
/// use shogi_core::{Position, See};
/// let position: Position = "4k4/3g5/2Bp5/9/9/9/9/3R5/4K4 b - 1".parse()?;
/// let m = position.parse_move("6h6c")?;
/// // The gold that could recapture is pinned by the bishop.
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
    /// Bonanza's values ([`SeeValues::BONANZA`]). Pins are ignored, and ties follow
    /// [`SeeTies::Minimum`].
    pub const BONANZA: Self = Self::new(SeeValues::BONANZA);

    /// Makes an evaluation with these values. Pins are ignored, and ties follow [`SeeTies::Minimum`].
    #[must_use]
    pub const fn new(values: SeeValues) -> Self {
        Self { values, pins: false, ties: SeeTies::Minimum }
    }

    /// Respects pins. As long as the pinning slider is on the board, a pinned piece captures only
    /// along the line between its king and the slider. A pinned piece still prevents the enemy king
    /// from capturing.
    #[must_use]
    pub const fn with_pins(self) -> Self {
        Self { pins: true, ..self }
    }

    /// Sets the order of identical attackers.
    #[must_use]
    pub const fn with_ties(self, ties: SeeTies) -> Self {
        Self { ties, ..self }
    }

    /// Returns the piece values.
    #[must_use]
    pub const fn values(&self) -> &SeeValues {
        &self.values
    }

    /// Returns whether pins are respected.
    #[must_use]
    pub const fn has_pins(&self) -> bool {
        self.pins
    }

    /// Returns the order of identical attackers.
    #[must_use]
    pub const fn ties(&self) -> SeeTies {
        self.ties
    }

    /// Returns the exchange value of a legal move.
    ///
    /// The value is the value of the captured piece plus the gain by promotion, minus the value
    /// that the opponent then wins by capturing on the target square. The value of a drop is at
    /// most 0.
    #[must_use]
    pub fn of_move(&self, position: &Position, m: Move) -> i32 {
        if self.pins {
            value_of_move::<true>(position, &self.values, self.ties, m)
        } else {
            value_of_move::<false>(position, &self.values, self.ties, m)
        }
    }

    /// Returns the value that the opponent wins by capturing the piece on a square.
    ///
    /// The value is at least 0. It is 0 for an empty square. The result does not depend on the side
    /// to move.
    #[must_use]
    pub fn of_square(&self, position: &Position, square: Square) -> i32 {
        if self.pins {
            value_of_square::<true>(position, &self.values, self.ties, square)
        } else {
            value_of_square::<false>(position, &self.values, self.ties, square)
        }
    }

    /// Returns whether the value of [`See::of_move`] is at least `threshold`. This is faster than
    /// computing the value, because fewer captures have to be examined.
    #[must_use]
    pub fn is_at_least(&self, position: &Position, m: Move, threshold: i32) -> bool {
        // With extreme piece values, the sum may be less than `i32::MIN`; `of_move` then saturates.
        if threshold == i32::MIN {
            true
        } else if self.pins {
            is_at_least::<true>(position, &self.values, self.ties, m, threshold)
        } else {
            is_at_least::<false>(position, &self.values, self.ties, m, threshold)
        }
    }
}

/// Exchange values with Bonanza's piece values and without pins. [`See`] has other options.
impl Position {
    /// Returns the exchange value of a legal move; see [`See::of_move`].
    ///
    /// ```
    /// use shogi_core::{PieceKind, Move, Position, Square};
    /// // The rook captures a silver that is guarded by a pawn.
    /// let position: Position = "4k4/9/9/6sp1/9/9/9/6R2/4K4 b - 1".parse()?;
    /// let takes = Move::normal(PieceKind::Rook, Square::SQ_3H, Square::SQ_3D, false, Some(PieceKind::Silver));
    /// assert_eq!(position.see(takes), 738);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn see(&self, m: Move) -> i32 {
        value_of_move::<false>(self, SeeValues::BONANZA_TABLE, SeeTies::Minimum, m)
    }

    /// Returns the value that the opponent wins by capturing the piece on a square; see
    /// [`See::of_square`].
    #[must_use]
    pub fn see_square(&self, square: Square) -> i32 {
        value_of_square::<false>(self, SeeValues::BONANZA_TABLE, SeeTies::Minimum, square)
    }

    /// Returns whether the value of [`Position::see`] is at least `threshold`; see
    /// [`See::is_at_least`].
    #[must_use]
    pub fn see_ge(&self, m: Move, threshold: i32) -> bool {
        is_at_least::<false>(self, SeeValues::BONANZA_TABLE, SeeTies::Minimum, m, threshold)
    }
}

#[inline(always)]
fn value_of_move<const PINS: bool>(
    position: &Position,
    values: &SeeValues,
    ties: SeeTies,
    m: Move,
) -> i32 {
    if ties == SeeTies::Minimum
        && let Some(value) =
            exchange::value_of_move(position, Terms::<PINS, false> { values, ties }, m)
    {
        return value;
    }
    least(ties, i32::MIN, |ties| {
        exchange::value_of_move(position, Terms::<PINS, true> { values, ties }, m)
    })
}

#[inline(always)]
fn value_of_square<const PINS: bool>(
    position: &Position,
    values: &SeeValues,
    ties: SeeTies,
    square: Square,
) -> i32 {
    if ties == SeeTies::Minimum
        && let Some(value) =
            exchange::value_of_square(position, Terms::<PINS, false> { values, ties }, square)
    {
        return value;
    }
    least(ties, 0, |ties| {
        exchange::value_of_square(position, Terms::<PINS, true> { values, ties }, square)
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
    if ties == SeeTies::Minimum
        && let Some(answer) =
            exchange::is_at_least(position, Terms::<PINS, false> { values, ties }, m, threshold)
    {
        return answer;
    }
    least(ties, false, |ties| {
        exchange::is_at_least(position, Terms::<PINS, true> { values, ties }, m, threshold)
    })
}

/// Returns the value for one order of ties or, for [`SeeTies::Minimum`], the minimum over all four
/// orders. `bottom` is a lower bound of all values.
#[cold]
#[inline(never)]
fn least<T: Copy + Ord>(ties: SeeTies, bottom: T, answer: impl Fn(SeeTies) -> Option<T>) -> T {
    const ORDERS: &[SeeTies] =
        &[SeeTies::From9a, SeeTies::From1a, SeeTies::From9i, SeeTies::From1i];
    let orders = if ties == SeeTies::Minimum { ORDERS } else { &[ties] };
    let mut least = None;
    for &order in orders {
        let answer = answer(order).expect("an order of squares decides every tie");
        least = Some(least.map_or(answer, |least| T::min(least, answer)));
        if least == Some(bottom) {
            break;
        }
    }
    least.expect("there are four orders")
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
                    for m in position.legal_moves() {
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
        let takes = position.legal_moves().into_iter().find(|m| m.is_capture()).unwrap();
        let see = See::new(SeeValues::new(capture, [None; 16]));
        assert_eq!(see.of_move(&position, takes), i32::MIN);
    }
}
