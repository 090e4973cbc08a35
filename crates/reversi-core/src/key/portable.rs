//! Makes the images of a word with the transformations of `gamekit`.
use gamekit::Symmetry;

/// Returns the 8 images in the order of the symmetries.
#[inline(always)]
pub(super) fn images(word: u64) -> [u64; 8] {
    Symmetry::images(word)
}
