//! The two kernels, flips and mobility, as one choice: a body generic over [`Kernel`] is compiled
//! once for each instruction set and entered through [`dispatch!`].
use crate::{flip, mobility};

/// One instruction set's way to flip and to find moves.
pub(crate) trait Kernel {
    /// The discs flipped by `player` on `square`.
    fn flips(player: u64, opponent: u64, square: usize) -> u64;

    /// The squares where `player` flips something.
    fn moves(player: u64, opponent: u64) -> u64;

    /// The moves of four boards.
    #[inline(always)]
    fn moves_four(players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
        let mut moves = [0; 4];
        for i in 0..4 {
            moves[i] = Self::moves(players[i], opponents[i]);
        }
        moves
    }
}

/// Safe code for every machine, and the oracle of the other kernels.
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn flips(player: u64, opponent: u64, square: usize) -> u64 {
        flip::portable::flips(player, opponent, square)
    }

    #[inline(always)]
    fn moves(player: u64, opponent: u64) -> u64 {
        mobility::portable::moves(player, opponent)
    }
}

/// AVX2. To be entered only through [`dispatch!`], which has asked the processor.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Avx2;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "enters the AVX2 kernels")]
impl Kernel for Avx2 {
    #[inline(always)]
    fn flips(player: u64, opponent: u64, square: usize) -> u64 {
        // SAFETY: this type is used only inside an entry that has seen AVX2.
        unsafe { flip::avx2::flips(player, opponent, square) }
    }

    #[inline(always)]
    fn moves(player: u64, opponent: u64) -> u64 {
        // SAFETY: as above.
        unsafe { mobility::avx2::moves(player, opponent) }
    }

    #[inline(always)]
    fn moves_four(players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
        // SAFETY: as above.
        unsafe { mobility::avx2::moves_four(players, opponents) }
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
}

/// The best code that may run: all, unless `RUSTFLAGS='--cfg reversi_core_level="avx2"'` (or
/// `"portable"`) has the lesser code tested and measured on a machine that could do better.
const CAP: Level = if cfg!(reversi_core_level = "portable") {
    Level::Portable
} else if cfg!(reversi_core_level = "avx2") {
    Level::Avx2
} else {
    Level::Avx512
};

/// The instruction set that flips, moves, keys and all that is built on them run by on this
/// processor: `portable`, `avx2` or `avx512`. For reports of times.
#[must_use]
pub fn instruction_set() -> &'static str {
    match level() {
        Level::Portable => "portable",
        Level::Avx2 => "avx2",
        Level::Avx512 => "avx512",
    }
}

/// What may run: known when compiling, or asked of the processor once.
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
    if AVX2 && AVX512 {
        return CAP;
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        asked::level()
    }
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    {
        if AVX2 { Level::Avx2 } else { Level::Portable }
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod asked {
    use super::{CAP, Level};
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

    /// 0 before the processor was asked, then a level: one load where std's macro makes one for
    /// each feature.
    static ANSWER: AtomicU8 = AtomicU8::new(0);

    #[inline(always)]
    pub(super) fn level() -> Level {
        match ANSWER.load(Relaxed) {
            0 => ask(),
            3 => Level::Avx512,
            2 => Level::Avx2,
            _ => Level::Portable,
        }
    }

    #[cold]
    fn ask() -> Level {
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
        ANSWER.store(level as u8, Relaxed);
        level
    }
}

/// Defines a function whose body, generic over a kernel `K`, is compiled for each instruction set;
/// the best one that the processor has runs.
macro_rules! dispatch {
    ($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $Arg:ty),* $(,)?) -> $Out:ty = $body:path;) => {
        $(#[$meta])*
        #[allow(unsafe_code, reason = "enters code compiled for an instruction set")]
        #[inline]
        $vis fn $name($($arg: $Arg),*) -> $Out {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                #[inline]
                fn entry($($arg: $Arg),*) -> $Out {
                    use $body as body;
                    body::<$crate::kernel::Avx2>($($arg),*)
                }
                // The same kernel with the three-operand logic and the registers of AVX-512.
                #[target_feature(
                    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
                )]
                #[inline]
                fn wide_entry($($arg: $Arg),*) -> $Out {
                    use $body as body;
                    body::<$crate::kernel::Avx2>($($arg),*)
                }
                match $crate::kernel::level() {
                    // SAFETY: the processor has what the entry was compiled for.
                    $crate::kernel::Level::Avx512 => return unsafe { wide_entry($($arg),*) },
                    // SAFETY: as above.
                    $crate::kernel::Level::Avx2 => return unsafe { entry($($arg),*) },
                    $crate::kernel::Level::Portable => {}
                }
            }
            use $body as body;
            body::<$crate::kernel::Portable>($($arg),*)
        }
    };
}
pub(crate) use dispatch;

mod entries {
    use super::Kernel;

    #[inline(always)]
    pub(super) fn flips<K: Kernel>(player: u64, opponent: u64, square: usize) -> u64 {
        K::flips(player, opponent, square)
    }

    #[inline(always)]
    pub(super) fn moves<K: Kernel>(player: u64, opponent: u64) -> u64 {
        K::moves(player, opponent)
    }
}

dispatch! {
    /// The discs flipped by `player` on `square`, by the best kernel.
    pub(crate) fn flips(player: u64, opponent: u64, square: usize) -> u64 = self::entries::flips;
}
dispatch! {
    /// The squares where `player` flips something, by the best kernel.
    pub(crate) fn moves(player: u64, opponent: u64) -> u64 = self::entries::moves;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rule, step by step.
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
    fn four<K: Kernel>(players: [u64; 4], opponents: [u64; 4]) -> [u64; 4] {
        K::moves_four(&players, &opponents)
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
                assert_eq!(Portable::flips(player, opponent, square), expected, "square {square}");
                assert_eq!(flips(player, opponent, square), expected, "square {square}");
            }
        }
        assert_eq!(Portable::moves(player, opponent), moves);
        assert_eq!(super::moves(player, opponent), moves);
        // The other lanes hold boards with other answers.
        let turned = (!(player ^ opponent)).rotate_left(9) & !player;
        let other = |lane: u32| (opponent.rotate_left(lane), turned.rotate_left(lane) & !opponent);
        for lane in 0..4 {
            let mut boards = [1, 2, 3, 4].map(|i| (other(i).0 & !other(i).1, other(i).1));
            boards[lane] = (player, opponent);
            let expected = boards.map(|(p, o)| Portable::moves(p, o));
            assert_eq!(expected[lane], moves);
            assert_eq!(four::<Portable>(boards.map(|b| b.0), boards.map(|b| b.1)), expected);
            assert_eq!(moves_four(boards.map(|b| b.0), boards.map(|b| b.1)), expected);
        }
    }

    proptest! {
        #[test]
        fn kernels_equal_the_rule(a: u64, b: u64, c: u64) {
            check(a & !b, b & !a);
            check(a & b & !c, c); // crowded by the opponent
            check(c, a & b & !c);
            check(c & !(a | b), (a | b) & !c);
        }
    }
}
