//! Tests the mate search with collected problems and with a slow reference search.

mod support;

use std::ops::ControlFlow;

use shogi_core::{MateAnswer, MateSearch, Move, Position, mate_in_one};

/// Returns whether the side to move can mate within `plies` plies, by an exhaustive search.
fn mates(position: &Position, plies: u32) -> bool {
    let legal = position.legal_moves();
    legal.iter().any(|m| {
        let next = position.after(m);
        next.is_check() && is_mated(&next, plies - 1)
    })
}

/// Returns whether the side to move is mated within `plies` plies. It must be in check.
fn is_mated(position: &Position, plies: u32) -> bool {
    let legal = position.legal_moves();
    legal.is_empty() || plies >= 2 && legal.iter().all(|m| mates(&position.after(m), plies - 1))
}

/// Plays the moves. Every move of the attacker must give check, and the last move must mate.
fn assert_mates(position: &Position, line: &[Move]) {
    let mut position = position.clone();
    for (n, &m) in line.iter().enumerate() {
        position.play(m).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert!(n % 2 == 1 || position.is_check(), "{m} does not give check");
    }
    assert!(!position.has_moves(), "{position} is no mate");
}

/// Solves the problems of a file. Returns the number of problems whose shortest mate has another
/// length than the file states. An exhaustive search confirms each of these.
fn solve(file: u32, count: usize) -> usize {
    let text = support::data_text(&format!("shogi/mate/mate-{file}.txt"));
    let mut search = MateSearch::new(16 << 20).with_node_limit(2_000_000);
    let mut others = 0;
    for line in text.lines().take(count) {
        let position: Position = line.parse().unwrap();
        match search.search(&position, file) {
            MateAnswer::Mate { plies, line: moves } => {
                assert_eq!(moves.len(), plies as usize);
                assert_mates(&position, &moves);
                if plies != file {
                    assert!(plies < file && plies <= 7);
                    assert!(mates(&position, plies) && !mates(&position, plies - 2), "{line}");
                    others += 1;
                }
            }
            other => panic!("{line}: {other:?}"),
        }
    }
    others
}

#[test]
fn problems_of_one_to_five_plies_have_that_length() {
    assert_eq!(solve(1, usize::MAX), 0);
    assert_eq!(solve(3, usize::MAX), 0);
    assert_eq!(solve(5, usize::MAX), 0);
}

/// One problem in the file of mates in seven is a mate in five.
#[test]
fn longer_problems_are_solved_in_length() {
    assert_eq!(solve(7, 500), 1);
    assert_eq!(solve(9, 60), 0);
    assert_eq!(solve(11, 20), 0);
}

#[test]
#[ignore = "half a minute"]
fn all_long_problems_are_solved() {
    assert!(solve(9, usize::MAX) <= 5);
    assert!(solve(11, usize::MAX) <= 10);
}

#[test]
fn mate_in_one_finds_one_exactly_where_there_is_one() {
    let (mut found, mut total) = (0, 0);
    for file in ["mate-1", "mate-3", "mate-5"] {
        for line in support::data_text(&format!("shogi/mate/{file}.txt")).lines() {
            let position: Position = line.parse().unwrap();
            let one = mate_in_one(&position);
            assert_eq!(one.is_some(), file == "mate-1", "{line}");
            if let Some(m) = one {
                assert_mates(&position, &[m]);
                found += 1;
            }
            total += 1;
        }
    }
    assert_eq!((found, total), (784, 1784));
    // A mate by a pawn drop is illegal. A mate by a pawn move or by a lance drop is legal.
    let drop: Position = "7lk/9/7G1/9/9/9/9/9/8K b P 1".parse().unwrap();
    assert_eq!(mate_in_one(&drop), None);
    let push: Position = "7lk/9/7GP/9/9/9/9/9/8K b - 1".parse().unwrap();
    assert_eq!(mate_in_one(&push).unwrap().to_string(), "1c1b+");
}

