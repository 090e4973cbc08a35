//! The state of one thread of a search.

use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::evaluate::Evaluate;
use super::heuristics::{Heuristics, Scored};
use super::limits::Limits;
use super::options::Options;
use super::ply::MAX_PLY;
use super::report::{Observer, Progress};
use super::table::Table;
use super::value::{DRAW, REPETITION_WIN, SUPERIOR, Value, mated_in};
use crate::color::Color;
use crate::declaration::{Declaration, DeclarationResult, DeclarationRule};
use crate::movegen::MoveList;
use crate::mv::Move;
use crate::position::{Position, Undo};
use crate::repetition::{History, SearchRepetition};
use crate::square::Square;

/// The number of nodes between two looks at the limits.
const TICK: u64 = 128;

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) options: &'a Options,
    pub(super) limits: &'a Limits,
    pub(super) started: Instant,
    pub(super) stop: AtomicBool,
    pub(super) nodes: AtomicU64,
}

/// One thread of a search.
pub(super) struct Worker<'a, E: Evaluate> {
    evaluation: &'a E,
    pub(super) shared: &'a Shared<'a>,
    /// The observer and the progress of the main thread.
    pub(super) observer: Option<(&'a mut Observer<'a>, Progress)>,
    pub(super) position: Position,
    history: History,
    /// The length of the history after the root or the last pass was pushed.
    root_len: usize,
    /// The number of moves of the game before the root.
    game_moves: u32,
    states: Vec<E::State>,
    pub(super) ply: usize,
    pub(super) nodes: u64,
    published: u64,
    next_tick: u64,
    node_limit: u64,
    pub(super) selective_depth: usize,
    pub(super) stopped: bool,
    pub(super) heuristics: Heuristics,
    /// The moves of the current line.
    pub(super) line: [Option<Move>; MAX_PLY + 2],
    pub(super) pvs: Vec<Vec<Move>>,
    pub(super) list: MoveList,
    pub(super) scored: Vec<Scored>,
}

impl<'a, E: Evaluate> Worker<'a, E> {
    pub(super) fn new(
        evaluation: &'a E,
        shared: &'a Shared<'a>,
        position: &Position,
        history: &History,
        observer: Option<(&'a mut Observer<'a>, Progress)>,
    ) -> Self {
        Self {
            evaluation,
            shared,
            observer,
            position: position.clone(),
            history: history.clone(),
            root_len: history.len(),
            game_moves: history.len() as u32 - 1,
            states: alloc::vec![evaluation.state(position)],
            ply: 0,
            nodes: 0,
            published: 0,
            next_tick: 0,
            node_limit: shared.limits.nodes.unwrap_or(u64::MAX),
            selective_depth: 0,
            stopped: false,
            heuristics: Heuristics::new(),
            line: [None; MAX_PLY + 2],
            pvs: alloc::vec![Vec::new(); MAX_PLY + 2],
            list: MoveList::new(),
            scored: Vec::new(),
        }
    }

    /// Plays a move and counts the node.
    #[inline]
    pub(super) fn play(&mut self, m: Move) -> Undo {
        let undo = self.position.play_unchecked(m);
        let state = self.evaluation.play(&self.states[self.ply], m, &self.position);
        self.enter(Some(m), state);
        undo
    }

    pub(super) fn undo(&mut self, m: Move, undo: Undo) {
        self.leave();
        self.position.undo(m, undo);
    }

    /// Passes. Returns what [`Worker::undo_null`] needs.
    pub(super) fn play_null(&mut self) -> (Undo, usize) {
        let undo = self.position.play_null();
        let state = self.states[self.ply].clone();
        self.enter(None, state);
        let root_len = self.root_len;
        // No position before the pass can be repeated after the pass.
        self.root_len = self.history.len();
        (undo, root_len)
    }

    pub(super) fn undo_null(&mut self, (undo, root_len): (Undo, usize)) {
        self.root_len = root_len;
        self.leave();
        self.position.undo_null(undo);
    }

    #[inline(always)]
    fn enter(&mut self, m: Option<Move>, state: E::State) {
        self.line[self.ply] = m;
        self.ply += 1;
        self.states.push(state);
        self.history.push(&self.position);
        self.selective_depth = self.selective_depth.max(self.ply);
        self.nodes += 1;
        if self.nodes >= self.next_tick {
            self.tick();
        }
    }

    #[inline(always)]
    fn leave(&mut self) {
        self.history.pop();
        self.states.pop();
        self.ply -= 1;
    }

