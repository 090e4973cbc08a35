//! Weight files: arbitrary bytes, and arbitrary bodies in a file with correct counts and checksums.
//!
//! Complete weights take 4 MB in 12 MB of tables. To stay fast, the target builds them only for one
//! body in 256, selected by its checksum. The number reader processes every body.
#![no_main]
use gamekit_fuzz::{crc32c, inside};
use libfuzzer_sys::fuzz_target;
use reversi_core::Board;
use reversi_core::eval::{ReadWeightsErrorKind, STAGES, Shapes, Weights};

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = Weights::from_bytes(bytes) {
        inside(error.at, bytes.len());
    }
    let Some((&choice, body)) = bytes.split_first() else { return };
    let shapes = if choice & 1 == 0 { Shapes::plain_42() } else { Shapes::rich_46() };
    let count = (STAGES * shapes.weight_count()) as u32;
    let mut file = b"RVWT\x01".to_vec();
    file.push(shapes.name().len() as u8);
    file.extend(shapes.name().as_bytes());
    file.extend(count.to_le_bytes());
    let head = file.len();
    // Read the numbers of the body with a slow, simple reader.
    let mut numbers = Vec::new();
    let (mut stands_for, mut number, mut shift, mut is_run) = (0u64, 0u64, 0, false);
    let mut used = 0;
    for (at, &byte) in body.iter().enumerate() {
        number |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            numbers.push((number, is_run, at + 1));
            stands_for = stands_for.saturating_add(if is_run { number } else { 1 });
            is_run = !is_run && number == 0;
            (number, shift, used) = (0, 0, at + 1);
        } else if shift == 35 {
            // A number of more than five bytes is always out of range.
            numbers.push((u64::MAX, is_run, at + 1));
            used = at + 1;
            break;
        }
    }
    file.extend(&body[..used]);
    if !is_run && stands_for < u64::from(count) {
        // All remaining numbers are zero.
        let mut run = u64::from(count) - stands_for - 1;
        file.push(0);
        while run >= 0x80 {
            file.push(run as u8 | 0x80);
            run >>= 7;
        }
        file.push(run as u8);
    }
    let sum = crc32c(&file);
    // The reader must stop at the first number out of range, or at a run of zeros beyond the end.
    let mut room = u64::from(count);
    let fault = numbers.iter().position(|&(number, is_run, _)| {
        let stands_for = if is_run { number } else { 1 };
        let fits = if is_run { number <= room } else { number <= 0xffff && room > 0 };
        room = room.saturating_sub(stands_for);
        !fits
    });
    let whole = fault.is_none() && !is_run && stands_for <= u64::from(count);
    if whole && sum % 256 == 0 {
        file.extend(sum.to_le_bytes());
        let weights = Weights::from_bytes(&file).expect("numbers in range, and the right sum");
        let mut folded = weights.folded().iter();
        for &(number, is_run, _) in &numbers {
            if is_run {
                assert!(folded.by_ref().take(number as usize).all(|&weight| weight == 0));
            } else {
                let weight = (number >> 1) as i64 ^ -((number & 1) as i64);
                assert_eq!(folded.next().map(|&weight| i64::from(weight)), Some(weight));
            }
        }
        assert!(folded.all(|&weight| weight == 0));
        let written = weights.to_bytes();
        assert_eq!(Weights::from_bytes(&written).as_ref(), Ok(&weights));
        let _ = weights.value(Board::START);
    } else {
        file.extend((!sum).to_le_bytes());
        let error = Weights::from_bytes(&file).expect_err("the checksum is wrong");
        inside(error.at, file.len());
        if whole {
            assert_eq!((error.kind, error.at), (ReadWeightsErrorKind::Checksum, file.len() - 4));
        } else if let Some(fault) = fault
            && room_before(&numbers[..fault]) < u64::from(count)
        {
            let at = fault.checked_sub(1).map_or(0, |before| numbers[before].2);
            assert_eq!((error.kind, error.at), (ReadWeightsErrorKind::Range, head + at));
        }
    }
});

/// Counts the weights that the numbers encode.
fn room_before(numbers: &[(u64, bool, usize)]) -> u64 {
    let weights = numbers.iter().map(|&(number, is_run, _)| if is_run { number } else { 1 });
    weights.fold(0, u64::saturating_add)
}
