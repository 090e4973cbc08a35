//! The help texts of all commands.

mod support;

use support::{commands, run};

/// Returns the help of every command, with single spaces between words.
fn helps() -> Vec<(String, String)> {
    let help = |words: &str, flag: &str| {
        let words: Vec<&str> = words.split_whitespace().chain([flag]).collect();
        let run = run(&words);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{words:?}");
        run.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let mut helps = Vec::new();
    for command in [String::new()].into_iter().chain(commands()) {
        helps.push((format!("{command} -h"), help(&command, "-h")));
        helps.push((format!("{command} --help"), help(&command, "--help")));
    }
    helps
}

#[test]
fn every_command_is_found() {
    let found = commands();
    for command in ["reversi", "reversi book", "reversi book find", "shogi see", "bench"] {
        assert!(found.iter().any(|name| name == command), "{command} is not in {found:?}");
    }
}

#[test]
fn help_is_in_plain_english() {
    for (command, help) in helps() {
        let lower = help.to_lowercase();
        for phrase in [
            "unless told",
            "tell of it",
            "whatever the",
            "anew",
            "as many",
            "so many",
            "the least",
            " a line from",
            "one a line",
            "the word of",
            "goes on",
            "held back",
            "for the rest",
            "whose",
            "nothing for",
        ] {
            assert!(!lower.contains(phrase), "gamekit {command}: `{phrase}` in\n{help}");
        }
    }
}

#[test]
fn defaults_are_in_brackets() {
    for (command, help) in helps() {
        // `default` occurs only as `[default: ..]`, `by default` or `default number`.
        for (at, _) in help.match_indices("default") {
            let before = &help[..at];
            let is_known = before.ends_with('[')
                || before.to_lowercase().ends_with("by ")
                || help[at..].starts_with("default number");
            assert!(is_known, "gamekit {command}: a default without brackets in\n{help}");
        }
    }
}

/// Checks that the help states every default that clap does not add by itself.
#[test]
fn every_option_with_a_value_states_its_default() {
    // If one of these options is missing, there is no limit or no file.
    const NO_DEFAULT: &[&str] = &["--svg", "--time", "--nodes", "--plot"];
    for command in commands() {
        let words: Vec<&str> = command.split(' ').chain(["-h"]).collect();
        let help = run(&words).stdout;
        let Some(options) = help.split("\nOptions:\n").nth(1) else { continue };
        let usage = help.lines().find(|line| line.starts_with("Usage:")).unwrap_or_default();
        let mut entries: Vec<String> = Vec::new();
        for line in options.lines() {
            if line.trim_start().starts_with('-') && line.len() - line.trim_start().len() < 8 {
                entries.push(String::new());
            }
            if let Some(entry) = entries.last_mut() {
                entry.push_str(line);
                entry.push(' ');
            }
        }
        for entry in entries {
            let Some(name) = entry.split_whitespace().find(|word| word.starts_with("--")) else {
                continue;
            };
            let flags = entry.split("  ").find(|part| part.contains("--")).unwrap();
            let is_required = usage.contains(&format!("{name} "));
            assert!(
                !flags.contains('<')
                    || is_required
                    || NO_DEFAULT.contains(&name)
                    || entry
                        .split_whitespace()
                        .collect::<Vec<_>>()
                        .join(" ")
                        .contains("[default: "),
                "gamekit {command}: {name} has no [default: ..]: {entry}"
            );
        }
    }
}
