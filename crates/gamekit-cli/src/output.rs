//! Prints answers on standard output: as text, or as one JSON object per line.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use serde::Serialize;

/// An answer that can be printed as text and as JSON.
pub(crate) trait Answer: Serialize {
    /// Returns the answer as text. The text ends with a newline.
    fn text(&self) -> String;
}

/// The answer to an input line that cannot be read.
#[derive(Serialize)]
struct LineError<'a> {
    line: usize,
    error: &'a str,
}

/// An answer to a line of a stream or of a file.
#[derive(Serialize)]
struct Numbered<'a, A: Serialize> {
    line: usize,
    #[serde(flatten)]
    answer: &'a A,
}

/// Buffered standard output.
pub(crate) struct Output {
    writer: BufWriter<StdoutLock<'static>>,
    json: bool,
}

impl Output {
    /// Locks standard output.
    pub(crate) fn new(json: bool) -> Self {
        Self { writer: BufWriter::new(io::stdout().lock()), json }
    }

    /// Prints one answer and flushes the output.
    pub(crate) fn answer(&mut self, answer: &impl Answer) -> io::Result<()> {
        if self.json { self.json_line(answer) } else { self.text(&answer.text()) }
    }

    /// Prints the answer to a line and flushes the output. The JSON has the number of the line.
    pub(crate) fn line_answer(&mut self, line: usize, answer: &impl Answer) -> io::Result<()> {
        if self.json {
            self.json_line(&Numbered { line, answer })
        } else {
            self.text(&answer.text())
        }
    }

    /// Prints one JSON object on a separate line and flushes the output.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.writer, value)?;
        self.writer.write_all(b"\n")?;
        self.writer.flush()
    }

    /// Reports an invalid line of standard input or of a file. The report is a JSON object on
    /// standard output, or text on standard error.
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

    /// Prints text unchanged, without adding a line end.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.bytes(text.as_bytes())
    }

    /// Prints bytes unchanged.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)?;
        self.writer.flush()
    }
}
