//! Games of the evaluation against itself.
use crate::board::Board;
use crate::eval::Weights;
use crate::position::Position;
use crate::square::Square;

/// How games are self-played.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SelfPlay {
    /// The least and the most random plies at the start.
    pub random_plies: (u32, u32),
    /// How often a later move is random too: games show answers to bad moves.
    pub slip: f32,
}

impl Default for SelfPlay {
    fn default() -> Self {
        Self { random_plies: (8, 20), slip: 0.06 }
    }
}

/// A game from the start to its end: random moves first, then those that an evaluation of the next
/// board likes best. The same seed gives the same game.
#[must_use]
pub fn self_play(weights: &Weights, options: &SelfPlay, seed: u64) -> Position {
    let mut random = Random(seed);
    let mut position = Position::start();
    let (least, most) = options.random_plies;
    let plies = least + random.below(most.saturating_sub(least) + 1);
    let mut plays = 0;
    while !position.is_over() {
        let board = position.board();
        let moves = board.moves();
        if moves.is_empty() {
            if position.pass().is_err() {
                break;
            }
            continue;
        }
        let slips = random.below(1 << 16) < (options.slip * 65536.0) as u32;
        let chosen = if plays < plies || slips {
            moves.iter().nth(random.below(moves.len()) as usize)
        } else {
            moves.iter().min_by_key(|&square| value_after(weights, board, square))
        };
        if chosen.is_none_or(|square| position.play(square).is_err()) {
            break;
        }
        plays += 1;
    }
    position
}

fn value_after(weights: &Weights, board: Board, square: Square) -> i32 {
    let next = board.play_unchecked(square);
    if next.is_over() { 100 * next.final_score() } else { weights.value(next) }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `bound`, which is small and not 0.
    fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }
}
