use super::sets::{BISHOP, GOLD, KING, KNIGHT, LANCE, NO_KING, PAWN, PROMOTED, ROOK, SILVER};
use super::state::Position;
use crate::attacks::rays::{
    self, BETWEEN, EAST, NORTH, NORTH_EAST, NORTH_WEST, RAYS, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST,
};
use crate::attacks::{self, sliders, steps::NEIGHBOURS, steps::STEPS};
use crate::bitboard::Bitboard;
use crate::color::{Black, Color, Side, White};
use crate::mv::Move;
use crate::piece::{Piece, PieceKind};
use crate::vector_set::VectorSet;

/// The result of one scan around a king.
#[derive(Clone, Copy)]
pub(crate) struct Scan {
    /// Enemy pieces that attack the king.
    pub(crate) checkers: u128,
    /// The pieces of both sides that shield the king: each is the only piece between the king and
    /// an enemy slider.
    pub(crate) blockers: u128,
}

const NOTHING: Scan = Scan { checkers: 0, blockers: 0 };

/// The squares from which enemies can attack a king on an empty board. All four sets are in one
/// cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct AttackOrigins {
    /// The squares from which an enemy lance attacks. The next two fields are for bishops and
    /// rooks.
    lance: u128,
    bishop: u128,
    rook: u128,
    /// The squares from which enemies attack by single steps.
    near: u128,
}

/// The attack origins, indexed by the side and the square of the king. The entries of a missing
/// king are empty.
static ATTACK_ORIGINS: [[AttackOrigins; 128]; 2] = {
    let mut table = [[AttackOrigins { lance: 0, bishop: 0, rook: 0, near: 0 }; 128]; 2];
    let mut i = 0;
    while i < 2 * 81 {
        let (side, square) = (i / 81, i % 81);
        table[side][square] = AttackOrigins {
            lance: RAYS[if side == 0 { NORTH } else { SOUTH }][square],
            bishop: BISHOP_LINES[square],
            rook: ROOK_LINES[square],
            near: NEIGHBOURS[square] | STEPS[PieceKind::Knight as usize | side << 4][square],
        };
        i += 1;
    }
    table
};

/// For each square, the diagonals through it.
static BISHOP_LINES: [u128; 128] = lines([NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST]);
/// For each square, the rank and the file through it.
static ROOK_LINES: [u128; 128] = lines([NORTH, SOUTH, EAST, WEST]);

const fn lines(directions: [usize; 4]) -> [u128; 128] {
    let mut table = [0; 128];
    let mut i = 0;
    while i < 4 * 128 {
        table[i / 4] |= RAYS[directions[i % 4]][i / 4];
        i += 1;
    }
    table
}

/// Empty lines, for pieces that do not slide.
static NOWHERE: [u128; 128] = [0; 128];

/// For each piece, the table of the lines on which it slides.
static SLIDES: [&[u128; 128]; 32] = {
    let mut table = [&NOWHERE; 32];
    let mut side = 0;
    while side < 2 {
        table[side << 4 | PieceKind::Lance as usize] = &RAYS[if side == 0 { NORTH } else { SOUTH }];
        table[side << 4 | PieceKind::Bishop as usize] = &BISHOP_LINES;
        table[side << 4 | PieceKind::Horse as usize] = &BISHOP_LINES;
        table[side << 4 | PieceKind::Rook as usize] = &ROOK_LINES;
        table[side << 4 | PieceKind::Dragon as usize] = &ROOK_LINES;
        side += 1;
    }
    table
};

/// The squares from which enemies can attack a neighbour of a king on an empty board. The tables
/// are indexed by the square of the king. Tables that differ between the sides are also indexed by
/// the side of the king.
struct NeighbourAttackOrigins {
    steps: [[u128; 128]; 2],
    lance: [[u128; 128]; 2],
    bishop: [u128; 128],
    rook: [u128; 128],
}

static NEIGHBOUR_ATTACK_ORIGINS: NeighbourAttackOrigins = {
    let mut origins = NeighbourAttackOrigins {
        steps: [[0; 128]; 2],
        lance: [[0; 128]; 2],
        bishop: [0; 128],
        rook: [0; 128],
    };
    let mut square = 0;
    while square < 81 {
        let mut rest = NEIGHBOURS[square];
        while rest != 0 {
            let n = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            origins.bishop[square] |= BISHOP_LINES[n];
            origins.rook[square] |= ROOK_LINES[n];
            let mut side = 0;
            while side < 2 {
                origins.lance[side][square] |= ATTACK_ORIGINS[side][n].lance;
                // An enemy piece steps to n from the squares to which our piece of the kind steps
                // from n.
                origins.steps[side][square] |=
                    NEIGHBOURS[n] | STEPS[PieceKind::Knight as usize | side << 4][n];
                side += 1;
            }
        }
        square += 1;
    }
    origins
};

