//! Transcripts, lists of transcripts, boards as text, squares and moves.
#![no_main]
use gamekit_fuzz::{boundary, inside};
use libfuzzer_sys::fuzz_target;
use reversi_core::format::transcript::{self, Passes};
use reversi_core::format::{Contents, Format, boardtext, detect, detect_named, position_text, record};
use reversi_core::format::wthor::{Date, GameFile};
use reversi_core::{Move, Position, Square};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    game(&text);
    // A text without LF has lines that end with CR.
    let end = if text.contains('\n') { '\n' } else { '\r' };
    for (line, game) in transcript::lines(&text) {
        assert!(line >= 1 && line <= text.split(end).count());
        if let Err(error) = game {
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
            boundary(text.split(end).nth(line - 1).unwrap_or_default(), error.at);
        }
    }
    board(&text);
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string(), text.to_ascii_lowercase());
    }
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
    assert_eq!(detect_named("list", bytes), detect(bytes));
    files(bytes);
    match position_text::parse_line(&text) {
        Ok(_) => {}
        Err(error) => boundary(&text, error.at),
    }
    // A board, then a game that continues from it.
    if let Some((first, rest)) = text.split_once('\n')
        && let Ok(start) = boardtext::parse(first)
    {
        from(start, rest);
    }
});

/// A file in the format of its content, converted to each format of games.
fn files(bytes: &[u8]) {
    let Ok((format, Contents::Games(games))) = reversi_core::format::read(bytes) else { return };
    let Ok(games) = games.into_iter().collect::<Result<Vec<_>, _>>() else { return };
    let new = GameFile::new(Date::default(), 2024);
    for to in [Format::Transcripts, Format::Wthor, Format::Ggf, Format::Pgn] {
        let Ok(written) = record::write(to, &games, &new) else { continue };
        let converted = record::convert(format, bytes, to, &new).expect("it was written before");
        assert_eq!(converted.warnings, written.warnings);
        let again = record::read(to, &written.bytes).expect("the output can be read");
        assert_eq!(again.len(), games.len());
    }
}

fn game(text: &str) {
    from(Position::start(), text);
}

fn from(start: Position, text: &str) {
    match transcript::parse_from(start.clone(), text) {
        Ok(game) => {
            let mut position = game.position.clone();
            let history = position.history().to_vec();
            for passes in [Passes::Omit, Passes::Write] {
                let written = transcript::display(&history, passes).to_string();
                let again = transcript::parse_from(start.clone(), &written)
                    .expect("the output can be read");
                let last_is_pass = history.last().is_some_and(|turn| turn.mv == Move::Pass);
                if passes == Passes::Write || !last_is_pass {
                    assert_eq!(again.position, position, "{written}");
                }
                assert!(again.squares().eq(game.squares()));
            }
            let passed = history.iter().filter(|turn| turn.mv == Move::Pass).count();
            assert_eq!(game.passes().count(), passed);
            assert_eq!(game.squares().count() + passed, history.len());
            game.score().inspect(|score| assert!(score.abs() <= 64));
            for turn in history.iter().rev() {
                assert_eq!(position.undo(), Some(turn.mv));
            }
            assert_eq!(position, start);
        }
        Err(error) => {
            boundary(text, error.at);
            assert!(error.ply >= 1 && error.ply <= text.len() + 1);
        }
    }
}

fn board(text: &str) {
    match boardtext::parse(text) {
        Ok(position) => {
            let written = boardtext::display(&position).to_string();
            assert_eq!(boardtext::parse(&written), Ok(position.clone()));
            assert_eq!(
                boardtext::display_board(position.board(), position.side()).to_string(),
                written
            );
        }
        Err(error) => {
            inside(error.at, text.len());
            boundary(text, error.at);
        }
    }
}
