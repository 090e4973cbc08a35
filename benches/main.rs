//! The criterion binary. Benchmark ids are `game/topic/case`.
use criterion::Criterion;

mod cross;
mod reversi;
mod shogi;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    reversi::define(&mut criterion);
    shogi::define(&mut criterion);
    let table = cross::define(&mut criterion);
    criterion.final_summary();
    print!("{table}");
}
