//! Reading and writing packed positions and training records.
use std::hint::black_box;

use criterion::{Criterion, Throughput};
use shogi_core::Position;
use shogi_core::format::packed::{
    Hcp, Hcpe, PackedSfen, PackedSfenValue, Record, RecordReader, Sample,
};

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
    #[cfg(feature = "rivals")]
    rivals::hcpe(&mut group, &hcpe);
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
    rivals::packed_sfen(&mut group);
    group.finish();

    let packed: Vec<Hcp> = positions.iter().map(|p| Hcp::encode(p).unwrap()).collect();
    let same =
        |(packed, position): (&Hcp, &Position)| packed.decode().unwrap().hash() == position.hash();
    assert!(packed.iter().zip(&positions).all(same));
    let mut group = c.benchmark_group("shogi/hcp");
    group.throughput(Throughput::Elements(packed.len() as u64));
    group.bench_function("pack", |b| {
        b.iter(|| positions.iter().filter(|p| Hcp::encode(black_box(p)).is_ok()).count());
    });
    group.bench_function("unpack", |b| {
        b.iter(|| packed.iter().filter(|p| black_box(p).decode().is_ok()).count());
    });
    #[cfg(feature = "rivals")]
    rivals::hcp(&mut group, &packed);
    group.finish();
}

#[cfg(feature = "rivals")]
mod rivals {
    use std::hint::black_box;

    use criterion::BenchmarkGroup;
    use criterion::measurement::WallTime;
    use rsshogi::board::position::Position;
    use rsshogi::records::formats::hcpe as other;

    use super::{HCPE, Hcp, Sample};

    type Group<'a> = BenchmarkGroup<'a, WallTime>;

    fn positions() -> Vec<Position> {
        super::GAMES.lines().map(|line| Position::from_sfen(line).unwrap()).collect()
    }

    /// Reads records including their positions, as our reader does.
    pub(super) fn hcpe(group: &mut Group<'_>, samples: &[Sample]) {
        let read = |bytes: &mut &[u8]| other::decode_entries(bytes).unwrap();
        let entries = read(&mut &HCPE[..]);
        assert_eq!(entries.len(), samples.len());
        let mut position = positions()[0].clone();
        group.bench_function("hcpe/read/rsshogi", |b| {
            b.iter(|| {
                let entries = read(black_box(&mut &HCPE[..]));
                let good = |entry: &&other::HuffmanCodedPosAndEval| {
                    position.set_huffman_coded_pos(&entry.hcp, 1).is_ok()
                };
                entries.iter().filter(good).count()
            });
        });
        let positions: Vec<Position> = samples
            .iter()
            .map(|sample| Position::from_sfen(&sample.position.to_string()).unwrap())
            .collect();
        group.bench_function("hcpe/write/rsshogi", |b| {
            b.iter(|| {
                let mut bytes = Vec::with_capacity(HCPE.len());
                for (position, entry) in positions.iter().zip(&entries) {
                    let hcp = black_box(position).to_huffman_coded_pos();
                    let entry = other::HuffmanCodedPosAndEval { hcp, ..*entry };
                    bytes.extend_from_slice(&other::encode_entry(&entry));
                }
                bytes.len()
            });
        });
    }

    pub(super) fn hcp(group: &mut Group<'_>, ours: &[Hcp]) {
        let positions = positions();
        let packed: Vec<_> = positions.iter().map(Position::to_huffman_coded_pos).collect();
        assert!(packed.iter().zip(ours).all(|(theirs, ours)| theirs.data == ours.to_bytes()));
        group.bench_function("pack/rsshogi", |b| {
            b.iter(|| {
                positions.iter().filter(|p| black_box(p).try_to_huffman_coded_pos().is_ok()).count()
            });
        });
        let mut position = positions[0].clone();
        group.bench_function("unpack/rsshogi", |b| {
            b.iter(|| {
                packed
                    .iter()
                    .filter(|p| position.set_huffman_coded_pos(black_box(p), 1).is_ok())
                    .count()
            });
        });
    }

    pub(super) fn packed_sfen(group: &mut Group<'_>) {
        let positions = positions();
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
