//! `gamekit bench`: measures the same tasks in each game.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use gamekit_pictures::{Bar, BarChart};
use gamekit_tasks::{Row, Summary, Task, Topic, WrongAnswer, side_by_side, tasks};
use serde::Serialize;

use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::{atomic, interrupt, output_path, progress};

mod machine;

use machine::Machine;

/// Measure the speed of this machine: run the same small tasks in each game, on one thread.
///
/// Every result is checked. The rounds of the tasks alternate, so a brief disturbance affects all
/// tasks equally. The table shows the median, the shortest and the longest time per item. With the
/// default number of rounds, the command takes about ten seconds. After Ctrl-C, the command reports
/// the completed rounds.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Number of rounds. Each round of a task takes about 20 ms.
    #[arg(long, value_name = "N", default_value = "15")]
    rounds: NonZeroU32,
    /// Also draw the results as a bar chart, in millions of items per second, and write it to this
    /// SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// The approximate time of one round of a task. The task is repeated to fill this time.
const ROUND: Duration = Duration::from_millis(20);

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    if let Some(path) = &args.svg {
        output_path::check(path)?;
    }
    interrupt::flag();
    let machine = Machine::new();
    let mut output = Output::new(args.json);
    output.answer(&machine)?;
    let rows = measure(args.rounds.get())?;
    if args.json {
        for row in &rows {
            output.json_line(&Line::from(row))?;
        }
    } else {
        output.text(&format!("\n{}", side_by_side(&rows)))?;
    }
    if let Some(path) = &args.svg {
        atomic::write(path, chart(&rows, &machine).to_svg().as_bytes())?;
    }
    if interrupt::is_asked() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Returns a bar chart of the numbers of items per second.
fn chart(rows: &[Row], machine: &Machine) -> BarChart {
    // Nanoseconds per item are converted to millions of items per second.
    let rate = |nanoseconds: f64| 1e3 / nanoseconds;
    let bar = |row: &Row| {
        let Summary { median, min, max, .. } = row.summary;
        let name = if row.game == "reversi" { "Reversi" } else { "Shogi" };
        (name, Bar::new(rate(median)).with_range(rate(max), rate(min)))
    };
    let mut chart = BarChart::new("Millions of items per second, one thread")
        .with_subtitle(machine.line())
        .with_range_meaning("from the slowest round to the fastest; bars and numbers: the median");
    for topic in Topic::ALL {
        let mut bars = rows.iter().filter(|row| row.topic == topic).map(bar).peekable();
        if bars.peek().is_some() {
            chart = chart.with_group(topic.description(), bars);
        }
    }
    chart
}

/// One task as a JSON object.
#[derive(Serialize)]
struct Line {
    task: &'static str,
    game: &'static str,
    /// The unit of work: one `leaf`, `move` or `position`.
    item: &'static str,
    rounds: usize,
    median_ns: f64,
    min_ns: f64,
    max_ns: f64,
    /// The number of items per second, computed from the median time.
    items_per_second: f64,
}

impl From<&Row> for Line {
    fn from(row: &Row) -> Self {
        let Summary { rounds, median, min, max } = row.summary;
        Self {
            task: row.topic.name(),
            game: row.game,
            item: row.topic.item(),
            rounds,
            median_ns: median,
            min_ns: min,
            max_ns: max,
            items_per_second: row.summary.per_second(),
        }
    }
}

/// A task, its number of runs per round, and its times so far.
struct Timed {
    task: Task,
    runs: u64,
    times: Vec<f64>,
}

/// Times all tasks in rounds. Ctrl-C ends the measurement early. Tasks without a completed round
/// have no row.
fn measure(rounds: u32) -> Result<Vec<Row>, Failure> {
    let wrong = |error: WrongAnswer| Failure::from_error(&error);
    let tasks = tasks().map_err(wrong)?;
    let bar = progress::bar((u64::from(rounds) + 1) * tasks.len() as u64, "measuring");
    let mut all = Vec::with_capacity(tasks.len());
    for mut task in tasks {
        let runs = runs_in_a_round(&mut task).map_err(wrong)?;
        all.push(Timed { task, runs, times: Vec::new() });
        bar.inc(1);
    }
    'rounds: for _ in 0..rounds {
        for timed in &mut all {
            if interrupt::is_asked() {
                break 'rounds;
            }
            let time = time(&mut timed.task, timed.runs).map_err(wrong)?;
            let items = timed.task.items() * timed.runs;
            timed.times.push(time.as_nanos() as f64 / items as f64);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let row = |timed: &Timed| {
        let summary = Summary::of(&timed.times)?;
        Some(Row { game: timed.task.game(), topic: timed.task.topic(), summary })
    };
    Ok(all.iter().filter_map(row).collect())
}

/// Returns the number of runs of a task that take at least as long as a round.
fn runs_in_a_round(task: &mut Task) -> Result<u64, WrongAnswer> {
    let mut runs = 1;
    while time(task, runs)? < ROUND {
        runs *= 2;
    }
    Ok(runs)
}

/// Returns the total time of a number of runs. The result of each run is checked.
fn time(task: &mut Task, runs: u64) -> Result<Duration, WrongAnswer> {
    let begun = Instant::now();
    for _ in 0..runs {
        task.run_checked()?;
    }
    Ok(begun.elapsed())
}
