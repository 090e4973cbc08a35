//! Reads the table of layers in `docs/architecture.md`, compares it with the sources, and writes
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::PathBuf;

use super::sources::Sources;
use crate::support;

/// The layers of a folder, the lowest first.
pub(crate) type Layers = Vec<Vec<String>>;

/// For each entry of a folder, the entries that it uses, and the location of a use.
pub(crate) type Uses = BTreeMap<String, BTreeMap<String, String>>;

/// The name of the row for the packages. A package may not use another package of its layer.
pub(crate) const WORKSPACE: &str = "workspace";

const BEGIN: &str = "<!-- layers: written by `BLESS=1 cargo test --test api` -->\n";
const END: &str = "<!-- end of layers -->\n";

/// Compares the table with the sources of the workspace and returns the violations. If the
/// environment variable `BLESS` is set, writes the table first.
pub(crate) fn check() -> Vec<String> {
    let page_path = support::root().join("docs/architecture.md");
    let page = fs::read_to_string(&page_path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("a line that begins the table of layers");
    let (table, after) = rest.split_once(END).expect("a line that ends the table of layers");
    let (folders, mut faults) = folders();
    let mut rows = parse(table);
    if env::var_os("BLESS").is_some() {
        let place = |(name, uses)| (String::clone(name), placed(uses, rows.get(name)));
        rows = folders.iter().map(place).collect();
        fs::write(&page_path, format!("{before}{BEGIN}{}{END}{after}", text(&rows))).unwrap();
    }
    for (name, uses) in &folders {
        let row = rows.remove(name).unwrap_or_default();
        faults.extend(faults_of(name, uses, &row));
    }
    faults.extend(rows.keys().map(|name| format!("{name}: a row without a folder")));
    faults
}

/// Returns the folders of the workspace with the uses of their entries, and the violations that do
/// not depend on the table.
fn folders() -> (BTreeMap<String, Uses>, Vec<String>) {
    let mut folders = BTreeMap::from([(WORKSPACE.to_owned(), Uses::new())]);
    let mut faults = Vec::new();
    for (package, folder, dependencies) in packages() {
        if package == "gamekit-tests" {
            continue; // The root package may use everything.
        }
        let source = folder.join("src");
        let read = |file: &str| fs::read_to_string(source.join(file)).ok();
        if let Some(root) = ["lib.rs", "main.rs"].into_iter().find(|root| read(root).is_some()) {
            let sources = Sources::read(root, &read);
            let (found, wrong) = folders_of(&package, &sources);
            folders.extend(found);
            faults.extend(wrong.into_iter().map(|fault| format!("{package}/src: {fault}")));
        }
        let uses = dependencies.into_iter().map(|name| (name, format!("{package}/Cargo.toml")));
        let uses = uses.collect();
        folders.get_mut(WORKSPACE).expect("there").insert(package, uses);
    }
    (folders, faults)
}

/// Returns the packages of the workspace. Each item has the name, the folder, and the packages of
/// the workspace that the manifest names, including those for tests.
fn packages() -> Vec<(String, PathBuf, BTreeSet<String>)> {
    let metadata = support::metadata(&["--no-deps", "--offline"]);
    let packages = metadata["packages"].as_array().unwrap();
    let name = |value: &serde_json::Value| value["name"].as_str().unwrap().to_owned();
    let all: BTreeSet<String> = packages.iter().map(name).collect();
    let read = |package: &serde_json::Value| {
        let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
        let used = package["dependencies"].as_array().unwrap().iter().map(name);
        let used = used.filter(|used| all.contains(used) && *used != name(package)).collect();
        (name(package), manifest.parent().unwrap().to_owned(), used)
    };
    packages.iter().map(read).collect()
}

/// Returns the folders of a crate by path, and the arrows that no table can allow: glob imports of
/// files, and uses of a folder's own file by a file inside the folder.
pub(crate) fn folders_of(
    package: &str,
    sources: &Sources,
) -> (BTreeMap<String, Uses>, Vec<String>) {
    let (arrows, mut faults) = sources.arrows();
    let files: Vec<_> = sources.files().collect();
    let mut folders = BTreeMap::new();
    for folder in &files {
        let below = |file: &[String]| file.strip_prefix(folder.as_slice()).map(<[String]>::to_vec);
        let children = files.iter().filter_map(|file| below(file)?.into_iter().next());
        let mut upward = BTreeMap::new();
        let mut uses: Uses = children.map(|child| (child, BTreeMap::new())).collect();
        for arrow in &arrows {
            match (below(&arrow.from).as_deref(), below(&arrow.to).as_deref()) {
                (Some([from, ..]), Some([to, ..])) if from != to => {
                    let used = uses.get_mut(from).expect("a file of the folder");
                    used.entry(to.clone()).or_insert_with(|| arrow.place.clone());
                }
                (Some([from, ..]), Some([])) => {
                    upward.entry(from.clone()).or_insert_with(|| arrow.place.clone());
                }
                _ => {}
            }
        }
        let own = folder.last().map_or("the root", String::as_str);
        for (from, place) in upward {
            faults.push(format!("{place}: `{from}` uses {own}'s own file"));
        }
        if uses.len() > 1 {
            let path = [&[package.to_owned()], folder.as_slice()].concat();
            folders.insert(path.join("/"), uses);
        }
    }
    (folders, faults)
}

/// Assigns a layer to each entry of a folder. Entries that have a layer keep their layer. A new
/// entry goes into the layer above all entries that it uses.
pub(crate) fn placed(uses: &Uses, row: Option<&Layers>) -> Layers {
    let row = row.map_or(&[][..], Vec::as_slice);
    let mut layers: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, layer) in row.iter().enumerate() {
        layers.extend(
            layer.iter().filter(|name| uses.contains_key(*name)).map(|name| (&**name, index)),
        );
    }
    let is_new: Vec<&String> = uses.keys().filter(|name| !layers.contains_key(&***name)).collect();
    layers.extend(is_new.iter().map(|name| (&***name, 0)));
    // If there is no cycle, one pass for each new entry is sufficient.
    for _ in &is_new {
        for name in &is_new {
            let lowest = uses[*name].keys().map(|used| layers[&**used] + 1).max().unwrap_or(0);
            layers.insert(name, lowest.min(uses.len()));
        }
    }
    let mut placed = vec![Vec::new(); uses.len() + row.len() + 1];
    for (name, layer) in layers {
        placed[layer].push(name.to_owned());
    }
    placed.retain(|layer| !layer.is_empty());
    placed
}

