//! The loop between a protocol and a search: one thread reads lines, another runs jobs.
//!
//! The loop knows no game and no protocol. A [`LineHandler`] reads the lines of the other program. It
//! answers simple questions at once, and sends everything else as a job to a [`JobHandler`]. A job
//! ends early when its [`Stop`] is set. Jobs are run in order.
//!
//! - Every text is written whole and flushed at once. Characters outside ASCII are written as `?`.
//! - At the end of the input, and when the line handler breaks (`quit`), the loop stops all jobs,
//!   lets them give their answers, and returns. It waits at most [`GRACE`] for a job.
//! - If the other program closes the output, the loop returns at once.
//! - If a handler panics, the loop returns the message as an error.
//!
//! ```
//! use gamekit_engines::message_loop::{self, JobHandler, LineHandler, Output, Queue, Stop};
//! use std::ops::ControlFlow;
//!
//! struct Lines;
//! impl LineHandler for Lines {
//!     type Job = String;
//!     fn line(&mut self, line: &str, queue: &mut Queue<String>) -> ControlFlow<()> {
//!         match line {
//!             "quit" => return ControlFlow::Break(()),
//!             "stop" => queue.stop(),
//!             other => queue.send(other.to_owned()),
//!         }
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! struct Echo;
//! impl JobHandler for Echo {
//!     type Job = String;
//!     fn run(&mut self, job: String, _stop: &Stop, output: &Output) {
//!         output.print(&job);
//!     }
//! }
//!
//! let input = std::io::Cursor::new("hello\nquit\n");
//! message_loop::run(input, Vec::new(), Lines, || Echo)?;
//! # Ok::<(), message_loop::LoopError>(())
//! ```
use std::any::Any;
use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The maximum length of a line in bytes, without the line break.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// The maximum time that the loop waits at its end for one stopped job.
pub const GRACE: Duration = Duration::from_secs(1);

/// Handles the lines of the other program on the reading thread.
pub trait LineHandler: Send + 'static {
    /// What the line handler sends to the job handler.
    type Job: Send + 'static;

    /// Handles a line without its line break. This method must return quickly. A break ends the
    /// loop.
    fn line(&mut self, line: &str, queue: &mut Queue<Self::Job>) -> ControlFlow<()>;

    /// Handles a line that is longer than [`MAX_LINE_BYTES`]. The loop has discarded the line. By
    /// default, nothing happens.
    fn long_line(&mut self, queue: &mut Queue<Self::Job>) -> ControlFlow<()> {
        let _ = queue;
        ControlFlow::Continue(())
    }
}

/// Runs jobs on the thinking thread.
pub trait JobHandler {
    /// The jobs of the line handler.
    type Job: Send + 'static;

    /// Runs a job and prints its answers. After `stop` is set, this method must print its answer and
    /// return within a few milliseconds.
    fn run(&mut self, job: Self::Job, stop: &Stop, output: &Output);
}

/// Sends jobs to the thinking thread and stops them.
#[derive(Debug)]
pub struct Queue<J> {
    jobs: Sender<(J, Stop)>,
    sent: u64,
    stopped: Arc<AtomicU64>,
    output: Output,
}

impl<J> Queue<J> {
    /// Sends a job, which runs after all earlier jobs.
    pub fn send(&mut self, job: J) {
        self.sent += 1;
        let stop = Stop { number: self.sent, stopped: Arc::clone(&self.stopped) };
        // This fails only if the thinking thread has ended. The loop then returns.
        let _ = self.jobs.send((job, stop));
    }

    /// Stops all jobs that were sent so far. Later jobs are not affected.
    pub fn stop(&self) {
        self.stopped.fetch_max(self.sent, Ordering::Relaxed);
    }

    /// Returns the output, for answers that need no job.
    #[must_use]
    pub const fn output(&self) -> &Output {
        &self.output
    }
}

/// Whether a job must end.
#[derive(Clone, Debug)]
pub struct Stop {
    number: u64,
    /// The number of the last job that must end.
    stopped: Arc<AtomicU64>,
}

impl Stop {
    /// Makes a stop that is never set, for searches outside a loop.
    #[must_use]
    pub fn never() -> Self {
        Self { number: 1, stopped: Arc::default() }
    }

    /// Whether the job must end.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.number <= self.stopped.load(Ordering::Relaxed)
    }

    /// Returns the value for the observer of a search: a break after a stop.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The output to the other program, shared by both threads.
#[derive(Clone)]
pub struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    events: Sender<Event>,
    stopped: Arc<AtomicU64>,
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}

impl Output {
    /// Writes a text of one or more lines and a line break, and flushes. If the output is closed,
    /// the loop ends.
    pub fn print(&self, text: &str) {
        let line: String =
            text.chars().map(|c| if c.is_ascii() { c } else { '?' }).chain(['\n']).collect();
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = writer.write_all(line.as_bytes()).and_then(|()| writer.flush()) {
            self.stopped.store(u64::MAX, Ordering::Relaxed);
            let _ = self.events.send(Event::OutputFailed(error));
        }
    }
}