impl Position {
    /// Finds the pieces that check the king of side `S`, and the pieces that shield the king. Scans
    /// the enemy sliders that would attack the king on an empty board.
    #[inline(always)]
    pub(crate) fn scan<S: Side>(&self, king: usize) -> Scan {
        let king = king & 127;
        let sets = |slot: usize| VectorSet::new(self.sets[slot]);
        let us = S::US << 4;
        let enemies = VectorSet::new(self.colors[S::THEM]);
        let (bishops, rooks) = (sets(BISHOP), sets(ROOK));
        let origins = &ATTACK_ORIGINS[S::US][king];
        let steps = sets(PAWN) & STEPS[us | PieceKind::Pawn as usize][king]
            | sets(KNIGHT) & STEPS[us | PieceKind::Knight as usize][king]
            | sets(SILVER) & STEPS[us | PieceKind::Silver as usize][king]
            | sets(GOLD) & STEPS[us | PieceKind::Gold as usize][king]
            | (sets(KING) | (bishops | rooks) & sets(PROMOTED)) & NEIGHBOURS[king];
        let mut scan = Scan { checkers: (steps & enemies).bits(), blockers: 0 };
        let snipers = sets(LANCE) & origins.lance | bishops & origins.bishop | rooks & origins.rook;
        let snipers = (snipers & enemies).bits();
        if snipers != 0 {
            let occupied = self.colors[0] | self.colors[1];
            let between = &BETWEEN[king.min(80)];
            for sniper in Bitboard::from_low(snipers) {
                let shield = between[sniper.index() & 127] & occupied;
                if shield == 0 {
                    scan.checkers |= 1 << sniper.index();
                } else if shield & (shield - 1) == 0 {
                    scan.blockers |= shield;
                }
            }
        }
        scan
    }

    /// Returns whether the opponent of side `S` attacks a square after a move. `occupied` has the
    /// occupied squares after the move, and `gone` the square of a captured piece.
    #[inline(always)]
    pub(crate) fn is_attacked<S: Side>(&self, square: usize, occupied: u128, gone: u128) -> bool {
        let square = square & 127;
        let sets = |slot: usize| VectorSet::new(self.sets[slot]);
        let origins = &ATTACK_ORIGINS[S::US][square];
        let enemies = VectorSet::new(self.colors[S::THEM]).without(VectorSet::new(gone));
        let near = (enemies & origins.near).bits();
        let snipers =
            sets(LANCE) & origins.lance | sets(BISHOP) & origins.bishop | sets(ROOK) & origins.rook;
        let snipers = (snipers & enemies).bits();
        // In most positions, no enemy is on these squares.
        if near != 0 {
            let steps = &STEPS[S::US << 4..][..16];
            let sets = &self.sets;
            let steppers = steps[PieceKind::Pawn as usize][square] & sets[PAWN]
                | steps[PieceKind::Knight as usize][square] & sets[KNIGHT]
                | steps[PieceKind::Silver as usize][square] & sets[SILVER]
                | steps[PieceKind::Gold as usize][square] & sets[GOLD]
                | NEIGHBOURS[square] & (sets[KING] | (sets[BISHOP] | sets[ROOK]) & sets[PROMOTED]);
            if steppers & near != 0 {
                return true;
            }
        }
        let between = &BETWEEN[square.min(80)];
        Bitboard::from_low(snipers)
            .iter()
            .any(|sniper| between[sniper.index() & 127] & occupied == 0)
    }

    /// Returns whether a piece of side `S` can move from a square to a target, if the content of
    /// the target is ignored. `to` is the set of the target square.
    #[inline(always)]
    pub(crate) fn reaches<S: Side>(
        &self,
        kind: usize,
        origin: usize,
        to: u128,
        target: usize,
    ) -> bool {
        let piece = kind & 15 | S::US << 4;
        STEPS[piece][origin & 127] & to != 0
            || SLIDES[piece][origin & 127] & to != 0
                && BETWEEN[origin.min(80)][target & 127] & (self.colors[0] | self.colors[1]) == 0
    }

    /// Returns the squares next to the king of side `S` that enemies attack. The king does not
    /// block sliders, so squares behind the king also count as attacked. Other squares of the
    /// result are meaningless, because enemies that cannot attack a neighbour are skipped.
    #[inline(always)]
    pub(crate) fn danger<S: Side>(&self, king: usize, occupied: u128) -> u128 {
        let king = king & 127;
        let sets = &self.sets;
        let enemies = self.colors[S::THEM];
        let them = S::THEM << 4;
        let occupied = occupied & !(1 << king);
        let mut danger = 0;
        let walkers = enemies & NEIGHBOUR_ATTACK_ORIGINS.steps[S::US][king];
        for square in Bitboard::from_low(walkers) {
            danger |= STEPS[self.kind_number(square) & 15 | them][square.index() & 127];
        }
        for square in
            Bitboard::from_low(enemies & sets[LANCE] & NEIGHBOUR_ATTACK_ORIGINS.lance[S::US][king])
        {
            danger |= if S::WHITE {
                sliders::lance::<false>(square.index(), occupied)
            } else {
                sliders::lance::<true>(square.index(), occupied)
            };
        }
        for square in
            Bitboard::from_low(enemies & sets[BISHOP] & NEIGHBOUR_ATTACK_ORIGINS.bishop[king])
        {
            danger |= sliders::bishop(square.index(), occupied);
        }
        for square in Bitboard::from_low(enemies & sets[ROOK] & NEIGHBOUR_ATTACK_ORIGINS.rook[king])
        {
            danger |= sliders::rook(square.index(), occupied);
        }
        danger
    }

