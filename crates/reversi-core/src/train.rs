//! Training of evaluation weights: exact labels for the end of games, least squares for the tables.
use crate::board::Board;
use crate::eval::{STAGES, Shapes, Weights, cells, stage};
use crate::solve::{Limits, Solver};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// A board and the score it is worth, in discs for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sample {
    /// The board.
    pub board: Board,
    /// The score.
    pub score: i8,
}

/// The boards of a game with their scores: exact ones from `exact` empties on, and the first of
/// those for every board before it. The game need not be finished, but must reach that far: `None`
/// otherwise. Boards are those in which a disc is to be placed.
#[must_use]
pub fn label(boards: &[Board], exact: u32, solver: &mut Solver) -> Option<Vec<Sample>> {
    let first = boards.iter().position(|board| board.empties().len() <= exact)?;
    let mut samples = Vec::with_capacity(boards.len());
    let score = |solver: &mut Solver, board| solver.solve(board, &Limits::NONE).score();
    let settled = score(solver, boards[first])?;
    // Whose turn it is follows from the discs: a side that moves on has its discs kept or grown.
    let mut sign = 1;
    for pair in boards[..=first].windows(2).rev() {
        let same = (pair[0].player().bits() & !pair[1].player().bits()) == 0
            && pair[0].player().len() < pair[1].player().len();
        if !same {
            sign = -sign;
        }
        samples.push(Sample { board: pair[0], score: (sign * settled) as i8 });
    }
    samples.reverse();
    samples.push(Sample { board: boards[first], score: settled as i8 });
    for &board in &boards[first + 1..] {
        samples.push(Sample { board, score: score(solver, board)? as i8 });
    }
    Some(samples)
}

/// How tables are fitted.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FitOptions {
    /// Steps of the conjugate gradient for each stage.
    pub steps: usize,
    /// The penalty on a weight's square, in samples: rare states stay near 0.
    pub ridge: f32,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self { steps: 40, ridge: 20.0 }
    }
}

/// The error of one stage.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct StageReport {
    /// The stage, `0..STAGES`.
    pub stage: usize,
    /// How many samples it was fitted to.
    pub samples: usize,
    /// Mean absolute error on them, in discs.
    pub training_error: f64,
    /// Mean absolute error on the validation samples of the stage, in discs; NaN without any.
    pub validation_error: f64,
}

/// Fits the tables of all stages by least squares. After each stage `report` is told; if it breaks,
/// the later stages stay 0. The same samples give the same weights whatever the number of threads.
pub fn fit(
    shapes: &'static Shapes,
    training: &[Sample],
    validation: &[Sample],
    options: &FitOptions,
    mut report: impl FnMut(StageReport) -> ControlFlow<()>,
) -> Weights {
    let layout = shapes.layout();
    let mut folded = vec![0i16; STAGES * layout.folded_len];
    for number in (0..STAGES).rev() {
        // Boards one ply beyond the stage's ends join in, so that stages meet smoothly.
        let wanted = |sample: &&Sample| {
            let discs = sample.board.occupied().len();
            (discs.saturating_sub(1)..=discs + 1).any(|discs| stage(discs) == number)
        };
        let chosen: Vec<&Sample> = training.iter().filter(wanted).collect();
        let system = System::new(shapes, &layout.fold, layout.folded_len, &chosen);
        let weights = system.solve(options);
        for (cell, weight) in folded[number * layout.folded_len..].iter_mut().zip(&weights) {
            *cell = (weight * 100.0).round().clamp(-32000.0, 32000.0) as i16;
        }
        let checked: Vec<&Sample> = validation
            .iter()
            .filter(|sample| stage(sample.board.occupied().len()) == number)
            .collect();
        let check = System::new(shapes, &layout.fold, layout.folded_len, &checked);
        let report_of_stage = StageReport {
            stage: number,
            samples: chosen.len(),
            training_error: system.error(&weights),
            validation_error: check.error(&weights),
        };
        if report(report_of_stage).is_break() {
            break;
        }
    }
    Weights::from_folded(shapes, folded).unwrap_or_else(|| Weights::zero(shapes))
}

