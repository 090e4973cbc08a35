//! The rules of move generation, generic over the destination of the moves.
//!
//! Legality is decided once per position, not once per move. One scan around the king finds the
//! checking pieces and the pieces that shield the king. If the king is in check, all other pieces
//! may only capture the checking piece or block the check. A shielding piece may only move along
//! its line. The squares that the king may not enter are computed as one set. All remaining moves
//! are legal, except a pawn drop that mates. This rule is checked only if a dropped pawn gives
//! check, at most once per position.

use core::ops::ControlFlow;

use super::sink::{DropTargets, Sink, Targets};
use crate::attacks::rays::{self, BETWEEN};
use crate::attacks::{sliders, steps::NEIGHBOURS, steps::STEPS};
use crate::bitboard::Bitboard;
use crate::color::{Black, Color, Side, White};
use crate::piece::PieceKind;
use crate::position::{
    BISHOP, GOLD, KING, KNIGHT, LANCE, NO_KING, PAWN, PROMOTED, Position, ROOK, SILVER,
};

pub(super) const ALL: u128 = Bitboard::ALL.bits();

/// The targets that are allowed for board moves and for drops.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) board: u128,
    pub(super) drops: u128,
}

pub(super) const EVERYTHING: Wanted = Wanted { board: ALL, drops: ALL };

/// Splits the targets of a silver, bishop or rook into targets on which the piece may promote and
/// other targets.
#[inline(always)]
fn promotable<S: Side>(to: u128, origin: usize) -> Targets {
    let zone = Bitboard::promotion_zone(S::COLOR).bits();
    let inside = if S::WHITE { origin >= 54 } else { origin < 27 };
    let either = if inside { to } else { to & zone };
    Targets { plain: to & !either, either, promoting: 0 }
}

/// Splits targets as [`promotable`] does, for a piece whose promotion is never worse than a
/// non-promotion.
#[inline(always)]
fn promoting<S: Side, T: Sink>(to: u128, origin: usize) -> Targets {
    let targets = promotable::<S>(to, origin);
    if T::ENGINE { Targets { either: 0, promoting: targets.either, ..targets } } else { targets }
}

/// Splits the targets of a pawn, lance or knight. The piece may promote in the promotion zone. On
/// ranks from which it could not move, it must promote.
#[inline(always)]
fn forward<S: Side>(to: u128, ranks_forced: u32) -> Targets {
    let zone = Bitboard::promotion_zone(S::COLOR).bits();
    let forced = last_ranks::<S>(ranks_forced);
    Targets { plain: to & !zone, either: to & zone & !forced, promoting: to & forced }
}

/// Returns the farthest ranks of a side.
#[inline(always)]
const fn last_ranks<S: Side>(ranks: u32) -> u128 {
    let squares = (1u128 << (9 * ranks)) - 1;
    if S::WHITE { squares << (81 - 9 * ranks) } else { squares }
}

