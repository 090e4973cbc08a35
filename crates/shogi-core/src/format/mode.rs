/// How a reader treats faults.
///
/// Both modes accept everything that has only one possible meaning. They report oddities as warnings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Text that cannot be understood, and a move that cannot be played, are errors.
    #[default]
    Strict,
    /// Text that cannot be understood is skipped, and a line of moves ends before the first move that
    /// cannot be played. Each of these is reported as a warning.
    Lenient,
}
