//! Packed positions and training records, in and out.
use std::hint::black_box;

use criterion::{Criterion, Throughput};
use shogi_core::Position;
use shogi_core::format::packed::{Hcpe, PackedSfen, PackedSfenValue, Record, RecordReader, Sample};

use super::GAMES;

const PSV: &[u8] = include_bytes!("../../tests/data/shogi/packed/sample.psv");
const HCPE: &[u8] = include_bytes!("../../tests/data/shogi/packed/sample.hcpe");

fn samples<T: Record>(bytes: &[u8]) -> Vec<Sample> {
    let mut reader = RecordReader::<_, T>::new(bytes);
    std::iter::from_fn(|| reader.next_sample()).map(Result::unwrap).collect()
}

fn bytes<T: Record>(samples: &[Sample]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(samples.len() * T::SIZE);
    for sample in samples {
        T::from_sample(sample).unwrap().append_to(&mut bytes);
    }
    bytes
}

pub(crate) fn define(c: &mut Criterion) {
    let (psv, hcpe) = (samples::<PackedSfenValue>(PSV), samples::<Hcpe>(HCPE));
    assert_eq!((psv.len(), hcpe.len()), (948, 948));
    assert!(bytes::<PackedSfenValue>(&psv) == PSV && bytes::<Hcpe>(&hcpe) == HCPE);
    let mut group = c.benchmark_group("shogi/packed");
    group.throughput(Throughput::Elements(psv.len() as u64));
    group.bench_function("psv/read", |b| b.iter(|| samples::<PackedSfenValue>(black_box(PSV))));
    group.bench_function("psv/write", |b| b.iter(|| bytes::<PackedSfenValue>(black_box(&psv))));
    group.bench_function("hcpe/read", |b| b.iter(|| samples::<Hcpe>(black_box(HCPE))));
    group.bench_function("hcpe/write", |b| b.iter(|| bytes::<Hcpe>(black_box(&hcpe))));
    group.finish();

    let positions: Vec<Position> = GAMES.lines().map(|line| line.parse().unwrap()).collect();
    let packed: Vec<PackedSfen> =
        positions.iter().map(|position| PackedSfen::encode(position).unwrap()).collect();
    assert!(
        packed
            .iter()
            .zip(&positions)
            .all(|(packed, position)| { packed.decode().unwrap().hash() == position.hash() })
    );
    let mut group = c.benchmark_group("shogi/packed-sfen");
    group.throughput(Throughput::Elements(packed.len() as u64));
    group.bench_function("pack", |b| {
        b.iter(|| positions.iter().filter(|p| PackedSfen::encode(black_box(p)).is_ok()).count());
    });
    group.bench_function("unpack", |b| {
        b.iter(|| packed.iter().filter(|p| black_box(p).decode().is_ok()).count());
    });
    #[cfg(feature = "rivals")]
    rivals::define(&mut group);
    group.finish();
}

#[cfg(feature = "rivals")]
mod rivals {
    use std::hint::black_box;

    use criterion::BenchmarkGroup;
    use criterion::measurement::WallTime;
    use rsshogi::board::position::Position;

    pub(super) fn define(group: &mut BenchmarkGroup<'_, WallTime>) {
        let positions: Vec<Position> =
            super::GAMES.lines().map(|line| Position::from_sfen(line).unwrap()).collect();
        let packed: Vec<_> = positions.iter().map(Position::to_packed_sfen).collect();
        group.bench_function("pack/rsshogi", |b| {
            b.iter(|| {
                positions.iter().filter(|p| black_box(p).try_to_packed_sfen().is_ok()).count()
            });
        });
        let mut position = positions[0].clone();
        group.bench_function("unpack/rsshogi", |b| {
            b.iter(|| {
                packed
                    .iter()
                    .filter(|p| position.set_packed_sfen(black_box(p), false, 1).is_ok())
                    .count()
            });
        });
    }
}
