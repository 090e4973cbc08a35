use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

/// A rule that decides an entering-king declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DeclarationRule {
    /// The 27-point rule: Black wins with 28 points, White with 27 points.
    Points27,
    /// The 24-point rule: 31 points win, and 24 to 30 points draw.
    Points24,
    /// The try rule: a side wins if its king has reached the start square of the other king.
    Try,
}

/// The result of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeclarationResult {
    /// The declaring side wins.
    Win,
    /// The game is drawn. Under the rules of most events, it is played again.
    Draw,
    /// The conditions are not met. Depending on the rules of the event, the declaring side loses or
    /// the game continues.
    Fails,
}

/// The facts about a position that decide an entering-king declaration of the side to move.
///
/// ```
/// use shogi_core::{Declaration, DeclarationResult, DeclarationRule, Position};
/// let facts = Declaration::of(&Position::start());
/// assert_eq!((facts.points, facts.pieces_in_zone), (0, 0));
/// assert_eq!(facts.result(DeclarationRule::Points27), DeclarationResult::Fails);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declaration {
    /// The declaring side, which is the side to move.
    pub side: Color,
    /// Whether the side's king is in the promotion zone, the three far ranks.
    pub king_in_zone: bool,
    /// The number of the side's pieces in the promotion zone, without the king.
    pub pieces_in_zone: u32,
    /// The sum of the points of the side's pieces in the promotion zone (without the king) and in
    /// its hand. A rook, dragon, bishop or horse has 5 points, and any other piece has 1 point.
    pub points: u32,
    /// Whether the side's king is in check.
    pub in_check: bool,
    /// Whether the side's king is on the square where the other king starts the game: 5a for Black,
    /// 5i for White.
    pub has_tried: bool,
}

impl Declaration {
    /// Returns the facts for the side to move.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let side = position.side();
        let zone = Bitboard::promotion_zone(side).intersection(position.colors(side));
        let king = position.king(side);
        let king_in_zone = king.is_some_and(|king| king.is_promotion_zone(side));
        let goal = match side {
            Color::Black => Square::SQ_5A,
            Color::White => Square::SQ_5I,
        };
        let mut large: u32 =
            [PieceKind::Bishop, PieceKind::Rook, PieceKind::Horse, PieceKind::Dragon]
                .into_iter()
                .map(|kind| position.colored_pieces(side, kind).intersection(zone).len())
                .sum();
        let pieces_in_zone = zone.len() - u32::from(king_in_zone);
        let hand = position.hand(side);
        large += u32::from(hand.count(PieceKind::Bishop)) + u32::from(hand.count(PieceKind::Rook));
        Self {
            side,
            king_in_zone,
            pieces_in_zone,
            points: pieces_in_zone + hand.len() + 4 * large,
            in_check: position.is_check(),
            has_tried: king == Some(goal),
        }
    }

    /// Returns the facts for the side to move in a handicap game. If White is to move, the missing
    /// pieces of the set also count.
    ///
    /// For Black, and for an even game, this function returns the same facts as
    /// [`Declaration::of`].
    #[must_use]
    pub fn of_handicap_game(position: &Position) -> Self {
        let mut facts = Self::of(position);
        if facts.side == Color::White {
            facts.points += missing_points(position);
        }
        facts
    }

    /// Returns whether all conditions except the points are met. The king and at least ten other
    /// pieces must be in the promotion zone, and the king must not be in check.
    #[must_use]
    pub const fn is_entered(&self) -> bool {
        self.king_in_zone && self.pieces_in_zone >= 10 && !self.in_check
    }

    /// Returns the result of the declaration under a rule.
    #[must_use]
    pub const fn result(&self, rule: DeclarationRule) -> DeclarationResult {
        let (win, draw) = match (rule, self.side) {
            (DeclarationRule::Try, _) => {
                return if self.has_tried && !self.in_check {
                    DeclarationResult::Win
                } else {
                    DeclarationResult::Fails
                };
            }
            (DeclarationRule::Points27, Color::Black) => (28, 28),
            (DeclarationRule::Points27, Color::White) => (27, 27),
            (DeclarationRule::Points24, _) => (31, 24),
        };
        if !self.is_entered() || self.points < draw {
            DeclarationResult::Fails
        } else if self.points < win {
            DeclarationResult::Draw
        } else {
            DeclarationResult::Win
        }
    }
}

/// Returns the points of a side in an impasse. All pieces of the side on the board and in its hand
/// count, except the king.
#[must_use]
pub fn impasse_points(position: &Position, side: Color) -> u32 {
    let mut points = position.colors(side).len() - u32::from(position.king(side).is_some());
    points += position.hand(side).len();
    for kind in [PieceKind::Bishop, PieceKind::Rook, PieceKind::Horse, PieceKind::Dragon] {
        points += 4 * position.colored_pieces(side, kind).len();
    }
    let hand = position.hand(side);
    points + 4 * (u32::from(hand.count(PieceKind::Bishop)) + u32::from(hand.count(PieceKind::Rook)))
}

/// Returns the points of the pieces of the set that are missing from the position. A complete set
/// has 54 points.
#[must_use]
pub fn missing_points(position: &Position) -> u32 {
    let there = impasse_points(position, Color::Black) + impasse_points(position, Color::White);
    54u32.saturating_sub(there)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Handicap;

    #[test]
    fn a_full_set_has_54_points() {
        let start = Position::start();
        assert_eq!(impasse_points(&start, Color::Black), 27);
        assert_eq!(impasse_points(&start, Color::White), 27);
        assert_eq!(missing_points(&start), 0);
        assert_eq!(missing_points(&Handicap::Two.position()), 10);
        assert_eq!(missing_points(&Handicap::Ten.position()), 18);
    }

    #[test]
    fn the_zone_of_the_start_is_the_others() {
        let facts = Declaration::of(&Handicap::Six.position());
        assert_eq!(facts.side, Color::White);
        assert_eq!((facts.pieces_in_zone, facts.king_in_zone), (0, false));
        assert_eq!(Declaration::of_handicap_game(&Handicap::Six.position()).points, 14);
    }
}
