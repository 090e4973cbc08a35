//! Mate problems (tsume): whether the side to move can force mate with checks alone.
//!
//! A [`Solver`] first searches for a mate of any length by depth-first proof-number search (df-pn), and
//! then on request for shorter mates until the shortest length is proven.
//!
//! - The solver replays a mate against every defence before it returns the mate.
//! - [`Outcome::NoMate`] is exact. A disproof that depends on repetition is used only on the path for
//!   which it was found.
//! - If a limit ends the search, the outcome is [`Outcome::Unknown`].
//!
//! The defender may play any legal move, including useless interpositions. Each such ply counts.
//! [`Mate::essential`] is a second line that leaves out useless interpositions.

mod essential;
mod expand;
mod frame;
mod hands;
mod limits;
mod line;
mod numbers;
mod one;
mod path;
mod search;
mod shorten;
mod solver;
mod strategy;
mod table;
mod techniques;

pub use limits::{Limits, Options, Progress, Stop};
pub use one::mate_in_one;
pub use solver::{Answer, FirstMove, Mate, Outcome, Solver};
