use alloc::string::{String, ToString};

use super::*;
use crate::format::sfen::encode;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
/// The board field of a position with only kings. The cases add the other fields.
const KINGS: &str = "4k4/9/9/9/9/9/9/9/4K4";

fn error(text: &str) -> (SfenField, usize, SfenErrorKind) {
    match parse_strictly(text) {
        Ok(position) => panic!("{text:?} was read as {position}"),
        Err(ParseSfenError { field, at, kind }) => (field, at, kind),
    }
}

#[test]
fn errors_name_the_field_and_the_byte() {
    use SfenErrorKind::*;
    use SfenField::*;
    let kings = |rest: &str| KINGS.to_string() + rest;
    let n = KINGS.len();
    for (text, expected) in [
        (String::new(), (Board, 0, Missing)),
        ("  ".into(), (Board, 0, Missing)),
        ("startpos".into(), (Board, 1, Unexpected { found: 't' })),
        ("4k4//9/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 4, RankTooShort { squares: 0 })),
        ("4k4/8/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 5, RankTooShort { squares: 8 })),
        ("4k4/9/9/9/9/9/9/9/4K3 b - 1".into(), (Board, 21, RankTooShort { squares: 8 })),
        ("4k4/9/9/9/9/9/9/9/4K3".into(), (Board, 21, RankTooShort { squares: 8 })),
        ("4k41/9/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 3, RankTooLong)),
        ("4k5/9/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 2, RankTooLong)),
        ("4k4P/9/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 3, RankTooLong)),
        ("4k4/9+/P8/9/9/9/9/9/4K4 b - 1".into(), (Board, 5, RankTooLong)),
        ("4k4/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 19, TooFewRanks { ranks: 8 })),
        ("4k4/9/9/9/9/9/9/4K4/ b - 1".into(), (Board, 20, TooFewRanks { ranks: 8 })),
        (kings("/9 b - 1"), (Board, n, TooManyRanks)),
        (kings("x b - 1"), (Board, n, Unexpected { found: 'x' })),
        (kings("\tb - 1"), (Board, n, Unexpected { found: '\t' })),
        ("4k4/10/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 5, Unexpected { found: '0' })),
        ("4k4/4x4/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 5, Unexpected { found: 'x' })),
        ("4k4/９/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 4, Unexpected { found: '９' })),
        ("4k4/4++P4/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 5, NotPromotable)),
        ("4k4/4P+4/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 6, NotPromotable)),
        ("4k4/8+/P8/9/9/9/9/9/4K4 b - 1".into(), (Board, 5, NotPromotable)),
        ("4k4/8+G/9/9/9/9/9/9/4K4 b - 1".into(), (Board, 5, NotPromotable)),
        (KINGS.into(), (Side, n, Missing)),
        (kings(" "), (Side, n + 1, Missing)),
        (kings(" B - 1"), (Side, n + 1, Unexpected { found: 'B' })),
        (kings(" bw - 1"), (Side, n + 2, Unexpected { found: 'w' })),
        (kings(" b"), (Hands, n + 2, Missing)),
        (kings(" b 0P 1"), (Hands, n + 3, LeadingZero)),
        (kings(" b R01P 1"), (Hands, n + 4, LeadingZero)),
        (kings(" b -1P 1"), (Hands, n + 4, Unexpected { found: '1' })),
        (kings(" b 2 1"), (Hands, n + 3, CountWithoutPiece)),
        (kings(" b +P 1"), (Hands, n + 3, Unexpected { found: '+' })),
        (kings(" b K 1"), (Hands, n + 3, Unexpected { found: 'K' })),
        (kings(" b 2K 1"), (Hands, n + 4, Unexpected { found: 'K' })),
        (kings(" b P- 1"), (Hands, n + 4, Unexpected { found: '-' })),
        (kings(" b R256P 1"), (Hands, n + 4, HandTooFull { kind: PieceKind::Pawn })),
        (kings(" b 257R 1"), (Hands, n + 3, HandTooFull { kind: PieceKind::Rook })),
        (
            kings(" b 99999999999999999999P 1"),
            (Hands, n + 3, HandTooFull { kind: PieceKind::Pawn }),
        ),
        // The counts of a letter are added. The sum must not overflow to a small number.
        (kings(" b P4294967295P 1"), (Hands, n + 4, HandTooFull { kind: PieceKind::Pawn })),
        (kings(" b 2p9999999999p 1"), (Hands, n + 5, HandTooFull { kind: PieceKind::Pawn })),
        (kings(" b - abc"), (Ply, n + 5, Unexpected { found: 'a' })),
        (kings(" b - -1"), (Ply, n + 5, Unexpected { found: '-' })),
        (kings(" b - 1a"), (Ply, n + 6, Unexpected { found: 'a' })),
        (kings(" b - 4294967296"), (Ply, n + 5, PlyTooLarge)),
        (kings(" b - 1 foo"), (Extra, n + 7, ExtraField)),
        (kings(" b - moves 7g7f"), (Extra, n + 5, ExtraField)),
    ] {
        assert_eq!(error(&text), expected, "{text:?}");
    }
}

#[test]
fn flaws_name_the_piece_at_fault() {
    use SfenField::*;
    let n = KINGS.len();
    for (text, field, at, flaw) in [
        ("4k4/9/9/4k4/9/9/9/9/4K4 b - 1", Board, 9, Flaws::SEVERAL_KINGS),
        ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", Board, 0, Flaws::DEAD_PIECE),
        ("4k4/1N7/9/9/9/9/9/9/4K4 b - 1", Board, 5, Flaws::DEAD_PIECE),
        ("4k4/9/9/9/9/9/9/9/l3K4 b - 1", Board, 18, Flaws::DEAD_PIECE),
        ("4k4/9/9/9/P8/P8/9/9/4K4 b - 1", Board, 13, Flaws::TWO_PAWNS),
        ("4k4/+r8/9/+r8/9/9/8+R/9/4K4 b - 1", Board, 19, Flaws::TOO_MANY_PIECES),
        ("4k4/9/9/9/9/9/9/9/4K4 b 19P 1", Hands, n + 3, Flaws::TOO_MANY_PIECES),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2R2r 1", Hands, n + 5, Flaws::TOO_MANY_PIECES),
        ("4k4/9/9/9/9/9/9/9/4R4 b - 1", Side, 22, Flaws::OPPONENT_IN_CHECK),
        ("9/9/9/9/9/9/9/9/9 b - 1", Board, 0, Flaws::MISSING_KINGS),
    ] {
        let expected = (field, at, SfenErrorKind::Flaws(flaw));
        let found = error(text);
        assert_eq!((found.0, found.1), (expected.0, expected.1), "{text}: {:?}", found.2);
        let SfenErrorKind::Flaws(flaws) = found.2 else { panic!("{text}: {:?}", found.2) };
        assert!(flaws.contains(flaw), "{text}: {flaws}");
    }
}

#[test]
fn what_the_format_leaves_open() {
    for (text, canonical) in [
        (START, START),
        ("4k4/45/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 1P 1", "4k4/9/9/9/9/9/9/9/4K4 b P 1"),
        ("4k4/9/9/9/9/9/9/9/4K4 b PP 1", "4k4/9/9/9/9/9/9/9/4K4 b 2P 1"),
        ("4k4/9/9/9/9/9/9/9/4K4 w 2p3gBR 1", "4k4/9/9/9/9/9/9/9/4K4 w RB3g2p 1"),
        ("4k4/9/9/9/9/9/9/9/4K4  b  -  7", "4k4/9/9/9/9/9/9/9/4K4 b - 7"),
        ("4k4/9/9/9/9/9/9/9/4K4 b -", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 0\r\n", "4k4/9/9/9/9/9/9/9/4K4 b - 0"),
        ("4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1", "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1"),
    ] {
        assert_eq!(text.parse::<Position>().unwrap().to_string(), canonical);
    }
    assert_eq!(START.parse::<Position>().unwrap(), Position::start());
    assert_eq!(parse_setup(START), Ok(Setup::start()));
    assert_eq!(encode(&Position::start()).without_ply(), &START[..START.len() - 2]);
}

#[test]
fn the_longest_text_fits() {
    let mut setup = Setup::empty();
    setup.board = [Some(Piece::new(Color::White, PieceKind::Dragon)); 81];
    for kind in PieceKind::HAND {
        for hand in &mut setup.hands {
            while hand.add(kind) {}
        }
    }
    setup.move_number = u32::MAX;
    let text = encode_setup(&setup);
    assert!(text.ends_with("w") || text.ends_with("4294967295"), "{text}");
    assert_eq!(parse_setup(&text), Ok(setup));
}

#[test]
fn the_lenient_reader_reports_what_it_forgives() {
    use SfenWarningKind::*;
    let kinds = |text: &str| {
        let (position, warnings) =
            parse(text, Mode::Lenient).unwrap_or_else(|e| panic!("{text}: {e}"));
        let kinds: Vec<(usize, SfenWarningKind)> =
            warnings.iter().map(|w| (w.at, w.kind)).collect();
        (position.to_string(), kinds)
    };
    let kings = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
    assert_eq!(kinds(START), (START.into(), Vec::new()));
    assert_eq!(kinds("position startpos"), (START.into(), [(0, Prefix), (9, Prefix)].into()));
    assert_eq!(
        kinds("4k4/9/9/9/9/9/9/9/4K4_b_-_1"),
        (kings.into(), [(21, Separator), (23, Separator), (25, Separator)].into())
    );
    assert_eq!(
        kinds("sfen 4k4/9/9/9/9/9/9/9/4K4 b"),
        (kings.into(), [(0, Prefix), (28, MissingHands)].into())
    );
    assert_eq!(
        kinds("4k4/9/9/9/9/9/9/9/4K4 B 0P 1"),
        (kings.into(), [(22, UpperCaseSide), (24, LeadingZero)].into())
    );
    assert_eq!(kinds("4k4/9/9/9/9/9/9/9/4K4 b - 1 eol"), (kings.into(), [(28, ExtraField)].into()));
    assert_eq!(
        kinds("9/9/9/9/P8/P8/9/9/9 b - 1"),
        (
            "9/9/9/9/P8/P8/9/9/9 b - 1".into(),
            [(
                11,
                Flaws(crate::position::Flaws::MISSING_KINGS | crate::position::Flaws::TWO_PAWNS)
            )]
            .into()
        )
    );
    assert!(parse("4k4/9/9/4k4/9/9/9/9/4K4 b - 1", Mode::Lenient).is_err());
    assert!(parse("4k4/9/9/9/9/9/9/9/4K4 x - 1", Mode::Lenient).is_err());
}
