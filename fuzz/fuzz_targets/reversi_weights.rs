//! Weight files: any bytes, and bodies of any bytes in a frame of right counts and checksums.
#![no_main]
use gamekit_fuzz::{crc32c, inside};
use libfuzzer_sys::fuzz_target;
use reversi_core::Board;
use reversi_core::eval::{PLAIN, RICH, STAGES, Weights};

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    let Some((&choice, body)) = bytes.split_first() else { return };
    let shapes = if choice & 1 == 0 { &PLAIN } else { &RICH };
    let count = (STAGES * shapes.weight_count()) as u32;
    let mut file = b"RVWT\x01".to_vec();
    file.push(shapes.name.len() as u8);
    file.extend(shapes.name.as_bytes());
    file.extend(count.to_le_bytes());
    // How many weights the body stands for, read as slowly as can be.
    let (mut stands_for, mut number, mut shift, mut is_run) = (0u64, 0u64, 0, false);
    let mut used = 0;
    for (at, &byte) in body.iter().enumerate() {
        number |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            stands_for += if is_run { number } else { 1 };
            is_run = !is_run && number == 0;
            (number, shift, used) = (0, 0, at + 1);
        } else if shift > 35 {
            break;
        }
    }
    file.extend(&body[..used]);
    if !is_run && stands_for < u64::from(count) {
        // The rest are zeros.
        let mut run = u64::from(count) - stands_for - 1;
        file.push(0);
        while run >= 0x80 {
            file.push(run as u8 | 0x80);
            run >>= 7;
        }
        file.push(run as u8);
    }
    // Unfolding whole weights takes most of a second here: one choice of 256 gets so far.
    if choice == 0 {
        let sum = crc32c(&file);
        file.extend(sum.to_le_bytes());
    }
    read(&file);
});

fn read(bytes: &[u8]) {
    match Weights::from_bytes(bytes) {
        Ok(weights) => {
            let written = weights.to_bytes();
            assert_eq!(Weights::from_bytes(&written).as_ref(), Ok(&weights));
            let _ = weights.value(Board::START);
        }
        Err(error) => inside(error.at, bytes.len()),
    }
}
