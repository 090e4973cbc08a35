//! Edge cases of the shogi readers and writers: files longer than a buffer, writers that are
//! dropped, packed positions with one king, text after a line of moves has ended, and warnings
//! about move numbers, times and summaries.

use std::time::Duration;

use shogi_core::format::packed::{
    GameResult, Hcp, Hcpe, PackedSfen, PackedSfenValue, ParseHexErrorKind, Record, RecordReader,
    RecordWriter, Sample, SamplePlace, UnpackRecordErrorKind,
};
use shogi_core::format::record::{Mode, WarningKind};
use shogi_core::format::samples::{SampleReader, SampleWriter, of_game};
use shogi_core::format::{Format, csa, kif};
use shogi_core::{Color, Game, GameBuilder, NodeId, Outcome, PieceKind, Position};

/// The samples fill two buffers of 1,024 records and a part of a third buffer.
const MANY: usize = 2500;

/// Returns samples that differ in their evaluation.
fn samples() -> Vec<Sample> {
    let position = Position::start();
    let best = Some("7g7f".parse().unwrap());
    let sample = |eval| {
        let result = [GameResult::Draw, GameResult::Won(Color::Black)][eval % 2];
        Sample { position: position.clone(), best, eval: eval as i16, result }
    };
    (0..MANY).map(sample).collect()
}

fn many_records<T: Record>() {
    let samples = samples();
    let mut file = Vec::new();
    let mut writer = RecordWriter::new(&mut file);
    for sample in &samples {
        writer.write(&T::from_sample(sample).unwrap()).unwrap();
    }
    writer.finish().unwrap();
    assert_eq!(file.len(), MANY * T::SIZE);
    let read = || RecordReader::<_, T>::new(file.as_slice());
    let mut reader = read();
    let again: Vec<Sample> =
        std::iter::from_fn(|| reader.next_sample()).map(Result::unwrap).collect();
    assert!(again == samples);
    assert_eq!(read().count(), MANY);
    // The error for a truncated record in the third buffer has the correct record number.
    let cut = &file[..2100 * T::SIZE + 5];
    let mut reader = RecordReader::<_, T>::new(cut);
    let error = std::iter::from_fn(|| reader.next_sample()).find_map(Result::err).unwrap();
    assert_eq!(error.place, SamplePlace::Record(2100));
}

#[test]
fn files_longer_than_a_buffer_are_read_and_written_whole() {
    many_records::<Hcpe>();
    many_records::<PackedSfenValue>();
}

const SAMPLE_FORMATS: [Format; 4] =
    [Format::Psv, Format::Hcpe, Format::SampleText, Format::SampleJson];

#[test]
fn a_dropped_writer_loses_nothing() {
    let samples = samples();
    for format in SAMPLE_FORMATS {
        for count in [1, 1023, 1024, 1025, MANY] {
            let (mut finished, mut dropped) = (Vec::new(), Vec::new());
            for (file, is_dropped) in [(&mut finished, false), (&mut dropped, true)] {
                let mut writer = SampleWriter::new(format, file).unwrap();
                for sample in &samples[..count] {
                    writer.write(sample).unwrap();
                }
                if is_dropped {
                    drop(writer);
                } else {
                    writer.finish().unwrap();
                }
            }
            assert!(finished == dropped, "{format}, {count} samples");
            let read = SampleReader::new(format, finished.as_slice()).unwrap();
            let read: Vec<Sample> = read.map(Result::unwrap).collect();
            assert!(read == samples[..count], "{format}, {count} samples");
        }
    }
    let mut file = Vec::new();
    let mut writer = RecordWriter::new(&mut file);
    writer.write(&Hcpe::from_sample(&samples[0]).unwrap()).unwrap();
    drop(writer);
    assert_eq!(file.len(), Hcpe::SIZE);
}

/// An output on which every write fails.
struct Full;