#[test]
fn equals_trying_everything() {
    let mut search = MateSearch::new(1 << 20);
    let (mut mated, mut checked) = (0, 0);
    for text in support::data_text("shogi/games618.sfen").lines() {
        let position: Position = text.parse().unwrap();
        for position in [position.clone(), position.half_turn()] {
            let expected = [1, 3].into_iter().find(|&plies| mates(&position, plies));
            match search.search(&position, 3) {
                MateAnswer::Mate { plies, line } => {
                    assert_eq!(Some(plies), expected, "{text}");
                    assert_mates(&position, &line);
                    mated += 1;
                }
                MateAnswer::NoMate | MateAnswer::NoMateWithin { plies: 3 } => {
                    assert_eq!(expected, None, "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
            checked += 1;
        }
    }
    // Also checks the positions after every reply, because many of them have a mate.
    for text in support::data_text("shogi/mate/mate-5.txt").lines().take(60) {
        let position: Position = text.parse().unwrap();
        for check in &position.checks() {
            let position = position.after(check);
            for reply in position.legal_moves().iter().take(6) {
                let position = position.after(reply);
                let expected = [1, 3].into_iter().find(|&plies| mates(&position, plies));
                let found = match search.search(&position, 3) {
                    MateAnswer::Mate { plies, .. } => Some(plies),
                    _ => None,
                };
                assert_eq!(found, expected, "{position}");
                mated += usize::from(found.is_some());
                checked += 1;
            }
        }
    }
    assert!(mated > 200 && checked > 2000, "{mated} of {checked}");
}

#[test]
fn limits_tables_and_positions_without_a_mate() {
    let problem = support::data_text("shogi/mate/mate-11.txt");
    let position: Position = problem.lines().next().unwrap().parse().unwrap();
    let mut limited = MateSearch::new(1 << 20).with_node_limit(50);
    assert!(
        matches!(limited.search(&position, 11), MateAnswer::Unknown { searched } if searched < 11)
    );
    assert!(limited.nodes() < 1000);
    // A table with one bucket stores only four entries, but the answer must be the same.
    let five: Position =
        support::data_text("shogi/mate/mate-5.txt").lines().next().unwrap().parse().unwrap();
    let mut tiny = MateSearch::new(0);
    assert!(
        matches!(tiny.search(&five, 7), MateAnswer::Mate { plies: 5, line } if line.len() == 5)
    );
    assert_eq!(tiny.search(&five, 3), MateAnswer::NoMateWithin { plies: 3 });
    let mut search = MateSearch::new(1 << 20);
    assert_eq!(search.search(&Position::start(), 9), MateAnswer::NoMate);
    assert_eq!(search.search(&Position::start(), 0), MateAnswer::NoMateWithin { plies: 0 });
    let no_king: Position = "9/9/9/9/9/9/9/9/4K4 b 2R2B 1".parse().unwrap();
    assert_eq!(search.search(&no_king, 9), MateAnswer::NoMate);
    // The rook can give check without end but can never mate.
    let perpetual: Position = "k8/9/9/9/9/9/9/9/7RK b - 1".parse().unwrap();
    assert!(!matches!(search.search(&perpetual, 99), MateAnswer::Mate { .. }));
}

#[test]
fn an_observer_sees_the_progress_and_stops_the_search() {
    let text = support::data_text("shogi/mate/mate-11.txt");
    let position: Position = text.lines().next().unwrap().parse().unwrap();
    let mut search = MateSearch::new(1 << 20);
    let (mut calls, mut nodes, mut plies) = (0u64, 0, 0);
    let answer = search.search_observed(&position, 11, |progress| {
        assert!(progress.nodes >= nodes && progress.plies >= plies && progress.plies <= 11);
        (calls, nodes, plies) = (calls + 1, progress.nodes, progress.plies);
        ControlFlow::Continue(())
    });
    assert!(matches!(answer, MateAnswer::Mate { plies: 11, .. }), "{answer}");
    assert!(nodes <= search.nodes() && search.nodes() < nodes + 2_000);
    assert!(calls > 1 && calls <= search.nodes() / 1_000 + 1, "{calls} calls");
    // The observer stops the search after different numbers of calls. The answer of the stopped
    // search must be true.
    for most in 0..calls.min(20) {
        let mut left = most;
        let mut search = MateSearch::new(1 << 20);
        let answer = search.search_observed(&position, 11, |_| {
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        let MateAnswer::Unknown { searched } = answer else { panic!("{answer}") };
        assert!(searched < 11);
        assert!(search.nodes() < 2_000 * (most + 1), "{} nodes", search.nodes());
    }
}

#[test]
fn answers_have_a_text() {
    let m = |text: &str| {
        let position: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse().unwrap();
        position.with_kinds(text.parse().unwrap()).unwrap()
    };
    for (answer, text) in [
        (MateAnswer::Mate { plies: 1, line: vec![m("G*5b")] }, "mate in 1: G*5b"),
        (MateAnswer::Mate { plies: 3, line: vec![] }, "mate in 3"),
        (MateAnswer::NoMate, "no mate"),
        (MateAnswer::NoMateWithin { plies: 1 }, "no mate within 1 ply"),
        (MateAnswer::NoMateWithin { plies: 5 }, "no mate within 5 plies"),
        (MateAnswer::Unknown { searched: 0 }, "unknown"),
        (MateAnswer::Unknown { searched: 4 }, "unknown, no mate within 4 plies"),
    ] {
        assert_eq!(answer.to_string(), text);
    }
}
