//! Chooses the output paths of a conversion. No two outputs have the same path.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::super::input::Input;

/// The paths in use. Names that differ only in case count as the same name, because some file
/// systems ignore case.
#[derive(Default)]
pub(super) struct Names(HashSet<String>);

fn key(path: &Path) -> String {
    path.to_string_lossy().to_lowercase()
}

impl Names {
    /// Returns the output path of each input in the output folder. The output path is the input
    /// path relative to its input folder, with the new extension. If several inputs differ only in
    /// the extension, the output names contain the old extension too: `a.csa.kif`. If a name is
    /// already in use, it gets a number: `a.csa-2.kif`.
    pub(super) fn in_folder(
        &mut self,
        inputs: &[Input],
        folder: &Path,
        extension: &str,
    ) -> Vec<PathBuf> {
        let plain = |input: &Input| folder.join(&input.below).with_extension(extension);
        let mut uses: HashMap<String, usize> = HashMap::new();
        for input in inputs {
            *uses.entry(key(&plain(input))).or_default() += 1;
        }
        let is_shared = |input: &Input| uses.get(&key(&plain(input))) != Some(&1);
        // The plain names are reserved first, so that no numbered name takes them.
        for input in inputs.iter().filter(|input| !is_shared(input)) {
            self.0.insert(key(&plain(input)));
        }
        let place = |input: &Input| {
            if !is_shared(input) {
                return plain(input);
            }
            let mut name = folder.join(&input.below).into_os_string();
            name.push(format!(".{extension}"));
            let path = PathBuf::from(name);
            let mut free = path.clone();
            for number in 2.. {
                if self.0.insert(key(&free)) {
                    break;
                }
                free = with_suffix(&path, &format!("-{number}"));
            }
            free
        };
        inputs.iter().map(place).collect()
    }

    /// Returns the output paths for the games of one input: `a-1.kif`, `a-2.kif`.
    pub(super) fn numbered(&mut self, path: &Path, count: usize) -> Vec<PathBuf> {
        let mut infix = "-".to_owned();
        loop {
            let paths: Vec<PathBuf> =
                (1..=count).map(|number| with_suffix(path, &format!("{infix}{number}"))).collect();
            if paths.iter().all(|path| !self.0.contains(&key(path))) {
                self.0.extend(paths.iter().map(|path| key(path)));
                return paths;
            }
            infix.insert_str(0, "-game");
        }
    }
}

/// Adds a suffix to the stem: `a.kif` becomes `a-2.kif`.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(suffix);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(below: &[&str], extension: &str) -> Vec<String> {
        let inputs: Vec<Input> =
            below.iter().map(|name| Input { path: name.into(), below: name.into() }).collect();
        let places = Names::default().in_folder(&inputs, Path::new("out"), extension);
        places.iter().map(|path| path.to_str().unwrap().replace('\\', "/")).collect()
    }

    #[test]
    fn no_two_inputs_go_to_one_place() {
        assert_eq!(places(&["a.kif", "d/a.kif"], "usi"), ["out/a.usi", "out/d/a.usi"]);
        assert_eq!(places(&["a.kif", "a.csa"], "usi"), ["out/a.kif.usi", "out/a.csa.usi"]);
        // Two folders contain a file with the same name, and one input already has the longer name.
        assert_eq!(
            places(&["a.kif", "a.kif", "a.kif.usi", "a.kif"], "usi"),
            ["out/a.kif-2.usi", "out/a.kif-3.usi", "out/a.kif.usi", "out/a.kif-4.usi"]
        );
        assert_eq!(places(&["a.kif", "A.kif"], "kif"), ["out/a.kif.kif", "out/A.kif-2.kif"]);
        assert_eq!(places(&["a", "-"], "csa"), ["out/a.csa", "out/-.csa"]);
    }

    #[test]
    fn games_of_one_file_get_numbers_that_are_free() {
        let mut names = Names::default();
        let inputs = [Input { path: "x".into(), below: "a-2.csa".into() }];
        names.in_folder(&inputs, Path::new("out"), "kif");
        let paths = names.numbered(Path::new("out/a.kif"), 2);
        assert_eq!(paths, [Path::new("out/a-game-1.kif"), Path::new("out/a-game-2.kif")]);
        let paths = names.numbered(Path::new("out/b.kif"), 2);
        assert_eq!(paths, [Path::new("out/b-1.kif"), Path::new("out/b-2.kif")]);
    }
}
