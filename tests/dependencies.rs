//! Checks the dependencies. They have a licence of the list in `deny.toml`, come from the public
//! registry, and do not need a newer compiler than the MSRV. Users never link two versions of a
//! library.
//!
//! `cargo deny check licenses bans sources` checks the same rules, but its installation takes a
//! quarter of an hour. This test takes a second and needs only cargo.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The dependency graph from `cargo metadata`. Packages are identified by their id.
struct Graph {
    packages: BTreeMap<String, Value>,
    /// The dependencies of each package, without those for tests.
    needs: BTreeMap<String, Vec<String>>,
}

fn graph() -> Graph {
    let metadata = support::metadata(&[
        // Leaves out the packages that only the benchmarks need for comparison.
        "--features=reversi-core/rayon,reversi-core/weights,shogi-core/rayon",
        "--features=shogi-core/encoding,shogi-core/jkf,shogi-core/serde",
        "--locked",
        "--filter-platform",
        &host(),
    ]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let packages = packages.map(|package| (text(&package["id"]), package.clone())).collect();
    let mut needs = BTreeMap::new();
    for node in metadata["resolve"]["nodes"].as_array().unwrap() {
        let needed = node["deps"].as_array().unwrap().iter().filter(|needed| {
            needed["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"] != "dev")
        });
        let ids = needed.map(|needed| text(&needed["pkg"])).collect();
        needs.insert(text(&node["id"]), ids);
    }
    Graph { packages, needs }
}

/// Returns the target triple of the machine that the tests run on.
fn host() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().expect("rustc runs");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host").to_owned()
}

/// Returns the licences that `deny.toml` allows.
fn allowed() -> BTreeSet<String> {
    let rules = fs::read_to_string(support::root().join("deny.toml")).unwrap();
    let line = rules.lines().find_map(|line| line.strip_prefix("allow = [")).expect("a list");
    line.trim_end_matches(']').split(',').map(|name| name.trim().trim_matches('"').into()).collect()
}

/// Returns whether the allowed licences satisfy a licence expression. `/` is an old form of OR.
fn is_met(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    any(&words, &mut at, allowed) && at == words.len()
}

fn any(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut met = all(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all(words, at, allowed);
    }
    met
}

fn all(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut met = true;
    loop {
        if words.get(*at) == Some(&"(") {
            *at += 1;
            met &= any(words, at, allowed);
            met &= words.get(*at) == Some(&")");
        } else {
            met &= words.get(*at).is_some_and(|name| allowed.contains(*name));
            if words.get(*at + 1) == Some(&"WITH") {
                *at += 2; // skips `WITH` and an exception, which only adds permissions
            }
        }
        *at += 1;
        if words.get(*at) != Some(&"AND") {
            return met;
        }
        *at += 1;
    }
}

#[test]
fn licences_are_of_the_list_and_sources_are_known() {
    let (graph, allowed) = (graph(), allowed());
    for package in graph.packages.values() {
        let (name, version) = (&package["name"], &package["version"]);
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_met(licence, &allowed), "{name} {version}: licence {licence}");
        let source = package["source"].as_str();
        let is_ours =
            package["manifest_path"].as_str().unwrap().starts_with(env!("CARGO_MANIFEST_DIR"));
        assert!(
            source.map_or(is_ours, |source| source.starts_with("registry+")),
            "{name} {version} is from {source:?}: neither ours nor of the registry"
        );
    }
    assert!(graph.packages.len() > 50, "{} packages: were they read?", graph.packages.len());
}

/// Two major versions of a library in one program double the code, and their types are
/// incompatible. Packages that only run during compilation (macros, build scripts) are not linked.
#[test]
fn users_link_no_library_twice() {
    let graph = graph();
    let name = |id: &String| graph.packages[id]["name"].as_str().unwrap();
    let kind = |id: &String| graph.packages[id]["targets"][0]["kind"][0].clone();
    let folder = support::root().join("crates");
    let manifest = |id: &String| Path::new(graph.packages[id]["manifest_path"].as_str().unwrap());
    // The packages in `crates/`, with every feature, are what users link.
    let users: Vec<&String> =
        graph.packages.keys().filter(|id| manifest(id).starts_with(&folder)).collect();
    assert!(users.len() >= 5, "{users:?}");
    for id in users {
        let (user, mut open) = (name(id), vec![id]);
        let mut seen = BTreeSet::new();
        let mut majors: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        while let Some(id) = open.pop() {
            if kind(id) == "proc-macro" || !seen.insert(id) {
                continue;
            }
            let version = graph.packages[id]["version"].as_str().unwrap();
            let mut parts = version.split('.');
            let (first, second) = (parts.next().unwrap(), parts.next().unwrap());
            let major = if first == "0" { format!("0.{second}") } else { first.to_owned() };
            majors.entry(name(id)).or_default().insert(major);
            open.extend(&graph.needs[id]);
        }
        for (library, majors) in majors {
            assert_eq!(majors.len(), 1, "{user} links {library} {majors:?}");
        }
    }
}

