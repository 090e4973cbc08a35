//! Reading and writing SFENs.
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
            lines
                .iter()
                .map(|line| black_box(line).parse::<Position>().unwrap().move_number())
                .sum::<u32>()
        });
    });
    group.bench_function("print", |b| {
        b.iter(|| positions.iter().map(|p| sfen::encode(black_box(p)).len()).sum::<usize>());
    });
    #[cfg(feature = "rivals")]
    rivals::define(&mut group, &lines);
    group.finish();
}

#[cfg(feature = "rivals")]
mod rivals {
    use std::hint::black_box;

    use criterion::BenchmarkGroup;
    use criterion::measurement::WallTime;
    use gamekit_benches::work::{Program, Shogi, Shunsai};
    use haitaka::Board;
    use rsshogi::board::position::Position;

    pub(super) fn define(group: &mut BenchmarkGroup<'_, WallTime>, lines: &[&str]) {
        let boards: Vec<Board> = lines.iter().map(|line| Board::from_sfen(line).unwrap()).collect();
        let positions: Vec<Position> =
            lines.iter().map(|line| Position::from_sfen(line).unwrap()).collect();
        // Writing is not measured for this package, because it stores the text when it reads a
        // position and only copies the text.
        for line in lines {
            let text = Shogi::position(line).into_inner().to_sfen();
            assert_eq!(
                shogi_core::format::sfen::parse(&text, shogi_core::format::record::Mode::Lenient)
                    .unwrap()
                    .0
                    .to_string(),
                *line
            );
        }
        group.bench_function("parse/shogi", |b| {
            let mut position = shogi::Position::new();
            b.iter(|| {
                lines.iter().filter(|line| position.set_sfen(black_box(line)).is_ok()).count()
            });
        });
        // This package cannot read or write SFENs. `shogi_usi_parser` reads SFENs for this package.
        group.bench_function("parse/shunsai", |b| {
            b.iter(|| {
                lines
                    .iter()
                    .map(|line| Shunsai::position(black_box(line)).in_check() as usize)
                    .sum::<usize>()
            });
        });
        group.bench_function("parse/haitaka", |b| {
            b.iter(|| {
                lines.iter().filter(|line| Board::from_sfen(black_box(line)).is_ok()).count()
            });
        });
        group.bench_function("parse/rsshogi", |b| {
            b.iter(|| {
                lines.iter().filter(|line| Position::from_sfen(black_box(line)).is_ok()).count()
            });
        });
        group.bench_function("print/haitaka", |b| {
            b.iter(|| boards.iter().map(|p| black_box(p).to_string().len()).sum::<usize>());
        });
        group.bench_function("print/rsshogi", |b| {
            b.iter(|| positions.iter().map(|p| black_box(p).to_sfen(None).len()).sum::<usize>());
        });
    }
}
