//! Checks, on the listing, the traits that the libraries promise for their public types.
//!
//! The READMEs of the crates state these rules under *Policies*. A type that breaks a rule for a
//! good reason is in `EXCEPTIONS`.

use std::collections::{BTreeMap, BTreeSet};

/// The types that break a rule, with the rule and the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "gamekit_engines::reversi::EngineError",
        "Clone, PartialEq, Eq",
        "contains an I/O error of a file or a pipe",
    ),
    (
        "gamekit_engines::reversi::StartError",
        "Clone, PartialEq, Eq",
        "contains an I/O error of a file",
    ),
    (
        "reversi_core::format::nboard::Command",
        "Clone and Eq of a text",
        "contains floating-point numbers",
    ),
    (
        "reversi_core::format::boardtext::BoardText",
        "FromStr beside Display",
        "borrows what it prints",
    ),
    (
        "reversi_core::format::book_text::BookLine",
        "FromStr beside Display",
        "borrows what it prints",
    ),
    ("reversi_core::format::record::Loss", "FromStr beside Display", "message"),
    ("reversi_core::format::record::Place", "FromStr beside Display", "part of a message"),
    ("reversi_core::format::record::Warning", "FromStr beside Display", "message"),
    (
        "reversi_core::format::transcript::TranscriptText",
        "FromStr beside Display",
        "borrows what it prints",
    ),
    (
        "reversi_core::format::transcript::TranscriptText",
        "PartialEq of a Copy type",
        "borrows what it prints",
    ),
    (
        "reversi_core::format::wthor::Name",
        "FromStr beside Display",
        "a field of a file, decoded for people",
    ),
    (
        "reversi_core::format::ggf::Game",
        "Clone and Eq of a text",
        "contains floating-point numbers",
    ),
    ("reversi_core::opening::Opening", "FromStr beside Display", "a name, found by moves"),
    ("shogi_core::format::book::BookPlace", "FromStr beside Display", "part of a message"),
    ("shogi_core::format::book::YbbLoss", "FromStr beside Display", "message"),
    ("shogi_core::format::packed::SamplePlace", "FromStr beside Display", "part of a message"),
    ("shogi_core::Doubt", "FromStr beside Display", "message"),
    ("shogi_core::DrawReason", "FromStr beside Display", "message"),
    ("shogi_core::Move", "FromStr beside Display", "the text needs a position to be read"),
    ("shogi_core::WinReason", "FromStr beside Display", "message"),
    ("shogi_core::format::encoding::Encoding", "FromStr beside Display", "message"),
    ("shogi_core::format::record::Loss", "FromStr beside Display", "message"),
    ("shogi_core::format::record::Warning", "FromStr beside Display", "message"),
    ("shogi_core::format::sfen::SfenField", "FromStr beside Display", "part of a message"),
    ("shogi_core::mate::Stop", "FromStr beside Display", "part of a message"),
];

/// A public struct or enum of a listing.
#[derive(Debug, Default)]
pub(crate) struct Type {
    /// The path, beginning with the name of the crate, without generics.
    pub(crate) path: String,
    /// The generic parameters, as the listing has them.
    pub(crate) generics: Vec<String>,
    is_enum: bool,
    is_non_exhaustive: bool,
    traits: BTreeSet<String>,
    fields: BTreeMap<String, String>,
    /// Whether a field or a variant contains an I/O error, which can be neither copied nor
    /// compared.
    has_io: bool,
}

impl Type {
    fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or_default()
    }

    fn has(&self, name: &str) -> bool {
        self.traits.contains(name)
    }

    /// Returns whether the type is an error, which is recognised by its name.
    fn is_error(&self) -> bool {
        self.name().ends_with("Error") || self.has("Error") && !self.is_kind()
    }

    /// Returns whether the type is that of the field `kind` of an error, which is recognised by its
    /// name.
    fn is_kind(&self) -> bool {
        self.is_enum && (self.name().ends_with("ErrorKind") || self.name() == "IllegalMoveKind")
    }
}

