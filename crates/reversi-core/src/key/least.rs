//! The smallest of several images of a board.
use core::hint::select_unpredictable;

/// The smallest of the 8 images, and the number of its symmetry.
#[derive(Clone, Copy)]
pub(super) struct Least {
    pub(super) opponent: u64,
    pub(super) player: u64,
    pub(super) symmetry: u64,
}

impl Least {
    /// Returns the smaller of two images. If the images are equal, returns `self`, which has the
    /// lower symmetry number. The code has no branch, because the CPU cannot predict which image is
    /// smaller.
    #[inline(always)]
    pub(super) fn min(self, other: Self) -> Self {
        let whole = |least: Self| u128::from(least.opponent) << 64 | u128::from(least.player);
        let less = whole(other) < whole(self);
        Self {
            opponent: select_unpredictable(less, other.opponent, self.opponent),
            player: select_unpredictable(less, other.player, self.player),
            symmetry: select_unpredictable(less, other.symmetry, self.symmetry),
        }
    }

    /// Returns the smallest of the 8 images, given in the order of the symmetries.
    #[inline(always)]
    pub(super) fn of(players: [u64; 8], opponents: [u64; 8]) -> Self {
        let image =
            |i: usize| Self { opponent: opponents[i], player: players[i], symmetry: i as u64 };
        let half = |i: usize| image(i).min(image(i + 1)).min(image(i + 2).min(image(i + 3)));
        half(0).min(half(4))
    }
}