/// A sparse system: each row is a sample, its ones the weights of its patterns.
struct System {
    width: usize,
    columns: Vec<u32>,
    scores: Vec<f32>,
    unknowns: usize,
}

impl System {
    fn new(shapes: &Shapes, fold: &[u32], unknowns: usize, samples: &[&Sample]) -> Self {
        let columns = samples
            .iter()
            .flat_map(|sample| cells(shapes, sample.board).map(|cell| fold[cell]))
            .collect();
        let scores = samples.iter().map(|sample| f32::from(sample.score)).collect();
        Self { width: shapes.set.len(), columns, scores, unknowns }
    }

    fn rows(&self) -> impl Iterator<Item = (&[u32], f32)> {
        self.columns.chunks_exact(self.width).zip(self.scores.iter().copied())
    }

    fn predict(row: &[u32], weights: &[f32]) -> f32 {
        row.iter().map(|&column| weights[column as usize]).sum()
    }

    fn error(&self, weights: &[f32]) -> f64 {
        let sum: f64 = self
            .rows()
            .map(|(row, score)| f64::from((Self::predict(row, weights) - score).abs()))
            .sum();
        sum / self.scores.len() as f64
    }

    /// The transpose times `of_row`, over fixed lots of rows so that the sum has one order.
    fn gather(&self, of_row: impl Fn(&[u32], f32) -> f32 + Sync) -> Vec<f32> {
        const LOTS: usize = 8;
        let rows = self.scores.len().div_ceil(LOTS).max(1);
        let lot = |(columns, scores): (&[u32], &[f32])| {
            let mut sum = vec![0f32; self.unknowns];
            for (row, &score) in columns.chunks_exact(self.width).zip(scores) {
                let value = of_row(row, score);
                for &column in row {
                    sum[column as usize] += value;
                }
            }
            sum
        };
        let lots: Vec<_> =
            self.columns.chunks(rows * self.width).zip(self.scores.chunks(rows)).collect();
        #[cfg(feature = "rayon")]
        let sums: Vec<Vec<f32>> = {
            use rayon::prelude::*;
            lots.into_par_iter().map(lot).collect()
        };
        #[cfg(not(feature = "rayon"))]
        let sums: Vec<Vec<f32>> = lots.into_iter().map(lot).collect();
        let mut total = vec![0f32; self.unknowns];
        for sum in sums {
            total.iter_mut().zip(sum).for_each(|(total, part)| *total += part);
        }
        total
    }

    /// Ridge regression by the conjugate gradient, scaled by how often each weight is met.
    fn solve(&self, options: &FitOptions) -> Vec<f32> {
        let met = self.gather(|_, _| 1.0);
        let scale: Vec<f32> = met.iter().map(|met| 1.0 / (met + options.ridge)).collect();
        let dot = |a: &[f32], b: &[f32]| -> f64 {
            a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
        };
        let mut weights = vec![0f32; self.unknowns];
        let mut residual = self.gather(|_, score| score);
        let mut scaled: Vec<f32> = residual.iter().zip(&scale).map(|(r, s)| r * s).collect();
        let mut direction = scaled.clone();
        let mut size = dot(&residual, &scaled);
        for _ in 0..options.steps {
            if size < 1e-9 {
                break;
            }
            let mut image = self.gather(|row, _| Self::predict(row, &direction));
            for (image, &d) in image.iter_mut().zip(&direction) {
                *image += options.ridge * d;
            }
            let step = (size / dot(&direction, &image)) as f32;
            for i in 0..self.unknowns {
                weights[i] += step * direction[i];
                residual[i] -= step * image[i];
                scaled[i] = residual[i] * scale[i];
            }
            let next = dot(&residual, &scaled);
            let ratio = (next / size) as f32;
            size = next;
            for (d, &s) in direction.iter_mut().zip(&scaled) {
                *d = s + ratio * *d;
            }
        }
        weights[0] = 0.0; // the lanes without a pattern
        weights
    }
}
