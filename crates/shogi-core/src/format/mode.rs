/// How a reader treats faults.
///
/// Both modes accept everything that has only one possible meaning. They report oddities as warnings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Text that cannot be parsed, and a move that cannot be played, are errors.
    #[default]
    Strict,
    /// Text that cannot be parsed is skipped. A line of moves ends before the first move that
    /// cannot be played. Each of these is reported as a warning.
    Lenient,
}
