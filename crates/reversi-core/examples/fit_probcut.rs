//! Fits the model that ProbCut pruning uses for the difference between the values of shallow and
//! deep searches. Also measures the effect of the pruning.
//!
//! `cargo run --release -p reversi-core --example fit_probcut -- fit WEIGHTS GAMES.wtb..` searches
//! boards of played games to increasing depths and prints the four numbers of `FITTED` in
//! `src/engine/selectivity.rs`.
//!
//! `.. -- check WEIGHTS GAMES.wtb..` searches other boards of those games to depth 12 at every
//! level of selectivity. It prints the number of nodes, and how often the best move is the same as
//! without pruning.
use reversi_core::Board;
use reversi_core::eval::Weights;
use reversi_core::format::wthor::{GameFile, GameRecord};
use reversi_core::search::{Limits, Options, Searcher, Selectivity};
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;

const DEEPEST: u32 = 10;
const FITTED_BOARDS: usize = 4000;
const CHECKED_BOARDS: usize = 200;
const CHECKED_DEPTH: u32 = 12;

/// Returns the shallow depth that the search pairs with `depth`.
fn shallow(depth: u32) -> u32 {
    let third = depth / 3;
    third + (depth - third) % 2
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let usage = "expected `fit` or `check`, a weight file and WTHOR files";
    let (task, weights) = words.next().zip(words.next()).ok_or(usage)?;
    let weights = Arc::new(Weights::from_bytes(&std::fs::read(weights)?)?);
    let mut games = Vec::new();
    for path in words {
        games.extend(GameFile::from_bytes(&std::fs::read(path)?)?.games);
    }
    match task.as_str() {
        _ if games.is_empty() => return Err(usage.into()),
        "fit" => fit(weights, &boards(&games, FITTED_BOARDS, 0, DEEPEST)),
        "check" => check(weights, &boards(&games, CHECKED_BOARDS, 1, CHECKED_DEPTH)),
        _ => return Err(usage.into()),
    }
    Ok(())
}

/// Returns one board from each of `count` games, evenly spaced over `games`, at plies 4 to 47, with
/// more than `depth` empty squares.
fn boards(games: &[GameRecord], count: usize, skip: usize, depth: u32) -> Vec<Board> {
    let board = |number: usize| {
        let game = &games[(number * games.len() / count + skip) % games.len()];
        let mut position = game.replay().ok()?;
        let ply = 4 + number * 7919 % 44;
        while position.ply() > ply && position.undo().is_some() {}
        let board = position.board();
        (board.empties().len() > depth && board.has_moves()).then_some(board)
    };
    (0..count).filter_map(board).collect()
}

fn fit(weights: Arc<Weights>, boards: &[Board]) {
    let mut searcher = Searcher::new(weights, 8 << 20);
    // The normal equations for fitting |difference| by (1, empties, depth, shallow depth).
    let (mut square, mut right) = ([[0f64; 4]; 4], [0f64; 4]);
    let mut seen = [[(0u32, 0f64, 0f64); 12]; DEEPEST as usize + 1];
    for &board in boards {
        let empties = board.empties().len();
        let mut values = vec![0];
        let options = Options::to_depth(DEEPEST);
        searcher.search_observed(board, &options, &Limits::NONE, |progress| {
            if progress.depth as usize == values.len() {
                values.push(progress.hints[0].value.get());
            }
            ControlFlow::Continue(())
        });
        for depth in 3..=DEEPEST {
            let low = shallow(depth);
            let difference = f64::from(values[depth as usize] - values[low as usize]);
            let cell = &mut seen[depth as usize][empties as usize / 5];
            *cell = (cell.0 + 1, cell.1 + difference, cell.2 + difference.abs());
            // For a normal distribution with mean 0, the standard deviation is 1.2533 times the
            // mean absolute value.
            let row = [1.0, f64::from(empties), f64::from(depth), f64::from(low)];
            for i in 0..4 {
                right[i] += row[i] * 1.2533 * difference.abs();
                for j in 0..4 {
                    square[i][j] += row[i] * row[j];
                }
            }
        }
    }
    let fitted = solve(square, right);
    println!("depth shallow empties boards   mean    deviation  fitted");
    for (depth, row) in seen.iter().enumerate() {
        for (fifth, &(count, sum, size)) in row.iter().enumerate().filter(|(_, cell)| cell.0 > 0) {
            let (low, count_f) = (shallow(depth as u32), f64::from(count));
            let (mean, deviation) = (sum / count_f, 1.2533 * size / count_f);
            let row = [1.0, 5.0 * fifth as f64 + 2.0, depth as f64, f64::from(low)];
            let model: f64 = row.iter().zip(fitted).map(|(a, b)| a * b).sum();
            println!(
                "{depth:5} {low:7} {:4}.. {count:6} {mean:8.1} {deviation:8.1} {model:8.1}",
                5 * fifth
            );
        }
    }
    println!("FITTED: {fitted:.1?} from {} boards", boards.len());
}

fn check(weights: Arc<Weights>, boards: &[Board]) {
    let found = |selectivity| {
        let options = Options::to_depth(CHECKED_DEPTH).with_selectivity(selectivity);
        let search = |&board: &Board| {
            let mut searcher = Searcher::new(Arc::clone(&weights), 8 << 20);
            let report = searcher.search(board, &options, &Limits::NONE);
            (report.best(), report.hints[0].value.get(), report.nodes)
        };
        boards.iter().map(search).collect::<Vec<_>>()
    };
    let whole = found(Selectivity::Full);
    println!("{} boards to depth {CHECKED_DEPTH}", boards.len());
    println!("level          nodes  same move  mean difference in value");
    for selectivity in Selectivity::ALL {
        let cut = found(selectivity);
        let nodes: u64 = cut.iter().map(|&(_, _, nodes)| nodes).sum();
        let pairs = || cut.iter().zip(&whole);
        let same = pairs().filter(|(a, b)| a.0 == b.0).count();
        let off: i32 = pairs().map(|(a, b)| (a.1 - b.1).abs()).sum();
        println!(
            "{:5} {nodes:14} {:8.1} % {:8.1}",
            selectivity.percent(),
            100.0 * same as f64 / boards.len() as f64,
            f64::from(off) / boards.len() as f64
        );
    }
}

/// Solves a well-conditioned linear system by Gaussian elimination.
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