#[test]
fn nothing_needs_a_newer_compiler_than_we_say() {
    let number = |text: &str| -> Vec<u32> {
        let mut parts: Vec<u32> = text.split('.').map(|part| part.parse().unwrap()).collect();
        parts.resize(3, 0);
        parts
    };
    let graph = graph();
    let ours = graph.packages.values().find(|package| package["name"] == "gamekit").unwrap();
    let ours = ours["rust_version"].as_str().expect("a rust-version");
    for package in graph.packages.values() {
        if let Some(needed) = package["rust_version"].as_str() {
            let (name, version) = (&package["name"], &package["version"]);
            assert!(
                number(needed) <= number(ours),
                "{name} {version} needs Rust {needed}, we say {ours}"
            );
        }
    }
}

/// The lint `unused_crate_dependencies` checks one target at a time, so it reports a dependency
/// that only the tests or only one program uses. This test checks the sources of a whole package.
#[test]
fn every_dependency_is_used() {
    let mut unused = Vec::new();
    let mut inherited = BTreeSet::new();
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let metadata = support::metadata(&["--no-deps", "--offline", "--manifest-path", manifest]);
        for package in metadata["packages"].as_array().unwrap() {
            let dependencies = package["dependencies"].as_array().unwrap();
            for dependency in dependencies {
                let name = dependency["rename"].as_str().or(dependency["name"].as_str()).unwrap();
                inherited.insert(name.to_owned());
                let is_for_tests = dependency["kind"] == "dev";
                let name = name.replace('-', "_");
                if !sources(package, is_for_tests).iter().any(|source| has_word(source, &name)) {
                    unused.push(format!("{} never uses {name}", package["name"]));
                }
            }
        }
    }
    let root = fs::read_to_string(support::root().join("Cargo.toml")).unwrap();
    let table = root.split("[workspace.dependencies]").nth(1).expect("a table of dependencies");
    for line in table.lines().skip(1).take_while(|line| !line.starts_with('[')) {
        if let Some((name, _)) = line.split_once(" = ")
            && !inherited.contains(name)
        {
            unused.push(format!("no package inherits {name}"));
        }
    }
    assert!(unused.is_empty(), "{unused:#?}");
}

/// Returns the Rust sources of a package without comments. If `is_for_tests` is not set, returns
/// only the sources in the folders of its libraries and programs. Documentation examples count as
/// tests.
fn sources(package: &Value, is_for_tests: bool) -> Vec<String> {
    let text = |value: &Value| PathBuf::from(value.as_str().unwrap());
    let targets = package["targets"].as_array().unwrap().iter();
    let is_code =
        |target: &&Value| ["lib", "bin", "cdylib"].iter().any(|k| target["kind"][0] == *k);
    let targets = targets.filter(is_code);
    let roots = if is_for_tests {
        vec![text(&package["manifest_path"])]
    } else {
        targets.map(|target| text(&target["src_path"])).collect()
    };
    let folders: BTreeSet<&Path> = roots.iter().filter_map(|root| root.parent()).collect();
    let mut open: Vec<PathBuf> = folders.into_iter().map(Path::to_owned).collect();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                let is_package = path.join("Cargo.toml").exists();
                if !is_package && !path.ends_with("target") && !path.ends_with("crates") {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let is_code = |line: &&str| is_for_tests || !line.trim_start().starts_with("//");
                found.push(text.lines().filter(is_code).collect::<Vec<_>>().join("\n"));
            }
        }
    }
    found
}

/// Returns whether a source text has a word that is followed by `::`, or that a `use` or an
/// attribute names.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(is_part)
            && (after.starts_with("::")
                || before.ends_with("use ") && !after.starts_with(is_part)
                || before.ends_with("extern crate "))
    })
}

#[test]
fn words_are_found() {
    for good in
        ["use rayon;", "pub use rayon::{A};", "rayon::join()", "extern crate rayon;", "(rayon::A)"]
    {
        assert!(has_word(good, "rayon"), "{good}");
    }
    for bad in
        ["rayon", "dep: rayon", "my_rayon::join()", "use rayon_core::A;", "feature = \"rayon\""]
    {
        assert!(!has_word(bad, "rayon"), "{bad}");
    }
}

#[test]
fn licence_expressions_are_read() {
    let allowed: BTreeSet<String> = ["MIT", "Zlib"].map(str::to_owned).into();
    for good in ["MIT", "GPL-3.0 OR MIT", "Apache-2.0/MIT", "(MIT OR X) AND Zlib", "MIT WITH more"]
    {
        assert!(is_met(good, &allowed), "{good}");
    }
    for bad in ["", "none", "GPL-3.0", "MIT AND X", "(MIT OR Zlib) AND X", "(MIT", "MIT MIT"] {
        assert!(!is_met(bad, &allowed), "{bad}");
    }
}
