//! A hint for computers without a font for shogi pieces.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Parts of the file names of common fonts that have kanji, in lower case.
const NAMES: [&str; 22] = [
    "cjk",
    "notosansjp",
    "notoserifjp",
    "sourcehan",
    "ipa",
    "takao",
    "vl-gothic",
    "vlgothic",
    "mplus",
    "migu",
    "hanazono",
    "hanamin",
    "droidsansfallback",
    "wqy",
    "unifont",
    "hiragino",
    "meiryo",
    "msgothic",
    "msmincho",
    "yugoth",
    "yumin",
    "bizud",
];

/// The maximum depth of folders and the maximum number of files that the search visits.
const DEPTH: u32 = 5;
const FILES: usize = 20_000;

/// Returns whether a font with kanji can be expected on this computer.
pub(crate) fn has_kanji() -> bool {
    // These systems have Japanese fonts.
    if cfg!(any(target_os = "macos", target_os = "windows")) {
        return true;
    }
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let data =
        env::var_os("XDG_DATA_HOME").map_or_else(|| home.join(".local/share"), PathBuf::from);
    let folders = [
        PathBuf::from("/usr/share/fonts"),
        PathBuf::from("/usr/local/share/fonts"),
        home.join(".fonts"),
        data.join("fonts"),
    ];
    let mut left = FILES;
    folders.iter().any(|folder| has_font(folder, DEPTH, &mut left))
}

/// Returns whether a folder has a font with kanji.
fn has_font(folder: &Path, depth: u32, left: &mut usize) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    for entry in entries.flatten() {
        if *left == 0 {
            return true; // in doubt, there is no hint
        }
        *left -= 1;
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let found = match is_folder {
            true => depth > 0 && has_font(&entry.path(), depth - 1, left),
            false => is_name(&entry.file_name().to_string_lossy()),
        };
        if found {
            return true;
        }
    }
    false
}

/// Returns whether a file name is that of a common font with kanji.
fn is_name(name: &str) -> bool {
    let name = name.to_lowercase().replace(' ', "");
    NAMES.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_are_found_by_their_names_in_folders() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("opentype/noto");
        fs::create_dir_all(&deep).unwrap();
        fs::write(folder.path().join("DejaVuSans.ttf"), "").unwrap();
        let found = || has_font(folder.path(), DEPTH, &mut FILES.clone());
        assert!(!found());
        fs::write(deep.join("NotoSansCJK-Regular.ttc"), "").unwrap();
        assert!(found());
        assert!(!has_font(folder.path(), 1, &mut FILES.clone()));
        for name in ["ipag.ttf", "TakaoPGothic.ttf", "Noto Sans JP.otf", "SourceHanSans.ttc"] {
            assert!(is_name(name), "{name}");
        }
    }
}
