//! The mate solver.

use js_sys::Function;
use serde::Serialize;
use shogi_core::mate::{Limits, Options, Outcome, Solver};
use shogi_core::{Move, Position, Square};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::position::{self, Legal, describe};
use crate::error::js;
use crate::text::json;
use crate::ticker::Ticker;

/// A solver of mate problems and its table.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ShogiMate {
    solver: Solver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    /// `mate`, `none` or `unknown`.
    outcome: &'static str,
    /// The line of the mate.
    moves: Vec<Legal>,
    /// Whether no mate is shorter.
    is_shortest: bool,
    nodes: u64,
}

#[derive(Serialize)]
struct Searched {
    nodes: u64,
}

/// Describes the moves of a line.
fn line(position: &Position, moves: &[Move]) -> Vec<Legal> {
    let mut position = position.clone();
    let mut last: Option<Square> = None;
    let each = moves.iter().map(|&m| {
        let shown = describe(&position, m, last);
        let _ = position.play_unchecked(m);
        last = Some(m.target());
        shown
    });
    each.collect()
}

#[wasm_bindgen]
impl ShogiMate {
    /// Makes a solver with a table of about `table_bytes` bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self { solver: Solver::new(table_bytes) }
    }

    /// Searches a mate of the side to move, and calls `report` with the number of nodes as JSON. The
    /// search ends if `report` returns `true`, or after a time limit in milliseconds; 0 means no limit.
    /// Returns JSON.
    ///
    /// # Errors
    /// Fails if the SFEN is invalid.
    pub fn solve(
        &mut self,
        sfen: &str,
        shortest: bool,
        millis: f64,
        report: Option<Function>,
    ) -> Result<String, JsError> {
        let position = position::parse(sfen).map_err(js)?;
        let options = Options::default().with_shortest(shortest);
        let mut ticker = Ticker::start(report, millis);
        let answer = self.solver.solve_observed(&position, &options, &Limits::NONE, |progress| {
            ticker.tick("", || json(&Searched { nodes: progress.nodes }))
        });
        let (outcome, moves, is_shortest) = match &answer.outcome {
            Outcome::Mate(mate) => ("mate", line(&position, &mate.moves), mate.is_shortest),
            Outcome::NoMate => ("none", Vec::new(), false),
            _ => ("unknown", Vec::new(), false),
        };
        Ok(json(&Found { outcome, moves, is_shortest, nodes: answer.nodes }))
    }
}
