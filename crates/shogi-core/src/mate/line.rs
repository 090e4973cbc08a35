//! Verification: the solver replays a mate against every defence, without relying on proof numbers.

use alloc::vec::Vec;

use super::expand::key_after;
use super::hands;
use super::numbers::{ANY_LENGTH, Found};
use super::search::Search;
use super::strategy::{Known, Strategy};
use crate::hand::Hand;
use crate::movegen::MoveFilter;
use crate::mv::Move;
use crate::position::Undo;

/// A position with the attacker to move whose replies are being verified.
struct Visit {
    id: u64,
    m: Move,
    undo: Undo,
    /// The key of the board after `m`, and the attacker's hand.
    key: u64,
    hand: Hand,
    /// The maximum length of the mate after a reply.
    bound: u16,
    /// The replies that are left, in the common list.
    start: usize,
    reply: Option<(Move, Undo)>,
    /// The maximum length of the mate after the replies that were verified.
    longest: u16,
}

/// Returns the identifier of a position with the attacker to move.
fn id_of(key: u64, hand: Hand) -> u64 {
    key ^ (u64::from(hand.bits()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Search<'_> {
    /// Verifies that the attacker mates within `bound` plies, and returns a line against a longest
    /// defence. The attacker or, if `attacks` is `false`, the defender is to move. Returns `None` if a
    /// limit stops the verification.
    pub(super) fn verify(&mut self, bound: u16, attacks: bool) -> Option<Vec<Move>> {
        let mut strategy = core::mem::take(&mut self.memory.strategy);
        strategy.clear();
        let line = if attacks {
            self.verify_with(&mut strategy, bound)
        } else {
            self.verify_replies(&mut strategy, bound)
        };
        self.memory.strategy = strategy;
        line
    }

    fn verify_replies(&mut self, strategy: &mut Strategy, bound: u16) -> Option<Vec<Move>> {
        let mut longest = Vec::new();
        for reply in &self.position.legal_moves() {
            let undo = self.position.play_unchecked(reply);
            let line = self.verify_with(strategy, bound.saturating_sub(1));
            self.position.undo(reply, undo);
            let line = line?;
            if line.len() + 1 > longest.len() {
                longest.clear();
                longest.push(reply);
                longest.extend(line);
            }
        }
        Some(longest)
    }

    fn verify_with(&mut self, strategy: &mut Strategy, bound: u16) -> Option<Vec<Move>> {
        let plies = self.visit_all(strategy, None, bound)?;
        let moves = self.walk(strategy);
        if moves.len() == usize::from(plies) {
            return Some(moves);
        }
        // A position was verified a second time with a lower bound. The lengths of the positions before
        // it are too great, so they are computed again.
        let mut exact = Strategy::default();
        self.visit_all(&mut exact, Some(strategy), ANY_LENGTH)?;
        Some(self.walk(&exact))
    }

    /// Verifies the position and returns the length of the mate. With `chosen`, the attacker plays the
    /// moves of that strategy.
    fn visit_all(
        &mut self,
        strategy: &mut Strategy,
        chosen: Option<&Strategy>,
        bound: u16,
    ) -> Option<u16> {
        let mut visits: Vec<Visit> = Vec::new();
        let mut replies: Vec<Move> = Vec::new();
        let (key, hand) = (self.position.board_hash(), self.position.hand(self.position.side()));
        let root = id_of(key, hand);
        if let Some(known) = strategy.get(root)
            && known.plies <= bound
        {
            return Some(known.plies);
        }
        visits.push(self.enter(chosen, &mut replies, key, hand, bound)?);
        let mut steps = 0u32;
        while let Some(visit) = visits.last_mut() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(4096) {
                self.report();
            }
            if self.stopped {
                break;
            }
            if let Some((reply, undo)) = visit.reply.take() {
                self.position.undo(reply, undo);
            }
            let Some(reply) = (replies.len() > visit.start).then(|| replies.pop()).flatten() else {
                // Every reply is verified.
                let plies = visit.longest + 1;
                // The position may be verified already, with a lower bound, in one of its own lines.
                if strategy.get(visit.id).is_none_or(|known| plies < known.plies) {
                    strategy.insert(Known { id: visit.id, m: visit.m, plies });
                }
                self.position.undo(visit.m, visit.undo);
                visits.pop();
                if let Some(parent) = visits.last_mut() {
                    parent.longest = parent.longest.max(plies + 1);
                }
                continue;
            };
            let key = key_after(&self.position, visit.key, reply);
            let hand = visit.hand;
            let known = strategy.get(id_of(key, hand));
            if let Some(known) = known
                && known.plies <= visit.bound
            {
                visit.longest = visit.longest.max(known.plies + 1);
                continue;
            }
            let bound = visit.bound;
            visit.reply = Some((reply, self.position.play_unchecked(reply)));
            match self.enter(chosen, &mut replies, key, hand, bound) {
                Some(visit) => visits.push(visit),
                None => break,
            }
        }
        let is_complete = visits.is_empty();
        while let Some(visit) = visits.pop() {
            if let Some((reply, undo)) = visit.reply {
                self.position.undo(reply, undo);
            }
            self.position.undo(visit.m, visit.undo);
        }
        if is_complete { strategy.get(root).map(|known| known.plies) } else { None }
    }

    /// Plays a move that mates within `bound` plies and lists the replies.
    fn enter(
        &mut self,
        chosen: Option<&Strategy>,
        replies: &mut Vec<Move>,
        key: u64,
        hand: Hand,
        bound: u16,
    ) -> Option<Visit> {
        let mut chosen = match chosen {
            Some(strategy) => strategy.get(id_of(key, hand)).map(|known| known.m),
            None => self.mating_move(key, hand, bound),
        };
        if chosen.is_none() {
            // The table has lost the entry.
            let found = self.run(bound, true);
            if found.proof != 0 {
                return None;
            }
            chosen = self.mating_move(key, hand, bound).or(self.last_mate);
        }
        let m = chosen?;
        let key_after = key_after(&self.position, key, m);
        let undo = self.position.play_unchecked(m);
        let start = replies.len();
        self.position.moves_into(MoveFilter::All, &mut self.memory.moves);
        replies.extend(self.memory.moves.iter());
        Some(Visit {
            id: id_of(key, hand),
            m,
            undo,
            key: key_after,
            hand: hands::after(hand, m),
            bound: bound.saturating_sub(2),
            start,
            reply: None,
            longest: 0,
        })
    }

    /// Returns the move with the shortest mate within `bound` plies that the table proves.
    fn mating_move(&mut self, key: u64, hand: Hand, bound: u16) -> Option<Move> {
        let mut moves = core::mem::take(&mut self.memory.checks);
        self.position.moves_into(MoveFilter::Checks, &mut moves);
        let mut best: Option<(u16, Move)> = None;
        for &m in moves.as_slice() {
            let key = key_after(&self.position, key, m);
            let mut limit = bound - 1;
            if let Some((plies, _)) = best {
                limit = limit.min(plies.saturating_sub(1));
            }
            let seen = self.memory.table.find(key, hands::after(hand, m), limit);
            if let Some(Found { proof: 0, plies, .. }) =
                seen.map(|seen| seen.found).filter(Found::is_decided)
                && best.is_none_or(|(least, _)| plies < least)
            {
                best = Some((plies, m));
                if plies == 0 {
                    break;
                }
            }
        }
        if best.is_none() {
            for &m in moves.as_slice() {
                let undo = self.position.play_unchecked(m);
                let mates = !self.position.has_moves();
                self.position.undo(m, undo);
                if mates {
                    best = Some((0, m));
                    break;
                }
            }
        }
        self.memory.checks = moves;
        best.map(|(_, m)| m)
    }

    /// Plays the moves of the strategy against a longest defence.
    fn walk(&mut self, strategy: &Strategy) -> Vec<Move> {
        let mut line = Vec::new();
        let mut played = Vec::new();
        let (mut key, mut hand) =
            (self.position.board_hash(), self.position.hand(self.position.side()));
        while let Some(known) = strategy.get(id_of(key, hand)) {
            key = key_after(&self.position, key, known.m);
            hand = hands::after(hand, known.m);
            line.push(known.m);
            played.push((known.m, self.position.play_unchecked(known.m)));
            let mut longest: Option<(u16, bool, Move, u64)> = None;
            for reply in &self.position.legal_moves() {
                let key = key_after(&self.position, key, reply);
                let plies = strategy.get(id_of(key, hand)).map_or(0, |known| known.plies);
                if longest.is_none_or(|(most, drop, ..)| (plies, !reply.is_drop()) > (most, !drop))
                {
                    longest = Some((plies, reply.is_drop(), reply, key));
                }
            }
            let Some((_, _, reply, key_of_reply)) = longest else { break };
            key = key_of_reply;
            line.push(reply);
            played.push((reply, self.position.play_unchecked(reply)));
        }
        for (m, undo) in played.into_iter().rev() {
            self.position.undo(m, undo);
        }
        line
    }
}
