//! Selects one of two compilations of the move generators.
//!
//! The second compilation is for processors with AVX2 and BMI. On these processors, bit scans, bit
//! resets and bit counts are single instructions, and the writer of drops stores eight moves at
//! once. The compilation is selected at run time. A build whose target has these instructions has
//! only one compilation. The flag `RUSTFLAGS='--cfg shogi_core_level="portable"'` disables the
//! second compilation.

use crate::position::Position;

/// A task that uses the generators.
pub(super) trait Job {
    type Output;

    /// Runs the task. The implementation and all functions that it calls must be
    /// `#[inline(always)]`, so that they are compiled for the instruction set of the caller.
    fn run(self, position: &Position) -> Self::Output;
}

#[cfg(test)]
pub(super) use selected::portable;
pub(super) use selected::{instruction_set, run};

/// The name of the instruction set of the first compilation.
const COMPILED_FOR: &str = if cfg!(target_feature = "avx2") { "avx2" } else { "portable" };

#[cfg(not(all(
    target_arch = "x86_64",
    feature = "std",
    not(shogi_core_level = "portable"),
    not(all(
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt"
    ))
)))]
mod selected {
    use super::{COMPILED_FOR, Job, Position};

    #[inline(always)]
    pub(in super::super) fn run<J: Job>(position: &Position, job: J) -> J::Output {
        job.run(position)
    }

    #[cfg(test)]
    pub(in super::super) use run as portable;

    pub(in super::super) const fn instruction_set() -> &'static str {
        COMPILED_FOR
    }
}

#[cfg(all(
    target_arch = "x86_64",
    feature = "std",
    not(shogi_core_level = "portable"),
    not(all(
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt"
    ))
))]
#[allow(
    unsafe_code,
    reason = "calls code for instructions that the processor was found to support"
)]
mod selected {
    use core::sync::atomic::{AtomicU8, Ordering};

    use super::{COMPILED_FOR, Job, Position};

    /// The result of the detection, [`FAST`] or [`PORTABLE`]. Before the detection, the number of
    /// jobs so far.
    static STATE: AtomicU8 = AtomicU8::new(0);

    const FAST: u8 = u8::MAX;
    const PORTABLE: u8 = u8::MAX - 1;

    /// The number of jobs that use the portable compilation before the processor is detected.
    ///
    /// Detection executes `cpuid`, which a hypervisor traps. It took 27 us in a virtual machine, as
    /// long as generating a hundred move lists. A process that generates only a few lists is faster
    /// without detection.
    const JOBS_BEFORE_DETECTION: u8 = 64;

    #[inline(always)]
    fn is_fast() -> bool {
        match STATE.load(Ordering::Relaxed) {
            FAST => true,
            PORTABLE => false,
            jobs => count_or_detect(jobs),
        }
    }

    #[cold]
    fn count_or_detect(jobs: u8) -> bool {
        if jobs >= JOBS_BEFORE_DETECTION {
            return detect();
        }
        // A plain store could overwrite the result of a detection by another thread. Two
        // simultaneous jobs may count as one.
        let _ = STATE.compare_exchange(jobs, jobs + 1, Ordering::Relaxed, Ordering::Relaxed);
        false
    }

    #[cold]
    fn detect() -> bool {
        let is_fast = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        STATE.store(if is_fast { FAST } else { PORTABLE }, Ordering::Relaxed);
        is_fast
    }

    pub(in super::super) fn instruction_set() -> &'static str {
        let is_fast = match STATE.load(Ordering::Relaxed) {
            FAST => true,
            PORTABLE => false,
            _ => detect(),
        };
        if is_fast { "avx2" } else { COMPILED_FOR }
    }

    #[inline(always)]
    pub(in super::super) fn run<J: Job>(position: &Position, job: J) -> J::Output {
        if is_fast() {
            // SAFETY: the processor has all features for which the function is compiled.
            unsafe { fast(position, job) }
        } else {
            portable(position, job)
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn fast<J: Job>(position: &Position, job: J) -> J::Output {
        job.run(position)
    }

    #[inline(never)]
    pub(in super::super) fn portable<J: Job>(position: &Position, job: J) -> J::Output {
        job.run(position)
    }
}
