//! Legal move generation.
//!
//! Legality is settled once a node, not once a move. One scan around the king finds checkers and
//! shielding pieces; in check, every move but the king's is cut to capturing the checker or standing
//! between; a shielding piece is cut to its line; the squares the king may not enter are one set.
//! What is left of the destination sets is legal by construction. Pawn-drop mate is decided when a
//! dropped pawn would give check, at most once a node.

#[cfg(all(
    target_arch = "x86_64",
    feature = "std",
    not(shogi_core_level = "portable"),
    not(all(
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt"
    ))
))]
mod kernel;
#[cfg(not(all(
    target_arch = "x86_64",
    feature = "std",
    not(shogi_core_level = "portable"),
    not(all(
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt"
    ))
)))]
use portable as kernel;
mod list;
mod sink;

use core::ops::ControlFlow;

pub use list::{MAX_MOVES, MoveList};
pub use sink::MoveGroup;

use sink::{Count, DropTargets, Groups, OnlyChecks, Sink, Targets, each_move};

use crate::attacks::rays::{self, BETWEEN};
use crate::attacks::{sliders, steps::NEIGHBOURS, steps::STEPS};
use crate::bitboard::Bitboard;
use crate::color::{Black, Color, Side, White};
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::position::{
    BISHOP, GOLD, KNIGHT, LANCE, NO_KING, PAWN, PROMOTED, Position, ROOK, SILVER,
};

const ALL: u128 = Bitboard::ALL.bits();

/// Which moves are wanted, by where they go.
#[derive(Clone, Copy)]
struct Wanted {
    board: u128,
    drops: u128,
}

const EVERYTHING: Wanted = Wanted { board: ALL, drops: ALL };

/// Where a piece that promotes may choose, must and cannot.
#[inline(always)]
fn promotable<S: Side>(to: u128, origin: usize) -> Targets {
    let zone = Bitboard::promotion_zone(S::COLOR).bits();
    let inside = if S::WHITE { origin >= 54 } else { origin < 27 };
    let either = if inside { to } else { to & zone };
    Targets { plain: to & !either, either, promoting: 0 }
}

/// As [`promotable`], for a piece whose promotion is never worse.
#[inline(always)]
fn promoting<S: Side, T: Sink>(to: u128, origin: usize) -> Targets {
    let targets = promotable::<S>(to, origin);
    if T::ENGINE { Targets { either: 0, promoting: targets.either, ..targets } } else { targets }
}

/// For pawns, lances and knights: promotion in the zone, forced on the last `dead` ranks.
#[inline(always)]
fn forward<S: Side>(to: u128, ranks_forced: u32) -> Targets {
    let zone = Bitboard::promotion_zone(S::COLOR).bits();
    let forced = last_ranks::<S>(ranks_forced);
    Targets { plain: to & !zone, either: to & zone & !forced, promoting: to & forced }
}

/// The far ranks of a side.
#[inline(always)]
const fn last_ranks<S: Side>(ranks: u32) -> u128 {
    let squares = (1u128 << (9 * ranks)) - 1;
    if S::WHITE { squares << (81 - 9 * ranks) } else { squares }
}

#[inline(always)]
fn generate<S: Side, T: Sink>(
    position: &Position,
    wanted: Wanted,
    sink: &mut T,
) -> ControlFlow<T::Break> {
    let sets = &position.sets;
    let own = position.colors[S::US];
    let occupied = own | position.colors[S::THEM];
    // No king is ever captured; only positions allowed by their flaws come near it.
    let open = wanted.board & !(own | sets[crate::position::KING]);
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

/// Moves of pieces that shield their king, each along its line. Not in check: there the line of a
/// pin never meets the line of the check but in the king.
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
            2 => lance::<S, T>(position, origin, occupied, to, sink)?,
            6 | 14 => bishop::<S, T>(position, origin, occupied, to, sink)?,
            7 | 15 => rook::<S, T>(position, origin, occupied, to, sink)?,
            _ => {
                let steps = STEPS[kind & 15 | S::US << 4][origin & 127] & to;
                let targets = match kind {
                    1 => {
                        let mut targets = forward::<S>(steps, 1);
                        if T::ENGINE {
                            targets.promoting |= targets.either;
                            targets.either = 0;
                        }
                        targets
                    }
                    3 => forward::<S>(steps, 2),
                    4 => promotable::<S>(steps, origin),
                    _ => Targets::plain(steps),
                };
                sink.board(position, kind, origin, targets)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The files that hold one of these pawns: the ranks are folded onto the first, then spread again.
#[inline(always)]
fn pawn_files(pawns: u128) -> u128 {
    let ranks = pawns as u64 & ((1 << 45) - 1) | (pawns >> 45) as u64;
    let ranks = ranks | ranks >> 27;
    let rank = (ranks | ranks >> 9 | ranks >> 18) & 0x1ff;
    FILES[rank as usize & 511]
}

/// The union of files by a set of squares of the first rank.
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

#[inline(always)]
fn generate_side<T: Sink>(
    position: &Position,
    wanted: Wanted,
    sink: &mut T,
) -> ControlFlow<T::Break> {
    match position.side() {
        Color::Black => generate::<Black, T>(position, wanted, sink),
        Color::White => generate::<White, T>(position, wanted, sink),
    }
}

/// The generators that are compiled for the processor at hand, inlined into whatever code asks.
mod portable {
    use super::{ControlFlow, Count, EVERYTHING, MoveList, Position, Wanted, generate_side};

    #[inline(always)]
    pub(super) fn list_into(position: &Position, list: &mut MoveList, wanted: Wanted) {
        let mut writer = list.start(position);
        let ControlFlow::Continue(()) = generate_side(position, wanted, &mut writer);
        list.finish(position, writer);
    }

    #[inline(always)]
    pub(super) fn count(position: &Position) -> usize {
        let mut count = Count::default();
        let ControlFlow::Continue(()) = generate_side(position, EVERYTHING, &mut count);
        count.moves
    }

    /// The name of what the whole build was compiled for.
    pub(super) const fn instruction_set() -> &'static str {
        if cfg!(target_feature = "avx2") { "avx2" } else { "portable" }
    }
}

/// The instruction set that moves are generated by on this processor: `portable` or `avx2`. For
/// reports of times.
#[must_use]
pub fn instruction_set() -> &'static str {
    kernel::instruction_set()
}

