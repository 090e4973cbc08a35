//! Standard output: answers as text for people or as one JSON object a line for programs.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use serde::Serialize;

/// An answer that can be printed both ways.
pub(crate) trait Answer: Serialize {
    /// The answer for people: whole lines, the last one ended.
    fn text(&self) -> String;
}

/// A bad line of a stream, answered in its place.
#[derive(Serialize)]
struct LineError<'a> {
    line: usize,
    error: &'a str,
}

/// Buffered standard output in one of the two forms.
pub(crate) struct Output {
    writer: BufWriter<StdoutLock<'static>>,
    json: bool,
}

impl Output {
    /// Locks standard output.
    pub(crate) fn new(json: bool) -> Self {
        Self { writer: BufWriter::new(io::stdout().lock()), json }
    }

    /// Prints one answer and hands it on at once.
    pub(crate) fn answer(&mut self, answer: &impl Answer) -> io::Result<()> {
        if self.json { self.json_line(answer) } else { self.text(&answer.text()) }
    }

    /// Prints one JSON object on a line of its own and hands it on at once.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.writer, value)?;
        self.writer.write_all(b"\n")?;
        self.writer.flush()
    }

    /// Answers a bad line of standard input or of a file: in its place with JSON, else on standard
    /// error.
    pub(crate) fn line_error(
        &mut self,
        file: Option<&Path>,
        line: usize,
        error: &str,
    ) -> io::Result<()> {
        let file = file.map_or_else(String::new, |path| format!("{}: ", path.display()));
        if self.json {
            self.json_line(&LineError { line, error: &format!("{file}{error}") })
        } else {
            eprintln!("gamekit: {file}line {line}: {error}");
            Ok(())
        }
    }

    /// Prints text as it is.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.bytes(text.as_bytes())
    }

    /// Prints bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)?;
        self.writer.flush()
    }
}
