//! The traits of the public types, checked by the compiler.

use std::fmt::Debug;
use std::hash::Hash;
use std::panic::{RefUnwindSafe, UnwindSafe};

use gamekit::Symmetry;
use gamekit::bits::{word64, word128};

/// Requires the traits of every public type: use in any thread, and `Debug`.
const fn anywhere<T: Debug + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static>() {}

/// Requires the traits of every small value type.
const fn value<T: Copy + Ord + Hash + Default>() {
    // The bounds are the test.
}

#[test]
fn types_have_their_traits() {
    anywhere::<Symmetry>();
    value::<Symmetry>();
    anywhere::<word64::Bits>();
    anywhere::<word128::Bits>();
    fn both_ends<T: DoubleEndedIterator<Item = u32> + ExactSizeIterator + Clone>() {}
    both_ends::<word64::Bits>();
    both_ends::<word128::Bits>();
    assert_eq!(size_of::<Symmetry>(), 1);
    assert_eq!(size_of::<Option<Symmetry>>(), 1);
}
