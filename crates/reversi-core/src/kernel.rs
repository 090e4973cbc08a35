//! A trait for the functions that exist for each instruction set (*kernels*): flips and mobility.
//!
//! Code that calls these functions is generic over [`Kernel`] and is compiled once for each
//! instruction set. A type that implements [`Kernel`] stands for an instruction set. A value of
//! this type proves that the CPU has the instruction set (a *witness*). Safe code can only get
//! [`Avx2`] or [`Avx512`] from [`best`], which detects the CPU's features. The methods of a kernel
//! are therefore safe, and the witness justifies their `unsafe` calls. [`dispatch!`] defines a
//! function that runs with the best kernel. [`per_kernel!`] defines recursive functions, which
//! cannot be inlined into one caller.
use crate::{flip, mobility};

/// The implementation of flips and moves for one instruction set. A value proves that this CPU has
/// the instruction set.
pub(crate) trait Kernel: Copy + Send + Sync {
    /// Returns the discs that `player` flips with a disc on `square`.
    fn flips(self, player: u64, opponent: u64, square: usize) -> u64;

    /// Returns the squares where `player` can flip at least one disc.
    fn moves(self, player: u64, opponent: u64) -> u64;

    /// Returns the moves of four boards.
    #[inline(always)]
    fn moves_four(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
        let mut moves = [0; 4];
        for i in 0..4 {
            moves[i] = self.moves(players[i], opponents[i]);
        }
        moves
    }
}

/// Safe code for every CPU, and the reference in the tests of the other kernels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn flips(self, player: u64, opponent: u64, square: usize) -> u64 {
        flip::portable::flips(player, opponent, square)
    }

    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        mobility::portable::moves(player, opponent)
    }
}

/// The vector instructions of WebAssembly. A module that has them is compiled for them, so this kernel
/// needs no detection.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd128;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Kernel for Simd128 {
    #[inline(always)]
    fn flips(self, player: u64, opponent: u64, square: usize) -> u64 {
        flip::simd128::flips(player, opponent, square)
    }

    // The vectors hold two boards. A single board is faster in scalar code.
    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        mobility::portable::moves(player, opponent)
    }

    #[inline(always)]
    fn moves_four(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
        mobility::simd128::moves_four(players, opponents)
    }
}

/// A witness that this CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

/// A witness that this CPU has the features of [`Avx2`] and AVX-512 F, BW, DQ, VL and VPOPCNTDQ.
/// The source code of the functions is that of AVX2, but the compiler uses the ternary logic and
/// the additional registers of AVX-512.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(Avx2);

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// Returns the witness for AVX2, which is a part of this instruction set.
    pub(crate) const fn avx2(self) -> Avx2 {
        self.0
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "calls the AVX2 kernels")]
impl Kernel for Avx2 {
    #[inline(always)]
    fn flips(self, player: u64, opponent: u64, square: usize) -> u64 {
        // SAFETY: `self` proves that the CPU has AVX2, because only `best` creates it.
        unsafe { flip::avx2::flips(player, opponent, square) }
    }

    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        // SAFETY: `self` proves that the CPU has AVX2, because only `best` creates it.
        unsafe { mobility::avx2::moves(player, opponent) }
    }

    #[inline(always)]
    fn moves_four(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
        // SAFETY: `self` proves that the CPU has AVX2, because only `best` creates it.
        unsafe { mobility::avx2::moves_four(players, opponents) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Kernel for Avx512 {
    #[inline(always)]
    fn flips(self, player: u64, opponent: u64, square: usize) -> u64 {
        self.0.flips(player, opponent, square)
    }

    #[inline(always)]
    fn moves(self, player: u64, opponent: u64) -> u64 {
        self.0.moves(player, opponent)
    }

    #[inline(always)]
    fn moves_four(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
        self.0.moves_four(players, opponents)
    }
}

/// The best kernel of this CPU, as a witness.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Best {
    #[cfg_attr(not(test), allow(dead_code, reason = "unused where AVX2 is known at compile time"))]
    Portable(Portable),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// Returns the best kernel: known at compile time, or detected once at run time.
#[inline(always)]
pub(crate) fn best() -> Best {
    match level() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => Best::Avx512(Avx512(Avx2(()))),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => Best::Avx2(Avx2(())),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Level::Simd128 => Best::Simd128(Simd128),
        _ => Best::Portable(Portable),
    }
}

/// The instruction sets that code is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
#[repr(u8)]
pub(crate) enum Level {
    Portable = 1,
    Avx2 = 2,
    Avx512 = 3,
    Simd128 = 4,
}

/// The highest level that may be used. `RUSTFLAGS='--cfg reversi_core_level="avx2"'` (or
/// `"portable"`) sets a lower level, so that the slower code can be tested and measured on a newer
/// machine.
const CAP: Level = if cfg!(reversi_core_level = "portable") {
    Level::Portable
} else if cfg!(reversi_core_level = "avx2") {
    Level::Avx2
} else {
    Level::Avx512
};

/// Returns the instruction set used on this processor for flips, moves, keys and everything built
/// on them: `portable`, `avx2`, `avx512` or `simd128`. Include this name in reports of measured times.
#[must_use]
pub fn instruction_set() -> &'static str {
    match level() {
        Level::Portable => "portable",
        Level::Avx2 => "avx2",
        Level::Avx512 => "avx512",
        Level::Simd128 => "simd128",
    }
}

