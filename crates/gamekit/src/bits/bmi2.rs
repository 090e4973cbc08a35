//! `pext` and `pdep` by the x86-64 instructions of those names.
//!
//! The functions are safe, but they can be called only where the compiler knows that the
//! processor has BMI2: from a function with `#[target_feature(enable = "bmi2")]`, or in an
//! `unsafe` block after `is_x86_feature_detected!("bmi2")`. Everywhere else use the portable
//! forms in [`word64`](super::word64) and [`word128`](super::word128), which give the same results.
//!
//! AMD processors before Zen 3 have BMI2 but run these instructions in microcode, at tens of
//! cycles each.
//!
//! ```
//! use gamekit::bits::{bmi2, word64};
//!
//! #[target_feature(enable = "bmi2")]
//! fn first_column(board: u64) -> u64 {
//!     bmi2::pext64(board, 0x0101_0101_0101_0101)
//! }
//!
//! let board = 0x0100_0001_0001_0101;
//! if is_x86_feature_detected!("bmi2") {
//!     // SAFETY: the processor has BMI2.
//!     assert_eq!(unsafe { first_column(board) }, 0b1001_0111);
//! }
//! assert_eq!(word64::pext(board, 0x0101_0101_0101_0101), 0b1001_0111);
//! ```

use core::arch::x86_64::{_pdep_u64, _pext_u64};

/// [`word64::pext`](super::word64::pext): one instruction.
///
/// # Safety
/// To a caller without `target_feature(enable = "bmi2")` this is an unsafe function: the
/// processor must have BMI2.
#[must_use]
#[inline]
#[target_feature(enable = "bmi2")]
pub fn pext64(word: u64, mask: u64) -> u64 {
    _pext_u64(word, mask)
}

/// [`word64::pdep`](super::word64::pdep): one instruction.
///
/// # Safety
/// To a caller without `target_feature(enable = "bmi2")` this is an unsafe function: the
/// processor must have BMI2.
#[must_use]
#[inline]
#[target_feature(enable = "bmi2")]
pub fn pdep64(word: u64, mask: u64) -> u64 {
    _pdep_u64(word, mask)
}

/// [`word128::pext`](super::word128::pext): two extracts, joined by a shift.
///
/// # Safety
/// To a caller without `target_feature(enable = "bmi2")` this is an unsafe function: the
/// processor must have BMI2.
#[must_use]
#[inline]
#[target_feature(enable = "bmi2")]
pub fn pext128(word: u128, mask: u128) -> u128 {
    let low = _pext_u64(word as u64, mask as u64);
    let high = _pext_u64((word >> 64) as u64, (mask >> 64) as u64);
    u128::from(low) | u128::from(high) << (mask as u64).count_ones()
}

/// [`word128::pdep`](super::word128::pdep): two deposits, the second of what the first left.
///
/// # Safety
/// To a caller without `target_feature(enable = "bmi2")` this is an unsafe function: the
/// processor must have BMI2.
#[must_use]
#[inline]
#[target_feature(enable = "bmi2")]
pub fn pdep128(word: u128, mask: u128) -> u128 {
    let low = _pdep_u64(word as u64, mask as u64);
    let rest = (word >> (mask as u64).count_ones()) as u64;
    u128::from(low) | u128::from(_pdep_u64(rest, (mask >> 64) as u64)) << 64
}
