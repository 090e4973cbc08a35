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
    const NO_DEFAULT: &[&str] = &[
        "--svg",
        "--time",
        "--nodes",
        "--plot",
        "--player",
        "--tournament",
        "--year",
        "--opening",
        "--result",
    ];
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

/// Checks that an option has the same kind of value in all commands.
#[test]
fn one_option_name_has_one_meaning() {
    /// Options whose values differ in a harmless way: more words are accepted, or the output is named.
    const VARIED: &[&str] = &["--book", "--output", "--against", "--to", "--kind", "--level"];
    let mut values: std::collections::BTreeMap<String, (String, String)> = Default::default();
    for command in commands() {
        let words: Vec<&str> = command.split(' ').chain(["-h"]).collect();
        for line in run(&words).stdout.lines().map(str::trim_start) {
            let line = line.split_once(", ").map_or(line, |(_, long)| long);
            if !line.starts_with("--") {
                continue;
            }
            let flag = line.split("  ").next().unwrap();
            let (name, value) = flag.split_once(' ').unwrap_or((flag, ""));
            if VARIED.contains(&name) {
                continue;
            }
            let (known, first) = values
                .entry(name.to_owned())
                .or_insert_with(|| (value.to_owned(), command.clone()));
            assert_eq!(known, value, "{name} of `{first}` and `{command}`");
        }
    }
    assert!(values.contains_key("--threads") && values.contains_key("--json"));
}

#[test]
fn completions_and_manual_pages_know_all_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let done = run(&["completions", shell]);
        assert_eq!(done.code, 0, "{}", done.stderr);
        for word in ["review", "--depth", "shogi", "completions"] {
            assert!(done.stdout.contains(word), "{shell}: {word}");
        }
    }
    let page = run(&["man"]).stdout;
    assert!(page.contains(".TH") && page.contains("reversi"), "{page}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert_eq!(run(&["man", "-o", path]).code, 0);
    let pages = support::files_below(folder.path());
    for name in ["gamekit.1", "gamekit-reversi-book-find.1", "gamekit-shogi-convert.1"] {
        assert!(pages.iter().any(|page| page.to_str() == Some(name)), "{name}: {pages:?}");
    }
    run(&["man", "-o", "no/such"]).refused(&["no/such", "folder does not exist"]);
    run(&["completions", "sh"]).refused(&["bash"]);
}

/// Checks that every command reports a missing input file in the same words.
#[test]
fn missing_files_are_reported_in_the_same_words() {
    for words in [
        "reversi solve no/such",
        "reversi review no/such",
        "reversi games no/such",
        "reversi convert no/such -o -",
        "reversi match no/such",
        "reversi match f5 --weights no/such",
        "reversi train no/such -o out",
        "reversi analyze --book no/such",
        "reversi analyze --depth 2 --weights no/such",
        "reversi play --book no/such",
        "reversi book build no/such -o out",
        "reversi book evaluate no/such",
        "reversi book find no/such",
        "reversi book info no/such",
        "reversi book export no/such",
        "reversi book import no/such -o out",
        "reversi book merge no/such no/such -o out",
        "shogi convert no/such -o out.kif",
        "shogi check no/such",
        "shogi show no/such",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        run(&words).refused(&["no/such: no such file or folder\n"]);
    }
}
