//! Counts the legal moves of positions: captures, quiet moves, drops and checks.
//!
//! `cargo run --example count_moves -- "SFEN" ..`. The default is the start position.

use std::error::Error;

use shogi_core::Position;

/// Returns the line that is printed for a position.
fn line(position: &Position) -> String {
    let (captures, quiets) = (position.captures().len(), position.quiets().len());
    let (drops, checks) = (position.drops().len(), position.checks().len());
    let all = position.count_moves();
    format!("{all} moves: {captures} captures, {quiets} quiet, {drops} drops; {checks} give check")
}

fn main() -> Result<(), Box<dyn Error>> {
    let texts: Vec<String> = std::env::args().skip(1).collect();
    if texts.is_empty() {
        println!("{}", line(&Position::start()));
    }
    for text in texts {
        let position: Position = text.parse()?;
        println!("{}", line(&position));
    }
    Ok(())
}

#[test]
fn the_position_with_most_moves() {
    let text = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    assert!(line(&text.parse().unwrap()).starts_with("593 moves: 0 captures"));
    let start = "30 moves: 0 captures, 30 quiet, 0 drops; 0 give check";
    assert_eq!(line(&Position::start()), start);
}
