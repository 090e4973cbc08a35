/// A version of CSA that can be written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Version {
    /// 2.2, of 2008: times in whole seconds.
    #[default]
    V2_2,
    /// 3.0, of 2024: times to the millisecond.
    V3_0,
}
