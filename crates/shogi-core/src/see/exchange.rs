//! Computes the value of an exchange.
//!
//! One scan of the target square finds every piece that attacks it, and every slider that would
//! attack it on an empty board. Sliders that are blocked by other pieces are *hidden*, and are kept
//! in a separate set. After each capture, only this set is examined again.

use super::ties::SeeTies;
use super::values::{KEEPS_FACE, KEY_KEEPS_FACE, KEY_SQUARE, NO_ATTACKER, SeeValues, Takes};
use crate::attacks::rays::{
    BETWEEN, EAST, NORTH, NORTH_EAST, NORTH_WEST, RAYS, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST,
};
use crate::attacks::steps::{NEIGHBOURS, STEPS};
use crate::bitboard::{BITS, Bitboard};
use crate::color::Color;
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::position::{
    BISHOP, GOLD, KING, KNIGHT, LANCE, PAWN, PROMOTED, Position, ROOK, SILVER, SLOTS,
};
use crate::square::Square;
use crate::vector_set::VectorSet;

/// The squares from which pieces attack a square on an empty board, for each piece set of a
/// position.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Origins {
    /// Indexed by the side, then by pawn, lance, knight, silver and gold.
    sides: [[u128; 5]; 2],
    bishop: u128,
    rook: u128,
    neighbours: u128,
}

static ORIGINS: [Origins; 128] = {
    let none = Origins { sides: [[0; 5]; 2], bishop: 0, rook: 0, neighbours: 0 };
    let mut table = [none; 128];
    let mut s = 0;
    while s < 81 {
        let mut kind = 0;
        while kind < 5 {
            // A black piece attacks the target from the squares to which a white piece of the same
            // kind steps from the target.
            table[s].sides[0][kind] = STEPS[(kind + 1) | 16][s];
            table[s].sides[1][kind] = STEPS[kind + 1][s];
            kind += 1;
        }
        table[s].sides[0][1] = RAYS[SOUTH][s];
        table[s].sides[1][1] = RAYS[NORTH][s];
        table[s].bishop =
            RAYS[NORTH_EAST][s] | RAYS[NORTH_WEST][s] | RAYS[SOUTH_EAST][s] | RAYS[SOUTH_WEST][s];
        table[s].rook = RAYS[NORTH][s] | RAYS[SOUTH][s] | RAYS[EAST][s] | RAYS[WEST][s];
        table[s].neighbours = NEIGHBOURS[s];
        s += 1;
    }
    table
};

/// Removes the lowest square from a set and returns it. The set must not be empty.
#[inline(always)]
fn take_lowest(set: &mut u128) -> usize {
    let low = *set as u64;
    let square =
        if low != 0 { low.trailing_zeros() } else { 64 + ((*set >> 64) as u64).trailing_zeros() };
    *set ^= BITS[square as usize & 127];
    square as usize & 127
}

/// Indexed by side and square. For a square outside the promotion zone, the entry is the key bit of
/// a piece that does not promote.
static OUTSIDE: [[u32; 128]; 2] = {
    let mut table = [[1 << KEY_KEEPS_FACE; 128]; 2];
    let mut square = 0;
    while square < 27 {
        table[0][square] = 0;
        table[1][80 - square] = 0;
        square += 1;
    }
    table
};

/// The promotion zone of each side.
const ZONE: [u128; 2] =
    [Bitboard::promotion_zone(Color::Black).bits(), Bitboard::promotion_zone(Color::White).bits()];

/// Indexed by [`SeeTies`]. An entry is the place of a square in this order. Each table is its own
/// inverse.
static PLACES: [[u8; 128]; 8] = {
    let mut table = [[0; 128]; 8];
    let mut square = 0;
    while square < 81 {
        let mirrored = square / 9 * 9 + 8 - square % 9;
        table[SeeTies::From9a as usize][square] = square as u8;
        table[SeeTies::From1a as usize][square] = mirrored as u8;
        table[SeeTies::From9i as usize][square] = 80 - mirrored as u8;
        table[SeeTies::From1i as usize][square] = 80 - square as u8;
        square += 1;
    }
    table
};

