//! SFEN and USI: positions, setups, moves, position lines, western and Japanese names of moves.
#![no_main]
use gamekit_fuzz::{boundary, inside};
use libfuzzer_sys::fuzz_target;
use shogi_core::format::record::Mode;
use shogi_core::format::{notation, sfen, usi};
use shogi_core::{Flaws, Position, Square};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    position(&text);
    setup(&text);
    moves(&text);
    line(&text);
    if let Some((first, rest)) = text.split_once('\n')
        && let Ok((position, _)) = sfen::parse(first, Mode::Lenient)
    {
        names(&position, rest);
    }
});

fn position(text: &str) {
    let strict = sfen::parse(text, Mode::Strict).map(|(position, _)| position);
    let lenient = sfen::parse(text, Mode::Lenient);
    if let Err(error) = strict {
        inside(error.at, text.len());
        boundary(text, error.at);
    }
    match lenient {
        Ok((position, warnings)) => {
            position.assert_consistent();
            for warning in &warnings {
                boundary(text, warning.at);
            }
            // A mate problem may have only one king; the strict reader accepts this without a
            // warning.
            match &strict {
                Ok(same) => assert_eq!(&position, same),
                Err(_) => assert!(
                    !warnings.is_empty(),
                    "rejected in strict mode, but accepted without a warning in lenient mode"
                ),
            }
            let written = position.to_string();
            let (again, _) = sfen::parse(&written, Mode::Lenient).expect("the output can be read");
            assert_eq!(again, position);
            assert_eq!(again.hash(), position.hash());
            assert_eq!(again.to_string(), written);
            if position.flaws() == Flaws::NONE {
                assert_eq!(written.parse::<Position>().as_ref(), Ok(&position));
            }
        }
        Err(error) => {
            boundary(text, error.at);
            assert!(strict.is_err(), "the lenient reader rejects what the strict reader accepts");
        }
    }
}

fn setup(text: &str) {
    match sfen::parse_setup(text) {
        Ok(setup) => {
            let written = setup.to_string();
            assert_eq!(sfen::parse_setup(&written).as_ref(), Ok(&setup));
            match Position::from_setup_allowing(setup.clone(), Flaws::ALLOWABLE) {
                Ok(position) => {
                    position.assert_consistent();
                    assert_eq!(position.to_setup(), setup);
                    assert!(
                        (position.flaws() == Flaws::NONE)
                            == Position::from_setup(setup.clone()).is_ok()
                    );
                }
                Err(error) => {
                    assert_eq!(*error.setup, setup);
                    assert!(!error.flaws.is_empty());
                }
            }
            assert_eq!(setup.half_turn().half_turn(), setup);
            assert_eq!(setup.mirror().mirror(), setup);
        }
        Err(error) => boundary(text, error.at),
    }
}

fn moves(text: &str) {
    match usi::parse_move(text) {
        Ok(m) => assert_eq!(m.to_string(), text),
        Err(error) => boundary(text, error.at),
    }
    match usi::parse_word(text) {
        Ok(word) => assert_eq!(usi::parse_word(&word.to_string()), Ok(word)),
        Err(error) => boundary(text, error.at),
    }
    let _ = text.parse::<Square>().map(|square| assert_eq!(square.to_string(), text));
}

fn line(text: &str) {
    let strict = text.parse::<usi::PositionLine>();
    if let Err(error) = &strict {
        boundary(text, error.at);
        let _ = error.to_string();
    }
    match usi::parse_position(text, Mode::Lenient) {
        Ok((line, warnings)) => {
            if let Ok(strict) = &strict {
                assert_eq!(strict, &line);
            } else {
                assert!(!warnings.is_empty());
            }
            line.position.assert_consistent();
            let mut replay = line.start.clone();
            for &m in &line.moves {
                replay.play(m).expect("a move that was played");
            }
            assert_eq!(replay, line.position);
            let (again, _) =
                usi::parse_position(&line.to_string(), Mode::Lenient).expect("the output can be read");
            assert_eq!(again, line);
        }
        Err(error) => {
            boundary(text, error.at);
            assert!(strict.is_err());
        }
    }
}

/// Checks every reader of move names: the writer's name for the resulting move must read as the
/// same move.
fn names(position: &Position, text: &str) {
    if let Ok(m) = notation::parse_western(text, position) {
        assert!(position.is_legal(m));
        let name = notation::western(position, m);
        assert_eq!(notation::parse_western(&name, position), Ok(m), "{name}");
    }
    for last in [None, Some(Square::SQ_5E)] {
        if let Ok(m) = notation::parse_japanese(text, position, last) {
            assert!(position.is_legal(m));
            let name = notation::ki2(position, m, last);
            assert_eq!(notation::parse_japanese(&name, position, last), Ok(m), "{name}");
        }
        if let Ok(m) = notation::parse_japanese(text, position, last) {
            assert!(position.is_legal(m));
            let name = notation::kif(m, last);
            assert_eq!(notation::parse_japanese(&name, position, last), Ok(m), "{name}");
        }
    }
}
