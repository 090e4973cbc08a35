//! Claims of a record that the rules do not support.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::declaration::{Declaration, DeclarationResult, DeclarationRule};

/// A claim of a record that the rules do not support. The [`Outcome`](crate::Outcome) still follows
/// the claim.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Doubt {
    /// The end word claims checkmate, but the side to move has a legal move.
    NoCheckmate,
    /// The end word claims a repetition, but the position has occurred fewer than four times.
    NoRepetition {
        /// The number of occurrences of the position.
        occurrences: u32,
    },
    /// By the rules, a fourfold repetition ended the game, but the record has more moves.
    PlayedOn {
        /// The number of the move that completed the repetition, counted from 1.
        ply: u32,
    },
    /// The game reached the move limit of [`GameRules`](crate::GameRules), but moves follow.
    PastMoveLimit {
        /// The maximum number of moves.
        limit: u32,
    },
    /// The declaration does not win under any rule that [`GameRules`](crate::GameRules) permits.
    NoDeclaration {
        /// The facts about the position that decide the declaration.
        facts: Declaration,
    },
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCheckmate => {
                f.write_str("the record claims checkmate, but there is a legal move")
            }
            Self::NoRepetition { occurrences } => write!(
                f,
                "the record claims a repetition, but the position occurred only {occurrences} times, expected 4"
            ),
            Self::PlayedOn { ply } => {
                write!(f, "move {ply} completed a fourfold repetition, but the game continued")
            }
            Self::PastMoveLimit { limit } => {
                write!(f, "the limit of {limit} moves was reached, but the game went on")
            }
            Self::NoDeclaration { facts } => {
                let mut faults: Vec<String> = Vec::new();
                if !facts.king_in_zone {
                    faults.push("the king is not in the promotion zone".into());
                }
                if facts.pieces_in_zone < 10 {
                    faults.push(alloc::format!(
                        "only {} other pieces are in the promotion zone, expected 10",
                        facts.pieces_in_zone
                    ));
                }
                if facts.in_check {
                    faults.push("the king is in check".into());
                }
                faults.push(alloc::format!("{} points", facts.points));
                if facts.result(DeclarationRule::Points24) == DeclarationResult::Draw {
                    faults.push("this is a draw under the 24-point rule".into());
                }
                write!(f, "the declaration does not win: {}", faults.join(", "))
            }
        }
    }
}
