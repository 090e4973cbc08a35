//! serde: each value is serialised as its text form and read back. Invalid texts are rejected.

#[path = "support/serde.rs"]
mod serde_checks;
mod support;

use std::time::Duration;

use serde_checks::{Value, all_round, round};
use shogi_core::format::book::Book;
use shogi_core::format::encoding::Encoding;
use shogi_core::format::packed::{
    GameResult, Hcp, Hcpe, PackedSfen, PackedSfenValue, Record, Sample,
};
use shogi_core::format::record::{LossKind, Mode};
use shogi_core::format::usi::{self, PositionLine, Word};
use shogi_core::format::{csa, kif};
use shogi_core::{
    BareMove, Bitboard, Color, DeclarationResult, DeclarationRule, DrawReason, End, Flaws, Game,
    GameBuilder, Hand, Handicap, Move, MoveTime, Outcome, Piece, PieceKind, Position, Repetition,
    Setup, Square, Step, WinReason,
};

/// Checks that invalid texts and blank texts are rejected.
#[track_caller]
fn refused<T: Value>(texts: &[&str]) {
    serde_checks::refused::<T>(texts);
    serde_checks::refused::<T>(&["", " "]);
}

#[test]
fn vocabulary() {
    round(&Color::Black, "b");
    round(&Color::White, "w");
    refused::<Color>(&["B", "black", "bw"]);

    all_round(&PieceKind::ALL);
    round(&PieceKind::Dragon, "+R");
    refused::<PieceKind>(&["+G", "+K", "p", "PP", "++P", "+"]);

    all_round(&Color::ALL.map(|color| PieceKind::ALL.map(|kind| Piece::new(color, kind))).concat());
    round(&Piece::new(Color::White, PieceKind::Horse), "+b");
    refused::<Piece>(&["+g", "x", "Pp", "+", "P+"]);

    all_round(&Square::all().collect::<Vec<_>>());
    round(&Square::SQ_7G, "7g");
    refused::<Square>(&["7j", "0a", "7", "7g7", "7G", "７g"]);

    round(&Hand::EMPTY, "-");
    let hand =
        Hand::EMPTY.with_count(PieceKind::Pawn, 2).unwrap().with_count(PieceKind::Rook, 1).unwrap();
    round(&hand, "R2P");
    refused::<Hand>(&["40P", "2", "K", "256P", "0P", "r", "+P", "P-", "9999999999P"]);

    round(&Bitboard::from_square(Square::SQ_9A), "9a");
    let corners = [Square::SQ_1I, Square::SQ_9A].map(Bitboard::from_square);
    round(&corners[0].union(corners[1]), "9a 1i");
    assert_eq!(serde_json::from_str::<Bitboard>("\"\"").unwrap(), Bitboard::EMPTY);
    for text in ["9j", "9a,1i", "9a1i", "*"] {
        assert!(serde_json::from_value::<Bitboard>(text.into()).is_err(), "{text}");
    }
}

#[test]
fn moves() {
    let capture = Move::normal(
        PieceKind::Bishop,
        Square::SQ_8H,
        Square::SQ_2B,
        true,
        Some(PieceKind::Dragon),
    );
    round(&capture, "8h2b+ Bx+R");
    round(&Move::normal(PieceKind::Pawn, Square::SQ_7G, Square::SQ_7F, false, None), "7g7f P");
    round(&Move::drop(PieceKind::Pawn, Square::SQ_5E), "P*5e");
    refused::<Move>(&[
        "7g7f", "7g7f+ G", "K*5e", "P*5e P", "7g7f PxK", "7g7g P", "7g7f P B", "7g7f Px",
    ]);

    round(&capture.bare(), "8h2b+");
    round(&Move::drop(PieceKind::Pawn, Square::SQ_5E).bare(), "P*5e");
    refused::<BareMove>(&["7g7g", "resign", "P*5e+", "7g7f P", "7g"]);

    round(&Word::Resign, "resign");
    round(&Word::Move(capture.bare()), "8h2b+");
    round(&Word::Win, "win");
    round(&Word::None, "none");
    refused::<Word>(&["lose", "7g7g"]);
}

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

