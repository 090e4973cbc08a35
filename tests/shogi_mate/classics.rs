//! Classic problems whose answers are surprising, and the length of the longest problem.

use shogi_core::mate::{Limits, Options, Outcome, Solver};
use shogi_core::{Hand, Position};

use super::{assert_mates, collection, essential, shortest, solve};

/// Three problems of the collection Muso have no mate. Two of the recorded solutions fail against a
/// capture that the records do not consider. The third diagram has a lance on 4a instead of a knight.
#[test]
fn three_diagrams_of_muso_have_no_mate() {
    let mut solver = Solver::new(32 << 20);
    let all = collection("muso");
    let find = |id: &str| all.iter().find(|(name, _)| name == id).unwrap().1.clone();
    let defences = [
        (
            "muso037",
            "N*7e 8c9c G*8d 9c8b 7a7b 6a7b 7d7b+ 8b9b P*9c 6c9c 7e8c+ 9c8c P*9c 8c9c 8d8c 9c8c N*8d \
             8c8d 9f8d 8a8d",
        ),
        ("muso088", "G*4i 3i4i 4g4h 5i4h+ 6h5i 4i3i 5i4h 3i2h 1e3g 2h2g S*1f 2g1f 4h3h 2i2g"),
    ];
    for (id, line) in defences {
        let mut position = find(id);
        for m in line.split(' ') {
            position.play(position.parse_move(m).unwrap()).unwrap();
        }
        assert_eq!(solve(&mut solver, &position, 20_000), Outcome::NoMate, "{id}");
    }
    let corrected: Position =
        "3S1+N3/p5pll/4p3n/4s4/+pS5n1/2+bp2P1N/+R1S3B2/R1+p1P2p1/2k2P2P b 3P4g2l4p 1"
            .parse()
            .unwrap();
    assert_eq!(find("muso089").to_setup().hands[0], corrected.to_setup().hands[0]);
    assert_ne!(find("muso089").to_setup().hands[1], Hand::EMPTY);
    let options = Options::default().with_essential(true);
    let answer = solver.solve(&corrected, &options, &Limits::NONE.with_nodes(100_000));
    let Outcome::Mate(mate) = &answer.outcome else { panic!("{answer:?}") };
    assert_mates(&corrected, mate);
    essential::check(&corrected, mate);
    // The recorded solution has 69 plies, without useless interpositions.
    assert_eq!(mate.essential_plies(), Some(69));
}

#[test]
#[ignore = "two minutes"]
fn the_diagrams_without_a_mate_have_none_at_the_start() {
    let mut solver = Solver::new(256 << 20);
    for (id, position) in collection("muso") {
        if ["muso037", "muso088", "muso089"].contains(&id.as_str()) {
            assert_eq!(solve(&mut solver, &position, 2_000_000), Outcome::NoMate, "{id}");
        }
    }
}

/// The published solution of Microcosmos has 1525 plies.
#[test]
#[ignore = "three minutes"]
fn microcosmos_has_a_shortest_mate_of_1525_plies() {
    let (_, position) = collection("microcosmos").remove(0);
    let options = shortest().with_essential(true);
    let answer = Solver::new(256 << 20).solve(&position, &options, &Limits::NONE);
    let Outcome::Mate(mate) = &answer.outcome else { panic!("{answer:?}") };
    assert_mates(&position, mate);
    essential::check(&position, mate);
    assert_eq!((mate.plies(), mate.essential_plies(), mate.is_shortest), (1525, Some(1525), true));
}
