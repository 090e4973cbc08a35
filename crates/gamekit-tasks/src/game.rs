//! What the tasks need of a game. It is no interface for users of the games: each has its own.

/// A tree whose leaves somebody else has counted too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tree {
    /// Plies from the start.
    pub depth: u32,
    /// Leaves at that depth.
    pub leaves: u64,
}

/// A game whose core can be measured: each call is the one that the core offers its users.
pub trait Game: 'static {
    /// The name in bench ids and tables.
    const NAME: &'static str;
    /// The tree of the `perft` task.
    const TREE: Tree;

    /// A position with the side to move.
    type Position: Clone + 'static;
    /// A list of moves, kept from one position to the next.
    type List: Default + 'static;
    /// A position in few bytes.
    type Packed: Copy + PartialEq + 'static;

    /// The position that games start from.
    fn start() -> Self::Position;
    /// The leaves of the tree below a position, on one thread.
    fn perft(position: &Self::Position, depth: u32) -> u64;
    /// Lists the legal moves; how many there are.
    fn list(position: &Self::Position, list: &mut Self::List) -> u64;
    /// Visits the position after each legal move.
    fn after_each(
        position: &mut Self::Position,
        list: &mut Self::List,
        visit: impl FnMut(&Self::Position),
    );
    /// The hash as the game has it: kept by every move, or computed.
    fn hash(position: &Self::Position) -> u64;
    /// A hash of the whole position, not taken from what moves keep.
    fn hash_from_scratch(position: &Self::Position) -> u64;
    /// A number that is the same for a position and its mirror images.
    fn key(position: &Self::Position) -> u64;
    /// A mirror image.
    fn mirror(position: &Self::Position) -> Self::Position;
    /// Adds the position's text.
    fn print(position: &Self::Position, text: &mut String);
    /// The position of a text.
    fn parse(text: &str) -> Option<Self::Position>;
    /// The packed position.
    fn pack(position: &Self::Position) -> Option<Self::Packed>;
    /// The position of a packed one.
    fn unpack(packed: &Self::Packed) -> Option<Self::Position>;
}
