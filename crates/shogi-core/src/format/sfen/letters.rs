/// The meaning of each byte in the board field: the index of a piece, 32 plus the number of empty
/// squares, or [`NONE`].
pub(super) static BOARD: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 8 {
        let letter = b"PLNSGBRK"[i];
        table[letter as usize] = i as u8 + 1;
        table[letter.to_ascii_lowercase() as usize] = i as u8 + 17;
        i += 1;
    }
    let mut run = 1;
    while run <= 9 {
        table[(b'0' + run) as usize] = 32 + run;
        run += 1;
    }
    table
};
