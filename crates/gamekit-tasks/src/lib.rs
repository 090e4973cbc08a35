#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod game;
mod reversi;
mod shogi;
mod summary;
mod table;
mod task;
mod topic;

pub use game::{Game, Tree};
pub use reversi::{Reversi, Seat};
pub use shogi::Shogi;
pub use summary::Summary;
pub use table::{Row, side_by_side};
pub use task::{Task, WrongAnswer, tasks, tasks_of};
pub use topic::Topic;
