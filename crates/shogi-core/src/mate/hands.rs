//! Proof hands and disproof hands: for which other hands of the attacker a result holds too.
//!
//! The pieces of the board and both hands are constant, so the attacker's hand determines the hand of the
//! defender. More pieces in the attacker's hand never lose a mate: the attacker can keep the pieces, and
//! the defender has fewer pieces for interpositions.

use crate::attacks::between;
use crate::color::Color;
use crate::hand::Hand;
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::position::Position;

fn combine(a: Hand, b: Hand, choose: impl Fn(u8, u8) -> u8) -> Hand {
    PieceKind::HAND.iter().fold(Hand::EMPTY, |hand, &kind| {
        hand.with_count(kind, choose(a.count(kind), b.count(kind))).unwrap_or(hand)
    })
}

/// Returns the hand with the greater count of each kind.
pub(super) fn union(a: Hand, b: Hand) -> Hand {
    if a.dominates(b) { a } else { combine(a, b, u8::max) }
}

/// Returns the hand with the smaller count of each kind.
pub(super) fn intersection(a: Hand, b: Hand) -> Hand {
    if a.dominates(b) { b } else { combine(a, b, u8::min) }
}

/// Returns the pieces of both hands.
pub(super) fn all_in_hand(position: &Position) -> Hand {
    combine(position.hand(Color::Black), position.hand(Color::White), |a, b| a + b)
}

/// Returns the attacker's hand after a move of the attacker.
pub(super) fn after(hand: Hand, m: Move) -> Hand {
    if let Some(kind) = m.dropped() {
        hand.less(kind.index())
    } else if let Some(kind) = m.captured() {
        hand.more(kind.unpromoted().index())
    } else {
        hand
    }
}

/// Returns the hand before a move of the attacker that leads to this hand. The hand before a capture may
/// not have a negative count, so the count stays at 0.
pub(super) fn before(hand: Hand, m: Move) -> Hand {
    if let Some(kind) = m.dropped() {
        hand.with_count(kind, hand.count(kind) + 1).unwrap_or(hand)
    } else if let Some(kind) = m.captured() {
        let kind = kind.unpromoted();
        hand.with_count(kind, hand.count(kind).saturating_sub(1)).unwrap_or(hand)
    } else {
        hand
    }
}

/// Returns whether the defender, who is in check, can interpose.
pub(super) fn can_interpose(position: &Position) -> bool {
    let checkers = position.checkers();
    match (checkers.has_several(), checkers.first(), position.king(position.side())) {
        (false, Some(checker), Some(king)) => !between(checker, king).is_empty(),
        _ => false,
    }
}

/// Completes the hand that is enough against every evasion. If the defender could interpose a piece of a
/// kind that only the attacker holds, the attacker must hold all of them.
pub(super) fn complete_proof(position: &Position, hand: Hand) -> Hand {
    if !can_interpose(position) {
        return hand;
    }
    let defender = position.side();
    let held = position.hand(defender.opponent());
    let theirs = position.hand(defender);
    PieceKind::HAND.iter().filter(|&&kind| !theirs.contains(kind)).fold(hand, |hand, &kind| {
        let count = hand.count(kind).max(held.count(kind));
        hand.with_count(kind, count).unwrap_or(hand)
    })
}

/// Completes the hand that no check makes sufficient. A kind that the attacker does not hold could give
/// other checks.
pub(super) fn complete_disproof(position: &Position, hand: Hand) -> Hand {
    let held = position.hand(position.side());
    PieceKind::HAND
        .iter()
        .filter(|&&kind| !held.contains(kind))
        .fold(hand, |hand, &kind| hand.with_count(kind, 0).unwrap_or(hand))
}
