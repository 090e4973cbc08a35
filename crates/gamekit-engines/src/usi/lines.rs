//! The reading thread: turns commands into jobs and answers what needs no job.
use super::options;
use super::ponder::Ponder;
use crate::message_loop::{LineHandler, Queue};
use shogi_core::format::usi::PositionLine;
use shogi_core::format::usi_protocol::{Answer, Command, Go, Info, MateLimit};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// What the thinking thread does.
pub(super) enum Job {
    /// Prepares for the next search and answers `readyok`.
    Ready,
    SetOption {
        name: String,
        value: Option<String>,
    },
    NewGame,
    Go(Box<Question>),
}

/// A `go` with the position to search.
pub(super) struct Question {
    /// The position, or `None` if the last position line was invalid.
    pub(super) position: Option<PositionLine>,
    pub(super) go: Go,
    /// When the `go` arrived.
    pub(super) asked: Instant,
    pub(super) ponder: Arc<Ponder>,
}

/// Handles the lines of the graphical program.
pub(super) struct Lines {
    position: Option<PositionLine>,
    /// The state of the last `go`.
    ponder: Arc<Ponder>,
    /// Whether the last `go` has a limit, and whether the search may use it already.
    is_limited: bool,
    is_pondering: bool,
}

impl Default for Lines {
    fn default() -> Self {
        let start = shogi_core::Position::start();
        Self {
            position: Some(PositionLine::new(start)),
            ponder: Arc::default(),
            is_limited: true,
            is_pondering: false,
        }
    }
}

impl LineHandler for Lines {
    type Job = Job;

    fn line(&mut self, line: &str, queue: &mut Queue<Job>) -> ControlFlow<()> {
        let command = match line.parse::<Command>() {
            Ok(command) => command,
            Err(error) => {
                // The engine must not search another position than the program shows.
                if line.split_whitespace().next() == Some("position") {
                    self.position = None;
                    let mut info = Info::default();
                    info.text = Some(format!("error: {error}"));
                    queue.output().print(&Answer::Info(info).to_string());
                }
                return ControlFlow::Continue(());
            }
        };
        match command {
            Command::Usi => queue.output().print(&introduction()),
            Command::IsReady => {
                self.end_unlimited_search(queue);
                queue.send(Job::Ready);
            }
            Command::SetOption { name, value } => queue.send(Job::SetOption { name, value }),
            Command::NewGame => {
                self.end_unlimited_search(queue);
                queue.send(Job::NewGame);
            }
            Command::Position(position) => self.position = Some(*position),
            Command::Go(go) => {
                // A program may ask again without waiting for the answer to its `stop`.
                queue.stop();
                self.ponder = Arc::default();
                (self.is_limited, self.is_pondering) = (is_limited(&go), go.ponder);
                queue.send(Job::Go(Box::new(Question {
                    position: self.position.clone(),
                    go,
                    asked: Instant::now(),
                    ponder: Arc::clone(&self.ponder),
                })));
            }
            Command::Stop | Command::GameOver(_) => queue.stop(),
            Command::PonderHit(times) => {
                self.ponder.hit(times);
                self.is_limited |= !times.is_empty();
                self.is_pondering = false;
            }
            Command::Quit => return ControlFlow::Break(()),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

impl Lines {
    /// Stops a search without a limit. Otherwise the program, which has not stopped it, would wait for the
    /// next answer for ever.
    fn end_unlimited_search(&self, queue: &Queue<Job>) {
        if self.is_pondering || !self.is_limited {
            queue.stop();
        }
    }
}

/// Whether a search ends by its time or nodes. A limit of the depth may be too high to ever be reached.
fn is_limited(go: &Go) -> bool {
    let has_time = go.move_time.is_some() || !go.times.is_empty();
    let has_limit = match go.mate {
        Some(limit) => limit != MateLimit::Infinite,
        None => has_time || go.nodes.is_some(),
    };
    has_limit && !go.infinite
}

/// Returns the answer to `usi`.
fn introduction() -> String {
    let name = format!("gamekit {}", env!("CARGO_PKG_VERSION"));
    let mut lines = vec![Answer::Name(name), Answer::Author("the gamekit contributors".into())];
    lines.extend(options::declarations().into_iter().map(Answer::Option));
    lines.push(Answer::UsiOk);
    let lines: Vec<String> = lines.iter().map(Answer::to_string).collect();
    lines.join("\n")
}
