//! Layouts that other programs and stored files depend on. A change here breaks existing data.

#[path = "support/shogi.rs"]
mod support;

use shogi_core::{BareMove, Hand, Move, PieceKind, Position, Square};

#[test]
fn move_word_layout() {
    let words = [
        (Move::normal(PieceKind::Pawn, Square::SQ_7G, Square::SQ_7F, false, None), 0x0000_9c2f),
        (
            Move::normal(
                PieceKind::Bishop,
                Square::SQ_8H,
                Square::SQ_2B,
                true,
                Some(PieceKind::Bishop),
            ),
            0x0033_6010,
        ),
        (Move::drop(PieceKind::Pawn, Square::SQ_5E), 0x0000_28a8),
        (Move::drop(PieceKind::Rook, Square::SQ_5E), 0x0000_2ba8),
    ];
    for (m, word) in words {
        assert_eq!(m.bits(), word, "{m}");
        assert_eq!(Move::from_bits(word), Some(m));
        assert_eq!(u32::from(m.origin_target_bits()), word & 0x3fff);
        assert_eq!(m.bits_without_captured(), word & 0x7_ffff);
    }
    // The fields are target (bits 0-6), origin (7-13), promotion (14), piece (15-18) and captured
    // kind (19-22).
    let m =
        Move::normal(PieceKind::Rook, Square::SQ_1I, Square::SQ_1A, true, Some(PieceKind::Dragon));
    assert_eq!(m.bits(), 8 | 80 << 7 | 1 << 14 | 7 << 15 | 15 << 19);
    for kind in PieceKind::HAND {
        assert_eq!(Move::drop(kind, Square::SQ_9A).bits() >> 7, 80 + kind.index() as u32);
    }
    for word in [0, 81, 80 << 7, 88 << 7, 1 << 23, 81 << 7 | 1 << 14, 81 << 7 | 1 << 15] {
        assert_eq!(Move::from_bits(word), None, "{word:#x}");
    }
}

#[test]
fn golden_moves_in_four_encodings() {
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("data/shogi/golden.json")).unwrap();
    let moves = golden["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 205);
    for entry in moves {
        let number = |key: &str| entry[key].as_u64().unwrap();
        let position = support::position(entry["sfen"].as_str().unwrap());
        let usi = entry["usi"].as_str().unwrap();
        let apery = BareMove::from_apery16(number("apery16") as u16).unwrap();
        assert_eq!(apery.to_string(), usi);
        assert_eq!(BareMove::from_yaneuraou16(number("yaneuraou16") as u16), Some(apery), "{usi}");
        let m = position.with_kinds(apery).unwrap();
        assert!(position.is_legal(m), "{usi}");
        assert_eq!(m.bare().to_apery16(), number("apery16") as u16, "{usi}");
        assert_eq!(m.bare().to_yaneuraou16(), number("yaneuraou16") as u16, "{usi}");
        assert_eq!(u64::from(m.to_apery32()), number("apery32"), "{usi}");
        assert_eq!(Move::from_apery32(number("apery32") as u32), Some(m), "{usi}");
        let side = position.side();
        let word = m.to_yaneuraou32(side);
        assert_eq!(Move::from_yaneuraou32(word, m.captured()), Some((side, m)), "{usi}");
    }
}

#[test]
fn hand_layout() {
    let mut bits = 0;
    for (kind, shift) in PieceKind::HAND.into_iter().zip([0, 6, 10, 14, 18, 22, 26]) {
        assert_eq!(Hand::EMPTY.with_count(kind, 1).unwrap().bits(), 1 << shift, "{kind:?}");
        bits |= 1 << shift;
    }
    assert_eq!(Hand::from_bits(bits).unwrap().len(), 7);
    for spare in [5, 9, 13, 17, 21, 25, 29, 30, 31] {
        assert_eq!(Hand::from_bits(1 << spare), None);
    }
}

/// The expected hashes were computed with another program, from the SplitMix64 numbers that
/// `zobrist` describes.
#[test]
fn hash_stream() {
    let start = Position::start();
    assert_eq!(start.hash_128(), 0x61eb_32db_474d_77b3_d776_3ae7_d05e_1b7c);
    let matsuri =
        support::position("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1");
    assert_eq!(matsuri.hash_128(), 0x85e2_1ab2_15e0_88fc_f7f8_eb40_a53e_abc9);
}
