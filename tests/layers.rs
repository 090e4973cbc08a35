//! The structure holds: no arrow runs between games, and none runs upward.
//!
//! The order of the modules is written down here and nowhere else. A module may use the layers
//! above it in its table (the ones listed before), and its own layer as long as nothing goes in a
//! circle. `lib.rs` only re-exports, and is free; so are tests and doc comments.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use support::source::{Token, tokens};

/// The modules of a crate, the lowest layer first. A module means its whole tree: `flip` is also
/// `flip/portable.rs`.
type Layers = &'static [&'static [&'static str]];

const GAMEKIT: Layers = &[&["ints", "bits"], &["symmetry"]];

const REVERSI: Layers = &[
    &["checksum", "color", "square"],
    &["bitboard", "moves", "table"],
    &["flip", "mobility"],
    &["kernel"],
    &["board"],
    &["position", "key", "perft"],
    &["opening", "pattern"],
    &["book", "eval"],
    &["solve"],
    &["search", "train"],
    &["format"],
];

const SHOGI: Layers = &[
    &["color", "piece", "square", "hand"],
    &["bitboard", "lanes", "mv"],
    &["attacks", "zobrist", "setup"],
    &["position"],
    &["movegen", "see"],
    &["repetition", "declaration", "perft", "mate"],
    &["game", "outcome"],
    &["format"],
];

const TASKS: Layers = &[&["topic", "summary", "game"], &["reversi", "shogi", "table"], &["task"]];

/// Each package of the workspace, what it may depend on inside the workspace, and its layers. The
/// program has one file per subcommand and no layers.
const PACKAGES: &[(&str, &[&str], Option<Layers>)] = &[
    ("crates/gamekit", &[], Some(GAMEKIT)),
    ("crates/reversi-core", &["gamekit"], Some(REVERSI)),
    ("crates/shogi-core", &["gamekit"], Some(SHOGI)),
    ("crates/gamekit-tasks", &["reversi-core", "shogi-core"], Some(TASKS)),
    ("crates/gamekit-cli", &["gamekit", "reversi-core", "shogi-core", "gamekit-tasks"], None),
    ("benches", &["gamekit", "reversi-core", "shogi-core", "gamekit-tasks"], None),
];

#[test]
fn every_package_is_listed() {
    let mut found: Vec<String> = fs::read_dir(support::root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("Cargo.toml").exists())
        .map(|path| format!("crates/{}", path.file_name().unwrap().to_str().unwrap()))
        .collect();
    found.push("benches".into());
    for path in found {
        assert!(
            PACKAGES.iter().any(|(listed, ..)| *listed == path),
            "{path} is new here: add it to PACKAGES in tests/layers.rs with what it may depend on \
             (a game: gamekit only) and its modules in layers"
        );
    }
}

#[test]
fn manifests_depend_downward_only() {
    for (path, allowed, _) in PACKAGES {
        let manifest = fs::read_to_string(support::root().join(path).join("Cargo.toml")).unwrap();
        let faults = forbidden_dependencies(&manifest, allowed);
        assert!(faults.is_empty(), "{path}/Cargo.toml may not depend on {faults:?}");
    }
}

#[test]
fn modules_use_lower_layers_only() {
    for (path, allowed, layers) in PACKAGES {
        let Some(layers) = layers else { continue };
        let directory = support::root().join(path).join("src");
        let read = |file: &str| fs::read_to_string(directory.join(file)).ok();
        let faults = faults(&read, layers, &foreign_names(allowed));
        assert!(faults.is_empty(), "{path}/src:\n{}", faults.join("\n"));
    }
}

#[test]
fn the_documented_layers_are_these() {
    let page = fs::read_to_string(support::root().join("docs/architecture.md")).unwrap();
    for (path, _, layers) in PACKAGES {
        let Some(layers) = layers else { continue };
        let name = path.rsplit('/').next().unwrap();
        let layers: Vec<String> = layers.iter().map(|layer| layer.join(", ")).collect();
        let row = format!("| `{name}` | {} |", layers.join(" · "));
        assert!(page.contains(&row), "docs/architecture.md should have the line\n{row}");
    }
}

/// The packages of the workspace, as manifests name them.
fn package_names() -> impl Iterator<Item = &'static str> {
    PACKAGES.iter().map(|(path, ..)| path.rsplit('/').next().unwrap())
}

