//! Checks that each package's folder has all files that a published package needs: the licences, a
//! README, and every file that the sources include. `cargo package` checks the same, but builds for
//! minutes.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folders in `crates/`.
fn packages() -> Vec<PathBuf> {
    let folder = fs::read_dir(support::root().join("crates")).unwrap();
    let packages: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    assert!(packages.len() >= 4, "{packages:?}");
    packages
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the Rust files in a folder and its subfolders.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// Returns the paths in the `include` macros of a source file, as they are written.
fn included(source: &str) -> Vec<&str> {
    let mut paths = Vec::new();
    for word in ["include_str!(\"", "include_bytes!(\""] {
        for (start, _) in source.match_indices(word) {
            paths.extend(source[start + word.len()..].split('"').next());
        }
    }
    paths
}

#[test]
fn each_package_carries_its_licences() {
    for package in packages() {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let (ours, root) = (package.join(licence), support::root().join(licence));
            assert!(read(&ours) == read(&root), "{} differs from the root's", ours.display());
        }
    }
}

#[test]
fn each_manifest_says_what_the_package_is() {
    for package in packages() {
        let manifest = read(&package.join("Cargo.toml"));
        for line in ["description = \"", "license.workspace = true", "readme = \"README.md\""] {
            assert!(manifest.contains(line), "{}: no {line}", package.display());
        }
        let title = package.file_name().unwrap().to_str().unwrap();
        assert!(read(&package.join("README.md")).starts_with(&format!("# {title}\n")), "{title}");
    }
}

#[test]
fn each_manifest_is_found_by_its_words() {
    for package in packages() {
        let manifest = read(&package.join("Cargo.toml"));
        let name = package.file_name().unwrap().to_str().unwrap();
        let line = manifest.lines().find_map(|line| line.strip_prefix("keywords = "));
        let keywords: Vec<String> =
            serde_json::from_str(line.unwrap_or_else(|| panic!("{name} has no keywords"))).unwrap();
        // The registry accepts at most five keywords.
        assert!((1..=5).contains(&keywords.len()), "{name}: {keywords:?}");
        // The keywords of a game's package must not name another game.
        for (game, words) in
            [("reversi", &["reversi", "othello"][..]), ("shogi", &["shogi", "usi"])]
        {
            let is_of_one_game = name.ends_with("-core");
            let has_word = keywords.iter().any(|keyword| words.contains(&keyword.as_str()));
            assert!(!is_of_one_game || has_word == name.starts_with(game), "{name}: {keywords:?}");
        }
    }
}

/// Checks the settings for docs.rs: the pages must show the items of all features, and the feature
/// that each item needs.
#[test]
fn documentation_is_built_with_all_features() {
    for package in packages().iter().filter(|package| package.join("src/lib.rs").exists()) {
        let (manifest, root) =
            (read(&package.join("Cargo.toml")), read(&package.join("src/lib.rs")));
        let table = "[package.metadata.docs.rs]\nall-features = true\n";
        assert!(manifest.contains(table), "{}: add\n{table}", package.display());
        let line = "#![cfg_attr(docsrs, feature(doc_cfg))]\n";
        assert!(root.contains(line), "{}: add\n{line}", package.display());
    }
}

#[test]
fn included_files_are_in_the_package() {
    let mut files = 0;
    for package in packages() {
        for source in sources(&package.join("src")) {
            for path in included(&read(&source)) {
                let file = source.parent().unwrap().join(path).canonicalize();
                let file = file.unwrap_or_else(|e| panic!("{}: {path}: {e}", source.display()));
                let inside = file.starts_with(package.canonicalize().unwrap());
                assert!(inside, "{} includes {path} from outside its package", source.display());
                files += 1;
            }
        }
    }
    // The READMEs of the libraries, the book, the openings and the weights are included.
    assert!(files >= 6, "{files} files found");
}

#[test]
fn includes_are_found() {
    let text =
        "const A: &str = include_str!(\"a/b.txt\"); static B: &[u8] = include_bytes!(\"../c\");";
    assert_eq!(included(text), ["a/b.txt", "../c"]);
}
