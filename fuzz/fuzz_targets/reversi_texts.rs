//! GGF games and OBF problems built by hand, with any texts and numbers. The output must be
//! readable, and must be written again as the same text.
//!
//! The input is a byte for each turn until a byte 0xff, then numbers and texts.
#![no_main]
use gamekit_fuzz::input::Input;
use libfuzzer_sys::fuzz_target;
use reversi_core::format::ggf::{Game, GameEnd, GameMove, GameResult, Variant};
use reversi_core::format::obf::Problem;
use reversi_core::format::wthor::{Date, NameFile, NameKind};
use reversi_core::format::{ggf, obf};
use reversi_core::{Move, Position};

fuzz_target!(|bytes: &[u8]| {
    let mut input = Input(bytes);
    let start = play(&mut Position::start(), &mut input, 50);
    let start = Position::from_board(start.board(), start.side());
    let mut position = start.clone();
    let mut moves = Vec::new();
    let choice = input.byte();
    play(&mut position, &mut input, usize::from(choice % 16));
    for turn in position.history() {
        let evaluation = number(&mut input);
        let seconds = number(&mut input);
        moves.push(GameMove { mv: turn.mv, evaluation, seconds });
    }
    let text = input.text();
    problem(&start, &text, &mut input);
    names(&text);
    let ends = [None, Some(GameEnd::Resigned), Some(GameEnd::Timeout), Some(GameEnd::Mutual)];
    let end = ends[usize::from(choice / 16 % 4)];
    let game = Game {
        black: text,
        white: input.text(),
        variant: Variant {
            synchro: false,
            random_discs: None,
            komi: false,
            anti: false,
            text: input.text(),
        },
        result: number(&mut input).map(|score| GameResult { score, end }),
        komi: number(&mut input),
        time: (choice < 128).then(|| input.text()),
        start,
        moves,
        position,
        other: (0..choice / 64).map(|_| (input.text(), input.text())).collect(),
    };
    let written = game.to_string();
    let again = ggf::parse(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    let [again] = &again[..] else { panic!("{} games: {written}", again.len()) };
    assert_eq!((&again.start, &again.position), (&game.start, &game.position), "{written}");
    for (again, game) in again.moves.iter().zip(&game.moves) {
        let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
        assert_eq!(again.mv, game.mv);
        assert_eq!(again.evaluation, finite(game.evaluation));
        assert_eq!(again.seconds, finite(game.seconds));
    }
    let kept = |text: &str| text.replace(']', ")");
    assert_eq!((&again.black, &again.white), (&kept(&game.black), &kept(&game.white)));
    assert_eq!(again.time, game.time.as_deref().map(kept));
    assert_eq!(again.result, game.result.filter(|result| result.score.is_finite()));
    assert_eq!(again.to_string(), written);
});

fn play(position: &mut Position, input: &mut Input<'_>, most: usize) -> Position {
    for _ in 0..most {
        let Some(pick) = input.next().filter(|&pick| pick < 255) else { break };
        if position.must_pass() {
            position.pass().expect("it must");
        }
        let moves = position.moves();
        let Some(square) = moves.iter().nth(usize::from(pick) % moves.len().max(1) as usize) else {
            break;
        };
        position.play(square).expect("a legal move");
    }
    position.clone()
}

/// Returns no number, a small number with decimals, or any number.
fn number(input: &mut Input<'_>) -> Option<f64> {
    let choice = input.byte();
    match choice % 4 {
        0 => None,
        1 => Some(f64::from(input.word() as i32) / 1000.0),
        2 => Some(f64::from(choice) - 128.0),
        _ => Some(f64::from_bits(u64::from(input.word()) << 32 | u64::from(input.word()))),
    }
}

fn problem(position: &Position, comment: &str, input: &mut Input<'_>) {
    let score = |input: &mut Input<'_>| i32::from(input.byte() % 129) - 64;
    let moves = if position.must_pass() {
        vec![(Move::Pass, score(input))]
    } else {
        position.moves().iter().map(|square| (Move::Place(square), score(input))).collect()
    };
    let problem = Problem {
        position: position.clone(),
        moves,
        score: Some(score(input)).filter(|score| score % 2 == 0),
        comment: Some(comment.to_owned()).filter(|comment| comment.len() % 3 != 0),
    };
    let written = problem.to_string();
    let again = obf::parse_line(&written).expect("the output can be read").expect("a position");
    assert_eq!(again.to_string(), written);
    let comment =
        problem.comment.as_deref().map(|comment| comment.trim().replace(['\n', '\r'], " "));
    assert_eq!(again, Problem { comment, ..problem }, "{written}");
}

/// Sets a name. If the name is accepted, the game must have this name.
fn names(text: &str) {
    for kind in [NameKind::Players, NameKind::Tournaments] {
        let mut file = NameFile::new(kind, Date { year: 2026, month: 11, day: 30 });
        if let Ok(number) = file.push(text) {
            let again =
                NameFile::from_bytes(kind, &file.to_bytes()).expect("the output can be read");
            assert_eq!(again.name(number).map(|name| name.to_text()).as_deref(), Some(text));
        } else {
            let is_latin = text.chars().all(|c| (1..256).contains(&u32::from(c)));
            assert!(!is_latin || text.chars().count() >= kind.field_len());
        }
    }
}
