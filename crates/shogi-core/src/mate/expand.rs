//! The moves of a node and the first look at the positions after them.

use core::ops::ControlFlow;

use super::frame::{Child, Frame, NONE};
use super::hands;
use super::numbers::{ALWAYS, FOREVER, Found, NEVER_VALID};
use super::search::{LONGEST_PATH, Search};
use super::strategy::id_of;
use crate::hand::Hand;
use crate::movegen::{MoveFilter, MoveGroup};
use crate::mv::Move;
use crate::piece::{Piece, PieceKind};
use crate::position::Position;
use crate::zobrist;

/// Returns the key of the board after a move of the side to move.
pub(super) fn key_after(position: &Position, key: u64, m: Move) -> u64 {
    let side = position.side();
    let word = |color, kind, square: crate::square::Square| {
        zobrist::PIECES[Piece::new(color, kind).index() & 31][square.index()]
    };
    let mut key = key ^ zobrist::WHITE ^ word(side, m.kind_after(), m.target());
    if let Some(origin) = m.origin() {
        key ^= word(side, m.kind(), origin);
    }
    if let Some(kind) = m.captured() {
        key ^= word(side.opponent(), kind, m.target());
    }
    key
}

/// The order in which the pieces for an interposition are tried.
const fn interposition_order(kind: PieceKind) -> u8 {
    match kind {
        PieceKind::Pawn => 0,
        PieceKind::Knight => 1,
        PieceKind::Lance => 2,
        PieceKind::Silver => 3,
        PieceKind::Bishop => 4,
        PieceKind::Rook => 5,
        _ => 6,
    }
}

