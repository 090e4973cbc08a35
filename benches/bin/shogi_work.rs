//! Runs one shogi task a given number of times: `shogi-work WHO WORK CASE TIMES`.
//!
//! WHO is `ours`. With the feature `rivals`, WHO can also be `shunsai`, `haitaka`, `rsshogi` or
//! `shogi`. WORK is `count`, `list` or `play`. CASE is a tree, such as `start:4`, `matsuri:3` or
//! `max:2`, or `games` for every position of four games. The program prints the number of leaves or
//! moves and the minimum time of a round. `benches/instructions.sh` runs this program twice with
//! different TIMES under `valgrind --tool=cachegrind`. The difference between the two runs is the
//! number of instructions of the task. Other processes do not affect this number.
use std::process::ExitCode;
use std::time::Instant;

use gamekit_benches::work::{Last, Ours, Program, perft};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
const MAX: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
const GAMES: &str = include_str!("../../tests/data/shogi/games618.sfen");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [who, work, case, times] = arguments.as_slice() else { return usage() };
    let last = match work.as_str() {
        "count" => Last::Counted,
        "list" => Last::Listed,
        "play" => Last::Played,
        _ => return usage(),
    };
    let Ok(times) = times.parse() else { return usage() };
    let done = match who.as_str() {
        "ours" => run::<Ours>(last, case, times),
        #[cfg(feature = "rivals")]
        "shunsai" => run::<gamekit_benches::work::Shunsai>(last, case, times),
        #[cfg(feature = "rivals")]
        "haitaka" => run::<gamekit_benches::work::Haitaka>(last, case, times),
        #[cfg(feature = "rivals")]
        "rsshogi" => run::<gamekit_benches::work::Rsshogi>(last, case, times),
        #[cfg(feature = "rivals")]
        "shogi" => run::<gamekit_benches::work::Shogi>(last, case, times),
        _ => None,
    };
    let Some((result, seconds)) = done else { return usage() };
    let rate = result as f64 / seconds / 1e6;
    println!("{who} {work} {case}: {result} in {:.3} ms, {rate:.1} M/s", seconds * 1e3);
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: shogi-work ours|shunsai|.. count|list|play start:4|matsuri:3|max:2|games N");
    ExitCode::FAILURE
}

/// Returns the result of the task and its minimum time in seconds.
fn run<P: Program>(last: Last, case: &str, times: u32) -> Option<(u64, f64)> {
    let mut work: Box<dyn FnMut() -> u64> = match case.split_once(':') {
        Some((name, depth)) => {
            let sfen = match name {
                "start" => START,
                "matsuri" => MATSURI,
                "max" => MAX,
                _ => return None,
            };
            let depth = depth.parse().ok().filter(|&depth: &u32| depth > 0)?;
            let mut position = P::position(sfen);
            Box::new(move || perft::<P>(&mut position, depth, last))
        }
        None if case == "games" => {
            let mut positions: Vec<P::Position> = GAMES.lines().map(P::position).collect();
            let mut buffer = P::Buffer::default();
            Box::new(move || {
                let mut moves = 0;
                for position in &mut positions {
                    match last {
                        Last::Counted => moves += P::count(position),
                        Last::Listed => moves += P::list(position, &mut buffer),
                        Last::Played => P::each(position, &mut buffer, |_| moves += 1),
                    }
                }
                moves
            })
        }
        None => return None,
    };
    let (mut least, mut result) = (f64::INFINITY, 0);
    for _ in 0..times {
        let start = Instant::now();
        result = work();
        least = least.min(start.elapsed().as_secs_f64());
    }
    Some((result, least))
}