#[test]
fn positions() {
    round(&Position::start(), START);
    let problem: Position = "4k4/9/9/9/9/9/9/9/9 b R 7".parse().unwrap();
    round(&problem, "4k4/9/9/9/9/9/9/9/9 b R 7");
    // The flaws are two pawns on a file, no kings, a pawn that can never move, and a king in check
    // whose side is not to move.
    let flawed = [
        "4k4/4P4/4P4/9/9/9/9/9/4K4 b - 1",
        "9/9/9/9/9/9/9/9/9 b - 1",
        "P3k4/9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
    ];
    refused::<Position>(&flawed);
    refused::<Position>(&["4k4/9/9/9/9/9/9/9 b - 1", &START.replace(" b ", " x "), "startpos "]);
    assert_eq!(serde_json::from_str::<Position>("\"startpos\"").unwrap(), Position::start());
    for text in flawed {
        round(&text.parse::<Setup>().unwrap(), text);
    }
    refused::<Setup>(&["4k4/9/9/9/9/9/9/9 b - 1", "startpos", "9/9/9/9/9/9/9/9/91 b - 1"]);

    let line = "position startpos moves 7g7f 3c3d".parse::<usi::PositionLine>().unwrap();
    round(&line, "position startpos moves 7g7f 3c3d");
    refused::<PositionLine>(&["position startpos moves 7g7e", "startpos 7g7f", "resign"]);

    all_round(&Handicap::ALL);
    round(&Handicap::Two, "二枚落ち");
    refused::<Handicap>(&["一枚落ち", "その他", "2"]);

    round(&Flaws::NONE, "no flaw");
    round(&Flaws::MISSING_KINGS, "black has no king, white has no king");
    all_round(&[
        Flaws::MISSING_BLACK_KING,
        Flaws::MISSING_WHITE_KING,
        Flaws::TWO_PAWNS,
        Flaws::DEAD_PIECE,
        Flaws::TOO_MANY_PIECES,
        Flaws::OPPONENT_IN_CHECK,
        Flaws::SEVERAL_KINGS,
        Flaws::HAND_OVERFLOW,
        Flaws::ALLOWABLE,
    ]);
    refused::<Flaws>(&["no king", "no flaw, black has no king", "black has no king,"]);
}

#[test]
fn outcomes() {
    all_round(&End::ALL);
    round(&End::Foul { by: Color::White }, "foul by white");
    refused::<End>(&["foul", "Resignation", "resignation "]);

    let m = Move::normal(PieceKind::Pawn, Square::SQ_7G, Square::SQ_7F, false, None);
    round(&Step::Move(m), "7g7f P");
    round(&Step::Illegal(m), "illegal 7g7f P");
    round(&Step::End(End::Foul { by: Color::Black }), "end foul by black");
    refused::<Step>(&["illegal", "illegal 7g7f", "end", "end late", "resignation", "7g7f"]);
    let time = |spent, total: Option<u64>| MoveTime {
        spent: Duration::from_millis(spent),
        total: total.map(Duration::from_millis),
    };
    round(&time(0, None), "0:00");
    round(&time(16_000, Some(90_000)), "0:16/00:01:30");
    round(&time(7_201_250, Some(360_000_001)), "120:01.250/100:00:00.001");
    for text in ["", "0:16/", "0:16/x", "x", "-1", "1:2:3:4", "0:1.x"] {
        let read = serde_json::from_value::<MoveTime>(text.into());
        assert!(read.is_err(), "{text:?} was read as {read:?}");
    }

    let mut outcomes = vec![Outcome::Unfinished(None)];
    outcomes.extend(End::ALL.map(|end| Outcome::Unfinished(Some(end))));
    outcomes.extend(DrawReason::ALL.map(Outcome::Draw));
    for winner in Color::ALL {
        outcomes.extend(WinReason::ALL.map(|reason| Outcome::Win { winner, reason }));
    }
    assert_eq!(outcomes.len(), 1 + 18 + 4 + 2 * 8);
    all_round(&outcomes);
    round(
        &Outcome::Win { winner: Color::White, reason: WinReason::PerpetualCheck },
        "white wins by perpetual check of black",
    );
    refused::<Outcome>(&[
        "white wins",
        "white wins by luck",
        "white wins by foul",
        "white wins by foul of white",
        "draw by ",
        "unfinished (",
        "unfinished (late)",
        "unfinished ",
    ]);
    all_round(&WinReason::ALL);
    refused::<WinReason>(&["luck"]);
    all_round(&DrawReason::ALL);
    refused::<DrawReason>(&["draw"]);

    let repetitions = [1, 2, 3].map(|occurrences| Repetition::None { occurrences });
    all_round(&repetitions);
    all_round(&[
        Repetition::Draw,
        Repetition::PerpetualCheck { loser: Color::Black },
        Repetition::PerpetualCheck { loser: Color::White },
    ]);
    round(&Repetition::None { occurrences: 2 }, "occurrence 2");
    refused::<Repetition>(&["occurrence 4", "occurrence", "perpetual check"]);
    all_round(&[DeclarationRule::Points27, DeclarationRule::Points24, DeclarationRule::Try]);
    refused::<DeclarationRule>(&["27"]);
    all_round(&[DeclarationResult::Win, DeclarationResult::Draw, DeclarationResult::Fails]);
    refused::<DeclarationResult>(&["lose"]);
}

