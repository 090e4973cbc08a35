//! Rules other than moves: repetition, declarations and short mates, compared with results computed
//! from scratch.
//!
//! The input is a position line (or an empty line for the start position), then a byte for each
//! turn. If the byte is above 127, the mover repeats its move of four turns ago, if possible.
#![no_main]
use gamekit_fuzz::start::start;
use libfuzzer_sys::fuzz_target;
use shogi_core::mate::{Limits, Options, Outcome, Solver};
use shogi_core::{
    Color, Declaration, Flaws, History, Move, MoveList, PieceKind, Position, Repetition, Setup,
    Square, impasse_points, missing_points,
};

fuzz_target!(|bytes: &[u8]| {
    let (mut position, turns) = start(bytes);
    let mut history = History::new(&position);
    let mut past = vec![entry(&position)];
    let mut played: Vec<Move> = Vec::new();
    let mut list = MoveList::new();
    for &turn in turns.iter().take(80) {
        position.legal_moves_into(&mut list);
        let before = played.len().checked_sub(4).map(|at| played[at]);
        let m = match before {
            Some(m) if turn >= 128 && list.contains(&m) => m,
            _ => {
                let Some(&m) = list.get(usize::from(turn) * 5 % list.len().max(1)) else { break };
                m
            }
        };
        position.play(m).expect("a legal move");
        played.push(m);
        past.push(entry(&position));
        assert_eq!(history.push(&position), repetition(&past));
        if turn % 32 == 31 {
            // Undo the move and play it again.
            assert!(history.pop());
            assert_eq!(history.state(), repetition(&past[..past.len() - 1]));
            assert_eq!(history.push(&position), repetition(&past));
        }
    }
    assert_eq!(history.len(), past.len());
    declaration(&position);
    mates(&position);
});

/// Returns the position without its move number, and whether the side to move is in check.
fn entry(position: &Position) -> (Setup, bool) {
    (Setup { move_number: 1, ..position.to_setup() }, position.is_check())
}

fn repetition(past: &[(Setup, bool)]) -> Repetition {
    let now = past.len() - 1;
    let places: Vec<usize> = (0..past.len()).filter(|&at| past[at].0 == past[now].0).collect();
    if places.len() < 4 {
        return Repetition::None { occurrences: places.len() as u32 };
    }
    let first = places[places.len() - 4];
    let side = past[now].0.side;
    // The side that moved last made the move to this position and to every second position before
    // it.
    let all_checks = |from: usize| (from..now - first).step_by(2).all(|back| past[now - back].1);
    match (all_checks(0), all_checks(1)) {
        (true, false) => Repetition::PerpetualCheck { loser: side.opponent() },
        (false, true) => Repetition::PerpetualCheck { loser: side },
        _ => Repetition::Draw,
    }
}

fn declaration(position: &Position) {
    let points = |kind: PieceKind| match kind.unpromoted() {
        PieceKind::King => 0,
        PieceKind::Bishop | PieceKind::Rook => 5,
        _ => 1,
    };
    let mut total = 0;
    for side in Color::ALL {
        let hand: u32 =
            position.hand(side).iter().map(|(kind, count)| u32::from(count) * points(kind)).sum();
        let (mut board, mut zone, mut pieces, mut king) = (0, 0, 0, false);
        for square in Square::all() {
            let Some(piece) = position.piece_on(square).filter(|piece| piece.color() == side)
            else {
                continue;
            };
            board += points(piece.kind());
            let far = if side == Color::Black { square.index() < 27 } else { square.index() >= 54 };
            if far && piece.kind() == PieceKind::King {
                king = true;
            } else if far {
                zone += points(piece.kind());
                pieces += 1;
            }
        }
        assert_eq!(impasse_points(position, side), board + hand);
        total += board + hand;
        if side == position.side() {
            let facts = Declaration::of(position);
            assert_eq!((facts.side, facts.in_check), (side, position.is_check()));
            assert_eq!((facts.king_in_zone, facts.pieces_in_zone), (king, pieces));
            assert_eq!(facts.points, zone + hand);
        }
    }
    assert_eq!(missing_points(position), 54u32.saturating_sub(total));
}

/// Compares mates of one and three plies with an exhaustive search.
fn mates(position: &Position) {
    if position.flaws().contains(Flaws::OPPONENT_IN_CHECK) {
        return;
    }
    let mut tries = 600;
    let mut shortest = None;
    for plies in [1, 3] {
        match is_mate(position, plies, &mut tries) {
            Some(true) => {
                shortest = Some(plies);
                break;
            }
            Some(false) => {}
            None => return,
        }
    }
    let options = Options::default().with_shortest(true);
    let limits = Limits::NONE.with_nodes(2_000);
    match (Solver::new(1 << 14).solve(position, &options, &limits).outcome, shortest) {
        (Outcome::Mate(mate), shortest) => {
            if mate.is_shortest {
                let plies = Some(mate.plies()).filter(|&plies| plies <= 3);
                assert_eq!(plies, shortest, "{position:?}");
            }
            let mut after = position.clone();
            for (ply, &m) in mate.moves.iter().enumerate() {
                after.play(m).expect("a move of the line");
                assert!(ply % 2 == 1 || after.is_check());
            }
            assert!(!after.has_moves());
        }
        (Outcome::NoMate, None) | (Outcome::Unknown, _) => {}
        (answer, shortest) => panic!("{answer:?}, and {shortest:?} in\n{position:?}"),
    }
}

/// Returns whether the side to move can mate by checks within this number of plies, or `None` when
/// the limit of tries is reached.
fn is_mate(position: &Position, plies: u32, tries: &mut u32) -> Option<bool> {
    for m in &position.legal_moves() {
        let after = position.after(m);
        if !after.is_check() {
            continue;
        }
        *tries = tries.checked_sub(1)?;
        let replies = after.legal_moves();
        let mut mates = replies.is_empty() || plies > 1;
        for reply in &replies {
            mates = mates && plies > 1 && is_mate(&after.after(reply), plies - 2, tries)?;
        }
        if mates {
            return Some(true);
        }
    }
    Some(false)
}
