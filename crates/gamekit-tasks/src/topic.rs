//! The kinds of tasks.

use std::fmt;

/// A kind of task that exists for every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Topic {
    /// Count the leaves of the tree from the start.
    Perft,
    /// List the legal moves of a position.
    Moves,
    /// Compute the hash of a whole position.
    Hash,
    /// Play a legal move, read the hash, and undo the move.
    HashNext,
    /// Compute one key for a position and its mirror images.
    Key,
    /// Write a position as text.
    Print,
    /// Read a position from its text.
    Parse,
    /// Write a position in a compact binary form.
    Pack,
    /// Read a position from the compact form.
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

    /// Returns the name in benchmark ids, JSON and tables. The names are stable.
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

    /// Returns what the times are divided by: one leaf, one move or one position.
    #[must_use]
    pub const fn item(self) -> &'static str {
        match self {
            Self::Perft => "leaf",
            Self::HashNext => "move",
            _ => "position",
        }
    }

    /// Returns a short description of the task.
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
