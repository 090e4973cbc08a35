//! Games: a start, a tree of moves, and the texts and times of a record.

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
