//! Laws: answers that must agree with each other.

use shogi_core::mate::{Limits, Outcome, Solver};
use shogi_core::{PieceKind, Position};

use super::{shortest, support};

/// Whether there is a mate, and its proven length.
type Summary = (Option<bool>, Option<u32>);

fn summary(solver: &mut Solver, position: &Position, nodes: u64) -> Summary {
    let answer = solver.solve(position, &shortest(), &Limits::NONE.with_nodes(nodes));
    match answer.outcome {
        Outcome::Mate(mate) => (Some(true), mate.is_shortest.then(|| mate.plies())),
        Outcome::NoMate => (Some(false), None),
        _ => (None, None),
    }
}

/// Returns whether two answers do not contradict each other.
fn agree(a: Summary, b: Summary) -> bool {
    (a.0.is_none() || b.0.is_none() || a.0 == b.0) && (a.1.is_none() || b.1.is_none() || a.1 == b.1)
}

/// Returns problems of several lengths, with the attacker of either colour, and classic problems.
fn problems() -> Vec<Position> {
    let files = ["mate-5.txt", "mate-7.txt", "mate-9.txt", "mate-11.txt"];
    let mut positions: Vec<Position> = Vec::new();
    for file in files {
        let text = support::data_text(&format!("shogi/mate/{file}"));
        for (n, line) in text.lines().take(8).enumerate() {
            let position: Position = line.parse().unwrap();
            positions.push(if n % 2 == 0 { position } else { position.half_turn() });
        }
    }
    positions.extend(super::collection("zuko").into_iter().take(20).map(|(_, position)| position));
    positions
}

/// An answer may be unknown with little memory, but two answers never contradict each other.
#[test]
fn answers_with_different_memory_agree() {
    let sizes = [0, 1 << 20, 16 << 20, 256 << 20];
    let mut solvers = sizes.map(Solver::new);
    let mut answered = 0;
    for position in problems() {
        let answers = solvers.each_mut().map(|solver| summary(solver, &position, 4_000));
        for (i, &a) in answers.iter().enumerate() {
            assert!(answers[..i].iter().all(|&b| agree(a, b)), "{position}: {answers:?}");
        }
        answered += usize::from(answers[1..].iter().all(|answer| answer.0.is_some()));
    }
    assert!(answered >= 30, "{answered}");
}

/// A solver that has solved other positions gives the same answer with the same number of nodes.
#[test]
fn a_reused_solver_answers_like_a_new_one() {
    let mut reused = Solver::new(1 << 18);
    let limits = Limits::NONE.with_nodes(3_000);
    for position in problems().iter().rev().step_by(2) {
        let answer = reused.solve(position, &shortest(), &limits);
        let fresh = Solver::new(1 << 18).solve(position, &shortest(), &limits);
        assert_eq!(answer, fresh, "{position}");
    }
}

#[test]
fn mirrored_and_turned_positions_have_the_same_answer() {
    let mut solver = Solver::new(4 << 20);
    for position in problems() {
        let expected = summary(&mut solver, &position, 4_000);
        for image in [position.mirror(), position.half_turn(), position.mirror().half_turn()] {
            let found = summary(&mut solver, &image, 4_000);
            assert!(agree(found, expected), "{position}: {found:?}, {expected:?}");
        }
    }
}

#[test]
fn more_pieces_in_hand_never_lose_a_mate() {
    let mut solver = Solver::new(4 << 20);
    let mut compared = 0;
    for position in problems() {
        let (mated, length) = summary(&mut solver, &position, 4_000);
        let attacker = position.side();
        for kind in PieceKind::HAND {
            let mut setup = position.to_setup();
            let (ours, theirs) = (attacker.index(), attacker.opponent().index());
            if !setup.hands[theirs].remove(kind) || !setup.hands[ours].add(kind) {
                continue;
            }
            let more = Position::from_setup_allowing(setup, position.flaws()).unwrap();
            let (more_mated, more_length) = summary(&mut solver, &more, 4_000);
            assert!(mated != Some(true) || more_mated != Some(false), "{more}");
            if let (Some(length), Some(more_length)) = (length, more_length) {
                assert!(more_length <= length, "{more}: {more_length}, {length}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}