/// Reads the types of a listing.
pub(crate) fn types(listing: &str) -> Vec<Type> {
    let mut types: Vec<Type> = Vec::new();
    let (mut module, mut is_type) = ("", false);
    for line in listing.lines() {
        if let Some(name) = line.strip_prefix("mod ") {
            module = name;
        } else if let Some(line) = line.strip_prefix("    ") {
            let Some(of) = types.last_mut().filter(|_| is_type) else { continue };
            if let Some(implemented) = line.strip_prefix("impl") {
                of.traits.extend(traits(implemented));
                continue;
            }
            of.has_io |= line.contains("io::Error");
            if let Some((name, field)) = line.strip_prefix("pub ").and_then(|l| l.split_once(": "))
                && !name.contains(' ')
            {
                of.fields.insert(name.into(), field.into());
            }
        } else if let Some(line) = line.strip_prefix("  ") {
            let head = ["struct ", "enum "].into_iter().find_map(|word| {
                line.split_once(&format!("pub {word}")).map(|(marks, head)| (word, marks, head))
            });
            is_type = head.is_some();
            let Some((word, marks, head)) = head else { continue };
            let end = head.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(head.len());
            let (name, rest) = head.split_at(end);
            let generics = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            types.push(Type {
                path: format!("{module}::{name}"),
                generics: generics
                    .map_or(Vec::new(), |(g, _)| g.split(", ").map(str::to_owned).collect()),
                is_enum: word == "enum ",
                is_non_exhaustive: marks.contains("#[non_exhaustive]"),
                ..Type::default()
            });
        }
    }
    types
}

/// Returns the names of the traits in a line, given the text after `impl`: a list of traits, or one
/// trait `for` a type.
fn traits(implemented: &str) -> Vec<String> {
    let mut text = implemented;
    if text.starts_with('<') {
        let mut depth = 0;
        let end = text.find(|c| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth == 0
        });
        text = &text[end.unwrap_or(0) + 1..];
    }
    let (mut names, mut depth, mut name) = (Vec::new(), 0, String::new());
    for c in text.split(" for ").next().unwrap_or_default().chars().chain([',']) {
        match c {
            '<' | '[' | '(' => depth += 1,
            '>' | ']' | ')' => depth -= 1,
            ',' if depth == 0 => names.push(std::mem::take(&mut name).trim().to_owned()),
            _ if depth == 0 => name.push(c),
            _ => {}
        }
    }
    names
}

/// Returns a line for each broken rule and for each unnecessary exception.
pub(crate) fn broken(types: &[Type]) -> Vec<String> {
    let mut broken = BTreeSet::new();
    let kinds: BTreeSet<&str> = types
        .iter()
        .filter(|of| of.is_error())
        .filter_map(|of| of.fields.get("kind"))
        .map(String::as_str)
        .collect();
    // If a library implements `Serialize` for one type, it must implement it for all types with a
    // text form.
    let library = |of: &Type| of.path.split("::").next().unwrap_or_default().to_owned();
    let serialising: BTreeSet<String> =
        types.iter().filter(|of| of.has("Serialize")).map(library).collect();
    let has_io = |name: &String| types.iter().any(|of| of.name() == name && of.has_io);
    for of in types {
        let mut require = |rule: &'static str, holds: bool| {
            if !holds {
                broken.insert((of.path.as_str(), rule));
            }
        };
        let is_kind = of.is_kind() || of.is_enum && kinds.contains(of.name());
        let is_text = of.has("FromStr");
        require("Debug", of.has("Debug"));
        if of.is_error() {
            require("Error", of.has("Error"));
            require("Display", of.has("Display"));
            let is_plain = !of.has_io && !of.fields.get("kind").is_some_and(has_io);
            let traits = ["Clone", "PartialEq", "Eq"];
            require("Clone, PartialEq, Eq", !is_plain || traits.iter().all(|name| of.has(name)));
        } else if is_kind {
            require("Display", of.has("Display"));
        } else {
            require("FromStr beside Display", is_text || !of.has("Display"));
            require("Display beside FromStr", !is_text || of.has("Display"));
            let is_serialised = of.has("Serialize") && of.has("Deserialize");
            require(
                "Serialize and Deserialize of a text",
                !is_text || is_serialised || !serialising.contains(&library(of)),
            );
            require("PartialEq of a Copy type", !of.has("Copy") || of.has("PartialEq"));
            require("Clone and Eq of a text", !is_text || of.has("Clone") && of.has("Eq"));
        }
        if of.is_enum && (is_kind || of.is_error()) {
            require("non_exhaustive error enum", of.is_non_exhaustive);
        }
        let open = ["Options", "Progress", "Limits", "GameRules"];
        if !of.fields.is_empty() && open.iter().any(|end| of.name().ends_with(end)) {
            require("non_exhaustive options, limits or progress", of.is_non_exhaustive);
        }
    }
    let excepted: BTreeSet<(&str, &str)> =
        EXCEPTIONS.iter().map(|(path, rule, _)| (*path, *rule)).collect();
    // Skips the exceptions of other libraries, because the unit test below has only one library.
    let is_of = |path: &str| {
        types.iter().any(|of| path.starts_with(of.path.split("::").next().unwrap_or_default()))
    };
    let unneeded = excepted.difference(&broken).filter(|(path, _)| is_of(path));
    let unneeded = unneeded.map(|(path, rule)| format!("{path}: exception without need: {rule}"));
    let broken = broken.difference(&excepted).map(|(path, rule)| format!("{path}: {rule}"));
    broken.chain(unneeded).collect()
}