/// Returns one line for each violation in a folder.
pub(crate) fn faults_of(folder: &str, uses: &Uses, layers: &Layers) -> Vec<String> {
    let layer_of = |name: &str| layers.iter().position(|layer| layer.iter().any(|n| n == name));
    let mut faults = Vec::new();
    for name in layers.iter().flatten().filter(|name| !uses.contains_key(*name)) {
        faults.push(format!("{folder}: `{name}` has a layer but no file: bless the table"));
    }
    for (name, used) in uses {
        let Some(layer) = layer_of(name) else {
            faults.push(format!("{folder}: `{name}` has no layer yet: bless the table"));
            continue;
        };
        for (to, place) in used {
            let Some(below) = layer_of(to) else { continue };
            if below > layer || below == layer && folder == WORKSPACE {
                faults.push(format!(
                    "{folder}: {place}: `{name}` uses `{to}`, which is not below it"
                ));
            }
        }
    }
    // Repeatedly removes entries that use no remaining entry. The entries of a cycle remain.
    let mut left: BTreeMap<&String, BTreeSet<&String>> =
        uses.iter().map(|(name, used)| (name, used.keys().collect())).collect();
    while let Some(free) = left.iter().find(|(_, used)| used.is_empty()).map(|(name, _)| *name) {
        left.remove(free);
        for used in left.values_mut() {
            used.remove(free);
        }
    }
    // Repeatedly removes entries that no remaining entry uses, because they are not in a cycle.
    while let Some(top) =
        left.keys().copied().find(|name| !left.values().any(|used| used.contains(name)))
    {
        left.remove(top);
    }
    for (name, used) in &left {
        for to in used.iter().filter(|to| left.contains_key(*to)) {
            faults
                .push(format!("{folder}: {}: in a cycle, `{name}` uses `{to}`", uses[*name][*to]));
        }
    }
    faults
}

pub(crate) fn parse(table: &str) -> BTreeMap<String, Layers> {
    let rows = table.lines().filter_map(|line| {
        let (name, layers) = line.strip_prefix("| `")?.trim_end_matches(" |").split_once("` | ")?;
        let names = |layer: &str| layer.split(", ").map(str::to_owned).collect();
        Some((name.to_owned(), layers.split(" · ").map(names).collect()))
    });
    rows.collect()
}

fn text(rows: &BTreeMap<String, Layers>) -> String {
    let mut text =
        "| folder | layers, the lowest first |\n|--------|--------------------------|\n".to_owned();
    let (first, rest): (Vec<_>, Vec<_>) = rows.iter().partition(|(name, _)| *name == WORKSPACE);
    for (name, layers) in first.into_iter().chain(rest) {
        let layers: Vec<String> = layers.iter().map(|layer| layer.join(", ")).collect();
        text.push_str(&format!("| `{name}` | {} |\n", layers.join(" · ")));
    }
    text
}
