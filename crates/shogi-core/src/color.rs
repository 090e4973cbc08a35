use core::fmt;
use core::ops::Not;
use core::str::FromStr;

/// A side. Black (sente, `b` in SFEN) moves first and plays toward rank 1.
///
/// ```
/// use shogi_core::Color;
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!("w".parse(), Ok(Color::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Sente. Black plays toward rank 1.
    Black = 0,
    /// Gote. White plays toward rank 9.
    White = 1,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Returns 0 for Black and 1 for White.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

/// Prints the side as SFEN does: `b` for Black, `w` for White.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Black { "b" } else { "w" })
    }
}

/// The error for a text that is not a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid side: expected b or w")]
pub struct ParseColorError;

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        match text {
            "b" => Ok(Self::Black),
            "w" => Ok(Self::White),
            _ => Err(ParseColorError),
        }
    }
}

/// A side as a type. Move generators are compiled once for each side.
pub(crate) trait Side {
    const WHITE: bool;
    const COLOR: Color = if Self::WHITE { Color::White } else { Color::Black };
    const US: usize = Self::WHITE as usize;
    const THEM: usize = !Self::WHITE as usize;
    type Other: Side;
}

pub(crate) struct Black;
pub(crate) struct White;

impl Side for Black {
    const WHITE: bool = false;
    type Other = White;
}

impl Side for White {
    const WHITE: bool = true;
    type Other = Black;
}
