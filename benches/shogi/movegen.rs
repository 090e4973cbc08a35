//! Lists and counts of moves, position by position, compared with other packages.
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use gamekit_benches::work::{Ours, Program};
use shogi_core::{MoveList, Position};
use std::hint::black_box;

use super::{GAMES, MATSURI, MAX, START};

pub(crate) fn define(c: &mut Criterion) {
    let games: Vec<&str> = GAMES.lines().collect();
    for (case, sfens, moves) in [
        ("games618", games, 65_747),
        ("start", vec![START], 30),
        ("matsuri", vec![MATSURI], 207),
        ("max593", vec![MAX], 593),
    ] {
        let mut group = c.benchmark_group(format!("shogi/moves/{case}"));
        group.throughput(Throughput::Elements(sfens.len() as u64));
        bench::<Ours>(&mut group, &sfens, moves);
        #[cfg(feature = "rivals")]
        {
            use gamekit_benches::work::{Haitaka, Rsshogi, Shogi, Shunsai};
            bench::<Shunsai>(&mut group, &sfens, moves);
            bench::<Haitaka>(&mut group, &sfens, moves);
            bench::<Rsshogi>(&mut group, &sfens, moves);
            bench::<Shogi>(&mut group, &sfens, moves);
        }
        group.finish();
    }
    kinds(c);
}

fn bench<P: Program>(group: &mut BenchmarkGroup<'_, WallTime>, sfens: &[&str], moves: u64) {
    let positions: Vec<P::Position> = sfens.iter().map(|sfen| P::position(sfen)).collect();
    let mut buffer = P::Buffer::default();
    assert_eq!(positions.iter().map(P::count).sum::<u64>(), moves, "{}", P::NAME);
    assert_eq!(positions.iter().map(|p| P::list(p, &mut buffer)).sum::<u64>(), moves);
    group.bench_function(format!("list/{}", P::NAME), |b| {
        b.iter(|| positions.iter().map(|p| P::list(black_box(p), &mut buffer)).sum::<u64>());
    });
    group.bench_function(format!("count/{}", P::NAME), |b| {
        b.iter(|| positions.iter().map(|p| P::count(black_box(p))).sum::<u64>());
    });
}

/// Measures the special move lists, and the legality check of each move.
fn kinds(c: &mut Criterion) {
    let positions: Vec<Position> = GAMES.lines().map(Ours::position).collect();
    let mut group = c.benchmark_group("shogi/moves/games618");
    group.throughput(Throughput::Elements(positions.len() as u64));
    type Generate = fn(&Position) -> MoveList;
    let kinds: [(&str, Generate, usize); 6] = [
        ("captures", Position::captures, 0),
        ("quiets", Position::quiets, 0),
        ("drops", Position::drops, 0),
        ("checks", Position::checks, 0),
        ("engine", Position::engine_moves, 0),
        ("all-by-value", Position::legal_moves, 65_747),
    ];
    for (name, generate, expected) in kinds {
        let moves: usize = positions.iter().map(|p| generate(p).len()).sum();
        assert!(moves > 0 && (expected == 0 || moves == expected), "{name}: {moves}");
        group.bench_function(name, |b| {
            b.iter(|| positions.iter().map(|p| generate(black_box(p)).len()).sum::<usize>());
        });
    }
    group.bench_function("has", |b| {
        b.iter(|| positions.iter().filter(|p| black_box(p).has_moves()).count());
    });
    let lists: Vec<MoveList> = positions.iter().map(Position::legal_moves).collect();
    let pairs =
        || positions.iter().zip(&lists).flat_map(|(p, list)| list.iter().map(move |m| (p, m)));
    assert!(pairs().all(|(position, m)| position.is_legal(m)));
    group.throughput(Throughput::Elements(65_747));
    // Sum over all positions, as in the other programs.
    let legal = || {
        let ask = |(p, list): (&Position, &MoveList)| {
            list.iter().filter(|&m| p.is_legal(black_box(m))).count()
        };
        positions.iter().zip(&lists).map(ask).sum::<usize>()
    };
    assert_eq!(legal(), 65_747);
    group.bench_function("is-legal", |b| b.iter(legal));
    #[cfg(feature = "rivals")]
    rivals::is_legal(&mut group);
    group.bench_function("is-pseudo-legal", |b| {
        b.iter(|| pairs().filter(|&(p, m)| p.is_pseudo_legal(black_box(m))).count());
    });
    group.bench_function("gives-check", |b| {
        b.iter(|| pairs().filter(|&(p, m)| p.gives_check(black_box(m))).count());
    });
    group.finish();
}

/// Measures the legality check of other packages for every legal move. `shunsai` has no such check.
#[cfg(feature = "rivals")]
mod rivals {
    use std::hint::black_box;

    use criterion::BenchmarkGroup;
    use criterion::measurement::WallTime;
    use gamekit_benches::work::{Haitaka, Program, Rsshogi};

    use super::GAMES;

    pub(super) fn is_legal(group: &mut BenchmarkGroup<'_, WallTime>) {
        let listed = |line| {
            let position = Haitaka::position(line);
            let mut moves = Vec::new();
            Haitaka::list(&position, &mut moves);
            (position, moves)
        };
        let all: Vec<_> = GAMES.lines().map(listed).collect();
        let legal = || {
            let ask = |(position, moves): &(haitaka::Board, Vec<haitaka::Move>)| {
                moves.iter().filter(|&&m| position.is_legal(black_box(m))).count()
            };
            all.iter().map(ask).sum::<usize>()
        };
        assert_eq!(legal(), 65_747);
        group.bench_function("is-legal/haitaka", |b| b.iter(legal));

        let listed = |line| {
            let position = Rsshogi::position(line);
            let mut moves = rsshogi::board::Move32List::new();
            Rsshogi::list(&position, &mut moves);
            (position, moves.iter().copied().collect::<Vec<_>>())
        };
        let all: Vec<_> = GAMES.lines().map(listed).collect();
        let legal = || {
            let ask = |(position, moves): &(rsshogi::board::Position, Vec<_>)| {
                moves.iter().filter(|&&m| position.is_legal_move32(black_box(m))).count()
            };
            all.iter().map(ask).sum::<usize>()
        };
        assert_eq!(legal(), 65_747);
        group.bench_function("is-legal/rsshogi", |b| b.iter(legal));
    }
}
