//! The order of the moves of a node.

use super::evaluate::Evaluate;
use super::heuristics::Scored;
use super::worker::Worker;
use crate::movegen::MoveFilter;
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::see::SeeValues;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    GenerateCaptures,
    Captures,
    Killers,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    GenerateEvasions,
    Evasions,
}

/// Which moves a picker returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    All,
    /// Only captures that do not lose material.
    GoodCaptures,
}

/// Returns the moves of a node one by one, the most promising first. The moves are in a part of
/// [`Worker::scored`].
pub(super) struct Picker {
    stage: Stage,
    wanted: Wanted,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    next_killer: usize,
    /// The captures that lose material are at `start..bad`, the moves not yet returned after `next`.
    start: usize,
    bad: usize,
    next: usize,
}

impl Picker {
    /// Makes the picker of a node. The table move is checked, because two positions may have the same
    /// key.
    pub(super) fn new<E: Evaluate>(
        worker: &Worker<'_, E>,
        table_move: Option<Move>,
        wanted: Wanted,
    ) -> Self {
        let table_move = table_move.filter(|&m| worker.position.is_legal(m));
        Self {
            stage: Stage::Table,
            wanted,
            table_move,
            killers: worker.heuristics.killers(worker.ply),
            next_killer: 0,
            start: worker.scored.len(),
            bad: worker.scored.len(),
            next: worker.scored.len(),
        }
    }

    /// Removes the moves of the node from the worker.
    pub(super) fn finish<E: Evaluate>(&self, worker: &mut Worker<'_, E>) {
        worker.scored.truncate(self.start);
    }

    /// Returns the next move.
    pub(super) fn next<E: Evaluate>(&mut self, worker: &mut Worker<'_, E>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if worker.position.is_check() {
                        Stage::GenerateEvasions
                    } else {
                        Stage::GenerateCaptures
                    };
                    let captures_only = self.wanted == Wanted::GoodCaptures
                        && self.stage == Stage::GenerateCaptures;
                    if let Some(m) = self.table_move {
                        let is_good = m.is_capture() && worker.position.see_ge(m, 0);
                        if !captures_only || is_good {
                            return Some(m);
                        }
                        self.table_move = None;
                    }
                }
                Stage::GenerateCaptures => {
                    self.generate(worker, MoveFilter::Captures);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => match self.best(worker) {
                    Some(m) if worker.position.see_ge(m, 0) => return Some(m),
                    Some(_) => {
                        worker.scored.swap(self.bad, self.next - 1);
                        self.bad += 1;
                    }
                    None if self.wanted == Wanted::GoodCaptures => return None,
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => match self.killers.get(self.next_killer) {
                    Some(&killer) => {
                        self.next_killer += 1;
                        if let Some(m) = killer
                            && killer != self.table_move
                            && !m.is_capture()
                            && worker.position.is_legal(m)
                        {
                            return Some(m);
                        }
                    }
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    // Only the captures that lose material are kept.
                    worker.scored.truncate(self.bad);
                    self.next = self.bad;
                    self.generate(worker, MoveFilter::Quiets);
                    self.generate(worker, MoveFilter::Drops);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.best(worker) {
                    Some(m) if self.killers.contains(&Some(m)) => {}
                    Some(m) => return Some(m),
                    None => {
                        self.stage = Stage::BadCaptures;
                        self.next = self.start;
                    }
                },
                Stage::BadCaptures => {
                    if self.next == self.bad {
                        return None;
                    }
                    self.next += 1;
                    return Some(worker.scored[self.next - 1].m);
                }
                Stage::GenerateEvasions => {
                    self.generate(worker, MoveFilter::All);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => return self.best(worker),
            }
        }
    }

    /// Generates and scores moves.
    fn generate<E: Evaluate>(&self, worker: &mut Worker<'_, E>, filter: MoveFilter) {
        let position = &worker.position;
        position.engine_moves_into(filter, &mut worker.list);
        let side = position.side();
        for m in &worker.list {
            if Some(m) == self.table_move {
                continue;
            }
            let score = if m.is_capture() {
                capture_score(m) + if filter == MoveFilter::All { 1 << 20 } else { 0 }
            } else {
                promotion_bonus(m) + worker.heuristics.of(side, m)
            };
            worker.scored.push(Scored { m, score });
        }
    }

    /// Returns the move with the highest score among those not yet returned.
    fn best<E: Evaluate>(&mut self, worker: &mut Worker<'_, E>) -> Option<Move> {
        let left = &mut worker.scored[self.next..];
        let mut best = 0;
        for i in 1..left.len() {
            if left[i].score > left[best].score {
                best = i;
            }
        }
        let m = left.get(best)?.m;
        left.swap(0, best);
        self.next += 1;
        Some(m)
    }
}

/// Orders captures by the most valuable victim, then by the least valuable attacker.
fn capture_score(m: Move) -> i32 {
    const VALUES: &SeeValues = &SeeValues::BONANZA;
    let gain = if m.is_promotion() { VALUES.promotion(m.kind()).unwrap_or(0) } else { 0 };
    let attacker = if m.kind() == PieceKind::King { 1600 } else { VALUES.capture(m.kind()) };
    m.captured().map_or(0, |kind| VALUES.capture(kind)) + gain - attacker / 16
}

/// Returns the advantage of a quiet promotion. A silver often does not gain by it.
fn promotion_bonus(m: Move) -> i32 {
    if m.is_promotion() && m.kind() != PieceKind::Silver { 4000 } else { 0 }
}
