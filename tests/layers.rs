//! No package, module or file may use a package, module or file of a higher layer.
//!
//! The table in `docs/architecture.md` gives each folder its layers, and this test compares the
//! table with the sources. The rules:
//!
//! - A module may use the modules of lower layers and of its own layer. It may not be in a cycle.
//! - A package may use only packages of lower layers, so that no game uses another game.
//! - The file with a folder's name (`book.rs` for `book/`, `lib.rs` for a crate) is above the files
//!   in the folder. This file may use and re-export the files in the folder. The files in the
//!   folder may not use what this file defines.
//! - A use through a re-export counts as a use of the file that defines the item.
//! - Glob imports of files are not allowed, because they hide which items a file uses.
//!
//! `BLESS=1 cargo test --test api` writes the table. This adds each new module above all modules
//! that it uses, and removes modules that no longer exist. It never moves a module to another
//! layer; to move a module, edit the row.

mod support;

#[path = "layers/sources.rs"]
mod sources;
#[path = "layers/table.rs"]
mod table;

#[test]
fn arrows_lead_downward() {
    let faults = table::check();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Checks that each rule can fail, with small crates that break one rule each.
mod self_tests {
    use super::sources::Sources;
    use super::table::{Layers, Uses, WORKSPACE, faults_of, folders_of, parse, placed};
    use std::collections::BTreeMap;

    const LIB: &str = "mod square; mod color; pub mod board; pub mod format;
        pub use board::{Board, PlayError as IllegalPlay}; pub use square::Square;";
    const ROW: &str = "| `game` | color, square · board · format |\n";

    /// Returns the violations of the rules in a crate. Files that are not given are empty.
    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        let read = |name: &str| match files.iter().find(|(file, _)| *file == name) {
            Some((_, text)) => Some((*text).to_owned()),
            None if name == "lib.rs" => Some(LIB.to_owned()),
            None => {
                let is_of_lib = ["square.rs", "color.rs", "board.rs", "format.rs"].contains(&name);
                is_of_lib.then(String::new)
            }
        };
        let (folders, mut faults) = folders_of("game", &Sources::read("lib.rs", &read));
        let rows = parse(ROW);
        for (name, uses) in &folders {
            let row = rows.get(name).cloned().unwrap_or_else(|| placed(uses, None));
            faults.extend(faults_of(name, uses, &row));
        }
        faults
    }

    #[track_caller]
    fn assert_fault(files: &[(&str, &str)], expected: &str) {
        let faults = faults(files);
        let is_found = faults.iter().any(|fault| fault.contains(expected));
        assert!(is_found, "expected a fault with {expected:?}, got {faults:?}");
    }

    #[track_caller]
    fn assert_clean(files: &[(&str, &str)]) {
        assert_eq!(faults(files), [""; 0]);
    }

    #[test]
    fn downward_arrows_are_allowed() {
        assert_clean(&[
            (
                "board.rs",
                "use crate::{Square, color::{Color, self}}; fn f() -> crate::square::X {}",
            ),
            ("format.rs", "mod sfen; use crate::Board; use super::board::Y;"),
            ("format/sfen.rs", "use super::super::{board::Board, IllegalPlay}; use std::fmt;"),
            ("color.rs", "pub(crate) fn g() {} pub(super) fn h() {}"),
            (
                "square.rs",
                "mod row { use super::Column; } use row::Row; use rayon; use crate::color;",
            ),
        ]);
    }

    #[test]
    fn upward_arrows_are_found() {
        for source in [
            "\nuse crate::format::sfen;",
            "\nuse crate::{Square, format};",
            "\nuse crate::{Square, color::{Color}, format::x};",
            "\nfn f() { crate::format::write() }",
            "\nuse super::format;",
            "mod a {\n use super::super::format; }",
            "mod a {}\nuse super::format::x;",
            "mod a { mod b {}\n use crate::format; }",
            "/* / */ const C: [char; 2] = ['\"', '\\''];\nuse crate::format;",
            "#[cfg(not(test))]\nuse crate::format;",
            "#[cfg(any(test, doc))]\nuse crate::format;",
            "#[cfg(test)] use crate::format;\nuse crate::format;",
            "#[cfg(test)] mod t { }\nuse crate::format;",
            "macro_rules! m { () => {\n $crate::format::x() } }",
            "fn f() { assert!(\ncrate::format::x()) }",
            "#[arg(value_parser =\ncrate::format::x)] fn f() {}",
        ] {
            assert_fault(&[("board.rs", source)], "board.rs:2: `board` uses `format`");
        }
    }

    #[test]
    fn re_exports_are_followed() {
        assert_fault(&[("square.rs", "use crate::Board;")], "`square` uses `board`");
        assert_fault(&[("square.rs", "use crate::IllegalPlay as Q;")], "`square` uses `board`");
        assert_fault(
            &[
                ("board.rs", "mod fast; pub use fast::F;"),
                ("board/fast.rs", ""),
                ("square.rs", "use crate::board::F;"),
            ],
            "`square` uses `board`",
        );
    }

    #[test]
    fn own_files_are_above_their_folders() {
        assert_fault(&[("square.rs", "use crate::PlayError;")], "uses the root's own file");
        let files = |child: &'static str| {
            [
                ("board.rs", "mod fast; mod slow; pub struct Board;"),
                ("board/fast.rs", child),
                ("board/slow.rs", ""),
            ]
        };
        assert_clean(&files("use super::slow::S;"));
        assert_clean(&files("mod a { pub(in super::super) fn f() {} }"));
        assert_fault(&files("use super::Board;"), "board/fast.rs:1: `fast` uses board's own file");
        assert_fault(&files("fn f() { super::f() }"), "`fast` uses board's own file");
        assert_fault(&files("use crate::Board;"), "`fast` uses board's own file");
    }

    #[test]
    fn globs_are_found() {
        assert_fault(&[("board.rs", "use crate::*;")], "board.rs:1: name what is imported");
        assert_fault(&[("board.rs", "use crate::square::*;")], "name what is imported");
        assert_clean(&[("board.rs", "use crate::color::Color::*; mod a { use super::*; }")]);
    }

    #[test]
    fn files_in_folders_have_layers() {
        let format = ("format.rs", "mod a; mod b; pub use a::A;");
        let b = ("format/b.rs", "use super::A;");
        assert_clean(&[format, ("format/a.rs", ""), b]);
        assert_fault(
            &[format, ("format/a.rs", "use super::b;"), b],
            "game/format: format/b.rs:1: in a cycle, `b` uses `a`",
        );
        let deeper =
            [format, ("format/a/mod.rs", "mod c;"), ("format/a/c.rs", "use super::super::b;"), b];
        assert_fault(&deeper, "game/format: format/a/c.rs:1: in a cycle, `a` uses `b`");
        let board = ("board.rs", "mod fast;");
        assert_fault(&[board, ("board/fast.rs", "use crate::format;")], "board/fast.rs:1");
    }

    #[test]
    fn cycles_in_a_layer_are_found() {
        assert_clean(&[("square.rs", "use crate::color;")]);
        let cycle = [("square.rs", "use crate::color;"), ("color.rs", "use crate::square;")];
        assert_fault(&cycle, "in a cycle, `color` uses `square`");
    }

    #[test]
    fn tests_comments_and_strings_are_ignored() {
        for source in [
            "/// [x](crate::format)\n// crate::format\n/* /* crate::format */ */ fn f() {}",
            "#[cfg(test)] mod tests { use crate::format; }",
            "#[cfg(all(test, feature = \"std\"))] #[rustfmt::skip] mod oracle;",
            "#[cfg(test)] use crate::{format, color}; fn f() {}",
            "const S: &str = \"crate::format\"; const R: &str = r#\" \" crate::format\"#;",
            "struct S { #[cfg(test)] x: crate::format::X, y: u8 }",
            "impl S { #[cfg(test)] pub(crate) const fn f(&self) { crate::format::f() } }",
            "fn f() { #[cfg(test)] let x = { crate::format::f() }; #[cfg(test)] crate::format::f(); }",
        ] {
            assert_clean(&[("board.rs", source)]);
        }
    }

    #[test]
    fn new_and_lost_modules_change_the_table() {
        let clock = [("lib.rs", "mod clock; mod color;"), ("clock.rs", "use crate::color;")];
        let found = faults(&clock);
        assert!(
            found.contains(&"game: `clock` has no layer yet: bless the table".into()),
            "{found:?}"
        );
        assert!(
            found.contains(&"game: `board` has a layer but no file: bless the table".into()),
            "{found:?}"
        );
    }

    /// Parses the uses of a folder from the form `a: b c, d: a`.
    fn uses(text: &str) -> Uses {
        let entry = |entry: &str| {
            let (name, used) = entry.split_once(':').unwrap();
            let used = used.split_whitespace().map(|name| (name.to_owned(), "x.rs:1".to_owned()));
            (name.trim().to_owned(), used.collect::<BTreeMap<_, _>>())
        };
        text.split(',').map(entry).collect()
    }

    fn layers(text: &str) -> Layers {
        parse(&format!("| `x` | {text} |")).remove("x").unwrap()
    }

    #[test]
    fn the_blessing_moves_nothing() {
        let sources = uses("a:, b: a, c: b, d: a c");
        assert_eq!(placed(&sources, None), layers("a · b · c · d"));
        assert_eq!(placed(&sources, Some(&layers("a, gone · b, c"))), layers("a · b, c · d"));
        let upward = layers("b · a · c");
        assert_eq!(placed(&sources, Some(&upward)), layers("b · a · c · d"));
        let faults = faults_of("game", &sources, &placed(&sources, Some(&upward)));
        assert_eq!(faults, ["game: x.rs:1: `b` uses `a`, which is not below it"]);
        // The function also terminates for a cycle.
        assert_eq!(placed(&uses("a: b, b: a"), None).concat().len(), 2);
    }

    #[test]
    fn packages_use_no_neighbour() {
        let row = layers("gamekit · reversi-core, shogi-core · gamekit-cli");
        let faults = |text: &str| faults_of(WORKSPACE, &uses(text), &row);
        let all = "gamekit:, reversi-core: gamekit, shogi-core: gamekit, gamekit-cli: shogi-core";
        assert_eq!(faults(all), [""; 0]);
        let neighbours = all.replace("reversi-core: gamekit", "reversi-core: shogi-core");
        let expected = "`reversi-core` uses `shogi-core`, which is not below it";
        assert!(faults(&neighbours).iter().any(|fault| fault.contains(expected)));
    }
}
