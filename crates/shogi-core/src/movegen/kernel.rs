//! The same generators compiled a second time for processors with BMI and AVX2, chosen when they
//! run: bit scans, resets and counts are single instructions there, and the drop writer stores eight
//! words at once. A build that allows those instructions everywhere has no use for this file, nor has
//! one that `RUSTFLAGS='--cfg shogi_core_level="portable"'` holds to the code of lesser processors.

#![allow(unsafe_code, reason = "calls of code for processors known by then to run it")]

use core::sync::atomic::{AtomicU8, Ordering};

use super::{MoveList, Wanted};
use crate::position::Position;

/// 0 not asked yet, 1 no, 2 yes.
static FAST: AtomicU8 = AtomicU8::new(0);

#[inline(always)]
fn is_fast() -> bool {
    match FAST.load(Ordering::Relaxed) {
        0 => ask(),
        answer => answer == 2,
    }
}

#[cold]
fn ask() -> bool {
    let fast = std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt");
    FAST.store(1 + u8::from(fast), Ordering::Relaxed);
    fast
}

/// The name of the compilation that runs.
pub(super) fn instruction_set() -> &'static str {
    if is_fast() { "avx2" } else { super::portable::instruction_set() }
}

#[inline(always)]
pub(super) fn list_into(position: &Position, list: &mut MoveList, wanted: Wanted) {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast(position: &Position, list: &mut MoveList, wanted: Wanted) {
        super::portable::list_into(position, list, wanted);
    }
    if is_fast() {
        // SAFETY: the processor has just the features the function is compiled for.
        unsafe { fast(position, list, wanted) }
    } else {
        portable_list_into(position, list, wanted);
    }
}

#[inline(never)]
fn portable_list_into(position: &Position, list: &mut MoveList, wanted: Wanted) {
    super::portable::list_into(position, list, wanted);
}

#[inline(always)]
pub(super) fn count(position: &Position) -> usize {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast(position: &Position) -> usize {
        super::portable::count(position)
    }
    if is_fast() {
        // SAFETY: the processor has just the features the function is compiled for.
        unsafe { fast(position) }
    } else {
        portable_count(position)
    }
}

#[inline(never)]
fn portable_count(position: &Position) -> usize {
    super::portable::count(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::EVERYTHING;

    #[test]
    fn both_compilations_agree() {
        let mut position = Position::start();
        let mut state = 1u32;
        let (mut chosen, mut plain) = (MoveList::new(), MoveList::new());
        for _ in 0..2_000 {
            list_into(&position, &mut chosen, EVERYTHING);
            portable_list_into(&position, &mut plain, EVERYTHING);
            assert_eq!(chosen.as_slice(), plain.as_slice());
            assert_eq!(count(&position), plain.len());
            assert_eq!(portable_count(&position), plain.len());
            if plain.is_empty() {
                position = Position::start();
                continue;
            }
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            position.play(plain[(state >> 16) as usize % plain.len()]);
        }
    }
}