/// Returns the best usable level: known at compile time, or detected once at run time.
#[inline(always)]
pub(crate) fn level() -> Level {
    const AVX2: bool = cfg!(all(
        target_arch = "x86_64",
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt"
    ));
    const AVX512: bool = cfg!(all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512dq",
        target_feature = "avx512vl",
        target_feature = "avx512vpopcntdq",
        target_feature = "gfni"
    ));
    if let Level::Portable = CAP {
        return CAP;
    }
    if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        return Level::Simd128;
    }
    if AVX2 && AVX512 {
        return CAP;
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        detected::level()
    }
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    {
        if AVX2 { Level::Avx2 } else { Level::Portable }
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod detected {
    use super::{CAP, Level};
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

    /// The detected level, or 0 if detection has not run. Reading the level takes one load, whereas
    /// `is_x86_feature_detected!` takes one load per feature.
    static FOUND: AtomicU8 = AtomicU8::new(0);

    #[inline(always)]
    pub(super) fn level() -> Level {
        match FOUND.load(Relaxed) {
            0 => detect(),
            3 => Level::Avx512,
            2 => Level::Avx2,
            _ => Level::Portable,
        }
    }

    #[cold]
    fn detect() -> Level {
        macro_rules! all {
            ($($feature:tt)*) => { true $(&& std::is_x86_feature_detected!($feature))* };
        }
        let level = if !all!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt") {
            Level::Portable
        } else if all!("avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vpopcntdq" "gfni") {
            Level::Avx512
        } else {
            Level::Avx2
        }
        .min(CAP);
        FOUND.store(level as u8, Relaxed);
        level
    }
}

