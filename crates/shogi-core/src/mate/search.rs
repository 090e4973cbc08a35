//! Depth-first proof-number search with its own stack of nodes.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::frame::{Child, Frame, Summary, sum_up};
use super::hands;
use super::limits::Stop;

use super::numbers::{ALWAYS, FOREVER, Found, INFINITE, longer};
use super::path::Path;
use super::strategy::{Strategy, Visit};
use super::table::{PathTable, Table};
use super::techniques::Techniques;
use crate::hand::Hand;
use crate::movegen::MoveList;
use crate::mv::Move;
use crate::position::Position;

/// The maximum number of plies of a line.
pub(super) const LONGEST_PATH: usize = 4096;

/// The number of nodes between two calls of the observer.
const REPORT_INTERVAL: u64 = 1024;

/// The memory of a search, which later searches reuse.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) table: Table,
    pub(super) path_table: PathTable,
    pub(super) path: Path,
    pub(super) frames: Vec<Frame>,
    pub(super) children: Vec<Child>,
    pub(super) moves: MoveList,
    pub(super) checks: MoveList,
    /// The positions of the best mate that was verified.
    pub(super) best: Strategy,
    /// The positions of the mate that is being verified.
    pub(super) strategy: Strategy,
    /// A third list of positions that stages after the search use.
    pub(super) second: Strategy,
    /// The verified positions and replies on the way to the position that is being verified.
    pub(super) visits: Vec<Visit>,
    pub(super) replies: Vec<Move>,
    /// The moves of the root that the last unfinished run had refuted.
    pub(super) refuted: Vec<Move>,
}

/// A function that is called with the number of nodes. Its return value `Break` stops the search.
pub(super) type Watch<'a> = dyn FnMut(u64) -> ControlFlow<Stop> + 'a;