#[test]
fn packed_forms() {
    let start = Position::start();
    let hcp = Hcp::encode(&start).unwrap();
    round(&hcp, "58a449210cd757217e8e4d212caf427814c2ab109e4d212cd75f213e8e49210c");
    let packed = PackedSfen::encode(&start).unwrap();
    round(&packed, "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c");
    let one_king: Position = "4k4/9/9/9/9/9/9/9/9 b R 1".parse().unwrap();
    all_round(&[Hcp::encode(&one_king).unwrap(), hcp]);
    let digits = hcp.to_string();
    let bad = [
        &digits[..63],
        &digits[..62],
        &format!("{digits}0"),
        &digits.replace('f', "g"),
        &"0".repeat(64),
    ];
    refused::<Hcp>(&bad);
    refused::<PackedSfen>(&bad);
    // As a `PackedSfen`, the same bytes are another position.
    let other: PackedSfen = serde_json::from_value(digits.as_str().into()).unwrap();
    assert_ne!(other.decode(), hcp.decode());
    let error = digits.replacen('a', "x", 1).parse::<Hcp>().unwrap_err();
    assert_eq!(
        (error.at, error.to_string().as_str()),
        (2, "invalid digits at byte 2: expected a digit 0 to 9 or a to f")
    );

    let sample = Sample {
        position: start,
        best: Some("7g7f".parse().unwrap()),
        eval: -35,
        result: GameResult::Won(Color::White),
    };
    round(&sample, &format!("{START}\t7g7f\t-35\t2"));
    round(
        &Sample { best: None, result: GameResult::Draw, ..sample.clone() },
        &format!("{START}\tnone\t-35\t0"),
    );
    refused::<Sample>(&[
        START,
        &format!("{START}\t7g7f\t-35\t3"),
        &format!("{START}\t7g7f\t32768\t1"),
        &format!("{START}\tresign\t0\t1"),
        &format!("{START}\t7g7f\t0\t1\t"),
        &format!("{}\t7g7f\t0\t1", START.replace('k', "1")).replace('K', "1"),
    ]);
    for (text, at) in [
        (format!("{START}\t7g7x\t0\t1"), START.len() + 4),
        (format!("{START}\t7g7f\tx\t1"), START.len() + 6),
        (format!("{START}\t7g7f\t0\tx"), START.len() + 8),
        (START.replacen("9/", "8/", 1) + "\t7g7f\t0\t1", 27),
    ] {
        let error = text.parse::<Sample>().unwrap_err();
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(
            error.to_string().starts_with(&format!("invalid sample at byte {at}: ")),
            "{error}"
        );
    }

    let hcpe = Hcpe::from_sample(&sample).unwrap();
    round(&hcpe, &hcpe.to_string());
    assert_eq!(hcpe.to_string().len(), 2 * 38);
    let psv = PackedSfenValue::from_sample(&sample).unwrap();
    round(&psv, &psv.to_string());
    assert_eq!(psv.to_string().len(), 2 * 40);
    let with = |text: &str, at: usize, digits: &str| {
        format!("{}{digits}{}", &text[..at], &text[at + digits.len()..])
    };
    let (hcpe, psv) = (hcpe.to_string(), psv.to_string());
    refused::<Hcpe>(&[
        &psv,
        &hcpe[2..],
        &with(&hcpe, 72, "03"),
        &with(&hcpe, 68, "ffff"),
        &with(&hcpe, 0, "ffff"),
    ]);
    refused::<PackedSfenValue>(&[
        &hcpe,
        &with(&psv, 76, "02"),
        &with(&psv, 68, "ffff"),
        &with(&psv, 0, "ffff"),
    ]);

    all_round(&[GameResult::Draw, GameResult::Won(Color::Black), GameResult::Won(Color::White)]);
    round(&GameResult::Won(Color::Black), "black");
    refused::<GameResult>(&["b", "1", "Draw"]);
}

