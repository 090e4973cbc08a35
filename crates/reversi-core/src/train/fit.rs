//! Fitting tables by least squares.
use super::sample::Sample;
use crate::eval::{self, Layout, STAGES, Shapes, Weights};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Options of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct FitOptions {
    /// The number of conjugate gradient steps for each stage.
    pub steps: usize,
    /// The penalty on the square of each weight (ridge regression). The penalty keeps the weights
    /// of rare states near 0. A penalty of `n` acts like `n` additional samples that have the score
    /// 0 and contain only this weight.
    pub ridge: f32,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self { steps: 40, ridge: 10.0 }
    }
}

impl FitOptions {
    /// Sets the number of conjugate gradient steps for each stage.
    #[must_use]
    pub const fn with_steps(self, steps: usize) -> Self {
        Self { steps, ..self }
    }

    /// Sets the penalty on the square of each weight: see [`ridge`](Self::ridge).
    #[must_use]
    pub const fn with_ridge(self, ridge: f32) -> Self {
        Self { ridge, ..self }
    }
}

/// The errors of one stage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StageReport {
    /// The stage, `0..STAGES`.
    pub stage: usize,
    /// The number of samples of the fit.
    pub samples: usize,
    /// The mean absolute error on these samples, in discs; NaN if there are no samples.
    pub training_error: f64,
    /// The mean absolute error on the validation samples of the stage, in discs; NaN if there are
    /// no such samples.
    pub validation_error: f64,
}

/// The weights of one stage and their errors.
#[derive(Clone, PartialEq, Debug)]
pub struct FittedStage {
    /// The errors.
    pub report: StageReport,
    /// The weights of the stage, folded by symmetry, in centidiscs: one section of
    /// [`Weights::folded`].
    pub weights: Vec<i16>,
}

/// Fits the tables of all stages by least squares. Calls `report` after each stage. If `report`
/// returns `Break`, the weights of the remaining stages are 0. The result does not depend on the
/// number of threads.
pub fn fit(
    shapes: &Shapes,
    training: &[Sample],
    validation: &[Sample],
    options: &FitOptions,
    mut report: impl FnMut(StageReport) -> ControlFlow<()>,
) -> Weights {
    let count = shapes.weight_count();
    let mut folded = vec![0i16; STAGES * count];
    for stage in (0..STAGES).rev() {
        let fitted = fit_stage(shapes, stage, training, validation, options);
        folded[stage * count..][..count].copy_from_slice(&fitted.weights);
        if report(fitted.report).is_break() {
            break;
        }
    }
    Weights::from_folded(shapes, folded).unwrap_or_else(|| Weights::zero(shapes))
}

/// Fits the tables of one stage, `0..STAGES`, to the samples of the stage. [`fit`] calls this for
/// each stage.
#[must_use]
pub fn fit_stage(
    shapes: &Shapes,
    stage: usize,
    training: &[Sample],
    validation: &[Sample],
    options: &FitOptions,
) -> FittedStage {
    let layout = shapes.layout();
    // Boards up to one ply outside the stage are included, so that neighbouring stages agree.
    let wanted = |sample: &&Sample| {
        let discs = sample.board.occupied().len();
        (discs.saturating_sub(1)..=discs + 1).any(|discs| eval::stage(discs) == stage)
    };
    let chosen: Vec<&Sample> = training.iter().filter(wanted).collect();
    let system = System::new(shapes, &layout, &chosen);
    let weights = system.solve(options);
    let checked: Vec<&Sample> = validation
        .iter()
        .filter(|sample| eval::stage(sample.board.occupied().len()) == stage)
        .collect();
    let report = StageReport {
        stage,
        samples: chosen.len(),
        training_error: system.error(&weights),
        validation_error: System::new(shapes, &layout, &checked).error(&weights),
    };
    let rounded = |weight: &f32| (weight * 100.0).round().clamp(-32000.0, 32000.0) as i16;
    FittedStage { report, weights: weights.iter().map(rounded).collect() }
}

/// A sparse linear system. Each row is a sample; its columns are the weights of the board.
struct System {
    width: usize,
    columns: Vec<u32>,
    scores: Vec<f32>, // discs
    unknowns: usize,
}

impl System {
    fn new(shapes: &Shapes, layout: &Layout, samples: &[&Sample]) -> Self {
        let width = 1 + shapes.patterns().len();
        let rows = |samples: &[&Sample]| {
            let mut columns = Vec::with_capacity(width * samples.len());
            for sample in samples {
                columns.extend(layout.weights_of(shapes, sample.board));
            }
            columns
        };
        #[cfg(feature = "rayon")]
        let columns = {
            use rayon::prelude::*;
            let parts: Vec<Vec<u32>> = samples.par_chunks(1 << 14).map(rows).collect();
            parts.concat()
        };
        #[cfg(not(feature = "rayon"))]
        let columns = rows(samples);
        let scores = samples.iter().map(|sample| f32::from(sample.score) / 100.0).collect();
        Self { width, columns, scores, unknowns: shapes.weight_count() }
    }

