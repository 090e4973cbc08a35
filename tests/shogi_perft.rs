//! Compares counts and move lists with the results of other programs.

#[path = "support/shogi.rs"]
mod support;

use shogi_core::{PerftTable, Position, divide, par_perft, perft, perft_hashed};
use support::position;

const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
const SPARSE: &str = "7k1/9/9/9/l2s5/6snb/9/9/8K b 2G 1";

/// Counts the leaves of the tree. The moves of the last ply are listed and, if `plays_last` is set,
/// also played.
fn slow_perft(position: &mut Position, depth: u32, plays_last: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 && !plays_last {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for m in moves {
        let undo = position.play_unchecked(m);
        leaves += slow_perft(position, depth - 1, plays_last);
        position.undo(m, undo);
    }
    leaves
}

fn check(position: &Position, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(position, depth), count, "counted, depth {depth} of\n{position:?}");
        if count < 1_000_000 {
            let mut position = position.clone();
            assert_eq!(slow_perft(&mut position, depth, false), count, "listed, depth {depth}");
            assert_eq!(slow_perft(&mut position, depth, true), count, "played, depth {depth}");
        }
    }
}

#[test]
fn known_counts() {
    check(&Position::start(), &[30, 900, 25_470, 719_731, 19_861_490]);
    check(&position(MATSURI), &[207, 28_684, 4_809_015]);
    check(&position(MOST_MOVES), &[593, 105_677, 53_393_368]);
    check(&position(SPARSE), &[76, 2_606, 201_658, 6_768_869]);
}

#[test]
#[ignore = "deep: a minute in a release build"]
fn known_deep_counts() {
    assert_eq!(perft(&Position::start(), 6), 547_581_517);
    assert_eq!(perft(&Position::start(), 7), 15_086_269_607);
    assert_eq!(perft(&position(MATSURI), 4), 516_925_165);
}

/// Checks the rows `name sfen depth nodes ..` whose number of nodes is between two limits.
fn table(most: u64, least: u64) {
    for row in include_str!("data/shogi/perft.tsv").lines().filter(|row| !row.starts_with('#')) {
        let field: Vec<&str> = row.split('\t').collect();
        let (depth, nodes): (u32, u64) = (field[2].parse().unwrap(), field[3].parse().unwrap());
        if least <= nodes && nodes < most {
            assert_eq!(perft(&position(field[1]), depth), nodes, "{row}");
        }
    }
    let named: serde_json::Value =
        serde_json::from_str(include_str!("data/shogi/perft_named.json")).unwrap();
    for (name, entry) in named.as_object().unwrap() {
        for (depth, nodes) in entry["depths"].as_object().unwrap() {
            let nodes = nodes.as_u64().unwrap();
            if least <= nodes && nodes < most {
                let sfen = entry["sfen"].as_str().unwrap();
                assert_eq!(perft(&position(sfen), depth.parse().unwrap()), nodes, "{name} {depth}");
            }
        }
    }
}

#[test]
fn published_tables() {
    table(60_000_000, 0);
}

#[test]
#[ignore = "deep: a minute in a release build"]
fn published_tables_deep() {
    table(u64::MAX, 60_000_000);
}

#[test]
fn other_ways_of_counting_agree() {
    let mut table = PerftTable::new(1 << 14);
    for (sfen, depth) in [(MATSURI, 3), (SPARSE, 4), (MOST_MOVES, 2)] {
        let position = position(sfen);
        let nodes = perft(&position, depth);
        assert_eq!(par_perft(&position, depth), nodes, "{sfen}");
        assert_eq!(perft_hashed(&position, depth, &mut table), nodes, "{sfen}");
        let divided = divide(&position, depth);
        assert_eq!(divided.len(), position.count_moves());
        assert_eq!(divided.iter().map(|&(_, nodes)| nodes).sum::<u64>(), nodes, "{sfen}");
    }
    assert_eq!(perft_hashed(&Position::start(), 5, &mut table), 19_861_490);
    assert_eq!(par_perft(&Position::start(), 0), 1);
    assert_eq!((perft(&Position::start(), 0), divide(&Position::start(), 0).len()), (1, 0));
}

#[test]
fn single_ply_table() {
    let mut rows = 0;
    for row in include_str!("data/shogi/perft_depth1.tsv").lines().filter(|r| !r.starts_with('#')) {
        let field: Vec<&str> = row.split('\t').collect();
        let position = position(field[0]);
        let nodes: usize = field[2].parse().unwrap();
        assert_eq!((field[1], position.count_moves()), ("1", nodes), "{row}");
        assert_eq!(position.legal_moves().len(), nodes, "{row}");
        rows += 1;
    }
    assert!(rows > 100);
}

/// Compares the generated moves of every row with its list, in any order.
fn lists(rows: &str, generate: impl Fn(&Position) -> Vec<String>) {
    let mut seen = 0;
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let field: Vec<&str> = row.split('\t').collect();
        let mut expected: Vec<&str> = field.get(2).map_or(Vec::new(), |f| f.split(' ').collect());
        expected.retain(|m| !m.is_empty());
        let mut generated = generate(&position(field[0]));
        generated.sort_unstable();
        expected.sort_unstable();
        assert_eq!(generated, expected, "{}", field[0]);
        assert_eq!(field[1], expected.len().to_string());
        seen += 1;
    }
    assert_eq!(seen, 2_500);
}

#[test]
fn legal_moves_of_2500_positions() {
    lists(include_str!("data/shogi/legal_moves.tsv"), |position| {
        position.legal_moves().iter().map(|m| m.to_string()).collect()
    });
}

#[test]
fn checking_moves_of_2500_positions() {
    lists(include_str!("data/shogi/checking_moves.tsv"), |position| {
        position.checks().iter().map(|m| m.to_string()).collect()
    });
}
