//! Integer typedefs for code that follows C sources and file layouts.
//!
//! Board-game programs written in C use `u64` and `s16`. Descriptions of old file layouts use
//! "unsigned long" for four bytes. With the names of this module, such code can be copied
//! literally. The width of each type is asserted at compile time. The names are aliases: an [`s16`]
//! *is* an `i16`.
//!
//! ```
//! use gamekit::ints::{s16, u64, ulong};
//! let (discs, board, word): (s16, u64, ulong) = (-64, 1 << 63, 0x8100_0000);
//! assert_eq!((discs, board, word), (-64_i16, 1_u64 << 63, 0x8100_0000_u32));
//! ```
#![allow(non_camel_case_types, reason = "these are the names in C sources")]

/// Declares a typedef and asserts its width and signedness.
macro_rules! typedefs {
    ($($(#[$doc:meta])* $name:ident = $Type:ty, $bits:literal, $signedness:ident;)*) => {$(
        $(#[$doc])*
        pub type $name = $Type;
        const _: () = {
            assert!(<$Type>::BITS == $bits && size_of::<$Type>() * 8 == $bits);
            assert!((<$Type>::MIN != 0) == typedefs!($signedness));
        };
    )*};
    (signed) => { true };
    (unsigned) => { false };
}

typedefs! {
    /// 8 bits, unsigned: a byte of a file, a square number, a disc count.
    u8 = core::primitive::u8, 8, unsigned;
    /// 8 bits, signed: a final score in discs (-64 to 64), a step between two squares.
    s8 = core::primitive::i8, 8, signed;
    /// 16 bits, unsigned: a packed move, a year or a player number in a game record.
    u16 = core::primitive::u16, 16, unsigned;
    /// 16 bits, signed: an evaluation in a book or a training record.
    s16 = core::primitive::i16, 16, signed;
    /// 32 bits, unsigned: an encoded hand or move, half of an 8x8 board.
    u32 = core::primitive::u32, 32, unsigned;
    /// 32 bits, signed: a sum of evaluations, which 16 bits would overflow.
    s32 = core::primitive::i32, 32, signed;
    /// 64 bits, unsigned: an 8x8 board, one bit per square; a position hash.
    u64 = core::primitive::u64, 64, unsigned;
    /// 64 bits, signed: a difference of two node counts.
    s64 = core::primitive::i64, 64, signed;
    /// 32 bits, unsigned: the `unsigned long` of Windows compilers.
    ///
    /// Old programs defined their file records on systems where `unsigned long` has four bytes. On
    /// 64-bit Linux and macOS it has eight bytes. On these systems, a program compiled from the
    /// same sources writes a 20-byte record as 40 bytes and cannot read the old files. This type
    /// has four bytes everywhere, unlike `core::ffi::c_ulong`.
    ulong = core::primitive::u32, 32, unsigned;
}
