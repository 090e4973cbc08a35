//! Compares random play with `rsshogi`, an independent implementation:
//! `shogi-differential [POSITIONS [SEED]]` [default: a million positions].
//!
//! For every position, the program compares the sets of legal moves, encoded as YaneuraOu's 32-bit
//! moves, and whether the side to move is in check. For every move, it compares whether the move
//! gives check. The program stops with an error at the first difference.
use std::process::ExitCode;

use gamekit_benches::work::{Ours, Program, Rsshogi};
use shogi_core::{Move, MoveList, Position};

const STARTS: [&str; 10] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "8k/9/9/9/9/9/9/9/K8 b PLNSGBRplnsgbr 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
];

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (positions, mut state) = match (numbers.next(), numbers.next()) {
        (None, _) => (1_000_000, 1),
        (Some(Ok(positions)), None) => (positions, 1),
        (Some(Ok(positions)), Some(Ok(seed))) => (positions, seed),
        _ => {
            eprintln!("usage: shogi-differential [POSITIONS [SEED]]");
            return ExitCode::FAILURE;
        }
    };
    state = state.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize
    };
    let (mut seen, mut moves, mut checks, mut games) = (0, 0u64, 0u64, 0usize);
    while seen < positions {
        let sfen = STARTS[games % STARTS.len()];
        games += 1;
        let (mut ours, mut theirs) = (Ours::position(sfen), Rsshogi::position(sfen));
        for _ in 0..400 {
            let mut list = MoveList::new();
            ours.legal_moves_into(&mut list);
            if let Some(difference) = compare(&ours, &theirs, &list, &mut checks) {
                eprintln!("{difference} in\n{ours:?}\n{}", theirs.to_sfen(None));
                return ExitCode::FAILURE;
            }
            seen += 1;
            moves += list.len() as u64;
            if list.is_empty() || seen == positions {
                break;
            }
            let m = list[random() % list.len()];
            let word = rsshogi::types::Move32::from_raw(m.to_yaneuraou32(ours.side()));
            ours.play_unchecked(m);
            theirs.apply_move32(word);
        }
    }
    println!(
        "{seen} positions of {games} games, {moves} moves, {checks} checks: \
         equal move sets and check flags"
    );
    ExitCode::SUCCESS
}

/// Returns a description of the first difference between the two programs, if there is one.
fn compare(
    ours: &Position,
    theirs: &rsshogi::board::Position,
    list: &[Move],
    checks: &mut u64,
) -> Option<String> {
    if ours.is_check() != theirs.is_in_check() {
        return Some("check or not".into());
    }
    let side = ours.side();
    let mut own: Vec<u32> = list.iter().map(|m| m.to_yaneuraou32(side)).collect();
    let mut buffer = rsshogi::board::Move32List::new();
    rsshogi::board::generate_legal_all_move32(theirs, &mut buffer);
    let mut other: Vec<u32> = buffer.iter().map(|m| m.raw()).collect();
    own.sort_unstable();
    other.sort_unstable();
    if own != other {
        let differs = |a: &[u32], b: &[u32]| a.iter().copied().find(|m| !b.contains(m));
        return Some(format!(
            "ours alone {:x?}, theirs alone {:x?}",
            differs(&own, &other),
            differs(&other, &own)
        ));
    }
    for &m in list {
        let gives = ours.gives_check(m);
        *checks += u64::from(gives);
        let word = rsshogi::types::Move32::from_raw(m.to_yaneuraou32(side));
        if gives != theirs.gives_check_move32(word) {
            return Some(format!("whether {m} gives check"));
        }
    }
    let checking = ours.checks();
    if checking.len() != list.iter().filter(|&&m| ours.gives_check(m)).count() {
        return Some("the list of checks".into());
    }
    None
}
