//! Measures play and undo, copying and hashing a position, and building a position from a setup.
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use gamekit_benches::work::{Ours, Program};
use shogi_core::{Flaws, Position};
use std::hint::black_box;

use super::{GAMES, START};

pub(crate) fn define(c: &mut Criterion) {
    let mut group = c.benchmark_group("shogi/play-undo/games618");
    group.throughput(Throughput::Elements(65_747));
    bench::<Ours>(&mut group);
    #[cfg(feature = "rivals")]
    {
        use gamekit_benches::work::{Haitaka, Rsshogi, Shogi, Shunsai};
        bench::<Shunsai>(&mut group);
        bench::<Haitaka>(&mut group);
        bench::<Rsshogi>(&mut group);
        bench::<Shogi>(&mut group);
    }
    let positions: Vec<Position> = GAMES.lines().map(Ours::position).collect();
    let after = |position: &Position| -> u64 {
        position.legal_moves().iter().map(|m| position.after(m).hash() & 1).sum()
    };
    group.bench_function("ours-copying", |b| {
        b.iter(|| positions.iter().map(|p| after(black_box(p))).sum::<u64>());
    });
    group.finish();

    let mut group = c.benchmark_group("shogi/position");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let setups: Vec<_> = positions.iter().map(Position::to_setup).collect();
    group.bench_function("from-setup", |b| {
        b.iter(|| {
            let place = |setup: &shogi_core::Setup| {
                Position::from_setup_allowing(setup.clone(), Flaws::NONE).unwrap().hash()
            };
            setups.iter().map(|setup| place(black_box(setup)) & 1).sum::<u64>()
        });
    });
    group.bench_function("hash-128", |b| {
        b.iter(|| {
            positions.iter().map(|p| (black_box(p).hash_128() >> 64) as u64 & 1).sum::<u64>()
        });
    });
    group.bench_function("checkers-and-pins", |b| {
        b.iter(|| {
            let pins = |p: &Position| p.checkers().len() + p.pinned(p.side()).len();
            positions.iter().map(|p| pins(black_box(p))).sum::<u32>()
        });
    });
    group.finish();
    c.bench_function("shogi/position/start-up", |b| {
        b.iter(|| black_box(Ours::position(black_box(START))).count_moves());
    });
}

fn bench<P: Program>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let mut positions: Vec<P::Position> = GAMES.lines().map(P::position).collect();
    let mut buffer = P::Buffer::default();
    let mut play_all = move || {
        let mut played = 0u64;
        for position in &mut positions {
            P::each(position, &mut buffer, |next| {
                black_box(next);
                played += 1;
            });
        }
        played
    };
    assert_eq!(play_all(), 65_747, "{}", P::NAME);
    group.bench_function(P::NAME, |b| b.iter(&mut play_all));
}
