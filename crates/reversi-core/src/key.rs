//! A key that is the same for a position, its symmetric images and the same positions with swapped
//! colours.
use crate::bitboard::Bitboard;
use crate::board::{Board, BoardError};
#[cfg(target_arch = "x86_64")]
use crate::kernel::{Level, level};
use crate::square::Square;
use core::fmt;
use core::str::FromStr;
use gamekit::Symmetry;

mod least;
mod portable;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "AVX2 intrinsics")]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "AVX-512 and GFNI intrinsics")]
mod avx512;

use least::Least;

/// The canonical form of a position: the smallest of its 8 symmetric images, from the point of view
/// of the side to move. The key does not depend on the orientation of the board or on which colour
/// is to move.
///
/// Images are compared by the opponent's discs first, then by the discs of the side to move, each
/// as one number. The tutorial that defines this key has four 32-bit words `bl, bh, wl, wh`, the
/// halves of these two numbers. `b` stands for the side to move, `w` for its opponent, `l` for
/// ranks 1 to 4, and `h` for ranks 5 to 8.
///
/// ```
/// use reversi_core::{Board, PositionKey, canonical};
/// let (key, symmetry) = canonical(Board::START);
/// assert_eq!(key.to_string(), "00000008 10000000 00000010 08000000");
/// assert_eq!(key.words(), [0x0000_0008, 0x1000_0000, 0x0000_0010, 0x0800_0000]);
/// assert_eq!("00000008 10000000 00000010 08000000".parse(), Ok(key));
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
    /// Returns the canonical board.
    #[must_use]
    pub const fn board(self) -> Board {
        Board::from_words(self.player, self.opponent)
    }

    /// Returns the words `[wh, wl, bh, bl]`: the order of comparison and of the text form.
    #[must_use]
    pub const fn words(self) -> [u32; 4] {
        [
            (self.opponent >> 32) as u32,
            self.opponent as u32,
            (self.player >> 32) as u32,
            self.player as u32,
        ]
    }

    /// Returns the key with the words `[wh, wl, bh, bl]`. Returns `None` if both sides have a disc
    /// on one square or if the board is not canonical.
    ///
    /// [`canonical`] returns the key of any board.
    #[must_use]
    pub fn from_words(words: [u32; 4]) -> Option<Self> {
        Self::try_from_words(words).ok()
    }

    /// Makes the key with a canonical board of these discs of the side to move and of the opponent.
    #[inline]
    pub(crate) const fn from_canonical_words(player: u64, opponent: u64) -> Self {
        Self { opponent, player }
    }

    fn try_from_words([wh, wl, bh, bl]: [u32; 4]) -> Result<Self, ParsePositionKeyErrorKind> {
        let join =
            |high: u32, low: u32| Bitboard::from_bits(u64::from(high) << 32 | u64::from(low));
        let board =
            Board::new(join(bh, bl), join(wh, wl)).map_err(ParsePositionKeyErrorKind::Board)?;
        let (key, _) = canonical(board);
        if key.board() == board { Ok(key) } else { Err(ParsePositionKeyErrorKind::NotCanonical) }
    }
}

impl fmt::Display for PositionKey {
    /// Writes [`words`](PositionKey::words) as hexadecimal numbers of 8 digits, with a space
    /// between two numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wh, wl, bh, bl] = self.words();
        write!(f, "{wh:08x} {wl:08x} {bh:08x} {bl:08x}")
    }
}

/// The error for a string that is not a position key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid position key, byte {at}: {kind}")]
pub struct ParsePositionKeyError {
    /// The byte offset in the text. The offset is 0 if the error concerns the whole key.
    pub at: usize,
    /// What is wrong at the byte.
    pub kind: ParsePositionKeyErrorKind,
}

/// What is wrong with a string that is not a position key.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParsePositionKeyErrorKind {
    /// There is no hexadecimal number of 8 digits where one should be.
    #[error(
        "invalid number, expected 4 hexadecimal numbers of 8 digits, separated by single spaces"
    )]
    Number,
    /// The two sides share a square.
    #[error("{0}")]
    Board(BoardError),
    /// The board is not the canonical image.
    #[error("the board is not canonical")]
    NotCanonical,
}

impl FromStr for PositionKey {
    type Err = ParsePositionKeyError;

    /// Reads the text that `Display` writes, with digits in either case.
    fn from_str(text: &str) -> Result<Self, ParsePositionKeyError> {
        let error = |at, kind| ParsePositionKeyError { at, kind };
        // There are four numbers of 8 digits, and a space between two numbers.
        for (at, byte) in text.bytes().enumerate() {
            let is_right = if at % 9 == 8 { byte == b' ' } else { byte.is_ascii_hexdigit() };
            if !is_right || at >= 35 {
                return Err(error(at, ParsePositionKeyErrorKind::Number));
            }
        }
        let mut words = [0; 4];
        for (word, at) in words.iter_mut().zip((0..).step_by(9)) {
            let number =
                text.get(at..at + 8).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            *word = number.ok_or(error(text.len(), ParsePositionKeyErrorKind::Number))?;
        }
        Self::try_from_words(words).map_err(|kind| error(0, kind))
    }
}

