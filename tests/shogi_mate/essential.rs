//! The second length, which leaves out useless interpositions.

use shogi_core::mate::{Limits, Mate, Options, Outcome, Solver};
use shogi_core::{Color, PieceKind, Position};

use super::{shortest, support};

/// Checks what holds for every essential line: it is legal, each move of the attacker checks, and in the
/// last position the defender can only interpose by drops.
pub(crate) fn check(position: &Position, mate: &Mate) {
    let Some(essential) = &mate.essential else { return };
    let plies = mate.essential_plies().unwrap();
    assert!(plies % 2 == 1 && plies <= mate.plies(), "{position}: {mate:?}");
    let mut position = position.clone();
    for (n, &m) in essential.iter().enumerate() {
        position.play(m).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert!(n % 2 == 1 || position.is_check(), "{position}: {m} does not give check");
    }
    assert!(position.legal_moves().iter().all(|m| m.is_drop()), "{position}");
}

/// Returns both lengths of the shortest mate.
fn lengths(text: &str) -> (u32, u32) {
    let position: Position = text.parse().unwrap();
    let options = shortest().with_essential(true);
    let answer = Solver::new(16 << 20).solve(&position, &options, &Limits::NONE);
    let Outcome::Mate(mate) = &answer.outcome else { panic!("{text}: {answer:?}") };
    assert!(mate.is_shortest);
    check(&position, mate);
    (mate.plies(), mate.essential_plies().expect(text))
}

/// Problems from reports about solvers that count useless interpositions. The reporters state the second
/// length.
#[test]
fn reported_problems_have_the_length_that_people_expect() {
    let problems = [
        // YaneuraOu, issue 162: two mates in three.
        ("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 5, 3),
        ("9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1", 7, 3),
        // tsumeshogi-solver, issue 20.
        ("9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", 9, 3),
        // KomoringHeights, issue 8: a mate in eleven and a mate in one.
        ("6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", 17, 11),
        ("7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", 13, 1),
    ];
    for (text, plies, essential) in &problems {
        assert_eq!(lengths(text), (*plies, *essential), "{text}");
    }
}

/// Interpositions that are not useless, although the attacker can capture the piece.
#[test]
fn necessary_interpositions_count() {
    let problems = [
        // shtsume, issue 14: the interpositions on 5e and 5c draw the checking piece nearer, so that the
        // king escapes. There is no mate in one.
        "9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1",
        "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1",
    ];
    for text in problems {
        let position: Position = text.parse().unwrap();
        let options = shortest().with_essential(true);
        let limits = Limits::NONE.with_nodes(20_000);
        let answer = Solver::new(16 << 20).solve(&position, &options, &limits);
        if let Outcome::Mate(mate) = &answer.outcome {
            check(&position, mate);
            assert_ne!(mate.essential_plies(), Some(1), "{text}");
        }
    }
}

/// If the defender has no pieces in hand and never gets one, both lengths are equal.
#[test]
fn both_lengths_are_equal_without_interpositions() {
    let mut solver = Solver::new(4 << 20);
    let mut compared = 0;
    for text in support::data_text("shogi/mate/mate-5.txt").lines().take(100) {
        let mut setup = text.parse::<Position>().unwrap().to_setup();
        setup.hands[Color::White.index()] = shogi_core::Hand::EMPTY;
        let position = Position::from_setup(setup).unwrap();
        if position.side() == Color::White {
            continue;
        }
        let options = shortest().with_essential(true);
        let answer = solver.solve(&position, &options, &Limits::NONE.with_nodes(20_000));
        let Outcome::Mate(mate) = &answer.outcome else { continue };
        check(&position, mate);
        if mate.moves.iter().skip(1).step_by(2).all(|m| !m.is_capture()) {
            assert_eq!(mate.essential.as_ref(), Some(&mate.moves), "{position}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn the_line_is_only_computed_on_request() {
    let position: Position = "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1".parse().unwrap();
    let answer = Solver::new(1 << 20).solve(&position, &Options::default(), &Limits::NONE);
    let Outcome::Mate(mate) = answer.outcome else { panic!() };
    assert_eq!((mate.essential_plies(), mate.essential), (None, None));
    assert_eq!(mate.moves[0].dropped(), None::<PieceKind>);
}
