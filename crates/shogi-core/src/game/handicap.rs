use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Square;

/// The sixteen named starting positions: the even game and fifteen handicaps.
///
/// In a handicap game, pieces of White are missing, and White moves first. *Left* and *right* are
/// from White's point of view. For example, White's left lance is on 1a.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Handicap {
    /// 平手: no piece is missing, and Black moves first.
    Even,
    /// 香落ち: the left lance.
    Lance,
    /// 右香落ち: the right lance.
    RightLance,
    /// 角落ち: the bishop.
    Bishop,
    /// 飛車落ち: the rook.
    Rook,
    /// 飛香落ち: rook and left lance.
    RookLance,
    /// 二枚落ち: rook and bishop.
    Two,
    /// 三枚落ち: rook, bishop, left lance.
    Three,
    /// 四枚落ち: rook, bishop, both lances.
    Four,
    /// 五枚落ち: the pieces of `Four` and the right knight.
    Five,
    /// 左五枚落ち: the pieces of `Four` and the left knight.
    LeftFive,
    /// 六枚落ち: the pieces of `Four` and both knights.
    Six,
    /// 左七枚落ち: the pieces of `Six` and the left silver.
    LeftSeven,
    /// 右七枚落ち: the pieces of `Six` and the right silver.
    RightSeven,
    /// 八枚落ち: the pieces of `Six` and both silvers.
    Eight,
    /// 十枚落ち: the pieces of `Eight` and both golds.
    Ten,
}

const ROOK: Square = Square::SQ_8B;
const BISHOP: Square = Square::SQ_2B;
static LEFT_FIVE: [Square; 5] = [ROOK, BISHOP, Square::SQ_1A, Square::SQ_9A, Square::SQ_2A];
static LEFT_SEVEN: [Square; 7] =
    [ROOK, BISHOP, Square::SQ_1A, Square::SQ_9A, Square::SQ_8A, Square::SQ_2A, Square::SQ_3A];
static RIGHT_SEVEN: [Square; 7] =
    [ROOK, BISHOP, Square::SQ_1A, Square::SQ_9A, Square::SQ_8A, Square::SQ_2A, Square::SQ_7A];
/// The squares of the missing pieces of the larger handicaps. A handicap removes the pieces on the
/// first squares of this list.
static TEN: [Square; 10] = [
    ROOK,
    BISHOP,
    Square::SQ_1A,
    Square::SQ_9A,
    Square::SQ_8A,
    Square::SQ_2A,
    Square::SQ_7A,
    Square::SQ_3A,
    Square::SQ_6A,
    Square::SQ_4A,
];

impl Handicap {
    /// All sixteen starting positions, the even game first.
    pub const ALL: [Self; 16] = [
        Self::Even,
        Self::Lance,
        Self::RightLance,
        Self::Bishop,
        Self::Rook,
        Self::RookLance,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::LeftFive,
        Self::Six,
        Self::LeftSeven,
        Self::RightSeven,
        Self::Eight,
        Self::Ten,
    ];

