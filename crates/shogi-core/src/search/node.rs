//! The search of a node: alpha-beta with selective pruning.

use super::evaluate::Evaluate;
use super::ordering::{Picker, Wanted};
use super::ply::MAX_PLY;
use super::table::{Bound, Entry};
use super::value::{DECIDED, INFINITE, from_table, mated_in, to_table};
use super::worker::Worker;
use crate::mate::mate_in_one;
use crate::mv::Move;

/// The margin per ply, in centipawns, by which an evaluation must exceed beta for a cutoff.
const REVERSE_MARGIN: i32 = 120;
/// The margins of futility pruning: a constant and an amount per ply.
const FUTILITY: (i32, i32) = (150, 130);
/// The exchange loss per ply above which a move is pruned, for captures and for other moves.
const EXCHANGE_MARGIN: (i32, i32) = (150, 80);

/// What is known about a node before its moves are searched.
struct Facts {
    is_check: bool,
    evaluation: i32,
    table_move: Option<Move>,
}

impl<E: Evaluate> Worker<'_, E> {
    /// Returns the score of the position for the side to move, within the window if it is exact.
    pub(super) fn node(&mut self, mut depth: i32, mut alpha: i32, mut beta: i32) -> i32 {
        let is_pv = beta - alpha > 1;
        self.pvs[self.ply].clear();
        if self.stopped {
            return 0;
        }
        if depth <= 0 {
            return self.quiescence(0, alpha, beta);
        }
        if let Some(score) = self.decided() {
            return score;
        }
        if self.ply >= MAX_PLY {
            return self.evaluate();
        }
        let selective = self.shared.options.selective;
        // Below this node, no mate is shorter than the best mate found.
        alpha = alpha.max(mated_in(self.ply));
        beta = beta.min(-mated_in(self.ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let key = self.position.hash();
        let known = self.shared.table.find(key);
        if let Some(entry) = known
            && let Some(score) = self.cutoff(&entry, depth, alpha, beta)
        {
            return score;
        }
        let is_check = self.position.is_check();
        if !is_check
            && (known.is_none() || !selective)
            && let Some(score) = self.mate_in_one(key)
        {
            return score;
        }
        let evaluation = match known {
            _ if is_check => -INFINITE,
            Some(entry) => entry.evaluation,
            None => self.evaluate(),
        };
        let facts = Facts { is_check, evaluation, table_move: known.and_then(|entry| entry.m) };
        if selective
            && !is_check
            && !is_pv
            && let Some(score) = self.prune(depth, alpha, beta, &facts)
        {
            return score;
        }
        if selective && facts.table_move.is_none() && depth >= 4 {
            depth -= 1;
        }
        self.moves(depth, alpha, beta, key, &facts)
    }

    /// Returns the score of an entry if it decides the node.
    fn cutoff(&self, entry: &Entry, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let is_pv = beta - alpha > 1;
        let is_deep =
            if self.shared.options.selective { entry.depth >= depth } else { entry.depth == depth };
        if is_pv || !is_deep {
            return None;
        }
        let score = from_table(entry.score, self.ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        decides.then_some(score)
    }

    /// Returns the score of a mate in one, and stores it.
    pub(super) fn mate_in_one(&mut self, key: u64) -> Option<i32> {
        if !self.is_in_time(1) {
            return None;
        }
        let m = mate_in_one(&self.position)?;
        let score = -mated_in(self.ply + 1);
        self.pvs[self.ply].clear();
        self.pvs[self.ply].push(m);
        self.store(key, Some(m), score, self.evaluate(), 255, Bound::Exact);
        Some(score)
    }

    fn store(
        &self,
        key: u64,
        m: Option<Move>,
        score: i32,
        evaluation: i32,
        depth: i32,
        bound: Bound,
    ) {
        let score = to_table(score, self.ply);
        self.shared.table.store(key, &Entry { m, score, evaluation, depth, bound });
    }

    /// Prunes a node that is not on the main line by its evaluation or by a pass.
    fn prune(&mut self, depth: i32, alpha: i32, beta: i32, facts: &Facts) -> Option<i32> {
        let evaluation = facts.evaluation;
        if depth <= 7 && evaluation - REVERSE_MARGIN * depth >= beta && evaluation < DECIDED {
            return Some(evaluation);
        }
        if depth <= 2 && evaluation + 350 * depth < alpha {
            let score = self.quiescence(0, alpha, beta);
            if score <= alpha {
                return Some(score);
            }
        }
        let has_passed = self.line[self.ply - 1].is_none();
        if depth >= 3 && evaluation >= beta && !has_passed && beta > -DECIDED {
            let reduction = 3 + depth / 4 + ((evaluation - beta) / 250).min(3);
            let passed = self.play_null();
            let score = -self.node(depth - 1 - reduction, -beta, 1 - beta);
            self.undo_null(passed);
            if self.stopped {
                return Some(0);
            }
            if score >= beta {
                // A mate after a pass is not proven.
                return Some(if score >= DECIDED { beta } else { score });
            }
        }
        None
    }

    /// Searches the moves of a node.
    fn moves(&mut self, depth: i32, mut alpha: i32, beta: i32, key: u64, facts: &Facts) -> i32 {
        let old_alpha = alpha;
        let side = self.position.side();
        let mut picker = Picker::new(self, facts.table_move, Wanted::All);
        let (mut best, mut best_move) = (-INFINITE, None);
        let (mut count, mut quiets) = (0, [None; 48]);
        let mut quiet_count = 0;
        self.heuristics.clear_killers(self.ply + 1);
        while let Some(m) = picker.next(self) {
            count += 1;
            let gives_check = self.position.gives_check(m);
            let is_quiet = !m.is_capture();
            if best > -DECIDED && self.is_futile(depth, alpha, m, (count, gives_check), facts) {
                continue;
            }
            let score = self.search_move(depth, alpha, beta, m, (count, gives_check), facts);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if beta - old_alpha > 1 {
                        self.set_pv(m);
                    }
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
            if is_quiet && quiet_count < quiets.len() {
                quiets[quiet_count] = Some(m);
                quiet_count += 1;
            }
        }
        picker.finish(self);
        if self.stopped {
            return 0;
        }
        if count == 0 {
            return mated_in(self.ply);
        }
        if let Some(m) = best_move
            && best >= beta
            && !m.is_capture()
        {
            self.heuristics.reward(side, self.ply, m, &quiets[..quiet_count], depth);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(key, best_move, best, facts.evaluation.max(i16::MIN.into()), depth, bound);
        best
    }

    /// Returns whether a move is pruned before it is searched.
    fn is_futile(
        &self,
        depth: i32,
        alpha: i32,
        m: Move,
        (count, gives_check): (i32, bool),
        facts: &Facts,
    ) -> bool {
        if !self.shared.options.selective || gives_check || depth > 8 {
            return false;
        }
        if m.is_capture() || facts.is_check {
            return depth <= 6 && !self.position.see_ge(m, -EXCHANGE_MARGIN.0 * depth);
        }
        let (base, per_ply) = FUTILITY;
        count > 4 + 2 * depth * depth
            || (depth <= 6 && facts.evaluation + base + per_ply * depth <= alpha)
            || !self.position.see_ge(m, -EXCHANGE_MARGIN.1 * depth)
    }

    /// Searches the position after a move: first at a reduced depth and with an empty window, if a
    /// good result is not expected.
    fn search_move(
        &mut self,
        depth: i32,
        alpha: i32,
        beta: i32,
        m: Move,
        (count, gives_check): (i32, bool),
        facts: &Facts,
    ) -> i32 {
        let is_pv = beta - alpha > 1;
        let selective = self.shared.options.selective;
        let extension = i32::from(selective && gives_check && self.position.see_ge(m, 0));
        let new_depth = depth - 1 + extension;
        let mut reduction = 0;
        if selective
            && depth >= 3
            && count > 1 + i32::from(is_pv)
            && !m.is_capture()
            && !facts.is_check
        {
            reduction = log_product(depth, count) - i32::from(is_pv) - i32::from(gives_check) + 1;
            reduction = reduction.clamp(0, new_depth - 1);
        }
        let undo = self.play(m);
        let mut score = alpha + 1;
        if count > 1 || !is_pv {
            score = -self.node(new_depth - reduction, -alpha - 1, -alpha);
            if score > alpha && reduction > 0 {
                score = -self.node(new_depth, -alpha - 1, -alpha);
            }
        }
        if is_pv && (count == 1 || (score > alpha && score < beta)) {
            score = -self.node(new_depth, -beta, -alpha);
        }
        self.undo(m, undo);
        score
    }
}

/// Returns about `0.5 + ln(depth) * ln(count) / 2`.
fn log_product(depth: i32, count: i32) -> i32 {
    // In units of 1/16 of a binary logarithm. The square of ln 2 is 0.48.
    let log = |n: i32| {
        let whole = n.ilog2();
        (whole as i32) * 16 + (((n << 4) >> whole) - 16)
    };
    (128 + log(depth) * log(count) * 48 / 200) / 256
}
