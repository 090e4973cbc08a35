//! The machine's `pext` and `pdep` give what the portable forms give.
#![cfg(target_arch = "x86_64")]

use gamekit::bits::{bmi2, word64, word128};
use proptest::prelude::*;

#[target_feature(enable = "bmi2")]
fn by_machine(word: u128, mask: u128) -> (u64, u64, u128, u128) {
    let (low, low_mask) = (word as u64, mask as u64);
    (
        bmi2::pext64(low, low_mask),
        bmi2::pdep64(low, low_mask),
        bmi2::pext128(word, mask),
        bmi2::pdep128(word, mask),
    )
}

fn portable(word: u128, mask: u128) -> (u64, u64, u128, u128) {
    let (low, low_mask) = (word as u64, mask as u64);
    (
        word64::pext(low, low_mask),
        word64::pdep(low, low_mask),
        word128::pext(word, mask),
        word128::pdep(word, mask),
    )
}

proptest! {
    #[test]
    #[allow(unsafe_code, reason = "a function for processors with BMI2 is called after the check")]
    fn machine_and_portable_agree(word: u128, mask: u128, low_half: bool, high_half: bool) {
        // Also masks with an empty or a full half, where the join shifts by 0 and by 64.
        let half = |chosen, bits| if chosen { bits } else { 0 };
        let halves = half(low_half, u128::from(u64::MAX)) | half(high_half, u128::MAX << 64);
        let (full, empty) = (mask | halves, mask & !halves);
        if std::arch::is_x86_feature_detected!("bmi2") {
            for mask in [mask, full, empty] {
                // SAFETY: the line above asked the processor for BMI2.
                let machine = unsafe { by_machine(word, mask) };
                prop_assert_eq!(machine, portable(word, mask));
            }
        }
    }
}
