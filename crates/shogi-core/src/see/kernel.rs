//! The exchange itself.
//!
//! One look at the square finds every piece that attacks it or would on an empty board. Sliders
//! farther off attack once nothing stands between; the others are kept aside and asked again when
//! a piece leaves, so that what stands behind a piece costs no second search.

use super::values::SeeValues;
use crate::attacks::rays::{
    BETWEEN, EAST, NORTH, NORTH_EAST, NORTH_WEST, RAYS, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST,
};
use crate::attacks::steps::{NEIGHBOURS, STEPS};
use crate::color::Color;
use crate::mv::Move;
use crate::piece::Kind;
use crate::position::{BISHOP, GOLD, KING, KNIGHT, LANCE, PAWN, PROMOTED, Position, ROOK, SILVER};
use crate::square::Square;

/// Where a piece has to stand to attack a square, on an empty board, by its set in a position.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Origins {
    /// Pawn, lance, knight, silver and gold of Black.
    black: [u128; 5],
    /// The same of White.
    white: [u128; 5],
    bishop: u128,
    rook: u128,
    neighbours: u128,
}

static ORIGINS: [Origins; 128] = {
    let none = Origins { black: [0; 5], white: [0; 5], bishop: 0, rook: 0, neighbours: 0 };
    let mut table = [none; 128];
    let mut s = 0;
    while s < 81 {
        let mut kind = 0;
        while kind < 5 {
            // A black piece attacks from where a white one on the square would step to.
            table[s].black[kind] = STEPS[(kind + 1) | 16][s];
            table[s].white[kind] = STEPS[kind + 1][s];
            kind += 1;
        }
        table[s].black[1] = RAYS[SOUTH][s];
        table[s].white[1] = RAYS[NORTH][s];
        table[s].bishop =
            RAYS[NORTH_EAST][s] | RAYS[NORTH_WEST][s] | RAYS[SOUTH_EAST][s] | RAYS[SOUTH_WEST][s];
        table[s].rook = RAYS[NORTH][s] | RAYS[SOUTH][s] | RAYS[EAST][s] | RAYS[WEST][s];
        table[s].neighbours = NEIGHBOURS[s];
        s += 1;
    }
    table
};

/// The place of each kind in the order of attackers, lowest first, shifted clear of the square.
static ORDER: [u16; 16] = {
    const KINDS: [Kind; 14] = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Tokin,
        Kind::ProLance,
        Kind::ProKnight,
        Kind::Silver,
        Kind::ProSilver,
        Kind::Gold,
        Kind::Bishop,
        Kind::Horse,
        Kind::Rook,
        Kind::Dragon,
        Kind::King,
    ];
    let mut table = [0; 16];
    let mut i = 0;
    while i < 14 {
        table[KINDS[i] as usize] = (i as u16) << 8;
        i += 1;
    }
    table
};

/// In a key of [`Exchange::least`], set for a piece that does not promote.
const KEEPS_FACE: u16 = 128;
const NO_ATTACKER: u16 = u16::MAX;

/// An exchange under way.
struct Exchange<'a> {
    position: &'a Position,
    values: &'a SeeValues,
    target: usize,
    occupied: u128,
    /// Pieces that attack the target, both sides.
    attackers: u128,
    /// Sliders in line with the target and something between.
    hidden: u128,
}

/// The least attacker of a side, taken by its key.
struct Taker {
    kind: usize,
    promotes: bool,
}

impl<'a> Exchange<'a> {
    /// Looks at the target with some squares of the board emptied.
    #[inline(always)]
    fn new(position: &'a Position, values: &'a SeeValues, target: usize, left: u128) -> Self {
        let target = target & 127;
        let origins = &ORIGINS[target];
        let sets = &position.sets;
        let [black, white] = position.colors;
        let occupied = (black | white) & !left;
        let promoted_sliders = (sets[BISHOP] | sets[ROOK]) & sets[PROMOTED];
        let of = |origins: &[u128; 5]| {
            origins[0] & sets[PAWN]
                | origins[1] & sets[LANCE]
                | origins[2] & sets[KNIGHT]
                | origins[3] & sets[SILVER]
                | origins[4] & sets[GOLD]
        };
        let found = of(&origins.black) & black
            | of(&origins.white) & white
            | origins.bishop & sets[BISHOP]
            | origins.rook & sets[ROOK]
            | origins.neighbours & (sets[KING] | promoted_sliders);
        let found = found & occupied;
        let sliders = sets[LANCE] | sets[BISHOP] | sets[ROOK];
        let hidden = found & sliders & !origins.neighbours;
        let mut exchange =
            Self { position, values, target, occupied, attackers: found & !hidden, hidden };
        exchange.reveal();
        exchange
    }

