//! Play and undo from any position: move lists compared with a simple implementation of the rules,
//! legality, hashes, repetition, exchange values, symmetry, packed forms.
//!
//! The input is a position line (or an empty line for the start position), then two bytes for each
//! turn.
#![no_main]
use gamekit_fuzz::start::start;
use libfuzzer_sys::fuzz_target;
use shogi_core::format::record::Mode;
use shogi_core::format::packed::{Hcp, PackedSfen};
use shogi_core::format::{notation, sfen};
use shogi_core::{
    Flaws, History, Move, MoveList, Position, Repetition, See, Undo, mate_in_one, perft,
};

#[path = "../../tests/support/shogi_oracle.rs"]
mod oracle;

const LONGEST: usize = 24;

fuzz_target!(|bytes: &[u8]| {
    let (start, turns) = start(bytes);
    let mut position = start.clone();
    let mut history = History::new(&start);
    let mut played: Vec<(Move, Undo)> = Vec::new();
    let mut list = MoveList::new();
    check(&position, turns.len() < 2);
    let turns = &turns[..turns.len().min(2 * LONGEST)];
    for (ply, turn) in turns.as_chunks::<2>().0.iter().enumerate() {
        let pick = usize::from(u16::from_le_bytes(*turn));
        position.legal_moves_into(&mut list);
        if pick % 16 == 15 || list.is_empty() {
            let Some((m, undo)) = played.pop() else { break };
            position.undo(m, undo);
            assert!(history.pop());
        } else {
            let m = list[pick / 16 % list.len()];
            let gives_check = position.gives_check(m);
            let after = position.after(m);
            let undo = position.play(m).expect("a move of the list");
            assert_eq!(after, position);
            if !start.flaws().contains(Flaws::OPPONENT_IN_CHECK) {
                assert_eq!(position.is_check(), gives_check);
            }
            played.push((m, undo));
            if let Repetition::None { occurrences } = history.push(&position) {
                assert!((1..4).contains(&occurrences));
            }
        }
        position.assert_consistent();
        check(&position, ply + 1 == turns.len() / 2);
        // A move with arbitrary bits must be legal if and only if it is in the list.
        let word = (pick as u32).wrapping_mul(0x9e37_79b1) ^ position.hash() as u32;
        for word in [word, word & 0x7_ffff] {
            if let Some(m) = Move::from_bits(word) {
                position.legal_moves_into(&mut list);
                assert_eq!(position.is_legal(m), list.contains(&m), "{m:?}");
                let before = position.clone();
                match position.play(m) {
                    Ok(undo) => position.undo(m, undo),
                    Err(error) => assert_eq!(error.mv, m.bare()),
                }
                assert_eq!(position, before);
            }
        }
        if !position.is_check() && !position.flaws().contains(Flaws::OPPONENT_IN_CHECK) {
            let before = position.clone();
            let undo = position.play_null();
            position.assert_consistent();
            position.undo_null(undo);
            assert_eq!(position, before);
        }
    }
    for (m, undo) in played.into_iter().rev() {
        position.undo(m, undo);
        assert!(history.pop());
    }
    assert_eq!(position, start);
    assert_eq!(position.hash_128(), start.hash_128());
    assert!(!history.pop());
});

fn sorted(moves: &[Move]) -> Vec<u32> {
    let mut words: Vec<u32> = moves.iter().map(|m| m.bits()).collect();
    words.sort_unstable();
    words
}

fn check(position: &Position, thorough: bool) {
    let all = position.legal_moves();
    assert_eq!(all.len(), position.count_moves());
    assert_eq!(all.is_empty(), !position.has_moves());
    // To stay fast, run only one of these checks per position. The position selects the check.
    let turn = (position.hash() >> 32) % 3;
    if thorough || turn == 0 {
        let mut parts = sorted(&position.captures());
        parts.extend(sorted(&position.quiets()));
        parts.extend(sorted(&position.drops()));
        parts.sort_unstable();
        assert_eq!(parts, sorted(&all));
    }
    if thorough || turn == 1 {
        for m in &all {
            assert!(position.is_legal(m), "{m}");
            assert_eq!(position.with_kinds(m.bare()), Some(m));
        }
    }
    if thorough || turn == 2 {
        let checks: Vec<Move> = all.iter().filter(|&m| position.gives_check(m)).collect();
        assert_eq!(sorted(&position.checks()), sorted(&checks));
    }
    if thorough {
        check_rules(position, &all);
        match position.hash() % 3 {
            0 => check_exchanges(position, &all),
            1 => check_images(position, &all),
            _ => check_writings(position, &all),
        }
    }
}

fn check_rules(position: &Position, all: &[Move]) {
    assert_eq!(sorted(&oracle::legal(position)), sorted(all));
    if !position.flaws().contains(Flaws::OPPONENT_IN_CHECK) {
        assert_eq!(sorted(&position.checks()), sorted(&oracle::checks(position, all)));
        if all.len() < 60 {
            let replies = all.iter().map(|&m| position.after(m).legal_moves().len() as u64);
            assert_eq!(perft(position, 2), replies.sum::<u64>());
        }
        if let Some(m) = mate_in_one(position) {
            let after = position.after(m);
            assert!(after.is_check() && after.legal_moves().is_empty(), "{m}");
        } else {
            for m in position.checks().iter().take(8) {
                assert!(position.after(m).has_moves(), "{m} mates");
            }
        }
    }
}

fn check_exchanges(position: &Position, all: &[Move]) {
    for see in [See::BONANZA, See::BONANZA.with_pins()] {
        for &m in all.iter().take(80) {
            let value = see.of_move(position, m);
            for threshold in [value - 1, value, value + 1, 0, i32::MIN, i32::MAX] {
                assert_eq!(see.is_at_least(position, m, threshold), value >= threshold, "{m}");
            }
        }
    }
}

fn check_images(position: &Position, all: &[Move]) {
    for (image, name) in [(position.half_turn(), "half turn"), (position.mirror(), "mirror")] {
        image.assert_consistent();
        assert_eq!(image.legal_moves().len(), all.len(), "{name}");
        assert_eq!(image.checks().len(), position.checks().len(), "{name}");
    }
    assert_eq!(&position.half_turn().half_turn(), position);
    assert_eq!(&position.mirror().mirror(), position);
}

fn check_writings(position: &Position, all: &[Move]) {
    let text = position.to_string();
    let (again, _) = sfen::parse(&text, Mode::Lenient).expect("the output can be read");
    assert_eq!(&again, position);
    // Packed forms have no move number.
    let mut setup = position.to_setup();
    setup.move_number = 1;
    let sound = Flaws::MISSING_KINGS.contains(position.flaws());
    if let Ok(packed) = Hcp::encode(position) {
        assert_eq!(packed.decode_setup().expect("the packed form can be read"), setup);
        assert_eq!(packed.decode().is_ok(), sound);
    }
    if let Ok(packed) = PackedSfen::encode(position) {
        assert_eq!(packed.decode_setup().expect("the packed form can be read"), setup);
        assert_eq!(packed.decode().is_ok(), sound);
    }
    for &m in all {
        let last = (m.bits() % 3 == 0).then_some(m.target());
        let name = notation::ki2(position, m, last);
        assert_eq!(notation::parse_japanese(&name, position, last), Ok(m), "{name}");
        let name = notation::kif(m, last);
        assert_eq!(notation::parse_japanese(&name, position, last), Ok(m), "{name}");
        let name = notation::western(position, m);
        assert_eq!(notation::parse_western(&name, position), Ok(m), "{name}");
        assert_eq!(m.to_string().parse(), Ok(m.bare()));
    }
}
