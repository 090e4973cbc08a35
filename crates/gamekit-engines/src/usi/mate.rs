//! Answers `go mate`.
use super::lines::Question;
use super::tools::Tools;
use crate::message_loop::{Output, Stop};
use shogi_core::format::usi_protocol::{Answer, Checkmate, Info, MateLimit, Score};
use shogi_core::mate::{Limits, Options, Outcome, Progress};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The time between two reports of the number of nodes.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Answers a `go mate` with exactly one `checkmate`.
pub(super) fn answer(
    tools: &mut Tools,
    question: &Question,
    limit: MateLimit,
    stop: &Stop,
    output: &Output,
) {
    let answer = solve(tools, question, limit, stop, output);
    output.print(&Answer::Checkmate(answer).to_string());
}

fn solve(
    tools: &mut Tools,
    question: &Question,
    limit: MateLimit,
    stop: &Stop,
    output: &Output,
) -> Checkmate {
    let Some(line) = &question.position else { return Checkmate::Timeout };
    let deadline = match limit {
        MateLimit::Time(time) => {
            let time = time.saturating_sub(tools.options.delay).max(Duration::from_millis(1));
            question.asked.checked_add(time)
        }
        _ => None,
    };
    let mut last = question.asked;
    let observer = |progress: &Progress| {
        if last.elapsed() >= REPORT_INTERVAL {
            last = Instant::now();
            output.print(&info(question, progress.nodes, None).to_string());
        }
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = Options::default();
    let solver = tools.solver();
    let answer = solver.solve_observed(&line.position, &options, &Limits::NONE, observer);
    let nodes = answer.nodes;
    match answer.outcome {
        Outcome::Mate(mate) => {
            let moves: Vec<_> = mate.moves.iter().map(|m| m.bare()).collect();
            let Answer::Info(mut info) = info(question, nodes, Some(moves.len())) else {
                return Checkmate::Mate(moves);
            };
            info.pv.clone_from(&moves);
            output.print(&Answer::Info(info).to_string());
            Checkmate::Mate(moves)
        }
        Outcome::NoMate => Checkmate::NoMate,
        _ => Checkmate::Timeout,
    }
}

fn info(question: &Question, nodes: u64, mate: Option<usize>) -> Answer {
    let time = question.asked.elapsed();
    let mut info = Info::default();
    info.time = Some(time);
    info.nodes = Some(nodes);
    info.nodes_per_second = Some((u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64);
    info.score = mate.map(|plies| Score::Mate { plies: Some(plies as u32) });
    Answer::Info(info)
}