    /// Returns the squares of White's missing pieces.
    #[must_use]
    pub const fn missing(self) -> &'static [Square] {
        match self {
            Self::Even => &[],
            Self::Lance => &[Square::SQ_1A],
            Self::RightLance => &[Square::SQ_9A],
            Self::Bishop => &[BISHOP],
            Self::Rook => &[ROOK],
            Self::RookLance => &[ROOK, Square::SQ_1A],
            Self::Two => TEN.split_at(2).0,
            Self::Three => TEN.split_at(3).0,
            Self::Four => TEN.split_at(4).0,
            Self::Five => TEN.split_at(5).0,
            Self::LeftFive => &LEFT_FIVE,
            Self::Six => TEN.split_at(6).0,
            Self::LeftSeven => &LEFT_SEVEN,
            Self::RightSeven => &RIGHT_SEVEN,
            Self::Eight => TEN.split_at(8).0,
            Self::Ten => &TEN,
        }
    }

    /// Returns the starting position as a setup.
    #[must_use]
    pub fn setup(self) -> Setup {
        let mut setup = Setup::start();
        for square in self.missing() {
            setup.board[square.index()] = None;
        }
        if self != Self::Even {
            setup.side = Color::White;
        }
        setup
    }

    /// Returns the starting position.
    ///
    /// ```
    /// use shogi_core::{Color, Handicap, Square};
    /// let start = Handicap::Lance.position();
    /// assert_eq!(start.side(), Color::White);
    /// assert_eq!(start.piece_on(Square::SQ_1A), None);
    /// ```
    #[must_use]
    pub fn position(self) -> Position {
        match Position::from_setup(self.setup()) {
            Ok(position) => position,
            Err(error) => {
                unreachable!("the starting position of a handicap must be valid: {error}")
            }
        }
    }

    /// Returns the handicap whose starting position has the same board, hands and side to move as
    /// `position`. The move number is ignored.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let setup = position.to_setup();
        Self::ALL.into_iter().find(|handicap| {
            let start = handicap.setup();
            start.side == setup.side && start.hands == setup.hands && start.board == setup.board
        })
    }

    /// Whether many programs do not know the name of the start. Writers of records draw the board
    /// instead.
    pub(crate) const fn is_rare(self) -> bool {
        matches!(self, Self::LeftSeven | Self::RightSeven)
    }

    /// Returns the Japanese name that records use.
    #[must_use]
    pub const fn japanese(self) -> &'static str {
        match self {
            Self::Even => "平手",
            Self::Lance => "香落ち",
            Self::RightLance => "右香落ち",
            Self::Bishop => "角落ち",
            Self::Rook => "飛車落ち",
            Self::RookLance => "飛香落ち",
            Self::Two => "二枚落ち",
            Self::Three => "三枚落ち",
            Self::Four => "四枚落ち",
            Self::Five => "五枚落ち",
            Self::LeftFive => "左五枚落ち",
            Self::Six => "六枚落ち",
            Self::LeftSeven => "左七枚落ち",
            Self::RightSeven => "右七枚落ち",
            Self::Eight => "八枚落ち",
            Self::Ten => "十枚落ち",
        }
    }
}

/// Writes the Japanese name, `二枚落ち`.
impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.japanese())
    }
}

/// The error for a text that is not a handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown handicap: expected one of the sixteen names from 平手 to 十枚落ち")]
pub struct ParseHandicapError;

/// Reads a Japanese name. Spaces (also full-width spaces) around the name are ignored. The
/// spellings 左香落ち, 飛落ち and 右五枚落ち are also accepted.
impl FromStr for Handicap {
    type Err = ParseHandicapError;

    fn from_str(text: &str) -> Result<Self, ParseHandicapError> {
        let text = text.trim();
        match text {
            "左香落ち" => return Ok(Self::Lance),
            "飛落ち" => return Ok(Self::Rook),
            "右五枚落ち" => return Ok(Self::Five),
            _ => {}
        }
        Self::ALL.into_iter().find(|handicap| handicap.japanese() == text).ok_or(ParseHandicapError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_starts_name_themselves() {
        for handicap in Handicap::ALL {
            let start = handicap.position();
            assert_eq!(Handicap::of(&start), Some(handicap));
            assert_eq!(handicap.japanese().parse(), Ok(handicap));
            assert_eq!(40 - start.occupied().len() as usize, handicap.missing().len());
            assert_eq!(start.side() == Color::Black, handicap == Handicap::Even);
        }
        assert_eq!("　平手　　".parse(), Ok(Handicap::Even));
        assert_eq!("九枚落ち".parse::<Handicap>(), Err(ParseHandicapError));
    }

    #[test]
    fn left_and_right_are_whites() {
        for (handicap, square) in [
            (Handicap::Five, Square::SQ_8A),
            (Handicap::LeftFive, Square::SQ_2A),
            (Handicap::LeftSeven, Square::SQ_3A),
            (Handicap::RightSeven, Square::SQ_7A),
        ] {
            assert_eq!(handicap.position().piece_on(square), None, "{handicap}");
            assert!(handicap.position().piece_on(square.mirror()).is_some(), "{handicap}");
        }
    }
}
