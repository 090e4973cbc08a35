use alloc::boxed::Box;
use core::fmt;
use core::ops::{BitOr, BitOrAssign};
use core::str::FromStr;

use crate::color::Color;
use crate::hand::Hand;
use crate::piece::{Piece, PieceKind};
use crate::setup::Setup;
use crate::square::Square;

/// A set of named flaws of a setup.
///
/// The caller decides which flaws to allow. For example, mate problems have no black king
/// ([`Flaws::MISSING_BLACK_KING`]). Two flaws are always errors, because a position cannot
/// represent them: [`Flaws::SEVERAL_KINGS`] and [`Flaws::HAND_OVERFLOW`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flaws(u16);

impl Flaws {
    /// No flaw.
    pub const NONE: Self = Self(0);
    /// Black has no king.
    pub const MISSING_BLACK_KING: Self = Self(1);
    /// White has no king.
    pub const MISSING_WHITE_KING: Self = Self(1 << 1);
    /// A side has two unpromoted pawns on one file.
    pub const TWO_PAWNS: Self = Self(1 << 2);
    /// A pawn, lance or knight is on a square from which it can never move.
    pub const DEAD_PIECE: Self = Self(1 << 3);
    /// There are more pieces of a kind than in a normal set.
    pub const TOO_MANY_PIECES: Self = Self(1 << 4);
    /// The side that is not to move is in check.
    pub const OPPONENT_IN_CHECK: Self = Self(1 << 5);
    /// A side has several kings. This flaw cannot be allowed.
    pub const SEVERAL_KINGS: Self = Self(1 << 6);
    /// The board and both hands together have more than [`Hand::capacity`] pieces of a kind. This
    /// flaw cannot be allowed.
    pub const HAND_OVERFLOW: Self = Self(1 << 7);

    /// The flaws of a missing black king and of a missing white king.
    pub const MISSING_KINGS: Self = Self(3);
    /// Every flaw that can be allowed.
    pub const ALLOWABLE: Self = Self(0x3f);

    const NAMES: [&'static str; 8] = [
        "black has no king",
        "white has no king",
        "two pawns of a side on one file",
        "a piece that can never move",
        "too many pieces of a kind",
        "the side that has just moved is in check",
        "two kings of one side",
        "more pieces of a kind than a hand can count",
    ];

    /// Returns whether there is no flaw.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether all flaws of `other` are in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the flaws that are in at least one of the two sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the flaws that are in this set but not in `other`.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Iterates over the descriptions of the flaws in the set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        (0..8).filter(move |i| self.0 >> i & 1 != 0).map(|i| Self::NAMES[i as usize])
    }

    /// Returns the flaws of a setup, except [`Flaws::OPPONENT_IN_CHECK`], which requires a position.
    pub(super) fn of(setup: &Setup) -> Self {
        let mut flaws = Self::NONE;
        // The count of each kind takes eight bits, at the place of its index. The kings of both
        // sides are counted in the lowest bits.
        let mut counts = 0u64;
        let mut kings = [0; 2];
        let mut files = [0u16; 2]; // for each side, the files with an unpromoted pawn
        for square in setup.occupied() {
            let index = square.index();
            let Some(piece) = setup.board[index] else { continue };
            let (color, kind) = (piece.color().index(), piece.index() & 15);
            counts += 1 << (8 * (kind & 7));
            if kind <= PieceKind::Knight as usize {
                if is_dead(piece, square) {
                    flaws |= Self::DEAD_PIECE;
                }
                if kind == PieceKind::Pawn as usize {
                    let file = 1 << (index % 9);
                    if files[color] & file != 0 {
                        flaws |= Self::TWO_PAWNS;
                    }
                    files[color] |= file;
                }
            } else if kind == PieceKind::King as usize {
                kings[color] += 1;
            }
        }
        for (color, missing) in
            [(Color::Black, Self::MISSING_BLACK_KING), (Color::White, Self::MISSING_WHITE_KING)]
        {
            match kings[color.index()] {
                0 => flaws |= missing,
                1 => {}
                _ => flaws |= Self::SEVERAL_KINGS,
            }
        }
        for kind in PieceKind::HAND {
            let held: u32 = setup.hands.iter().map(|hand| u32::from(hand.count(kind))).sum();
            let all = held + (counts >> (8 * kind.index()) & 0xff) as u32;
            if all > u32::from(kind.set_size()) {
                flaws |= Self::TOO_MANY_PIECES;
            }
            if all > u32::from(Hand::capacity(kind)) {
                flaws |= Self::HAND_OVERFLOW;
            }
        }
        flaws
    }
}

/// Returns whether the piece can never move from the square.
pub(crate) const fn is_dead(piece: Piece, square: Square) -> bool {
    let rank = square.relative_rank(piece.color());
    match piece.kind() {
        PieceKind::Pawn | PieceKind::Lance => rank == 1,
        PieceKind::Knight => rank <= 2,
        _ => false,
    }
}

impl BitOr for Flaws {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for Flaws {
    fn bitor_assign(&mut self, other: Self) {
        *self = self.union(other);
    }
}

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no flaw");
        }
        for (i, name) in self.names().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            f.write_str(name)?;
        }
        Ok(())
    }
}

/// The error for a text that is not a set of flaws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown flaw: expected `no flaw`, or flaws such as `black has no king` with commas between them"
)]
pub struct ParseFlawsError;

/// Reads the descriptions that [`Flaws`] prints, in any order.
impl FromStr for Flaws {
    type Err = ParseFlawsError;

    fn from_str(text: &str) -> Result<Self, ParseFlawsError> {
        if text == "no flaw" {
            return Ok(Self::NONE);
        }
        text.split(", ").try_fold(Self::NONE, |flaws, name| {
            let index = Self::NAMES.iter().position(|known| *known == name);
            index.map(|index| flaws | Self(1 << index)).ok_or(ParseFlawsError)
        })
    }
}

impl fmt::Debug for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flaws({self})")
    }
}

/// The error for a setup with flaws that the caller does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid position: {flaws}")]
pub struct PositionError {
    /// The flaws that are not allowed.
    pub flaws: Flaws,
    /// The setup.
    pub setup: Box<Setup>,
}
