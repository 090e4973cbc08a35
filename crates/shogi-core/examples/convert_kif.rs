//! Converts a KIF record to CSA, and prints the content that CSA cannot hold.
//!
//! `cargo run --features encoding --example convert_kif -- game.kif > game.csa`

use std::error::Error;

use shogi_core::format::record::{Mode, Written};
use shogi_core::format::{csa, kif};

/// Converts a record to CSA. Prints the warnings of the reader on standard error.
fn converted(bytes: &[u8]) -> Result<Written, Box<dyn Error>> {
    let read = kif::read(bytes, Mode::Lenient)?;
    for warning in &read.warnings {
        eprintln!("{warning}");
    }
    Ok(csa::write(&read.game))
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected the path of a KIF file")?;
    let csa = converted(&std::fs::read(path)?)?;
    for loss in &csa.losses {
        eprintln!("CSA cannot hold: {loss}");
    }
    print!("{}", csa.text);
    Ok(())
}

#[test]
fn moves_names_and_end_come_over() {
    let kif = "手合割：平手\n先手：A\n後手：B\n手数----指手---------消費時間--\n\
               1 ７六歩(77) ( 0:01/00:00:01)\n2 ３四歩(33) ( 0:02/00:00:02)\n3 投了\n";
    let csa = converted(kif.as_bytes()).unwrap();
    for line in ["N+A", "N-B", "+7776FU", "-3334FU", "%TORYO"] {
        assert!(csa.text.lines().any(|other| other.starts_with(line)), "{line} in\n{}", csa.text);
    }
    assert_eq!(csa.losses, []);
}