/// The options of an exchange. If `ORDERED` is false, `ties` is not used, and the result is `None`
/// if a tie may change the value.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a, const PINS: bool, const ORDERED: bool> {
    pub(super) values: &'a SeeValues,
    pub(super) ties: SeeTies,
}

/// The state of an exchange.
struct Exchange<'a, const PINS: bool, const ORDERED: bool> {
    position: &'a Position,
    terms: Terms<'a, PINS, ORDERED>,
    target: usize,
    /// The squares whose pieces were removed before the scan.
    left: u128,
    occupied: u128,
    /// The pieces of both sides that attack the target.
    attackers: u128,
    /// The hidden sliders: sliders on lines through the target that other pieces block.
    hidden: u128,
}

/// The piece that captures next.
struct Taker {
    kind: usize,
    square: usize,
    takes: Takes,
}

impl<'a, const PINS: bool, const ORDERED: bool> Exchange<'a, PINS, ORDERED> {
    /// Makes an exchange on the target, without the pieces on the squares `left`. The attackers are
    /// not computed yet.
    #[inline(always)]
    fn new(
        position: &'a Position,
        terms: Terms<'a, PINS, ORDERED>,
        target: usize,
        left: u128,
    ) -> Self {
        let occupied = (position.colors[0] | position.colors[1]) & !left;
        Self { position, terms, target: target & 127, left, occupied, attackers: 0, hidden: 0 }
    }

    /// Maps a square to its place in the order of ties, and a place to its square.
    #[inline(always)]
    fn place(&self, square: usize) -> usize {
        if ORDERED { PLACES[self.terms.ties as usize & 7][square & 127].into() } else { square }
    }

    /// Finds the attackers and the hidden sliders of a side.
    #[inline(always)]
    fn look(&mut self, color: usize) {
        let origins = &ORIGINS[self.target];
        let steps = &origins.sides[color];
        let sets = &self.position.sets;
        let lanes = |slot: usize| VectorSet::new(sets[slot]);
        let (bishops, rooks) = (lanes(BISHOP), lanes(ROOK));
        let royal = (bishops | rooks) & lanes(PROMOTED) | lanes(KING);
        let near = VectorSet::new(origins.neighbours);
        let own = VectorSet::new(self.position.colors[color]).without(VectorSet::new(self.left));
        let walkers = lanes(PAWN) & steps[0]
            | lanes(KNIGHT) & steps[2]
            | lanes(SILVER) & steps[3]
            | lanes(GOLD) & steps[4]
            | royal & near;
        let sliders =
            (bishops & origins.bishop | rooks & origins.rook | lanes(LANCE) & steps[1]) & own;
        // A slider next to the target attacks it, so it is not hidden. `walkers` also contains
        // horses and dragons next to the target.
        let far = sliders.without(near).bits();
        self.attackers |= (walkers & own | sliders & near).bits();
        if far != 0 {
            self.hidden |= far;
            self.reveal(far);
        }
    }

    /// Moves the sliders that are no longer blocked from `hidden` to `attackers`.
    #[inline(always)]
    fn reveal(&mut self, mut hidden: u128) {
        let between = &BETWEEN[self.target.min(80)];
        while hidden != 0 {
            let square = take_lowest(&mut hidden);
            if between[square] & self.occupied == 0 {
                self.attackers |= BITS[square];
                self.hidden ^= BITS[square];
            }
        }
    }

    /// Returns an upper bound of the gain when a piece of the side promotes on the target.
    #[inline(always)]
    fn most_gain(&self, color: usize) -> i64 {
        let sets = &self.position.sets;
        let leaving = sets[SILVER] | sets[BISHOP] | sets[ROOK];
        let promotes = OUTSIDE[color][self.target] == 0
            || leaving & self.position.colors[color] & ZONE[color] != 0;
        if promotes { self.terms.values.most_gain.into() } else { 0 }
    }

