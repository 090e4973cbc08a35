//! Checks that README.md and the pages of `docs/` are correct.
//!
//! The Rust blocks of the pages are documentation tests of the root package, because `docs/lib.rs`
//! includes the pages. This file checks that every Rust block is such a test and that every link
//! leads to an existing target. It also checks that `.ci/run` contains the `cargo` commands of the
//! README, and runs the README's commands of the program.

mod support;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A fenced block of a Markdown page.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    /// The line of the opening fence, counted from 1.
    line: usize,
    /// The text after the opening fence.
    info: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut inside = false;
    for (index, line) in page.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        match (fence, inside) {
            (Some(info), false) => {
                let info = info.trim().to_owned();
                blocks.push(Block { line: index + 1, info, text: String::new() });
                inside = true;
            }
            (Some(_), true) => inside = false,
            (None, true) => {
                let block = blocks.last_mut().expect("inside a block");
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, false) => {}
        }
    }
    assert!(!inside, "a block is not closed");
    blocks
}

/// Returns the pages that this test checks.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec!["README.md".into(), "CONTRIBUTING.md".into()];
    let mut open = vec![PathBuf::from("docs")];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(support::root().join(&directory)).unwrap() {
            let path = directory.join(entry.unwrap().file_name());
            if support::root().join(&path).is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

fn read(page: &Path) -> String {
    fs::read_to_string(support::root().join(page))
        .unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// Returns the commands in the shell blocks of a page, without comments and empty lines.
fn commands(page: &str) -> Vec<String> {
    blocks(page)
        .iter()
        .filter(|block| block.info == "sh")
        .flat_map(|block| block.text.lines())
        .map(|line| line.split_once(" #").map_or(line, |(command, _)| command).trim_end())
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_rust_block_is_compiled() {
    let included = read(Path::new("docs/lib.rs"));
    for page in pages() {
        let text = read(&page);
        for Block { line, info, .. } in blocks(&text) {
            // `crates/gamekit-py/test.sh` runs the Python blocks of these pages.
            let is_run = info == "python"
                && ["docs/python.md", "crates/gamekit-py/README.md"]
                    .iter()
                    .any(|tested| page.ends_with(tested));
            assert!(
                is_run || matches!(info.as_str(), "rust" | "sh" | "toml" | "text" | "json"),
                "{}:{line}: a block is one of rust, sh, toml, text and json, not {info:?}; a block \
                 that the documentation tests would skip proves nothing",
                page.display()
            );
        }
        let path = match page.strip_prefix("docs") {
            Ok(below) => format!("\"{}\"", below.display()),
            Err(_) => format!("\"../{}\"", page.display()),
        };
        assert!(included.contains(&path), "docs/lib.rs does not include {path}");
    }
}

#[test]
fn links_lead_somewhere() {
    for page in pages() {
        let text = read(&page);
        let prose: String = {
            let mut inside = false;
            let lines = text.lines().filter(|line| {
                let fence = line.trim_start().starts_with("```");
                inside ^= fence;
                !inside && !fence
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        for (start, _) in prose.match_indices("](") {
            let target = prose[start + 2..].split(')').next().unwrap();
            let file = target.split('#').next().unwrap();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            let path = support::root().join(&page).parent().unwrap().join(file);
            assert!(path.exists(), "{}: {target} leads nowhere", page.display());
        }
    }
}

/// Checks that `tests/data/README.md` has a row for every file. A row names a file, or a folder
/// with a slash at the end.
#[test]
fn every_data_file_has_a_source() {
    let page = support::data_text("README.md");
    let listed: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('|').next())
        .flat_map(|cell| cell.split('`'))
        .filter(|path| !path.trim().is_empty())
        .collect();
    let mut open = vec![support::data_path("")];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let below = path.strip_prefix(support::data_path("")).unwrap().to_str().unwrap();
            assert!(
                below == "README.md"
                    || listed.iter().any(|&row| {
                        row == below || row.ends_with('/') && below.starts_with(row)
                    }),
                "tests/data/README.md has no row for {below}: say where it is from, and its licence"
            );
        }
    }
}

/// Checks that `.ci/run` contains the `cargo` commands of the README. This test cannot run them,
/// because `cargo test` would start itself endlessly.
#[test]
fn cargo_commands_are_what_ci_runs() {
    let ci = read(Path::new(".ci/run"));
    let called: BTreeSet<&str> =
        ci.lines().filter_map(|line| line.trim().strip_prefix("check ")).collect();
    let readme = commands(&read(Path::new("README.md")));
    assert!(readme.iter().any(|command| command == "cargo test"), "README.md runs no tests");
    for command in readme.iter().filter(|command| command.starts_with("cargo ")) {
        assert!(called.contains(command.as_str()), ".ci/run has no line `check {command}`");
    }
}

#[test]
fn other_commands_are_known() {
    for command in commands(&read(Path::new("README.md"))) {
        let program = command.split(' ').next().unwrap();
        assert!(
            program == "cargo" || is_of_program(&command),
            "README.md: nothing here runs `{command}`: a command is cargo's or the program's"
        );
    }
    for command in commands(&read(Path::new("CONTRIBUTING.md"))) {
        assert!(support::root().join(&command).exists(), "CONTRIBUTING.md: no file {command}");
    }
}

/// Returns the path of the program `gamekit`, after building it with the profile of the tests.
fn program() -> PathBuf {
    let mut directory = env::current_exe().unwrap();
    directory.pop(); // target/debug/deps
    directory.pop();
    let target = directory.parent().unwrap().to_owned();
    // Cargo is always called, because it knows whether the program is up to date. These arguments
    // select the same build as `cargo test`; other packages or tests would compile the libraries
    // again.
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["test", "--quiet", "--offline", "--no-run"]);
    build.args(["--test", "readme", "--test", "arguments"]);
    build.arg("--target-dir").arg(target);
    if directory.ends_with("release") {
        build.arg("--release");
    }
    let status = build.current_dir(support::root()).status().expect("cargo runs");
    assert!(status.success(), "gamekit-cli does not build");
    directory.join(format!("gamekit{}", env::consts::EXE_SUFFIX))
}

/// The command with which the README runs the program before it introduces the name `gamekit`.
const BY_CARGO: &str = "cargo run --release -p gamekit-cli --";

/// Returns whether a command runs the program, also as a part of a pipe.
fn is_of_program(command: &str) -> bool {
    command.starts_with(BY_CARGO)
        || command.split('|').any(|part| part.trim_start().starts_with("gamekit "))
}

/// Returns the name of the picture that a command draws, if any.
fn picture(command: &str) -> Option<&str> {
    command.split_once("--svg ").map(|(_, name)| name)
}

#[cfg(unix)]
#[test]
fn commands_of_the_program_run() {
    let commands = commands(&read(Path::new("README.md")));
    let commands = commands.iter().filter(|command| is_of_program(command));
    let program = program();
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    // The commands run in a temporary folder with links to the workspace, so that the files that
    // they write are removed.
    let scratch = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(support::root()).unwrap() {
        let entry = entry.unwrap();
        std::os::unix::fs::symlink(entry.path(), scratch.path().join(entry.file_name())).unwrap();
    }
    let (mut run, mut pictures) = (0, 0);
    for command in commands {
        // A shell runs the command, because it may contain quotes, globs and pipes.
        let line = command.replace(BY_CARGO, "gamekit");
        let output = Command::new("sh")
            .args(["-c", &line])
            .env("PATH", &path)
            .current_dir(scratch.path())
            .stdin(Stdio::null())
            .output()
            .expect("the shell runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {}\n{errors}", output.status);
        assert!(!output.stdout.is_empty(), "{command} prints nothing");
        if let Some(name) = picture(command) {
            let path = Path::new("docs/images").join(name);
            let drawn = fs::read_to_string(scratch.path().join(name)).unwrap();
            // Only board pictures are compared, because the times in a chart differ in each run.
            assert!(
                command.starts_with("gamekit bench") || drawn == read(&path),
                "{} is not what `{command}` draws",
                path.display()
            );
            pictures += 1;
        }
        run += 1;
    }
    assert!(run > 0, "README.md shows no command of the program");
    assert_eq!(pictures, 3, "README.md shows two boards and the bars of a bench");
}

mod self_tests {
    use super::*;

    const PAGE: &str = "a\n```sh\ncargo test   # all\n\n# no\ngamekit x 'y z' | head\n```\n\
                        ```rust\nlet x = 1;\n```\n```\nplain\n```\n";

    #[test]
    fn blocks_are_found_byte_for_byte() {
        let found = blocks(PAGE);
        let infos: Vec<_> = found.iter().map(|block| block.info.as_str()).collect();
        assert_eq!(infos, ["sh", "rust", ""]);
        assert_eq!(found[1], Block { line: 8, info: "rust".into(), text: "let x = 1;\n".into() });
    }

    #[test]
    fn commands_are_lines_without_comments() {
        assert_eq!(commands(PAGE), ["cargo test", "gamekit x 'y z' | head"]);
        assert!(is_of_program("gamekit x 'y z' | head"));
        assert!(is_of_program("printf 'f5' | gamekit reversi analyze -"));
        assert!(is_of_program("cargo run --release -p gamekit-cli -- reversi"));
        assert!(!is_of_program("cargo test") && !is_of_program("cat gamekit"));
    }

    #[test]
    #[should_panic(expected = "not closed")]
    fn open_blocks_are_found() {
        blocks("```rust\nlet x = 1;\n");
    }
}
