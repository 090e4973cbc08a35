//! The loop: order of answers, stops, ends, and failures.

use std::io::{self, BufRead, BufReader, Cursor, PipeReader, PipeWriter, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gamekit_engines::message_loop::{
    self, GRACE, JobHandler, LineHandler, LoopError, MAX_LINE_BYTES, Output, Queue, Stop,
};

/// Answers `now` at once, stops at `stop`, ends at `quit`, and sends every other line as a job.
struct Lines;

impl LineHandler for Lines {
    type Job = String;

    fn line(&mut self, line: &str, queue: &mut Queue<String>) -> ControlFlow<()> {
        match line {
            "quit" => return ControlFlow::Break(()),
            "stop" => queue.stop(),
            "now" => queue.output().print("now"),
            "panic now" => panic!("the lines failed"),
            other => queue.send(other.to_owned()),
        }
        ControlFlow::Continue(())
    }

    fn long_line(&mut self, queue: &mut Queue<String>) -> ControlFlow<()> {
        queue.send("long".to_owned());
        ControlFlow::Continue(())
    }
}

/// Repeats each job. The job `think` runs until its stop is set, and `hang` ignores the stop.
struct Jobs {
    started: Sender<String>,
}

impl JobHandler for Jobs {
    type Job = String;

    fn run(&mut self, job: String, stop: &Stop, output: &Output) {
        let _ = self.started.send(job.clone());
        match job.as_str() {
            "panic" => panic!("the search failed: {}", 7),
            "hang" => thread::sleep(Duration::from_secs(3600)),
            "think" => {
                while !stop.is_set() {
                    thread::sleep(Duration::from_millis(1));
                }
            }
            _ => {}
        }
        output.print(&job);
    }
}

/// A loop whose input and output are pipes.
struct Session {
    input: Option<PipeWriter>,
    output: Option<BufReader<PipeReader>>,
    started: std::sync::mpsc::Receiver<String>,
    end: JoinHandle<Result<(), LoopError>>,
}

impl Session {
    fn new() -> Self {
        let (read, input) = io::pipe().unwrap();
        let (output, write) = io::pipe().unwrap();
        let (started, receiver) = channel();
        let end =
            thread::spawn(move || message_loop::run(read, write, Lines, move || Jobs { started }));
        let output = Some(BufReader::new(output));
        Self { input: Some(input), output, started: receiver, end }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn receive(&mut self) -> String {
        let mut line = String::new();
        self.output.as_mut().unwrap().read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Waits until a job has started.
    fn await_start(&self, job: &str) {
        while self.started.recv().unwrap() != job {}
    }

    fn end(self) -> Result<(), LoopError> {
        self.end.join().unwrap()
    }
}

#[test]
fn jobs_are_answered_in_order() {
    let mut session = Session::new();
    for number in 0..100 {
        session.send(&format!("job {number}"));
    }
    for number in 0..100 {
        assert_eq!(session.receive(), format!("job {number}"));
    }
    session.send("quit");
    session.end().unwrap();
}

#[test]
fn the_lines_are_answered_during_a_job() {
    let mut session = Session::new();
    session.send("think");
    session.await_start("think");
    session.send("now");
    assert_eq!(session.receive(), "now");
    session.send("stop");
    assert_eq!(session.receive(), "think");
    // A stop without a job has no answer, and it does not stop later jobs.
    session.send("stop");
    session.send("think");
    session.await_start("think");
    session.send("now");
    assert_eq!(session.receive(), "now");
    session.send("quit");
    assert_eq!(session.receive(), "think");
    session.end().unwrap();
}

#[test]
fn a_stop_ends_jobs_that_have_not_started() {
    let mut session = Session::new();
    (0..3).for_each(|_| session.send("think"));
    session.send("stop");
    (0..3).for_each(|_| assert_eq!(session.receive(), "think"));
    session.send("quit");
    session.end().unwrap();
}

#[test]
fn the_end_of_the_input_ends_the_loop() {
    for line in ["think", "job"] {
        let mut session = Session::new();
        session.send(line);
        session.input = None;
        assert_eq!(session.receive(), line);
        assert_eq!(session.receive(), "");
        session.end().unwrap();
    }
}

#[test]
fn a_job_that_ignores_its_stop_does_not_block_the_end() {
    let mut session = Session::new();
    session.send("hang");
    session.await_start("hang");
    session.send("quit");
    let begun = Instant::now();
    session.end().unwrap();
    // No measurement: the job would take an hour.
    assert!(begun.elapsed() < 60 * GRACE);
}

#[test]
fn a_closed_output_ends_the_loop() {
    let mut session = Session::new();
    session.output = None;
    session.send("job");
    session.end().unwrap();
}

#[test]
fn panics_are_errors() {
    for (line, message) in [("panic", "the search failed: 7"), ("panic now", "the lines failed")] {
        let mut session = Session::new();
        session.send(line);
        let error = session.end().unwrap_err();
        assert!(matches!(error, LoopError::Panic(_)));
        assert_eq!(error.to_string(), format!("internal error: {message}"));
    }
}

/// Returns what a loop prints for an input.
fn printed(input: impl AsRef<[u8]> + Send + 'static) -> String {
    let (mut output, write) = io::pipe().unwrap();
    let (started, _receiver) = channel();
    message_loop::run(Cursor::new(input), write, Lines, move || Jobs { started }).unwrap();
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn lines_may_have_any_bytes_and_ends() {
    assert_eq!(printed("a\r\nb\nc"), "a\nb\nc\n");
    assert_eq!(printed(b"\xff\xfe\n\0\n"), "??\n\0\n");
    assert_eq!(printed("将棋 é\n"), "?? ?\n");
    assert_eq!(printed(""), "");
}

#[test]
fn long_lines_are_discarded() {
    for extra in [1, 2, 3, MAX_LINE_BYTES] {
        let text = format!("a\n{}\nb", "x".repeat(MAX_LINE_BYTES + extra));
        assert_eq!(printed(text), "a\nlong\nb\n", "{extra}");
    }
    let longest = "x".repeat(MAX_LINE_BYTES);
    assert_eq!(printed(format!("{longest}\r\nb\n")), format!("{longest}\nb\n"));
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("broken"))
    }
}

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("broken"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn failures_of_the_input_and_the_output_are_errors() {
    let (started, _receiver) = channel();
    let make = move || Jobs { started };
    let error = message_loop::run(Broken, Vec::new(), Lines, make).unwrap_err();
    assert_eq!(error.to_string(), "standard input: broken");
    let (started, _receiver) = channel();
    let make = move || Jobs { started };
    let input = io::pipe().unwrap();
    let mut writer = input.1;
    writeln!(writer, "job").unwrap();
    let error = message_loop::run(input.0, Broken, Lines, make).unwrap_err();
    assert_eq!(error.to_string(), "standard output: broken");
}
