//! Tests of the reader and the writer of GGF.
use super::*;
use crate::color::Color;
use crate::moves::Move;
use crate::position::Position;
use std::string::ToString;
use std::vec::Vec;

const BOARD: &str =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

#[test]
fn faults_have_their_place() {
    let fault = |text: &str| {
        let error = parse(&text.replace("BO", BOARD)).unwrap_err();
        (error.game, error.at, error.kind)
    };
    use ParseGgfErrorKind as Kind;
    assert_eq!(fault("(;BO;) x"), (2, 84, Kind::NoGame));
    assert_eq!(fault("(;BO"), (1, 81, Kind::NoEnd));
    assert_eq!(fault("(;PB[a"), (1, 6, Kind::NoEnd));
    assert_eq!(fault("(;PB(a)"), (1, 4, Kind::NoValue));
    assert_eq!(fault("(;?;)"), (1, 2, Kind::NoTag));
    assert_eq!(fault("(;GM[Go];)"), (1, 5, Kind::OtherGame));
    assert_eq!(fault("(;TY[10];)"), (1, 5, Kind::Size { size: 10 }));
    assert_eq!(fault("(;PB[a];)"), (1, 9, Kind::NoBoard));
    assert_eq!(fault("(;B[f5]BO;)"), (1, 2, Kind::MoveBeforeBoard));
    assert_eq!(fault("(;BOBO;)"), (1, 81, Kind::SecondBoard));
    assert_eq!(fault("(;BOW[f5];)"), (1, 81, Kind::Color { side: Color::Black }));
    assert_eq!(fault("(;BOB[z5];)"), (1, 83, Kind::NoMove));
    assert_eq!(fault("(;BOB[f5/nan];)"), (1, 83, Kind::Number));
    assert_eq!(fault("(;BORE[2:x];)"), (1, 84, Kind::Result));
    assert!(matches!(fault("(;BOB[PA];)"), (1, 83, Kind::Illegal(_))));
    assert_eq!(fault("(;BOB[f5];)(;BOB[a1];)").0, 2);
    let count = |announced, found| Kind::Count { announced, found };
    assert_eq!(fault("3 (;BO;)(;BO;)"), (1, 0, count(3, 2)));
    assert_eq!(fault("1 (;BO;)\n1 (;BO;) (;BO;) 1 (;BO;)"), (2, 86, count(1, 2)));
    assert_eq!(fault("(;BO;) 2"), (2, 84, count(2, 0)));
    assert_eq!(fault(&std::format!("{} (;BO;)", u128::MAX)), (1, 0, count(u64::MAX, 1)));
    let single = |text: &str| {
        let error = text.replace("BO", BOARD).parse::<Game>().unwrap_err();
        (error.game, error.at, error.kind)
    };
    assert_eq!(single(" 2 "), (1, 3, Kind::NoGame));
    assert_eq!(single("(;BO;) (;BO;)"), (2, 84, Kind::TextAfterGame));
    assert_eq!(single("(;BO;) x"), (2, 84, Kind::TextAfterGame));
    assert_eq!(single("2 (;BO;)"), (1, 0, count(2, 1)));
    assert_eq!(single("(;BOB[f5/nan];)"), (1, 83, Kind::Number));
    let error = parse("(;BO[8 ---x];)").unwrap_err();
    assert_eq!(error.at, 10);
    assert!(matches!(error.kind, Kind::Board(_)));
}

#[test]
fn texts_read_back() {
    let tags = "(;GM[Othello]PC[GGS/os]PB[a]PW[b]TI[05:00//02:00]TY[8r20k]RE[-3.50:t]KM[2.5]";
    let text = std::format!("1 {tags}{BOARD}KB[d3/1]B[d3//0.01]W[c5/2.39]B[f6/-1.5/97.63];)\n");
    let games = parse(&std::format!("{text}{text}")).unwrap();
    assert_eq!(games.len(), 2);
    let game = &games[0];
    assert_eq!(game.other.len(), 2);
    assert_eq!((game.variant.random_discs, game.variant.komi), (Some(20), true));
    assert_eq!(parse(&game.to_string()).unwrap(), std::slice::from_ref(game));
    assert_eq!(game.to_string().parse().as_ref(), Ok(game));
    assert!(!game.has_result_mismatch());
}

#[test]
fn the_types_of_games_are_read() {
    for (text, synchro, random_discs, komi, anti) in [
        ("8", false, None, false, false),
        ("0", false, None, false, false),
        ("", false, None, false, false),
        ("s8r20", true, Some(20), false, false),
        ("8r18", false, Some(18), false, false),
        ("r14", false, Some(14), false, false),
        ("sr14", true, Some(14), false, false),
        ("s8bka", true, None, true, true),
    ] {
        let game = parse(&std::format!("(;TY[{text}]{BOARD};)")).unwrap().remove(0);
        let variant = &game.variant;
        assert_eq!(
            (variant.synchro, variant.random_discs, variant.komi, variant.anti),
            (synchro, random_discs, komi, anti),
            "{text}"
        );
        assert_eq!(game.to_string().parse(), Ok(game), "{text}");
    }
    for text in ["10", "s10r20", "6", "88", "99999999999"] {
        let error = parse(&std::format!("(;TY[{text}]{BOARD};)")).unwrap_err();
        assert!(matches!(error.kind, ParseGgfErrorKind::Size { .. }), "{text}");
    }
}

#[test]
fn counts_and_a_byte_order_mark_are_skipped() {
    let text = std::format!("\u{feff}2 (;{BOARD};)(;{BOARD};)\n1 (;{BOARD};)(;{BOARD};)");
    assert!(parse(&text).is_err());
    assert_eq!(parse(&text.replace("\n1", "\n2")).unwrap().len(), 4);
}

