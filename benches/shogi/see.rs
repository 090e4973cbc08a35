//! Exchange values of every legal move of the positions of four games.
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use shogi_core::{Move, Position};

use super::GAMES;

pub(crate) fn define(c: &mut Criterion) {
    let positions: Vec<Position> = GAMES.lines().map(|line| line.parse().unwrap()).collect();
    let all: Vec<(usize, Move)> = positions
        .iter()
        .enumerate()
        .flat_map(|(n, position)| {
            position.legal_moves().iter().map(move |m| (n, m)).collect::<Vec<_>>()
        })
        .collect();
    let captures: Vec<(usize, Move)> =
        all.iter().copied().filter(|(_, m)| m.is_capture()).collect();
    assert_eq!((positions.len(), all.len()), (618, 65_747));
    let mut group = c.benchmark_group("shogi/see");
    for (name, moves) in [("captures", &captures), ("all", &all)] {
        let good = moves.iter().filter(|&&(n, m)| positions[n].see(m) >= 0).count();
        let threshold =
            || moves.iter().filter(|&&(n, m)| positions[n].see_ge(black_box(m), 0)).count();
        let exact =
            || moves.iter().map(|&(n, m)| i64::from(positions[n].see(black_box(m)))).sum::<i64>();
        assert_eq!(threshold(), good);
        assert!(exact() < 0 || name == "captures");
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(BenchmarkId::new("ge0", name), |b| b.iter(threshold));
        group.bench_function(BenchmarkId::new("exact", name), |b| b.iter(exact));
    }
    group.finish();
}
