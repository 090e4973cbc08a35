/// A CSA version for output.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Version {
    /// Version 2.2 of 2008, with times in whole seconds.
    #[default]
    V2_2,
    /// Version 3.0 of 2024, with times to the millisecond.
    V3_0,
}
