//! The same generators compiled a second time for processors with BMI and AVX2, chosen when they
//! run: bit scans, resets and counts are single instructions there, and the drop writer stores eight
//! words at once. A build that allows those instructions everywhere has no use for this file, nor has
//! one that `RUSTFLAGS='--cfg shogi_core_level="portable"'` holds to the code of lesser processors.

#![allow(unsafe_code, reason = "calls of code for processors known by then to run it")]

use core::sync::atomic::{AtomicU8, Ordering};

use super::{MoveList, Wanted};
use crate::position::Position;

/// What is known of the processor: [`YES`], [`NO`], or how many times the question was put off.
static FAST: AtomicU8 = AtomicU8::new(0);

const YES: u8 = u8::MAX;
const NO: u8 = u8::MAX - 1;

/// Asking takes as long as a hundred lists under a hypervisor, which traps `cpuid` (27 us on the
/// machine of docs/performance.md): a process that wants a few moves and ends does without.
const PUT_OFF: u8 = 64;

#[inline(always)]
fn is_fast() -> bool {
    match FAST.load(Ordering::Relaxed) {
        YES => true,
        NO => false,
        times => ask_in_time(times),
    }
}

#[cold]
fn ask_in_time(times: u8) -> bool {
    if times >= PUT_OFF {
        return ask();
    }
    // An answer another thread gives meanwhile must not be lost; a time that is not counted may be.
    let _ = FAST.compare_exchange(times, times + 1, Ordering::Relaxed, Ordering::Relaxed);
    false
}

#[cold]
fn ask() -> bool {
    let fast = std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt");
    FAST.store(if fast { YES } else { NO }, Ordering::Relaxed);
    fast
}

/// The name of the compilation that runs.
pub(super) fn instruction_set() -> &'static str {
    let fast = match FAST.load(Ordering::Relaxed) {
        YES => true,
        NO => false,
        _ => ask(),
    };
    if fast { "avx2" } else { super::portable::instruction_set() }
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
            position.play_unchecked(plain[(state >> 16) as usize % plain.len()]);
        }
    }
}
