//! Chooses a move: by declaration, from the book, or by search.
use super::lines::Question;
use super::options::Options;
use super::ponder::Hit;
use super::tools::Tools;
use crate::message_loop::{Output, Stop};
use shogi_core::format::usi::{PositionLine, Word};
use shogi_core::format::usi_protocol::{Answer, Go, Info, Score, Times};
use shogi_core::search::{self, Clock, Hint, Limits, Progress, Report, Value};
use shogi_core::{BareMove, History, Move, Position, Repetition};
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

/// The time between two reports of the number of nodes.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);
/// How long the engine sleeps while it waits with its answer.
const NAP: Duration = Duration::from_millis(1);

/// The centipawns of a win that `ResignValue` is compared with.
const WIN_CENTIPAWNS: i64 = 32_000;

/// Answers a `go` with exactly one `bestmove`.
pub(super) fn answer(tools: &mut Tools, question: &Question, stop: &Stop, output: &Output) {
    let (word, ponder) = match &question.position {
        Some(line) => choose(tools, line, question, stop, output),
        None => (Word::Resign, None),
    };
    wait(question, stop);
    output.print(&Answer::BestMove { word, ponder }.to_string());
}

/// Waits until an answer is allowed: in an infinite search until `stop`, while pondering until
/// `ponderhit` or `stop`.
fn wait(question: &Question, stop: &Stop) {
    let Question { go, ponder, .. } = question;
    while !stop.is_set() && (is_infinite(go) || go.ponder && ponder.get().is_none()) {
        thread::sleep(NAP);
    }
}

/// Returns whether only `stop` ends the search: also for a `go` without any limit.
fn is_infinite(go: &Go) -> bool {
    let is_limited = !go.times.is_empty()
        || go.move_time.is_some()
        || go.depth.is_some()
        || go.nodes.is_some()
        || go.ponder;
    go.infinite || !is_limited
}

