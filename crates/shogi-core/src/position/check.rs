use super::{BISHOP, GOLD, KING, KNIGHT, LANCE, NO_KING, PAWN, PROMOTED, Position, ROOK, SILVER};
use crate::attacks::rays::{
    self, BETWEEN, EAST, NORTH, NORTH_EAST, NORTH_WEST, RAYS, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST,
};
use crate::attacks::{self, sliders, steps::NEIGHBOURS, steps::STEPS};
use crate::bitboard::Bitboard;
use crate::color::{Black, Color, Side, White};
use crate::lanes::Lanes;
use crate::mv::Move;
use crate::piece::{Piece, PieceKind};

/// What one scan around a king finds.
#[derive(Clone, Copy)]
pub(crate) struct Scan {
    /// Enemy pieces that attack the king.
    pub(crate) checkers: u128,
    /// Pieces of either side that alone stand between the king and an enemy slider.
    pub(crate) blockers: u128,
}

const NOTHING: Scan = Scan { checkers: 0, blockers: 0 };

/// For a king square, where an enemy has to stand to matter: together, for one memory line holds
/// them.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Zone {
    /// On its lance's, bishop's and rook's lines.
    lance: u128,
    bishop: u128,
    rook: u128,
    /// Where what steps attacks the square.
    near: u128,
}

/// By side of the king. Empty where there is no king.
static ZONES: [[Zone; 128]; 2] = {
    let mut table = [[Zone { lance: 0, bishop: 0, rook: 0, near: 0 }; 128]; 2];
    let mut i = 0;
    while i < 2 * 81 {
        let (side, square) = (i / 81, i % 81);
        table[side][square] = Zone {
            lance: RAYS[if side == 0 { NORTH } else { SOUTH }][square],
            bishop: BISHOP_LINES[square],
            rook: ROOK_LINES[square],
            near: NEIGHBOURS[square] | STEPS[PieceKind::Knight as usize | side << 4][square],
        };
        i += 1;
    }
    table
};

/// Bishop and rook lines through a square.
static BISHOP_LINES: [u128; 128] = lines([NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST]);
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

/// The lines of what does not slide.
static NOWHERE: [u128; 128] = [0; 128];

/// By piece: the lines it slides on.
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

/// For every king square and side of the king, where an enemy of a kind has to stand to attack a
/// neighbour of the square, on an empty board.
struct DangerZones {
    steps: [[u128; 128]; 2],
    lance: [[u128; 128]; 2],
    bishop: [u128; 128],
    rook: [u128; 128],
}

static DANGER: DangerZones = {
    let mut zones = DangerZones {
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
            zones.bishop[square] |= BISHOP_LINES[n];
            zones.rook[square] |= ROOK_LINES[n];
            let mut side = 0;
            while side < 2 {
                zones.lance[side][square] |= ZONES[side][n].lance;
                // Step tables look both ways: what we would reach from n attacks n.
                zones.steps[side][square] |=
                    NEIGHBOURS[n] | STEPS[PieceKind::Knight as usize | side << 4][n];
                side += 1;
            }
        }
        square += 1;
    }
    zones
};

