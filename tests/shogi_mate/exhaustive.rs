//! An exhaustive search for mates, and random positions near a mate.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use shogi_core::{Color, Flaws, Piece, PieceKind, Position, Setup};

/// A hasher for keys that are hashes.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("the keys are integers");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// An exhaustive search that remembers positions.
#[derive(Default)]
pub(crate) struct Exhaustive {
    /// For each position with the attacker to move, a length within which there is a mate, and a length
    /// within which there is none.
    known: HashMap<u64, (u32, u32), BuildHasherDefault<Identity>>,
}

impl Exhaustive {
    /// Returns whether the side to move mates within `plies`.
    pub(crate) fn mates(&mut self, position: &mut Position, plies: u32) -> bool {
        let (mate, safe) = self.known.get(&position.hash()).copied().unwrap_or((u32::MAX, 0));
        if mate <= plies || safe >= plies {
            return mate <= plies;
        }
        let mates = position.legal_moves().iter().any(|m| {
            let undo = position.play_unchecked(m);
            let mates = position.is_check() && self.is_mated(position, plies - 1);
            position.undo(m, undo);
            mates
        });
        let known = if mates { (plies, safe) } else { (mate, plies) };
        self.known.insert(position.hash(), known);
        mates
    }

    /// Returns whether the side to move is mated within `plies`.
    pub(crate) fn is_mated(&mut self, position: &mut Position, plies: u32) -> bool {
        let mut replies = position.legal_moves();
        if replies.is_empty() || plies == 0 {
            return replies.is_empty();
        }
        replies.sort_by_key(|m| m.is_drop());
        replies.iter().all(|m| {
            let undo = position.play_unchecked(m);
            let mates = self.mates(position, plies - 1);
            position.undo(m, undo);
            mates
        })
    }

    /// Returns the length of the shortest mate of at most `most` plies.
    pub(crate) fn shortest(&mut self, position: &Position, most: u32) -> Option<u32> {
        self.known.clear();
        let mut position = position.clone();
        (1..=most).step_by(2).find(|&plies| self.mates(&mut position, plies))
    }
}

/// Random numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// Returns a random position near a mate: a few pieces around a king. The attacker, of either colour,
    /// is to move. In nearly half of the positions the attacker has a king, which may be in check.
    pub(crate) fn position(&mut self) -> Position {
        loop {
            let Some(position) = self.try_position() else { continue };
            if !position.checks().is_empty() && position.legal_moves().len() <= 120 {
                return position;
            }
        }
    }

    fn try_position(&mut self) -> Option<Position> {
        let mut setup = Setup::empty();
        let king = self.below(81);
        let (file, rank) = (king % 9, king / 9);
        setup.board[king] = Some(Piece::new(Color::White, PieceKind::King));
        let mut left = [0, 18, 4, 4, 4, 4, 2, 2];
        let near = |random: &mut Self, at: usize| {
            (at as i32 + random.below(7) as i32 - 3).clamp(0, 8) as usize
        };
        for _ in 0..4 + self.below(9) {
            let square = near(self, rank) * 9 + near(self, file);
            let kind = PieceKind::HAND[self.below(7)];
            if setup.board[square].is_some() || left[kind.index()] == 0 {
                continue;
            }
            left[kind.index()] -= 1;
            let color = if self.below(5) < 3 { Color::Black } else { Color::White };
            let promoted = kind.promoted().filter(|_| self.below(4) == 0).unwrap_or(kind);
            setup.board[square] = Some(Piece::new(color, promoted));
        }
        if self.below(2) == 0 {
            // Half of the kings are near the fight and may be in check.
            let square = if self.below(2) == 0 {
                self.below(81)
            } else {
                near(self, rank) * 9 + near(self, file)
            };
            if setup.board[square].is_none() {
                setup.board[square] = Some(Piece::new(Color::Black, PieceKind::King));
            }
        }
        for kind in PieceKind::HAND {
            let all = left[kind.index()];
            let ours =
                if self.below(3) == 0 { self.below(usize::from(all).min(2) + 1) as u8 } else { 0 };
            setup.hands[0] = setup.hands[0].with_count(kind, ours)?;
            // Few pieces in the defender's hand keep the exhaustive search short.
            let theirs = if self.below(3) == 0 { (all - ours).min(2) } else { 0 };
            setup.hands[1] = setup.hands[1].with_count(kind, theirs)?;
        }
        let position = Position::from_setup_allowing(setup, Flaws::MISSING_KINGS).ok()?;
        Some(if self.below(4) == 0 { position.half_turn() } else { position })
    }
}