/// Defines a function whose body is generic over a kernel and is compiled for each instruction set.
/// A call runs the best version that the CPU supports. The kernel is the first parameter of the
/// body.
macro_rules! dispatch {
    ($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $Arg:ty),* $(,)?) -> $Out:ty = $body:path;) => {
        $(#[$meta])*
        #[allow(unsafe_code, reason = "enters code compiled for an instruction set")]
        #[inline]
        $vis fn $name($($arg: $Arg),*) -> $Out {
            use $body as body;
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            #[inline]
            fn avx2(kernel: $crate::kernel::Avx2, $($arg: $Arg),*) -> $Out {
                body(kernel, $($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(
                enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
            )]
            #[inline]
            fn avx512(kernel: $crate::kernel::Avx512, $($arg: $Arg),*) -> $Out {
                body(kernel, $($arg),*)
            }
            match $crate::kernel::best() {
                // SAFETY: `kernel` is a witness that the CPU has the features.
                #[cfg(target_arch = "x86_64")]
                $crate::kernel::Best::Avx512(kernel) => unsafe { avx512(kernel, $($arg),*) },
                // SAFETY: `kernel` is a witness that the CPU has the features.
                #[cfg(target_arch = "x86_64")]
                $crate::kernel::Best::Avx2(kernel) => unsafe { avx2(kernel, $($arg),*) },
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                $crate::kernel::Best::Simd128(kernel) => body(kernel, $($arg),*),
                $crate::kernel::Best::Portable(kernel) => body(kernel, $($arg),*),
            }
        }
    };
}
pub(crate) use dispatch;

/// Defines a trait of the kernels whose methods are functions compiled for each instruction set. A
/// body is an ordinary `#[inline(always)]` function that is generic over the trait. The kernel is
/// its first parameter. Recursive bodies call each other as methods of the kernel, so each call
/// runs code for the same instruction set.
macro_rules! per_kernel {
    ($(#[$meta:meta])* $vis:vis trait $Trait:ident: $Super:ident { $($functions:tt)* }) => {
        $crate::kernel::per_kernel!(@trait [$(#[$meta])* $vis] $Trait, $Super, $($functions)*);
        $crate::kernel::per_kernel!(@plain $Trait, Portable, $($functions)*);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        $crate::kernel::per_kernel!(@plain $Trait, Simd128, $($functions)*);
        #[cfg(target_arch = "x86_64")]
        $crate::kernel::per_kernel!(
            @impl $Trait, Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt", $($functions)*
        );
        #[cfg(target_arch = "x86_64")]
        $crate::kernel::per_kernel!(
            @impl $Trait, Avx512,
            "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq",
            $($functions)*
        );
    };
    (@trait [$($head:tt)*] $Trait:ident, $Super:ident,
        $($(#[$meta:meta])* fn $name:ident($($arg:ident: $Arg:ty),* $(,)?) -> $Out:ty = $body:ident;)*
    ) => {
        #[allow(clippy::too_many_arguments, reason = "words and squares stay in registers")]
        $($head)* trait $Trait: $Super {
            $($(#[$meta])* fn $name(self, $($arg: $Arg),*) -> $Out;)*
        }
    };
    (@plain $Trait:ident, $Kernel:ident,
        $($(#[$meta:meta])* fn $name:ident($($arg:ident: $Arg:ty),* $(,)?) -> $Out:ty = $body:ident;)*
    ) => {
        #[allow(clippy::too_many_arguments, reason = "words and squares stay in registers")]
        impl $Trait for $crate::kernel::$Kernel {
            $(fn $name(self, $($arg: $Arg),*) -> $Out {
                $body(self, $($arg),*)
            })*
        }
    };
    (@impl $Trait:ident, $Kernel:ident, $features:literal,
        $($(#[$meta:meta])* fn $name:ident($($arg:ident: $Arg:ty),* $(,)?) -> $Out:ty = $body:ident;)*
    ) => {
        #[allow(unsafe_code, reason = "enters code compiled for an instruction set")]
        #[allow(clippy::too_many_arguments, reason = "words and squares stay in registers")]
        impl $Trait for $crate::kernel::$Kernel {
            $(
                #[inline(always)]
                fn $name(self, $($arg: $Arg),*) -> $Out {
                    #[target_feature(enable = $features)]
                    fn compiled(kernel: $crate::kernel::$Kernel, $($arg: $Arg),*) -> $Out {
                        $body(kernel, $($arg),*)
                    }
                    // SAFETY: `self` is a witness that the CPU has the features.
                    unsafe { compiled(self, $($arg),*) }
                }
            )*
        }
    };
}
pub(crate) use per_kernel;

mod entries {
    use super::Kernel;

    #[inline(always)]
    pub(super) fn flips<K: Kernel>(kernel: K, player: u64, opponent: u64, square: usize) -> u64 {
        kernel.flips(player, opponent, square)
    }

    #[inline(always)]
    pub(super) fn moves<K: Kernel>(kernel: K, player: u64, opponent: u64) -> u64 {
        kernel.moves(player, opponent)
    }
}

dispatch! {
    /// Returns the discs that `player` flips with a disc on `square`, computed with the best
    /// kernel.
    pub(crate) fn flips(player: u64, opponent: u64, square: usize) -> u64 = self::entries::flips;
}
dispatch! {
    /// Returns the squares where `player` can flip at least one disc, computed with the best
    /// kernel.
    pub(crate) fn moves(player: u64, opponent: u64) -> u64 = self::entries::moves;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes the flips square by square, as the rules define them.
    fn naive(player: u64, opponent: u64, square: usize) -> u64 {
        let mut flipped = 0;
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
            let mut run = 0u64;
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let bit = 1u64 << (8 * y + x);
                if opponent & bit != 0 {
                    run |= bit;
                } else {
                    if player & bit != 0 {
                        flipped |= run;
                    }
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        flipped
    }

    #[inline(always)]
    fn four<K: Kernel>(kernel: K, players: [u64; 4], opponents: [u64; 4]) -> [u64; 4] {
        kernel.moves_four(&players, &opponents)
    }

    dispatch! {
        fn moves_four(players: [u64; 4], opponents: [u64; 4]) -> [u64; 4] = self::four;
    }

    fn check(player: u64, opponent: u64) {
        let empty = !(player | opponent);
        let mut moves = 0;
        for square in 0..64 {
            let expected = naive(player, opponent, square);
            if empty >> square & 1 == 1 {
                moves |= u64::from(expected != 0) << square;
                assert_eq!(Portable.flips(player, opponent, square), expected, "square {square}");
                assert_eq!(flips(player, opponent, square), expected, "square {square}");
            }
        }
        assert_eq!(Portable.moves(player, opponent), moves);
        assert_eq!(super::moves(player, opponent), moves);
        // The other boards have different moves, so that the test fails if two lanes are exchanged.
        let turned = (!(player ^ opponent)).rotate_left(9) & !player;
        let other = |lane: u32| (opponent.rotate_left(lane), turned.rotate_left(lane) & !opponent);
        for lane in 0..4 {
            let mut boards = [1, 2, 3, 4].map(|i| (other(i).0 & !other(i).1, other(i).1));
            boards[lane] = (player, opponent);
            let expected = boards.map(|(p, o)| Portable.moves(p, o));
            assert_eq!(expected[lane], moves);
            assert_eq!(four(Portable, boards.map(|b| b.0), boards.map(|b| b.1)), expected);
            assert_eq!(moves_four(boards.map(|b| b.0), boards.map(|b| b.1)), expected);
        }
    }

    proptest! {
        #[test]
        fn kernels_equal_the_rule(a: u64, b: u64, c: u64) {
            check(a & !b, b & !a);
            check(a & b & !c, c); // the opponent has most of the discs
            check(c, a & b & !c);
            check(c & !(a | b), (a | b) & !c);
        }
    }
}
