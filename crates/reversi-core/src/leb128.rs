//! Numbers of variable length (LEB128): groups of 7 bits, the lowest group first. The high bit of a
//! byte is set if another byte follows.
use alloc::vec::Vec;

/// The reason why a number cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReadNumberError {
    /// The input ends inside the number.
    Truncated,
    /// The number has more bits than the caller accepts.
    OutOfRange,
}

/// Appends a number.
pub(crate) fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number of at most `bits` bits (1 to 64) and removes it from the front of `rest`.
///
/// The encoding of such a number has at most `bits / 7` bytes, rounded up. A longer encoding is an
/// error.
#[inline]
pub(crate) fn read(rest: &mut &[u8], bits: u32) -> Result<u64, ReadNumberError> {
    // Most numbers have one byte.
    if let [byte @ 0..0x80, after @ ..] = *rest
        && bits >= 7
    {
        *rest = after;
        return Ok(u64::from(*byte));
    }
    let mut number = 0;
    for shift in (0..bits).step_by(7) {
        let (&byte, after) = rest.split_first().ok_or(ReadNumberError::Truncated)?;
        let group = u64::from(byte & 0x7f);
        if bits - shift < 7 && group >> (bits - shift) != 0 {
            return Err(ReadNumberError::OutOfRange);
        }
        number |= group << shift;
        *rest = after;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(ReadNumberError::OutOfRange)
}

/// Maps a signed number to an unsigned number, so that numbers near 0 have few bits: 0, -1, 1, -2,
/// 2 become 0, 1, 2, 3, 4.
#[inline]
pub(crate) const fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

/// Inverts [`zigzag`].
#[inline]
pub(crate) const fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec;

    proptest! {
        #[test]
        fn numbers_read_back(n: u64, shift in 0u32..64) {
            let written = n >> shift;
            let mut bytes = vec![];
            write(&mut bytes, written);
            bytes.push(0xff);
            for bits in [64 - written.leading_zeros(), 32, 64] {
                let mut rest = bytes.as_slice();
                let found = read(&mut rest, bits.max(1));
                if bits > 0 && (bits == 64 || written >> bits == 0) {
                    prop_assert_eq!((found, rest), (Ok(written), &[0xff][..]));
                } else if written > 0 {
                    prop_assert_eq!(found, Err(ReadNumberError::OutOfRange));
                }
            }
            for cut in 0..bytes.len() - 1 {
                prop_assert_eq!(read(&mut &bytes[..cut], 64), Err(ReadNumberError::Truncated));
            }
        }

        #[test]
        fn signed_numbers_read_back(n: i64) {
            prop_assert_eq!(unzigzag(zigzag(n)), n);
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        for bytes in [&[0xff; 10][..], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]] {
            assert_eq!(read(&mut &*bytes, 64), Err(ReadNumberError::OutOfRange));
        }
        for bytes in [&[0xff; 5][..], &[0xff, 0xff, 0xff, 0xff, 0x10]] {
            assert_eq!(read(&mut &*bytes, 32), Err(ReadNumberError::OutOfRange));
        }
        assert_eq!(read(&mut &[0xff, 0xff, 0xff, 0xff, 0x0f][..], 32), Ok(u64::from(u32::MAX)));
        assert_eq!([0, -1, 1, -2, 2].map(zigzag), [0, 1, 2, 3, 4]);
    }
}
