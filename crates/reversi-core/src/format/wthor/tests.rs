use super::*;
use std::string::ToString;
use std::vec;

fn file_with(moves: &[u8]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 30, 1, 0, 0, 0, 0, 0, 211, 7, 8, 0, 24, 0];
    let mut record = [0; RECORD];
    record[6] = 32;
    record[7] = 32;
    record[8..8 + moves.len()].copy_from_slice(moves);
    bytes.extend_from_slice(&record);
    bytes
}

fn error(bytes: &[u8]) -> (usize, Option<usize>, ReadWthorErrorKind) {
    let error = GameFile::from_bytes(bytes).unwrap_err();
    (error.at, error.record, error.kind)
}

#[test]
fn moves_are_rank_then_file() {
    let bytes = file_with(&[56, 64, 33, 34, 43, 46]);
    let file = GameFile::from_bytes(&bytes).unwrap();
    let moves: Vec<_> = file.games[0].squares().map(|square| square.to_string()).collect();
    assert_eq!(moves, ["f5", "d6", "c3", "d3", "c4", "f4"]);
    assert_eq!(file.to_bytes().unwrap(), bytes);
    assert_eq!((file.date().year, file.year(), file.depth()), (2026, 2003, 24));
    let mut old = bytes;
    old[14] = 0;
    assert_eq!(GameFile::from_bytes(&old).unwrap().depth(), 22);
}

#[test]
fn illegal_games_are_well_formed() {
    let file = GameFile::from_bytes(&file_with(&[56, 11])).unwrap();
    let error = file.games[0].replay().unwrap_err();
    assert_eq!(error.to_string(), "illegal game, ply 2: illegal move a1: the move flips no disc");
}

#[test]
fn headers_are_checked() {
    use ReadWthorErrorKind as Kind;
    let bytes = file_with(&[56]);
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        error(&bytes)
    };
    assert_eq!(error(&[]), (0, None, Kind::NoHeader));
    assert_eq!(error(&bytes[..15]), (15, None, Kind::NoHeader));
    assert_eq!(with(12, 10), (12, None, Kind::BoardSize { size: 10 }));
    assert_eq!(with(12, 6), (12, None, Kind::BoardSize { size: 6 }));
    assert_eq!(with(13, 1), (13, None, Kind::Solitaires));
    assert_eq!(with(13, 7), (13, None, Kind::FileKind { kind: 7 }));
    assert_eq!(with(14, 61), (14, None, Kind::Depth { depth: 61 }));
    assert_eq!(with(4, 2), (84, None, Kind::Length { expected: 152, found: 84 }));
    // Even the largest count must not cause an allocation.
    let mut huge = bytes.clone();
    huge[4..8].fill(255);
    assert_eq!(error(&huge).0, 84);
    assert_eq!(with(4, 0), (16, None, Kind::Length { expected: 16, found: 84 }));
    assert_eq!(error(&bytes[..83]), (16, None, Kind::Length { expected: 84, found: 83 }));
    let mut long = bytes.clone();
    long.push(0x1a);
    assert_eq!(error(&long), (84, None, Kind::Length { expected: 84, found: 85 }));
}

#[test]
fn records_are_checked() {
    use ReadWthorErrorKind as Kind;
    for byte in [1, 9, 10, 19, 20, 29, 80, 89, 90, 99, 255] {
        let place = (25, Some(1), Kind::MoveByte { byte });
        assert_eq!(error(&file_with(&[56, byte])), place);
    }
    assert_eq!(error(&file_with(&[56, 64, 0, 33])), (26, Some(1), Kind::GapInMoves));
    let mut bytes = file_with(&[56]);
    bytes[23] = 65;
    assert_eq!(error(&bytes), (23, Some(1), Kind::Score { discs: 65 }));
}

#[test]
fn games_become_records() {
    let text = "f5f6e6f4d3d7f7e7c7c2f3c4b1c3d6e3b3";
    let game = crate::format::transcript::parse(text).unwrap();
    let record = GameRecord::from_position(&game.position).unwrap();
    // White has no discs left, so Black's score counts 64 discs and not 21.
    assert_eq!((record.score_byte(), record.score()), (64, 64));
    assert_eq!(record.replay().unwrap(), game.position);
    assert_eq!(record.with_scores(-10, 4).unwrap().score_byte(), 27);
    assert_eq!(
        record.with_scores(0, 3),
        Err(WriteWthorError::new(WriteWthorErrorKind::Score { score: 3 }))
    );
    assert_eq!(
        record.with_scores(66, 0),
        Err(WriteWthorError::new(WriteWthorErrorKind::Score { score: 66 }))
    );

    let board = game.position.board();
    let elsewhere = Position::from_board(board, game.position.side());
    assert_eq!(
        GameRecord::from_position(&elsewhere),
        Err(WriteWthorError::new(WriteWthorErrorKind::NotFromStart))
    );
}

#[test]
fn names_are_checked() {
    let date = Date { year: 1999, month: 12, day: 31 };
    let mut names = NameFile::new(NameKind::Players, date);
    assert_eq!(names.push("Émile Zola"), Ok(0));
    assert_eq!(names.push("1234567890123456789"), Ok(1));
    let bad_name =
        |at| WriteWthorError { at: Some(at), kind: WriteWthorErrorKind::Name { max: 19 } };
    let message = "invalid name, byte 1: expected at most 19 Latin-1 characters";
    assert_eq!(bad_name(1).to_string(), message);
    assert_eq!(names.push("12345678901234567890"), Err(bad_name(19)));
    assert_eq!(names.push("aŁ"), Err(bad_name(1)));
    let bytes = names.to_bytes();
    assert_eq!(bytes.len(), 16 + 2 * 20);
    assert_eq!(bytes[16], 0xc9);
    assert_eq!(NameFile::from_bytes(NameKind::Players, &bytes), Ok(names.clone()));
    assert_eq!(names.date(), date);
    let error = NameFile::from_bytes(NameKind::Tournaments, &bytes).unwrap_err();
    assert_eq!(error.at, 16 + 26);
    assert_eq!(error.kind, ReadWthorErrorKind::Length { expected: 68, found: 56 });
}
