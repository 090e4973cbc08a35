//! Reads a file with one SFEN per line and prints the positions that have a mate in one.
//!
//! `cargo run --example mate_in_one -- problems.sfen`. Without an argument, reads standard input.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

use shogi_core::{Flaws, Position, mate_in_one};

/// Returns the position of a line and a mate in one, if the position has one.
fn solved(line: &str) -> Result<Option<String>, Box<dyn Error>> {
    // In a mate problem, the attacker may have no king.
    let setup = line.parse()?;
    let position = Position::from_setup_allowing(setup, Flaws::MISSING_KINGS)?;
    Ok(mate_in_one(&position).map(|mate| format!("{position}\t{mate}")))
}

fn main() -> Result<(), Box<dyn Error>> {
    let input: Box<dyn BufRead> = match std::env::args().nth(1) {
        Some(path) => Box::new(BufReader::new(File::open(path)?)),
        None => Box::new(io::stdin().lock()),
    };
    for (number, line) in (1..).zip(input.lines()) {
        match solved(line?.trim()) {
            Ok(Some(solution)) => println!("{solution}"),
            Ok(None) => {}
            Err(error) => eprintln!("line {number}: {error}"),
        }
    }
    Ok(())
}

#[test]
fn a_gold_before_the_king_mates() {
    let problem = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    assert_eq!(solved(problem).unwrap(), Some(format!("{problem}\tG*5b")));
    // Without a pawn that guards the gold, there is no mate.
    assert_eq!(solved("4k4/9/9/9/9/9/9/9/9 b G 1").unwrap(), None);
    assert!(solved("4k4/9 b G 1").is_err());
}