/// Returns a program that compiles only if every type is `Send`, `Sync` and `Unpin`.
pub(crate) fn threads_probe(types: &[Type]) -> String {
    let mut text = "fn in_any_thread<T: Send + Sync + Unpin>() {}\nfn main() {\n".to_owned();
    for of in types {
        let arguments = of.generics.iter().map(|parameter| match parameter {
            lifetime if lifetime.starts_with('\'') => "'static",
            constant if constant.starts_with("const ") => "1",
            _ if of.name().ends_with("Writer") => "Vec<u8>",
            _ => "u16",
        });
        let arguments: Vec<&str> = arguments.collect();
        text.push_str(&format!("    in_any_thread::<{}<{}>>();\n", of.path, arguments.join(", ")));
    }
    text + "}\n"
}

#[test]
fn rules_can_be_broken() {
    let listing = "
mod test
  pub struct Board { .. }
    pub at: usize
    impl Clone, Copy, Debug, Display, Eq, FromStr [Err = X], Hash, PartialEq, Serialize
    impl<'de> Deserialize<'de> for Board
  pub fn f() -> u8
    impl Nothing
mod test::a
  pub struct ReadError<'a, const N: usize> { .. }
    pub kind: Cause
    impl Clone, Debug, Display, Eq, Error, PartialEq
  #[non_exhaustive] pub enum Cause
    impl Debug, Display
";
    let types_of = |listing: &str| types(listing);
    assert_eq!(broken(&types_of(listing)), [""; 0]);
    let paths: Vec<String> = types_of(listing).into_iter().map(|of| of.path).collect();
    assert_eq!(paths, ["test::Board", "test::a::ReadError", "test::a::Cause"]);
    for (old, new, expected) in [
        ("Copy, Debug", "Copy", "test::Board: Debug"),
        (
            "Display, Eq, FromStr [Err = X], ",
            "Display, Eq, ",
            "test::Board: FromStr beside Display",
        ),
        ("Display, Eq, FromStr", "Eq, FromStr", "test::Board: Display beside FromStr"),
        (
            "Eq, FromStr [Err = X], Hash, PartialEq",
            "Eq, FromStr, Hash",
            "test::Board: PartialEq of a Copy type",
        ),
        (
            "impl<'de> Deserialize<'de> for Board",
            "impl A",
            "test::Board: Serialize and Deserialize of a text",
        ),
        ("Error, ", "", "test::a::ReadError: Error"),
        ("Eq, Error", "Error", "test::a::ReadError: Clone, PartialEq, Eq"),
        ("#[non_exhaustive] ", "", "test::a::Cause: non_exhaustive error enum"),
        ("Board", "BoardOptions", "test::BoardOptions: non_exhaustive options, limits or progress"),
    ] {
        assert_eq!(broken(&types_of(&listing.replace(old, new))), [expected], "{old}");
    }
    let probe = threads_probe(&types_of(listing));
    assert!(probe.contains("in_any_thread::<test::a::ReadError<'static, 1>>();"), "{probe}");
}
