//! Runs the program and checks its output.
#![allow(dead_code, reason = "each test file uses only some functions")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The start position in 64 characters.
pub(crate) const START: &str = "---------------------------OX------XO--------------------------- X";

/// The result of a run.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Parses each line of standard output as JSON.
    pub(crate) fn json_lines(&self) -> Vec<Value> {
        let read = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.stdout.lines().map(read).collect()
    }

    /// Parses the single JSON object of a successful run.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.stderr);
        let mut lines = self.json_lines();
        assert_eq!(lines.len(), 1, "{}", self.stdout);
        lines.remove(0)
    }

    /// Parses the single JSON object of a run that read its input only in part.
    pub(crate) fn partial_json(&self) -> Value {
        assert_eq!(self.code, 1, "{}", self.stderr);
        self.json_lines().pop().unwrap()
    }

    /// Parses the single JSON object of a run and removes the field `seconds`.
    pub(crate) fn json_without_seconds(&self) -> Value {
        let mut answer = self.json();
        answer.as_object_mut().unwrap().remove("seconds").expect("seconds");
        answer
    }

    /// Checks that the program rejected the input: exit code 2, no standard output, no panic, and a
    /// message that contains all of `words`.
    pub(crate) fn refused(&self, words: &[&str]) {
        assert_eq!((self.code, self.stdout.as_str()), (2, ""), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "`{word}` is not in {}", self.stderr);
        }
    }
}

/// Makes a command for the program with these arguments.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gamekit"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program.
pub(crate) fn run(arguments: &[&str]) -> Run {
    finish(command(arguments).output().unwrap())
}

/// Returns the names of all commands, found in the help texts: `reversi`, `reversi analyze`, ...
pub(crate) fn commands() -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(command) = open.pop() {
        let words: Vec<&str> = command.split_whitespace().chain(["-h"]).collect();
        let help = run(&words).stdout;
        let Some(list) = help.split("\nCommands:\n").nth(1) else { continue };
        for line in list.lines().take_while(|line| line.starts_with("  ")) {
            let name = line.trim_start().split(' ').next().unwrap();
            if name != "help" && line.starts_with("  ") && !line.starts_with("   ") {
                let command = format!("{command} {name}").trim().to_owned();
                found.push(command.clone());
                open.push(command);
            }
        }
    }
    found.sort();
    found
}

/// Returns the commands that have an option.
pub(crate) fn commands_with(option: &str) -> Vec<String> {
    let has = |command: &String| {
        let words: Vec<&str> = command.split(' ').chain(["-h"]).collect();
        run(&words).stdout.split_whitespace().any(|word| word == option)
    };
    commands().into_iter().filter(has).collect()
}

/// Returns the relative paths of all files below a folder, sorted.
pub(crate) fn files_below(root: &Path) -> Vec<PathBuf> {
    let (mut files, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path.strip_prefix(root).unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}

/// Runs the program with this standard input.
pub(crate) fn run_on(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            // The program may end before it has read all input.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    });
    finish(output)
}

/// Runs the program on two lines of input. The answer to the second line takes a long time, and a
/// signal is sent during it. Returns the exit code, standard output and standard error.
#[cfg(unix)]
pub(crate) fn interrupted(arguments: &[&str], quick: &str, long: &str, signal: &str) -> Run {
    use std::io::{BufRead, BufReader, Read};
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{quick}\n{long}\n{quick}").unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut stdout = String::new();
    // After the first answer, the program has installed its signal handler, even on a slow machine.
    while !stdout.ends_with('\n') {
        assert!(reader.read_line(&mut stdout).unwrap() > 0, "no answer");
    }
    std::thread::sleep(std::time::Duration::from_millis(600));
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    reader.read_to_string(&mut stdout).unwrap();
    let output = child.wait_with_output().unwrap();
    finish(Output { stdout: stdout.into_bytes(), ..output })
}

fn finish(output: Output) -> Run {
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("panicked"), "{stderr}");
    let code = output.status.code().unwrap();
    Run { code, stdout: String::from_utf8(output.stdout).unwrap(), stderr }
}
