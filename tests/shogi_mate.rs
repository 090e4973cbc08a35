//! The mate solver: collected problems, an exhaustive search as the reference, and laws.

mod support;

use std::collections::HashMap;
use std::ops::ControlFlow;

use shogi_core::mate::{Limits, Mate, Options, Outcome, Solver};
use shogi_core::{Color, PieceKind, Position, Setup, mate_in_one};

/// An exhaustive search that remembers positions.
#[derive(Default)]
struct Exhaustive {
    known: HashMap<(u64, u32), bool>,
}

impl Exhaustive {
    /// Returns whether the side to move mates within `plies`.
    fn mates(&mut self, position: &Position, plies: u32) -> bool {
        if let Some(&known) = self.known.get(&(position.hash(), plies)) {
            return known;
        }
        let legal = position.legal_moves();
        let mates = legal.iter().any(|m| {
            let next = position.after(m);
            next.is_check() && self.is_mated(&next, plies - 1)
        });
        self.known.insert((position.hash(), plies), mates);
        mates
    }

    fn is_mated(&mut self, position: &Position, plies: u32) -> bool {
        let legal = position.legal_moves();
        legal.is_empty()
            || plies >= 2 && legal.iter().all(|m| self.mates(&position.after(m), plies - 1))
    }

    /// Returns the length of the shortest mate of at most `most` plies.
    fn shortest(&mut self, position: &Position, most: u32) -> Option<u32> {
        self.known.clear();
        (1..=most).step_by(2).find(|&plies| self.mates(position, plies))
    }
}

/// Checks a line: every move of the attacker must check, and the last one must mate.
fn assert_mates(position: &Position, mate: &Mate) {
    let mut position = position.clone();
    for (n, &m) in mate.moves.iter().enumerate() {
        position.play(m).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert!(n % 2 == 1 || position.is_check(), "{m} does not give check");
    }
    assert!(!position.has_moves(), "{position} is no mate");
    assert_eq!(mate.plies() as usize, mate.moves.len());
}

fn shortest() -> Options {
    Options::default().with_shortest(true)
}

fn solve(solver: &mut Solver, position: &Position, nodes: u64) -> Outcome {
    let outcome =
        solver.solve(position, &Options::default(), &Limits::NONE.with_nodes(nodes)).outcome;
    if let Outcome::Mate(mate) = &outcome {
        assert_mates(position, mate);
    }
    outcome
}

/// Compares the answer and the shortest length with the exhaustive search. Returns whether there is a
/// mate within `most` plies.
fn compare(
    solver: &mut Solver,
    exhaustive: &mut Exhaustive,
    position: &Position,
    most: u32,
) -> bool {
    let expected = exhaustive.shortest(position, most);
    let limits = Limits::NONE.with_nodes(20_000);
    let answer = solver.solve(position, &shortest(), &limits);
    match (&answer.outcome, expected) {
        (Outcome::Mate(mate), _) => {
            assert_mates(position, mate);
            if mate.is_shortest {
                let found = Some(mate.plies()).filter(|&plies| plies <= most);
                assert_eq!(found, expected, "{position}: {mate:?}");
            } else {
                assert!(expected.is_none_or(|plies| plies <= mate.plies()), "{position}: {mate:?}");
            }
        }
        (Outcome::NoMate, _) => assert_eq!(expected, None, "{position}"),
        (Outcome::Unknown, _) => assert!(answer.nodes >= 20_000, "{position}"),
        (other, _) => panic!("{position}: {other:?}"),
    }
    expected.is_some()
}

