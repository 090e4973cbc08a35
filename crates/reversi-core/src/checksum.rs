//! CRC-32C (Castagnoli), the checksum of book files and weight files.

/// Returns the checksum of `bytes`. The checksum of an empty slice is 0.
#[allow(unsafe_code, reason = "enters code compiled for an instruction set")]
pub(crate) fn crc32c(bytes: &[u8]) -> u32 {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if std::is_x86_feature_detected!("sse4.2") {
        // SAFETY: the check above found SSE4.2, the only precondition of the function.
        return unsafe { with_sse42(bytes) };
    }
    portable(bytes)
}

/// Computes the checksum with one table look-up per byte.
fn portable(bytes: &[u8]) -> u32 {
    static TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            let mut crc = i as u32;
            let mut bit = 0;
            while bit < 8 {
                crc = if crc & 1 == 1 { crc >> 1 ^ 0x82f6_3b78 } else { crc >> 1 };
                bit += 1;
            }
            table[i] = crc;
            i += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc: u32, &byte| crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize])
}

/// Computes the checksum with the CRC-32C instruction of SSE4.2.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[target_feature(enable = "sse4.2")]
fn with_sse42(bytes: &[u8]) -> u32 {
    use core::arch::x86_64::{_mm_crc32_u8, _mm_crc32_u64};
    let (words, rest) = bytes.as_chunks::<8>();
    let crc =
        words.iter().fold(0xffff_ffff, |crc, word| _mm_crc32_u64(crc, u64::from_le_bytes(*word)));
    !rest.iter().fold(crc as u32, |crc, &byte| _mm_crc32_u8(crc, byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec::Vec;

    #[test]
    fn published_values() {
        // RFC 3720, B.4
        assert_eq!(portable(b"123456789"), 0xe306_9283);
        assert_eq!(portable(&[0; 32]), 0x8a91_36aa);
        assert_eq!(portable(&[0xff; 32]), 0x62a8_ab43);
        let rising: Vec<u8> = (0..32).collect();
        assert_eq!(portable(&rising), 0x46dd_794e);
        assert_eq!(crc32c(&[]), 0);
    }

    proptest! {
        #[test]
        fn the_instruction_agrees(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            prop_assert_eq!(crc32c(&bytes), portable(&bytes));
        }
    }
}