    /// Finds the pieces that check the king of a side, and the pieces that shield this king.
    pub(crate) fn scan_color(&self, color: Color) -> Scan {
        match (color, self.king(color)) {
            (_, None) => NOTHING,
            (Color::Black, Some(king)) => self.scan::<Black>(king.index()),
            (Color::White, Some(king)) => self.scan::<White>(king.index()),
        }
    }

    /// Returns the enemy pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        Bitboard::from_low(self.scan_color(self.side).checkers)
    }

    /// Returns whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.scan_color(self.side).checkers != 0
    }

    /// Returns the pinned pieces of a side: they must stay on the line between their king and an
    /// enemy slider.
    ///
    /// ```
    /// # use shogi_core::{Color, Flaws, PieceKind, Piece, Position, Setup, Square};
    /// // White rook 5a, black gold 5g, black king 5i: the gold may only move along the file.
    /// let mut setup = Setup::empty();
    /// setup.board[Square::SQ_5A.index()] = Some(Piece::new(Color::White, PieceKind::Rook));
    /// setup.board[Square::SQ_5G.index()] = Some(Piece::new(Color::Black, PieceKind::Gold));
    /// setup.board[Square::SQ_5I.index()] = Some(Piece::new(Color::Black, PieceKind::King));
    /// let position = Position::from_setup_allowing(setup, Flaws::MISSING_KINGS).unwrap();
    /// assert!(position.pinned(Color::Black).contains(Square::SQ_5G));
    /// ```
    #[must_use]
    pub fn pinned(&self, color: Color) -> Bitboard {
        Bitboard::from_low(self.scan_color(color).blockers & self.colors[color.index()])
    }

    /// Returns the pieces of a side that give a discovered check when they leave the line between a
    /// slider of their side and the enemy king.
    #[must_use]
    pub fn discoverers(&self, color: Color) -> Bitboard {
        Bitboard::from_low(self.scan_color(color.opponent()).blockers & self.colors[color.index()])
    }

    /// Returns, for each kind, the squares from which a piece of the side to move gives a direct
    /// check.
    #[must_use]
    pub fn check_squares(&self) -> CheckSquares {
        let mut sets = [0; 16];
        if let Some(king) = self.king(self.side.opponent()) {
            let occupied = self.occupied();
            let turned = |kind| Piece::new(self.side.opponent(), kind);
            for kind in PieceKind::ALL {
                // A king does not give check.
                if kind != PieceKind::King {
                    sets[kind.index()] = attacks::attacks(turned(kind), king, occupied).bits();
                }
            }
        }
        CheckSquares { sets }
    }

    /// Returns whether a legal move of the side to move gives a direct or a discovered check. A
    /// check that existed before the move
    /// ([`Flaws::OPPONENT_IN_CHECK`](crate::Flaws::OPPONENT_IN_CHECK)) does not count.
    #[must_use]
    pub fn gives_check(&self, m: Move) -> bool {
        let them = self.side.opponent();
        let Some(king) = self.king(them) else { return false };
        let (target, occupied) = (m.target(), self.occupied());
        let direct = |occupied: Bitboard| {
            attacks::attacks(Piece::new(self.side, m.kind_after()), target, occupied).contains(king)
        };
        let Some(origin) = m.origin() else { return direct(occupied) };
        if m.kind_after() != PieceKind::King {
            let mut occupied = occupied;
            occupied.remove(origin);
            if direct(occupied) {
                return true;
            }
        }
        let on_line = rays::line(king.index(), origin.index());
        on_line != 0
            && on_line >> target.index() & 1 == 0
            && self.discoverers(self.side).contains(origin)
    }
}

/// For each kind, the squares from which a piece gives check: [`Position::check_squares`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckSquares {
    sets: [u128; 16],
}

impl CheckSquares {
    #[inline(always)]
    pub(crate) const fn as_array(&self) -> &[u128; 16] {
        &self.sets
    }

    /// Returns the squares from which a piece gives check if it is of this kind *after* the move.
    #[inline]
    #[must_use]
    pub const fn of(&self, kind: PieceKind) -> Bitboard {
        Bitboard::from_low(self.sets[kind.index()])
    }
}

const _: () = assert!(NO_KING == 81);
