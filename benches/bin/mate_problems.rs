//! Solves mate problems one after the other: `mate-problems FILE NODES MEGABYTES [shortest]`.
//!
//! FILE has one SFEN per line, or a name, a tab and an SFEN. The program prints a line for each problem:
//! the name, `mate`, `nomate` or `unknown`, the plies of a mate, the nodes and the seconds, separated by
//! tabs. The last line has the totals. `benches/mate` runs this program beside cshogi.
use std::process::ExitCode;
use std::time::Instant;

use shogi_core::Position;
use shogi_core::mate::{Limits, Options, Outcome, Solver};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [file, nodes, megabytes] => run(file, nodes, megabytes, false),
        [file, nodes, megabytes, "shortest"] => run(file, nodes, megabytes, true),
        _ => None,
    }
    .unwrap_or_else(|| {
        eprintln!("usage: mate-problems FILE NODES MEGABYTES [shortest]");
        ExitCode::FAILURE
    })
}

/// Returns `None` if an argument is wrong.
fn run(file: &str, nodes: &str, megabytes: &str, shortest: bool) -> Option<ExitCode> {
    let limits = Limits::NONE.with_nodes(nodes.parse().ok()?);
    let options = Options::default().with_shortest(shortest);
    let mut solver = Solver::new(megabytes.parse::<usize>().ok()? << 20);
    let text = std::fs::read_to_string(file).ok()?;
    let (mut mates, mut all_nodes, mut all_seconds) = (0, 0, 0.0);
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let (name, sfen) = match line.split('\t').collect::<Vec<_>>()[..] {
            [sfen] => ((number + 1).to_string(), sfen),
            [name, sfen, ..] => (name.to_owned(), sfen),
            [] => continue,
        };
        let Ok(position) = sfen.parse::<Position>() else {
            eprintln!("{file}: line {}: not a position", number + 1);
            return Some(ExitCode::FAILURE);
        };
        let begun = Instant::now();
        let answer = solver.solve(&position, &options, &limits);
        let seconds = begun.elapsed().as_secs_f64();
        let (word, plies) = match &answer.outcome {
            Outcome::Mate(mate) => ("mate", mate.plies().to_string()),
            Outcome::NoMate => ("nomate", String::new()),
            _ => ("unknown", String::new()),
        };
        println!("{name}\t{word}\t{plies}\t{}\t{seconds:.6}", answer.nodes);
        mates += u32::from(word == "mate");
        all_nodes += answer.nodes;
        all_seconds += seconds;
    }
    println!("total\t{mates}\t\t{all_nodes}\t{all_seconds:.6}");
    Some(ExitCode::SUCCESS)
}
