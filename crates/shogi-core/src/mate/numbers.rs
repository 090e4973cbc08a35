//! Proof numbers, lengths and what a search found about a position.

use crate::hand::Hand;

/// A number greater than any sum of proof numbers.
pub(super) const INFINITE: u32 = 1 << 30;

/// The length of a mate that does not exist, and the length within which a position without a mate is
/// safe.
pub(super) const FOREVER: u16 = u16::MAX;

/// The length limit of a search for any mate. No line of the search is longer.
pub(super) const ANY_LENGTH: u16 = 60_001;

/// The value of [`Found::since`] if a disproof does not depend on the path.
pub(super) const ALWAYS: u32 = u32::MAX;

/// The value of [`Found::since`] if a disproof is only due to a limit of the search.
pub(super) const NEVER_VALID: u32 = 0;

/// The facts or estimates that a search found about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The proof number, 0 if a mate is proven.
    pub(super) proof: u32,
    /// The disproof number, 0 if it is proven that there is no mate.
    pub(super) disproof: u32,
    /// After a proof, a hand of the attacker that is enough for the mate. After a disproof, a hand that
    /// does not suffice.
    pub(super) hand: Hand,
    /// After a proof, the mate takes at most this number of plies. After a disproof, there is no mate
    /// within this number of plies.
    pub(super) plies: u16,
    /// One more than the lowest ply of the path on which the disproof depends: a later position repeats
    /// the position at that ply.
    pub(super) since: u32,
}

impl Found {
    pub(super) const fn mate(hand: Hand, plies: u16) -> Self {
        Self { proof: 0, disproof: INFINITE, hand, plies, since: ALWAYS }
    }

    pub(super) const fn safe(hand: Hand, plies: u16, since: u32) -> Self {
        Self { proof: INFINITE, disproof: 0, hand, plies, since }
    }

    pub(super) const fn estimate(proof: u32, disproof: u32, hand: Hand) -> Self {
        Self { proof, disproof, hand, plies: 0, since: ALWAYS }
    }

    pub(super) const fn is_decided(&self) -> bool {
        self.proof == 0 && self.disproof == INFINITE || self.disproof == 0 && self.proof == INFINITE
    }
}

/// Adds plies to a length. `FOREVER` remains.
pub(super) const fn longer(plies: u16, by: u16) -> u16 {
    if plies >= ANY_LENGTH { FOREVER } else { plies + by }
}