    /// Moves the sliders that see the target by now to the attackers.
    #[inline(always)]
    fn reveal(&mut self) {
        let between = &BETWEEN[self.target.min(80)];
        let mut rest = self.hidden;
        while rest != 0 {
            let square = rest.trailing_zeros() as usize & 127;
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            if between[square] & self.occupied == 0 {
                self.attackers |= bit;
                self.hidden ^= bit;
            }
        }
    }

    /// The key of the least of these pieces of a side: order, whether it keeps its face, square.
    #[inline(always)]
    fn least(&self, pieces: u128, color: usize) -> u16 {
        let mut least = NO_ATTACKER;
        let mut rest = pieces;
        while rest != 0 {
            let square = rest.trailing_zeros() as usize & 127;
            rest &= rest - 1;
            let kind = self.kind(square);
            let keeps = if self.promotes(kind, square, color) { 0 } else { KEEPS_FACE };
            least = least.min(ORDER[kind] | keeps | square as u16);
        }
        least
    }

    #[inline(always)]
    fn kind(&self, square: usize) -> usize {
        (self.position.cells[square & 127] >> crate::mv::CAPTURED_SHIFT) as usize & 15
    }

    /// Whether a piece on `square` promotes by taking on the target.
    #[inline(always)]
    fn promotes(&self, kind: usize, square: usize, color: usize) -> bool {
        let in_zone = |square: usize| if color == 0 { square < 27 } else { square >= 54 };
        let leaves = kind == SILVER || kind == Kind::Bishop as usize || kind == Kind::Rook as usize;
        usize::from(self.values.promoted[kind]) != kind
            && (in_zone(self.target) || leaves && in_zone(square))
    }

    /// The piece that takes next for a side, out of the exchange with it; `None` if the side stops for
    /// want of one.
    #[inline(always)]
    fn take<const PINS: bool>(&mut self, color: usize) -> Option<Taker> {
        let own = self.position.colors[color];
        let mut candidates = self.attackers & own;
        if PINS {
            candidates &= !self.pinned(color);
        }
        let key = self.least(candidates, color);
        if key == NO_ATTACKER {
            return None;
        }
        let square = usize::from(key & 127);
        let kind = self.kind(square);
        let bit = 1u128 << square;
        self.occupied ^= bit;
        self.attackers ^= bit;
        if self.hidden != 0 {
            self.reveal();
        }
        if kind == KING && self.attackers & !own != 0 {
            return None;
        }
        Some(Taker { kind, promotes: key & KEEPS_FACE == 0 })
    }

    /// The pieces of a side that may not take on the target because they shield their king from a
    /// slider that still stands.
    fn pinned(&self, color: usize) -> u128 {
        let king = usize::from(self.position.kings[color]);
        if king > 80 {
            return 0;
        }
        let sets = &self.position.sets;
        let origins = &ORIGINS[king];
        let lance = if color == 0 { origins.white[1] } else { origins.black[1] };
        let standing = self.occupied & !(1 << self.target);
        let mut pinners = standing
            & self.position.colors[color ^ 1]
            & (lance & sets[LANCE] | origins.bishop & sets[BISHOP] | origins.rook & sets[ROOK]);
        let mut pinned = 0;
        while pinners != 0 {
            let pinner = pinners.trailing_zeros() as usize;
            pinners &= pinners - 1;
            let between = BETWEEN[king][pinner & 127];
            let shield = between & (self.occupied | 1 << self.target);
            // A shield on the target, or one that stays on the line, may take.
            if shield != 0 && shield & (shield - 1) == 0 {
                let square = shield.trailing_zeros() as usize;
                if crate::attacks::rays::line(king, square) >> self.target & 1 == 0 {
                    pinned |= shield;
                }
            }
        }
        pinned
    }
}

