//! What can be asked of every game.

use std::fmt;

/// One kind of work that every game has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    /// Count the leaves of the tree from the start.
    Perft,
    /// List the legal moves of a position.
    Moves,
    /// Hash a position whole.
    Hash,
    /// Play a legal move, read the hash there, go back.
    HashNext,
    /// One key for a position and its mirror images.
    Key,
    /// Write a position as text.
    Print,
    /// Read that text.
    Parse,
    /// Put a position into few bytes.
    Pack,
    /// Read those bytes.
    Unpack,
}

impl Topic {
    /// All topics, in the order of the tables.
    pub const ALL: [Self; 9] = [
        Self::Perft,
        Self::Moves,
        Self::Hash,
        Self::HashNext,
        Self::Key,
        Self::Print,
        Self::Parse,
        Self::Pack,
        Self::Unpack,
    ];

    /// The name in bench ids, JSON and tables, which stays as it is.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Perft => "perft",
            Self::Moves => "moves",
            Self::Hash => "hash",
            Self::HashNext => "hash-next",
            Self::Key => "key",
            Self::Print => "print",
            Self::Parse => "parse",
            Self::Pack => "pack",
            Self::Unpack => "unpack",
        }
    }

    /// What times are told for: one leaf, move or position.
    #[must_use]
    pub const fn item(self) -> &'static str {
        match self {
            Self::Perft => "leaf",
            Self::HashNext => "move",
            _ => "position",
        }
    }

    /// What is done, in a few words.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Perft => "count a leaf of the tree",
            Self::Moves => "list the legal moves",
            Self::Hash => "hash from scratch",
            Self::HashNext => "play, hash, take back",
            Self::Key => "symmetric key",
            Self::Print => "write as text",
            Self::Parse => "read the text",
            Self::Pack => "write packed",
            Self::Unpack => "read packed",
        }
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
