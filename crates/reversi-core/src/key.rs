//! One key for a position, its 7 other symmetric images and its colour-swapped twins.
use crate::bitboard::Bitboard;
use crate::board::Board;
#[cfg(target_arch = "x86_64")]
use crate::kernel::{Level, level};
use crate::square::Square;
use core::fmt;
use core::hint::select_unpredictable;
use gamekit::Symmetry;

mod portable;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "AVX2 intrinsics")]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "AVX-512 and GFNI intrinsics")]
mod avx512;

/// The canonical form of a position: the least of its 8 symmetric images, seen by the side to
/// move, so that neither the colours nor the way the board is turned matter.
///
/// Images are compared by the opponent's discs first, then by those of the side to move, each as
/// one number. The four words `bl, bh, wl, wh` of the tutorial this key comes from are those two
/// numbers in halves: `b` the side to move, `w` its opponent, `l` ranks 1 to 4, `h` ranks 5 to 8.
///
/// ```
/// use reversi_core::{Board, canonical};
/// let (key, symmetry) = canonical(Board::START);
/// assert_eq!(key.to_string(), "00000008 10000000 00000010 08000000");
/// assert_eq!(symmetry.index(), 1);
/// assert_eq!(key.board(), Board::START.image(symmetry));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PositionKey {
    // The order of the fields is the order of keys.
    opponent: u64,
    player: u64,
}

impl PositionKey {
    /// The canonical board.
    #[must_use]
    pub const fn board(self) -> Board {
        Board::from_words(self.player, self.opponent)
    }

    /// The words `[bl, bh, wl, wh]`.
    #[must_use]
    pub const fn words(self) -> [u32; 4] {
        [
            self.player as u32,
            (self.player >> 32) as u32,
            self.opponent as u32,
            (self.opponent >> 32) as u32,
        ]
    }

    /// The key of the position that the words `[bl, bh, wl, wh]` hold, canonical or not; `None` if
    /// both sides claim a square.
    #[must_use]
    pub fn from_words(words: [u32; 4]) -> Option<Self> {
        let join =
            |low: u32, high: u32| Bitboard::from_bits(u64::from(high) << 32 | u64::from(low));
        let board = Board::new(join(words[0], words[1]), join(words[2], words[3])).ok()?;
        Some(canonical(board).0)
    }
}

impl fmt::Display for PositionKey {
    /// The words `wh wl bh bl` as hexadecimal numbers of 8 digits: the order of comparison.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [bl, bh, wl, wh] = self.words();
        write!(f, "{wh:08x} {wl:08x} {bh:08x} {bl:08x}")
    }
}

/// The key of a board, and which image it is: `key.board() == board.image(symmetry)`. Of several
/// equal images the one of the lowest number is named.
///
/// A square of the canonical board lies on [`from_canonical`] of it on the asker's board;
/// [`to_canonical`] is the way back.
#[must_use]
#[inline]
pub fn canonical(board: Board) -> (PositionKey, Symmetry) {
    let least = least_image(board.player().bits(), board.opponent().bits());
    let key = PositionKey { opponent: least.opponent, player: least.player };
    (key, Symmetry::ALL[least.symmetry as usize & 7])
}

/// The square of the asker's board that `square` of the canonical board stands for.
#[must_use]
#[inline]
pub fn from_canonical(square: Square, symmetry: Symmetry) -> Square {
    Square::from_bit(u32::from(symmetry.map_index(square.index() as u8)))
}

/// The square of the canonical board that stands for `square` of the asker's board.
#[must_use]
#[inline]
pub fn to_canonical(square: Square, symmetry: Symmetry) -> Square {
    from_canonical(square, symmetry.inverse())
}

/// The symmetries that leave a board as it is; the identity is always the first.
pub fn stabilizer(board: Board) -> impl Iterator<Item = Symmetry> {
    Symmetry::ALL.into_iter().filter(move |&symmetry| board.image(symmetry) == board)
}

/// The squares that are the same move as `square` on a symmetric board, itself included.
///
/// ```
/// use reversi_core::{Board, Square, equal_moves};
/// assert_eq!(equal_moves(Board::START, Square::F5), Board::START.moves());
/// ```
#[must_use]
pub fn equal_moves(board: Board, square: Square) -> Bitboard {
    stabilizer(board).map(|symmetry| from_canonical(square, symmetry)).collect()
}

/// The least of the 8 images and its number.
#[derive(Clone, Copy)]
struct Least {
    opponent: u64,
    player: u64,
    symmetry: u64,
}

