//! The mate solver: collected problems, an exhaustive search as the reference, and laws.

mod support;

#[path = "shogi_mate/classics.rs"]
mod classics;
#[path = "shogi_mate/essential.rs"]
mod essential;
#[path = "shogi_mate/exhaustive.rs"]
mod exhaustive;
#[path = "shogi_mate/laws.rs"]
mod laws;
#[path = "shogi_mate/limits.rs"]
mod limits;

use shogi_core::mate::{Limits, Mate, Options, Outcome, Solver, Stop};
use shogi_core::{Position, mate_in_one};

use exhaustive::{Exhaustive, Random};

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

/// Returns the problems of a collection: the names and the positions.
fn collection(collection: &str) -> Vec<(String, Position)> {
    let rows = support::data_rows(&format!("shogi/mate/{collection}.tsv"));
    rows.into_iter().map(|row| (row[0].clone(), row[1].parse().unwrap())).collect()
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
    nodes: u64,
) -> bool {
    let expected = exhaustive.shortest(position, most);
    let limits = Limits::NONE.with_nodes(nodes);
    let answer = solver.solve(position, &shortest().with_essential(true), &limits);
    match (&answer.outcome, expected) {
        (Outcome::Mate(mate), _) => {
            assert_mates(position, mate);
            essential::check(position, mate);
            assert!(mate.is_shortest || answer.stop.is_some(), "{position}: {mate:?}");
            if mate.is_shortest {
                let found = Some(mate.plies()).filter(|&plies| plies <= most);
                assert_eq!(found, expected, "{position}: {mate:?}");
            } else {
                assert!(expected.is_none_or(|plies| plies <= mate.plies()), "{position}: {mate:?}");
            }
        }
        (Outcome::NoMate, _) => assert_eq!(expected, None, "{position}"),
        (Outcome::Unknown, _) => assert_eq!(answer.stop, Some(Stop::Nodes), "{position}"),
        (other, _) => panic!("{position}: {other:?}"),
    }
    expected.is_some()
}

/// Compares random positions that are wanted. Returns the number of mates by the colour of the attacker.
fn compare_random_positions(
    count: usize,
    most: u32,
    nodes: u64,
    is_wanted: impl Fn(&Position) -> bool,
) -> [usize; 2] {
    let mut random = Random(count as u64);
    let mut solver = Solver::new(4 << 20);
    let mut exhaustive = Exhaustive::default();
    let (mut mated, mut compared) = ([0; 2], 0);
    while compared < count {
        let position = random.position();
        if !is_wanted(&position) {
            continue;
        }
        let is_mate = compare(&mut solver, &mut exhaustive, &position, most, nodes);
        mated[position.side().index()] += usize::from(is_mate);
        compared += 1;
        if compared % 1000 == 0 {
            println!("{compared} positions, mates {mated:?}");
        }
    }
    mated
}

#[test]
fn equals_an_exhaustive_search_on_random_positions() {
    let mated = compare_random_positions(1000, 5, 1_000, |_| true);
    assert!(mated[0] > 50 && mated[1] > 20, "{mated:?}");
}

#[test]
fn equals_an_exhaustive_search_with_the_attacker_in_check() {
    let mated = compare_random_positions(300, 5, 1_000, Position::is_check);
    assert!(mated[0] > 10 && mated[1] > 1, "{mated:?}");
}

#[test]
#[ignore = "many minutes"]
fn equals_an_exhaustive_search_to_seven_plies_on_20_000_positions() {
    let mated = compare_random_positions(20_000, 7, 20_000, |_| true);
    assert!(mated[0] > 1000 && mated[1] > 300, "{mated:?}");
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
                mated += usize::from(compare(&mut solver, &mut exhaustive, &position, 3, 2_000));
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
fn every_first_move_has_an_outcome() {
    let mut solver = Solver::new(1 << 20);
    let options = Options::default().with_all_first_moves(true);
    let mut several = 0;
    for text in support::data_text("shogi/mate/mate-3.txt").lines().take(40) {
        let mut exhaustive = Exhaustive::default();
        let position: Position = text.parse().unwrap();
        let answer = solver.solve(&position, &options, &Limits::NONE.with_nodes(5_000));
        assert_eq!(answer.first_moves.len(), position.checks().len());
        let mut mates = 0;
        for first in &answer.first_moves {
            let next = position.after(first.m);
            let is_short = exhaustive.is_mated(&mut next.clone(), 2);
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
