//! Large books of Egaroucid, made from random games, for measuring the import.

use reversi_core::{Board, canonical};
use std::io::{self, Write};

/// The first ply whose positions are written. Random games rarely share later positions.
const FIRST_PLY: u32 = 14;

/// Writes an `.egbk3` file of `count` positions. The positions come from random games, which `seed`
/// decides. A few positions may occur twice.
///
/// # Errors
/// Returns the error of the output.
pub fn write_egbk3(count: u32, seed: u64, mut output: impl Write) -> io::Result<()> {
    output.write_all(b"DICUORAGE\x03")?;
    output.write_all(&count.to_le_bytes())?;
    let mut state = seed;
    // SplitMix64
    let mut random = |n: u32| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((((mixed ^ mixed >> 31) >> 32) * u64::from(n)) >> 32) as u32
    };
    let mut left = count;
    let mut board = Board::START;
    while left > 0 {
        let legal = board.moves();
        if legal.is_empty() {
            board = if board.must_pass() { board.pass_unchecked() } else { Board::START };
            continue;
        }
        if board.occupied().len() >= FIRST_PLY + 4 {
            // The image that Egaroucid stores is the least by the discs of the side to move.
            let image = canonical(board.swap_sides()).0.board().swap_sides();
            let leaf = image.moves().iter().nth(random(legal.len()) as usize);
            let mut record = [0; 25];
            record[..8].copy_from_slice(&image.player().bits().to_le_bytes());
            record[8..16].copy_from_slice(&image.opponent().bits().to_le_bytes());
            record[16] = (random(129) as i8).wrapping_sub(64) as u8;
            record[17] = random(31) as u8;
            record[18..22].copy_from_slice(&random(1 << 12).to_le_bytes());
            record[22] = (random(129) as i8).wrapping_sub(64) as u8;
            record[23] = leaf.map_or(125, |square| square.index() as u8);
            record[24] = random(31) as u8;
            output.write_all(&record)?;
            left -= 1;
        }
        let next = legal.iter().nth(random(legal.len()) as usize);
        board = next.map_or(Board::START, |square| board.play_unchecked(square));
    }
    output.flush()
}
