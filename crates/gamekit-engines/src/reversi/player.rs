//! Chooses moves: from the book, by search, or by exact solving, within the time of a clock.
use super::book::{Book, valued_moves};
use super::options::Parts;
use crate::clock::{Clock, MoveTime, Plan};
use crate::message_loop::Stop;
use rayon::ThreadPool;
use reversi_core::book::BookMove;
use reversi_core::search::{Hint, Limits, Options, Progress, Searcher, Selectivity};
use reversi_core::{Board, Centidiscs, Move};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The search depth without a clock.
pub(super) const USUAL_DEPTH: u32 = 10;
/// The maximum number of empty squares at which a position is solved exactly.
const SOLVE_FROM: u32 = 24;

/// A book, a search and its threads.
pub(super) struct Player {
    searcher: Searcher,
    pool: ThreadPool,
    book: Option<Book>,
}

/// The effort for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    /// The depth in plies.
    depth: u32,
    /// The maximum number of empty squares at which the position is solved exactly.
    solve_from: u32,
    time: Option<MoveTime>,
}

impl Effort {
    /// Returns the effort of a fixed depth.
    pub(super) fn of_depth(depth: u32) -> Self {
        let depth = depth.clamp(1, 60);
        Self { depth, solve_from: (2 * depth).min(SOLVE_FROM), time: None }
    }

    /// Returns the effort for a move on a clock, with an optional limit of the depth.
    pub(super) fn of_clock(
        clock: &Clock,
        board: Board,
        depth: Option<u32>,
        overhead: Duration,
    ) -> Self {
        let empties = board.empties().len();
        // The sides usually alternate. The rest covers passes of the opponent.
        let moves_left = empties / 2 + 4;
        // Below this number of empty squares, solving takes almost no time. The minimum keeps a
        // reserve for a machine that is suddenly busy.
        let moves_to_think = (empties.saturating_sub(14) / 2).max(4);
        let time = clock.move_time(&Plan { moves_left, moves_to_think, overhead });
        // An exact search takes about three times as long with each further empty square.
        let further = match time.hard.as_secs() {
            0..8 => 0,
            8..25 => 1,
            25..70 => 2,
            _ => 3,
        };
        let effort = depth.map_or(
            Self { depth: 60, solve_from: SOLVE_FROM + further, time: None },
            Self::of_depth,
        );
        Self { time: Some(time), ..effort }
    }
}

/// The source of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// There is only one legal move.
    Forced,
    Book,
    Search,
}

/// A chosen move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) mv: Move,
    /// The value of the move, if it is known.
    pub(super) value: Option<Centidiscs>,
    pub(super) source: Source,
}

/// The result of a search.
pub(super) struct Found {
    pub(super) hints: Vec<Hint>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// The best move of a solve that was not finished.
    likely: Option<Move>,
}

impl Player {
    pub(super) fn new(parts: Parts) -> Self {
        let Parts { weights, book, pool, bytes, is_parallel } = parts;
        Self { searcher: Searcher::new(weights, bytes).with_parallel(is_parallel), pool, book }
    }

    /// Returns the moves of a position that have a value in the book, best first.
    pub(super) fn book_moves(&self, board: Board) -> Vec<BookMove> {
        self.book.as_ref().map_or_else(Vec::new, |book| valued_moves(book, board))
    }

    /// Chooses a move. Returns `None` if the game is over. `watch` receives the progress of a search.
    pub(super) fn choose(
        &mut self,
        board: Board,
        effort: &Effort,
        stop: &Stop,
        watch: impl FnMut(&Progress, Duration) + Send,
    ) -> Option<Choice> {
        if board.is_over() {
            return None;
        }
        let forced = |mv| Some(Choice { mv, value: None, source: Source::Forced });
        if board.must_pass() {
            return forced(Move::Pass);
        }
        let moves = board.moves();
        if let (1, Some(square)) = (moves.len(), moves.iter().next()) {
            return forced(Move::Place(square));
        }
        if let Some(best) = self.book_moves(board).first() {
            let value = best.info.value.map(Centidiscs::new);
            return Some(Choice { mv: best.mv, value, source: Source::Book });
        }
        let found = self.search(board, effort, 1, stop, watch);
        let best = found.hints.first()?;
        // A search to the end of the game is more accurate than the rounds before it.
        let likely = found.likely.filter(|_| !best.is_proven);
        let mv = likely.unwrap_or(best.mv);
        let value = (mv == best.mv).then_some(best.value);
        Some(Choice { mv, value, source: Source::Search })
    }

    /// Searches for the best `count` moves.
    pub(super) fn search(
        &mut self,
        board: Board,
        effort: &Effort,
        count: usize,
        stop: &Stop,
        mut watch: impl FnMut(&Progress, Duration) + Send,
    ) -> Found {
        let begun = Instant::now();
        let options = Options::to_depth(effort.depth)
            .with_solve_from(effort.solve_from)
            .with_count(count)
            .with_selectivity(Selectivity::P95);
        let limits = effort.time.map_or(Limits::NONE, |time| Limits::NONE.with_time(time.hard));
        let mut likely = None;
        let mut depth = 0;
        let observer = |progress: &Progress| {
            let elapsed = begun.elapsed();
            watch(progress, elapsed);
            if progress.is_solving {
                let is_known = progress.expected.is_some() || progress.lower > -64;
                likely = if is_known { progress.best.or(likely) } else { likely };
            } else if progress.depth > depth {
                depth = progress.depth;
                // The next round takes longer than this one.
                if effort.time.is_some_and(|time| elapsed >= time.soft) {
                    return ControlFlow::Break(());
                }
            }
            stop.flow()
        };
        let searcher = &mut self.searcher;
        let report =
            self.pool.install(|| searcher.search_observed(board, &options, &limits, observer));
        let likely = likely.filter(|_| count == 1 && report.hints.len() == 1);
        Found { hints: report.hints, nodes: report.nodes, time: begun.elapsed(), likely }
    }
}