    /// Checks the limits and calls the observer.
    #[cold]
    #[inline(never)]
    fn tick(&mut self) {
        let total = self.publish_nodes();
        let rest = self.node_limit.saturating_sub(total);
        self.next_tick = self.nodes + rest.clamp(1, TICK);
        let is_over =
            rest == 0 || self.shared.limits.time.is_some_and(|time| self.elapsed() >= time);
        if is_over || self.shared.stop.load(Relaxed) || self.report(false).is_break() {
            self.stop();
        }
    }

    /// Ends the search of all threads.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
        self.shared.stop.store(true, Relaxed);
    }

    /// Adds the nodes of this thread to the sum. Returns the sum.
    pub(super) fn publish_nodes(&mut self) -> u64 {
        let new = self.nodes - self.published;
        self.published = self.nodes;
        self.shared.nodes.fetch_add(new, Relaxed) + new
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.shared.started.elapsed()
    }

    /// Calls the observer.
    pub(super) fn report(&mut self, is_new_round: bool) -> ControlFlow<()> {
        let nodes = self.publish_nodes();
        let Some((observer, progress)) = &mut self.observer else {
            return ControlFlow::Continue(());
        };
        progress.nodes = nodes;
        progress.selective_depth = self.selective_depth as u32;
        progress.is_new_round = is_new_round;
        observer(progress)
    }

    /// Returns the evaluation for the side to move.
    #[inline]
    pub(super) fn evaluate(&self) -> i32 {
        let value = self.evaluation.evaluate(&self.position, &self.states[self.ply]);
        value.clamp(-Value::MAX_EVALUATION, Value::MAX_EVALUATION)
    }

    /// Returns the score of a node that a rule decides: a repetition, a try, the maximum number of
    /// moves, or a declaration.
    #[inline]
    pub(super) fn decided(&self) -> Option<i32> {
        match self.history.search_repetition(self.root_len) {
            SearchRepetition::None => {}
            SearchRepetition::Draw => return Some(DRAW),
            SearchRepetition::Win => return Some(REPETITION_WIN),
            SearchRepetition::Loss => return Some(-REPETITION_WIN),
            SearchRepetition::Superior => return Some(SUPERIOR),
            SearchRepetition::Inferior => return Some(-SUPERIOR),
        }
        let options = self.shared.options;
        if options.rules.try_rule && has_tried(&self.position) {
            return Some(mated_in(self.ply));
        }
        let moves = self.game_moves + self.ply as u32;
        if options.rules.max_moves.is_some_and(|max| moves >= max) {
            let is_mate = self.position.is_check() && !self.position.has_moves();
            return Some(if is_mate { mated_in(self.ply) } else { DRAW });
        }
        declares(&self.position, options).then_some(-mated_in(self.ply + 1))
    }

    /// Returns whether a win by a mate of this many plies counts, because the game has not reached
    /// the maximum number of moves before.
    pub(super) fn is_in_time(&self, plies: u32) -> bool {
        let max = self.shared.options.rules.max_moves;
        max.is_none_or(|max| self.game_moves + self.ply as u32 + plies <= max)
    }

    /// Sets the line of this ply: a move, and the line of the next ply.
    pub(super) fn set_pv(&mut self, m: Move) {
        let (here, below) = self.pvs.split_at_mut(self.ply + 1);
        let pv = &mut here[self.ply];
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&below[0]);
    }

    /// Returns whether the position after this move repeats no position.
    pub(super) fn is_fresh(&mut self, m: Move) -> bool {
        let undo = self.position.play_unchecked(m);
        self.history.push(&self.position);
        let is_fresh = self.history.search_repetition(self.root_len) == SearchRepetition::None;
        self.history.pop();
        self.position.undo(m, undo);
        is_fresh
    }
}

/// Returns whether the side that has just moved has won by the try rule.
fn has_tried(position: &Position) -> bool {
    let goal = match position.side() {
        Color::Black => Square::SQ_5I,
        Color::White => Square::SQ_5A,
    };
    position.king(position.side().opponent()) == Some(goal)
}

/// Returns whether the side to move wins by a declaration.
pub(super) fn declares(position: &Position, options: &Options) -> bool {
    let side = position.side();
    let is_near = position.king(side).is_some_and(|king| king.is_promotion_zone(side));
    if !options.declares || !is_near {
        return false;
    }
    let facts = if options.rules.handicap_points {
        Declaration::of_handicap_game(position)
    } else {
        Declaration::of(position)
    };
    // A win under the 24-point rule is also a win under the 27-point rule.
    let rule = options.rules.declaration.unwrap_or(DeclarationRule::Points27);
    facts.result(rule) == DeclarationResult::Win
}