#[test]
fn every_game_can_be_written() {
    let mut game = parse(&std::format!("(;{BOARD}B[f5]W[d6];)")).unwrap().remove(0);
    game.moves[1].mv = Move::Place(crate::Square::A1);
    let error = game.to_string().parse::<Game>().unwrap_err();
    assert!(matches!(error.kind, ParseGgfErrorKind::Illegal(_)), "{error}");
    game.moves.clear();
    game.moves.push(GameMove { mv: Move::Pass, evaluation: None, seconds: None });
    assert!(game.to_string().ends_with("B[PA];)"));
}

#[test]
fn what_does_not_read_back_is_an_error() {
    use WriteGgfErrorKind as Kind;
    let text = std::format!("(;EV[e]PB[a]{BOARD}B[f5/1/2]W[d6];)");
    let game: Game = text.parse().unwrap();
    assert_eq!(game.to_text().unwrap().parse(), Ok(game.clone()));
    let error = |change: &dyn Fn(&mut Game)| {
        let mut changed = game.clone();
        change(&mut changed);
        assert_ne!(changed.to_string().parse(), Ok(changed.clone()), "{changed}");
        let error = changed.to_text().unwrap_err();
        (error.tag, error.number, error.kind)
    };
    let bracket = Kind::Bracket { at: 1 };
    assert_eq!(error(&|game| game.black = "a]".into()), (Some("PB"), None, bracket));
    assert_eq!(error(&|game| game.white = "a]".into()), (Some("PW"), None, bracket));
    assert_eq!(error(&|game| game.time = Some("1]".into())), (Some("TI"), None, bracket));
    assert_eq!(error(&|game| game.variant.text = "8]".into()), (Some("TY"), None, bracket));
    let variant = (Some("TY"), None, Kind::Variant);
    assert_eq!(error(&|game| game.variant.text = "10".into()), variant);
    assert_eq!(error(&|game| game.variant.synchro = true), variant);
    let score = |score| Some(GameResult { score, end: None });
    assert_eq!(error(&|game| game.result = score(f64::NAN)), (Some("RE"), None, Kind::Number));
    assert_eq!(error(&|game| game.komi = Some(f64::INFINITY)), (Some("KM"), None, Kind::Number));
    let other = |name: &str, value: &str| (name.into(), value.into());
    assert_eq!(error(&|game| game.other[0] = other("K9", "")), (None, Some(1), Kind::Name));
    assert_eq!(error(&|game| game.other[0] = other("PW", "")), (None, Some(1), Kind::Reserved));
    assert_eq!(error(&|game| game.other.push(other("KB", "a]"))), (None, Some(2), bracket));
    assert_eq!(error(&|game| game.start = game.position.clone()).2, Kind::History);
    let a_move = |number, kind| (Some("B"), Some(number), kind);
    assert_eq!(error(&|game| game.moves[0].seconds = Some(f64::NAN)), a_move(1, Kind::Number));
    assert_eq!(error(&|game| game.moves[0].evaluation = Some(f64::NAN)), a_move(1, Kind::Number));
    let illegal = error(&|game| game.moves[1].mv = Move::Place(crate::Square::A1));
    assert!(matches!(illegal, (Some("B"), Some(2), Kind::Illegal(_))), "{illegal:?}");
    assert_eq!(error(&|game| game.position = Position::start()), (None, None, Kind::Position));
    let message = |change: &dyn Fn(&mut Game)| {
        let mut changed = game.clone();
        change(&mut changed);
        changed.to_text().unwrap_err().to_string()
    };
    assert_eq!(
        message(&|game| game.black = "]".into()),
        "tag PB: `]` at byte 0 of the value ends the value"
    );
    assert!(
        message(&|game| game.moves[1].mv = Move::Pass).starts_with("move 2: illegal move pass")
    );
    assert!(message(&|game| game.other[0].0.clear()).starts_with("tag 1: invalid name of a tag"));
}

#[test]
fn the_reader_goes_on_after_an_invalid_game() {
    let numbers = |text: &str| -> Vec<Result<usize, (usize, ParseGgfErrorKind)>> {
        games(&text.replace("BO", BOARD))
            .map(|game| game.map(|game| game.moves.len()).map_err(|e| (e.game, e.kind)))
            .collect()
    };
    use ParseGgfErrorKind as Kind;
    let count = |announced, found| Kind::Count { announced, found };
    assert_eq!(numbers("(;GM[Go];)\n(;BOB[f5];)"), [Err((1, Kind::OtherGame)), Ok(1)]);
    assert_eq!(numbers("(;BO?;) 2 (;BOB[f5];)(;BO;)"), [Err((1, Kind::NoTag)), Ok(1), Ok(0)]);
    assert_eq!(numbers("x (;BO;) y"), [Err((1, Kind::NoGame)), Ok(0), Err((2, Kind::NoGame))]);
    assert_eq!(numbers("(;BO(;BO;)"), [Err((1, Kind::NoTag)), Ok(0)]);
    assert_eq!(numbers("(;PB[a(;BO;"), [Err((1, Kind::NoTag)), Err((2, Kind::NoTag))]);
    assert_eq!(numbers("3 (;BO;)1 (;BO;)"), [Ok(0), Err((1, count(3, 1))), Ok(0)]);
    assert_eq!(numbers("1 2 (;BO;)"), [Err((1, Kind::NoGame)), Ok(0)]);
    assert_eq!(numbers(""), []);
    assert_eq!(numbers("(;"), [Err((1, Kind::NoEnd))]);
}
