//! Start-up time: a separate process reads the start position, lists its moves and exits.
//!
//! All programs are in one binary and run in turn, so the size of the binary and changes of the
//! machine's speed affect all programs equally. Criterion measures a round of all programs; the
//! order changes from round to round. The benchmark then prints the minimum and the median time of
//! each program. The package `shogi` takes thirty times as long as the others and is measured
//! separately.
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use criterion::Criterion;

#[cfg(not(feature = "rivals"))]
const PROGRAMS: &[&str] = &["ours"];
#[cfg(feature = "rivals")]
const PROGRAMS: &[&str] = &["ours", "shunsai", "haitaka", "rsshogi"];

pub(crate) fn define(c: &mut Criterion) {
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); PROGRAMS.len()];
    let mut rounds = 0;
    let mut group = c.benchmark_group("shogi/start-up");
    PROGRAMS.iter().for_each(|who| assert_moves(who));
    group.bench_function("round", |b| {
        b.iter_custom(|count| {
            let begun = Instant::now();
            for _ in 0..count {
                rounds += 1;
                for turn in rounds..rounds + PROGRAMS.len() {
                    let who = turn % PROGRAMS.len();
                    times[who].push(start(PROGRAMS[who]));
                }
            }
            begun.elapsed()
        });
    });
    #[cfg(feature = "rivals")]
    {
        assert_moves("shogi");
        group.sample_size(20).bench_function("shogi", |b| {
            b.iter_custom(|count| (0..count).map(|_| start("shogi")).sum());
        });
    }
    group.finish();
    // With one round, the run only checks the answers. With no round, another benchmark was
    // selected.
    if rounds > 1 {
        for (who, times) in PROGRAMS.iter().zip(&mut times) {
            times.sort_unstable();
            let (least, middle) = (times[0], times[times.len() / 2]);
            println!("{who:8} {rounds} starts: minimum {least:.1?}, median {middle:.1?}");
        }
        println!();
    }
}

fn command(who: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shogi-work"));
    command.args([who, "list", "start:1", "1"]);
    command
}

fn start(who: &str) -> Duration {
    let mut command = command(who);
    command.stdout(Stdio::null());
    let begun = Instant::now();
    let status = command.status().expect("the program of this package");
    let time = begun.elapsed();
    assert!(status.success());
    time
}

/// Checks that the program does its task.
fn assert_moves(who: &str) {
    let said = String::from_utf8(command(who).output().unwrap().stdout).unwrap();
    assert!(said.starts_with(&format!("{who} list start:1: 30 in ")), "{said}");
}