/// Returns the key of a board and the symmetry that maps the board to the canonical board:
/// `key.board() == board.image(symmetry)`. If several images are equal, the symmetry with the
/// lowest number is returned.
///
/// [`to_canonical`] and [`from_canonical`] map squares between the two boards.
#[must_use]
#[inline]
pub fn canonical(board: Board) -> (PositionKey, Symmetry) {
    let least = least_image(board.player().bits(), board.opponent().bits());
    let key = PositionKey { opponent: least.opponent, player: least.player };
    (key, Symmetry::ALL[least.symmetry as usize & 7])
}

/// Returns the square of the original board for a `square` of the canonical board.
#[must_use]
#[inline]
pub fn from_canonical(square: Square, symmetry: Symmetry) -> Square {
    square.image(symmetry.inverse())
}

/// Returns the square of the canonical board for a `square` of the original board.
#[must_use]
#[inline]
pub fn to_canonical(square: Square, symmetry: Symmetry) -> Square {
    square.image(symmetry)
}

/// Returns the symmetries under which a board is its own image. The identity is always the first.
pub fn stabilizer(board: Board) -> impl Iterator<Item = Symmetry> {
    Symmetry::ALL.into_iter().filter(move |&symmetry| board.image(symmetry) == board)
}

/// Returns the squares that are equivalent to `square` by a symmetry of the board, including
/// `square`. On a board without symmetry, this is only `square`.
///
/// ```
/// use reversi_core::{Board, Square, equal_moves};
/// assert_eq!(equal_moves(Board::START, Square::F5), Board::START.moves());
/// ```
#[must_use]
pub fn equal_moves(board: Board, square: Square) -> Bitboard {
    stabilizer(board).map(|symmetry| square.image(symmetry)).collect()
}

/// Finds the smallest image with the best kernel.
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
            // SAFETY: the CPU has the instructions that the entry was compiled for.
            Level::Avx512 => return unsafe { wide_entry(player, opponent) },
            // SAFETY: the CPU has the instructions that the entry was compiled for.
            Level::Avx2 => return unsafe { entry(player, opponent) },
            Level::Portable | Level::Simd128 => {}
        }
    }
    portable_least(player, opponent)
}

/// Finds the smallest image without vector instructions. On x86-64 the function is not inlined.
/// Otherwise, the versions with vector instructions would have to save the registers that this
/// function needs.
#[cfg_attr(target_arch = "x86_64", inline(never))]
#[cfg_attr(not(target_arch = "x86_64"), inline)]
fn portable_least(player: u64, opponent: u64) -> Least {
    Least::of(portable::images(player), portable::images(opponent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::string::ToString;

    /// Computes the 8 images one after another, square by square.
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

    /// Finds the smallest image with AVX2, even if the CPU supports AVX-512.
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
                // SAFETY: the CPU has the instructions that the entry was compiled for.
                return unsafe { entry(player, opponent) };
            }
        }
        least_image(player, opponent)
    }

    #[test]
    fn texts_that_are_not_keys() {
        let start = canonical(Board::START).0.to_string();
        assert_eq!(start.to_uppercase().parse(), Ok(canonical(Board::START).0));
        let error = |text: &str| {
            let error = text.parse::<PositionKey>().unwrap_err();
            (error.at, error.kind)
        };
        use ParsePositionKeyErrorKind as Kind;
        assert_eq!(error(""), (0, Kind::Number));
        assert_eq!(error(&start[..34]), (34, Kind::Number));
        assert_eq!(error(&std::format!("{start} ")), (35, Kind::Number));
        assert_eq!(error(&start.replacen('8', "+", 1)), (7, Kind::Number));
        assert_eq!(error(&start.replacen(' ', "-", 1)), (8, Kind::Number));
        assert_eq!(error(&start.replacen('8', "é", 1)), (7, Kind::Number));
        let shared = "00000000 00000001 00000000 00000001";
        let square = Square::A1;
        assert_eq!(error(shared), (0, Kind::Board(BoardError { square })));
        assert_eq!(error("00000000 00000000 80000000 00000000"), (0, Kind::NotCanonical));
    }

    proptest! {
        #[test]
        fn kernels_equal_the_naive_loop(
            a: u64, b: u64, t in 0usize..8, mine in 0usize..9, theirs in 0usize..9,
        ) {
            // Symmetric sets have equal images. Each set is intersected with one of its images.
            // Instead of an image, the number 8 means the union of all images.
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
            prop_assert_eq!(expected.0.to_string().parse(), Ok(expected.0));
            let image = board.image(Symmetry::ALL[t]);
            let text = std::format!(
                "{:016x}{:016x}", image.opponent().bits(), image.player().bits()
            );
            let words = [&text[..8], &text[8..16], &text[16..24], &text[24..]].join(" ");
            match words.parse::<PositionKey>() {
                Ok(key) => prop_assert_eq!((key, image), (expected.0, expected.0.board())),
                Err(error) => {
                    prop_assert!(image != expected.0.board());
                    prop_assert_eq!(error.kind, ParsePositionKeyErrorKind::NotCanonical);
                }
            }
        }
    }
}
