//! The search of captures and evasions after the full depth.

use super::evaluate::Evaluate;
use super::ordering::{Picker, Wanted};
use super::ply::MAX_PLY;
use super::table::{Bound, Entry};
use super::value::{DECIDED, INFINITE, from_table, mated_in, to_table};
use super::worker::Worker;
use crate::see::SeeValues;

/// The margin, in centipawns, by which a capture may miss alpha before it is pruned.
const DELTA: i32 = 200;

impl<E: Evaluate> Worker<'_, E> {
    /// Returns the score of the position if the side to move may stand pat or capture. In check, all
    /// evasions are searched. `depth` is 0 at first and negative below.
    pub(super) fn quiescence(&mut self, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        self.pvs[self.ply].clear();
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.decided() {
            return score;
        }
        if self.ply >= MAX_PLY {
            return self.evaluate();
        }
        let is_pv = beta - alpha > 1;
        let selective = self.shared.options.selective;
        let key = self.position.hash();
        let known = self.shared.table.find(key);
        if let Some(entry) = known
            && !is_pv
            && (selective || (depth == 0 && entry.depth == 0))
        {
            let score = from_table(entry.score, self.ply);
            match entry.bound {
                Bound::Exact => return score,
                Bound::Lower if score >= beta => return score,
                Bound::Upper if score <= alpha => return score,
                _ => {}
            }
        }
        let is_check = self.position.is_check();
        let (old_alpha, mut best, mut evaluation) = (alpha, -INFINITE, -INFINITE);
        if !is_check {
            if depth == 0
                && (known.is_none() || !selective)
                && let Some(score) = self.mate_in_one(key)
            {
                return score;
            }
            evaluation = known.map_or_else(|| self.evaluate(), |entry| entry.evaluation);
            best = evaluation;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut picker = Picker::new(self, known.and_then(|entry| entry.m), Wanted::GoodCaptures);
        let mut best_move = None;
        while let Some(m) = picker.next(self) {
            if selective && !is_check && best > -DECIDED {
                let gain = m.captured().map_or(0, |kind| SeeValues::BONANZA.capture(kind));
                let gain = gain + if m.is_promotion() { 300 } else { 0 };
                if evaluation + gain + DELTA <= alpha && !self.position.gives_check(m) {
                    continue;
                }
            }
            let undo = self.play(m);
            let score = -self.quiescence(depth - 1, -beta, -alpha);
            self.undo(m, undo);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if is_pv {
                        self.set_pv(m);
                    }
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        picker.finish(self);
        if self.stopped {
            return 0;
        }
        if is_check && best == -INFINITE {
            return mated_in(self.ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if depth == 0 || selective {
            let score = to_table(best, self.ply);
            let evaluation = evaluation.max(i16::MIN.into());
            self.shared
                .table
                .store(key, &Entry { m: best_move, score, evaluation, depth: 0, bound });
        }
        best
    }
}