/// Random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Returns a random position near a mate: a few pieces around a king.
fn random_position(random: &mut Random) -> Option<Position> {
    let mut setup = Setup::empty();
    let king = random.below(81);
    let (file, rank) = (king % 9, king / 9);
    let kind = |kind| shogi_core::Piece::new(Color::White, kind);
    setup.board[king] = Some(kind(PieceKind::King));
    let mut left = [0, 18, 4, 4, 4, 4, 2, 2];
    for _ in 0..4 + random.below(9) {
        let near = |random: &mut Random, at: usize| {
            (at as i32 + random.below(7) as i32 - 3).clamp(0, 8) as usize
        };
        let square = near(random, rank) * 9 + near(random, file);
        let kind = PieceKind::HAND[random.below(7)];
        if setup.board[square].is_some() || left[kind.index()] == 0 {
            continue;
        }
        left[kind.index()] -= 1;
        let color = if random.below(5) < 3 { Color::Black } else { Color::White };
        let promoted = kind.promoted().filter(|_| random.below(4) == 0).unwrap_or(kind);
        setup.board[square] = Some(shogi_core::Piece::new(color, promoted));
    }
    if random.below(3) == 0 {
        let square = random.below(81);
        if setup.board[square].is_none() {
            setup.board[square] = Some(shogi_core::Piece::new(Color::Black, PieceKind::King));
        }
    }
    for kind in PieceKind::HAND {
        let all = left[kind.index()];
        let ours =
            if random.below(3) == 0 { random.below(usize::from(all).min(2) + 1) as u8 } else { 0 };
        setup.hands[0] = setup.hands[0].with_count(kind, ours)?;
        // Few pieces in the defender's hand keep the exhaustive search short.
        let theirs = if random.below(3) == 0 { (all - ours).min(2) } else { 0 };
        setup.hands[1] = setup.hands[1].with_count(kind, theirs)?;
    }
    let position = Position::from_setup_allowing(setup, shogi_core::Flaws::MISSING_KINGS).ok()?;
    Some(if random.below(4) == 0 { position.half_turn() } else { position })
}

fn compare_random_positions(count: usize, most: u32, seed: u64) {
    let mut random = Random(seed);
    let mut solver = Solver::new(4 << 20);
    let mut exhaustive = Exhaustive::default();
    let (mut compared, mut mated) = (0, 0);
    while compared < count {
        let Some(position) = random_position(&mut random) else { continue };
        if position.checks().is_empty() || position.legal_moves().len() > 120 {
            continue;
        }
        mated += usize::from(compare(&mut solver, &mut exhaustive, &position, most));
        compared += 1;
    }
    assert!(mated * 20 > count, "{mated} mates in {count} positions");
}

#[test]
fn equals_an_exhaustive_search_on_random_positions() {
    compare_random_positions(1000, 5, 1);
}

#[test]
#[ignore = "many minutes"]
fn equals_an_exhaustive_search_to_seven_plies_on_20_000_positions() {
    compare_random_positions(20_000, 7, 2);
}

#[test]
fn equals_an_exhaustive_search_on_positions_near_problems() {
    let mut solver = Solver::new(1 << 20);
    let mut exhaustive = Exhaustive::default();
    let (mut mated, mut compared) = (0, 0);
    for text in support::data_text("shogi/mate/mate-5.txt").lines().take(30) {
        let position: Position = text.parse().unwrap();
        for check in &position.checks() {
            let position = position.after(check);
            for reply in position.legal_moves().iter().take(4) {
                let position = position.after(reply);
                mated += usize::from(compare(&mut solver, &mut exhaustive, &position, 3));
                compared += 1;
            }
        }
    }
    assert!(mated > 60 && compared > 500, "{mated} of {compared}");
}

/// Returns the number of problems of a file whose shortest mate is shorter than the file states.
fn solve_file(file: u32, count: usize) -> usize {
    let mut solver = Solver::new(16 << 20);
    let mut shorter = 0;
    for line in support::data_text(&format!("shogi/mate/mate-{file}.txt")).lines().take(count) {
        let position: Position = line.parse().unwrap();
        let answer = solver.solve(&position, &shortest(), &Limits::NONE);
        let Outcome::Mate(mate) = answer.outcome else { panic!("{line}: {:?}", answer.outcome) };
        assert_mates(&position, &mate);
        assert!(mate.is_shortest && mate.plies() <= file, "{line}: {mate:?}");
        shorter += usize::from(mate.plies() < file);
    }
    shorter
}

