//! The outcome of a game.

mod doubt;
mod judge;
mod kinds;
mod text;

pub use doubt::Doubt;
pub use kinds::{DrawReason, Outcome, WinReason};
pub use text::ParseOutcomeError;