/// What the move wins at once, what its piece is then worth to the opponent, and the squares it leaves.
#[inline(always)]
fn first_capture(values: &SeeValues, m: Move) -> (i64, i64, u128) {
    let word = m.bits();
    let captured = (word >> crate::mv::CAPTURED_SHIFT) as usize & 15;
    let origin = (word >> crate::mv::ORIGIN_SHIFT & 0x7f) as usize;
    let won = i64::from(if captured == 0 { 0 } else { values.capture[captured] });
    if origin > 80 {
        return (0, i64::from(values.capture[(origin - 80) & 15]), 0);
    }
    let kind = (word >> crate::mv::PIECE_SHIFT) as usize & 15;
    if m.is_promotion() {
        let after = usize::from(values.promoted[kind]) & 15;
        let won = won + i64::from(values.gain[kind]);
        return (won, i64::from(values.capture[after]), 1 << origin);
    }
    (won, i64::from(values.capture[kind]), 1 << origin)
}

#[inline(always)]
pub(super) fn is_at_least<const PINS: bool>(
    position: &Position,
    values: &SeeValues,
    m: Move,
    threshold: i32,
) -> bool {
    let (won, mut victim, left) = first_capture(values, m);
    // The question is always whether the side about to take can win no more than `spare`.
    let mut spare = won - i64::from(threshold);
    if spare < 0 {
        return false;
    }
    let most_gain = i64::from(values.most_gain);
    if victim + most_gain <= spare {
        return true;
    }
    let mut exchange = Exchange::new(position, values, m.target().index(), left);
    let mut color = position.side.opponent() as usize;
    let mut answer = true;
    while let Some(taker) = exchange.take::<PINS>(color) {
        let mut wins = victim;
        let mut after = taker.kind;
        if taker.promotes {
            wins += i64::from(values.gain[taker.kind]);
            after = usize::from(values.promoted[taker.kind]) & 15;
        }
        if wins <= spare {
            break;
        }
        spare = wins - 1 - spare;
        victim = i64::from(values.capture[after]);
        answer = !answer;
        color ^= 1;
        if victim + most_gain <= spare {
            break;
        }
    }
    answer
}

/// What the side `color` wins by taking a piece of this worth on the target.
#[inline(always)]
fn exchange_value<const PINS: bool>(
    mut exchange: Exchange<'_>,
    mut victim: i64,
    mut color: usize,
) -> i64 {
    // balance[d]: what the taker of the d-th capture is ahead by if the exchange ends there.
    let mut balance = [0i64; 44];
    let mut depth = 0;
    while let Some(taker) = exchange.take::<PINS>(color) {
        let mut wins = victim;
        let mut after = taker.kind;
        if taker.promotes {
            wins += i64::from(exchange.values.gain[taker.kind]);
            after = usize::from(exchange.values.promoted[taker.kind]) & 15;
        }
        if depth + 1 == balance.len() {
            break;
        }
        balance[depth + 1] = wins - balance[depth];
        depth += 1;
        victim = i64::from(exchange.values.capture[after]);
        color ^= 1;
    }
    // Either side may stop: from the end, each capture is worth its balance or nothing.
    while depth > 0 {
        balance[depth - 1] = -i64::max(-balance[depth - 1], balance[depth]);
        depth -= 1;
    }
    -balance[0]
}

#[inline(always)]
pub(super) fn value_of_move<const PINS: bool>(
    position: &Position,
    values: &SeeValues,
    m: Move,
) -> i32 {
    let (won, victim, left) = first_capture(values, m);
    let exchange = Exchange::new(position, values, m.target().index(), left);
    let loses = exchange_value::<PINS>(exchange, victim, position.side.opponent() as usize);
    saturate(won - loses)
}

#[inline(always)]
pub(super) fn value_of_square<const PINS: bool>(
    position: &Position,
    values: &SeeValues,
    square: Square,
) -> i32 {
    let Some(piece) = position.piece_on(square) else { return 0 };
    let exchange = Exchange::new(position, values, square.index(), 0);
    let victim = i64::from(values.capture[piece.kind().index()]);
    saturate(exchange_value::<PINS>(exchange, victim, piece.color().opponent() as usize))
}

fn saturate(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

const _: () = assert!(Color::White as usize == 1 && KING == Kind::King as usize);
