//! Verification: the solver replays a mate against every defence, without relying on proof numbers.

use alloc::vec::Vec;

use super::expand::key_after;
use super::hands;
use super::limits::Stop;
use super::numbers::{ANY_LENGTH, Found};
use super::search::Search;
use super::strategy::{Known, Visit, id_of};
use crate::hand::Hand;
use crate::movegen::MoveFilter;
use crate::mv::Move;

impl Search<'_> {
    /// Verifies that the attacker mates within `bound` plies, and returns a line against a longest
    /// defence. The attacker or, if `attacks` is `false`, the defender is to move. Returns `None` if a
    /// limit stops the verification. Otherwise, the verified positions are then in `strategy`.
    pub(super) fn verify(&mut self, bound: u16, attacks: bool) -> Option<Vec<Move>> {
        self.memory.strategy.clear();
        if attacks { self.verify_position(bound) } else { self.verify_replies(bound) }
    }

    /// Keeps the positions that were verified last as those of the best mate.
    pub(super) fn keep_verified(&mut self) {
        let memory = &mut *self.memory;
        core::mem::swap(&mut memory.strategy, &mut memory.best);
    }

    fn verify_replies(&mut self, bound: u16) -> Option<Vec<Move>> {
        let mut longest = Vec::new();
        for reply in &self.position.legal_moves() {
            let undo = self.position.play_unchecked(reply);
            let line = self.verify_position(bound.saturating_sub(1));
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

    fn verify_position(&mut self, bound: u16) -> Option<Vec<Move>> {
        let plies = self.visit_all(false, bound)?;
        let moves = self.walk();
        if moves.len() == usize::from(plies) {
            return Some(moves);
        }
        // A position was verified a second time with a lower bound. The lengths of the positions before
        // it are too great, so they are computed again.
        let memory = &mut *self.memory;
        core::mem::swap(&mut memory.strategy, &mut memory.second);
        memory.strategy.clear();
        self.visit_all(true, ANY_LENGTH)?;
        Some(self.walk())
    }

    /// Verifies the position and returns the length of the mate. With `follows`, the attacker plays the
    /// moves in `second`.
    fn visit_all(&mut self, follows: bool, bound: u16) -> Option<u16> {
        let mut visits = core::mem::take(&mut self.memory.visits);
        let mut replies = core::mem::take(&mut self.memory.replies);
        replies.clear();
        let plies = self.visit_with(&mut visits, &mut replies, follows, bound);
        while let Some(visit) = visits.pop() {
            if let Some((reply, undo)) = visit.reply {
                self.position.undo(reply, undo);
            }
            self.position.undo(visit.m, visit.undo);
        }
        self.memory.visits = visits;
        self.memory.replies = replies;
        plies
    }

    /// Does the work of [`Search::visit_all`]. If it returns `None`, the moves in `visits` are still on
    /// the board.
    fn visit_with(
        &mut self,
        visits: &mut Vec<Visit>,
        replies: &mut Vec<Move>,
        follows: bool,
        bound: u16,
    ) -> Option<u16> {
        let (key, hand) = (self.position.board_hash(), self.position.hand(self.position.side()));
        let root = id_of(key, hand);
        if let Some(known) = self.memory.strategy.get(root)
            && known.plies <= bound
        {
            return Some(known.plies);
        }
        visits.push(self.enter(follows, replies, key, hand, bound)?);
        let mut steps = 0u32;
        while let Some(visit) = visits.last_mut() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(4096) {
                self.report();
            }
            if self.stop.is_some() {
                return None;
            }
            if let Some((reply, undo)) = visit.reply.take() {
                self.position.undo(reply, undo);
            }
            let Some(reply) = (replies.len() > visit.start).then(|| replies.pop()).flatten() else {
                // Every reply is verified.
                let plies = visit.longest + 1;
                // The position may be verified already, with a lower bound, in one of its own lines.
                let strategy = &mut self.memory.strategy;
                if strategy.get(visit.id).is_none_or(|known| plies < known.plies)
                    && !strategy.insert(Known { id: visit.id, m: visit.m, plies })
                {
                    self.stop_for(Stop::Memory);
                    return None;
                }
                self.position.undo(visit.m, visit.undo);
                visits.pop();
                if let Some(parent) = visits.last_mut() {
                    parent.longest = parent.longest.max(plies + 1);
                }
                continue;
            };
            let key = key_after(&self.position, visit.key, reply);
            let (hand, bound) = (visit.hand, visit.bound);
            if let Some(known) = self.memory.strategy.get(id_of(key, hand))
                && known.plies <= bound
            {
                visit.longest = visit.longest.max(known.plies + 1);
                continue;
            }
            visit.reply = Some((reply, self.position.play_unchecked(reply)));
            visits.push(self.enter(follows, replies, key, hand, bound)?);
        }
        self.memory.strategy.get(root).map(|known| known.plies)
    }

    /// Plays a move that mates within `bound` plies and lists the replies.
    fn enter(
        &mut self,
        follows: bool,
        replies: &mut Vec<Move>,
        key: u64,
        hand: Hand,
        bound: u16,
    ) -> Option<Visit> {
        let mut chosen = if follows {
            self.memory.second.get(id_of(key, hand)).map(|known| known.m)
        } else {
            let best = self.memory.best.get(id_of(key, hand));
            let best =
                best.map(|known| (known.plies, known.m)).filter(|&(plies, _)| plies <= bound);
            match (self.mating_move(key, hand, bound), best) {
                (Some((plies, _)), Some((known, m))) if known <= plies => Some(m),
                (None, best) => best.map(|(_, m)| m),
                (found, _) => found.map(|(_, m)| m),
            }
        };
        if chosen.is_none() {
            // The table has lost the entry.
            let found = self.ask(bound, self.rerun_budget);
            if found.proof != 0 {
                return None;
            }
            let found = self.mating_move(key, hand, bound).map(|(_, m)| m);
            chosen = found.or(self.last_mate);
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

    /// Returns the shortest mate within `bound` plies that the table proves: its length and its first move.
    pub(super) fn mating_move(&mut self, key: u64, hand: Hand, bound: u16) -> Option<(u16, Move)> {
        let mut moves = core::mem::take(&mut self.memory.checks);
        self.position.moves_into(MoveFilter::Checks, &mut moves);
        let mut best: Option<(u16, Move)> = None;
        // The table has no entry for the position after a mate in one that was found at a leaf.
        let is_leaf = self
            .memory
            .table
            .find(key, hand, 1)
            .is_some_and(|seen| seen.found.is_decided() && seen.found.proof == 0);
        let others = if is_leaf { &[] } else { moves.as_slice() };
        for &m in others {
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
        best.map(|(plies, m)| (plies + 1, m))
    }

    /// Plays the moves of the strategy against a longest defence.
    fn walk(&mut self) -> Vec<Move> {
        let strategy = &self.memory.strategy;
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
