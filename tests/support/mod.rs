//! The paths, packages and data files that several tests of the workspace use.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns what `cargo metadata` prints with these arguments.
pub(crate) fn metadata(arguments: &[&str]) -> serde_json::Value {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1"])
        .args(arguments)
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "cargo metadata failed");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns a path below `tests/data`. The argument uses `/` as separator.
pub(crate) fn data_path(path: &str) -> PathBuf {
    root().join("tests/data").join(path)
}

/// Returns the bytes of a file below `tests/data`.
pub(crate) fn data_bytes(path: &str) -> Vec<u8> {
    let path = data_path(path);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the text of a file below `tests/data`.
pub(crate) fn data_text(path: &str) -> String {
    String::from_utf8(data_bytes(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the rows of a tab-separated file below `tests/data`, without empty lines and `#`
/// comments.
pub(crate) fn data_rows(path: &str) -> Vec<Vec<String>> {
    data_text(path)
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

/// Returns the cases of `tests/data/cases/{game}.jsonl` whose kind is in `kinds`. Policy cases, in
/// which the rules permit several results, are included only if requested.
pub(crate) fn cases(game: &str, kinds: &[&str], with_policy: bool) -> Vec<serde_json::Value> {
    let cases: Vec<serde_json::Value> = data_text(&format!("cases/{game}.jsonl"))
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}")))
        .filter(|case: &serde_json::Value| {
            let policy = case.get("policy").is_some_and(|policy| policy != false);
            kinds.contains(&case["kind"].as_str().unwrap_or("")) && (with_policy || !policy)
        })
        .collect();
    for kind in kinds {
        assert!(cases.iter().any(|case| case["kind"] == **kind), "no case of kind {kind}");
    }
    cases
}
