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

/// Returns the options of a help text: name, value and the first sentence of the description.
fn options(help: &str) -> Vec<(String, String, String)> {
    let Some(list) = help.split("\nOptions:\n").nth(1) else { return Vec::new() };
    let mut entries: Vec<String> = Vec::new();
    for line in list.lines() {
        let words = line.trim_start();
        if words.starts_with('-') && line.len() - words.len() < 8 {
            entries.push(String::new());
        }
        if let Some(entry) = entries.last_mut() {
            entry.push_str(if words.starts_with('-') { words } else { line });
            entry.push(' ');
        }
    }
    let option = |entry: &String| {
        let (flags, text) = entry.split_once("  ").unwrap_or((entry, ""));
        let flag = flags.split(", ").last().unwrap_or(flags).trim();
        let (name, value) = flag.split_once(' ').unwrap_or((flag, ""));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let ends = [". ", ": ", "; ", " [", " (see more"].map(|end| text.find(end));
        let end = ends.into_iter().flatten().min().unwrap_or(text.len());
        let sentence = text[..end].trim_end_matches(['.', ':', ';']);
        (name.to_owned(), value.to_owned(), sentence.to_owned())
    };
    entries.iter().map(option).collect()
}

/// Checks that an option has the same kind of value and the same description in all commands.
#[test]
fn one_option_name_has_one_meaning() {
    /// Options with one meaning whose descriptions or values differ, and the reason.
    const VARIED: &[(&str, &str)] = &[
        ("--book", "the same file; `play` also accepts `none`"),
        ("--depth", "a depth in plies; the descriptions say what is done at this depth"),
        ("--json", "the descriptions say what one object stands for"),
        ("--memory", "megabytes of tables; `shogi mate` has one table per thread"),
        ("--output", "the descriptions say what is written to the file"),
        ("--seed", "the descriptions say what is random"),
        ("--svg", "the descriptions say what is drawn"),
        ("--threads", "`shogi mate` says what the threads share"),
        ("--time", "seconds; the descriptions say for which part of the work"),
        ("--weights", "`match` has two sides"),
    ];
    let mut all: std::collections::BTreeMap<String, Vec<(String, String, String)>> =
        Default::default();
    for command in commands() {
        let words: Vec<&str> = command.split(' ').chain(["-h"]).collect();
        for (name, value, text) in options(&run(&words).stdout) {
            all.entry(name).or_default().push((value, text, command.clone()));
        }
    }
    assert!(all["--threads"].len() > 5 && all["--json"].len() > 10, "{all:?}");
    for (name, uses) in &all {
        let first = &uses[0];
        let other = uses.iter().find(|other| (&other.0, &other.1) != (&first.0, &first.1));
        let is_varied = VARIED.iter().any(|(varied, _)| varied == name);
        match other {
            Some(other) => assert!(is_varied, "{name} differs: {first:?} and {other:?}"),
            None => assert!(!is_varied, "{name} does not differ, remove it from the list"),
        }
    }
    for (name, _) in VARIED {
        assert!(all.contains_key(*name), "{name} is not an option");
    }
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
