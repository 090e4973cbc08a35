//! The progress of a mate search.

use core::ops::ControlFlow;

/// The progress of a mate search, which is passed to its observer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MateProgress {
    /// The number of nodes so far.
    pub nodes: u64,
    /// The length of the mates that the search is looking for, in plies.
    pub plies: u32,
}

/// A function that receives the progress. Its return value `Break` stops the search.
pub(crate) type Observer<'a> = dyn FnMut(&MateProgress) -> ControlFlow<()> + 'a;