impl Position {
    /// Shows every legal move to `visit` until it breaks.
    ///
    /// All legal moves come, the inferior non-promotions among them, in no particular order.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use shogi_core::{PieceKind, Position};
    /// let first_king_move = Position::start().visit_moves(|m| {
    ///     if m.kind() == PieceKind::King { ControlFlow::Break(m) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(first_king_move.is_break());
    /// ```
    pub fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_groups(|group| each_move(self, group, &mut visit))
    }

    /// Shows all legal moves to `visit` in groups that share a piece, until it breaks: for callers
    /// that count or filter whole destination sets.
    pub fn visit_groups<B>(
        &self,
        visit: impl FnMut(MoveGroup) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        generate_side(self, EVERYTHING, &mut Groups::<_, false>(visit))
    }

    /// All legal moves of the side to move.
    ///
    /// The list is some 2.6 KB and may be copied on its way to the caller;
    /// [`Position::legal_moves_into`] is for inner loops.
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Fills a list with all legal moves, in place of what it held.
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        self.list_into(list, EVERYTHING);
    }

    fn list_into(&self, list: &mut MoveList, wanted: Wanted) {
        kernel::list_into(self, list, wanted);
    }

    #[inline(never)]
    fn list(&self, wanted: Wanted) -> MoveList {
        let mut list = MoveList::new();
        self.list_into(&mut list, wanted);
        list
    }

    /// The legal moves that capture.
    #[must_use]
    pub fn captures(&self) -> MoveList {
        self.list(Wanted { board: self.occupied().bits(), drops: 0 })
    }

    /// The legal moves on the board that do not capture, promotions included.
    #[must_use]
    pub fn quiets(&self) -> MoveList {
        self.list(Wanted { board: (!self.occupied()).bits(), drops: 0 })
    }

    /// The legal drops.
    #[must_use]
    pub fn drops(&self) -> MoveList {
        self.list(Wanted { board: 0, drops: ALL })
    }

    /// The legal moves out of check: all legal moves in check, and none otherwise.
    #[must_use]
    pub fn evasions(&self) -> MoveList {
        if self.is_check() { self.legal_moves() } else { MoveList::new() }
    }

    /// The legal moves that give check, directly or by discovery.
    #[must_use]
    pub fn checks(&self) -> MoveList {
        let mut list = MoveList::new();
        let Some(king) = self.king(self.side().opponent()) else { return list };
        let scan = self.scan_color(self.side().opponent());
        if scan.checkers != 0 {
            // Allowed by a flaw alone: a checker may move on along its own line.
            list = self.legal_moves();
            list.retain(|m| self.gives_check(m));
            return list;
        }
        let squares = self.check_squares();
        let discoverers = scan.blockers & self.colors(self.side()).bits();
        let king = king.index();
        let inner = list.start(self);
        let mut sink = OnlyChecks { inner, squares: squares.as_array(), discoverers, king };
        let ControlFlow::Continue(()) = generate_side(self, EVERYTHING, &mut sink);
        list.finish(self, sink.inner);
        list
    }

    /// The legal moves without the non-promotions that are never better: of pawn, bishop and rook,
    /// and of a lance to the second rank. Engines search this list.
    #[must_use]
    pub fn engine_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let mut sink = list::Engine(list.start(self));
        let ControlFlow::Continue(()) = generate_side(self, EVERYTHING, &mut sink);
        list.finish(self, sink.0);
        list
    }

    /// Whether the side to move has a legal move. It stops at the first found.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.visit_groups(|_| ControlFlow::Break(())).is_break()
    }

    /// How many legal moves there are; none is built.
    #[must_use]
    pub fn count_moves(&self) -> usize {
        kernel::count(self)
    }
}
