//! Malformed shogi input: readers must report the correct error at the correct location, and must
//! not panic.

mod support;

use std::io::Cursor;

use proptest::prelude::*;
use shogi_core::format::book::{
    Book, BookErrorKind, BookFile, BookPlace, BookWarningKind, ParseBookError, ReadBookError,
};
use shogi_core::format::packed::{
    Hcp, Hcpe, PackedSfen, PackedSfenValue, ReadSampleErrorKind, Record, RecordReader, SamplePlace,
    UnpackErrorKind, UnpackRecordErrorKind,
};
use shogi_core::format::record::Mode;
use shogi_core::format::sfen;
use shogi_core::format::usi::{
    self, ParseMoveErrorKind as M, ParsePositionErrorKind as P, PositionWarning, Word,
};
use shogi_core::{Flaws, IllegalMoveKind, Position};

/// Every collected SFEN that is rejected, with the field of the error. The last value is the text
/// that begins at the byte offset of the error.
const AT_FAULT: [(&str, sfen::SfenField, &str); 31] = {
    use sfen::SfenField::{Board, Extra, Hands, Ply, Side};
    [
        ("01", Board, "/9 b - 1"),
        ("03", Board, "/9/9/9/9/9/9/9/4K4 b - 1"),
        ("04", Board, "1/1r5b1/"),
        ("05", Board, "/9/9/9/PPPPPPPPP/"),
        ("08", Board, "0/9/"),
        ("09", Board, "x4/9/"),
        ("12", Board, "++P4/"),
        ("13", Board, "+4/"),
        ("15", Board, "+9/"),
        ("16", Board, "+/P8/"),
        ("18", Hands, "19P 1"),
        ("20", Hands, "2r 1"),
        ("21", Hands, "0P 1"),
        ("24", Hands, "1P 1"),
        ("26", Hands, "2 1"),
        ("28", Hands, "+P 1"),
        ("31", Hands, "99999999999999999999P 1"),
        ("32", Hands, "256P 1"),
        ("33", Hands, "257R 1"),
        ("35", Side, "B - 1"),
        ("36", Hands, ""),
        ("40", Ply, "abc"),
        ("42", Extra, "foo"),
        ("44", Board, "k4/9/9/9/9/4K4 b - 1"),
        ("45", Board, "9/9/9/9/9/9/9/9/9 b - 1"),
        ("47", Board, "P3k4/"),
        ("49", Board, "l3K4 b - 1"),
        ("50", Board, "P8/9/9/4K4 b - 1"),
        ("53", Board, "fen lnsgkgsnl/"),
        ("56", Board, "\u{ff19}/9/"),
        ("58", Board, "tartpos"),
    ]
};

#[test]
fn collected_sfen_cases_fail_where_they_should() {
    let mut seen = 0;
    for case in support::cases("shogi", &["sfen"], true) {
        let text = case["input"]["sfen"].as_str().unwrap();
        let Err(error) = sfen::parse(text, Mode::Strict) else { continue };
        if text.is_empty() {
            assert_eq!((error.field, error.at), (sfen::SfenField::Board, 0));
            continue;
        }
        let id = case["id"].as_str().unwrap();
        let row = AT_FAULT.iter().find(|row| id.ends_with(row.0));
        let &(_, field, rest) = row.unwrap_or_else(|| panic!("{id}: {error}"));
        assert_eq!(error.field, field, "{id}: {error}");
        let found = &text[error.at..];
        assert!(found.starts_with(rest) && (rest.is_empty() == found.is_empty()), "{id}: {error}");
        seen += 1;
    }
    assert_eq!(seen, AT_FAULT.len());
}

