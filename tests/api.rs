//! `docs/api/` lists the public items of the libraries, so that a change of the API is visible in a
//! diff. Every type in the lists must have the traits that the READMEs promise.
//!
//! `BLESS=1 cargo test --test api` writes the lists, and the table of layers in
//! `docs/architecture.md`. `docs/design/004-api-listing.md` explains how the lists are made.

mod support;

#[path = "api/expand.rs"]
mod expand;
#[path = "api/lines.rs"]
mod lines;
#[path = "api/listing.rs"]
mod listing;
#[path = "api/promises.rs"]
mod promises;
#[path = "layers/sources.rs"]
mod sources;
#[path = "layers/table.rs"]
mod table;

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::{env, fs};

use expand::Library;
use rayon::prelude::*;

/// The libraries of the workspace, with the listing of each one.
static LIBRARIES: LazyLock<BTreeMap<String, (Library, String)>> = LazyLock::new(|| {
    let names = names();
    let libraries = Library::check(&names).into_par_iter();
    let listed = names.par_iter().zip(libraries).map(|(name, library)| {
        let file = syn::parse_file(&library.expanded());
        let file = file.unwrap_or_else(|error| panic!("{name}: {error}"));
        let listing = listing::listing(&name.replace('-', "_"), &file);
        (name.clone(), (library, listing))
    });
    listed.collect()
});

#[test]
fn the_listings_are_current() {
    let is_blessed = env::var_os("BLESS").is_some();
    if is_blessed {
        table::check();
    }
    let mut stale = Vec::new();
    for (name, (_, listing)) in &*LIBRARIES {
        let path = support::root().join(format!("docs/api/{name}.txt"));
        if is_blessed {
            fs::write(&path, listing).unwrap();
            continue;
        }
        let listed = fs::read_to_string(&path).unwrap_or_default();
        let missing = |from: &str, of: &str| -> Vec<String> {
            from.lines()
                .filter(|line| !of.lines().any(|other| other == *line))
                .map(str::to_owned)
                .collect()
        };
        if listed != *listing {
            let (gone, new) = (missing(&listed, listing), missing(listing, &listed));
            stale.push(format!("{name}\n- {}\n+ {}", gone.join("\n- "), new.join("\n+ ")));
        }
    }
    assert!(
        stale.is_empty(),
        "the public API differs from docs/api; if that is intended, run `BLESS=1 cargo test --test api` and \
         commit the lists with a line in CHANGELOG.md:\n{}",
        stale.join("\n")
    );
}

#[test]
fn types_keep_their_promises() {
    let types = promising().flat_map(|(_, _, listing)| promises::types(listing));
    let broken = promises::broken(&types.collect::<Vec<_>>());
    assert!(broken.is_empty(), "{} broken promises:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn types_are_for_any_thread() {
    promising().par_bridge().for_each(|(name, library, listing)| {
        let types = promises::types(listing);
        assert!(types.len() > 2, "{name}: {types:?}");
        if let Err(errors) = library.compile(&promises::threads_probe(&types)) {
            panic!("{name}:\n{errors}");
        }
    });
    // Checks that the probe can fail.
    let (library, _) = &LIBRARIES["gamekit"];
    let bad = "fn f<T: Send>() {} fn main() { f::<(gamekit::Symmetry, *const u8)>() }";
    assert!(library.compile(bad).unwrap_err().contains("cannot be sent between threads"));
}

/// Returns the libraries that promise traits: all libraries except `gamekit-tasks`, which is only
/// for benchmarks.
fn promising() -> impl Iterator<Item = (&'static str, &'static Library, &'static str)> {
    let libraries = LIBRARIES.iter().filter(|(name, _)| *name != "gamekit-tasks");
    libraries.map(|(name, (library, listing))| (name.as_str(), library, listing.as_str()))
}

/// Returns the names of the packages in the workspace that are libraries.
fn names() -> Vec<String> {
    fs::read_dir(support::root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("src/lib.rs").exists())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect()
}
