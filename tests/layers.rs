//! The structure holds: no arrow runs between games, none runs upward.
use std::fs;

#[test]
fn no_game_depends_on_another() {
    for (game, other) in [("reversi-core", "shogi-core"), ("shogi-core", "reversi-core")] {
        let manifest = format!("{}/crates/{game}/Cargo.toml", env!("CARGO_MANIFEST_DIR"));
        assert!(!fs::read_to_string(manifest).unwrap().contains(other), "{game} names {other}");
    }
}
