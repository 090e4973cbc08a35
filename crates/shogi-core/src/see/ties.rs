/// The order of two attackers of the same kind. An attacker that promotes by capturing goes first.
/// This order decides if both attackers promote, or if neither promotes.
///
/// The order changes the value only if different sliders are behind the two attackers. This happens
/// for about 1 in 30,000 moves of crowded random positions. With a single order of the squares, the
/// value may change if the board is turned or mirrored. The default is the minimum over four
/// orders, which does not change.
///
/// ```
/// use shogi_core::{Position, See, SeeTies, Square};
/// //   6  5  4
/// //   .  l  .  c
/// //   .  G  .  d    Which gold captures the pawn on 5e? After the gold on 5d captures, the lance
/// //   G  p  .  e    recaptures. After the gold on 6e captures, no piece recaptures.
/// let position: Position = "4k4/9/4l4/4G4/3Gp4/9/9/9/4K4 b - 1".parse()?;
/// let value = |ties| See::BONANZA.with_ties(ties).of_square(&position, Square::SQ_5E);
/// assert_eq!((value(SeeTies::From9a), value(SeeTies::From1i)), (0, 174));
/// assert_eq!(value(SeeTies::Minimum), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SeeTies {
    /// The minimum of the values for the following four orders.
    #[default]
    Minimum,
    /// The order of [`Square::index`](crate::Square::index): rank by rank from 9a to 1i.
    From9a,
    /// Rank by rank from 1a to 9i: the order on a mirrored board.
    From1a,
    /// Rank by rank from 9i to 1a: the order on a board that is turned by 180 degrees and mirrored.
    From9i,
    /// Rank by rank from 1i to 9a: the order on a board that is turned by 180 degrees.
    From1i,
}

impl SeeTies {
    /// Returns the order that selects the same pieces after a half turn of the board.
    #[must_use]
    pub const fn half_turn(self) -> Self {
        match self {
            Self::From9a => Self::From1i,
            Self::From1a => Self::From9i,
            Self::From9i => Self::From1a,
            Self::From1i => Self::From9a,
            Self::Minimum => Self::Minimum,
        }
    }

    /// Returns the order that selects the same pieces on the mirrored board.
    #[must_use]
    pub const fn mirror(self) -> Self {
        match self {
            Self::From9a => Self::From1a,
            Self::From1a => Self::From9a,
            Self::From9i => Self::From1i,
            Self::From1i => Self::From9i,
            Self::Minimum => Self::Minimum,
        }
    }
}
