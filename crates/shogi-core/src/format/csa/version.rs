/// A version of CSA that the writer can write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Version {
    /// Version 2.2 (2008). Times are in whole seconds.
    #[default]
    V2_2,
    /// Version 3.0 (2024). Times are in milliseconds.
    V3_0,
}
