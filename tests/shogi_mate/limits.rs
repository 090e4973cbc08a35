//! Limits, the reasons of unknown answers, and positions without a mate.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use shogi_core::Position;
use shogi_core::mate::{Limits, Options, Outcome, Solver, Stop};

use super::{collection, shortest, solve, support};

/// Returns a problem of the collection of classic problems.
fn classic(name: &str) -> Position {
    let mut problems = collection(&name[..4]).into_iter();
    problems.find(|(id, _)| id == name).expect(name).1
}

#[test]
fn positions_without_a_mate() {
    let mut solver = Solver::new(1 << 20);
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
fn a_node_limit_is_exact_and_named() {
    let mut solver = Solver::new(1 << 20);
    let text = support::data_text("shogi/mate/mate-11.txt");
    let eleven: Position = text.lines().next().unwrap().parse().unwrap();
    let answer = solver.solve(&eleven, &shortest(), &Limits::NONE.with_nodes(20));
    assert_eq!((answer.outcome, answer.nodes), (Outcome::Unknown, 20));
    assert_eq!(answer.stop, Some(Stop::Nodes));
    let answer = solver.solve(&eleven, &shortest(), &Limits::NONE);
    assert_eq!(answer.stop, None);
}

/// The shortening stage keeps the mate that it has found, and the reason why the length is not proven.
#[test]
fn a_limit_keeps_the_mate_that_was_found() {
    let mut solver = Solver::new(16 << 20);
    let position = classic("zuko005");
    let any = solver.solve(&position, &Options::default(), &Limits::NONE);
    let Outcome::Mate(first) = &any.outcome else { panic!("{any:?}") };
    let limits = Limits::NONE.with_nodes(any.nodes + 100);
    let answer = solver.solve(&position, &shortest(), &limits);
    let Outcome::Mate(mate) = &answer.outcome else { panic!("{answer:?}") };
    assert!(!mate.is_shortest && mate.plies() <= first.plies(), "{answer:?}");
    assert_eq!(answer.stop, Some(Stop::Nodes));
}

/// Without any other limit, a search with too little memory ends and says why.
#[test]
fn too_little_memory_is_a_named_reason() {
    let position = classic("zuko001");
    let answer = Solver::new(0).solve(&position, &Options::default(), &Limits::NONE);
    assert_eq!((answer.outcome, answer.stop), (Outcome::Unknown, Some(Stop::Memory)));
    // With more memory, the same number of nodes is no reason to stop.
    let limits = Limits::NONE.with_nodes(answer.nodes);
    let more = Solver::new(16 << 20).solve(&position, &Options::default(), &limits);
    assert_ne!(more.stop, Some(Stop::Memory));
}

/// Checks that are refuted when a limit ends the search are refuted in a complete search too.
#[test]
fn an_unknown_answer_lists_refuted_checks() {
    let mut solver = Solver::new(16 << 20);
    let mut refuted = 0;
    for (name, position) in collection("muso").into_iter().take(40) {
        let answer = solver.solve(&position, &Options::default(), &Limits::NONE.with_nodes(500));
        if answer.outcome != Outcome::Unknown {
            assert_eq!(answer.refuted, []);
            continue;
        }
        for &m in &answer.refuted {
            assert!(position.gives_check(m), "{name}: {m}");
            let after = Options::default().with_defender_to_move(true);
            let limits = Limits::NONE.with_nodes(20_000);
            let answer = solver.solve(&position.after(m), &after, &limits);
            assert!(!matches!(answer.outcome, Outcome::Mate(_)), "{name}: {m}");
            refuted += 1;
        }
    }
    assert!(refuted >= 5, "{refuted}");
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
    assert_eq!((answer.outcome, answer.stop), (Outcome::Unknown, Some(Stop::Observer)));
}

#[test]
fn another_thread_stops_the_search() {
    let stop = AtomicBool::new(false);
    let (send, receive) = mpsc::channel();
    let position = classic("zuko001");
    let answer = std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let mut solver = Solver::new(16 << 20);
            let mut send = Some(send);
            solver.solve_observed(&position, &Options::default(), &Limits::NONE, |_| {
                if let Some(send) = send.take() {
                    // The search has begun.
                    send.send(()).unwrap();
                }
                let is_set = stop.load(Ordering::Relaxed);
                if is_set { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        receive.recv().unwrap();
        stop.store(true, Ordering::Relaxed);
        search.join().unwrap()
    });
    assert_eq!((answer.outcome, answer.stop), (Outcome::Unknown, Some(Stop::Observer)));
}

#[test]
fn a_time_limit_is_named() {
    let mut solver = Solver::new(16 << 20);
    let limits = Limits::NONE.with_time(Duration::from_millis(20));
    let answer = solver.solve(&classic("zuko001"), &Options::default(), &limits);
    assert_eq!((answer.outcome, answer.stop), (Outcome::Unknown, Some(Stop::Time)));
}