impl Least {
    /// The lesser of two images; `self`, of the lower number, where they are equal. Without a
    /// branch: which image is the least is as good as random.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        let whole = |least: Self| u128::from(least.opponent) << 64 | u128::from(least.player);
        let less = whole(other) < whole(self);
        Self {
            opponent: select_unpredictable(less, other.opponent, self.opponent),
            player: select_unpredictable(less, other.player, self.player),
            symmetry: select_unpredictable(less, other.symmetry, self.symmetry),
        }
    }

    #[inline(always)]
    fn of(players: [u64; 8], opponents: [u64; 8]) -> Self {
        let image =
            |i: usize| Self { opponent: opponents[i], player: players[i], symmetry: i as u64 };
        let half = |i: usize| image(i).min(image(i + 1)).min(image(i + 2).min(image(i + 3)));
        half(0).min(half(4))
    }
}

/// The least image by the best kernel.
#[allow(unsafe_code, reason = "enters code compiled for an instruction set")]
#[inline]
fn least_image(player: u64, opponent: u64) -> Least {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[inline]
        fn entry(player: u64, opponent: u64) -> Least {
            // SAFETY: this function is compiled for AVX2.
            unsafe { avx2::least(player, opponent) }
        }
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,gfni")]
        #[inline]
        fn wide_entry(player: u64, opponent: u64) -> Least {
            // SAFETY: this function is compiled for AVX-512 and GFNI.
            unsafe { avx512::least(player, opponent) }
        }
        match level() {
            // SAFETY: the processor has what the entry was compiled for.
            Level::Avx512 => return unsafe { wide_entry(player, opponent) },
            // SAFETY: as above.
            Level::Avx2 => return unsafe { entry(player, opponent) },
            Level::Portable => {}
        }
    }
    portable_least(player, opponent)
}

/// Apart where it is the exception: the registers it needs would be saved on the way to the other
/// kernels too.
#[cfg_attr(target_arch = "x86_64", inline(never))]
#[cfg_attr(not(target_arch = "x86_64"), inline)]
fn portable_least(player: u64, opponent: u64) -> Least {
    Least::of(portable::images(player), portable::images(opponent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The 8 images one after the other, square by square.
    fn naive(board: Board) -> (PositionKey, Symmetry) {
        let image = |word: Bitboard, symmetry: Symmetry| {
            Square::all().fold(0u64, |sum, square| {
                let from = Square::from_index(symmetry.map_index(square.index() as u8));
                sum | u64::from(word.contains(from.unwrap())) << square.index()
            })
        };
        let key = |symmetry| PositionKey {
            opponent: image(board.opponent(), symmetry),
            player: image(board.player(), symmetry),
        };
        let mut best = (key(Symmetry::ALL[0]), Symmetry::ALL[0]);
        for symmetry in Symmetry::ALL {
            if key(symmetry) < best.0 {
                best = (key(symmetry), symmetry);
            }
        }
        best
    }

    /// The AVX2 kernel where the processor has a better one.
    #[allow(unsafe_code, reason = "enters code compiled for an instruction set")]
    fn below_the_best(player: u64, opponent: u64) -> Least {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2")]
            fn entry(player: u64, opponent: u64) -> Least {
                // SAFETY: this function is compiled for AVX2.
                unsafe { avx2::least(player, opponent) }
            }
            if level() != Level::Portable {
                // SAFETY: the processor has what the entry was compiled for.
                return unsafe { entry(player, opponent) };
            }
        }
        least_image(player, opponent)
    }

    proptest! {
        #[test]
        fn kernels_equal_the_naive_loop(
            a: u64, b: u64, t in 0usize..8, mine in 0usize..9, theirs in 0usize..9,
        ) {
            // Symmetric words have ties: fold each on one of its images, none (0) or all (8).
            let fold = |w: u64, with: usize| match Symmetry::images(w).get(with) {
                Some(image) => w & image,
                None => Symmetry::images(w & 0x0000_0010_0402_0401).iter().fold(0, |x, y| x | y),
            };
            let o = fold(b, theirs);
            let p = fold(a, mine) & !o;
            let board = Board::from_words(p, o);
            let expected = naive(board);
            prop_assert_eq!(canonical(board), expected);
            let check = |least: Least| {
                prop_assert_eq!(least.opponent, expected.0.opponent);
                prop_assert_eq!(least.player, expected.0.player);
                prop_assert_eq!(least.symmetry as usize, expected.1.index());
                Ok(())
            };
            check(Least::of(portable::images(p), portable::images(o)))?;
            check(below_the_best(p, o))?;
            prop_assert_eq!(canonical(board.image(Symmetry::ALL[t])).0, expected.0);
            prop_assert_eq!(PositionKey::from_words(expected.0.words()), Some(expected.0));
        }
    }
}