#[test]
fn files() {
    let (book, _) = Book::parse(&support::data_bytes("shogi/books/yaneuraou.db")).unwrap();
    round(&book, &book.to_string());
    for text in ["7g7f none 0 0\n", "sfen x\n"] {
        assert!(serde_json::from_value::<Book>(text.into()).is_err(), "{text}");
    }
    all_round(&[
        Encoding::Utf8,
        Encoding::Utf8Bom,
        Encoding::ShiftJis,
        Encoding::EucJp,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
        Encoding::Iso2022Jp,
    ]);
    round(&Encoding::ShiftJis, "Shift_JIS");
    refused::<Encoding>(&["utf-8", "latin1"]);
    round(&csa::Version::V3_0, "3.0");
    all_round(&[csa::Version::V2_2, csa::Version::V3_0]);
    refused::<csa::Version>(&["2.1", "3"]);
    all_round(&[Mode::Strict, Mode::Lenient]);
    refused::<Mode>(&["Strict"]);
    round(&LossKind::Variation, "variations");
    refused::<LossKind>(&["variation"]);
}

#[test]
fn games() {
    let game = Game::new(Handicap::Two.position());
    round(&game, &kif::write(&game).text);

    // The game has variations, comments, an illegal move, and fractions of a second.
    let mut builder = GameBuilder::new(Position::start());
    let first = builder.play_bare("7g7f".parse().unwrap()).unwrap();
    builder.set_time(MoveTime { spent: Duration::from_millis(1_250), total: None });
    builder.comment("a comment");
    builder.play_bare("3c3d".parse().unwrap()).unwrap();
    let spent = Duration::from_millis(61_001);
    builder.set_time(MoveTime { spent, total: Some(Duration::from_millis(3_600_002)) });
    builder.end(End::Resignation);
    builder.go_to(first);
    let illegal = builder.position().with_kinds("8c8e".parse().unwrap()).unwrap();
    builder.illegal(illegal);
    builder.end(End::Foul { by: Color::White });
    let mut game = builder.finish();
    game.set_field(shogi_core::field::BLACK, "先手の名");
    all_round(&[game.clone()]);

    // Serialising a game with content that KIF cannot hold is an error.
    game.add_field("two\nlines", "x");
    let error = serde_json::to_string(&game).unwrap_err().to_string();
    assert!(error.contains("header fields"), "{error}");

    for text in ["1 ７五歩(77)", "what", "手合割：平手\n   1 ７五歩(77)\n   2 ３四歩(33)\n"]
    {
        let error = serde_json::from_value::<Game>(text.into()).unwrap_err().to_string();
        assert!(error.contains("line"), "{text}: {error}");
    }
}
