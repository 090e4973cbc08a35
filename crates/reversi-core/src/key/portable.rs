//! The images of a word by gamekit's own transformations.
use gamekit::Symmetry;

/// The 8 images in the order of the symmetries.
#[inline(always)]
pub(super) fn images(word: u64) -> [u64; 8] {
    Symmetry::images(word)
}