    /// Returns the key of a piece of a side. It is less than [`NO_ATTACKER`].
    ///
    /// A piece promotes if its origin or the target is in the promotion zone. Pieces that only move
    /// forward never leave the zone, so this rule is correct for all kinds.
    #[inline(always)]
    fn key(&self, square: usize, color: usize) -> u32 {
        let kind = (self.position.cells[square] >> crate::mv::CAPTURED_SHIFT) as usize & 15;
        self.terms.values.order[kind]
            | OUTSIDE[color][self.target] & OUTSIDE[color][square]
            | (self.place(square) as u32) << KEY_SQUARE
    }

    /// Returns the piece of a side that captures next, if there is one. Does not change the
    /// exchange.
    #[inline(always)]
    fn pick(&self, color: usize) -> Option<Taker> {
        self.pick_of(self.attackers & self.position.colors[color], color)
    }

    /// Returns the piece that captures next among the attackers `from` of a side.
    #[inline(always)]
    fn pick_of(&self, mut candidates: u128, color: usize) -> Option<Taker> {
        if PINS {
            candidates &= !self.pinned(color);
        }
        let mut least = NO_ATTACKER;
        while candidates != 0 {
            least = least.min(self.key(take_lowest(&mut candidates), color));
        }
        if least >= NO_ATTACKER {
            return None;
        }
        let kind = least as usize & 15;
        let keeps_face = (least >> KEY_KEEPS_FACE & 1) as usize * KEEPS_FACE;
        let takes = self.terms.values.takes[kind | keeps_face];
        Some(Taker { kind, square: self.place((least >> KEY_SQUARE & 127) as usize), takes })
    }

    /// Removes the capturing piece from the exchange. Returns `None` if an identical piece could
    /// capture instead and the choice may change the value. The attackers of both sides must be
    /// known.
    ///
    /// Identical pieces attack along different lines. The choice between them can change the value
    /// only if a slider is hidden or if pins are respected. If the function returns `None`
    /// unnecessarily, which is rare, the caller uses a slower computation.
    #[inline(always)]
    fn leave(&mut self, taker: &Taker, color: usize) -> Option<()> {
        let bit = BITS[taker.square];
        self.occupied ^= bit;
        self.attackers ^= bit;
        if PINS || self.hidden != 0 {
            if !ORDERED {
                let alike = self.position.sets[usize::from(SLOTS[taker.kind])];
                if alike & self.attackers & self.position.colors[color] != 0 {
                    return None;
                }
            }
            self.reveal(self.hidden);
        }
        Some(())
    }