/// Generates the wanted legal moves of side `S`, which must be the side to move.
#[inline(always)]
fn generate<S: Side, T: Sink>(
    position: &Position,
    wanted: Wanted,
    sink: &mut T,
) -> ControlFlow<T::Break> {
    let sets = &position.sets;
    let own = position.colors[S::US];
    let occupied = own | position.colors[S::THEM];
    // A move must not capture a king. Only in positions with an allowed flaw is the enemy king a
    // target.
    let open = wanted.board & !(own | sets[KING]);
    let king = usize::from(position.kings[S::US]);
    let (mut to, mut drops_to) = (open, wanted.drops & !occupied);
    let mut pinned = 0;
    if king != usize::from(NO_KING) {
        let scan = position.scan::<S>(king);
        let around = NEIGHBOURS[king & 127] & open;
        if around != 0 {
            let safe = around & !position.danger::<S>(king, occupied);
            sink.board(position, PieceKind::King as usize, king, Targets::plain(safe))?;
        }
        if scan.checkers != 0 {
            if scan.checkers & (scan.checkers - 1) != 0 {
                return ControlFlow::Continue(());
            }
            let checker = scan.checkers.trailing_zeros() as usize & 127;
            let between = BETWEEN[king.min(80)][checker];
            to &= between | scan.checkers;
            drops_to &= between;
        }
        pinned = scan.blockers & own;
    }

    let free = own & !pinned;
    {
        let step = if S::WHITE { (free & sets[PAWN]) << 9 } else { (free & sets[PAWN]) >> 9 };
        let mut targets = forward::<S>(step & to, 1);
        if T::ENGINE {
            targets.promoting |= targets.either;
            targets.either = 0;
        }
        sink.pawns(position, if S::WHITE { 9 } else { -9 }, targets)?;
    }
    for origin in Bitboard::from_low(free & sets[LANCE]) {
        lance::<S, T>(position, origin.index(), occupied, to, sink)?;
    }
    for origin in Bitboard::from_low(free & sets[KNIGHT]) {
        let origin = origin.index();
        let steps = STEPS[PieceKind::Knight as usize | S::US << 4][origin & 127] & to;
        sink.board(position, PieceKind::Knight as usize, origin, forward::<S>(steps, 2))?;
    }
    for origin in Bitboard::from_low(free & sets[SILVER]) {
        let origin = origin.index();
        let steps = STEPS[PieceKind::Silver as usize | S::US << 4][origin & 127] & to;
        sink.board(position, PieceKind::Silver as usize, origin, promotable::<S>(steps, origin))?;
    }
    for origin in Bitboard::from_low(free & sets[GOLD]) {
        let steps = STEPS[PieceKind::Gold as usize | S::US << 4][origin.index() & 127] & to;
        let kind = position.kind_number(origin);
        sink.board(position, kind, origin.index(), Targets::plain(steps))?;
    }
    for origin in Bitboard::from_low(free & sets[BISHOP]) {
        bishop::<S, T>(position, origin.index(), occupied, to, sink)?;
    }
    for origin in Bitboard::from_low(free & sets[ROOK]) {
        rook::<S, T>(position, origin.index(), occupied, to, sink)?;
    }
    if pinned != 0 && to == open {
        pinned_moves::<S, T>(position, pinned, king, occupied, to, sink)?;
    }

    let hand = position.hands[S::US];
    if !hand.is_empty() && drops_to != 0 {
        let mut targets = DropTargets {
            any: drops_to,
            lance: drops_to & !last_ranks::<S>(1),
            knight: drops_to & !last_ranks::<S>(2),
            pawn: 0,
        };
        if hand.count_number(PieceKind::Pawn as usize) != 0 {
            targets.pawn = targets.lance & !pawn_files(own & sets[PAWN]);
            let king = usize::from(position.kings[S::THEM]);
            if king != usize::from(NO_KING) {
                let front =
                    STEPS[PieceKind::Pawn as usize | S::THEM << 4][king & 127] & targets.pawn;
                if front != 0 {
                    let square = front.trailing_zeros() as usize;
                    if position.is_checking_pawn_mate::<S>(square, king) {
                        targets.pawn ^= front;
                    }
                }
            }
        }
        sink.drops(hand, targets)?;
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn lance<S: Side, T: Sink>(
    position: &Position,
    origin: usize,
    occupied: u128,
    to: u128,
    sink: &mut T,
) -> ControlFlow<T::Break> {
    let slide = if S::WHITE {
        sliders::lance::<true>(origin, occupied)
    } else {
        sliders::lance::<false>(origin, occupied)
    };
    let mut targets = forward::<S>(slide & to, 1);
    if T::ENGINE {
        let second = targets.either & last_ranks::<S>(2);
        targets.promoting |= second;
        targets.either ^= second;
    }
    sink.board(position, PieceKind::Lance as usize, origin, targets)
}

#[inline(always)]
fn bishop<S: Side, T: Sink>(
    position: &Position,
    origin: usize,
    occupied: u128,
    to: u128,
    sink: &mut T,
) -> ControlFlow<T::Break> {
    let slide = sliders::bishop(origin, occupied);
    if position.sets[PROMOTED] >> origin & 1 != 0 {
        let all = (slide | STEPS[PieceKind::Horse as usize][origin & 127]) & to;
        sink.board(position, PieceKind::Horse as usize, origin, Targets::plain(all))
    } else {
        sink.board(
            position,
            PieceKind::Bishop as usize,
            origin,
            promoting::<S, T>(slide & to, origin),
        )
    }
}

#[inline(always)]
fn rook<S: Side, T: Sink>(
    position: &Position,
    origin: usize,
    occupied: u128,
    to: u128,
    sink: &mut T,
) -> ControlFlow<T::Break> {
    let slide = sliders::rook(origin, occupied);
    if position.sets[PROMOTED] >> origin & 1 != 0 {
        let all = (slide | STEPS[PieceKind::Dragon as usize][origin & 127]) & to;
        sink.board(position, PieceKind::Dragon as usize, origin, Targets::plain(all))
    } else {
        sink.board(
            position,
            PieceKind::Rook as usize,
            origin,
            promoting::<S, T>(slide & to, origin),
        )
    }
}

/// Generates the moves of pieces that shield their king. They move only along their lines. If the
/// king is in check, they have no legal moves, because the line of a pin and the line of a check
/// meet only at the king.
#[inline(always)]
fn pinned_moves<S: Side, T: Sink>(
    position: &Position,
    pinned: u128,
    king: usize,
    occupied: u128,
    to: u128,
    sink: &mut T,
) -> ControlFlow<T::Break> {
    for origin in Bitboard::from_low(pinned) {
        let kind = position.kind_number(origin);
        let origin = origin.index();
        let to = to & rays::line(king, origin);
        match kind {
            kinds::LANCE => lance::<S, T>(position, origin, occupied, to, sink)?,
            kinds::BISHOP | kinds::HORSE => bishop::<S, T>(position, origin, occupied, to, sink)?,
            kinds::ROOK | kinds::DRAGON => rook::<S, T>(position, origin, occupied, to, sink)?,
            _ => {
                let steps = STEPS[kind & 15 | S::US << 4][origin & 127] & to;
                let targets = match kind {
                    kinds::PAWN => {
                        let mut targets = forward::<S>(steps, 1);
                        if T::ENGINE {
                            targets.promoting |= targets.either;
                            targets.either = 0;
                        }
                        targets
                    }
                    kinds::KNIGHT => forward::<S>(steps, 2),
                    kinds::SILVER => promotable::<S>(steps, origin),
                    _ => Targets::plain(steps),
                };
                sink.board(position, kind, origin, targets)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the files of these pawns. The pawns are moved to the first rank, and each pawn there is
/// then expanded to its file.
#[inline(always)]
fn pawn_files(pawns: u128) -> u128 {
    let ranks = pawns as u64 & ((1 << 45) - 1) | (pawns >> 45) as u64;
    let ranks = ranks | ranks >> 27;
    let rank = (ranks | ranks >> 9 | ranks >> 18) & 0x1ff;
    FILES[rank as usize & 511]
}

/// For each set of squares of the first rank, the union of their files.
static FILES: [u128; 512] = {
    let mut table = [0; 512];
    let mut rank = 0;
    while rank < 512 {
        let mut file = 0;
        while file < 9 {
            if rank >> file & 1 != 0 {
                table[rank] |= Bitboard::file(9 - file).bits();
            }
            file += 1;
        }
        rank += 1;
    }
    table
};

/// Generates the wanted legal moves of the side to move.
#[inline(always)]
pub(super) fn generate_side<T: Sink>(
    position: &Position,
    wanted: Wanted,
    sink: &mut T,
) -> ControlFlow<T::Break> {
    match position.side() {
        Color::Black => generate::<Black, T>(position, wanted, sink),
        Color::White => generate::<White, T>(position, wanted, sink),
    }
}

/// The indices of kinds, for use in patterns.
mod kinds {
    use super::PieceKind;

    pub(super) const PAWN: usize = PieceKind::Pawn as usize;
    pub(super) const LANCE: usize = PieceKind::Lance as usize;
    pub(super) const KNIGHT: usize = PieceKind::Knight as usize;
    pub(super) const SILVER: usize = PieceKind::Silver as usize;
    pub(super) const BISHOP: usize = PieceKind::Bishop as usize;
    pub(super) const ROOK: usize = PieceKind::Rook as usize;
    pub(super) const HORSE: usize = PieceKind::Horse as usize;
    pub(super) const DRAGON: usize = PieceKind::Dragon as usize;
}
