//! Games that an evaluation plays against itself.
use crate::board::Board;
use crate::eval::Weights;
use crate::position::Position;
use crate::square::Square;

/// Options of self-played games.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SelfPlay {
    /// The minimum and the maximum number of random plies at the start.
    pub random_plies: (u32, u32),
    /// The probability that a later move is random, so that the games also show replies to bad
    /// moves.
    pub slip: f32,
}

impl Default for SelfPlay {
    fn default() -> Self {
        Self { random_plies: (8, 20), slip: 0.06 }
    }
}

impl SelfPlay {
    /// Sets the minimum and maximum number of random plies at the start.
    #[must_use]
    pub const fn with_random_plies(self, min: u32, max: u32) -> Self {
        Self { random_plies: (min, max), ..self }
    }

    /// Sets the probability that a later move is random.
    #[must_use]
    pub const fn with_slip(self, slip: f32) -> Self {
        Self { slip, ..self }
    }
}

/// Plays a game from the start to its end. The first moves are random; each later move leads to the
/// board with the best value. The same seed gives the same game.
#[must_use]
pub fn self_play(weights: &Weights, options: &SelfPlay, seed: u64) -> Position {
    let mut random = Random(seed);
    let mut position = Position::start();
    let (min, max) = options.random_plies;
    let plies = min + random.below(max.saturating_sub(min) + 1);
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

/// Returns the value of the board after a move, for the opponent.
fn value_after(weights: &Weights, board: Board, square: Square) -> i32 {
    let next = board.play_unchecked(square);
    if next.is_over() { 100 * next.final_score() } else { weights.value(next) }
}

/// A SplitMix64 random number generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// Returns a number below `bound`, which must not be 0.
    fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{STAGES, Shapes};
    use crate::moves::Move;
    use crate::pattern::squares;
    use alloc::vec::Vec;

    /// Makes weights that give 100 for each opponent's disc and -100 for each own disc, so that
    /// players prefer to have few discs. The 16 squares in the centre have no weight.
    fn few_discs() -> Weights {
        let shapes: [&[Square]; 7] = [
            squares![A1],
            squares![B1],
            squares![C1],
            squares![D1],
            squares![B2],
            squares![C2],
            squares![D2],
        ];
        let shapes = Shapes::new("discs", &shapes).unwrap();
        // Four constants, then for each shape the weights of an empty square, of a player's disc
        // and of an opponent's disc.
        let stage = [&[0; 4][..], &[0, -100, 100].repeat(7)].concat();
        Weights::from_folded(&shapes, stage.repeat(STAGES)).unwrap()
    }

    /// Returns the number of placed discs and the indices of the moves that are not the best.
    fn plays_and_slips(game: &Position, weights: &Weights) -> (usize, Vec<usize>) {
        let mut position = Position::start();
        let (mut plays, mut slips) = (0, Vec::new());
        for turn in game.history() {
            if let Move::Place(square) = turn.mv {
                let board = position.board();
                let best = board.moves().iter().map(|s| value_after(weights, board, s)).min();
                if Some(value_after(weights, board, square)) != best {
                    slips.push(plays);
                }
                plays += 1;
            }
            position.play(turn.mv).unwrap();
        }
        (plays, slips)
    }

    #[test]
    fn games_are_random_at_first_and_later_by_the_slip() {
        let weights = few_discs();
        let games = |options: SelfPlay| {
            (0..100).map(|seed| self_play(&weights, &options, seed)).collect::<Vec<_>>()
        };
        let none = SelfPlay::default().with_random_plies(0, 0).with_slip(0.0);
        for game in games(none) {
            assert!(game.is_over());
            assert!(plays_and_slips(&game, &weights).1.is_empty());
        }
        let ten = none.with_random_plies(10, 10);
        let found: Vec<usize> =
            games(ten).iter().flat_map(|game| plays_and_slips(game, &weights).1).collect();
        assert!(found.iter().all(|&ply| ply < 10) && found.contains(&9));
        // Between 5 and 12 plies are random.
        let some = none.with_random_plies(5, 12);
        let found: Vec<usize> =
            games(some).iter().flat_map(|game| plays_and_slips(game, &weights).1).collect();
        assert!(found.iter().all(|&ply| ply < 12) && found.contains(&11));
        // With a slip of 1 every move is random, and a slip of 0.06 changes few moves.
        let share = |slip: f32| {
            let (mut plays, mut slips) = (0, 0);
            for game in games(none.with_slip(slip)) {
                let (more, found) = plays_and_slips(&game, &weights);
                plays += more;
                slips += found.len();
            }
            slips as f64 / plays as f64
        };
        let all = share(1.0);
        assert!(all > 0.5, "{all}");
        let some = share(0.06) / all;
        assert!((0.04..0.08).contains(&some), "{some}");
    }

    #[test]
    fn the_seed_chooses_the_game() {
        let weights = Weights::zero(&Shapes::plain_42());
        let play = |seed| self_play(&weights, &SelfPlay::default(), seed);
        assert_eq!(play(7), play(7));
        assert_ne!(play(7).history(), play(8).history());
    }
}
