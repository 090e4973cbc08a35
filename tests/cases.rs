//! Runs the collected cases: inputs on which other programs failed, with the correct results.
//!
//! Each line of `data/cases/*.jsonl` is a case. The field `kind` selects the function that checks
//! the case. A case that is marked as a policy has several correct results and is not checked here.

#[path = "cases/records.rs"]
mod records;
#[path = "cases/reversi.rs"]
mod reversi;
#[path = "cases/reversi_2.rs"]
mod reversi_2;
#[path = "cases/shogi.rs"]
mod shogi;

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

/// A function that checks a case. The arguments are the input and the expected result.
type Check = fn(&Value, &Value) -> Result<(), String>;

/// How the kinds of cases in a file are checked.
struct Plan {
    /// The function for each kind.
    checks: &'static [(&'static str, Check)],
    /// The kinds that have only policy cases.
    policies: &'static [&'static str],
    /// The kinds that another test checks: `ggf_cases` of `formats_reversi.rs`.
    elsewhere: &'static [&'static str],
}

/// Runs every case of a file. Each kind must have cases and be in exactly one list of the plan.
fn run(file: &str, plan: &Plan) {
    let Plan { checks, policies, elsewhere } = plan;
    let path = format!("{}/tests/data/cases/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap();
    let kinds =
        checks.iter().map(|check| check.0).chain(policies.iter().chain(*elsewhere).copied());
    let mut seen: BTreeMap<&str, usize> = kinds.clone().map(|kind| (kind, 0)).collect();
    assert_eq!(seen.len(), kinds.count(), "a kind is listed twice");
    let mut failures = Vec::new();
    for (line, case) in text.lines().enumerate() {
        let case: Value = serde_json::from_str(case).unwrap();
        let kind = case["kind"].as_str().unwrap();
        let Some(count) = seen.get_mut(kind) else {
            panic!("{file}:{}: no function checks the kind {kind}", line + 1);
        };
        *count += 1;
        if case["policy"] == true {
            continue;
        }
        assert!(!policies.contains(&kind), "{file}:{}: not a policy", line + 1);
        let Some((_, check)) = checks.iter().find(|check| check.0 == kind) else { continue };
        if let Err(message) = check(&case["input"], &case["expected"]) {
            failures.push(format!("{file}:{}: {}: {message}", line + 1, case["id"]));
        }
    }
    for (kind, count) in seen {
        assert!(count > 0, "no case is of the kind {kind}");
    }
    assert!(failures.is_empty(), "{} cases fail\n{}", failures.len(), failures.join("\n"));
}

/// Returns an error with both values if they differ.
fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what} is {found:?}, expected {expected:?}"))
    }
}

/// Returns a text field that a case must have.
fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str, String> {
    value[key].as_str().ok_or_else(|| format!("the case has no text `{key}`"))
}

/// Returns the texts of a list, sorted.
fn sorted(value: &Value) -> Vec<String> {
    let mut texts = list(value);
    texts.sort();
    texts
}

/// Returns the texts of a list.
fn list(value: &Value) -> Vec<String> {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Decodes standard base64.
fn base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut length) = (0u32, 0);
    for byte in text.bytes().filter(|&byte| byte != b'=') {
        let digit = ALPHABET.iter().position(|&letter| letter == byte).unwrap();
        bits = bits << 6 | digit as u32;
        length += 6;
        if length >= 8 {
            length -= 8;
            bytes.push((bits >> length) as u8);
        }
    }
    bytes
}

#[test]
fn base64_reads_back_known_bytes() {
    assert_eq!(base64("TWFu"), b"Man");
    assert_eq!(base64("TWE="), b"Ma");
    assert_eq!(base64("/+8="), [0xff, 0xef]);
}

#[test]
fn reversi_cases() {
    run("reversi.jsonl", &reversi::PLAN);
}

#[test]
fn shogi_cases() {
    run("shogi.jsonl", &shogi::PLAN);
}
