//! Tables of rays, lines and the squares between two squares, computed at compile time.

/// The eight directions of sliders. The first four directions lead to higher square indices. The
/// other four are their opposites, in the same order.
pub(crate) const EAST: usize = 0;
pub(crate) const SOUTH_WEST: usize = 1;
pub(crate) const SOUTH: usize = 2;
pub(crate) const SOUTH_EAST: usize = 3;
pub(crate) const WEST: usize = 4;
pub(crate) const NORTH_EAST: usize = 5;
pub(crate) const NORTH: usize = 6;
pub(crate) const NORTH_WEST: usize = 7;

/// The step of each direction, as differences of rank and column. The column increases toward file
/// 1.
const OFFSETS: [(i32, i32); 8] =
    [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];

/// The squares from a square to the edge of the board, without the square itself. Rows have 128
/// entries, so that an index of seven bits needs no bounds check.
pub(crate) static RAYS: [[u128; 128]; 8] = rays();

const fn rays() -> [[u128; 128]; 8] {
    let mut table = [[0; 128]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 81 {
            let (mut rank, mut column) = (square / 9, square % 9);
            let mut set = 0;
            loop {
                rank += OFFSETS[direction].0;
                column += OFFSETS[direction].1;
                if rank < 0 || rank > 8 || column < 0 || column > 8 {
                    break;
                }
                set |= 1 << (9 * rank + column);
            }
            table[direction][square as usize] = set;
            square += 1;
        }
        direction += 1;
    }
    table
}

/// The direction from one square to another. It is 8 if the squares are not on a common line.
static DIRECTION: [[u8; 81]; 81] = {
    let rays = rays();
    let mut table = [[8; 81]; 81];
    let mut a = 0;
    while a < 81 {
        let mut direction = 0;
        while direction < 8 {
            let mut rest = rays[direction][a];
            while rest != 0 {
                table[a][rest.trailing_zeros() as usize] = direction as u8;
                rest &= rest - 1;
            }
            direction += 1;
        }
        a += 1;
    }
    table
};

/// The squares strictly between two squares on a common line.
pub(crate) static BETWEEN: [[u128; 128]; 81] = {
    let rays = rays();
    let mut table = [[0; 128]; 81];
    let mut a = 0;
    while a < 81 {
        let mut direction = 0;
        while direction < 8 {
            let opposite = direction ^ 4;
            let mut rest = rays[direction][a];
            while rest != 0 {
                let b = rest.trailing_zeros() as usize;
                table[a][b] = rays[direction][a] & rays[opposite][b];
                rest &= rest - 1;
            }
            direction += 1;
        }
        a += 1;
    }
    table
};

/// Returns the whole line through two squares, including these squares. Returns 0 if the squares
/// are not on a common line.
#[inline(always)]
pub(crate) fn line(a: usize, b: usize) -> u128 {
    match DIRECTION[a][b] {
        8 => 0,
        direction => {
            let direction = usize::from(direction);
            RAYS[direction][a] | RAYS[direction ^ 4][a] | 1 << a
        }
    }
}

// The indices of opposite directions must differ by four.
const _: () = assert!(
    EAST ^ 4 == WEST
        && SOUTH_WEST ^ 4 == NORTH_EAST
        && SOUTH ^ 4 == NORTH
        && SOUTH_EAST ^ 4 == NORTH_WEST
);
