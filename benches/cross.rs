//! Measures the tasks of `gamekit-tasks` for each game. Benchmark ids are `cross/task/game`.
use criterion::{Criterion, Throughput};
use gamekit_tasks::{Row, Summary, Task, side_by_side, tasks};
use std::time::Instant;

const SAMPLES: usize = 20;

/// Measures the tasks and prints a table with both games next to each other.
pub(crate) fn define(c: &mut Criterion) -> String {
    let mut rows = Vec::new();
    for mut task in tasks().expect("answers computed in two ways") {
        let times = measure(c, &mut task);
        if let Some(summary) = Summary::of(&times) {
            rows.push(Row { game: task.game(), topic: task.topic(), summary });
        }
    }
    if rows.is_empty() { String::new() } else { format!("{}\n", side_by_side(&rows)) }
}

/// Returns the time per item of each sample in nanoseconds. The result is empty if the run only
/// checks the answers, or if the task is not selected.
fn measure(c: &mut Criterion, task: &mut Task) -> Vec<f64> {
    let (topic, game, items) = (task.topic(), task.game(), task.items());
    let mut group = c.benchmark_group(format!("cross/{topic}"));
    group.throughput(Throughput::Elements(items)).sample_size(SAMPLES);
    let mut times = Vec::new();
    group.bench_function(game, |b| {
        b.iter_custom(|runs| {
            let begun = Instant::now();
            for _ in 0..runs {
                task.run_checked().expect("the answer of the first run");
            }
            let time = begun.elapsed();
            times.push(time.as_nanos() as f64 / (runs * items) as f64);
            time
        });
    });
    group.finish();
    // The calls before the samples are the warm-up.
    let warm = times.len().checked_sub(SAMPLES);
    warm.map_or(Vec::new(), |warm| times.split_off(warm))
}
