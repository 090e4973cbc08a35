//! Property tests of `shogi-core`, on positions of random games and on positions that no game
//! reaches.

#[path = "support/shogi_oracle.rs"]
mod oracle;
#[path = "support/shogi.rs"]
mod support;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use shogi_core::{
    Color, Flaws, GameBuilder, Handicap, IllegalMoveKind, MAX_MOVES, Move, MoveFilter, MoveGroup,
    MoveList, NodeId, PieceKind, Position, See, Setup, Square, attacks, perft,
};
use support::position;

/// The even game, all handicaps, positions with only kings on the board, mate problems, and
/// positions with many pieces in hand.
const STARTS: [&str; 22] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "8k/9/9/9/9/9/9/9/K8 b PLNSGBRplnsgbr 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "7lk/9/7G1/9/9/9/9/9/9 b 2P2GRB2r2b9p 1",
    "9/9/9/9/4R4/9/9/9/9 b RB4G4S4N4L9P2b9p 1",
    "3nkn3/3r4K/2B2S3/9/9/9/9/9/9 b P 1",
    "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
];

#[test]
fn the_starts_have_every_handicap() {
    for handicap in Handicap::ALL {
        let start = handicap.position();
        assert!(STARTS.iter().any(|sfen| position(sfen) == start), "{handicap:?}");
    }
}

/// Setups with each flaw that can be allowed, and with several flaws at once.
const FLAWED: [&str; 11] = [
    // These two positions have 599 and 597 moves, more than any position without flaws.
    "R8/2K1S1SS1/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "R8/4S1SS1/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "4k4/9/9/9/4P4/4P4/9/9/4K4 b 2P 1",
    "P3k4/N8/1L7/9/9/9/9/9/4K3p w NL 1",
    "4k4/4R4/9/9/9/9/9/9/4K4 b P2G 1",
    "9/9/9/4k4/4K4/9/9/9/9 b 2P2GRr 1",
    "RRR1k1RRR/BBB3BBB/9/9/4K4/9/9/9/9 b RB3S3P 1",
    "9/9/9/9/9/9/9/9/9 b RBGSNLPrbgsnlp 1",
    "+P+P+P+P+P+P+P+P+P/9/4k4/4P4/9/4r4/9/4K4/9 w R 1",
    "R2+R2R1k/1B2B2B1/2S2S2S/S2S2S2/2S2N2N/N2N2N2/L2L2L2/1L2L2L1/K8 b 7G31P 1",
    "4k4/3P5/4L4/9/9/9/9/9/K8 b P 1",
];

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

fn list(moves: &MoveList) -> Vec<Move> {
    sorted(moves)
}

