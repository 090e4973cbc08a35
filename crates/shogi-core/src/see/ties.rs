/// Which of two attackers takes first where they are of one kind and both promote or neither does.
///
/// The choice tells where different sliders stand behind the two: once in some 30,000 moves of crowded
/// random positions. No order of the squares is the same on every image of a board, so a value by one
/// order commutes with half turn and mirror only together with its order. The default asks all four
/// orders where they may differ, and is one value for a board and its images.
///
/// ```
/// use shogi_core::{Position, See, SeeTies, Square};
/// //   6  5  4
/// //   .  l  .  c
/// //   .  G  .  d    Which gold takes the pawn on 5e? If that of 5d goes, the lance retakes; if
/// //   G  p  .  e    that of 6e goes, nobody does.
/// let position: Position = "4k4/9/4l4/4G4/3Gp4/9/9/9/4K4 b - 1".parse()?;
/// let value = |ties| See::BONANZA.with_ties(ties).of_square(&position, Square::SQ_5E);
/// assert_eq!((value(SeeTies::From9a), value(SeeTies::From1i)), (0, 174));
/// assert_eq!(value(SeeTies::Least), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SeeTies {
    /// The least of the values that the four orders below give.
    #[default]
    Least,
    /// By [`Square::index`](crate::Square::index): rank by rank from 9a to 1i.
    From9a,
    /// Rank by rank from 1a to 9i: the mirrored order.
    From1a,
    /// Rank by rank from 9i to 1a: half turn and mirror.
    From9i,
    /// Rank by rank from 1i to 9a: the order after a half turn.
    From1i,
}

impl SeeTies {
    /// The order that picks the same pieces after a half turn of the board.
    #[must_use]
    pub const fn half_turn(self) -> Self {
        match self {
            Self::From9a => Self::From1i,
            Self::From1a => Self::From9i,
            Self::From9i => Self::From1a,
            Self::From1i => Self::From9a,
            Self::Least => Self::Least,
        }
    }

    /// The order that picks the same pieces on the mirrored board.
    #[must_use]
    pub const fn mirror(self) -> Self {
        match self {
            Self::From9a => Self::From1a,
            Self::From1a => Self::From9a,
            Self::From9i => Self::From1i,
            Self::From1i => Self::From9i,
            Self::Least => Self::Least,
        }
    }
}