/// The crate names that may not occur in the sources of a package.
fn foreign_names(allowed: &[&str]) -> BTreeSet<String> {
    package_names()
        // The library `gamekit` and the program share the name, and nothing lies below it.
        .filter(|name| !allowed.contains(name) && *name != "gamekit")
        .map(|name| name.replace('-', "_"))
        .collect()
}

/// The workspace packages that a manifest depends on in any of its dependency tables without being
/// allowed to.
fn forbidden_dependencies(manifest: &str, allowed: &[&str]) -> Vec<String> {
    let own_name = manifest
        .lines()
        .find_map(|line| line.strip_prefix("name = "))
        .map(|name| name.trim_matches('"').to_owned());
    let mut forbidden = Vec::new();
    let mut check = |name: &str| {
        let name = name.trim().trim_matches('"');
        let known = package_names().any(|package| package == name);
        if known && !allowed.contains(&name) && own_name.as_deref() != Some(name) {
            forbidden.push(name.to_owned());
        }
    };
    let mut in_dependencies = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            // `[dependencies]`, `[target.'..'.dev-dependencies]`, `[dependencies.name]`
            in_dependencies = table.ends_with("dependencies");
            if let Some((before, name)) = table.rsplit_once('.')
                && before.ends_with("dependencies")
            {
                check(name);
            }
        } else if in_dependencies
            && !line.starts_with('#')
            && let Some((name, value)) = line.split_once(['=', '.'])
        {
            check(name);
            if let Some((_, renamed)) = value.split_once("package") {
                check(renamed.split('"').nth(1).unwrap_or(""));
            }
        }
    }
    forbidden
}

/// What is wrong with the sources of a crate, a line for each fault. `read` gives a file of its
/// `src` by name.
fn faults(
    read: &dyn Fn(&str) -> Option<String>,
    layers: &[&[&str]],
    foreign: &BTreeSet<String>,
) -> Vec<String> {
    let mut faults = Vec::new();
    let layer_of = |module: &str| layers.iter().position(|layer| layer.contains(&module));
    let root = tokens(&read("lib.rs").expect("a library has a lib.rs"));
    let names = names_of_root(&root);

    let modules = child_modules(&root);
    for (module, line) in &modules {
        if layer_of(module).is_none() {
            faults.push(format!(
                "lib.rs:{line}: module `{module}` has no place yet: add it to the layers in \
                 tests/layers.rs, below everything it is used by and above everything it uses"
            ));
        }
    }

    // Which modules a module uses, and where it does.
    let mut uses: BTreeMap<&str, BTreeMap<String, String>> = BTreeMap::new();
    for (module, _) in &modules {
        let mut files = vec![vec![module.clone()]];
        while let Some(path) = files.pop() {
            let base = path.join("/");
            let (name, text) = [format!("{base}.rs"), format!("{base}/mod.rs")]
                .into_iter()
                .find_map(|name| read(&name).map(|text| (name, text)))
                .unwrap_or_else(|| panic!("no file for module {}", path.join("::")));
            let tokens = tokens(&text);
            for (child, _) in child_modules(&tokens) {
                files.push([path.as_slice(), &[child]].concat());
            }
            for token in &tokens {
                if foreign.contains(&token.text) {
                    let line = token.line;
                    faults.push(format!("{name}:{line}: `{}` is not below this crate", token.text));
                }
            }
            for (used, line) in used_from_root(&tokens, path.len()) {
                let place = format!("{name}:{line}");
                let target = if layer_of(&used).is_some() { Some(&used) } else { names.get(&used) };
                match target {
                    Some(target) if target != module => {
                        uses.entry(module).or_default().entry(target.clone()).or_insert(place);
                    }
                    Some(_) => {}
                    None => faults.push(format!(
                        "{place}: `crate::{used}` is neither a module nor re-exported by name in \
                         lib.rs; name it by its module, so that its layer can be seen"
                    )),
                }
            }
        }
    }

    for (module, targets) in &uses {
        for (target, place) in targets {
            if let (Some(from), Some(to)) = (layer_of(module), layer_of(target))
                && to > from
            {
                faults.push(format!(
                    "{place}: `{module}` uses `{target}`, which stands above it (layer {to} \
                         over layer {from} in tests/layers.rs): move the code down or the use up"
                ));
            }
        }
    }
    faults.extend(circles(&uses));
    faults
}

