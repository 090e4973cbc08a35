//! Compares the errors of evaluations on validation boards.

use std::path::Path;
use std::sync::Arc;

use gamekit_pictures::{Line, LineChart};
use rayon::prelude::*;
use reversi_core::Board;
use reversi_core::eval::{Shapes, Weights};
use reversi_core::solve::{Limits, Options, Solver};
use reversi_core::train::{Mobility, Sample, mean_error};
use serde::Serialize;

use super::args::Set;
use super::checkpoint;
use super::trainer::{Trained, Trainer};
use crate::error::{Failure, Outcome};
use crate::output::Answer;
use crate::plural::count;
use crate::{atomic, interrupt, progress};

/// The comparison solves boards with these numbers of empty squares.
const SOLVED_AT: [u32; 3] = [20, 16, 12];

/// The mean absolute differences between evaluations and exact scores.
#[derive(Serialize)]
struct ErrorLine {
    empties: u32,
    boards: usize,
    /// The error of the training labels. A label is the score of the solved endgame of the game.
    label_error_discs: f64,
    /// The error of an evaluation that is always 0.
    zero_error_discs: f64,
    mobility_error_discs: f64,
    plain_error_discs: f64,
    rich_error_discs: f64,
}

impl Answer for ErrorLine {
    fn text(&self) -> String {
        format!(
            "{:2} empties, {} solved: errors in discs: {:.2} always 0, {:.2} mobility, {:.2} 42 patterns, \
             {:.2} 46 patterns, {:.2} labels\n",
            self.empties,
            count(self.boards, "board"),
            self.zero_error_discs,
            self.mobility_error_discs,
            self.plain_error_discs,
            self.rich_error_discs,
            self.label_error_discs
        )
    }
}

/// The fitted mobility evaluation. For each stage, first stage first, it has a constant and a
/// factor for the difference in the number of moves. Both are in 1/100 disc.
#[derive(Serialize)]
struct Baseline {
    mobility_centidiscs: Vec<(f64, f64)>,
}

impl Answer for Baseline {
    fn text(&self) -> String {
        let line = |(constant, factor): &(f64, f64)| format!("({constant:.1}, {factor:.1})");
        let lines: Vec<String> = self.mobility_centidiscs.iter().map(line).collect();
        format!("mobility by stage in 1/100 disc: {}\n", lines.join(", "))
    }
}

