//! The children of a node, and their order in the endgame search.
use super::endgame_entry::EndgameEntry;
use super::regions::{CORNERS, grow, odd_quarters};
use super::stability::stable;
use crate::kernel::Kernel;
use alloc::vec::Vec;

/// A move with the board after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) player: u64,
    pub(super) opponent: u64,
    pub(super) square: u8,
    pub(super) weight: i32,
}

/// The number of children stored on the stack. No position of a game is known to have more than 33
/// moves, but boards with 35 moves can be set up.
const ON_STACK: usize = 34;

/// Memory for the children of a node.
pub(super) struct Room {
    short: [Child; ON_STACK],
    long: Vec<Child>,
}

impl Room {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { short: [Child::default(); ON_STACK], long: Vec::new() }
    }

    /// Returns memory for at least this number of moves.
    #[inline(always)]
    pub(super) fn for_moves(&mut self, moves: u64) -> &mut [Child] {
        if moves.count_ones() as usize <= ON_STACK {
            return &mut self.short;
        }
        self.long.resize(64, Child::default());
        &mut self.long
    }
}

/// Moves the child with the largest weight to the front of the list and returns it. If weights are
/// equal, the first child is moved.
#[inline(always)]
pub(super) fn take_best(list: &mut [Child]) -> Child {
    let mut at = 0;
    for i in 1..list.len() {
        if list[i].weight > list[at].weight {
            at = i;
        }
    }
    list.swap(0, at);
    list[0]
}

// The weights of the endgame move ordering. Only the ratios of the weights matter. A weight
// estimates how much smaller the tree is or how much better the move is. One reply less is worth
// 64.

/// The best move of an earlier search comes first.
const BEST_BEFORE: i32 = 1 << 20;
/// The previous best move comes second.
const SECOND_BEFORE: i32 = 1 << 19;
/// Few replies make a small tree. A reply in a corner counts twice because such a reply is strong.
const PER_REPLY: i32 = -64;
/// Empty squares next to the mover's discs are future replies.
const PER_OPEN_NEIGHBOR: i32 = -20;
/// Stable discs bound the score.
const PER_STABLE_DISC: i32 = 10;
/// The side that plays first in a region with an odd number of empty squares also plays last there.
const IN_ODD_QUARTER: i32 = 24;
/// A disc in a corner, if the stable discs are not counted.
const ON_CORNER: i32 = 20;

/// The minimum number of empty squares at which computing the costly weights saves time overall.
const COSTLY_FROM: u32 = 10;

/// Fills `list` with the children of a node and their weights for the endgame search. Returns the
/// number of children.
#[inline(always)]
pub(super) fn endgame_children<K: Kernel>(
    kernel: K,
    player: u64,
    opponent: u64,
    moves: u64,
    empties: u32,
    known: &EndgameEntry,
    list: &mut [Child],
) -> usize {
    let mut len = 0;
    let odd = odd_quarters(!(player | opponent));
    let mut rest = moves;
    while rest != 0 && len < list.len() {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let flipped = kernel.flips(player, opponent, square as usize);
        let (p, o) = (opponent & !flipped, player | flipped | 1 << square);
        let bit = 1u64 << square;
        let replies = kernel.moves(p, o);
        let mut weight = 0;
        if square as u8 == known.best {
            weight = BEST_BEFORE;
        } else if square as u8 == known.second {
            weight = SECOND_BEFORE;
        }
        weight += PER_REPLY * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
        if empties >= COSTLY_FROM {
            let open = grow(o) & !(p | o);
            weight += PER_OPEN_NEIGHBOR * open.count_ones() as i32;
            weight += PER_STABLE_DISC * stable(o, p | o).count_ones() as i32;
        }
        weight += IN_ODD_QUARTER * i32::from(bit & odd != 0);
        list[len] = Child { player: p, opponent: o, square: square as u8, weight };
        len += 1;
    }
    len
}

/// The maximum number of children of [`few_children`].
pub(super) const FEW: usize = 8;

/// Fills `list` with the children of a node and their weights, like [`endgame_children`]. The weights
/// need less time. Returns the number of children.
#[inline(always)]
pub(super) fn few_children<K: Kernel>(
    kernel: K,
    player: u64,
    opponent: u64,
    moves: u64,
    first: u8,
    list: &mut [Child; FEW],
) -> usize {
    let odd = odd_quarters(!(player | opponent));
    let mut len = 0;
    let mut rest = moves;
    while rest != 0 && len < list.len() {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let flipped = kernel.flips(player, opponent, square as usize);
        let (p, o) = (opponent & !flipped, player | flipped | 1 << square);
        let bit = 1u64 << square;
        let weight = if square as u8 == first {
            BEST_BEFORE
        } else {
            let replies = kernel.moves(p, o);
            PER_REPLY * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
                + IN_ODD_QUARTER * i32::from(bit & odd != 0)
                + ON_CORNER * i32::from(bit & CORNERS != 0)
        };
        list[len] = Child { player: p, opponent: o, square: square as u8, weight };
        len += 1;
    }
    len
}
