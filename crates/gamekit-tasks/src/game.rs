//! The functions that the tasks need from a game. This trait is not meant for users of the games;
//! each game has its own API.

/// A game tree with a published number of leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The depth in plies.
    pub depth: u32,
    /// The number of leaves at that depth.
    pub leaves: u64,
}

/// A game whose library can be measured. Each function calls the public API of the library.
pub trait Game: 'static {
    /// The name in benchmark ids and tables.
    const NAME: &'static str;
    /// The tree of the `perft` task.
    const TREE: Tree;

    /// A position with the side to move.
    type Position: Clone + 'static;
    /// A move list that is reused for all positions.
    type List: Default + 'static;
    /// A position in a compact binary form.
    type Packed: Copy + PartialEq + 'static;

    /// Returns the start position.
    fn start() -> Self::Position;
    /// Counts the leaves of the tree below a position, on one thread.
    fn perft(position: &Self::Position, depth: u32) -> u64;
    /// Lists the legal moves and returns their number.
    fn list(position: &Self::Position, list: &mut Self::List) -> u64;
    /// Calls `visit` with the position after each legal move.
    fn after_each(
        position: &mut Self::Position,
        list: &mut Self::List,
        visit: impl FnMut(&Self::Position),
    );
    /// Returns the hash that the game's library normally provides: a hash that every move updates,
    /// or a computed hash.
    fn hash(position: &Self::Position) -> u64;
    /// Computes a hash of the whole position from scratch.
    fn hash_from_scratch(position: &Self::Position) -> u64;
    /// Returns a number that is equal for a position and its mirror images.
    fn key(position: &Self::Position) -> u64;
    /// Returns a mirror image of a position.
    fn mirror(position: &Self::Position) -> Self::Position;
    /// Appends the position as text.
    fn print(position: &Self::Position, text: &mut String);
    /// Reads a position from text.
    fn parse(text: &str) -> Option<Self::Position>;
    /// Packs a position.
    fn pack(position: &Self::Position) -> Option<Self::Packed>;
    /// Unpacks a position.
    fn unpack(packed: &Self::Packed) -> Option<Self::Position>;
}