/// Modules that use each other, directly or over others.
fn circles(uses: &BTreeMap<&str, BTreeMap<String, String>>) -> Vec<String> {
    let reaches = |from: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(module) = open.pop() {
            for target in uses.get(module.as_str()).into_iter().flat_map(|targets| targets.keys()) {
                if seen.insert(target.clone()) {
                    open.push(target.clone());
                }
            }
        }
        seen
    };
    let mut faults = Vec::new();
    for (module, targets) in uses {
        for (target, place) in targets {
            if reaches(target).contains(*module) {
                faults.push(format!("{place}: `{module}` and `{target}` use each other"));
            }
        }
    }
    faults
}

/// The modules that a file declares in files of their own, with the lines.
fn child_modules(tokens: &[Token]) -> Vec<(String, usize)> {
    tokens
        .windows(3)
        .filter(|window| window[0].text == "mod" && window[2].text == ";")
        .map(|window| (window[1].text.clone(), window[1].line))
        .collect()
}

/// The names that `lib.rs` brings to the root, and the module each comes from.
fn names_of_root(root: &[Token]) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let mut i = 0;
    while i < root.len() {
        if root[i].text == "use" {
            for (path, alias) in use_tree(root, &mut i) {
                let skip = usize::from(matches!(path[0].as_str(), "crate" | "self"));
                if let Some(module) = path.get(skip) {
                    names.insert(alias, module.clone());
                }
            }
        }
        i += 1;
    }
    names
}

/// The paths of the use declaration at `i`, each with the name it brings in; `i` ends on its
/// semicolon.
fn use_tree(tokens: &[Token], i: &mut usize) -> Vec<(Vec<String>, String)> {
    let (mut found, mut path, mut open) = (Vec::new(), Vec::<String>::new(), Vec::new());
    let mut alias = None;
    *i += 1;
    let mut finish = |path: &mut Vec<String>, alias: &mut Option<String>, keep: usize| {
        if path.len() > keep {
            let name = alias.take().unwrap_or_else(|| path[path.len() - 1].clone());
            found.push((path.clone(), name));
        }
        path.truncate(keep);
    };
    while *i < tokens.len() && tokens[*i].text != ";" {
        let keep = open.last().copied().unwrap_or(0);
        match tokens[*i].text.as_str() {
            "::" => {}
            "{" => open.push(path.len()),
            "}" => {
                finish(&mut path, &mut alias, keep);
                open.pop();
                path.truncate(open.last().copied().unwrap_or(0));
            }
            "," => finish(&mut path, &mut alias, keep),
            "as" => {
                *i += 1;
                alias = Some(tokens[*i].text.clone());
            }
            word => path.push(word.to_owned()),
        }
        *i += 1;
    }
    finish(&mut path, &mut alias, 0);
    found
}

