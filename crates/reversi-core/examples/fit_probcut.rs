//! Fits the spread of deep values around shallow ones, for the cuts of the midgame search.
//!
//! `cargo run --release -p reversi-core --example fit_probcut -- WEIGHTS GAMES.wtb..` searches boards
//! of played games round by round and prints the four numbers of `search::probcut::FITTED`.
use reversi_core::eval::Weights;
use reversi_core::format::wthor::GameFile;
use reversi_core::search::{Options, Searcher};
use reversi_core::solve::Limits;
use std::error::Error;
use std::sync::Arc;

const DEEPEST: u32 = 9;
const BOARDS: usize = 2500;

/// As the search chooses it.
fn shallow(depth: u32) -> u32 {
    let third = depth / 3;
    third + (depth - third) % 2
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = std::env::args().skip(1);
    let weights = paths.next().ok_or("expected a weight file and WTHOR files")?;
    let weights = Arc::new(Weights::from_bytes(&std::fs::read(weights)?)?);
    let mut games = Vec::new();
    for path in paths {
        games.extend(GameFile::from_bytes(&std::fs::read(path)?)?.games);
    }
    let mut searcher = Searcher::new(weights, 16);
    // Normal equations of |difference| on (1, empties, depth, shallow depth).
    let (mut square, mut right) = ([[0f64; 4]; 4], [0f64; 4]);
    let mut seen = [[(0u32, 0f64, 0f64); 12]; 10];
    for number in 0..BOARDS {
        let game = &games[number * games.len() / BOARDS];
        let Ok(mut position) = game.replay() else { continue };
        let ply = 4 + number * 7919 % 44;
        while position.ply() > ply && position.undo().is_some() {}
        let board = position.board();
        let empties = board.empties().len();
        if empties <= DEEPEST || !board.has_moves() {
            continue;
        }
        let mut values = vec![0];
        let options = Options::to_depth(DEEPEST);
        searcher.search(board, &options, &Limits::NONE, |report| {
            values.push(report.hints[0].value);
        });
        for depth in 3..=DEEPEST {
            let low = shallow(depth);
            let difference = f64::from(values[depth as usize] - values[low as usize]);
            let cell = &mut seen[depth as usize][empties as usize / 5];
            *cell = (cell.0 + 1, cell.1 + difference, cell.2 + difference.abs());
            // Differences of a normal spread: its deviation is their mean size times 1.2533.
            let row = [1.0, f64::from(empties), f64::from(depth), f64::from(low)];
            for i in 0..4 {
                right[i] += row[i] * 1.2533 * difference.abs();
                for j in 0..4 {
                    square[i][j] += row[i] * row[j];
                }
            }
        }
    }
    println!("depth shallow empties boards   mean    deviation");
    for (depth, row) in seen.iter().enumerate() {
        for (fifth, &(count, sum, size)) in row.iter().enumerate().filter(|(_, cell)| cell.0 > 0) {
            let (low, count_f) = (shallow(depth as u32), f64::from(count));
            let (mean, deviation) = (sum / count_f, 1.2533 * size / count_f);
            println!("{depth:5} {low:7} {:4}.. {count:6} {mean:8.1} {deviation:8.1}", 5 * fifth);
        }
    }
    println!("FITTED: {:.1?}", solve(square, right));
    Ok(())
}

/// Gauss elimination of a well-posed system.
fn solve(mut a: [[f64; 4]; 4], mut b: [f64; 4]) -> [f64; 4] {
    for i in 0..4 {
        for j in i + 1..4 {
            let factor = a[j][i] / a[i][i];
            let above = a[i];
            a[j].iter_mut().zip(above).skip(i).for_each(|(cell, up)| *cell -= factor * up);
            b[j] -= factor * b[i];
        }
    }
    for i in (0..4).rev() {
        for j in i + 1..4 {
            b[i] -= a[i][j] * b[j];
        }
        b[i] /= a[i][i];
    }
    b
}
