//! The root of a search: iterative deepening over the moves of a position.

use alloc::vec::Vec;
use core::sync::atomic::Ordering::Relaxed;

use super::evaluate::Evaluate;
use super::options::Options;
use super::ply::MAX_PLY;
use super::report::{Hint, Progress};
use super::value::{DECIDED, INFINITE, Value};
use super::worker::Worker;
use crate::mv::Move;
use crate::position::Position;

/// The depth from which a round starts with a narrow window.
const WINDOW_DEPTH: u32 = 5;
/// Half the width of the first window, in centipawns.
const WINDOW: i32 = 60;
/// The depth at which a search with a time limit ends if there is only one move.
const ONLY_MOVE_DEPTH: u32 = 4;

/// A move of the root.
#[derive(Clone)]
pub(super) struct Root {
    m: Move,
    /// The score of this round, or `-INFINITE` if the move is not better than the best one.
    score: i32,
    /// The last score that was not `-INFINITE`, and its depth and line.
    last_score: i32,
    depth: u32,
    pv: Vec<Move>,
}

impl Root {
    const fn new(m: Move) -> Self {
        Self { m, score: -INFINITE, last_score: -INFINITE, depth: 0, pv: Vec::new() }
    }

    /// Returns whether the root move is this move.
    pub(super) fn is(&self, m: Move) -> bool {
        self.m == m
    }

    /// Returns the hint for a search that values no move.
    pub(super) fn fallback(&self) -> Hint {
        Hint { mv: self.m, value: Value::Centipawns(0), depth: 0, pv: alloc::vec![self.m] }
    }

    fn hint(&self) -> Option<Hint> {
        let value = Value::from_score(self.last_score);
        (self.depth > 0).then(|| Hint { mv: self.m, value, depth: self.depth, pv: self.pv.clone() })
    }
}

/// Returns the moves that the options allow at the root.
pub(super) fn roots(position: &Position, options: &Options) -> Vec<Root> {
    match &options.moves {
        None => position.engine_moves().iter().map(Root::new).collect(),
        Some(moves) => {
            let mut roots: Vec<Root> = Vec::new();
            for &m in moves {
                if position.is_legal(m) && roots.iter().all(|root| root.m != m) {
                    roots.push(Root::new(m));
                }
            }
            roots
        }
    }
}

/// Returns the best moves.
pub(super) fn hints(roots: &[Root], count: usize) -> Vec<Hint> {
    let mut hints: Vec<Hint> = roots.iter().take(count).filter_map(Root::hint).collect();
    hints.sort_by_key(|hint| core::cmp::Reverse(hint.value));
    hints
}