/// The names that a file uses from its crate's root, with the lines: the `x` of `crate::x`, of
/// `crate::{x, ..}`, and of enough `super::` to get there. The file is `depth` modules deep.
fn used_from_root(tokens: &[Token], depth: usize) -> Vec<(String, usize)> {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let (mut used, mut braces, mut inline, mut i) = (Vec::new(), 0_usize, Vec::new(), 0);
    while i < tokens.len() {
        match text(i) {
            "{" => {
                braces += 1;
                if i >= 2 && text(i - 2) == "mod" {
                    inline.push(braces);
                }
            }
            "}" => {
                if inline.last() == Some(&braces) {
                    inline.pop();
                }
                braces = braces.saturating_sub(1);
            }
            // `pub(crate)` and `pub(super)` are no paths; `a::super` does not exist.
            "crate" | "super" if text(i + 1) == "::" => {
                let mut up = if text(i) == "crate" { depth + inline.len() } else { 1 };
                i += 2;
                while text(i) == "super" && text(i + 1) == "::" {
                    up += 1;
                    i += 2;
                }
                if up >= depth + inline.len() {
                    first_names(tokens, &mut i, &mut used);
                    continue; // the names after the first are walked as any other tokens
                }
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    used
}

/// The first word of each branch of the path or group at `i`. Ends after the single word, or at
/// the group's closing brace.
fn first_names(tokens: &[Token], i: &mut usize, used: &mut Vec<(String, usize)>) {
    let Some(first) = tokens.get(*i) else { return };
    if first.text != "{" {
        used.push((first.text.clone(), first.line));
        *i += 1;
        return;
    }
    let (mut depth, mut expects_name) = (0, true);
    while let Some(token) = tokens.get(*i) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," => expects_name = expects_name || depth == 1,
            word if depth == 1 && expects_name => {
                used.push((word.to_owned(), token.line));
                expects_name = false;
            }
            _ => {}
        }
        *i += 1;
        if depth == 0 {
            return;
        }
    }
}

/// The test itself can fail: small sources with one fault each.
mod self_tests {
    use super::*;

    const LAYERS: &[&[&str]] = &[&["square", "color"], &["board"], &["format"]];
    const LIB: &str = "mod square; mod color; pub mod board; pub mod format;
        pub use board::{Board, PlayError as IllegalPlay}; pub use square::Square;";

    /// The faults of a crate with these files besides the given `lib.rs`; the others are empty.
    fn faults_of(lib: &str, files: &[(&str, &str)]) -> Vec<String> {
        let read = |name: &str| match files.iter().find(|(file, _)| *file == name) {
            Some((_, text)) => Some((*text).to_owned()),
            None if name == "lib.rs" => Some(lib.to_owned()),
            None => LAYERS.concat().contains(&name.trim_end_matches(".rs")).then(String::new),
        };
        faults(&read, LAYERS, &foreign_names(&["gamekit"]))
    }

    #[track_caller]
    fn assert_fault(files: &[(&str, &str)], expected: &str) {
        let faults = faults_of(LIB, files);
        assert!(
            faults.iter().any(|fault| fault.contains(expected)),
            "expected a fault with {expected:?}, got {faults:?}"
        );
    }

    #[track_caller]
    fn assert_clean(files: &[(&str, &str)]) {
        assert_eq!(faults_of(LIB, files), [""; 0]);
    }

    #[test]
    fn downward_arrows_are_free() {
        assert_clean(&[
            (
                "board.rs",
                "use crate::{Square, color::{Color, self}}; fn f() -> crate::square::X {}",
            ),
            ("format.rs", "mod sfen; use crate::Board; use super::board::Y;"),
            ("format/sfen.rs", "use super::Z; use super::super::{board::Board, IllegalPlay};"),
            ("color.rs", "pub(crate) fn g() {} pub(super) fn h() {}"),
        ]);
    }

    #[test]
    fn upward_arrows_are_found() {
        let expected = "board.rs:2: `board` uses `format`";
        assert_fault(&[("board.rs", "\nuse crate::format::sfen;")], expected);
        assert_fault(&[("board.rs", "\nuse crate::{Square, format};")], expected);
        assert_fault(
            &[("board.rs", "\nuse crate::{Square, color::{Color}, format::x};")],
            expected,
        );
        assert_fault(&[("board.rs", "\nfn f() { crate::format::write() }")], expected);
        assert_fault(&[("board.rs", "\nuse super::format;")], expected);
        assert_fault(&[("board.rs", "mod a {\n use super::super::format; }")], expected);
        assert_fault(&[("board.rs", "mod a {}\nuse super::format::x;")], expected);
        assert_fault(&[("board.rs", "mod a { mod b {}\n use crate::format; }")], expected);
        assert_fault(
            &[("board.rs", "/* / */ const C: [char; 2] = ['\"', '\\''];\nuse crate::format;")],
            expected,
        );
        assert_fault(&[("board.rs", "#[cfg(not(test))]\nuse crate::format;")], expected);
        assert_fault(&[("board.rs", "#[cfg(any(test, doc))]\nuse crate::format;")], expected);
        assert_fault(
            &[("board.rs", "#[cfg(test)] use crate::format;\nuse crate::format;")],
            expected,
        );
        assert_fault(&[("board.rs", "#[cfg(test)] mod t { }\nuse crate::format;")], expected);
        assert_fault(
            &[("board.rs", "macro_rules! m { () => {\n $crate::format::x() } }")],
            expected,
        );
    }

    #[test]
    fn re_exports_are_followed() {
        assert_fault(&[("square.rs", "use crate::Board;")], "`square` uses `board`");
        assert_fault(&[("square.rs", "use crate::IllegalPlay as Q;")], "`square` uses `board`");
        assert_fault(&[("square.rs", "use crate::PlayError;")], "`crate::PlayError` is neither");
        assert_fault(&[("square.rs", "use crate::*;")], "`crate::*` is neither");
    }

    #[test]
    fn files_below_a_module_count_for_it() {
        let format = "mod sfen;";
        assert_clean(&[("format.rs", format), ("format/sfen.rs", "use crate::board;")]);
        let board = ("board.rs", "mod fast;");
        assert_fault(&[board, ("board/fast.rs", "use crate::format;")], "board/fast.rs:1");
        assert_fault(&[board, ("board/fast/mod.rs", "use crate::format;")], "board/fast/mod.rs:1");
        assert_fault(&[board, ("board/fast.rs", "use super::super::format;")], "board/fast.rs:1");
    }

    #[test]
    fn circles_in_a_layer_are_found() {
        assert_clean(&[("square.rs", "use crate::color;")]);
        assert_fault(
            &[("square.rs", "use crate::color;"), ("color.rs", "use crate::square;")],
            "use each other",
        );
    }

    #[test]
    fn tests_comments_and_strings_are_free() {
        assert_clean(&[
            (
                "board.rs",
                "/// [x](crate::format)\n// crate::format\n/* /* crate::format */ */ fn f() {}",
            ),
            ("square.rs", "#[cfg(test)] mod tests { use crate::format; }"),
            ("color.rs", "#[cfg(all(test, feature = \"std\"))] #[rustfmt::skip] mod oracle;"),
        ]);
        assert_clean(&[
            ("board.rs", "#[cfg(test)] use crate::{format, color}; fn f() {}"),
            (
                "square.rs",
                "const S: &str = \"crate::format\"; const R: &str = r#\" \" crate::format\"#;",
            ),
            ("color.rs", "struct S { #[cfg(test)] x: crate::format::X, y: u8 }"),
        ]);
        assert_clean(&[("board.rs", "fn a() {}\n#![cfg(test)] use crate::format;")]);
    }

    #[test]
    fn new_modules_need_a_place() {
        let lib = format!("{LIB} mod clock;");
        let faults = faults_of(&lib, &[("clock.rs", "")]);
        assert!(faults.len() == 1 && faults[0].contains("`clock` has no place yet"), "{faults:?}");
    }

    #[test]
    fn games_name_no_other_game() {
        let foreign = "use shogi_core::Square;";
        assert_fault(&[("board.rs", foreign)], "`shogi_core` is not below this crate");
        assert_fault(&[("board.rs", "use gamekit_cli::x;")], "`gamekit_cli` is not below");
        assert_clean(&[("board.rs", "use gamekit::Symmetry; // unlike shogi_core")]);
    }

    #[test]
    fn manifests_that_reach_too_far_are_found() {
        let game = |tables: &str| {
            forbidden_dependencies(
                &format!("[package]\nname = \"reversi-core\"\n{tables}"),
                &["gamekit"],
            )
        };
        assert_eq!(game("[dependencies]\ngamekit.workspace = true\nrayon = \"1\""), [""; 0]);
        assert_eq!(game("[features]\nshogi-core = []"), [""; 0]);
        for tables in [
            "[dependencies]\nshogi-core.workspace = true",
            "[dev-dependencies]\nshogi-core = { path = \"../shogi-core\" }",
            "[dependencies.shogi-core]\nworkspace = true",
            "[target.'cfg(unix)'.build-dependencies]\nshogi-core = \"1\"",
            "[dependencies]\nother = { package = \"shogi-core\", version = \"1\" }",
        ] {
            assert_eq!(game(tables), ["shogi-core"], "{tables}");
        }
    }
}