impl Position {
    /// Checkers of the king of side `S` and the pieces that shield it, by one scan of the enemy
    /// sliders that would reach it on an empty board.
    #[inline(always)]
    pub(crate) fn scan<S: Side>(&self, king: usize) -> Scan {
        let king = king & 127;
        let sets = |slot: usize| Lanes::new(self.sets[slot]);
        let us = S::US << 4;
        let enemies = Lanes::new(self.colors[S::THEM]);
        let (bishops, rooks) = (sets(BISHOP), sets(ROOK));
        let zone = &ZONES[S::US][king];
        let steps = sets(PAWN) & STEPS[us | PieceKind::Pawn as usize][king]
            | sets(KNIGHT) & STEPS[us | PieceKind::Knight as usize][king]
            | sets(SILVER) & STEPS[us | PieceKind::Silver as usize][king]
            | sets(GOLD) & STEPS[us | PieceKind::Gold as usize][king]
            | (sets(KING) | (bishops | rooks) & sets(PROMOTED)) & NEIGHBOURS[king];
        let mut scan = Scan { checkers: (steps & enemies).bits(), blockers: 0 };
        let snipers = sets(LANCE) & zone.lance | bishops & zone.bishop | rooks & zone.rook;
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

    /// Whether the opponent of side `S` attacks a square on a board so occupied, with the pieces on
    /// `gone` taken: for a move is asked what the board will be after it.
    #[inline(always)]
    pub(crate) fn is_attacked<S: Side>(&self, square: usize, occupied: u128, gone: u128) -> bool {
        let square = square & 127;
        let sets = |slot: usize| Lanes::new(self.sets[slot]);
        let zone = &ZONES[S::US][square];
        let enemies = Lanes::new(self.colors[S::THEM]).without(Lanes::new(gone));
        let near = (enemies & zone.near).bits();
        let snipers =
            sets(LANCE) & zone.lance | sets(BISHOP) & zone.bishop | sets(ROOK) & zone.rook;
        let snipers = (snipers & enemies).bits();
        // Few positions have an enemy this near.
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

    /// Whether a piece of side `S` moves from one square to the other, `to` as a set too, whatever
    /// stands on that.
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

    /// What the enemies of side `S` attack around its king, which is lifted off the board so that it
    /// does not hide the squares behind it. True for the neighbours of `king` alone: enemies that
    /// cannot reach one are passed over.
    #[inline(always)]
    pub(crate) fn danger<S: Side>(&self, king: usize, occupied: u128) -> u128 {
        let king = king & 127;
        let sets = &self.sets;
        let enemies = self.colors[S::THEM];
        let them = S::THEM << 4;
        let occupied = occupied & !(1 << king);
        let mut danger = 0;
        let walkers = enemies & DANGER.steps[S::US][king];
        for square in Bitboard::from_low(walkers) {
            danger |= STEPS[self.kind_number(square) & 15 | them][square.index() & 127];
        }
        for square in Bitboard::from_low(enemies & sets[LANCE] & DANGER.lance[S::US][king]) {
            danger |= if S::WHITE {
                sliders::lance::<false>(square.index(), occupied)
            } else {
                sliders::lance::<true>(square.index(), occupied)
            };
        }
        for square in Bitboard::from_low(enemies & sets[BISHOP] & DANGER.bishop[king]) {
            danger |= sliders::bishop(square.index(), occupied);
        }
        for square in Bitboard::from_low(enemies & sets[ROOK] & DANGER.rook[king]) {
            danger |= sliders::rook(square.index(), occupied);
        }
        danger
    }

    pub(crate) fn scan_color(&self, color: Color) -> Scan {
        match (color, self.king(color)) {
            (_, None) => NOTHING,
            (Color::Black, Some(king)) => self.scan::<Black>(king.index()),
            (Color::White, Some(king)) => self.scan::<White>(king.index()),
        }
    }

    /// The enemy pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        Bitboard::from_low(self.scan_color(self.side).checkers)
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.scan_color(self.side).checkers != 0
    }

    /// The pieces of a side that may not leave the line to their own king.
    ///
    /// ```
    /// # use shogi_core::{Color, Flaws, PieceKind, Piece, Position, Setup, Square};
    /// // white rook 5a, black gold 5g, black king 5i: the gold may move along the file alone
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

    /// The pieces of a side that give discovered check when they leave the line between one of
    /// their sliders and the enemy king.
    #[must_use]
    pub fn discoverers(&self, color: Color) -> Bitboard {
        Bitboard::from_low(self.scan_color(color.opponent()).blockers & self.colors[color.index()])
    }

    /// The squares from which a piece of the side to move, by kind, would give check directly.
    #[must_use]
    pub fn check_squares(&self) -> CheckSquares {
        let mut sets = [0; 16];
        if let Some(king) = self.king(self.side.opponent()) {
            let occupied = self.occupied();
            let turned = |kind| Piece::new(self.side.opponent(), kind);
            for kind in PieceKind::ALL {
                // A king gives no check.
                if kind != PieceKind::King {
                    sets[kind.index()] = attacks::attacks(turned(kind), king, occupied).bits();
                }
            }
        }
        CheckSquares { sets }
    }

    /// Whether a legal move of the side to move gives check, directly or by discovery. A check that
    /// stands before the move ([`Flaws::OPPONENT_IN_CHECK`](crate::Flaws::OPPONENT_IN_CHECK)) is not
    /// given by it.
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

/// For every kind, the squares from which it gives check: [`Position::check_squares`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckSquares {
    sets: [u128; 16],
}

impl CheckSquares {
    #[inline(always)]
    pub(crate) const fn as_array(&self) -> &[u128; 16] {
        &self.sets
    }

    /// The squares from which a piece that *stands* as this kind gives check.
    #[inline]
    #[must_use]
    pub const fn of(&self, kind: PieceKind) -> Bitboard {
        Bitboard::from_low(self.sets[kind.index()])
    }
}

const _: () = assert!(NO_KING == 81);
