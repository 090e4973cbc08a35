//! SFEN in and out.
use std::hint::black_box;

use criterion::{Criterion, Throughput};
use shogi_core::Position;
use shogi_core::format::sfen;

use super::GAMES;

pub(crate) fn define(c: &mut Criterion) {
    let lines: Vec<&str> = GAMES.lines().collect();
    let positions: Vec<Position> = lines.iter().map(|line| line.parse().unwrap()).collect();
    for (line, position) in lines.iter().zip(&positions) {
        assert_eq!(&*sfen::encode(position), *line);
    }
    let mut group = c.benchmark_group("shogi/sfen");
    group.throughput(Throughput::Elements(lines.len() as u64));
    group.bench_function("parse", |b| {
        b.iter(|| {
            lines.iter().map(|line| sfen::parse(black_box(line)).unwrap().ply()).sum::<u32>()
        });
    });
    group.bench_function("print", |b| {
        b.iter(|| positions.iter().map(|p| sfen::encode(black_box(p)).len()).sum::<usize>());
    });
    group.finish();
}