/// The reason why a loop ends with an error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoopError {
    /// A handler panicked. This is a bug of the engine.
    #[error("internal error: {0}")]
    Panic(String),
    /// The input cannot be read.
    #[error("standard input: {0}")]
    Input(io::Error),
    /// The output cannot be written, for another reason than that it is closed.
    #[error("standard output: {0}")]
    Output(io::Error),
}

/// What a thread reports to the thread that waits for the end.
enum Event {
    InputEnded,
    InputFailed(io::Error),
    JobsEnded,
    OutputFailed(io::Error),
    Panicked(String),
}

/// Runs a loop until its end: the end of the input, a break of the line handler, or a closed output.
/// `make` makes the job handler on the thinking thread, so that the line handler can answer before
/// the job handler is ready.
///
/// After an end other than the end of the jobs, the two threads may still run. The program should
/// then exit.
///
/// # Errors
/// Returns [`LoopError`] after a panic, or if the input or the output fails.
pub fn run<L, J>(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    lines: L,
    make: impl FnOnce() -> J + Send + 'static,
) -> Result<(), LoopError>
where
    L: LineHandler,
    J: JobHandler<Job = L::Job>,
{
    let (events, happened) = mpsc::channel();
    let (jobs, received) = mpsc::channel();
    let stopped = Arc::new(AtomicU64::new(0));
    let output = Output {
        writer: Arc::new(Mutex::new(Box::new(output))),
        events: events.clone(),
        stopped: Arc::clone(&stopped),
    };
    let finished = Arc::new(AtomicU64::new(0));
    let queue = Queue { jobs, sent: 0, stopped: Arc::clone(&stopped), output: output.clone() };
    let think = {
        let finished = Arc::clone(&finished);
        move || run_jobs(make(), &received, &output, &finished)
    };
    let reports = events.clone();
    let _ = thread::Builder::new().name("jobs".into()).spawn(move || {
        let _ = reports.send(caught(think).map_or_else(Event::Panicked, |()| Event::JobsEnded));
    });
    let _ = thread::Builder::new().name("lines".into()).spawn(move || {
        let event = match caught(|| read_lines(io::BufReader::new(input), lines, queue)) {
            Ok(Ok(())) => Event::InputEnded,
            Ok(Err(error)) => Event::InputFailed(error),
            Err(message) => Event::Panicked(message),
        };
        let _ = events.send(event);
    });
    wait_for_end(&happened, &stopped, &finished)
}

/// Waits for the end of both threads, or for a reason to return earlier.
fn wait_for_end(
    happened: &Receiver<Event>,
    stopped: &AtomicU64,
    finished: &AtomicU64,
) -> Result<(), LoopError> {
    let (mut input, mut are_jobs_over) = (None, false);
    while input.is_none() || !are_jobs_over {
        let before = finished.load(Ordering::Relaxed);
        let event = match input {
            None => happened.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(_) => happened.recv_timeout(GRACE),
        };
        match event {
            Ok(Event::InputEnded) => input = Some(Ok(())),
            Ok(Event::InputFailed(error)) => input = Some(Err(LoopError::Input(error))),
            // The reading thread has also ended, and its message follows.
            Ok(Event::JobsEnded) => are_jobs_over = true,
            Ok(Event::OutputFailed(error)) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Ok(Event::OutputFailed(error)) => return Err(LoopError::Output(error)),
            Ok(Event::Panicked(message)) => return Err(LoopError::Panic(message)),
            // A stopped job does not end.
            Err(RecvTimeoutError::Timeout) if before == finished.load(Ordering::Relaxed) => break,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        stopped.store(u64::MAX, Ordering::Relaxed);
    }
    input.unwrap_or(Ok(()))
}

fn run_jobs<J: JobHandler>(
    mut handler: J,
    jobs: &Receiver<(J::Job, Stop)>,
    output: &Output,
    finished: &AtomicU64,
) {
    while let Ok((job, stop)) = jobs.recv() {
        handler.run(job, &stop, output);
        finished.fetch_add(1, Ordering::Relaxed);
    }
}

fn read_lines<L: LineHandler>(
    mut input: impl BufRead,
    mut handler: L,
    mut queue: Queue<L::Job>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let limit = MAX_LINE_BYTES as u64 + 2;
        if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let has_end = bytes.last() == Some(&b'\n');
        let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let flow = if text.len() > MAX_LINE_BYTES {
            if !has_end {
                skip_line(&mut input)?;
            }
            handler.long_line(&mut queue)
        } else {
            handler.line(&String::from_utf8_lossy(text), &mut queue)
        };
        if flow.is_break() {
            return Ok(());
        }
    }
}

/// Reads up to the end of the line without keeping the bytes.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(());
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let len = end.map_or(bytes.len(), |end| end + 1);
        input.consume(len);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// Runs a function and returns the message of its panic as an error.
fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| message(payload.as_ref()))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}