#[test]
fn problems_have_their_length() {
    assert_eq!(solve_file(1, 200), 0);
    assert_eq!(solve_file(3, 200), 0);
    assert_eq!(solve_file(5, 200), 0);
    // One problem of this file is a mate in five.
    assert!(solve_file(7, 100) <= 1);
    assert_eq!(solve_file(9, 30), 0);
    assert_eq!(solve_file(11, 10), 0);
}

#[test]
fn mirrored_and_turned_positions_have_the_same_answer() {
    let mut solver = Solver::new(1 << 20);
    for text in support::data_text("shogi/mate/mate-7.txt").lines().take(40) {
        let position: Position = text.parse().unwrap();
        let plies = |solver: &mut Solver, position: &Position| {
            let answer = solver.solve(position, &shortest(), &Limits::NONE);
            let Outcome::Mate(mate) = answer.outcome else { panic!("{position}") };
            mate.plies()
        };
        let expected = plies(&mut solver, &position);
        assert_eq!(plies(&mut solver, &position.mirror()), expected, "{text}");
        assert_eq!(plies(&mut solver, &position.half_turn()), expected, "{text}");
    }
}

#[test]
fn more_pieces_in_hand_never_lose_a_mate() {
    let mut solver = Solver::new(1 << 20);
    for text in support::data_text("shogi/mate/mate-5.txt").lines().take(40) {
        let position: Position = text.parse().unwrap();
        let attacker = position.side();
        for kind in PieceKind::HAND {
            let mut setup = position.to_setup();
            let (ours, theirs) = (attacker.index(), attacker.opponent().index());
            if !setup.hands[theirs].remove(kind) || !setup.hands[ours].add(kind) {
                continue;
            }
            let more = Position::from_setup(setup).unwrap();
            let answer = solver.solve(&more, &shortest(), &Limits::NONE.with_nodes(100_000));
            let Outcome::Mate(mate) = answer.outcome else {
                panic!("{more}: {:?}", answer.outcome)
            };
            assert!(!mate.is_shortest || mate.plies() <= 5, "{more}: {mate:?}");
        }
    }
}

/// An answer may be unknown in a small table, but two answers never contradict each other.
#[test]
fn answers_do_not_depend_on_the_memory() {
    let mut solvers =
        [Solver::new(0), Solver::new(1 << 16), Solver::new(1 << 20), Solver::new(16 << 20)];
    for text in support::data_text("shogi/mate/mate-9.txt").lines().take(10) {
        let position: Position = text.parse().unwrap();
        for position in [position.clone(), position.half_turn()] {
            let answers = solvers.each_mut().map(|solver| {
                let answer = solver.solve(&position, &shortest(), &Limits::NONE.with_nodes(20_000));
                match answer.outcome {
                    Outcome::Mate(mate) => (Some(true), mate.is_shortest.then(|| mate.plies())),
                    Outcome::NoMate => (Some(false), None),
                    _ => (None, None),
                }
            });
            for a in &answers {
                for b in &answers {
                    assert!(a.0.is_none() || b.0.is_none() || a.0 == b.0, "{text}: {answers:?}");
                    assert!(a.1.is_none() || b.1.is_none() || a.1 == b.1, "{text}: {answers:?}");
                }
            }
            assert!(answers[2].1.is_some() || answers[2].0 == Some(false), "{text}: {answers:?}");
        }
    }
}

