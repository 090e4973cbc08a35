//! Claims of a record that the rules do not support.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::declaration::{Declaration, DeclarationResult, DeclarationRule};

/// A claim of a record that the rules do not support. The outcome still follows the claim.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Doubt {
    /// The end word says checkmate, but the side to move has a legal move.
    NoCheckmate,
    /// The end word says repetition, but the position has occurred fewer than four times.
    NoRepetition {
        /// The number of occurrences of the position.
        occurrences: u32,
    },
    /// A fourfold repetition ended the game by the rules, but moves follow.
    PlayedOn {
        /// The number of the move that completed the repetition, counted from 1.
        ply: u32,
    },
    /// The declaration does not win by any rule that applies.
    NoDeclaration {
        /// The facts that decide the declaration.
        facts: Declaration,
    },
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCheckmate => {
                f.write_str("the record says checkmate, but there are legal moves")
            }
            Self::NoRepetition { occurrences } => write!(
                f,
                "the record says repetition, but the position occurred only {occurrences} times"
            ),
            Self::PlayedOn { ply } => {
                write!(f, "move {ply} completed a fourfold repetition, but the game went on")
            }
            Self::NoDeclaration { facts } => {
                let mut faults: Vec<String> = Vec::new();
                if !facts.king_in_zone {
                    faults.push("the king is not in the promotion zone".into());
                }
                if facts.pieces_in_zone < 10 {
                    faults.push(alloc::format!(
                        "only {} other pieces in the promotion zone, 10 needed",
                        facts.pieces_in_zone
                    ));
                }
                if facts.in_check {
                    faults.push("the king is in check".into());
                }
                faults.push(alloc::format!("{} points", facts.points));
                if facts.result(DeclarationRule::Points24) == DeclarationResult::Draw {
                    faults.push("a draw by the 24-point rule".into());
                }
                write!(f, "the declaration does not win: {}", faults.join(", "))
            }
        }
    }
}