fn choose(
    tools: &mut Tools,
    line: &PositionLine,
    question: &Question,
    stop: &Stop,
    output: &Output,
) -> (Word, Option<BareMove>) {
    let go = &question.go;
    let history = history(line);
    let moves: Vec<Move> =
        go.moves.iter().filter_map(|&m| line.position.legal_move(m).ok()).collect();
    let (rules, declares) = tools.options.rules(line.start.move_number());
    if moves.is_empty()
        && let Some((m, reply)) = from_book(tools, line, &history, output)
    {
        return (Word::Move(m), reply);
    }
    let mut options = search::Options::to_depth(go.depth.unwrap_or(u32::MAX))
        .with_count(tools.options.lines)
        .with_rules(rules)
        .with_declarations(declares);
    if !moves.is_empty() {
        options = options.with_moves(moves);
    }
    let mut limits = Limits::NONE;
    if !go.ponder && !is_infinite(go) {
        limits = time_limits(go, &go.times, &line.position, &tools.options);
        let late = question.asked.elapsed();
        limits.time = limits.time.map(|time| time.saturating_sub(late));
    }
    limits.nodes = go.nodes;
    let mut reporter = Reporter { asked: question.asked, last: question.asked, output };
    let settings = tools.options.clone();
    let mut allowed: Option<(Hit, Limits)> = None;
    let observer = |progress: &Progress| {
        reporter.receive(progress, settings.lines);
        if stop.is_set() {
            return ControlFlow::Break(());
        }
        if go.ponder && allowed.is_none() {
            allowed = question.ponder.get().map(|hit| {
                let times = if hit.times.is_empty() { &go.times } else { &hit.times };
                (hit, time_limits(go, times, &line.position, &settings))
            });
        }
        match &allowed {
            Some((hit, limits)) if is_over(hit.at, limits, progress) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let searcher = tools.searcher();
    let report = searcher.search_observed(&line.position, &history, &options, &limits, observer);
    reporter.finish(&report, settings.lines);
    let word = word(&report, tools.options.resign);
    let reply = match word {
        Word::Move(_) => report.hints[0].pv.get(1).map(|m| m.bare()),
        _ => None,
    };
    (word, reply)
}

/// Returns whether a search that became a usual one at `from` must end.
fn is_over(from: Instant, limits: &Limits, progress: &Progress) -> bool {
    let elapsed = from.elapsed();
    limits.time.is_some_and(|time| elapsed >= time)
        || progress.is_new_round && limits.round_time.is_some_and(|time| elapsed >= time)
}

/// Returns the time limits of a search.
fn time_limits(go: &Go, times: &Times, position: &Position, options: &Options) -> Limits {
    if let Some(time) = go.move_time {
        let time = time.saturating_sub(options.delay).max(Duration::from_millis(1));
        return Limits::NONE.with_time(time);
    }
    if times.is_empty() || go.infinite {
        return Limits::NONE;
    }
    let side = position.side();
    Clock::new(times.main_of(side))
        .with_increment(times.increment[side.index()])
        .with_byoyomi(times.byoyomi)
        .with_margin(options.delay)
        .limits(position.move_number())
}

fn history(line: &PositionLine) -> History {
    let mut position = line.start.clone();
    let mut history = History::new(&position);
    for &m in &line.moves {
        position.play_unchecked(m);
        history.push(&position);
    }
    history
}

/// Returns the move for the answer. The engine resigns if it is mated or if its value is too low.
fn word(report: &Report, resign: i64) -> Word {
    if report.declares {
        return Word::Win;
    }
    let Some(hint) = report.hints.first() else { return Word::Resign };
    let centipawns = match hint.value {
        Value::Centipawns(value) => i64::from(value),
        Value::Win { .. } => WIN_CENTIPAWNS,
        Value::Loss { .. } => -WIN_CENTIPAWNS,
    };
    if centipawns <= -resign { Word::Resign } else { Word::Move(hint.mv.bare()) }
}

/// Returns the book's best move and its expected reply. A move that repeats a position for the fourth
/// time is not taken.
fn from_book(
    tools: &mut Tools,
    line: &PositionLine,
    history: &History,
    output: &Output,
) -> Option<(BareMove, Option<BareMove>)> {
    let entry = tools.book.as_mut()?.find_or_turned(&line.position).ok().flatten()?;
    let position = &line.position;
    let is_playable = |m: BareMove| {
        position.legal_move(m).is_ok_and(|m| {
            let verdict = history.clone().push(&position.after(m));
            matches!(verdict, Repetition::None { .. })
        })
    };
    let moves = entry.moves.iter().filter(|of| is_playable(of.mv));
    // The first of the moves with the highest value.
    let best = moves.reduce(|best, of| if of.value > best.value { of } else { best })?;
    let mut info = Info::default();
    info.depth = best.depth;
    info.line = Some(1);
    info.score = best.value.map(|value| Score::Centipawns(value.into()));
    info.pv = vec![best.mv];
    let m = position.legal_move(best.mv).ok()?;
    let after = position.after(m);
    let reply = best.ponder.filter(|&reply| after.legal_move(reply).is_ok());
    info.pv.extend(reply);
    output.print(&Answer::Info(info).to_string());
    Some((best.mv, reply))
}

/// Sends the progress of a search.
struct Reporter<'a> {
    asked: Instant,
    /// When the last line was sent.
    last: Instant,
    output: &'a Output,
}

impl Reporter<'_> {
    fn receive(&mut self, progress: &Progress, lines: usize) {
        if progress.is_new_round {
            for (i, hint) in progress.hints.iter().enumerate() {
                let mut info = self.info(progress.nodes);
                info.selective_depth = Some(progress.selective_depth.max(hint.depth));
                info.table_permille = Some(progress.table_permille);
                info.line = (lines > 1).then_some(i as u32 + 1);
                self.send(with_hint(info, hint));
            }
        } else if self.last.elapsed() >= REPORT_INTERVAL {
            let mut info = self.info(progress.nodes);
            info.table_permille = Some(progress.table_permille);
            self.send(info);
        }
    }

    /// Sends the final value, so that the last line belongs to the answer.
    fn finish(&mut self, report: &Report, lines: usize) {
        if let Some(hint) = report.hints.first() {
            let mut info = self.info(report.nodes);
            info.line = (lines > 1).then_some(1);
            self.send(with_hint(info, hint));
        }
    }

    fn info(&self, nodes: u64) -> Info {
        let time = self.asked.elapsed();
        let mut info = Info::default();
        info.time = Some(time);
        info.nodes = Some(nodes);
        let micros = time.as_micros().max(1);
        info.nodes_per_second = Some((u128::from(nodes) * 1_000_000 / micros) as u64);
        info
    }

    fn send(&mut self, info: Info) {
        self.last = Instant::now();
        self.output.print(&Answer::Info(info).to_string());
    }
}

fn with_hint(mut info: Info, hint: &Hint) -> Info {
    info.depth = Some(hint.depth.max(1));
    info.score = Some(match hint.value {
        Value::Centipawns(value) => Score::Centipawns(value.into()),
        Value::Win { plies } => Score::Mate { plies: Some(plies) },
        Value::Loss { plies } => Score::Mated { plies: Some(plies) },
    });
    info.pv = hint.pv.iter().map(|m| m.bare()).collect();
    info
}
