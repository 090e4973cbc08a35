//! Writes a training set from the games on standard input, one transcript per line. Each line of
//! the output has the final score for Black and the states of the 42 patterns of one position,
//! separated by tabs.
//!
//! `cargo run --release --example pattern_indices < games.txt > set.tsv`

use std::error::Error;
use std::io::{self, BufRead, BufWriter, Write};

use reversi_core::format::transcript;
use reversi_core::pattern::{PatternBoard, tutorial::PATTERNS};
use reversi_core::{Color, Move};

/// Writes the positions of a game, including the first and the last one. Returns the number of
/// positions.
fn dump(game: &str, output: &mut impl Write) -> Result<usize, Box<dyn Error>> {
    let game = transcript::parse(game)?;
    let score = game.position.final_score(Color::Black);
    let mut board = PatternBoard::start(&PATTERNS);
    let mut written = 0;
    let mut moves = game.moves.iter();
    loop {
        write!(output, "{score}")?;
        for state in board.states() {
            write!(output, "\t{state}")?;
        }
        writeln!(output)?;
        written += 1;
        // `play` updates the states, so they are never computed from scratch.
        match moves.next() {
            Some(Move::Place(square)) => drop(board.play(*square)?),
            Some(Move::Pass) => board.pass()?,
            None => return Ok(written),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut output = BufWriter::new(io::stdout().lock());
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        if let Err(error) = dump(line?.trim(), &mut output) {
            eprintln!("line {number}: {error}");
        }
    }
    Ok(output.flush()?)
}

#[test]
fn a_row_is_a_score_and_42_states() {
    let mut output = Vec::new();
    assert_eq!(dump("f5d6", &mut output).unwrap(), 3);
    let text = String::from_utf8(output).unwrap();
    let rows: Vec<Vec<u32>> = text
        .lines()
        .map(|line| line.split('\t').skip(1).map(|state| state.parse().unwrap()).collect())
        .collect();
    assert!(rows.iter().all(|row| row.len() == 42));
    let fresh = PatternBoard::from_position(&PATTERNS, transcript::parse("f5d6").unwrap().position);
    assert!(fresh.states().iter().map(|&state| u32::from(state)).eq(rows[2].iter().copied()));
    assert_ne!(rows[0], rows[1]);
}
