//! The maximum length of a line.

/// The maximum number of plies from the root.
pub(super) const MAX_PLY: usize = 125;
