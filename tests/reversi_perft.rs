//! Perft counts of Reversi compared with reference data.
use reversi_core::{Bitboard, Board, divide, par_perft, perft, perft_every_leaf, perft_free_pass};

struct Row {
    name: String,
    board: Board,
    depth: u32,
    nodes: u64,
    free: u64,
}

fn rows() -> Vec<Row> {
    include_str!("data/reversi/perft.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let discs = |mark| {
                let bits = fields[1].bytes().enumerate().filter(|&(_, b)| b == mark);
                Bitboard::from_bits(bits.fold(0, |sum, (i, _)| sum | 1 << i))
            };
            Row {
                name: fields[0].into(),
                board: Board::new(discs(b'X'), discs(b'O')).unwrap(),
                depth: fields[2].parse().unwrap(),
                nodes: fields[3].parse().unwrap(),
                free: fields[4].parse().unwrap(),
            }
        })
        .collect()
}

fn check(wanted: impl Fn(&Row) -> bool) -> usize {
    let mut checked = 0;
    for row in rows().iter().filter(|row| wanted(row)) {
        let Row { name, board, depth, .. } = row;
        assert_eq!(perft(*board, *depth), row.nodes, "{name} {depth}");
        assert_eq!(perft_free_pass(*board, *depth), row.free, "{name} {depth}, free pass");
        assert_eq!(par_perft(*board, *depth), row.nodes, "{name} {depth}, parallel");
        if row.nodes < 5_000_000 {
            assert_eq!(perft_every_leaf(*board, *depth), row.nodes, "{name} {depth}, every leaf");
            let sum: u64 = divide(*board, *depth).iter().map(|(_, nodes)| nodes).sum();
            assert!(sum == row.nodes || (sum == 0 && board.is_over()), "{name} {depth}, divide");
        }
        checked += 1;
    }
    checked
}

#[test]
fn counts_are_right() {
    assert!(check(|row| row.nodes < 300_000_000) > 40);
}

#[test]
#[ignore = "two billion nodes"]
fn deep_counts_are_right() {
    assert!(check(|row| row.nodes >= 300_000_000) > 0);
}

#[test]
#[ignore = "eighteen billion nodes"]
fn thirteen_plies_from_the_start() {
    assert_eq!(par_perft(Board::START, 13), 18_429_641_748);
}

#[test]
fn depth_zero_and_the_end_count_one() {
    let empty = Board::new(Bitboard::EMPTY, Bitboard::EMPTY).unwrap();
    assert_eq!(perft(Board::START, 0), 1);
    assert_eq!(perft(empty, 9), 1);
    assert_eq!(perft(empty, u32::MAX), 1);
    assert!(divide(empty, 3).is_empty() && divide(Board::START, 0).is_empty());
}
