//! GGF games and OBF problems.
#![no_main]
use gamekit_fuzz::boundary;
use libfuzzer_sys::fuzz_target;
use reversi_core::format::{ggf, obf};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match ggf::parse(&text) {
        Ok(games) => {
            let mut written = String::new();
            for game in &games {
                written += &game.to_string();
                let _ = (game.replayed_score(), game.has_result_mismatch());
                let mut position = game.position.clone();
                while position.undo().is_some() {}
                assert_eq!(position, game.start);
            }
            assert_eq!(ggf::parse(&written).as_ref(), Ok(&games), "{written}");
            match &games[..] {
                [game] => assert_eq!(written.parse().as_ref(), Ok(game), "{written}"),
                _ => assert!(written.parse::<ggf::Game>().is_err(), "{written}"),
            }
        }
        Err(error) => {
            boundary(&text, error.at);
            assert!(error.game >= 1);
        }
    }
    for line in text.lines() {
        match obf::parse_line(line) {
            Ok(Some(problem)) => {
                let written = problem.to_string();
                let again = obf::parse_line(&written).expect("the output can be read");
                assert_eq!(again.as_ref(), Some(&problem), "{written}");
                assert_eq!(written.parse().as_ref(), Ok(&problem), "{written}");
                problem.best().inspect(|score| assert!(score.abs() <= 64));
            }
            Ok(None) => {
                let text = line.trim_start_matches('\u{feff}').split('%').next();
                assert!(text.is_some_and(|text| text.trim().is_empty()));
            }
            Err(error) => boundary(line, error.at),
        }
    }
});