pub(super) struct Search<'a> {
    pub(super) memory: &'a mut Memory,
    pub(super) position: Position,
    pub(super) techniques: Techniques,
    pub(super) nodes: u64,
    pub(super) node_limit: u64,
    watch: &'a mut Watch<'a>,
    /// The node count at which the observer is called next.
    next_report: u64,
    /// Why the search ended early.
    pub(super) stop: Option<Stop>,
    /// The node count at which [`Search::run`] returns without an answer. The search may go on.
    pub(super) pause: u64,
    /// The maximum number of nodes of a run during the verification.
    pub(super) rerun_budget: u64,
    /// The ply of the first position of the run, for the table.
    pub(super) first_ply: u16,
    /// The mating move of the last search that proved a mate.
    pub(super) last_mate: Option<Move>,
    /// The number of new positions that must be searched before bounds count again.
    extensions: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        memory: &'a mut Memory,
        position: &Position,
        techniques: Techniques,
        node_limit: u64,
        watch: &'a mut Watch<'a>,
    ) -> Self {
        Self {
            memory,
            position: position.clone(),
            techniques,
            nodes: 0,
            node_limit,
            watch,
            next_report: 0,
            stop: None,
            pause: u64::MAX,
            rerun_budget: u64::MAX,
            first_ply: 0,
            last_mate: None,
            extensions: 0,
        }
    }

    /// Checks the limits, and records whether the search must stop.
    #[inline]
    fn check_limits(&mut self) {
        if self.nodes >= self.node_limit {
            self.stop_for(Stop::Nodes);
        }
        if self.nodes >= self.next_report {
            self.report();
        }
    }

    /// Ends the search. The first reason is kept.
    #[cold]
    pub(super) fn stop_for(&mut self, reason: Stop) {
        self.stop.get_or_insert(reason);
    }

    #[cold]
    pub(super) fn report(&mut self) {
        self.next_report = self.nodes + REPORT_INTERVAL;
        if let ControlFlow::Break(reason) = (self.watch)(self.nodes) {
            self.stop_for(reason);
        }
        if self.memory.table.is_worn_out() || self.memory.path_table.is_worn_out() {
            self.stop_for(Stop::Memory);
        }
    }

    /// Whether the current run must end: the search has stopped, or it pauses.
    pub(super) fn must_return(&self) -> bool {
        self.stop.is_some() || self.nodes >= self.pause
    }

    /// Searches the current position for a mate of at most `limit` plies. The attacker or, if `attacks`
    /// is `false`, the defender is to move.
    pub(super) fn run(&mut self, limit: u16, attacks: bool) -> Found {
        self.memory.path.clear();
        self.memory.frames.clear();
        self.memory.children.clear();
        self.extensions = 0;
        let side = self.position.side();
        let attacker = if attacks { side } else { side.opponent() };
        let (key, hand) = (self.position.board_hash(), self.position.hand(attacker));
        self.check_limits();
        if self.must_return() {
            return Found::estimate(1, 1, hand);
        }
        self.push(Frame {
            start: 0,
            key,
            hand,
            limit,
            attacks,
            proof_bound: INFINITE,
            disproof_bound: INFINITE,
            best: 0,
            played: None,
            nodes_before: self.nodes,
            extensions: 0,
        });
        loop {
            let summary = self.settle();
            if self.must_return() {
                return self.unwind(summary);
            }
            if self.is_done(&summary) {
                let found = self.pop(&summary);
                let Some(parent) = self.memory.frames.last() else { return found };
                let child = &mut self.memory.children[parent.start + parent.best];
                child.found = found;
                (child.is_new, child.is_old) = (false, false);
            } else {
                self.descend(&summary);
            }
        }
    }

    /// Searches for at most `budget` nodes for a mate of at most `limit` plies.
    pub(super) fn ask(&mut self, limit: u16, budget: u64) -> Found {
        self.pause = self.nodes.saturating_add(budget);
        let found = self.run(limit, true);
        self.pause = u64::MAX;
        found
    }

    fn top(&mut self) -> &mut Frame {
        let last = self.memory.frames.len() - 1;
        &mut self.memory.frames[last]
    }

    /// Enters a node whose position is on the board.
    fn push(&mut self, frame: Frame) {
        self.memory.path.push(frame.key, frame.hand);
        self.memory.frames.push(frame);
        self.nodes += 1;
        self.check_limits();
        self.expand();
        let start = self.top().start;
        let is_old = |child: &Child| !child.waits && child.is_old && !child.found.is_decided();
        if self.techniques.extension && self.memory.children[start..].iter().any(is_old) {
            self.extensions += 1;
        }
    }

    /// Looks at the moves that no longer wait, and sums up the children of the top node.
    fn settle(&mut self) -> Summary {
        let Frame { start, attacks, .. } = *self.top();
        let mut i = start;
        while i < self.memory.children.len() {
            let child = &mut self.memory.children[i];
            let is_decided =
                if attacks { child.found.disproof == 0 } else { child.found.proof == 0 };
            i += 1;
            if !child.waits && is_decided && child.next != super::frame::NONE {
                let next = start + usize::from(child.next);
                child.next = super::frame::NONE;
                self.look(next);
                i = i.min(next);
            }
        }
        sum_up(&self.memory.children[start..], attacks, self.techniques.maximum)
    }

    /// Returns whether the top node is decided or exceeds its bounds.
    fn is_done(&mut self, summary: &Summary) -> bool {
        if summary.proof == 0 || summary.disproof == 0 {
            return true;
        }
        let extends = self.extensions > 0;
        let frame = self.top();
        if extends {
            frame.proof_bound = frame.proof_bound.max(summary.proof + 1);
            frame.disproof_bound = frame.disproof_bound.max(summary.disproof + 1);
        }
        summary.proof >= frame.proof_bound || summary.disproof >= frame.disproof_bound
    }

    /// Enters the best child.
    fn descend(&mut self, summary: &Summary) {
        let nodes_before = self.nodes;
        let step = self.techniques.step;
        let frame = self.top();
        frame.best = summary.best;
        let Frame { start, limit, attacks, proof_bound, disproof_bound, .. } = *frame;
        let near = summary.second.saturating_add(1 + step.of(summary.second)).min(INFINITE);
        let (bound_of_one, bound_of_all) =
            if attacks { (proof_bound, disproof_bound) } else { (disproof_bound, proof_bound) };
        let one = near.min(bound_of_one);
        let all = if bound_of_all >= INFINITE {
            INFINITE
        } else {
            bound_of_all.saturating_sub(summary.rest)
        };
        let (proof_bound, disproof_bound) = if attacks { (one, all) } else { (all, one) };
        let child = self.memory.children[start + summary.best];
        if child.is_new {
            self.extensions = self.extensions.saturating_sub(1);
        }
        let undo = self.position.play_unchecked(child.m);
        self.push(Frame {
            start: self.memory.children.len(),
            key: child.key,
            hand: child.hand,
            limit: limit - 1,
            attacks: !attacks,
            proof_bound,
            disproof_bound,
            best: 0,
            played: Some((child.m, undo)),
            nodes_before,
            extensions: self.extensions,
        });
    }

    /// Stores what was found about the top node and leaves the node.
    fn pop(&mut self, summary: &Summary) -> Found {
        let frame = *self.top();
        let ply = self.memory.frames.len() - 1;
        let mut found = self.conclude(&frame, summary);
        let work = self.nodes - frame.nodes_before;
        self.extensions = self.extensions.min(frame.extensions);
        self.memory.path.pop();
        let table = &mut self.memory.table;
        if found.proof == 0 {
            table.store_mate(frame.key, &found, frame.hand, work);
        } else if found.disproof == 0 {
            if found.since > ply as u32 {
                found.since = ALWAYS;
                table.store_safe(frame.key, &found, frame.hand, work);
            } else {
                let key = self.memory.path.key_of_next(frame.key, frame.hand);
                self.memory.path_table.store(key, &found);
            }
        } else {
            let ply = self.first_ply + ply as u16;
            table.store_numbers(frame.key, &found, frame.hand, ply, work);
        }
        self.leave();
        found
    }

    /// Takes back the move of the top node and removes the node.
    fn leave(&mut self) {
        let Some(frame) = self.memory.frames.pop() else { return };
        self.memory.children.truncate(frame.start);
        if let Some((m, undo)) = frame.played {
            self.position.undo(m, undo);
        }
    }

    /// Leaves all nodes after a stop. Stores their numbers, so that a later run can continue.
    fn unwind(&mut self, mut summary: Summary) -> Found {
        loop {
            let frame = *self.top();
            let (proof, disproof) = (summary.proof.max(1), summary.disproof.max(1));
            let found = Found::estimate(proof, disproof, frame.hand);
            let ply = self.memory.frames.len() - 1;
            if ply == 0 {
                self.note_refuted(&frame);
            }
            let work = self.nodes - frame.nodes_before;
            let ply = self.first_ply + ply as u16;
            self.memory.table.store_numbers(frame.key, &found, frame.hand, ply, work);
            self.memory.path.pop();
            self.leave();
            let Some(parent) = self.memory.frames.last() else { return found };
            let at = parent.start + parent.best;
            self.memory.children[at].found = found;
            let children = &self.memory.children[parent.start..];
            summary = sum_up(children, parent.attacks, self.techniques.maximum);
        }
    }

    /// Notes the moves of the root that are refuted on every path.
    fn note_refuted(&mut self, root: &Frame) {
        self.memory.refuted.clear();
        if root.attacks {
            let children = &self.memory.children[root.start..];
            let is_refuted = |child: &&Child| {
                let Found { disproof, plies, since, .. } = child.found;
                !child.waits && disproof == 0 && plies == FOREVER && since > 1
            };
            self.memory.refuted.extend(children.iter().filter(is_refuted).map(|child| child.m));
        }
    }

    /// Returns what the children prove about the top node.
    fn conclude(&mut self, frame: &Frame, summary: &Summary) -> Found {
        let children = &self.memory.children[frame.start..];
        let position = &self.position;
        match (summary.proof, summary.disproof) {
            (0, _) if frame.attacks => {
                let mates = children.iter().filter(|child| !child.waits && child.found.proof == 0);
                let Some(child) = mates.min_by_key(|child| child.found.plies) else {
                    unreachable!("a proven node without a proven child")
                };
                self.last_mate = Some(child.m);
                let hand = hands::before(child.found.hand, child.m);
                Found::mate(hand, longer(child.found.plies, 1))
            }
            (0, _) => {
                let plies = children.iter().map(|child| longer(child.found.plies, 1)).max();
                let hand = children
                    .iter()
                    .fold(Hand::EMPTY, |hand, child| hands::union(hand, child.found.hand));
                Found::mate(hands::complete_proof(position, hand), plies.unwrap_or(0))
            }
            (_, 0) if frame.attacks => {
                let mut found = Found::safe(hands::all_in_hand(position), FOREVER, ALWAYS);
                for child in children {
                    let hand = hands::before(child.found.hand, child.m);
                    found.hand = hands::intersection(found.hand, hand);
                    found.plies = found.plies.min(longer(child.found.plies, 1));
                    found.since = found.since.min(child.found.since);
                }
                found.hand = hands::complete_disproof(position, found.hand);
                found
            }
            (_, 0) => {
                let safe =
                    children.iter().filter(|child| !child.waits && child.found.disproof == 0);
                let Some(child) = safe.max_by_key(|child| (child.found.since, child.found.plies))
                else {
                    unreachable!("a disproven node without a disproven child")
                };
                let hand = hands::intersection(child.found.hand, hands::all_in_hand(position));
                Found::safe(hand, longer(child.found.plies, 1), child.found.since)
            }
            (proof, disproof) => Found::estimate(proof, disproof, frame.hand),
        }
    }
}
