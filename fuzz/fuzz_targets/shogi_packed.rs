//! Packed positions, training records, and moves in all encodings.
#![no_main]
use gamekit_fuzz::inside;
use libfuzzer_sys::fuzz_target;
use shogi_core::format::packed::{
    Hcp, Hcpe, PackedSfen, PackedSfenValue, ReadSampleErrorKind, Record, RecordReader,
    RecordWriter, SamplePlace,
};
use shogi_core::{BareMove, Flaws, Move, PieceKind, Position};

fuzz_target!(|bytes: &[u8]| {
    if let Some(packed) = bytes.first_chunk::<32>() {
        hcp(*packed);
        packed_sfen(*packed);
    }
    records::<Hcpe>(bytes);
    records::<PackedSfenValue>(bytes);
    for word in bytes.as_chunks::<4>().0.iter().take(16) {
        moves(u32::from_le_bytes(*word));
    }
});

macro_rules! packed {
    ($name:ident, $Packed:ty) => {
        fn $name(bytes: [u8; 32]) {
            let packed = <$Packed>::from_bytes(bytes);
            assert_eq!(packed.to_bytes(), bytes);
            let position = match (packed.decode_setup(), packed.decode()) {
                (Ok(setup), Ok(position)) => {
                    position.assert_consistent();
                    assert_eq!(position.to_setup(), setup);
                    let sound = Flaws::MISSING_KINGS.contains(position.flaws());
                    assert!(sound, "{:?}", position.flaws());
                    position
                }
                (Ok(setup), Err(error)) => {
                    inside(error.bit, 256);
                    match Position::from_setup_allowing(setup, Flaws::ALLOWABLE) {
                        Ok(position) => position,
                        Err(_) => return,
                    }
                }
                (Err(error), other) => {
                    inside(error.bit, 256);
                    return assert!(other.is_err());
                }
            };
            if let Ok(again) = <$Packed>::encode(&position) {
                assert_eq!(again.decode_setup(), Ok(position.to_setup()));
                assert_eq!(<$Packed>::encode(&position), Ok(again));
            }
        }
    };
}
packed!(hcp, Hcp);
packed!(packed_sfen, PackedSfen);

/// Checks that bytes, records and samples are the same after conversion in both directions.
fn records<T: Record + PartialEq + core::fmt::Debug>(bytes: &[u8]) {
    let mut writer = RecordWriter::new(Vec::new());
    let mut count = 0;
    for (number, record) in RecordReader::<_, T>::new(bytes).enumerate() {
        match record {
            Ok(record) => {
                count += 1;
                writer.write(&record).expect("memory");
                match record.sample() {
                    Ok(sample) => {
                        sample.position.assert_consistent();
                        let again = T::from_sample(&sample).expect("it was packed");
                        assert_eq!(again.sample(), Ok(sample));
                    }
                    Err(error) => inside(error.byte, T::SIZE),
                }
            }
            Err(error) => {
                let ReadSampleErrorKind::Truncated { bytes: rest, size } = error.kind else {
                    panic!("{error}")
                };
                assert_eq!((error.place, size), (SamplePlace::Record(number as u64), T::SIZE));
                assert_eq!(rest, bytes.len() % T::SIZE);
            }
        }
    }
    assert_eq!(count, bytes.len() / T::SIZE);
    assert_eq!(writer.finish().expect("memory"), bytes[..count * T::SIZE]);
    let mut reader = RecordReader::<_, T>::new(bytes);
    while let Some(sample) = reader.next_sample() {
        let _ = sample.map_err(|error| error.to_string());
    }
}

/// Checks that decoding and encoding a move word gives the same word.
fn moves(word: u32) {
    let half = word as u16;
    if let Some(m) = Move::from_bits(word) {
        assert_eq!(m.bits(), word);
        assert_eq!(Move::from_bits_with_captured(m.bits_without_captured(), m.captured()), Some(m));
        assert_eq!(Move::from_apery32(m.to_apery32()), Some(m));
        for color in shogi_core::Color::ALL {
            let word = m.to_yaneuraou32(color);
            assert_eq!(Move::from_yaneuraou32(word, m.captured()), Some((color, m)));
        }
        assert_eq!(BareMove::from_apery16(m.bare().to_apery16()), Some(m.bare()));
        assert_eq!(BareMove::from_yaneuraou16(m.bare().to_yaneuraou16()), Some(m.bare()));
        assert_eq!(m.bare().half_turn().half_turn(), m.bare());
        assert_eq!(m.to_string().parse(), Ok(m.bare()));
    }
    if let Some(m) = Move::from_apery32(word) {
        assert_eq!(Move::from_bits(m.bits()), Some(m));
    }
    for captured in [None, Some(PieceKind::Pawn), Some(PieceKind::Dragon)] {
        if let Some(m) = Move::from_bits_with_captured(word, captured) {
            assert_eq!(Move::from_bits(m.bits()), Some(m));
        }
        if let Some((_, m)) = Move::from_yaneuraou32(word, captured) {
            assert_eq!(Move::from_bits(m.bits()), Some(m));
        }
    }
    for m in [BareMove::from_apery16(half), BareMove::from_yaneuraou16(half)] {
        let Some(m) = m else { continue };
        assert_eq!(m.to_string().parse(), Ok(m));
        if let Some(full) = Position::start().with_kinds(m) {
            assert_eq!(full.bare(), m);
        }
    }
    if let Some(m) = BareMove::from_apery16(half) {
        assert_eq!(m.to_apery16(), half);
    }
    if let Some(m) = BareMove::from_yaneuraou16(half) {
        assert_eq!(m.to_yaneuraou16(), half);
    }
    let _ = Position::start().restore_captured(word);
}