#[test]
fn limits_and_positions_without_a_mate() {
    let mut solver = Solver::new(1 << 20);
    let eleven: Position =
        support::data_text("shogi/mate/mate-11.txt").lines().next().unwrap().parse().unwrap();
    let limits = Limits::NONE.with_nodes(20);
    let answer = solver.solve(&eleven, &shortest(), &limits);
    assert_eq!((answer.outcome, answer.nodes), (Outcome::Unknown, 20));
    assert_eq!(solve(&mut solver, &Position::start(), 1000), Outcome::NoMate);
    let no_king: Position = "9/9/9/9/9/9/9/9/4K4 b 2R2B 1".parse().unwrap();
    assert_eq!(solve(&mut solver, &no_king, 1000), Outcome::NoMate);
    // A rook can give check endlessly but can never mate. Repetition is not a mate.
    let perpetual: Position = "k8/9/9/9/9/9/9/9/7RK b - 1".parse().unwrap();
    assert_eq!(solve(&mut solver, &perpetual, 100_000), Outcome::NoMate);
    // A pawn drop must not mate.
    let drop: Position = "7lk/9/7G1/9/9/9/9/9/8K b P 1".parse().unwrap();
    assert_eq!(solve(&mut solver, &drop, 1000), Outcome::NoMate);
    let push: Position = "7lk/9/7GP/9/9/9/9/9/8K b - 1".parse().unwrap();
    assert!(matches!(solve(&mut solver, &push, 1000), Outcome::Mate(mate) if mate.plies() == 1));
}

#[test]
fn an_observer_stops_the_search() {
    let mut solver = Solver::new(1 << 20);
    let text = support::data_text("shogi/mate/mate-11.txt");
    let position: Position = text.lines().nth(5).unwrap().parse().unwrap();
    let (mut calls, mut nodes) = (0, 0);
    let answer = solver.solve_observed(&position, &shortest(), &Limits::NONE, |progress| {
        assert!(progress.nodes >= nodes);
        (calls, nodes) = (calls + 1, progress.nodes);
        ControlFlow::Continue(())
    });
    assert!(matches!(answer.outcome, Outcome::Mate(mate) if mate.plies() == 11));
    assert!(calls >= 1);
    let answer =
        solver.solve_observed(&position, &shortest(), &Limits::NONE, |_| ControlFlow::Break(()));
    assert_eq!(answer.outcome, Outcome::Unknown);
}

#[test]
fn every_first_move_has_an_outcome() {
    let mut solver = Solver::new(1 << 20);
    let mut exhaustive = Exhaustive::default();
    let options = Options::default().with_all_first_moves(true);
    let mut several = 0;
    for text in support::data_text("shogi/mate/mate-3.txt").lines().take(40) {
        let position: Position = text.parse().unwrap();
        let answer = solver.solve(&position, &options, &Limits::NONE.with_nodes(5_000));
        assert_eq!(answer.first_moves.len(), position.checks().len());
        let mut mates = 0;
        for first in &answer.first_moves {
            let next = position.after(first.m);
            exhaustive.known.clear();
            let is_short = exhaustive.is_mated(&next, 2);
            match &first.outcome {
                Outcome::Mate(mate) => {
                    assert_eq!(mate.moves[0], first.m);
                    assert_mates(&position, mate);
                    mates += 1;
                }
                Outcome::Unknown => assert!(answer.nodes >= 5_000, "{text}: {}", first.m),
                other => assert!(!is_short, "{text}: {} {other:?}", first.m),
            }
            let after = Options::default().with_defender_to_move(true);
            let again = solver.solve(&next, &after, &Limits::NONE.with_nodes(5_000));
            match (&first.outcome, &again.outcome) {
                (Outcome::Unknown, _) | (_, Outcome::Unknown) => {}
                (a, b) => {
                    let is_mate = |outcome: &Outcome| matches!(outcome, Outcome::Mate(_));
                    assert_eq!(is_mate(a), is_mate(b), "{text}: {}", first.m);
                }
            }
        }
        assert!(mates > 0);
        several += usize::from(mates > 1);
    }
    assert!(several > 3, "{several}");
}

#[test]
#[ignore = "a minute"]
fn all_problems_are_solved() {
    // Longer problems of the collection have a few shorter solutions.
    for (file, most) in [(1, 0), (3, 0), (5, 0), (7, 1), (9, 5), (11, 10)] {
        assert!(solve_file(file, usize::MAX) <= most, "file {file}");
    }
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
                assert!(!position.after(m).has_moves(), "{line}");
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