impl Trainer<'_> {
    /// Fits the other shapes. Prints the errors of all evaluations on validation games and draws a
    /// plot of the errors.
    pub(super) fn compare(&mut self, trained: &Trained, path: &Path) -> Outcome {
        let Trained { weights, training, validation } = trained;
        let is_rich = self.args.shapes == Set::Rich;
        let other_shapes = if is_rich { Shapes::plain_42() } else { Shapes::rich_46() };
        let other = self.fit(2, &other_shapes, training, validation)?;
        let (rich, plain) = if is_rich { (weights, &other) } else { (&other, weights) };
        let mobility = Mobility::fit(training);
        self.output.answer(&Baseline { mobility_centidiscs: mobility.lines().to_vec() })?;
        type Value<'a> = &'a (dyn Fn(Board) -> i32 + Sync);
        let zero: Value<'_> = &|_| 0;
        let by_mobility: Value<'_> = &|board| mobility.value(board);
        let by_plain: Value<'_> = &|board| plain.value(board);
        let by_rich: Value<'_> = &|board| rich.value(board);

        let guide = Arc::new(rich.clone());
        let mut points = vec![Vec::new(); 4];
        for empties in SOLVED_AT {
            let (labels, solved) = self.solved(&guide, validation, empties)?;
            let error = |value: Value<'_>| mean_error(&solved, value);
            let label = labels.iter().zip(&solved).map(|(label, exact)| {
                f64::from((label.score - exact.score).abs()) / 100.0 / labels.len() as f64
            });
            let line = ErrorLine {
                empties,
                boards: solved.len(),
                label_error_discs: label.sum(),
                zero_error_discs: error(zero),
                mobility_error_discs: error(by_mobility),
                plain_error_discs: error(by_plain),
                rich_error_discs: error(by_rich),
            };
            self.output.answer(&line)?;
            let errors = [
                line.zero_error_discs,
                line.mobility_error_discs,
                line.plain_error_discs,
                line.rich_error_discs,
            ];
            for (points, error) in points.iter_mut().zip(errors) {
                points.push((f64::from(empties), error));
            }
        }

        let by_empties: Vec<(f64, Vec<Sample>)> = (2..=58)
            .map(|empties| (f64::from(empties), with_empties(validation, empties)))
            .filter(|(_, samples)| !samples.is_empty())
            .collect();
        let named = [
            ("always 0", zero),
            ("mobility", by_mobility),
            ("42 patterns", by_plain),
            ("46 patterns", by_rich),
        ];
        let mut chart = LineChart::new("Mean error on validation games, in discs")
            .with_x_label("empty squares")
            .with_descending_x()
            .with_line_meaning("against the solved end of the game as it was played")
            .with_mark_meaning("against exact scores");
        for ((name, value), solved) in named.into_iter().zip(points) {
            let errors: Vec<(f64, f64)> = by_empties
                .par_iter()
                .map(|(empties, samples)| (*empties, mean_error(samples, value)))
                .collect();
            chart = chart.with_line(Line::new(name, errors).with_marks(solved));
        }
        atomic::write(path, chart.to_svg().as_bytes())
    }

    /// Returns validation boards with their labels and their exact scores. The boards are evenly
    /// spaced over all games. The exact scores are saved in the checkpoint.
    fn solved(
        &mut self,
        weights: &Arc<Weights>,
        validation: &[Sample],
        empties: u32,
    ) -> Result<(Vec<Sample>, Vec<Sample>), Failure> {
        const LOT: usize = 128;
        let all = with_empties(validation, empties);
        let wanted = (self.args.solved as usize).min(all.len());
        let labels: Vec<Sample> =
            (0..wanted).map(|number| all[number * all.len() / wanted]).collect();
        let bar = progress::bar(labels.len() as u64, "solving");
        interrupt::flag();
        let mut exact = Vec::with_capacity(wanted);
        for labels in labels.chunks(LOT) {
            let boards: Vec<Vec<Board>> = labels.iter().map(|label| vec![label.board]).collect();
            let key = checkpoint::key_of_games(empties, &boards);
            let scores = match self.checkpoint.scores(key) {
                Some(scores) => scores,
                None => {
                    let solve = |labels: &[Sample]| {
                        let mut solver = Solver::guided(Arc::clone(weights), 2 << 20);
                        let solve = |label: &Sample| {
                            let (board, options) = (label.board, &Options::EXACT);
                            let observer = |_: &_| interrupt::flow();
                            let solution =
                                solver.solve_observed(board, options, &Limits::NONE, observer);
                            bar.inc(1);
                            solution.score().map(|score| vec![score as i8])
                        };
                        labels.iter().map(solve).collect::<Vec<_>>()
                    };
                    let scores: Option<Vec<_>> =
                        labels.par_chunks(4).flat_map_iter(solve).collect();
                    let scores = scores.ok_or(Failure::Interrupted)?;
                    self.checkpoint.add_scores(key, &scores)?;
                    scores
                }
            };
            exact.extend(scores.iter().flatten().map(|&score| 100 * i16::from(score)));
            bar.set_position(exact.len() as u64);
        }
        bar.finish_and_clear();
        let with = |(label, score): (&Sample, i16)| Sample { score, ..*label };
        let solved = labels.iter().zip(exact).map(with).collect();
        Ok((labels, solved))
    }
}

fn with_empties(samples: &[Sample], empties: u32) -> Vec<Sample> {
    samples.iter().filter(|sample| sample.board.empties().len() == empties).copied().collect()
}
