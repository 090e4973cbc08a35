//! The answer of a mate search.

use alloc::vec::Vec;
use core::fmt;

use crate::mv::Move;

/// The maximum length of a mate that a search can find, in plies.
pub const LONGEST_MATE: u32 = 99;

/// The result of a mate search.
///
/// ```
/// use shogi_core::{MateSearch, Position};
/// let position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let answer = MateSearch::new(1 << 20).search(&position, 5);
/// assert_eq!(answer.to_string(), "mate in 1: G*5b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MateAnswer {
    /// The side to move mates.
    Mate {
        /// The length of the shortest mate in plies, with the longest defence. The mating move
        /// counts.
        plies: u32,
        /// A sequence of best moves of both sides with this length. It is shorter if the search was
        /// stopped after it had proven the mate.
        line: Vec<Move>,
    },
    /// There is no mate of any length in which each move of the attacker gives check.
    NoMate,
    /// There is no mate of at most `plies` plies. Longer mates were not searched.
    NoMateWithin {
        /// The number of plies.
        plies: u32,
    },
    /// The search was stopped. There is no mate of at most `searched` plies.
    Unknown {
        /// The number of plies. It is 0 if the search for mates in one was not completed.
        searched: u32,
    },
}

/// Writes `mate in 3: G*5b 5a4a 5b4b`, `no mate`, `no mate within 5 plies` or
/// `unknown, no mate within 4 plies`.
impl fmt::Display for MateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let within = |f: &mut fmt::Formatter<'_>, plies: u32| {
            write!(f, "no mate within {plies} {}", if plies == 1 { "ply" } else { "plies" })
        };
        match self {
            Self::Mate { plies, line } => {
                write!(f, "mate in {plies}")?;
                for (i, m) in line.iter().enumerate() {
                    write!(f, "{}{m}", if i == 0 { ": " } else { " " })?;
                }
                Ok(())
            }
            Self::NoMate => f.write_str("no mate"),
            Self::NoMateWithin { plies } => within(f, *plies),
            Self::Unknown { searched: 0 } => f.write_str("unknown"),
            Self::Unknown { searched } => {
                f.write_str("unknown, ")?;
                within(f, *searched)
            }
        }
    }
}
