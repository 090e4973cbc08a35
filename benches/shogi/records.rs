//! Measures reading and writing of ten professional game records, in games per second.
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use shogi_core::Game;
use shogi_core::format::record::Mode;
use shogi_core::format::{csa, kif};

const GAMES: [&str; 10] = [
    include_str!("../../tests/data/shogi/records/csa-pro/kifu09136.csa"),
    include_str!("../../tests/data/shogi/records/csa-pro/kifu10616.csa"),
    include_str!("../../tests/data/shogi/records/csa-pro/kifu11058.csa"),
    include_str!("../../tests/data/shogi/records/csa-pro/kifu15093.csa"),
    include_str!("../../tests/data/shogi/records/csa-pro/kifu17409.csa"),
    include_str!("../../tests/data/shogi/records/csa-pro/kifu20023.csa"),
    include_str!("../../tests/data/shogi/records/csa-pro/kifu25654.csa"),
    include_str!("../../tests/data/shogi/records/csa-pro/kifu29397.csa"),
    include_str!("../../tests/data/shogi/records/csa-pro/kifu32335.csa"),
    include_str!("../../tests/data/shogi/records/csa-pro/kifu47094.csa"),
];

fn game(text: &str) -> Game {
    csa::parse(text, Mode::Strict).unwrap().game
}

pub(crate) fn define(c: &mut Criterion) {
    let games: Vec<Game> = GAMES.iter().map(|text| game(text)).collect();
    let moves: usize = games.iter().map(|game| game.moves().count()).sum();
    assert_eq!(moves, 1274);
    // Remove header and comments, because the `csa` package cannot read all of them.
    let bare = |text: &str| {
        let kept = |line: &&str| line.starts_with(['V', 'P', '+', '-', 'T', '%']);
        text.lines().filter(kept).collect::<Vec<_>>().join("\n") + "\n"
    };
    let csa: Vec<String> = games.iter().map(|game| bare(&csa::write(game).text)).collect();
    let kif: Vec<String> = games.iter().map(|game| kif::write(game).text).collect();
    for (game, text) in games.iter().zip(&kif) {
        assert_eq!(&kif::parse(text, Mode::Strict).unwrap().game, game);
    }
    let all = Throughput::Elements(games.len() as u64);

    let mut group = c.benchmark_group("shogi/records/csa-read");
    group.throughput(all.clone());
    group.bench_function(BenchmarkId::from_parameter("ours"), |b| {
        b.iter(|| csa.iter().map(|text| game(black_box(text)).node_count()).sum::<usize>());
    });
    #[cfg(feature = "rivals")]
    rivals::csa_read(&mut group, &csa, moves);
    group.finish();

    let mut group = c.benchmark_group("shogi/records/csa-write");
    group.throughput(all.clone());
    group.bench_function(BenchmarkId::from_parameter("ours"), |b| {
        b.iter(|| games.iter().map(|game| csa::write(black_box(game)).text.len()).sum::<usize>());
    });
    #[cfg(feature = "rivals")]
    rivals::csa_write(&mut group, &csa);
    group.finish();

    let mut group = c.benchmark_group("shogi/records/kif-read");
    group.throughput(all.clone());
    group.bench_function(BenchmarkId::from_parameter("ours"), |b| {
        b.iter(|| {
            let read = |text| kif::parse(black_box(text), Mode::Strict).unwrap();
            kif.iter().map(|text| read(text).game.node_count()).sum::<usize>()
        });
    });
    #[cfg(feature = "rivals")]
    rivals::kif_read(&mut group, &kif, moves);
    group.finish();

    let mut group = c.benchmark_group("shogi/records/kif-write");
    group.throughput(all);
    group.bench_function(BenchmarkId::from_parameter("ours"), |b| {
        b.iter(|| games.iter().map(|game| kif::write(black_box(game)).text.len()).sum::<usize>());
    });
    #[cfg(feature = "rivals")]
    rivals::kif_write(&mut group, &kif);
    group.finish();
}

/// Reads the same records with other packages. The `csa` package does not replay the moves;
/// `rsshogi` does.
#[cfg(feature = "rivals")]
mod rivals {
    use std::hint::black_box;

    use criterion::measurement::WallTime;
    use criterion::{BenchmarkGroup, BenchmarkId};
    use rsshogi::records::formats::{csa as other_csa, kif as other_kif};

    type Group<'a> = BenchmarkGroup<'a, WallTime>;

    pub(super) fn csa_read(group: &mut Group<'_>, texts: &[String], moves: usize) {
        let rsshogi = |text: &str| other_csa::parse_csa_str(text).unwrap();
        let found: usize = texts.iter().map(|text| rsshogi(text).main_moves().count()).sum();
        assert_eq!(found, moves);
        group.bench_function(BenchmarkId::from_parameter("rsshogi"), |b| {
            b.iter(|| texts.iter().map(|text| rsshogi(black_box(text))).filter(|_| true).count());
        });
        let plain = |text: &str| ::csa::parse_csa(text).unwrap();
        let found: usize = texts
            .iter()
            .flat_map(|text| plain(text).moves)
            .filter(|record| matches!(record.action, ::csa::Action::Move(..)))
            .count();
        assert_eq!(found, moves);
        group.bench_function(BenchmarkId::from_parameter("csa"), |b| {
            b.iter(|| texts.iter().map(|text| plain(black_box(text)).moves.len()).sum::<usize>());
        });
    }

    pub(super) fn csa_write(group: &mut Group<'_>, texts: &[String]) {
        let records: Vec<_> =
            texts.iter().map(|text| other_csa::parse_csa_str(text).unwrap()).collect();
        group.bench_function(BenchmarkId::from_parameter("rsshogi"), |b| {
            b.iter(|| {
                let write = |record| other_csa::export_csa(black_box(record)).unwrap().len();
                records.iter().map(write).sum::<usize>()
            });
        });
        let records: Vec<_> = texts.iter().map(|text| ::csa::parse_csa(text).unwrap()).collect();
        group.bench_function(BenchmarkId::from_parameter("csa"), |b| {
            b.iter(|| records.iter().map(|r| black_box(r).to_string().len()).sum::<usize>());
        });
    }

    pub(super) fn kif_read(group: &mut Group<'_>, texts: &[String], moves: usize) {
        let rsshogi = |text: &str| other_kif::parse_kif_str(text).unwrap();
        let found: usize = texts.iter().map(|text| rsshogi(text).main_moves().count()).sum();
        assert_eq!(found, moves);
        group.bench_function(BenchmarkId::from_parameter("rsshogi"), |b| {
            b.iter(|| texts.iter().map(|text| rsshogi(black_box(text))).filter(|_| true).count());
        });
    }

    pub(super) fn kif_write(group: &mut Group<'_>, texts: &[String]) {
        let records: Vec<_> =
            texts.iter().map(|text| other_kif::parse_kif_str(text).unwrap()).collect();
        group.bench_function(BenchmarkId::from_parameter("rsshogi"), |b| {
            b.iter(|| {
                let write = |record| other_kif::export_kif(black_box(record)).unwrap().len();
                records.iter().map(write).sum::<usize>()
            });
        });
    }
}