    fn rows(&self) -> impl Iterator<Item = (&[u32], f32)> {
        self.columns.chunks_exact(self.width).zip(self.scores.iter().copied())
    }

    fn predict(row: &[u32], weights: &[f32]) -> f32 {
        row.iter().map(|&column| weights[column as usize]).sum()
    }

    fn error(&self, weights: &[f32]) -> f64 {
        let error = |(row, score): (&[u32], f32)| f64::from(Self::predict(row, weights) - score);
        self.rows().map(|row| error(row).abs()).sum::<f64>() / self.scores.len() as f64
    }

    /// Multiplies the transpose by the vector `of_row`. The rows are summed in fixed batches, so
    /// the order of additions does not depend on the number of threads.
    fn gather(&self, of_row: impl Fn(&[u32], f32) -> f32 + Sync) -> Vec<f32> {
        const BATCHES: usize = 8;
        let rows = self.scores.len().div_ceil(BATCHES).max(1);
        let sum_of_batch = |(columns, scores): (&[u32], &[f32])| {
            let mut sum = vec![0f32; self.unknowns];
            for (row, &score) in columns.chunks_exact(self.width).zip(scores) {
                let value = of_row(row, score);
                for &column in row {
                    sum[column as usize] += value;
                }
            }
            sum
        };
        let batches: Vec<_> =
            self.columns.chunks(rows * self.width).zip(self.scores.chunks(rows)).collect();
        #[cfg(feature = "rayon")]
        let sums: Vec<Vec<f32>> = {
            use rayon::prelude::*;
            batches.into_par_iter().map(sum_of_batch).collect()
        };
        #[cfg(not(feature = "rayon"))]
        let sums: Vec<Vec<f32>> = batches.into_iter().map(sum_of_batch).collect();
        let mut total = vec![0f32; self.unknowns];
        for sum in sums {
            total.iter_mut().zip(sum).for_each(|(total, part)| *total += part);
        }
        total
    }

    /// Solves the ridge regression by the conjugate gradient method, scaled by the number of
    /// samples of each weight.
    fn solve(&self, options: &FitOptions) -> Vec<f32> {
        let counts = self.gather(|_, _| 1.0);
        let scale: Vec<f32> = counts.iter().map(|count| 1.0 / (count + options.ridge)).collect();
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
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::Bitboard;
    use crate::board::Board;
    use crate::pattern::squares;
    use crate::square::Square;
    use crate::train::{SelfPlay, boards, mean_error, self_play};

    #[test]
    fn the_built_in_shapes_can_be_trained() {
        train(&Shapes::plain_42());
    }

    #[test]
    fn own_shapes_can_be_trained() {
        // The shapes cover every square, and one shape is only the corner.
        let shapes: [&[Square]; 6] = [
            squares![A1 B1],
            squares![C1 D1],
            squares![B2 C2],
            squares![D2 C3],
            squares![D3 D4],
            squares![A1],
        ];
        train(&Shapes::new("own", &shapes).unwrap());
    }

    /// Fits scores that patterns can express exactly: a disc is worth 1, and a disc in a corner is
    /// worth 9.
    fn train(shapes: &Shapes) {
        let zero = Weights::zero(shapes);
        let score = |board: Board| {
            let corners = Bitboard::from_bits(0x8100_0000_0000_0081);
            let worth =
                |discs: Bitboard| discs.len() as i16 + 8 * discs.intersection(corners).len() as i16;
            worth(board.player()) - worth(board.opponent())
        };
        let sample = |board| Sample { board, score: 50 * score(board) };
        let mut all = (0..500).flat_map(|seed| {
            let random = SelfPlay { random_plies: (60, 60), ..SelfPlay::default() };
            boards(&self_play(&zero, &random, seed)).into_iter().map(sample)
        });
        let validation: Vec<Sample> = all.by_ref().take(2000).collect();
        let training: Vec<Sample> = all.collect();
        let options = FitOptions { ridge: 0.1, ..FitOptions::default() };
        let mut stages = Vec::new();
        let fitted = fit(shapes, &training, &validation, &options, |report| {
            stages.push(report);
            ControlFlow::Continue(())
        });
        assert_eq!(stages.len(), STAGES);
        let before = mean_error(&validation, |board| zero.value(board));
        let after = mean_error(&validation, |board| fitted.value(board));
        assert!(after < before / 3.0, "{before} -> {after}");
        assert!(mean_error(&training, |board| fitted.value(board)) < 0.1);

        let mut count = 0;
        let stopped = fit(shapes, &training, &validation, &options, |_| {
            count += 1;
            ControlFlow::Break(())
        });
        assert_eq!(count, 1);
        assert!(stopped.folded()[..shapes.weight_count()].iter().all(|&weight| weight == 0));
    }
}
