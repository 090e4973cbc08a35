//! The nodes on the path of the search, their children, and the numbers that follow from the children.

use super::numbers::{Found, INFINITE};
use crate::hand::Hand;
use crate::mv::Move;
use crate::position::Undo;

/// The value of [`Child::next`] if no move waits for the child.
pub(super) const NONE: u16 = u16::MAX;

/// A move of a node and what is known about the position after the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) m: Move,
    /// The key of the board after the move.
    pub(super) key: u64,
    /// The attacker's hand after the move.
    pub(super) hand: Hand,
    pub(super) found: Found,
    /// Whether the move waits until an earlier, similar move is decided.
    pub(super) waits: bool,
    /// Whether several moves of this kind often lead to the same positions, so that their numbers are not
    /// added.
    pub(super) shares: bool,
    /// Whether the position is not in the table.
    pub(super) is_new: bool,
    /// Whether the position was seen at a lower ply.
    pub(super) is_old: bool,
    /// The child of the node, by number, that waits for this child.
    pub(super) next: u16,
}

/// A node on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The first child in the list of all children.
    pub(super) start: usize,
    pub(super) key: u64,
    pub(super) hand: Hand,
    /// The maximum length of a mate.
    pub(super) limit: u16,
    pub(super) attacks: bool,
    pub(super) proof_bound: u32,
    pub(super) disproof_bound: u32,
    /// The child that is being searched.
    pub(super) best: usize,
    /// The move that led to the node.
    pub(super) played: Option<(Move, Undo)>,
    /// The node count before the node.
    pub(super) nodes_before: u64,
    /// The extension of the bounds when the node was entered.
    pub(super) extensions: u32,
}

/// The numbers of a node and the child to search next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    pub(super) best: usize,
    /// The second smallest number that the node minimises.
    pub(super) second: u32,
    /// The other number of the node without the best child's part.
    pub(super) rest: u32,
}

impl Child {
    /// Returns the number that a node minimises and the number that a node adds up.
    const fn numbers(&self, attacks: bool) -> (u32, u32) {
        if attacks {
            (self.found.proof, self.found.disproof)
        } else {
            (self.found.disproof, self.found.proof)
        }
    }
}

/// Sums up the children of a node. None of the decided children has a child that waits for it.
pub(super) fn sum_up(children: &[Child], attacks: bool, use_maximum: bool) -> Summary {
    let (mut least, mut second, mut best) = (INFINITE, INFINITE, 0);
    let (mut sum, mut most, mut most_but_best) = (0u32, 0, 0);
    let mut waiting = 0u32;
    let mut best_all = 0;
    let mut best_shares = false;
    for (i, child) in children.iter().enumerate() {
        if child.waits {
            waiting += 1;
            continue;
        }
        let (one, all) = child.numbers(attacks);
        let shares = child.shares && use_maximum;
        if one < least {
            // The former best child becomes one of the others.
            if best_shares {
                most_but_best = most_but_best.max(best_all);
            }
            second = least;
            (least, best) = (one, i);
            (best_all, best_shares) = (all, shares);
        } else {
            second = second.min(one);
            if shares {
                most_but_best = most_but_best.max(all);
            }
        }
        if shares {
            most = most.max(all);
        } else {
            sum = sum.saturating_add(all).min(INFINITE);
        }
    }
    let waiting = if waiting == 0 { 0 } else { (waiting / 8).max(1) };
    let cap = |number: u32, is_decided: bool| {
        if is_decided { number } else { number.clamp(1, INFINITE - 1) }
    };
    let total = sum.saturating_add(most).saturating_add(waiting);
    // A decided child decides the node. Otherwise, the sum is 0 if all children are decided the other way.
    let all = if least == 0 { INFINITE } else { cap(total, total == 0) };
    let rest = if best_shares {
        sum.saturating_add(waiting)
    } else {
        sum.saturating_sub(best_all).saturating_add(most_but_best).saturating_add(waiting)
    };
    let one = if all == 0 { INFINITE } else { cap(least, least == 0) };
    let (proof, disproof) = if attacks { (one, all) } else { (all, one) };
    Summary { proof, disproof, best, second, rest }
}
