//! The files of the WTHOR database: games, players, tournaments.
#![no_main]
use gamekit_fuzz::inside;
use libfuzzer_sys::fuzz_target;
use reversi_core::book::BookBuilder;
use reversi_core::format::wthor::{GameFile, GameRecord, NameFile, NameKind, ReadWthorError};

fuzz_target!(|bytes: &[u8]| {
    match GameFile::from_bytes(bytes) {
        Ok(file) => {
            // Only the counts that the reader does not use may differ.
            let written = file.to_bytes().expect("as many games as were read");
            assert_eq!(written.len(), bytes.len());
            assert_eq!(&written[8..], &bytes[8..]);
            assert_eq!(GameFile::from_bytes(&written).as_ref(), Ok(&file));
            assert!(file.depth() <= 60);
            let _ = (file.date(), file.year());
            for game in &file.games {
                record(game);
            }
        }
        Err(error) => place(error, bytes),
    }
    for kind in [NameKind::Players, NameKind::Tournaments] {
        match NameFile::from_bytes(kind, bytes) {
            Ok(file) => {
                let written = file.to_bytes();
                assert_eq!(written.len(), bytes.len());
                assert_eq!(&written[16..], &bytes[16..]);
                assert_eq!(NameFile::from_bytes(kind, &written).as_ref(), Ok(&file));
                let mut again = NameFile::new(kind, file.date());
                for (number, name) in file.names().iter().enumerate() {
                    let text = name.to_text();
                    assert_eq!(file.name(number as u16).as_ref(), Some(name));
                    // A name that fills its field has no terminator, so it cannot be written again.
                    if text.chars().count() < kind.field_len() {
                        let pushed = again.push(&text).expect("a name of the file");
                        assert_eq!(again.name(pushed).map(|name| name.to_text()), Some(text));
                    }
                }
            }
            Err(error) => place(error, bytes),
        }
    }
});

fn place(error: ReadWthorError, bytes: &[u8]) {
    inside(error.at, bytes.len());
    if let Some(record) = error.record {
        assert!(record >= 1 && record <= bytes.len());
    }
}

fn record(game: &GameRecord) {
    let again = game.with_scores(game.score(), game.theoretical_score()).expect("its own scores");
    assert_eq!(&again, game);
    match game.replay() {
        Ok(position) => {
            let anew = GameRecord::from_position(&position).expect("played from the start");
            assert_eq!(anew.move_bytes(), game.move_bytes());
            assert_eq!(anew.replay(), Ok(position));
            let mut builder = BookBuilder::new();
            builder.add_game(game.squares(), Some(game.score())).expect("a legal game");
        }
        Err(error) => assert!(error.ply >= 1 && error.ply <= game.squares().count()),
    }
}
