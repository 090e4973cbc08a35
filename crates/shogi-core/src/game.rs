//! Game records: a starting position, a tree of moves, and comments, times and header fields.

mod builder;
mod end;
mod error;
pub mod field;
mod handicap;
mod tree;

pub use builder::GameBuilder;
pub(crate) use builder::Text;
pub use end::{End, ParseEndError};
pub use error::{AddMoveError, AddMoveErrorKind, LineEnded, NoSuchNode};
pub use handicap::{Handicap, ParseHandicapError};
pub use tree::{Children, Game, Line, MoveTime, NodeId, Preorder, Replay, Step};
