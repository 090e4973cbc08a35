//! Methods to compute sliding attacks. The results of each method are compared with the library's
//! results before the measurement, for a rook and a bishop on every square with many occupancies.
mod magics;

use criterion::{Criterion, Throughput};
use magics::Magics;
use shogi_core::{Bitboard, Square, attacks};
use std::hint::black_box;

/// Rays by direction. The first four directions go toward higher squares. Each opposite direction
/// has an index that is greater by four.
type Rays = [[u128; 81]; 8];

const OFFSETS: [(i32, i32); 8] =
    [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
/// The lines of the rook, given by their ascending directions.
const ROOK: [usize; 2] = [0, 2];
const BISHOP: [usize; 2] = [1, 3];

fn rays() -> Box<Rays> {
    let mut rays = Box::new([[0; 81]; 8]);
    for (direction, (dr, dc)) in OFFSETS.into_iter().enumerate() {
        for square in 0..81i32 {
            let (mut rank, mut column) = (square / 9 + dr, square % 9 + dc);
            while (0..9).contains(&rank) && (0..9).contains(&column) {
                rays[direction][square as usize] |= 1 << (9 * rank + column);
                rank += dr;
                column += dc;
            }
        }
    }
    rays
}

/// Computes each ray separately. Finds the lowest blocker of an ascending ray with `o ^ (o - 1)`,
/// and the highest blocker of a descending ray by counting leading zeros.
fn by_rays(rays: &Rays, lines: [usize; 2], square: usize, occupied: u128) -> u128 {
    lines.into_iter().fold(0, |set, up| {
        let (up, down) = (rays[up][square], rays[up + 4][square]);
        let above = occupied & up;
        let below = occupied & down | 1;
        set | (above ^ above.wrapping_sub(1)) & up
            | u128::MAX << (127 - below.leading_zeros()) & down
    })
}

/// Computes each line with two subtractions, the second on the bit-reversed board.
fn by_reversal(rays: &Rays, lines: [usize; 2], square: usize, occupied: u128) -> u128 {
    let one = 1u128 << square;
    lines.into_iter().fold(0, |set, up| {
        let line = rays[up][square] | rays[up + 4][square];
        let blockers = occupied & line;
        let forward = blockers.wrapping_sub(one << 1);
        let turned = blockers.reverse_bits().wrapping_sub(one.reverse_bits() << 1);
        set | (forward ^ turned.reverse_bits()) & line
    })
}

/// A line on a board split into two 64-bit halves: the line in each half, the number of squares in
/// the first half, and a square's index on the line.
#[cfg(target_arch = "x86_64")]
type Line = (u64, u64, u32, usize);

/// Extracts each line as nine bits and looks up the result. The results for all lines take 9 KB.
#[cfg(target_arch = "x86_64")]
struct Squeezed {
    /// The attacks, indexed by the square's index on the line and by the nine bits of the blockers.
    answers: Box<[[u16; 512]; 9]>,
    /// The lines, indexed by ascending direction and square.
    lines: Box<[[Line; 81]; 4]>,
}

#[cfg(target_arch = "x86_64")]
impl Squeezed {
    fn new(rays: &Rays) -> Self {
        let mut answers = Box::new([[0u16; 512]; 9]);
        for (place, row) in answers.iter_mut().enumerate() {
            for (blockers, answer) in row.iter_mut().enumerate() {
                for way in [-1i32, 1] {
                    let mut at = place as i32 + way;
                    while (0..9).contains(&at) {
                        *answer |= 1 << at;
                        if blockers >> at & 1 != 0 {
                            break;
                        }
                        at += way;
                    }
                }
            }
        }
        let mut lines = Box::new([[(0, 0, 0, 0); 81]; 4]);
        for direction in 0..4 {
            for square in 0..81 {
                let below = rays[direction + 4][square];
                let line = rays[direction][square] | below | 1 << square;
                let (low, high) = (line as u64, (line >> 64) as u64);
                lines[direction][square] =
                    (low, high, low.count_ones(), below.count_ones() as usize);
            }
        }
        Self { answers, lines }
    }

    #[target_feature(enable = "bmi2")]
    fn attacks(&self, lines: [usize; 2], square: usize, occupied: u128) -> u128 {
        use std::arch::x86_64::{_pdep_u64, _pext_u64};
        lines.into_iter().fold(0, |set, line| {
            let (low, high, shift, place) = self.lines[line][square];
            let blockers = _pext_u64(occupied as u64, low)
                | _pext_u64((occupied >> 64) as u64, high) << (shift & 63);
            let answer = u64::from(self.answers[place][blockers as usize & 511]);
            let high = _pdep_u64(answer >> (shift & 63), high);
            set | u128::from(_pdep_u64(answer, low)) | u128::from(high) << 64
        })
    }

    #[target_feature(enable = "bmi2")]
    fn sum(&self, boards: &[u128]) -> u128 {
        sum(boards, |s, o| self.attacks(ROOK, s, o) ^ self.attacks(BISHOP, s, o))
    }
}

#[inline(always)]
fn sum(boards: &[u128], attacks: impl Fn(usize, u128) -> u128) -> u128 {
    let mut sum = 0;
    for &occupied in boards {
        for square in 0..81 {
            sum ^= attacks(square, occupied).rotate_left(square as u32);
        }
    }
    sum
}

fn own(boards: &[u128]) -> u128 {
    sum(boards, |square, occupied| {
        let square = Square::from_index(square as u8).unwrap();
        let occupied = Bitboard::from_bits_truncate(occupied);
        (attacks::rook_attacks(square, occupied) ^ attacks::bishop_attacks(square, occupied)).bits()
    })
}

pub(crate) fn define(c: &mut Criterion) {
    let rays = rays();
    let mut state = 1u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u128::from(state) << 64 | u128::from(state.rotate_left(29).wrapping_mul(0x9e37_79b9))
    };
    let boards: Vec<u128> = (0..500).map(|_| random() & random() & ((1 << 81) - 1)).collect();
    let expected = own(&boards);
    let by_ray = |boards: &[u128]| {
        sum(boards, |s, o| by_rays(&rays, ROOK, s, o) ^ by_rays(&rays, BISHOP, s, o))
    };
    let by_turn = |boards: &[u128]| {
        sum(boards, |s, o| by_reversal(&rays, ROOK, s, o) ^ by_reversal(&rays, BISHOP, s, o))
    };
    assert_eq!((by_ray(&boards), by_turn(&boards)), (expected, expected));
    let (rook, bishop) = (Magics::rook(&rays), Magics::bishop(&rays));
    let by_magic = |boards: &[u128]| sum(boards, |s, o| rook.attacks(s, o) ^ bishop.attacks(s, o));
    assert_eq!(by_magic(&boards), expected);
    assert_eq!((rook.bytes(), bishop.bytes()), (8_454_144, 389_120));

    let mut group = c.benchmark_group("shogi/sliders/rook-and-bishop");
    group.throughput(Throughput::Elements(81 * boards.len() as u64));
    group.bench_function("nearest-bit", |b| b.iter(|| own(black_box(&boards))));
    group.bench_function("rays", |b| b.iter(|| by_ray(black_box(&boards))));
    group.bench_function("bit-reversal", |b| b.iter(|| by_turn(black_box(&boards))));
    group.bench_function("magics", |b| b.iter(|| by_magic(black_box(&boards))));
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("bmi2") {
        let squeezed = Squeezed::new(&rays);
        // SAFETY: the caller checked that the CPU supports BMI2.
        #[allow(unsafe_code, reason = "a function for processors that have BMI2")]
        let run = |boards: &[u128]| unsafe { squeezed.sum(boards) };
        assert_eq!(run(&boards), expected);
        group.bench_function("pext", |b| b.iter(|| run(black_box(&boards))));
    }
    group.finish();
}
