//! The board of the midgame search, with its pattern states.
use super::score::{MAX_CENTIDISCS, final_centidiscs};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::eval::Weights;
use crate::pattern::PatternStates;
use crate::square::Square;

/// A board with its pattern states. The states use the colours of the discs, so a pass changes only
/// the side to move.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) player: u64,
    pub(super) opponent: u64,
    states: PatternStates,
    side: Color,
}

impl Node {
    /// Makes the node of a board. The side to move counts as Black.
    pub(super) fn new(weights: &Weights, board: Board) -> Self {
        let patterns = weights.shapes().patterns();
        let states = PatternStates::from_discs(patterns, board.player(), board.opponent());
        let (player, opponent) = (board.player().bits(), board.opponent().bits());
        Self { player, opponent, states, side: Color::Black }
    }

    #[inline(always)]
    pub(super) fn empties(&self) -> u32 {
        (self.player | self.opponent).count_zeros()
    }

    /// Returns the node after a pass.
    #[inline(always)]
    pub(super) fn passed(&self) -> Self {
        let (player, opponent) = (self.opponent, self.player);
        Self { player, opponent, side: !self.side, ..*self }
    }

    /// Returns the node after a move that flips `flipped`.
    #[inline(always)]
    pub(super) fn played(&self, weights: &Weights, square: u32, flipped: u64) -> Self {
        let mut states = self.states;
        let flips = Bitboard::from_bits(flipped);
        states.play(weights.shapes().patterns(), Square::from_bit(square), flips, self.side);
        Self {
            player: self.opponent & !flipped,
            opponent: self.player | flipped | 1 << square,
            states,
            side: !self.side,
        }
    }

    /// Returns the value of the node without a search, in centidiscs. Only full boards and boards
    /// with discs of one colour are recognised as finished. Recognising all finished boards would
    /// require computing the moves of both sides at each leaf.
    #[inline(always)]
    pub(super) fn value(&self, weights: &Weights) -> i32 {
        let discs = 64 - self.empties();
        if discs == 64 || self.player == 0 || self.opponent == 0 {
            return final_centidiscs(self.player, self.opponent);
        }
        weights
            .value_of_states(&self.states, discs, self.side)
            .clamp(-MAX_CENTIDISCS, MAX_CENTIDISCS)
    }
}
