//! Packed positions and training records, in and out.
use std::hint::black_box;

use criterion::{Criterion, Throughput};
use shogi_core::format::packed::{Hcpe, PackedSfenValue, Record, RecordReader, Sample};

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
}
