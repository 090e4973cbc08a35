//! `docs/api/` lists the public items of the libraries as they are, so that a change shows in review.
//!
//! `BLESS=1 cargo test --test api` writes the lists anew. How they are made, and why so:
//! `docs/design/004-api-listing.md`.

mod support;

#[path = "api/expand.rs"]
mod expand;
#[path = "api/lines.rs"]
mod lines;
#[path = "api/listing.rs"]
mod listing;
#[path = "layers/sources.rs"]
mod sources;
#[path = "layers/table.rs"]
mod table;

use std::{env, fs};

#[test]
fn the_listings_are_current() {
    let is_blessed = env::var_os("BLESS").is_some();
    if is_blessed {
        table::check();
    }
    let mut stale = Vec::new();
    let mut names = libraries();
    names.sort();
    for name in names {
        let source = expand::expanded(&name);
        let file = syn::parse_file(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
        let listing = listing::listing(&name.replace('-', "_"), &file);
        let path = support::root().join(format!("docs/api/{name}.txt"));
        if is_blessed {
            fs::write(&path, &listing).unwrap();
            continue;
        }
        let listed = fs::read_to_string(&path).unwrap_or_default();
        let missing = |from: &str, of: &str| -> Vec<String> {
            from.lines()
                .filter(|line| !of.lines().any(|other| other == *line))
                .map(str::to_owned)
                .collect()
        };
        if listed != listing {
            let (gone, new) = (missing(&listed, &listing), missing(&listing, &listed));
            stale.push(format!("{name}\n- {}\n+ {}", gone.join("\n- "), new.join("\n+ ")));
        }
    }
    assert!(
        stale.is_empty(),
        "the public API is not what docs/api says; if that is meant, write the lists anew by \
         `BLESS=1 cargo test --test api` and commit them with a line in CHANGELOG.md:\n{}",
        stale.join("\n")
    );
}

/// The libraries of the workspace, as packages.
fn libraries() -> Vec<String> {
    fs::read_dir(support::root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("src/lib.rs").exists())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect()
}