#[test]
fn collected_sfen_cases_fail_or_print_as_they_should() {
    let cases = support::cases("shogi", &["sfen"], true);
    assert_eq!(cases.len(), 39);
    for case in cases {
        let text = case["input"]["sfen"].as_str().unwrap();
        let expected = &case["expected"];
        let result = sfen::parse(text, Mode::Strict).map(|(position, _)| position);
        match expected["parse"].as_str().unwrap() {
            "error" => {
                let error = result.unwrap_err();
                assert!(
                    error.at <= text.len() && text.is_char_boundary(error.at),
                    "{text}: {error}"
                );
                let shown = error.to_string();
                assert!(
                    shown.starts_with(&format!(
                        "invalid sfen, {} field at byte {}: ",
                        error.field, error.at
                    )),
                    "{shown}"
                );
            }
            "ok" => {
                assert_eq!(result.unwrap().to_string(), expected["sfen"].as_str().unwrap());
            }
            "policy" => {
                let accepts = expected["recommended"].as_str().unwrap().starts_with("accept")
                    && !expected["recommended"].as_str().unwrap().contains("lax");
                assert_eq!(result.is_ok(), accepts, "{text}");
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn move_errors_name_the_byte() {
    let file = "a file 1 to 9";
    let rank = "a rank a to i";
    let drop_end = "the end of the move";
    for (text, at, kind) in [
        ("", 0, M::TooShort { expected: "a file 1 to 9 or a piece letter" }),
        ("7", 1, M::TooShort { expected: rank }),
        ("7g", 2, M::TooShort { expected: file }),
        ("7g7", 3, M::TooShort { expected: rank }),
        ("P", 1, M::TooShort { expected: "`*`" }),
        ("P*5", 3, M::TooShort { expected: rank }),
        ("0g7f", 0, M::Unexpected { found: '0', expected: "a file 1 to 9 or a piece letter" }),
        ("7j7f", 1, M::Unexpected { found: 'j', expected: rank }),
        ("7g7j", 3, M::Unexpected { found: 'j', expected: rank }),
        ("7G7F", 1, M::Unexpected { found: 'G', expected: rank }),
        ("7g7f++", 5, M::Unexpected { found: '+', expected: drop_end }),
        ("7g7f=", 4, M::Unexpected { found: '=', expected: "`+` or the end of the move" }),
        ("7g7g", 2, M::SameSquare),
        ("7g7g+", 2, M::SameSquare),
        ("P*5e+", 4, M::Unexpected { found: '+', expected: drop_end }),
        ("P5e", 1, M::Unexpected { found: '5', expected: "`*`" }),
        ("p*5e", 0, M::Unexpected { found: 'p', expected: "a file 1 to 9 or a piece letter" }),
        ("K*5e", 0, M::NotDroppable),
        ("+P*5e", 0, M::NotDroppable),
        ("７g７f", 0, M::Unexpected { found: '７', expected: "a file 1 to 9 or a piece letter" }),
        ("7g７f", 2, M::Unexpected { found: '７', expected: file }),
        ("rep_inf", 0, M::Unexpected { found: 'r', expected: "a file 1 to 9 or a piece letter" }),
        ("resign", 0, M::NotAMove(Word::Resign)),
        ("0000", 0, M::NotAMove(Word::None)),
    ] {
        let error = usi::parse_move(text).unwrap_err();
        assert_eq!((error.at, error.kind), (at, kind), "{text:?}");
    }
    assert_eq!(usi::parse_word("win"), Ok(Word::Win));
    assert_eq!(usi::parse_word("none").unwrap().to_string(), "none");
    assert!(usi::parse_word("7g7f+").is_ok() && usi::parse_word("loss").is_err());
}

#[test]
fn position_lines_name_the_byte_and_the_move() {
    for (line, at, kind) in [
        ("position startpos 7g7f", 18, P::Expected("`moves`")),
        (
            "position startposx",
            9,
            P::Sfen {
                field: sfen::SfenField::Board,
                sfen_at: 10,
                kind: sfen::SfenErrorKind::Unexpected { found: 't' },
            },
        ),
        (
            "position startpos moves 7g7e",
            24,
            P::IllegalMove {
                number: 1,
                mv: "7g7e".parse().unwrap(),
                reason: IllegalMoveKind::Unreachable,
            },
        ),
        (
            "startpos moves 7g7f 7g7f",
            20,
            P::IllegalMove {
                number: 2,
                mv: "7g7f".parse().unwrap(),
                reason: IllegalMoveKind::NoSuchPiece,
            },
        ),
        (
            "position startpos moves P*5e",
            24,
            P::IllegalMove {
                number: 1,
                mv: "P*5e".parse().unwrap(),
                reason: IllegalMoveKind::NotInHand,
            },
        ),
        (
            "position startpos moves 7g7f+",
            24,
            P::IllegalMove {
                number: 1,
                mv: "7g7f+".parse().unwrap(),
                reason: IllegalMoveKind::NoPromotion,
            },
        ),
        (
            "position startpos moves 6i7h+",
            24,
            P::IllegalMove {
                number: 1,
                mv: "6i7h+".parse().unwrap(),
                reason: IllegalMoveKind::NoPromotion,
            },
        ),
        (
            "position startpos moves 7g7f 3c3x",
            32,
            P::Move { number: 2, kind: M::Unexpected { found: 'x', expected: "a rank a to i" } },
        ),
        (
            "position startpos moves 7g7f resign",
            29,
            P::Move { number: 2, kind: M::NotAMove(Word::Resign) },
        ),
    ] {
        let error = line.parse::<usi::PositionLine>().unwrap_err();
        let text = error.to_string();
        if let P::Sfen { .. } = kind {
            assert_eq!(error.kind, kind, "{line}");
            assert!(text.starts_with("invalid sfen, "), "{text}");
        } else {
            assert_eq!((error.at, error.kind), (at, kind), "{line}");
            assert!(text.starts_with("invalid usi line at byte "), "{text}");
        }
        assert_eq!(text.matches("byte").count(), 1, "{text}");
    }
    let error =
        "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 0P".parse::<usi::PositionLine>().unwrap_err();
    assert_eq!(error.at, 38);

    for (line, sfen) in [
        (
            "position startpos moves",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 5", "4k4/9/9/9/9/9/9/9/4K4 b - 5"),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b - moves 5i5h", "4k4/9/9/9/9/9/9/4K4/9 w - 2"),
        (
            "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P 3 moves P*5e 5a4a\r\n",
            "5k3/9/9/9/4P4/9/9/9/4K4 b - 5",
        ),
    ] {
        let read =
            line.parse::<usi::PositionLine>().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(read.position.to_string(), sfen, "{line}");
        assert_eq!(read.to_string().parse::<usi::PositionLine>(), Ok(read));
    }

    let (read, warnings) =
        usi::parse_position("position startpos moves 7g7f 3c3d 7g7f 2g2f", Mode::Lenient).unwrap();
    assert_eq!(read.moves.len(), 2);
    assert!(matches!(&warnings[..], [PositionWarning::DroppedMoves(error)] if error.at == 34));
}

#[test]
fn lenient_position_lines_tell_what_they_forgive() {
    use sfen::SfenWarningKind as W;
    // A line, the number of moves, the byte offsets and kinds of the warnings, and the byte offset
    // from which words are ignored.
    type Row<'a> = (&'a str, usize, &'a [(usize, W)], Option<(usize, P)>);
    let rows: [Row<'_>; 8] = [
        ("position startpos moves 7g7f", 1, &[], None),
        ("position sfen 4k4/9/9/9/9/9/9/9/4K4 b - moves 5i5h", 1, &[], None),
        ("startpos 7g7f", 0, &[], Some((9, P::Expected("`moves`")))),
        (
            "position startpos moves 7g7f resign",
            1,
            &[],
            Some((29, P::Move { number: 2, kind: M::NotAMove(Word::Resign) })),
        ),
        (
            "position startpos moves 7g7f 3c3d+ 2g2f",
            1,
            &[],
            Some((
                29,
                P::IllegalMove {
                    number: 2,
                    mv: "3c3d+".parse().unwrap(),
                    reason: IllegalMoveKind::NoPromotion,
                },
            )),
        ),
        (
            "position sfen 4k4/9/9/9/9/9/9/9/4K4 B 0P 1 moves 5i5h",
            1,
            &[(36, W::UpperCaseSide), (38, W::LeadingZero)],
            None,
        ),
        (
            "sfen 4k4/9/9/9/9/9/9/9/4K4_b_-_1",
            0,
            &[(26, W::Separator), (28, W::Separator), (30, W::Separator)],
            None,
        ),
        (
            "sfen 4k4/9/9/9/P8/P8/9/9/4K4 b - 1 moves 5i5h 9e9d",
            1,
            &[(18, W::Flaws(Flaws::TWO_PAWNS))],
            Some((
                46,
                P::IllegalMove {
                    number: 2,
                    mv: "9e9d".parse().unwrap(),
                    reason: IllegalMoveKind::NoSuchPiece,
                },
            )),
        ),
    ];
    for (line, moves, forgiven, dropped) in rows {
        let (read, warnings) = usi::parse_position(line, Mode::Lenient).unwrap();
        let (mut found, mut cut) = (Vec::new(), None);
        for warning in &warnings {
            match warning {
                PositionWarning::Sfen(warning) => found.push((warning.at, warning.kind)),
                PositionWarning::DroppedMoves(error) => cut = Some((error.at, error.kind)),
                other => panic!("{other}"),
            }
        }
        assert_eq!((read.moves.len(), &found[..], cut), (moves, forgiven, dropped), "{line}");
        assert_eq!(line.parse::<usi::PositionLine>().is_err(), !warnings.is_empty(), "{line}");
    }
    for line in [
        "",
        "position",
        "position sfen x",
        "position startpost",
        "sfen 4k4/9/9/4k4/9/9/9/9/4K4 b - 1",
    ] {
        assert!(usi::parse_position(line, Mode::Lenient).is_err(), "{line}");
    }
}

#[test]
fn packed_positions_name_the_bit() {
    let start = Hcp::encode(&Position::start()).unwrap().to_bytes();
    let fails = |bytes: [u8; 32]| {
        let error = Hcp::from_bytes(bytes).decode().unwrap_err();
        (error.bit, error.kind)
    };
    assert_eq!(fails([0; 32]), (8, UnpackErrorKind::SameKingSquare));
    let mut bytes = start;
    bytes[0] = 100 << 1;
    assert_eq!(fails(bytes), (1, UnpackErrorKind::KingSquare(100)));
    let mut bytes = start;
    (bytes[0], bytes[1]) = (81 << 1, (bytes[1] & 0x80) | 81);
    assert_eq!(fails(bytes), (8, UnpackErrorKind::NoKing));
    // All bits after the kings are 1, so each code is a rook.
    let mut bytes = [0xff; 32];
    (bytes[0], bytes[1]) = (44 << 1, 0x80 | 36);
    assert_eq!(fails(bytes).0, 15 + 2 * 8);
    assert!(matches!(fails(bytes).1, UnpackErrorKind::TooManyPieces { .. }));
    // Flip every bit: the result must be an error or another position, never the same position.
    let mut errors = 0;
    for bit in 0..256 {
        let mut bytes = start;
        bytes[bit / 8] ^= 1 << (bit % 8);
        match Hcp::from_bytes(bytes).decode() {
            Ok(position) => assert_ne!(position, Position::start(), "bit {bit}"),
            Err(error) => {
                errors += 1;
                assert!(error.bit <= 256);
            }
        }
    }
    assert!(errors > 50, "{errors}");
}

#[test]
fn record_files_name_the_record_and_the_byte() {
    let good = support::data_bytes("shogi/packed/sample.psv");
    let mut reader = RecordReader::<_, PackedSfenValue>::new(&good[..40 * 3 + 17]);
    for _ in 0..3 {
        reader.next_sample().unwrap().unwrap();
    }
    let error = reader.next_sample().unwrap().unwrap_err();
    assert_eq!(error.place, SamplePlace::Record(3));
    assert!(matches!(error.kind, ReadSampleErrorKind::Truncated { bytes: 17, size: 40 }));
    assert_eq!(error.to_string(), "record 4: the file ends after 17 of the 40 bytes of the record");
    assert!(reader.next_sample().is_none());

    for (byte, value, kind) in [(38, 7, "result"), (34, 0x7f, "move"), (0, 0xff, "position")] {
        let mut bad = good.clone();
        bad[40 * 5 + byte] = value;
        let mut reader = RecordReader::<_, PackedSfenValue>::new(bad.as_slice());
        let results: Vec<_> = std::iter::from_fn(|| reader.next_sample()).collect();
        assert_eq!(results.len(), 948);
        for (n, result) in results.iter().enumerate() {
            match result {
                Ok(_) => assert_ne!(n, 5),
                Err(invalid) => {
                    let ReadSampleErrorKind::Record(error) = &invalid.kind else {
                        panic!("{invalid}")
                    };
                    assert_eq!((n, invalid.place), (5, SamplePlace::Record(5)));
                    let found = match error.kind {
                        UnpackRecordErrorKind::Position(_) => "position",
                        UnpackRecordErrorKind::Move(_) => "move",
                        UnpackRecordErrorKind::Result(7) => "result",
                        _ => "other",
                    };
                    assert_eq!(found, kind);
                    assert!(error.byte == byte || found == "position" && error.byte < 32);
                }
            }
        }
    }
    assert!(
        Hcpe::from_slice(&[0; 37]).is_none() && PackedSfenValue::from_slice(&[0; 41]).is_none()
    );
}

#[test]
fn books_name_the_line_and_the_column() {
    const START: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
    let fails = |text: &str| {
        let error = Book::parse(text.as_bytes()).unwrap_err();
        let BookPlace::Line { line, column } = error.place else { panic!("{error}") };
        (line, column, error.kind)
    };
    let move_kind = |kind| BookErrorKind::Move(kind);
    assert_eq!(fails("7g7f none 0 0\n"), (1, 1, BookErrorKind::NoPosition));
    let found = fails(&format!("{START}7g7x none 0 0\n"));
    assert_eq!(found, (2, 4, move_kind(M::Unexpected { found: 'x', expected: "a rank a to i" })));
    let found = fails(&format!("{START}7g7f 3c 0 0\n"));
    assert_eq!(found, (2, 8, move_kind(M::TooShort { expected: "a file 1 to 9" })));
    assert_eq!(fails(&format!("{START}7g7f none x 0\n")), (2, 11, BookErrorKind::Number));
    assert_eq!(fails(&format!("{START}7g7f none 0 -1\n")), (2, 13, BookErrorKind::Number));
    assert_eq!(fails(&format!("{START}7g7f none 99999999999 1\n")), (2, 11, BookErrorKind::Number));
    assert_eq!(fails(&format!("{START}7g7f none 0 1 2 x\n")), (2, 17, BookErrorKind::ExtraField));
    assert_eq!(fails(&format!("{START}none none\n")).0, 2);
    let (line, column, kind) = fails("#\nsfen 4k4/9/9/9/9/9/9/9/4K4 x - 1\n");
    assert_eq!((line, column), (2, 28));
    assert!(matches!(kind, BookErrorKind::Sfen { field: sfen::SfenField::Side, .. }));
    let error = Book::parse(b"#YANEURAOU-DB2016 1.00\nsfen \xff\n").unwrap_err();
    let place = BookPlace::Line { line: 2, column: 6 };
    assert_eq!((error.place, error.kind), (place, BookErrorKind::NotUtf8));
    assert_eq!(error.to_string(), "invalid book at line 2, column 6: the line is not UTF-8");
    let long = vec![b'#'; 1_000_001];
    assert_eq!(Book::parse(&long).unwrap_err().kind, BookErrorKind::LineTooLong);
    let mut file = BookFile::new(Cursor::new(vec![b'x'; 3_000_000])).unwrap();
    assert!(matches!(
        file.find(&Position::start()),
        Err(ReadBookError::Parse(ParseBookError { kind: BookErrorKind::LineTooLong, .. }))
    ));

    let twice = format!("#YANEURAOU-DB2016 1.00\n{START}7g7f\n{START}2g2f\n");
    let (book, warnings) = Book::parse(twice.as_bytes()).unwrap();
    assert_eq!(
        warnings.iter().map(|w| (w.line, w.kind)).collect::<Vec<_>>(),
        [(4, BookWarningKind::Repeated)]
    );
    assert_eq!(book.find(&Position::start()).unwrap().moves[0].mv.to_string(), "7g7f");
    let unsorted = format!("#YANEURAOU-DB2016 1.00\n{START}sfen 4k4/9/9/9/9/9/9/9/4K4 b -\n");
    let (_, warnings) = Book::parse(unsorted.as_bytes()).unwrap();
    assert_eq!((warnings[0].line, warnings[0].kind), (3, BookWarningKind::Unsorted));
}

#[test]
fn binary_books_name_the_byte_and_the_position() {
    use BookErrorKind::*;
    let good = support::data_bytes("shogi/books/yaneuraou.ybb");
    let fails = |bytes: &[u8]| {
        let error = Book::parse_ybb(bytes).unwrap_err();
        let mut file = BookFile::new_ybb(Cursor::new(bytes));
        if let Ok(file) = &mut file {
            let _ = file.find(&Position::start());
        }
        let BookPlace::Byte { position, at } = error.place else { panic!("{error}") };
        (position, at, error.kind)
    };
    for cut in 0..good.len() {
        let (record, at, _) = fails(&good[..cut]);
        assert!(at as usize <= cut.max(32 + 5 * 44), "{cut}: {record:?} {at}");
    }
    assert_eq!(fails(b"YANE-BINBOOK-V2\0"), (None, 0, Magic));
    assert_eq!(fails(&good[..20]), (None, 20, Truncated));
    let with = |at: usize, bytes: &[u8]| {
        let mut bad = good.clone();
        bad[at..at + bytes.len()].copy_from_slice(bytes);
        bad
    };
    assert_eq!(fails(&with(16, &[0xff; 8])), (None, 16, PositionCount(u64::MAX)));
    assert_eq!(fails(&with(24, &[3])), (None, 24, Flags(3)));
    assert_eq!(fails(&with(32 + 44 + 32, &[0xff; 8])), (Some(1), 32 + 44 + 32, MovesOffset));
    let error = Book::parse_ybb(&with(32 + 44 + 32, &[0xff; 8])).unwrap_err().to_string();
    assert!(error.starts_with("invalid book at position 2, byte 108: "), "{error}");
    assert_eq!(fails(&with(32 + 44 + 42, &[0xff; 2])), (Some(1), 32 + 44 + 32, MovesOffset));
    assert_eq!(fails(&with(32 + 44, &[0; 32])), (Some(1), 32 + 44, Unsorted));
    // In the last position, a king is on a square that does not exist.
    let (position, at, kind) = fails(&with(32 + 4 * 44, &[0xff; 32]));
    assert_eq!((position, at), (Some(4), 32 + 4 * 44));
    assert!(matches!(kind, Packed(_)), "{kind}");
    assert_eq!(
        fails(&with(32 + 5 * 44 + 6, &[0xff; 2])),
        (Some(0), 32 + 5 * 44 + 6, MoveBits(0xffff))
    );
}

/// Calls every function that reads bytes or text. The results are ignored.
fn read_as_everything(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for error in [sfen::parse(&text, Mode::Strict).err(), sfen::parse(&text, Mode::Lenient).err()]
        .into_iter()
        .flatten()
    {
        assert!(error.at <= text.len() && text.is_char_boundary(error.at), "{text:?}: {error}");
    }
    if let Ok((position, warnings)) = sfen::parse(&text, Mode::Lenient) {
        position.assert_consistent();
        assert!(warnings.iter().all(|warning| warning.at <= text.len()));
        let (again, _) = sfen::parse(&position.to_string(), Mode::Lenient).unwrap();
        assert_eq!(again, position);
    }
    let _ = sfen::parse_setup(&text).map(|setup| setup.to_string());
    if let Err(error) = text.parse::<usi::PositionLine>() {
        assert!(error.at <= text.len(), "{text:?}: {error}");
    }
    let _ = usi::parse_position(&text, Mode::Lenient);
    if let Err(error) = usi::parse_move(&text) {
        assert!(error.at <= text.len() && text.is_char_boundary(error.at), "{text:?}: {error}");
    }
    let _ = Book::parse(bytes);
    let _ = Book::parse_ybb(bytes);
    if let Ok(mut file) = BookFile::new(Cursor::new(bytes)) {
        let _ = file.find(&Position::start());
    }
    if let Ok(mut file) = BookFile::new_ybb(Cursor::new(bytes)) {
        let _ = file.find(&Position::start());
    }
    if let Some(packed) = bytes.first_chunk::<32>() {
        if let Ok(position) = Hcp::from_bytes(*packed).decode() {
            position.assert_consistent();
            assert_eq!(Hcp::encode(&position).unwrap().decode(), Ok(position));
        }
        if let Ok(position) = PackedSfen::from_bytes(*packed).decode() {
            position.assert_consistent();
            assert_eq!(PackedSfen::encode(&position).unwrap().decode(), Ok(position));
        }
    }
    let mut reader = RecordReader::<_, Hcpe>::new(bytes);
    while reader.next_sample().is_some() {}
    let mut reader = RecordReader::<_, PackedSfenValue>::new(bytes);
    while reader.next_sample().is_some() {}
}

/// Returns a valid input of one of the formats. The test then damages it.
fn valid(which: usize) -> Vec<u8> {
    match which {
        0 => b"position sfen lnsg1gsnl/1r5b1/ppppkpppp/9/9/4+p4/PPPP1PPPP/1B5R1/LNSGKGSNL w Pp 12 moves 5f5g+".to_vec(),
        1 => b"position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e".to_vec(),
        2 => b"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1".to_vec(),
        3 => support::data_bytes("shogi/books/yaneuraou.db"),
        4 => support::data_bytes("shogi/books/yaneuraou.ybb"),
        5 => support::data_bytes("shogi/packed/sample.psv")[..400].to_vec(),
        _ => support::data_bytes("shogi/packed/sample.hcpe")[..380].to_vec(),
    }
}

#[test]
fn valid_inputs_cut_at_every_byte_do_not_panic() {
    for which in 0..7 {
        let bytes = valid(which);
        for cut in 0..=bytes.len() {
            read_as_everything(&bytes[..cut]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        read_as_everything(&bytes);
    }

    #[test]
    fn random_letters_of_the_formats_do_not_panic(text in "[PLNSGBRKplnsgbrk+/1-9bw *a-i_\\-\n]{0,120}") {
        read_as_everything(text.as_bytes());
    }

    #[test]
    fn spoilt_inputs_do_not_panic(
        which in 0usize..7,
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..4), 1..6),
    ) {
        let mut bytes = valid(which);
        for (at, value, edit) in edits {
            let at = at.index(bytes.len());
            match edit {
                0 => bytes[at] = value,
                1 => bytes[at] ^= 1 << (value % 8),
                2 => bytes.insert(at, b" +/*19Kp-b"[usize::from(value % 10)]),
                _ => {
                    bytes.remove(at);
                    if bytes.is_empty() {
                        break;
                    }
                }
            }
        }
        read_as_everything(&bytes);
    }
}