impl Search<'_> {
    /// Adds the moves of the top node as children and looks at them, except for waiting moves.
    pub(super) fn expand(&mut self) {
        let Some(&Frame { start, key, hand, attacks, .. }) = self.memory.frames.last() else {
            return;
        };
        let filter = if attacks { MoveFilter::Checks } else { MoveFilter::All };
        self.position.moves_into(filter, &mut self.memory.moves);
        for i in 0..self.memory.moves.len() {
            let m = self.memory.moves[i];
            let child = Child {
                m,
                key: key_after(&self.position, key, m),
                hand: if attacks { hands::after(hand, m) } else { hand },
                found: Found::estimate(1, 1, hand),
                waits: false,
                shares: self.shares(m, attacks),
                is_new: true,
                is_old: false,
                next: NONE,
            };
            self.memory.children.push(child);
        }
        self.arrange(start, attacks);
        let end = self.memory.children.len();
        for i in start..end {
            if !self.memory.children[i].waits {
                self.look(i);
                let found = &self.memory.children[i].found;
                if attacks && found.proof == 0 || !attacks && found.disproof == 0 {
                    // The child decides the node. A shorter or more general result is not needed.
                    break;
                }
            }
        }
    }

    /// Returns whether positions after a move are often reached by other moves of the node too.
    fn shares(&self, m: Move, attacks: bool) -> bool {
        if !attacks {
            return m.is_drop();
        }
        match (m.is_drop(), m.kind()) {
            (true, PieceKind::Rook | PieceKind::Bishop | PieceKind::Lance) => true,
            (false, PieceKind::Rook | PieceKind::Bishop | PieceKind::Pawn) => {
                !m.is_promotion() && m.kind().can_promote()
            }
            _ => false,
        }
    }

    /// Sorts the children, and makes similar moves wait for each other.
    fn arrange(&mut self, start: usize, attacks: bool) {
        let Some(king) = self.position.king(if attacks {
            self.position.side().opponent()
        } else {
            self.position.side()
        }) else {
            return;
        };
        let distance = |m: Move| {
            let file = m.target().file().abs_diff(king.file());
            file.max(m.target().rank().abs_diff(king.rank()))
        };
        let children = &mut self.memory.children[start..];
        if attacks {
            children.sort_by_key(|child| {
                let m = child.m;
                (!m.is_promotion(), distance(m), !m.is_capture(), m.bits())
            });
        } else {
            children.sort_by_key(|child| {
                let m = child.m;
                let group = if !m.is_drop() { 0 } else { 1 + distance(m) };
                (group, !m.is_capture(), m.target().index(), interposition_order(m.kind()))
            });
        }
        if !self.techniques.waiting {
            return;
        }
        for i in 1..children.len() {
            let m = children[i].m;
            let before = if !attacks {
                let other = children[i - 1].m;
                (m.is_drop() && other.is_drop() && m.target() == other.target()).then_some(i - 1)
            } else if m.is_drop() || m.is_promotion() {
                None
            } else {
                let is_inferior = matches!(
                    m.kind(),
                    PieceKind::Pawn | PieceKind::Rook | PieceKind::Bishop | PieceKind::Lance
                );
                children[..i]
                    .iter()
                    .position(|other| {
                        let other = other.m;
                        other.is_promotion()
                            && other.origin() == m.origin()
                            && other.target() == m.target()
                    })
                    .filter(|_| is_inferior)
            };
            if let Some(before) = before {
                children[before].next = i as u16;
                children[i].waits = true;
            }
        }
    }

    /// Finds the numbers or facts of a child of the top node.
    pub(super) fn look(&mut self, at: usize) {
        let Some(&Frame { limit, attacks, .. }) = self.memory.frames.last() else { return };
        let ply = self.memory.frames.len();
        let limit = limit - 1;
        let Child { m, key, hand, .. } = self.memory.children[at];
        let seen = self.memory.table.find(key, hand, limit);
        let (mut is_new, mut is_old) = (true, false);
        let found = 'found: {
            if let Some(seen) = &seen
                && seen.found.is_decided()
            {
                is_new = false;
                break 'found seen.found;
            }
            if !attacks
                && !self.memory.best.is_empty()
                && let Some(known) = self.memory.best.get(id_of(key, hand))
                && known.plies <= limit
            {
                is_new = false;
                break 'found Found::mate(hand, known.plies);
            }
            if let Some(first) = self.memory.path.repeats(key, hand) {
                is_new = false;
                break 'found Found::safe(hand, FOREVER, first + 1);
            }
            let path_key = self.memory.path.key_of_next(key, hand);
            if let Some(found) = self.memory.path_table.find(path_key, hand, limit) {
                is_new = false;
                break 'found found;
            }
            if ply + 1 >= LONGEST_PATH {
                break 'found Found::safe(hand, FOREVER, NEVER_VALID);
            }
            if let Some(seen) = &seen
                && seen.found.proof != 0
                && seen.found.disproof != 0
                && seen.is_exact
                && limit > 1
            {
                is_new = false;
                is_old = usize::from(seen.ply) < usize::from(self.first_ply) + ply;
                break 'found seen.found;
            }
            let undo = self.position.play_unchecked(m);
            let mut found = if attacks {
                self.first_look_at_defender(key, hand, limit)
            } else {
                self.first_look_at_attacker(key, hand, limit)
            };
            self.position.undo(m, undo);
            if let Some(seen) = &seen
                && !found.is_decided()
            {
                found.proof = found.proof.max(seen.found.proof);
                found.disproof = found.disproof.max(seen.found.disproof);
            }
            found
        };
        let child = &mut self.memory.children[at];
        child.waits = false;
        child.found = found;
        (child.is_new, child.is_old) = (is_new, is_old);
    }

    /// Estimates a position after a check. More evasions make a mate harder to prove.
    fn first_look_at_defender(&mut self, key: u64, hand: Hand, limit: u16) -> Found {
        let evasions = count_evasions(&self.position);
        if evasions == 0 {
            let found = Found::mate(hands::complete_proof(&self.position, Hand::EMPTY), 0);
            self.memory.table.store_mate(key, &found, hand, 1);
            return found;
        }
        if limit == 0 {
            return Found::safe(hand, 0, ALWAYS);
        }
        let proof = if self.techniques.estimates { evasions } else { 1 };
        Found::estimate(proof, 1, hand)
    }

    /// Estimates a position after an evasion, and searches for a mate in one.
    fn first_look_at_attacker(&mut self, key: u64, hand: Hand, limit: u16) -> Found {
        let mut checks = core::mem::take(&mut self.memory.checks);
        self.position.moves_into(MoveFilter::Checks, &mut checks);
        let mut found = None;
        if checks.is_empty() {
            let hand = hands::complete_disproof(&self.position, hands::all_in_hand(&self.position));
            found = Some(Found::safe(hand, FOREVER, ALWAYS));
        } else if self.techniques.mate_in_one {
            for &m in checks.as_slice() {
                let undo = self.position.play_unchecked(m);
                if !self.position.has_moves() {
                    let enough = hands::complete_proof(&self.position, Hand::EMPTY);
                    found = Some(Found::mate(hands::before(enough, m), 1));
                }
                self.position.undo(m, undo);
                if found.is_some() {
                    break;
                }
            }
        }
        let count = checks.len() as u32;
        self.memory.checks = checks;
        if let Some(found) = found {
            if found.proof == 0 {
                self.memory.table.store_mate(key, &found, hand, 1);
            } else {
                self.memory.table.store_safe(key, &found, hand, 1);
            }
            return found;
        }
        if limit <= 1 && self.techniques.mate_in_one {
            return Found::safe(hand, 1, ALWAYS);
        }
        let disproof = if self.techniques.estimates { count.clamp(1, 4) } else { 1 };
        Found::estimate(1, disproof, hand)
    }
}

/// Counts the evasions. All drops on a square count as one evasion.
fn count_evasions(position: &Position) -> u32 {
    let (mut moves, mut squares) = (0, 0);
    let _ = position.visit_groups(|group| {
        match group {
            MoveGroup::Normal { plain, promoting, .. } => moves += plain.union(promoting).len(),
            MoveGroup::Drop { targets, .. } => squares = squares.max(targets.len()),
        }
        ControlFlow::<()>::Continue(())
    });
    moves + squares
}