impl<E: Evaluate> Worker<'_, E> {
    /// Searches one ply, then two plies and so on. `thread` is 0 for the main thread. Returns the depth
    /// of the last finished round.
    pub(super) fn deepen(&mut self, roots: &mut [Root], thread: usize) -> u32 {
        let options = self.shared.options;
        let count = options.count.clamp(1, roots.len());
        let (mut best, mut stable_rounds) = (None, 0);
        let mut finished = 0;
        for depth in 1..=options.depth.clamp(1, MAX_PLY as u32) {
            // The threads search different depths, so that they do not do the same work.
            if thread > 0 && (depth as usize + thread).is_multiple_of(3) && depth < MAX_PLY as u32 {
                continue;
            }
            for line in 0..count {
                self.round(roots, line, depth);
                if self.stopped {
                    break;
                }
            }
            if !self.stopped {
                roots[..count].sort_by_key(|root| -root.score);
                finished = depth;
            }
            let is_over = self.finish_round(roots, count, finished);
            if self.stopped || is_over {
                break;
            }
            stable_rounds = if best == Some(roots[0].m) { stable_rounds + 1 } else { 0 };
            best = Some(roots[0].m);
            if thread == 0 && self.is_enough(roots, depth, stable_rounds) {
                break;
            }
        }
        if thread == 0 {
            self.shared.stop.store(true, Relaxed);
        }
        finished
    }

    /// Updates the progress. Returns whether the observer stops the search.
    fn finish_round(&mut self, roots: &[Root], count: usize, finished: u32) -> bool {
        let Some((_, progress)) = &mut self.observer else { return false };
        progress.hints = hints(roots, count);
        progress.depth = finished;
        progress.table_permille = self.shared.table.permille();
        if self.stopped {
            return true;
        }
        self.report(true).is_break()
    }

    /// Returns whether a deeper round would not help or does not fit into the time.
    fn is_enough(&self, roots: &[Root], depth: u32, stable_rounds: u32) -> bool {
        let limits = self.shared.limits;
        let is_decided = roots[0].score.abs() >= DECIDED && {
            let plies = match Value::from_score(roots[0].score) {
                Value::Win { plies } | Value::Loss { plies } => plies,
                Value::Centipawns(_) => u32::MAX,
            };
            plies <= depth
        };
        let is_only = roots.len() == 1 && limits.time.is_some() && depth >= ONLY_MOVE_DEPTH;
        let is_late = limits.round_time.is_some_and(|time| {
            let percent = match stable_rounds {
                0 => 150,
                1..=3 => 100,
                _ => 70,
            };
            self.elapsed() * 100 >= time * percent
        });
        (is_decided && self.shared.options.count <= 1) || is_only || is_late
    }

    /// Searches the moves from `line` on to a depth, with a window that widens until it contains the
    /// score.
    fn round(&mut self, roots: &mut [Root], line: usize, depth: u32) {
        let expected = roots[line].last_score;
        let mut width = WINDOW;
        let has_window = depth >= WINDOW_DEPTH && expected.abs() < DECIDED;
        let (mut alpha, mut beta) =
            if has_window { (expected - width, expected + width) } else { (-INFINITE, INFINITE) };
        loop {
            self.root_moves(&mut roots[line..], depth, alpha, beta);
            roots[line..].sort_by_key(|root| -root.score);
            let score = roots[line].score;
            if self.stopped {
                return;
            }
            width *= 3;
            if score <= alpha && alpha > -INFINITE {
                alpha = if width > 2000 { -INFINITE } else { (score - width).max(-INFINITE) };
            } else if score >= beta && beta < INFINITE {
                beta = if width > 2000 { INFINITE } else { (score + width).min(INFINITE) };
            } else {
                return;
            }
        }
    }

    /// Searches the moves of the root. The score of a move that is not better than the best one becomes
    /// `-INFINITE`.
    fn root_moves(&mut self, roots: &mut [Root], depth: u32, mut alpha: i32, beta: i32) {
        let selective = self.shared.options.selective;
        for (i, root) in roots.iter_mut().enumerate() {
            let new_depth = depth as i32 - 1;
            let m = root.m;
            let is_late = selective && depth >= 3 && i >= 4 && !m.is_capture();
            let reduction = i32::from(is_late && !self.position.gives_check(m));
            let undo = self.play(m);
            let mut score = alpha + 1;
            if i > 0 {
                score = -self.node(new_depth - reduction, -alpha - 1, -alpha);
                if score > alpha && reduction > 0 {
                    score = -self.node(new_depth, -alpha - 1, -alpha);
                }
            }
            if i == 0 || (score > alpha && score < beta) {
                score = -self.node(new_depth, -beta, -alpha);
            }
            self.undo(m, undo);
            if self.stopped {
                return;
            }
            if i == 0 || score > alpha {
                root.score = score;
                root.last_score = score;
                root.depth = depth;
                self.set_pv(m);
                root.pv.clone_from(&self.pvs[0]);
                alpha = alpha.max(score);
                if score >= beta {
                    for other in &mut roots[i + 1..] {
                        other.score = -INFINITE;
                    }
                    return;
                }
            } else {
                root.score = -INFINITE;
            }
        }
    }

    /// Makes the progress of a search that has not started.
    pub(super) const fn first_progress() -> Progress {
        Progress {
            nodes: 0,
            depth: 0,
            selective_depth: 0,
            hints: Vec::new(),
            is_new_round: false,
            table_permille: 0,
        }
    }
}