    /// Returns the pinned pieces of a side that may not capture on the target. They shield their
    /// king from a slider that is still on the board.
    fn pinned(&self, color: usize) -> u128 {
        let king = usize::from(self.position.kings[color]);
        // If the king itself has captured, no piece is pinned.
        if self.occupied & BITS[king & 127] == 0 {
            return 0;
        }
        let sets = &self.position.sets;
        let origins = &ORIGINS[king];
        let lance = origins.sides[color ^ 1][1];
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
            // A shielding piece is not restricted if it is on the target or if it stays on the line
            // when it captures.
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

/// Returns the immediate gain of a move, the value of the moved piece for the opponent after the
/// move, and the square that the piece leaves.
#[inline(always)]
fn first_capture(values: &SeeValues, m: Move) -> (i64, i64, u128) {
    let word = m.bits();
    let captured = (word >> crate::mv::CAPTURED_SHIFT) as usize & 15;
    let origin = (word >> crate::mv::ORIGIN_SHIFT & 0x7f) as usize;
    if origin > 80 {
        return (0, i64::from(values.capture[(origin - 80) & 15]), 0);
    }
    let kind = (word >> crate::mv::PIECE_SHIFT) as usize & 15;
    let takes = values.takes[kind | if m.is_promotion() { 0 } else { KEEPS_FACE }];
    let won = i64::from(if captured == 0 { 0 } else { values.capture[captured] });
    (won + i64::from(takes.gain), i64::from(takes.after), BITS[origin])
}

/// Returns whether the value is at least `threshold`. Returns `None` if the result may depend on
/// the order of ties.
#[inline(always)]
pub(super) fn is_at_least<const PINS: bool, const ORDERED: bool>(
    position: &Position,
    terms: Terms<'_, PINS, ORDERED>,
    m: Move,
    threshold: i32,
) -> Option<bool> {
    let values = terms.values;
    let (won, mut victim, left) = first_capture(values, m);
    // Each iteration decides whether the side that captures next wins at most `spare`.
    let mut spare = won - i64::from(threshold);
    if spare < 0 {
        return Some(false);
    }
    let mut color = position.side.opponent() as usize;
    let mut exchange = Exchange::new(position, terms, m.target().index(), left);
    let most_gain = i64::from(values.most_gain);
    if victim <= spare && victim + exchange.most_gain(color) <= spare {
        return Some(true);
    }
    exchange.look(color);
    // The attackers of the opponent are not computed yet.
    let Some(mut taker) = exchange.pick_of(exchange.attackers, color) else { return Some(true) };
    let (mut answer, mut first) = (true, true);
    loop {
        let (wins, after) = (victim + i64::from(taker.takes.gain), i64::from(taker.takes.after));
        if wins <= spare {
            return Some(answer);
        }
        // A recapture wins at most `after + most_gain`.
        let next_spare = wins - 1 - spare;
        if taker.kind != KING && after + most_gain <= next_spare {
            return Some(!answer);
        }
        if first {
            exchange.look(color ^ 1);
            first = false;
        }
        exchange.leave(&taker, color)?;
        if taker.kind == KING && exchange.attackers & position.colors[color ^ 1] != 0 {
            return Some(answer);
        }
        (spare, victim) = (next_spare, after);
        answer = !answer;
        color ^= 1;
        match exchange.pick(color) {
            Some(next) => taker = next,
            None => return Some(answer),
        }
    }
}

/// Returns the value that the side `color` wins by capturing a piece of this value on the target.
/// Returns `None` if the result may depend on the order of ties.
#[inline(always)]
fn exchange_value<const PINS: bool, const ORDERED: bool>(
    mut exchange: Exchange<'_, PINS, ORDERED>,
    mut victim: i64,
    mut color: usize,
) -> Option<i64> {
    // `balance[d]` is the material balance for the side that makes capture `d`, if the exchange
    // ends after this capture.
    let mut balance = [0i64; 44];
    let mut depth = 0;
    exchange.look(0);
    exchange.look(1);
    while let Some(taker) = exchange.pick(color) {
        exchange.leave(&taker, color)?;
        let enemies = exchange.position.colors[color ^ 1];
        if taker.kind == KING && exchange.attackers & enemies != 0 {
            break;
        }
        let (wins, after) = (victim + i64::from(taker.takes.gain), i64::from(taker.takes.after));
        if depth + 1 == balance.len() {
            break;
        }
        balance[depth + 1] = wins - balance[depth];
        depth += 1;
        victim = after;
        color ^= 1;
    }
    // Each side may stop instead of capturing. The values are therefore computed from the last
    // capture to the first.
    while depth > 0 {
        balance[depth - 1] = -i64::max(-balance[depth - 1], balance[depth]);
        depth -= 1;
    }
    Some(-balance[0])
}

#[inline(always)]
pub(super) fn value_of_move<const PINS: bool, const ORDERED: bool>(
    position: &Position,
    terms: Terms<'_, PINS, ORDERED>,
    m: Move,
) -> Option<i32> {
    let (won, victim, left) = first_capture(terms.values, m);
    let exchange = Exchange::new(position, terms, m.target().index(), left);
    let loses = exchange_value(exchange, victim, position.side.opponent() as usize)?;
    Some(saturate(won - loses))
}

#[inline(always)]
pub(super) fn value_of_square<const PINS: bool, const ORDERED: bool>(
    position: &Position,
    terms: Terms<'_, PINS, ORDERED>,
    square: Square,
) -> Option<i32> {
    let Some(piece) = position.piece_on(square) else { return Some(0) };
    let exchange = Exchange::new(position, terms, square.index(), 0);
    let victim = i64::from(terms.values.capture[piece.kind().index()]);
    exchange_value(exchange, victim, piece.color().opponent() as usize).map(saturate)
}

fn saturate(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

const _: () = assert!(Color::White as usize == 1 && KING == PieceKind::King as usize);
