//! Trees with the last ply counted, listed and played, compared with other packages. All programs
//! run the same loop.
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use gamekit_benches::work::{Last, Ours, Program, perft};
use std::hint::black_box;

use super::{MATSURI, MAX, START};

/// The name, the SFEN, and two pairs of a depth and the number of leaves. The first pair is for
/// counting or listing the last ply, the second for playing it.
const TREES: [(&str, &str, u32, u64, u32, u64); 3] = [
    ("start", START, 4, 719_731, 3, 25_470),
    ("matsuri", MATSURI, 3, 4_809_015, 2, 28_684),
    ("max593", MAX, 2, 105_677, 2, 105_677),
];

pub(crate) fn define(c: &mut Criterion) {
    for (case, sfen, depth, leaves, played_depth, played_leaves) in TREES {
        for last in [Last::Counted, Last::Listed, Last::Played] {
            let (depth, leaves) = match last {
                Last::Played => (played_depth, played_leaves),
                _ => (depth, leaves),
            };
            let work = format!("{last:?}").to_lowercase();
            let mut group = c.benchmark_group(format!("shogi/perft/{case}-{depth}-{work}"));
            group.throughput(Throughput::Elements(leaves)).sample_size(20);
            let tree = Tree { sfen, depth, leaves, last };
            tree.bench::<Ours>(&mut group);
            #[cfg(feature = "rivals")]
            {
                use gamekit_benches::work::{Haitaka, Rsshogi, Shogi, Shunsai};
                tree.bench::<Shunsai>(&mut group);
                tree.bench::<Haitaka>(&mut group);
                tree.bench::<Rsshogi>(&mut group);
                // This package tries moves one by one, so a small tree is sufficient.
                if tree.leaves < 30_000 {
                    tree.bench::<Shogi>(&mut group);
                }
            }
            group.finish();
        }
    }
    let mut group = c.benchmark_group("shogi/perft/start-5");
    let start = Ours::position(START);
    let mut table = shogi_core::PerftTable::new(1 << 16);
    assert_eq!(shogi_core::par_perft(&start, 5), 19_861_490);
    assert_eq!(shogi_core::perft_hashed(&start, 5, &mut table), 19_861_490);
    group.throughput(Throughput::Elements(19_861_490)).sample_size(10);
    group.bench_function("one-thread", |b| b.iter(|| shogi_core::perft(black_box(&start), 5)));
    group.bench_function("all-threads", |b| b.iter(|| shogi_core::par_perft(black_box(&start), 5)));
    group.bench_function("hashed", |b| {
        b.iter(|| {
            let mut table = shogi_core::PerftTable::new(1 << 16);
            shogi_core::perft_hashed(black_box(&start), 5, &mut table)
        });
    });
    group.finish();
}

struct Tree {
    sfen: &'static str,
    depth: u32,
    leaves: u64,
    last: Last,
}

impl Tree {
    fn bench<P: Program>(&self, group: &mut BenchmarkGroup<'_, WallTime>) {
        let mut position = P::position(self.sfen);
        assert_eq!(perft::<P>(&mut position, self.depth, self.last), self.leaves, "{}", P::NAME);
        group.bench_function(P::NAME, |b| {
            b.iter(|| perft::<P>(black_box(&mut position), self.depth, self.last));
        });
    }
}
