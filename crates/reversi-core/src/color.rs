//! The two sides.
use core::fmt;
use core::ops::Not;
use core::str::FromStr;

/// A side. Black moves first from the usual start position.
///
/// ```
/// use reversi_core::Color;
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!(Color::White.to_string(), "O");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// The first player, written `X`.
    Black,
    /// The second player, written `O`.
    White,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Returns the letter of the side in board text: `X` for Black, `O` for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }

    /// Returns 0 for Black and 1 for White.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the other side.
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

    fn not(self) -> Self {
        self.opponent()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// The error for a string that is not a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid side: expected X, * or B for Black, O or W for White")]
pub struct ParseColorError;

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads `X`, `*`, `B`, `black` as Black and `O`, `W`, `white` as White, in any case.
    fn from_str(text: &str) -> Result<Self, ParseColorError> {
        let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(text));
        if is(&["x", "*", "b", "black"]) {
            Ok(Self::Black)
        } else if is(&["o", "w", "white"]) {
            Ok(Self::White)
        } else {
            Err(ParseColorError)
        }
    }
}
