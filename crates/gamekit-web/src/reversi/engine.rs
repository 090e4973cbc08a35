//! The search, the solver and the review of games.

use std::sync::Arc;

use gamekit_pictures::reversi::review_chart;
use js_sys::Function;
use reversi_core::eval::Weights;
use reversi_core::review::{self, Review, review_observed};
use reversi_core::search::{self, Hint, Limits, Searcher, Selectivity};
use reversi_core::solve::{self, Solver};
use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::game::{ReversiGame, move_word, side_word};
use crate::error::js;
use crate::text::{json, language};
use crate::ticker::Ticker;

/// A searcher, a solver and their hash tables.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ReversiEngine {
    searcher: Searcher,
    solver: Solver,
    review: Review,
}

/// A move with its value for the side to move.
#[derive(Serialize)]
struct Valued {
    r#move: String,
    /// The value in discs.
    value: f64,
    exact: bool,
    depth: u32,
    line: Vec<String>,
}

impl From<&Hint> for Valued {
    fn from(hint: &Hint) -> Self {
        Self {
            r#move: move_word(hint.mv),
            value: hint.value.discs(),
            exact: hint.is_proven,
            depth: hint.depth,
            line: hint.pv.iter().copied().map(move_word).collect(),
        }
    }
}

#[derive(Serialize)]
struct Found {
    depth: u32,
    nodes: u64,
    moves: Vec<Valued>,
}

#[derive(Serialize)]
struct Solved {
    /// The proven bounds of the final score for the side to move.
    lower: i32,
    upper: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    line: Vec<String>,
    nodes: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reviewed {
    moves: Vec<ReviewedMove>,
    /// The discs that each side lost.
    black_loss: f64,
    white_loss: f64,
    is_complete: bool,
    nodes: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReviewedMove {
    ply: usize,
    side: &'static str,
    r#move: String,
    value: f64,
    best: String,
    best_value: f64,
    loss: f64,
    exact: bool,
    depth: u32,
}

#[derive(Serialize)]
struct Done {
    done: usize,
    total: usize,
    nodes: u64,
}

#[wasm_bindgen]
impl ReversiEngine {
    /// Makes an engine from a file of weights. The tables take about `table_bytes` bytes.
    ///
    /// # Errors
    /// Fails if the bytes are not a file of weights.
    #[wasm_bindgen(constructor)]
    pub fn new(weights: &[u8], table_bytes: usize) -> Result<Self, JsError> {
        let weights = Arc::new(Weights::from_bytes(weights).map_err(js)?);
        Ok(Self {
            searcher: Searcher::new(Arc::clone(&weights), table_bytes / 2),
            solver: Solver::guided(weights, table_bytes / 2),
            review: Review::default(),
        })
    }

    /// Searches a position to a depth, and values `count` moves. Calls `report` with JSON as the
    /// search deepens; the search ends if `report` returns `true`. Returns the last result as JSON.
    ///
    /// Positions with at most `solve_from` empty squares are solved. A time limit of 0 means no limit.
    pub fn search(
        &mut self,
        game: &ReversiGame,
        depth: u32,
        count: usize,
        solve_from: u32,
        millis: f64,
        report: Option<Function>,
    ) -> String {
        let options = search::Options::to_depth(depth)
            .with_count(count.max(1))
            .with_solve_from(solve_from)
            .with_selectivity(Selectivity::P95);
        let mut ticker = Ticker::start(report, millis);
        let board = game.position().board();
        let found =
            self.searcher.search_observed(board, &options, &Limits::NONE, move |progress| {
                let (depth, nodes) = (progress.depth, progress.nodes);
                let key = depth.to_string();
                ticker.tick(&key, || {
                    let moves = progress.hints.iter().map(Valued::from).collect();
                    json(&Found { depth, nodes, moves })
                })
            });
        let moves = found.hints.iter().map(Valued::from).collect();
        json(&Found { depth: found.depth, nodes: found.nodes, moves })
    }

    /// Solves a position exactly, within a time limit in milliseconds; 0 means no limit. Returns JSON.
    pub fn solve(&mut self, game: &ReversiGame, millis: f64, report: Option<Function>) -> String {
        solved(&mut self.solver, game, millis, report)
    }

    /// Reviews the moves of a game: values them by searches to `depth`, and solves positions with at
    /// most `solve_from` empty squares. Returns JSON.
    pub fn review(
        &mut self,
        game: &ReversiGame,
        depth: u32,
        solve_from: u32,
        report: Option<Function>,
    ) -> String {
        let options = review::Options::new(depth)
            .with_solve_from(solve_from)
            .with_selectivity(Selectivity::P95);
        let mut ticker = Ticker::start(report, 0.0);
        let (searcher, limits) = (&mut self.searcher, Limits::NONE);
        self.review =
            review_observed(searcher, game.position(), &options, &limits, move |progress| {
                let (done, total, nodes) = (progress.done, progress.total, progress.nodes);
                ticker.tick(&done.to_string(), || json(&Done { done, total, nodes }))
            });
        let review = &self.review;
        let moves = review.moves.iter().map(|reviewed| ReviewedMove {
            ply: reviewed.ply,
            side: side_word(reviewed.side),
            r#move: move_word(reviewed.mv),
            value: reviewed.value.discs(),
            best: move_word(reviewed.best),
            best_value: reviewed.best_value.discs(),
            loss: reviewed.loss.discs(),
            exact: reviewed.is_exact,
            depth: reviewed.depth,
        });
        json(&Reviewed {
            moves: moves.collect(),
            black_loss: review.loss(reversi_core::Color::Black).discs(),
            white_loss: review.loss(reversi_core::Color::White).discs(),
            is_complete: review.is_complete,
            nodes: review.nodes,
        })
    }

    /// Draws the chart of the last review.
    #[wasm_bindgen(js_name = reviewChart)]
    #[must_use]
    pub fn review_chart(&self, title: &str, language_name: &str) -> String {
        review_chart(&self.review, title, language(language_name)).to_svg()
    }
}

/// Solves a position exactly without weights, within a time limit in milliseconds; 0 means no limit.
/// Returns JSON.
#[wasm_bindgen(js_name = reversiSolve)]
#[must_use]
pub fn reversi_solve(game: &ReversiGame, millis: f64, report: Option<Function>) -> String {
    solved(&mut Solver::new(TABLE_BYTES), game, millis, report)
}

/// The size of the table of [`reversi_solve`].
const TABLE_BYTES: usize = 16 << 20;

fn solved(
    solver: &mut Solver,
    game: &ReversiGame,
    millis: f64,
    report: Option<Function>,
) -> String {
    let mut ticker = Ticker::start(report, millis);
    let board = game.position().board();
    let options = solve::Options::EXACT;
    let solution = solver.solve_observed(board, &options, &Limits::NONE, move |progress| {
        let (lower, upper, nodes) = (progress.lower, progress.upper, progress.nodes);
        ticker.tick(&format!("{lower} {upper}"), || {
            let best = progress.best.map(move_word);
            json(&Solved { lower, upper, score: None, best, line: Vec::new(), nodes })
        })
    });
    json(&Solved {
        lower: solution.lower,
        upper: solution.upper,
        score: solution.score(),
        best: solution.best.map(move_word),
        line: solution.pv.iter().copied().map(move_word).collect(),
        nodes: solution.nodes,
    })
}
