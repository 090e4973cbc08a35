//! The traits that users may count on, checked by the compiler.

use std::fmt::Debug;
use std::hash::Hash;
use std::panic::{RefUnwindSafe, UnwindSafe};

use gamekit::Symmetry;
use gamekit::bits::{word64, word128};

/// What every public type is: usable in any thread, and printable.
const fn anywhere<T: Debug + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static>() {}

/// A small value.
const fn value<T: Copy + Ord + Hash + Default>() {
    // The bounds are the test.
}

#[test]
fn types_have_their_traits() {
    anywhere::<Symmetry>();
    value::<Symmetry>();
    anywhere::<word64::Bits>();
    anywhere::<word64::Subsets>();
    anywhere::<word128::Bits>();
    anywhere::<word128::Subsets>();
    fn both_ends<T: DoubleEndedIterator<Item = u32> + ExactSizeIterator + Clone>() {}
    both_ends::<word64::Bits>();
    both_ends::<word128::Bits>();
    assert_eq!(size_of::<Symmetry>(), 1);
    assert_eq!(size_of::<Option<Symmetry>>(), 1);
}