impl std::io::Write for Full {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_output_are_reported() {
    let sample = &samples()[0];
    for format in SAMPLE_FORMATS {
        let mut writer = SampleWriter::new(format, Full).unwrap();
        let mut is_ok = true;
        for _ in 0..MANY {
            is_ok &= writer.write(sample).is_ok();
        }
        assert!(!is_ok, "{format}");
        assert!(writer.finish().is_err(), "{format}");
    }
}

/// Packs a position bit by bit, as `docs/formats/packed.md` describes. The white king is on 1a, the
/// black king is missing, and all other pieces are in hand. The 257th bit is omitted. `missing` is
/// the square number of the missing king.
fn packed_hands(counts: [[u8; 7]; 2], hand: [(u32, u32); 7], missing: u32) -> [u8; 32] {
    let mut bits: Vec<bool> = Vec::new();
    let mut push = |value: u32, len: u32| bits.extend((0..len).map(|i| value >> i & 1 == 1));
    push(0, 1);
    push(missing, 7);
    push(0, 7);
    push(0, 32);
    push(0, 32);
    push(0, 16);
    for (color, counts) in (0..).zip(counts) {
        for (count, (code, len)) in counts.into_iter().zip(hand) {
            for _ in 0..count {
                push(code | color << (len - 1), len);
            }
        }
    }
    assert_eq!(bits.len(), 257);
    let mut bytes = [0; 32];
    for (i, _) in bits[..256].iter().enumerate().filter(|(_, bit)| **bit) {
        bytes[i / 8] |= 1 << (i % 8);
    }
    bytes
}

#[test]
fn positions_with_one_king_have_the_documented_bytes() {
    // The codes of Black's hand, in the order pawn, lance, knight, silver, gold, bishop, rook.
    let apery =
        [(0, 3), (0b1, 5), (0b11, 5), (0b101, 5), (0b111, 5), (0b001_1111, 7), (0b011_1111, 7)];
    let yaneuraou =
        [(0, 3), (0b1, 5), (0b101, 5), (0b11, 5), (0b111, 5), (0b000_1111, 7), (0b001_1111, 7)];
    let all = [18, 4, 4, 4, 4, 2, 2];
    let split = [[18, 4, 4, 4, 4, 2, 1], [0, 0, 0, 0, 0, 0, 1]];
    // The omitted bit is the owner of the last piece. In the first case, the owner is Black, and
    // the bit is 0. In the second case, the owner is White, which the reader infers from earlier
    // white pieces. In the third case, the square number 83 states that the bit is 1.
    for (counts, missing) in [([all, [0; 7]], 81), ([[0; 7], all], 81), (split, 83)] {
        let mut setup = Position::start().to_setup();
        setup.board = [None; 81];
        let king = "1a".parse::<shogi_core::Square>().unwrap();
        setup.board[king.index()] = Some(shogi_core::Piece::new(Color::White, PieceKind::King));
        for (hand, counts) in setup.hands.iter_mut().zip(counts) {
            for (kind, count) in PieceKind::HAND.into_iter().zip(counts) {
                *hand = hand.with_count(kind, count).unwrap();
            }
        }
        let position =
            Position::from_setup_allowing(setup, shogi_core::Flaws::MISSING_KINGS).unwrap();
        let hcp = Hcp::encode(&position).unwrap();
        assert_eq!(hcp.to_bytes(), packed_hands(counts, apery, missing));
        assert_eq!(hcp.decode().unwrap(), position);
        let packed = PackedSfen::encode(&position).unwrap();
        assert_eq!(packed.to_bytes(), packed_hands(counts, yaneuraou, missing));
        assert_eq!(packed.decode().unwrap(), position);
    }
}

#[test]
fn errors_of_packed_records_have_their_byte_and_value() {
    let sample = &samples()[0];
    let mut hcpe = Hcpe::from_sample(sample).unwrap();
    hcpe.result = 7;
    let error = hcpe.sample().unwrap_err();
    assert_eq!((error.byte, error.kind), (36, UnpackRecordErrorKind::Result(7)));
    hcpe.result = 0;
    hcpe.best_move = 0x007f;
    let error = hcpe.sample().unwrap_err();
    assert_eq!((error.byte, error.kind), (34, UnpackRecordErrorKind::Move(0x007f)));
    let mut psv = PackedSfenValue::from_sample(sample).unwrap();
    psv.result = -2;
    let error = psv.sample().unwrap_err();
    assert_eq!((error.byte, error.kind), (38, UnpackRecordErrorKind::Result(-2)));
}

#[test]
fn errors_of_hexadecimal_digits_have_their_byte_and_length() {
    let digits = "0".repeat(200);
    let length = |found, expected| ParseHexErrorKind::Length { found, expected };
    for found in [0, 1, 63, 65, 66, 200] {
        let error = digits[..found].parse::<Hcp>().unwrap_err();
        assert_eq!((error.at, error.kind), (found.min(64), length(found, 64)));
        let error = digits[..found].parse::<PackedSfen>().unwrap_err();
        assert_eq!((error.at, error.kind), (found.min(64), length(found, 64)));
    }
    for found in [75, 77] {
        let error = digits[..found].parse::<Hcpe>().unwrap_err();
        assert_eq!((error.at, error.kind), (found.min(76), length(found, 76)));
    }
    for found in [79, 81] {
        let error = digits[..found].parse::<PackedSfenValue>().unwrap_err();
        assert_eq!((error.at, error.kind), (found.min(80), length(found, 80)));
    }
}

fn moves(game: &Game) -> Vec<String> {
    game.moves().map(|m| m.to_string()).collect()
}

#[test]
fn a_cut_of_csa_ends_everything_but_comments() {
    let text = "PI\n+\n+7776FU\nT1\n-7776FU\nT5\n+2726FU\nT6\n%TORYO\nT7\n";
    let read = csa::parse(text, Mode::Lenient).unwrap();
    assert_eq!(moves(&read.game), ["7g7f"]);
    assert_eq!((read.game.node_count(), read.game.end()), (2, None));
    let time = read.game.time(read.game.leaf()).unwrap();
    assert_eq!(time.spent, Duration::from_secs(1), "the times after the cut are not the move's");
    assert!(matches!(read.warnings[0].kind, WarningKind::Cut { .. }));
    let lines: Vec<u32> = read.warnings.iter().map(|warning| warning.line).collect();
    assert_eq!(lines[0], 5);
    // The next game of the file is read without an error.
    let two = format!("{text}/\nPI\n+\n+2726FU\n%TORYO\n");
    let games: Vec<_> = csa::games(&two, Mode::Lenient).collect();
    let second = games[1].as_ref().unwrap();
    assert_eq!((moves(&second.game), second.warnings.len()), (vec!["2g2f".to_owned()], 0));
}

#[test]
fn rows_may_be_numbered_from_1_or_from_the_start() {
    let start = "後手の持駒：なし\n\
        | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n\
        先手の持駒：なし\n手数＝10\n";
    for first in [1, 11] {
        let (second, third) = (first + 1, first + 2);
        let text = format!(
            "{start}手数----指手--\n{first} ５八玉(59)\n{second} ５二玉(51)\n{third} 中断\n\
             まで{second}手で中断\n\n変化：{second}手\n{second} ４二玉(51)\n"
        );
        let read = kif::parse(&text, Mode::Strict).unwrap();
        assert_eq!(read.warnings, [], "{text}");
        assert_eq!(read.game.start().move_number(), 11);
        assert_eq!(moves(&read.game), ["5i5h", "5a5b"]);
        let after_first = read.game.next(NodeId::ROOT).unwrap();
        assert_eq!(read.game.children(after_first).count(), 2);
    }
    // Any other first number causes a warning.
    let text = format!("{start}手数----指手--\n5 ５八玉(59)\n");
    let kind = WarningKind::MoveNumber { found: 5, expected: 1 };
    assert_eq!(kif::parse(&text, Mode::Strict).unwrap().warnings[0].kind, kind);
}

#[test]
fn blank_times_are_no_oddity() {
    for time in ["()", "(  )", "( : / : : )", "(  :  /  :  :  )", ""] {
        let text = format!("   1 ７六歩(77)   {time}\n   2 中断\n");
        let read = kif::parse(&text, Mode::Strict).unwrap();
        assert_eq!(read.warnings, [], "{time}");
        assert_eq!(read.game.time(read.game.next(NodeId::ROOT).unwrap()), None, "{time}");
    }
    for time in ["(x)", "(0:16", "( 1:2:3:4/ )"] {
        let text = format!("   1 ７六歩(77)   {time}\n");
        let warnings = kif::parse(&text, Mode::Strict).unwrap().warnings;
        assert!(matches!(warnings[0].kind, WarningKind::Time(_)), "{time}");
    }
}

#[test]
fn a_summary_that_contradicts_the_end_is_an_oddity() {
    for (end, summary, is_odd) in [
        ("投了", "先手の勝ち", false),
        ("中断", "中断", false),
        ("千日手", "千日手", false),
        ("投了", "千日手", true),
        ("中断", "先手の勝ち", true),
        ("千日手", "持将棋", true),
        ("切れ負け", "先手の勝ち", false),
    ] {
        let text = format!("   1 ７六歩(77)\n   2 {end}\nまで1手で{summary}\n");
        let warnings = kif::parse(&text, Mode::Strict).unwrap().warnings;
        let odd = warnings.iter().any(|warning| matches!(warning.kind, WarningKind::Summary(_)));
        assert_eq!((odd, warnings.len()), (is_odd, usize::from(is_odd)), "{end}, {summary}");
    }
}

#[test]
fn games_become_samples() {
    let text = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    let game = kif::parse(text, Mode::Strict).unwrap().game;
    let samples: Vec<Sample> = of_game(&game).unwrap().collect();
    assert_eq!(samples.len(), 2);
    for (sample, (position, m)) in samples.iter().zip(game.replay()) {
        assert_eq!((&sample.position, sample.best), (&position, Some(m.bare())));
        assert_eq!((sample.result, sample.eval), (GameResult::Won(Color::White), 0));
    }
    let unfinished = kif::parse("   1 ７六歩(77)\n   2 中断\n", Mode::Strict).unwrap().game;
    assert!(of_game(&unfinished).is_err());
    assert!(GameResult::try_from(Outcome::Unfinished(None)).is_err());
}

#[test]
fn calls_that_panic_have_twins_that_return_errors() {
    use shogi_core::{End, LineEnded, NoSuchNode};
    let mut builder = GameBuilder::new(Position::start());
    let node = builder.play_bare("7g7f".parse().unwrap()).unwrap();
    let m = builder.last_move().unwrap();
    builder.try_end(End::Resignation).unwrap();
    assert_eq!(builder.try_end(End::Draw), Err(LineEnded));
    assert_eq!(builder.try_end_other("x"), Err(LineEnded));
    assert_eq!(builder.try_illegal(m), Err(LineEnded));
    assert_eq!(builder.try_go_to(node), Ok(()));
    let mut other = GameBuilder::new(Position::start());
    assert_eq!(other.try_go_to(node), Err(NoSuchNode));
    assert!(!other.game().contains(node));
    assert!(other.try_illegal(m).is_ok());
    assert_eq!(other.try_illegal(m), Err(LineEnded));
}
