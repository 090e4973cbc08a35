//! Stable discs, which no later move can flip.

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = 0x8080_8080_8080_8080;
const RANKS: u64 = 0xff00_0000_0000_00ff;

/// Returns, for each direction, the squares whose whole line is occupied.
#[inline(always)]
fn full_lines(occupied: u64) -> [u64; 4] {
    let empty = !occupied;
    // Marks the squares of each line that has an empty square, by shifting the empty squares in
    // both directions. The unmarked squares are on full lines.
    macro_rules! spread {
        ($step:literal, $up:expr, $down:expr) => {{
            let (up, down): (u64, u64) = ($up, $down); // the squares that a shift can enter
            let (mut a, mut b) = (empty, empty);
            let (mut may_a, mut may_b) = (up, down);
            a |= may_a & (a << $step);
            b |= may_b & (b >> $step);
            may_a &= may_a << $step;
            may_b &= may_b >> $step;
            a |= may_a & (a << (2 * $step));
            b |= may_b & (b >> (2 * $step));
            may_a &= may_a << (2 * $step);
            may_b &= may_b >> (2 * $step);
            a |= may_a & (a << (4 * $step));
            b |= may_b & (b >> (4 * $step));
            !(a | b)
        }};
    }
    [
        spread!(1, !A_FILE, !H_FILE),
        spread!(8, !0, !0),
        spread!(7, !H_FILE, !A_FILE),
        spread!(9, !A_FILE, !H_FILE),
    ]
}

/// Returns some of the stable discs among `discs`: the discs that are protected on each of their
/// four lines. A full line protects a disc. A line also protects a disc if the next square on one
/// side is off the board or has a stable disc of the same colour.
#[inline(always)]
pub(super) fn stable(discs: u64, occupied: u64) -> u64 {
    let [row, column, rising, falling] = full_lines(occupied);
    let row = row | A_FILE | H_FILE;
    let column = column | RANKS;
    let rising = rising | A_FILE | H_FILE | RANKS;
    let falling = falling | A_FILE | H_FILE | RANKS;
    let mut stable = discs & row & column & rising & falling;
    if stable == 0 {
        return 0;
    }
    loop {
        let s = stable;
        let in_row = row | (s & !H_FILE) << 1 | (s & !A_FILE) >> 1;
        let in_column = column | s << 8 | s >> 8;
        let in_rising = rising | (s & !A_FILE) << 7 | (s & !H_FILE) >> 7;
        let in_falling = falling | (s & !H_FILE) << 9 | (s & !A_FILE) >> 9;
        stable |= discs & in_row & in_column & in_rising & in_falling;
        if stable == s {
            return s;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use proptest::prelude::*;

    #[test]
    fn known_shapes() {
        assert_eq!(stable(1, 1), 1, "a corner");
        assert_eq!(stable(0b0110, 0b0110), 0, "an open edge");
        assert_eq!(stable(0b0111, 0b0111), 0b0111, "a run from the corner");
        assert_eq!(stable(0x7e, 0xff), 0x7e, "a full edge");
        assert_eq!(stable(!0, !0), !0, "a full board");
    }

    proptest! {
        #[test]
        fn no_play_flips_a_stable_disc(picks in prop::collection::vec(0u8..32, 30..70)) {
            let mut board = Board::START;
            let mut held: (u64, u64) = (0, 0); // stable discs of the side to move and of the other side
            for pick in picks {
                if !board.has_moves() {
                    board = board.swap_sides();
                    held = (held.1, held.0);
                }
                let moves = board.moves();
                if moves.is_empty() { break; }
                let square = moves.iter().nth(usize::from(pick) % moves.len() as usize).unwrap();
                board = board.play(square).unwrap();
                held = (held.1, held.0);
                let (p, o) = (board.player().bits(), board.opponent().bits());
                prop_assert_eq!((held.0 & !p, held.1 & !o), (0, 0));
                held = (held.0 | stable(p, p | o), held.1 | stable(o, p | o));
            }
        }
    }
}