/// Checks all properties of move generation in a position, except the comparison with the slow
/// generator.
fn check_generation(position: &Position) {
    let all = list(&position.legal_moves());
    let distinct: BTreeSet<Move> = all.iter().copied().collect();
    assert_eq!(distinct.len(), all.len(), "a move twice in\n{position:?}");
    assert_eq!(position.count_moves(), all.len(), "{position:?}");
    assert_eq!(position.has_moves(), !all.is_empty());

    let mut visited = Vec::new();
    let _ = position.visit_moves(|m| {
        visited.push(m);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(sorted(visited), all);
    let mut grouped = 0;
    let _ = position.visit_groups(|group: MoveGroup| {
        assert!(group.len() > 0);
        grouped += group.len();
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(grouped, all.len());

    let (captures, quiets, drops) =
        (list(&position.captures()), list(&position.quiets()), list(&position.drops()));
    assert!(captures.iter().all(|m| m.is_capture()));
    assert!(quiets.iter().all(|m| !m.is_capture() && !m.is_drop()));
    assert!(drops.iter().all(|m| m.is_drop()));
    assert_eq!(sorted([captures, quiets, drops].concat()), all);

    let evasions = list(&position.evasions());
    assert_eq!(evasions, if position.is_check() { all.clone() } else { Vec::new() });

    let giving = all.iter().copied().filter(|&m| position.gives_check(m)).collect::<Vec<_>>();
    assert_eq!(list(&position.checks()), giving, "{position:?}");

    let us = position.side();
    let engine = list(&position.engine_moves());
    let better = all.iter().copied().filter(|m| {
        let Some(origin) = m.origin() else { return true };
        let zone = origin.is_promotion_zone(us) || m.target().is_promotion_zone(us);
        let inferior = match m.kind() {
            PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook => zone,
            PieceKind::Lance => m.target().relative_rank(us) == 2,
            _ => false,
        };
        m.is_promotion() || !inferior
    });
    assert_eq!(engine, better.collect::<Vec<_>>());

    for &m in &all {
        assert!(position.is_legal(m) && position.is_pseudo_legal(m), "{m:?} in\n{position:?}");
        assert_eq!(position.with_kinds(m.bare()), Some(m));
        assert_eq!(position.restore_captured(m.bits_without_captured()), Some(m));
    }

    // Each call replaces the moves of the previous kind in the list.
    let mut moves = MoveList::new();
    let squares = all.iter().map(|m| m.target()).take(5).chain([Square::SQ_5E]);
    let filters = squares.map(MoveFilter::Recaptures).chain([
        MoveFilter::All,
        MoveFilter::Captures,
        MoveFilter::Quiets,
        MoveFilter::Drops,
        MoveFilter::Evasions,
        MoveFilter::Checks,
    ]);
    for filter in filters {
        let is_of_kind = |m: &&Move| match filter {
            MoveFilter::Captures => m.is_capture(),
            MoveFilter::Quiets => !m.is_capture() && !m.is_drop(),
            MoveFilter::Drops => m.is_drop(),
            MoveFilter::Recaptures(square) => m.is_capture() && m.target() == square,
            MoveFilter::Evasions => position.is_check(),
            MoveFilter::Checks => position.gives_check(**m),
            _ => true,
        };
        position.moves_into(filter, &mut moves);
        assert_eq!(list(&moves), sorted(all.iter().filter(is_of_kind).copied()), "{filter:?}");
        position.engine_moves_into(filter, &mut moves);
        assert_eq!(list(&moves), sorted(engine.iter().filter(is_of_kind).copied()), "{filter:?}");
    }
}

/// Plays and undoes every legal move.
fn check_play(position: &Position) {
    let mut board = position.clone();
    for m in &position.legal_moves() {
        let gives_check = position.gives_check(m);
        let undo = board.play_unchecked(m);
        board.assert_consistent();
        if !position.flaws().contains(Flaws::OPPONENT_IN_CHECK) {
            assert_eq!(board.is_check(), gives_check, "{m:?} in\n{position:?}");
        }
        assert_eq!(board, position.after(m));
        assert_eq!(board.move_number(), position.move_number() + 1);
        board.undo(m, undo);
        assert_eq!(&board, position, "{m:?}");
        assert_eq!(board.hash(), position.hash());
    }
}

fn check_oracle(position: &Position) {
    let all = position.legal_moves();
    let (ours, rules) = (list(&all), sorted(oracle::legal(position)));
    let differ = |a: &[Move], b: &[Move]| a.iter().copied().find(|m| !b.contains(m));
    assert_eq!((differ(&ours, &rules), differ(&rules, &ours)), (None, None), "{position:?}");
    if !position.flaws().contains(Flaws::OPPONENT_IN_CHECK) {
        let checks = oracle::checks(position, &all);
        assert_eq!(list(&position.checks()), sorted(checks), "{position:?}");
    }
}

fn check_symmetry(position: &Position) {
    let all = position.legal_moves();
    type Image = (Position, fn(Move) -> Move, fn(Square) -> Square);
    let images: [Image; 2] = [
        (position.half_turn(), Move::half_turn, Square::half_turn),
        (position.mirror(), Move::mirror, Square::mirror),
    ];
    for (image, map, map_square) in images {
        image.assert_consistent();
        for m in &all {
            // The image of a move has the images of its squares.
            let slow = match m.origin().map(map_square) {
                Some(origin) => Move::normal(
                    m.kind(),
                    origin,
                    map_square(m.target()),
                    m.is_promotion(),
                    m.captured(),
                ),
                None => Move::drop(m.kind(), map_square(m.target())),
            };
            assert_eq!((map(m), map(map(m))), (slow, m));
        }
        assert_eq!(list(&image.legal_moves()), sorted(all.iter().map(&map)));
        for see in [See::BONANZA, See::BONANZA.with_pins()] {
            for m in &all {
                let value = see.of_move(position, m);
                assert_eq!(see.of_move(&image, map(m)), value, "{m} in\n{position:?}");
                assert!(see.is_at_least(&image, map(m), value));
                assert!(!see.is_at_least(&image, map(m), value + 1));
            }
            for square in Square::all() {
                let value = see.of_square(position, square);
                assert_eq!(see.of_square(&image, map_square(square)), value, "{square}");
            }
        }
    }
    assert_eq!(position.half_turn().half_turn(), *position);
    assert_eq!(position.mirror().mirror(), *position);
}

/// Compares attackers, checking pieces and pins with their definitions.
fn check_attackers(position: &Position) {
    let occupied = position.occupied();
    for square in Square::all() {
        let slow = occupied.iter().filter(|&from| {
            let piece = position.piece_on(from).unwrap();
            attacks::attacks(piece, from, occupied).contains(square)
        });
        assert_eq!(position.attackers_to(square, occupied), slow.collect(), "{square}");
    }
    for color in Color::ALL {
        let Some(king) = position.king(color) else {
            assert!(position.pinned(color).is_empty());
            continue;
        };
        let enemies = position.colors(color.opponent());
        let attackers = |occupied| position.attackers_to(king, occupied) & enemies;
        if color == position.side() {
            assert_eq!(position.checkers(), attackers(occupied));
        }
        let shields = |side| {
            position.colors(side).iter().filter(|&square| {
                let mut lifted = occupied;
                lifted.remove(square);
                !attackers(lifted).difference(attackers(occupied)).is_empty()
            })
        };
        assert_eq!(position.pinned(color), shields(color).collect());
        assert_eq!(position.discoverers(color.opponent()), shields(color.opponent()).collect());
    }
}

fn check_everything(position: &Position) {
    position.assert_consistent();
    check_generation(position);
    check_play(position);
    check_oracle(position);
    check_symmetry(position);
    check_attackers(position);
}

fn play_out(start: &str, choices: &[u16], mut visit: impl FnMut(&Position)) {
    let mut position = position(start);
    for &choice in choices {
        visit(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(moves[usize::from(choice) % moves.len()]);
    }
    visit(&position);
}

#[test]
fn starts_and_flawed_setups_obey_every_law() {
    for sfen in STARTS.iter().chain(&FLAWED) {
        check_everything(&position(sfen));
    }
}

#[test]
fn positions_after_flawed_setups_obey_the_laws() {
    for (seed, sfen) in (1..).zip(FLAWED) {
        let choices: Vec<u16> = numbers(seed).take(12).collect();
        play_out(sfen, &choices, |position| {
            position.assert_consistent();
            check_generation(position);
            check_oracle(position);
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn positions_of_play_obey_every_law(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let mut last = None;
        play_out(STARTS[start], &choices, |position| last = Some(position.clone()));
        check_everything(&last.unwrap());
    }

    #[test]
    fn a_word_of_another_position_does_no_harm(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<u16>(), 0..80),
        words in prop::collection::vec(0u32..1 << 23, 64),
        other in prop::collection::vec(any::<u16>(), 0..80),
    ) {
        let mut last = None;
        play_out(STARTS[start], &choices, |position| last = Some(position.clone()));
        let position = last.unwrap();
        let mut foreign: Vec<Move> = words.into_iter().filter_map(Move::from_bits).collect();
        play_out(STARTS[start], &other, |position| foreign.extend(&position.legal_moves()));
        let legal: BTreeSet<Move> = position.legal_moves().iter().collect();
        let mut board = position.clone();
        for m in foreign {
            prop_assert_eq!(position.is_legal(m), legal.contains(&m), "{:?}", m);
            prop_assert_eq!(board.clone().play(m).is_ok(), legal.contains(&m));
            if position.is_pseudo_legal(m) {
                let undo = board.play_unchecked(m);
                board.assert_consistent();
                board.undo(m, undo);
                prop_assert_eq!(&board, &position);
            }
        }
    }
}

/// Returns an infinite sequence of pseudo-random numbers.
fn numbers(seed: u64) -> impl Iterator<Item = u16> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as u16
    })
}

#[test]
fn games_of_a_thousand_plies_keep_every_invariant() {
    for (seed, sfen) in (100..).zip(STARTS) {
        // When a game ends, a new game begins, so that a thousand plies are played from every
        // starting position.
        let mut choices = numbers(seed);
        let mut board = position(sfen);
        let mut record = Vec::new();
        for ply in 0..1_000 {
            let moves = board.legal_moves();
            assert_eq!(moves.len(), board.count_moves());
            if moves.is_empty() {
                while let Some((m, undo)) = record.pop() {
                    board.undo(m, undo);
                }
                assert_eq!(board, position(sfen));
                continue;
            }
            let m = moves[usize::from(choices.next().unwrap()) % moves.len()];
            let gives_check = board.gives_check(m);
            record.push((m, board.play_unchecked(m)));
            assert_eq!(board.is_check(), gives_check);
            board.assert_consistent();
            if ply % 50 == 0 {
                check_generation(&board);
            }
        }
        while let Some((m, undo)) = record.pop() {
            board.undo(m, undo);
        }
        assert_eq!(board, position(sfen));
    }
}

#[test]
fn legality_is_membership_for_all_words() {
    for sfen in [STARTS[0], STARTS[13], STARTS[17], FLAWED[5]] {
        let position = position(sfen);
        let mut legal = Vec::new();
        let mut board = position.clone();
        for m in (0..1 << 23).filter_map(Move::from_bits) {
            let is_legal = position.is_legal(m);
            if is_legal {
                legal.push(m);
            }
            if !position.is_pseudo_legal(m) {
                assert!(!is_legal, "{m:?}");
                continue;
            }
            let undo = board.play_unchecked(m);
            board.assert_consistent();
            board.undo(m, undo);
            assert_eq!(board, position, "{m:?}");
        }
        assert_eq!(sorted(legal), list(&position.legal_moves()), "{sfen}");
    }
}

#[test]
fn no_list_is_longer_than_the_longest_known() {
    assert_eq!(position(STARTS[14]).legal_moves().len(), MAX_MOVES);
    assert_eq!(position(FLAWED[0]).legal_moves().len(), 599);
    assert_eq!(position(FLAWED[1]).legal_moves().len(), 597);
}

#[test]
fn a_null_move_turns_the_side_alone() {
    let mut board = Position::start();
    let undo = board.play_null();
    board.assert_consistent();
    assert_eq!((board.side(), board.move_number()), (Color::White, 2));
    assert_ne!(board.hash(), Position::start().hash());
    board.undo_null(undo);
    assert_eq!(board, Position::start());
}

#[test]
fn the_greatest_move_number_stays_and_undo_is_exact() {
    let last = u32::MAX;
    for (start, numbers) in [(last - 1, [last, last]), (last, [last, last]), (0, [1, 2])] {
        let mut board = position(&format!("4k4/9/9/9/9/9/9/9/4K4 b - {start}"));
        let (before, mut played) = (board.clone(), Vec::new());
        for (text, ply) in ["5i5h", "5a5b"].into_iter().zip(numbers) {
            let m = board.with_kinds(text.parse().unwrap()).unwrap();
            played.push((board.clone(), m, board.play_unchecked(m)));
            assert_eq!(board.move_number(), ply);
            let null = board.clone();
            let undo = board.play_null();
            assert_eq!(board.move_number(), ply.saturating_add(1));
            board.undo_null(undo);
            assert_eq!(board, null);
        }
        assert!(board.to_string().ends_with(&format!(" {}", numbers[1])));
        let mut builder = GameBuilder::new(before.clone());
        for &(_, m, _) in &played {
            builder.play(m).unwrap();
        }
        assert_eq!(builder.position(), &board);
        builder.go_to(NodeId::ROOT);
        assert_eq!(builder.position(), &before);
        assert_eq!(builder.finish().final_position(), board);
        while let Some((earlier, m, undo)) = played.pop() {
            board.undo(m, undo);
            assert_eq!(board, earlier);
        }
    }
}

#[test]
fn hashes_tell_positions_apart() {
    let mut seen = std::collections::HashMap::new();
    let mut halves = BTreeSet::new();
    for (seed, sfen) in (1..).zip(STARTS) {
        let choices: Vec<u16> = numbers(seed).take(200).collect();
        play_out(sfen, &choices, |position| {
            let mut setup = position.to_setup();
            setup.move_number = 1;
            assert_eq!(position.hash_128() as u64, position.hash());
            halves.insert((position.hash_128() >> 64) as u64);
            let other = seen.insert(position.hash(), setup.clone());
            assert!(other.is_none_or(|other| other == setup), "two positions have the same hash");
        });
    }
    assert!(seen.len() > 1_000);
    assert_eq!(seen.len(), halves.len());
}

#[test]
fn flaws_are_named_and_allowed_by_name() {
    let cases = [
        ("4k4/9/9/9/4P4/4P4/9/9/4K4 b - 1", Flaws::TWO_PAWNS),
        ("4k4/9/9/9/9/9/9/9/9 b - 1", Flaws::MISSING_BLACK_KING),
        ("9/9/9/9/9/9/9/9/4K4 b - 1", Flaws::MISSING_WHITE_KING),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", Flaws::DEAD_PIECE),
        ("4k4/9/9/9/9/9/9/n8/4K4 b - 1", Flaws::DEAD_PIECE),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2Rr 1", Flaws::TOO_MANY_PIECES),
        ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", Flaws::OPPONENT_IN_CHECK),
    ];
    for (sfen, flaw) in cases {
        let setup = position(sfen).to_setup();
        let error = Position::from_setup(setup.clone()).unwrap_err();
        assert_eq!((error.flaws, *error.setup.clone()), (flaw, setup.clone()), "{sfen}");
        assert!(
            Position::from_setup_allowing(setup.clone(), Flaws::ALLOWABLE.difference(flaw))
                .is_err()
        );
        let allowed = Position::from_setup_allowing(setup.clone(), flaw).unwrap();
        assert_eq!((allowed.flaws(), allowed.to_setup()), (flaw, setup), "{sfen}");
    }
    let mut setup = Setup::start();
    setup.board[40] = setup.board[4];
    let error = Position::from_setup_allowing(setup, Flaws::ALLOWABLE).unwrap_err();
    assert_eq!(error.flaws, Flaws::SEVERAL_KINGS);
    assert_eq!(error.to_string(), "invalid position: two kings of one side");
    let mut setup = Setup::start();
    setup.hands[0] = setup.hands[0].with_count(PieceKind::Gold, 4).unwrap();
    let error = Position::from_setup_allowing(setup, Flaws::ALLOWABLE).unwrap_err();
    assert_eq!(error.flaws, Flaws::HAND_OVERFLOW);
}

#[test]
fn illegal_moves_say_why() {
    use IllegalMoveKind as Why;
    let reason = |sfen: &str, m: Move| {
        let mut board = position(sfen);
        let before = board.clone();
        let error = board.play(m).unwrap_err();
        assert_eq!(board, before);
        assert_eq!(error.mv, m.bare());
        error.kind
    };
    let step = |kind, from: &str, to: &str, promote| {
        Move::normal(kind, from.parse().unwrap(), to.parse().unwrap(), promote, None)
    };
    let start = STARTS[0];
    assert_eq!(reason(start, step(PieceKind::Pawn, "7f", "7e", false)), Why::NoSuchPiece);
    assert_eq!(reason(start, step(PieceKind::Gold, "7g", "7f", false)), Why::NoSuchPiece);
    assert_eq!(reason(start, step(PieceKind::Pawn, "7c", "7d", false)), Why::NoSuchPiece);
    assert_eq!(reason(start, step(PieceKind::Pawn, "7g", "7e", false)), Why::Unreachable);
    assert_eq!(reason(start, step(PieceKind::Bishop, "8h", "3c", false)), Why::WrongCapture);
    assert_eq!(reason(start, step(PieceKind::Bishop, "8h", "6f", false)), Why::Unreachable);
    assert_eq!(reason(start, step(PieceKind::Pawn, "7g", "7f", true)), Why::NoPromotion);
    assert_eq!(reason(start, Move::drop(PieceKind::Pawn, Square::SQ_5E)), Why::NotInHand);
    let edge = "8k/4P4/9/9/9/9/9/9/K8 b PN 1";
    assert_eq!(reason(edge, step(PieceKind::Pawn, "5b", "5a", false)), Why::DeadPiece);
    assert_eq!(reason(edge, Move::drop(PieceKind::Knight, Square::SQ_3B)), Why::DeadPiece);
    assert_eq!(reason(edge, Move::drop(PieceKind::Pawn, Square::SQ_5E)), Why::TwoPawns);
    assert_eq!(reason(edge, Move::drop(PieceKind::Pawn, Square::SQ_5B)), Why::WrongCapture);
    let pinned = "4r3k/9/9/9/9/9/4G4/9/4K4 b - 1";
    assert_eq!(reason(pinned, step(PieceKind::Gold, "5g", "4g", false)), Why::KingInCheck);
    assert_eq!(
        reason("7lk/9/7G1/9/9/9/9/9/8K b P 1", Move::drop(PieceKind::Pawn, Square::SQ_1B)),
        Why::PawnDropMate
    );
    assert_eq!(
        position(start).play(Move::drop(PieceKind::Rook, Square::SQ_5E)).unwrap_err().to_string(),
        "illegal move R*5e: the piece is not in hand"
    );
}

#[test]
fn counts_commute_with_the_symmetries() {
    for sfen in [STARTS[0], STARTS[13]] {
        let position = position(sfen);
        let nodes = perft(&position, 2);
        assert_eq!(perft(&position.half_turn(), 2), nodes);
        assert_eq!(perft(&position.mirror(), 2), nodes);
    }
}
