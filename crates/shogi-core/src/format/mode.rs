/// How a reader treats faults: text that cannot be parsed, and moves that cannot be played.
///
/// Both modes accept an unusual form if it has only one possible meaning. They report it as a
/// warning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Faults are errors.
    #[default]
    Strict,
    /// Text that cannot be parsed is skipped, with a warning. A line of moves (the main line or a
    /// variation) ends before the first move that cannot be played, with a warning.
    Lenient,
}
